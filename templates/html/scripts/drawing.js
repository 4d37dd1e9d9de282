// Elements of drawings that the page makes itself.

function shape(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  paint(element, attributes);
  element.append(...children);
  return element;
}

function paint(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

function line(x1, y1, x2, y2, name) {
  return shape("line", { x1, y1, x2, y2, class: name });
}

function label(x, y, text, name, anchor = "middle") {
  return shape("text", { x, y, class: name, "text-anchor": anchor }, text);
}

// Calls `draw(width)` now, once the fonts are there to be measured, and whenever the element has got another width.
function followWidth(element, draw) {
  let width = 0;
  const follow = () => {
    const now = Math.floor(element.getBoundingClientRect().width);
    if (now === width || now === 0) return;
    width = now;
    draw(now);
  };
  new ResizeObserver(follow).observe(element);
  document.fonts.ready.then(() => {
    width = 0;
    follow();
  });
}

// Writes a reading of a live figure, with its unrounded value, where the page has room for it.
function tell(element, name, text, value) {
  const place = element.querySelector(`[data-reading="${name}"]`);
  if (!place) return;
  place.textContent = text;
  place.dataset.value = value;
}

function liveData(element) {
  return JSON.parse(document.getElementById(element.dataset.from).textContent);
}
