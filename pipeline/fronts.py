"""Which algorithms no other is as good and as cheap as: fronts of average ranks and of mean scores over mean costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rankpress.naming import Mention, Sentence
from rankpress.rank import Ranking
from rankpress.scores import Costs, FloatArray, MetricScores
from rankpress.stats.front import Front, undominated


@dataclass(frozen=True)
class CostFront:
    """The undominated algorithms by one cost.

    Parameters
    ----------
    cost : str
        The cost.
    costs : (n_algorithms,) float array or None
        Means over the data sets of the metric, in the cost's unit; None where some are unknown.
    by_rank : Front or None
        The front of average ranks over mean costs.
    scores : (n_algorithms,) float array or None
        Mean scores over the data sets; None where some are unknown.
    by_score : Front or None
        The front of mean scores over mean costs.
    why : str
        Why there is no front, or none of scores, where there is none.
    """

    cost: str
    costs: FloatArray | None = None
    by_rank: Front | None = None
    scores: FloatArray | None = None
    by_score: Front | None = None
    why: str = ""


def find_fronts(scores: MetricScores, ranking: Ranking, costs: Mapping[str, Costs]) -> tuple[CostFront, ...]:
    """Find the undominated algorithms by each cost.

    Parameters
    ----------
    scores : MetricScores
        Scores of the metric.
    ranking : Ranking
        Their ranks.
    costs : mapping of str to Costs
        The costs that were read.

    Returns
    -------
    tuple of CostFront
        One a cost, in the order of the spec.
    """
    return tuple(_find_front(scores, ranking, cost) for cost in costs.values())


def _find_front(metric: MetricScores, ranking: Ranking, cost: Costs) -> CostFront:
    values = cost.of(metric.datasets, metric.algorithms)
    unknown = np.argwhere(~np.isfinite(values))
    if not len(metric.datasets) or unknown.size:
        return CostFront(cost.name, why=_why(metric, cost, unknown.tolist()))
    means = values.mean(axis=0)
    scores = None if metric.oriented is None or not np.isfinite(metric.oriented).all() else metric.oriented.mean(axis=0)
    return CostFront(
        cost=cost.name,
        costs=means,
        by_rank=undominated(means, ranking.average),
        scores=None if metric.means is None or scores is None else metric.means.mean(axis=0),
        by_score=None if scores is None else undominated(means, -scores),
        why="some scores are missing" if scores is None else "",
    )


def _why(metric: MetricScores, cost: Costs, unknown: list[list[int]]) -> str:
    if not unknown:
        return "there are no costs beside average ranks alone"
    row, column = unknown[0]
    algorithm, dataset = (
        Mention("algorithms", metric.algorithms[column]),
        Mention("datasets", metric.datasets[row]),
    )
    return Sentence.of("the ", Mention("costs", cost.name), " of ", algorithm, " on ", dataset, " is unknown")
