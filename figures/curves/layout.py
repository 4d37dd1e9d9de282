"""Where the panels of a page of confidence curves go, in inches, and what numbers stand on their axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rankpress.figures.canvas import Legend, LegendEntry, arrange_legend, line_step
from rankpress.figures.curves.flags import Flag, place_flags
from rankpress.figures.panel_grid import GAP, Grid, choose_columns, stack_rows
from rankpress.figures.style import Look, Style
from rankpress.figures.text import block_height, text_width
from rankpress.figures.ticks import Ticks, choose_ticks, limits_about
from rankpress.figures.wrapping import wrap_evenly, wrap_text
from rankpress.stats.curves import Curve

Curves = Sequence[tuple[str, Curve]]
Panel = tuple[str, Curves]

HEADROOM = 1.05  # the p axis goes a little beyond 1, for the marks at the peaks
CONFIDENCE = "confidence level (%)"
_LEAST_PANEL = 1.0
_MOST_FLAGS, _MOST_ROWS = 8, 4
_POLES_APART = 0.015  # inches; poles that coincide tell nothing
BEYOND = GAP / 2 - 0.03  # inches: a number may reach beyond its panel, but not as far as the next panel's


@dataclass(frozen=True)
class Series:
    """How the curves of one label are drawn; those that are not `marked` have no mark at estimate and interval."""

    look: Look
    width: float = 1.1
    marked: bool = True


@dataclass(frozen=True)
class Page:
    """A grid of panels with what is around it; all numbers are inches, y down from the top.

    Parameters
    ----------
    flags : tuple of (Flag, str), optional
        Where there is one panel, the labels at the peaks of its curves, if they have room; the legend has them if not.
    """

    grid: Grid
    ticks: tuple[Ticks, ...]
    x_title: tuple[str, ...]
    x_title_y: float
    legend: Legend
    legend_y: float
    flags: tuple[tuple[Flag, str], ...]
    flag_height: float
    height: float

    def title_bottom(self, number: int) -> float:
        """What a panel's title stands above."""
        return self.grid.corner(number)[1] - self.flag_height - 0.03

    def has_x_numbers(self, number: int) -> bool:
        """Whether no panel with the same axis is below this one."""
        return self.grid.is_lowest(number) or self.ticks[number + self.grid.columns] != self.ticks[number]


def series_of(panels: Sequence[Panel], style: Style, average: str | None = None) -> dict[str, Series]:
    """How to draw each label, in the order in which labels first appear; beside an average, the others stand back."""
    labels = dict.fromkeys(label for _, curves in panels for label, _ in curves)
    if average is None:
        return {label: Series(style.look(number)) for number, label in enumerate(labels)}
    others = Series(Look(style.muted, (), ""), 0.4, marked=False)
    return {label: Series(Look(style.accent, (), "D"), 1.8) if label == average else others for label in labels}


def curve_limits(panels: Sequence[Panel], null: float) -> tuple[float, float]:
    """The range of differences in which all curves are above 0.01, and the null value."""
    ends = [end for _, curves in panels for _, curve in curves for end in curve.interval(0.99)]
    return limits_about([null, *ends])


def page_columns(count: int, style: Style) -> int:
    """As many columns as have room, or fewer that need no more rows."""
    left, right = margins(style)
    return choose_columns(count, style.width - left - right, _LEAST_PANEL)


def margins(style: Style) -> tuple[float, float]:
    """Inches at the left and at the right of the panels, for the numbers and titles of both upright axes."""
    line, size = line_step(style), style.font_size
    left = 0.09 + line / 2 + 0.05 + text_width("0.75", size) + 0.08
    return left, 0.09 + line / 2 + 0.04 + text_width("100", size) + 0.07


def beside_panel(style: Style) -> float:
    """Inches that a single row of panels is high at least, for the title at its right not to meet what is above."""
    return text_width(CONFIDENCE, style.font_size) + 0.04


def lay_out_page(
    panels: Sequence[Panel],
    series: Mapping[str, Series],
    limits: Sequence[tuple[float, float]],
    title: str | Sequence[str],
    columns: int | None,
    level: float,
    style: Style,
) -> Page:
    """Place panels, titles and legend; `limits` are the ends of each panel's x axis."""
    size, line = style.font_size, line_step(style)
    columns = columns or page_columns(len(panels), style)
    left, right = margins(style)
    panel_width = (style.width - left - right - (columns - 1) * GAP) / columns
    panel_height = min(2.4, max(0.8, 0.7 * panel_width))
    if len(panels) <= columns:
        panel_height = max(panel_height, beside_panel(style))
    titles = [wrap_text(name, panel_width, size, max_lines=2) for name, _ in panels]
    title_heights = [block_height(lines, size) if any(lines) else 0.0 for lines in titles]
    ticks = tuple(choose_ticks(ends, panel_width, style, beyond=BEYOND) for ends in limits)
    numbers = 0.05 + line
    flags = _place_flags(panels, series, limits[0], left, panel_width, style)
    flag_height = (max(flag.row for flag, _ in flags) + 1) * line + 0.06 if flags else 0.0
    entries = _legend_entries(panels, series, level, style, direct=bool(flags))
    legend = arrange_legend(entries, style.width - left - 0.05, style)
    rows = [range(start, min(start + columns, len(panels))) for start in range(0, len(panels), columns)]
    tops = stack_rows(
        0.05 + legend.height + 0.07,
        [max(title_heights[number] for number in row) + 0.03 + flag_height for row in rows],
        panel_height,
        [0.12 + (numbers if len(set(ticks)) > 1 else 0.0)] * len(rows),
    )
    grid = Grid(columns, len(panels), left, tops, panel_width, panel_height)
    x_title = wrap_evenly(title, style.width - 0.3, size, max_lines=3) if isinstance(title, str) else tuple(title)
    height = grid.bottom + numbers + 0.04 + block_height(x_title, size) + 0.04
    x_title_y = height - 0.04 - block_height(x_title, size) / 2
    return Page(grid, ticks, x_title, x_title_y, legend, 0.05, flags, flag_height, height)


def _place_flags(
    panels: Sequence[Panel],
    series: Mapping[str, Series],
    limits: tuple[float, float],
    left: float,
    width: float,
    style: Style,
) -> tuple[tuple[Flag, str], ...]:
    """Labels above the peaks of one panel alone, in inches from the canvas's left edge, if they have room there."""
    if len(panels) > 1 or not 1 < len(panels[0][1]) <= _MOST_FLAGS:
        return ()
    curves = panels[0][1]
    if len({label for label, _ in curves}) < len(curves) or not all(series[label].marked for label, _ in curves):
        return ()
    texts = [wrap_text(label, 0.3 * style.width, style.font_size)[0] for label, _ in curves]
    widths = [text_width(text, style.font_size) for text in texts]
    places = [left + (curve.difference - limits[0]) / (limits[1] - limits[0]) * width for _, curve in curves]
    if any(b - a < _POLES_APART for a, b in pairwise(sorted(places))):
        return ()
    flags = place_flags(places, widths, 0.04, style.width - 0.04, _MOST_ROWS)
    return () if flags is None else tuple(zip(flags, texts, strict=True))


def _legend_entries(
    panels: Sequence[Panel], series: Mapping[str, Series], level: float, style: Style, *, direct: bool
) -> tuple[LegendEntry, ...]:
    """One entry a label of these panels, unless it is at its curve, one for all averaged, one for the level line."""
    width, size = style.width * 0.6, style.font_size
    shown = dict.fromkeys(label for _, curves in panels for label, _ in curves)
    entries = [
        LegendEntry(wrap_text(label, width, size, max_lines=2), one.look, width=one.width)
        for label, one in series.items()
        if label in shown and one.marked and not direct
    ]
    behind = next((series[label] for label in shown if not series[label].marked), None)
    if behind is not None:
        entries.append(LegendEntry(("one averaged curve each",), behind.look, width=behind.width))
    lines = wrap_text(f"marks: estimate, and ends of the {100 * level:g}% interval", width, size, max_lines=4)
    return (*entries, LegendEntry(lines, Look(style.muted, (1.0, 1.6), ""), width=0.7))
