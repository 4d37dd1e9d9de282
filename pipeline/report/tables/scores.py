"""The tables of scores and of ranks: a row a data set, a column an algorithm, average ranks below."""

from __future__ import annotations

import numpy as np

from rankpress.analysis import Analysis
from rankpress.report.numbers import Rounding, place_text, rounding_of, roundings_by_row
from rankpress.report.table import Cell, Mark, Table
from rankpress.report.tables.cells import (
    ARROWS,
    SCALED_RANKS,
    UNMARKED,
    average_rank,
    head_row,
    is_printable,
    named,
    right,
    scope,
)
from rankpress.scores import FloatArray
from rankpress.slugs import slug

# With more algorithms the ranks make the table of scores too wide to read, and have a table of their own.
MOST_WITH_RANKS = 8

_MARKED = "In each row the best is bold and, unless several share the first place, the next underlined."
_BEST = frozenset[Mark]({"bold"})
_SECOND = frozenset[Mark]({"underline"})
_ABSENT = frozenset[Mark]({"muted"})


def scores_table(analysis: Analysis) -> Table | None:
    """Build the table of scores, with ranks beside them where there are few algorithms.

    Parameters
    ----------
    analysis : Analysis
        One metric.

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
    measured = zip(scores.means, ranking.ranks, roundings, strict=True)
    rows = [_scores_row(means, ranks, rounding, with_ranks) for means, ranks, rounding in measured]
    named_apart = scores.name.casefold() not in ("score", "scores")  # of a wide file without a metric's name
    beside = ", with ranks in parentheses" if with_ranks else ""
    return _by_dataset(
        analysis,
        kind="scores",
        title=f"Scores{' and ranks' if with_ranks else ''}" + (f" by {scores.name}" if named_apart else ""),
        caption=f"Scores of {scope(analysis)}" + (f" in {scores.name}" if named_apart else "") + f"{beside}.",
        spanner=f"{scores.name} {ARROWS[scores.better]}",
        rows=rows,
        notes=tuple(_scores_notes(analysis, common, finer=set(roundings) != {common})),
        detail="rank" if with_ranks else "",
    )


def ranks_table(analysis: Analysis) -> Table | None:
    """Build the table of ranks on each data set, for so many algorithms that scores and ranks are apart.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where the ranks stand beside the scores, or only average ranks are known.
    """
    ranks = analysis.ranking.ranks
    if ranks is None or len(analysis.names) <= MOST_WITH_RANKS:
        return None
    rows = [
        [Cell(place_text(rank), rank, mark) for rank, mark in zip(row.tolist(), _marks(row), strict=True)]
        for row in ranks
    ]
    return _by_dataset(
        analysis,
        kind="ranks",
        title=f"Ranks by {analysis.scores.name}",
        caption=f"Ranks of {scope(analysis)} by {analysis.scores.name}, 1 being the best.",
        spanner=f"Rank by {analysis.scores.name}",
        rows=rows,
        notes=(_MARKED, *((SCALED_RANKS,) if analysis.ranking.has_gaps else ())),
    )


def _by_dataset(
    analysis: Analysis,
    *,
    kind: str,
    title: str,
    caption: str,
    spanner: str,
    rows: list[list[Cell]],
    notes: tuple[str, ...],
    detail: str = "",
) -> Table:
    """A table with a row a data set and a column an algorithm, and the average ranks below."""
    k, average = len(analysis.names), analysis.ranking.average
    footer = (average_rank(rank, mark) for rank, mark in zip(average, _marks(average), strict=True))
    return Table(
        name=f"{slug(analysis.scores.name)}-{kind}",
        metric=analysis.scores.name,
        kind=kind,
        title=title,
        caption=caption,
        head=((named(""), named(spanner, span=k)), head_row("Data set", *analysis.names)),
        rows=(
            *((named(dataset), *row) for dataset, row in zip(analysis.scores.datasets, rows, strict=True)),
            (named("Average rank"), *footer),
        ),
        align=("left", *right(k)),
        footer=1,
        notes=notes,
        in_pdf=is_printable(len(rows), k),
        detail=detail,
    )


def _scores_row(means: FloatArray, ranks: FloatArray, rounding: Rounding, with_ranks: bool) -> list[Cell]:
    cells = []
    for mean, rank, mark in zip(means.tolist(), ranks.tolist(), _marks(ranks), strict=True):
        absent = np.isnan(mean)
        cell = Cell(rounding.text(mean), "" if absent else mean, _ABSENT if absent else mark)
        cells.append(_with_rank(cell, rank) if with_ranks else cell)
    return cells


def _with_rank(cell: Cell, rank: float) -> Cell:
    if np.isnan(rank):
        return cell
    detail = f"({place_text(rank)})"
    return Cell(f"{cell.text} {detail}", cell.value, cell.marks, detail=detail, detail_value=rank)


def _marks(ranks: FloatArray) -> list[frozenset[Mark]]:
    """Bold for the least rank, underlined for the next, unless several share the first place; none where all tie."""
    distinct = np.unique(ranks[~np.isnan(ranks)])
    if len(distinct) < 2:
        return [UNMARKED] * len(ranks)
    marks = {float(distinct[0]): _BEST}
    if np.count_nonzero(ranks == distinct[0]) == 1:
        marks[float(distinct[1])] = _SECOND
    return [marks.get(rank, UNMARKED) for rank in ranks.tolist()]


def _scores_notes(analysis: Analysis, rounding: Rounding, *, finer: bool) -> list[str]:
    scores = analysis.scores
    more = ", to more where a row would look all equal" if finer else ""
    better = f"{ARROWS[scores.better]}: {scores.better} is better."
    rounded = f"Scores are rounded {rounding.statement}{more}, average ranks to 2 decimals"
    notes = [
        f"{better} {_MARKED}",
        f"{rounded}; ranks and marks are of unrounded scores.",
    ]
    if scores.missing.worst_ranked:
        notes.append("A dash is a missing result, ranked last on its data set.")
    if scores.missing.left_open:
        notes.append(f"A dash is a missing result. {SCALED_RANKS}")
    return notes
