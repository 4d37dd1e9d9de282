// Confidence curves: the p-value of any supposed difference, the bounds at any height, and the entangled null.
// The formulas are those of rankpress.stats: curves, quesenberry_hurst and averaged_curve.

// A curve from its row in the page's data: the number of its form, then its parameters.
function makeCurve([number, ...parameters], forms) {
  const form = forms[number];
  return form.form === "t" ? tCurve(form, ...parameters) : quesenberryHurstCurve(form, ...parameters);
}

// Many curves share their degrees of freedom, and levels come back.
function distanceOf(form, p) {
  if (!(form.distances?.size < 5000)) form.distances = new Map();
  if (!form.distances.has(p)) {
    form.distances.set(p, form.form === "t" ? tDistance(p, form.df, form.beta) : normalDistance(p));
  }
  return form.distances.get(p);
}

function tCurve(form, difference, error) {
  const mean = form.df > 1 ? 2 * Math.sqrt(form.df) / ((form.df - 1) * form.beta) : Infinity;
  return {
    form, difference, error,
    title: form.title,
    area: error > 0 ? 2 * error * mean : 0,
    p(x) {
      if (error === 0) return x === difference ? 1 : 0;
      return tTwoSided(Math.abs(x - difference) / error, form.df, form.beta);
    },
    bounds(p) {
      const half = error > 0 ? distanceOf(form, p) * error : 0;
      return [difference - half, difference + half];
    },
    entangled: (x) => (error > 0 || x === difference ? 2 * difference - x : NaN),
  };
}

function quesenberryHurstCurve(form, difference, discordant, n, area) {
  return {
    form, difference, area,
    title: form.title,
    p(x) {
      if (x === difference) return 1;
      const variance = discordant - x * x;
      return variance > 0 ? normalTwoSided(Math.abs(x - difference) * Math.sqrt(n / variance)) : 0;
    },
    bounds(p) {
      const reach = distanceOf(form, p) ** 2 / n;
      const half = Math.sqrt(Math.max(0, reach * (discordant - difference ** 2 + reach * discordant)));
      return [(difference - half) / (1 + reach), (difference + half) / (1 + reach)];
    },
    entangled(x) {
      if (x === difference) return x;
      const variance = discordant - x * x;
      if (!(variance > 0) || Math.abs(difference) === 1) return NaN;
      return 2 * difference / (1 + (x - difference) ** 2 / variance) - x;
    },
  };
}

// The average of curves, height by height; of Student's t with equal degrees of freedom it is another such curve.
function averageCurve(curves) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const difference = mean(curves.map((curve) => curve.difference));
  const area = mean(curves.map((curve) => curve.area));
  const title = `average of ${curves.length} curves`;
  const [{ form }] = curves;
  if (form.form === "t" && curves.every((curve) => curve.form === form)) {
    return { ...tCurve(form, difference, mean(curves.map((curve) => curve.error))), area, title };
  }
  const bounds = (p) => {
    const own = curves.map((curve) => curve.bounds(p));
    return [mean(own.map(([low]) => low)), mean(own.map(([, high]) => high))];
  };
  const p = (x) => (x === difference ? 1 : heightAt(x, bounds));
  const entangled = (x) => {
    if (x === difference) return x;
    const height = p(x);
    if (height === 0) return NaN;
    const side = difference > x ? 1 : 0;
    const other = bounds(height)[side];
    return other === bounds(height / 2)[side] ? NaN : other; // an upright flank has no height of its own
  };
  return { form, difference, area, title, p, bounds, entangled };
}

// The height at which x lies on a flank, sought as the distance that a standard normal has it at.
function heightAt(x, bounds) {
  const isBeyond = (z) => {
    const [low, high] = bounds(normalTwoSided(z));
    return x < low || x > high;
  };
  let near = 0;
  let far = 37.5;
  if (isBeyond(far)) return 0;
  for (let middle = far / 2; middle > near && middle < far; middle = (near + far) / 2) {
    if (isBeyond(middle)) near = middle;
    else far = middle;
  }
  return normalTwoSided(near);
}
