// What the cells of a table say, as shown and in more digits.

const headsOf = (table) => [...table.tHead.rows[table.tHead.rows.length - 1].cells];

// How many columns a head is over, those among them that the toolbox hides.
const spanOf = (cell) => Number(cell.dataset.span ?? cell.colSpan);

// The rows of the body and of what sums it up, but for those that the filter hides.
const rowsOf = (table) => [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => !row.hidden);

// A cell's text without its detail.
function shown(cell) {
  const parts = [...cell.childNodes].filter((part) => part.nodeName !== "SMALL");
  return parts.map((part) => part.textContent).join("").trim();
}

function shownDetail(cell) {
  return cell.querySelector("small")?.textContent.trim() ?? "";
}

const isMissing = (text) => ["", "\u2013", "nan"].includes(text);

// Text with a true minus sign as programs write it, where it is a number.
function plain(text) {
  const ascii = text.replaceAll("\u2212", "-");
  return Number.isNaN(parseFloat(ascii)) ? text : ascii;
}

// A number with the zero before its point.
const full = (value) => value.replace(/^(-?)\./, "$10.");

// Cells of a row without their details, as precise as the page has them: numbers from the row, names from the cell, the rest as shown.
function written(row) {
  const values = (row.dataset.values ?? "").split(" ");
  return [...row.cells].map((cell, column) => {
    const value = full(values[column]?.split(",")[0] ?? "");
    const text = value || (cell.dataset.value ?? plain(shown(cell)));
    return isMissing(text) ? "" : text;
  });
}

// The details of a row's cells, each a list: the rank next to a score, the two ends of an interval.
function writtenDetails(row) {
  const values = (row.dataset.values ?? "").split(" ");
  return [...row.cells].map((cell, column) => {
    const details = (values[column] ?? "").split(",").slice(1).map(full);
    const read = shownDetail(cell).replace(/^[([]|[)\]]$/g, "");
    return details.some(Boolean) ? details : read ? [plain(read)] : [];
  });
}
