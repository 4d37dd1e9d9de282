"""The tables of scores and of ranks: a row a data set, a column an algorithm, average ranks below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from rankpress.analysis import Analysis
from rankpress.naming import composed
from rankpress.report.numbers import Rounding, place_text, rounding_of, roundings_by_row
from rankpress.report.table import Cell, Mark, Table
from rankpress.report.tables.cells import (
    ARROWS,
    SCALED_RANKS,
    average_rank,
    direction,
    head_row,
    named,
    right,
    scope,
)
from rankpress.report.tables.marks import mark_average_ranks, mark_datasets
from rankpress.scores import FloatArray
from rankpress.slugs import slug

# With more algorithms the ranks make the table of scores too wide to read, and have a table of their own.
MOST_WITH_RANKS = 8

_ABSENT = frozenset[Mark]({"muted"})


def scores_table(analysis: Analysis, marks: str = "best") -> Table | None:
    """Build the table of scores, with ranks beside them where there are few algorithms.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    marks : {"best", "tests", "none"}
        How the rows of data sets are marked, as `rankpress.report.tables.marks.mark_datasets` takes it.

    Returns
    -------
    Table or None
        None where only average ranks are known.
    """
    scores, ranking = analysis.scores, analysis.ranking
    if scores.means is None or ranking.ranks is None:
        return None
    common = rounding_of(scores.means)
    roundings = roundings_by_row(scores.means, common)
    with_ranks = len(analysis.names) <= MOST_WITH_RANKS
    marking = mark_datasets(analysis, marks)
    measured = zip(scores.means, ranking.ranks, roundings, marking.rows, strict=True)
    rows = [_scores_row(*row, with_ranks=with_ranks) for row in measured]
    named_apart = scores.name.casefold() not in ("score", "scores")  # of a wide file without a metric's name
    beside = ", with ranks in parentheses" if with_ranks else ""
    return _by_dataset(
        analysis,
        kind="scores",
        title=f"Scores{' and ranks' if with_ranks else ''}" + (f" by {scores.name}" if named_apart else ""),
        caption=f"Scores of {scope(analysis)}" + (f" in {scores.name}" if named_apart else "") + f"{beside}.",
        spanner=Cell(composed(f"{{}} {ARROWS[scores.better]}", scores.name), scores.name),
        rows=rows,
        notes=tuple(_scores_notes(analysis, common, marking.note, finer=set(roundings) != {common})),
        detail="rank" if with_ranks else "",
    )


def ranks_table(analysis: Analysis, marks: str = "best") -> Table | None:
    """Build the table of ranks on each data set, for so many algorithms that scores and ranks are apart.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    marks : {"best", "tests", "none"}
        As for `scores_table`.

    Returns
    -------
    Table or None
        None where the ranks stand beside the scores, or only average ranks are known.
    """
    scores, ranks = analysis.scores, analysis.ranking.ranks
    if ranks is None or len(analysis.names) <= MOST_WITH_RANKS:
        return None
    marking = mark_datasets(analysis, marks)
    rows = [
        [_place(rank, mark) for rank, mark in zip(row.tolist(), marked, strict=True)]
        for row, marked in zip(ranks, marking.rows, strict=True)
    ]
    return _by_dataset(
        analysis,
        kind="ranks",
        title=f"Ranks by {analysis.scores.name}",
        caption=f"Ranks of {scope(analysis)} by {analysis.scores.name}, 1 being the best.",
        spanner=Cell(composed(f"Rank by {{}} {ARROWS[scores.better]}", scores.name), scores.name),
        rows=rows,
        notes=(
            f"{ARROWS[scores.better]}: {scores.better} {scores.name} is better; rank 1 is the best.",
            *filter(None, (marking.note,)),
            "Average ranks are rounded to 2 decimals.",
            *((SCALED_RANKS,) if analysis.ranking.has_gaps else ()),
        ),
    )


def _by_dataset(
    analysis: Analysis,
    *,
    kind: str,
    title: str,
    caption: str,
    spanner: Cell,
    rows: list[list[Cell]],
    notes: tuple[str, ...],
    detail: str = "",
) -> Table:
    """A table with a row a data set and a column an algorithm, and the average ranks below."""
    k, average = len(analysis.names), analysis.ranking.average
    marked = mark_average_ranks(analysis)
    footer = (average_rank(rank, mark) for rank, mark in zip(average, marked.rows[0], strict=True))
    return Table(
        name=f"{slug(analysis.scores.name)}-{kind}",
        metric=analysis.scores.name,
        kind=kind,
        title=title,
        caption=caption,
        head=((named(""), replace(spanner, span=k)), head_row("Data set", *analysis.names)),
        rows=(
            *((named(dataset), *row) for dataset, row in zip(analysis.scores.datasets, rows, strict=True)),
            (named("Average rank"), *footer),
        ),
        align=("left", *right(k)),
        footer=1,
        notes=(*notes, marked.note),
        detail=detail,
    )


def _scores_row(
    means: FloatArray, ranks: FloatArray, rounding: Rounding, marks: Sequence[frozenset[Mark]], *, with_ranks: bool
) -> list[Cell]:
    cells = []
    for mean, rank, mark in zip(means.tolist(), ranks.tolist(), marks, strict=True):
        absent = np.isnan(mean)
        cell = Cell(rounding.text(mean), "" if absent else mean, _ABSENT if absent else mark)
        cells.append(_with_rank(cell, rank) if with_ranks else cell)
    return cells


def _with_rank(cell: Cell, rank: float) -> Cell:
    if np.isnan(rank):
        return cell
    detail = f"({place_text(rank)})"
    return Cell(f"{cell.text} {detail}", cell.value, cell.marks, detail=detail, detail_value=rank)


@lru_cache(maxsize=4096)
def _place(rank: float, marks: frozenset[Mark]) -> Cell:
    return Cell(place_text(rank), "" if np.isnan(rank) else rank, marks)


def _scores_notes(analysis: Analysis, rounding: Rounding, marked: str, *, finer: bool) -> list[str]:
    scores = analysis.scores
    more = ", to more where a row would look all equal" if finer else ""
    rounded = f"Scores are rounded {rounding.statement}{more}, average ranks to 2 decimals"
    notes = [
        direction(analysis),
        *filter(None, (marked,)),
        f"{rounded}; ranks and marks are of unrounded scores.",
    ]
    if scores.missing.worst_ranked:
        notes.append("A dash is a missing result, ranked last on its data set.")
    if scores.missing.left_open:
        notes.append(f"A dash is a missing result. {SCALED_RANKS}")
    return notes
