"""Where the panels of a page of confidence curves go, in inches, and what numbers stand on their axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.ticker import MaxNLocator

from rankpress.figures.canvas import Legend, LegendEntry, arrange_legend, line_step
from rankpress.figures.numerals import tick_texts
from rankpress.figures.style import Look, Style
from rankpress.figures.text import block_height, text_width, wrap_text
from rankpress.stats.curves import Curve

Curves = Sequence[tuple[str, Curve]]
Panel = tuple[str, Curves]

HEADROOM = 1.04  # the p axis goes a little beyond 1, for the peak
_LEAST_PANEL = 1.05
_GAP = 0.14  # between panels beside each other


@dataclass(frozen=True)
class Ticks:
    """An axis: its ends, and the values that it numbers."""

    limits: tuple[float, float]
    values: tuple[float, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Page:
    """A grid of panels; all but `columns` and `count` are inches, y down from the top."""

    columns: int
    count: int
    left: float
    right: float
    top: float
    bottom: float
    panel_width: float
    panel_height: float
    row_step: float
    ticks: tuple[Ticks, ...]
    x_title: tuple[str, ...]
    x_title_y: float
    legend: Legend
    legend_y: float
    height: float

    def corner(self, number: int) -> tuple[float, float]:
        """Left and top edge of a panel."""
        row, column = divmod(number, self.columns)
        return self.left + column * (self.panel_width + _GAP), self.top + row * self.row_step

    def is_first(self, number: int) -> bool:
        """Whether the panel begins a row."""
        return number % self.columns == 0

    def is_last(self, number: int) -> bool:
        """Whether the panel ends a row at the page's right edge."""
        return number % self.columns == self.columns - 1

    def has_x_numbers(self, number: int) -> bool:
        """Whether no panel with the same axis is below this one."""
        below = number + self.columns
        return below >= self.count or self.ticks[below] != self.ticks[number]


def series_looks(panels: Sequence[Panel], style: Style) -> dict[str, Look]:
    """A look for each label, in the order in which labels first appear."""
    labels = dict.fromkeys(label for _, curves in panels for label, _ in curves)
    return {label: style.look(number) for number, label in enumerate(labels)}


def curve_limits(panels: Sequence[Panel], null: float) -> tuple[float, float]:
    """The range of differences in which all curves are above 0.01, and the null value."""
    ends = [end for _, curves in panels for _, curve in curves for end in curve.interval(0.99)]
    low, high = min(null, *ends), max(null, *ends)
    room = 0.09 * (high - low) or 0.05 * max(1.0, abs(low))
    return low - room, high + room


def choose_columns(count: int, style: Style) -> int:
    """As many columns as have room, or fewer that need no more rows."""
    inner = style.width - 0.47 - 0.42
    most = max(1, min(count, int((inner + _GAP) / (_LEAST_PANEL + _GAP))))
    return -(-count // -(-count // most))


def choose_ticks(limits: tuple[float, float], width: float, style: Style) -> Ticks:
    """Round values whose numbers fit beside each other below a panel of this width."""
    low, high = limits
    per_inch = (high - low) / width
    for most in range(6, 0, -1):
        values = np.asarray(MaxNLocator(most, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)).tolist()
        texts = tick_texts(values)
        half = max(text_width(text, style.font_size) for text in texts) / 2
        # A number may reach beyond its panel, but not as far as the next panel's.
        beyond = (_GAP / 2 - half - 0.03) * per_inch
        inside = [i for i, value in enumerate(values) if low - beyond <= value <= high + beyond]
        if len(inside) == 1 or (inside and values[1] - values[0] > (2 * half + 0.08) * per_inch):
            return Ticks(limits, tuple(values[i] for i in inside), tuple(texts[i] for i in inside))
    return Ticks(limits, (), ())


def lay_out_page(
    panels: Sequence[Panel],
    looks: Mapping[str, Look],
    limits: Sequence[tuple[float, float]],
    title: str | Sequence[str],
    columns: int | None,
    level: float,
    style: Style,
) -> Page:
    """Place panels, titles and legend; `limits` are the ends of each panel's x axis."""
    size, line = style.font_size, line_step(style)
    columns = columns or choose_columns(len(panels), style)
    rows = -(-len(panels) // columns)
    left = 0.09 + line / 2 + 0.05 + text_width("0.75", size) + 0.08
    right = 0.09 + line / 2 + 0.04 + text_width("100", size) + 0.07
    panel_width = (style.width - left - right - (columns - 1) * _GAP) / columns
    panel_height = min(2.4, max(0.9, 0.7 * panel_width))
    titles = [wrap_text(name, panel_width, size, max_lines=2) for name, _ in panels]
    title_height = max(block_height(lines, size) if any(lines) else 0.0 for lines in titles) + 0.03
    ticks = tuple(choose_ticks(ends, panel_width, style) for ends in limits)
    numbers = 0.05 + line
    row_step = title_height + panel_height + 0.12 + (numbers if len(set(ticks)) > 1 else 0.0)
    legend = arrange_legend(_legend_entries(panels, looks, level, style), style.width - left - 0.05, style)
    top = 0.05 + legend.height + 0.07 + title_height
    x_title = wrap_text(title, style.width - 0.3, size, max_lines=3) if isinstance(title, str) else tuple(title)
    bottom = numbers + 0.04 + block_height(x_title, size) + 0.04
    height = top + (rows - 1) * row_step + panel_height + bottom
    return Page(
        columns=columns,
        count=len(panels),
        left=left,
        right=right,
        top=top,
        bottom=bottom,
        panel_width=panel_width,
        panel_height=panel_height,
        row_step=row_step,
        ticks=ticks,
        x_title=x_title,
        x_title_y=height - 0.04 - block_height(x_title, size) / 2,
        legend=legend,
        legend_y=0.05,
        height=height,
    )


def _legend_entries(
    panels: Sequence[Panel], looks: Mapping[str, Look], level: float, style: Style
) -> tuple[LegendEntry, ...]:
    """One entry a label of these panels, one for the level line."""
    width = style.width * 0.6
    shown = dict.fromkeys(label for _, curves in panels for label, _ in curves)
    labels = [
        LegendEntry(wrap_text(label, width, style.font_size, max_lines=2), look, width=1.1)
        for label, look in looks.items()
        if label in shown
    ]
    meaning = f"marks: ends of the {100 * level:g}% interval"
    lines = wrap_text(meaning, width, style.font_size, max_lines=2)
    return (*labels, LegendEntry(lines, Look(style.muted, (1.0, 1.6), ""), width=0.7))
