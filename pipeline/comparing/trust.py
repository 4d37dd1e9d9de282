"""What changed in how far results can be trusted: the leader's stability, tests on draws, and simulated power."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rankpress.comparing.changes import TrustChange
from rankpress.comparing.kept import KeptMetric
from rankpress.comparing.kept_trust import KeptPower, KeptPowerPair, KeptReached, KeptReplicability

_LEVEL = 0.05  # at which all comparisons of draws together may call a change what is none


def changed_trust(before: KeptMetric, after: KeptMetric) -> Iterator[TrustChange]:
    """What sensitivity, draws and power say otherwise in the new report; of one that a report lacks, nothing.

    Parameters
    ----------
    before, after : KeptMetric
        A metric in both reports.

    Yields
    ------
    TrustChange
        Of what was simulated only what Monte Carlo error does not explain.
    """
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
