// A table as LaTeX that needs booktabs only; characters are written as the page's data says LaTeX shows them.

let latexCharacters;

function latexText(text) {
  latexCharacters ??= JSON.parse(document.getElementById("data-latex").textContent);
  const characters = text.normalize("NFC").match(/[^\u0300-\u036f]?[\u0300-\u036f]*/gsu);
  const escaped = characters.map((character) => latexCharacters[character] ?? character).join("");
  return escaped.replace(/\s+/g, " ").replace(/([-',])(?=\1)/g, "$1{}");
}

function latexCell(cell) {
  const detail = shownDetail(cell);
  let text = latexText(shown(cell));
  if (cell.querySelector("b")) text = `\\textbf{${text}}`;
  else if (cell.querySelector("u")) text = `\\underline{${text}}`;
  const sign = cell.matches(".significant") ? "*" : cell.matches(".equivalent") ? "=" : "";
  if (sign) text += detail ? sign : `\\rlap{${sign}}`;
  if (detail) text += ` {\\scriptsize ${latexText(detail)}}`;
  return spanOf(cell) > 1 ? `\\multicolumn{${spanOf(cell)}}{c}{${text}}` : text;
}

const latexRow = (row) => `${[...row.cells].map(latexCell).join(" & ")} \\\\`;

// Rules under what a row of the head spans.
function latexRules(row) {
  let end = 0;
  return [...row.cells].flatMap((cell) => {
    end += spanOf(cell);
    return spanOf(cell) > 1 ? [`\\cmidrule(lr){${end - spanOf(cell) + 1}-${end}}`] : [];
  }).join("");
}

function asLatex(table) {
  // a comment shows its characters as the cells do; what no command writes stays, as it stays there
  const comment = (text) => `% ${latexText(text).trim()}`;
  const headRows = [...table.tHead.rows];
  const rule = "\\midrule";
  const bodies = [...table.tBodies].map((body) => [...body.rows].filter((row) => !row.hidden).map(latexRow));
  const notes = [...table.closest(".table").querySelectorAll(".notes p")];
  return [
    "% needs \\usepackage{booktabs}",
    comment(nameOf(table)),
    `\\begin{tabular}{${alignmentOf(table).join("")}}`,
    "\\toprule",
    ...headRows.flatMap((row) => [latexRow(row), row === headRows.at(-1) ? rule : latexRules(row)]).filter(Boolean),
    ...bodies.filter((rows) => rows.length).flatMap((rows, place) => (place ? [rule, ...rows] : rows)),
    "\\bottomrule",
    "\\end{tabular}",
    ...notes.map((note) => comment(note.textContent)),
    "",
  ].join("\n");
}
