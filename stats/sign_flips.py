"""Random signs of data sets: the joint distribution of statistics of many pairs, and the level of their intervals."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, check_count, check_level, paired_differences
from rankpress.stats.tails import t_two_sided

EXACT_UP_TO = 14
"""Most data sets of which all signs are counted."""

DRAWS = 10_000
"""Random signs drawn of more data sets, where it is not specified how many."""

SLACK = 1e-9
"""Statistics that are this little below another one equal it but for rounding."""

_NUMBERS_AT_ONCE = 4_000_000


def blocks_of_signs(n_datasets: int, draws: int, seed: int, width: int = 1) -> Iterator[FloatArray]:
    """Yield the signs of the data sets, one draw a row, as many rows at a time as memory allows for so many columns."""
    # All signs but for turning them round, which no absolute value notices, of at most `EXACT_UP_TO` data sets; else
    # random ones, preceded by the signs of the scores as they are, so that shares of them are valid p-values.
    check_count("draws", draws, 1)
    check_count("seed", seed, 0)
    at_once = max(1, _NUMBERS_AT_ONCE // max(n_datasets, width))
    exact = n_datasets <= EXACT_UP_TO
    number = 2 ** (n_datasets - 1) if exact else draws + 1
    generator = np.random.Generator(np.random.PCG64(seed))
    for start in range(0, number, at_once):
        rows = np.arange(start, min(start + at_once, number))
        if exact:
            tails = (rows[:, None] >> np.arange(n_datasets)) & 1
        else:
            tails = generator.integers(2, size=(len(rows), n_datasets))
            tails[: start == 0] = 0
        yield 1.0 - 2.0 * tails.astype(np.float64)


def standardized(weights: FloatArray) -> FloatArray:
    """Divide each column by the root of its sum of squares, the standard deviation of its sum by random signs."""
    size = np.abs(weights).max(axis=0, initial=0.0)
    scaled = np.divide(weights, size, out=np.zeros_like(weights), where=size > 0)
    spread = np.sqrt((scaled**2).sum(axis=0))
    return np.asarray(np.divide(scaled, spread, out=np.zeros_like(weights), where=spread > 0), dtype=np.float64)


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
