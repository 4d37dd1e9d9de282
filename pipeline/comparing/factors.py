"""What differs between two reports and may have flipped a conclusion, each thing by itself."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from rankpress.comparing.changes import Factor, Membership, Rescored
from rankpress.comparing.imagined import COSTS, Side
from rankpress.comparing.kept import KeptMetric, KeptWithin
from rankpress.comparing.tables_of_scores import TablesOfScores

_LAST_BITS = 1e-12


def rescored(before: KeptMetric, after: KeptMetric) -> tuple[Rescored, ...]:
    """Data sets of both on which an algorithm of both has another mean, or two have another result within."""
    means = dict(TablesOfScores.of_metrics(before, after).changed())
    within = dict.fromkeys(_tested_otherwise(before, after))
    return tuple(Rescored(name, means.get(name, ())) for name in after.datasets if name in means or name in within)


def factors(old: Side, new: Side, datasets: Membership, algorithms: Membership) -> Iterator[Factor]:
    """All that differs, but the scores of single algorithms: those are told by the data sets they are on."""
    keys = dict.fromkeys((*old.deciding, *new.deciding))
    changed = [key for key in keys if old.deciding.get(key) != new.deciding.get(key)]
    yield from (Factor("setting", key) for key in changed)
    members_of: tuple[tuple[Literal["algorithm", "data set"], Membership], ...]
    members_of = ("algorithm", replace(algorithms, changed=())), ("data set", datasets)
    for kind, members in members_of:
        yield from (Factor(kind, name, "changed") for name in members.changed)
        yield from (Factor(kind, name, "added") for name in members.added)
        yield from (Factor(kind, name, "gone") for name in members.gone)
    if _prior_among(old, new) != _prior_among(new, old) and not any(key.startswith("order") for key in changed):
        yield COSTS


def _prior_among(side: Side, other: Side) -> list[str]:
    """Who is cheaper, of the algorithms of both."""
    return [name for name in side.metric.order.prior if name in other.metric.order.prior]


def _tested_otherwise(before: KeptMetric, after: KeptMetric) -> Iterator[str]:
    old, new = (_by_pair(metric) for metric in (before, after))
    yield from (of_pair[0] for of_pair, found in new.items() if of_pair in old and not _alike(old[of_pair], found))


def _by_pair(metric: KeptMetric) -> Mapping[tuple[str, ...], KeptWithin]:
    return {(one.dataset, one.test, *sorted((one.a, one.b))): one for one in metric.within}


def _alike(old: KeptWithin, new: KeptWithin) -> bool:
    """Whether a test found the same, whichever algorithm is named first, and whatever a version does to last bits."""
    pairs = ((old.difference, new.difference), (old.standard_error, new.standard_error))
    return all(
        a == b
        or (a is not None and b is not None and math.isclose(abs(a), abs(b), rel_tol=_LAST_BITS, abs_tol=_LAST_BITS))
        for a, b in pairs
    )
