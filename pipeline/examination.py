"""Reading the scores of a study and finding all that is wrong with them, before anything is computed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.agreement import disagreements, in_spec
from rankpress.faults import Fault, FaultsFound
from rankpress.load import load
from rankpress.scores import Scores

if TYPE_CHECKING:
    from rankpress.spec.reading import ReadStudy


@dataclass(frozen=True)
class Examined:
    """The scores of a study, where they could be read, and all that is wrong with them."""

    scores: Scores | None
    faults: tuple[Fault, ...]


def examine(read: ReadStudy) -> Examined:
    """Read the scores of a study and find all that is wrong, writing nothing.

    Parameters
    ----------
    read : ReadStudy
        A study, as `rankpress.read_study` returns it.

    Returns
    -------
    Examined
    """
    try:
        scores = load(read.study.scores, read.folder)
    except FaultsFound as found:
        return Examined(None, tuple(in_spec(found.faults, read.source)))
    return Examined(scores, tuple(disagreements(read.study, scores, read.source)))


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
