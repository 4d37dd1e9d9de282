"""How far each score falls short of the best on its data set."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_matrix


def shortfall_from_best(scores: ArrayLike) -> FloatArray:
    """Take each score from the best one of its row.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) array_like
        Higher is better; nan for a missing result.

    Returns
    -------
    (n_datasets, n_algorithms) float array
        0 for the best of a row, more for all others; nan where the result is missing.

    Raises
    ------
    ValueError
        If scores are infinite, or so far apart that their difference is.

    Examples
    --------
    >>> shortfall_from_best([[0.75, 0.5], [float("nan"), 0.25]]).tolist()
    [[0.0, 0.25], [nan, 0.0]]
    """
    matrix = as_matrix("scores", scores, rows=1, columns=1, missing=True)
    best = np.fmax.reduce(matrix, axis=1, keepdims=True)  # nan in a row without any result
    with np.errstate(over="ignore"):
        short = best - matrix
    if np.isinf(short).any():
        raise ValueError("scores: the difference of two on one data set is too large for a float")
    return short
