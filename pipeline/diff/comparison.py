"""From two reports to what changed between them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rankpress.diff.causes import Causes, CausesWithin, factors, rescored
from rankpress.diff.changes import (
    Changes,
    Flip,
    Membership,
    MetricChanges,
    Move,
    Replaced,
    TrustChange,
    changed_inputs,
    conclusions_of,
    places,
)
from rankpress.diff.counterfactuals import Imagined, Side
from rankpress.diff.stored_report import Kept, KeptMetric, KeptPower, KeptPowerPair, KeptReached, KeptReplicability
from rankpress.stages.conclude import Concluded, Conclusion, among

_LEVEL = 0.05  # at which all comparisons of draws together may call a change what is none


def changed_trust(before: KeptMetric, after: KeptMetric) -> Iterator[TrustChange]:
    """What sensitivity, draws and power say otherwise in the new report; of one that a report lacks, nothing."""
    then, now = _leader(before), _leader(after)
    if then and now and then != now:
        yield TrustChange("leader", then, now)
    if before.replicability is not None and after.replicability is not None:
        yield from _draws(before.replicability, after.replicability)
    if before.power is not None and after.power is not None and before.power.target == after.power.target:
        yield from _power(before.power, after.power)


def _leader(metric: KeptMetric) -> str:
    """Under how many variations who leads stands."""
    found = () if metric.sensitivity is None else metric.sensitivity.conclusions
    return next((f"{one.stands} of {one.tried} variations" for one in found if one.kind == "best-ranked"), "")


def _draws(before: KeptReplicability, after: KeptReplicability) -> Iterator[TrustChange]:
    """Pairs that other shares of draws tell apart, where both reports drew in the same way."""
    if (before.size, before.replacement, before.table_bias) != (after.size, after.replacement, after.table_bias):
        return
    earlier = {frozenset((one.a, one.b)): one.deciding for one in before.tabled}
    compared = [
        (one, then, now)
        for one in after.tabled
        if (then := earlier.get(frozenset((one.a, one.b)))) and (now := one.deciding) and then.method == now.method
    ]
    for one, then, now in compared:
        if _differ(then.rejections, before.draws, now.rejections, after.draws, _LEVEL / len(compared)):
            told = f"{then.rejections:,} of {before.draws:,}", f"{now.rejections:,} of {after.draws:,}"
            yield TrustChange("draws", *told, (one.a, one.b), bias=after.table_bias, method=now.method)


def _differ(one: int, of: int, other: int, of_other: int, level: float) -> bool:
    """Whether Fisher's exact test tells two numbers of draws apart, which is asked where their shares differ at all."""
    from scipy.stats import fisher_exact

    shares_differ = one * of_other != other * of
    return shares_differ and bool(fisher_exact([[one, of - one], [other, of_other - other]]).pvalue <= level)


def _power(before: KeptPower, after: KeptPower) -> Iterator[TrustChange]:
    # whoever ranks first is named first
    earlier = {frozenset((one.a, one.b)): one for one in before.pairs}
    for now in after.pairs:
        then = earlier.get(frozenset((now.a, now.b)))
        if then is not None:
            yield from _of_pair(then, now)


def _of_pair(then: KeptPowerPair, now: KeptPowerPair) -> Iterator[TrustChange]:
    needed = {one.difference: one.deciding.needed for one in then.by_datasets}
    for one in now.by_datasets:
        old, new = needed.get(one.difference), one.deciding.needed
        if old is not None and _apart(old, new):
            told = (_told(old, "{:.0f}"), _told(new, "{:.0f}"))
            yield TrustChange("datasets needed", *told, (now.a, now.b), one.difference)
    if _apart(then.deciding, now.deciding):
        told = (_told(then.deciding, "{:.3g}"), _told(now.deciding, "{:.3g}"))
        yield TrustChange("smallest difference", *told, (now.a, now.b))


def _apart(one: KeptReached, other: KeptReached) -> bool:
    """Whether their intervals have nothing in common."""
    (low, high), (other_low, other_high) = map(_interval, (one, other))
    return high < other_low or other_high < low


def _interval(one: KeptReached) -> tuple[float, float]:
    low, high = (math.inf if end is None else end for end in one.interval)
    return low, high


def _told(one: KeptReached, form: str) -> str:
    return one.why or form.format(one.at)


# Keys of a study that say how a report looks, and not what it finds.
_OF_LOOKS = ("title", "plot", "labels", "report")
_OF_TRUST = ("protocol", "sensitivity", "replicability", "power")


def compare_reports(old: Kept, new: Kept) -> Changes:
    """Tell what changed from one report to another."""
    before, after = old.results.metrics, new.results.metrics
    compared = (_of_metric(name, old, new) for name in after if name in before)
    return Changes(
        settings=tuple(_replaced_settings(old, new)),
        versions=tuple(_replaced_versions(old, new)),
        inputs=changed_inputs(old, new),
        metrics=_membership(before, after),
        by_metric=tuple(one for one in compared if one),
        exploratory=tuple(name for name, kept in (("old", old), ("new", new)) if _is_exploratory(kept)),
    )


def _is_exploratory(kept: Kept) -> bool:
    return any(metric.p_values == "exploratory" for metric in kept.results.metrics.values())


def _of_metric(name: str, old: Kept, new: Kept) -> MetricChanges:
    before, after = old.results.metrics[name], new.results.metrics[name]
    other_scores = rescored(before, after)
    remeasured = {name for one in other_scores for name in one.algorithms}
    datasets = _membership(before.datasets, after.datasets, (one.dataset for one in other_scores))
    algorithms = _membership(before.algorithms, after.algorithms, remeasured)
    moves, differences = tuple(_moves(before, after)), _differences(before, after)
    flips = tuple(_flips_with_causes(name, old, new, datasets, algorithms))
    trust = tuple(changed_trust(before, after))
    return MetricChanges(name, datasets, algorithms, other_scores, moves, differences, flips, trust)


def _flips_with_causes(name: str, old: Kept, new: Kept, datasets: Membership, algorithms: Membership) -> Iterator[Flip]:
    before, after = old.results.metrics[name], new.results.metrics[name]
    alphas = old.results.alpha, new.results.alpha
    shared = [one for one in after.algorithms if one in before.algorithms]
    flips = tuple(_flips(before, after, alphas, shared))
    if not flips:
        return
    sides = Side(before, old.deciding), Side(after, new.deciding)
    asked = frozenset(flip.conclusion for flip in flips if flip.conclusion.kind != "within")
    imagined = Imagined(*sides, tuple(factors(*sides, datasets, algorithms)), asked)
    over, within = Causes(imagined, shared, algorithms.changed), CausesWithin(before, after, alphas)
    for flip in flips:
        yield replace(flip, cause=(within if flip.conclusion.kind == "within" else over).of(flip))


def _flips(before: KeptMetric, after: KeptMetric, alphas: tuple[float, float], shared: Sequence[str]) -> Iterator[Flip]:
    """Conclusions about what both reports have that are others now."""
    old, new = conclusions_of(before, alphas[0]), conclusions_of(after, alphas[1])
    for conclusion, now in new.items():
        then = old.get(conclusion)
        if then is not None and _among_both(conclusion, then, shared) != _among_both(conclusion, now, shared):
            yield Flip(conclusion, then.verdict, now.verdict, then.p, now.p)


def _among_both(conclusion: Conclusion, concluded: Concluded, shared: Sequence[str]) -> object:
    return among(conclusion, concluded.verdict, shared)


def _moves(before: KeptMetric, after: KeptMetric) -> Iterator[Move]:
    old, new = places(before.average_ranks), places(after.average_ranks)
    for name in sorted(new, key=lambda one: (after.average_ranks[one], one)):
        if name in old:
            then, now = before.average_ranks[name], after.average_ranks[name]
            if (then, old[name]) != (now, new[name]):
                yield Move(name, then, now, old[name], new[name])


def _differences(before: KeptMetric, after: KeptMetric) -> tuple[Replaced, ...]:
    names = dict.fromkeys((*before.critical_difference, *after.critical_difference))
    pairs = [(name, *(_difference(metric, name) for metric in (before, after))) for name in names]
    return tuple(Replaced(*pair) for pair in pairs if pair[1] != pair[2])


def _difference(metric: KeptMetric, name: str) -> str:
    found = metric.critical_difference.get(name)
    return "" if found is None or found.cd is None else f"{found.cd:.3f}"


def _membership(old: Iterable[str], new: Iterable[str], changed: Iterable[str] = ()) -> Membership:
    """What came and went; changed ones in the order of the new ones."""
    before, after, other = dict.fromkeys(old), dict.fromkeys(new), set(changed)
    return Membership(
        added=tuple(name for name in after if name not in before),
        gone=tuple(name for name in before if name not in after),
        changed=tuple(name for name in after if name in other),
    )


def _replaced_settings(old: Kept, new: Kept) -> Iterator[Replaced]:
    """Keys of the study that have another value: of all it says where both reports tell that."""
    whole = old.manifest is not None and new.manifest is not None
    before, after = (one.settings if whole else one.results.settings for one in (old, new))
    if before and after:
        old_keys, new_keys = (
            dict(_flat({k: v for k, v in one.items() if k not in _OF_LOOKS})) for one in (before, after)
        )
    else:
        old_keys, new_keys = {"test.alpha": old.results.alpha}, {"test.alpha": new.results.alpha}
    for key in dict.fromkeys((*new_keys, *old_keys)):
        then, now = (_unless_empty(keys.get(key)) for keys in (old_keys, new_keys))
        if then != now:
            yield Replaced(key, *(_written(keys.get(key)) or _left_out(keys, key) for keys in (old_keys, new_keys)))


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Each key that has a value of its own; lists stay whole."""
    if isinstance(value, dict) and value:
        for key, inside in value.items():
            yield from _flat(inside, f"{path}.{key}".removeprefix("."))
    else:
        yield path, value


def _unless_empty(value: Any) -> Any:
    """The value; none of an empty list or mapping, which an earlier version may not know."""
    return None if value == [] or value == {} else value


def _left_out(keys: Mapping[str, Any], key: str) -> str:
    """What is told of a key without a value: of sections whose null is a default of its own, not that there is none."""
    section, _, inside = key.partition(".")
    return "left out" if inside and section in _OF_TRUST and key in keys and keys[key] is None else ""


def _written(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _replaced_versions(old: Kept, new: Kept) -> Iterator[Replaced]:
    before, after = old.versions, new.versions
    if before and after:
        for name in dict.fromkeys((*after, *before)):
            if before.get(name) != after.get(name):
                yield Replaced(name, before.get(name, ""), after.get(name, ""))
