"""Comparisons of pairs of algorithms over all data sets: a part of the test stage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankpress.rank import Ranking
from rankpress.scores import FloatArray, IntArray, MetricScores
from rankpress.shared_datasets import by_shared_datasets
from rankpress.stats.pairs import PairTests
from rankpress.stats.pairwise import PAIRWISE, PairwiseProcedure
from rankpress.stats.sign import wins_ties_losses

if TYPE_CHECKING:
    from rankpress.spec.model import PairwiseMethod

_DIFFERENCES = ("mean_difference", "mean_relative_difference")

TOO_FEW_SHARED = "the two share fewer than two data sets, too few to tell them apart"


@dataclass(frozen=True)
class OverDatasets:
    """Comparisons of pairs of algorithms over all data sets, unadjusted.

    Parameters
    ----------
    procedure : str
        The pairwise test, by its name in the spec.
    pairs : (n_pairs, 2) int array
        Algorithms a and b of each comparison, a the better ranked (the earlier one where they tie).
    difference : (n_pairs,) float array
        Average rank of a less that of b.
    statistic, p : (n_pairs,) float arrays
        Of the pairwise test; p is two-sided.
    exchanged : (n_pairs,) float array
        The statistics of b against a.
    favours : (n_pairs,) int array
        1 where the test favours a, -1 where it favours b, which may be the worse ranked, 0 where neither.
    wins : (n_pairs, 3) int array or None
        Data sets on which a wins, ties, loses, of those that both have; None where only average ranks are known.
    details : mapping of str to (n_pairs,) array
        What else the test gives, such as the sums of ranks of Wilcoxon's test. Differences of scores are those of the
        metric itself, a less b: below 0 where a is better and lower is. Statistics are above 0 there all the same.
    options : mapping of str to object
        The options that the test was made with.
    why : tuple of str
        By pair, why its statistic is undefined; "" where it is not. Empty where all are defined.
    """

    procedure: str
    pairs: IntArray
    difference: FloatArray
    statistic: FloatArray
    p: FloatArray
    exchanged: FloatArray
    favours: IntArray
    wins: IntArray | None
    details: Mapping[str, FloatArray]
    options: Mapping[str, object]
    why: tuple[str, ...] = ()


def compare_over(scores: MetricScores, ranking: Ranking, pairs: IntArray, method: PairwiseMethod) -> OverDatasets:
    """Compare pairs of algorithms over the data sets.

    Parameters
    ----------
    scores : MetricScores
        Scores of one metric.
    ranking : Ranking
        Their ranks.
    pairs : (n_pairs, 2) int array
        Which algorithms to compare.
    method : PairwiseMethod
        The test and its options.

    Returns
    -------
    OverDatasets
    """
    tests = _pair_tests(scores, ranking, pairs, method)
    difference = ranking.average[pairs[:, 0]] - ranking.average[pairs[:, 1]]
    return OverDatasets(
        procedure=method.name,
        pairs=pairs,
        difference=difference,
        statistic=tests.statistic,
        p=tests.p,
        exchanged=PAIRWISE[method.name].exchanged(tests),
        favours=_favoured(tests, method.name, difference),
        # ranks carry the tolerance and the missing policy, so wins are counted on them
        wins=None if ranking.ranks is None else wins_ties_losses(-ranking.ranks, pairs),
        details=_in_unit_of(scores, tests.details),
        options=method.options,
        why=tests.why,
    )


def _in_unit_of(scores: MetricScores, details: Mapping[str, FloatArray]) -> Mapping[str, FloatArray]:
    """Differences of scores in the metric's own direction; the tests turn those of which lower is better."""
    if scores.better == "higher":
        return details
    turned = {name: 0.0 - details[name] for name in _DIFFERENCES if name in details}  # and not -0.0
    return {**details, **turned}


def _favoured(tests: PairTests, name: str, difference: FloatArray) -> IntArray:
    """Whom each test favours; where it has no statistic, data sets are all alike, and average ranks tell."""
    leaning = PAIRWISE[name].favours(tests)
    return np.sign(np.where(np.isnan(leaning), -difference, leaning)).astype(np.int64)


def _pair_tests(scores: MetricScores, ranking: Ranking, pairs: IntArray, method: PairwiseMethod) -> PairTests:
    procedure, options = PAIRWISE[method.name], method.options
    if procedure.uses == "average-ranks":
        return procedure.function(ranking.average, ranking.n_datasets, pairs, **options)
    values = ranking.ranks if procedure.uses == "ranks" else scores.oriented
    if values is None:
        raise ValueError(f"{method.name} needs {procedure.uses}; metric {scores.name} has average ranks only")
    if procedure.pair_alone and not procedure.incomplete and np.isnan(values).any():
        return _over_shared_datasets(procedure, values, pairs, options)
    return procedure.function(values, pairs, **options)


def _over_shared_datasets(
    procedure: PairwiseProcedure, values: FloatArray, pairs: IntArray, options: Mapping[str, object]
) -> PairTests:
    """Test each pair over the data sets that both of it have; pairs that share the same ones are tested together."""
    found: dict[int, tuple[PairTests, int]] = {}
    for sharing in by_shared_datasets(values, pairs):
        if len(sharing.values) < 2:
            continue
        tests = procedure.function(sharing.values, sharing.pairs, **options)
        found |= {int(pair): (tests, at) for at, pair in enumerate(sharing.members)}
    if not found:
        return _untested(procedure.name, len(pairs))
    first = next(iter(found.values()))[0]
    untested = _untested(procedure.name, 1, first.details)
    in_order = [found.get(pair, (untested, 0)) for pair in range(len(pairs))]
    return PairTests(
        first.name,
        np.array([tests.statistic[at] for tests, at in in_order]),
        np.array([tests.p[at] for tests, at in in_order]),
        {name: np.array([tests.details[name][at] for tests, at in in_order]) for name in first.details},
        tuple(tests.why[at] if tests.why else "" for tests, at in in_order),
    )


def _untested(name: str, n_pairs: int, details: Iterable[str] = ()) -> PairTests:
    """Pairs that share too few data sets for any test: nothing speaks against their being alike."""
    nothing = np.full(n_pairs, np.nan)
    return PairTests(name, nothing, np.ones(n_pairs), dict.fromkeys(details, nothing), (TOO_FEW_SHARED,) * n_pairs)
