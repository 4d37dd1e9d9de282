"""What a text may cite of simulated power."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.power.found import PairPower, Powered
from rankpress.report.macros.citable import Citable, Letters, interval, whole
from rankpress.report.numbers import fixed, level_text
from rankpress.report.power_told import (
    by_procedure,
    own_power,
    power_bounds,
    rounding_of_smallest,
    sizes_text,
)
from rankpress.wording import counted


def of_power(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    """The power of the pairs that were simulated, by the procedure that decides groups.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    letters : Letters
        For its names.

    Yields
    ------
    Citable
    """
    powered = analysis.powered
    if powered is None or not powered.each:
        return
    yield Citable("PowerTarget", level_text(powered.target), "the power that is wanted", powered.target)
    yield whole("PowerDraws", powered.draws, "simulated studies at each number of data sets and each difference")
    for effect, word in zip(powered.effects, _words(powered), strict=True):
        yield Citable(f"PowerEffect{word}", level_text(effect), "a difference worth having", effect)
    for one in powered.each:
        a, b = analysis.names[one.a], analysis.names[one.b]
        yield from _of_pair(powered, one, f"{a} and {b}", letters.of_pair(a, b))


def _words(powered: Powered) -> list[str]:
    """What tells differences apart in names, which have no digits."""
    if len(powered.effects) == 1:
        return [""]
    return [chr(ord("A") + place) if place < 26 else f"Z{'z' * (place - 25)}" for place in range(len(powered.effects))]


def _of_pair(powered: Powered, one: PairPower, pair: str, of: str) -> Iterator[Citable]:
    at = powered.deciding
    how = by_procedure(powered, powered.procedures[at])
    for place, word in enumerate(_words(powered)):
        about = f"a difference of {level_text(powered.effects[place])} of {pair}"
        power, *ends = power_bounds(powered, own_power(powered, one, place, at))
        said = f"power on {counted(powered.own, 'data set')} for {about}, {how}"
        yield Citable(f"Power{word}", fixed(power, 2), said, power, of)
        yield from interval(f"Power{word}", (ends[0], ends[1]), lambda value: fixed(value, 2), said, of)
        needed = one.by_size[place].needed[at]
        known = math.ceil(needed.at) if math.isfinite(needed.at) else None
        said = f"data sets that {about} needs for a power of {level_text(powered.target)}, {how}"
        yield Citable(f"DatasetsNeeded{word}", sizes_text(powered, needed.at), said, known, of)
    smallest = one.by_difference.smallest[at]
    if math.isfinite(smallest.at):
        text = rounding_of_smallest(powered).text
        said = f"smallest difference of {pair} found with a power of {level_text(powered.target)} here, {how}"
        yield Citable("SmallestDifference", text(smallest.at), said, smallest.at, of)
        yield from interval("SmallestDifference", (smallest.low, smallest.high), text, said, of)
