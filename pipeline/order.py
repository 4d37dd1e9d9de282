"""The order stage: algorithms ordered by error and then cost (MultiTest on each data set, Multi2Test over all)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from rankpress.naming import Sentence
from rankpress.order_within import better_within, order_within
from rankpress.priors import OF_GAPS, find_priors, infeasible_corrections, wrong_costs
from rankpress.rank import Ranking
from rankpress.scores import BoolArray, Costs, FloatArray, IntArray, MetricScores
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.family import Family
from rankpress.stats.friedman import friedman
from rankpress.stats.multitest import more_accurate, multitest
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.pairs import all_pairs
from rankpress.stats.rank_z import rank_z
from rankpress.stats.ranks import average_ranks
from rankpress.store.of_metric import OfMetric
from rankpress.test import omnibus_test

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
        The cost that gave the prior, or several with their weights in words; None where the spec stated the prior.
    cost_weights : mapping of str to float
        The weight of each cost, summing to 1; empty with a stated prior.
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
    better : (n_algorithms, n_algorithms) bool array or None
        Who the tests that decided the order find significantly better than whom.
    better_within : mapping of str to (n_algorithms, n_algorithms) bool array
        The same on each data set that was tested within.
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
    cost_weights: Mapping[str, float] = field(default_factory=dict)
    prior: tuple[int, ...] = ()
    average_costs: FloatArray | None = None
    ranking: tuple[Position, ...] = ()
    edges: tuple[tuple[int, int], ...] = ()
    per_dataset: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    better: BoolArray | None = None
    better_within: Mapping[str, BoolArray] = field(default_factory=dict)
    average_ranks: FloatArray | None = None
    omnibus: OmnibusTest | None = None
    rejected: bool = False
    within: str = "none"
    adjust: str = ""
    within_adjust: str = ""
    notes: tuple[str, ...] = ()
    why: str = ""

    @property
    def places(self) -> IntArray:
        """The place of each algorithm in the order, 1 the best."""
        return np.argsort([position.algorithm for position in self.ranking]).astype(np.int64) + 1


def order(
    scores: MetricScores,
    ranking: Ranking,
    costs: Mapping[str, Costs],
    options: OrderOptions | None,
    alpha: float,
    keep: OfMetric | None = None,
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
    keep : OfMetric or None
        Earlier results on each data set, where these are kept.

    Returns
    -------
    Ordered

    References
    ----------
    .. [1] Ulas, Yildiz and Alpaydin (2012), Table 2, doi:10.1016/j.patcog.2011.10.005
    """
    if options is None:
        return Ordered(why="No ordering was asked for.")
    if ranking.has_gaps:
        return Ordered(why=f"There is no ordering: {OF_GAPS}.")
    why = why_no_order(scores, costs, options)
    if why:
        return Ordered(why=Sentence.of("There is no ordering: ", why, "."))
    priors = find_priors(scores, costs, options)
    begun = Ordered(
        cost=options.cost_label,
        cost_weights=options.cost_weights,
        average_costs=priors.average_costs,
        within_adjust=options.within_adjust,
    )
    if scores.n_datasets < 2:
        return _order_one(begun, scores, priors.on_datasets[0], options, alpha)
    first = order_within(scores, priors.on_datasets, options, alpha, keep)
    return replace(
        order_from_places(scores, ranking, first.places, priors.over_all, options, alpha),
        cost=begun.cost,
        cost_weights=begun.cost_weights,
        average_costs=begun.average_costs,
        within_adjust=begun.within_adjust,
        better_within=first.better,
        notes=first.notes,
    )


def order_from_places(
    scores: MetricScores,
    ranking: Ranking,
    places: FloatArray | None,
    prior: tuple[int, ...],
    options: OrderOptions,
    alpha: float,
    *,
    exact: bool = True,
) -> Ordered:
    """Order the algorithms over the data sets, their orders on each being known.

    Parameters
    ----------
    scores : MetricScores
        Scores of the metric, on two data sets or more.
    ranking : Ranking
        Their ranks.
    places : (n_datasets, n_algorithms) float array or None
        The place of each algorithm in the order on each data set; None where ranks are compared.
    prior : tuple of int
        Algorithms, cheapest first.
    options : OrderOptions
        The correction, and the test within data sets.
    alpha : float
        Level.
    exact : bool
        Whether Friedman's test has its exact p, on which the order does not rest.

    Returns
    -------
    Ordered
        Without what only the costs and the tests within data sets tell.
    """
    if places is None:
        average, omnibus = ranking.average, omnibus_test(scores, ranking, "friedman", exact=exact)
    else:
        average, omnibus = average_ranks(places), friedman(places, exact=exact)
    better, rejected = second_pass(average, omnibus, scores.n_datasets, options, alpha)
    return replace(
        _sorted(Ordered(), better, prior),
        per_dataset={} if places is None else _orders(scores.datasets, places),
        average_ranks=average,
        omnibus=omnibus,
        rejected=rejected,
        within="none" if places is None else options.within or "none",
        adjust=options.adjust,
    )


def _order_one(
    begun: Ordered, scores: MetricScores, prior: tuple[int, ...], options: OrderOptions, alpha: float
) -> Ordered:
    """MultiTest's order on the only data set; there is no second pass."""
    within = options.within or "none"
    better = None if within == "none" or not scores.is_divided else better_within(scores, 0, options, alpha)
    if better is None:
        return Ordered(why="On a single data set an ordering needs a test over its folds or test examples.")
    found = _sorted(begun, better, prior)
    order = tuple(place.algorithm for place in found.ranking)
    return replace(
        found,
        per_dataset={scores.datasets[0]: order},
        better_within={scores.datasets[0]: better},
        within=within,
        adjust=options.within_adjust,
    )


def _sorted(begun: Ordered, better: BoolArray, prior: tuple[int, ...]) -> Ordered:
    found = multitest(better, prior)
    return replace(
        begun,
        prior=prior,
        better=better,
        ranking=tuple(Position(*place) for place in zip(found.order, found.decided_by, strict=True)),
        edges=tuple((costlier, cheaper) for cheaper, costlier in found.edges),
    )


def why_no_order(
    scores: MetricScores, costs: Mapping[str, Costs], options: OrderOptions, divided: bool | None = None
) -> str:
    """What keeps an order from being made that follows from scores.costs; one that was written was refused before."""
    for message, _, _ in wrong_costs(costs, scores, options, divided):
        return message
    return next((message for _, message in infeasible_corrections(options, len(scores.algorithms))), "")


def second_pass(
    average: FloatArray, omnibus: OmnibusTest, n_datasets: int, options: OrderOptions, alpha: float
) -> tuple[BoolArray, bool]:
    """Tell from average ranks which algorithms are better: the pass over the data sets.

    Parameters
    ----------
    average : (k,) float array
        Average ranks, or average places in orders.
    omnibus : OmnibusTest
        Friedman's test on them.
    n_datasets : int
        Data sets that they are averages over.
    options : OrderOptions
        The correction.
    alpha : float
        Level.

    Returns
    -------
    (k, k) bool array, bool
        Whom the post-hoc test finds better than whom, and whether Friedman's test let it be asked.
    """
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
    return {dataset: tuple(np.argsort(row).tolist()) for dataset, row in zip(datasets, places, strict=True)}
