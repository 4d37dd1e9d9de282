"""What is done about missing results where a user says nothing of them: the same for a file and for a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from rankpress.core.faults import FaultsFound

if TYPE_CHECKING:
    from rankpress.spec.reading import ReadStudy

# In turn, as long as they leave too little to compare.
_BY_DEFAULT = ("drop-datasets", "incomplete-blocks")
_T = TypeVar("_T")


def policies_of(said: Iterable[str | None]) -> tuple[str, ...]:
    """Return the policy that is said, by the first of these that says one, or those of who says none, in turn."""
    stated = next(filter(None, said), None)
    return (stated,) if stated else _BY_DEFAULT


def compared_by_policies(
    said: Sequence[str | None], read: Callable[[str], ReadStudy], compare: Callable[[ReadStudy], _T]
) -> _T:
    """Return what is compared by the first policy for missing results that leaves enough, or by the one that was said.

    Parameters
    ----------
    said
        What states a policy, in order; nothing or an empty one says nothing.
    read
        Returns the study with a policy.
    compare
        Returns what is compared, or raises FaultsFound.

    Raises
    ------
    FaultsFound
        What is wrong by the last of the policies.
    """
    policies = policies_of(said)
    for missing in policies[:-1]:
        study = replace(read(missing), is_missing_assumed=True)
        try:
            return compare(study)
        except FaultsFound as found:
            if {study.source.place(("scores", "missing"))} != {fault.place for fault in found.faults}:
                raise
    return compare(replace(read(policies[-1]), is_missing_assumed=not any(said)))
