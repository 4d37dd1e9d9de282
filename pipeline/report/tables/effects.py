"""The table of effect sizes: estimates of how far two algorithms differ, with their intervals."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.effects import Estimated
from rankpress.report.numbers import Rounding, percent_text, rounding_of
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import MOST_CELLS, head_row, is_printable, named, number, right, scope
from rankpress.slugs import slug
from rankpress.stats.effects import PairEffects
from rankpress.stats.effects_table import EFFECTS
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


def effects_table(analysis: Analysis) -> Table | None:
    """Build the table of effect sizes.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        A row a comparison, in the order of the table of tests, and three columns a measure; None where there are none,
        or far too many.
    """
    estimated, over = analysis.estimated, analysis.tested.over
    if estimated is None or over is None or not estimated.effects or too_many(estimated):
        return None
    titles = [title_of(name) for name in estimated.effects]
    roundings = effect_roundings(estimated)
    rows = tuple(
        (
            *(named(analysis.names[i]) for i in estimated.pairs[at]),
            *(cell for name, effect in estimated.effects.items() for cell in _cells(effect, at, roundings[name])),
        )
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
        head=(
            (named("", span=2), *(named(title, span=3) for title in titles)),
            head_row("a", "b", *["Estimate", "From", "To"] * len(titles)),
        ),
        rows=rows,
        align=("left", "left", *right(3 * len(titles))),
        notes=tuple(_notes(analysis, estimated, roundings)),
        stub=2,
        unit=3,
        in_pdf=is_printable(len(rows), 2 + 3 * len(titles)),
        columns=("a", "b", *(column for title in titles for column in (title, f"{title} from", f"{title} to"))),
    )


def too_many(estimated: Estimated) -> bool:
    """Whether the effect sizes are left to results.json."""
    return len(estimated.pairs) * (2 + 3 * len(estimated.effects)) > MOST_CELLS


def title_of(name: str) -> str:
    """A measure at the head of a column."""
    title = EFFECTS[name].title
    return title[:1].upper() + title[1:]


def effect_roundings(estimated: Estimated) -> dict[str, Rounding]:
    """Choose how each measure is rounded: differences by their sizes and intervals, the others to two decimals."""
    return {name: _rounding(effect) if EFFECTS[name].in_unit else _PLAIN for name, effect in estimated.effects.items()}


def _rounding(effect: PairEffects) -> Rounding:
    return rounding_of(np.abs(np.column_stack([effect.estimate, (effect.high - effect.low) / 2])))


def _cells(effect: PairEffects, at: int, rounding: Rounding) -> Iterator[Cell]:
    for value in (effect.estimate[at], effect.low[at], effect.high[at]):
        yield number(value, rounding.text(value))


def _notes(analysis: Analysis, estimated: Estimated, roundings: dict[str, Rounding]) -> Iterator[str]:
    in_unit = [name for name in estimated.effects if EFFECTS[name].in_unit]
    others = [name for name in estimated.effects if not EFFECTS[name].in_unit]
    if in_unit:
        told = joined(EFFECTS[name].title for name in in_unit)
        unit, better = analysis.scores.name, analysis.scores.better
        yield f"The score of a less that of b, in {unit} itself ({better} is better): {told}."
    if others:
        told = joined(f"{EFFECTS[name].title} ({EFFECTS[name].no_difference:g})" for name in others)
        yield f"Greater where a is the better, in parentheses the value of no difference: {told}."
    methods = joined(
        f"{EFFECTS[name].title} by {INTERVALS[effect.method]}"
        for name, effect in estimated.effects.items()
        if effect.method
    )
    yield f"Intervals: {methods}. Each holds by itself; no allowance is made for their number."
    yield from _reasons(estimated)


def _reasons(estimated: Estimated) -> Iterator[str]:
    for name, effect in estimated.effects.items():
        undefined = np.isnan(effect.estimate + effect.low + effect.high)
        for reason in sorted({effect.why[at] for at in np.flatnonzero(undefined).tolist()} - {""}):
            yield f"A dash under {EFFECTS[name].title}: {reason}."
