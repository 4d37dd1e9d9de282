"""What changed between two reports: the documented keys of CHANGES.md, as types."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Kind = Literal[
    "leader", "verdict", "group", "order", "within", "rank", "number", "data", "setting", "input", "version"
]  # fmt: skip

# What each kind is called in a sentence, one and several of them; the first four are conclusions.
NOUNS: Mapping[Kind, tuple[str, str]] = {
    "leader": ("leader", "leaders"),
    "verdict": ("verdict", "verdicts"),
    "group": ("grouping", "groupings"),
    "order": ("order", "orders"),
    "within": ("verdict on a single data set", "verdicts on single data sets"),
    "rank": ("average rank", "average ranks"),
    "number": ("headline number", "headline numbers"),
    "data": ("list of data", "lists of data"),
    "setting": ("setting", "settings"),
    "input": ("input", "inputs"),
    "version": ("version", "versions"),
}
CONCLUSIONS: tuple[Kind, ...] = ("leader", "verdict", "group", "order")
# What `--fail-on` takes, in addition to a kind.
FAIL_ON: Mapping[str, tuple[Kind, ...]] = {"conclusion": CONCLUSIONS, "any": tuple(NOUNS)}


@dataclass(frozen=True, order=True)
class Factor:
    """One difference between the studies: a setting, a data set, an algorithm, or the version."""

    kind: Literal["setting", "algorithm", "data set", "version"]
    name: str = ""
    change: Literal["changed", "added", "removed"] = "changed"


@dataclass(frozen=True)
class Cause:
    """What changed a conclusion, found by applying the differences to the old study."""

    alone: tuple[Factor, ...] = ()  # each changes it by itself
    together: tuple[Factor, ...] = ()  # where none does: a minimal set that does
    why: str = ""  # why no cause is known, where none is


@dataclass(frozen=True)
class Change:
    """A result, setting or input with another value."""

    kind: Kind
    about: str  # the conclusion, number or list; the key of a setting, the path of an input, the name of a library
    metric: str = ""  # empty of what belongs to the whole study
    method: str = ""  # the test or adjustment
    subject: tuple[str, ...] = ()  # the algorithms, with the data set before them where there is one
    old: Any = None  # None where there is none
    new: Any = None
    old_p: float | None = None  # of a verdict
    new_p: float | None = None
    cause: Cause | None = None  # of a conclusion


def conclusions(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Select the conclusions that changed."""
    return tuple(change for change in changes if change.kind in CONCLUSIONS)


def fails(changes: Iterable[Change], requested: Collection[str]) -> bool:
    """Return whether something changed that the user fails on."""
    kinds = {kind for name in requested for kind in FAIL_ON.get(name, (name,))}
    return any(change.kind in kinds for change in changes)


def changes_results(changes: Iterable[Change]) -> dict[str, Any]:
    """Return the changes as CHANGES.md documents them."""
    listed = tuple(changes)
    rows = [asdict(change) for change in listed]
    return {"schema": "rankpress.changes/2", "conclusions_changed": len(conclusions(listed)), "changes": rows}
