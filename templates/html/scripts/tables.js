// What each table can do; the parts are in files of their own.

const nameOf = (table) => table.closest(".scroll").getAttribute("aria-label");

// How the columns are aligned: l, c or r.
function alignmentOf(table) {
  const row = table.tBodies[0].rows[0] ?? table.tBodies[1]?.rows[0];
  const letter = (cell) => (cell.matches('[scope="row"], .left') ? "l" : cell.matches(".center") ? "c" : "r");
  return row ? [...row.cells].map(letter) : headsOf(table).map(() => "l");
}

function addCopying(table, tools) {
  const name = nameOf(table);
  const copying = (form, write) => async () => {
    await copy(write(table));
    announce(`Copied ${name} as ${form}`);
    return "Copied";
  };
  const copyingRich = async () => {
    await copyRich(asRichText(table), asTabs(table));
    announce(`Copied ${name} for a word processor`);
    return "Copied";
  };
  const saving = () => {
    const file = `${table.closest(".table").id.replace(/^table-/, "")}.csv`;
    save(file, new Blob([asCsv(table).replace(isolated, "")], { type: "text/csv" }));
    announce(`Saved ${file}`);
    return "Saved";
  };
  tools.append(menu("Copy", name, [
    ["Copy as LaTeX", copying("LaTeX", asLatex)],
    ["Copy as CSV", copying("CSV", asCsv)],
    ["Copy as Markdown", copying("Markdown", asMarkdown)],
    ["Copy for Word or Docs", copyingRich],
    ["Save as CSV", saving],
  ]));
}

for (const table of document.querySelectorAll(".table table")) {
  const holder = table.closest(".table");
  const tools = holder.querySelector(".tools") ?? document.createElement("div");
  tools.className = "tools";
  if (!table.closest(".matrix")) {
    makeSortable(table);
    addFilter(table, tools);
  }
  addCopying(table, tools);
  // the page has all that the file has, and may have been sent without it
  tools.querySelectorAll("a").forEach((link) => link.remove());
  holder.prepend(tools);
}
