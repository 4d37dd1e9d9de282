"""The order of algorithms by cost: whether the costs give one, and whether the corrections can be made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from rankpress.agreement.designs import is_written
from rankpress.faults import Fault
from rankpress.scores import Costs, FloatArray, MetricScores, Scores
from rankpress.sources.findings import quoted

if TYPE_CHECKING:
    from rankpress.spec.model import OrderOptions, Study
    from rankpress.spec.source import SpecSource

Path = tuple[str | int, ...]
Found = Iterator[tuple[str, str, str]]

BY_HAND = "or give the order by hand: order: {prior: [cheapest, ..., dearest]}, or write order: null"

# Averages of costs that differ by less than this part of them differ by rounding only.
ROUNDING = 1e-12


def find_wrong_priors(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find costs that do not order the algorithms (empty, negative, tied), and corrections that would run too long.

    Ties on a data set matter only where algorithms are tested within data sets.

    Parameters
    ----------
    study, scores, source : Study, Scores, SpecSource
        As for `rankpress.agreement.disagreements`.

    Yields
    ------
    (path, Fault)
        The path of the spec that the fault is about.
    """
    order = study.order
    if order is None:
        return
    if order.cost is not None:
        # Where there is no `order`, the first of the costs gives it.
        path: Path = ("order", "cost") if is_written(("order", "cost"), source) else ("scores", "costs", 0)
        costs = scores.costs[order.cost]
        for message, expected, remedy in dict.fromkeys(
            found for metric in scores.metrics for found in _wrong_costs(costs, metric, order)
        ):
            yield path, source.fault(path, message, expected, remedy)
    for path, message in _infeasible(order, scores):
        yield path, source.fault(path, message, "shaffer, which takes any number of algorithms")


def _wrong_costs(costs: Costs, metric: MetricScores, order: OrderOptions) -> Found:
    values = costs.of(metric.datasets, metric.algorithms)
    wrong = list(_wrong_values(costs.name, metric, values))
    if wrong:
        yield from wrong
        return
    if metric.has_folds and order.within != "none":
        for dataset, row in zip(metric.datasets, values, strict=True):
            yield from _ties(costs.name, metric.algorithms, row, f" on {quoted(dataset)}", 0.0)
    if metric.n_datasets > 1:
        # stats brings all of scipy with it, which a check without costs can do without.
        from rankpress.stats.multitest import average_normalized_costs

        average = average_normalized_costs(values)
        yield from _ties(costs.name, metric.algorithms, average, " as a share of the costs, on average", ROUNDING)


def _wrong_values(cost: str, metric: MetricScores, values: FloatArray) -> Found:
    for row, column in np.argwhere(~(values >= 0)):
        what = f"{cost} of {quoted(metric.algorithms[column])} on {quoted(metric.datasets[row])}"
        if np.isnan(values[row, column]):
            yield f"{what} is empty", "a cost of each algorithm on each data set", f"fill it in, {BY_HAND}"
        else:
            yield f"{what} is {values[row, column]:.10g}", "costs of at least 0", BY_HAND.removeprefix("or ")


def _ties(cost: str, algorithms: tuple[str, ...], values: FloatArray, where: str, rounding: float) -> Found:
    """Neighbours that cost the same, of the algorithms in order of cost."""
    ascending = np.argsort(values, kind="stable")
    for one, other in pairwise(ascending):
        if values[other] - values[one] <= rounding * abs(values[other]):
            both = f"{quoted(algorithms[one])} and {quoted(algorithms[other])}"
            yield (
                f"{cost} does not order {both}: it is {values[one]:.10g} for both{where}",
                "costs that differ between any two algorithms",
                f"give the cost more digits, {BY_HAND}",
            )


def _infeasible(order: OrderOptions, scores: Scores) -> Iterator[tuple[Path, str]]:
    """Places where Bergmann and Hommel's procedure would run for too long."""
    k = max(len(metric.algorithms) for metric in scores.metrics)
    for key, by_ranks in (("adjust", True), ("within_adjust", False)):
        if getattr(order, key) == "bergmann-hommel":
            from rankpress.stats.bergmann import feasible_bergmann_hommel

            if not feasible_bergmann_hommel(k, by_ranks=by_ranks):
                yield ("order", key), f"bergmann-hommel is not feasible for the {k} algorithms of the scores"
