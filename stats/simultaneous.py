"""Intervals that hold together: at which level each of several has to be made."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import check_level, paired_differences
from rankpress.stats.sign_flips import DRAWS, blocks_of_signs, standardized
from rankpress.stats.tails import t_two_sided


def simultaneous_level(
    scores: ArrayLike, pairs: ArrayLike, level: float = 0.95, *, draws: int = DRAWS, seed: int = 0
) -> float:
    """Compute the level that each interval of a mean difference needs for all of them to hold together.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; at least two data sets.
    pairs : (n_pairs, 2) array_like of int
        Which algorithms to compare.
    level : float
        Level of all intervals together.
    draws, seed : int
        Of the random signs, where data sets are too many for all of them.

    Returns
    -------
    float
        At least `level`, and at most that by Bonferroni's inequality, 1 - (1 - level) / n_pairs.

    Raises
    ------
    ValueError
        For fewer than two data sets, scores that are missing or infinite, pairs that are not of these algorithms, or a
        level outside 0 to 1.

    Notes
    -----
    The largest of the t statistics of all pairs, in absolute value, is drawn by giving the deviations of each data set
    from the means a random sign, which all its pairs share: the wild bootstrap of [2]_ for the largest t of [1]_. Its
    quantile at the level is what intervals of t, all of the same level, have to reach to hold together.

    References
    ----------
    .. [1] Romano, J. P. and Wolf, M. (2005). Exact and approximate stepdown methods for multiple hypothesis testing.
       Journal of the American Statistical Association 100, 94-108. doi:10.1198/016214504000000539
    .. [2] Liu, R. Y. (1988). Bootstrap procedures under some non-i.i.d. models. Annals of Statistics 16, 1696-1708.
       doi:10.1214/aos/1176351062

    Examples
    --------
    One pair needs no more than the level; three that share algorithms need less than Bonferroni's 0.9833:

    >>> scores = np.random.default_rng(1).normal(size=(40, 3))
    >>> simultaneous_level(scores, [[0, 1]]), round(simultaneous_level(scores, [[0, 1], [0, 2], [1, 2]]), 3)
    (0.95, 0.982)
    """
    check_level("level", level)
    differences, _ = paired_differences(scores, pairs, rows=2)
    n, n_pairs = differences.shape
    columns = standardized(differences - differences.mean(axis=0))
    largest = np.concatenate(
        [np.abs(signs @ columns).max(axis=1) for signs in blocks_of_signs(n, draws, seed, n_pairs)]
    )
    reached = float(np.quantile(largest, level, method="higher"))
    t = reached * np.sqrt((n - 1) / max(n - reached**2, 1e-300))
    marginal = 1 - float(t_two_sided(np.array([t]), np.array([n - 1.0]))[0])
    return float(min(max(marginal, level), 1 - (1 - level) / n_pairs))
