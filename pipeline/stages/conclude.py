"""What follows from the tests: best, significant wins, contradictions, cost fronts, conclusions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import Literal, TypeVar

import numpy as np

from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.core.scores import BoolArray, Costs, FloatArray, IntArray, MetricResults, MetricScores
from rankpress.stages.adjust import Adjusted
from rankpress.stages.order import Ordered
from rankpress.stages.rank import Ranking
from rankpress.stages.test import OverDatasets, Tested
from rankpress.stages.within import WithinDataset
from rankpress.stats.groups import Intransitivity, NamedBest, find_contradicted, find_intransitive, name_best
from rankpress.stats.multitest import Front, more_accurate, undominated
from rankpress.stats.pool import PoolDependence, pool_dependence
from rankpress.stats.sign import count_significant, sign_test_of_counts
from rankpress.wording.text import Prose, algorithm_named, cost_named, dataset_named, say

UNREJECTED = "no test of all algorithms together rejects"
ALIKE = "the candidate differs significantly from no other algorithm"
BEATEN = "another algorithm is significantly better than the candidate"


@dataclass(frozen=True)
class Best:
    """Which of the four conditions hold for the groups by one adjustment, and who may be named."""

    adjustment: str  # the first adjustment of the study, whose groups these are
    cost: Prose | None  # what says who is the cheapest; None where the spec stated the prior, or there is none
    named: NamedBest  # the outcome


def find_best(ranking: Ranking, tested: Tested, adjusted: Adjusted, ordered: Ordered) -> Best | None:
    """See whether the first adjustment lets a best be named."""
    method = adjusted.deciding
    if tested.over is None or method is None or method not in adjusted.groups:
        return None
    outcome = name_best(adjusted.groups[method], ranking.average, ordered.prior or None)
    why = "" if outcome.best is None else _no_best(tested.over, adjusted.p[method] <= adjusted.alpha, outcome.best)
    if outcome.best is not None and tested.omnibus and not rejects(tested, adjusted.alpha):
        why = UNREJECTED
    if why:
        outcome = replace(outcome, conditions=(False,) * 4, best=None, why=why)
    return Best(method, ordered.costs.label, outcome)


def rejects(tested: Tested, alpha: float) -> bool:
    """Return whether some test of all algorithms together rejects."""
    return any(test.rejects(alpha) for test in tested.omnibus.values())


def _no_best(over: OverDatasets, apart: BoolArray, best: int) -> str:
    """Return why the tests do not bear out the best of the groups; nothing where they do."""
    first, second = over.pairs.T
    beaten = np.where(over.favours > 0, second, first)[apart & (over.favours != 0)]
    if best in beaten:  # of groups and ranks alone, a test of scores that favours the worse ranked is not seen
        return BEATEN
    return "" if best in over.pairs[apart] else ALIKE


@dataclass(frozen=True)
class SignificantWins:
    """On how many data sets the tests within them find an algorithm better than another."""

    pairs: IntArray  # (n_pairs, 2): algorithms a and b
    # (n_pairs, 3): data sets on which a is significantly better, neither is, b is; only those on which the pair was
    # tested
    counts: IntArray
    # p, adjusted: (n_pairs,): of the sign test, where the data sets on which neither is better are split: unadjusted,
    # and adjusted
    p: FloatArray
    adjusted: FloatArray
    # (n_pairs,): what p cannot be below on so many data sets, whatever the wins; unadjusted, and adjusted
    least_p: FloatArray
    least: FloatArray


def find_significant_wins(
    scores: MetricResults, tested: Tested, alpha: float, adjustment: str
) -> SignificantWins | None:
    """Count significant wins, and test by them whether two algorithms are alike; not on too few data sets for that."""
    if not tested.within or tested.stratified is not None:
        return None
    column = {pair: index for index, pair in enumerate(dict.fromkeys(_pairs(tested.within)))}
    p = np.full((len(tested.within), len(column)), np.nan)
    difference = np.zeros_like(p)
    for row, of_dataset in enumerate(tested.within):
        columns = [column[pair] for pair in _pairs([of_dataset])]
        p[row, columns], difference[row, columns] = of_dataset.tests.p, scores.sign * of_dataset.tests.tested_difference
    counts = count_significant(p, difference, alpha)
    tests = sign_test_of_counts(counts)
    least_p = tests.details["least_p"]
    pairs = np.array(list(column), dtype=np.int64)
    adjust = ADJUSTMENTS[adjustment].run
    return SignificantWins(pairs, counts, tests.p, adjust(tests.p), least_p, adjust(least_p))


def _pairs(within: Sequence[WithinDataset]) -> list[tuple[int, int]]:
    return [(a, b) for of_dataset in within for a, b in of_dataset.pairs.tolist()]


@dataclass(frozen=True)
class Dispute:
    """Where a test of average ranks and a test of two algorithms alone disagree, one of which decides."""

    other: int  # the other's place in `Tested.also`
    adjustment: str  # the first of its adjustments
    # only_deciding, only_other: comparisons that are significant by one of the two only, by their place in
    # `Tested.over.pairs`
    only_deciding: tuple[int, ...]
    only_other: tuple[int, ...]
    # how the test of average ranks depends on each other algorithm; None without ranks on each data set, with gaps, and
    # of two algorithms
    pool: PoolDependence | None
    # comparisons whose unadjusted verdict by average ranks is another one where some other algorithm is left out
    turned: tuple[int, ...]


def find_dispute(ranking: Ranking, tested: Tested, adjusted: Adjusted) -> Dispute | None:
    """Compare the deciding test with one of the other kind: of average ranks, or of two algorithms alone."""
    over, deciding = tested.over, adjusted.deciding
    if over is None or deciding is None or len(ranking.average) < 3:
        return None
    for place, (other, levels) in enumerate(zip(tested.also, adjusted.also, strict=True)):
        if levels.deciding is None or not _are_opposed(over, other):
            continue
        deciding_rejects, others = adjusted.p[deciding] <= adjusted.alpha, levels.p[levels.deciding] <= adjusted.alpha
        pool = None if ranking.ranks is None or ranking.has_gaps else pool_dependence(ranking.ranks, over.pairs)
        turned = () if pool is None else _places(pool.turns(adjusted.alpha))
        return Dispute(
            place,
            levels.deciding,
            _places(deciding_rejects & ~others),
            _places(others & ~deciding_rejects),
            pool,
            turned,
        )
    return None


def _are_opposed(*tests: OverDatasets) -> bool:
    """Return whether one of two tests is of average ranks, and the other of the two algorithms alone."""
    return any(
        of_average_ranks(first) and PAIRWISE[second.procedure].pair_alone for first, second in (tests, tests[::-1])
    )


def of_average_ranks(over: OverDatasets) -> bool:
    """Return whether comparisons are of average ranks, which depend on the other algorithms of the study."""
    return PAIRWISE[over.procedure].of_average_ranks


def _places(chosen: BoolArray) -> tuple[int, ...]:
    return tuple(np.flatnonzero(chosen).tolist())


MOST_TRIPLES = 5
"""Of one family of tests; how many there are is reported as well."""


@dataclass(frozen=True)
class Contradictions:
    """One family of tests whose significant differences no order can respect, or this one does not."""

    # the study's comparisons over the data sets by its first adjustment; the tests that decided the order over all data
    # sets; or those that decided the order on one data set
    test: Literal["comparisons", "order", "within"]
    dataset: str | None  # which one
    adjustment: str  # the correction for the number of pairs
    intransitive: Intransitivity  # triples whose differences are not transitive
    # [a, b]: a is significantly better than b, yet comes after it in the order
    contradicted: tuple[tuple[int, int], ...]


def find_contradictions(tested: Tested, adjusted: Adjusted, ordered: Ordered) -> tuple[Contradictions, ...]:
    """Hold the order against the significant differences over the data sets and within each."""
    if not ordered.ranking:
        return ()
    return tuple(
        family
        for family in _families(tested, adjusted, ordered)
        if family.contradicted or family.intransitive.n_cycles or family.intransitive.n_gaps
    )


def _families(tested: Tested, adjusted: Adjusted, ordered: Ordered) -> Iterator[Contradictions]:
    order = tuple(position.algorithm for position in ordered.ranking)
    method = adjusted.deciding
    if tested.over is not None and method is not None:
        k = len(order)
        better = more_accurate(adjusted.p[method], tested.over.favours, tested.over.pairs, k, adjusted.alpha)
        # with a control, two others are not compared, so that nothing is known of triples
        triples = Intransitivity(0, 0, ()) if tested.control is not None else find_intransitive(better, MOST_TRIPLES)
        yield Contradictions("comparisons", None, method, triples, find_contradicted(better, order))
    if ordered.omnibus is not None and ordered.better is not None:
        yield _of_order("order", None, ordered.adjust, ordered.better, order)
    for dataset, better in ordered.within.better.items():
        yield _of_order("within", dataset, ordered.within.adjust, better, ordered.within.orders[dataset])


def _of_order(
    test: Literal["order", "within"], dataset: str | None, adjustment: str, better: BoolArray, order: tuple[int, ...]
) -> Contradictions:
    triples = find_intransitive(np.asarray(better), MOST_TRIPLES)
    return Contradictions(test, dataset, adjustment, triples, find_contradicted(better, order))


@dataclass(frozen=True)
class CostFront:
    """The undominated algorithms by one cost."""

    cost: str  # the cost
    # (n_algorithms,): means over the data sets of the metric, in the cost's unit; None where some are unknown
    costs: FloatArray | None = None
    by_rank: Front | None = None  # the front of average ranks over mean costs
    scores: FloatArray | None = None  # (n_algorithms,): mean scores over the data sets; None where some are unknown
    by_score: Front | None = None  # the front of mean scores over mean costs
    why: Prose = ""  # why there is no front, or none of scores, where there is none
    n_complete: int | None = None  # data sets with every result, over which costs are means, where others have gaps


def find_fronts(scores: MetricResults, ranking: Ranking, costs: Mapping[str, Costs]) -> tuple[CostFront, ...]:
    """Find the undominated algorithms by each cost."""
    return tuple(_find_front(scores, ranking, cost) for cost in costs.values())


def _find_front(metric: MetricResults, ranking: Ranking, cost: Costs) -> CostFront:
    if not isinstance(metric, MetricScores):
        return CostFront(cost.name, why="average ranks alone come without costs")
    values = cost.of(metric.datasets, metric.algorithms)
    gaps = np.isnan(ranking.ranks) if ranking.ranks is not None else np.zeros(values.shape, dtype=bool)
    for row, column in np.argwhere(~np.isfinite(values) & ~gaps):
        where = algorithm_named(metric.algorithms[column]), dataset_named(metric.datasets[row])
        return CostFront(cost.name, why=say("the {} of {} on {} is unknown", cost_named(cost.name), *where))
    complete = ~gaps.any(axis=1)
    if not complete.any():
        return CostFront(cost.name, why="no data set has a result of each algorithm")
    weights = metric.weights
    means = np.average(values[complete], axis=0, weights=None if weights is None else weights[complete])
    scores = np.average(metric.oriented, axis=0, weights=weights) if np.isfinite(metric.oriented).all() else None
    return CostFront(
        cost=cost.name,
        costs=means,
        by_rank=undominated(means, ranking.average),
        scores=None if scores is None else metric.sign * scores,
        by_score=None if scores is None else undominated(means, -scores),
        why="some scores are missing" if scores is None else "",
        n_complete=None if complete.all() else int(complete.sum()),
    )


_Kind = Literal["omnibus", "best-ranked", "best", "pair", "groups", "order"]
# Names one in a row, or several that share a place; what they say depends on the kind of conclusion.
Verdict = tuple[tuple[str, ...], ...]

DIFFER: Verdict = (("differ",),)


@dataclass(frozen=True, order=True)
class Conclusion:
    """What a report concludes something about."""

    # ``omnibus``: whether the algorithms differ at all; ``best-ranked``: who has the best average rank; ``best``: who
    # may be named the best; ``pair``: whether two differ over the data sets; ``groups``; ``order``
    kind: _Kind
    method: str = ""  # the test or the correction
    # the two algorithms of a ``pair``, in the order of their names
    subject: tuple[str, ...] = ()


@dataclass(frozen=True)
class Concluded:
    """A verdict, and the p-value that decided it, where it is a test's."""

    # `pair`: who is significantly better, empty where neither; `omnibus`: `(("differ",),)` or empty;
    # `groups`: the groups; `best-ranked`, `best` and `order`: the algorithms
    verdict: Verdict
    p: float | None = None


def about_pair(method: str, a: str, b: str) -> Conclusion:
    """Return the conclusion whether two algorithms differ, the same whichever is named first."""
    return Conclusion("pair", method, (min(a, b), max(a, b)))


def best_ranked(average_ranks: Mapping[str, float]) -> Verdict:
    """Who shares the best average rank, in the order of their names."""
    best = min(average_ranks.values(), default=0.0)
    return (tuple(sorted(name for name, rank in average_ranks.items() if rank == best)),)


def among(conclusion: Conclusion, verdict: Verdict, algorithms: Iterable[str]) -> Verdict:
    """Return the verdict as far as it is about some of the algorithms; groups of one, or within another, are none."""
    retained = frozenset(algorithms)
    if conclusion.kind == "order":
        return (tuple(name for names in verdict for name in names if name in retained),)
    if conclusion.kind != "groups":
        return verdict
    left = dict.fromkeys(frozenset(group) & retained for group in verdict)
    largest = [group for group in left if len(group) > 1 and not any(group < other for other in left)]
    return tuple(sorted(tuple(sorted(group)) for group in largest))


_One = TypeVar("_One")


def least(changes: Sequence[_One], are_enough: Callable[[Sequence[_One]], bool]) -> tuple[_One, ...]:
    """Return the fewest first changes that are enough, without needless ones; empty where all are not enough."""
    if not are_enough(changes):
        return ()
    too_few, taken = 0, list(changes)
    while len(taken) - too_few > 1:
        middle = (too_few + len(taken)) // 2
        if are_enough(taken[:middle]):
            taken = taken[:middle]
        else:
            too_few = middle
    for size in (16, 4):
        taken = _without_spare(taken, size, are_enough)
    while len(fewer := _without_spare(taken, 1, are_enough)) < len(taken):
        taken = fewer
    return tuple(taken)


def _without_spare(taken: list[_One], size: int, are_enough: Callable[[Sequence[_One]], bool]) -> list[_One]:
    """Return the changes without those, `size` at a time, that the others are enough without."""
    index = 0
    while index < len(taken):
        rest = taken[:index] + taken[index + size :]
        if rest and are_enough(rest):
            taken = rest
        else:
            index += size
    return taken


Conclusions = dict[Conclusion, Concluded]


def concluded_over(names: Sequence[str], ranking: Ranking, tested: Tested, adjusted: Adjusted) -> Conclusions:
    """What the tests over the data sets conclude, but the pairs: do they differ, who leads, which groups there are."""
    averages = dict(zip(names, ranking.average.tolist(), strict=True))
    results = {Conclusion("best-ranked"): Concluded(best_ranked(averages))}
    for name, outcome in tested.omnibus.items():
        p = None if isnan(outcome.deciding_p) else outcome.deciding_p  # where all tie there is no test
        results[Conclusion("omnibus", name)] = Concluded(DIFFER if outcome.rejects(adjusted.alpha) else (), p)
    for method, groups in adjusted.groups.items():
        results[Conclusion("groups", method)] = Concluded(tuple(tuple(names[i] for i in group) for group in groups))
    return results


def concluded_of_pairs(
    names: Sequence[str], tested: Tested, adjusted: Adjusted, requested: Collection[Conclusion] | None = None
) -> Conclusions:
    """Who is significantly better than whom over the data sets, by each adjustment."""
    if tested.over is None:
        return {}
    conclusions: Conclusions = {}
    pairs, favours = tested.over.pairs.tolist(), tested.over.favours.tolist()
    for method, of_pairs in adjusted.p.items():
        for (a, b), leaning, p in zip(pairs, favours, of_pairs.tolist(), strict=True):
            conclusion = about_pair(method, names[a], names[b])
            if requested is None or conclusion in requested:
                significant = leaning and p <= adjusted.alpha
                conclusions[conclusion] = Concluded(((names[a if leaning > 0 else b],),) if significant else (), p)
    return conclusions


def concluded_best(names: Sequence[str], best: Best | None) -> Conclusions:
    """Who may be named the best; nothing where there are no groups."""
    if best is None:
        return {}
    algorithm = best.named.best
    return {Conclusion("best"): Concluded(() if algorithm is None else ((names[algorithm],),))}


def concluded_order(names: Sequence[str], ordered: Ordered) -> Conclusions:
    """Return the order; nothing where there is none."""
    if not ordered.ranking:
        return {}
    return {Conclusion("order"): Concluded((tuple(names[place.algorithm] for place in ordered.ranking),))}
