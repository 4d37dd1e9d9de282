"""The order stage: algorithms ordered by error and then cost (MultiTest on each data set, Multi2Test over all)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from rankpress.priors import infeasible_corrections, wrong_costs
from rankpress.rank import Ranking
from rankpress.scores import BoolArray, Costs, FloatArray, IntArray, MetricScores
from rankpress.stats.families import ADJUSTMENTS, Family
from rankpress.stats.friedman import friedman
from rankpress.stats.multitest import average_normalized_costs, more_accurate, multitest
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.pairs import all_pairs
from rankpress.stats.rank_z import rank_z
from rankpress.stats.ranks import average_ranks
from rankpress.test import omnibus_test, within_tests

if TYPE_CHECKING:
    from rankpress.spec.model import OrderOptions


@dataclass(frozen=True)
class Position:
    """A place in the ordering and whether the test or the cost put the algorithm there."""

    algorithm: int
    decided_by: Literal["test", "cost"]


@dataclass(frozen=True)
class Ordered:
    """An ordering of the algorithms of one metric; without cost or prior there is none and `why` says so.

    Parameters
    ----------
    cost : str or None
        The cost that gave the prior; None where the spec stated the prior.
    prior : tuple of int
        Algorithms, cheapest first.
    average_costs : (n_algorithms,) float array or None
        Costs averaged over the data sets after normalizing on each; None with a stated prior.
    ranking : tuple of Position
        Best first.
    edges : tuple of (int, int)
        [a, b]: costlier a is significantly more accurate than cheaper b.
    per_dataset : mapping of str to tuple of int
        MultiTest's order on each data set; empty with `within: none`.
    average_ranks : (n_algorithms,) float array or None
        What the post-hoc test compared: average places in those orders, or average ranks with `within: none`; None on
        a single data set, where MultiTest's order stands.
    omnibus : OmnibusTest or None
        Friedman's test on them; where it does not reject, cost alone orders.
    rejected : bool
        Whether it did.
    within, adjust, within_adjust : str
        Pairwise test on a data set, the correction that decided the order, correction on a data set.
    notes : tuple of str
        Sentences the report must print.
    why : str
        Why there is no ordering, where there is none.
    """

    cost: str | None = None
    prior: tuple[int, ...] = ()
    average_costs: FloatArray | None = None
    ranking: tuple[Position, ...] = ()
    edges: tuple[tuple[int, int], ...] = ()
    per_dataset: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    average_ranks: FloatArray | None = None
    omnibus: OmnibusTest | None = None
    rejected: bool = False
    within: str = "none"
    adjust: str = ""
    within_adjust: str = ""
    notes: tuple[str, ...] = ()
    why: str = ""


def order(
    scores: MetricScores,
    ranking: Ranking,
    costs: Mapping[str, Costs],
    options: OrderOptions | None,
    alpha: float,
) -> Ordered:
    """Order the algorithms: the cheaper first, unless a costlier one is significantly more accurate.

    Parameters
    ----------
    scores : MetricScores
        Scores of the metric.
    ranking : Ranking
        Their ranks.
    costs : mapping of str to Costs
        The costs that were read.
    options : OrderOptions or None
        The cost or the stated prior, and the tests; None gives no ordering.
    alpha : float
        Level of each family of tests.

    Returns
    -------
    Ordered

    References
    ----------
    .. [1] Ulas, Yildiz and Alpaydin (2012), Table 2, doi:10.1016/j.patcog.2011.10.005
    """
    if options is None:
        return Ordered(why="No ordering was asked for.")
    why = _why_not(scores, costs, options)
    if why:
        return Ordered(why=f"There is no ordering: {why}.")
    on_datasets, average_costs, prior = _priors(scores, costs, options)
    begun = Ordered(cost=options.cost, average_costs=average_costs, within_adjust=options.within_adjust)
    if scores.n_datasets < 2:
        return _order_one(begun, scores, on_datasets[0], options, alpha)
    places, notes = _first_pass(scores, on_datasets, options, alpha)
    if places is None:
        average, omnibus = ranking.average, omnibus_test(ranking, "friedman")
    else:
        average, omnibus = average_ranks(places), friedman(places)
    better, rejected = _second_pass(average, omnibus, scores.n_datasets, options, alpha)
    return replace(
        _sorted(begun, better, prior),
        per_dataset={} if places is None else _orders(scores.datasets, places),
        average_ranks=average,
        omnibus=omnibus,
        rejected=rejected,
        within="none" if places is None else options.within or "none",
        adjust=options.adjust,
        notes=notes,
    )


def _order_one(
    begun: Ordered, scores: MetricScores, prior: tuple[int, ...], options: OrderOptions, alpha: float
) -> Ordered:
    """MultiTest's order on the only data set; there is no second pass."""
    within = options.within or "none"
    better = None if within == "none" or not scores.has_folds else _better_within(scores, 0, options, alpha)
    if better is None:
        return Ordered(why="On a single data set an ordering needs a test over its folds.")
    found = _sorted(begun, better, prior)
    order = tuple(place.algorithm for place in found.ranking)
    return replace(found, per_dataset={scores.datasets[0]: order}, within=within, adjust=options.within_adjust)


def _sorted(begun: Ordered, better: BoolArray, prior: tuple[int, ...]) -> Ordered:
    found = multitest(better, prior)
    return replace(
        begun,
        prior=prior,
        ranking=tuple(Position(*place) for place in zip(found.order, found.decided_by, strict=True)),
        edges=tuple((costlier, cheaper) for cheaper, costlier in found.edges),
    )


def _why_not(scores: MetricScores, costs: Mapping[str, Costs], options: OrderOptions) -> str:
    """What keeps an order from being made that follows from scores.costs; one that was written was refused before."""
    if options.cost is not None:
        for message, _, _ in wrong_costs(costs[options.cost], scores, options):
            return message
    return next((message for _, message in infeasible_corrections(options, len(scores.algorithms))), "")


def _priors(
    scores: MetricScores, costs: Mapping[str, Costs], options: OrderOptions
) -> tuple[list[tuple[int, ...]], FloatArray | None, tuple[int, ...]]:
    """The prior on each data set, the averaged costs, and the prior over all data sets."""
    if options.prior is not None:
        prior = tuple(scores.algorithms.index(name) for name in options.prior if name in scores.algorithms)
        return [prior] * scores.n_datasets, None, prior
    if options.cost is None:
        raise ValueError("order needs a cost or a prior; the spec gave neither")
    values = costs[options.cost].of(scores.datasets, scores.algorithms)
    average = average_normalized_costs(values)
    return [_ascending(row) for row in values], average, _ascending(average)


def _ascending(values: FloatArray) -> tuple[int, ...]:
    return tuple(int(i) for i in np.argsort(values, kind="stable"))


def _first_pass(
    scores: MetricScores, priors: list[tuple[int, ...]], options: OrderOptions, alpha: float
) -> tuple[FloatArray | None, tuple[str, ...]]:
    """Places of the algorithms in MultiTest's order on each data set, None where tests within play no part."""
    if options.within in (None, "none"):
        return None, ()
    if not scores.has_folds:
        return None, ("There are no folds to test within data sets, so the order rests on the post-hoc test alone.",)
    places = np.empty((scores.n_datasets, len(scores.algorithms)))
    untested = []
    for row, (dataset, prior) in enumerate(zip(scores.datasets, priors, strict=True)):
        better = _better_within(scores, row, options, alpha)
        if better is None:
            untested.append(dataset)
            better = np.zeros((len(scores.algorithms),) * 2, dtype=bool)
        places[row, list(multitest(better, prior).order)] = np.arange(1, len(prior) + 1)
    notes = (f"No test was possible within {', '.join(untested)}; cost alone orders there.",) if untested else ()
    return places, notes


def _better_within(scores: MetricScores, row: int, options: OrderOptions, alpha: float) -> BoolArray | None:
    folds = scores.folds[row]
    k = len(scores.algorithms)
    tested = None if folds is None else within_tests(folds, all_pairs(k), options.within or "none")
    if tested is None:
        return None
    pairs, tests = tested
    sign = 1.0 if scores.better == "higher" else -1.0
    p, difference = np.ones(k * (k - 1) // 2), np.zeros(k * (k - 1) // 2)
    kept = _positions(pairs, k)
    p[kept], difference[kept] = tests.p, sign * tests.difference
    family = Family(p=p, n_algorithms=k, control=False, average_ranks=None, z=None)
    adjusted = ADJUSTMENTS[options.within_adjust].function(family)
    return more_accurate(adjusted, difference, all_pairs(k), k, alpha)


def _positions(pairs: IntArray, k: int) -> IntArray:
    """Where pairs (i < j) stand among all pairs of k algorithms."""
    i, j = pairs.T
    positions: IntArray = i * (2 * k - i - 1) // 2 + j - i - 1
    return positions


def _second_pass(
    average: FloatArray, omnibus: OmnibusTest, n_datasets: int, options: OrderOptions, alpha: float
) -> tuple[BoolArray, bool]:
    """Which algorithms the post-hoc test finds better, and whether Friedman's test let it be asked."""
    k = len(average)
    p = omnibus.p if np.isfinite(omnibus.p) or omnibus.uncorrected is None else omnibus.uncorrected.p
    if not p <= alpha:
        return np.zeros((k, k), dtype=bool), False
    pairs = all_pairs(k)
    tests = rank_z(average, n_datasets, pairs)
    family = Family(p=tests.p, n_algorithms=k, control=False, average_ranks=average, z=tests.statistic)
    adjusted = ADJUSTMENTS[options.adjust].function(family)
    lower = average[pairs[:, 1]] - average[pairs[:, 0]]
    return more_accurate(adjusted, lower, pairs, k, alpha), True


def _orders(datasets: tuple[str, ...], places: FloatArray) -> dict[str, tuple[int, ...]]:
    return {dataset: _ascending(row) for dataset, row in zip(datasets, places, strict=True)}
