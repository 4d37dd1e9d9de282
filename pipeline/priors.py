"""What keeps costs from ordering the algorithms, and a correction from being made in time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from rankpress.naming import Mention, Sentence
from rankpress.scores import Costs, FloatArray, MetricScores

if TYPE_CHECKING:
    from rankpress.spec.model import OrderOptions

Found = Iterator[tuple[str, str, str]]

BY_HAND = "or give the order by hand: order: {prior: [cheapest, ..., dearest]}, or write order: null"

OF_GAPS = "an order by cost and tests needs a result of each algorithm on each data set"

# Averages of costs that differ by less than this part of them differ by rounding only.
ROUNDING = 1e-12


@dataclass(frozen=True)
class Priors:
    """The orders by cost, cheapest first.

    Parameters
    ----------
    on_datasets : tuple of tuple of int
        On each data set.
    average_costs : (n_algorithms,) float array or None
        Costs averaged over the data sets after normalizing on each; None where the prior was stated.
    over_all : tuple of int
        By those, or as stated.
    """

    on_datasets: tuple[tuple[int, ...], ...]
    average_costs: FloatArray | None
    over_all: tuple[int, ...]


def find_priors(scores: MetricScores, costs: Mapping[str, Costs], order: OrderOptions) -> Priors:
    """Put the algorithms in order of cost, or as the spec states.

    Parameters
    ----------
    scores : MetricScores
        Scores of the metric.
    costs : mapping of str to Costs
        The costs that were read.
    order : OrderOptions
        The cost or costs, or the stated prior.

    Returns
    -------
    Priors
    """
    if order.prior is not None:
        prior = tuple(scores.algorithms.index(name) for name in order.prior if name in scores.algorithms)
        return Priors((prior,) * scores.n_datasets, None, prior)
    from rankpress.stats.costs import average_normalized_costs

    values = _costs_of(scores, costs, order)
    average = average_normalized_costs(values)
    return Priors(tuple(_ascending(row) for row in values), average, _ascending(average))


def _ascending(values: FloatArray) -> tuple[int, ...]:
    return tuple(int(i) for i in np.argsort(values, kind="stable"))


def _costs_of(metric: MetricScores, costs: Mapping[str, Costs], order: OrderOptions) -> FloatArray:
    """What orders the algorithms on each data set: a cost in its unit, or several combined as shares."""
    values = {name: costs[name].of(metric.datasets, metric.algorithms) for name in order.cost_weights}
    if len(values) == 1:
        return next(iter(values.values()))
    # stats brings all of scipy with it, which a check without costs can do without.
    from rankpress.stats.costs import combined_costs

    return combined_costs(list(values.values()), list(order.cost_weights.values()))


def wrong_costs(
    costs: Mapping[str, Costs], metric: MetricScores, order: OrderOptions, divided: bool | None = None
) -> Found:
    """Find what keeps costs from ordering the algorithms: message, what was expected, what to do.

    Whether data sets are divided, so that there is an order on each, the scores tell unless it is stated.
    """
    if order.prior is not None:
        return
    named = {name: costs[name].of(metric.datasets, metric.algorithms) for name in order.cost_weights}
    wrong = [found for name, values in named.items() for found in _wrong_values(name, metric, values)]
    if wrong:
        yield from wrong
        return
    combined, label = len(named) > 1, order.cost_label or ""
    values = _costs_of(metric, costs, order)
    if (metric.is_divided if divided is None else divided) and order.within != "none":
        for dataset, row in zip(metric.datasets, values, strict=True):
            where = Sentence.of(" on ", Mention("datasets", dataset, quoted=True))
            yield from _ties(label, metric.algorithms, row, where, ROUNDING if combined else 0.0)
    if metric.n_datasets > 1:
        from rankpress.stats.costs import average_normalized_costs

        average = average_normalized_costs(values)
        yield from _ties(label, metric.algorithms, average, " as a share of the costs, on average", ROUNDING)


def _wrong_values(cost: str, metric: MetricScores, values: FloatArray) -> Found:
    for row, column in np.argwhere(~(values >= 0)):
        algorithm = Mention("algorithms", metric.algorithms[column], quoted=True)
        dataset = Mention("datasets", metric.datasets[row], quoted=True)
        what = Sentence.of(Mention("costs", cost), " of ", algorithm, " on ", dataset)
        if np.isnan(values[row, column]):
            yield Sentence.of(what, " is empty"), "a cost of each algorithm on each data set", f"fill it in, {BY_HAND}"
        else:
            told = Sentence.of(what, f" is {values[row, column]:.10g}")
            yield told, "costs of at least 0", BY_HAND.removeprefix("or ")


def _ties(cost: str, algorithms: tuple[str, ...], values: FloatArray, where: str, rounding: float) -> Found:
    """Neighbours that cost the same, of the algorithms in order of cost."""
    ascending = np.argsort(values, kind="stable")
    for one, other in pairwise(ascending):
        if values[other] - values[one] <= rounding * abs(values[other]):
            first, second = (Mention("algorithms", algorithms[i], quoted=True) for i in (one, other))
            same = f": it is {values[one]:.10g} for both"
            yield (
                Sentence.of(cost, " does not order ", first, " and ", second, same, where),
                "costs that differ between any two algorithms",
                f"give the cost more digits, {BY_HAND}",
            )


def infeasible_corrections(order: OrderOptions, n_algorithms: int) -> Iterator[tuple[str, str]]:
    """Find the keys of `order` whose correction, looking for what can be true together, would run for too long."""
    for key, by_ranks in (("adjust", True), ("within_adjust", False)):
        name = getattr(order, key)
        if name in ("bergmann-hommel", "shaffer-dynamic"):
            from rankpress.stats.bergmann import feasible_bergmann_hommel

            if not feasible_bergmann_hommel(n_algorithms, by_ranks=by_ranks):
                yield key, f"{name} is not feasible for the {n_algorithms} algorithms of the scores"
