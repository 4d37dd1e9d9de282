"""Accuracy against cost with its front, and average ranks by two metrics."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import isfinite
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rankpress.figures.axis import MakeAxis, rank_axis, value_axis, wants_log
from rankpress.figures.canvas import axes_width, draw_line, line_step, open_canvas, root_figure
from rankpress.figures.isolation import isolated
from rankpress.figures.label_placement import Box
from rankpress.figures.numerals import cd_text
from rankpress.figures.plane import (
    EDGE,
    RULER,
    Frame,
    draw_area,
    draw_frame,
    draw_guides,
    draw_key,
    draw_labels,
    draw_point,
    draw_ruler,
    guide_lines,
    label_points,
    make_frame,
)
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.stats.multitest import Front

Of = Literal["rank", "score"]


def cost_front_plane(
    names: Sequence[str],
    costs: Sequence[float],
    values: Sequence[float],
    front: Front,
    *,
    cost_label: str,
    metric: str,
    of: Of = "rank",
    better: Literal["higher", "lower"] = "lower",
    cd: float | None = None,
    scale: Literal["auto", "log", "linear"] = "auto",
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw each algorithm at its cost and its rank or score, cheap at the left and good at the top.

    Parameters
    ----------
    names : sequence of str
        The algorithms. Where not all names have room, those of the front have them, and numbers with a key the others.
    costs, values : (n_algorithms,) sequences of float
    front : Front
        As `rankpress.stats.multitest.undominated` finds it; its members are filled and joined by a staircase, below and
        right of which is all that is no better and no cheaper than one of them.
    cost_label, metric : str
    of : {"rank", "score"}
        What `values` are: average ranks, 1 the best, or scores.
    better : {"lower", "higher"}
        Which scores are better.
    cd : float, optional
        The critical difference of average ranks: those within one of the best are shaded.
    scale : {"auto", "log", "linear"}
        Of the costs; "auto" is a log scale where the largest cost is more than 20 times the smallest.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If names, costs and values differ in number or are not finite, a log scale is to show a cost that is not above
        0, or a member of the front is no algorithm.

    Examples
    --------
    >>> from rankpress.stats.multitest import undominated
    >>> costs, ranks = [0.1, 3.0, 4.0, 90.0], [4.0, 2.0, 3.0, 1.0]
    >>> figure = cost_front_plane(
    ...     "ABCD", costs, ranks, undominated(costs, ranks), cost_label="fit_seconds", metric="accuracy"
    ... )
    >>> float(figure.get_figwidth())
    5.5
    """
    log = scale == "log" or (scale == "auto" and bool(costs) and wants_log(costs))
    _cost_front_check(names, costs, values, front, log=log)
    with drawing_context(style):
        style = axes_width(ax, style)
        rising = of == "score" and better == "higher"
        best = max(values) if rising else min(values)
        frame = make_frame(
            partial(value_axis, costs, log=log),
            _value_axis(values, of, rising=rising),
            titles=_cost_front_titles(cost_label, metric, of, log=log),
            count=len(names),
            above=0.0,
            beside=RULER + line_step(style) if cd else 0.0,
            style=style,
        )
        spots = [frame.spot(cost, value) for cost, value in zip(costs, values, strict=True)]
        stairs = staircase([spots[i] for i in front.members], frame)
        lines = [*_pieces(stairs), *guide_lines(frame, "y", () if cd is None else (best - cd, best + cd))]
        labels = label_points(names, spots, frame, first=front.members, lines=lines, style=style)
        canvas = open_canvas(frame.bottom + labels.key.height + EDGE, style, ax)
        if cd is not None:
            _draw_band(canvas, frame, best, cd, style)
        draw_frame(canvas, frame, style)
        draw_line(canvas, [x for x, _ in stairs], [y for _, y in stairs], style.accent, 1.1, "front", zorder=1.8)
        _draw_points(canvas, spots, front, style)
        draw_labels(canvas, labels, style, muted=[i for i, by in enumerate(front.dominated_by) if by is not None])
        draw_key(canvas, labels.key, frame.bottom, style)
        return root_figure(canvas)


def _value_axis(values: Sequence[float], of: Of, *, rising: bool) -> MakeAxis:
    if of == "rank":
        return partial(rank_axis, values, count=len(values))
    return partial(value_axis, values, falling=not rising, tick_room=0.4)


def _cost_front_titles(cost_label: str, metric: str, of: Of, *, log: bool) -> tuple[str, str]:
    value = "Average rank by" if of == "rank" else "Mean"
    return (
        f"\N{LEFTWARDS ARROW} cheaper, mean {isolated(cost_label)}{' (log scale)' if log else ''}",
        f"{value} {isolated(metric)}, better \N{RIGHTWARDS ARROW}",
    )


def staircase(members: Sequence[tuple[float, float]], frame: Frame) -> list[tuple[float, float]]:
    """Corners of the border of what a front dominates, from the frame's lower edge to its right one."""
    _, _, right, bottom = frame.box
    corners = [(members[0][0], bottom), members[0]]
    for x, y in members[1:]:
        corners += [(x, corners[-1][1]), (x, y)]
    return [*corners, (right, corners[-1][1])]


def _pieces(corners: Sequence[tuple[float, float]]) -> list[Box]:
    return [(*begin, *end) for begin, end in pairwise(corners)]


def _draw_band(ax: Axes, frame: Frame, best: float, cd: float, style: Style) -> None:
    """Shade what is within one critical difference of the best."""
    band = (best - cd, best + cd)
    draw_area(ax, frame, None, band, style)
    draw_guides(ax, frame, "y", band, None, style)
    draw_ruler(ax, frame, "y", (best, best + cd), cd_text(cd), style)


def _draw_points(ax: Axes, spots: Sequence[tuple[float, float]], front: Front, style: Style) -> None:
    """Draw filled squares on the front, hollow circles elsewhere."""
    for i, spot in enumerate(spots):
        out = front.dominated_by[i] is not None
        colour, marker = (style.muted, "o") if out else (style.accent, "s")
        draw_point(ax, spot, f"point-{i}", style, colour=colour, marker=marker, hollow=out)


def _cost_front_check(
    names: Sequence[str], costs: Sequence[float], values: Sequence[float], front: Front, *, log: bool
) -> None:
    if not names or not len(names) == len(costs) == len(values) == len(front.dominated_by):
        raise ValueError(f"got {len(names)} names, {len(costs)} costs, {len(values)} values; one of each is needed")
    if not all(map(isfinite, (*costs, *values))):
        raise ValueError(f"costs or values: got {list(costs)}, {list(values)}; finite numbers are needed")
    if log and min(costs) <= 0:
        raise ValueError(f"costs: got {min(costs)}; on a log scale they are above 0")
    if not front.members or not set(front.members) <= set(range(len(names))):
        raise ValueError(f"front: got members {front.members}; 0 to {len(names) - 1} exist")


def two_metrics_plane(
    names: Sequence[str],
    ranks: tuple[Sequence[float], Sequence[float]],
    *,
    metrics: tuple[str, str],
    cd: tuple[float, float] | None = None,
    control: int | None = None,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw each algorithm at its average ranks by two metrics, the best of both at the top right.

    Parameters
    ----------
    names : sequence of str
        The algorithms. Where they have no room beside their points, numbers stand there, and a key below.
    ranks : pair of (n_algorithms,) sequences of float
        Average ranks by the metric of the x axis and by that of the y axis, 1 the best.
    metrics : pair of str
    cd : pair of float, optional
        The critical differences, as cross-hairs: a line at the best rank by each metric, and a dashed one where a
        difference from it becomes significant; with a control, those are about its rank, to either side. What differs
        by neither metric is shaded. They are measured off above the plane and at its right.
    control : int, optional
        The algorithm that the others are compared with.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If names and ranks differ in number, a rank or a critical difference is not finite, or there is no such control.

    Examples
    --------
    >>> figure = two_metrics_plane(
    ...     ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"],
    ...     ([3.143, 2.000, 2.893, 1.964], [2.1, 2.7, 2.2, 3.0]),
    ...     metrics=("AUC", "accuracy"),
    ...     cd=(1.25, 1.25),
    ... )
    >>> float(figure.get_figwidth())
    5.5
    """
    _two_metrics_check(names, ranks, cd, control)
    with drawing_context(style):
        style = axes_width(ax, style)
        beyond = RULER + line_step(style) if cd else 0.0
        frame = make_frame(
            partial(rank_axis, ranks[0], count=len(names)),
            partial(rank_axis, ranks[1], count=len(names)),
            titles=_two_metrics_titles(metrics),
            count=len(names),
            above=beyond,
            beside=beyond,
            style=style,
        )
        best = [min(range(len(names)), key=lambda i: (one[i], i)) for one in ranks]
        about = best if control is None else [control, control]
        spots = [frame.spot(x, y) for x, y in zip(*ranks, strict=True)]
        bands = [(one[i] - size, one[i] + size) for one, i, size in zip(ranks, about, cd or (), strict=False)]
        lines = [
            line
            for axis, ends, one, i in zip("xy", bands, ranks, about, strict=False)
            for line in guide_lines(frame, axis, [*ends, one[i]])
        ]
        labels = label_points(names, spots, frame, lines=lines, style=style)
        canvas = open_canvas(frame.bottom + labels.key.height + EDGE, style, ax)
        if bands:
            draw_area(canvas, frame, bands[0], bands[1], style)
        for axis, ends, one, i, size in zip("xy", bands, ranks, about, cd or (), strict=False):
            draw_guides(canvas, frame, axis, ends, one[i], style)
            shown = ends if control is not None else (one[i], one[i] + size)
            draw_ruler(canvas, frame, axis, shown, cd_text(size, about_control=control is not None), style)
        draw_frame(canvas, frame, style)
        for i, spot in enumerate(spots):
            marked = bool(cd) and i in about
            colour, marker = (style.accent, "D") if marked else (style.ink, "o")
            draw_point(canvas, spot, f"point-{i}", style, colour=colour, marker=marker)
        draw_labels(canvas, labels, style)
        draw_key(canvas, labels.key, frame.bottom, style)
        return root_figure(canvas)


def _two_metrics_titles(metrics: tuple[str, str]) -> tuple[str, str]:
    across, up = (f"Average rank by {isolated(metric)}, better \N{RIGHTWARDS ARROW}" for metric in metrics)
    return across, up


def _two_metrics_check(
    names: Sequence[str],
    ranks: tuple[Sequence[float], Sequence[float]],
    cd: tuple[float, float] | None,
    control: int | None,
) -> None:
    if not names or any(len(one) != len(names) for one in ranks):
        counts = " and ".join(str(len(one)) for one in ranks)
        raise ValueError(f"got {len(names)} names, {counts} ranks; one rank a name is needed by each metric")
    if not all(isfinite(rank) for one in ranks for rank in one):
        raise ValueError(f"ranks: got {ranks}; finite numbers are needed")
    if cd is not None and not all(isfinite(size) and size > 0 for size in cd):
        raise ValueError(f"cd: got {cd}; finite positive numbers are needed")
    if control is not None and not 0 <= control < len(names):
        raise ValueError(f"control: got {control}; 0 to {len(names) - 1} exist")
