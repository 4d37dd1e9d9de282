"""Which values an axis numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from matplotlib.axis import Axis

from rankpress.figures.numerals import tick_texts
from rankpress.figures.style import Style, font
from rankpress.figures.text import text_width

_APART = 0.08  # inches between numbers


@dataclass(frozen=True)
class Ticks:
    """An axis: its ends, and the values that it numbers."""

    limits: tuple[float, float]
    values: tuple[float, ...]
    texts: tuple[str, ...]


def limits_about(values: Sequence[float], share: float = 0.09) -> tuple[float, float]:
    """Ends of an axis that shows these values with room beside them, also where they are one, but for rounding.

    Examples
    --------
    >>> limits_about([0.0, 1.0]), limits_about([2.0, 2.0])
    ((-0.09, 1.09), (1.9, 2.1))
    """
    low, high = min(values), max(values)
    room = share * (high - low)
    if high - low <= max(1e-12 * max(abs(low), abs(high)), 1e-250):
        room = 0.05 * max(1.0, abs(low))
    return low - room, high + room


def choose_ticks(limits: tuple[float, float], length: float, style: Style, *, beyond: float = 0.0) -> Ticks:
    """Round values whose numbers fit beside each other along a horizontal axis.

    Parameters
    ----------
    limits : (float, float)
    length : float
        Inches.
    style : Style
    beyond : float
        Inches that a number may reach beyond either end of the axis.

    Returns
    -------
    Ticks
        As many values as have room; where there is room for one alone, none at worst.
    """
    low, high = limits
    per_inch = (high - low) / length
    alone: Ticks | None = None
    for every in (1, 2, 3, 4):  # round values of which some are left out, where it takes that to number two
        for values in _round_values(low, high, most=6):
            texts = tick_texts(values) if values else ()
            half = max((text_width(text, style.font_size) for text in texts), default=0.0) / 2
            reach = (beyond - half) * per_inch
            inside = [i for i, value in enumerate(values) if low - reach <= value <= high + reach][::every]
            chosen = Ticks(limits, tuple(values[i] for i in inside), tuple(texts[i] for i in inside))
            if len(inside) > 1 and every * (values[1] - values[0]) > (2 * half + _APART) * per_inch:
                return chosen
            if len(inside) == 1:
                alone = alone or chosen
    return alone or Ticks(limits, (), ())


def _round_values(low: float, high: float, most: int) -> Iterator[tuple[float, ...]]:
    """Evenly spaced round values of an axis, no more than `most` of them to begin with, then fewer and fewer."""
    span = high - low
    power = floor(log10(span / most)) if span > 0 else 0
    for exponent in range(power, power + 4):
        for part in (1.0, 2.0, 2.5, 5.0):
            step = part * 10.0**exponent
            if step * most >= span > 0:
                first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
                yield tuple(number * step for number in range(first, last + 1))


def set_ticks(axis: Axis, ticks: Ticks, style: Style, *, numbered: bool = True) -> None:
    """Mark and number an axis."""
    axis.set_ticks(ticks.values, list(ticks.texts) if numbered else [""] * len(ticks.values))
    axis.set_tick_params(which="major", width=0.6, length=2.5, pad=2, color=style.ink, labelcolor=style.ink)
    axis.set_ticks([], minor=True)
    for text in axis.get_ticklabels():
        text.set(fontproperties=font(style.font_size), parse_math=False)
