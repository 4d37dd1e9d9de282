"""The table of average ranks: best first, with wins, ties and losses, and letters of groups that no test separates."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from rankpress.analysis import Analysis
from rankpress.report.error_rates import at_level_of, weaker
from rankpress.report.numbers import fixed
from rankpress.report.table import Alignment, Cell, Table
from rankpress.report.tables.cells import (
    SCALED_RANKS,
    average_rank,
    count,
    head_row,
    named,
    p_of,
    p_value,
    scope,
    significance_note,
)
from rankpress.report.tables.letters import group_letters
from rankpress.report.tables.marks import mark_average_ranks
from rankpress.report.tables.wins import won_and_tied
from rankpress.slugs import slug
from rankpress.stats.families import ADJUSTMENTS


def average_ranks_table(analysis: Analysis, wanted: Collection[object] | None = None) -> Table:
    """Build the table of average ranks.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    wanted : collection of str or None
        Heads of the columns beside the average ranks that are to be there; None for all that there can be.

    Returns
    -------
    Table
    """
    scores, ranking = analysis.scores, analysis.ranking
    columns = [_coverage(analysis), _wins(analysis), _groups(analysis), _against_control(analysis)]
    extra = {title: cells for column in columns for title, cells in column.items()}
    if wanted is not None and not {"Average rank", *extra}.isdisjoint(wanted):
        extra = {title: cells for title, cells in extra.items() if title in wanted}
    marked = mark_average_ranks(analysis)
    rows = [
        (
            _name(analysis, algorithm),
            average_rank(ranking.average[algorithm], marked.rows[0][algorithm]),
            *(cells[algorithm] for cells in extra.values()),
        )
        for algorithm in ranking.best_first
    ]
    align: list[Alignment] = ["left", "right", *("left" if title == "Groups" else "right" for title in extra)]
    return Table(
        name=f"{slug(scores.name)}-average-ranks",
        metric=scores.name,
        kind="average-ranks",
        title=f"Average ranks by {scores.name}",
        caption=f"Average ranks of {scope(analysis)}, the best first.",
        head=(head_row("Algorithm", "Average rank", *extra),),
        rows=tuple(rows),
        align=tuple(align),
        notes=tuple(_notes(analysis, list(extra), marked.note)),
    )


def _name(analysis: Analysis, algorithm: int) -> Cell:
    name = analysis.names[algorithm]
    return Cell(f"{name} (control)", name) if algorithm == analysis.tested.control else named(name)


def _coverage(analysis: Analysis) -> dict[str, list[Cell]]:
    """On how many data sets each average rests, where that is not all of them."""
    ranks = analysis.ranking.ranks
    if ranks is None or not analysis.ranking.has_gaps:
        return {}
    return {"Data sets": [count(n) for n in np.count_nonzero(~np.isnan(ranks), axis=0)]}


def _wins(analysis: Analysis) -> dict[str, list[Cell]]:
    """Wins, ties and losses of each algorithm against all others together."""
    ranks = analysis.ranking.ranks
    if ranks is None:
        return {}
    won, tied = won_and_tied(ranks)
    return {
        "Wins": [count(n) for n in won.sum(axis=1)],
        "Ties": [count(n) for n in tied.sum(axis=1)],
        "Losses": [count(n) for n in won.sum(axis=0)],
    }


def _groups(analysis: Analysis) -> dict[str, list[Cell]]:
    deciding = analysis.adjusted.deciding
    if deciding is None or deciding not in analysis.adjusted.groups:
        return {}
    letters = group_letters(analysis.adjusted.groups[deciding], analysis.ranking.best_first)
    return {"Groups": [named(letters[algorithm]) for algorithm in range(len(analysis.names))]}


def _against_control(analysis: Analysis) -> dict[str, list[Cell]]:
    """Adjusted p-values of the comparisons with the control, by the first method."""
    over, control, deciding = analysis.tested.over, analysis.tested.control, analysis.adjusted.deciding
    if over is None or control is None or deciding is None:
        return {}
    cells = [Cell("")] * len(analysis.names)
    for (a, b), p in zip(over.pairs.tolist(), analysis.adjusted.p[deciding], strict=True):
        cells[b if a == control else a] = p_value(p, analysis.adjusted.alpha)
    return {p_of(deciding): cells}


def _notes(analysis: Analysis, columns: list[str], marked: str) -> list[str]:
    adjusted, notes = analysis.adjusted, [f"Rank 1 is the best; average ranks are rounded to 2 decimals. {marked}"]
    if "Wins" in columns:
        notes.append("Wins, ties and losses are counted over all data sets and all other algorithms.")
    if analysis.ranking.has_gaps:
        notes.append(f"{SCALED_RANKS} What two algorithms win is counted on the data sets that both have.")
    if adjusted.deciding is None:
        return notes
    title, level = ADJUSTMENTS[adjusted.deciding].title, at_level_of(adjusted.deciding, adjusted.alpha)
    if "Groups" in columns:
        notes.append(f"Algorithms that share a letter are not separated {level} ({title}).")
    if p_of(adjusted.deciding) in columns:
        notes.append(significance_note(adjusted.alpha, "adjusted p-values of comparisons with the control"))
    difference = adjusted.critical_difference.get(adjusted.deciding)
    if difference is not None:
        notes.append(f"Critical difference {level} ({title}): {fixed(difference.cd, 2)}.")
    return [*notes, *weaker(analysis, (adjusted.deciding,))]
