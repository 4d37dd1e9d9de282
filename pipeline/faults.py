"""What is wrong with a user's study, told so that they can mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

LISTED = 50  # faults of a kind that are shown one by one


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a study.

    Parameters
    ----------
    place : str
        Where it is: ``study.yaml:12:5``, or ``runs/a.csv row 3 column accuracy``.
    message : str
        What is wrong, with the value that was got.
    expected : str
        What would have been right, the nearest valid key included.
    remedy : str
        What the user can do about it, where that is not plain from what was expected.
    excerpt : str
        The line of the file, with a caret under the place, where there is one.
    """

    place: str
    message: str
    expected: str = ""
    remedy: str = ""
    excerpt: str = ""

    def __str__(self) -> str:
        told = [f"{self.place}: {self.message}"]
        if self.excerpt:
            told += [f"    {line}" for line in self.excerpt.splitlines()]
        if self.expected:
            told.append(f"    expected: {self.expected}")
        if self.remedy:
            told.append(f"    to do: {self.remedy}")
        return "\n".join(told)


class FaultsFound(Exception):
    """The study or its data are at fault; the command line exits with 2."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)  # its only argument, with which another process makes it anew

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)
