"""Figures of leaderboards: measures with intervals, win rates, stability of ranks, comparisons with the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from rankpress.analysis import Analysis
from rankpress.core.bibliography import cite
from rankpress.core.document import PANELS, Missing, Plan, numbered
from rankpress.core.scores import FloatArray, MetricVotes
from rankpress.stages.rank import counted_by
from rankpress.stats.leaderboards import Measure
from rankpress.stats.nemenyi import nemenyi_critical_difference
from rankpress.stats.paired_comparisons import pairwise_wins
from rankpress.topics.leaderboard.leaderboard import board_of
from rankpress.topics.leaderboard.measures import MEASURES, SHARES, Board
from rankpress.topics.phrases import over_datasets, the_best
from rankpress.topics.ranks.diagrams import SCALED_RANKS
from rankpress.topics.topic import Request
from rankpress.wording.names import MOST, rest
from rankpress.wording.numbers import level_text, percent_text, rank_text
from rankpress.wording.text import Prose, join, joined, say


def plan_leaderboard(request: Request) -> Iterator[Plan | Missing]:
    """Plan dots with intervals, the best on top, one panel per measure."""
    from rankpress.figures.intervals import interval_pages, interval_panels

    analysis = request.analysis
    board = board_of(analysis)
    if board is None or not board.measures:
        yield request.missing("there are no measures of leaderboards; leaderboard: {} requests them")
        return
    order = analysis.best_first
    drawn, panels, left = request.labels.drawn(request.names), [], [*board.measures]
    names = [drawn[i] for i in order]
    for name, measure in board.measures.items():
        low, high = _compared(board, name, measure)
        scale = 100 if MEASURES[name].form is SHARES else 1
        rows = [(scale * float(measure.estimate[i]), scale * float(low[i]), scale * float(high[i])) for i in order]
        panels.append((MEASURES[name].head, rows))
    dotted: Prose = ""
    if board.anchor is not None and "elo" in board.measures:
        dotted = say(
            "; dotted: the Elo of {}, which is set to {}", analysis.algorithms[board.anchor[0]], f"{board.anchor[1]:g}"
        )
    first, measured = the_best(analysis), board.with_intervals
    caption = say("Measures of {}, {} on top{}{}.", analysis.metric, first, measured, dotted)
    if board.comparable is not None and "elo" in board.measures:
        caption += " Those of Elo are quasi-intervals, which can be compared with each other."
    for part, which, page in numbered(interval_pages(names, panels, style=request.style)):
        of_page, left = left[: len(page)], left[len(page) :]
        anchors = [board.anchor[1] if name == "elo" and board.anchor else None for name in of_page]
        yield request.plan(
            partial(interval_panels, names, page, title="", references=anchors, dotted=True, by_row=True),
            say("Leaderboard by {}{}", analysis.metric, which),
            caption,
            _described(analysis, board, of_page),
            whole=PANELS,
            part=part,
            algorithms=[request.names[i] for i in order],
        )


def _described(analysis: Analysis, board: Board, measures: Sequence[str]) -> Prose:
    """Return what the figure shows, in words: by each measure the algorithms with their values."""
    parts = []
    for name in measures:
        measure, form = board.measures[name], MEASURES[name].form
        values = [
            say("{} {}", analysis.algorithms[i], form.text(float(measure.estimate[i]))) for i in analysis.best_first
        ]
        parts.append(say("{}: {}", MEASURES[name].head, joined(values)))
    return say("Dots with intervals, one panel per measure. {}.", join(parts, "; "))


def _compared(board: Board, name: str, measure: Measure) -> tuple[FloatArray, FloatArray]:
    """Return the ends of the intervals that the figure draws: of Elo those from quasi-variances."""
    if name != "elo" or board.comparable is None:
        return measure.low, measure.high
    from rankpress.stats.tails import t_two_sided_isf

    half = float(t_two_sided_isf(1 - board.level, board.n_units - 1)) * board.comparable
    return measure.estimate - half, measure.estimate + half


def plan_win_rates(request: Request) -> Iterator[Plan | Missing]:
    """Plan the matrix of how often the algorithm of a row beats that of a column."""
    from rankpress.figures.win_rates import describe_win_rates, win_rate_matrix

    analysis, names, labels = request.analysis, request.names, request.labels
    scores, counted_on = analysis.scores, counted_by(analysis.scores, analysis.ranking)
    if isinstance(scores, MetricVotes):
        wins, ties, of = scores.votes.wins, scores.votes.ties, "votes"
    elif counted_on is not None:
        wins, ties, of = *pairwise_wins(*counted_on), "data sets"
    else:
        yield request.missing("only average ranks were given")
        return
    won = (wins + ties / 2).sum(axis=0)
    with np.errstate(invalid="ignore"):
        rates = won / (won + won.T)
    order = list(analysis.ranking.best_first)
    caption = say(
        "Share of the {} on which the algorithm of a row beats that of a column{}, ties as halves; the"
        " best ranked first.",
        of,
        "" if isinstance(scores, MetricVotes) else say(" by {}", analysis.metric),
    )
    yield request.plan(
        partial(win_rate_matrix, labels.drawn(names), rates, order=order),
        say("Win rates by {}", analysis.metric),
        join([caption, "A rate above 50% need not be significant."]),
        describe_win_rates(labels.in_text(names), rates, order, of),
        [names],
        algorithms=names,
    )


def plan_stability(request: Request) -> Iterator[Plan | Missing]:
    """Plan the shares of resamples of the data sets in which each algorithm has each rank."""
    from rankpress.figures.blobs import describe_rank_blobs, rank_blobs

    analysis, names, labels = request.analysis, request.names, request.labels
    board = board_of(analysis)
    if board is None or board.shares is None:
        why = "no resample of the data sets has a result of each algorithm"
        if board is None or board.n_votes is not None:
            why = "the study has no section leaderboard" if board is None else "votes are of no data sets"
        yield request.missing(why)
        return
    order = list(analysis.ranking.best_first)
    caption = say(
        "Ranks of {} by average rank in {}{} over resamples of the data sets: the area of a blob is the share of"
        " resamples, the cross the median, the line spans {} of them.",
        over_datasets(analysis),
        analysis.metric,
        f"{SCALED_RANKS}," if board.has_gaps else "",
        percent_text(board.level),
    )
    yield request.plan(
        partial(rank_blobs, labels.drawn(names), board.shares, order=order, level=board.level),
        say("Stability of the ranks by {}", analysis.metric),
        join([caption, "The shares are not probabilities of the true ranks."]),
        describe_rank_blobs(labels.in_text(names), board.shares, order),
        [names],
        algorithms=[names[i] for i in order],
    )


def _describe_mcb(names: Sequence[str], rows: Sequence[tuple[float, float, float]], half: float) -> str:
    """Describe intervals of average ranks, the best first, for readers who do not see them."""
    best = rows[0]
    listed = [f"{name} {rank_text(row[0])}" for name, row in zip(names[:MOST], rows, strict=False)]
    worse = [name for name, row in zip(names, rows, strict=True) if row[1] > best[2]]
    return (
        f"Average ranks with intervals of half width {half:.2f}, the best first:"
        f" {'; '.join(listed)}{rest(len(names))}. Intervals that miss that of the best:"
        f" {', '.join(worse[:MOST]) or 'none'}{rest(len(worse))}."
    )


def plan_mcb(request: Request) -> Iterator[Plan | Missing]:
    """Plan average ranks with half the critical difference to either side, and the interval of the best as a band."""
    from rankpress.figures.intervals import interval_panels

    analysis, names, labels = request.analysis, request.names, request.labels
    average, order = analysis.ranking.average, analysis.ranking.best_first
    n, alpha = analysis.ranking.n_datasets, analysis.adjusted.alpha
    if analysis.ranking.has_gaps:
        why = "where results are missing each pair has a critical difference of its own"
        yield request.missing(f"{why}; p-values and cd show the pairs")
        return
    if len(names) < 3 or n < 2:
        yield request.missing("it needs at least three algorithms on two data sets")
        return
    if analysis.is_benchmark:
        yield request.missing("the algorithms are compared over the test examples, not by average rank")
        return
    half = nemenyi_critical_difference(alpha, len(names), n).cd / 2
    k = len(names)
    # no average rank is outside of 1 to k; what is cut there meets no interval that it did not meet before
    rows = [(rank, max(1.0, rank - half), min(float(k), rank + half)) for rank in average[[*order]].tolist()]
    best, is_cut = rows[0], any(low == 1.0 or high == k for _, low, high in rows)
    caption = say(
        "Average ranks of {} by {} with half the critical difference of Nemenyi's test ({:.2f}) to either side{} ({})."
        " Algorithms whose interval misses the band, that of the best, are significantly worse than the best"
        " (level {}).",
        over_datasets(analysis),
        analysis.metric,
        half,
        f", within the ranks 1 to {k}" if is_cut else "",
        cite("koning2005"),
        level_text(alpha),
    )
    drawn, in_text = labels.drawn(names), labels.in_text(names)
    yield request.plan(
        partial(
            interval_panels,
            [drawn[i] for i in order],
            [("average rank", rows)],
            title="",
            references=[None],
            bands=[best[1:]],
            by_row=True,
            of_ranks=True,
        ),
        say("Multiple comparisons with the best by {}", analysis.metric),
        caption,
        _describe_mcb([in_text[i] for i in order], rows, half),
        [names],
        whole=PANELS,
        algorithms=[names[i] for i in order],
    )
