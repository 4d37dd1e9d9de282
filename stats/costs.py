"""Costs of algorithms: as shares of each data set, averaged over data sets, and several combined into one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_matrix, as_vector


def normalized_costs(costs: ArrayLike) -> FloatArray:
    """Share of each algorithm in the cost of each data set.

    Parameters
    ----------
    costs : (n_datasets, n_algorithms) array_like
        In any unit, not negative.

    Returns
    -------
    (n_datasets, n_algorithms) float array
        Each row sums to 1; where all costs of a data set are zero, all shares are alike.

    Raises
    ------
    ValueError
        If a cost is negative, missing or infinite.

    Examples
    --------
    >>> normalized_costs([[1, 3], [300, 100], [0, 0]]).tolist()
    [[0.25, 0.75], [0.75, 0.25], [0.5, 0.5]]
    """
    matrix = as_matrix("costs", costs, rows=1, columns=1)
    if (matrix < 0).any():
        row, column = np.argwhere(matrix < 0)[0].tolist()
        raise ValueError(f"costs: row {row} column {column} is {matrix[row, column]}; costs are at least 0")
    largest = matrix.max(axis=1, keepdims=True)
    scaled = np.divide(matrix, largest, out=np.ones_like(matrix), where=largest > 0)
    return np.asarray(scaled / scaled.sum(axis=1, keepdims=True), dtype=np.float64)


def average_normalized_costs(costs: ArrayLike) -> FloatArray:
    """Average share of each algorithm in the cost of a data set.

    Parameters
    ----------
    costs : (n_datasets, n_algorithms) array_like
        In any unit, not negative.

    Returns
    -------
    (n_algorithms,) float array
        Shares, which sum to 1.

    Raises
    ------
    ValueError
        If a cost is negative, missing or infinite.

    Notes
    -----
    Line 8 of Table 2 in [1]_ asks for costs normalised per data set and then averaged, without saying how
    they are normalised. Here each is divided by the sum of the data set's costs, so that all data sets weigh
    the same however long they take. A data set whose costs are all zero counts as one on which all cost the
    same.

    References
    ----------
    .. [1] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Pattern Recognition 45, 1772-1781.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    >>> average_normalized_costs([[1, 3], [300, 100]]).tolist()
    [0.5, 0.5]
    """
    return np.asarray(normalized_costs(costs).mean(axis=0), dtype=np.float64)


def combined_costs(costs: Sequence[ArrayLike], weights: ArrayLike) -> FloatArray:
    """Several costs of different units as one.

    Parameters
    ----------
    costs : sequence of (n_datasets, n_algorithms) array_like
        Each in a unit of its own, not negative.
    weights : (n_costs,) array_like
        How much each counts, above 0; only their ratios matter.

    Returns
    -------
    (n_datasets, n_algorithms) float array
        The weighted mean of the shares that each algorithm has in the costs of a data set; rows sum to 1.

    Raises
    ------
    ValueError
        If costs are negative, missing or infinite, their shapes differ, or a weight is not above 0.

    Notes
    -----
    Section 5 of [1]_ speaks of an overall measure of several costs, and of how its weights are a matter of
    choice: another choice, or other normalising than by the sum, can give another order. Halving the unit of
    one cost changes nothing, since only shares are added.

    References
    ----------
    .. [1] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Pattern Recognition 45, 1772-1781, section 5.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    Shares of 1/4 and 3/4 in the seconds, of 1/2 and 1/2 in the bytes:

    >>> combined_costs([[[1, 3]], [[500, 500]]], [3, 1]).tolist()
    [[0.3125, 0.6875]]
    """
    shares = [normalized_costs(one) for one in costs]
    factors = as_vector("weights", weights, length=len(shares))
    wrong = np.flatnonzero(~(factors > 0))
    if wrong.size:
        raise ValueError(f"weights: entry {wrong[0]} is {factors[wrong[0]]}; weights are above 0")
    shapes = {one.shape for one in shares}
    if len(shapes) > 1:
        raise ValueError(f"costs: got shapes {sorted(shapes)}; all need the same data sets and algorithms")
    return np.asarray(np.tensordot(factors / factors.sum(), np.array(shares), axes=1), dtype=np.float64)
