"""The tables of simulated power: data sets that a difference needs, and the smallest difference that is found."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from rankpress.analysis import Analysis
from rankpress.power.found import PairPower, Powered
from rankpress.report.numbers import fixed, level_text, percent_text
from rankpress.report.power_told import (
    own_power,
    own_told,
    power_bounds,
    resting_on,
    rounding_of_smallest,
    simulated,
    sizes_text,
    title_of,
)
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import head_row, named, number, right
from rankpress.slugs import slug
from rankpress.stats.required_size import LEVEL, Reached

POWER_HERE = "Power here"


def power_table(analysis: Analysis) -> Table | None:
    """Build the table of how many data sets the differences worth having need.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        A row a pair and difference; None where no power was simulated.
    """
    powered = analysis.powered
    if powered is None or not powered.each:
        return None
    deciding = title_of(powered.procedures[powered.deciding])
    return Table(
        name=f"{slug(analysis.scores.name)}-power",
        metric=analysis.scores.name,
        kind="power",
        title=f"Data sets needed by {analysis.scores.name}",
        caption=(
            f"Data sets from which on a mean difference in {analysis.scores.name}, a being better than b by this much,"
            f" is found with a power of {level_text(powered.target)}, by each procedure; and the power on"
            f" {own_told(analysis, powered)} ({deciding}). {simulated(powered)}."
        ),
        head=(head_row("a", "b", "Difference", POWER_HERE, *map(needed_by, powered.procedures)),),
        rows=tuple(_rows(analysis, powered)),
        align=("left", "left", *right(2 + len(powered.procedures))),
        notes=(
            f"In brackets {percent_text(LEVEL)} intervals: what the number of simulated studies leaves open, no more.",
            (
                f"Simulated were {', '.join(map(str, powered.sizes))} data sets, and more where the power is reached,"
                " until they were neighbours or 5% apart; between those N is on a straight line."
            ),
            resting_on(powered),
        ),
        stub=3,
        detail="interval",
        detail_parts=("from", "to"),
    )


def needed_by(procedure: str) -> str:
    """Head of the column of data sets that a procedure needs: N (Holm)."""
    return f"N ({title_of(procedure)})"


def _rows(analysis: Analysis, powered: Powered) -> Iterator[tuple[Cell, ...]]:
    for one in powered.each:
        for place, effect in enumerate(powered.effects):
            yield (
                *_pair(analysis, one),
                number(effect, level_text(effect)),
                _share(powered, own_power(powered, one, place, powered.deciding)),
                *(_needed(powered, needed) for needed in one.by_size[place].needed),
            )


def _pair(analysis: Analysis, one: PairPower) -> tuple[Cell, Cell]:
    return named(analysis.names[one.a]), named(analysis.names[one.b])


def _share(powered: Powered, count: int) -> Cell:
    power, low, high = power_bounds(powered, count)
    detail = f"[{fixed(low, 2)}, {fixed(high, 2)}]"
    return Cell(f"{fixed(power, 2)} {detail}", power, detail=detail, detail_value=(low, high))


def _needed(powered: Powered, needed: Reached) -> Cell:
    text = sizes_text(powered, needed.at)
    if math.isinf(needed.at) or needed.at == powered.sizes[0]:
        return Cell(text)
    detail = f"[{sizes_text(powered, needed.low)}, {sizes_text(powered, needed.high)}]"
    return Cell(f"{text} {detail}", math.ceil(needed.at), detail=detail, detail_value=(needed.low, needed.high))


def smallest_difference_table(analysis: Analysis) -> Table | None:
    """Build the table of the smallest differences that a study of this size finds.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        A row a pair; None where no power was simulated.
    """
    powered = analysis.powered
    if powered is None or not powered.each:
        return None
    rounding = rounding_of_smallest(powered)
    return Table(
        name=f"{slug(analysis.scores.name)}-smallest-difference",
        metric=analysis.scores.name,
        kind="smallest-difference",
        title=f"Smallest differences found by {analysis.scores.name}",
        caption=(
            f"The smallest mean difference in {analysis.scores.name}, a being better than b, that is found with a power"
            f" of {level_text(powered.target)} on {own_told(analysis, powered)}, by each procedure."
            f" {simulated(powered)}."
        ),
        head=(head_row("a", "b", "Spread", *map(title_of, powered.procedures)),),
        rows=tuple(
            (
                *_pair(analysis, one),
                number(one.spread, rounding.text(one.spread)),
                *(_smallest(found, rounding.text) for found in one.by_difference.smallest),
            )
            for one in powered.each
        ),
        align=("left", "left", *right(1 + len(powered.procedures))),
        notes=(
            "Spread: the standard deviation of the observed differences over the data sets.",
            f"In brackets {percent_text(LEVEL)} intervals: what the number of simulated studies leaves open, no more.",
            resting_on(powered),
        ),
        stub=2,
        detail="interval",
        detail_parts=("from", "to"),
    )


def _smallest(found: Reached, text: Callable[[float], str]) -> Cell:
    if math.isinf(found.at):
        return Cell("none")
    detail = f"[{text(found.low)}, {text(found.high)}]"
    return Cell(f"{text(found.at)} {detail}", found.at, detail=detail, detail_value=(found.low, found.high))
