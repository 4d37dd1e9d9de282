// A box that leaves the rows which hold all the words written in it, and where several rows share what their first
// column names, such as a data set, a list to pick one of these.

const FEW_ROWS = 12; // that one sees at a glance

const searched = (text) => text.replaceAll("\u2212", "-").toLowerCase();
const textOf = (row) => [...row.cells].map((cell) => `${cell.textContent} ${cell.dataset.value ?? ""}`).join(" ");

function addFilter(table, tools) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length <= FEW_ROWS) return;
  const box = document.createElement("input");
  box.type = "search";
  box.placeholder = "Filter rows";
  box.setAttribute("aria-label", `Filter the rows of ${nameOf(table)}`);
  const count = document.createElement("output");
  const picker = pickerOf(table, rows);
  let texts;
  const show = () => {
    const words = searched(box.value).split(/\s+/).filter(Boolean);
    if (words.length) texts ??= rows.map((row) => searched(textOf(row)));
    table.style.minWidth ||= `${table.offsetWidth}px`;
    let left = 0;
    rows.forEach((row, place) => {
      const isPicked = !picker?.value || row.cells[0].textContent === picker.value;
      row.hidden = !isPicked || !words.every((word) => texts[place].includes(word));
      left += !row.hidden;
    });
    if (left === rows.length) table.style.minWidth = "";
    count.textContent = left < rows.length ? `${left} of ${rows.length} rows` : "";
  };
  box.addEventListener("input", show);
  picker?.addEventListener("change", show);
  tools.append(count, ...(picker ? [picker] : []), box);
  if (picker) show();
}

function pickerOf(table, rows) {
  const names = new Set(table.dataset.stub ? rows.map((row) => row.cells[0].textContent) : []);
  if (names.size < 2 || 2 * names.size > rows.length) return null;
  const picker = document.createElement("select");
  const what = table.tHead.rows[table.tHead.rows.length - 1].cells[0].textContent.toLowerCase();
  picker.setAttribute("aria-label", `${what} shown in ${nameOf(table)}`);
  picker.append(...[...names].map((name) => new Option(name)), new Option(`each ${what}`, ""));
  return picker;
}
