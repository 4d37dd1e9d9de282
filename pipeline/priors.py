"""What keeps costs from ordering the algorithms, and a correction from being made in time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from rankpress.scores import Costs, FloatArray, MetricScores
from rankpress.sources.findings import quoted

if TYPE_CHECKING:
    from rankpress.spec.model import OrderOptions

Found = Iterator[tuple[str, str, str]]

BY_HAND = "or give the order by hand: order: {prior: [cheapest, ..., dearest]}, or write order: null"

# Averages of costs that differ by less than this part of them differ by rounding only.
ROUNDING = 1e-12


def wrong_costs(costs: Costs, metric: MetricScores, order: OrderOptions) -> Found:
    """Find what keeps costs from ordering the algorithms: message, what was expected, what to do."""
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


def infeasible_corrections(order: OrderOptions, n_algorithms: int) -> Iterator[tuple[str, str]]:
    """Find the keys of `order` whose correction, looking for what can be true together, would run for too long."""
    for key, by_ranks in (("adjust", True), ("within_adjust", False)):
        name = getattr(order, key)
        if name in ("bergmann-hommel", "shaffer-dynamic"):
            from rankpress.stats.bergmann import feasible_bergmann_hommel

            if not feasible_bergmann_hommel(n_algorithms, by_ranks=by_ranks):
                yield key, f"{name} is not feasible for the {n_algorithms} algorithms of the scores"
