"""How far the test of average ranks of two algorithms depends on which others are in the study."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray, as_matrix, as_pairs, check_level
from rankpress.stats.ranks import rank_standard_error
from rankpress.stats.tails import normal_two_sided


@dataclass(frozen=True)
class PoolDependence:
    """Hold p-values of average ranks, each with one other algorithm omitted.

    Parameters
    ----------
    pairs : (n_pairs, 2) int array
        Which algorithms are compared.
    p : (n_pairs,) float array
        With all algorithms, unadjusted.
    lowest, highest : (n_pairs,) float arrays
        Of the p-values without any one of the other algorithms.
    without_lowest, without_highest : (n_pairs,) int arrays
        Which algorithm that is.

    Examples
    --------
    >>> pool_dependence([[1, 3, 2]] * 6 + [[1, 2, 3]] * 2, [[0, 1]]).p.round(4).tolist()
    [0.0005]
    """

    pairs: IntArray
    p: FloatArray
    lowest: FloatArray
    highest: FloatArray
    without_lowest: IntArray
    without_highest: IntArray

    def turns(self, alpha: float) -> BoolArray:
        """Return of which pairs the verdict at a level depends on some other algorithm's being in the study."""
        check_level("alpha", alpha)
        turned: BoolArray = np.where(self.p <= alpha, self.highest > alpha, self.lowest <= alpha)
        return turned


def pool_dependence(ranks: ArrayLike, pairs: ArrayLike) -> PoolDependence:
    """Compare pairs by average ranks in the whole study, and in each study that lacks one other algorithm.

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) array_like
        Average ranks of ties, 1 for the best; at least three algorithms.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PoolDependence
        p-values of `rank_z`, two-sided and unadjusted.

    Raises
    ------
    ValueError
        If ranks are missing, there are fewer than three algorithms, or pairs do not fit.

    Notes
    -----
    Without algorithm c, the average rank of a falls by the share of data sets on which c is better than a, ties
    counted by half; so no ranks are computed again. A test of the two alone, such as Wilcoxon's, has one p-value
    whatever else is in the study [1]_.

    References
    ----------
    .. [1] Benavoli, A., Corani, G. and Mangili, F. (2016). Should we really use post-hoc tests based on mean-ranks?
       Journal of Machine Learning Research 17(5), 1-10.

    Examples
    --------
    The second is always worse than the first. The third, between them on six of eight data sets, drives their ranks
    apart:

    >>> dependence = pool_dependence([[1, 3, 2]] * 6 + [[1, 2, 3]] * 2, [[0, 1]])
    >>> dependence.p.round(4).tolist(), dependence.highest.round(4).tolist()
    ([0.0005], [0.0047])
    """
    matrix = as_matrix("ranks", ranks, rows=1, columns=3)
    indices = as_pairs(pairs, matrix.shape[1])
    n_datasets, k = matrix.shape
    first, second = indices.T
    average = matrix.mean(axis=0)
    p_of_all = normal_two_sided((average[first] - average[second]) / rank_standard_error(n_datasets, k))
    lowest, highest = np.full(len(indices), np.inf), np.full(len(indices), -np.inf)
    without_lowest, without_highest = np.full(len(indices), -1), np.full(len(indices), -1)
    error = rank_standard_error(n_datasets, k - 1)
    for other in range(k):
        column = matrix[:, [other]]
        left = average - ((column < matrix) + (column == matrix) / 2).mean(axis=0)
        p = normal_two_sided((left[first] - left[second]) / error)
        apart = (first != other) & (second != other)
        lower, higher = apart & (p < lowest), apart & (p > highest)
        lowest[lower], without_lowest[lower] = p[lower], other
        highest[higher], without_highest[higher] = p[higher], other
    return PoolDependence(indices, p_of_all, lowest, highest, without_lowest, without_highest)
