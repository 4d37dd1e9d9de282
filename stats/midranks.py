"""Ranks over all of an array, equal numbers sharing the average of theirs."""

from __future__ import annotations

import numpy as np

from rankpress.stats.arrays import FloatArray


def midranks(values: FloatArray, rounding: FloatArray) -> FloatArray:
    """Rank numbers from 1 for the smallest; those that are equal but for rounding share the average rank.

    Parameters
    ----------
    values : float array
        Of any shape.
    rounding : float array of the shape of values
        How far each may be off.

    Returns
    -------
    float array of the shape of values

    Examples
    --------
    >>> midranks(np.array([0.3 - 0.2, 0.7, 0.2 - 0.1, 0.0]), np.full(4, 1e-15)).tolist()
    [2.5, 4.0, 2.5, 1.0]
    """
    order = np.argsort(values, axis=None, kind="stable")
    ascending, slack = values.ravel()[order], rounding.ravel()[order]
    apart = np.diff(ascending) > np.maximum(slack[1:], slack[:-1])
    run = np.concatenate([[0], np.cumsum(apart)])
    last = np.cumsum(np.bincount(run))
    average = (last + np.concatenate([[0], last[:-1]]) + 1) / 2
    ranks = np.empty(values.size)
    ranks[order] = average[run]
    return ranks.reshape(values.shape)
