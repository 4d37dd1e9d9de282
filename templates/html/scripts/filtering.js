// A box that leaves the rows which hold all the words written in it.

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
  let texts;
  box.addEventListener("input", () => {
    texts ??= rows.map((row) => searched(textOf(row)));
    table.style.minWidth ||= `${table.offsetWidth}px`;
    const words = searched(box.value).split(/\s+/).filter(Boolean);
    let left = 0;
    rows.forEach((row, place) => {
      row.hidden = !words.every((word) => texts[place].includes(word));
      left += !row.hidden;
    });
    if (!words.length) table.style.minWidth = "";
    count.textContent = words.length ? `${left} of ${rows.length} rows` : "";
  });
  tools.append(count, box);
}
