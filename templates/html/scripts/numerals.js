// Numbers as the report prints them, and round numbers for axes.

// The digits of a finite number to so many decimals, half away from zero on its first fifteen digits, as tables have them.
function rounded(value, decimals) {
  const [mantissa, exponent] = Math.abs(value).toExponential(14).split("e");
  const shift = Number(exponent) - 14 + decimals;
  const power = 10n ** BigInt(Math.abs(shift));
  const digits = BigInt(mantissa.replace(".", ""));
  const units = String(shift < 0 ? (2n * digits + power) / (2n * power) : digits * power).padStart(decimals + 1, "0");
  return decimals ? `${units.slice(0, -decimals)}.${units.slice(-decimals)}` : units;
}

function printed(value, decimals) {
  if (Number.isNaN(value)) return "\u2013";
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : "\u2212\u221e";
  if (Math.abs(value) >= 1e10) return printedScientific(value);
  const text = rounded(value, decimals);
  return value < 0 && /[1-9]/.test(text) ? `\u2212${text}` : text;
}

function printedScientific(value) {
  if (!Number.isFinite(value)) return printed(value, 0);
  if (value === 0) return "0";
  const [mantissa, exponent] = value.toExponential(14).split("e");
  const text = printed(Number(mantissa), 2);
  const isTen = text.endsWith("10.00");
  const power = String(Number(exponent) + (isTen ? 1 : 0)).replace("-", "\u2212");
  return `${isTen ? text.replace("10.00", "1.00") : text}e${power}`;
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
