"""What a build did, what it was spared, and why, as it is reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rankpress.wording.strings import counted

MOST_LISTED = 3
KEPT = "kept"


@dataclass(frozen=True)
class Work:
    """A piece of work that a build did or was spared."""

    stage: str  # which stage, and what of it: a metric, a data set; empty where it is the whole stage
    unit: str = ""
    # why it is done: the parts that changed since it was done last; empty where its result was kept
    why: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.stage} {self.unit}".rstrip() + f": {in_few(self.why) if self.why else KEPT}"


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


def describe_together(stage: str, noun: str, works: Sequence[Work]) -> str:
    """One line for the pieces of a stage, such as ``tests within: 1 of 24 data sets (scores of iris changed)``."""
    created = [work for work in works if work.why]
    if not created:
        return f"{stage}: {KEPT}"
    reasons = dict.fromkeys(why for work in created for why in work.why)
    return f"{stage}: {len(created):,} of {counted(len(works), noun)} ({in_few(list(reasons))})"


def work_lines(works: Sequence[Work]) -> list[str]:
    """Return a line a stage; figures together."""
    lines = []
    for stage, group in groupby(works, key=lambda work: work.stage):
        several = list(group)
        if stage == "draw" and several[0].unit:
            lines.append(describe_together(stage, "figure", several))
        else:
            lines += map(str, several)
    return lines


def is_cached(line: str) -> bool:
    """Return whether a line reports work that was spared."""
    return line.endswith(f": {KEPT}")
