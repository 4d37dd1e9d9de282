// Tables of scores: the reader chooses whether cells show scores, ranks, differences to the best, or scores shaded.

function startViews(controls) {
  const table = controls.parentElement.querySelector("table");
  const region = table.closest(".scroll");
  const title = table.caption.querySelector("strong");
  const names = [region.getAttribute("aria-label"), title?.textContent];
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
  const values = rows.map((row) => row.dataset.values ?? "");
  const cells = controls.dataset.others.split("\n").flatMap((line, place) =>
    line.split("|").flatMap((others, column) => {
      const cell = rows[place]?.cells[column]; // a template of one's own may have fewer
      if (!others || !cell?.firstChild) return [];
      const detail = cell.querySelector("small");
      const written = [cell.firstChild.textContent, detail?.textContent];
      const [rank, difference, shade] = others.split(";");
      cell.style.setProperty("--heat", `${shade}%`);
      return [{ cell, detail, texts: [written, rank.split(/(?= )/), difference.split(/(?= )/), written] }];
    }));
  const choices = [...controls.querySelectorAll("input")];
  const show = () => {
    const view = choices.findIndex((choice) => choice.checked);
    for (const { cell, detail, texts } of cells) {
      cell.firstChild.textContent = texts[view][0];
      if (detail) detail.textContent = texts[view][1] ?? "";
    }
    const isOfScores = view === 0 || view === 3;
    table.classList.toggle("heated", view === 3);
    table.classList.toggle("briefly", !isOfScores);
    rows.forEach((row, place) => { row.dataset.values = isOfScores ? values[place] : ""; });
    const more = ["", " (ranks)", " (difference to best)", " (stronger color: nearer to the best of its data set)"][view];
    region.setAttribute("aria-label", names[0] + more);
    if (title) title.textContent = names[1].replace(/\.$/, `${more}.`);
  };
  controls.addEventListener("change", () => {
    show();
    announce(`Shown: ${choices.find((choice) => choice.checked).value}`);
  });
  controls.hidden = false;
  show(); // a browser may keep what was chosen before a page is loaded again
}

for (const controls of document.querySelectorAll(".views")) startViews(controls);
