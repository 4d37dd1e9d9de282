// Half matrices of pairs: the reader chooses which of the quantities that the page has the cells show.

function startMatrix(matrix) {
  const select = matrix.querySelector("[name=quantity]");
  const heads = [...matrix.querySelectorAll("thead th")];
  const cells = [...matrix.querySelectorAll("[data-texts]")];
  const name = (cell) => {
    const [row, column] = [cell.parentElement.cells[0], heads[cell.cellIndex - 1]].map((head) => head.title);
    cell.title = `${row}, ${column}: ${select.value} ${cell.textContent}`;
  };
  document.addEventListener("algorithms", () => cells.forEach(name));
  select.addEventListener("change", () => {
    for (const cell of cells) {
      const [value, interval] = cell.dataset.texts.split("|")[select.selectedIndex].split(" [");
      cell.textContent = value;
      if (interval) cell.append(small(` [${interval}`));
      name(cell);
    }
    announce(`Shown: ${select.value}`);
  });
  matrix.querySelector(".controls").hidden = false;
}

function small(text) {
  const element = document.createElement("span");
  element.className = "interval";
  element.textContent = text;
  return element;
}

for (const matrix of document.querySelectorAll(".matrix")) startMatrix(matrix);
