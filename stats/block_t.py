"""Student's t of two algorithms with the error of the block design, which Tukey's and Dunnett's tests go with."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import as_matrix, as_pairs
from rankpress.stats.pairs import PairTests
from rankpress.stats.two_way import t_tests, two_way


def block_t(scores: ArrayLike, pairs: ArrayLike) -> PairTests:
    """Test by their mean scores whether two algorithms perform alike, data sets being blocks.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better, in one unit on all data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.

    Returns
    -------
    PairTests
        t, positive where the first of the pair is better. `details` has `mean_difference` and its `standard_error` in
        the unit of the scores, and the degrees of freedom `df`. Where the algorithms differ alike on all data sets t is
        nan, and p is 1 for two that are equal and 0 for others; `why` says so.

    Raises
    ------
    ValueError
        For fewer than two data sets or algorithms, scores that are missing, or pairs that are not of these algorithms.

    Notes
    -----
    t is the difference of the means divided by sqrt(2 MSE / N), with (k - 1) (N - 1) degrees of freedom for k
    algorithms and N data sets. MSE is the mean square of what neither algorithms nor data sets account for, so that
    data sets that differ in difficulty take no power from the test. Scores are assumed to be normal around the sum of
    an effect of the data set and one of the algorithm, with one variance everywhere: all differences of two algorithms
    vary alike (sphericity, which Mauchly's test asks for). For two algorithms it is the paired t test.

    References
    ----------
    .. [1] Demsar, J. (2006). Journal of Machine Learning Research 7, 1-30, section 3.2.1.

    Examples
    --------
    On four data sets whose scores lie far apart, the second algorithm gains 2, 3, 2 and 1:

    >>> test = block_t([[10, 12], [50, 53], [20, 22], [90, 91]], [[1, 0]])
    >>> test.statistic.round(4).tolist(), test.details["df"].tolist(), test.p.round(4).tolist()
    ([4.899], [3.0], [0.0163])
    """
    matrix = as_matrix("scores", scores, rows=2, columns=2)
    indices, split = as_pairs(pairs, matrix.shape[1]), two_way(matrix)
    tests = t_tests("block-t", split, indices)
    details = {
        "mean_difference": np.ldexp(split.effects[indices[:, 0]] - split.effects[indices[:, 1]], split.exponent),
        "standard_error": np.full(len(indices), np.ldexp(split.standard_error, split.exponent)),
        **tests.details,
    }
    return replace(tests, details=details)
