// The toolbox: highlights, renames and hides algorithms on screen and in print. Its choices are kept in the query of the
// page's address, as mark.NAME=1, name.NAME=TEXT and hide.NAME=1; what is computed stays as it is.

const COLORS = ["none", "blue", "orange", "green", "purple", "red"];
const LONGEST = 200; // characters of a name
const known = new Set();
for (const selector of ["main .answer th[data-algorithm]", "main [data-algorithm]"]) {
  for (const element of document.querySelectorAll(selector)) known.add(element.dataset.algorithm);
}

// One line without characters that turn the text around them.
const TURNING = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;
const cleaned = (text) => [...text.replace(TURNING, " ").trim()].slice(0, LONGEST).join("");

function choose(algorithm, choice) {
  const { hidden = false, mark = 0, name = "" } = { ...choices.get(algorithm), ...choice };
  choices.set(algorithm, { hidden, mark: COLORS[mark] ? mark : 0, name: name === algorithm ? "" : name });
}

function readAddress() {
  for (const [key, value] of new URLSearchParams(location.search)) {
    const [, what, algorithm] = key.match(/^(hide|mark|name)\.(.*)$/s) ?? [];
    if (!known.has(algorithm)) continue;
    if (what === "hide") choose(algorithm, { hidden: value === "1" });
    if (what === "mark") choose(algorithm, { mark: Number(value) });
    if (what === "name") choose(algorithm, { name: cleaned(value) });
  }
}

function writeAddress() {
  const address = new URL(location.href);
  const query = new URLSearchParams([...address.searchParams].filter(([key]) => !/^(hide|mark|name)\./.test(key)));
  for (const [algorithm, { hidden, mark, name }] of choices) {
    if (hidden) query.set(`hide.${algorithm}`, 1);
    if (mark) query.set(`mark.${algorithm}`, mark);
    if (name) query.set(`name.${algorithm}`, name);
  }
  address.search = query;
  try { history.replaceState(history.state, "", address); } catch { /* a browser may refuse pages from a file */ }
}

const originals = new Map(); // what stood in an element before it was renamed

function replaceContents(element, content) {
  if (!originals.has(element)) originals.set(element, [...element.childNodes]);
  const shared = [...element.querySelectorAll("defs")].map((letters) => letters.cloneNode(true)); // other names take them from here
  element.replaceChildren(...shared, content);
}

// In a drawing, whose letters are paths, as text from where these begin, or to where they end where many end alike.
function renameDrawn(groups, text) {
  const svg = groups[0].ownerSVGElement;
  const { x, width } = svg.viewBox.baseVal;
  const places = new Map([...svg.querySelectorAll("[data-name]")].map((group) => [group, drawnAt(group)]));
  const place = places.get(groups[0]);
  if (!place) return;
  const alike = (key) => [...places.values()].filter((other) => other && Math.abs(other[key] - place[key]) < 0.6 * place.size).length;
  const atEnd = !place.turned && alike("end") > alike("start");
  const room = Math.min(0.25 * width, atEnd ? place.end - x : x + width - place.start);
  const shape_ = shape("text", {
    transform: `translate(${atEnd ? place.end : place.start} ${place.y})${place.turned ? " rotate(-90)" : ""}`,
    "font-size": place.size, "font-family": "sans-serif", "text-anchor": atEnd ? "end" : "start", fill: place.fill,
  }, fitted(text, room, textMeasure(svg.parentElement, place.size)));
  groups.forEach((group, at) => replaceContents(group, at ? "" : shape_));
}

function drawnAt(group) {
  const letters = (originals.get(group) ?? [...group.children]).find((child) => child.nodeName === "g");
  const [x, y] = letters?.getAttribute("transform")?.match(/translate\(([-\d.]+)[ ,]+([-\d.]+)/)?.slice(1).map(Number) ?? [];
  if (x === undefined) return null;
  const transform = letters.getAttribute("transform");
  const scale = Number(transform.match(/scale\(([\d.]+)/)?.[1] ?? 0.08);
  const last = Math.max(0, ...[...letters.querySelectorAll("use")].map((use) => Number(use.getAttribute("x"))));
  return {
    start: x, y, size: 100 * scale, end: x + scale * (last + 55), turned: transform.includes("rotate"),
    fill: letters.getAttribute("fill") ?? "#000000",
  };
}

function rename(elements, text) {
  const drawings = Map.groupBy(elements.filter((element) => element.matches("[data-name]")), (group) => group.ownerSVGElement);
  for (const groups of drawings.values()) renameDrawn(groups, text);
  for (const element of elements) {
    if (element.namespaceURI.endsWith("svg") || element.querySelector("[data-algorithm]")) continue;
    replaceContents(element.querySelector(":scope > :is(button, span)") ?? element, text);
    element.classList.remove("whole");  // the new name may need more lines
    if (element.title) element.title = text;
  }
}

// The rows and columns of small matrices are covered, since their cells are drawn together.
function hide(part) {
  const band = part.querySelector(":scope > path[fill=none]:not([stroke])");
  if (band) {
    band.setAttribute("fill", "#ffffff");
    band.dataset.cover = "";
  } else if (part.namespaceURI.endsWith("svg")) part.setAttribute("display", "none");
  else part.dataset.off = "";
}

// Heads over several columns span those that are left.
function narrowHeads() {
  for (const head of document.querySelectorAll("thead .group")) {
    head.dataset.span ??= head.colSpan;
    const below = [...columnsOf(head)].filter((cell) => cell.parentElement === headsOf(head.closest("table"))[0].parentElement);
    const left = below.filter((cell) => !("off" in cell.dataset)).length;
    head.colSpan = Math.max(1, left);
    if (below.length && !left) hide(head);
  }
}

// Shows what was chosen in the page, or in a part of it that was drawn again.
function showChoices(root) {
  for (const [algorithm, { hidden, mark, name }] of choices) {
    const elements = named(root, algorithm);
    const parts = hidden || mark ? elements.flatMap(partsOf) : [];
    if (mark) for (const part of parts) part.dataset.mark = mark;
    if (name) rename(elements, name);
    if (hidden) parts.filter((part) => !part.matches("span")).forEach(hide);
  }
}

function showAll() {
  const main = document.querySelector("main");
  for (const part of main.querySelectorAll("[data-off]")) part.removeAttribute("data-off");
  for (const part of main.querySelectorAll("[data-algorithm][display]")) part.removeAttribute("display");
  for (const part of main.querySelectorAll("[data-cover]")) {
    part.setAttribute("fill", "none");
    part.removeAttribute("data-cover");
  }
  for (const part of main.querySelectorAll("[data-mark]")) part.removeAttribute("data-mark");
  for (const element of main.querySelectorAll("[data-algorithm][title]")) element.title = element.dataset.algorithm;
  for (const [element, nodes] of originals) element.replaceChildren(...nodes);
  originals.clear();
  showChoices(main);
  narrowHeads();
  const hidden = [...choices.values()].filter((choice) => choice.hidden).length;
  const note = document.querySelector(".hidden-algorithms");
  note.textContent = `Hidden: ${hidden} of ${known.size} algorithms. All statistics are of all ${known.size}.`;
  note.hidden = !hidden;
  document.dispatchEvent(new Event("algorithms"));
}

function toolboxRow(algorithm) {
  const row = document.createElement("li");
  row.dataset.algorithm = algorithm;
  const show = Object.assign(document.createElement("input"), { type: "checkbox", name: "show" });
  const name = Object.assign(document.createElement("input"), { type: "text", name: "name", placeholder: algorithm });
  const color = Object.assign(document.createElement("select"), { name: "color" });
  color.append(...COLORS.map((text, number) => new Option(text, number)));
  show.setAttribute("aria-label", `Show ${algorithm}`);
  name.setAttribute("aria-label", `Name of ${algorithm}`);
  color.setAttribute("aria-label", `Color of ${algorithm}`);
  row.append(show, name, color);
  return row;
}

function fillToolbox(rows) {
  for (const row of rows) {
    const { hidden = false, mark = 0, name = "" } = choices.get(row.dataset.algorithm) ?? {};
    const [shown_, named_, color] = row.children;
    shown_.checked = !hidden;
    if (named_ !== document.activeElement) named_.value = name;
    color.value = mark;
    row.toggleAttribute("data-mark", Boolean(mark));
    if (mark) row.dataset.mark = mark;
  }
}

function startToolbox(tools) {
  const rows = [...known].map(toolboxRow);
  const panel = Object.assign(document.createElement("section"), { className: "toolbox", id: "toolbox", hidden: true });
  const list = document.createElement("ul");
  const filter = Object.assign(document.createElement("input"), { type: "search", placeholder: "Filter algorithms" });
  const note = Object.assign(document.createElement("p"), { className: "hidden-algorithms", hidden: true });
  const toggle = (open) => {
    panel.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    (open ? filter : opener).focus();
  };
  const opener = button("Algorithms", "", () => toggle(panel.hidden));
  const changed = () => {
    fillToolbox(rows);
    writeAddress();
    showAll();
    announce(note.hidden ? "" : note.textContent);
  };
  opener.title = "Highlight, rename and hide algorithms";
  opener.setAttribute("aria-expanded", "false");
  opener.setAttribute("aria-controls", panel.id);
  panel.setAttribute("aria-label", "Algorithms shown");
  filter.setAttribute("aria-label", "Filter algorithms");
  filter.addEventListener("input", () => {
    for (const row of rows) {
      const names = [row.dataset.algorithm, displayed(row.dataset.algorithm)].join(" ").toLowerCase();
      row.hidden = !names.includes(filter.value.toLowerCase());
    }
  });
  list.addEventListener("input", ({ target }) => {
    const { show, name, color } = Object.fromEntries([...target.parentElement.children].map((control) => [control.name, control]));
    choose(target.parentElement.dataset.algorithm, { hidden: !show.checked, mark: Number(color.value), name: cleaned(name.value) });
    changed();
  });
  panel.addEventListener("keydown", ({ key }) => { if (key === "Escape") toggle(false); });
  const reset = button("Reset", "", () => {
    choices.clear();
    changed();
  });
  list.append(...rows);
  panel.append(filter, button("Close", "", () => toggle(false)), list, reset);
  tools.prepend(opener);
  tools.closest("header").after(note);
  document.querySelector("main").before(panel);
  readAddress();
  fillToolbox(rows);
  if (choices.size) showAll();
}

if (known.size > 1 && document.querySelector("header .tools")) startToolbox(document.querySelector("header .tools"));
