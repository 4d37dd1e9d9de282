"""What changed between two reports: the documented keys of CHANGES.md, as types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rankpress.stages.conclude import Conclusion, Verdict

Change = Literal["changed", "added", "gone"]


@dataclass(frozen=True, order=True)
class Factor:
    """One difference between the reports: a setting, a data set, an algorithm, or which algorithm is cheaper."""

    kind: Literal["setting", "algorithm", "costs", "data set"]
    name: str = ""
    change: Change = "changed"


@dataclass(frozen=True)
class Cause:
    """What changed a conclusion, found by applying the changes one at a time."""

    alone: tuple[Factor, ...] = ()  # each flips it when applied to the old study
    needed: tuple[Factor, ...] = ()  # each flips it back when omitted from the new study
    together: tuple[Factor, ...] = ()  # where none flips it alone: a minimal set of changes that does
    tried: int = 0  # changes that were applied by themselves
    of: int = 0  # all changes
    why: str = ""  # why no cause is known, where none is


@dataclass(frozen=True)
class Flip:
    """A conclusion that changed, with its verdicts, as `Concluded` has them, and the p-values that decided."""

    conclusion: Conclusion
    old: Verdict
    new: Verdict
    old_p: float | None = None
    new_p: float | None = None
    cause: Cause = Cause()


@dataclass(frozen=True)
class Membership:
    """Names that are new, gone, or in both reports with other scores."""

    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.gone or self.changed)


@dataclass(frozen=True)
class Rescored:
    """A data set of both reports, and the algorithms with another mean on it; none where only folds differ."""

    dataset: str
    algorithms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Move:
    """An algorithm of both reports with another average rank or place; 1 is the best place, ties share one."""

    algorithm: str
    old_rank: float
    new_rank: float
    old_place: int
    new_place: int


@dataclass(frozen=True)
class Replaced:
    """A value that changed, as text; empty where there was none."""

    name: str
    old: str
    new: str


@dataclass(frozen=True)
class TrustChange:
    """A robustness result that changed beyond what its simulations leave open; CHANGES.md says what each kind is."""

    kind: Literal["leader", "datasets needed", "smallest difference", "draws"]
    old: str
    new: str
    pair: tuple[str, ...] = ()  # of power and draws
    effect: float | None = None  # the difference that needs the data sets
    bias: float | None = None  # of the draws
    method: str = ""  # the adjustment that decides on the draws, or the first test


@dataclass(frozen=True)
class MetricChanges:
    """What changed in one metric; moves are in the order of the new ranks."""

    name: str
    datasets: Membership = Membership()
    algorithms: Membership = Membership()
    rescored: tuple[Rescored, ...] = ()
    moves: tuple[Move, ...] = ()
    differences: tuple[Replaced, ...] = ()
    flips: tuple[Flip, ...] = ()
    trust: tuple[TrustChange, ...] = ()

    def __bool__(self) -> bool:
        return any((self.datasets, self.algorithms, self.moves, self.differences, self.flips, self.trust))


@dataclass(frozen=True)
class Input:
    """A file or query that changed, with the data sets that it holds, if its name says so."""

    path: str
    change: Change
    datasets: tuple[str, ...] = ()


@dataclass(frozen=True)
class Changes:
    """All that changed from one report to another.

    Parameters
    ----------
    settings, versions : tuple of Replaced
        Keys of the study; rankpress and its libraries.
    inputs : tuple of Input
        Where both reports have a manifest.
    metrics : Membership
        Metrics that are new or gone.
    by_metric : tuple of MetricChanges
        Metrics of both reports in which something changed.
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
