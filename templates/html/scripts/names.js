// The whole of a name that is cut short, where the pointer rests.

document.addEventListener("mouseover", ({ target }) => {
  const name = target.closest(".clip");
  if (name) name.title = name.textContent;
});
