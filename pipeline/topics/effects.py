"""Topic effect sizes: table, sentences, facts and results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import EFFECTS, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.plain_data import Json, picked, stated
from rankpress.core.table import Cell
from rankpress.stages.effects import Estimated
from rankpress.stats.effects import PairEffects
from rankpress.topics.facts import Fact, Subjects, Unit, camel, decimals, interval
from rankpress.topics.phrases import MOST_CELLS_BUILT, SHARED_DATASETS, is_exploratory, with_interval
from rankpress.topics.results_arrays import ABSENT
from rankpress.topics.topic import Topic, nothing, where
from rankpress.wording.numbers import MISSING, Rounding, Scale, counted_in_words, fixed, percent_text, rounding_of
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, join, joined, say

_PLAIN = Rounding(2)
# How intervals are made, as sentences put it.
BOOTSTRAP = "BCa"
INTERVALS = {
    "Hall": "Hall's transformed t",
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
    return scale.rounding(values) if EFFECTS[name].in_unit else rounding_of(values)


def effect_notes(analysis: Analysis, shown: Collection[str]) -> Iterator[Prose]:
    """Yield what the measures mean whose columns are shown."""
    estimated = analysis.estimated
    effects = {} if estimated is None else {n: e for n, e in estimated.effects.items() if EFFECTS[n].heading in shown}
    if estimated is None or not effects:
        return
    in_unit = [name for name in effects if EFFECTS[name].in_unit]
    others = [name for name in effects if not EFFECTS[name].in_unit]
    if in_unit:
        text = joined(EFFECTS[name].title for name in in_unit)
        form = "The score of the first less that of the second, in {} itself ({} is better): {}."
        yield say(form, analysis.metric, analysis.scores.better, text)
    if others:
        text = joined(f"{EFFECTS[name].title} ({EFFECTS[name].no_difference:g})" for name in others)
        yield f"Greater where the first is the better, in parentheses the value of no difference: {text}."
    ways = {name: INTERVALS.get(each.method, each.method) for name, each in effects.items() if each.method}
    methods = [f"{EFFECTS[name].title} by {way}" for name, way in ways.items()]
    if methods:
        together = "Those of a measure hold together for all pairs."
        alone = "Each holds by itself; no allowance is made for their number."
        level = level_of_intervals(estimated)
        yield f"{capitalized(level)} intervals: {joined(methods)}. {together if estimated.simultaneous else alone}"
    yield from _reasons(effects)


def _reasons(effects: Mapping[str, PairEffects]) -> Iterator[str]:
    for name, effect in effects.items():
        undefined = np.isnan(effect.estimate + effect.low + effect.high)
        for reason in sorted({effect.why[index] for index in np.flatnonzero(undefined).tolist()} - {""}):
            yield f"A dash under {EFFECTS[name].title}: {reason}."


_MEANT = "Each interval has its confidence level by itself: of many intervals, some do not contain the true value."
_MEANT_TOGETHER = "The intervals of a measure hold together: with their level, all of them contain the true values."
_TOGETHER = (
    "The level of intervals is that of all pairs together: those of the mean difference and Hedges' g reach as far as"
    " the largest t under random signs of the data sets ({}), others allow for the number of pairs by Bonferroni's"
    " inequality, as all do where results are missing."
)


_OF_RATIOS = (
    "A geometric mean of ratios compares mean logarithms of scores, which need be no more comparable over data sets"
    " than the scores are ({}). It means little for scores without a true zero, and the ratio of two accuracies is not"
    " that of the errors."
)


def effects_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return what the effect sizes are: of the leader against the next, and how far data sets agree."""
    text = effects_findings(analysis)
    if analysis.estimated is not None and analysis.estimated.effects and too_many(analysis.estimated):
        text.append("The effect sizes of all pairs are too many to print; results.json has them.")
    return [join(text)] if text else []


def effects_findings(analysis: Analysis, *, short: bool = False) -> list[Prose]:
    """Return the effect sizes of the leader against the next, and unless short how far data sets agree."""
    estimated = analysis.estimated
    return [] if estimated is None else [*_of_leader(analysis, estimated), *([] if short else _concordance(estimated))]


@where(lambda analysis: analysis.estimated)
def effects_headline(analysis: Analysis, estimated: Estimated) -> Iterator[Prose]:
    """Return the difference of the leader from the next, in the first measure alone."""
    return _of_leader(analysis, estimated, most=1)


def _of_leader(analysis: Analysis, estimated: Estimated, most: int | None = None) -> Iterator[Prose]:
    """Yield the pair of the two best average ranks; with a control, of the control and the best of the others."""
    if not estimated.effects:
        return
    names, pair = analysis.algorithms, set(analysis.leading_pair)
    index = next(row for row, both in enumerate(estimated.pairs.tolist()) if set(both) == pair)
    a, b = estimated.pairs[index].tolist()
    known = [name for name in reported_measures(estimated) if not np.isnan(estimated.effects[name].estimate[index])]
    if not known:
        return
    first, *others = known[:most]
    # a difference is stated as a size and a direction
    worse_first = EFFECTS[first].in_unit and bool(estimated.effects[first].estimate[index] < 0)
    figures = {name: _figures(analysis, estimated, name, index, turned=name == first and worse_first) for name in known}
    estimate, interval = figures[first].estimate, figures[first].interval
    details: list[Prose] = [interval] if interval else []
    for name in others:
        sense = _sense(analysis, name, names[a])
        shown = ", ".join(filter(None, (figures[name].estimate, figures[name].interval)))
        details.append(say("{} = {}{}", _named(name), shown, sense))
    evidence = say(" ({})", join(details, "; ")) if details else ""
    if EFFECTS[first].in_unit:
        by = "" if figures[first].is_zero else figures[first].estimate
        yield _by_how_much(analysis, first, (a, b), by, evidence, worse_first=worse_first)
    else:
        subject, sense = capitalized(_named(first)), _sense(analysis, first, names[a])
        form = "{} of {} and {} in {} is {}{}{}."
        yield say(form, subject, names[a], names[b], analysis.metric, estimate, sense, evidence)
    yield from _at_odds(analysis, estimated, first, index)


def _at_odds(analysis: Analysis, estimated: Estimated, measure: str, index: int) -> Iterator[str]:
    """Say why the interval of a measure and the test of its pair come to different verdicts, where they do."""
    adjusted, effect, none = analysis.adjusted, estimated.effects[measure], EFFECTS[measure].no_difference
    low, high = float(effect.low[index]), float(effect.high[index])
    if adjusted.deciding is None or np.isnan(low + high) or is_exploratory([analysis]):
        return
    excludes, significant = not low <= none <= high, adjusted.p[adjusted.deciding][index] <= adjusted.alpha
    if excludes != significant:
        form = "The interval {} {} although the difference is {}significant, because {}."
        verbs = ("contains", "") if significant else ("excludes", "not ")
        value = "zero" if none == 0 else f"{none:g}"
        yield form.format(verbs[0], value, verbs[1], _why_at_odds(analysis, estimated, index, significant=significant))


def _why_at_odds(analysis: Analysis, estimated: Estimated, index: int, *, significant: bool) -> str:
    over, adjusted = analysis.tested.over, analysis.adjusted
    if over is None or adjusted.deciding is None:
        raise ValueError("an interval can be at odds with a test only where there is one")
    method, least = PAIRWISE[over.procedure], adjusted.least.get(adjusted.deciding)
    test, of_scores = f"the {method.title}", not (method.of_average_ranks or estimated.simultaneous)
    if not significant and least is not None and least[index] > adjusted.alpha:
        return f"{counted(analysis.scores.n_datasets, 'data set')} are too few for {test} to reject"
    if not significant and over.p[index] <= adjusted.alpha and of_scores:
        return f"the interval is not adjusted for the {counted_in_words(len(over.p), 'comparison')}"
    return f"{test} uses another statistic"


def _by_how_much(
    analysis: Analysis, measure: str, pair: tuple[int, int], estimate: str, evidence: Prose, *, worse_first: bool
) -> Prose:
    """Return the difference of a pair in the unit of the scores, the better ranked first; `estimate` is empty of 0."""
    a, b = (analysis.algorithms[i] for i in pair)
    title, metric = EFFECTS[measure].title, analysis.metric
    is_next = analysis.has_one_leader and len(analysis.names) > 2
    if not estimate:
        return say("The {} of {} and {} in {} is 0{}.", title, a, b, metric, evidence)
    if title == "mean difference" and analysis.scores.better == "higher" and not worse_first:
        other = say("{}, the runner-up,", b) if is_next else b
        return say("On average, {} exceeds {} in {} by {}{}.", a, other, metric, estimate, evidence)
    rival, direction = say("{}, the runner-up", b) if is_next else b, "lower" if worse_first else "higher"
    by = "On average" if title == "mean difference" else f"By its {title}"
    return say("{}, the {} of {} is {} {} than that of {}{}.", by, metric, a, estimate, direction, rival, evidence)


def reported_measures(estimated: Estimated | None) -> list[str]:
    """Return the measures that sentences have: the first in the unit of the scores, and the first without a unit."""
    if estimated is None:
        return []
    of = [[name for name in estimated.effects if EFFECTS[name].in_unit is in_unit][:1] for in_unit in (True, False)]
    return [name for names in of for name in names]


def _named(name: str) -> str:
    """Return a measure in a sentence: the mean difference, but Hedges' g."""
    title = EFFECTS[name].title
    return title if title[0].isupper() and "'" in title else f"the {title}"


def _sense(analysis: Analysis, name: str, first: Prose) -> Prose:
    """Return where the difference and a measure without unit have opposite signs: which way the measure points."""
    if EFFECTS[name].in_unit or analysis.scores.better == "higher":
        return ""
    return say(", values above {:g} favoring {}", EFFECTS[name].no_difference, first)


class _Figures(NamedTuple):
    """An estimate and its interval in words, and whether the estimate is printed as zero."""

    estimate: str
    interval: str
    is_zero: bool


def _figures(analysis: Analysis, estimated: Estimated, measure: str, row: int, *, turned: bool = False) -> _Figures:
    """Return an estimate and its confidence interval in words; no interval where there is none."""
    scale = analysis.scores.scale
    effect, rounding = estimated.effects[measure], effect_rounding(estimated, measure, scale)
    values = (float(effect.estimate[row]), float(effect.low[row]), float(effect.high[row]))
    value, low, high = (-values[0], -values[2], -values[1]) if turned else values
    if EFFECTS[measure].in_unit:
        rounding = scale.in_points(rounding)
    text = rounding.text(value)
    if EFFECTS[measure].in_unit:
        text = scale.difference_phrase(text)
    is_zero = rounding.text(value) == rounding.text(0.0)
    if np.isnan(low) or np.isnan(high):
        return _Figures(text, "", is_zero=is_zero)
    interval = f"{level_of_intervals(estimated)} CI {rounding.text(low)} to {rounding.text(high)}"
    return _Figures(text, interval, is_zero=is_zero)


def _concordance(estimated: Estimated) -> Iterator[str]:
    result = estimated.concordance
    if result is None:
        return
    if np.isnan(result.estimate):
        yield f"Kendall's W is undefined: {result.why}."
        return
    interval = f"{percent_text(result.level)} CI {fixed(result.low, 2)} to {fixed(result.high, 2)}"
    yield (
        "Kendall's W, how far the data sets agree in ranking the algorithms from 0 to 1, is"
        f" {fixed(result.estimate, 2)} ({f'no interval: {result.why}' if np.isnan(result.low) else interval})."
    )


@where(lambda analysis: analysis.estimated)
def effects_reminders(_analysis: Analysis, estimated: Estimated) -> Iterator[Prose]:
    """Return what not to read into effect sizes."""
    measures = estimated.effects.keys()
    if measures:
        yield _MEANT_TOGETHER if estimated.simultaneous else _MEANT
    if {name for name in measures if EFFECTS[name].in_unit} | {"hedges-g"} & measures:
        yield (
            "Mean, median and shift of differences, and Hedges' g, assume that differences on different data sets are"
            " comparable."
        )
    if "cliffs-delta" in measures:
        yield (
            "Cliff's delta compares scores on different data sets too, so that it is near 0 where data sets differ more"
            " in difficulty than algorithms do; the probability of superiority compares scores on the same data set."
        )
    if any(EFFECTS[name].of_ratio for name in measures):
        yield say(_OF_RATIOS, cite("demsar2006"))


@where(lambda analysis: analysis.estimated)
def effects_methods(analysis: Analysis, estimated: Estimated) -> Iterator[Prose]:
    """Return what was done, for the section on methods."""
    if not (estimated.effects or estimated.concordance):
        return
    if estimated.effects:
        level = level_of_intervals(estimated)
        measures = join((_measure(name, effect) for name, effect in estimated.effects.items() if effect.method), "; ")
        yield say("Effect sizes over the data sets, with {} intervals: {}.", level, measures)
    if estimated.simultaneous:
        yield say(_TOGETHER, cite("romano2005"))
    if "hedges-g" in estimated.effects:
        yield (
            "Hedges' g is the mean difference in standard deviations of the differences, with the exact correction for"
            " few data sets."
        )
    if estimated.draws is not None:
        drawn = f"{counted(estimated.draws, 'draw')} of data sets (seed {estimated.seed})"
        yield say("The bias-corrected and accelerated bootstrap ({}) rests on {}.", cite("efron1987"), drawn)
    if analysis.ranking.has_gaps:
        yield SHARED_DATASETS
    if estimated.concordance is not None:
        form = (
            "Kendall's W ({}) is corrected for ties; its interval is that of the average rank correlation of two data"
            " sets, by Fisher's z with a jackknife over data sets."
        )
        yield say(form, cite("kendall1939"))


def _measure(name: str, effect: PairEffects) -> Prose:
    item = EFFECTS[name]
    interval = "efron1987" if effect.method == BOOTSTRAP else item.interval_reference
    sources = dict.fromkeys([cite(item.reference), cite(interval)])
    return say(
        "{} ({}), its interval by {}", item.title, join(sources, "; "), INTERVALS.get(effect.method, effect.method)
    )


_MAIN_EFFECTS = 2


def facts_of_concordance(about: Subjects) -> Iterator[Fact]:
    """State Kendall's W with its interval."""
    result = None if about.analysis.estimated is None else about.analysis.estimated.concordance
    if result is not None:
        yield Fact("KendallW", result.estimate, decimals(2), "Kendall's W")
        meaning = f"the {percent_text(result.level)} interval of Kendall's W"
        yield from interval("KendallW", (result.low, result.high), decimals(2), meaning)


def facts_of_effects(about: Subjects) -> Iterator[Fact]:
    """State how far pairs of algorithms differ over the data sets, by the first two measures mainly."""
    estimated = about.analysis.estimated
    if estimated is None:
        return
    scale = about.analysis.scores.scale
    roundings = {name: effect_rounding(estimated, name, scale) for name in estimated.effects}
    for row, (a, b, sign, of) in about.of_pairs(estimated.pairs.tolist()):
        for place, (name, effect) in enumerate(estimated.effects.items()):
            key, unit = camel(name), Unit(roundings[name].text)
            meaning = say("{} of {} against {}", EFFECTS[name].title, a, b)
            values = [float(effect.low[row]), float(effect.estimate[row]), float(effect.high[row])]
            low, estimate, high = (value if sign > 0 else EFFECTS[name].turned(value) for value in values[::sign])
            facts = [
                Fact(key, estimate, unit, meaning, of),
                *interval(
                    key, (low, high), unit, say("the {} interval of {}", percent_text(effect.level), meaning), of
                ),
            ]
            if "attained" in effect.details:
                attained, meaning = float(effect.details["attained"][row]), say("the interval of {} attains", meaning)
                facts.append(Fact(f"{key}Attained", attained, decimals(3), say("level that {}", meaning), of))
            yield from facts if place < _MAIN_EFFECTS else (replace(fact, is_minor=True) for fact in facts)


def least_of_effects(about: Subjects) -> int:
    """Return how many facts there are: an estimate and an interval, in three, of each measure."""
    estimated = about.analysis.estimated
    return 0 if estimated is None else 4 * len(estimated.effects) * about.count(estimated.pairs.tolist())


def pair_effects(analysis: Analysis) -> Json:
    """Return the effect sizes of the comparisons, in the order of the tests, as columns; empty where there are none."""
    effects = {} if analysis.tested.over is None or analysis.estimated is None else analysis.estimated.effects
    return {
        name: {
            "estimate": effect.estimate,
            "interval": (effect.low, effect.high),
            "level": np.full(len(effect.estimate), effect.level),
            "why": [why or ABSENT for why in effect.why],
            **{name: effect.details[name] for name in ("attained",) if name in effect.details},
        }
        for name, effect in effects.items()
    }


def effects_results(analysis: Analysis) -> Json | None:
    """Return how intervals were made, by measure, and what was left out; None where no effect sizes were asked for."""
    estimated = analysis.estimated
    if estimated is None:
        return None
    methods = {name: effect.method for name, effect in estimated.effects.items()}
    how = {"level": estimated.level, **stated(simultaneous=estimated.simultaneous), "methods": methods}
    return how | picked(estimated, "draws seed left_out")


def concordance_results(analysis: Analysis) -> Json | None:
    """Kendall's W with its interval; None where it was not asked for or is left out."""
    result = None if analysis.estimated is None else analysis.estimated.concordance
    if result is None:
        return None
    w = {"kendall_w": result.estimate, "interval": [result.low, result.high], "level": result.level}
    return {**w, **stated(why=result.why), "method": result.method}


TOPIC = Topic("effects", "Effect sizes", effects_paragraphs, nothing, effects_reminders)
