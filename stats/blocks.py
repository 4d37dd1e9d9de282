"""Statistics of many pairs of algorithms, computed for some pairs at a time so that memory stays bounded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike

OfPairs = TypeVar("OfPairs", bound=Callable[..., Any])

DIFFERENCES_AT_ONCE = 1_000_000
"""Data sets times pairs that are worked on together: 8 MB for each array of their differences."""


def in_blocks(function: OfPairs) -> OfPairs:
    """Have a function of scores and pairs work on blocks of pairs where data sets times pairs are many.

    Parameters
    ----------
    function : callable
        Called with scores, pairs and options. It computes each pair by itself, and returns an array with a row for each
        pair, or a dataclass of such arrays, mappings of such arrays, tuples with an entry for each pair, and values
        that are the same for all pairs.

    Returns
    -------
    callable
        The same function in bounded memory.
    """

    @wraps(function)
    def blockwise(scores: ArrayLike, pairs: ArrayLike, *args: object, **options: object) -> Any:
        matrix, indices = np.asarray(scores), np.asarray(pairs)
        at_once = max(2, DIFFERENCES_AT_ONCE // max(1, len(np.atleast_1d(matrix))))
        if indices.ndim == 0 or len(indices) <= at_once:
            return function(scores, pairs, *args, **options)
        starts = range(0, len(indices), at_once)
        return _joined([function(matrix, indices[start : start + at_once], *args, **options) for start in starts])

    return cast(OfPairs, blockwise)


def _joined(parts: Sequence[Any]) -> Any:
    """The results on blocks of pairs as one result."""
    first: Any = parts[0]
    if isinstance(first, np.ndarray):
        return np.concatenate(parts)
    if isinstance(first, tuple):
        return tuple(one for part in parts for one in part)
    if isinstance(first, Mapping):
        return {name: _joined([part[name] for part in parts]) for name in first}
    if is_dataclass(first) and not isinstance(first, type):
        return replace(
            first, **{one.name: _joined([getattr(part, one.name) for part in parts]) for one in fields(first)}
        )
    return first
