"""Ranks or scores against costs, with the front of what nothing is both better and cheaper than."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Literal

from rankpress.figures.axes import rank_axis, value_axis, wants_log
from rankpress.figures.canvas import axes_width, draw_line, line_step, open_canvas, root_figure
from rankpress.figures.label_placement import Box
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
from rankpress.wording.names import enumerate_names, isolated, name_list, one_name
from rankpress.wording.numbers import cd_text, rank_text, short_number
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


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
    unit: str = "",
    height: float | None = None,
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
    unit : str
        Of the costs, which numbers of the axis have; seconds on a log scale are milliseconds and such below 1.
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
    _check(names, costs, values, front, log=log)
    with drawing_context(style):
        style = axes_width(ax, style)
        rising = of == "score" and better == "higher"
        best = max(values) if rising else min(values)
        frame = make_frame(
            partial(value_axis, costs, style=style, log=log, unit=unit),
            partial(rank_axis, values, style=style, count=len(values), upright=True)
            if of == "rank"
            else partial(value_axis, values, style=style, falling=not rising, upright=True),
            titles=_titles(cost_label, metric, of, log=log),
            count=len(names),
            above=0.0,
            aside=RULER + line_step(style) if cd else 0.0,
            height=height,
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


def _titles(cost_label: str, metric: str, of: Of, *, log: bool) -> tuple[str, str]:
    value = "average rank by" if of == "rank" else "mean"
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


def _check(names: Sequence[str], costs: Sequence[float], values: Sequence[float], front: Front, *, log: bool) -> None:
    if not names or not len(names) == len(costs) == len(values) == len(front.dominated_by):
        raise ValueError(f"got {len(names)} names, {len(costs)} costs, {len(values)} values; one of each is needed")
    if not all(map(isfinite, (*costs, *values))):
        raise ValueError(f"costs or values: got {list(costs)}, {list(values)}; finite numbers are needed")
    if log and min(costs) <= 0:
        raise ValueError(f"costs: got {min(costs)}; on a log scale they are above 0")
    if not front.members or not set(front.members) <= set(range(len(names))):
        raise ValueError(f"front: got members {front.members}; 0 to {len(names) - 1} exist")


def describe_cost_front(
    names: Sequence[str],
    costs: Sequence[float],
    values: Sequence[float],
    front: Front,
    *,
    cost_label: str,
    metric: str,
    of: Of = "rank",
    cd: float | None = None,
    number: Callable[[float], str] = short_number,
) -> str:
    r"""Describe ranks or scores over costs; parameters as for `cost_front_plane`."""
    value, text = ("Average ranks", rank_text) if of == "rank" else ("Mean scores", number)
    texts = [f"{value} of {counted(len(names), 'algorithm')} by {one_name(metric)} over mean {one_name(cost_label)}."]
    members = [f"{one_name(names[i])} ({text(values[i])} at {short_number(costs[i])})" for i in front.members]
    texts.append(f"On the front, from the cheapest: {enumerate_names(members)}.")
    others = [i for i, by in enumerate(front.dominated_by) if by is not None]
    texts.append(f"Dominated: {name_list(names, others)}." if others else "None is dominated.")
    if cd is not None:
        near = [i for i in range(len(names)) if values[i] - min(values) <= cd]
        texts.append(f"Within the critical difference of {rank_text(cd)} of the best rank: {name_list(names, near)}.")
    return " ".join(texts)
