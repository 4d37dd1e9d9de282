"""What changed between two reports, in one list: conclusions, ranks, data, settings, inputs and versions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from rankpress.diff.stored_report import StoredReport
    from rankpress.topics.results_model import MetricResult

Kind = Literal["leader", "best", "verdict", "group", "order", "rank", "data", "setting", "input", "version"]

# What each kind is called in a sentence; the first five are conclusions.
NOUNS: Mapping[Kind, str] = {
    "leader": "leader",
    "best": "best algorithm",
    "verdict": "verdict",
    "group": "grouping",
    "order": "cost-aware order",
    "rank": "average rank",
    "data": "list of names",
    "setting": "setting",
    "input": "input",
    "version": "version",
}
CONCLUSIONS: tuple[Kind, ...] = ("leader", "best", "verdict", "group", "order")
# What `--fail-on` takes, in addition to a kind.
FAIL_ON: Mapping[str, tuple[Kind, ...]] = {"conclusion": CONCLUSIONS, "any": tuple(NOUNS)}
_OF_LOOKS = ("title", "plot", "labels", "report")
_BY_COST = ("algorithms", "by cost")


@dataclass(frozen=True)
class Verdict:
    """What a test concludes."""

    significant: bool
    better: str | None  # the better algorithm; None without a significant difference, and of all algorithms together
    p: float | None  # adjusted for a pair


@dataclass(frozen=True)
class Rank:
    """An average rank and its place, 1 for the best; ties share a place."""

    average: float
    place: int


@dataclass(frozen=True)
class Change:
    """A conclusion, rank, setting or input with another value."""

    kind: Kind
    place: tuple[str, ...]  # what has another value: see CHANGES.md
    before: Any = None  # None where there is none
    after: Any = None
    metric: str = ""  # empty of what belongs to the whole study
    method: str = ""  # the test or adjustment
    cause: tuple[str, ...] = ()  # of a conclusion: the data and settings that differ and decide it, or else versions


def fails(changes: Iterable[Change], requested: Collection[str]) -> bool:
    """Return whether something changed that the user fails on."""
    kinds = {kind for name in requested for kind in FAIL_ON.get(name, (name,))}
    return any(change.kind in kinds for change in changes)


def changes_results(changes: Collection[Change]) -> dict[str, Any]:
    """Return the changes as CHANGES.md documents them."""
    count = sum(change.kind in CONCLUSIONS for change in changes)
    return {"schema": "rankpress.changes/3", "conclusions_changed": count, "changes": [*map(asdict, changes)]}


def data_text(place: tuple[str, ...]) -> str:
    """Name a list of data, such as "data sets added"."""
    return " ".join(place).replace("datasets", "data sets")


def compare_reports(old: StoredReport, new: StoredReport) -> tuple[Change, ...]:
    """Compare two reports, conclusions first."""
    before, after = old.results["metrics"], new.results["metrics"]
    settings = tuple(_other_values("setting", _settings(old, new), _settings(new, old)))
    versions: tuple[Change, ...] = ()
    inputs: tuple[Change, ...] = ()
    if old.manifest and new.manifest:
        inputs = tuple(_other_values("input", old.inputs, new.inputs))
        versions = tuple(_other_values("version", old.versions, new.versions))
    of_metrics: list[Change] = []
    for name in after:
        if name in before:
            data = tuple(_data(name, before[name], after[name]))
            for change in _concluded(name, before[name], after[name], (old.results["alpha"], new.results["alpha"])):
                cause = _cause(change.kind, data, settings) or tuple(item.place[0] for item in versions)
                of_metrics.append(replace(change, cause=cause) if change.kind in CONCLUSIONS else change)
            of_metrics += data
    return (*of_metrics, *_members("metrics", before, after), *settings, *inputs, *versions)


def _cause(kind: Kind, data: Iterable[Change], settings: Iterable[Change]) -> tuple[str, ...]:
    """Name the data and the keys of the study that differ and decide a conclusion of this kind."""
    by_cost = kind in ("best", "order")
    sections = ("scores", "rank") if kind == "leader" else ("scores", "rank", "test", "adjust", *["order"] * by_cost)
    lists = [data_text(item.place) for item in data if by_cost or item.place != _BY_COST]
    return (*lists, *(item.place[0] for item in settings if item.place[0].partition(".")[0] in sections))


def _concluded(metric: str, old: MetricResult, new: MetricResult, levels: tuple[float, float]) -> Iterator[Change]:
    """Yield the conclusions and ranks that differ; groups and orders are compared among the algorithms of both."""
    from rankpress.stages.conclude import Conclusion, among  # knows numpy, which the command line does without

    def comparable(kind: Kind, value: Any) -> object:
        if kind in ("group", "order"):
            return among(Conclusion("groups" if kind == "group" else "order"), value, shared)
        if isinstance(value, Verdict):
            return value.significant, value.better
        return (round(value.average, 2), value.place) if isinstance(value, Rank) else value

    shared = {*old["algorithms"]} & {*new["algorithms"]}
    before, after = _conclusions(old, levels[0]), _conclusions(new, levels[1])
    for about, value in after.items():
        kind, method, place = about
        if about in before and comparable(kind, before[about]) != comparable(kind, value):
            yield Change(kind, place, before[about], value, metric, method)


def _conclusions(metric: MetricResult, alpha: float) -> dict[tuple[Kind, str, tuple[str, ...]], Any]:
    """Return all that a report concludes of a metric, by kind, method and place."""

    def verdict(p: float | None, favours: str | None) -> Verdict:
        significant = favours is not None and p is not None and p <= alpha
        return Verdict(significant, (favours or None) if significant else None, p)

    ranks, best = metric["average_ranks"], metric.get("best")
    in_order = sorted(ranks.values())
    concluded: dict[tuple[Kind, str, tuple[str, ...]], Any] = {
        ("leader", "", ()): sorted(name for name, rank in ranks.items() if rank == in_order[0])
    }
    if best is not None:
        concluded["best", "", ()] = [name for name in (best.get("algorithm"),) if name]
    for method, test in metric.get("omnibus", {}).items():
        concluded["verdict", method, ()] = verdict(test.get("p"), "")
    for pair in metric.get("comparisons", ()):
        place, favours = tuple(sorted((pair["a"], pair["b"]))), pair.get("favours", pair["a"])
        for method, p in pair.get("adjusted", {}).items():
            concluded["verdict", method, place] = verdict(p, favours)
    for method, groups in metric.get("groups", {}).items():
        concluded["group", method, ()] = groups
    if ranking := metric.get("order", {}).get("ranking"):
        concluded["order", "", ()] = [[place["algorithm"] for place in ranking]]
    for name in sorted(ranks, key=lambda name: (ranks[name], name)):
        concluded["rank", "", (name,)] = Rank(ranks[name], in_order.index(ranks[name]) + 1)
    return concluded


def _data(metric: str, old: MetricResult, new: MetricResult) -> Iterator[Change]:
    """Yield the lists of data that differ."""
    yield from _members("datasets", old["datasets"], new["datasets"], metric)
    yield from _members("algorithms", old["algorithms"], new["algorithms"], metric)
    before, after = (side.get("means") or {} for side in (old, new))
    both = [name for name in after if name in before]
    if rescored := [name for name in both if any(before[name].get(a, x) != x for a, x in after[name].items())]:
        yield Change("data", ("datasets", "with other scores"), None, rescored, metric)
    costs, now = (side.get("order", {}).get("prior") for side in (old, new))
    if costs != now:
        yield Change("data", _BY_COST, costs, now, metric)


def _members(what: str, old: Iterable[str], new: Iterable[str], metric: str = "") -> Iterator[Change]:
    before, after = dict.fromkeys(old), dict.fromkeys(new)
    if removed := [name for name in before if name not in after]:
        yield Change("data", (what, "removed"), removed, None, metric)
    if added := [name for name in after if name not in before]:
        yield Change("data", (what, "added"), None, added, metric)


def _other_values(kind: Kind, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    """Yield keys with another value; empty lists and mappings are no values: an earlier version may not know them."""
    for key in dict.fromkeys((*after, *before)):
        then, now = (None if values.get(key) in ([], {}) else values.get(key) for values in (before, after))
        if then != now:
            yield Change(kind, (key,), then, now)


def _settings(report: StoredReport, other: StoredReport) -> dict[str, Any]:
    """Return the keys of the study: of all its sections where both manifests have them, else of those that decide."""
    spec = report.manifest["spec"] if report.manifest and other.manifest else report.results.get("settings", {})
    compared = {key: value for key, value in spec.items() if key not in _OF_LOOKS}
    return {"test.alpha": report.results["alpha"], **dict(_flat(compared))}


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each key that has a value of its own; lists stay whole."""
    if isinstance(value, dict) and value:
        for key, inside in value.items():
            yield from _flat(inside, f"{path}.{key}".removeprefix("."))
    else:
        yield path, value
