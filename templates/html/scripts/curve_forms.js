// Confidence curves as two flanks, the points at which they have the page's heights; all else is looked up there.

// A curve from its row in the page's data: the number of its form, then its parameters.
function makeCurve([number, difference, ...parameters], { forms, heights }) {
  const { title, distances, area } = forms[number];
  const make = (flank, size) => (
    flanksCurve({ difference, title, heights, area: size }, [-1, 1].map((side) => distances.map(flank(side))))
  );
  if (parameters.length === 1) {
    const [error] = parameters;
    return make((side) => (distance) => difference + side * error * distance, error > 0 ? error * (area ?? Infinity) : 0);
  }
  const [discordant, n, size] = parameters;
  return make((side) => (distance) => {
    const reach = distance ** 2 / n;
    const half = Math.sqrt(Math.max(0, reach * (discordant - difference ** 2 + reach * discordant)));
    return (difference + side * half) / (1 + reach);
  }, size);
}

// The average of curves, height by height.
function averageCurve(curves) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [{ heights }] = curves;
  const [difference, area] = ["difference", "area"].map((key) => mean(curves.map((curve) => curve[key])));
  const flanks = [0, 1].map((side) => heights.map((_, place) => mean(curves.map((curve) => curve.flanks[side][place]))));
  return flanksCurve({ difference, title: `average of ${curves.length} curves`, heights, area }, flanks);
}

function flanksCurve(curve, flanks) {
  const { difference, heights } = curve;
  const near = (x) => placeIn(flanks[x < difference ? 0 : 1], x);
  return {
    ...curve, flanks,
    p: (x) => (x === difference ? 1 : valueAt(heights, near(x)) || 0),
    bounds: (p) => flanks.map((flank) => valueAt(flank, placeIn(heights, p))),
    entangled(x) {
      if (x === difference) return x;
      const [place, other] = [near(x), flanks[x < difference ? 1 : 0]];
      const isUpright = other[Math.floor(place)] === other[Math.floor(place) + 1]; // and has no height of its own
      return isUpright ? NaN : valueAt(other, place);
    },
  };
}

// The place of a value in a list that rises or falls, with the fraction of a step; NaN beyond its end.
function placeIn(list, value) {
  let [low, high] = [0, list.length - 1];
  const direction = Math.sign(list[high] - list[0]);
  const isReached = (place) => direction * (list[place] - value) >= 0;
  if (direction === 0 || !isReached(high)) return NaN;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isReached(middle)) high = middle;
    else low = middle;
  }
  return low + (value - list[low]) / (list[high] - list[low]);
}

function valueAt(list, place) {
  const low = Math.floor(place);
  return place === low ? list[low] : list[low] + (place - low) * (list[low + 1] - list[low]);
}
