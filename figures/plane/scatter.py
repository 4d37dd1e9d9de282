"""Two algorithms' scores, a point a data set: who is better on how many, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rankpress.figures.canvas import (
    axes_width,
    draw_legend,
    draw_line,
    line_step,
    open_canvas,
    root_figure,
    set_dashes,
)
from rankpress.figures.plane.artists import draw_frame
from rankpress.figures.plane.layout import EDGE, Frame
from rankpress.figures.plane.scatter_layout import SAMPLE, Corner, Plane, lay_out_plane, looks
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import place_lines


def score_scatter(
    names: tuple[str, str],
    scores: Sequence[tuple[float, float]],
    outcomes: Sequence[int],
    *,
    datasets: Sequence[str] = (),
    metric: str = "score",
    better: Literal["higher", "lower"] = "higher",
    remark: str = "",
    labels: int = 8,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw the scores of two algorithms against each other.

    Parameters
    ----------
    names : (str, str)
        The first, whose scores go up, and the second, whose scores go across.
    scores : (n_datasets,) sequence of (float, float)
        Of the first and of the second on each data set.
    outcomes : (n_datasets,) sequence of int
        1 where the first is better, 0 where the two are tied, -1 where the second is.
    datasets : sequence of str, optional
        Their names.
    metric : str
        What the scores are.
    better : {'higher', 'lower'}
        Which scores are the better ones.
    remark : str
        What stands above the panel, such as the outcome of a test.
    labels : int
        Data sets to name, those farthest from the diagonal, as far as there is room.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are no scores, one is not finite, or names or outcomes are not as many as these.

    Notes
    -----
    Standard errors over folds are not drawn: those of two algorithms on the same folds say little of the difference of
    the two, which is what the distance from the diagonal shows.

    Examples
    --------
    >>> figure = score_scatter(
    ...     ("naive Bayes", "CART"),
    ...     [(0.81, 0.72), (0.64, 0.66), (0.93, 0.93)],
    ...     [1, -1, 0],
    ...     datasets=["iris", "glass", "soybean"],
    ...     metric="accuracy",
    ... )
    >>> float(figure.get_figwidth())
    5.5
    """
    _check(scores, outcomes, datasets, better)
    with drawing_context(style):
        style = axes_width(ax, style)
        plane = lay_out_plane(
            names,
            [(float(first), float(second)) for first, second in scores],
            outcomes,
            datasets,
            metric=metric,
            better=better,
            remark=remark,
            most_labels=labels if datasets else 0,
            style=style,
        )
        canvas = open_canvas(plane.height, style, ax)
        draw_frame(canvas, plane.frame, style)
        _draw_diagonal(canvas, plane.frame, style)
        for number, (point, outcome) in enumerate(zip(plane.points, outcomes, strict=True)):
            _draw_point(canvas, point, looks(style)[outcome], f"point-{number}", style, hollow=outcome == 0)
        _write_names(canvas, plane, style)
        for corner in plane.corners:
            _write_corner(canvas, corner, better, style)
        draw_legend(canvas, plane.legend, plane.frame.left, EDGE, style)
        return root_figure(canvas)


def _check(
    scores: Sequence[tuple[float, float]], outcomes: Sequence[int], datasets: Sequence[str], better: str
) -> None:
    if not scores or not all(isfinite(value) for pair in scores for value in pair):
        raise ValueError("scores: finite numbers of at least one data set are needed")
    if len(outcomes) != len(scores) or not set(outcomes) <= {-1, 0, 1}:
        raise ValueError(f"outcomes: got {len(outcomes)} for {len(scores)} data sets; 1, 0 or -1 is needed for each")
    if datasets and len(datasets) != len(scores):
        raise ValueError(f"datasets: got {len(datasets)} names for {len(scores)} data sets")
    if better not in ("higher", "lower"):
        raise ValueError(f"better: got {better!r}; 'higher' or 'lower' is needed")


def _draw_diagonal(ax: Axes, frame: Frame, style: Style) -> None:
    """Draw where the two score alike."""
    left, top, right, bottom = frame.box
    set_dashes(draw_line(ax, [left, right], [bottom, top], style.muted, 0.7, "diagonal", zorder=1.5), (4.0, 2.0))


def _draw_point(ax: Axes, point: tuple[float, float], look: Look, gid: str, style: Style, *, hollow: bool) -> None:
    """Draw a data set's marker; an edge of the ground's colour keeps markers apart that overlap."""
    marker = Line2D(*([at] for at in point), linestyle="none", marker=look.marker, color=look.colour, clip_on=False)
    face, edge = (style.paper, look.colour) if hollow else (look.colour, style.paper)
    marker.set(gid=gid, markersize=4.4, markerfacecolor=face, markeredgecolor=edge, markeredgewidth=0.6, zorder=3)
    ax.add_line(marker)


def _write_names(ax: Axes, plane: Plane, style: Style) -> None:
    for label in plane.labels:
        gid, place = f"name-{label.dataset}", label.place
        place_lines(ax, place.left, place.middle, [label.text], style, colour=style.muted, gid=gid)
        if place.leader:
            x0, y0, x1, y1 = place.leader
            draw_line(ax, [x0, x1], [y0, y1], style.muted, 0.4, f"leader-{label.dataset}", zorder=1.5)


def _write_corner(ax: Axes, corner: Corner, better: str, style: Style) -> None:
    """Write who is better on that side of the diagonal, the marker of these data sets before their number."""
    left, top, right, bottom = corner.box
    edge = right if corner.right else left
    which = "lower" if corner.right else "upper"
    ha = "right" if corner.right else "left"
    line = line_step(style)
    middle = (top + bottom - line) / 2
    place_lines(ax, edge, middle, corner.lines[:-1], style, bold=False, ha=ha, gid=f"{which}-corner")
    y = bottom - line / 2
    start = right - corner.count_width if corner.right else left + SAMPLE
    look = looks(style)[1 if corner.right == (better == "lower") else -1]
    _draw_point(ax, (start - SAMPLE / 2 - 0.01, y), look, f"{which}-sample", style, hollow=False)
    place_lines(ax, start, y, corner.lines[-1:], style, gid=f"{which}-count")
