"""What a measure of effect size hands on, for several pairs of algorithms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from rankpress.stats.arrays import BoolArray, FloatArray

NO_DIFFERENCE = "the two score alike on every data set"
SAME_DIFFERENCE = "the difference is the same on every data set, so that the interval has no width"


@dataclass(frozen=True)
class PairEffects:
    """One measure of effect size with its intervals, for several pairs of algorithms.

    Parameters
    ----------
    name : str
        The measure.
    estimate, low, high : (n_pairs,) float arrays
        The estimate and the ends of its interval; greater where the first of the pair is better. nan where there is
        none.
    level : float
        Chance that such an interval holds what it is an interval of, 0.95 for one.
    method : str
        How intervals are made.
    why : tuple of str
        By pair, why something is nan or an interval has no width; "" where neither is so.
    details : mapping of str to (n_pairs,) array
        What else is known of the intervals.
    """

    name: str
    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    level: float
    method: str
    why: tuple[str, ...]
    details: Mapping[str, FloatArray] = field(default_factory=dict)


def are_constant(differences: FloatArray, rounding: FloatArray) -> BoolArray:
    """Which pairs differ by the same on every data set but for rounding.

    Parameters
    ----------
    differences, rounding : (n_datasets, n_pairs) float arrays
        As from `rankpress.stats.differences.paired_differences`.

    Returns
    -------
    (n_pairs,) bool array

    Examples
    --------
    >>> are_constant(np.array([[0.1, 0.1], [0.1, 0.2]]), np.zeros((2, 2))).tolist()
    [True, False]
    """
    return np.asarray(np.ptp(differences, axis=0) <= rounding.max(axis=0), dtype=np.bool_)


def are_alike(differences: FloatArray) -> BoolArray:
    """Which pairs score alike on every data set.

    Parameters
    ----------
    differences : (n_datasets, n_pairs) float array
        As from `rankpress.stats.differences.paired_differences`, exactly 0 where two scores are equal.

    Returns
    -------
    (n_pairs,) bool array

    Examples
    --------
    >>> are_alike(np.array([[0.0, 0.1], [0.0, 0.0]])).tolist()
    [True, False]
    """
    return np.asarray((differences == 0).all(axis=0), dtype=np.bool_)


def why_without_width(differences: FloatArray, constant: BoolArray) -> tuple[str, ...]:
    """By pair, why its interval is a point: the differences are equal (`constant`) or even all zero; "" elsewhere."""
    return tuple(
        NO_DIFFERENCE if none else SAME_DIFFERENCE if same else ""
        for none, same in zip(are_alike(differences), constant, strict=True)
    )


def too_few(n_datasets: int, level: float) -> str:
    """Why so few data sets have no interval of this level that holds for any distribution."""
    return f"{n_datasets} data sets are too few for a distribution-free interval of level {level:g}"
