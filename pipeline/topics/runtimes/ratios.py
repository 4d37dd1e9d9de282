"""Topic ratios: Wilcoxon's test of the ratios of runtimes, with unsolved runs at the extreme ranks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TableKind
from rankpress.core.bibliography import cite
from rankpress.core.scores import FloatArray, IntArray, MetricResults, MetricScores, Scores
from rankpress.core.table import Table
from rankpress.spec.strict import Incoherence, Number, Section
from rankpress.spec.topic_steps import Step
from rankpress.stages.rank import Ranking
from rankpress.stages.test import Tested, compared_pairs
from rankpress.stats.adjustments import holm
from rankpress.stats.runtimes import censored_wilcoxon
from rankpress.topics.phrases import count, decimal, named, p_value, table_of
from rankpress.topics.topic import PAIRS, Axes, ResultKey, Topic, register, where
from rankpress.wording.numbers import counted_in_words, level_text, part_in_words
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, say


class RatiosOptions(Section):
    """Wilcoxon's test of the logarithms of the ratios of times, next to the test that decides. `{}` asks for it."""

    least: Annotated[Number, Field(gt=0)] | None = Field(
        default=None,
        description="In the unit of the metric: shorter times count as this one, such as the resolution of the clock."
        " Needed where a time is 0, which has no logarithm.",
    )


@dataclass(frozen=True)
class Ratios:
    """The tests of one metric; arrays have an element a pair."""

    pairs: IntArray  # (n_pairs, 2): the better ranked first
    r_plus: FloatArray  # r_plus, r_minus: sums of the ranks of the instances on which the first, the second is faster
    r_minus: FloatArray
    p: FloatArray
    adjusted: FloatArray  # by Holm
    censored: IntArray  # instances that one of the two did not solve
    n: int  # instances
    alpha: float

    @property
    def share_censored(self) -> float:
        """The share of all comparisons on an instance whose rank is a convention."""
        return float(self.censored.mean()) / self.n


def test_ratios(
    scores: MetricResults, ranking: Ranking, tested: Tested, alpha: float, options: RatiosOptions
) -> Ratios | None:
    """Test the ratios of each pair, or of each with the control; None where the study states no limit."""
    if not isinstance(scores, MetricScores) or scores.censored is None or scores.limit is None:
        return None
    times = np.where(scores.censored, np.inf, scores.means)
    times = times[~np.isnan(times).any(axis=1)]
    if len(times) < 2:
        return None
    pairs = compared_pairs(ranking, tested.control)
    tests = censored_wilcoxon(np.maximum(times, options.least or 0.0), pairs, scores.limit)
    sums = tests.details
    censored = sums["n_censored"].astype(np.int64)
    return Ratios(pairs, sums["r_plus"], sums["r_minus"], tests.p, holm(tests.p), censored, len(times), alpha)


def without_logarithm(options: RatiosOptions, scores: Scores) -> Iterator[Incoherence]:
    """Find times of 0, and scores without a limit."""
    for metric in scores.metrics:
        if not isinstance(metric, MetricScores) or metric.censored is None:
            why = f"ratios takes times with a limit, and the study states none of {metric.name}"
            yield Incoherence((), why, "scores.censored, or no section ratios")
        elif options.least is None and (metric.means == 0).any():
            zeros = counted(int((metric.means == 0).sum()), "time")
            why = f"{zeros} of {metric.name} {'is' if zeros.startswith('1 ') else 'are'} 0, which has no logarithm"
            yield Incoherence((), why, "least: the resolution of the clock, such as 0.01")


def ratios_of(analysis: Analysis) -> Ratios | None:
    """Return the tests of a metric; None where the study has no such section."""
    tests: Ratios | None = analysis.computed.get("ratios")
    return tests


@where(ratios_of)
def _findings(analysis: Analysis, tests: Ratios) -> Iterator[Prose]:
    """Say how many pairs differ by this test too, and how many ranks are a convention."""
    significant = int((tests.adjusted <= tests.alpha).sum())
    yield say(
        "By Wilcoxon's test of the ratios of times, {} of the {} {} significantly (Holm, α = {}); {} of the ranks rest"
        " on unsolved runs.",
        part_in_words(significant, len(tests.pairs)),
        counted_in_words(len(tests.pairs), "pair"),
        "differs" if significant < 2 else "differ",
        level_text(tests.alpha),
        f"{100 * tests.share_censored:.0f}%",
    )


@where(ratios_of)
def _methods(analysis: Analysis, tests: Ratios) -> Iterator[Prose]:
    """Say how ratios were tested."""
    yield say(
        "As a secondary analysis, ratios of times were compared by Wilcoxon's signed-ranks test of their logarithms"
        " ({}), with Holm's adjustment ({}); instances that one of the two algorithms did not solve share the extreme"
        " ranks.",
        cite("wilcoxon1945"),
        cite("holm1979"),
    )


@where(ratios_of)
def _limits(analysis: Analysis, tests: Ratios) -> Iterator[Prose]:
    """Say what the ranks of unsolved runs are."""
    if tests.censored.any():
        yield (
            "In the test of ratios the extreme ranks of unsolved runs are a convention: how long these would have taken"
            " is not known. Its conclusions are secondary to those of the sign test."
        )


_HEADS = ("Algorithm", "Compared with", "R+", "R−", "Unsolved by one", "p", "Adjusted p")


@Axes(rows=PAIRS, columns=_HEADS[2:])
def ratios_table(analysis: Analysis) -> Table | None:
    """Build the table of all pairs, the smallest p first."""
    tests = ratios_of(analysis)
    if tests is None:
        return None
    rows = [
        (
            *(named(analysis.algorithms[i]) for i in tests.pairs[pair].tolist()),
            decimal(float(tests.r_plus[pair]), 1),
            decimal(float(tests.r_minus[pair]), 1),
            count(int(tests.censored[pair])),
            p_value(float(tests.p[pair]), tests.alpha, marked=False),
            p_value(float(tests.adjusted[pair]), tests.alpha),
        )
        for pair in np.argsort(tests.p, kind="stable").tolist()
    ]
    return table_of(
        _HEADS,
        rows,
        names=2,
        title=say("Ratios of {}", analysis.metric),
        caption=say(
            "Wilcoxon's signed-ranks test of the logarithms of the ratios of {} on {}; R+ is the sum of the ranks of"
            " the instances on which the first algorithm is faster.",
            analysis.metric,
            counted(tests.n, "instance"),
        ),
        notes=(
            "Unsolved by one: instances that only one of the two solved, which share the extreme ranks.",
            f"Adjusted p: by Holm; asterisk: at most {level_text(tests.alpha)}.",
        ),
    )


class RatiosPair(TypedDict):
    """How the times of two algorithms compare."""

    a: Annotated[str, "has the better average rank"]
    b: str
    r_plus: Annotated[float, "sum of the ranks of the instances on which a is faster"]
    r_minus: float
    censored: Annotated[int, "instances that one of the two did not solve, at the extreme ranks"]
    p: float
    adjusted: Annotated[float, "by Holm"]


class RatiosResult(TypedDict):
    """Wilcoxon's test of the logarithms of ratios of times."""

    instances: int
    pairs: list[RatiosPair]


def _results(analysis: Analysis) -> dict[str, Any] | None:
    """Return the key `ratios` of the metric in results.json."""
    tests = ratios_of(analysis)
    if tests is None:
        return None
    columns = (tests.pairs, tests.r_plus, tests.r_minus, tests.censored, tests.p, tests.adjusted)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    keys = ("r_plus", "r_minus", "censored", "p", "adjusted")
    pairs = [
        {"a": analysis.names[a], "b": analysis.names[b], **dict(zip(keys, values, strict=True))}
        for (a, b), *values in rows
    ]
    return {"instances": tests.n, "pairs": pairs}


register(
    Topic(
        "ratios",
        "Ratios of runtimes",
        paragraphs=_findings,
        reminders=_limits,
        after="runtimes",
        step=Step(
            "ratios",
            test_ratios,
            takes=("scores", "ranking", "tested", "alpha"),
            section=RatiosOptions,
            wrong_for_scores=without_logarithm,
            description="Wilcoxon's test of the logarithms of ratios of times, with `scores.censored`; it decides"
            " nothing.",
        ),
        methods=(_methods,),
        brief_methods=_methods,
        results=(ResultKey("ratios", RatiosResult | None, _results),),
        tables=(TableKind("ratios", "Wilcoxon's test of ratios of times, pair by pair", builder=ratios_table),),
    )
)
