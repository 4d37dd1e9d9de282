"""Pages of confidence curves, after Berrar (2017), figures 3 to 10: a panel a data set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rankpress.figures.axis import Ticks, choose_ticks, limits_about, set_ticks
from rankpress.figures.canvas import (
    GAP,
    Grid,
    Legend,
    LegendEntry,
    add_panel,
    arrange_legend,
    choose_columns,
    draw_legend,
    line_step,
    open_canvas,
    open_frame,
    root_figure,
    set_dashes,
    stack_rows,
)
from rankpress.figures.isolation import isolated
from rankpress.figures.label_placement import Flag, place_flags
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_height, place_lines, printable, text_width, wrap_evenly, wrap_text, write
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


_HIGH = 1.1  # inches: such panels have room for more numbers and larger marks
_UNSEEN = (
    0.001  # of p: a tenth of a point in a panel of an inch and a half, which pages of many curves need not spend on
)

_FloatArray = npt.NDArray[np.float64]


def draw_panel(ax: Axes, curves: Curves, series: Mapping[str, Series], null: float, level: float, style: Style) -> None:
    """Draw null line, level line and curves; the ends of each interval lie where the curve meets the level line."""
    _add_line(ax, [null, null], [0, HEADROOM], style.ink, 0.7, "null", zorder=1.5)
    across = Line2D(
        [0, 1], [1 - level, 1 - level], color=style.muted, linewidth=0.7, transform=ax.get_yaxis_transform()
    )
    across.set(gid="level", zorder=1.4)
    set_dashes(across, (1.0, 1.6))
    ax.add_line(across)
    for number, (label, curve) in enumerate(curves):
        _draw_curve(ax, number, curve, series[label], level, style)


def _draw_curve(ax: Axes, number: int, curve: Curve, series: Series, level: float, style: Style) -> None:
    """Draw a curve with a mark at its peak and one at each end of the interval."""
    colour, dashes, marker = series.look
    zorder = 2 + series.marked / 2 + number / 1e6
    height = ax.get_window_extent().height / root_figure(ax).dpi
    line = _add_line(ax, *curve_line(curve, height), colour, series.width, f"curve-{number}", zorder)
    set_dashes(line, dashes)
    if not series.marked:
        return
    for gid, xs, y, size in (
        ("peak", [curve.difference], 1.0, 4.4 if height > _HIGH else 3.2),
        ("interval", curve.interval(level), 1 - level, 3.2 if height > _HIGH else 2.4),
    ):
        marks = Line2D(xs, [y] * len(xs), linestyle="none", marker=marker, color=colour)
        marks.set(gid=f"{gid}-{number}", markersize=size, markeredgewidth=0.3, markeredgecolor=style.paper, zorder=3)
        ax.add_line(marks)


def curve_line(curve: Curve, height: float) -> tuple[_FloatArray, _FloatArray]:
    """Points of the curve, as many as look smooth where p is so many inches high; one without spread is a spike."""
    low, peak, high = curve.points(3)[0]
    if low == high:
        return np.full(2, curve.difference), np.array([0.0, 1.0])
    x = np.concatenate([np.linspace(low, peak, 60), np.linspace(peak, high, 60)[1:]])
    p = curve.p_at(x)
    needed = [*_needed(x, p, 0, 59, _UNSEEN / height), *_needed(x, p, 59, 118, _UNSEEN / height), 118]
    return x[needed], p[needed]


def _needed(x: _FloatArray, p: _FloatArray, first: int, last: int, off: float) -> list[int]:
    """Points from the first to before the last one, between which straight lines are nowhere farther off."""
    between = np.arange(first + 1, last)
    away = np.abs(np.interp(x[between], x[[first, last]], p[[first, last]]) - p[between])
    if not away.size or away.max() <= off:
        return [first]
    farthest = int(between[away.argmax()])
    return _needed(x, p, first, farthest, off) + _needed(x, p, farthest, last, off)


def _add_line(
    ax: Axes, xs: npt.ArrayLike, ys: npt.ArrayLike, colour: str, width: float, gid: str, zorder: float
) -> Line2D:
    line = Line2D(xs, ys, color=colour, linewidth=width, solid_joinstyle="round")
    line.set(gid=gid, zorder=zorder)
    ax.add_line(line)
    return line


def set_axes(ax: Axes, ticks: Ticks, height: float, style: Style, *, p_labels: bool, x_labels: bool) -> None:
    """Set limits, ticks and frame, with numbers where this panel is at the edge of the page."""
    ax.set_xlim(*ticks.limits)
    ax.set_ylim(0, HEADROOM)
    set_ticks(ax.xaxis, ticks, style, numbered=x_labels)
    ps = (0.0, 0.25, 0.5, 0.75, 1.0) if height > _HIGH else (0.0, 0.5, 1.0)
    set_ticks(ax.yaxis, Ticks((0, HEADROOM), ps, tuple(f"{p:g}" for p in ps)), style, numbered=p_labels)
    open_frame(ax, style)


def draw_flags(
    canvas: Axes,
    flags: Sequence[tuple[Flag, str]],
    colours: Sequence[str],
    feet: Sequence[float],
    base: float,
    style: Style,
) -> None:
    """Write labels above the height `base`, each beside or on the end of a pole, which stands on its foot."""
    step = line_step(style)
    for number, ((flag, text), colour, foot) in enumerate(zip(flags, colours, feet, strict=True)):
        middle = base - 0.03 - (flag.row + 0.5) * step
        end = middle + 0.45 * step if flag.side == "centre" else middle
        pole = Line2D([flag.place] * 2, [foot, end], color=colour, linewidth=0.6, clip_on=False)
        pole.set(gid=f"pole-{number}", zorder=1.2)
        canvas.add_line(pole)
        place_lines(canvas, flag.left, middle, [text], style, gid=f"flag-{number}")


def label_confidence(canvas: Axes, right: float, top: float, height: float, style: Style) -> None:
    """Write at the right of a panel what confidence level each height is."""
    for p in (0.0, 0.5, 1.0):
        y = top + height * (1 - p / HEADROOM)
        place_lines(canvas, right + 0.05, y, [f"{100 * (1 - p):g}"], style, colour=style.muted, gid="confidence")


def write_p_axes(canvas: Axes, grid: Grid, style: Style) -> None:
    """Write what the two upright axes of a page show."""
    for x, text, colour in (
        (0.09, "p-value", style.ink),
        (style.width - 0.09, CONFIDENCE, style.muted),
    ):
        write(
            canvas, x, grid.middle, printable(text), style, ha="center", va="center", rotation=90, colour=colour,
            gid=text[:1],
        )  # fmt: skip


FITTING = 0.65  # of the greatest height: a figure as high as a page leaves an empty one before it


def confidence_curve_page(
    panels: Sequence[Panel],
    *,
    baseline: str | None,
    metric: str,
    null: float = 0.0,
    level: float = 0.95,
    columns: int | None = None,
    share_x: bool = True,
    among: Sequence[Panel] | None = None,
    average: str | None = None,
    first: str | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw a panel of confidence curves for each data set, with shared axes and one legend.

    Parameters
    ----------
    panels : sequence of (data set, sequence of (label, Curve))
        In reading order; see `panels_by_page` for more than fit a page. A label looks the same in all panels.
    baseline : str or None
        What the curves' algorithms are compared with; None where labels name pairs.
    metric : str
        What the differences are differences in.
    null : float
        The difference that a vertical line marks.
    level : float
        Confidence level of the intervals whose ends are marked.
    columns : int, optional
        Panels beside each other; as many as have room, by default.
    share_x : bool
        Whether all panels have the same x axis. With one of its own each panel shows narrow curves better, but widths
        can no longer be compared by eye.
    among : sequence of panels, optional
        All panels of a study where this page shows some of them: axes and looks are then the same on all its pages.
    average : str, optional
        Label of the curve that is the average of the others of its panel: it is drawn bold, they thin and all alike.
    first : str, optional
        What all labels are subtracted from, where there is no baseline.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are no panels or a panel has no curves.

    References
    ----------
    .. [1] Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for the
       comparison of classifiers. Machine Learning 106, 911-949. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> curves = [("naive Bayes", ConfidenceCurve(0.05, 0.02, 99)), ("CART", ConfidenceCurve(-0.01, 0.03, 99))]
    >>> figure = confidence_curve_page([("iris", curves)], baseline="majority", metric="accuracy")
    >>> len(figure.axes)
    2
    """
    _check(panels, level)
    with drawing_context(style):
        everything = among or panels
        series = series_of(everything, style, average)
        limits = [curve_limits(everything if share_x else [panel], null) for panel in panels]
        title = _x_title(metric, baseline, first)
        page = lay_out_page(panels, series, limits, title, columns, level, style)
        canvas = open_canvas(page.height, style)
        for number, panel in enumerate(panels):
            _add_panel(canvas, page, number, panel, series, null, level, style)
        _draw_flags(canvas, page, panels, series, style)
        write_p_axes(canvas, page.grid, style)
        place_lines(canvas, page.grid.centre, page.x_title_y, page.x_title, style, ha="center", gid="x-title")
        draw_legend(canvas, page.legend, page.grid.left, page.legend_y, style)
        return root_figure(canvas)


def confidence_curve_panel(
    curves: Curves,
    *,
    ax: Axes | None = None,
    null: float = 0.0,
    level: float = 0.95,
    metric: str = "score",
    baseline: str | None = None,
    limits: tuple[float, float] | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw the confidence curves of one data set.

    Parameters
    ----------
    curves : sequence of (label, Curve)
    ax : Axes, optional
        Axes to draw in, which get no legend; without, a figure with legend is made.
    null, level
        As for `confidence_curve_page`.
    metric, baseline
        As for `confidence_curve_page`; used where a figure is made.
    limits : (float, float), optional
        Ends of the x axis; chosen to show all curves, by default.
    style : Style, optional

    Returns
    -------
    Figure

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> figure = confidence_curve_panel([("CART", ConfidenceCurve(0.05, 0.02, 99))], metric="accuracy")
    >>> len(figure.axes)
    2
    """
    panel = ("", curves)
    if ax is None:
        return confidence_curve_page([panel], baseline=baseline, metric=metric, null=null, level=level, style=style)
    _check([panel], level)
    with drawing_context(style):
        low, high = limits or curve_limits([panel], null)
        extent, dpi = ax.get_window_extent(), root_figure(ax).dpi
        ticks = choose_ticks((low, high), float(extent.width) / dpi, style)
        draw_panel(ax, curves, series_of([panel], style), null, level, style)
        set_axes(ax, ticks, float(extent.height) / dpi, style, p_labels=True, x_labels=True)
        return root_figure(ax)


def panels_by_page(
    panels: Sequence[Panel],
    *,
    columns: int | None = None,
    share_x: bool = True,
    average: str | None = None,
    style: Style = PAPER,
) -> tuple[tuple[Panel, ...], ...]:
    """Divide panels among pages that are well below the greatest height, as evenly as whole rows permit.

    Options as for `confidence_curve_page`.

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> curve = ("CART", ConfidenceCurve(0.05, 0.02, 99))
    >>> [len(page) for page in panels_by_page([(f"data {i}", [curve]) for i in range(30)])]
    [16, 14]
    """
    _check(panels, 0.95)
    with drawing_context(style):
        series, limits = series_of(panels, style, average), curve_limits(panels, 0.0)
        across = columns or page_columns(len(panels), style)
        rows = -(-len(panels) // across)

        def divide(per_page: int) -> tuple[tuple[Panel, ...], ...]:
            return tuple(tuple(panels[start : start + per_page]) for start in range(0, len(panels), per_page))

        def height(page: Sequence[Panel]) -> float:
            own = [limits if share_x else curve_limits([panel], 0.0) for panel in page]
            return lay_out_page(page, series, own, ("", "", ""), across, 0.95, style).height

        for pages in range(1, rows):
            divided = divide(-(-rows // pages) * across)
            if max(map(height, divided)) <= FITTING * style.max_height:
                return divided
        return divide(across)


def _x_title(metric: str, baseline: str | None, first: str | None) -> str:
    difference = f"difference in {isolated(metric)}"
    if baseline is not None:
        return f"{difference} to {isolated(baseline)}"
    return difference + (f", {isolated(first)} less each" if first is not None else "")


def _check(panels: Sequence[Panel], level: float) -> None:
    if not panels or not all(curves for _, curves in panels):
        raise ValueError("panels: at least one is needed, and a curve in each")
    if not 0 < level < 1:
        raise ValueError(f"level: got {level}; a number between 0 and 1 is needed, such as 0.95")


def _add_panel(
    canvas: Axes,
    page: Page,
    number: int,
    panel: Panel,
    series: Mapping[str, Series],
    null: float,
    level: float,
    style: Style,
) -> None:
    """Draw the panel of this number in its place on the page, its data set above."""
    grid = page.grid
    left, top = grid.corner(number)
    ax = add_panel(canvas, grid, number, style)
    draw_panel(ax, panel[1], series, null, level, style)
    ends = {"p_labels": grid.is_first(number), "x_labels": page.has_x_numbers(number)}
    set_axes(ax, page.ticks[number], grid.panel_height, style, **ends)
    if grid.is_last(number) or number == grid.count - 1:
        label_confidence(canvas, left + grid.panel_width, top, grid.panel_height, style)
    title = wrap_text(panel[0], grid.panel_width, style.font_size, max_lines=2)
    middle = page.title_bottom(number) - block_height(title, style.font_size) / 2
    place_lines(canvas, left + grid.panel_width / 2, middle, title, style, ha="center", gid=f"panel-{number}")


def _draw_flags(
    canvas: Axes,
    page: Page,
    panels: Sequence[Panel],
    series: Mapping[str, Series],
    style: Style,
) -> None:
    """Write labels above the peaks of the one panel, each with a pole to its peak."""
    if not page.flags:
        return
    poles = [series[label].look.colour for label, _ in panels[0][1]]
    peak = page.grid.top + page.grid.panel_height * (1 - 1 / HEADROOM)
    draw_flags(canvas, page.flags, poles, [peak] * len(poles), page.grid.top, style)
