"""Order statistics of Walsh averages in linear memory, and pairs in blocks of bounded size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray

_LISTED = 50_000
_LISTED_PER_VALUE = 8
"""So many averages, or so many times the number of values, are listed: faster than to narrow them down further."""


@dataclass(frozen=True)
class _Range:
    """The averages above one value and at most another, row by row: those of a value with itself and larger ones.

    `start` and `end` are the columns of each row, `below` counts the averages that lie below the range.
    """

    least: float
    most: float
    start: IntArray
    end: IntArray
    below: int

    @property
    def size(self) -> int:
        return int((self.end - self.start).sum())


def walsh_order_statistics(values: FloatArray, places: IntArray) -> FloatArray:
    """Select order statistics of the n (n + 1) / 2 averages of two values, those of a value with itself included."""
    # With ascending values the averages of each row ascend too, rounding included, so that those up to a bound are
    # counted by a search in each row (Johnson and Mizoguchi 1978, doi:10.1137/0207013). Bounds near the places, from a
    # systematic sample of the remaining averages, narrow these down until they are few enough to be listed (Monahan
    # 1984, doi:10.1145/1271.319414); a bound that misses a place costs time alone.
    ascending = np.sort(values)
    rows = np.arange(len(values))
    everything = _Range(-np.inf, np.inf, rows, np.full_like(rows, len(values)), 0)
    results: dict[int, float] = {}
    waiting = [(everything, np.unique(places))]
    while waiting:
        among, here = waiting.pop()
        if np.nextafter(among.least, among.most) == among.most:
            results |= dict.fromkeys(here.tolist(), among.most)
        elif among.size <= max(_LISTED, _LISTED_PER_VALUE * len(values)):
            listed = _listed(ascending, among)
            listed.partition(here - among.below)
            results |= zip(here.tolist(), listed[here - among.below].tolist(), strict=True)
        else:
            waiting += _divided(ascending, among, here)
    return np.array([results[place] for place in places.tolist()])


def _listed(ascending: FloatArray, among: _Range) -> FloatArray:
    """Return all averages of a range, row by row."""
    counts = among.end - among.start
    shift = among.end - np.cumsum(counts)  # of columns against numbers
    column = np.arange(among.size) + np.repeat(shift, counts)
    return np.asarray((np.repeat(ascending, counts) + ascending[column]) / 2)


def _sampled(ascending: FloatArray, among: _Range) -> FloatArray:
    """As many averages of a range as there are values, evenly spaced in the list of all of them, in ascending order."""
    n, ends = len(ascending), np.cumsum(among.end - among.start)
    numbers = (2 * np.arange(n) + 1) * among.size // (2 * n)
    row = np.searchsorted(ends, numbers, side="right")
    return np.sort((ascending[row] + ascending[among.end[row] - (ends[row] - numbers)]) / 2)


def _divided(ascending: FloatArray, among: _Range, places: IntArray) -> Iterator[tuple[_Range, IntArray]]:
    """Yield the parts of a range that hold some of the places, cut by averages of a sample close to these."""
    size, n = among.size, len(ascending)
    sample = _sampled(ascending, among)
    near, off = (places - among.below) * n // size, int(np.sqrt(n))
    if 4 * (near[-1] - near[0] + 2 * off) < n:
        near = np.array([near[0] - off, near[-1] + off])
    else:
        near = np.concatenate([near - off, near + off])
    bounds = np.unique(sample[np.clip(near, 0, n - 1)])
    if bounds[0] == among.most:  # ties: what is less than these, and they alone
        bounds[0] = np.nextafter(among.most, -np.inf)
    part = among
    for bound in bounds[bounds < among.most].tolist():
        cut = _columns_up_to(ascending, bound)
        below = int((cut - np.arange(n)).sum())
        if (here := places[(places >= part.below) & (places < below)]).size:
            yield _Range(part.least, bound, part.start, cut, part.below), here
        part = _Range(bound, among.most, cut, among.end, below)
    if (here := places[places >= part.below]).size:
        yield part, here


def _columns_up_to(ascending: FloatArray, bound: float) -> IntArray:
    """By row, the first column from the diagonal on whose average with it exceeds a bound."""
    n = len(ascending)
    cut = np.arange(n)
    some = int(np.searchsorted((ascending + ascending) / 2, bound, side="right"))
    row = ascending[:some]
    guess = np.maximum(np.searchsorted(ascending, 2 * bound - row, side="right"), cut[:some] + 1)
    # a sum is rounded, so that its average can lie on the other side of the bound
    after = np.append(ascending, np.inf)[guess]
    wrong = np.flatnonzero(((row + ascending[guess - 1]) / 2 > bound) | ((row + after) / 2 <= bound))
    low, high = wrong + 1, np.full(len(wrong), n)
    while (low < high).any():
        middle = (low + high) // 2
        beyond = (ascending[wrong] + np.append(ascending, np.inf)[middle]) / 2 > bound
        low, high = np.where(beyond, low, np.minimum(middle + 1, high)), np.where(beyond, middle, high)
    guess[wrong] = low
    cut[:some] = guess
    return cut


_OfPairs = TypeVar("_OfPairs", bound=Callable[..., Any])

DIFFERENCES_AT_ONCE = 1_000_000
"""Data sets times pairs that are worked on together: 8 MB for each array of their differences."""


def in_blocks(function: _OfPairs) -> _OfPairs:
    """Have a function of scores and pairs work on blocks of pairs where data sets times pairs are many."""

    @wraps(function)
    def blockwise(scores: ArrayLike, pairs: ArrayLike, *args: object, **options: object) -> Any:
        matrix, indices = np.asarray(scores), np.asarray(pairs)
        at_once = max(2, DIFFERENCES_AT_ONCE // max(1, len(np.atleast_1d(matrix))))
        if indices.ndim == 0 or len(indices) <= at_once:
            return function(scores, pairs, *args, **options)
        starts = range(0, len(indices), at_once)
        return _joined([function(matrix, indices[start : start + at_once], *args, **options) for start in starts])

    return cast(_OfPairs, blockwise)


def _joined(parts: Sequence[Any]) -> Any:
    """Return the results on blocks of pairs as one result."""
    first: Any = parts[0]
    if isinstance(first, np.ndarray):
        return np.concatenate(parts)
    if isinstance(first, tuple):
        return tuple(entry for part in parts for entry in part)
    if isinstance(first, Mapping):
        return {name: _joined([part[name] for part in parts]) for name in first}
    if is_dataclass(first) and not isinstance(first, type):
        return replace(
            first, **{field.name: _joined([getattr(part, field.name) for part in parts]) for field in fields(first)}
        )
    return first
