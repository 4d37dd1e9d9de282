"""Scores of two algorithms, one point per data set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, isfinite
from typing import TYPE_CHECKING, Literal

from rankpress.figures.axes import value_axis
from rankpress.figures.canvas import (
    LegendEntry,
    Point,
    arrange_legend,
    axes_width,
    draw_legend,
    draw_line,
    draw_marks,
    line_step,
    open_canvas,
    root_figure,
)
from rankpress.figures.label_placement import Box, PlacedLabel, place_labels
from rankpress.figures.plane import EDGE, RADIUS, TICK, Frame, draw_frame, guide_lines
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import (
    LINE_HEIGHT,
    block_height,
    block_width,
    place_lines,
    reach_about_middle,
    text_width,
    wrap_text,
)
from rankpress.wording.names import isolated, one_name
from rankpress.wording.numbers import short_number
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_MOST_SIDE = 3.5
_MOST_LEADER = 0.16


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
    limit: float | None = None,
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
    limit : float, optional
        Of times above 0, which no run exceeds: axes are logarithmic, and points that lie on the limit, where a line
        is, are of runs that did not end.
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
        entries = _legend_entries(names, outcomes, remark, style)
        legend_height = arrange_legend(entries, style.width / 2, style).height
        frame = _make_frame(names, scores, metric, legend_height, limit, style)
        legend = arrange_legend(entries, style.width - frame.left - EDGE, style)
        points = [frame.spot(float(second), float(first)) for first, second in scores]
        canvas = open_canvas(frame.bottom + EDGE, style, ax)
        draw_frame(canvas, frame, style)
        left, top, right, bottom = frame.box
        ends = [left, right], [bottom, top]
        draw_line(canvas, *ends, style.muted, 0.7, "diagonal", zorder=1.5, dashes=(4.0, 2.0))
        for number, (x0, y0, x1, y1) in enumerate(_borders(frame, limit)):
            draw_line(canvas, [x0, x1], [y0, y1], style.ink, 0.5, f"limit-{number}", zorder=1.5)
        for number, (point, outcome) in enumerate(zip(points, outcomes, strict=True)):
            _draw_point(canvas, point, _looks(style)[outcome], f"point-{number}", style, hollow=outcome == 0)
        for number, text, place in _name_outermost(scores, datasets, points, frame, labels, style):
            place_lines(canvas, place.left, place.middle, [text], style, colour=style.muted, gid=f"name-{number}")
            if place.leader:
                x0, y0, x1, y1 = place.leader
                draw_line(canvas, [x0, x1], [y0, y1], style.muted, 0.4, f"leader-{number}", zorder=1.5)
        draw_legend(canvas, legend, frame.left, EDGE, style)
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


def _make_frame(
    names: tuple[str, str], scores: Sequence[Point], metric: str, above: float, limit: float | None, style: Style
) -> Frame:
    """Place a square with the same axis both ways in the middle of the width; the second's scores go across."""
    size, line = style.font_size, line_step(style)
    aside = 2 * line + 0.05 + TICK + 0.03
    below = TICK + 0.04 + 3 * line + 0.02 + EDGE
    room = min(_MOST_SIDE, style.width - 2 * EDGE - aside - 0.15, style.max_height - above - below)
    values = [*(float(value) for score in scores for value in score), *([] if limit is None else [limit])]
    axis = value_axis(values, max(0.5, room - 0.5), style, log=limit is not None)
    numbers = block_width([text for _, text in axis.ticks], size)
    side = max(0.6, min(room, style.width - 2 * EDGE - aside - 0.15 - numbers))
    titles = (f"{isolated(metric)} of {isolated(name)}" for name in reversed(names))
    x_title, y_title = (wrap_text(title, side, size, max_lines=2) for title in titles)
    aside += numbers + (len(y_title) - 2) * line
    edge = max(EDGE, (style.width - aside - side - 0.15) / 2)
    top = EDGE + above + 0.08
    bottom = top + side + TICK + 0.02 + line + 0.02 + block_height(x_title, size) + 0.02
    return Frame(edge + aside, top, side, side, axis, axis, x_title, y_title, bottom, edge)


def _borders(frame: Frame, limit: float | None) -> list[Box]:
    """Return the lines at the limit, both ways."""
    return [] if limit is None else [*guide_lines(frame, "x", [limit]), *guide_lines(frame, "y", [limit])]


def _looks(style: Style) -> dict[int, Look]:
    """Return what data sets look like that the first wins (1), that are tied (0), and that the second wins (-1)."""
    return {
        1: Look(style.palette[0], (), "o"),
        0: Look(style.muted, (), "D"),
        -1: Look(style.palette[1 % len(style.palette)], (), "s"),
    }


def _legend_entries(
    names: tuple[str, str], outcomes: Sequence[int], remark: str, style: Style
) -> tuple[LegendEntry, ...]:
    """On how many data sets each is better, on how many the two are tied, and the remark."""
    counts = {which: sum(outcome == which for outcome in outcomes) for which in (1, -1, 0)}
    texts = {1: f"{isolated(names[0])} better on", -1: f"{isolated(names[1])} better on", 0: "tied on"}
    entries = [
        LegendEntry(f"{texts[which]} {count:,}", _looks(style)[which], line=False, hollow=which == 0)
        for which, count in counts.items()
        if which or count
    ]
    return (*entries, LegendEntry(remark)) if remark else tuple(entries)


def _name_outermost(
    scores: Sequence[Point], datasets: Sequence[str], points: Sequence[Point], frame: Frame, most: int, style: Style
) -> list[tuple[int, str, PlacedLabel]]:
    """Name the data sets farthest from the diagonal, as many as have a place next to their point."""
    size, (left, top, right, bottom) = style.font_size, frame.box
    outermost = sorted(range(len(datasets)), key=lambda i: (-abs(scores[i][0] - scores[i][1]), i))
    texts = {i: "".join(wrap_text(datasets[i], 0.45 * frame.width, size)) for i in outermost[:most]}
    for count in range(len(texts), 0, -1):
        with_names = [i for i in outermost[:count] if texts[i]]
        placed = place_labels(
            [points[i] for i in with_names],
            [(text_width(texts[i], size), _height(texts[i], size)) for i in with_names],
            (left + 0.02, top + 0.02, right - 0.02, bottom - 0.02),
            radius=RADIUS,
            lines=[(left, bottom, right, top)],
            others=[point for i, point in enumerate(points) if i not in with_names],
        )
        if not placed.overlaps and not placed.covered and all(map(_is_near, placed.labels)):
            return [(i, texts[i], place) for i, place in zip(with_names, placed.labels, strict=True)]
    return []


def _height(text: str, size: float) -> float:
    """Inches to keep free for a name, whose marks may be stacked."""
    return max(0.9 * LINE_HEIGHT * size / 72, 2 * max(reach_about_middle(text, size)))


def _is_near(label: PlacedLabel) -> bool:
    """Return whether a label stands so near its point that no one takes it for another's."""
    x0, y0, x1, y1 = label.leader or (0.0, 0.0, 0.0, 0.0)
    return hypot(x1 - x0, y1 - y0) < _MOST_LEADER


def _draw_point(ax: Axes, point: Point, look: Look, gid: str, style: Style, *, hollow: bool) -> None:
    """Draw a data set's marker; an edge of the ground's color keeps markers apart that overlap."""
    face, edge = (style.paper, look.colour) if hollow else (look.colour, style.paper)
    draw_marks(ax, [point[0]], [point[1]], look.marker, look.colour, 4.4, gid, face=face, edge=edge, edge_width=0.6)


def describe_scatter(
    names: tuple[str, str],
    scores: Sequence[tuple[float, float]],
    outcomes: Sequence[int],
    *,
    datasets: Sequence[str] = (),
    metric: str = "score",
    remark: str = "",
    number: Callable[[float], str] = short_number,
) -> str:
    r"""Describe a scatter of two algorithms' scores; parameters as for `score_scatter`."""
    first, second = map(one_name, names)
    wins = [sum(outcome == which for outcome in outcomes) for which in (1, -1, 0)]
    texts = [
        f"Scatter of {one_name(metric)}: {first} against {second} on {counted(len(scores), 'data set')}.",
        f"{first} is better on {wins[0]}, {second} on {wins[1]}{f'; tied on {wins[2]}' if wins[2] else ''}.",
    ]
    extremes = []
    for who, which in ((first, 1), (second, -1)):
        indices = [i for i, outcome in enumerate(outcomes) if outcome == which]
        if indices and datasets:
            far = max(indices, key=lambda i: abs(scores[i][0] - scores[i][1]))
            values = " and ".join(map(number, scores[far]))
            extremes.append(f"in favor of {who} on {one_name(datasets[far])} ({values})")
    if extremes:
        texts.append(f"Farthest apart {', '.join(extremes)}.")
    if remark:
        texts.append(f"{one_name(remark)}.")
    return " ".join(texts)
