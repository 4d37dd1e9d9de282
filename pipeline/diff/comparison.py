"""From two reports to what changed between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rankpress.core.numbers import fixed, p_text, rank_text
from rankpress.diff.causes import Causes, Side
from rankpress.diff.changes import Change, Factor, Kind
from rankpress.diff.stored_report import StoredReport
from rankpress.stages.conclude import Conclusion, among
from rankpress.topics.results_model import MetricResult

# Sections of a study that say how a report looks.
_OF_LOOKS = ("title", "plot", "labels", "report")
_KINDS: Mapping[str, Kind] = {
    "best-ranked": "leader",
    "best": "leader",
    "omnibus": "verdict",
    "pair": "verdict",
    "within": "within",
    "groups": "group",
    "order": "order",
}


class Number(NamedTuple):
    """A number of a metric's results, compared as it is shown."""

    kind: Kind
    about: str
    values: Callable[[MetricResult], Mapping[str, Any]]  # by test or adjustment; average ranks by algorithm
    shown: Callable[[Any], str]


def _places(metric: MetricResult) -> dict[str, list[float]]:
    """Return the average rank and the place of each algorithm, best first; ties share a place."""
    ranks = metric["average_ranks"]
    listed = sorted(ranks.values())
    return {name: [ranks[name], listed.index(ranks[name]) + 1] for name in sorted(ranks, key=lambda n: (ranks[n], n))}


def _of_each(key: str, inside: str) -> Callable[[MetricResult], Mapping[str, Any]]:
    return lambda metric: {name: item.get(inside) for name, item in metric.get(key, {}).items()}  # type: ignore[attr-defined]


def _concordance(metric: MetricResult) -> dict[str, float | None]:
    return {"": (metric.get("concordance") or {}).get("kendall_w")}


def _leader_stands(metric: MetricResult) -> dict[str, str]:
    listed = (metric.get("sensitivity") or {}).get("conclusions", ())
    stands = [f"{item['stands']} of {item['tried']}" for item in listed if item["kind"] == "best-ranked"]
    return dict.fromkeys([""], stands[0]) if stands else {}


NUMBERS = (
    Number("rank", "average rank", _places, lambda value: f"{rank_text(value[0])} (place {value[1]:.0f})"),
    Number("number", "p-value of the omnibus test", _of_each("omnibus", "p"), p_text),
    Number("number", "critical difference", _of_each("critical_difference", "cd"), lambda value: fixed(value, 3)),
    Number("number", "Kendall's W", _concordance, lambda value: fixed(value, 2)),
    Number("number", "variations under which the leader stays", _leader_stands, str),
)


def compare_reports(old: StoredReport, new: StoredReport) -> tuple[Change, ...]:
    """Find what changed from one report to another, conclusions first."""
    before, after = old.results["metrics"], new.results["metrics"]
    of_metrics = (
        change
        for name in after
        if name in before
        for change in _of_metric(name, Side.of(old, name), Side.of(new, name))
    )
    both = old.manifest is not None and new.manifest is not None
    return (
        *of_metrics,
        *_lists("metrics", before, after),
        *_replaced("setting", *_settings(old, new)),
        *(_replaced("input", _hashes(old), _hashes(new)) if both else ()),
        *(_replaced("version", old.versions, new.versions) if both else ()),
    )


def _of_metric(name: str, old: Side, new: Side) -> Iterator[Change]:
    before, after = old.conclusions, new.conclusions
    flips = [about for about in after if about in before and _differs(about, old, new)]
    causes = Causes(old, new, flips)
    for about in flips:
        then, now = before[about], after[about]
        values = then.verdict, now.verdict, then.p, now.p, causes.of(about)
        yield Change(_KINDS[about.kind], about.kind, name, about.method, about.subject, *values)
    for kind, number, values_of, shown in NUMBERS:
        earlier = values_of(old.metric)
        for key, value in values_of(new.metric).items():
            if key in earlier and shown(earlier[key]) != shown(value):
                method, subject = ("", (key,)) if kind == "rank" else (key, ())
                yield Change(kind, number, name, method, subject, earlier[key], value)
    yield from _lists("data sets", old.metric["datasets"], new.metric["datasets"], name)
    yield from _lists("algorithms", old.metric["algorithms"], new.metric["algorithms"], name)
    if rescored := [factor.name for factor in causes.factors if factor == Factor("data set", factor.name)]:
        yield Change("data", "data sets with other scores", name, new=rescored)
    costs = [side.metric.get("order", {}).get("prior") for side in (old, new)]
    if costs[0] != costs[1]:
        yield Change("data", "algorithms by cost", name, old=costs[0], new=costs[1])


def _differs(about: Conclusion, old: Side, new: Side) -> bool:
    shared = {*old.metric["algorithms"]} & {*new.metric["algorithms"]}
    then, now = (among(about, side.conclusions[about].verdict, shared) for side in (old, new))
    return then != now


def _lists(what: str, old: Iterable[str], new: Iterable[str], metric: str = "") -> Iterator[Change]:
    """Yield the names that were removed, and those that are new."""
    before, after = dict.fromkeys(old), dict.fromkeys(new)
    if removed := [name for name in before if name not in after]:
        yield Change("data", f"removed {what}", metric, old=removed)
    if added := [name for name in after if name not in before]:
        yield Change("data", f"new {what}", metric, new=added)


def _replaced(kind: Kind, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    """Keys with another value; empty lists and mappings are no values: an earlier version may not know them."""
    for key in dict.fromkeys((*after, *before)):
        then, now = (None if item.get(key) in ([], {}) else item.get(key) for item in (before, after))
        if then != now:
            yield Change(kind, key, old=then, new=now)


def _settings(old: StoredReport, new: StoredReport) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the keys of both studies: of the whole spec where both manifests have it, else of what decides."""
    if old.manifest is not None and new.manifest is not None:
        sides = [report.manifest["spec"] for report in (old, new) if report.manifest]
    else:
        sides = [report.results.get("settings", {}) for report in (old, new)]
    if not all(sides):
        sides = [{"test": {"alpha": report.results["alpha"]}} for report in (old, new)]
    flat = [dict(_flat({key: value for key, value in side.items() if key not in _OF_LOOKS})) for side in sides]
    return flat[0], flat[1]


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each key that has a value of its own; lists stay whole."""
    if isinstance(value, dict) and value:
        for key, inside in value.items():
            yield from _flat(inside, f"{path}.{key}".removeprefix("."))
    else:
        yield path, value


def _hashes(report: StoredReport) -> dict[str, str]:
    return {} if report.manifest is None else {item["path"]: item["sha256"] for item in report.manifest["inputs"]}
