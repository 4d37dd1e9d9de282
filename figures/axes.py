"""Axes: which values they span and number; grids of panels with titles, axes' titles and a legend around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from rankpress.figures.canvas import Legend, LegendEntry, arrange_legend, draw_legend, line_step
from rankpress.figures.style import Style, font
from rankpress.figures.text import LINE_HEIGHT, block_height, place_lines, text_width, wrap_apart, wrap_evenly
from rankpress.wording.numbers import tick_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis


_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LEAST = 1e-250  # matplotlib takes other limits than a linear axis has whose ends are nearer to 0 than some 1e-287
_LOG_FROM = 20.0  # the largest value over the smallest from which on a scale is logarithmic by itself
_APART = 0.08  # inches between numbers
_MOST = 8
_MOST_DECADES = 7  # that have room for small strokes between them
_TO_POWER = 0.08  # of a log axis that may be added so that it ends at a power of 10

Ticks = tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class NumberedAxis:
    """An axis from `first`, at the left or at the bottom, to `last`; on a log scale both are exponents of 10."""

    first: float  # first, last: `first` is the larger one where the values fall along the axis
    last: float
    ticks: Ticks  # the values that are numbered, on a log scale their exponents, and the numbers
    log: bool = False

    @property
    def minor(self) -> tuple[float, ...]:
        """Places of twice to nine times each power of 10, where those say how far a log scale goes between powers."""
        low, high = sorted((self.first, self.last))
        if not self.log or not 1 <= high - low <= _MOST_DECADES:
            return ()
        places = (decade + log10(m) for decade in range(floor(low), ceil(high)) for m in range(2, 10))
        return tuple(place for place in places if low <= place <= high)

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
        # An end that is less than a rank away is shown: readers look for rank 1.
        least, most = min(ranks) - spare, max(ranks) + spare
        low, high = low if least < low + 1 else least, high if most > high - 1 else most
    margin = 0.05 * max(high - low, 0.5)
    ticks = fitting_ticks(low - margin, high + margin, length, style, upright=upright, integers=high - low > 2.5)
    whole = tuple(tick for tick in ticks if tick[0] >= 1)
    return NumberedAxis(high + margin, low - margin, _from_first_rank(whole) if low == 1 else whole)


def _from_first_rank(ticks: Ticks) -> Ticks:
    """Number the best rank that there can be, 1, in front of every fifth or tenth, or with every second."""
    places = [place for place, _ in ticks]
    if len(places) < 2 or places[0] == 1 or places[0] != places[1] - places[0]:
        return ticks
    if places[0] == 2:
        return tuple((place - 1, f"{place - 1:g}") for place in places)
    return ((1.0, "1"), *ticks) if places[0] >= 5 else ticks


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
    unit: str = "",
    whole: bool = False,
) -> NumberedAxis:
    """Return an axis of values with `margin` of their span at either end, and as many numbers as have room.

    With `whole` the values are counts, of which no fraction is numbered.
    """
    low, high = limits_about([log10(value) for value in values] if log else values, margin, log=log)
    if log:
        low, high = _to_powers(low, high)
    ticks = fitting_ticks(
        low,
        high,
        length,
        style,
        log=log,
        upright=upright,
        integers=whole and high - low > 2.5,
        beyond=beyond,
        unit=unit,
    )
    return NumberedAxis(high, low, ticks, log) if falling else NumberedAxis(low, high, ticks, log)


def limits_about(values: Sequence[float], margin: float = 0.09, *, log: bool = False) -> tuple[float, float]:
    """Ends of an axis that shows these values with room next to them, also where they are one, but for rounding."""
    low, high = min(values), max(values)
    span, size = high - low, max(abs(low), abs(high))
    if span <= max(1e-12 * size, 0.0 if log else _LEAST):
        span = 2 * size if not log and size > _LEAST else 2.0
    return low - margin * span, high + margin * span


def _to_powers(low: float, high: float) -> tuple[float, float]:
    """Move ends of a log axis outwards to powers of 10 that are near, so that the axis ends with a number."""
    spare = _TO_POWER * (high - low) if high - low >= 1 else 0.0
    return (
        float(floor(low)) if low - floor(low) <= spare else low,
        float(ceil(high)) if ceil(high) - high <= spare else high,
    )


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
    unit: str = "",
) -> Ticks:
    """Round places and their numbers, which keep clear of each other and go no further `beyond` the axis."""
    alone: Ticks = ()
    line = LINE_HEIGHT * style.font_size / 72
    most = min(_MOST, max(2, int(length / 0.3)))
    for ticks, every in _candidates(low, high, most, log=log, integers=integers, scaled=unit in _MULTIPLES):
        ticks = tuple((place, _with_unit(place, text, unit, log=log)) for place, text in ticks) if unit else ticks
        halves = [(line if upright else text_width(text, style.font_size)) / 2 for _, text in ticks]
        places = [(place - low) / (high - low) * length for place, _ in ticks]
        spans = [(index - half, index + half, tick) for index, half, tick in zip(places, halves, ticks, strict=True)]
        fitting = [span for span in spans if -beyond <= span[0] and span[1] <= length + beyond][::every]
        if len(fitting) > 1 and all(b[0] - a[1] >= (0 if upright else _APART) for a, b in pairwise(fitting)):
            return tuple(tick for *_, tick in fitting)
        alone = alone or tuple(tick for *_, tick in fitting[:1])
    return alone


def _candidates(
    low: float, high: float, most: int, *, log: bool, integers: bool, scaled: bool
) -> Iterator[tuple[Ticks, int]]:
    """Yield round places, the most telling first, and every how many of them are numbered."""
    if log and high - low >= 0.5 and floor(high) - ceil(low) < 2:  # powers of 10 alone would be two at most
        for multiples in ((1, 2, 5), (1, 3)):
            values = _multiples(low, high, multiples)
            if scaled or all(1e-3 <= value <= 1e6 for value in values):
                yield _logarithms(values), 1
    for every, count in ((part, size) for part in (1, 2, 3) for size in range(part * most, 0, -1)):
        yield _powers(low, high, count) if log else _numbers(low, high, count, integers=integers), every


_PARTS = {"s": ((1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))}  # of units on a log scale, in which 0.002 is 2
_MULTIPLES = {"bytes": ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))}


def _with_unit(place: float, text: str, unit: str, *, log: bool) -> str:
    """Write a number with its unit: many bytes as kB and such, short times on a log scale as ms and such."""
    value = 10**place if log else place
    near = 1 - 1e-9  # of powers of 10 that are computed
    parts = _PARTS.get(unit, ()) if log and value < near else ()
    for size, name in (*_MULTIPLES.get(unit, ()), *parts):
        if value >= near * size:
            return f"{value / size:.6g} {name}"
    return f"{text} {unit}"


def _numbers(low: float, high: float, most: int, *, integers: bool) -> Ticks:
    """Round values of a linear axis; of very near ones that read the same, the first."""
    locator = MaxNLocator(most, steps=[1, 2, 5, 10] if integers else [1, 2, 2.5, 5, 10], integer=integers)
    values = [value for value in map(float, locator.tick_values(low, high)) if low <= value <= high]
    texts = tick_texts(values) if values else ()
    return tuple({text: (value, text) for value, text in zip(values[::-1], texts[::-1], strict=True)}.values())[::-1]


def _powers(low: float, high: float, most: int) -> Ticks:
    """Powers of 10 with 2 and 5 times those where all have room, else powers alone, or values of a linear axis."""
    decades = range(ceil(low), floor(high) + 1)
    values = _multiples(low, high, (1, 2, 5)) if high - low < 4 else []
    is_short = 0 < len(values) <= most and all(1e-3 <= value < 1e4 for value in values)
    if len(decades) > 1 and not is_short:
        step = ceil(len(decades) / most)
        return tuple((float(decade), _power_text(decade)) for decade in decades if decade % step == 0)
    if high - low < 0.5:  # hardly more than a linear scale
        values = [value for value, _ in _numbers(10**low, 10 ** min(high, 308.0), most, integers=False)]
    return tuple((place, text) for place, text in _logarithms(values) if low <= place <= high)


def _multiples(low: float, high: float, multiples: Sequence[int]) -> list[float]:
    """Return these multiples of powers of 10, as far as their exponents lie between two."""
    values = [m * 10.0**exponent for exponent in range(floor(low), ceil(high) + 1) for m in multiples]
    return [value for value in values if low <= log10(value) <= high]


def _logarithms(values: Iterable[float]) -> Ticks:
    return tuple((log10(value), _plain_text(value)) for value in values if value > 0)


def _plain_text(value: float) -> str:
    if value == 1e6:
        return _power_text(6)
    return f"{value:,.6g}" if 1 <= value < 1e6 else f"{value:.6g}".replace("-", "\N{MINUS SIGN}")


def _power_text(exponent: int) -> str:
    if -4 < exponent < 6:
        return f"{10.0**exponent:,g}" if exponent < 0 else f"{10**exponent:,}"
    return f"10{str(exponent).translate(_SUPERSCRIPT)}"


def set_ticks(axis: Axis, ticks: Ticks, style: Style, *, numbered: bool = True, minor: Sequence[float] = ()) -> None:
    """Mark and number an axis, with strokes at `minor` places."""
    axis.set_ticks([place for place, _ in ticks], [text if numbered else "" for _, text in ticks])
    axis.set_tick_params(which="major", width=0.6, length=2.5, pad=2, color=style.ink, labelcolor=style.ink)
    axis.set_ticks(list(minor), minor=True)
    axis.set_tick_params(which="minor", width=0.4, length=1.5, color=style.ink)
    for label in axis.get_ticklabels():
        label.set(fontproperties=font(style.font_size, label.get_text()), parse_math=False)


GAP = 0.14  # inches between panels next to each other


@dataclass(frozen=True)
class PanelGrid:
    """A grid of panels; all but `columns` and `count` are inches, y down from the top, `tops` where each row begins."""

    columns: int
    count: int
    left: float
    tops: tuple[float, ...]
    panel_width: float
    panel_height: float
    gap: float = GAP  # between columns

    @property
    def top(self) -> float:
        """Upper edge of the first row."""
        return self.tops[0]

    @property
    def right(self) -> float:
        """Right edge of the last column."""
        return self.left + self.columns * (self.panel_width + self.gap) - self.gap

    @property
    def bottom(self) -> float:
        """Lower edge of the last row."""
        return self.tops[-1] + self.panel_height

    @property
    def centre(self) -> float:
        """Halfway between the first column's left and the last one's right edge."""
        return (self.left + self.right) / 2

    @property
    def middle(self) -> float:
        """Halfway between the first row's upper and the last one's lower edge."""
        return (self.top + self.bottom) / 2

    def corner(self, number: int) -> tuple[float, float]:
        """Left and top edge of a panel."""
        row, column = divmod(number, self.columns)
        return self.left + column * (self.panel_width + self.gap), self.tops[row]

    def is_first(self, number: int) -> bool:
        """Return whether the panel begins a row."""
        return number % self.columns == 0

    def is_last(self, number: int) -> bool:
        """Return whether the panel ends a row at the page's right edge."""
        return number % self.columns == self.columns - 1

    def is_lowest(self, number: int) -> bool:
        """Return whether no panel is below this one."""
        return number + self.columns >= self.count


@dataclass(frozen=True)
class PanelPage:
    """A grid of panels, their titles `above` inches over them, the x axis's title below and the legend on top."""

    grid: PanelGrid
    titles: tuple[tuple[str, ...], ...]
    above: float
    x_title: tuple[str, ...]
    legend: Legend
    height: float


def lay_out_panels(
    names: Sequence[str],
    x_title: str,
    entries: Iterable[LegendEntry],
    columns: int,
    left: float,
    size: tuple[float, float],
    style: Style,
    *,
    above: float = 0.0,
    below: float = 0.15,
    gap: float = GAP,
) -> PanelPage:
    """Stack the legend, rows of panels of this width and height, and the title of the x axis."""
    titles = tuple(wrap_apart(names, size[0], style.font_size, max_lines=2))
    heights = [_title_height(title, style) for title in titles]
    legend = arrange_legend(entries, style.width - left - 0.05, style)
    tops, top = [], 0.05 + legend.height + 0.07
    for row in range(0, len(names), columns):
        tops.append(top + max(heights[row : row + columns]) + 0.03 + above)
        top = tops[-1] + size[1] + below
    grid = PanelGrid(columns, len(names), left, tuple(tops), *size, gap)
    room = min(style.width - 0.3, 2 * min(grid.centre, style.width - grid.centre) - 0.04)
    lines = wrap_evenly(x_title, room, style.font_size, max_lines=3) if x_title else ()
    height = grid.bottom + 0.09 + line_step(style) + block_height(lines, style.font_size) + 0.04
    return PanelPage(grid, titles, above, lines, legend, height)


def _title_height(title: Sequence[str], style: Style) -> float:
    return block_height(title, style.font_size) if any(title) else 0.0


def draw_around_panels(canvas: Axes, page: PanelPage, style: Style) -> None:
    """Write the titles of the panels and of the x axis, and draw the legend."""
    grid = page.grid
    for number, title in enumerate(page.titles):
        left, top = grid.corner(number)
        middle = top - page.above - 0.03 - _title_height(title, style) / 2
        place_lines(canvas, left + grid.panel_width / 2, middle, title, style, ha="center", gid=f"panel-{number}")
    middle = page.height - 0.04 - block_height(page.x_title, style.font_size) / 2
    place_lines(canvas, grid.centre, middle, page.x_title, style, ha="center", gid="x-title")
    draw_legend(canvas, page.legend, grid.left, 0.05, style)


def choose_columns(count: int, width: float, least: float, gap: float = GAP) -> int:
    """As many columns as have room, or fewer that need no more rows."""
    most = max(1, min(count, int((width + gap) / (least + gap) + 1e-9)))
    return -(-count // -(-count // most))


def add_panel(canvas: Axes, grid: PanelGrid, number: int, style: Style) -> Axes:
    """Axes in the place of a panel, over a canvas."""
    left, top = grid.corner(number)
    height, box = float(canvas.get_ylim()[0]), canvas.get_position()
    place = (box.x0 + left / style.width * box.width, box.y0 + (1 - (top + grid.panel_height) / height) * box.height)
    size = (grid.panel_width / style.width * box.width, grid.panel_height / height * box.height)
    ax = canvas.figure.add_axes((*place, *size), facecolor="none")
    open_frame(ax, style)
    return ax


def open_frame(ax: Axes, style: Style) -> None:
    """Leave the lines at the left and below, thin."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set(linewidth=0.6, edgecolor=style.ink)
