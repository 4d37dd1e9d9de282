"""What differs between two reports: conclusions with their causes, ranks, data, settings and versions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Kind = Literal["leader", "best", "verdict", "group", "order", "rank", "data", "setting", "version"]

# What each kind is called in a sentence; the first five are conclusions.
NOUNS: Mapping[Kind, str] = {
    "leader": "leader",
    "best": "best algorithm",
    "verdict": "verdict",
    "group": "grouping",
    "order": "cost-aware order",
    "rank": "average rank",
    "data": "data list",
    "setting": "setting",
    "version": "version",
}
CONCLUSIONS: tuple[Kind, ...] = ("leader", "best", "verdict", "group", "order")
# What `--fail-on` takes, in addition to a kind.
FAIL_ON: Mapping[str, tuple[Kind, ...]] = {"conclusion": CONCLUSIONS, "any": tuple(NOUNS)}

Place = tuple[str, ...]  # the key of a setting, algorithms, a list of data with one of its names: see CHANGES.md


@dataclass(frozen=True)
class Verdict:
    """What a test concludes."""

    significant: bool
    better: str | None  # the better algorithm; None without a significant difference, and of all algorithms together
    p: float | None  # adjusted for a pair
    level: float  # of the study


@dataclass(frozen=True)
class Rank:
    """An average rank and its place, 1 for the best; ties share a place."""

    average: float
    place: int


@dataclass(frozen=True)
class Change:
    """A conclusion, rank, list of data, setting or version that differs."""

    kind: Kind
    place: Place
    before: Any = None  # None where there is none
    after: Any = None
    metric: str = ""  # empty of what belongs to the whole study
    method: str = ""  # the test or adjustment
    # of a conclusion the differences each of which changes it alone; None where that cannot be tried
    cause: tuple[Place, ...] | None = None


def fails(changes: Iterable[Change], requested: Collection[str]) -> bool:
    """Return whether something changed that the user fails on."""
    kinds = {kind for name in requested for kind in FAIL_ON.get(name, (name,))}
    return any(change.kind in kinds for change in changes)


def changes_results(changes: Collection[Change]) -> dict[str, Any]:
    """Return the changes as CHANGES.md documents them."""
    count = sum(change.kind in CONCLUSIONS for change in changes)
    return {"schema": "rankpress.changes/4", "conclusions_changed": count, "changes": [*map(asdict, changes)]}
