"""By how much the leader differs from each other algorithm, and how many data sets more could show it of the next."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import EFFECTS
from rankpress.core.scores import MetricScores
from rankpress.stats.sample_size import datasets_needed
from rankpress.topics.effects.cells import effect_rounding
from rankpress.topics.effects.effects import reported_measures
from rankpress.topics.phrases import is_exploratory, nothing_is_attainable, separation, unweighted
from rankpress.wording.numbers import MISSING, counted_in_words
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, say

_POWER = 0.8
_WITHIN_REACH = 1000
"""Further data sets: no study finds more, and a difference that would take them is hardly above zero."""


def leader_effects(analysis: Analysis) -> tuple[str, list[str]] | None:
    """Return the first measure, as the head of a column, and its estimate and interval of each algorithm, best first.

    Each is of the leader against the algorithm or, where there is a control, of the algorithm against that, as the head
    says; None where there are no effect sizes of these.
    """
    estimated, reference = analysis.estimated, _reference(analysis)
    measures = reported_measures(estimated)
    if estimated is None or not measures:
        return None
    measure = measures[0]
    effect, effect_method = estimated.effects[measure], EFFECTS[measure]
    rounding, has_control = (
        effect_rounding(estimated, measure, analysis.scores.scale),
        analysis.tested.control is not None,
    )
    rows = {frozenset(pair): row for row, pair in enumerate(estimated.pairs.tolist())}
    texts = []
    for algorithm in analysis.best_first:
        row = rows.get(frozenset((reference, algorithm)))
        if row is None or algorithm == reference:
            texts.append(MISSING)
            continue
        values = [float(of[row]) for of in (effect.estimate, effect.low, effect.high)]
        if (int(estimated.pairs[row, 0]) != reference) != has_control:
            values = [effect_method.turned(value) for value in (values[0], values[2], values[1])]
        estimate, (low, high) = rounding.text(values[0]), map(rounding.of_ends(*values[1:]).text, values[1:])
        texts.append(estimate if np.isnan(values[1:]).any() else f"{estimate} [{low}, {high}]")
    if effect_method.in_unit:
        head = f"{unweighted(analysis)}{'minus control' if has_control else 'difference'}"
        return capitalized(head), texts
    return f"{capitalized(effect_method.title)}{' vs. control' if has_control else ''}", texts


def _reference(analysis: Analysis) -> int:
    control = analysis.tested.control
    return analysis.best_first[0] if control is None else control


def more_datasets(analysis: Analysis) -> Iterator[Prose]:
    """Say about how many more data sets a significant difference between the leader and the next would need."""
    separated, of_metric = separation(analysis), analysis.scores
    if separated is None or not isinstance(of_metric, MetricScores) or of_metric.has_no_numbers:
        return
    if (
        analysis.is_benchmark or is_exploratory([analysis]) or nothing_is_attainable(analysis)
    ):  # what would allow significance stands there
        return
    measures = reported_measures(analysis.estimated)
    if measures and all(EFFECTS[name].of_order for name in measures):  # differences are not on one scale
        return
    reference = _reference(analysis)
    apart = {frozenset(pair) for pair in separated.separated}
    open_ = [i for i in analysis.best_first if i != reference and frozenset((reference, i)) not in apart]
    if not open_:
        return
    pair = sorted((reference, open_[0]), key=analysis.best_first.index)
    differences = of_metric.oriented[:, pair[0]] - of_metric.oriented[:, pair[1]]
    differences = differences[np.isfinite(differences)]
    spread = float(differences.std(ddof=1)) if differences.size > 1 else 0.0
    if spread <= 0 or differences.mean() <= 0:  # the mean does not favor the better ranked
        return
    family = analysis.adjusted.family_size(separated.method)
    needed = datasets_needed(float(differences.mean()) / spread, analysis.adjusted.alpha / family, _POWER)
    if needed is not None and needed <= differences.size:
        return
    if needed is None or needed - differences.size > _WITHIN_REACH:
        more = f"More than {counted(_WITHIN_REACH, 'further data set')}"
        instead = "; fewer may show that the two are equivalent within a margin (effects.margin)"
    else:
        more, instead = f"About {counted_in_words(_two_digits(needed - differences.size), 'more data set')}", ""
    level = "α" if family == 1 else f"α / {family}"
    yield say(
        "{} would be needed for a significant difference between {} and {} (paired t test, 80% power at {},"
        " differences as observed){}.",
        more,
        *(analysis.algorithms[i] for i in pair),
        level,
        instead,
    )


def _two_digits(number: int) -> int:
    """Return a number that is estimated, rounded to two digits."""
    return round(number, min(0, 2 - len(str(number))))
