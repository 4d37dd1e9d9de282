"""Reading the scores of a study and finding all that is wrong with them, before anything is computed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.agreement import disagreements, in_spec
from rankpress.faults import Fault, FaultsFound
from rankpress.load import load
from rankpress.scores import Scores

if TYPE_CHECKING:
    from rankpress.spec.reading import ReadStudy, SpecAtFault


@dataclass(frozen=True)
class Examined:
    """The scores of a study, where they could be read, and all that is wrong with them."""

    scores: Scores | None
    faults: tuple[Fault, ...]


def examine(read: ReadStudy, without: Collection[str] = ()) -> Examined:
    """Read the scores of a study and find all that is wrong, writing nothing.

    Parameters
    ----------
    read : ReadStudy
        A study, as `rankpress.read_study` returns it.
    without : collection of str
        Sections of its spec that are left out for being at fault themselves.

    Returns
    -------
    Examined
    """
    try:
        scores = load(read.study.scores, read.folder)
    except FaultsFound as found:
        return Examined(None, tuple(in_spec(found.faults, read.source)))
    return Examined(scores, tuple(disagreements(read.study, scores, read.source, without)))


def with_the_rest(found: SpecAtFault) -> FaultsFound:
    """All that is wrong with a study: the faults of its spec, and those that show in its sound sections and scores.

    Parameters
    ----------
    found : SpecAtFault
        As `rankpress.read_study` raises it.

    Returns
    -------
    FaultsFound
    """
    rest = () if found.rest is None else examine(found.rest, found.sections).faults
    return FaultsFound([*found.faults, *rest])


def agreeing_scores(read: ReadStudy) -> Scores:
    """The scores of a study with which nothing is wrong.

    Parameters
    ----------
    read : ReadStudy
        The study.

    Returns
    -------
    Scores

    Raises
    ------
    FaultsFound
        With all that is wrong.
    """
    examined = examine(read)
    if examined.scores is None or examined.faults:
        raise FaultsFound(examined.faults)
    return examined.scores
