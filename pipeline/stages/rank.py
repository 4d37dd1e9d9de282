"""The rank stage: average ranks of the algorithms in one metric."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.scores import BoolArray, FloatArray, IntArray, MetricResults, MetricScores, MetricVotes, Votes
from rankpress.stats.rank_intervals import RankIntervals, bootstrap_rank_intervals, rank_confidence_sets
from rankpress.stats.ranks import MissingRanks, Ties, average_ranks, rank_scores, scaled_average_ranks

if TYPE_CHECKING:
    from rankpress.catalog.methods import RankInterval
    from rankpress.spec.model import RankOptions
    from rankpress.stats.paired_comparisons import TieModel


@dataclass(frozen=True)
class Ranking:
    """The algorithms ranked in one metric, 1 the best."""

    # (n_datasets, n_algorithms): ranks on each data set, among the algorithms that have a result there; nan where
    # `missing: incomplete-blocks` leaves a gap. None where only average ranks were given.
    ranks: FloatArray | None
    average: FloatArray  # (n_algorithms,): average ranks; with gaps, of ranks scaled to the number of algorithms
    best_first: tuple[int, ...]  # algorithms by average rank, equal ones in the order of the scores
    n_datasets: int  # number of data sets behind the averages
    tolerance: float | None = None  # scores nearer than this are tied; None: those that agree but for rounding error
    ties: Ties = "average"  # which of their ranks tied algorithms get
    # compared, tied, near_ties: comparisons of two scores on a data set; those that are ties; and those of them whose
    # scores are not equal
    compared: int = 0
    tied: int = 0
    near_ties: int = 0

    @property
    def has_gaps(self) -> bool:
        """Whether some algorithm has no rank on some data set."""
        return self.ranks is not None and bool(np.isnan(self.ranks).any())

    @property
    def is_of_two(self) -> bool:
        """Whether it ranks two algorithms, which make one comparison: nothing to adjust, to group or to test first."""
        return len(self.average) == 2

    @property
    def best(self) -> tuple[int, ...]:
        """The algorithms that share the best average rank."""
        return tuple(i for i in self.best_first if self.average[i] == self.average.min())


def counted_by(scores: MetricResults, ranking: Ranking) -> tuple[FloatArray, float] | None:
    """Return what wins and ties are counted on, higher being better, and the tolerance within which two are tied.

    With a tolerance these are the scores, for two can be tied and not share their rank, where a third is between them;
    else ranks, which carry the missing policy. None where only average ranks are known.
    """
    if ranking.ranks is None:
        return None
    values = scores.sign * scores.placed if isinstance(scores, MetricScores) else None
    if ranking.tolerance and values is not None and np.array_equal(np.isnan(values), np.isnan(ranking.ranks)):
        return values, ranking.tolerance
    return -ranking.ranks, 0.0


def rank_intervals(ranking: Ranking, method: RankInterval, level: float) -> RankIntervals | None:
    """Return between which ranks each algorithm lies; None where that is not requested, or ranks have gaps."""
    if method == "none" or ranking.ranks is None or without_intervals(ranking):
        return None
    if method == "bootstrap":
        return bootstrap_rank_intervals(-ranking.ranks, level)
    return rank_confidence_sets(-ranking.ranks, level, simultaneous=method == "simultaneous")


def without_intervals(ranking: Ranking) -> str:
    """Say why there are no intervals of these ranks; empty where there are."""
    if ranking.ranks is None:
        return "Rank intervals need the ranks on each data set; only average ranks were given."
    if ranking.has_gaps:
        return "Rank intervals are omitted, for they need every result."
    return "Rank intervals need at least two data sets." if ranking.n_datasets < 2 else ""


def rank(scores: MetricResults, options: RankOptions, tie_model: TieModel = "halves") -> Ranking:
    """Rank the algorithms on each data set and average over the data sets; by their strengths where there are votes."""
    if not isinstance(scores, MetricScores):
        ranks = None
        average = _ranks_of_votes(scores.votes, tie_model) if isinstance(scores, MetricVotes) else scores.average
        compared = tied = near = 0
    else:
        gapped = scores.missing.policy == "incomplete-blocks"
        gaps: MissingRanks = "gap" if gapped else "last"
        placed = scores.placed
        ranked = partial(rank_scores, placed, better=scores.better, ties=options.ties, missing=gaps)
        ranks, exact = ranked(tolerance=options.tolerance), ranked(tolerance=0.0)
        there = ~np.isnan(placed)
        compared, tied = _pairs(there.sum(axis=1)), _count_tied(ranks, there)
        near = tied - _count_tied(exact, there)
        average = scaled_average_ranks(ranks) if gapped else average_ranks(ranks)
    order = tuple(int(i) for i in np.argsort(average, kind="stable"))
    return Ranking(ranks, average, order, scores.n_datasets, options.tolerance, options.ties, compared, tied, near)


def _ranks_of_votes(votes: Votes, tie_model: TieModel) -> FloatArray:
    """Rank algorithms by their strengths in votes; where these are not finite, by the share of votes that each wins."""
    from rankpress.stats.paired_comparisons import TIE_MODELS

    strengths = TIE_MODELS[tie_model](votes.wins, votes.ties)
    won = (votes.wins + votes.ties / 2).sum(axis=0)
    shares = won.sum(axis=1) / (won + won.T).sum(axis=1)
    by = shares if strengths.why else np.round(strengths.estimate, 9)  # equal ones differ by rounding
    ranks: FloatArray = rank_scores(by[None, :])[0]
    return ranks


def _count_tied(ranks: FloatArray, there: BoolArray) -> int:
    """Count the pairs of results of a data set that have the same rank."""
    rows, columns = ranks.shape
    shifted = ranks + (columns + 1) * np.arange(rows)[:, None]
    return _pairs(np.unique(shifted[there], return_counts=True)[1])


def _pairs(sizes: IntArray) -> int:
    return int((sizes * (sizes - 1) // 2).sum())
