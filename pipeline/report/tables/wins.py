"""The table of wins, ties and losses over the data sets."""

from __future__ import annotations

import numpy as np

from rankpress.analysis import Analysis
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import MOST_ACROSS, count, head_row, named, right
from rankpress.scores import FloatArray, IntArray
from rankpress.slugs import slug
from rankpress.wording import counted


def won_and_tied(ranks: FloatArray) -> tuple[IntArray, IntArray]:
    """Count the data sets on which each algorithm (row) beats and ties each other one (column).

    Parameters
    ----------
    ranks : (n_datasets, n_algorithms) float array
        Ranks, 1 the best; nan for a missing result, on which nothing is counted.

    Returns
    -------
    won, tied : (n_algorithms, n_algorithms) int arrays
        Nothing on the diagonal.
    """
    won = np.count_nonzero(ranks[:, :, None] < ranks[:, None, :], axis=0)
    tied = np.count_nonzero(ranks[:, :, None] == ranks[:, None, :], axis=0)
    np.fill_diagonal(tied, 0)
    return won, tied


def wins_table(analysis: Analysis) -> Table | None:
    """Build the table of wins, ties and losses: every pair, or every algorithm against the control.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where only average ranks are known.
    """
    if analysis.ranking.ranks is None:
        return None
    won, tied = won_and_tied(analysis.ranking.ranks)
    control = analysis.tested.control
    return _all_pairs(analysis, won, tied) if control is None else _with_control(analysis, won, tied, control)


def _all_pairs(analysis: Analysis, won: IntArray, tied: IntArray) -> Table:
    order, names = analysis.ranking.best_first, analysis.names
    rows = [
        (named(names[a]), *(Cell("") if a == b else _record(won[a, b], tied[a, b], won[b, a]) for b in order))
        for a in order
    ]
    k = len(order)
    return Table(
        name=f"{slug(analysis.scores.name)}-wins-ties-losses",
        metric=analysis.scores.name,
        kind="wins-ties-losses",
        title=f"Wins, ties and losses by {analysis.scores.name}",
        caption=(
            f"Data sets, of {analysis.scores.n_datasets}, on which the algorithm of the row"
            " wins/ties/loses against that of the column."
        ),
        head=(head_row("Algorithm", *(names[b] for b in order)),),
        rows=tuple(rows),
        align=("left", *right(k)),
        notes=_notes(analysis),
        in_pdf=k <= MOST_ACROSS,
    )


def _with_control(analysis: Analysis, won: IntArray, tied: IntArray, control: int) -> Table:
    name = analysis.names[control]
    rows = [
        (named(analysis.names[a]), count(won[a, control]), count(tied[a, control]), count(won[control, a]))
        for a in analysis.ranking.best_first
        if a != control
    ]
    return Table(
        name=f"{slug(analysis.scores.name)}-wins-ties-losses",
        metric=analysis.scores.name,
        kind="wins-ties-losses",
        title=f"Wins, ties and losses against {name} by {analysis.scores.name}",
        caption=f"{counted(analysis.scores.n_datasets, 'data set')}; each algorithm against {name}.",
        head=(head_row("Algorithm", "Wins", "Ties", "Losses"),),
        rows=tuple(rows),
        align=("left", "right", "right", "right"),
        notes=_notes(analysis),
    )


def _notes(analysis: Analysis) -> tuple[str, ...]:
    counted_by = "Counted by ranks, without a test; algorithms by average rank, the best first."
    if not analysis.ranking.has_gaps:
        return (counted_by,)
    return (counted_by, "Only data sets on which both have a result count.")


def _record(won: int, tied: int, lost: int) -> Cell:
    # a spreadsheet would take 9/1/4 for a date
    return Cell(f"{won}/{tied}/{lost}", f"{won} won, {tied} tied, {lost} lost")
