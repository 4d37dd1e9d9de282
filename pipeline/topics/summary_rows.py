"""The rows below a table of scores: means, wins, and comparisons over the data sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rankpress.analysis import Analysis
from rankpress.core.numbers import MISSING
from rankpress.core.scores import FloatArray, IntArray
from rankpress.core.table import Cell
from rankpress.core.text import Prose, algorithm_named, mathematics, say
from rankpress.spec.report_sections import TableOptions
from rankpress.stages.effects import Estimated
from rankpress.topics.effects import effect_cells, reported_measures, title_of
from rankpress.topics.phrases import count, named, p_value

SUMMARIES = {"mean": "Mean", "mean-spread": "Mean ± SD", "median": "Median", "geometric-mean": "Geometric mean"}


def summarized(means: FloatArray, name: str) -> FloatArray:
    """Summarize the scores of each algorithm over the data sets that have them; nan where that is undefined."""
    there = np.ma.masked_invalid(means)
    if name == "geometric-mean":
        positive: FloatArray = np.where((there > 0).all(axis=0), np.exp(np.ma.log(there).mean(axis=0)), np.nan)
        return positive
    if name in ("mean", "mean-spread"):
        average: FloatArray = there.mean(axis=0).filled(np.nan)
        return average
    columns = [column[np.isfinite(column)] for column in means.T]
    return np.array([np.median(column) if column.size else np.nan for column in columns])


def deviations(means: FloatArray) -> FloatArray:
    """Compute the standard deviation of each algorithm's scores over the data sets."""
    over: FloatArray = np.ma.masked_invalid(means).std(axis=0, ddof=1).filled(np.nan)
    return over


def summary_notes(analysis: Analysis, options: TableOptions) -> Iterator[Prose]:
    """Define the rows below the scores that their names do not explain."""
    if "wins" in options.summary:
        yield "Wins: data sets on which the algorithm is best, alone or with others."
    if "wins-ties-losses" in options.summary:
        yield "Wins/ties/losses: against each other algorithm on each data set."
    if {"p", "effect"}.intersection(options.summary):
        which = say("{}, the {}", analysis.algorithms[reference(analysis)], reference_role(analysis))
        yield say("p and effect size: over the data sets, against {}; p is adjusted.", which)


def reference(analysis: Analysis) -> int:
    """Return the algorithm that the others are compared with: the control, or else the best ranked."""
    control = analysis.tested.control
    return analysis.ranking.best_first[0] if control is None else control


def reference_role(analysis: Analysis) -> str:
    """Return what titles call the algorithm that the others are compared with, whose name may be long."""
    return "best" if analysis.tested.control is None else "control"


def p_against_reference(analysis: Analysis) -> list[Cell]:
    """Return the adjusted p of each algorithm against the control or the best ranked; none without comparisons."""
    over, deciding = analysis.tested.over, analysis.adjusted.deciding
    if over is None or deciding is None:
        return []
    cells, other = [Cell(MISSING, "")] * len(analysis.algorithms), reference(analysis)
    for (a, b), p in zip(over.pairs.tolist(), analysis.adjusted.p[deciding], strict=True):
        if other in (a, b):
            cells[b if a == other else a] = p_value(p, analysis.adjusted.alpha)
    return cells


def comparison_row(analysis: Analysis, name: str) -> tuple[Cell, ...] | None:
    """Return the adjusted p, or the effect size, of each algorithm against the control or the best ranked."""
    other = reference_role(analysis)
    if name == "p":
        cells = p_against_reference(analysis)
        return (named(say("{} vs. {}", mathematics("p", "p"), other)), *cells) if cells else None
    estimated = analysis.estimated
    if estimated is None or not estimated.effects:
        return None
    measure = reported_measures(estimated)[-1]
    return (named(say("{} vs. {}", title_of(measure), other)), *_effects(analysis, estimated, measure))


def _effects(analysis: Analysis, estimated: Estimated, measure: str) -> list[Cell]:
    cells, other = [Cell(MISSING, "")] * len(analysis.algorithms), reference(analysis)
    cell = effect_cells(estimated, measure)
    for place, (a, b) in enumerate(estimated.pairs.tolist()):
        if other in (a, b):
            effect = cell(place, b != other)
            cells[a if b == other else b] = replace(effect, text=effect.body, detail="", detail_value=None)
    return cells


def wins_row(analysis: Analysis, name: str) -> tuple[Cell, ...]:
    """Return a row of how often each algorithm is best, or of its wins, ties and losses against all others."""
    ranks = analysis.ranking.ranks
    if ranks is None:
        raise ValueError(f"metric {analysis.scores.name}: average ranks alone have no wins")
    if name == "wins":
        best = ranks == np.nanmin(ranks, axis=1, keepdims=True)
        return (named("Wins"), *map(count, best.sum(axis=0).tolist()))
    won, tied = won_and_tied(ranks)
    records = zip(won.sum(axis=1), tied.sum(axis=1), won.sum(axis=0), strict=True)
    return (named("Wins/ties/losses"), *(win_record(*counts) for counts in records))


def against_row(analysis: Analysis, signs: FloatArray, name: str) -> tuple[Cell, ...]:
    """Count the data sets on which each algorithm is significantly better, neither, and worse than another."""
    records = [tuple(int(np.count_nonzero(column == sign)) for sign in (1, 0, -1)) for column in signs.T]
    cells = (win_record(*counts) if any(counts) else Cell("") for counts in records)
    return (named(say("W/T/L against {}", algorithm_named(name))), *cells)


def won_and_tied(ranks: FloatArray) -> tuple[IntArray, IntArray]:
    """Count the data sets on which each algorithm (row) beats and ties each other one (column)."""
    won = np.count_nonzero(ranks[:, :, None] < ranks[:, None, :], axis=0)
    tied = np.count_nonzero(ranks[:, :, None] == ranks[:, None, :], axis=0)
    np.fill_diagonal(tied, 0)
    return won, tied


def win_record(won: int, tied: int, lost: int) -> Cell:
    """Return a cell with wins, ties and losses."""
    # a spreadsheet would take 9/1/4 for a date
    return Cell(f"{won}/{tied}/{lost}", f"{won} won, {tied} tied, {lost} lost")
