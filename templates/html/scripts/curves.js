// Confidence curves, one at a time: the null line and the level line can be moved, and what they tell is read below.

function startCurves(element) {
  const data = liveData(element);
  const control = (name) => element.querySelector(`[name="${name}"]`);
  const curves = curvesOf(data);
  const show = (value) => (data.scientific ? printedScientific(value) : printed(value, data.decimals));
  const state = { null: 0, level: 0.95 };
  const plot = makeCurvePlot(element.querySelector(".stage"), data.metric, {
    null: (value) => { state.null = value; update(); },
    level: (value) => { state.level = value; update(); },
  });
  const chosen = () => curves(control("pair").selectedIndex, control("dataset").selectedIndex);

  function redraw() {
    const dataset = control("dataset").selectedIndex;
    const others = control("others")?.checked
      ? data.curves.map((_, pair) => curves(pair, dataset)).filter((curve) => curve && curve !== chosen())
      : [];
    plot.draw(chosen(), others, state.null);
    update();
  }

  function update() {
    const curve = chosen();
    for (const part of element.querySelectorAll(".stage, .readings")) part.hidden = !curve;
    element.querySelector(".lacking").hidden = Boolean(curve);
    if (document.activeElement !== control("null")) control("null").value = state.null;
    if (document.activeElement !== control("level")) control("level").value = Number((100 * state.level).toPrecision(6));
    if (!curve) return;
    const reading = readCurve(curve, state);
    plot.move(reading, `${show(state.null)}, p ${reading.p < 0.001 ? "" : "= "}${printedP(reading.p)}`);
    state.summary = `Estimate ${show(reading.difference)}, p of the supposed difference ${printedP(reading.p)}`;
    tell(element, "difference", show(reading.difference), reading.difference);
    tell(element, "p", printedP(reading.p), reading.p);
    tell(element, "entangled", Number.isNaN(reading.entangled) ? "none" : show(reading.entangled), reading.entangled);
    tell(element, "level", `, ${printedPercent(state.level)}`, state.level);
    tell(element, "interval", `${show(reading.low)} to ${show(reading.high)}`, `${reading.low} ${reading.high}`);
    tell(element, "area", show(reading.area), reading.area);
    tell(element, "form", reading.title, reading.title);
  }

  function typed(name, least, most, take) {
    control(name).addEventListener("input", () => {
      const value = control(name).valueAsNumber;
      if (!(value >= least && value <= most)) return;
      take(value);
      redraw();
    });
    control(name).addEventListener("blur", update);
  }

  typed("null", -Infinity, Infinity, (value) => { state.null = value; });
  typed("level", 1, 99.9, (value) => { state.level = value / 100; });
  for (const name of ["pair", "dataset", "others"]) {
    control(name)?.addEventListener("change", () => {
      redraw();
      announce(chosen() ? state.summary : element.querySelector(".lacking").textContent);
    });
  }
  control("reset").addEventListener("click", () => {
    Object.assign(state, { null: 0, level: 0.95 });
    redraw();
  });
  element.hidden = false;
  redraw();
}

// Gives the curve of a pair on a data set, or null; each is made when it is first asked for.
function curvesOf(data) {
  const made = new Map();
  const make = (pair, dataset) => {
    if (dataset >= 0) return data.curves[pair][dataset] && makeCurve(data.curves[pair][dataset], data);
    const own = data.curves[pair].filter(Boolean).map((row) => makeCurve(row, data));
    return own.length > 1 ? averageCurve(own) : null;
  };
  return (pair, choice) => {
    const dataset = choice - (data.averaged ? 1 : 0); // the average is the first choice
    const key = `${pair} ${dataset}`;
    if (!made.has(key)) made.set(key, make(pair, dataset));
    return made.get(key);
  };
}

function readCurve(curve, { null: supposed, level }) {
  const [low, high] = curve.bounds(Number((1 - level).toPrecision(12)));
  return {
    difference: curve.difference, area: curve.area, title: curve.title, supposed, level, low, high,
    p: curve.p(supposed), entangled: curve.entangled(supposed),
  };
}

// Writes a reading, with its unrounded value next to the printed one, where the page has room for it.
function tell(element, name, text, value) {
  const place = element.querySelector(`[data-reading="${name}"]`);
  if (!place) return;
  place.textContent = text;
  place.dataset.value = value;
}

for (const element of document.querySelectorAll("[data-live=curves]")) startCurves(element);
