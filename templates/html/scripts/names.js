// The whole of a name that is cut short, where the pointer rests.

document.addEventListener("mouseover", ({ target }) => {
  const name = target.closest(".clip, .elided");
  if (name) name.title = name.textContent;
});
