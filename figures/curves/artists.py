"""The parts of a panel of confidence curves as artists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from rankpress.figures.canvas import line_step, root_figure, set_dashes
from rankpress.figures.curves.flags import Flag
from rankpress.figures.curves.layout import CONFIDENCE, HEADROOM, Curves, Series
from rankpress.figures.panel_grid import Grid, open_frame
from rankpress.figures.style import Style
from rankpress.figures.text import place_lines, printable, write
from rankpress.figures.ticks import Ticks, set_ticks
from rankpress.stats.curves import Curve

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
