// Numbers as the report prints them, and round numbers for axes.

// A number halfway between two is rounded to the even one, as the tables print it; toFixed takes the larger.
function rounded(value, decimals) {
  const halves = value * 2 ** (decimals + 1);
  const power = 10 ** decimals;
  return Number.isInteger(halves) && halves % 2 ? (2 * Math.round((value * power) / 2)) / power : value;
}

function printed(value, decimals) {
  if (Number.isNaN(value)) return "\u2013";
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : "\u2212\u221e";
  const text = rounded(value, decimals).toFixed(decimals);
  return (/[1-9]/.test(text) ? text : text.replace("-", "")).replace("-", "\u2212");
}

function printedScientific(value) {
  return Number.isFinite(value) ? value.toExponential(2).replace("e+", "e").replaceAll("-", "\u2212") : printed(value, 0);
}

function printedP(p) {
  return p < 0.001 ? "<0.001" : printed(p, 3);
}

// A level such as 0.95 in per cent, without the digits that only floats have.
function printedPercent(level) {
  return `${Number((100 * level).toPrecision(6))}%`;
}

// The greatest of 1, 2 and 5 times a power of ten that is at most this.
function roundStep(size) {
  const power = 10 ** Math.floor(Math.log10(size));
  return (size >= 5 * power ? 5 : size >= 2 * power ? 2 : 1) * power;
}

function decimalsOf(step) {
  return Math.min(20, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

// Round values within limits, at most so many, with the step between them.
function ticks(low, high, most) {
  let step = roundStep((high - low) / most);
  while (Math.floor(high / step) - Math.ceil(low / step) >= most) step = roundStep(2.5 * step);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return { step, values: Array.from({ length: count }, (_, place) => (first + place) * step) };
}
