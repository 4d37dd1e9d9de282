// The plot of a confidence curve, with two lines that can be moved by pointer and keys.

function makeCurvePlot(stage, metric, moved) {
  const place = { left: 52, top: 30, bottom: 52, right: 58 };
  const group = (name) => shape("g", { class: name });
  const axes = group("axes");
  const otherCurves = group("others");
  const path = shape("path", { class: "curve" });
  const entangled = shape("path", { class: "entangled" });
  const star = shape("path", { class: "star" });
  const interval = shape("path", { class: "interval" });
  const ground = shape("rect", { class: "ground" });
  const nullHandle = makeHandle("null", "Supposed difference", "horizontal");
  const levelHandle = makeHandle("level", "Level of the interval in per cent", "vertical");
  const svg = shape("svg", { class: "plot", role: "group", "aria-label": `Confidence curve of a difference in ${metric}` },
    axes, otherCurves, ground, path, entangled, interval, star, levelHandle.element, nullHandle.element);
  stage.append(svg);
  let shown = { curve: null, others: [], reading: null, text: "" };
  let low = -1;
  let high = 1;
  let step = 0.01;

  const x = (value) => place.left + (value - low) / (high - low) * (place.width - place.left - place.right);
  const y = (p) => place.height - place.bottom - p * (place.height - place.top - place.bottom);
  const edges = () => [place.left, place.width - place.right, place.top, place.height - place.bottom];

  function draw(curve, others, supposed) {
    shown = { ...shown, curve, others };
    if (!curve || !place.width) return;
    [low, high] = curveLimits([curve, ...others], supposed);
    step = roundStep((high - low) / 200);
    const [left, right, top, bottom] = edges();
    paint(svg, { viewBox: `0 0 ${place.width} ${place.height}`, width: place.width, height: place.height });
    paint(ground, { x: left, y: top, width: right - left, height: bottom - top });
    axes.replaceChildren(...curveAxes(low, high, metric, x, y, edges()));
    otherCurves.replaceChildren(
      ...others.map((other) => shape("path", { d: curveLine(other, low, high, x, y), class: "other" })),
    );
    paint(path, { d: curveLine(curve, low, high, x, y) });
  }

  function move(reading, text) {
    shown = { ...shown, reading, text };
    if (!place.width) return;
    const [left, right, top, bottom] = edges();
    const height = y(reading.p);
    const across = Math.max(left, Math.min(right, x(reading.entangled)));
    paint(entangled, { d: Number.isNaN(reading.entangled) ? "" : `M${x(reading.supposed)} ${height}H${across}` });
    const inside = reading.entangled >= low && reading.entangled <= high;
    paint(star, { d: inside ? starAt(x(reading.entangled), height) : "" });
    const level = y(1 - reading.level);
    const ends = [reading.low, reading.high].map((end) => Math.max(left, Math.min(right, x(end))));
    paint(interval, { d: `M${ends[0]} ${level - 5}v10m0-5H${ends[1]}m0-5v10` });
    nullHandle.put(x(reading.supposed), top - 8, `M0 0V${bottom - top + 8}`, reading.supposed, low, high, text);
    levelHandle.put(right + 8, level, `M0 0H${left - right - 8}`, 100 * reading.level, 1, 99.9, printedPercent(reading.level));
  }

  const snapped = (value) => Number((Math.round(Math.max(low, Math.min(high, value)) / step) * step).toPrecision(12));
  const bounded = (level) => Number(Math.max(0.01, Math.min(0.999, level)).toPrecision(6));
  const point = (event) => {
    const box = svg.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const toNull = (event) => {
    const [left, right] = edges();
    moved.null(snapped(low + (point(event)[0] - left) / (right - left) * (high - low)));
  };
  const toLevel = (event) => {
    const [, , top, bottom] = edges();
    moved.level(bounded(Math.round(1000 * (1 - (bottom - point(event)[1]) / (bottom - top))) / 1000));
  };
  followPointer(ground, toNull);
  followPointer(nullHandle.element, toNull);
  followPointer(levelHandle.element, toLevel);
  followKeys(nullHandle.element, (steps) => moved.null(snapped(shown.reading.supposed + steps * step)),
    (end) => moved.null(end < 0 ? Math.ceil(low / step) * step : Math.floor(high / step) * step));
  followKeys(levelHandle.element, (steps) => moved.level(bounded(shown.reading.level + steps / 100)),
    (end) => moved.level(end < 0 ? 0.01 : 0.999));
  followWidth(stage, (width) => {
    Object.assign(place, { width: Math.min(width, 760), height: Math.round(Math.max(260, Math.min(420, 0.55 * width))) });
    draw(shown.curve, shown.others, shown.reading?.supposed ?? 0);
    if (shown.reading) move(shown.reading, shown.text);
  });
  return { draw, move };
}

// A line that can be taken hold of: wider to the pointer than to the eye, and a slider to the keyboard.
function makeHandle(name, title, orientation) {
  const reach = shape("path", { class: "reach" });
  const seen = shape("path", { class: "seen" });
  const grip = shape("circle", { class: "grip", r: 7 });
  const element = shape("g", {
    class: `handle ${name}`, role: "slider", tabindex: 0, "aria-label": title, "aria-orientation": orientation,
  }, reach, seen, grip);
  const put = (x, y, d, value, low, high, text) => {
    paint(element, {
      transform: `translate(${x} ${y})`, "aria-valuenow": value, "aria-valuemin": low, "aria-valuemax": high,
      "aria-valuetext": text,
    });
    for (const path of [reach, seen]) paint(path, { d });
  };
  return { element, put };
}

function followPointer(element, follow) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    element.focus?.({ preventScroll: true });
    event.preventDefault();
    follow(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (element.hasPointerCapture(event.pointerId)) follow(event);
  });
}

function followKeys(element, walk, jump) {
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
  element.addEventListener("keydown", (event) => {
    if (event.key in steps) walk(steps[event.key]);
    else if (event.key === "Home" || event.key === "End") jump(event.key === "Home" ? -1 : 1);
    else return;
    event.preventDefault();
  });
}

// The range in which all curves are above 0.01, and zero and the supposed difference.
function curveLimits(curves, supposed) {
  const ends = curves.flatMap((curve) => curve.bounds(0.01)).filter(Number.isFinite);
  const low = Math.min(0, supposed, ...ends);
  const high = Math.max(0, supposed, ...ends);
  const room = 0.06 * (high - low) || 0.05;
  return [low - room, high + room];
}

// A curve of any form from its bounds, close where it bends; one without spread is a spike.
function curveLine(curve, low, high, x, y) {
  const heights = Array.from({ length: 61 }, (_, place) => (1 - Math.cos(Math.PI * Math.max(place, 0.1) / 60)) / 2);
  const flanks = heights.map((p) => [p, ...curve.bounds(p)]);
  const rising = flanks.map(([p, left]) => [left, p]);
  const falling = flanks.map(([p, , right]) => [right, p]).reverse();
  const inside = [...rising, ...falling].filter(([value]) => value >= low && value <= high);
  return `M${inside.map(([value, p]) => `${x(value).toFixed(2)} ${y(p).toFixed(2)}`).join("L")}`;
}

function curveAxes(low, high, metric, x, y, [left, right, top, bottom]) {
  const { step, values } = ticks(low, high, Math.max(3, Math.floor((right - left) / 80)));
  const heights = [0, 0.25, 0.5, 0.75, 1];
  return [
    ...heights.map((p) => line(left, y(p), right, y(p), "grid")),
    line(x(0), top, x(0), bottom, "zero"),
    line(left, bottom, right, bottom, "axis"),
    ...values.map((value) => line(x(value), bottom, x(value), bottom + 4, "axis")),
    ...values.map((value) => label(x(value), bottom + 18, printed(value, decimalsOf(step)), "number")),
    ...heights.map((p) => label(left - 8, y(p) + 4, String(p), "number", "end")),
    ...heights.map((p) => label(right + 20, y(p) + 4, String(100 * (1 - p)), "number soft", "start")),
    label((left + right) / 2, bottom + 40, `difference in ${metric}`, "title"),
    label(left - 8, top - 14, "p", "title", "end"),
    label(right + 20, top - 14, "level, %", "title soft", "middle"),
  ];
}

function starAt(x, y) {
  const corner = (place) => {
    const [angle, radius] = [Math.PI * (place / 5 - 0.5), place % 2 ? 3 : 7];
    return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${Array.from({ length: 10 }, (_, place) => corner(place)).join("L")}Z`;
}
