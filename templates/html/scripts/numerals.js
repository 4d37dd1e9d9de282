// Numbers as the report prints them.

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
