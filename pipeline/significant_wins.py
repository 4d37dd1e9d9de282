"""Significant wins over the data sets, and the sign test over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rankpress.scores import FloatArray, IntArray, MetricScores
from rankpress.stats.adjustments import holm
from rankpress.stats.sign import sign_test_of_counts
from rankpress.stats.significant_wins import count_significant
from rankpress.test import Tested
from rankpress.within import WithinDataset


@dataclass(frozen=True)
class SignificantWins:
    """On how many data sets the tests within them find an algorithm better than another.

    Parameters
    ----------
    pairs : (n_pairs, 2) int array
        Algorithms a and b.
    counts : (n_pairs, 3) int array
        Data sets on which a is significantly better, neither is, b is; only those on which the pair was tested.
    p, adjusted : (n_pairs,) float arrays
        Of the sign test, where the data sets on which neither is better are split: unadjusted, and after Holm.
    least : (n_pairs,) float array
        What the adjusted p cannot be below on so many data sets, whatever the wins.
    """

    pairs: IntArray
    counts: IntArray
    p: FloatArray
    adjusted: FloatArray
    least: FloatArray


def find_significant_wins(scores: MetricScores, tested: Tested, alpha: float) -> SignificantWins | None:
    """Count significant wins, and test by them whether two algorithms are alike.

    Parameters
    ----------
    scores : MetricScores
        Scores of the metric.
    tested : Tested
        Tests within the data sets.
    alpha : float
        Level of each of them, which are not adjusted.

    Returns
    -------
    SignificantWins or None
        None where no data set was tested within.

    References
    ----------
    .. [1] Ulas, Yildiz and Alpaydin (2012), section 4.4, doi:10.1016/j.patcog.2011.10.005
    """
    if not tested.within:
        return None
    column = {pair: at for at, pair in enumerate(dict.fromkeys(_pairs(tested.within)))}
    sign = 1.0 if scores.better == "higher" else -1.0
    p = np.full((len(tested.within), len(column)), np.nan)
    difference = np.zeros_like(p)
    for row, one in enumerate(tested.within):
        columns = [column[pair] for pair in _pairs([one])]
        p[row, columns], difference[row, columns] = one.tests.p, sign * one.tests.tested_difference
    counts = count_significant(p, difference, alpha)
    tests = sign_test_of_counts(counts)
    least = holm(tests.details["least_p"])
    return SignificantWins(np.array(list(column), dtype=np.int64), counts, tests.p, holm(tests.p), least)


def _pairs(within: Sequence[WithinDataset]) -> list[tuple[int, int]]:
    return [(a, b) for one in within for a, b in one.pairs.tolist()]
