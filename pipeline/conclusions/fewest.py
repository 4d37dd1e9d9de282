"""Some changes that do something together, as few as a search by their weight finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

One = TypeVar("One")


def least(changes: Sequence[One], do_it: Callable[[Sequence[One]], bool]) -> tuple[One, ...]:
    """The first of the changes as far as it takes, without those that are not needed; none where all do not do it."""
    if not do_it(changes):
        return ()
    too_few, taken = 0, list(changes)
    while len(taken) - too_few > 1:
        middle = (too_few + len(taken)) // 2
        if do_it(taken[:middle]):
            taken = taken[:middle]
        else:
            too_few = middle
    for size in (16, 4):
        taken = _without_spare(taken, size, do_it)
    while len(fewer := _without_spare(taken, 1, do_it)) < len(taken):
        taken = fewer
    return tuple(taken)


def _without_spare(taken: list[One], size: int, do_it: Callable[[Sequence[One]], bool]) -> list[One]:
    """The changes without those, so many at a time, that the others do not need."""
    at = 0
    while at < len(taken):
        rest = taken[:at] + taken[at + size :]
        if rest and do_it(rest):
            taken = rest
        else:
            at += size
    return taken
