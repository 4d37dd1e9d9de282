"""One confidence curve with its key elements named, after Berrar (2017), figure 3."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, isfinite, log10, nan

import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rankpress.figures.axis import Ticks, choose_ticks, limits_about
from rankpress.figures.canvas import (
    Grid,
    Legend,
    LegendEntry,
    add_panel,
    arrange_legend,
    axes_width,
    draw_legend,
    line_step,
    open_canvas,
    root_figure,
    set_dashes,
)
from rankpress.figures.curves import (
    BEYOND,
    HEADROOM,
    beside_panel,
    curve_line,
    draw_flags,
    label_confidence,
    margins,
    set_axes,
    write_p_axes,
)
from rankpress.figures.isolation import isolated
from rankpress.figures.label_placement import Flag, place_flags
from rankpress.figures.numerals import p_text
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_height, place_lines, text_width, wrap_evenly, wrap_text
from rankpress.stats.curves import Curve

_FARTHEST = 0.001  # the entangled null value is in view from this p-value on


@dataclass(frozen=True)
class Named:
    """A value of the x axis that is named: at the height `p` of the curve stands what the name's pole stands on."""

    gid: str
    value: float
    p: float
    words: tuple[str, ...]


@dataclass(frozen=True)
class AnnotatedLayout:
    """One panel with what is around it; numbers are inches, y down from the top.

    Parameters
    ----------
    named : tuple of Named
        Values with a name above them.
    flags : tuple of (Flag, str)
        Where those names stand; none where they have no room and the legend has them.
    """

    grid: Grid
    ticks: Ticks
    named: tuple[Named, ...]
    flags: tuple[tuple[Flag, str], ...]
    legend: Legend
    title: tuple[str, ...]
    title_y: float
    x_title: tuple[str, ...]
    x_title_y: float
    height: float


@dataclass(frozen=True)
class Shown:
    """A curve, the difference that stands as null, and the level of the interval."""

    curve: Curve
    null: float
    level: float

    @property
    def p(self) -> float:
        """Two-sided p-value of the null value."""
        return float(self.curve.p_at(self.null))

    @property
    def entangled(self) -> float:
        """The value with the same p-value as the null value: the curve's other flank; nan where there is none."""
        if self.null == 0:
            return self.curve.entangled_null
        if not 0 < self.p < 1:
            return nan
        low, high = self.curve.bounds(self.p)
        return float(high if self.null < self.curve.difference else low)

    @property
    def limits(self) -> tuple[float, float]:
        """Ends of the x axis, about all but the least compatible values, and the null value."""
        entangled = [self.entangled] if isfinite(self.entangled) and self.p >= _FARTHEST else []
        ends = [*self.curve.interval(0.99), self.null, *entangled]
        return limits_about(ends)

    @property
    def sees_entangled(self) -> bool:
        """Whether the entangled value is a value of its own in view."""
        low, high = self.limits
        return isfinite(self.entangled) and low <= self.entangled <= high and self.entangled != self.null

    def text(self, value: float) -> str:
        """A difference, to the decimals that two digits of the interval's width have."""
        low, high = self.curve.interval(self.level)
        width = (high - low) / 2
        if width <= 0 or not 1e-6 < width < 1e6:
            shown = f"{value:.3g}"
        else:
            decimals = max(0, 1 - floor(log10(width)))
            shown = f"{round(value, decimals) + 0.0:.{decimals}f}"
        return shown.replace("-", "\N{MINUS SIGN}")

    @property
    def null_text(self) -> str:
        """The null value as it was stated."""
        return f"{self.null:g}".replace("-", "\N{MINUS SIGN}")


def name_values(shown: Shown) -> tuple[Named, ...]:
    """The values to be named; for each, words of which the first that fit are taken."""
    estimate = shown.text(shown.curve.difference)
    if shown.null == shown.curve.difference:
        words = (f"point estimate, and null value: {shown.null_text}", f"estimate = null = {shown.null_text}")
        return (Named("estimate", shown.null, 1.0, words),)
    named = [
        Named("estimate", shown.curve.difference, 1.0, (f"point estimate {estimate}", f"estimate {estimate}")),
        Named("null", shown.null, 0.0, (f"null value {shown.null_text}", f"null {shown.null_text}")),
    ]
    if shown.sees_entangled:
        text = shown.text(shown.entangled)
        words = (f"entangled null value {text}", f"entangled {text}")
        named.append(Named("entangled", shown.entangled, shown.p, words))
    return tuple(named)


def lay_out_annotated(shown: Shown, dataset: str, x_title: str, style: Style) -> AnnotatedLayout:
    """Place the panel, the names above it, and the legend."""
    size, line = style.font_size, line_step(style)
    left, right = margins(style)
    width = style.width - left - right
    limits = shown.limits
    named = name_values(shown)
    places = [left + (one.value - limits[0]) / (limits[1] - limits[0]) * width for one in named]
    flags = _place_words(named, places, style)
    flag_height = (max(flag.row for flag, _ in flags) + 1) * line + 0.06 if flags else 0.0
    title = wrap_text(dataset, width, size, max_lines=2)
    title_height = block_height(title, size) + 0.03 if any(title) else 0.0
    legend = arrange_legend(_entries(shown, named, style, named_above=bool(flags)), style.width - left - 0.05, style)
    title_top = 0.05 + legend.height + 0.07
    top = title_top + title_height + flag_height
    grid = Grid(1, 1, left, (top,), width, max(beside_panel(style), min(2.4, max(1.2, 0.55 * width))))
    lines = wrap_evenly(x_title, style.width - 0.3, size, max_lines=3)
    height = grid.bottom + 0.09 + line + block_height(lines, size) + 0.04
    return AnnotatedLayout(
        grid=grid,
        ticks=choose_ticks(limits, width, style, beyond=BEYOND),
        named=named,
        flags=flags,
        legend=legend,
        title=title,
        title_y=title_top + block_height(title, size) / 2,
        x_title=lines,
        x_title_y=height - 0.04 - block_height(lines, size) / 2,
        height=height,
    )


def _place_words(named: tuple[Named, ...], places: list[float], style: Style) -> tuple[tuple[Flag, str], ...]:
    """The longest words that fit above their values, none if not even the shortest do."""
    for choice in range(2):
        texts = [one.words[choice] for one in named]
        widths = [text_width(text, style.font_size) for text in texts]
        flags = place_flags(places, widths, 0.04, style.width - 0.04, most_rows=3)
        if flags is not None:
            return tuple(zip(flags, texts, strict=True))
    return ()


def _entries(shown: Shown, named: tuple[Named, ...], style: Style, *, named_above: bool) -> tuple[LegendEntry, ...]:
    """Interval, p-value and area with their values, and what is not named above."""
    low, high = shown.curve.interval(shown.level)
    area = f"{shown.curve.aucc:.3g}" if isfinite(shown.curve.aucc) else "infinite"
    told: list[tuple[str, Look | None, float]] = [
        (f"{100 * shown.level:g}% interval: {shown.text(low)} to {shown.text(high)}", Look(style.ink, (), ""), 2.4),
        (f"p-value of the null value: {p_text(shown.p)}", Look(style.accent, (1.4, 1.2), "o"), 0.9),
        (f"area under the curve: {area}", Look(style.shade, (), ""), 7.0),
    ]
    if isfinite(shown.entangled) and not shown.sees_entangled and shown.entangled != shown.null:
        told.append((f"entangled null value: {shown.text(shown.entangled)}, beyond the axis", None, 0.0))
    if not named_above:
        told += [(one.words[0], None, 0.0) for one in named]
    width = style.width * 0.6
    return tuple(
        LegendEntry(wrap_text(text, width, style.font_size, max_lines=3), look, width=thick)
        for text, look, thick in told
    )


def annotated_confidence_curve(
    curve: Curve,
    *,
    first: str,
    second: str,
    metric: str = "score",
    dataset: str = "",
    null: float = 0.0,
    level: float = 0.95,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw the confidence curve of one pair with the names and values of its key elements.

    Named are the point estimate, the confidence interval, the null value with its p-value, the entangled null value,
    which has the same p-value, so that the data favour neither, and the area under the curve, which is the smaller the
    more precise the estimate is.

    Parameters
    ----------
    curve : Curve
        Of the score of the first less that of the second.
    first, second : str
        The two algorithms.
    metric : str
        What the difference is a difference in.
    dataset : str
        Written above; may be empty.
    null : float
        The difference that stands as null.
    level : float
        Confidence level of the interval.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If the level is not between 0 and 1.

    References
    ----------
    .. [1] Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for the
       comparison of classifiers. Machine Learning 106, 911-949, figure 3. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> curve = ConfidenceCurve(0.15, 0.1, 99)
    >>> figure = annotated_confidence_curve(curve, first="random forest", second="CART", metric="accuracy")
    >>> [text.get_text() for text in figure.findobj() if (text.get_gid() or "").startswith("flag-")]
    ['point estimate 0.15', 'null value 0', 'entangled null value 0.30']
    """
    if not 0 < level < 1:
        raise ValueError(f"level: got {level}; a number between 0 and 1 is needed, such as 0.95")
    with drawing_context(style):
        style = axes_width(ax, style)
        shown = Shown(curve, null, level)
        title = f"difference in {isolated(metric)}, {isolated(first)} less {isolated(second)}"
        layout = lay_out_annotated(shown, dataset, title, style)
        canvas = open_canvas(layout.height, style, ax)
        panel = add_panel(canvas, layout.grid, 0, style)
        _draw_elements(panel, shown, style)
        set_axes(panel, layout.ticks, layout.grid.panel_height, style, p_labels=True, x_labels=True)
        _draw_names(canvas, layout, style)
        return root_figure(canvas)


def _draw_elements(ax: Axes, shown: Shown, style: Style) -> None:
    """Draw area, curve, interval, null line, and the p-value's line to the entangled null value."""
    curve, level, p = shown.curve, shown.level, shown.p
    xs, ps = curve_line(curve, style.max_height)
    ax.fill_between(xs, ps, color=style.shade, linewidth=0, zorder=1, gid="area")
    _line(ax, "null", [shown.null] * 2, [0, HEADROOM], style.accent, 0.9, 1.5)
    _line(ax, "curve", xs, ps, style.ink, 1.3, 2)
    _line(ax, "estimate", [curve.difference] * 2, [0, 1], style.muted, 0.6, 1.4, (4, 2))
    low, high = curve.interval(level)
    _line(ax, "interval", [low, high], [1 - level] * 2, style.ink, 2.4, 2.5)
    _mark(ax, "interval-ends", [low, high], 1 - level, style.ink, "|", 7)
    reach = shown.entangled if shown.sees_entangled else shown.null
    left = shown.limits[0]
    _line(ax, "p-null", [left, max(reach, shown.null)], [p, p], style.accent, 0.9, 1.6, (1.4, 1.2))
    _mark(ax, "null-mark", [shown.null], p, style.accent, "o", 4.5)
    if shown.sees_entangled:
        _mark(ax, "entangled", [shown.entangled], p, style.accent, "*", 8)
    _mark(ax, "peak", [curve.difference], 1.0, style.ink, "D", 3.6)


def _line(
    ax: Axes,
    gid: str,
    xs: npt.ArrayLike,
    ys: npt.ArrayLike,
    colour: str,
    width: float,
    zorder: float,
    dashes: tuple[float, ...] = (),
) -> None:
    line = Line2D(xs, ys, color=colour, linewidth=width, solid_capstyle="butt")
    line.set(gid=gid, zorder=zorder)
    set_dashes(line, dashes)
    ax.add_line(line)


def _mark(ax: Axes, gid: str, xs: list[float], y: float, colour: str, marker: str, size: float) -> None:
    marks = Line2D(xs, [y] * len(xs), color=colour, linestyle="none", marker=marker)
    marks.set(gid=gid, zorder=3, markersize=size, markeredgewidth=1.2 if marker == "|" else 0)
    ax.add_line(marks)


def _draw_names(canvas: Axes, layout: AnnotatedLayout, style: Style) -> None:
    grid = layout.grid

    def height_of(p: float) -> float:
        return grid.top + grid.panel_height * (1 - p / HEADROOM)

    if layout.flags:
        colours = [style.muted if one.gid == "estimate" else style.accent for one in layout.named]
        feet = [height_of(HEADROOM if one.gid == "null" else one.p) for one in layout.named]
        draw_flags(canvas, layout.flags, colours, feet, grid.top, style)
    label_confidence(canvas, grid.right, grid.top, grid.panel_height, style)
    write_p_axes(canvas, grid, style)
    place_lines(canvas, grid.centre, layout.title_y, layout.title, style, ha="center", gid="title")
    place_lines(canvas, grid.centre, layout.x_title_y, layout.x_title, style, ha="center", gid="x-title")
    draw_legend(canvas, layout.legend, grid.left, 0.05, style)
