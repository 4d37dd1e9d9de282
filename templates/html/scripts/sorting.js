// Sorts a table by a column: ascending, descending, as printed.

// Text as a number, or NaN; "<0.001" sorts before 0.001.
function number(text) {
  const value = parseFloat(text.replace(/^<\s*/, ""));
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
  const keyed = rows.map((row) => ({ row, key: written(row)[column] }));
  if (next !== "none") {
    const sign = next === "ascending" ? 1 : -1;
    keyed.sort((a, b) => !a.key - !b.key || sign * compare(a.key, b.key));
  }
  table.tBodies[0].append(...keyed.map(({ row }) => row));
  announce(`Sorted by ${shown(head)}: ${next === "none" ? "as printed" : next}`);
}

function makeSortable(table) {
  const rows = [...table.tBodies[0].rows];
  const heads = headsOf(table);
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
