"""What differs between two reports: conclusions with their causes, ranks, data, settings and versions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Kind = Literal["leader", "best", "verdict", "group", "order", "name", "rank", "data", "setting", "result", "version"]

# What each kind is called in a sentence; the first six are conclusions.
NOUNS: Mapping[Kind, str] = {
    "leader": "leader",
    "best": "best algorithm",
    "verdict": "verdict",
    "group": "grouping",
    "order": "cost-aware order",
    "name": "shown name",
    "rank": "average rank",
    "data": "data list",
    "setting": "setting",
    "result": "other result",
    "version": "version",
}
CONCLUSIONS: tuple[Kind, ...] = ("leader", "best", "verdict", "group", "order", "name")
# What `--fail-on` takes, in addition to a kind.
FAIL_ON: Mapping[str, tuple[Kind, ...]] = {"conclusion": CONCLUSIONS, "any": tuple(NOUNS)}

Place = tuple[str, ...]  # the key of a setting, algorithms, a list of data with one of its names: see CHANGES.md


@dataclass(frozen=True)
class Verdict:
    """What a test concludes, or what else is stated of two algorithms."""

    significant: bool
    # the better algorithm, or the one that is not inferior; None where neither is, and of all algorithms together
    better: str | None
    p: float | None  # adjusted for a pair
    level: float  # of the study
    # instead of a difference: that two are equal for practical purposes, or that one is not inferior to the other
    shows: Literal["", "equal", "not inferior"] = ""


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
