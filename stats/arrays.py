"""Arrays that procedures take: what is refused, and differences but for rounding."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


def as_matrix(name: str, values: ArrayLike, *, rows: int, columns: int, missing: bool = False) -> FloatArray:
    """Return a float copy of a matrix of finite numbers that has at least so many rows and columns."""
    matrix = np.array(values, dtype=np.float64)
    if matrix.ndim != 2:
        raise ValueError(f"{name}: got an array of shape {matrix.shape}; a matrix is needed")
    if matrix.shape[0] < rows or matrix.shape[1] < columns:
        raise ValueError(
            f"{name}: got {matrix.shape[0]} rows and {matrix.shape[1]} columns; "
            f"at least {rows} and {columns} are needed"
        )
    refuse_unfinite(name, matrix, missing=missing)
    return matrix


def as_vector(name: str, values: ArrayLike, *, length: int | None = None, least: int = 1) -> FloatArray:
    """Return a float copy of a vector of finite numbers, of the given length or of at least `least` entries."""
    vector = np.array(values, dtype=np.float64)
    if vector.ndim != 1:
        raise ValueError(f"{name}: got an array of shape {vector.shape}; a vector is needed")
    if length is not None and vector.size != length:
        raise ValueError(f"{name}: got {vector.size} entries; {length} are needed")
    if vector.size < least:
        raise ValueError(f"{name}: got {vector.size} entries; at least {least} are needed")
    refuse_unfinite(name, vector)
    return vector


def as_p_values(p: ArrayLike, *, length: int | None = None) -> FloatArray:
    """Return a float copy of a vector of p-values."""
    p_values = as_vector("p", p, length=length)
    outside = np.flatnonzero((p_values < 0) | (p_values > 1))
    if outside.size:
        raise ValueError(f"p: entry {outside[0]} is {p_values[outside[0]]}; p-values lie between 0 and 1")
    return p_values


def as_pairs(pairs: ArrayLike, n_algorithms: int) -> IntArray:
    """Return a copy of an array of index pairs, each of two different algorithms."""
    indices = np.array(pairs)
    if indices.ndim != 2 or indices.shape[1] != 2 or indices.shape[0] < 1:
        raise ValueError(f"pairs: got an array of shape {indices.shape}; (n_pairs, 2) is needed")
    if not np.issubdtype(indices.dtype, np.integer):
        raise ValueError(f"pairs: got {indices.dtype} entries; integer indices of algorithms are needed")
    outside = ((indices < 0) | (indices >= n_algorithms)).any(axis=1)
    wrong = np.flatnonzero(outside | (indices[:, 0] == indices[:, 1]))
    if wrong.size:
        raise ValueError(
            f"pairs: row {wrong[0]} is {indices[wrong[0]].tolist()}; "
            f"two different indices from 0 to {n_algorithms - 1} are needed"
        )
    return indices.astype(np.int64)


def as_order(name: str, order: Sequence[int], n_algorithms: int) -> list[int]:
    """Return a copy of an order of all algorithms."""
    indices = [int(algorithm) for algorithm in order]
    if sorted(indices) != list(range(n_algorithms)):
        raise ValueError(f"{name}: got {indices}; each index below {n_algorithms} is needed once")
    return indices


def as_better(name: str, better: ArrayLike) -> BoolArray:
    """Return a copy of a matrix whose entry [i, j] is whether algorithm i is better than j."""
    wins = np.array(better).astype(np.bool_)
    if wins.ndim != 2 or wins.shape[0] != wins.shape[1]:
        raise ValueError(f"{name}: got an array of shape {wins.shape}; a square matrix is needed")
    both = np.argwhere(wins & wins.T)
    if both.size:
        i, j = both[0].tolist()
        raise ValueError(f"{name}: {i} and {j} are each better than the other")
    return wins


def check_count(name: str, count: int, least: int) -> None:
    """Refuse a count that is no integer or is below the least allowed."""
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < least:
        raise ValueError(f"{name}: got {count!r}; an integer of at least {least} is needed")


def check_level(name: str, level: float) -> None:
    """Refuse a significance or confidence level outside 0 to 1 (both ends excluded)."""
    if not 0 < level < 1:
        raise ValueError(f"{name}: got {level!r}; a number between 0 and 1, ends excluded, is needed")


def check_tolerance(tolerance: float) -> None:
    """Refuse a tolerance that is negative or not finite."""
    if not 0 <= tolerance < np.inf:
        raise ValueError(f"tolerance: got {tolerance!r}; a finite number of at least 0 is needed")


def exponents(values: FloatArray) -> IntArray:
    """The power of two next above the largest entry of each column, by which it can be divided without rounding."""
    powers: IntArray = np.frexp(np.abs(values).max(axis=0))[1].astype(np.int64)
    return powers


def standard_deviation(values: FloatArray) -> FloatArray:
    """Sample standard deviation of each column, also where the squares would be too large or small for a float."""
    powers = exponents(values)
    return np.asarray(np.ldexp(np.ldexp(values, -powers).std(axis=0, ddof=1), powers), dtype=np.float64)


def refuse_unfinite(name: str, values: FloatArray, *, missing: bool = False) -> None:
    """Refuse infinite numbers, and nan unless it may stand for what is missing."""
    wrong = np.isinf(values) if missing else ~np.isfinite(values)
    if wrong.any():
        place = np.argwhere(wrong)[0].tolist()
        where = "row {} column {}".format(*place) if values.ndim == 2 else f"entry {', '.join(map(str, place))}"
        allowed = "finite numbers, or nan where one is missing," if missing else "finite numbers"
        raise ValueError(f"{name}: {where} is {values[tuple(place)]}; {allowed} are needed")


ROUNDING = 16 * float(np.finfo(np.float64).eps)
"""Differences that agree to this part of the scores are equal but for rounding (0.3 - 0.2 and 0.2 - 0.1)."""


def paired_differences(
    scores: ArrayLike, pairs: ArrayLike, *, rows: int = 1, missing: bool = False, tolerance: float | None = None
) -> tuple[FloatArray, FloatArray]:
    """Return the differences of pairs on each data set, first less second, 0 within tolerance, and their rounding."""
    # Without a tolerance, differences within rounding error are 0; with a tolerance of 0, only those of equal scores.
    matrix = as_matrix("scores", scores, rows=rows, columns=2, missing=missing)
    indices = as_pairs(pairs, matrix.shape[1])
    first, second = matrix[:, indices[:, 0]], matrix[:, indices[:, 1]]
    differences, rounding = first - second, ROUNDING * np.maximum(np.abs(first), np.abs(second))
    if tolerance is None:
        return np.where(np.abs(differences) <= rounding, 0.0, differences), rounding
    check_tolerance(tolerance)
    return np.where(np.abs(differences) < tolerance, 0.0, differences), np.zeros_like(rounding)
