"""From two reports to what changed between them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ValidationError

from rankpress.diff.causes import Causes, Side, about_within, cause_within, rescored, verdict_within
from rankpress.diff.changes import Changes, Flip, Input, Membership, MetricChanges, Move, Replaced, TrustChange
from rankpress.diff.stored_report import StoredManifest, StoredReport
from rankpress.sources.files import Captures, WrongPattern
from rankpress.stages.conclude import DIFFER, Concluded, Conclusion, about_pair, among, best_ranked
from rankpress.topics.results_model import MetricResult
from rankpress.topics.results_of_robustness import (
    DrawnPairResult,
    PowerPairResult,
    PowerResult,
    ReachedResult,
    ReplicabilityResult,
)

# Sections of a study that say how a report looks, and those whose null stands for a default of their own.
_OF_LOOKS = ("title", "plot", "labels", "report")
_OF_TRUST = ("protocol", "sensitivity", "replicability", "power")


def compare_reports(old: StoredReport, new: StoredReport) -> Changes:
    """Find what changed from one report to another."""
    before, after = old.results["metrics"], new.results["metrics"]
    of_metrics = (_of_metric(name, Side.of(old, name), Side.of(new, name)) for name in after if name in before)
    return Changes(
        settings=tuple(_settings(old, new)),
        versions=tuple(_replaced(old.versions, new.versions)) if old.versions and new.versions else (),
        inputs=() if old.manifest is None or new.manifest is None else tuple(_inputs(old.manifest, new.manifest)),
        metrics=_membership(before, after),
        by_metric=tuple(changes for changes in of_metrics if changes),
        exploratory=tuple(
            side
            for side, metrics in (("old", before), ("new", after))
            if any(metric.get("p_values") == "exploratory" for metric in metrics.values())
        ),
    )


def _of_metric(name: str, old: Side, new: Side) -> MetricChanges:
    before, after = old.metric, new.metric
    other_scores = rescored(before, after)
    remeasured = {algorithm for other_score in other_scores for algorithm in other_score.algorithms}
    datasets = _membership(before["datasets"], after["datasets"], {other_score.dataset for other_score in other_scores})
    algorithms = _membership(before["algorithms"], after["algorithms"], remeasured)
    flips = tuple(_flips(old, new))
    causes = Causes(old, new, datasets, algorithms, [flip.conclusion for flip in flips]) if flips else None
    return MetricChanges(
        name,
        datasets,
        algorithms,
        other_scores,
        tuple(_moves(before["average_ranks"], after["average_ranks"])),
        tuple(_replaced(_critical_differences(before), _critical_differences(after))),
        tuple(replace(flip, cause=_cause(flip, old, new, causes)) for flip in flips),
        tuple(_trust(before, after)),
    )


def _cause(flip: Flip, old: Side, new: Side, causes: Causes | None) -> Any:
    return cause_within(flip, old, new) if flip.conclusion.kind == "within" or causes is None else causes.of(flip)


def _flips(old: Side, new: Side) -> Iterator[Flip]:
    """Conclusions about what both reports have that changed."""
    shared = [name for name in new.metric["algorithms"] if name in old.metric["algorithms"]]
    before, after = conclusions_of(old.metric, old.alpha), conclusions_of(new.metric, new.alpha)
    for about, now in after.items():
        then = before.get(about)
        if then is not None and among(about, then.verdict, shared) != among(about, now.verdict, shared):
            yield Flip(about, then.verdict, now.verdict, then.p, now.p)


def conclusions_of(metric: MetricResult, alpha: float) -> dict[Conclusion, Concluded]:
    """Return all that a report concludes of a metric."""
    results = {Conclusion("best-ranked"): Concluded(best_ranked(metric["average_ranks"]))}
    for name, test in metric.get("omnibus", {}).items():
        p = test.get("p")
        results[Conclusion("omnibus", name)] = Concluded(DIFFER if p is not None and p <= alpha else (), p)
    best, ranking = metric.get("best"), metric.get("order", {}).get("ranking")
    if best is not None:
        named = best.get("algorithm")
        results[Conclusion("best")] = Concluded(() if named is None else ((named,),))
    for pair in metric.get("comparisons", ()):
        favours = pair.get("favours", pair["a"])  # reports that do not say it mean the better ranked
        for method, p in pair.get("adjusted", {}).items():
            significant = favours is not None and p is not None and p <= alpha
            results[about_pair(method, pair["a"], pair["b"])] = Concluded(((favours or "",),) if significant else (), p)
    for method, groups in metric.get("groups", {}).items():
        results[Conclusion("groups", method)] = Concluded(tuple(map(tuple, groups)))
    if ranking:
        results[Conclusion("order")] = Concluded((tuple(place["algorithm"] for place in ranking),))
    for item in metric.get("within", ()):
        about = about_within(item["test"], item["dataset"], item["a"], item["b"])
        results[about] = Concluded(verdict_within(item, alpha, metric["better"]), item.get("p"))
    return results


def _moves(before: Mapping[str, float], after: Mapping[str, float]) -> Iterator[Move]:
    old, new = sorted(before.values()), sorted(after.values())
    for name, now in sorted(after.items(), key=lambda item: (item[1], item[0])):
        then = before.get(name)
        if then is not None:
            move = Move(name, then, now, old.index(then) + 1, new.index(now) + 1)
            if (then, move.old_place) != (now, move.new_place):
                yield move


def _critical_differences(metric: MetricResult) -> dict[str, str]:
    result = metric.get("critical_difference", {})
    return {name: f"{cd:.3f}" for name, item in result.items() if (cd := item.get("cd")) is not None}


def _membership(old: Iterable[str], new: Iterable[str], changed: Iterable[str] = ()) -> Membership:
    before, after, other = dict.fromkeys(old), dict.fromkeys(new), set(changed)
    return Membership(
        added=tuple(name for name in after if name not in before),
        gone=tuple(name for name in before if name not in after),
        changed=tuple(name for name in after if name in other),
    )


def _replaced(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Replaced]:
    """Keys with another value; empty lists and mappings are no values, since an earlier version may not know them."""
    for key in dict.fromkeys((*after, *before)):
        then, now = (None if item.get(key) in ([], {}) else item.get(key) for item in (before, after))
        if then != now:
            yield Replaced(key, _written(before, key), _written(after, key))


def _written(keys: Mapping[str, Any], key: str) -> str:
    value = keys.get(key)
    if value is None:
        section, _, inside = key.partition(".")
        return "left out" if inside and section in _OF_TRUST and key in keys else ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _settings(old: StoredReport, new: StoredReport) -> Iterator[Replaced]:
    """Keys of the study that changed: of the whole study where both manifests have it, else of what decides."""
    if old.manifest is not None and new.manifest is not None:
        before, after = old.manifest["spec"], new.manifest["spec"]
    else:
        before, after = (item.results.get("settings", {}) for item in (old, new))
    if not before or not after:
        before, after = ({"test": {"alpha": item.results["alpha"]}} for item in (old, new))
    yield from _replaced(
        *(dict(_flat({k: v for k, v in item.items() if k not in _OF_LOOKS})) for item in (before, after))
    )


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Each key that has a value of its own; lists stay whole."""
    if isinstance(value, dict) and value:
        for key, inside in value.items():
            yield from _flat(inside, f"{path}.{key}".removeprefix("."))
    else:
        yield path, value


class _Columns(BaseModel):
    dataset: str = "dataset"


class _Rename(BaseModel):
    dataset: dict[str, str] = {}


class _Scores(BaseModel):
    files: tuple[str, ...] | None = ()
    columns: _Columns = _Columns()
    rename: _Rename = _Rename()


def _inputs(old: StoredManifest, new: StoredManifest) -> Iterator[Input]:
    """Yield the inputs that are new, gone or have other content."""
    before, after = ({item["path"]: item["sha256"] for item in manifest["inputs"]} for manifest in (old, new))
    datasets_before, datasets_after = _datasets(old), _datasets(new)
    for path, sha256 in after.items():
        if before.get(path) != sha256:
            yield Input(path, "changed" if path in before else "added", datasets_after.get(path, ()))
    yield from (Input(path, "gone", datasets_before.get(path, ())) for path in before if path not in after)


def _datasets(manifest: StoredManifest) -> Mapping[str, tuple[str, ...]]:
    """Return the data sets of each input whose path names them, as `runs/{dataset}.json` does."""
    try:
        scores = _Scores.model_validate(manifest["spec"].get("scores"))
    except ValidationError:
        return {}  # the spec of another version
    results = {}
    for item in manifest["inputs"]:
        names = [_captured(pattern, item["path"], scores.columns.dataset) for pattern in scores.files or ()]
        results[item["path"]] = tuple(dict.fromkeys(scores.rename.dataset.get(name, name) for name in names if name))
    return results


def _captured(pattern: str, path: str, column: str) -> str | None:
    try:
        captures = Captures.of(pattern)
        return None if captures is None else (captures.read(path) or {}).get(column)
    except WrongPattern:
        return None


_LEVEL = 0.05  # at which all comparisons of draws together may call a change what is none


def _trust(before: MetricResult, after: MetricResult) -> Iterator[TrustChange]:
    """Results of sensitivity, draws and power that changed; nothing of one that a report lacks."""
    then, now = _leader(before), _leader(after)
    if then and now and then != now:
        yield TrustChange("leader", then, now)
    drawn = before.get("replicability"), after.get("replicability")
    if drawn[0] is not None and drawn[1] is not None:
        yield from _draws(drawn[0], drawn[1])
    power = before.get("power"), after.get("power")
    if power[0] is not None and power[1] is not None and power[0]["target"] == power[1]["target"]:
        yield from _power(power[0], power[1])


def _leader(metric: MetricResult) -> str:
    """Under how many variations the leader is the same."""
    result = (metric.get("sensitivity") or {}).get("conclusions", [])
    return next(
        (f"{item['stands']} of {item['tried']} variations" for item in result if item["kind"] == "best-ranked"), ""
    )


def deciding_draws(result: ReplicabilityResult) -> dict[frozenset[str], tuple[DrawnPairResult, str, int]]:
    """Each pair at the bias of the tables, with the adjustment that decides, or the first test, and its rejections."""
    pairs = next(
        (index.get("comparisons", []) for index in result.get("biases", ()) if index["bias"] == result["table_bias"]),
        [],
    )
    decided = ((pair, next(iter((pair.get("adjusted") or pair.get("tests", {})).items()), None)) for pair in pairs)
    return {frozenset((pair["a"], pair["b"])): (pair, item[0], item[1]["rejections"]) for pair, item in decided if item}


def _draws(before: ReplicabilityResult, after: ReplicabilityResult) -> Iterator[TrustChange]:
    """Pairs with other shares of rejections, where both reports drew in the same way."""
    if any(before[key] != after[key] for key in ("size", "replacement", "table_bias")):
        return
    earlier = deciding_draws(before)
    both = [
        (pair, earlier[key][2], now, method)
        for key, (pair, method, now) in deciding_draws(after).items()
        if key in earlier and earlier[key][1] == method
    ]
    for pair, then, now, method in both:
        if _differ(then, before["draws"], now, after["draws"], _LEVEL / len(both)):
            texts = f"{then:,} of {before['draws']:,}", f"{now:,} of {after['draws']:,}"
            yield TrustChange("draws", *texts, (pair["a"], pair["b"]), bias=after["table_bias"], method=method)


def _differ(index: int, of: int, other: int, of_other: int, level: float) -> bool:
    """Return whether Fisher's exact test finds that two shares of rejections differ."""
    from scipy.stats import fisher_exact

    shares_differ = index * of_other != other * of
    return shares_differ and bool(fisher_exact([[index, of - index], [other, of_other - other]]).pvalue <= level)


def _power(before: PowerResult, after: PowerResult) -> Iterator[TrustChange]:
    earlier = {frozenset((item["a"], item["b"])): item for item in before.get("pairs", ())}
    for now in after.get("pairs", ()):
        then = earlier.get(frozenset((now["a"], now["b"])))
        if then is not None:
            yield from _power_of_pair(then, now)


def _power_of_pair(then: PowerPairResult, now: PowerPairResult) -> Iterator[TrustChange]:
    pair = now["a"], now["b"]
    earlier = {element["difference"]: element for element in then.get("by_datasets", ())}
    for item in now.get("by_datasets", ()):
        if item["difference"] in earlier:
            old, new = (_deciding(size["procedures"])["needed"] for size in (earlier[item["difference"]], item))
            if _apart(old, new):
                then_needed, now_needed = (side.get("why") or f"{side['datasets']:.0f}" for side in (old, new))
                yield TrustChange("datasets needed", then_needed, now_needed, pair, item["difference"])
    old, new = _deciding(then["smallest"]), _deciding(now["smallest"])
    if _apart(old, new):
        smallest, now_smallest = (side.get("why") or f"{side['difference']:.3g}" for side in (old, new))
        yield TrustChange("smallest difference", smallest, now_smallest, pair)


def _deciding(procedures: Mapping[str, Any]) -> Any:
    """Return what the procedure that decides finds: the second, if there is one."""
    return list(procedures.values())[:2][-1]


def _apart(result: ReachedResult, other: ReachedResult) -> bool:
    """Return whether two intervals are disjoint."""
    (low, high), (other_low, other_high) = (_ends(reached["interval"]) for reached in (result, other))
    return high < other_low or other_high < low


def _ends(interval: Sequence[float | None]) -> list[float]:
    return [math.inf if end is None else end for end in interval]
