// A table as Markdown with pipes; a head over several columns stands before the name of each.

function markdownText(text) {
  const escaped = text.replace(/[\\`*_{}[\]<>()#+!|~&$@:]/g, "\\$&").replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`);
  return escaped.replace(/\s+/g, " ").replace(/^(\d*)([-=]|\.(?=\s|$))/, "$1\\$2");
}

function markdownCell(cell) {
  let text = markdownText(shown(cell));
  if (cell.querySelector("b")) text = `**${text}**`;
  else if (cell.querySelector("u")) text = `<u>${text}</u>`;
  if (cell.matches(".significant")) text += "\\*";
  else if (cell.matches(".equivalent")) text += "=";
  return [text, markdownText(shownDetail(cell))].filter(Boolean).join(" ");
}

function asMarkdown(table) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rules = { l: ":---", c: ":---:", r: "---:" };
  const notes = [...table.closest(".table").querySelectorAll(".notes p")];
  return [
    line(headsOf(table).map((cell) => markdownText(cell.dataset.value ?? shown(cell)))),
    line(alignmentOf(table).map((letter) => rules[letter])),
    ...rowsOf(table).map((row) => line([...row.cells].map(markdownCell))),
    ...notes.flatMap((note) => ["", markdownText(note.textContent)]),
    "",
  ].join("\n");
}
