"""Topic effect sizes: table, sentences, facts and results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, NamedTuple

import numpy as np
from pydantic import FiniteFloat
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TABLES, TableKind
from rankpress.catalog.methods import EFFECTS, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.plain_data import Json, picked, stated
from rankpress.core.scores import MetricScores
from rankpress.core.table import Table
from rankpress.stages.effects import Estimated, contains_no_difference
from rankpress.stats.effects import PairEffects
from rankpress.topics.columns import ABSENT
from rankpress.topics.effects.cells import (
    BOOTSTRAP,
    HALL,
    INTERVALS,
    OF_TIES,
    effect_rounding,
    level_of_intervals,
    named_measure,
    too_many,
    zeros_by_ties,
)
from rankpress.topics.facts import Fact, Subjects, Unit, camel, decimals, interval
from rankpress.topics.phrases import (
    SHARED_DATASETS,
    is_exploratory,
    nothing_is_attainable,
    separation,
    table_of,
    unweighted,
)
from rankpress.topics.result_types import Bounds, Figure, Measure, Why
from rankpress.topics.topic import Axes, Facts, Headline, Methods, ResultKey, Rows, Topic, register, where
from rankpress.wording.numbers import (
    counted_in_words,
    fixed,
    in_words,
    percent_text,
)
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, join, joined, say


class ConcordanceResult(TypedDict, total=False):
    """Kendall's W."""

    kendall_w: Annotated[Figure, "0 for no agreement of the data sets, to 1"]
    interval: Bounds
    level: FiniteFloat
    why: Why
    method: Annotated[str, "how the interval was computed"]


class EffectsResult(TypedDict, total=False):
    """How the intervals of effect sizes were computed."""

    level: Annotated[FiniteFloat, "of each interval, or of those of all pairs together"]
    simultaneous: Annotated[bool, "whether it is that of all pairs together; the level of each is with its interval"]
    methods: dict[Measure, str]
    draws: int | None
    seed: int | None
    left_out: Annotated[list[str], "measures that could not be computed, and why"]


_MEANT = "The intervals are not adjusted for multiplicity: of many, some do not contain the true value."
_MEANT_TOGETHER = "The intervals of a measure hold simultaneously: with their level, all contain the true values."
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
    sentences = effects_findings(analysis)
    if analysis.estimated is not None and analysis.estimated.effects and too_many(analysis.estimated):
        sentences.append("The effect sizes of all pairs are too many to print; results.json has them.")
    return [join(sentences)] if sentences else []


def effects_findings(analysis: Analysis, *, short: bool = False) -> list[Prose]:
    """Return the effect sizes of the leader against the next, and unless short how far data sets agree."""
    estimated = analysis.estimated
    return [] if estimated is None else [*_of_leader(analysis, estimated), *([] if short else _concordance(estimated))]


@where(lambda analysis: analysis.estimated)
def effects_headline(analysis: Analysis, estimated: Estimated) -> Iterator[Prose]:
    """Return the difference of the leader from the next in an exploratory study, in the first measure alone."""
    is_headline = is_exploratory([analysis]) and not analysis.is_benchmark
    return _of_leader(analysis, estimated, most=1) if is_headline else iter(())


def _of_leader(analysis: Analysis, estimated: Estimated, most: int | None = None) -> Iterator[Prose]:
    """Yield the pair of the two best average ranks; with a control, of the control and the best of the others."""
    if not estimated.effects:
        return
    pair = set(analysis.leading_pair)
    index = next(row for row, both in enumerate(estimated.pairs.tolist()) if set(both) == pair)
    measures = [name for name in reported_measures(estimated) if not np.isnan(estimated.effects[name].estimate[index])]
    if not measures:
        return
    first, *others = measures[:most]
    # All figures are of one difference, the one that is better by the first measure less the other.
    turned = _favors_second(analysis, estimated, first, index)
    a, b = estimated.pairs[index].tolist()[:: -1 if turned else 1]
    figures = {name: _figures(analysis, estimated, name, index, turned=turned) for name in measures}
    estimate, interval = figures[first].estimate, figures[first].interval
    # One interval is enough for a sentence; the tables have those of the other measures.
    details: list[Prose] = [interval]
    for name in others:
        is_opposite = _favors_second(analysis, estimated, name, index, turned=turned)
        of = say(", in favor of {}", analysis.algorithms[b]) if is_opposite else ""
        details.append(say("{} = {}{}", named_measure(name), figures[name].alone, of))
    evidence = say(" ({})", join(details, "; "))
    if EFFECTS[first].in_unit:
        yield _by_how_much(analysis, first, (a, b), figures[first], evidence)
    else:
        form = "{} of {} against {} in {} is {}{}."
        names = analysis.algorithms[a], analysis.algorithms[b]
        yield say(form, capitalized(named_measure(first)), *names, analysis.metric, estimate, evidence)
    yield from _at_odds(analysis, estimated, first, index)
    if index in zeros_by_ties(analysis, estimated, first):
        yield OF_TIES.format(EFFECTS[first].title)


def _favors_second(analysis: Analysis, estimated: Estimated, measure: str, row: int, *, turned: bool = False) -> bool:
    """Return whether a measure favors the second of a pair, the worse ranked, or the first of a pair that is turned."""
    value = float(estimated.effects[measure].estimate[row])
    if EFFECTS[measure].in_unit:
        favored = analysis.scores.sign * value
    else:
        favored = value - EFFECTS[measure].no_difference
    return favored > 0 if turned else favored < 0


def _at_odds(analysis: Analysis, estimated: Estimated, measure: str, index: int) -> Iterator[str]:
    """Say where the interval of a measure and the test of its pair come to different verdicts."""
    adjusted, effect, none = analysis.adjusted, estimated.effects[measure], EFFECTS[measure].no_difference
    low, high = float(effect.low[index]), float(effect.high[index])
    # where no difference can be significant, that is reported in its place
    if (
        adjusted.deciding is None
        or np.isnan(low + high)
        or is_exploratory([analysis])
        or nothing_is_attainable(analysis)
    ):
        return
    excludes, significant = not low <= none <= high, bool(adjusted.p[adjusted.deciding][index] <= adjusted.alpha)
    if excludes != significant:
        form = "The interval {} {} although the difference is {}significant{}."
        verbs = ("contains", "") if significant else ("excludes", "not ")
        value = "zero" if none == 0 else f"{none:g}"
        yield form.format(
            verbs[0], value, verbs[1], "" if significant else _why_at_odds(analysis, estimated, measure, index)
        )


def _why_at_odds(analysis: Analysis, estimated: Estimated, measure: str, row: int) -> str:
    """Return why an interval excludes no difference where the test does not reject: what was seen to be a cause."""
    over, adjusted = analysis.tested.over, analysis.adjusted
    if over is None or adjusted.deciding is None:
        raise ValueError("an interval can be at odds with a test only where there is one")
    least = adjusted.least.get(adjusted.deciding)
    if least is not None and least[row] > adjusted.alpha:
        return f", because the {PAIRWISE[over.procedure].title} cannot reject on so few data sets"
    if estimated.simultaneous or over.p[row] > adjusted.alpha or len(over.p) == 1:
        return ""
    if not isinstance(analysis.scores, MetricScores):
        raise ValueError("without scores there are no intervals of effects")
    if contains_no_difference(analysis.scores, analysis.ranking, over, estimated, measure, row):
        return f", because the interval is not adjusted for the {counted_in_words(len(over.p), 'comparison')}"
    return ""


def _by_how_much(analysis: Analysis, measure: str, pair: tuple[int, int], figures: _Figures, evidence: Prose) -> Prose:
    """Return the difference of a pair, the one with the better scores first."""
    estimate = figures.estimate
    (a, b), (first, second) = pair, (analysis.algorithms[i] for i in pair)
    title, metric = unweighted(analysis) + EFFECTS[measure].title, analysis.metric
    average = analysis.ranking.average
    if figures.is_zero:
        return say("The {} between {} and {} in {} is {}{}.", title, first, second, metric, estimate, evidence)
    role_of_first, role_of_second = _role(analysis, a), _role(analysis, b)
    by = "On average" if EFFECTS[measure].of_mean and not analysis.is_weighted else f"By the {title}"
    if average[a] > average[b]:
        decided = separation(analysis)
        is_news = decided is None or (a, b) not in decided.separated
        by = f"{by}, however" if is_news else by
    elif analysis.scores.better == "higher":
        other = say("{}{}{}", second, role_of_second, "," if role_of_second else "")
        return say("{}, {} exceeds {} in {} by {}{}.", by, first, other, metric, estimate, evidence)
    way = "higher" if analysis.scores.better == "higher" else "lower"
    better = say("{}{}{}", first, role_of_first, "," if role_of_first else "")
    form = "{}, the {} of {} is {} {} than that of {}{}{}."
    return say(form, by, metric, better, estimate, way, second, role_of_second, evidence)


def _role(analysis: Analysis, algorithm: int) -> str:
    """Return what a runner-up is called behind its name; empty of all others, and of one of two."""
    average, order = analysis.ranking.average, analysis.best_first
    if not analysis.has_one_leader or len(order) == 2 or algorithm != order[1]:
        return ""
    sharing = int(np.count_nonzero(average == average[algorithm]))
    return ", the runner-up" if sharing == 1 else f", one of the {in_words(sharing)} runners-up"


def reported_measures(estimated: Estimated | None) -> list[str]:
    """Return the measures that sentences have: the first in the unit of the scores, and the first without a unit."""
    if estimated is None:
        return []
    of = [[name for name in estimated.effects if EFFECTS[name].in_unit is in_unit][:1] for in_unit in (True, False)]
    return [name for names in of for name in names]


class _Figures(NamedTuple):
    """An estimate and its interval in words, or that there is none, and whether the estimate is printed as zero."""

    estimate: str
    interval: str
    alone: str  # the estimate without its interval, which may need more decimals
    is_zero: bool


def _figures(analysis: Analysis, estimated: Estimated, measure: str, row: int, *, turned: bool) -> _Figures:
    """Return an estimate and its confidence interval in words, or that there is none.

    A difference in the unit of the scores is above 0 where the first is the better one, whichever scores are better.
    """
    scale, effect_method = analysis.scores.scale, EFFECTS[measure]
    effect, rounding = estimated.effects[measure], effect_rounding(estimated, measure, scale)
    value, low, high = float(effect.estimate[row]), float(effect.low[row]), float(effect.high[row])
    if turned if not effect_method.in_unit else turned != (analysis.scores.better == "lower"):
        value, low, high = map(effect_method.turned, (value, high, low))
    rounding = scale.in_points(rounding) if effect_method.in_unit else rounding
    alone = rounding.text(value)
    if scale.digits is None and any(bound and rounding.text(bound) == rounding.text(0.0) for bound in (low, high)):
        rounding = rounding.finer  # else nobody sees on which side of zero the bound is
    printed = rounding.text(value)
    is_zero = printed == rounding.text(0.0)
    printed = scale.difference_phrase(printed) if effect_method.in_unit else printed
    if np.isnan(low) or np.isnan(high):
        return _Figures(printed, f"no {level_of_intervals(estimated)} CI", alone, is_zero=is_zero)
    ends = rounding.of_ends(low, high)
    interval = f"{level_of_intervals(estimated)} CI {ends.text(low)} to {ends.text(high)}"
    return _Figures(printed, interval, alone, is_zero=is_zero)


def _concordance(estimated: Estimated) -> Iterator[str]:
    concordance = estimated.concordance
    if concordance is None:
        return
    if np.isnan(concordance.estimate):
        yield f"Kendall's W is undefined: {concordance.why}."
        return
    interval = f"{percent_text(concordance.level)} CI {fixed(concordance.low, 2)} to {fixed(concordance.high, 2)}"
    if np.isnan(concordance.low):
        interval = f"no interval: {concordance.why}"
    yield (
        "Kendall's W, the agreement of the data sets in ranking the algorithms, is"
        f" {fixed(concordance.estimate, 2)} ({interval})."
    )


@where(lambda analysis: analysis.estimated)
def effects_reminders(analysis: Analysis, estimated: Estimated) -> Iterator[Prose]:
    """Return what not to read into effect sizes."""
    measures = estimated.effects.keys()
    if measures and not analysis.ranking.is_of_two:
        yield _MEANT_TOGETHER if estimated.simultaneous else _MEANT
    of_sizes = [name for name in measures if EFFECTS[name].in_unit or name == "hedges-g"]
    if of_sizes:
        titles = [EFFECTS[name].title if name == "hedges-g" else f"the {EFFECTS[name].title}" for name in of_sizes]
        assume = "assumes" if len(titles) == 1 else "assume"
        yield f"{capitalized(joined(titles))} {assume} that differences on different data sets are comparable."
    if "cliffs-delta" in measures:
        yield (
            "Cliff's delta compares scores on different data sets too, so that it is near 0 where data sets differ more"
            " in difficulty than algorithms do; the probability of superiority compares scores on the same data set."
        )
    if any(EFFECTS[name].of_ratio for name in measures):
        yield say(_OF_RATIOS, cite("demsar2006"))
    scale = analysis.scores.scale
    if (scale.is_proportion or scale.percent) and _reach_bounds(estimated):
        yield "Intervals are cut to what a difference of two proportions can be, −1 to 1."


def _reach_bounds(estimated: Estimated) -> bool:
    """Return whether an interval of a difference of scores reaches as far as shares can differ."""
    of_scores = [effect for name, effect in estimated.effects.items() if EFFECTS[name].in_unit]
    return any(bool((np.abs([effect.low, effect.high]) >= 1).any()) for effect in of_scores)


@where(lambda analysis: analysis.estimated)
def measures_methods(analysis: Analysis, estimated: Estimated) -> Iterator[Prose]:
    """Name the effect sizes and their intervals, which the report has in a table where they are many."""
    if measures := [_measure(name, effect) for name, effect in _with_method(estimated)]:
        level = level_of_intervals(estimated)
        yield say("Effect sizes over the data sets were estimated with {} intervals: {}.", level, join(measures, "; "))


_MEASURES = Rows(
    "effect sizes", lambda _study, _names, _datasets: [capitalized(effect.title) for effect in EFFECTS.values()]
)


@Axes(_MEASURES, ("Interval", "Sources"))
def effect_measures_table(analysis: Analysis) -> Table | None:
    """Build the table of effect sizes, the methods of their intervals and the sources of both, where they are many."""
    estimated = analysis.estimated
    if estimated is None or len(measures := _with_method(estimated)) <= _MOST_MEASURES_IN_A_SENTENCE:
        return None
    return table_of(
        ("Effect size", "Interval", "Sources"),
        (
            (
                capitalized(EFFECTS[name].title),
                capitalized(INTERVALS.get(effect.method, effect.method)),
                join(_sources(name, effect), "; "),
            )
            for name, effect in measures
        ),
        align="lll",
        title=EFFECT_MEASURES,
        caption=say("Effect sizes over the data sets, with {} intervals.", level_of_intervals(estimated)),
    )


@where(lambda analysis: analysis.estimated)
def effects_methods(analysis: Analysis, estimated: Estimated) -> Iterator[Prose]:
    """Say what holds of the effect sizes, for the section on methods."""
    if estimated.simultaneous:
        yield say(_TOGETHER, cite("romano2005"))
    if "hedges-g" in estimated.effects:
        yield (
            "Hedges' g is the mean difference in standard deviations of the differences, with the exact correction for"
            " few data sets."
        )
    if estimated.draws is not None:
        drawn = f"{counted(estimated.draws, 'resample')} of data sets (seed {estimated.seed})"
        yield say("The bias-corrected and accelerated bootstrap ({}) uses {}.", cite("efron1987"), drawn)
    if analysis.ranking.has_gaps:
        yield SHARED_DATASETS
    if estimated.concordance is not None:
        form = (
            "Kendall's W ({}) is corrected for ties; its interval is that of the average rank correlation of two data"
            " sets, {}."
        )
        by: Prose = "by Fisher's z with a jackknife over data sets"
        if estimated.concordance.method == "binomial":
            by = say("by the exact interval of the chance that one algorithm is better ({})", cite("clopper1934"))
        yield say(form, cite("kendall1939"), by)


_MOST_MEASURES_IN_A_SENTENCE = 2
EFFECT_MEASURES = "Effect sizes and their intervals"


def _with_method(estimated: Estimated) -> list[tuple[str, PairEffects]]:
    return [(name, effect) for name, effect in estimated.effects.items() if effect.method]


def _measure(name: str, effect: PairEffects) -> Prose:
    sources, method = join(_sources(name, effect), "; "), INTERVALS.get(effect.method, effect.method)
    return say("{} ({}), its interval by {}", EFFECTS[name].title, sources, method)


def _sources(name: str, effect: PairEffects) -> Iterable[Prose]:
    return dict.fromkeys([cite(EFFECTS[name].reference), cite(source_of_interval(name, effect))])


def source_of_interval(name: str, effect: PairEffects) -> str:
    """Return the bibliography key of the interval that a measure was given."""
    return {BOOTSTRAP: "efron1987", HALL: "hall1992"}.get(effect.method, EFFECTS[name].interval_reference)


_MAIN_EFFECTS = 2


def facts_of_concordance(about: Subjects) -> Iterator[Fact]:
    """State Kendall's W with its interval."""
    concordance = None if about.analysis.estimated is None else about.analysis.estimated.concordance
    if concordance is not None:
        yield Fact("KendallW", concordance.estimate, decimals(2), "Kendall's W")
        ends = concordance.low, concordance.high
        yield from interval("KendallW", ends, decimals(2), "Kendall's W", level=concordance.level)


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
            meaning = say("{}{} of {} against {}", unweighted(about.analysis), EFFECTS[name].title, a, b)
            values = [float(effect.low[row]), float(effect.estimate[row]), float(effect.high[row])]
            low, estimate, high = (value if sign > 0 else EFFECTS[name].turned(value) for value in values[::sign])
            of_ends = Unit(roundings[name].of_ends(low, high).text)
            facts = [
                Fact(key, estimate, unit, meaning, of),
                *interval(key, (low, high), of_ends, meaning, of, level=effect.level),
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
    """Return how intervals were made, by measure, and what was omitted; None where no effect sizes were requested."""
    estimated = analysis.estimated
    if estimated is None:
        return None
    methods = {name: effect.method for name, effect in estimated.effects.items()}
    how = {"level": estimated.level, **stated(simultaneous=estimated.simultaneous), "methods": methods}
    return how | picked(estimated, "draws seed left_out")


def concordance_results(analysis: Analysis) -> Json | None:
    """Kendall's W with its interval; None where it was not requested or is omitted."""
    concordance = None if analysis.estimated is None else analysis.estimated.concordance
    if concordance is None:
        return None
    w = {"kendall_w": concordance.estimate, "interval": [concordance.low, concordance.high], "level": concordance.level}
    return {**w, **stated(why=concordance.why), "method": concordance.method}


register(
    Topic(
        "effects",
        "Effect sizes",
        paragraphs=effects_paragraphs,
        reminders=effects_reminders,
        after="tests",
        methods=(
            Methods(lambda analysis, _voice: measures_methods(analysis), table="effect-measures"),
            effects_methods,
        ),
        headline=Headline(lambda analysis, _earlier: effects_headline(analysis), place=10),
        account=lambda analysis, _earlier: effects_findings(analysis),
        # of a benchmark the differences over its test examples are stated
        brief_account=lambda analysis, _earlier: (
            [] if analysis.is_benchmark else effects_findings(analysis, short=True)
        ),
        facts=(
            Facts(facts_of_concordance),
            Facts(facts_of_effects, "pairs", "effect sizes{}", least=least_of_effects),
        ),
        results=(
            ResultKey("effects", EffectsResult | None, effects_results),
            ResultKey("concordance", ConcordanceResult | None, concordance_results),
        ),
    )
)
TABLES.add(
    TableKind(
        "effect-measures",
        "effect sizes, the methods of their intervals and the sources of both, where there are more than two",
        "methods",
        effect_measures_table,
        is_of_study=True,
    )
)
