"""Intervals of ranks: their column, sentences and results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rankpress.analysis import Analysis
from rankpress.core.bibliography import cite
from rankpress.core.plain_data import Json, picked
from rankpress.core.table import Cell
from rankpress.stats.rank_intervals import RankIntervals
from rankpress.topics.phrases import listed
from rankpress.topics.topic import where
from rankpress.wording.numbers import percent_text
from rankpress.wording.text import Prose, joined, say

RANK_INTERVAL = "Rank interval"


class _Kind(NamedTuple):
    what: str
    note: str
    method: Prose


_KINDS = {
    "simultaneous": _Kind(
        "simultaneous {} confidence sets",
        "all sets together hold the true ranks",
        say(
            "Confidence sets for ranks ({}) rest on step-down tests of all pairs of average ranks by the largest t"
            " statistic under random signs of the data sets.",
            cite("mogstad2024"),
        ),
    ),
    "marginal": _Kind(
        "marginal {} confidence sets",
        "each set by itself holds its true rank",
        say(
            "Confidence sets for ranks ({}), one for each algorithm, rest on step-down tests of its average rank"
            " against all others by the largest t statistic under random signs of the data sets.",
            cite("mogstad2024"),
        ),
    ),
    "bootstrap": _Kind(
        "{} bootstrap intervals",
        "percentiles of the ranks on resampled data sets, too narrow where algorithms are nearly equal",
        say(
            "Bootstrap intervals of ranks ({}) are percentiles over resampled data sets; where algorithms are nearly"
            " equal, they hold true ranks less often than their level says ({}).",
            cite("goldstein1996"),
            cite("mogstad2024"),
        ),
    ),
}


_where_intervals = where(lambda analysis: analysis.rank_intervals)


def interval_cells(analysis: Analysis) -> dict[str, list[Cell]]:
    """Return the column of rank intervals, from the best to the worst rank that an algorithm may have."""
    intervals = analysis.rank_intervals
    if intervals is None:
        return {}
    return {RANK_INTERVAL: [Cell(_span(low, high), _span(low, high)) for low, high in _bounds(intervals)]}


def _bounds(intervals: RankIntervals) -> Iterator[tuple[int, int]]:
    return zip(intervals.low.tolist(), intervals.high.tolist(), strict=True)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}\N{EN DASH}{high}"


def title_of_intervals(analysis: Analysis) -> str:
    """Return what the intervals are, with their level; empty where there are none."""
    intervals = analysis.rank_intervals
    return "" if intervals is None else _KINDS[intervals.method].what.format(percent_text(intervals.level))


@_where_intervals
def interval_note(analysis: Analysis, intervals: RankIntervals) -> Iterator[str]:
    """Say what the column shows."""
    yield f"{RANK_INTERVAL}: {title_of_intervals(analysis)}; {_KINDS[intervals.method].note}."


def rank_interval_sentences(analysis: Analysis) -> Iterator[Prose]:
    """Say between which ranks the best ranked lies, and who may rank first."""
    intervals, names = analysis.rank_intervals, analysis.algorithms
    if intervals is None:
        if analysis.no_rank_intervals:
            yield analysis.no_rank_intervals
        return
    best = analysis.ranking.best_first[0]
    first = [names[i] for i in analysis.ranking.best_first if intervals.low[i] == 1]
    low, high = int(intervals.low[best]), int(intervals.high[best])
    place = "first" if high == 1 else f"between {low} and {high}"
    kind = title_of_intervals(analysis)
    alone = "no other algorithm may rank first"
    others = alone if len(first) == 1 else say("{} may rank first", listed(first) if len(first) > 2 else joined(first))
    yield say("By {} of the ranks, {} ranks {}; {}.", kind, names[best], place, others)


@_where_intervals
def rank_interval_methods(_analysis: Analysis, intervals: RankIntervals) -> Iterator[Prose]:
    """Say how the intervals were computed."""
    yield _KINDS[intervals.method].method


def rank_interval_results(analysis: Analysis) -> Json | None:
    """Return the intervals for results.json."""
    intervals = analysis.rank_intervals
    if intervals is None:
        return None
    return {
        **picked(intervals, "method level"),
        "intervals": dict(zip(analysis.names, _bounds(intervals), strict=True)),
    }
