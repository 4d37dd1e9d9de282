"""Average ranks by two metrics."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING

from rankpress.figures.axes import rank_axis
from rankpress.figures.canvas import axes_width, draw_line, line_step, open_canvas, root_figure
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
from rankpress.wording.names import enumerate_names, isolated, name_list, one_name
from rankpress.wording.numbers import cd_text, rank_text
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_TITLE = "average rank by {}, better →"


def two_metrics_plane(
    names: Sequence[str],
    ranks: tuple[Sequence[float], Sequence[float]],
    *,
    metrics: tuple[str, str],
    cd: tuple[float, float] | None = None,
    control: int | None = None,
    height: float | None = None,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw each algorithm at its average ranks by two metrics, the best of both at the top right.

    Parameters
    ----------
    names : sequence of str
        The algorithms. Where they have no room next to their points, numbers stand there, and a key below.
    ranks : pair of (n_algorithms,) sequences of float
        Average ranks by the metric of the x axis and by that of the y axis, 1 the best.
    metrics : pair of str
    cd : pair of float, optional
        The critical differences, as cross-hairs: a line at the best rank by each metric, and a dashed one where a
        difference from it becomes significant; with a control, those are about its rank, to either side. What differs
        by neither metric is shaded. They are measured off above the plane and at its right.
    control : int, optional
        The algorithm that the others are compared with.
    height : float, optional
        Of the plane between its axes, in inches. By default as its width and the number of algorithms suggest.
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
    _check(names, ranks, cd, control)
    with drawing_context(style):
        style = axes_width(ax, style)
        beyond = RULER + line_step(style) if cd else 0.0
        frame = make_frame(
            partial(rank_axis, ranks[0], style=style, count=len(names), upright=False),
            partial(rank_axis, ranks[1], style=style, count=len(names), upright=True),
            titles=(_TITLE.format(isolated(metrics[0])), _TITLE.format(isolated(metrics[1]))),
            count=len(names),
            above=beyond,
            aside=beyond,
            height=height,
            style=style,
        )
        best = [min(range(len(names)), key=lambda i: (by_metric[i], i)) for by_metric in ranks]
        about = best if control is None else [control, control]
        spots = [frame.spot(x, y) for x, y in zip(*ranks, strict=True)]
        bands = [
            (by_metric[i] - size, by_metric[i] + size)
            for by_metric, i, size in zip(ranks, about, cd or (), strict=False)
        ]
        lines = [
            line
            for axis, ends, by_metric, i in zip("xy", bands, ranks, about, strict=False)
            for line in guide_lines(frame, axis, [*ends, by_metric[i]])
        ]
        stairs = _staircase([spots[i] for i in _undominated(ranks)], frame)
        lines += [(*begin, *end) for begin, end in pairwise(stairs)]
        labels = label_points(names, spots, frame, lines=lines, style=style)
        canvas = open_canvas(frame.bottom + labels.key.height + EDGE, style, ax)
        if cd is not None:
            middles = ranks[0][about[0]], ranks[1][about[1]]
            _draw_critical_differences(canvas, frame, middles, cd, style, about_control=control is not None)
        draw_frame(canvas, frame, style)
        draw_line(canvas, [x for x, _ in stairs], [y for _, y in stairs], style.accent, 1.1, "front", zorder=1.8)
        for i, spot in enumerate(spots):
            marked = bool(cd) and i in about
            colour, marker = (style.accent, "D") if marked else (style.ink, "o")
            draw_point(canvas, spot, f"point-{i}", style, colour=colour, marker=marker)
        draw_labels(canvas, labels, style)
        draw_key(canvas, labels.key, frame.bottom, style)
        return root_figure(canvas)


def _draw_critical_differences(
    canvas: Axes,
    frame: Frame,
    middles: tuple[float, float],
    cd: tuple[float, float],
    style: Style,
    *,
    about_control: bool,
) -> None:
    """Draw the critical differences about a rank on each axis: shade what both enclose, and measure them off."""
    bands = [(middle - size, middle + size) for middle, size in zip(middles, cd, strict=True)]
    draw_area(canvas, frame, bands[0], bands[1], style)
    for axis, ends, middle, size in zip("xy", bands, middles, cd, strict=True):
        draw_guides(canvas, frame, axis, ends, middle, style)
        extent = ends if about_control else (middle, middle + size)
        draw_ruler(canvas, frame, axis, extent, cd_text(size, about_control=about_control), style)


def _undominated(ranks: tuple[Sequence[float], Sequence[float]]) -> list[int]:
    """Return those than which none is better by one metric and no worse by the other."""
    both = list(zip(*ranks, strict=True))
    return [i for i, (x, y) in enumerate(both) if not any(a <= x and b <= y and (a, b) != (x, y) for a, b in both)]


def _staircase(members: Sequence[tuple[float, float]], frame: Frame) -> list[tuple[float, float]]:
    """Corners of the border of what a front dominates, from the frame's left edge to its lower one."""
    left, _, _, bottom = frame.box
    corners: list[tuple[float, float]] = []
    for x, y in sorted(members):
        corners += [(corners[-1][0] if corners else left, y), (x, y)]
    return [*corners, (corners[-1][0], bottom)]


def _check(
    names: Sequence[str],
    ranks: tuple[Sequence[float], Sequence[float]],
    cd: tuple[float, float] | None,
    control: int | None,
) -> None:
    if not names or any(len(by_metric) != len(names) for by_metric in ranks):
        counts = " and ".join(str(len(by_metric)) for by_metric in ranks)
        raise ValueError(f"got {len(names)} names, {counts} ranks; one rank a name is needed by each metric")
    if not all(isfinite(rank) for by_metric in ranks for rank in by_metric):
        raise ValueError(f"ranks: got {ranks}; finite numbers are needed")
    if cd is not None and not all(isfinite(size) and size > 0 for size in cd):
        raise ValueError(f"cd: got {cd}; finite positive numbers are needed")
    if control is not None and not 0 <= control < len(names):
        raise ValueError(f"control: got {control}; 0 to {len(names) - 1} exist")


def describe_two_metrics(
    names: Sequence[str],
    ranks: tuple[Sequence[float], Sequence[float]],
    *,
    metrics: tuple[str, str],
    cd: tuple[float, float] | None = None,
    control: int | None = None,
) -> str:
    r"""Describe a plane of two metrics; parameters as for `two_metrics_plane`."""
    across, up = ranks
    order = sorted(range(len(names)), key=lambda i: (across[i], i))
    pairs = enumerate_names([f"{one_name(names[i])} ({rank_text(across[i])} and {rank_text(up[i])})" for i in order])
    by = " and by ".join(map(one_name, metrics))
    texts = [f"Average ranks of {counted(len(names), 'algorithm')} by {by}: {pairs}."]
    if cd is not None:
        texts.append(f"The critical differences are {rank_text(cd[0])} and {rank_text(cd[1])}.")
        about = [min(rank) if control is None else rank[control] for rank in ranks]
        near = [
            i
            for i in order
            if i != control
            and all(abs(rank[i] - index) <= size for rank, index, size in zip(ranks, about, cd, strict=True))
        ]
        of = "the best" if control is None else f"the control, {one_name(names[control])},"
        texts.append(f"Within them of {of} by both: {name_list(names, near) or 'none'}.")
    return " ".join(texts)
