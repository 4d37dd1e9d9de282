"""The parts of a panel of confidence curves as artists."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from rankpress.figures.canvas import set_dashes
from rankpress.figures.curves_layout import HEADROOM, Curves, Ticks
from rankpress.figures.style import Look, Style, font
from rankpress.stats.curves import Curve

_FloatArray = npt.NDArray[np.float64]


def draw_panel(ax: Axes, curves: Curves, looks: Mapping[str, Look], null: float, level: float, style: Style) -> None:
    """Draw null line, level line and curves; the ends of each interval lie where the curve meets the level line."""
    _add_line(ax, [null, null], [0, HEADROOM], style.ink, 0.7, "null", zorder=1.5)
    across = Line2D(
        [0, 1], [1 - level, 1 - level], color=style.muted, linewidth=0.7, transform=ax.get_yaxis_transform()
    )
    across.set(gid="level", zorder=1.4)
    set_dashes(across, (1.0, 1.6))
    ax.add_line(across)
    for number, (label, curve) in enumerate(curves):
        colour, dashes, marker = looks[label]
        xs, ps = _points(curve)
        line = _add_line(ax, xs, ps, colour, 1.1, f"curve-{number}", zorder=2 + number / 1000)
        set_dashes(line, dashes)
        ends = Line2D(curve.interval(level), [1 - level] * 2, linestyle="none", marker=marker, color=colour)
        ends.set(gid=f"interval-{number}", markersize=3.2, markeredgewidth=0, zorder=3)
        ax.add_line(ends)


def _points(curve: Curve) -> tuple[_FloatArray, _FloatArray]:
    """Points of the curve, evenly spaced in x; one without spread is a spike."""
    low, peak, high = curve.points(3)[0]
    if low == high:
        return np.full(2, curve.difference), np.array([0.0, 1.0])
    x = np.concatenate([np.linspace(low, peak, 60), np.linspace(peak, high, 60)[1:]])
    return x, curve.p_at(x)


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
    ax.set_xticks(ticks.values, ticks.texts if x_labels else [""] * len(ticks.values))
    ps = (0.0, 0.25, 0.5, 0.75, 1.0) if height > 1.1 else (0.0, 0.5, 1.0)
    ax.set_yticks(ps, [f"{p:g}" for p in ps] if p_labels else [""] * len(ps))
    ax.tick_params(width=0.6, length=2.5, pad=2, color=style.ink, labelcolor=style.ink)
    for text in (*ax.get_xticklabels(), *ax.get_yticklabels()):
        text.set(fontproperties=font(style.font_size), parse_math=False)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set(linewidth=0.6, edgecolor=style.ink)
