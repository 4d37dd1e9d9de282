"""What a report concludes, each conclusion by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankpress.comparing.kept import KeptMetric, KeptPair, KeptWithin
from rankpress.conclusions.conclusion import DIFFER, Concluded, Conclusion, Verdict, about_pair, best_ranked


def conclusions_of(metric: KeptMetric, alpha: float) -> dict[Conclusion, Concluded]:
    """All that a report concludes of a metric.

    Parameters
    ----------
    metric : KeptMetric
        The metric.
    alpha : float
        Level of its tests.

    Returns
    -------
    dict
        In the order in which a reader asks: do they differ, who leads, who differs from whom, groups, order.
    """
    found = {
        Conclusion("omnibus", name): Concluded(DIFFER if _at_most(test.p, alpha) else (), test.p)
        for name, test in metric.omnibus.items()
    }
    found[Conclusion("best-ranked")] = Concluded(best_ranked(metric.average_ranks))
    if metric.best is not None:
        found[Conclusion("best")] = Concluded(() if metric.best.algorithm is None else ((metric.best.algorithm,),))
    for pair in metric.comparisons:
        for method, p in pair.adjusted.items():
            winner = _winner(pair) if _at_most(p, alpha) else None
            found[about_pair(method, pair.a, pair.b)] = Concluded(() if winner is None else ((winner,),), p)
    found |= {Conclusion("groups", method): Concluded(groups) for method, groups in metric.groups.items()}
    if metric.order.ranking:
        found[Conclusion("order")] = Concluded((tuple(place.algorithm for place in metric.order.ranking),))
    return found | {
        about_within(one): Concluded(verdict_within(one, alpha, metric.better), one.p) for one in metric.within
    }


def verdict_within(one: KeptWithin, alpha: float, better: str) -> Verdict:
    """Who is better on a data set, at a level."""
    if not one.difference or not _at_most(one.p, alpha):
        return ()
    return ((one.a if (one.difference < 0) == (better == "lower") else one.b,),)


def about_within(one: KeptWithin) -> Conclusion:
    """The conclusion whether two algorithms differ on a data set."""
    return Conclusion("within", one.test, (one.dataset, *sorted((one.a, one.b))))


def _winner(pair: KeptPair) -> str | None:
    """Whom the test favours; in reports that do not say, the better ranked."""
    return pair.favours if "favours" in pair.model_fields_set else pair.a


def _at_most(p: float | None, alpha: float) -> bool:
    return p is not None and p <= alpha


def places(average_ranks: Mapping[str, float]) -> dict[str, int]:
    """The place of each algorithm, 1 the best; equal ones share the better place.

    Examples
    --------
    >>> places({"A": 1.5, "B": 1.5, "C": 3.0})
    {'A': 1, 'B': 1, 'C': 3}
    """
    ordered: Sequence[float] = sorted(average_ranks.values())
    return {name: ordered.index(rank) + 1 for name, rank in average_ranks.items()}
