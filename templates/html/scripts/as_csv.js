// A table as CSV, as in the files of tables/ but for digits beyond the sixth: one row of heads, details such as ranks in columns of their own.

// Spreadsheets take text that begins like this for a formula; an apostrophe before it keeps it text.
function csvField(text) {
  const safe = /^[=+@\-\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function asCsv(table) {
  const heads = headsOf(table);
  const parts = heads.map((head) => head.dataset.detail?.split(",") ?? []);
  const head = heads.flatMap((cell, column) => {
    const name = cell.dataset.value ?? shown(cell);
    return [name, ...parts[column].map((part) => `${name} ${part}`)];
  });
  const rows = rowsOf(table).map((row) => {
    const details = writtenDetails(row);
    return written(row).flatMap((value, column) => [value, ...parts[column].map((_, at) => details[column][at] ?? "")]);
  });
  return [head, ...rows].map((fields) => `${fields.map(csvField).join(",")}\n`).join("");
}
