"""Axes: which values they span, and which they number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from rankpress.figures.style import Style, font
from rankpress.figures.text import LINE_HEIGHT, text_width
from rankpress.figures.wording import tick_texts

if TYPE_CHECKING:
    from matplotlib.axis import Axis


_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LEAST = 1e-250  # matplotlib takes other limits than a linear axis has whose ends are nearer to 0 than some 1e-287
_LOG_FROM = 20.0  # the largest value over the smallest from which on a scale is logarithmic by itself
_APART = 0.08  # inches between numbers
_MOST = 8

Ticks = tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class NumberedAxis:
    """An axis from `first`, at the left or at the bottom, to `last`; on a log scale both are exponents of 10."""

    first: float  # first, last: `first` is the larger one where the values fall along the axis
    last: float
    ticks: Ticks  # the values that are numbered, on a log scale their exponents, and the numbers
    log: bool = False

    def share(self, value: float) -> float:
        """Return how far along the axis a value lies, from 0 to 1."""
        return self.share_of(log10(value) if self.log else value)

    def share_of(self, place: float) -> float:
        """Return the same for a place such as that of a tick."""
        return (place - self.first) / (self.last - self.first)


def rank_axis(ranks: Sequence[float], length: float, style: Style, *, count: int, upright: bool) -> NumberedAxis:
    """An axis of average ranks with the best at its end: of all ranks, or of the occupied ones where that is less."""
    low, high = min(1.0, *ranks), max(float(count), *ranks)
    occupied = max(ranks) - min(ranks)
    if occupied < 0.7 * (high - low):
        spare = max(0.08 * occupied, 0.5)
        low, high = max(low, min(ranks) - spare), min(high, max(ranks) + spare)
    margin = 0.05 * max(high - low, 0.5)
    ticks = fitting_ticks(low - margin, high + margin, length, style, upright=upright, integers=high - low > 2.5)
    return NumberedAxis(high + margin, low - margin, tuple(tick for tick in ticks if tick[0] >= 1))


def value_axis(
    values: Sequence[float],
    length: float,
    style: Style,
    *,
    log: bool = False,
    falling: bool = False,
    upright: bool = False,
    margin: float = 0.05,
    beyond: float = 0.2,
) -> NumberedAxis:
    """Return an axis of any values with `margin` of their span at either end, and as many numbers as have room."""
    low, high = limits_about([log10(value) for value in values] if log else values, margin, log=log)
    ticks = fitting_ticks(low, high, length, style, log=log, upright=upright, beyond=beyond)
    return NumberedAxis(high, low, ticks, log) if falling else NumberedAxis(low, high, ticks, log)


def limits_about(values: Sequence[float], margin: float = 0.09, *, log: bool = False) -> tuple[float, float]:
    """Ends of an axis that shows these values with room next to them, also where they are one, but for rounding."""
    low, high = min(values), max(values)
    span, size = high - low, max(abs(low), abs(high))
    if span <= max(1e-12 * size, 0.0 if log else _LEAST):
        span = 2 * size if not log and size > _LEAST else 2.0
    return low - margin * span, high + margin * span


def wants_log(values: Sequence[float]) -> bool:
    """Whether values differ so much that a log scale shows them better; one that is not above 0 has no logarithm."""
    return min(values) > 0 and log10(max(values)) - log10(min(values)) > log10(_LOG_FROM)


def fitting_ticks(
    low: float,
    high: float,
    length: float,
    style: Style,
    *,
    log: bool = False,
    upright: bool = False,
    integers: bool = False,
    beyond: float = 0.2,
) -> Ticks:
    """Round places and their numbers, which keep clear of each other and go no further `beyond` the axis."""
    alone: Ticks = ()
    line = LINE_HEIGHT * style.font_size / 72
    most = min(_MOST, max(2, int(length / 0.3)))
    for every, count in ((part, size) for part in (1, 2, 3) for size in range(part * most, 0, -1)):
        ticks = _powers(low, high, count) if log else _numbers(low, high, count, integers=integers)
        halves = [(line if upright else text_width(text, style.font_size)) / 2 for _, text in ticks]
        places = [(place - low) / (high - low) * length for place, _ in ticks]
        spans = [(index - half, index + half, tick) for index, half, tick in zip(places, halves, ticks, strict=True)]
        shown = [span for span in spans if -beyond <= span[0] and span[1] <= length + beyond][::every]
        if len(shown) > 1 and all(b[0] - a[1] >= (0 if upright else _APART) for a, b in pairwise(shown)):
            return tuple(tick for *_, tick in shown)
        alone = alone or tuple(tick for *_, tick in shown[:1])
    return alone


def _numbers(low: float, high: float, most: int, *, integers: bool) -> Ticks:
    """Round values of a linear axis; of very near ones that read the same, the first."""
    locator = MaxNLocator(most, steps=[1, 2, 5, 10] if integers else [1, 2, 2.5, 5, 10], integer=integers)
    values = [value for value in map(float, locator.tick_values(low, high)) if low <= value <= high]
    texts = tick_texts(values) if values else ()
    return tuple({text: (value, text) for value, text in zip(values[::-1], texts[::-1], strict=True)}.values())[::-1]


def _powers(low: float, high: float, most: int) -> Ticks:
    """Whole powers of 10 where two are in range, else 1, 2 and 5 times those, or values of a linear axis."""
    decades = range(ceil(low), floor(high) + 1)
    if len(decades) > 1:
        step = ceil(len(decades) / most)
        return tuple((float(decade), _power_text(decade)) for decade in decades if decade % step == 0)
    values = [m * 10.0**e for e in range(floor(low), ceil(high) + 1) for m in (1, 2, 5)]
    if high - low < 0.5:  # hardly more than a linear scale
        values = [value for value, _ in _numbers(10**low, 10 ** min(high, 308.0), most, integers=False)]
    ticks = [(log10(value), f"{value:.6g}".replace("-", "\N{MINUS SIGN}")) for value in values if value > 0]
    return tuple((place, text) for place, text in ticks if low <= place <= high)


def _power_text(exponent: int) -> str:
    if -4 < exponent < 6:
        return f"{10.0**exponent:,g}" if exponent < 0 else f"{10**exponent:,}"
    return f"10{str(exponent).translate(_SUPERSCRIPT)}"


def set_ticks(axis: Axis, ticks: Ticks, style: Style, *, numbered: bool = True) -> None:
    """Mark and number an axis."""
    axis.set_ticks([place for place, _ in ticks], [text if numbered else "" for _, text in ticks])
    axis.set_tick_params(which="major", width=0.6, length=2.5, pad=2, color=style.ink, labelcolor=style.ink)
    axis.set_ticks([], minor=True)
    for text in axis.get_ticklabels():
        text.set(fontproperties=font(style.font_size, text.get_text()), parse_math=False)
