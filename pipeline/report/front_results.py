"""Fronts of undominated algorithms in results.json."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.report.plain import Json, by_name
from rankpress.stats.front import Front


def front_results(analysis: Analysis) -> Iterator[Json]:
    """The front by each cost.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Yields
    ------
    dict
    """
    names = analysis.names
    for one in analysis.fronts:
        told: Json = {
            "cost": one.cost,
            "costs": None if one.costs is None else by_name(names, one.costs),
            "by_rank": _of_front(one.by_rank, names),
            "scores": None if one.scores is None else by_name(names, one.scores),
            "by_score": _of_front(one.by_score, names),
        }
        yield {**told, "why": one.why} if one.why else told


def _of_front(front: Front | None, names: Sequence[str]) -> Json | None:
    if front is None:
        return None
    return {
        "members": [names[i] for i in front.members],
        "dominated_by": {names[i]: names[by] for i, by in enumerate(front.dominated_by) if by is not None},
    }
