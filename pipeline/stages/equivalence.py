"""The equivalence stage: which algorithms differ by less than the margin that the study states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.methods import PAIRWISE
from rankpress.core.scores import BoolArray, FloatArray, IntArray, MetricResults, MetricScores, by_shared_datasets
from rankpress.stages.effects import TOO_FEW_SHARED
from rankpress.stages.test import Tested
from rankpress.stats.equivalence import EquivalenceTests, OneSidedTest, adjust_equivalence, equivalence

if TYPE_CHECKING:
    from rankpress.spec.model import EffectsOptions

_OF_MEANS = ("normal", "spherical", "relative")
_NO_SCORES = "Equivalence needs the scores; only average ranks were given."
_NO_COMPARISONS = "Equivalence is not tested, for there are no comparisons over data sets."
_WORST_RANKED = "Equivalence is not tested: results that are ranked last for missing have no scores."


@dataclass(frozen=True)
class Equivalence:
    """Whether the algorithms of each pair differ by less than a margin, and whether one is not inferior by it."""

    margin: float  # in the unit of the metric
    test: OneSidedTest
    alpha: float
    pairs: IntArray  # (n_pairs, 2): the pairs of the tests over the data sets, in their order
    # (n_pairs,): p of the hypotheses that the first, or the second, is worse by the margin or more
    first: FloatArray
    second: FloatArray
    # (n_pairs,): the same adjusted for the number of pairs
    adjusted_first: FloatArray
    adjusted_second: FloatArray
    statistics: FloatArray  # (n_pairs, 2): of the two one-sided tests
    why: tuple[str, ...]  # by pair, why a statistic is nan; "" where none is
    left_out: str = ""  # why there are no tests, in a sentence

    @property
    def p(self) -> FloatArray:
        """P of the hypothesis that the two of a pair are not equivalent."""
        return np.maximum(self.first, self.second)

    @property
    def adjusted(self) -> FloatArray:
        """The p-values of equivalence, adjusted by Holm's procedure."""
        return np.maximum(self.adjusted_first, self.adjusted_second)

    @property
    def equivalent(self) -> BoolArray:
        """Return which pairs are shown to be equivalent."""
        return np.asarray(self.adjusted <= self.alpha, dtype=np.bool_)


def _untested(margin: float, test: OneSidedTest, alpha: float, why: str) -> Equivalence:
    """Return no tests, and why."""
    none, pairs = np.zeros(0), np.zeros((0, 2), dtype=np.int64)
    return Equivalence(margin, test, alpha, pairs, none, none, none, none, np.zeros((0, 2)), (), why)


def find_equivalence(
    scores: MetricResults, tested: Tested, options: EffectsOptions | None, alpha: float
) -> Equivalence | None:
    """Test the pairs of the comparisons for equivalence; None where the study states no margin."""
    margin = None if options is None else options.margin_of(scores.name)
    if options is None or margin is None:
        return None
    of_means = tested.over is not None and PAIRWISE[tested.over.procedure].null in _OF_MEANS
    test: OneSidedTest = options.margin_test or ("t" if of_means else "wilcoxon")
    if not isinstance(scores, MetricScores):
        return _untested(margin, test, alpha, _NO_SCORES)
    if scores.has_no_numbers or tested.over is None:
        return _untested(margin, test, alpha, _WORST_RANKED if scores.has_no_numbers else _NO_COMPARISONS)
    tests = _over_shared(scores.oriented, tested.over.pairs, margin, test)
    adjusted = adjust_equivalence(tests.first, tests.second)
    return Equivalence(
        margin, test, alpha, tested.over.pairs, tests.first, tests.second, *adjusted, tests.statistics, tests.why
    )


def _over_shared(scores: FloatArray, pairs: IntArray, margin: float, test: OneSidedTest) -> EquivalenceTests:
    """Test each pair over the data sets that both of it have; p is 1 where these are fewer than two."""
    if not np.isnan(scores).any():
        return equivalence(scores, pairs, margin, test=test)
    first, second, why = np.ones(len(pairs)), np.ones(len(pairs)), [TOO_FEW_SHARED] * len(pairs)
    statistics = np.full((len(pairs), 2), np.nan)
    for sharing in by_shared_datasets(scores, pairs):
        if len(sharing.values) < 2:
            continue
        tests = equivalence(sharing.values, sharing.pairs, margin, test=test)
        first[sharing.members], second[sharing.members] = tests.first, tests.second
        statistics[sharing.members] = tests.statistics
        for pair, reason in zip(sharing.members.tolist(), tests.why, strict=True):
            why[pair] = reason
    return EquivalenceTests(test, margin, first, second, statistics, tuple(why))
