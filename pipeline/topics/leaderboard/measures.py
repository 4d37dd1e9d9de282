"""Measures of leaderboards, computed: Elo, win rates and others, with intervals over data sets."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from rankpress.catalog.ideals import best_of
from rankpress.core.scores import FloatArray, MetricResults, MetricScores, MetricVotes, Scores
from rankpress.spec.strict import Distinct, Incoherence, Level, NamedPlace, Section, Text
from rankpress.spec.table_options import unknown_metrics
from rankpress.stages.rank import Ranking, counted_by
from rankpress.stats.consensus import borda_counts, condorcet_winner, kemeny_order, rank_shares
from rankpress.stats.leaderboards import (
    Measure,
    champions,
    improvability,
    mean_reciprocal_rank,
    relative_error,
    rescaled_error,
    skill,
    vote_share,
    win_rate,
)
from rankpress.stats.leaderboards import (
    places as shared_places,
)
from rankpress.stats.paired_comparisons import (
    ELO_SCALE,
    TIE_MODELS,
    Strengths,
    TieModel,
    elo,
    pairwise_wins,
    quasi_variances,
    resampled_strengths,
)
from rankpress.stats.resampled_intervals import IntervalMethod, Intervals
from rankpress.wording.forms import Form, NumberForm
from rankpress.wording.numbers import counted_in_words, percent_text
from rankpress.wording.strings import counted

MeasureName = Literal["elo", "win-rate", "skill", "improvability", "relative-error", "rescaled", "champions", "mrr"]
_RATINGS, SHARES, _RATIOS = NumberForm("number", 0), NumberForm("number", 1, factor=100), NumberForm("number", 3)


@dataclass(frozen=True)
class MeasureKind:
    """How a measure is called and printed, and what it means."""

    title: str  # in a sentence
    label: str  # of a column and a panel, without its unit
    form: Form
    meaning: str  # a clause for a note
    better: Literal["higher", "lower"] = "higher"
    of_errors: bool = False  # whether it needs errors, which are distances from the best value of the metric
    of_differences: bool = False  # whether it needs differences of scores alone
    with_baseline: bool = False
    of_ranks: bool = False  # whether it is a function of the average rank where every data set has all results

    @property
    def of_scores(self) -> bool:
        """Whether it goes by the size of scores, and not by ranks alone."""
        return self.of_errors or self.of_differences

    @property
    def head(self) -> str:
        """The title of a column."""
        return f"{self.label} (%)" if self.form is SHARES else self.label


MEASURES: Mapping[str, MeasureKind] = {
    "elo": MeasureKind(
        "Elo", "Elo", _RATINGS, "400 points more are odds of ten to one to win a comparison", of_ranks=True
    ),
    "win-rate": MeasureKind(
        "win rate", "Win rate", SHARES, "share of comparisons with other algorithms won, ties as halves", of_ranks=True
    ),
    "skill": MeasureKind(
        "skill",
        "Skill",
        SHARES,
        "reduction of the error of the baseline, by geometric mean",
        of_errors=True,
        with_baseline=True,
    ),
    "improvability": MeasureKind(
        "improvability",
        "Improvability",
        SHARES,
        "reduction of the error by the best algorithm of each data set",
        "lower",
        of_errors=True,
    ),
    "relative-error": MeasureKind(
        "relative error",
        "Relative error",
        _RATIOS,
        "geometric mean of the error over that of the baseline",
        "lower",
        of_errors=True,
        with_baseline=True,
    ),
    "rescaled": MeasureKind(
        "rescaled error",
        "Rescaled error",
        _RATIOS,
        "0 for the best and 1 for the worst of each data set",
        "lower",
        of_differences=True,
    ),
    "champions": MeasureKind(
        "share of first places", "First places", SHARES, "data sets with the best score, shared by ties"
    ),
    "mrr": MeasureKind("mean reciprocal rank", "MRR", _RATIOS, "mean of one over the rank"),
}


INTERVALS: Mapping[IntervalMethod, tuple[str, str]] = {
    "t": ("Student's t", "student1908"),
    "percentile": ("percentile bootstrap", "davison1997"),
    "basic": ("basic bootstrap", "davison1997"),
    "bca": ("BCa bootstrap", "efron1987"),
}
"""What intervals are called, before the word, and their source."""


class LeaderboardOptions(Section):
    """Measures of leaderboards. `{}` asks for those that need no baseline, null for none."""

    measures: Annotated[tuple[MeasureName, ...], Distinct("measure")] = Field(
        default=("elo", "win-rate", "improvability", "champions"),
        min_length=1,
        description="Which measures, in the order of the table. skill and relative-error need baseline.",
    )
    baseline: Text | None = Field(default=None, description="The algorithm whose error is the unit of skill.")
    anchor: dict[Text, float] | None = Field(
        default=None,
        min_length=1,
        max_length=1,
        description="An algorithm and its Elo, such as {forest: 1000}. null: the mean Elo is 1000.",
    )
    ties: TieModel = Field(
        default="halves",
        description="In Elo, and in the ranking by votes: half a win of either, or by the parameter of Davidson's "
        "model.",
    )
    best: float | dict[Text, float] | None = Field(
        default=None,
        description="The best value of the metric, or by metric, from which errors are counted. null: 1 or 100 of"
        " rates such as accuracy, 0 of errors and times; other metrics have no skill or improvability.",
    )
    interval: IntervalMethod = Field(
        default="t",
        description="t: Student's t over data sets. percentile, basic, bca (bias-corrected and accelerated): from"
        " resamples of the data sets, or of the clusters of votes. Their coverage stands in the table on leaderboards.",
    )
    level: Level = Field(default=0.95, description="Confidence level of the intervals.")
    draws: int = Field(
        default=2000,
        ge=100,
        le=1_000_000,
        description="Resamples of the data sets, for the shares of ranks and for intervals other than t.",
    )
    seed: int = Field(default=0, ge=0, description="Seed of the resamples.")

    @property
    def intervals(self) -> Intervals:
        """How the intervals of measures are computed."""
        return Intervals(self.level, self.interval, self.draws, self.seed)

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield the measures that need a baseline where there is none, and what none of the measures uses."""
        for index, name in enumerate(self.measures):
            if MEASURES[name].with_baseline and self.baseline is None:
                yield Incoherence(("measures", index), f"{name} without baseline", "baseline: an algorithm")
        users = {
            "baseline": [name for name, kind in MEASURES.items() if kind.with_baseline],
            "best": [name for name, kind in MEASURES.items() if kind.of_errors],
            "anchor": ["elo"],
            "ties": ["elo"],
        }
        for key, names in users.items():
            is_default = getattr(self, key) == type(self).model_fields[key].default
            if not is_default and not {*names} & {*self.measures}:
                yield Incoherence((key,), f"{key} without a measure that uses it", f"{' or '.join(names)} in measures")

    def referenced_algorithms(self) -> Iterator[NamedPlace]:
        """Yield the baseline and the anchor."""
        if self.baseline is not None:
            yield ("baseline",), self.baseline
        yield from ((("anchor", name), name) for name in self.anchor or ())


@dataclass(frozen=True)
class Board:
    """What was found for one metric."""

    measures: Mapping[str, Measure]  # by name, those that could be computed
    why: Mapping[str, str]  # by name, why the others could not
    intervals: Intervals
    anchor: tuple[int, float] | None
    baseline: int | None
    comparable: FloatArray | None  # (n_algorithms,): quasi standard errors of Elo, whose intervals can be compared
    shares: FloatArray | None  # (n_algorithms, n_places): of places by average rank over resampled data sets
    borda: FloatArray | None
    condorcet: int | None
    kemeny: tuple[tuple[int, ...], float, bool] | None  # an order, its cost, and whether no other is as good
    # (n_algorithms, 4): data sets with first, second, third and further places; those that tie share them
    podium: FloatArray | None
    n_units: int  # data sets, or clusters of votes
    tie: float | None  # Davidson's parameter, by which ties are more likely than wins of equals; None: ties are halves
    n_votes: int | None = None  # None: each data set is one comparison of each pair
    of_ranks: tuple[str, ...] = ()  # the measures that are functions of the average rank, as Borda counts are here
    has_gaps: bool = False  # whether data sets lack results of some algorithms

    @property
    def level(self) -> float:
        """Confidence level of the intervals."""
        return self.intervals.level

    @property
    def units(self) -> str:
        """What intervals are over."""
        return "data sets" if self.n_votes is None else "clusters of votes"

    @property
    def with_intervals(self) -> str:
        """What a caption says of the intervals; empty where there are none."""
        if self.n_units < 2:
            return ""
        kind, _ = INTERVALS[self.intervals.method]
        return f", with {percent_text(self.level)} {kind} intervals over {self.units}"

    @property
    def counted_units(self) -> str:
        """What measures are over, with their numbers."""
        if self.n_votes is None:
            return counted_in_words(self.n_units, "data set")
        return f"{counted(self.n_votes, 'vote')} in {counted(self.n_units, 'cluster')}"


def compute_board(scores: MetricResults, ranking: Ranking, options: LeaderboardOptions) -> Board | None:
    """Compute the measures of a metric; None where there are average ranks alone."""
    if isinstance(scores, MetricVotes):
        return _board_of_votes(scores, options)
    if not isinstance(scores, MetricScores) or ranking.ranks is None:
        return None
    baseline, anchor = _of_index(scores, options.baseline), _anchor(scores, options)
    counted = counted_by(scores, ranking)
    assert counted is not None  # only without ranks
    places = -ranking.ranks  # with the ties and the missing policy of the study
    wins, ties = pairwise_wins(*counted)
    measures: dict[str, Measure] = {}
    why: dict[str, str] = {}
    comparable = tie = None
    for name in options.measures:
        if name == "elo":
            strengths = TIE_MODELS[options.ties](wins, ties)
            if strengths.why:
                why[name] = strengths.why
                continue
            measures[name] = _rated(strengths, wins, ties, anchor, options.intervals)
            comparable = _comparable(strengths, options)
            tie = _tie(strengths, options)
        elif reason := _why_not(name, ranking.ranks, scores, options):
            why[name] = reason
        else:
            values = _errors(scores, options) if MEASURES[name].of_scores else places
            measures[name] = _measured(name, values, baseline, options.intervals)
    order, shares = kemeny_order(places), rank_shares(places, draws=options.draws, seed=options.seed)
    board = Board(
        measures,
        why,
        options.intervals,
        anchor,
        baseline,
        comparable,
        None if np.isnan(shares).any() else shares,
        None if ranking.has_gaps else borda_counts(places),
        condorcet_winner(places),
        None if order is None else (tuple(order[0]), *order[1:]),
        _podium(places),
        len(ranking.ranks),
        tie,
        has_gaps=ranking.has_gaps,
    )
    return replace(board, of_ranks=_functions_of_ranks(board, ranking, (wins + ties / 2).sum(axis=(0, 2))))


def _functions_of_ranks(board: Board, ranking: Ranking, won: FloatArray) -> tuple[str, ...]:
    """Return the measures that are functions of the average rank: not with gaps, nor where ties share no mean rank."""
    k = len(ranking.average)
    if board.borda is None or not np.allclose(board.borda, board.n_units * (k - ranking.average)):
        return ()
    elo_too = board.tie is None and np.allclose(won, board.borda)
    return tuple(name for name in board.measures if MEASURES[name].of_ranks and (name != "elo" or elo_too))


def _board_of_votes(scores: MetricVotes, options: LeaderboardOptions) -> Board:
    """Compute what votes have: Elo, and the share of votes that each algorithm wins."""
    measures: dict[str, Measure] = {}
    why: dict[str, str] = {}
    votes = scores.votes
    strengths, anchor = TIE_MODELS[options.ties](votes.wins, votes.ties), _anchor(scores, options)
    for name in options.measures:
        if name == "elo" and strengths.why:
            why[name] = strengths.why
        elif name == "elo":
            measures[name] = _rated(strengths, votes.wins, votes.ties, anchor, options.intervals)
        elif name == "win-rate":
            measures[name] = vote_share(votes.wins, votes.ties, options.intervals)
        elif "measures" in options.model_fields_set:
            why[name] = "votes have no scores"
    return Board(
        measures,
        why,
        options.intervals,
        anchor,
        baseline=None,
        comparable=None if strengths.why else _comparable(strengths, options),
        shares=None,
        borda=None,
        condorcet=None,
        kemeny=None,
        podium=None,
        n_units=votes.n_clusters,
        tie=None if strengths.why else _tie(strengths, options),
        n_votes=votes.n,
    )


def _podium(scores: FloatArray) -> FloatArray:
    """Count how often each algorithm is first, second, third and beyond."""
    counts = np.nansum(shared_places(scores), axis=0)
    return np.column_stack([counts[:, :3], np.zeros((len(counts), max(0, 3 - counts.shape[1]))), counts[:, 3:].sum(1)])


def _of_index(scores: MetricResults, name: str | None) -> int | None:
    return None if name is None else scores.algorithms.index(name)


def _anchor(scores: MetricResults, options: LeaderboardOptions) -> tuple[int, float] | None:
    return next(((scores.algorithms.index(name), at) for name, at in (options.anchor or {}).items()), None)


def _tie(strengths: Strengths, options: LeaderboardOptions) -> float | None:
    return math.exp(strengths.log_tie) if options.ties == "davidson" else None


def unused_resampling(options: LeaderboardOptions, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find numbers of resamples where nothing is resampled: votes, whose intervals are Student's t."""
    scores = others.get("scores")
    if scores is None or scores.layout != "votes" or options.interval != "t":
        return
    for key in ("draws", "seed"):
        if key in options.model_fields_set:
            yield Incoherence((key,), f"{key} without resamples", "interval: percentile, basic or bca; t draws none")


def best_of_unknown(options: LeaderboardOptions, scores: Scores) -> Iterator[Incoherence]:
    """Find best values of metrics that the scores have not."""
    if isinstance(options.best, dict):
        yield from unknown_metrics("best", options.best, [metric.name for metric in scores.metrics])


def _rated(
    strengths: Strengths, wins: FloatArray, ties: FloatArray, anchor: tuple[int, float] | None, intervals: Intervals
) -> Measure:
    """Return Elo ratings with their intervals, from the anchor or from the mean."""
    rating, index = elo(strengths.estimate, anchor), None if anchor is None else anchor[0]
    if intervals.method == "t":
        low, high = strengths.interval(intervals.level, index)
    else:
        low, high = resampled_strengths(wins, ties, strengths, intervals, index)
    centre = strengths.estimate - (0.0 if index is None else strengths.estimate[index])
    ends = [rating + ELO_SCALE * (end - centre) for end in (low, high)]
    if index is not None:
        ends[0][index] = ends[1][index] = rating[index]
    return Measure(rating, ends[0], ends[1], intervals.level)


def _comparable(strengths: Strengths, options: LeaderboardOptions) -> FloatArray | None:
    """Return quasi standard errors of Elo; None where intervals are not from standard errors."""
    covariance = strengths.covariance
    if options.interval != "t" or len(covariance) < 3 or strengths.n_units < 2:
        return None
    deviations = np.sqrt(quasi_variances(covariance))
    return ELO_SCALE * deviations if np.isfinite(deviations).all() else None


def _why_not(name: str, ranks: FloatArray, scores: MetricScores, options: LeaderboardOptions) -> str:
    kind, missing, ranked = MEASURES[name], np.isnan(scores.means), np.isfinite(ranks)
    if name == "win-rate" and not (ranked.T @ ranked).all():
        return "two algorithms have no data set in common"
    if not ranked.any(axis=0).all():
        return "an algorithm has no result"
    if kind.of_scores and scores.has_censored:
        return "some runs were not solved, and have no time"
    if kind.of_scores and (missing & ranked).any():
        return "missing results rank last, and have no error"
    if not kind.of_errors:
        return ""
    if _best(scores, options) is None:
        return "the best value of the metric is not known; leaderboard.best can state it"
    if (_errors(scores, options) < 0).any():
        return "some scores are better than the best value of the metric"
    baseline = _of_index(scores, options.baseline) if kind.with_baseline else None
    if baseline is not None and (missing | missing[:, [baseline]]).all(axis=0).any():
        return "an algorithm has no data set in common with the baseline"
    return ""


def _best(scores: MetricScores, options: LeaderboardOptions) -> float | None:
    best = options.best.get(scores.name) if isinstance(options.best, dict) else options.best
    if best is not None:
        return best
    return best_of(
        scores.name, scores.better, float(np.nanmin(scores.means)), float(np.nanmax(scores.means)), scores.scale
    )


def _errors(scores: MetricScores, options: LeaderboardOptions) -> FloatArray:
    """Distances from the best value of the metric; without one, scores turned so that lower is better."""
    oriented, best = scores.oriented, _best(scores, options)
    return -oriented if best is None else scores.sign * best - oriented


def _measured(name: str, values: FloatArray, baseline: int | None, intervals: Intervals) -> Measure:
    """Compute a measure of errors, or of places, higher being better."""
    of_baseline = 0 if baseline is None else baseline
    functions: dict[str, Callable[..., Measure]] = {
        "win-rate": win_rate,
        "champions": champions,
        "mrr": mean_reciprocal_rank,
        "improvability": improvability,
        "rescaled": rescaled_error,
        "skill": partial(skill, baseline=of_baseline),
        "relative-error": partial(relative_error, baseline=of_baseline),
    }
    return functions[name](values, intervals=intervals)
