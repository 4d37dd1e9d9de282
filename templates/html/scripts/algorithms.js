// Whatever stands for an algorithm carries its name as data-algorithm. Where one is hovered or focused, all are lit.

const choices = new Map(); // by algorithm: what the toolbox made of it, { hidden, mark, name }
const displayed = (algorithm) => choices.get(algorithm)?.name || algorithm;

// Names of rows are their own texts, which a long table need not hold twice.
for (const head of document.querySelectorAll("th[data-names]")) {
  for (const row of head.closest("table").tBodies[0].rows) {
    const cell = row.cells[head.cellIndex];
    cell.dataset.algorithm ||= shown(cell);
  }
}

const named = (root, algorithm) => [...root.querySelectorAll(`[data-algorithm="${CSS.escape(algorithm)}"]`)];

// What a name stands for: its row, the cells of its columns, or itself.
function partsOf(element) {
  if (!element.matches("th")) return [element];
  return element.closest("tbody") ? [element.parentElement] : [...columnsOf(element)];
}

function* columnsOf(head) {
  let start = 0;
  for (const cell of head.parentElement.cells) {
    if (cell === head) break;
    start += spanOf(cell);
  }
  for (const row of head.closest("table").rows) {
    let at = 0;
    for (const cell of row.cells) {
      if (at >= start && at + spanOf(cell) <= start + spanOf(head)) yield cell;
      at += spanOf(cell);
    }
  }
}

function light(algorithm) {
  for (const part of document.querySelectorAll("[data-lit]")) part.removeAttribute("data-lit");
  if (algorithm === undefined) return;
  for (const part of named(document, algorithm).flatMap(partsOf)) part.dataset.lit = "";
}

// The algorithm that something names, or the one that names its row.
function algorithmAt(target) {
  const element = target.closest("[data-algorithm]");
  const heads = element ? [element] : target.closest("tr")?.querySelectorAll("th[scope=row][data-algorithm]") ?? [];
  return heads.length === 1 ? heads[0].dataset.algorithm : undefined;
}

let lit;
function follow({ target }) {
  const algorithm = algorithmAt(target);
  if (algorithm !== lit) light(algorithm);
  lit = algorithm;
}

document.addEventListener("mouseover", follow);
document.addEventListener("focusin", follow);
