"""Topic aggregates: scores of runs over data sets in one number, with bootstraps over runs and over data sets."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.core.bibliography import cite
from rankpress.core.scores import MetricScores
from rankpress.core.table import Cell, Table
from rankpress.spec.topic_steps import Step
from rankpress.stats.resampled_runs import Bootstrapped
from rankpress.topics.aggregates.measures import (
    CHANCE,
    IMPROVEMENT,
    KINDS,
    PROFILES,
    Aggregates,
    AggregatesOptions,
    compute_aggregates,
    unknown_targets,
)
from rankpress.topics.facts import Fact, Subject, Subjects, Unit, decimals, interval
from rankpress.topics.phrases import grouped_by, named, number, table_of, with_interval
from rankpress.topics.topic import PAIRS, Axes, Facts, Headline, ResultKey, Topic, register, where
from rankpress.wording.forms import Form
from rankpress.wording.numbers import MISSING, Rounding, between_in_words, counted_in_words, percent_text
from rankpress.wording.text import Prose, join, joined, say


def aggregates_of(analysis: Analysis) -> Aggregates | None:
    """Return the aggregates of a metric; None where the study has none."""
    aggregates: Aggregates | None = analysis.computed.get("aggregates")
    return aggregates


@dataclass(frozen=True)
class Estimate:
    """One number with the ends of its intervals, nan where there are none."""

    estimate: float
    over_runs: tuple[float, float]
    over_datasets: tuple[float, float]

    @classmethod
    def at(cls, of: Bootstrapped, place: int) -> Estimate:
        """Return the estimate of one algorithm or pair."""
        runs, datasets = ((float(low[place]), float(high[place])) for low, high in (of.over_runs, of.over_datasets))
        return cls(float(of.estimate[place]), runs, datasets)

    @property
    def ends(self) -> Mapping[str, tuple[float, float]]:
        """Ends of the intervals that there are, by what was redrawn."""
        both = {"runs": self.over_runs, "data sets": self.over_datasets}
        return {what: ends for what, ends in both.items() if math.isfinite(ends[0])}

    def phrase(
        self, form: Form, aggregates: Aggregates, frame: str = "{}; {}", say_value: Callable[[str], str] = str
    ) -> str:
        """Return the estimate in words, with its unit, and with its intervals set into a frame."""
        level, value = aggregates.level, say_value(form.text(self.estimate))
        intervals = [f"over {what} {form.text(low)} to {form.text(high)}" for what, (low, high) in self.ends.items()]
        if not intervals and not _are_resampled(aggregates):
            return value
        if not intervals:
            return frame.format(value, "no interval, since all resamples agree")
        return frame.format(value, f"{percent_text(level)} interval {', '.join(intervals)}")

    def reversed(self) -> Estimate:
        """Return the chance of the other algorithm."""
        flip = [(1 - high, 1 - low) for low, high in (self.over_runs, self.over_datasets)]
        return Estimate(1 - self.estimate, *flip)


def _are_resampled(aggregates: Aggregates) -> bool:
    """Return whether there is anything to redraw."""
    return aggregates.runs is not None or aggregates.n_datasets > 1


def rounding_of_aggregates(analysis: Analysis) -> Rounding:
    """Return how aggregates are rounded: as scores."""
    scores = analysis.scores
    return scores.scale.rounding(scores.means if isinstance(scores, MetricScores) else np.zeros((1, 1)))


def leaders_by(analysis: Analysis, aggregates: Aggregates, name: str) -> tuple[int, ...]:
    """Return who is best by an aggregate, by place in the arrays: one, or those that share the best value."""
    estimate = aggregates.statistics.measures[name].estimate
    is_highest = name != "optimality-gap" and analysis.scores.better == "higher"
    best = estimate.max() if is_highest else estimate.min()
    return tuple(np.flatnonzero(np.isclose(estimate, best, rtol=1e-12, atol=1e-12)).tolist())


def algorithm_at(analysis: Analysis, aggregates: Aggregates, place: int) -> Prose:
    """Return the algorithm at a place in the arrays."""
    return analysis.algorithms[aggregates.algorithms[place]]


@where(aggregates_of)
def _findings(analysis: Analysis, aggregates: Aggregates) -> Iterator[Prose]:
    """Say who leads by each aggregate, how likely the leader is to beat the next, and who could not be aggregated."""
    yield from _led(analysis, aggregates)
    if IMPROVEMENT in aggregates.measures and aggregates.statistics.pairs:
        yield _improved(analysis, aggregates)
    if aggregates.left_out:
        lacking = joined([analysis.algorithms[i] for i in aggregates.left_out])
        yield say("Scores of {} are not aggregated, for some results are missing.", lacking)


def _led(analysis: Analysis, aggregates: Aggregates) -> Iterator[Prose]:
    """Say in one sentence who is best by each aggregate, with the value of the first, so that none is quoted alone."""
    by_leaders: dict[tuple[int, ...], list[str]] = {}
    for name in aggregates.kinds:
        by_leaders.setdefault(leaders_by(analysis, aggregates, name), []).append(name)
    if not by_leaders:
        return
    parts = [
        (joined([algorithm_at(analysis, aggregates, i) for i in best]), joined([KINDS[name].title for name in names]))
        for best, names in by_leaders.items()
    ]
    best, names = next(iter(by_leaders.items()))
    value = Estimate.at(aggregates.statistics.measures[names[0]], best[0]).phrase(
        rounding_of_aggregates(analysis), aggregates, say_value=analysis.scores.scale.score_phrase
    )
    (who, titles), *others = parts
    verb = "is" if len(best) == 1 else "are"
    first = say("{} {} best by {} ({}: {})", who, verb, titles, KINDS[names[0]].title, value)
    yield say("{}.", join([first, *(say("{} by {}", *other) for other in others)], "; "))


def _improved(analysis: Analysis, aggregates: Aggregates) -> Prose:
    """Say how likely a run of the best ranked algorithm is to be better than one of the next."""
    order = [i for i in analysis.best_first if i in aggregates.algorithms]
    first, second = (aggregates.algorithms.index(i) for i in order[:2])
    chance = _chance(aggregates, first, second)
    return say(
        "On a data set drawn at random, a run of {} is better than one of {} with a probability of {}.",
        algorithm_at(analysis, aggregates, first),
        algorithm_at(analysis, aggregates, second),
        chance.phrase(CHANCE, aggregates, "{} ({})"),
    )


def _chance(aggregates: Aggregates, first: int, second: int) -> Estimate:
    """Return the chance that a run of one is better than one of another, both by place in the arrays."""
    pairs = aggregates.statistics.pairs
    if (first, second) in pairs:
        return Estimate.at(aggregates.statistics.improvement, pairs.index((first, second)))
    return Estimate.at(aggregates.statistics.improvement, pairs.index((second, first))).reversed()


@where(aggregates_of)
def _methods(analysis: Analysis, aggregates: Aggregates) -> Iterator[Prose]:
    """Say what the aggregates are, and how their intervals were computed."""
    names = [KINDS[name].title for name in aggregates.kinds]
    names += ["probability of improvement"] if IMPROVEMENT in aggregates.measures else []
    names += ["score profile"] if PROFILES in aggregates.measures else []
    yield say("Scores of all data sets were aggregated by {} ({}).", joined(names), cite("agarwal2021"))
    if "iqm" in aggregates.kinds:
        yield "The interquartile mean is the mean of the middle half of the scores of all runs on all data sets."
    if "optimality-gap" in aggregates.kinds:
        yield f"The optimality gap is how far scores fall short of {_target_of(analysis, aggregates)} on average."
    level = percent_text(aggregates.level)
    intervals = f"Intervals, at level {level} each, are percentiles of {aggregates.draws:,} resamples"
    if aggregates.runs is None:
        yield f"{intervals} of the data sets."
        return
    yield (
        f"{intervals}: over runs, the {between_in_words(aggregates.runs, 'run')} of each algorithm are redrawn within"
        " each data set (stratified bootstrap); over data sets, the data sets are redrawn with all their runs."
    )


@where(aggregates_of)
def _limits(analysis: Analysis, aggregates: Aggregates) -> Iterator[Prose]:
    """Say what aggregates and their intervals do not say."""
    if aggregates.runs is not None:
        yield (
            "Intervals over runs hold for these data sets: they show how an aggregate would vary with other runs,"
            " not with other data sets. With fewer than about five runs they are too narrow."
        )
    yield "Aggregates need scores that mean the same on all data sets: one with larger differences counts more."


def stated_intervals(aggregates: Aggregates, what: str = "intervals") -> str:
    """Say in a caption what the intervals, or bands, are over."""
    level, datasets = percent_text(aggregates.level), counted_in_words(aggregates.n_datasets, "data set")
    if aggregates.runs is None:
        return f"with {level} bootstrap {what} over the {datasets}" if aggregates.n_datasets > 1 else ""
    return f"with {level} bootstrap {what} over runs, conditional on these {datasets}"


def best_first(analysis: Analysis, aggregates: Aggregates) -> list[int]:
    """Return places in the arrays, the best ranked first."""
    return [aggregates.algorithms.index(i) for i in analysis.best_first if i in aggregates.algorithms]


_HEADS = tuple(kind.head for kind in KINDS.values())


@Axes(columns=_HEADS)
def aggregates_table(analysis: Analysis) -> Table | None:
    """Build the table of the aggregates of each algorithm, with intervals over runs where there are runs."""
    aggregates = aggregates_of(analysis)
    if aggregates is None or not aggregates.kinds:
        return None
    form = "Aggregates of {} over all runs and data sets, {}."
    caption = say(form, analysis.measured, stated_intervals(aggregates))
    cell = _over_datasets if aggregates.runs is None else _over_runs
    return _table(analysis, aggregates, cell, say("Aggregates of {}", analysis.metric), caption)


@Axes(columns=_HEADS)
def aggregates_over_datasets_table(analysis: Analysis) -> Table | None:
    """Build the table of the same aggregates with intervals over data sets, where the other has those over runs."""
    aggregates = aggregates_of(analysis)
    if aggregates is None or aggregates.runs is None or not aggregates.kinds or aggregates.n_datasets < 2:
        return None
    over = counted_in_words(aggregates.n_datasets, "data set")
    form = "Aggregates of {} over all runs and data sets, with {} bootstrap intervals over the {}."
    caption = say(form, analysis.measured, percent_text(aggregates.level), over)
    return _table(
        analysis, aggregates, _over_datasets, say("Aggregates of {} over data sets", analysis.metric), caption
    )


def _table(
    analysis: Analysis, aggregates: Aggregates, cell: Callable[[Estimate, Form], Cell], title: Prose, caption: Prose
) -> Table:
    """Set one row per algorithm, the best ranked first."""
    form, measures = rounding_of_aggregates(analysis), aggregates.statistics.measures
    rows = [
        (
            named(algorithm_at(analysis, aggregates, place)),
            *(cell(Estimate.at(measures[name], place), form) for name in aggregates.kinds),
        )
        for place in best_first(analysis, aggregates)
    ]
    return table_of(
        ("Algorithm", *(KINDS[name].head for name in aggregates.kinds)),
        rows,
        notes=(_meanings(analysis, aggregates), *_without_intervals(aggregates, (row[1:] for row in rows))),
        detail="interval",
        detail_parts=("from", "to"),
        title=title,
        caption=caption,
    )


def _without_intervals(aggregates: Aggregates, rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Say why cells lack an interval, where others may have one."""
    if _are_resampled(aggregates) and any(
        cell.text == MISSING or (cell.detail_frame and not cell.detail) for row in rows for cell in row
    ):
        yield "No interval where all resamples agree."


def _over_runs(value: Estimate, form: Form) -> Cell:
    return with_interval(value.estimate, *value.over_runs, form)


def _over_datasets(value: Estimate, form: Form) -> Cell:
    return with_interval(value.estimate, *value.over_datasets, form)


def _meanings(analysis: Analysis, aggregates: Aggregates) -> str:
    target = _target_of(analysis, aggregates)
    weighted = " Data sets are weighted." if aggregates.is_weighted else ""
    meanings = grouped_by((KINDS[name].meaning.format(target), KINDS[name].head) for name in aggregates.kinds)
    return " ".join(f"{', '.join(heads)}: {meaning}." for meaning, heads in meanings.items()) + weighted


def _target_of(analysis: Analysis, aggregates: Aggregates) -> str:
    return analysis.scores.scale.score_phrase(f"{aggregates.target * rounding_of_aggregates(analysis).factor:g}")


@Axes(PAIRS, ("Probability", "Over runs", "Over data sets"))
def probability_of_improvement_table(analysis: Analysis) -> Table | None:
    """Build the table of how likely a run of one algorithm is to be better than one of another."""
    aggregates = aggregates_of(analysis)
    if aggregates is None or IMPROVEMENT not in aggregates.measures or not aggregates.statistics.pairs:
        return None
    chances = chances_of_pairs(analysis, aggregates)
    parts = [what for what in ("runs", "data sets") if any(what in chance.ends for *_, chance in chances)]
    rows = [
        (
            named(algorithm_at(analysis, aggregates, first)),
            named(algorithm_at(analysis, aggregates, second)),
            number(chance.estimate, CHANCE),
            *(_bounds(chance, what) for what in parts),
        )
        for first, second, chance in chances
    ]
    return table_of(
        ("X", "Y", "Probability", *(f"Over {what}" for what in parts)),
        rows,
        names=2,
        title=say("Probability of improvement in {}", analysis.metric),
        caption=say(
            "Probability that a run of X has a better {} than one of Y on a data set drawn at random, {}{}.",
            analysis.metric,
            stated_intervals(aggregates),
            ", and over data sets" if len(parts) > 1 else "",
        ),
        notes=("Ties count as halves.", *_without_intervals(aggregates, (row[3:] or (Cell(MISSING),) for row in rows))),
    )


def _bounds(chance: Estimate, what: str) -> Cell:
    if what not in chance.ends:
        return Cell(MISSING)
    low, high = map(CHANCE.text, chance.ends[what])
    return Cell(f"[{low}, {high}]")


def chances_of_pairs(analysis: Analysis, aggregates: Aggregates) -> list[tuple[int, int, Estimate]]:
    """Return pairs, the better ranked first; those with the control where there is one."""
    order, control = best_first(analysis, aggregates), analysis.tested.control
    pairs = [(order[i], order[j]) for i in range(len(order)) for j in range(i + 1, len(order))]
    if control is not None and control in aggregates.algorithms:
        against = aggregates.algorithms.index(control)
        pairs = [(against, place) for place in order if place != against]
    return [(first, second, _chance(aggregates, first, second)) for first, second in pairs]


_LETTERS = {name: "".join(word.capitalize() for word in name.split("-")) for name in KINDS} | {"iqm": "IQM"}


def _facts(about: Subjects) -> Iterator[Fact]:
    r"""State the aggregates of each algorithm: \rpAccuracyIQMForest, \rp{accuracy/iqm/forest}."""
    aggregates = aggregates_of(about.analysis)
    if aggregates is None:
        return
    unit = Unit(rounding_of_aggregates(about.analysis).text)
    for place, i in enumerate(aggregates.algorithms):
        name = about.analysis.algorithms[i]
        for key in aggregates.kinds:
            value = Estimate.at(aggregates.statistics.measures[key], place)
            meaning, of = say("{} of {}", KINDS[key].title, name), about.algorithms[name]
            yield from _stated(_LETTERS[key], value, unit, meaning, of, aggregates.level)


def _facts_of_pairs(about: Subjects) -> Iterator[Fact]:
    r"""State how likely an algorithm is to be better than another: \rpAccuracyImprovementForestTree."""
    aggregates = aggregates_of(about.analysis)
    if aggregates is None or IMPROVEMENT not in aggregates.measures:
        return
    pairs = {(aggregates.algorithms[a], aggregates.algorithms[b]): (a, b) for a, b in aggregates.statistics.pairs}
    for index, pair in about.of_pairs(pairs):
        value = Estimate.at(aggregates.statistics.improvement, index)
        meaning = say("probability that a run of {} is better than one of {}", pair.a, pair.b)
        value = value if pair.sign == 1 else value.reversed()
        yield from _stated("Improvement", value, decimals(2), meaning, pair.of, aggregates.level)


def _stated(key: str, value: Estimate, unit: Unit, meaning: Prose, of: Subject, level: float) -> Iterator[Fact]:
    yield Fact(key, value.estimate, unit, meaning, of)
    for what, ends in value.ends.items():
        letters = key if what == "runs" else f"{key}OverDatasets"
        yield from interval(letters, ends, unit, meaning, of, level=level, word=f"interval over {what}")


class AggregateResult(TypedDict):
    """An aggregate of one algorithm."""

    estimate: float
    interval: Annotated[
        list[float] | None, "its ends, over runs within these data sets; null without runs or where all resamples agree"
    ]
    interval_over_datasets: Annotated[
        list[float] | None, "its ends, over data sets; null where there is one or all resamples agree"
    ]


class ImprovementResult(AggregateResult):
    """How likely a run of one algorithm is to be better than one of another."""

    a: str
    b: str


AggregatesResult = TypedDict(
    "AggregatesResult",
    {
        "level": Annotated[float, "confidence level of the intervals"],
        "target": Annotated[float, "of the optimality gap"],
        "left_out": Annotated[list[str], "algorithms that lack results"],
        "iqm": Annotated[dict[str, AggregateResult], "by algorithm, interquartile mean of all runs on all data sets"],
        "median": Annotated[dict[str, AggregateResult], "over data sets, of means over runs"],
        "mean": Annotated[dict[str, AggregateResult], "over data sets, of means over runs"],
        "optimality-gap": Annotated[dict[str, AggregateResult], "how far scores fall short of the target on average"],
        "probability-of-improvement": Annotated[list[ImprovementResult], "that a run of `a` is better than one of `b`"],
        "profiles": Annotated[
            dict[str, Any],
            "`targets`, and by algorithm the share of runs that are better than each: `estimate`, `low` and `high` over"
            " runs",
        ],
    },
    total=False,
)


def _results(analysis: Analysis) -> dict[str, Any] | None:
    """Return the key `aggregates` of the metric in results.json."""
    aggregates = aggregates_of(analysis)
    if aggregates is None:
        return None
    names = [analysis.names[i] for i in aggregates.algorithms]
    left_out = [analysis.names[i] for i in aggregates.left_out]
    written: dict[str, Any] = {"level": aggregates.level, "target": aggregates.target, "left_out": left_out}
    for key in aggregates.kinds:
        of = aggregates.statistics.measures[key]
        written[key] = {name: _written(Estimate.at(of, place)) for place, name in enumerate(names)}
    if IMPROVEMENT in aggregates.measures:
        written[IMPROVEMENT] = [
            {"a": names[a], "b": names[b], **_written(Estimate.at(aggregates.statistics.improvement, index))}
            for index, (a, b) in enumerate(aggregates.statistics.pairs)
        ]
    if PROFILES in aggregates.measures:
        written[PROFILES] = _profiles(aggregates, names)
    return written


def _written(value: Estimate) -> dict[str, Any]:
    ends = {what: list(ends) for what, ends in value.ends.items()}
    over = {"interval": ends.get("runs"), "interval_over_datasets": ends.get("data sets")}
    return {"estimate": value.estimate, **over}


def _profiles(aggregates: Aggregates, names: Sequence[str]) -> dict[str, Any]:
    profiles = aggregates.statistics.profiles
    parts = {"estimate": profiles.estimate}
    if aggregates.runs is not None:
        parts |= dict(zip(("low", "high"), profiles.over_runs, strict=True))
    of_each = {name: {part: of[place].tolist() for part, of in parts.items()} for place, name in enumerate(names)}
    return {"targets": aggregates.targets.tolist(), **of_each}


register(
    Topic(
        "aggregates",
        "Aggregates over data sets",
        paragraphs=_findings,
        reminders=_limits,
        after="leaderboard",
        step=Step(
            "aggregates",
            compute_aggregates,
            takes=("read",),
            section=AggregatesOptions,
            wrong_for_scores=unknown_targets,
            description="Interquartile means and other aggregates of runs over data sets, with bootstrap intervals.",
        ),
        methods=(_methods,),
        brief_methods=_methods,
        brief_account=lambda analysis, earlier: _findings(analysis)[:1],
        headline=Headline(lambda analysis, earlier: _findings(analysis)[:1]),
        facts=(Facts(_facts), Facts(_facts_of_pairs, scope="pairs", title="probabilities of improvement{}")),
        results=(ResultKey("aggregates", AggregatesResult | None, _results),),
        tables=(
            TableKind("aggregates", "interquartile means and other aggregates of runs", builder=aggregates_table),
            TableKind(
                "aggregates-over-datasets",
                "the same with intervals over data sets",
                builder=aggregates_over_datasets_table,
            ),
            TableKind(
                "probability-of-improvement",
                "how likely a run of one algorithm is to be better than one of another",
                builder=probability_of_improvement_table,
                is_detail=True,
            ),
        ),
        figures=(
            FigureKind(
                "aggregates",
                "aggregates of runs with their intervals",
                builder="aggregates.figures",
                by_family=True,
            ),
            FigureKind(
                "probability-of-improvement",
                "how likely a run of one algorithm is to be better than one of another",
                builder="aggregates.figures",
                by_family=True,
            ),
            FigureKind(
                "score-profiles",
                "share of runs that are better than each score",
                builder="aggregates.figures",
                by_family=True,
            ),
        ),
    )
)
