"""What changed between two reports: plain frozen data, which every format tells in its own way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rankpress.conclusions.conclusion import Conclusion, Verdict


@dataclass(frozen=True, order=True)
class Factor:
    """One thing that is otherwise in the new report: a setting, a data set, an algorithm, or who is cheaper."""

    kind: Literal["setting", "algorithm", "costs", "data set"]
    name: str = ""
    change: Literal["changed", "added", "gone"] = "changed"


@dataclass(frozen=True)
class Cause:
    """What made a conclusion flip, found by taking the changes over one at a time.

    Parameters
    ----------
    alone : tuple of Factor
        Each of which, put into the old study alone, flips it.
    needed : tuple of Factor
        Each of which, taken out of the new study alone, flips it back.
    together : tuple of Factor
        Where none does it alone: some that do it together, none of which can be spared.
    tried, of : int
        How many of the changes were taken over by themselves, and how many there are.
    why : str
        Why no cause can be told, where none can.
    """

    alone: tuple[Factor, ...] = ()
    needed: tuple[Factor, ...] = ()
    together: tuple[Factor, ...] = ()
    tried: int = 0
    of: int = 0
    why: str = ""


@dataclass(frozen=True)
class Flip:
    """A conclusion that is another in the new report.

    Parameters
    ----------
    conclusion : Conclusion
        About what.
    old, new : Verdict
        ``pair`` and ``within``: who is significantly better, empty where neither; ``omnibus``: ``(("differ",),)`` or
        empty; ``groups``: the groups; ``best-ranked``, ``best`` and ``order``: the algorithms.
    old_p, new_p : float or None
        The p-values that decide, where it is a test's.
    cause : Cause
        What did it.
    """

    conclusion: Conclusion
    old: Verdict
    new: Verdict
    old_p: float | None = None
    new_p: float | None = None
    cause: Cause = Cause()


@dataclass(frozen=True)
class Membership:
    """Which of some things are new, gone, or there still with other scores."""

    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.gone or self.changed)


@dataclass(frozen=True)
class Rescored:
    """A data set of both reports, and the algorithms that have another mean on it; none where only folds differ."""

    dataset: str
    algorithms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Move:
    """The average rank of an algorithm of both reports, and its place among all: 1 for the best, ties share one."""

    algorithm: str
    old_rank: float
    new_rank: float
    old_place: int
    new_place: int


@dataclass(frozen=True)
class Replaced:
    """A value that was another before, as text; empty where there was none."""

    name: str
    old: str
    new: str


@dataclass(frozen=True)
class TrustChange:
    """How far results can be trusted, where that is otherwise.

    Parameters
    ----------
    kind : {"leader", "datasets needed", "smallest difference", "draws"}
        Under how many variations who leads stands; what reaches the power that is wanted, by what decides; how many
        draws of data sets tell two algorithms apart.
    old, new : str
        As text.
    pair : tuple of str
        The algorithms that power, or draws, are of.
    effect : float or None
        The difference that needs the data sets.
    bias : float or None
        Of the draws.
    method : str
        What tells the algorithms apart on the draws: the adjustment that decides, or the first test.
    """

    kind: Literal["leader", "datasets needed", "smallest difference", "draws"]
    old: str
    new: str
    pair: tuple[str, ...] = ()
    effect: float | None = None
    bias: float | None = None
    method: str = ""


@dataclass(frozen=True)
class MetricChanges:
    """What changed in one metric.

    Parameters
    ----------
    name : str
        The metric.
    datasets, algorithms : Membership
        Data that came, went, or has other scores.
    rescored : tuple of Rescored
        Whose scores are others, for each data set that has others.
    moves : tuple of Move
        Algorithms whose average rank is another, best first.
    differences : tuple of Replaced
        Critical differences.
    flips : tuple of Flip
        Conclusions that are others, about what both reports have.
    trust : tuple of TrustChange
        How far results can be trusted, as far as both reports tell it.
    """

    name: str
    datasets: Membership = Membership()
    algorithms: Membership = Membership()
    rescored: tuple[Rescored, ...] = ()
    moves: tuple[Move, ...] = ()
    differences: tuple[Replaced, ...] = ()
    flips: tuple[Flip, ...] = ()
    trust: tuple[TrustChange, ...] = ()

    def __bool__(self) -> bool:
        return any(
            (self.datasets, self.algorithms, self.moves, self.differences, self.flips, self.trust),
        )


@dataclass(frozen=True)
class Input:
    """A file or query that a report was made from, and what became of it; with the data sets it holds, if known."""

    path: str
    change: Literal["changed", "added", "gone"]
    datasets: tuple[str, ...] = ()


@dataclass(frozen=True)
class Changes:
    """All that changed from one report to another.

    Parameters
    ----------
    settings, versions : tuple of Replaced
        Keys of the study, and rankpress and its libraries.
    inputs : tuple of Input
        Where both reports have a manifest.
    metrics : Membership
        Metrics that came or went.
    by_metric : tuple of MetricChanges
        Of those that both have, as far as anything changed.
    exploratory : tuple of {"old", "new"}
        Reports whose p-values are exploratory; no change by itself.
    """

    settings: tuple[Replaced, ...] = ()
    versions: tuple[Replaced, ...] = ()
    inputs: tuple[Input, ...] = ()
    metrics: Membership = Membership()
    by_metric: tuple[MetricChanges, ...] = ()
    exploratory: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.settings or self.versions or self.inputs or self.metrics or self.by_metric)

    @property
    def flips(self) -> tuple[Flip, ...]:
        """All conclusions that changed."""
        return tuple(flip for metric in self.by_metric for flip in metric.flips)
