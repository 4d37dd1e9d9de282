"""How effect sizes are printed: cells, roundings, and the notes below tables that have them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import EFFECTS
from rankpress.core.scores import MetricScores
from rankpress.core.table import Cell
from rankpress.stages.effects import NO_WIDTH, Estimated
from rankpress.stats.effects import PairEffects
from rankpress.topics.phrases import (
    MOST_CELLS_BUILT,
    grouped_by,
    with_interval,
)
from rankpress.wording.numbers import (
    MISSING,
    Rounding,
    Scale,
    percent_text,
    rounding_of,
)
from rankpress.wording.text import Prose, capitalized, joined

_PLAIN = Rounding(2)
# How intervals are made, as sentences put it.
BOOTSTRAP, HALL = "BCa", "Hall's t"
INTERVALS = {
    "Student's t": "Student's t",
    HALL: "Hall's transformed t",
    "order statistics": "order statistics",
    "Wilcoxon inverted": "the inverted Wilcoxon test",
    "noncentral t": "the noncentral t, widened where differences are skewed or heavy-tailed",
    BOOTSTRAP: "the bootstrap (BCa)",
    "Fisher's z": "Fisher's z about the estimate, with the jackknife error of delta between different data sets",
    "Wilson": "Wilson's score",
    "score": "a score interval",
}


def effect_cells(estimated: Estimated, name: str, scale: Scale) -> Callable[[int, bool], Cell]:
    """Return how the cells of a measure are made: of which comparison, turned round or not."""
    effect, rounding = estimated.effects[name], effect_rounding(estimated, name, scale)

    def cell(row: int, turned: bool) -> Cell:
        estimate, low, high = float(effect.estimate[row]), float(effect.low[row]), float(effect.high[row])
        if np.isnan(estimate):
            return Cell(MISSING, "")
        if turned:  # as far on the other side of no difference
            estimate, low, high = map(EFFECTS[name].turned, (estimate, high, low))
        return with_interval(estimate, low, high, rounding)

    return cell


def level_of_intervals(estimated: Estimated) -> str:
    """Return the level of the intervals, and whether they hold together."""
    return f"{'simultaneous ' if estimated.simultaneous else ''}{percent_text(estimated.level)}"


def too_many(estimated: Estimated, most: int = MOST_CELLS_BUILT) -> bool:
    """Return whether the effect sizes are left to results.json."""
    return len(estimated.pairs) * (2 + 3 * len(estimated.effects)) > most


def effect_rounding(estimated: Estimated, name: str, scale: Scale) -> Rounding:
    """Choose how a measure is rounded: differences and ratios by their intervals, the others to two decimals."""
    if not (EFFECTS[name].in_unit or EFFECTS[name].of_ratio):
        return _PLAIN
    effect = estimated.effects[name]
    values = np.abs(np.column_stack([effect.estimate, (effect.high - effect.low) / 2]))
    rounding = scale.rounding(values) if EFFECTS[name].in_unit else rounding_of(values)
    if scale.digits is not None and EFFECTS[name].in_unit:
        return rounding
    return rounding.without_zeros(np.concatenate([effect.estimate, effect.low, effect.high]))


def effect_notes(analysis: Analysis, headings: Collection[str]) -> Iterator[Prose]:
    """Yield what the measures mean whose columns are shown."""
    estimated = analysis.estimated
    effects = (
        {} if estimated is None else {n: e for n, e in estimated.effects.items() if EFFECTS[n].heading in headings}
    )
    if estimated is None or not effects:
        return
    in_unit = [name for name in effects if EFFECTS[name].in_unit]
    others = [name for name in effects if not EFFECTS[name].in_unit]
    if in_unit:
        listed_titles = joined(EFFECTS[name].title for name in in_unit)
        sign = "positive" if analysis.scores.better == "higher" else "negative"
        how = f"first minus second{', unweighted' if analysis.is_weighted else ''}"
        yield f"{capitalized(listed_titles)}: {how}; {sign} values favor the first."
    if others:
        for none, titles in grouped_by((EFFECTS[name].no_difference, EFFECTS[name].title) for name in others).items():
            yield f"{capitalized(joined(titles))}: values above {none:g} favor the first."
    ways = {name: INTERVALS.get(each.method, each.method) for name, each in effects.items() if has_intervals(each)}
    methods = [f"{EFFECTS[name].title} by {way}" for name, way in ways.items()]
    if methods:
        together = " The intervals of a measure hold simultaneously for all pairs."
        alone = " The intervals are not adjusted for multiplicity." if len(estimated.pairs) > 1 else ""
        level = level_of_intervals(estimated)
        yield f"{capitalized(level)} intervals: {joined(methods)}.{together if estimated.simultaneous else alone}"
    yield from notes_on_ties(analysis, headings)
    yield from _reasons(effects)


OF_TIES = "With many tied scores a {} of zero is no evidence of equality."


def notes_on_ties(analysis: Analysis, headings: Collection[str]) -> Iterator[str]:
    """Yield what not to read into a zero of the measures whose columns are shown."""
    estimated = analysis.estimated
    for name in () if estimated is None else estimated.effects:
        if estimated is not None and EFFECTS[name].heading in headings and zeros_by_ties(analysis, estimated, name):
            yield OF_TIES.format(EFFECTS[name].title)


def zeros_by_ties(analysis: Analysis, estimated: Estimated, name: str) -> list[int]:
    """Return of which pairs a measure is printed as zero although they differ significantly, or with no width."""
    effect, adjusted, scale = estimated.effects[name], analysis.adjusted, analysis.scores.scale
    if EFFECTS[name].of_mean or not EFFECTS[name].in_unit or not isinstance(analysis.scores, MetricScores):
        return []
    a, b = analysis.scores.means.T[estimated.pairs.T]
    differ = (a != b).any(axis=1)  # scores that are the same everywhere are equal
    striking = np.array([reason == NO_WIDTH for reason in effect.why], dtype=np.bool_)
    if adjusted.deciding is not None:
        striking = striking | (adjusted.p[adjusted.deciding] <= adjusted.alpha)
    rounding = effect_rounding(estimated, name, scale)
    zero = rounding.text(0.0)
    return [
        row for row in np.flatnonzero(striking & differ).tolist() if rounding.text(float(effect.estimate[row])) == zero
    ]


def has_intervals(effect: PairEffects) -> bool:
    """Return whether a measure has an interval of any pair."""
    return bool(effect.method) and not bool(np.isnan(effect.low + effect.high).all())


def _reasons(effects: Mapping[str, PairEffects]) -> Iterator[str]:
    for name, effect in effects.items():
        undefined, unsure = np.isnan(effect.estimate), np.isnan(effect.low + effect.high)
        for form, pairs in (("A dash under {}: {}.", undefined), ("No interval of {}: {}.", unsure & ~undefined)):
            for reason in sorted({effect.why[index] for index in np.flatnonzero(pairs).tolist()} - {""}):
                yield form.format(EFFECTS[name].title if form.startswith("A") else named_measure(name), reason)


def named_measure(name: str) -> str:
    """Return a measure in a sentence: the mean difference, but Hedges' g."""
    title = EFFECTS[name].title
    return title if title[0].isupper() and "'" in title else f"the {title}"
