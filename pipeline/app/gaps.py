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


def policies_of(missing_stated: Iterable[str | None]) -> tuple[str, ...]:
    """Return the first policy that is stated, or else those to try in turn."""
    policy = next(filter(None, missing_stated), None)
    return (policy,) if policy else _BY_DEFAULT


def compared_by_policies(
    missing_stated: Sequence[str | None], read: Callable[[str], ReadStudy], compare: Callable[[ReadStudy], _T]
) -> _T:
    """Return what is compared by the policy for missing results that is stated, or the first that leaves enough.

    Parameters
    ----------
    missing_stated
        Policies in the order of who may state one; None or an empty one where none is stated.
    read
        Returns the study with a policy.
    compare
        Returns what is compared, or raises FaultsFound.

    Raises
    ------
    FaultsFound
        What is wrong by the last of the policies.
    """
    policies = policies_of(missing_stated)
    for missing in policies[:-1]:
        study = replace(read(missing), is_missing_assumed=True)
        try:
            return compare(study)
        except FaultsFound as error:
            if {study.source.place(("scores", "missing"))} != {fault.place for fault in error.faults}:
                raise
    return compare(replace(read(policies[-1]), is_missing_assumed=not any(missing_stated)))
