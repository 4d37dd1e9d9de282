"""The table of comparisons over the data sets: differences, statistics, raw and adjusted p-values."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from rankpress.analysis import Analysis
from rankpress.over import OverDatasets
from rankpress.report.attainable import unattainable
from rankpress.report.error_rates import of_all_together, weaker
from rankpress.report.numbers import Rounding, level_text, rounding_of
from rankpress.report.pairwise_variant import against_ranks, variant
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import (
    decimal,
    head_row,
    named,
    number,
    p_value,
    right,
    scope,
    significance_note,
    statistic,
)
from rankpress.slugs import slug
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.wording import counted, joined

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
_TESTED = ("mean_difference", "mean_relative_difference")
_OF_SCORES = (*_TESTED, "standard_error")
_IN_NOTES = ("exact", "draws", "least_p")


def adjusted_p_table(analysis: Analysis, wanted: Collection[object] | None = None) -> Table | None:
    """Build the table of comparisons.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    wanted : collection of str or None
        Heads of columns; adjustments that are not among them are not spoken of.

    Returns
    -------
    Table or None
        A row a comparison, the least p first; None where nothing was compared over data sets.
    """
    analysis = with_adjustments(analysis, wanted)
    over, adjusted = analysis.tested.over, analysis.adjusted
    if over is None:
        return None
    methods = [ADJUSTMENTS[name].title for name in adjusted.p]
    head = ("Better ranked", "Worse ranked", *_columns(over), "Statistic", "p", *methods)
    rounding = _rounding(over)
    rows = tuple(_row(analysis, over, at, rounding) for at in np.argsort(over.p, kind="stable").tolist())
    return Table(
        name=f"{slug(analysis.scores.name)}-adjusted-p",
        metric=analysis.scores.name,
        kind="adjusted-p",
        title=f"Comparisons over the data sets by {analysis.scores.name}",
        caption=_caption(analysis, over),
        head=(head_row(*head),),
        rows=rows,
        align=("left", "left", *right(len(head) - 2)),
        notes=tuple(_notes(analysis, over)),
        stub=2,
    )


def with_adjustments(analysis: Analysis, wanted: Collection[object] | None) -> Analysis:
    """An analysis with those adjustments alone whose heads are wanted; all of them where none is."""
    p = analysis.adjusted.p
    shown = {name: p[name] for name in p if wanted is not None and ADJUSTMENTS[name].title in wanted}
    return replace(analysis, adjusted=replace(analysis.adjusted, p=shown, left_out={})) if shown else analysis


def _row(analysis: Analysis, over: OverDatasets, at: int, rounding: Rounding) -> tuple[Cell, ...]:
    a, b = over.pairs[at].tolist()
    alpha = analysis.adjusted.alpha
    return (
        named(analysis.names[a]),
        named(analysis.names[b]),
        *(_figure(over, name, at, rounding) for name in _columns(over).values()),
        statistic(over.statistic[at]),
        p_value(over.p[at]),
        *(p_value(p[at], alpha) for p in analysis.adjusted.p.values()),
    )


def _columns(over: OverDatasets) -> dict[str, str]:
    """Heads of the columns before the statistic, and the details they have; the difference that is tested leads."""
    shown = [name for name in over.details if name not in _IN_NOTES]
    tested = {DETAILS[name]: name for name in shown if name in _TESTED}
    rest = {DETAILS.get(name, name): name for name in shown if name not in _TESTED}
    if PAIRWISE[over.procedure].of_average_ranks:
        return {"Rank difference": "", **tested, **rest}
    return {**tested, **rest, "Rank difference (not tested)": ""}


def _rounding(over: OverDatasets) -> Rounding:
    """One for all differences of scores and their errors."""
    columns = [values for name, values in over.details.items() if name in _OF_SCORES]
    return rounding_of(np.abs(np.column_stack(columns))) if columns else Rounding(0)


def _figure(over: OverDatasets, name: str, at: int, rounding: Rounding) -> Cell:
    """Of average ranks; a difference of scores or its error; a count, or a sum of ranks that may end in a half."""
    if not name:
        return decimal(over.difference[at], 2)
    value = over.details[name][at]
    return number(value, rounding.text(value) if name in _OF_SCORES else f"{value:g}")


def _caption(analysis: Analysis, over: OverDatasets) -> str:
    control = analysis.tested.control
    which = "all pairs" if control is None else f"each with {analysis.names[control]}"
    told = f"{counted(len(over.p), 'comparison')} of {scope(analysis)} ({which}) by the"
    told = f"{told} {PAIRWISE[over.procedure].title}: raw p"
    if not analysis.adjusted.p:
        return f"{told}."
    methods = joined(ADJUSTMENTS[name].title for name in analysis.adjusted.p)
    return f"{told}, and p adjusted for their number by {methods}, at level {level_text(analysis.adjusted.alpha)}."


def _descriptive(over: OverDatasets) -> str:
    if PAIRWISE[over.procedure].of_average_ranks:
        return ""
    return f"; it is descriptive and not what the {PAIRWISE[over.procedure].title} tests"


def _notes(analysis: Analysis, over: OverDatasets) -> list[str]:
    notes = []
    if analysis.adjusted.p:
        notes.append(significance_note(analysis.adjusted.alpha))
    together = of_all_together(analysis)
    notes.append(
        f"The rank difference is the average rank of the first less that of the second{_descriptive(over)}. p-values"
        f" are two-sided{together and '; '}{together}."
    )
    notes += variant(analysis)
    notes += unattainable(analysis)
    notes += against_ranks(analysis)
    notes += weaker(analysis)
    notes += [f"{ADJUSTMENTS[name].title} was left out: {why}." for name, why in analysis.adjusted.left_out.items()]
    return notes
