"""The table of effect sizes: estimates of how far two algorithms differ, with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

import numpy as np

from rankpress.analysis import Analysis
from rankpress.effects import Estimated
from rankpress.report.numbers import MISSING, Rounding, percent_text, rounding_of
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import (
    MOST_CELLS,
    head_row,
    named,
    p_of,
    p_value,
    right,
    scope,
    significance_note,
)
from rankpress.slugs import slug
from rankpress.stats.effects import PairEffects
from rankpress.stats.effects_table import EFFECTS
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.wording import counted, joined

_PLAIN = Rounding(2)
# How intervals are made, as sentences put it.
INTERVALS = {
    "t": "Student's t",
    "order statistics": "order statistics",
    "Wilcoxon inverted": "the inverted Wilcoxon test",
    "noncentral t": "the noncentral t",
    "BCa": "the bootstrap (BCa)",
    "Fisher's z": "Fisher's z about the estimate, with the jackknife error of delta between different data sets",
    "Wilson": "Wilson's score",
    "score": "a score interval",
}


def effects_table(analysis: Analysis, wanted: Collection[object] | None = None, most: int = MOST_CELLS) -> Table | None:
    """Build the table of effect sizes.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    wanted : collection of str or None
        Heads of columns; measures that are not among them are not spoken of, nor p-values.
    most : int
        Cells of the largest table that is built.

    Returns
    -------
    Table or None
        A row a comparison, in the order of the table of tests, its p adjusted by the first method, and a column a
        measure; None where there are none, or far too many.
    """
    analysis = with_measures(analysis, wanted)
    estimated, over = analysis.estimated, analysis.tested.over
    if estimated is None or over is None or not estimated.effects or too_many(estimated, most):
        return None
    head, cells = ("a", "b", *effects_head(analysis)), effects_cells(analysis)
    rows = tuple(
        (*(named(analysis.names[i]) for i in estimated.pairs[at]), *cells(at, False))
        for at in np.argsort(over.p, kind="stable").tolist()
    )
    level = percent_text(estimated.level)
    return Table(
        name=f"{slug(analysis.scores.name)}-effects",
        metric=analysis.scores.name,
        kind="effects",
        title=f"Effect sizes over the data sets by {analysis.scores.name}",
        caption=(
            f"{counted(len(rows), 'comparison')} of {scope(analysis)}: effect sizes of a against b, a being the better"
            f" ranked, with {level} intervals."
        ),
        head=(head_row(*head),),
        rows=rows,
        align=("left", "left", *right(len(head) - 2)),
        notes=tuple(_notes(analysis, estimated)),
        stub=2,
        detail="interval",
        detail_parts=("from", "to"),
    )


def effects_head(analysis: Analysis) -> tuple[str, ...]:
    """Heads of the columns beside the names: the adjusted p, then the measures."""
    estimated, deciding = analysis.estimated, analysis.adjusted.deciding
    measures = () if estimated is None else tuple(map(title_of, estimated.effects))
    return measures if deciding is None else (p_of(deciding), *measures)


def effects_cells(analysis: Analysis) -> Callable[[int, bool], tuple[Cell, ...]]:
    """Tell how the cells beside the names of a comparison are made.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    callable
        Is given which comparison, and whether to tell of b against a; returns the cells.
    """
    adjusted, estimated = analysis.adjusted, analysis.estimated
    effects = {} if estimated is None else estimated.effects
    roundings = {} if estimated is None else effect_roundings(estimated)
    deciding = None if adjusted.deciding is None else adjusted.p[adjusted.deciding]

    def cells(at: int, turned: bool) -> tuple[Cell, ...]:
        found = () if deciding is None else (p_value(deciding[at], adjusted.alpha),)
        values = {
            name: (float(one.estimate[at]), float(one.low[at]), float(one.high[at])) for name, one in effects.items()
        }
        return (
            *found,
            *(_cell(*(_turned(name, *one) if turned else one), roundings[name]) for name, one in values.items()),
        )

    return cells


def with_measures(analysis: Analysis, wanted: Collection[object] | None) -> Analysis:
    """An analysis with what is wanted of the measures and the adjusted p alone; with all where no measure is."""
    estimated, adjusted = analysis.estimated, analysis.adjusted
    if estimated is None or wanted is None:
        return analysis
    measures = {name: effect for name, effect in estimated.effects.items() if title_of(name) in wanted}
    if not measures:
        return analysis
    has_p = adjusted.deciding is not None and p_of(adjusted.deciding) in wanted
    return replace(
        analysis,
        estimated=replace(estimated, effects=measures),
        adjusted=adjusted if has_p else replace(adjusted, p={}),
    )


def too_many(estimated: Estimated, most: int = MOST_CELLS) -> bool:
    """Whether the effect sizes are left to results.json."""
    return len(estimated.pairs) * (2 + 3 * len(estimated.effects)) > most


def title_of(name: str) -> str:
    """A measure at the head of a column."""
    title = EFFECTS[name].title
    return title[:1].upper() + title[1:]


def effect_roundings(estimated: Estimated) -> dict[str, Rounding]:
    """Choose how each measure is rounded: differences by their sizes and intervals, the others to two decimals."""
    return {name: _rounding(effect) if EFFECTS[name].in_unit else _PLAIN for name, effect in estimated.effects.items()}


def _rounding(effect: PairEffects) -> Rounding:
    return rounding_of(np.abs(np.column_stack([effect.estimate, (effect.high - effect.low) / 2])))


def _turned(name: str, estimate: float, low: float, high: float) -> tuple[float, float, float]:
    """The measure of b against a: as far on the other side of no difference."""
    twice = 2 * EFFECTS[name].no_difference
    return twice - estimate, twice - high, twice - low


def _cell(estimate: float, low: float, high: float, rounding: Rounding) -> Cell:
    """An estimate with its interval; a dash where there is none."""
    if np.isnan(estimate):
        return Cell(MISSING, "")
    detail = f"[{rounding.text(low)}, {rounding.text(high)}]"
    return Cell(f"{rounding.text(estimate)} {detail}", estimate, detail=detail, detail_value=(low, high))


def _notes(analysis: Analysis, estimated: Estimated) -> Iterator[str]:
    if analysis.adjusted.deciding is not None:
        deciding, alpha = ADJUSTMENTS[analysis.adjusted.deciding].title, analysis.adjusted.alpha
        over = analysis.tested.over
        by = "" if over is None else f"p by the {PAIRWISE[over.procedure].title}, adjusted by {deciding}. "
        yield f"{by}{significance_note(alpha)}"
    in_unit = [name for name in estimated.effects if EFFECTS[name].in_unit]
    others = [name for name in estimated.effects if not EFFECTS[name].in_unit]
    if in_unit:
        told = joined(EFFECTS[name].title for name in in_unit)
        unit, better = analysis.scores.name, analysis.scores.better
        yield f"The score of a less that of b, in {unit} itself ({better} is better): {told}."
    if others:
        told = joined(f"{EFFECTS[name].title} ({EFFECTS[name].no_difference:g})" for name in others)
        yield f"Greater where a is the better, in parentheses the value of no difference: {told}."
    methods = [
        f"{EFFECTS[name].title} by {INTERVALS[effect.method]}"
        for name, effect in estimated.effects.items()
        if effect.method
    ]
    if methods:
        yield f"Intervals: {joined(methods)}. Each holds by itself; no allowance is made for their number."
    yield from _reasons(estimated)


def _reasons(estimated: Estimated) -> Iterator[str]:
    for name, effect in estimated.effects.items():
        undefined = np.isnan(effect.estimate + effect.low + effect.high)
        for reason in sorted({effect.why[at] for at in np.flatnonzero(undefined).tolist()} - {""}):
            yield f"A dash under {EFFECTS[name].title}: {reason}."
