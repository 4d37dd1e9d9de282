// Saves a figure: as the SVG that the page holds, or as pixels drawn from it.

const PIXELS = 4; // of the picture, a point of the drawing

function svgOf(figure) {
  const drawing = figure.querySelector(".drawing svg").cloneNode(true);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const [x, y, width, height] = drawing.getAttribute("viewBox").split(" ");
  Object.entries({ x, y, width, height, fill: "#fff" }).forEach(([name, value]) => paper.setAttribute(name, value));
  drawing.prepend(paper);
  Object.entries({ width, height }).forEach(([name, value]) => drawing.setAttribute(name, `${value}pt`));
  drawing.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(drawing);
}

async function pngOf(figure) {
  const { width, height } = figure.querySelector(".drawing svg").viewBox.baseVal;
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(figure))}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  const scale = Math.min(PIXELS, 16_000 / Math.max(width, height));
  Object.assign(canvas, { width: width * scale, height: height * scale });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function addSaving(figure) {
  const name = figure.id.replace(/^figure-/, "");
  const saved = (file, blob) => {
    save(file, blob);
    announce(`Saved ${file}`);
    return "Saved";
  };
  figure.append(menu("Save", figure.querySelector("figcaption strong").textContent.replace(/\.$/, ""), [
    ["As SVG", () => saved(`${name}.svg`, new Blob([svgOf(figure)], { type: "image/svg+xml" }))],
    ["As PNG", async () => saved(`${name}.png`, await pngOf(figure))],
  ]));
}

document.querySelectorAll("figure:has(> .drawing)").forEach(addSaving);
