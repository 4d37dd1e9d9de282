// What report.html does beyond showing: sort a table, copy one as CSV, choose light or dark, mark the section in view.
// The page is whole without it.
"use strict";

const status = document.querySelector(".status");

function button(text, label, action) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  if (label) element.setAttribute("aria-label", label);
  element.addEventListener("click", action);
  return element;
}

// ---- Light and dark ----

function remember(theme) {
  try { localStorage.setItem("rankpress-theme", theme); } catch { /* a browser may refuse pages from a file */ }
}

function remembered() {
  try { return localStorage.getItem("rankpress-theme"); } catch { return null; }
}

function addThemeButton() {
  const root = document.documentElement;
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (systemDark.matches ? "dark" : "light")) === "dark";
  const toggle = button("", "", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    remember(root.dataset.theme);
    label();
  });
  const label = () => { toggle.textContent = isDark() ? "Light" : "Dark"; };
  if (["light", "dark"].includes(remembered())) root.dataset.theme = remembered();
  systemDark.addEventListener("change", label);
  toggle.className = "theme";
  toggle.title = "Switch between light and dark";
  label();
  document.querySelector(".tools").append(toggle);
}

// ---- Tables ----

// A cell's text without its detail and without the words that tell its marks to screen readers.
function shown(cell) {
  const copy = cell.cloneNode(true);
  copy.querySelectorAll("small, .spoken").forEach((part) => part.remove());
  return copy.textContent.trim();
}

const isMissing = (text) => ["", "\u2013", "nan"].includes(text);

function written(cell) {
  const text = cell.dataset.value ?? shown(cell);
  return isMissing(text) ? "" : text;
}

// Text as a number, or NaN; "<0.001" sorts before 0.001, and a true minus sign counts as one.
function number(text) {
  const plain = text.replaceAll("\u2212", "-").replace(/^<\s*/, "");
  const value = parseFloat(plain);
  return text.startsWith("<") ? value - 1e-9 : value;
}

function compare(one, other) {
  const [a, b] = [one, other].map(number);
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  return one.localeCompare(other, "en", { numeric: true });
}

function sort(table, column, heads, rows) {
  const head = heads[column];
  const next = { none: "ascending", ascending: "descending", descending: "none" }[head.getAttribute("aria-sort")];
  for (const other of heads) other.setAttribute("aria-sort", "none");
  head.setAttribute("aria-sort", next);
  const keyed = rows.map((row) => ({ row, key: written(row.cells[column]) }));
  if (next !== "none") {
    const sign = next === "ascending" ? 1 : -1;
    keyed.sort((a, b) => !a.key - !b.key || sign * compare(a.key, b.key));
  }
  table.tBodies[0].append(...keyed.map(({ row }) => row));
  status.textContent = `Sorted by ${shown(head)}: ${next === "none" ? "as printed" : next}`;
}

function makeSortable(table) {
  const rows = [...table.tBodies[0].rows];
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  if (rows.length < 3 || heads.some((head) => head.colSpan > 1)) return;
  heads.forEach((head, column) => {
    if (!head.textContent.trim()) return;
    const sorter = button("", "", () => sort(table, column, heads, rows));
    sorter.append(...head.childNodes);
    sorter.title = "Sort by this column";
    head.append(sorter);
    head.setAttribute("aria-sort", "none");
  });
}

// Spreadsheets take text that begins like this for a formula; an apostrophe before it keeps it text.
function csvField(text) {
  const safe = /^[=+@\-\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// As in the files of tables/: unrounded, one row of heads, and details such as ranks in columns of their own.
function csv(table) {
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const rows = [...table.tBodies].flatMap((body) => [...body.rows].map((row) => [...row.cells]));
  const detailed = heads.map((_, column) => rows.some((cells) => cells[column]?.querySelector("small")?.textContent));
  const detail = (cell) => cell.querySelector("small")?.textContent.trim().replace(/^\((.*)\)$/, "$1") ?? "";
  const line = (cells, beside) => cells
    .flatMap((cell, column) => (detailed[column] ? [written(cell), beside(cell)] : [written(cell)]))
    .map(csvField).join(",");
  const head = line(heads, (cell) => `${written(cell)} ${table.dataset.detail}`);
  return [head, ...rows.map((cells) => line(cells, detail)), ""].join("\n");
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

function addCopyButton(table) {
  const name = table.closest(".scroll").getAttribute("aria-label");
  const copier = button("Copy as CSV", `Copy as CSV, ${name}`, async () => {
    await copy(csv(table));
    status.textContent = `Copied ${name}`;
    copier.textContent = "Copied";
    setTimeout(() => { copier.textContent = "Copy as CSV"; }, 1500);
  });
  copier.className = "copy";
  table.closest(".table").append(copier);
}

// ---- What scrolls within the page ----

// What fits is no stop for the keyboard, and a table's head can stick to the window itself; what is wider than the page
// and taller than the window, or as long as many windows, scrolls by itself, with its head in view.
function followSize(scroll) {
  const content = scroll.firstElementChild;
  const mark = (name, holds) => scroll.classList.toggle(name, holds);
  const look = () => {
    const right = scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 2;
    const below = scroll.scrollTop + scroll.clientHeight < scroll.scrollHeight - 2;
    const fits = scroll.classList.contains("fits");
    mark("left", scroll.scrollLeft > 2);
    mark("right", right);
    mark("below", below);
    mark("more", !fits && (right || below));
  };
  const measure = () => {
    const { width, height } = content.getBoundingClientRect();
    const narrow = width <= scroll.clientWidth + 1;
    const tall = height > (narrow ? 4 : 1.4) * innerHeight;
    const fits = narrow && !tall;
    mark("fits", fits);
    mark("tall", tall);
    if (fits) scroll.removeAttribute("tabindex");
    else scroll.setAttribute("tabindex", "0");
    look();
  };
  scroll.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(measure).observe(scroll);
}

// ---- Contents ----

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

addThemeButton();
for (const table of document.querySelectorAll(".table table")) {
  makeSortable(table);
  addCopyButton(table);
}
document.querySelectorAll(".scroll").forEach(followSize);
followReader();
