// What scrolls within the page. What fits is no stop for the keyboard, and a table's head can stick to the window itself;
// what is wider than the page and taller than the window, or as long as many windows, scrolls by itself, with its head in
// view. All sizes are read before any is written, or the browser would lay a large page out anew for each table.

const PINNED = 0.45; // of the width, at most, for columns that stay in view next to the first
const LEGIBLE = 1.6; // times that a drawing may be reduced and its letters still be read

function sizesOf(scroll) {
  const { width, height } = scroll.firstElementChild.getBoundingClientRect();
  const table = scroll.querySelector("table");
  const cells = table?.tHead ? headsOf(table).slice(0, Math.min(table.dataset.stub ?? 1, 3)) : [];
  let end = 0;
  const ends = cells.map((cell) => { end += cell.offsetWidth; return end; });
  return { scroll, table, ends, width, height, room: scroll.clientWidth };
}

// The columns that name a row stay in view where there is room.
function pinStub({ table, ends, room }) {
  if (!ends.length) return;
  const pinned = Math.max(1, ends.filter((end) => end <= PINNED * room).length);
  table.classList.remove("pinned-1", "pinned-2", "pinned-3");
  table.classList.add(`pinned-${pinned}`);
  table.style.setProperty("--second", `${ends[0]}px`);
  table.style.setProperty("--third", `${ends[1] ?? 0}px`);
  table.style.setProperty("--stub", `${ends[pinned - 1]}px`);
}

// A drawing with letters that are too small to read, which has its own size while it has the focus.
function isReduced(scroll, width) {
  return scroll.matches(".drawing") && scroll.firstElementChild.width.baseVal.value > 1.4 * width;
}

function fit({ scroll, width, height, room }) {
  const narrow = width <= room + 1;
  const tall = height > (narrow ? 4 : 1.4) * innerHeight;
  const fits = narrow && !tall;
  const reduced = isReduced(scroll, width);
  scroll.classList.toggle("fits", fits);
  scroll.classList.toggle("tall", tall);
  scroll.classList.toggle("reduced", reduced);
  if (fits && !reduced) scroll.removeAttribute("tabindex");
  else scroll.setAttribute("tabindex", "0");
}

// Where what scrolls goes on.
function endsOf(scroll) {
  const right = scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 2;
  const below = scroll.scrollTop + scroll.clientHeight < scroll.scrollHeight - 2;
  const more = !scroll.classList.contains("fits") && (right || below);
  return { left: scroll.scrollLeft > 2, right, below, more };
}

// The table stands next to the figure where it has room there and the figure stays legible, and otherwise below it.
function place({ scroll, width }) {
  const answer = scroll.closest(".answer:has(> figure)");
  if (!answer || !scroll.querySelector("table")) return;
  const room = answer.clientWidth - 32;
  const drawing = answer.querySelector("figure:not(.lively) > .drawing svg");
  const drawn = drawing ? drawing.width.baseVal.value : 0;
  answer.classList.toggle("stacked", width > room * (1.2 / 2.2) + 1 || drawn > LEGIBLE * room * (1 / 2.2));
}

function hint(scroll, ends) {
  Object.entries(ends).forEach(([name, holds]) => scroll.classList.toggle(name, holds));
}

function followSizes(scrolls) {
  const observer = new ResizeObserver((entries) => {
    const sizes = entries.map(({ target }) => sizesOf(target));
    sizes.forEach(place);
    sizes.forEach(pinStub);
    sizes.forEach(fit);
    entries.map(({ target }) => [target, endsOf(target)]).forEach(([scroll, ends]) => hint(scroll, ends));
  });
  for (const scroll of scrolls) {
    scroll.addEventListener("scroll", () => hint(scroll, endsOf(scroll)), { passive: true });
    observer.observe(scroll);
  }
}

followSizes(document.querySelectorAll(".scroll"));
