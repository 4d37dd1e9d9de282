"""Scores of runs over data sets in one number: means, interquartile mean, optimality gap, chance of improvement."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_vector, refuse_unfinite

CUT = 0.25
"""Part of the runs that the interquartile mean omits at either end."""


def as_runs(runs: ArrayLike) -> FloatArray:
    """Return a float copy of the runs of one algorithm, by run and data set, nan where there is none."""
    matrix = np.array(runs, dtype=np.float64)
    if matrix.ndim != 2 or min(matrix.shape) < 1:
        raise ValueError(f"runs: got an array of shape {matrix.shape}; a matrix is needed")
    refuse_unfinite("runs", matrix, missing=True)
    if np.isnan(matrix).all(axis=0).any():
        raise ValueError("runs: a data set has no run")
    return matrix


def interquartile_mean(runs: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Mean of the middle half of all runs on all data sets together.

    Parameters
    ----------
    runs : (n_runs, n_datasets) array_like
        nan where a data set has fewer runs.
    weights : (n_datasets,) array_like, optional
        Of the data sets, shared by the runs of each; all runs count alike where there are none.

    Returns
    -------
    float
        Of n runs floor(n / 4) are omitted at either end; with weights, those up to a quarter of all weight.

    Raises
    ------
    ValueError
        For infinite scores, a data set without runs, and weights that are not positive.

    References
    ----------
    .. [1] Agarwal, R., Schwarzer, M., Castro, P. S., Courville, A. and Bellemare, M. G. (2021). Deep reinforcement
       learning at the edge of the statistical precipice. NeurIPS 34. doi:10.48550/arXiv.2108.13264

    Examples
    --------
    >>> interquartile_mean([[0.0, 1.0], [2.0, 3.0]])
    1.5
    """
    matrix = as_runs(runs)
    there = np.isfinite(matrix)
    if weights is None:
        values = np.sort(matrix[there])
        cut = int(CUT * values.size)
        return float(values[cut : values.size - cut].mean())
    each = np.broadcast_to(shares_of(weights, matrix.shape[1]) / there.sum(axis=0), matrix.shape)
    order = np.argsort(matrix[there], kind="stable")
    values, share = matrix[there][order], each[there][order]
    ends = np.cumsum(share)
    inside = np.clip(np.minimum(ends, 1 - CUT) - np.maximum(ends - share, CUT), 0.0, None)
    return float((values * inside).sum() / inside.sum())


def mean_of_means(runs: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Mean over data sets of the means over runs.

    Parameters
    ----------
    runs : (n_runs, n_datasets) array_like
        nan where a data set has fewer runs.
    weights : (n_datasets,) array_like, optional
        Of the data sets; alike where there are none.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For infinite scores, a data set without runs, and weights that are not positive.

    Examples
    --------
    >>> mean_of_means([[0.0, 1.0], [2.0, np.nan]])
    1.0
    """
    matrix = as_runs(runs)
    return float(np.nanmean(matrix, axis=0) @ shares_of(weights, matrix.shape[1]))


def median_of_means(runs: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Median over data sets of the means over runs.

    Parameters
    ----------
    runs : (n_runs, n_datasets) array_like
        nan where a data set has fewer runs.
    weights : (n_datasets,) array_like, optional
        Of the data sets: the median is where half of all weight lies on either side.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For infinite scores, a data set without runs, and weights that are not positive.

    Examples
    --------
    >>> median_of_means([[0.0, 1.0, 5.0], [2.0, 3.0, 5.0]])
    2.0
    """
    matrix = as_runs(runs)
    means = np.nanmean(matrix, axis=0)
    if weights is None:
        return float(np.median(means))
    order = np.argsort(means, kind="stable")
    below = np.cumsum(shares_of(weights, means.size)[order])
    lower = int(np.searchsorted(below, 0.5 - 1e-12))
    upper = int(np.searchsorted(below, 0.5 + 1e-12))
    return float((means[order][lower] + means[order][min(upper, means.size - 1)]) / 2)


def optimality_gap(runs: ArrayLike, weights: ArrayLike | None = None, *, target: float = 1.0) -> float:
    """How far runs fall short of a target on average; what exceeds it does not count.

    Parameters
    ----------
    runs : (n_runs, n_datasets) array_like
        Higher is better; nan where a data set has fewer runs.
    weights : (n_datasets,) array_like, optional
        Of the data sets; alike where there are none.
    target : float
        The score beyond which nothing is gained.

    Returns
    -------
    float
        At least 0, lower is better.

    Raises
    ------
    ValueError
        For infinite scores, a data set without runs, and weights that are not positive.

    References
    ----------
    .. [1] Agarwal et al. (2021), section 4.3. doi:10.48550/arXiv.2108.13264

    Examples
    --------
    >>> optimality_gap([[0.5, 1.5]])
    0.25
    """
    return mean_of_means(np.maximum(target - as_runs(runs), 0.0), weights)


def score_profile(runs: ArrayLike, targets: ArrayLike, weights: ArrayLike | None = None) -> FloatArray:
    """Share of the runs that score above each target.

    Parameters
    ----------
    runs : (n_runs, n_datasets) array_like
        nan where a data set has fewer runs.
    targets : (n_targets,) array_like
        Scores.
    weights : (n_datasets,) array_like, optional
        Of the data sets; alike where there are none.

    Returns
    -------
    (n_targets,) float array
        Between 0 and 1; each data set counts once.

    Raises
    ------
    ValueError
        For infinite scores, a data set without runs, and weights that are not positive.

    References
    ----------
    .. [1] Agarwal et al. (2021), section 4.2. doi:10.48550/arXiv.2108.13264

    Examples
    --------
    >>> score_profile([[0.0, 1.0], [2.0, 3.0]], [0.5, 2.5]).tolist()
    [0.75, 0.25]
    """
    matrix = as_runs(runs)
    # Of what is missing the comparison is false, and it is not counted below.
    above = (matrix[None] > as_vector("targets", targets)[:, None, None]).sum(axis=1)
    shares = above / np.isfinite(matrix).sum(axis=0)
    return cast(FloatArray, shares @ shares_of(weights, matrix.shape[1]))


def probability_of_improvement(first: ArrayLike, second: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Chance that a run of the first algorithm scores higher than one of the second on a data set drawn at random.

    Parameters
    ----------
    first, second : (n_runs, n_datasets) array_like
        Higher is better; nan where a data set has fewer runs. The numbers of runs may differ.
    weights : (n_datasets,) array_like, optional
        Of the data sets; alike where there are none.

    Returns
    -------
    float
        Between 0 and 1, ties as halves.

    Raises
    ------
    ValueError
        For infinite scores, other data sets, a data set without runs, and weights that are not positive.

    References
    ----------
    .. [1] Agarwal et al. (2021), section 4.3. doi:10.48550/arXiv.2108.13264

    Examples
    --------
    >>> probability_of_improvement([[0.5, 0.9]], [[0.4, 0.9]])
    0.75
    """
    one, other = as_runs(first), as_runs(second)
    if one.shape[1] != other.shape[1]:
        raise ValueError(f"second: got {other.shape[1]} data sets; {one.shape[1]} are needed")
    signs = np.sign(one[:, None, :] - other[None, :, :])
    return float((np.nanmean(signs, axis=(0, 1)) + 1) / 2 @ shares_of(weights, one.shape[1]))


def shares_of(weights: ArrayLike | None, n_datasets: int) -> FloatArray:
    """Weights that add up to 1."""
    if weights is None:
        return np.full(n_datasets, 1 / n_datasets)
    of_each = as_vector("weights", weights, length=n_datasets)
    if (of_each <= 0).any():
        raise ValueError(f"weights: got {of_each.min():g}; positive weights are needed")
    shares: FloatArray = of_each / of_each.sum()
    return shares
