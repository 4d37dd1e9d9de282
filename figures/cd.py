"""The critical difference diagram of Demsar (2006), figure 1, as artists."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from rankpress.figures.canvas import (
    axes_width,
    draw_legend,
    draw_line,
    draw_marks,
    draw_rectangle,
    line_step,
    open_canvas,
    overlay_canvas,
    root_figure,
)
from rankpress.figures.cd_diagram import (
    EDGE,
    STOP,
    TICK,
    Axis,
    Bar,
    Content,
    Diagram,
    Interval,
    Place,
    Point,
    RankLabel,
    RankScale,
    Ruler,
    check_content,
)
from rankpress.figures.cd_layouts import Sides, arrange_names, lay_out_axis, lay_out_rows
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.figures.text import place_lines
from rankpress.wording.names import MOST, enumerate_names, name_list, one_name
from rankpress.wording.numbers import rank_text
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D


_GRID = 0.4  # points: guides for the eye, hardly seen themselves


def draw_diagram(ax: Axes, diagram: Diagram, style: Style) -> None:
    """Draw all parts."""
    scale = diagram.scale
    if diagram.ruler is not None:
        _draw_ruler(ax, diagram.ruler, scale, style)
    if diagram.interval is not None:
        _draw_interval(ax, diagram.interval, scale, style)
    _draw_axis(ax, diagram.axis, scale, style)
    for label in diagram.labels:
        _draw_label(ax, label, scale, style, in_rows=diagram.layout == "rows")
    for number, whisker in enumerate(diagram.whiskers):
        _draw_whisker(ax, whisker, number, style)
    for bar in diagram.bars:
        _draw_bar(ax, bar, diagram.bar_width, style)
    for point in diagram.points:
        _draw_point(
            ax,
            point,
            style,
            stands_out=any(point.algorithm == label.algorithm and label.stands_out for label in diagram.labels),
        )
    if diagram.legend.entries:
        draw_legend(overlay_canvas(ax, style), diagram.legend, EDGE, diagram.legend_y, style)


def _draw_line(ax: Axes, places: Sequence[Place], colour: str, width: float, gid: str, zorder: float = 2.0) -> Line2D:
    return draw_line(ax, [x for x, _ in places], [y for _, y in places], colour, width, gid, zorder)


def _draw_axis(ax: Axes, axis: Axis, scale: RankScale, style: Style) -> None:
    """Draw the axis with its numbers above."""
    y, middle = axis.y, axis.y - TICK - line_step(style) / 2
    _draw_line(ax, [(scale.first, y), (scale.last, y)], style.ink, 0.9, "axis")
    for rank in axis.marked:
        _draw_line(ax, [(rank, y - TICK / 2), (rank, y)], style.ink, 0.6, f"mark-{rank:g}")
    for rank in axis.numbered:
        _draw_line(ax, [(rank, y - TICK), (rank, y)], style.ink, 0.9, f"tick-{rank}")
        place_lines(ax, rank, middle, [str(rank)], style, ha="center", gid=f"number-{rank}")
        if axis.grid_bottom is not None:
            _draw_line(ax, [(rank, y), (rank, axis.grid_bottom)], style.faint, _GRID, f"grid-{rank}", zorder=1.0)


def _draw_ruler(ax: Axes, ruler: Ruler, scale: RankScale, style: Style) -> None:
    """Draw the critical difference as a bar, its value above."""
    _draw_line(ax, [(ruler.begin, ruler.y), (ruler.end, ruler.y)], style.ink, 1.1, "cd-bar")
    for rank, which in ((ruler.begin, "begin"), (ruler.end, "end")):
        _draw_line(ax, [(rank, ruler.y - STOP), (rank, ruler.y + STOP)], style.ink, 1.1, f"cd-{which}")
    _write_above(ax, ruler.text, scale.rank(ruler.text_x), ruler.y, style)


def _draw_interval(ax: Axes, interval: Interval, scale: RankScale, style: Style) -> None:
    """Draw the interval about the control's rank, as a line and as ground."""
    low, high, y, bottom = interval.low, interval.high, interval.y, interval.bottom
    draw_rectangle(ax, (low, y, high - low, bottom - y), style.shade, "control-area", zorder=0.5)
    _draw_line(ax, [(low, y), (high, y)], style.accent, 1.6, "control-interval")
    for end in interval.ends:
        which = "low" if end == low else "high"
        _draw_line(ax, [(end, y - STOP), (end, bottom)], style.accent, 0.8, f"control-{which}")
    _write_above(ax, interval.text, scale.rank(interval.text_x), y, style)


def _write_above(ax: Axes, text: str, rank: float, y: float, style: Style) -> None:
    middle = y - STOP - 0.01 - line_step(style) / 2
    place_lines(ax, rank, middle, [text], style, ha="center", gid="cd-text")


def _draw_label(ax: Axes, label: RankLabel, scale: RankScale, style: Style, *, in_rows: bool) -> None:
    """Draw name, rank and the line that ties them to the axis, or in rows guides the eye."""
    stands_out, which = label.stands_out, label.algorithm
    plain, width = (style.faint, _GRID) if in_rows else (style.muted, 0.6)
    colour, width = (style.accent, 0.8 if in_rows else 1.1) if stands_out else (plain, width)
    kind = "guide" if in_rows else "connector"
    _draw_line(ax, label.line, colour, width, f"{kind}-{which}", zorder=1.6 if stands_out else 1.5)
    name_x = scale.rank(label.name_x)
    place_lines(ax, name_x, label.y, label.lines, style, bold=stands_out, ha=label.align, gid=f"name-{which}")
    if label.rank:
        gid = f"rank-{which}"
        place_lines(ax, scale.rank(label.rank_x), label.y, [label.rank], style, colour=style.muted, ha="right", gid=gid)
    if label.letters:
        place_lines(ax, scale.rank(label.letters_x), label.y, [label.letters], style, gid=f"letters-{which}")


def _draw_whisker(ax: Axes, whisker: tuple[Place, Place], row: int, style: Style) -> None:
    """Draw between which ranks the algorithm of a row lies."""
    _draw_line(ax, whisker, style.muted, 1.1, f"whisker-{row}", zorder=2.5)
    for which, (rank, y) in zip(("low", "high"), whisker, strict=True):
        _draw_line(ax, [(rank, y - STOP), (rank, y + STOP)], style.muted, 1.1, f"whisker-{row}-{which}", zorder=2.5)


def _draw_bar(ax: Axes, bar: Bar, width: float, style: Style) -> None:
    """Draw a group's bar; where it leaves others out, points that pass behind these tie its parts."""
    gid = f"group-{bar.number}"
    for number, run in enumerate(bar.runs):
        _draw_line(ax, run, style.ink, width, f"{gid}-run-{number}", zorder=3)
    if not bar.dots:
        return
    xs, ys = [x for x, _ in bar.dots], [y for _, y in bar.dots]
    ends = [xs[0], xs[-1]], [ys[0], ys[-1]]
    draw_line(ax, *ends, style.ink, 0.7, f"{gid}-link", zorder=1.4, dashes=(1.0, 1.6))
    draw_marks(ax, xs, ys, "o", style.ink, 4.2, f"{gid}-dots", zorder=3.1)


def _draw_point(ax: Axes, point: Point, style: Style, *, stands_out: bool) -> None:
    """Draw an algorithm's point: filled, but hollow where it does not differ from the control."""
    is_control = point.mark == "control"
    colour = style.accent if is_control or stands_out else style.ink
    x, y = point.place
    face = style.paper if point.mark == "does not differ" else colour
    mark = ("D" if is_control else "o", colour, 4.0, f"point-{point.algorithm}")
    draw_marks(ax, [x], [y], *mark, face=face, edge_width=0.8, zorder=4 if is_control else 3.5)


_Layout = Literal["auto", "axis", "rows"]

MOST_ON_AXIS = 24
"""Algorithms of a diagram that finds its own layout: connectors of more are hard to follow."""


def critical_difference_diagram(
    names: Sequence[str],
    average_ranks: Sequence[float],
    *,
    groups: Sequence[Sequence[int]] | None = None,
    cd: float | None = None,
    control: int | None = None,
    significant_vs_control: Collection[int] | None = None,
    highlight: Collection[int] = (),
    rank_intervals: Sequence[tuple[float, float]] | None = None,
    letters: Sequence[str] | None = None,
    layout: _Layout = "auto",
    best: Literal["left", "right"] | None = None,
    sides: Sides = "both",
    show_ranks: bool = True,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw average ranks, with what the tests could not distinguish.

    Parameters
    ----------
    names : sequence of str
        The algorithms. Long names are wrapped, very long ones lose their middle.
    average_ranks : (n_algorithms,) sequence of float
        1 is best.
    groups : sequence of sequences of int, optional
        Algorithms that do not differ significantly, as `rankpress.stats.groups` gives them; groups of one are not
        drawn. A group that omits an algorithm between its members is drawn in parts, its members marked by dots.
    cd : float, optional
        The critical difference: a bar of this length above the axis, or the interval about the control's rank.
    control : int, optional
        The algorithm that the others are compared with.
    significant_vs_control : collection of int, optional
        Algorithms that differ from the control; none if empty, not marked at all if None.
    highlight : collection of int, optional
        Algorithms whose name and connector stand out.
    rank_intervals : (n_algorithms,) sequence of (low, high), optional
        Between which ranks each algorithm lies: whiskers about its point, for which the layout is rows, if it is not
        the axis by name.
    letters : (n_algorithms,) sequence of str, optional
        Letters that the algorithms of a group share; rows have them next to the ranks.
    layout : {'auto', 'axis', 'rows'}
        Demsar's axis, with names at its sides, or an algorithm a row, the best first, with groups as upright bars: for
        many algorithms, long names or a narrow column. Left to itself, the axis as long as it reads well.
    best : {'right', 'left'}, optional
        Where the best rank lies on the axis. Demsar has it at the right; rows, which are read from the left, have it
        there.
    sides : {'both', 'left', 'right'}
        Where the names stand next to an axis.
    show_ranks : bool
        Whether average ranks stand next to the names.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are not as many ranks as names, a rank or `cd` is not finite, or an index names no algorithm.

    References
    ----------
    .. [1] Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. JMLR 7, 1-30.

    Examples
    --------
    >>> figure = critical_difference_diagram(
    ...     ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"],
    ...     [3.143, 2.000, 2.893, 1.964],
    ...     groups=[(3, 1, 2), (1, 2, 0)],
    ...     cd=1.25,
    ... )
    >>> float(figure.get_figwidth())
    5.5
    """
    with drawing_context(style):
        style = axes_width(ax, style)
        marked = groups, cd, control, significant_vs_control, highlight, rank_intervals, letters
        content = check_content(names, average_ranks, *marked)
        diagram = lay_out_diagram(content, layout, best, sides, show_ranks=show_ranks, style=style)
        canvas = open_canvas(diagram.height, style, ax)
        # In units of rank along x, so that a restyled diagram still has ranks as its coordinates.
        canvas.set_xlim(diagram.scale.rank(0), diagram.scale.rank(style.width))
        draw_diagram(canvas, diagram, style)
        return root_figure(canvas)


@dataclass(frozen=True)
class DiagramPart:
    """A diagram of several in one figure: its title, and the arguments of `critical_difference_diagram`."""

    title: str
    names: Sequence[str]
    average_ranks: Sequence[float]
    marks: Mapping[str, Any]  # groups, cd and what else it shows
    looks: Mapping[str, Any]  # layout, best, sides, show_ranks


def stacked_diagrams(parts: Sequence[DiagramPart], *, style: Style = PAPER) -> Figure:
    """Draw diagrams one below the other, each with its title.

    Parameters
    ----------
    parts : sequence of DiagramPart
    style : Style, optional

    Returns
    -------
    Figure

    Examples
    --------
    >>> part = DiagramPart("accuracy", ["knn", "svm", "tree"], [2.1, 1.2, 2.7], {"groups": [(1, 0), (0, 2)]}, {})
    >>> len(stacked_diagrams([part, part]).axes)
    3
    """
    with drawing_context(style):
        contents = [check_content(part.names, part.average_ranks, **part.marks) for part in parts]
        heights = [
            lay_out_diagram(content, **part.looks, style=style).height
            for content, part in zip(contents, parts, strict=True)
        ]
        title = line_step(style) + 2 * EDGE
        total = sum(heights) + len(parts) * title
        canvas, top = open_canvas(total, style), 0.0
        figure = root_figure(canvas)
        for number, (part, height) in enumerate(zip(parts, heights, strict=True)):
            place_lines(canvas, EDGE, top + title / 2, [part.title], style, bold=True, gid=f"title-{number}")
            top += title
            ax = figure.add_axes((0.0, 1 - (top + height) / total, 1.0, height / total), facecolor="none")
            critical_difference_diagram(part.names, part.average_ranks, **part.marks, **part.looks, ax=ax, style=style)
            _number_ids(ax, number)
            top += height
        return figure


def _number_ids(ax: Axes, number: int) -> None:
    """Put the number of a diagram behind the ids of its parts, which are those of the others."""
    for artist in ax.findobj():
        gid = artist.get_gid()
        if gid and number:
            artist.set_gid(f"{gid}-{number}")


def lay_out_diagram(
    content: Content,
    layout: _Layout = "auto",
    best: Literal["left", "right"] | None = None,
    sides: Sides = "both",
    *,
    show_ranks: bool = True,
    style: Style = PAPER,
) -> Diagram:
    """Lay out the diagram that `critical_difference_diagram` draws, for other drawing programs."""
    if layout == "auto" and content.intervals:
        layout = "rows"
    if layout != "rows" and (layout == "axis" or len(content.names) <= MOST_ON_AXIS):
        on_axis = best or "right"
        arranged = arrange_names(content, on_axis, sides=sides, show_ranks=show_ranks, style=style)
        if layout == "axis" or arranged.reads_well(content.names):
            return lay_out_axis(content, arranged, on_axis, style)
    return lay_out_rows(content, best=best or "left", show_ranks=show_ranks, style=style)


def describe_cd(
    names: Sequence[str],
    average_ranks: Sequence[float],
    *,
    groups: Sequence[Sequence[int]] | None = None,
    cd: float | None = None,
    control: int | None = None,
    significant_vs_control: Collection[int] | None = None,
    highlight: Sequence[int] = (),
    rank_intervals: Sequence[tuple[float, float]] | None = None,
    letters: Sequence[str] | None = None,
) -> str:
    """Describe a critical difference diagram; parameters as for `critical_difference_diagram`."""
    order = sorted(range(len(names)), key=lambda i: (average_ranks[i], i))
    leading = [i for i in order if average_ranks[i] == average_ranks[order[0]]]
    best, others = leading[0], order[len(leading) :]
    texts = [f"Average ranks of {counted(len(names), 'algorithm')}."]
    verb = "ranks" if len(leading) == 1 else "rank"
    first = f"{name_list(names, leading)} {verb} first ({rank_text(average_ranks[best])})"
    if groups is not None and control is None and len(leading) == 1:
        company = [i for i in order if i != best and any({i, best} <= set(group) for group in groups)]
        first += (
            f", not significantly different from {name_list(names, company)}"
            if company
            else ", significantly different from all others"
        )
    followers = [f"{one_name(names[i])} ({rank_text(average_ranks[i])})" for i in others]
    texts.append(f"{first}; then {enumerate_names(followers)}." if followers else f"{first}.")
    if control is None:
        texts += _describe_groups(names, groups, cd)
    else:
        texts += _describe_control(names, average_ranks[control], control, cd, significant_vs_control, order)
    if rank_intervals:
        ends = [(f"{low:g}" if low == high else f"{low:g} to {high:g}") for low, high in rank_intervals]
        texts.append(f"Rank intervals: {enumerate_names([f'{one_name(names[i])} {ends[i]}' for i in order])}.")
    if letters:
        texts.append(f"Letters of groups: {enumerate_names([f'{one_name(names[i])} {letters[i]}' for i in order])}.")
    if highlight:
        texts.append(f"Highlighted: {name_list(names, highlight)}.")
    return " ".join(texts)


def _describe_groups(names: Sequence[str], groups: Sequence[Sequence[int]] | None, cd: float | None) -> list[str]:
    lines = [f"The critical difference is {rank_text(cd)}."] if cd is not None else []
    joined = [group for group in groups or () if len(group) > 1]
    if joined:
        texts = [name_list(names, group) for group in joined[:MOST]]
        more = f"; and {len(joined) - MOST:,} more" if len(joined) > MOST else ""
        lines.append(f"Not significantly different: {'; '.join(texts)}{more}.")
    elif groups is not None:
        lines.append("All algorithms differ significantly from each other.")
    return lines


def _describe_control(
    names: Sequence[str],
    rank: float,
    control: int,
    cd: float | None,
    significant: Collection[int] | None,
    order: Sequence[int],
) -> list[str]:
    texts = [f"The control is {one_name(names[control])} ({rank_text(rank)})."]
    if cd is not None:
        texts.append(f"An interval of {rank_text(cd)} to either side of its rank is marked.")
    if significant is not None:
        apart = [i for i in order if i in significant and i != control]
        verb = "differs" if len(apart) == 1 else "differ"
        who = name_list(names, apart) if apart else "No algorithm"
        texts.append(f"{who} {verb if apart else 'differs'} significantly from it.")
    return texts
