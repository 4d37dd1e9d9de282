"""The section on effect sizes, and what the section on methods says of them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.effects import Estimated
from rankpress.report.bibliography import cite
from rankpress.report.numbers import Rounding, fixed, percent_text
from rankpress.report.prose.phrases import SHARED_DATASETS
from rankpress.report.tables.effects import INTERVALS, effect_roundings, too_many
from rankpress.stats.effects import PairEffects
from rankpress.stats.effects_table import EFFECTS
from rankpress.wording import joined

_MEANT = (
    "A p-value tells whether two algorithms differ, an effect size how far. An interval holds by itself: of many, some"
    " do not hold what they are intervals of."
)
_SAME_SCALE = (
    "Mean, median and shift of differences, and Hedges' g, take a difference on one data set for comparable with the"
    " same difference on another."
)
_ACROSS = (
    "Cliff's delta compares scores on different data sets too, so that it is near 0 where data sets differ more in"
    " difficulty than algorithms do; the probability of superiority compares scores on the same data set."
)


def effects_paragraphs(analysis: Analysis) -> list[str]:
    """What the effect sizes are: of the leader against the next, and how far data sets agree."""
    told = effects_found(analysis)
    if analysis.estimated is not None and analysis.estimated.effects and too_many(analysis.estimated):
        told.append("The effect sizes of all pairs are too many to print; results.json has them.")
    return [" ".join(told)] if told else []


def effects_found(analysis: Analysis) -> list[str]:
    """The effect sizes of the leader against the next, and how far data sets agree, in sentences."""
    estimated = analysis.estimated
    return [] if estimated is None else [*_of_leader(analysis, estimated), *_concordance(estimated)]


def _of_leader(analysis: Analysis, estimated: Estimated) -> Iterator[str]:
    """The pair of the two best average ranks; with a control, of the control and the best of the others."""
    if not estimated.effects:
        return
    names, control = analysis.names, analysis.tested.control
    order = analysis.ranking.best_first
    pair = set(order[:2]) if control is None else {control, next(i for i in order if i != control)}
    at = next(row for row, both in enumerate(estimated.pairs.tolist()) if set(both) == pair)
    a, b = estimated.pairs[at].tolist()
    roundings = effect_roundings(estimated)
    shown = [
        next((name for name in estimated.effects if EFFECTS[name].in_unit is in_unit), None)
        for in_unit in (True, False)
    ]
    told = [
        f"{_named(name)}{_sense(analysis, name, names[a])} is"
        f" {_with_interval(estimated.effects[name], at, roundings[name], estimated.level)}"
        for name in shown
        if name is not None and not np.isnan(estimated.effects[name].estimate[at])
    ]
    if told:
        metric = f"{analysis.scores.name} ({analysis.scores.better} is better)"
        yield f"Of {names[a]} against {names[b]} in {metric}, {joined(told)}."


def _named(name: str) -> str:
    """A measure in a sentence: the mean difference, but Hedges' g."""
    title = EFFECTS[name].title
    return title if title[0].isupper() and "'" in title else f"the {title}"


def _sense(analysis: Analysis, name: str, first: str) -> str:
    """Where the difference and a measure without unit have opposite signs: which way the measure points."""
    if EFFECTS[name].in_unit or analysis.scores.better == "higher":
        return ""
    return f" (above {'0.5' if name == 'superiority' else '0'} where {first} is better)"


def _with_interval(effect: PairEffects, at: int, rounding: Rounding, level: float) -> str:
    text = rounding.text(effect.estimate[at])
    if np.isnan(effect.low[at]) or np.isnan(effect.high[at]):
        return text
    return (
        f"{text} ({percent_text(level)} interval {rounding.text(effect.low[at])} to {rounding.text(effect.high[at])})"
    )


def _concordance(estimated: Estimated) -> Iterator[str]:
    found = estimated.concordance
    if found is None:
        return
    if np.isnan(found.estimate):
        yield f"Kendall's W is undefined: {found.why}."
        return
    interval = (
        f"no interval: {found.why}"
        if np.isnan(found.low)
        else f"{percent_text(found.level)} interval {fixed(found.low, 2)} to {fixed(found.high, 2)}"
    )
    yield (
        "Kendall's W, how far the data sets agree in ranking the algorithms from 0 to 1, is"
        f" {fixed(found.estimate, 2)} ({interval})."
    )


def effects_reminders(analysis: Analysis) -> list[str]:
    """What not to read into effect sizes."""
    estimated = analysis.estimated
    if estimated is None or not estimated.effects:
        return []
    measures = estimated.effects.keys()
    caveats = [_MEANT]
    if {name for name in measures if EFFECTS[name].in_unit} | {"hedges-g"} & measures:
        caveats.append(_SAME_SCALE)
    if "cliffs-delta" in measures:
        caveats.append(_ACROSS)
    return caveats


def effects_methods(analysis: Analysis) -> list[str]:
    """What was done, for the section on methods."""
    estimated = analysis.estimated
    if estimated is None or not (estimated.effects or estimated.concordance):
        return []
    told = []
    if estimated.effects:
        level = percent_text(estimated.level)
        measures = "; ".join(_measure(name, effect) for name, effect in estimated.effects.items() if effect.method)
        told.append(f"Effect sizes over the data sets, with {level} intervals: {measures}.")
    if "hedges-g" in estimated.effects:
        told.append(
            "Hedges' g is the mean difference in standard deviations of the differences, with the exact correction for"
            " few data sets."
        )
    if estimated.draws is not None:
        drawn = f"{estimated.draws:,} draws of data sets (seed {estimated.seed})"
        told.append(f"The bias-corrected and accelerated bootstrap ({cite('efron1987')}) rests on {drawn}.")
    if analysis.ranking.has_gaps:
        told.append(SHARED_DATASETS)
    if estimated.concordance is not None:
        told.append(
            f"Kendall's W ({cite('kendall1939')}) is corrected for ties; its interval is that of the average rank"
            " correlation of two data sets, by Fisher's z with a jackknife over data sets."
        )
    return told


def _measure(name: str, effect: PairEffects) -> str:
    one = EFFECTS[name]
    interval = "efron1987" if effect.method == "BCa" else one.interval_reference
    sources = dict.fromkeys([cite(one.reference), cite(interval)])
    return f"{one.title} ({'; '.join(sources)}), its interval by {INTERVALS[effect.method]}"
