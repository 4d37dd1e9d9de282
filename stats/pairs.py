"""Pairs of algorithms to compare, and what a test of them hands on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from rankpress.stats.arrays import FloatArray, IntArray, check_count


@dataclass(frozen=True)
class PairTests:
    """Hold the outcome of one test applied to several pairs of algorithms.

    Parameters
    ----------
    name : str
        The test.
    statistic : (n_pairs,) float array
    p : (n_pairs,) float array
        Two-sided and not adjusted for their number.
    details : mapping of str to (n_pairs,) array
        What else the test counted.
    why : tuple of str
        By pair, why the statistic or p is nan; "" where neither is. Empty where none is.
    of : {"scores", "ranks", "signed ranks", "wins"}
        What the statistic is of: scores, above 0 where the first is better; ranks, below 0 there; the smaller sum of
        signed ranks, of which `details` has both; or wins, which `details` has with the losses.

    Examples
    --------
    >>> from rankpress.stats import sign_test
    >>> sign_test([[1, 0], [1, 0], [1, 0]], [[0, 1]]).p.tolist()
    [0.25]
    """

    name: str
    statistic: FloatArray
    p: FloatArray
    details: Mapping[str, FloatArray] = field(default_factory=dict)
    why: tuple[str, ...] = ()
    of: Literal["scores", "ranks", "signed ranks", "wins"] = "scores"

    @property
    def leaning(self) -> FloatArray:
        """Above 0 for the pairs of which the test favors the first, below 0 where it favors the second, or nan."""
        # A test of scores need not favour the better ranked of two.
        if self.of == "ranks":
            return -self.statistic
        if self.of == "signed ranks":
            return self.details["r_plus"] - self.details["r_minus"]
        if self.of == "wins":
            return self.details["wins"] - self.details["losses"]
        for name in ("mean_difference", "mean_relative_difference"):
            if name in self.details:  # alike everywhere, so that the statistic is infinite
                return np.where(np.isnan(self.statistic), self.details[name], self.statistic)
        return self.statistic

    @property
    def exchanged(self) -> FloatArray:
        """The statistics that the pairs would have with their two algorithms exchanged."""
        if self.of == "signed ranks":
            return self.statistic  # the smaller of two sums, whichever of the two comes first
        if self.of == "wins":
            return self.statistic - self.leaning  # of the other one the wins, and the same share of the ties
        return -self.statistic


def all_pairs(n_algorithms: int) -> IntArray:
    """Return every pair of algorithms once, row by row of the upper triangle.

    Parameters
    ----------
    n_algorithms : int
        At least 2.

    Returns
    -------
    (n_algorithms * (n_algorithms - 1) / 2, 2) int array
        The smaller index first.

    Raises
    ------
    ValueError
        For fewer than two algorithms.

    Examples
    --------
    >>> all_pairs(3).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    check_count("n_algorithms", n_algorithms, 2)
    return np.column_stack(np.triu_indices(n_algorithms, k=1)).astype(np.int64)


def pairs_with(control: int, n_algorithms: int) -> IntArray:
    """Return the control paired with each other algorithm.

    Parameters
    ----------
    control : int
        Index of the control.
    n_algorithms : int
        At least 2.

    Returns
    -------
    (n_algorithms - 1, 2) int array
        The control first, the others in ascending order.

    Raises
    ------
    ValueError
        If the control is none of the algorithms.

    Examples
    --------
    >>> pairs_with(1, 3).tolist()
    [[1, 0], [1, 2]]
    """
    check_count("n_algorithms", n_algorithms, 2)
    check_count("control", control, 0)
    if control >= n_algorithms:
        raise ValueError(f"control: got {control}; an index from 0 to {n_algorithms - 1} is needed")
    others = np.delete(np.arange(n_algorithms, dtype=np.int64), control)
    return np.column_stack([np.full_like(others, control), others])
