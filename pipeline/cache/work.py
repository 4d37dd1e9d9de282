"""What a build did, what it was spared, and why, as it is reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Self

from rankpress.wording.strings import counted

MOST_LISTED = 3
_KEPT = "kept"


@dataclass(frozen=True)
class Work:
    """A piece of work that a build did or was spared."""

    stage: str  # which stage, and what of it: a metric, a data set; empty where it is the whole stage
    unit: str = ""
    # why it is done: the parts that changed since it was done last; empty where its result was kept
    why: tuple[str, ...] = ()

    @property
    def line(self) -> WorkLine:
        """The line that reports it."""
        return WorkLine(str(self), is_kept=not self.why)

    def __str__(self) -> str:
        return f"{self.stage} {self.unit}".rstrip() + f": {in_few(self.why) if self.why else _KEPT}"


@dataclass(frozen=True)
class Unmade:
    """Stands for a result, and for every part of it, that a dry run did not make; `stage` is whose it is."""

    stage: str

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self


def in_few(texts: Sequence[str], most: int = MOST_LISTED) -> str:
    """Return the first of several, and how many more there are."""
    more = f" and {len(texts) - most:,} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more


def describe_together(stage: str, noun: str, works: Sequence[Work]) -> WorkLine:
    """One line for the pieces of a stage, such as ``tests within: 1 of 24 data sets (scores of iris changed)``."""
    created = [work for work in works if work.why]
    if not created:
        return WorkLine(f"{stage}: {_KEPT}", is_kept=True)
    reasons = dict.fromkeys(why for work in created for why in work.why)
    number = f"{len(created):,} of {counted(len(works), noun)}"
    return WorkLine(f"{stage}: {number} ({in_few(list(reasons))})", is_kept=False)


def work_lines(works: Sequence[Work]) -> list[str]:
    """Return one line per stage; figures together."""
    lines: list[str] = []
    for stage, group in groupby(works, key=lambda work: work.stage):
        several = list(group)
        if stage == "draw" and several[0].unit:
            lines.append(describe_together(stage, "figure", several))
        else:
            lines += map(str, several)
    return lines


class WorkLine(str):
    """What is reported of a piece of work, and whether it was spared."""

    is_kept: bool

    def __new__(cls, text: str, *, is_kept: bool) -> Self:
        """Return the line."""
        line = super().__new__(cls, text)
        line.is_kept = is_kept
        return line


def is_kept(line: str) -> bool:
    """Return whether a line reports work that was spared."""
    return isinstance(line, WorkLine) and line.is_kept
