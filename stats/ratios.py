"""Ratio of the scores of two algorithms over data sets, for positive scores with a true zero."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import as_matrix
from rankpress.stats.effects import PairEffects, mean_difference


def ratio(scores: ArrayLike, pairs: ArrayLike, level: float = 0.95) -> PairEffects:
    """Return the geometric mean over data sets of the ratio of two scores.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; all above 0, or the negatives of such scores of which lower is better.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    level : float
        Level of the intervals.

    Returns
    -------
    PairEffects
        Above 1 where the first of the pair is better: its scores by those of the second, of negatives the other way
        round. The interval is that of `mean_difference` for the logarithms of the scores.

    Raises
    ------
    ValueError
        For fewer than two data sets, scores that are missing, infinite, zero or of both signs, pairs that are not of
        these algorithms, or a level outside 0 to 1.

    Notes
    -----
    It compares mean logarithms, so that Demsar doubts its use [1]_: ratios are no more comparable over data sets than
    differences are, unless scores have a true zero, and the ratio of two accuracies is not that of the two errors.

    References
    ----------
    .. [1] Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of Machine
       Learning Research 7, 1-30, section 3.1.2. https://www.jmlr.org/papers/v7/demsar06a.html

    Examples
    --------
    The first scores twice, and eight times, as much as the second:

    >>> ratio([[0.4, 0.2], [0.8, 0.1]], [[0, 1]]).estimate.round(6).tolist()
    [4.0]
    """
    matrix = as_matrix("scores", scores, rows=2, columns=1)
    sign = np.sign(matrix.flat[0])
    if not sign or (np.sign(matrix) != sign).any():
        raise ValueError("scores: there are some of 0, or of both signs; ratios need scores above 0")
    logarithms = mean_difference(sign * np.log(np.abs(matrix)), pairs, level)
    estimate, low, high = (np.exp(values) for values in (logarithms.estimate, logarithms.low, logarithms.high))
    return PairEffects("ratio", estimate, low, high, level, logarithms.method, logarithms.why)
