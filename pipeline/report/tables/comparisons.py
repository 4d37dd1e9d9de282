"""The table of comparisons over the data sets: differences, statistics, raw and adjusted p-values."""

from __future__ import annotations

import numpy as np

from rankpress.analysis import Analysis
from rankpress.over import OverDatasets
from rankpress.report.error_rates import of_all_together, weaker
from rankpress.report.pairwise_variant import variant
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import (
    decimal,
    head_row,
    is_printable,
    named,
    number,
    p_value,
    right,
    significance_note,
    statistic,
)
from rankpress.scores import FloatArray
from rankpress.slugs import slug
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.wording import counted

# What a pairwise test tells beside its statistic, as the head of a column.
DETAILS = {
    "r_plus": "R+",
    "r_minus": "R−",
    "n_used": "Data sets used",
    "wins": "Wins",
    "ties": "Ties",
    "losses": "Losses",
    "shared": "Data sets shared",
    "mean_difference": "Mean difference",
    "mean_relative_difference": "Mean relative difference",
    "standard_error": "Standard error",
    "df": "df",
}
_OF_SCORES = ("mean_difference", "mean_relative_difference", "standard_error")
_IN_NOTES = ("exact", "draws")


def adjusted_p_table(analysis: Analysis) -> Table | None:
    """Build the table of comparisons.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        A row a comparison, the least p first; None where nothing was compared over data sets.
    """
    over, adjusted = analysis.tested.over, analysis.adjusted
    if over is None:
        return None
    methods = [ADJUSTMENTS[name].title for name in adjusted.p]
    head = (
        "Better ranked",
        "Worse ranked",
        "Rank difference",
        *(DETAILS.get(name, name) for name in _shown(over)),
        "Statistic",
        "p",
        *methods,
    )
    rows = tuple(_row(analysis, over, at) for at in np.argsort(over.p, kind="stable").tolist())
    return Table(
        name=f"{slug(analysis.scores.name)}-adjusted-p",
        metric=analysis.scores.name,
        kind="adjusted-p",
        title=f"Comparisons over the data sets by {analysis.scores.name}",
        caption=_caption(analysis, over),
        head=(head_row(*head),),
        rows=rows,
        align=("left", "left", *right(len(head) - 2)),
        notes=tuple(_notes(analysis)),
        stub=2,
        in_pdf=is_printable(len(rows), len(head)),
    )


def _row(analysis: Analysis, over: OverDatasets, at: int) -> tuple[Cell, ...]:
    a, b = over.pairs[at].tolist()
    alpha = analysis.adjusted.alpha
    return (
        named(analysis.names[a]),
        named(analysis.names[b]),
        decimal(over.difference[at], 2),
        *(_detail(name, values[at]) for name, values in _shown(over).items()),
        statistic(over.statistic[at]),
        p_value(over.p[at]),
        *(p_value(p[at], alpha) for p in analysis.adjusted.p.values()),
    )


def _shown(over: OverDatasets) -> dict[str, FloatArray]:
    """The details but for those that a note tells of all comparisons together."""
    return {name: values for name, values in over.details.items() if name not in _IN_NOTES}


def _detail(name: str, value: float) -> Cell:
    """A difference of scores or its error; or else a count, or a sum of ranks that may end in a half."""
    return number(value, f"{value:.3g}" if name in _OF_SCORES else f"{value:g}")


def _caption(analysis: Analysis, over: OverDatasets) -> str:
    control = analysis.tested.control
    which = "all pairs" if control is None else f"each algorithm with {analysis.names[control]}"
    return (
        f"{counted(len(over.p), 'comparison')} ({which}) over {counted(analysis.scores.n_datasets, 'data set')} by"
        f" the {PAIRWISE[over.procedure].title}: raw p, and p adjusted for the number of comparisons."
    )


def _notes(analysis: Analysis) -> list[str]:
    notes = []
    if analysis.adjusted.p:
        notes.append(significance_note(analysis.adjusted.alpha))
    together = of_all_together(analysis)
    notes.append(
        "The rank difference is the average rank of the first less that of the second. p-values are two-sided"
        f"{together and '; '}{together}."
    )
    notes += variant(analysis)
    notes += weaker(analysis)
    notes += [f"{ADJUSTMENTS[name].title} was left out: {why}." for name, why in analysis.adjusted.left_out.items()]
    return notes
