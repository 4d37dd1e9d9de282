"""Axes: which values they span, and which they number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from matplotlib.axis import Axis

from rankpress.figures.numerals import tick_texts
from rankpress.figures.style import Style, font
from rankpress.figures.text import text_width

_MARGIN = 0.05  # of the span, to either side of the outermost values
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_TINY = 1e-300  # smaller numbers cannot be told apart on an axis
_LEAST = 1e-250  # matplotlib takes other limits than a linear axis has whose ends are nearer to 0 than some 1e-287
_LOG_FROM = 20.0  # the largest value over the smallest from which on a scale is logarithmic by itself


@dataclass(frozen=True)
class NumberedAxis:
    """An axis from `first`, at the left or at the bottom, to `last`; on a log scale both are exponents of 10.

    Parameters
    ----------
    first, last : float
        `first` is the larger one where the values fall along the axis.
    ticks : tuple of (float, str)
        The values that are numbered, on a log scale their exponents, and the numbers.
    log : bool
    """

    first: float
    last: float
    ticks: tuple[tuple[float, str], ...]
    log: bool = False

    def share(self, value: float) -> float:
        """How far along the axis a value lies, from 0 to 1."""
        return self.share_of(log10(value) if self.log else value)

    def share_of(self, place: float) -> float:
        """The same for a place such as that of a tick."""
        return (place - self.first) / (self.last - self.first)


MakeAxis = Callable[[float], NumberedAxis]  # from the inches that it has


def rank_axis(ranks: Sequence[float], length: float, count: int) -> NumberedAxis:
    """An axis of average ranks with the best at its end: of all ranks, or of the occupied ones where that is less."""
    low, high = min(1.0, *ranks), max(float(count), *ranks)
    occupied = max(ranks) - min(ranks)
    if occupied < 0.7 * (high - low):
        spare = max(0.08 * occupied, 0.5)
        low, high = max(low, min(ranks) - spare), min(high, max(ranks) + spare)
    margin = _MARGIN * max(high - low, 0.5)
    low, high = low - margin, high + margin
    step = max(_round_step(low, high, max(2, int(length / 0.3))), 1.0 if high - low > 2.5 else 0.5)
    values = [value for value in _multiples(low, high, step) if value >= 1]
    values = [1.0, *values] if low <= 1 and values[0] > 1 + step / 2 else values
    texts = [f"{value:.1f}" if step < 1 else f"{value:.0f}" for value in values]
    return NumberedAxis(high, low, tuple(zip(values, texts, strict=True)))


def value_axis(
    values: Sequence[float], length: float, *, log: bool = False, falling: bool = False, tick_room: float = 0.6
) -> NumberedAxis:
    """An axis of any values, with a number for each `tick_room` inches at most."""
    places = [log10(value) for value in values] if log else list(values)
    low, high = min(places), max(places)
    span = high - low
    if span <= max(1e-9 * max(abs(low), abs(high)), 0.0 if log else _LEAST):  # equal, but for rounding
        span = 2 * max(abs(low), abs(high)) if not log and max(abs(low), abs(high)) > _LEAST else 2.0
    margin = _MARGIN * span
    low, high = low - margin, high + margin
    most = max(2, int(length / tick_room))
    ticks = _log_ticks(low, high, most) if log else _linear_ticks(low, high, most)
    return NumberedAxis(high, low, ticks, log) if falling else NumberedAxis(low, high, ticks, log)


def wants_log(values: Sequence[float]) -> bool:
    """Whether values differ so much that a log scale shows them better; one that is not above 0 has no logarithm."""
    return min(values) > 0 and log10(max(values)) - log10(min(values)) > log10(_LOG_FROM)


def _linear_ticks(low: float, high: float, most: int) -> tuple[tuple[float, str], ...]:
    values = _multiples(low, high, _round_step(low, high, most))
    texts = _texts(values)
    return tuple(
        (value, text) for at, (value, text) in enumerate(zip(values, texts, strict=True)) if text not in texts[:at]
    )


def _log_ticks(low: float, high: float, most: int) -> tuple[tuple[float, str], ...]:
    """Whole powers of 10 where two are in range, else 1, 2 and 5 times those."""
    decades = range(ceil(low), floor(high) + 1)
    if len(decades) > 1:
        step = ceil(len(decades) / most)
        return tuple((float(decade), _power_text(decade)) for decade in decades if decade % step == 0)
    if high - low < 0.5:  # hardly more than a linear scale
        ends = 10**low, 10 ** min(high, 308.0)
        values = _multiples(*ends, _round_step(*ends, most))
    else:
        values = [m * 10.0**e for e in range(floor(low), ceil(high) + 1) for m in (1, 2, 5)]
    ticks = [(log10(value), f"{value:.6g}".replace("-", "\N{MINUS SIGN}")) for value in values if value > 0]
    return tuple((place, text) for place, text in ticks if low <= place <= high)


def _power_text(exponent: int) -> str:
    if -4 < exponent < 6:
        return f"{10.0**exponent:,g}" if exponent < 0 else f"{10**exponent:,}"
    return f"10{str(exponent).translate(_SUPERSCRIPT)}"


def _round_step(low: float, high: float, most: int) -> float:
    """1, 2 or 5 times a power of ten, so that no more than `most` steps lie in a range."""
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough)) if rough > _TINY else _TINY
    return next((m * power for m in (1.0, 2.0, 5.0) if m * power >= rough * (1 - 1e-9)), 10 * power)


def _multiples(low: float, high: float, step: float) -> list[float]:
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def _texts(values: Sequence[float]) -> tuple[str, ...]:
    return tick_texts(values) if values else ()


_APART = 0.08  # inches between numbers


@dataclass(frozen=True)
class Ticks:
    """An axis: its ends, and the values that it numbers."""

    limits: tuple[float, float]
    values: tuple[float, ...]
    texts: tuple[str, ...]


def limits_about(values: Sequence[float], share: float = 0.09) -> tuple[float, float]:
    """Ends of an axis that shows these values with room beside them, also where they are one, but for rounding."""
    low, high = min(values), max(values)
    room = share * (high - low)
    if high - low <= max(1e-12 * max(abs(low), abs(high)), 1e-250):
        room = 0.05 * max(1.0, abs(low))
    return low - room, high + room


def choose_ticks(limits: tuple[float, float], length: float, style: Style, *, beyond: float = 0.0) -> Ticks:
    """Round values whose numbers fit beside each other along a horizontal axis."""
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
