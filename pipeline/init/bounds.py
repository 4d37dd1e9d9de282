"""Columns and rows that are no algorithms: the bounds of another one's scores, and references that none goes beyond."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.scores import FloatArray
from rankpress.init.blocks import parted
from rankpress.init.vocabulary import EXTREMES, is_bound, is_reference, may_be_algorithm

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

# Of very many columns the names are not compared.
_MOST_COLUMNS = 400


def bounds_of_others(numbers: Mapping[str, FloatArray]) -> dict[str, str]:
    """Return which columns lie on one side of another one in each row and are called after it, and of which.

    Those of one side need a word that says so; two sides of the same columns, such as A_x below A and A_y above it,
    show it by themselves.

    >>> a = np.array([0.5, 0.7])
    >>> bounds_of_others({"A": a, "A_lo": a - 0.1, "A_hi": a + 0.1, "B": a, "B_tuned": a + 0.1})
    {'A_lo': 'A', 'A_hi': 'A'}
    """
    families: dict[str, dict[str, str]] = {}
    for name in numbers if len(numbers) <= _MOST_COLUMNS else ():
        for at in (1, 0):
            for stem, end in parted(name, at):
                if stem in numbers and stem != name:
                    families.setdefault(end, {})[name] = stem
    sides = {
        end: _side({name: (numbers[name], numbers[stem]) for name, stem in of.items()}) for end, of in families.items()
    }
    stems = {end: frozenset(of.values()) for end, of in families.items()}
    bounds: dict[str, str] = {}
    for end, side in sides.items():
        is_called = not EXTREMES.isdisjoint(end.casefold().replace("_", " ").split())
        has_other = len(stems[end]) > 1 and any(
            other == -side and stems[another] == stems[end] for another, other in sides.items()
        )
        if side and (is_called or has_other):
            bounds |= families[end]
    return {name: bounds[name] for name in numbers if name in bounds}


def _side(pairs: Mapping[str, tuple[FloatArray, FloatArray]]) -> int:
    """Return on which side of others numbers lie in all rows: -1 below, 1 above, 0 on neither."""
    own, others = (np.concatenate(each) for each in zip(*pairs.values(), strict=True))
    there = np.isfinite(own) & np.isfinite(others)
    own, others = own[there], others[there]
    if not len(own) or np.array_equal(own, others):
        return 0
    return -1 if (own <= others).all() else int((own >= others).all())


def references_among(numbers: Mapping[str, FloatArray]) -> dict[str, bool]:
    """Return those called as references are that no other goes beyond on one side, and whether each surely is one.

    What nothing reaches in any row may as well be an algorithm that wins everywhere, if algorithms are called so.

    >>> a = np.array([5.0, 7.0])
    >>> references_among({"BKS": a, "Tabu": a + 1, "Ants": a + [0, 2]})
    {'BKS': True}
    >>> references_among({"Ideal": a, "Tabu": a + 1, "Ants": a + 2})
    {'Ideal': False}
    >>> references_among({"LB": a, "Tabu": a + 1, "Ants": a + 2})
    {'LB': True}
    >>> references_among({"Opt": a, "A": a + 1, "B": a - 1})
    {}
    """
    called = [name for name in numbers if is_reference(name)]
    others = [each for name, each in numbers.items() if name not in called]
    if not called or len(others) < 2:
        return {}
    cells = np.column_stack(others)
    there = np.isfinite(cells).any(axis=1)
    low = np.array([np.nanmin(row) for row in cells[there]])
    high = np.array([np.nanmax(row) for row in cells[there]])
    beyond = [name for name in called if _is_beyond(numbers[name][there], low, high)]
    return {name: not may_be_algorithm(name) or bool(np.any(numbers[name][there] == cells[there].T)) for name in beyond}


def direction_by(references: Mapping[str, bool], numbers: Mapping[str, FloatArray]) -> tuple[str, Better] | None:
    """Return a reference that surely is one, and which direction of scores is better as none goes beyond it.

    >>> a = np.array([5.0, 7.0])
    >>> direction_by({"BKS": True}, {"BKS": a, "Tabu": a + 1, "Ants": a + [0, 2]})
    ('BKS', 'lower')
    """
    others = [each for name, each in numbers.items() if name not in references]
    for name in (name for name, is_sure in references.items() if is_sure and not is_bound(name)):
        below = all(np.all((numbers[name] <= other) | ~np.isfinite(other)) for other in others)
        above = all(np.all((numbers[name] >= other) | ~np.isfinite(other)) for other in others)
        if below != above:
            return name, "lower" if below else "higher"
    return None


def _is_beyond(own: FloatArray, low: FloatArray, high: FloatArray) -> bool:
    finite = np.isfinite(own)
    own, low, high = own[finite], low[finite], high[finite]
    return len(own) > 1 and bool((own <= low).all() or (own >= high).all())
