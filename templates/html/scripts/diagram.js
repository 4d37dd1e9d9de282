// The critical difference diagram at the level and by the adjustment that the reader chooses; all of it was computed
// when the report was made, and here is drawn.

function startDiagram(element) {
  const data = liveData(element);
  const figure = element.closest("figure");
  const [adjustment, level, reset] = ["adjustment", "level", "reset"].map((name) => element.querySelector(`[name=${name}]`));
  const svg = shape("svg", { class: "plot", role: "img" });
  let width = 0;

  function update() {
    const at = level.valueAsNumber;
    const chosen = adjustment?.selectedIndex ?? data.adjustment;
    const [number, cd, caption, sentence] = data.states[chosen][at];
    const marked = number === null ? null : data.groupings[number];
    const isStudy = chosen === data.adjustment && at === data.level;
    level.setAttribute("aria-valuetext", data.alphaTexts[at]);
    tell(element, "level", data.alphaTexts[at] + (at === data.level ? " (as specified)" : ""), data.alphas[at]);
    // the headline has the sentence on the study's own setting, which the marks in tables keep
    tell(element, "sentence", isStudy ? "" : [sentence, data.tables].join(" "), cd ?? "");
    tell(element, "groups", groupsInWords(data, marked).join(" "), "");
    figure.querySelector(".caption").textContent = (isStudy && data.caption) || caption;
    reset.disabled = isStudy;
    svg.setAttribute("aria-label", `${ranksInWords(data)} ${sentence}`);
    if (!width) return;
    (data.inRows ? drawRows : drawDiagram)(svg, data, marked, cd, width);
    showChoices(svg);
  }

  function restore() {
    if (adjustment) adjustment.selectedIndex = data.adjustment;
    level.value = data.level;
  }

  level.max = data.alphas.length - 1;
  restore();
  for (const control of [adjustment, level].filter(Boolean)) control.addEventListener("input", update);
  reset.addEventListener("click", () => {
    restore();
    update();
  });
  element.querySelector(".stage").append(svg);
  element.hidden = false;
  figure.classList.add("lively");
  document.addEventListener("algorithms", update);
  followWidth(element.querySelector(".stage"), (now) => {
    width = Math.min(now, 860);
    update();
  });
  update();
}

function ranksInWords({ names, ranks, order }) {
  return `Average ranks: ${order.map((algorithm) => `${displayed(names[algorithm])} ${printed(ranks[algorithm], 2)}`).join(", ")}.`;
}

// The groups, as many as can be read; the diagram shows all.
function groupsInWords({ names, order, control }, marked) {
  if (marked === null) return ["There are more groups than bars can show."];
  if (control !== null || !marked.length) return [];
  const inWords = (group) => group.map((place) => displayed(names[order[place]])).join(", ");
  let letters = 0;
  const texts = marked.map(inWords).filter((text) => (letters += text.length) <= 400).slice(0, 12);
  if (!texts.length) return [];
  const more = marked.length > texts.length ? `; and ${marked.length - texts.length} more` : "";
  return [`Not significantly different: ${texts.join("; ")}${more}.`];
}

function drawDiagram(svg, data, marked, cd, width) {
  const sizes = { row: 21, bar: 8, font: width < 480 ? 12 : 14, edge: 6, gap: 8 };
  const ranks = data.order.map((algorithm) => data.ranks[algorithm]);
  const names = data.order.map((algorithm) => data.names[algorithm]);
  // The better half is named where the best rank lies; where there is little room all are named at the left.
  const isOneSided = data.oneSide || width < 520;
  const half = isOneSided ? (data.bestAtLeft ? names.length : 0) : Math.ceil(names.length / 2);
  const isAtRight = (place) => place < half !== data.bestAtLeft;
  const rows = Math.max(half, names.length - half);
  const measure = textMeasure(svg.parentElement, sizes.font);
  const families = data.order.map((algorithm) => familyOf(data, algorithm));
  const shown = shownNames(names, families, (isOneSided ? 0.4 : 0.3) * width, measure);
  sizes.rank = data.showRanks ? Math.max(...ranks.map((rank) => measure(printed(rank, 2)))) : 0;
  const letters = data.letters && data.control === null && marked !== null ? groupLetters(marked, names.length) : null;
  sizes.forRank = data.showRanks ? sizes.rank + 2 * sizes.gap : 0;
  sizes.forLetters = letters ? Math.max(...letters.map(measure)) + sizes.gap : 0;
  const beforeName = sizes.forRank + sizes.forLetters + sizes.gap;
  const sides = [shown.filter((_, place) => !isAtRight(place)), shown.filter((_, place) => isAtRight(place))]
    .map((side) => (side.length ? Math.max(...side.map(measure)) + beforeName : sizes.gap));
  const scale = rankScale(ranks, sizes.edge + sides[0], width - sizes.edge - sides[1], width, data.bestAtLeft);
  const isControl = data.control !== null;
  const bars = isControl || marked === null ? [] : groupBars(marked, ranks, scale);
  const axisY = cd === null ? 30 : 66;
  const bottom = axisY + 14 + sizes.bar * Math.max(0, ...bars.map((bar) => bar.row + 1));
  const legend = familyLegend(data, bottom + rows * sizes.row + 8, width, sizes, measure);
  const height = bottom + rows * sizes.row + 8 + legend.height;
  paint(svg, { viewBox: `0 0 ${width} ${height}`, width, height, "font-size": sizes.font });
  svg.replaceChildren(
    ...(cd === null ? [] : criticalDifference(cd, isControl ? ranks[data.control] : null, scale, bottom)),
    ...rankAxis(scale, axisY),
    ...names.flatMap((name, place) => rankLabel(place, name, shown[place], ranks[place], {
      right: isAtRight(place), y: bottom + (place < half ? place : names.length - 1 - place) * sizes.row + sizes.row / 2,
      axisY, scale, sizes, letters: letters?.[place], family: families[place], kind: outstanding(data, place),
    })),
    ...bars.map((bar) => groupBar(bar, ranks, names, axisY + 12 + bar.row * sizes.bar, scale)),
    ...(isControl && marked !== null ? ranks.map((rank, place) => point(data, place, scale.x(rank), axisY, marked)) : []),
    ...legend.shapes,
  );
}

const outstanding = (data, place) => (place === data.control || data.highlight.includes(place) ? "outstanding" : "");

// The sign, the color of its points and that of its name; null where an algorithm is of no family.
function familyOf({ families }, algorithm) {
  const number = families?.of[algorithm] ?? null;
  return number === null ? null : { sign: families.signs[number], point: families.points[number], text: families.texts[number] };
}

function shownNames(names, families, room, measure) {
  return names.map((name, place) => {
    const sign = families[place] ? `${families[place].sign} ` : "";
    return sign + fitted(displayed(name), room - measure(sign), measure);
  });
}

// The point of an algorithm: hollow where it does not differ from the control.
function point(data, place, cx, cy, marked) {
  const algorithm = data.order[place];
  const isAlike = data.control !== null && place !== data.control && marked !== null && !marked[0].includes(place);
  const kind = isAlike ? "alike" : data.control !== null && place === data.control ? "is-control" : "differs";
  const circle = shape("circle", { cx, cy, r: 4.5, class: kind, "data-algorithm": data.names[algorithm] });
  const color = familyOf(data, algorithm)?.point;
  if (color) circle.setAttribute(isAlike ? "stroke" : "fill", color);
  return circle;
}

// Which sign stands for which family, in as many lines as they need.
function familyLegend({ families }, top, width, { font, edge, gap }, measure) {
  const shapes = [];
  let [x, y] = [edge, top + font];
  for (const [number, family] of (families?.names ?? []).entries()) {
    const text = fitted(`${families.signs[number]} ${family}`, width - 2 * edge, measure);
    if (x > edge && x + measure(text) > width - edge) [x, y] = [edge, y + 1.5 * font];
    const entry = label(x, y, text, "family", "start");
    entry.setAttribute("fill", families.texts[number]);
    shapes.push(entry);
    x += measure(text) + 2 * gap;
  }
  return { shapes, height: shapes.length ? y - top + 0.6 * font : 0 };
}

// A row for each algorithm from the best, its point below the axis, and bars of groups at the right.
function drawRows(svg, data, marked, cd, width) {
  const sizes = { row: 20, bar: 8, font: width < 480 ? 12 : 14, edge: 6, gap: 8 };
  const ranks = data.order.map((algorithm) => data.ranks[algorithm]);
  const names = data.order.map((algorithm) => data.names[algorithm]);
  const families = data.order.map((algorithm) => familyOf(data, algorithm));
  const measure = textMeasure(svg.parentElement, sizes.font);
  const shown = shownNames(names, families, 0.4 * width, measure);
  const isControl = data.control !== null;
  const groups = isControl ? [] : marked ?? [];
  const letters = data.letters && !isControl && marked !== null ? groupLetters(marked, names.length) : null;
  const columns = groupColumns(groups);
  const rankX = sizes.edge + Math.max(...shown.map(measure)) + sizes.gap
    + (data.showRanks ? Math.max(...ranks.map((rank) => measure(printed(rank, 2)))) : 0);
  const left = rankX + (letters ? Math.max(...letters.map(measure)) + sizes.gap : 0) + 2 * sizes.gap;
  const right = width - sizes.edge - (Math.max(-1, ...columns) + 1) * sizes.bar - 2 * sizes.gap;
  const scale = rankScale(ranks, left, right, width, data.bestAtLeft);
  const axisY = cd === null ? 30 : 66;
  const middle = (place) => axisY + 6 + (place + 0.5) * sizes.row;
  const bottom = axisY + 6 + names.length * sizes.row;
  const legend = familyLegend(data, bottom + 8, width, sizes, measure);
  const height = bottom + 8 + legend.height;
  const axis = rankAxis(scale, axisY);
  const grid = axis.filter((part) => part.matches(".number")).map((number) => Number(number.getAttribute("x")));
  paint(svg, { viewBox: `0 0 ${width} ${height}`, width, height, "font-size": sizes.font });
  svg.replaceChildren(
    ...(cd === null ? [] : criticalDifference(cd, isControl ? ranks[data.control] : null, scale, bottom)),
    ...grid.map((x) => line(x, axisY, x, bottom, "guide")),
    ...axis,
    ...names.flatMap((name, place) => row(data, place, shown[place], {
      y: middle(place), rankX, left, width, sizes, letters: letters?.[place], family: families[place],
    })),
    ...ranks.map((rank, place) => point(data, place, scale.x(rank), middle(place), marked)),
    ...groups.map((members, number) => verticalBar(members, number, names, middle, sizes,
      right + 2 * sizes.gap + (columns[number] + 0.5) * sizes.bar)),
    ...legend.shapes,
  );
}

function row(data, place, shown, { y, rankX, left, width, sizes, letters, family }) {
  const [name, rank] = [data.names[data.order[place]], printed(data.ranks[data.order[place]], 2)];
  const base = y + 0.35 * sizes.font;
  const text = label(sizes.edge, base, shown, `name ${outstanding(data, place)}`, "start");
  text.prepend(shape("title", {}, `${displayed(name)}: ${rank}`));
  if (family) text.setAttribute("fill", family.text);
  return [
    line(left - sizes.gap, y, width - sizes.edge, y, "guide"),
    shape("g", { "data-algorithm": name }, ...(data.showRanks ? [label(rankX, base, rank, "number soft", "end")] : []),
      ...(letters ? [label(rankX + sizes.gap, base, letters, "letters soft", "start")] : []), text),
  ];
}

// The column of each group: the first that no other takes in its rows.
function groupColumns(groups) {
  const ends = [];
  return groups.map((members) => {
    const free = ends.findIndex((end) => end < members[0]);
    const column = free < 0 ? ends.length : free;
    ends[column] = members.at(-1);
    return column;
  });
}

// Where a bar passes by others, its members bear dots and its parts are tied by points.
function verticalBar(members, number, names, middle, { row: high }, x) {
  const runs = [];
  for (const place of members) {
    if (runs.at(-1)?.at(-1) === place - 1) runs.at(-1)[1] = place;
    else runs.push([place, place]);
  }
  const over = runs.length === 1 ? 0.3 * high : 0;
  const parts = runs.map(([first, last]) => line(x, middle(first) - over, x, middle(last) + over, "group"));
  const ties = runs.length === 1 ? [] : [
    line(x, middle(members[0]), x, middle(members.at(-1)), "tie"),
    ...members.map((place) => shape("circle", { cx: x, cy: middle(place), r: 3.4, class: "member" })),
  ];
  const title = shape("title", {}, members.map((place) => displayed(names[place])).join(", "));
  return shape("g", { class: "bar", "data-group": number }, title, ...ties, ...parts);
}

// The whole scale, or where many algorithms fill little of it, that part.
function rankScale(ranks, left, right, width, isBestAtLeft) {
  let low = Math.min(1, Math.floor(ranks[0]));
  let high = Math.max(ranks.length, Math.ceil(ranks.at(-1)));
  const occupied = [Math.floor(ranks[0]), Math.ceil(ranks.at(-1))];
  if (ranks.length > 10 && occupied[1] - occupied[0] < 0.8 * (high - low)) [low, high] = occupied;
  high = Math.max(high, low + 1);
  const unit = (right - left) / (high - low);
  const x = (rank) => (isBestAtLeft ? left + (rank - low) * unit : right - (rank - low) * unit);
  return { low, high, unit, left, right, width, x };
}

function rankAxis({ low, high, unit, x }, y) {
  const every = [1, 2, 3, 5, 10, 20, 50, 100].find((step) => step * unit >= 26) ?? high;
  const all = Array.from({ length: high - low + 1 }, (_, place) => low + place);
  // Small steps begin at the lowest rank; of large ones the multiples are round numbers.
  const first = all.find((rank) => every < 5 || (rank > low && rank % every === 0)) ?? high;
  const numbered = all.filter((rank) => rank >= first && (rank - first) % every === 0);
  if (first - low >= 26 / unit) numbered.unshift(low);
  return [
    line(x(low), y, x(high), y, "axis"),
    ...all.map((rank) => line(x(rank), y - (numbered.includes(rank) ? 7 : 4), x(rank), y, "axis")),
    ...numbered.map((rank) => label(x(rank), y - 12, String(rank), "number")),
  ];
}

// A ruler above the axis; with a control, the interval about its rank.
function criticalDifference(cd, control, { x, unit, left, low, high, width }, bottom, y = 26) {
  const text = printed(cd, 2);
  if (control === null) {
    const begin = Math.max(4, Math.min(left, width - 4 - cd * unit));
    const end = Math.min(width - 4, begin + cd * unit);
    const middle = Math.max(40, (begin + end) / 2);
    return [shape("path", { d: `M${begin} ${y - 4}v8m0-4H${end}m0-4v8`, class: "ruler" }),
      label(middle, y - 9, `CD = ${text}`, "number")];
  }
  const [from, to] = [Math.min(high, control + cd), Math.max(low, control - cd)].map(x).sort((one, other) => one - other);
  return [shape("rect", { x: from, y, width: to - from, height: bottom - y, class: "around" }),
    label(Math.max(60, Math.min(width - 60, x(control))), y - 9, `control \u00b1 CD = ${text}`, "number")];
}

function rankLabel(place, name, shown, rank, { right, y, axisY, scale, sizes, letters, family, kind }) {
  const away = right ? 1 : -1;
  const inner = (right ? scale.right : scale.left) + away * sizes.gap;
  const [x, base] = [scale.x(rank), y + 0.35 * sizes.font];
  const numberX = inner + away * (sizes.gap / 2 + (right ? sizes.rank : 0));
  const anchor = right ? "start" : "end";
  const text = label(inner + away * (sizes.forRank + sizes.forLetters), base, shown, `name ${kind}`, anchor);
  text.prepend(shape("title", {}, `${displayed(name)}: ${printed(rank, 2)}`));
  if (family) text.setAttribute("fill", family.text);
  return [
    shape("path", {
      d: `M${x} ${axisY}V${y}H${inner}`, class: `connector ${kind}`, "data-algorithm": name, ...(family && { stroke: family.point }),
    }),
    shape("g", { "data-algorithm": name }, ...(sizes.rank ? [label(numberX, base, printed(rank, 2), "number soft", "end")] : []),
      ...(letters ? [label(inner + away * sizes.forRank, base, letters, "letters soft", anchor)] : []), text),
  ];
}

// The letters of each place: one for each group, of one algorithm too, from the best; spaces where some have two characters.
function groupLetters(groups, size) {
  const grouped = new Set(groups.flat());
  const alone = Array.from({ length: size }, (_, place) => [place]).filter(([place]) => !grouped.has(place));
  const sets = [...groups, ...alone].sort((one, other) => {
    const at = one.findIndex((place, index) => place !== other[index]);
    return at < 0 ? one.length - other.length : one[at] - (other[at] ?? -1);
  });
  const letter = (index) => (index < 26 ? "" : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(97 + (index % 26));
  const between = sets.length > 26 ? " " : "";
  const has = (place) => sets.flatMap((members, index) => (members.includes(place) ? [letter(index)] : []));
  return Array.from({ length: size }, (_, place) => has(place).join(between));
}

// Each group's stretches of rank that hold none but its members, and its row: the first that is free.
function groupBars(groups, ranks, scale) {
  const free = [];
  const bars = groups.map((members, number) => ({ number, members, runs: stretches(members, ranks) }));
  const ends = ({ runs }) => [runs[0][0], runs.at(-1)[1]];
  for (const bar of [...bars].sort((one, other) => ends(one)[0] - ends(other)[0])) {
    const [low, high] = ends(bar);
    const row = free.findIndex((end) => (low - end) * scale.unit > 16);
    bar.row = row < 0 ? free.length : row;
    free[bar.row] = high;
  }
  return bars;
}

function stretches(members, ranks) {
  const others = ranks.filter((_, place) => !members.includes(place));
  const runs = [];
  for (const place of members) {
    const rank = ranks[place];
    const run = runs.at(-1);
    if (run && !others.some((other) => other >= run[1] && other <= rank)) run[1] = rank;
    else runs.push([rank, rank]);
  }
  return runs.map(([low, high]) => {
    const room = Math.min(...others.flatMap((other) => [Math.abs(other - low), Math.abs(other - high)]));
    return [low, high, room];
  });
}

// Where a bar passes over others, its members bear dots and its parts are tied by points.
function groupBar({ number, members, runs }, ranks, names, y, { x, unit }) {
  const parts = runs.map(([begin, end, room]) => {
    const over = Math.min(5 / unit, 0.4 * room);
    return line(x(end + over), y, x(begin - over), y, "group");
  });
  const across = members.map((place) => x(ranks[place]));
  const ties = runs.length === 1 ? [] : [
    line(across[0], y, across.at(-1), y, "tie"),
    ...across.map((cx) => shape("circle", { cx, cy: y, r: 3.4, class: "member" })),
  ];
  const title = shape("title", {}, members.map((place) => displayed(names[place])).join(", "));
  return shape("g", { class: "bar", "data-group": number }, title, ...ties, ...parts);
}

let fontFamily; // of drawings; to read it, the browser may lay out the page

function textMeasure(element, size) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `${size}px ${fontFamily ??= getComputedStyle(element).fontFamily}`;
  return (text) => context.measureText(text).width;
}

// A name that is too long loses its middle; the whole of it is in its title.
function fitted(name, room, measure) {
  if (measure(name) <= room) return name;
  const letters = [...name];
  let kept = letters.length - 1;
  const cut = () => `${letters.slice(0, Math.ceil(kept / 2)).join("")}\u2026${letters.slice(letters.length - Math.floor(kept / 2)).join("")}`;
  while (kept > 2 && measure(cut()) > room) kept--;
  return cut();
}

for (const element of document.querySelectorAll("[data-live=cd]")) startDiagram(element);
