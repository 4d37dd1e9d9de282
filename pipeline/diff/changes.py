"""What changed between two reports, as plain data: inputs, settings, verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter, ValidationError

from rankpress.diff.stored_report import Kept, KeptManifest, KeptMetric, KeptPair, KeptWithin
from rankpress.sources.files import Captures, WrongPattern
from rankpress.spec.model import AdjustMethod, OrderOptions, RankOptions, TestOptions
from rankpress.stages.conclude import DIFFER, Concluded, Conclusion, Verdict, about_pair, best_ranked


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


class _Columns(BaseModel):
    dataset: str = "dataset"


class _Rename(BaseModel):
    dataset: dict[str, str] = {}


class _Scores(BaseModel):
    files: tuple[str, ...] | None = ()
    columns: _Columns = _Columns()
    rename: _Rename = _Rename()


def changed_inputs(old: Kept, new: Kept) -> tuple[Input, ...]:
    """The inputs that came, went or have other content; none where a report does not list its inputs."""
    return () if old.manifest is None or new.manifest is None else tuple(_changed(old.manifest, new.manifest))


def _changed(old: KeptManifest, new: KeptManifest) -> Iterator[Input]:
    before, after = ({one.path: one.sha256 for one in kept.inputs} for kept in (old, new))
    told_before, told_after = _datasets(old), _datasets(new)
    for path, sha256 in after.items():
        if before.get(path) != sha256:
            yield Input(path, "changed" if path in before else "added", told_after.get(path, ()))
    yield from (Input(path, "gone", told_before.get(path, ())) for path in before if path not in after)


def _datasets(kept: KeptManifest) -> Mapping[str, tuple[str, ...]]:
    """The data set of each input whose path tells it, as `runs/{dataset}.json` does."""
    try:
        scores = _Scores.model_validate(kept.spec.get("scores"))
    except ValidationError:
        return {}  # the spec of another version
    patterns = [captures for pattern in scores.files or () if (captures := _captures(pattern))]
    found = {}
    for one in kept.inputs:
        names = [name for captures in patterns if (name := _captured(captures, one.path, scores.columns.dataset))]
        found[one.path] = tuple(dict.fromkeys(scores.rename.dataset.get(name, name) for name in names))
    return found


def _captures(pattern: str) -> Captures | None:
    try:
        return Captures.of(pattern)
    except WrongPattern:
        return None


def _captured(captures: Captures, path: str, column: str) -> str | None:
    try:
        return (captures.read(path) or {}).get(column)
    except WrongPattern:
        return None


def conclusions_of(metric: KeptMetric, alpha: float) -> dict[Conclusion, Concluded]:
    """All that a report concludes of a metric."""
    found = {
        Conclusion("omnibus", name): Concluded(DIFFER if _at_most(test.p, alpha) else (), test.p)
        for name, test in metric.omnibus.items()
    }
    found[Conclusion("best-ranked")] = Concluded(best_ranked(metric.average_ranks))
    if metric.best is not None:
        found[Conclusion("best")] = Concluded(() if metric.best.algorithm is None else ((metric.best.algorithm,),))
    for pair in metric.comparisons:
        for method, p in pair.adjusted.items():
            winner = _winner(pair) if _at_most(p, alpha) else None
            found[about_pair(method, pair.a, pair.b)] = Concluded(() if winner is None else ((winner,),), p)
    found |= {Conclusion("groups", method): Concluded(groups) for method, groups in metric.groups.items()}
    if metric.order.ranking:
        found[Conclusion("order")] = Concluded((tuple(place.algorithm for place in metric.order.ranking),))
    return found | {
        about_within(one): Concluded(verdict_within(one, alpha, metric.better), one.p) for one in metric.within
    }


def verdict_within(one: KeptWithin, alpha: float, better: str) -> Verdict:
    """Who is better on a data set, at a level."""
    if not one.difference or not _at_most(one.p, alpha):
        return ()
    return ((one.a if (one.difference < 0) == (better == "lower") else one.b,),)


def about_within(one: KeptWithin) -> Conclusion:
    """The conclusion whether two algorithms differ on a data set."""
    return Conclusion("within", one.test, (one.dataset, *sorted((one.a, one.b))))


def _winner(pair: KeptPair) -> str | None:
    """Whom the test favours; in reports that do not say, the better ranked."""
    return pair.favours if "favours" in pair.model_fields_set else pair.a


def _at_most(p: float | None, alpha: float) -> bool:
    return p is not None and p <= alpha


def places(average_ranks: Mapping[str, float]) -> dict[str, int]:
    """The place of each algorithm, 1 the best; equal ones share the better place."""
    ordered: Sequence[float] = sorted(average_ranks.values())
    return {name: ordered.index(rank) + 1 for name, rank in average_ranks.items()}


SECTIONS = ("rank", "test", "adjust", "order")
# What these ask for is a conclusion of its own, or tells nothing of it.
_OF_OTHERS = ("test.omnibus", "test.within", "test.tuning_runs")
_ADJUST: TypeAdapter[tuple[AdjustMethod, ...]] = TypeAdapter(tuple[AdjustMethod, ...])
_ORDER: TypeAdapter[OrderOptions | None] = TypeAdapter(OrderOptions | None)
_PLAIN: TypeAdapter[object] = TypeAdapter(object)
BETTER, MISSING, ALPHA = "better", "scores.missing", "test.alpha"
# Of the settings of an order these are not about who comes first where no test tells two apart.
ORDER_TESTS = ("order.within", "order.adjust")


@dataclass(frozen=True)
class Options:
    """Settings as the stages take them."""

    rank: RankOptions
    test: TestOptions
    adjust: tuple[AdjustMethod, ...]
    order: OrderOptions | None


def deciding(metric: KeptMetric, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings by the keys that a user knows them by, those that are null left out."""
    found: dict[str, Any] = {BETTER: metric.better, MISSING: metric.missing.policy}
    for section in SECTIONS:
        value = settings.get(section)
        found |= (
            {f"{section}.{key}": inside for key, inside in value.items()}
            if isinstance(value, Mapping)
            else {section: value}
        )
    return {key: value for key, value in found.items() if key not in _OF_OTHERS and value is not None}


def options_of(values: Mapping[str, Any]) -> Options:
    """The settings as the stages take them; no omnibus test."""
    return Options(
        RankOptions.model_validate_json(_json(_section(values, "rank"))),
        TestOptions.model_validate_json(_json({**_section(values, "test"), "within": "none", "omnibus": []})),
        _ADJUST.validate_json(_json(values["adjust"])),
        _ORDER.validate_json(_json(_section(values, "order") or None)),
    )


def _section(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key.removeprefix(f"{name}."): value for key, value in values.items() if key.startswith(f"{name}.")}


def _json(value: object) -> str:
    """As JSON: a tuple of the study is a list there."""
    return _PLAIN.dump_json(value).decode()
