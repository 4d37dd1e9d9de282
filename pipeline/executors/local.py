"""Work on this machine: in this process, and in further ones where that takes long."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, TypeVar

from rankpress.core.plugins import only_here

if TYPE_CHECKING:
    from rankpress.core.processes import Submit

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")

# So many for each process: few, since each has its price; several, since not all take equally long.
_EACH = 8


def cut(items: Sequence[_Item], processes: int) -> list[Sequence[_Item]]:
    """Cut items into pieces for so many processes."""
    size = -(-len(items) // (processes * _EACH)) or 1
    return [items[index : index + size] for index in range(0, len(items), size)]


def called(function: Callable[[_Item], _Made], items: Sequence[_Item]) -> list[_Made]:
    """Return what a function makes of each item of a piece."""
    return [function(argument) for argument in items]


# Further processes take a second or two to begin. After so many seconds of work here, what is left is guessed from what
# was done; if it would take so many more, they are begun. On a busy machine work takes longer, and is no more.
PATIENCE, WORTH_PROCESSES = 0.5, 3.0
LOADING = 1.0  # what the first item may take longer than others, since it loads libraries such as matplotlib


class Local(ExitStack):
    """At most so many processes of this machine, begun when there is work enough for them; a context manager."""

    def __init__(self, jobs: int) -> None:
        super().__init__()
        self._jobs = 1 if only_here() else jobs  # other processes do not know what this program registered itself
        self._submit: Submit | None = None

    def map(self, function: Callable[[_Item], _Made], items: Sequence[_Item]) -> Iterator[_Made]:
        """Yield what a function makes of each item, in their order."""
        first = others = 0.0
        for index, piece in enumerate(items):
            each = others / (index - 1) if index > 1 else max(first - LOADING, 0.0)
            left = each * (len(items) - index)
            if self._jobs > 1 and first + others > PATIENCE and left > WORTH_PROCESSES:
                yield from self._spread(function, items[index:])
                return
            began = _worked()
            created = function(piece)
            took = _worked() - began
            first, others = (took, 0.0) if index == 0 else (first, others + took)
            yield created

    def _spread(self, function: Callable[[_Item], _Made], items: Sequence[_Item]) -> Iterator[_Made]:
        if self._submit is None:
            from rankpress.core.processes import processes  # loads multiprocessing

            self._submit = self.enter_context(processes(self._jobs))
        futures = [self._submit(called, function, piece) for piece in cut(items, self._jobs)]
        for future in futures:
            yield from future.result()


def _worked() -> float:
    """Return the processor seconds of this process and of the programs that it ran, such as LaTeX."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
