"""What changed in how far results can be trusted: the leader's stability, and what simulated power asks for."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rankpress.comparing.changes import TrustChange
from rankpress.comparing.kept import KeptMetric
from rankpress.comparing.kept_trust import KeptPower, KeptPowerPair, KeptReached


def changed_trust(before: KeptMetric, after: KeptMetric) -> Iterator[TrustChange]:
    """What sensitivity and power say otherwise in the new report; of one that a report lacks, nothing.

    Parameters
    ----------
    before, after : KeptMetric
        A metric in both reports.

    Yields
    ------
    TrustChange
        Of what was simulated only what lies outside of the other's interval on both sides.
    """
    then, now = _leader(before), _leader(after)
    if then and now and then != now:
        yield TrustChange("leader", then, now)
    if before.power is not None and after.power is not None and before.power.target == after.power.target:
        yield from _power(before.power, after.power)


def _leader(metric: KeptMetric) -> str:
    """Under how many variations who leads stands."""
    found = () if metric.sensitivity is None else metric.sensitivity.conclusions
    return next((f"{one.stands} of {one.tried} variations" for one in found if one.kind == "best-ranked"), "")


def _power(before: KeptPower, after: KeptPower) -> Iterator[TrustChange]:
    earlier = {(one.a, one.b): one for one in before.pairs}
    for now in after.pairs:
        then = earlier.get((now.a, now.b))
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
    """Whether each lies outside of the interval of the other."""
    return not (_within(one, other) or _within(other, one))


def _within(one: KeptReached, other: KeptReached) -> bool:
    low, high = (math.inf if end is None else end for end in other.interval)
    return low <= (math.inf if one.at is None else one.at) <= high


def _told(one: KeptReached, form: str) -> str:
    return one.why or form.format(one.at)
