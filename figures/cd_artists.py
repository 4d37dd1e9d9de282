"""The parts of a critical difference diagram as artists, on axes with ranks along x and inches down along y."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from rankpress.figures.canvas import line_step
from rankpress.figures.cd_layout import EDGE, GAP, Bar, Label, Names, Scale, tick_ranks
from rankpress.figures.numerals import rank_text
from rankpress.figures.style import Style
from rankpress.figures.text import place_lines, text_width

TICK = 0.05
_STOP = 0.035  # half the height of the strokes that end a ruler


def draw_line(
    ax: Axes, xs: Sequence[float], ys: Sequence[float], colour: str, width: float, gid: str, zorder: float = 2.0
) -> Line2D:
    """Draw a line that ends exactly where it ends."""
    line = Line2D(xs, ys, color=colour, linewidth=width, solid_capstyle="butt", solid_joinstyle="miter", clip_on=False)
    line.set(gid=gid, zorder=zorder)
    ax.add_line(line)
    return line


def draw_axis(ax: Axes, y: float, scale: Scale, style: Style) -> None:
    """Draw the axis with its numbers above."""
    numbered, marked = tick_ranks(scale, style.font_size)
    draw_line(ax, [scale.first, scale.last], [y, y], style.ink, 0.9, "axis")
    for rank in marked:
        draw_line(ax, [rank, rank], [y - TICK / 2, y], style.ink, 0.6, f"mark-{rank:g}")
    middle = y - TICK - line_step(style) / 2
    for rank in numbered:
        draw_line(ax, [rank, rank], [y - TICK, y], style.ink, 0.9, f"tick-{rank}")
        place_lines(ax, rank, middle, [str(rank)], style, ha="center", gid=f"number-{rank}")


def draw_ruler(ax: Axes, cd: float, y: float, scale: Scale, style: Style) -> None:
    """Draw the critical difference as a bar from the left end of the axis, its value above."""
    left = max(EDGE, min(scale.origin, style.width - EDGE - cd * abs(scale.inches_per_rank)))
    begin = scale.rank(left)
    end = begin + (cd if scale.inches_per_rank > 0 else -cd)
    draw_line(ax, [begin, end], [y, y], style.ink, 1.1, "cd-bar")
    for rank, which in ((begin, "begin"), (end, "end")):
        draw_line(ax, [rank, rank], [y - _STOP, y + _STOP], style.ink, 1.1, f"cd-{which}")
    _write_above(ax, f"CD = {rank_text(cd)}", (left + scale.x(end)) / 2, y, scale, style)


def draw_interval(ax: Axes, rank: float, cd: float, y: float, bottom: float, scale: Scale, style: Style) -> None:
    """Draw the interval of one critical difference about the control's rank, cut where the axis ends."""
    least, most = sorted((scale.first, scale.last))
    low, high = max(least, rank - cd), min(most, rank + cd)
    area = Rectangle((low, y), high - low, bottom - y, facecolor=style.shade, edgecolor="none")
    area.set(gid="control-area", zorder=0.5)
    ax.add_patch(area)
    draw_line(ax, [low, high], [y, y], style.accent, 1.6, "control-interval")
    for end, uncut, which in ((low, rank - cd, "low"), (high, rank + cd, "high")):
        if end == uncut:  # where the axis cuts the interval off, it has no end to show
            draw_line(ax, [end, end], [y - _STOP, bottom], style.accent, 0.8, f"control-{which}")
    _write_above(ax, f"control \N{PLUS-MINUS SIGN} CD = {rank_text(cd)}", scale.x(rank), y, scale, style)


def _write_above(ax: Axes, text: str, x: float, y: float, scale: Scale, style: Style) -> None:
    """Write over `x`, or as near to it as the canvas allows."""
    half = text_width(text, style.font_size) / 2
    x = min(max(x, EDGE + half), style.width - EDGE - half)
    middle = y - _STOP - 0.01 - line_step(style) / 2
    place_lines(ax, scale.rank(x), middle, [text], style, ha="center", gid="cd-text")


def draw_label(
    ax: Axes, label: Label, rank: float, axis_y: float, scale: Scale, names: Names, style: Style, *, stands_out: bool
) -> None:
    """Draw name, rank and the line that ties them to the axis."""
    left = label.side == "left"
    name_x = EDGE + names.left_width if left else style.width - EDGE - names.right_width
    rank_x = name_x + names.rank_width if left else name_x - GAP
    edge_x = name_x + names.rank_width + GAP if left else name_x - names.rank_width - GAP
    draw_line(
        ax,
        [rank, rank, scale.rank(edge_x)],
        [axis_y, label.y, label.y],
        style.accent if stands_out else style.muted,
        1.1 if stands_out else 0.6,
        f"connector-{label.algorithm}",
        zorder=1.6 if stands_out else 1.5,
    )
    place_lines(
        ax,
        scale.rank(name_x),
        label.y,
        label.lines,
        style,
        colour=style.accent if stands_out else style.ink,
        bold=stands_out,
        ha="right" if left else "left",
        gid=f"name-{label.algorithm}",
    )
    if names.rank_width:
        gid = f"rank-{label.algorithm}"
        place_lines(ax, scale.rank(rank_x), label.y, [label.rank], style, colour=style.muted, ha="right", gid=gid)


def draw_bar(ax: Axes, bar: Bar, y: float, gid: str, style: Style) -> None:
    """Draw a group's bar; where it leaves others out, points that pass behind these tie its parts."""
    for number, (low, high) in enumerate(bar.runs):
        draw_line(ax, [low, high], [y, y], style.ink, 2.6, f"{gid}-run-{number}", zorder=3)
    if not bar.dots:
        return
    link = draw_line(ax, [bar.dots[0], bar.dots[-1]], [y, y], style.ink, 0.7, f"{gid}-link", zorder=1.4)
    link.set_linestyle((0, (1.0, 1.6)))
    dots = Line2D(bar.dots, [y] * len(bar.dots), linestyle="none", marker="o", markersize=4.2, color=style.ink)
    dots.set(gid=f"{gid}-dots", zorder=3.1, markeredgewidth=0, clip_on=False)
    ax.add_line(dots)


def mark_significance(
    ax: Axes, ranks: Sequence[float], control: int, significant: Collection[int], y: float, style: Style
) -> None:
    """Mark on the axis who differs from the control."""
    for i, rank in enumerate(ranks):
        is_control = i == control
        colour = style.accent if is_control else style.ink
        point = Line2D([rank], [y], linestyle="none", marker="D" if is_control else "o", markersize=4.0, color=colour)
        filled = is_control or i in significant
        point.set(markerfacecolor=colour if filled else style.paper, markeredgewidth=0.8, clip_on=False)
        point.set(gid=f"significance-{i}", zorder=4 if is_control else 3.5)
        ax.add_line(point)
