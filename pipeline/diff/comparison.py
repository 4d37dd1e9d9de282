"""From two reports to what changed between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rankpress.diff.causes import SECTIONS, Side, single_causes
from rankpress.diff.changes import Change, Kind, Place, Rank, Verdict
from rankpress.stages.conclude import Conclusion, about_pair, among, best_ranked

if TYPE_CHECKING:
    from rankpress.diff.stored_report import StoredReport
    from rankpress.topics.results_model import MetricResult

_KINDS: Mapping[str, Kind] = {
    "best-ranked": "leader",
    "best": "best",
    "omnibus": "verdict",
    "pair": "verdict",
    "groups": "group",
    "order": "order",
}
_OF_LOOKS = ("title", "plot", "labels", "report")  # sections of a study
_BY_COST: Place = ("algorithms", "by cost")


def compare_reports(old: StoredReport, new: StoredReport) -> tuple[Change, ...]:
    """Compare two reports, conclusions first."""
    before, after = old.results["metrics"], new.results["metrics"]
    of_settings = _settings(old, new), _settings(new, old)
    of_study = [*_other_values("setting", *of_settings)]
    if old.manifest and new.manifest:
        of_study += _other_values("input", old.inputs, new.inputs)
        of_study += _other_values("version", old.versions, new.versions)
    of_metrics: list[Change] = []
    for name in after:
        if name in before:
            data = [*_data(name, before[name], after[name])]
            sides = Side(before[name], of_settings[0]), Side(after[name], of_settings[1])
            of_metrics += _concluded(name, *sides, [*data, *of_study])
            of_metrics += _ranked(name, before[name], after[name])
            of_metrics += data
    return (*of_metrics, *_members("metrics", before, after), *of_study)


def _concluded(metric: str, old: Side, new: Side, differences: Sequence[Change]) -> Iterator[Change]:
    """Yield the conclusions that differ, groups and orders among the algorithms of both, with their causes."""

    def verdict(about: Conclusion, value: Any) -> object:
        return (value.significant, value.better) if isinstance(value, Verdict) else among(about, value, shared)

    shared = {*old.metric["algorithms"]} & {*new.metric["algorithms"]}
    before, after = _conclusions(old), _conclusions(new)
    flipped = [item for item in after if item in before and verdict(item, before[item]) != verdict(item, after[item])]
    settings = [item.place for item in differences if item.kind == "setting" and _section(item) in SECTIONS]
    names = [(item, name) for item in differences if item.kind == "data" for name in item.before or item.after]
    data = [(*item.place, name) for item, name in names if item.place != _BY_COST]
    causes = single_causes(old, new, (*settings, *data), flipped)
    for about in flipped:
        change = Change(_KINDS[about.kind], about.subject, before[about], after[about], metric, about.method)
        cause = causes.get(about, ())
        yield replace(change, cause=cause, possible=() if cause else _possible(change.kind, differences))


def _possible(kind: Kind, differences: Sequence[Change]) -> tuple[Place, ...]:
    """Return the lists of data and the settings that differ and decide a conclusion of this kind, or else versions."""
    by_cost = kind in ("best", "order")
    sections = ("scores", "rank") if kind == "leader" else ("scores", *SECTIONS, *["order"] * by_cost)
    lists = [item.place for item in differences if item.kind == "data" and (by_cost or item.place != _BY_COST)]
    settings = [item.place for item in differences if item.kind == "setting" and _section(item) in sections]
    return (*lists, *settings) or tuple(item.place for item in differences if item.kind == "version")


def _section(change: Change) -> str:
    return change.place[0].partition(".")[0]


def _conclusions(side: Side) -> dict[Conclusion, Any]:
    """Return all that a report concludes of a metric."""

    def verdict(p: float | None, favours: str | None) -> Verdict:
        significant = favours is not None and p is not None and p <= side.settings["test.alpha"]
        return Verdict(significant, (favours or None) if significant else None, p)

    metric = side.metric
    concluded: dict[Conclusion, Any] = {Conclusion("best-ranked"): best_ranked(metric["average_ranks"])}
    if (best := metric.get("best")) is not None:
        named = best.get("algorithm")
        concluded[Conclusion("best")] = () if named is None else ((named,),)
    for method, test in metric.get("omnibus", {}).items():
        concluded[Conclusion("omnibus", method)] = verdict(test.get("p"), "")
    for pair in metric.get("comparisons", ()):
        favours = pair.get("favours", pair["a"])  # reports that do not say it mean the better ranked
        for method, p in pair.get("adjusted", {}).items():
            concluded[about_pair(method, pair["a"], pair["b"])] = verdict(p, favours)
    for method, groups in metric.get("groups", {}).items():
        concluded[Conclusion("groups", method)] = groups
    if ranking := metric.get("order", {}).get("ranking"):
        concluded[Conclusion("order")] = ([place["algorithm"] for place in ranking],)
    return concluded


def _ranked(metric: str, old: MetricResult, new: MetricResult) -> Iterator[Change]:
    """Yield the average ranks that differ in two decimals, or in their place; ties share a place."""
    sides = [(side["average_ranks"], sorted(side["average_ranks"].values())) for side in (old, new)]
    for name in sorted(sides[1][0], key=lambda name: (sides[1][0][name], name)):
        if name in sides[0][0]:
            then, now = (Rank(ranks[name], in_order.index(ranks[name]) + 1) for ranks, in_order in sides)
            if (round(then.average, 2), then.place) != (round(now.average, 2), now.place):
                yield Change("rank", (name,), then, now, metric)


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
