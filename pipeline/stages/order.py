"""The order of the algorithms by tests and cost; orders of groups and from validation scores; how far they agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from rankpress.cache.store import Store
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE, PAIRWISE_OF_RANKS
from rankpress.core.scores import BoolArray, Costs, FloatArray, IntArray, MetricResults, MetricScores
from rankpress.stages.adjust import family_by
from rankpress.stages.rank import Ranking, rank
from rankpress.stages.test import omnibus_test
from rankpress.stages.within import within_tests
from rankpress.stats.concordance import RankAgreement, compare_rankings, tau_of_verdicts
from rankpress.stats.families import Family, family_of
from rankpress.stats.friedman import friedman
from rankpress.stats.friedman_pairs import rank_z
from rankpress.stats.multitest import (
    MultiTestOrder,
    average_normalized_costs,
    combined_costs,
    more_accurate,
    multitest,
    one_sided,
)
from rankpress.stats.pairs import all_pairs
from rankpress.stats.procedures import OmnibusTest
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, join, joined, reference, references, say

if TYPE_CHECKING:
    from rankpress.spec.model import OrderOptions, RankOptions


@dataclass(frozen=True)
class FirstPass:
    """What the tests and costs on each data set decide, before the data sets are put together."""

    # (n_datasets, n_algorithms) float array or None: places in the order on each data set, 1 the best; None where tests
    # within data sets play no part
    places: FloatArray | None = None
    # (n_datasets, n_algorithms): the places by the tests alone; algorithms that no test orders are tied
    decided: FloatArray | None = None
    # by data set, who is significantly better than whom; data sets that could not be tested are left out
    better: Mapping[str, BoolArray] = field(default_factory=dict)
    notes: tuple[Prose, ...] = ()  # sentences the report must print


def order_within(
    scores: MetricResults,
    priors: Sequence[tuple[int, ...]],
    options: OrderOptions,
    alpha: float,
    store: Store | None = None,
) -> FirstPass:
    """Order the algorithms on each data set."""
    if options.within in (None, "none"):
        return FirstPass()
    if not isinstance(scores, MetricScores) or not scores.is_divided:
        without = "There are no folds or test examples to test within data sets"
        return FirstPass(notes=(f"{without}, so the order rests on the post-hoc test alone.",))
    tests = (store or Store(None)).on_datasets("order within", compare_pairs_within, options.within, scores=scores)
    each = [
        None if within_dataset is None else better_by(within_dataset, prior, options, alpha)
        for within_dataset, prior in zip(tests, priors, strict=True)
    ]
    results = {dataset: better for dataset, better in zip(scores.datasets, each, strict=True) if better is not None}
    places, decided = places_by(each, priors), ranks_by_tests(each, len(scores.algorithms))
    untested = [dataset for dataset in scores.datasets if dataset not in results]
    if not untested:
        return FirstPass(places, decided, results)
    note = say("No test was possible within {}; cost alone orders there.", join(references("datasets", untested), ", "))
    return FirstPass(places, decided, results, (note,))


def places_by(better: Sequence[BoolArray | None], priors: Sequence[tuple[int, ...]]) -> FloatArray:
    """Put the algorithms in order on each data set, by who is better there and then by the prior."""
    k = len(priors[0])
    places = np.empty((len(priors), k))
    for row, (prior, on_one) in enumerate(zip(priors, better, strict=True)):
        order = multitest(np.zeros((k, k)) if on_one is None else on_one, prior).order
        places[row, list(order)] = np.arange(1, k + 1)
    return places


def ranks_by_tests(better: Sequence[BoolArray | None], n_algorithms: int) -> FloatArray:
    """Rank the algorithms on each data set by what its tests decided, 1 the best; those that none orders are tied."""
    nothing = np.zeros(n_algorithms)
    wins = [nothing if one is None else one.sum(axis=1) - one.sum(axis=0) for one in better]
    return rank_scores(np.array(wins, dtype=np.float64), better="higher", tolerance=0.0)


@dataclass(frozen=True)
class PairsWithin:
    """Tests of all pairs of algorithms on one data set."""

    p: FloatArray  # (n_pairs,): in the order of `rankpress.stats.pairs.all_pairs`; 1 for pairs that could not be tested
    difference: FloatArray  # (n_pairs,): above 0 where the first is better


def compare_pairs_within(within: str, scores: MetricScores) -> PairsWithin | None:
    """Test all pairs of algorithms on the only data set; None where it could not be tested."""
    k = len(scores.algorithms)
    tested = within_tests(all_pairs(k), within, scores)
    if tested is None:
        return None
    pairs, tests = tested
    p, difference = np.ones(k * (k - 1) // 2), np.zeros(k * (k - 1) // 2)
    i, j = pairs.T
    retained = i * (2 * k - i - 1) // 2 + j - i - 1  # their places among all pairs
    p[retained], difference[retained] = tests.p, scores.sign * tests.tested_difference
    return PairsWithin(p, difference)


def better_by(tests: PairsWithin, prior: tuple[int, ...], options: OrderOptions, alpha: float) -> BoolArray:
    """Who is significantly better than whom, by a correction over the pairs on one data set and its order by cost."""
    k = len(prior)
    pairs = all_pairs(k)
    p = tests.p if options.sides == "two" else one_sided(tests.p, tests.difference, pairs, prior)
    family = Family(p=p, n_algorithms=k, control=False, average_ranks=None, z=None)
    return more_accurate(ADJUSTMENTS[options.within_adjust].adjust(family), tests.difference, pairs, k, alpha)


Complaints = Iterator[tuple[Prose, str, str]]

NO_ORDER_REQUESTED = "No ordering was requested."
BY_HAND = "give the order by hand: order: {prior: [cheapest, ..., most expensive]}, or write order: null"

OF_GAPS = "an order by cost and tests needs a result of each algorithm on each data set"

# Costs that differ by less than this part of them differ by rounding only.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Priors:
    """The orders by cost, cheapest first."""

    on_datasets: tuple[tuple[int, ...], ...]  # on each data set
    # (n_algorithms,) float array or None: Costs averaged over the data sets after normalizing on each; None where the
    # prior was stated
    average_costs: FloatArray | None
    over_all: tuple[int, ...]  # by those, or as stated
    # of each algorithm, on each data set and over all: the number of its cost from the least up, the same where costs
    # are equal, which only ranks put in order then; empty where the prior was stated
    levels_on: tuple[tuple[int, ...], ...] = ()
    levels: tuple[int, ...] = ()


def find_priors(scores: MetricResults, ranking: Ranking, costs: Mapping[str, Costs], order: OrderOptions) -> Priors:
    """Put the algorithms in order of cost, or as the spec states."""
    if order.prior is not None:
        prior = tuple(scores.algorithms.index(name) for name in order.prior if name in scores.algorithms)
        return Priors((prior,) * scores.n_datasets, None, prior)
    values = _costs_of(scores, costs, order)
    average = average_normalized_costs(values)
    levels_on, levels = [_levels(row) for row in values], _levels(average)
    return Priors(
        tuple(_cheapest_first(row, ranking.average) for row in levels_on),
        average,
        _cheapest_first(levels, ranking.average),
        tuple(tuple(row.tolist()) for row in levels_on),
        tuple(levels.tolist()),
    )


def _cheapest_first(levels: IntArray, ranks: FloatArray) -> tuple[int, ...]:
    """Return the algorithms in order of cost; those that cost the same in order of their average ranks."""
    return tuple(np.lexsort((ranks, levels)).tolist())


def _levels(costs: FloatArray) -> IntArray:
    """Number the costs from the least up, equal ones alike."""
    ascending = np.argsort(costs, kind="stable")
    rises = np.diff(costs[ascending]) > _ROUNDING * np.abs(costs[ascending][1:])
    levels = np.empty(len(costs), dtype=np.int64)
    levels[ascending] = np.concatenate(([0], np.cumsum(rises)))
    return levels


def _on_equal_costs(scores: MetricResults, costs: FloatArray) -> Iterator[Prose]:
    """Say of which algorithms the order by cost is that of their average ranks."""
    levels = _levels(costs)
    tied = [
        joined(reference("algorithms", scores.algorithms[i]) for i in np.flatnonzero(levels == level))
        for level in range(len(costs))
        if np.count_nonzero(levels == level) > 1
    ]
    if tied:
        yield say("Algorithms with equal costs are ordered by average rank: {}.", join(tied, "; "))


def _costs_of(metric: MetricResults, costs: Mapping[str, Costs], order: OrderOptions) -> FloatArray:
    """Return what orders the algorithms on each data set: a cost in its unit, or several combined as shares."""
    values = {name: costs[name].of(metric.datasets, metric.algorithms) for name in order.cost_weights}
    if len(values) == 1:
        return next(iter(values.values()))
    return combined_costs(list(values.values()), list(order.cost_weights.values()))


def wrong_costs(costs: Mapping[str, Costs], metric: MetricResults, order: OrderOptions) -> Complaints:
    """Find what keeps costs from ordering the algorithms: message, what was expected, what to do."""
    for name in () if order.prior is not None else order.cost_weights:
        yield from _wrong_values(name, metric, costs[name].of(metric.datasets, metric.algorithms))


def _wrong_values(cost: str, metric: MetricResults, values: FloatArray) -> Complaints:
    for row, column in np.argwhere(~(values >= 0)):
        algorithm = reference("algorithms", metric.algorithms[column], quoted=True)
        dataset = reference("datasets", metric.datasets[row], quoted=True)
        what = say("{} of {} on {}", reference("costs", cost), algorithm, dataset)
        if np.isnan(values[row, column]):
            yield say("{} is empty", what), "a cost of each algorithm on each data set", f"fill it in, or {BY_HAND}"
        else:
            message = say("{} is {:.10g}", what, values[row, column])
            yield message, "costs of at least 0", BY_HAND


def infeasible_corrections(order: OrderOptions, n_algorithms: int) -> Iterator[tuple[str, str]]:
    """Find the keys of `order` whose correction, looking for what can be true together, would run for too long."""
    for key, by_ranks in (("adjust", True), ("within_adjust", False)):
        name = getattr(order, key)
        family = family_by(PAIRWISE_OF_RANKS if by_ranks else "t", n_algorithms, control=False)
        if ADJUSTMENTS[name].stand_in and ADJUSTMENTS[name].inapplicable(family):
            yield key, f"{name} is not feasible for the {counted(n_algorithms, 'algorithm')} of the scores"


@dataclass(frozen=True)
class Position:
    """A place in the ordering, and what puts the algorithm there before the next: of equal costs the average rank."""

    algorithm: int
    decided_by: Literal["test", "cost", "rank"]


@dataclass(frozen=True)
class OrderCosts:
    """The costs that put the algorithms in order before any test; empty where the spec states that order."""

    label: Prose | None = None  # the cost, or several with their weights in words
    weights: Mapping[str, float] = field(default_factory=dict)  # the weight of each cost, summing to 1
    average: FloatArray | None = None  # (n_algorithms,): averaged over the data sets after normalizing on each
    # of each algorithm, the number of its cost from the least up, the same where costs are equal
    levels: tuple[int, ...] = ()


@dataclass(frozen=True)
class OrdersWithin:
    """MultiTest's orders on the data sets; `test` is ``none`` where tests within them play no part."""

    test: str = "none"  # pairwise test on a data set
    adjust: str = ""  # the correction on a data set
    sides: Literal["one", "two"] = "two"
    orders: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # on each data set
    # (n_algorithms, n_algorithms) each: who is significantly better than whom on each data set that was tested; with
    # one-sided tests only where the better costs more
    better: Mapping[str, BoolArray] = field(default_factory=dict)
    priors: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # on each data set, the cheapest first
    levels: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # on each data set, as those of the costs


@dataclass(frozen=True)
class Ordered:
    """An ordering of the algorithms of one metric; without cost or prior there is none and `why` says so."""

    costs: OrderCosts = field(default_factory=OrderCosts)
    prior: tuple[int, ...] = ()  # algorithms, cheapest first
    ranking: tuple[Position, ...] = ()  # best first
    edges: tuple[tuple[int, int], ...] = ()  # [a, b]: more expensive a is significantly more accurate than cheaper b
    # (n_algorithms, n_algorithms): who the tests that decided the order find significantly better than whom
    better: BoolArray | None = None
    within: OrdersWithin = field(default_factory=OrdersWithin)
    # (n_algorithms,): what the post-hoc test compared: average places in those orders, or average ranks where there
    # are none; None on a single data set, where MultiTest's order stands
    average_ranks: FloatArray | None = None
    # Friedman's test of the ranks by what the tests on the data sets decided, or of the average ranks; where it does
    # not reject, cost alone orders
    omnibus: OmnibusTest | None = None
    rejected: bool = False  # whether it did
    test: str = ""  # pairwise test over the data sets
    adjust: str = ""  # the correction that decided the order
    notes: tuple[Prose, ...] = ()  # sentences the report must print
    why: Prose = ""  # why there is no ordering, where there is none

    @property
    def places(self) -> IntArray:
        """The place of each algorithm in the order, 1 the best."""
        return np.argsort([position.algorithm for position in self.ranking]).astype(np.int64) + 1

    @property
    def has_equal_costs(self) -> bool:
        """Whether some algorithms cost the same."""
        return len(set(self.costs.levels)) < len(self.costs.levels)

    def on(self, dataset: str) -> Ordered:
        """Return MultiTest's order on one of the data sets that were ordered."""
        prior = self.within.priors[dataset]
        better = self.within.better.get(dataset, np.zeros((len(prior), len(prior)), dtype=bool))
        levels = self.within.levels.get(dataset, ())
        return _sorted(Ordered(replace(self.costs, average=None, levels=levels)), better, prior)

    @property
    def two_sided_within(self) -> Mapping[str, BoolArray]:
        """Who is significantly better than whom on each data set, whichever costs more; empty if not tested so."""
        return self.within.better if self.within.sides == "two" else {}


def order(
    scores: MetricResults,
    ranking: Ranking,
    costs: Mapping[str, Costs],
    options: OrderOptions | None,
    alpha: float,
    store: Store | None = None,
) -> Ordered:
    """Order the algorithms: the cheaper first, unless a more expensive one is significantly more accurate."""
    if options is None:
        return Ordered(why=NO_ORDER_REQUESTED)
    if ranking.has_gaps:
        return Ordered(why=f"There is no ordering: {OF_GAPS}.")
    why = why_no_order(scores, costs, options)
    if why:
        return Ordered(why=say("There is no ordering: {}.", why))
    priors = find_priors(scores, ranking, costs, options)
    rests_on = OrderCosts(options.cost_label, options.cost_weights, priors.average_costs, priors.levels)
    equal = () if priors.average_costs is None else tuple(_on_equal_costs(scores, priors.average_costs))
    if scores.n_datasets < 2:
        return _order_one(Ordered(rests_on, notes=equal), scores, priors.on_datasets[0], options, alpha)
    first = order_within(scores, priors.on_datasets, options, alpha, store)
    ordered = order_from_places(scores, ranking, (first.places, first.decided), priors, options, alpha)
    priors_within = {} if first.places is None else dict(zip(scores.datasets, priors.on_datasets, strict=True))
    levels_within = {} if first.places is None else dict(zip(scores.datasets, priors.levels_on, strict=False))
    return replace(
        ordered,
        costs=rests_on,
        within=replace(ordered.within, better=first.better, priors=priors_within, levels=levels_within),
        notes=(*equal, *first.notes),
    )


def order_from_places(
    scores: MetricResults,
    ranking: Ranking,
    on_datasets: tuple[FloatArray | None, FloatArray | None],
    priors: Priors,
    options: OrderOptions,
    alpha: float,
) -> Ordered:
    """Order the algorithms over the data sets, their places on each and what tests decided of these being known."""
    places, decided = on_datasets
    values: FloatArray | None  # what the tests over the data sets compare, higher being better
    if places is None or decided is None:
        average, omnibus = ranking.average, omnibus_test(scores, ranking, "friedman")
        of_ranks = ranking.ranks is not None and PAIRWISE[options.test].uses != "scores"
        oriented = scores.oriented if isinstance(scores, MetricScores) else None
        values = -ranking.ranks if of_ranks and ranking.ranks is not None else oriented
    else:
        # the cost puts all algorithms in the same order on every data set: that they differ in it is no finding
        average, omnibus, values = average_ranks(places), friedman(decided), -places
    better, rejected = second_pass((values, scores.n_datasets), average, omnibus, options, alpha)
    return replace(
        _sorted(Ordered(OrderCosts(levels=priors.levels)), better, priors.over_all),
        within=OrdersWithin(
            "none" if places is None else options.within or "none",
            options.within_adjust,
            options.sides,
            {
                dataset: tuple(np.argsort(row).tolist())
                for dataset, row in zip(scores.datasets, () if places is None else places, strict=False)
            },
        ),
        average_ranks=average,
        omnibus=omnibus,
        rejected=rejected,
        test=options.test,
        adjust=options.adjust,
    )


def _order_one(
    begun: Ordered, scores: MetricResults, prior: tuple[int, ...], options: OrderOptions, alpha: float
) -> Ordered:
    """MultiTest's order on the only data set; there is no second pass."""
    within = options.within or "none"
    tests = None
    if within != "none" and isinstance(scores, MetricScores) and scores.is_divided:
        tests = compare_pairs_within(within, scores)
    if tests is None:
        return Ordered(why="On a single data set an ordering needs a test over its folds or test examples.")
    better = better_by(tests, prior, options, alpha)
    ordered, dataset = _sorted(begun, better, prior), scores.datasets[0]
    order = {dataset: tuple(place.algorithm for place in ordered.ranking)}
    on_dataset = OrdersWithin(within, options.within_adjust, options.sides, order, {dataset: better}, {dataset: prior})
    return replace(ordered, within=on_dataset, adjust=options.within_adjust)


def _sorted(begun: Ordered, better: BoolArray, prior: tuple[int, ...]) -> Ordered:
    order = multitest(better, prior)
    return replace(
        begun,
        prior=prior,
        better=better,
        ranking=tuple(_positions(order, begun.costs.levels)),
        edges=tuple((expensive, cheaper) for cheaper, expensive in order.edges),
    )


def _positions(order: MultiTestOrder, levels: Sequence[int]) -> Iterator[Position]:
    """Yield the places of an order; the last algorithm, which is before no other, has the reason for its own place."""
    before = None
    for place, (algorithm, decided) in enumerate(zip(order.order, order.decided_by, strict=True), start=1):
        other = before if place == len(order.order) else order.order[place]
        costs_as_much = bool(levels) and other is not None and levels[other] == levels[algorithm]
        yield Position(algorithm, "rank" if decided == "cost" and costs_as_much else decided)
        before = algorithm


def why_no_order(scores: MetricResults, costs: Mapping[str, Costs], options: OrderOptions) -> Prose:
    """What keeps an order from being made that follows from scores.costs; one that was written was refused before."""
    for message, _, _ in wrong_costs(costs, scores, options):
        return message
    return next((message for _, message in infeasible_corrections(options, len(scores.algorithms))), "")


def second_pass(
    values: tuple[FloatArray | None, int],
    average: FloatArray,
    omnibus: OmnibusTest,
    options: OrderOptions,
    alpha: float,
) -> tuple[BoolArray, bool]:
    """Return which algorithms are better by their places or scores, or average ranks: the pass over the data sets."""
    k = len(average)
    if not omnibus.rejects(alpha):
        return np.zeros((k, k), dtype=bool), False
    pairs, (matrix, n_datasets) = all_pairs(k), values
    if options.test == PAIRWISE_OF_RANKS or matrix is None:
        tests = rank_z(average, n_datasets, pairs)
        leaning = average[pairs[:, 1]] - average[pairs[:, 0]]
    else:
        procedure = PAIRWISE[options.test]
        # ranks that a test takes are best at 1
        tests = procedure.run(-matrix if procedure.uses == "ranks" else matrix, pairs)
        leaning = tests.leaning
    adjusted = ADJUSTMENTS[options.adjust].adjust(family_of(tests, k, average_ranks=average))
    return more_accurate(adjusted, leaning, pairs, k, alpha), True


MOST_COMPARED = 2_000  # data sets; of more, a matrix of all pairs would fill the memory


@dataclass(frozen=True)
class Similarity:
    """How similar what the tests decided on the data sets is, by Kendall's tau-b; nan where one decided nothing."""

    between: FloatArray  # (n_datasets, n_datasets) float array: of two data sets
    with_all: FloatArray  # (n_datasets,) float array: with what the tests over all data sets decided

    @property
    def mean(self) -> float:
        """The mean over the pairs of data sets that have one."""
        return float(np.nanmean(self.between[np.triu_indices(len(self.between), k=1)]))


def compare_datasets(ordered: Ordered) -> Similarity | None:
    """Compare what the tests decided on the data sets; None where that is nothing on all but one, or they are too many.

    The orders themselves agree where the cost made them.
    """
    if not 1 < len(ordered.within.orders) <= MOST_COMPARED or len(ordered.prior) < 2 or ordered.better is None:
        return None
    nothing = np.zeros_like(ordered.better)
    verdicts = [*(ordered.within.better.get(dataset, nothing) for dataset in ordered.within.orders), ordered.better]
    tau = tau_of_verdicts(np.array(verdicts))
    between = tau[:-1, :-1]
    comparable = np.isfinite(between[np.triu_indices(len(between), k=1)])
    return Similarity(between, tau[:-1, -1]) if comparable.any() else None


@dataclass(frozen=True)
class GroupOrder:
    """The order on one group of data sets."""

    name: str  # the group
    datasets: tuple[str, ...]  # those of its data sets that the missing policy keeps
    ordered: Ordered  # the order on them, by the same procedure as that on all
    agreement: RankAgreement | None  # with the order on all data sets; None where one of the two could not be made


@dataclass(frozen=True)
class ValidationOrder:
    """The order from validation scores, compared with that from test scores."""

    column: str  # where the validation scores stand
    ordered: Ordered  # the order from them
    agreement: RankAgreement | None  # of the two orders over all data sets; None where one could not be made
    # of the two orders on each data set; empty where tests within data sets play no part
    by_dataset: Mapping[str, RankAgreement] = field(default_factory=dict)


def order_groups(
    scores: MetricScores,
    groups: Mapping[str, Sequence[str]],
    costs: Mapping[str, Costs],
    ranks: RankOptions,
    options: OrderOptions | None,
    alpha: float,
    overall: Ordered,
    store: Store | None = None,
) -> tuple[GroupOrder, ...]:
    """Order the algorithms on each group of data sets apart."""
    if options is None:
        return ()
    orders = []
    for name, members in groups.items():
        rows = [row for row, dataset in enumerate(scores.datasets) if dataset in members]
        if rows:
            part = scores.on(rows)
            ordered = order(part, rank(part, ranks), costs, options, alpha, store)
        else:
            ordered = Ordered(why="All of its data sets are omitted.")
        remaining = tuple(scores.datasets[row] for row in rows)
        orders.append(GroupOrder(name, remaining, ordered, compare_orders(ordered, overall)))
    return tuple(orders)


def order_validation(
    validation: MetricScores,
    costs: Mapping[str, Costs],
    ranks: RankOptions,
    options: OrderOptions | None,
    alpha: float,
    overall: Ordered,
    store: Store,
) -> ValidationOrder | None:
    """Order the algorithms by their validation scores too."""
    if options is None:
        return None
    ordered = order(validation, rank(validation, ranks), costs, options, alpha, store.of(validation.name))
    both = [dataset for dataset in overall.within.orders if dataset in ordered.within.orders]
    return ValidationOrder(
        column=validation.name,
        ordered=ordered,
        agreement=compare_orders(ordered, overall),
        by_dataset={
            dataset: compare_rankings(
                np.argsort(ordered.within.orders[dataset]), np.argsort(overall.within.orders[dataset])
            )
            for dataset in both
        },
    )


def compare_orders(ordered: Ordered, other: Ordered) -> RankAgreement | None:
    """Return how far two orders of the same algorithms agree; None where one of them could not be made."""
    if not ordered.ranking or not other.ranking:
        return None
    return compare_rankings(ordered.places, other.places)
