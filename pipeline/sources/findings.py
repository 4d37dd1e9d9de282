"""The faults of a run as they are found: all are counted, a bearable number of each kind is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from rankpress.faults import LISTED, Fault, FaultsFound
from rankpress.spec.nearest import nearest

Found = TypeVar("Found")

LONGEST = 80


@dataclass
class _Kind:
    listed: list[Fault] = field(default_factory=list)
    count: int = 0


class Findings:
    """Faults by kind, in the order in which they were found.

    A kind is named by a plural, such as "empty cells": when more than 50 are found, the last fault of the kind says
    how many more there are.

    Parameters
    ----------
    place : str
        Where the number of those that are not listed is reported.

    Attributes
    ----------
    unread : bool
        Whether part of a file could not be read at all, so that nothing can be said of what is missing.
    empty : Counter of str
        What is no fault and is told in the report: texts of cells that say there is no result, and how many do.
    """

    def __init__(self, place: str = "scores") -> None:
        self._place = place
        self._kinds: dict[str, _Kind] = {}
        self.unread = False
        self.empty: Counter[str] = Counter()

    def __bool__(self) -> bool:
        return bool(self._kinds)

    def add(self, kind: str, fault: Fault) -> None:
        """Add one fault."""
        self.add_each(kind, [fault], lambda fault: fault)

    def add_unread(self, kind: str, fault: Fault) -> None:
        """Add one fault that kept part of a file from being read."""
        self.unread = True
        self.add(kind, fault)

    def add_each(self, kind: str, found: Iterable[Found], tell: Callable[[Found], Fault]) -> None:
        """Add a fault for each thing found; `tell` is asked only for those that will be listed."""
        for one in found:
            known = self._kinds.setdefault(kind, _Kind())
            known.count += 1
            if len(known.listed) < LISTED:
                known.listed.append(tell(one))

    def faults(self) -> tuple[Fault, ...]:
        """What is told of them; advice and lines that repeat those of the fault before are left out."""
        told: list[Fault] = []
        for kind, known in self._kinds.items():
            told += map(_without_repetition, known.listed, [None, *known.listed])
            if known.count > LISTED:
                told.append(Fault(self._place, f"and {known.count - LISTED:,} more {kind}"))
        return tuple(told)

    def raise_any(self) -> None:
        """Raise FaultsFound with all of them, if there are any."""
        if self:
            raise FaultsFound(self.faults())


def _without_repetition(fault: Fault, before: Fault | None) -> Fault:
    if before is None or (fault.expected, fault.remedy) != (before.expected, before.remedy):
        return fault
    return replace(fault, expected="", remedy="", excerpt="" if fault.place == before.place else fault.excerpt)


def plain(text: str) -> str:
    """The text on one line, without characters that steer a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shown(text: str) -> str:
    """The text as `plain`, cut to a bearable length."""
    return plain(text if len(text) <= LONGEST else text[: LONGEST - 3] + "...")


def quoted(text: str) -> str:
    """The text as `shown`, between quotes."""
    return f"'{shown(text)}'"


def listed(names: Iterable[str], most: int = 12) -> str:
    """Names as `shown`, with commas; beyond the most that are told, their number."""
    names = list(names)
    told = ", ".join(shown(name) for name in names[:most])
    return told if len(names) <= most else f"{told} and {len(names) - most} more"


def one_of(got: str, names: Iterable[str]) -> str:
    """What a name should have been: one of these, and the nearest where one is near."""
    names = list(names)
    near = alike(got, names)
    return f"one of {listed(names, most=30)}" + (f"; the nearest is {quoted(near)}" if near else "")


def alike(got: str, names: Iterable[str]) -> str | None:
    """The name that is most like what was got, if any is."""
    return nearest(got, list(names), likeness=0.5)  # columns and algorithms are abbreviated more freely than keys
