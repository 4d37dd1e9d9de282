"""Topic rates: on how many test examples algorithms are right, with Wilson's intervals, and how often pairs agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TableKind
from rankpress.core.bibliography import cite
from rankpress.core.scores import FloatArray, MetricScores
from rankpress.core.table import Cell, Table
from rankpress.spec.strict import Incoherence, Level, Section
from rankpress.spec.topic_steps import Step
from rankpress.stats.success_rates import PairAgreement, SuccessRates, pair_agreement, success_rates
from rankpress.topics.facts import COUNT, Fact, Subjects, Unit, interval
from rankpress.topics.phrases import count, datasets_named, number, table_of
from rankpress.topics.topic import PAIRS_ON_DATASETS, Axes, Facts, ResultKey, Rows, Topic, register, where
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import percent_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, dataset_named, join, joined, say

_SHARES = NumberForm("number", 1, factor=100)
_MOST_NAMED = 6
_MOST_DATASETS = 3


class RatesOptions(Section):
    """Rates of success on test examples. `{}` requests them, null omits them."""

    level: Level = Field(default=0.95, description="Confidence level of the intervals.")


@dataclass(frozen=True)
class RatesOnDataset:
    """On how many test examples of one data set algorithms are right."""

    dataset: str
    n: int
    right: FloatArray  # (n_algorithms,)
    rates: SuccessRates
    agreement: PairAgreement  # of all pairs in the order of `combinations`
    is_clustered: bool  # whether examples belong to clusters, so that Wilson's intervals are too narrow


def compute_rates(scores: MetricScores, options: RatesOptions) -> tuple[RatesOnDataset, ...]:
    """Compute the rates on each data set whose scores on test examples are 0 and 1."""
    pairs = np.array([*combinations(range(len(scores.algorithms)), 2)])
    on_datasets = []
    for place, outcomes in enumerate(scores.outcomes):
        right = None if outcomes is None else np.diagonal(outcomes.both).astype(float)
        if outcomes is None or right is None or not np.isfinite(right).all():
            continue
        examples = scores.examples[place] if scores.examples else None
        on_datasets.append(
            RatesOnDataset(
                scores.datasets[place],
                outcomes.n,
                right,
                success_rates(right, outcomes.n, level=options.level),
                pair_agreement(outcomes.both, outcomes.n, pairs),
                examples is not None and examples.n_clusters < outcomes.n,
            )
        )
    return tuple(on_datasets)


def without_outcomes(_options: RatesOptions, scores: Any) -> Iterator[Incoherence]:
    """Find that no metric has outcomes of which there could be rates."""
    if not any(metric.has_outcomes for metric in scores.metrics):
        yield Incoherence((), "rates without outcomes of 0 and 1 on test examples", "scores.columns.example")


def rates_of(analysis: Analysis) -> tuple[RatesOnDataset, ...] | None:
    """Return the rates on each data set; None where there are none."""
    return analysis.computed.get("rates") or None


def _share(value: float) -> str:
    return f"{_SHARES.text(value)}%"


@where(rates_of)
def _findings(analysis: Analysis, rates: tuple[RatesOnDataset, ...]) -> Iterator[Prose]:
    """Say which share of the examples each algorithm has right."""
    if len(rates) > _MOST_DATASETS:
        return
    with_means = analysis.tested.within_means if analysis.scores.better == "higher" else {}
    for of in rates:
        if of.is_clustered and of.dataset in with_means:  # the mean over the examples is the same number
            continue
        level, order = percent_text(of.rates.level), np.argsort(-of.rates.rate, kind="stable").tolist()
        rates_named = [
            say(
                "{} {} ({}{} to {})",
                analysis.algorithms[i],
                _share(of.rates.rate[i]),
                "" if place or of.is_clustered else f"{level} CI ",
                _share(of.rates.low[i]),
                _share(of.rates.high[i]),
            )
            if not of.is_clustered
            else say("{} {}", analysis.algorithms[i], _share(of.rates.rate[i]))
            for place, i in enumerate(order[:_MOST_NAMED])
        ]
        more = f" and {len(order) - _MOST_NAMED} others" if len(order) > _MOST_NAMED else ""
        examples = counted(of.n, "test example")
        yield say("Right on the {} of {}: {}{}.", examples, dataset_named(of.dataset), join(rates_named, "; "), more)


@where(rates_of)
def _methods(_analysis: Analysis, rates: tuple[RatesOnDataset, ...]) -> Iterator[Prose]:
    """Say how intervals of rates were computed."""
    if not all(of.is_clustered for of in rates):
        form = "Intervals of the share of test examples that an algorithm has right are Wilson's score intervals ({})."
        yield say(form, cite("wilson1927"))


@where(rates_of)
def _limits(_analysis: Analysis, rates: tuple[RatesOnDataset, ...]) -> Iterator[Prose]:
    """Say what the intervals allow for."""
    if not all(of.is_clustered for of in rates):
        yield (
            "Wilson's intervals take test examples for independent samples; two that overlap do not show that the"
            " algorithms perform equally well, which a paired test decides."
        )


_HEADS = ("Right", "Examples", "Rate (%)", "From", "To")
_ON = Rows("data sets, algorithms", PAIRS_ON_DATASETS.names)


@Axes(_ON, _HEADS)
def success_rates_table(analysis: Analysis) -> Table | None:
    """Build the table of rates with their intervals."""
    rates = rates_of(analysis)
    if rates is None:
        return None
    rows = [
        (
            dataset_named(of.dataset),
            analysis.algorithms[i],
            count(int(of.right[i])),
            count(of.n),
            number(float(of.rates.rate[i]), _SHARES),
            *(
                number(float("nan") if of.is_clustered else float(ends[i]), _SHARES)
                for ends in (of.rates.low, of.rates.high)
            ),
        )
        for of in rates
        for i in np.argsort(-of.rates.rate, kind="stable").tolist()
    ]
    clustered = [dataset_named(of.dataset) for of in rates if of.is_clustered]
    note = "A dash: the examples of {} are in clusters; clustered-t has intervals that allow for this."
    return table_of(
        ("Data set", "Algorithm", *_HEADS),
        rows,
        names=2,
        title=say("Rates of right answers by {}", analysis.metric),
        caption=say(
            "Share of the test examples of {} that each algorithm gets right, by {}{}.",
            datasets_named([of.dataset for of in rates]),
            analysis.metric,
            f", with {percent_text(rates[0].rates.level)} score intervals (Wilson)"
            if len(clustered) < len(rates)
            else "",
        ),
        notes=(say(note, joined(clustered)),) if clustered else (),
    )


_COUNTS = ("Both right", "Only a", "Only b", "Both wrong", "Agreement (%)")


@Axes(PAIRS_ON_DATASETS, _COUNTS)
def pair_agreement_table(analysis: Analysis) -> Table | None:
    """Build the table of how often the algorithms of each pair are right on the same examples."""
    rates = rates_of(analysis)
    if rates is None:
        return None
    pairs = [*combinations(analysis.algorithms, 2)]
    rows: list[tuple[Cell | Prose, ...]] = []
    for of in rates:
        counts = (of.agreement.both, of.agreement.only_a, of.agreement.only_b, of.agreement.neither)
        for row, (a, b) in enumerate(pairs):
            cells = [count(int(values[row])) for values in counts]
            rows.append((dataset_named(of.dataset), a, b, *cells, number(float(of.agreement.agreement[row]), _SHARES)))
    return table_of(
        ("Data set", "a", "b", *_COUNTS),
        rows,
        names=3,
        title=say("Agreement on test examples by {}", analysis.metric),
        caption=say(
            "On how many test examples of {} two algorithms are right by {}: both, one alone, neither.",
            datasets_named([of.dataset for of in rates]),
            analysis.metric,
        ),
        notes=("Agreement: share of the examples on which both are right or both are wrong.",),
    )


def _facts(about: Subjects) -> Iterator[Fact]:
    r"""State the rate of each algorithm on each data set: \rpAccuracyOnArcRateForest."""
    for of in rates_of(about.analysis) or ():
        if not about.datasets(of.dataset):
            continue
        unit, on = Unit(_SHARES.text), about.on(of.dataset)
        for i, name in enumerate(about.analysis.algorithms):
            meaning, whom = (
                say("rate of {} on {}, in percent", name, dataset_named(of.dataset)),
                about.algorithms[name],
            )
            right = say("test examples of {} that {} has right", dataset_named(of.dataset), name)
            yield Fact("Right", int(of.right[i]), COUNT, right, whom, on)
            yield Fact("SuccessRate", float(of.rates.rate[i]), unit, meaning, whom, on)
            if not of.is_clustered:
                bounds = (float(of.rates.low[i]), float(of.rates.high[i]))
                yield from interval("SuccessRate", bounds, unit, meaning, whom, on, level=of.rates.level)


class RateResult(TypedDict):
    """On how many test examples of a data set an algorithm is right."""

    right: Annotated[int, "test examples on which it is right"]
    rate: Annotated[float, "their share"]
    interval: Annotated[list[float] | None, "Wilson's; null where examples are in clusters"]


class PairAgreementResult(TypedDict):
    """On how many test examples of a data set two algorithms are right."""

    a: str
    b: str
    both: Annotated[int, "test examples on which both are right"]
    only_a: Annotated[int, "on which a alone is right"]
    only_b: Annotated[int, "on which b alone is right"]
    neither: Annotated[int, "on which both are wrong"]
    agreement: Annotated[float, "share of the examples on which both are right or both are wrong"]


class RatesResult(TypedDict):
    """Rates of success on the test examples of one data set."""

    dataset: str
    examples: Annotated[int, "number of test examples"]
    level: Annotated[float, "confidence level of the intervals"]
    algorithms: Annotated[dict[str, RateResult], "by algorithm"]
    pairs: Annotated[list[PairAgreementResult], "all pairs"]


def _results(analysis: Analysis) -> list[dict[str, Any]] | None:
    """Return the key `rates` of the metric in results.json."""
    rates, names = rates_of(analysis), analysis.names
    return None if rates is None else [_result(of, names) for of in rates]


def _result(of: RatesOnDataset, names: tuple[str, ...]) -> dict[str, Any]:
    agreement = of.agreement
    return {
        "dataset": of.dataset,
        "examples": of.n,
        "level": of.rates.level,
        "algorithms": {
            name: {
                "right": int(of.right[i]),
                "rate": float(of.rates.rate[i]),
                "interval": None if of.is_clustered else [float(of.rates.low[i]), float(of.rates.high[i])],
            }
            for i, name in enumerate(names)
        },
        "pairs": [
            {
                "a": a,
                "b": b,
                "both": int(agreement.both[row]),
                "only_a": int(agreement.only_a[row]),
                "only_b": int(agreement.only_b[row]),
                "neither": int(agreement.neither[row]),
                "agreement": float(agreement.agreement[row]),
            }
            for row, (a, b) in enumerate(combinations(names, 2))
        ],
    }


register(
    Topic(
        "rates",
        "Rates of right answers",
        paragraphs=_findings,
        reminders=_limits,
        after="within",
        step=Step(
            "rates",
            compute_rates,
            section=RatesOptions,
            wrong_for_scores=without_outcomes,
            description="Shares of test examples that are right, with Wilson's intervals, and agreement of pairs.",
        ),
        methods=(_methods,),
        brief_methods=_methods,
        brief_account=lambda analysis, _earlier: _findings(analysis),
        facts=(Facts(_facts, "datasets", "rates on single data sets{}"),),
        results=(ResultKey("rates", list[RatesResult] | None, _results),),
        tables=(
            TableKind(
                "success-rates",
                "shares of test examples that each has right, with Wilson's intervals; needs rates",
                builder=success_rates_table,
                is_detail=True,
            ),
            TableKind(
                "pair-agreement",
                "on how many test examples two are both right, one alone, or neither; needs rates",
                builder=pair_agreement_table,
                on_request=True,
            ),
        ),
    )
)
