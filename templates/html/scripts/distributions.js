// Chances of the normal distribution and of Student's t beyond a distance to either side, and the distances that have
// them; to ten digits and more, far into the tails.

function normalTwoSided(z) {
  const density = Math.exp(-0.5 * z * z) * Math.sqrt(2 / Math.PI);
  if (z < 2) {
    let term = z;
    let sum = z;
    for (let n = 1; term > 1e-17 * sum; n++) {
      term *= z * z / (2 * n + 1);
      sum += term;
    }
    return 1 - density * sum;
  }
  let ratio = z;
  for (let n = 150; n > 0; n--) ratio = z + n / ratio;
  return density / ratio;
}

function normalDistance(p) {
  return distanceWith(p, normalTwoSided, (z) => Math.exp(-0.5 * z * z) * Math.sqrt(2 / Math.PI));
}

// `beta` is B(df / 2, 1 / 2).
function tTwoSided(t, df, beta) {
  const square = t * t / df;
  if (square === 0) return 1;
  if (square === Infinity) return 0;
  const half = df / 2;
  const inside = 1 / (1 + square);
  const common = Math.exp(-half * Math.log1p(square)) * Math.sqrt(square * inside) / beta;
  if (inside < (half + 1) / (half + 2.5)) return common / half * betaFraction(half, 0.5, inside);
  return 1 - 2 * common * betaFraction(0.5, half, square * inside);
}

function tDistance(p, df, beta) {
  const scale = 2 / (Math.sqrt(df) * beta);
  const density = (t) => scale * Math.exp(-(df + 1) / 2 * Math.log1p(t * t / df));
  return distanceWith(p, (t) => tTwoSided(t, df, beta), density);
}

// The continued fraction of the incomplete beta function, without the factor before it, by Lentz's method.
function betaFraction(a, b, x) {
  const tiny = 1e-300;
  let numerator = 1;
  let denominator = 1 / (1 - (a + b) * x / (a + 1) || tiny);
  let value = denominator;
  for (let m = 1; m < 20000; m++) {
    const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const part of [even, odd]) {
      denominator = 1 / (1 + part * denominator || tiny);
      numerator = 1 + part / numerator || tiny;
      change = numerator * denominator;
      value *= change;
    }
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return value;
}

// Where a chance that falls with the distance is p: Newton's steps on its logarithm, kept between bounds.
function distanceWith(p, chance, density) {
  if (p >= 1) return 0;
  if (!(p > 0)) return Infinity;
  let low = 0;
  let high = 1;
  while (chance(high) > p) {
    low = high;
    high *= 2;
  }
  let distance = (low + high) / 2;
  for (let step = 0; step < 200; step++) {
    const here = chance(distance);
    if (here > p) low = distance;
    else high = distance;
    let next = distance + Math.log(here / p) * here / density(distance);
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - distance) <= 1e-15 * next || next === low || next === high) return next;
    distance = next;
  }
  return distance;
}
