// A table as HTML for word processors: styles are at each element, for they take no style sheets. It is text, never part of this page.

const markupText = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const richElement = (name, content, style, more = "") => `<${name}${more}${style ? ` style="${style}"` : ""}>${content}</${name}>`;

function richCell(cell, name, align, rules) {
  const span = spanOf(cell) > 1 ? ` colspan="${spanOf(cell)}"` : "";
  const mark = cell.querySelector("b") ? "b" : cell.querySelector("u") ? "u" : "span";
  const sign = cell.matches(".significant") ? "*" : cell.matches(".equivalent") ? "=" : "";
  const small = richElement("span", markupText(shownDetail(cell)), "font-size:smaller");
  const content = `${richElement(mark, markupText(shown(cell)))}${sign}${shownDetail(cell) ? ` ${small}` : ""}`;
  const color = cell.matches(".muted") ? "color:#6b6f75;" : "";
  return richElement(name, content, `text-align:${align};padding:1pt 4pt;${rules}${color}`, span);
}

function asRichText(table) {
  const sides = { l: "left", c: "center", r: "right" };
  const alignment = alignmentOf(table).map((letter) => sides[letter]);
  const lines = (rows, name) => rows.map((row, at) => {
    const above = at === 0 ? "border-top:1pt solid;" : "";
    const rules = above + (at === rows.length - 1 ? "border-bottom:1pt solid;" : "");
    let column = 0;
    const cells = [...row.cells].map((cell) => {
      const align = spanOf(cell) > 1 ? "center" : alignment[column];
      column += spanOf(cell);
      return richCell(cell, name, align, rules);
    });
    return richElement("tr", cells.join(""));
  });
  const rows = [...lines([...table.tHead.rows], "th"), ...lines(rowsOf(table), "td")];
  const notes = [...table.closest(".table").querySelectorAll(".notes p")].map((note) => markupText(note.textContent));
  return [
    richElement("p", markupText(table.caption.textContent.trim())),
    richElement("table", rows.join(""), "border-collapse:collapse"),
    ...notes.map((note) => richElement("p", note, "font-size:smaller")),
  ].join("");
}

// The same for programs that take plain text: cells between tabs.
function asTabs(table) {
  return [...table.tHead.rows, ...rowsOf(table)]
    .map((row) => `${[...row.cells].map((cell) => [shown(cell), shownDetail(cell)].filter(Boolean).join(" ")).join("\t")}\n`)
    .join("");
}
