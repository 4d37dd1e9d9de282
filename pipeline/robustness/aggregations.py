"""Which algorithm leads by each way to aggregate the scores of all data sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rankpress.catalog.ideals import best_of
from rankpress.core.scores import FloatArray, MetricResults, MetricScores
from rankpress.stages.rank import Ranking, counted_by
from rankpress.stats.leaderboards import champions, relative_error
from rankpress.stats.paired_comparisons import bradley_terry, pairwise_wins


@dataclass(frozen=True)
class Led:
    """Who leads by one way to aggregate."""

    by: str  # as `sensitivity.measures` names it
    leaders: tuple[int, ...] = ()  # several where they share the best value
    group: str = ""  # of data sets, on whose average ranks alone it rests; "" where on all
    why: str = ""  # why nobody can be named, a clause


def leaders_by_aggregation(
    scores: MetricResults, ranking: Ranking, groups: Mapping[str, Sequence[str]], requested: Sequence[str]
) -> tuple[Led, ...]:
    """Name the leader by each way to aggregate that is requested, and by each group of data sets."""
    led: list[Led] = []
    for by in requested:
        if by == "weighted" and (not isinstance(scores, MetricScores) or scores.weights is None):
            continue
        if by == "groups":
            led += _of_groups(scores, ranking, groups)
            continue
        values, why = _values(by, scores, ranking)
        led.append(Led(by, why=why) if values is None else Led(by, _best(values)))
    return tuple(led)


def _values(by: str, scores: MetricResults, ranking: Ranking) -> tuple[FloatArray | None, str]:
    """Return a number of each algorithm, higher being better; None, and why, where there is none."""
    if by == "average-rank":
        return -ranking.average, ""
    if not isinstance(scores, MetricScores) or ranking.ranks is None:
        return None, "only average ranks were given"
    if by == "elo":
        counted = counted_by(scores, ranking)
        strengths = None if counted is None else bradley_terry(*pairwise_wins(*counted))
        return (None, "it is unbounded") if strengths is None or strengths.why else (strengths.estimate, "")
    if by == "champions":
        return champions(-ranking.ranks).estimate, ""
    if by == "skill":
        return _skill(scores, ranking.ranks, ranking.best_first[-1])
    oriented = scores.oriented
    if not np.isfinite(oriented).all():  # means over different data sets say nothing
        return None, "some results are missing"
    if by == "median":
        return np.median(oriented, axis=0), ""
    return np.average(oriented, axis=0, weights=scores.weights if by == "weighted" else None), ""


def _skill(scores: MetricScores, ranks: FloatArray, last: int) -> tuple[FloatArray | None, str]:
    """Return the reduction of the error of the last ranked algorithm, over the data sets that both have."""
    means, missing = scores.means, np.isnan(scores.means)
    if (missing & np.isfinite(ranks)).any():
        return None, "some results are missing"
    best = best_of(scores.name, scores.better, float(np.nanmin(means)), float(np.nanmax(means)), scores.scale)
    if best is None:
        return None, "the best value of the metric is not known"
    errors = scores.sign * best - scores.oriented
    if (errors < 0).any():
        return None, "some scores are better than the best value of the metric"
    if (missing | missing[:, [last]]).all(axis=0).any():
        return None, "an algorithm has no data set in common with the last ranked one"
    return -relative_error(errors, last).estimate, ""


def _of_groups(scores: MetricResults, ranking: Ranking, groups: Mapping[str, Sequence[str]]) -> Iterator[Led]:
    """Yield who leads by the average ranks on each group, and where each group counts once."""
    if ranking.ranks is None or ranking.has_gaps:
        return
    averages = []
    for name, members in groups.items():
        rows = [row for row, dataset in enumerate(scores.datasets) if dataset in members]
        if rows:
            averages.append(ranking.ranks[rows].mean(axis=0))
            yield Led("groups", _best(-averages[-1]), name)
    if len(averages) > 1:
        yield Led("groups", _best(-np.mean(averages, axis=0)))


def _best(values: FloatArray) -> tuple[int, ...]:
    return tuple(int(i) for i in np.flatnonzero(np.isclose(values, np.nanmax(values), rtol=1e-9, atol=1e-12)))
