"""The paired permutation test of a mean difference over data sets or folds, by all signs or random ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, as_matrix, as_pairs, check_count, paired_differences
from rankpress.stats.multiplicity import least_p_of_signs
from rankpress.stats.pairs import PairTests
from rankpress.stats.resampled import WithinTests, resampled_t
from rankpress.stats.walsh import in_blocks

EXACT_UP_TO = 24
"""Most differences that are not zero of which all signs are counted: two halves of 2**12 sums each."""

_DRAWN_AT_ONCE = 4096
_DATASETS_AT_ONCE = 2048
_PAIRS_AT_ONCE = 32


def permutation(
    scores: ArrayLike, pairs: ArrayLike, *, draws: int = 100_000, seed: int = 0, tolerance: float | None = None
) -> PairTests:
    """Test the mean difference of two algorithms by exchanging them at random on each data set.

    The hypothesis is that on each data set the two scores might as well have been each other's.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    draws : int
        Random signs drawn for pairs that differ on too many data sets to count all of them.
    seed : int
        Of the random signs, which all pairs share.
    tolerance : float or None
        Differences nearer to 0 than this are zero; None: those within the rounding error of the scores.

    Returns
    -------
    PairTests
        `statistic` is the mean difference, first less second; p is two-sided, and 1 where no data set differs
        between the two. `details` has `draws`, 0 where p is exact; `n_used`, the number of data sets;
        `mean_difference`, as the statistic; and `least_p`, the least p that the test
        can give of as many differences that are not zero.

    Raises
    ------
    ValueError
        If scores are missing or infinite, the pairs are not of these algorithms, or draws or seed are no such number.

    Notes
    -----
    Under the hypothesis each of the 2^n ways to give signs to the n differences that are not zero is as likely as the
    others, and p is the share of those whose mean is at least as far from zero. Up to 24 differences all are counted:
    the sums of either half of them are listed and sorted, and the sums that complete one of the first half to enough
    are found by bisection [3]_. Past that p is (1 + c) / (1 + draws), c of the draws being as extreme [2]_, which is
    valid, if a little conservative. Sums that are equal but for rounding are equal. Like the t test this takes
    differences on different data sets for comparable, but not for normal.

    References
    ----------
    .. [1] Fisher, R. A. (1935). The Design of Experiments, section 21. Oliver and Boyd.
    .. [2] Phipson, B. and Smyth, G. K. (2010). Permutation p-values should never be zero. Statistical Applications in
       Genetics and Molecular Biology 9, 39. doi:10.2202/1544-6115.1585
    .. [3] Horowitz, E. and Sahni, S. (1974). Computing partitions with applications to the knapsack problem. Journal of
       the ACM 21, 277-292. doi:10.1145/321812.321823

    Examples
    --------
    Darwin's fifteen pairs of cross- and self-fertilized plants, in eighths of an inch; [1]_ counts 835 of the 32768
    signs with a sum below that of the data and 28 equal to it, and so an exact p of 1726 / 32768:

    >>> differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    >>> test = permutation(np.column_stack([differences, np.zeros(15)]), [[0, 1]])
    >>> (test.p * 2**15).tolist(), test.details["draws"].tolist()
    ([1726.0], [0.0])
    """
    check_count("draws", draws, 1)
    check_count("seed", seed, 0)
    matrix = as_matrix("scores", scores, rows=1, columns=2)
    indices = as_pairs(pairs, matrix.shape[1])
    mean, n_moving, far, p = _counted(matrix, indices, tolerance).T
    exact, least = n_moving <= EXACT_UP_TO, least_p_of_signs(n_moving)
    drawn = np.flatnonzero(~exact)
    if len(drawn):
        extreme = _drawn_as_extreme(matrix, indices[drawn], far[drawn], draws, seed, tolerance)
        p[drawn] = (1 + extreme) / (1 + draws)
    details = {
        "mean_difference": mean,
        "draws": np.where(exact, 0.0, float(draws)),
        "n_used": np.full(len(indices), float(len(matrix))),
        "least_p": np.where(exact, least, np.maximum(least, 1 / (1 + draws))),
    }
    return PairTests("permutation", mean, p, details)


@in_blocks
def _counted(scores: ArrayLike, pairs: ArrayLike, tolerance: float | None) -> FloatArray:
    """By pair, mean difference, number of differences not zero, least extreme sum, and p where all signs count."""
    _, rounding = paired_differences(scores, pairs)
    differences, _ = paired_differences(scores, pairs, tolerance=tolerance)
    far = np.abs(differences.sum(axis=0)) - rounding.sum(axis=0)
    n_moving = np.count_nonzero(differences, axis=0)
    p = [
        _share_as_extreme(column[column != 0], least) if n <= EXACT_UP_TO else np.nan
        for column, least, n in zip(differences.T, far.tolist(), n_moving.tolist(), strict=True)
    ]
    return np.column_stack([differences.mean(axis=0), n_moving, far, p])


def _share_as_extreme(differences: FloatArray, least: float) -> float:
    """Share of all signs by which the absolute sum of the differences is the least or more."""
    if least <= 0:
        return 1.0
    half = len(differences) // 2
    first_sums, second_sums = _sums_of_all_signs(differences[:half]), _sums_of_all_signs(differences[half:])
    below = np.searchsorted(second_sums, least - first_sums)
    # turning all signs turns the sum: as many are as far below zero
    return 2.0 * float(first_sums.size * second_sums.size - below.sum()) / (first_sums.size * second_sums.size)


def _sums_of_all_signs(differences: FloatArray) -> FloatArray:
    """Return the sums of the differences by all signs, in ascending order."""
    sums = np.zeros(1)
    for difference in differences:
        sums = np.concatenate([sums - difference, sums + difference])
    return np.sort(sums)


def _drawn_as_extreme(
    scores: FloatArray, pairs: IntArray, least: FloatArray, draws: int, seed: int, tolerance: float | None
) -> FloatArray:
    """For each pair, how many random signs give an absolute sum of the least or more."""
    if tolerance is not None:  # differences that are taken for zero are no differences of two scores
        return _of_differences(scores, pairs, least, draws, seed, tolerance)
    counts = np.zeros(len(pairs))
    for sums in _sums_of_random_signs(scores, draws, seed):
        for start in range(0, len(pairs), _PAIRS_AT_ONCE):
            some = slice(start, start + _PAIRS_AT_ONCE)
            size = sums[pairs[some, 0]]  # a sum of differences is the difference of the sums
            size -= sums[pairs[some, 1]]
            np.abs(size, out=size)
            counts[some] += np.count_nonzero(size >= least[some, None], axis=1)
    return counts


def _of_differences(
    scores: FloatArray, pairs: IntArray, least: FloatArray, draws: int, seed: int, tolerance: float
) -> FloatArray:
    counts = np.zeros(len(pairs))
    for start in range(0, len(pairs), _PAIRS_AT_ONCE):
        some = slice(start, start + _PAIRS_AT_ONCE)
        differences, _ = paired_differences(scores, pairs[some], tolerance=tolerance)
        for sums in _sums_of_random_signs(differences, draws, seed):
            counts[some] += np.count_nonzero(np.abs(sums) >= least[some, None], axis=1)
    return counts


def _sums_of_random_signs(scores: FloatArray, draws: int, seed: int) -> Iterator[FloatArray]:
    """Sums of each algorithm's scores, with the signs of some draws at a time, one a column."""
    generator = np.random.Generator(np.random.PCG64(seed))
    for start in range(0, draws, _DRAWN_AT_ONCE):
        sums = np.zeros((scores.shape[1], min(_DRAWN_AT_ONCE, draws - start)))
        for first in range(0, len(scores), _DATASETS_AT_ONCE):
            some = scores[first : first + _DATASETS_AT_ONCE]
            heads = np.unpackbits(generator.integers(0, 256, (len(some), _DRAWN_AT_ONCE // 8), dtype=np.uint8), axis=1)
            sums += some.T @ (2.0 * heads[:, : draws - start] - 1.0)
        yield sums


DRAWS_WITHIN = 10_000
"""Random signs of folds, where these are too many to count all signs."""
_NO_DEGREES = "p is a share of all signs of the differences, which has no degrees of freedom"


def fold_permutation(differences: ArrayLike) -> WithinTests:
    """Test the mean difference over the folds of a data set by exchanging the two algorithms at random on each fold."""
    # It takes the folds for independent, which those that share training cases are not, and rejects too often
    # (Dietterich 1998). Of outcomes on single test examples the same test is McNemar's exact one.
    tests = resampled_t(differences)
    matrix = np.asarray(differences, dtype=np.float64)
    n_pairs = matrix.shape[1]
    against_none = np.column_stack([np.arange(n_pairs), np.full(n_pairs, n_pairs)])
    tested = permutation(np.column_stack([matrix, np.zeros(len(matrix))]), against_none, draws=DRAWS_WITHIN)
    why = tuple(reason or _NO_DEGREES for reason in tests.why)
    return replace(tests, name="permutation", p=tested.p, df=np.full(n_pairs, np.nan), why=why)
