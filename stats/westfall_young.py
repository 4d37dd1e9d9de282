"""Westfall and Young's adjustment of p-values: the largest statistic of all pairs by random signs of data sets."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, paired_differences
from rankpress.stats.sign_flips import DRAWS, SLACK, blocks_of_signs, standardized
from rankpress.stats.wilcoxon import Zeros, signed_ranks

Statistic = Literal["t", "wilcoxon"]


def westfall_young(
    scores: ArrayLike,
    pairs: ArrayLike,
    *,
    statistic: Statistic = "t",
    step_down: bool = True,
    zeros: Zeros = "split",
    draws: int = DRAWS,
    seed: int = 0,
) -> FloatArray:
    """Test pairs of algorithms over data sets by the joint permutation distribution of their statistics.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan where an algorithm has no score on a data set.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare: all pairs, or each with a control.
    statistic : {"t", "wilcoxon"}
        Student's t of the differences, or Wilcoxon's signed-ranks statistic divided by its standard deviation.
    step_down : bool
        Whether each pair is compared with the largest statistic of itself and the pairs of smaller ones (step-down), or
        of all pairs (single-step).
    zeros : {"split", "pratt", "wilcox"}
        How differences of zero in signed ranks, as in `wilcoxon`.
    draws, seed : int
        Of the random signs, where data sets are too many for all of them.

    Returns
    -------
    (n_pairs,) float array
        Adjusted p-values in the order of the pairs, two-sided.

    Raises
    ------
    ValueError
        If scores are infinite, the pairs are not of these algorithms, or an option is none of those above.

    Notes
    -----
    Each draw gives every data set a sign, which all its differences share, so that the dependence of the pairs is that
    of the study. The adjusted p of the pair with the r-th largest statistic is the share of draws in which the largest
    statistic of the r-th and all later pairs is at least as large, and no smaller than that of the pair before
    (algorithm 4.1 of [1]_); the single-step one is the share in which that of any pair is (equation 2.8). Up to 14
    data sets all signs are counted; of more, random ones with the observed ones among them, (b + 1) / (m + 1) [2]_.

    The family-wise error is at the level, whichever hypotheses are true, where the differences of the pairs that do
    not differ are jointly symmetric about zero, as those of algorithms with symmetric errors are; for others nearly so
    as data sets become many.

    References
    ----------
    .. [1] Westfall, P. H. and Young, S. S. (1993). Resampling-Based Multiple Testing: Examples and Methods for p-Value
       Adjustment, sections 2.3 and 4.2. Wiley.
    .. [2] Phipson, B. and Smyth, G. K. (2010). Permutation p-values should never be zero. Statistical Applications in
       Genetics and Molecular Biology 9, 39. doi:10.2202/1544-6115.1585

    Examples
    --------
    The first algorithm is best on all of six data sets; of 32 signs one has statistics as large:

    >>> scores = np.array([[9, 2, 1], [8, 1, 2], [9, 3, 3], [7, 2, 3], [8, 3, 1], [9, 1, 1]])
    >>> westfall_young(scores, [[0, 1], [0, 2], [1, 2]]).round(5).tolist()
    [0.03125, 0.03125, 1.0]
    """
    return max_t(flip_weights(scores, pairs, statistic, zeros), step_down=step_down, draws=draws, seed=seed)


def flip_weights(
    scores: ArrayLike,
    pairs: ArrayLike,
    statistic: Statistic,
    zeros: Zeros = "split",
    *,
    tolerance: float | None = None,
) -> FloatArray:
    """Return what each data set adds to the statistic of each pair, the sign of which is exchanged; 0 where missing."""
    if statistic not in get_args(Statistic):
        raise ValueError(f"statistic: got {statistic!r}; one of {', '.join(get_args(Statistic))} is needed")
    differences, rounding = paired_differences(scores, pairs, missing=True, tolerance=tolerance)
    if statistic == "t":
        return np.nan_to_num(differences)
    weights = np.zeros_like(differences)
    missing = np.isnan(differences)
    for pattern in np.unique(missing.T, axis=0):
        here = np.ix_(~pattern, (pattern == missing.T).all(axis=1))
        weights[here] = _signed_in_place(differences[here].T, rounding[here].T, zeros).T
    return weights


def _signed_in_place(differences: FloatArray, rounding: FloatArray, zeros: Zeros) -> FloatArray:
    order = np.argsort(np.abs(differences), axis=1, kind="stable")
    ranks, sign = signed_ranks(differences, rounding, zeros)
    weights = np.empty_like(differences)
    np.put_along_axis(weights, order, ranks * sign, axis=1)
    return weights


def max_t(weights: FloatArray, *, step_down: bool, draws: int = DRAWS, seed: int = 0) -> FloatArray:
    """Adjust the tests of columns whose sums are compared with those by random signs of the rows."""
    columns = standardized(weights)
    observed = np.abs(columns.sum(axis=0))
    order = np.argsort(-observed, kind="stable")
    columns, least = columns[:, order], observed[order] * (1 - SLACK)
    counts, number = np.zeros(len(order)), 0
    for signs in blocks_of_signs(len(weights), draws, seed, columns.shape[1]):
        size = np.abs(signs @ columns)
        largest = (
            np.maximum.accumulate(size[:, ::-1], axis=1)[:, ::-1] if step_down else size.max(axis=1, keepdims=True)
        )
        counts += (largest >= least).sum(axis=0)
        number += len(signs)
    p = np.empty(len(order))
    p[order] = np.maximum.accumulate(counts / number)
    return p
