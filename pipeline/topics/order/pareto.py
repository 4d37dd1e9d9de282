"""Topic pareto: layers of algorithms by scores and costs together, and how often each is on the front."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TableKind
from rankpress.core.bibliography import cite
from rankpress.core.scores import BoolArray, Costs, FloatArray, IntArray, MetricResults, MetricScores
from rankpress.core.table import Cell, Table
from rankpress.spec.strict import Distinct, Incoherence, Section, Text, unlisted
from rankpress.spec.topic_steps import Step
from rankpress.stages.rank import Ranking
from rankpress.stats.pareto import dominations, front_shares, pareto_layers
from rankpress.topics.facts import COUNT, Fact, Subjects, Unit
from rankpress.topics.phrases import average_rank, count, listed, named, number, table_of
from rankpress.topics.topic import Axes, Facts, Headline, ResultKey, Topic, register, where
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import MISSING, counted_in_words, in_words, part_in_words
from rankpress.wording.text import Prose, capitalized, cost_named, in_unit, joined, metric_named, plain, say

_SHARES = NumberForm("number", 1, factor=100)
_SURE = 0.95  # of the resamples, where an algorithm is on the front in so many
_MOST_NAMED = 6


class ParetoOptions(Section):
    """Layers of algorithms by scores and costs at once. `{}` asks for those of each metric by all costs."""

    metrics: Annotated[tuple[Text, ...], Distinct("metric")] | None = Field(
        default=None,
        min_length=1,
        description="Metrics that count together, next to the costs; the layers stand under the first of them. null:"
        " each metric has layers of its own.",
    )
    costs: Annotated[tuple[Text, ...], Distinct("cost")] | None = Field(
        default=None, description="Some of scores.costs; [] for none. null: all of them."
    )
    of: Literal["rank", "score"] = Field(
        default="rank", description="What stands for the metric: the average rank, or the mean score."
    )
    draws: int = Field(default=2000, ge=100, le=1_000_000, description="Resamples of the data sets.")
    seed: int = Field(default=0, ge=0, description="Seed of the resamples.")


@dataclass(frozen=True)
class Pareto:
    """The layers of one metric; arrays have an element an algorithm."""

    costs: Mapping[str, FloatArray]  # means over the data sets
    # by metric: average ranks, or mean scores in the metric's own direction
    values: Mapping[str, FloatArray]
    of: Literal["rank", "score"]
    layers: IntArray  # 1 on the front
    shares: FloatArray  # of the resamples with the algorithm on the front
    dominated: BoolArray  # (n_algorithms, n_algorithms): whether that of the row dominates that of the column
    draws: int
    n_datasets: int = 0  # with all scores and costs
    omitted: int = 0  # data sets that lack some
    why: str = ""  # why there are no layers

    @property
    def front(self) -> list[int]:
        """The algorithms on the front."""
        return [int(i) for i in np.flatnonzero(self.layers == 1)]


Ranked = Sequence[tuple[MetricResults, Ranking]]


def compute_layers(
    scores: MetricResults,
    costs: Mapping[str, Costs],
    weights: FloatArray | None,
    metrics: Ranked,
    options: ParetoOptions,
) -> Pareto | None:
    """Compute the layers of a metric; None where there are average ranks alone, or another metric has them."""
    chosen = options.metrics or (scores.name,)
    if chosen[0] != scores.name or not isinstance(scores, MetricScores):
        return None
    by_name = {metric.name: (metric, ranking) for metric, ranking in metrics}
    of_each = {name: _losses(*by_name[name], scores, options.of) for name in chosen}
    names = [*costs] if options.costs is None else options.costs
    by_cost = {name: costs[name].of(scores.datasets, scores.algorithms) for name in names}
    nothing = np.zeros(0)
    stacked = np.stack([*of_each.values(), *by_cost.values()], axis=2)
    complete = np.isfinite(stacked).all(axis=(1, 2))
    if not complete.any():
        why = "no data set has all scores and costs"
        return Pareto({}, {}, options.of, nothing.astype(np.int64), nothing, nothing.astype(bool), 0, why=why)
    stacked, weights = stacked[complete], None if weights is None else weights[complete]
    counting = np.ones((stacked.shape[0], stacked.shape[2]))
    if weights is not None:  # which count in means, and not in average ranks
        counting[:, len(chosen) if options.of == "rank" else 0 :] = weights[:, None]
    means = np.einsum("nm,nkm->km", counting / counting.sum(axis=0), stacked)
    signs = {name: 1 if options.of == "rank" else -by_name[name][0].sign for name in chosen}
    return Pareto(
        {name: means[:, len(chosen) + place] for place, name in enumerate(by_cost)},
        {name: signs[name] * means[:, place] for place, name in enumerate(chosen)},
        options.of,
        pareto_layers(means),
        front_shares(stacked, weights=counting, draws=options.draws, seed=options.seed),
        dominations(means),
        options.draws,
        len(stacked),
        int((~complete).sum()),
    )


def _losses(metric: MetricResults, ranking: Ranking, first: MetricScores, of: Literal["rank", "score"]) -> FloatArray:
    """Return ranks or scores, less is better, for the data sets and algorithms of the first metric; nan for others."""
    values = None if not isinstance(metric, MetricScores) else ranking.ranks if of == "rank" else metric.oriented
    losses = np.full((first.n_datasets, len(first.algorithms)), np.nan)
    if values is not None and isinstance(metric, MetricScores):
        rows, columns = _places(first.datasets, metric.datasets), _places(first.algorithms, metric.algorithms)
        there = np.ix_(rows >= 0, columns >= 0)
        losses[there] = (1 if of == "rank" else -1) * values[np.ix_(rows[rows >= 0], columns[columns >= 0])]
    return losses


def _places(names: Sequence[str], others: Sequence[str]) -> IntArray:
    """Return the place of each name among others, -1 for one that is not there."""
    place = {name: index for index, name in enumerate(others)}
    return np.array([place.get(name, -1) for name in names], dtype=np.int64)


def without_costs(options: ParetoOptions, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find costs and metrics that the scores do not have, and a single one to find layers by."""
    if "scores" not in others:
        return
    there, metrics = others["scores"].costs, [metric.name for metric in others["scores"].metrics]
    losses = (options.metrics or ("one",)) + (there if options.costs is None else options.costs)
    if len(losses) < 2:
        expected = "costs: the columns of costs, under scores; or metrics: several, under pareto"
        yield Incoherence((), "pareto with one metric and without scores.costs", expected)
    for index, name in enumerate(options.metrics or ()):
        if name not in metrics:
            yield unlisted(("metrics", index), name, metrics, "scores.metrics", "metric")
    for index, name in enumerate(options.costs or ()):
        if there and name not in there:
            yield unlisted(("costs", index), name, there, "scores.costs", "cost")


def pareto_of(analysis: Analysis) -> Pareto | None:
    """Return the layers of a metric; None where the study has none."""
    layers: Pareto | None = analysis.computed.get("pareto")
    return layers


def _objectives(analysis: Analysis, pareto: Pareto, *, of_any_metric: bool = False) -> Prose:
    """Return what layers go by: average rank in accuracy, and mean seconds; of any metric: average rank."""
    what = "average rank in" if pareto.of == "rank" else "mean"
    of_metrics = [say("{} {}", what, metric_named(name)) for name in pareto.values]
    if of_any_metric and pareto.of == "rank" and len(of_metrics) == 1:
        of_metrics = ["average rank"]
    return joined([*of_metrics, *(say("mean {}", cost_named(name)) for name in pareto.costs)])


@where(pareto_of)
def _findings(analysis: Analysis, pareto: Pareto) -> Iterator[Prose]:
    """Say who is on the front, and how stable that is."""
    if pareto.why:
        yield f"Pareto layers are not given: {pareto.why}."
        return
    names, front = analysis.algorithms, pareto.front
    share = pareto.shares
    who = joined([names[i] for i in front]) if len(front) <= _MOST_NAMED else listed([names[i] for i in front])
    objectives = _objectives(analysis, pareto)
    if len(front) == 1:
        yield say("{} alone is on the Pareto front of {}.", who, objectives)
    else:
        number = capitalized(_on_the_front(len(front), len(names)))
        yield say("{} on the Pareto front of {}: {}.", number, objectives, who)
    if pareto.omitted:
        over = counted_in_words(pareto.n_datasets, "data set")
        lack = f"{in_words(pareto.omitted)} {'lacks' if pareto.omitted == 1 else 'lack'}"
        yield f"This is over the {over} with all scores and costs; {lack} some."
    sure = [i for i in front if share[i] >= _SURE]
    others = [i for i in range(len(names)) if i not in front and share[i] > 1 - _SURE]
    stay = f"{part_in_words(len(sure), len(front))} of them stay{'s' if len(sure) < 2 else ''}"
    if len(front) == 1:
        stay = "it stays" if sure else "it does not stay"
    elif len(sure) == len(front):
        stay = f"{part_in_words(len(sure), len(front))} stay"
    enter = ""
    if others:
        more = counted_in_words(len(others), "other algorithm")
        enter = f"; {more} {'enters' if len(others) == 1 else 'enter'} it in more than 5%"
    yield f"{capitalized(stay)} on the front in at least 95% of the resamples of the data sets{enter}."


def _on_the_front(count: int, number: int) -> str:
    every = "all " if count == number else ""
    return f"{every}{counted_in_words(count, 'algorithm')} are"


@where(pareto_of)
def _methods(analysis: Analysis, pareto: Pareto) -> Iterator[Prose]:
    """Say how layers were found."""
    if not pareto.why:
        yield say(
            "Algorithms were put into Pareto layers ({}): one dominates another if it is at least as good in {} and"
            " better in one; those that are equal in all share their layer. How often each is on the front was"
            " estimated by {} resamples of the data sets.",
            cite("goldberg1989"),
            _objectives(analysis, pareto, of_any_metric=True),
            f"{pareto.draws:,}",
        )


@where(pareto_of)
def _limits(analysis: Analysis, pareto: Pareto) -> Iterator[Prose]:
    """Say what a front does not say."""
    if not pareto.why:
        yield (
            "A Pareto front is no test: an algorithm may be on it by a difference that is not significant, and more"
            " algorithms are on a front of more costs."
        )


LAYER, ON_FRONT, DOMINATED = "Layer", "On the front (%)", "Dominated by"


def _heads(of: str, metrics: Sequence[str]) -> list[Prose]:
    """Return the titles of the columns of ranks or scores, with the metric where there are several."""
    by = "Average rank" if of == "rank" else "Mean"
    return [by] if len(metrics) == 1 else [say("{}, {}", by, metric_named(name)) for name in metrics]


def _more_heads(study: Any) -> Iterator[str]:
    yield from study.scores.costs
    names = [metric.name for metric in study.scores.metrics]
    yield from (plain(head) for of in ("rank", "score") for head in _heads(of, names))


@Axes(columns=(LAYER, ON_FRONT, DOMINATED, "Average rank", "Mean"), more_columns=_more_heads)
def pareto_table(analysis: Analysis) -> Table | None:
    """Build the table of layers, the front first and the best ranked first in each."""
    pareto = pareto_of(analysis)
    if pareto is None or pareto.why:
        return None
    place = {algorithm: index for index, algorithm in enumerate(analysis.best_first)}
    order = sorted(range(len(pareto.layers)), key=lambda i: (int(pareto.layers[i]), place[i]))
    rounding = analysis.scores.scale.rounding(np.array([*pareto.values.values()]))
    forms = {name: _form(values) for name, values in pareto.costs.items()}
    rows = [
        (
            named(analysis.algorithms[i]),
            count(int(pareto.layers[i])),
            Cell(_SHARES.text(float(pareto.shares[i])), float(pareto.shares[i])),
            *(
                average_rank(float(values[i])) if pareto.of == "rank" else number(float(values[i]), rounding)
                for values in pareto.values.values()
            ),
            *(number(float(values[i]), forms[name]) for name, values in pareto.costs.items()),
            _dominated_by(analysis, pareto, i),
        )
        for i in order
    ]
    by = _heads(pareto.of, [*pareto.values])
    return table_of(
        ("Algorithm", LAYER, ON_FRONT, *by, *(in_unit(cost_named(name)) for name in pareto.costs), DOMINATED),
        rows,
        title=say("Pareto layers by {}", joined(map(metric_named, pareto.values))),
        caption=say(
            "Layers of {} by {}; layer 1 is the front.",
            counted_in_words(len(order), "algorithm"),
            _objectives(analysis, pareto),
        )
        + (
            f" Over the {counted_in_words(pareto.n_datasets, 'data set')} with all scores and costs."
            if pareto.omitted
            else ""
        ),
        notes=(f"{ON_FRONT}: share of {pareto.draws:,} resamples of the data sets.",),
    )


def _dominated_by(analysis: Analysis, pareto: Pareto, algorithm: int) -> Cell:
    """Return the best ranked algorithm that dominates one, and how many others do."""
    by = [i for i in analysis.best_first if pareto.dominated[i, algorithm]]
    if not by:
        return Cell(MISSING, "")
    first, more = analysis.algorithms[by[0]], len(by) - 1
    return named(first) if not more else Cell(say("{} and {} more", first, more), first)


def _form(values: FloatArray) -> NumberForm:
    """Return how costs are printed: in three digits of the smallest, at most six decimals."""
    least = float(np.abs(values[values != 0]).min(initial=np.inf)) if (values != 0).any() else 1.0
    return NumberForm("number", int(min(6, max(0, 2 - np.floor(np.log10(least))))))


def _facts(about: Subjects) -> Iterator[Fact]:
    r"""State the layer of each algorithm: \rpAccuracyParetoLayerForest, \rp{accuracy/pareto-layer/forest}."""
    pareto = pareto_of(about.analysis)
    if pareto is None or pareto.why:
        return
    for i, name in enumerate(about.analysis.algorithms):
        of = about.algorithms[name]
        yield Fact("ParetoLayer", int(pareto.layers[i]), COUNT, say("Pareto layer of {}", name), of)
        meaning = say("share of resamples with {} on the Pareto front", name)
        yield Fact("ParetoShare", float(pareto.shares[i]), Unit(_SHARES.text), meaning, of)


class ParetoResult(TypedDict):
    """Layers of algorithms by score and costs."""

    of: Annotated[str, "what stands for the metric, rank or score"]
    n_datasets: Annotated[int, "with all scores and costs, over which means are taken"]
    metrics: list[str]
    costs: list[str]
    layers: Annotated[dict[str, int], "by algorithm, 1 on the front"]
    on_front: Annotated[dict[str, float], "by algorithm, share of the resamples of the data sets"]
    dominated_by: Annotated[dict[str, list[str]], "by algorithm, those that dominate it, the best ranked first"]


def _results(analysis: Analysis) -> dict[str, Any] | None:
    """Return the key `pareto` of the metric in results.json."""
    pareto = pareto_of(analysis)
    if pareto is None or pareto.why:
        return None
    names = analysis.names
    return {
        "of": pareto.of,
        "n_datasets": pareto.n_datasets,
        "metrics": [*pareto.values],
        "costs": [*pareto.costs],
        "layers": dict(zip(names, pareto.layers.tolist(), strict=True)),
        "on_front": dict(zip(names, pareto.shares.tolist(), strict=True)),
        "dominated_by": {
            name: [names[j] for j in analysis.best_first if pareto.dominated[j, i]] for i, name in enumerate(names)
        },
    }


register(
    Topic(
        "pareto",
        "Pareto layers",
        paragraphs=_findings,
        reminders=_limits,
        after="ordering",
        step=Step(
            "pareto",
            compute_layers,
            takes=("scores", "costs", "weights", "metrics"),
            section=ParetoOptions,
            wrong=without_costs,
            description="Layers of algorithms by scores and costs at once, with how often each is on the front.",
        ),
        methods=(_methods,),
        brief_methods=_methods,
        brief_account=lambda analysis, earlier: _findings(analysis)[:1],
        headline=Headline(lambda analysis, earlier: _findings(analysis)[:1]),
        facts=(Facts(_facts),),
        results=(ResultKey("pareto", ParetoResult | None, _results),),
        tables=(TableKind("pareto", "Pareto layers by scores and costs", builder=pareto_table),),
    )
)
