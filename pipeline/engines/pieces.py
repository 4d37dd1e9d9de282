"""Items cut into pieces, each of which a process takes at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")

# So many for each process: few, since each has its price; several, since not all take equally long.
_EACH = 8


def cut(items: Sequence[Item], processes: int) -> list[Sequence[Item]]:
    """Cut items into pieces for so many processes.

    Examples
    --------
    >>> cut([1, 2, 3], 1)
    [[1], [2], [3]]
    """
    size = -(-len(items) // (processes * _EACH)) or 1
    return [items[at : at + size] for at in range(0, len(items), size)]


def called(function: Callable[[Item], Made], items: Sequence[Item]) -> list[Made]:
    """What a function makes of each item of a piece."""
    return [function(item) for item in items]
