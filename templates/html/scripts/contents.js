// Marks in the contents which section is in view.

function followReader() {
  const links = new Map([...document.querySelectorAll("nav.aside a")].map((link) => [link.hash.slice(1), link]));
  const marks = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const update = () => {
    const passed = marks.filter((mark) => mark.getBoundingClientRect().top < innerHeight / 3);
    for (const link of links.values()) link.removeAttribute("aria-current");
    const current = links.get((passed.at(-1) ?? marks[0]).id);
    current.setAttribute("aria-current", "true");
  };
  addEventListener("scroll", update, { passive: true });
  update();
}

// A link to what is folded unfolds it and goes there. A browser may have opened the fold itself, without going.
function revealTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.closest("details")) return;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  (target.matches("details > section") ? target.parentElement : target).scrollIntoView();
}

followReader();
addEventListener("hashchange", revealTarget);
// A link to where the address leads already changes no address.
addEventListener("click", (event) => {
  if (event.target.closest("a[href^='#']")?.hash === location.hash) revealTarget();
});
if (location.hash) revealTarget();
