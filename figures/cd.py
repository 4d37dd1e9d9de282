"""The critical difference diagram of Demsar (2006), figure 1: average ranks on an axis, groups as bars beneath."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rankpress.figures import cd_artists, cd_layout
from rankpress.figures.canvas import (
    Legend,
    LegendEntry,
    arrange_legend,
    axes_width,
    draw_legend,
    line_step,
    open_canvas,
    overlay_canvas,
    root_figure,
)
from rankpress.figures.cd_layout import EDGE, Bar, Label, Names, Scale, Sides
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import place_lines, wrap_text


@dataclass(frozen=True)
class _Content:
    """What the diagram shows, checked; those of `bold` stand out."""

    names: tuple[str, ...]
    ranks: tuple[float, ...]
    groups: tuple[tuple[int, ...], ...]
    cd: float | None
    control: int | None
    significant: frozenset[int] | None
    bold: frozenset[int]


@dataclass(frozen=True)
class _Plan:
    """The heights at which the parts lie, inches from the top."""

    title: tuple[str, ...]
    ruler_y: float
    axis_y: float
    bars_y: float
    bar_step: float
    bars: tuple[Bar, ...]
    bars_bottom: float
    labels: tuple[Label, ...]
    legend: Legend
    legend_y: float
    height: float


def critical_difference_diagram(
    names: Sequence[str],
    average_ranks: Sequence[float],
    *,
    groups: Sequence[Sequence[int]] | None = None,
    cd: float | None = None,
    control: int | None = None,
    significant_vs_control: Collection[int] | None = None,
    highlight: Collection[int] = (),
    title: str | None = None,
    best: Literal["left", "right"] = "right",
    sides: Sides = "both",
    show_ranks: bool = True,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw average ranks, with what the tests could not tell apart.

    Parameters
    ----------
    names : sequence of str
        The algorithms. Long names are wrapped, very long ones lose their middle.
    average_ranks : (n_algorithms,) sequence of float
        1 is best.
    groups : sequence of sequences of int, optional
        Algorithms that no test separates, as `rankpress.stats.groups` gives them; groups of one are not drawn. A group
        that leaves out an algorithm between its members is drawn in parts, its members marked by dots.
    cd : float, optional
        The critical difference: a bar of this length above the axis, or the interval about the control's rank.
    control : int, optional
        The algorithm that the others are compared with.
    significant_vs_control : collection of int, optional
        Algorithms that differ from the control; none if empty, not marked at all if None.
    highlight : collection of int, optional
        Algorithms whose name and connector stand out.
    title : str, optional
    best : {'right', 'left'}
        Where the best rank lies; Demsar has it at the right.
    sides : {'both', 'left', 'right'}
        Where the names stand; one side suits a narrow column.
    show_ranks : bool
        Whether average ranks stand beside the names.
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
    content = _check(names, average_ranks, groups, cd, control, significant_vs_control, highlight)
    with drawing_context():
        style = axes_width(ax, style)
        order = sorted(range(len(names)), key=lambda i: (content.ranks[i], i))
        arranged = cd_layout.arrange_names(
            content.names,
            order if best == "left" else order[::-1],
            content.ranks,
            bold=content.bold,
            sides=sides,
            show_ranks=show_ranks,
            height=style.max_height * 0.75,
            style=style,
        )
        scale = cd_layout.make_scale(content.ranks, cd, arranged, best, style.width)
        plan = _plan(content, arranged, scale, title, style)
        canvas = open_canvas(plan.height, style, ax)
        # In units of rank along x, so that whoever restyles the diagram finds ranks where ranks are drawn.
        canvas.set_xlim(scale.rank(0), scale.rank(style.width))
        _draw(canvas, content, plan, scale, arranged, style)
        return root_figure(canvas)


def _check(
    names: Sequence[str],
    average_ranks: Sequence[float],
    groups: Sequence[Sequence[int]] | None,
    cd: float | None,
    control: int | None,
    significant: Collection[int] | None,
    highlight: Collection[int],
) -> _Content:
    """Gather the arguments and refuse what cannot be drawn."""
    ranks = tuple(float(rank) for rank in average_ranks)
    drawn = tuple(tuple(group) for group in groups or () if len(group) > 1)
    if len(names) != len(ranks) or not ranks:
        raise ValueError(f"got {len(names)} names and {len(ranks)} average ranks; one rank a name is needed")
    if not all(map(isfinite, ranks)):
        raise ValueError(f"average_ranks: got {ranks}; finite numbers are needed")
    if cd is not None and not (isfinite(cd) and cd > 0):
        raise ValueError(f"cd: got {cd}; a finite positive number is needed")
    if significant is not None and control is None:
        raise ValueError("significant_vs_control: got algorithms but no control that they differ from")
    of_control = [] if control is None else [control, *(significant or ())]
    named = {*(i for group in drawn for i in group), *highlight, *of_control}
    if not named <= set(range(len(names))):
        raise ValueError(f"got algorithms {sorted(named)} in groups, control or highlight; 0 to {len(names) - 1} exist")
    return _Content(
        names=tuple(names),
        ranks=ranks,
        groups=drawn,
        cd=None if cd is None else float(cd),
        control=control,
        significant=None if significant is None else frozenset(significant),
        bold=frozenset(highlight) | (frozenset() if control is None else {control}),
    )


def _plan(content: _Content, names: Names, scale: Scale, title: str | None, style: Style) -> _Plan:
    """Stack the parts from the top: title, critical difference, axis, bars, labels, legend."""
    line = line_step(style)
    heading = cd_layout.title_lines(title, style)
    ruler_y = EDGE + len(heading) * line + (0.05 if heading else 0.0) + line + 0.05
    axis_y = (ruler_y + 0.06 if content.cd else ruler_y - line - 0.05) + line + cd_artists.TICK
    bars_y = axis_y + 0.12
    room = style.max_height - bars_y - names.height - 3 * line
    bars, step = cd_layout.fit_bars(cd_layout.make_bars(content.groups, content.ranks, scale.inches_per_rank), room)
    bars_bottom = bars_y + max((bar.row for bar in bars), default=0) * step
    labels_y = bars_bottom + (0.07 if bars else 0.0)
    entries = _legend_entries(content, bars, style)
    legend = arrange_legend(entries, style.width - 2 * EDGE, style)
    legend_y = labels_y + names.height + (0.06 if entries else 0.0)
    return _Plan(
        title=heading,
        ruler_y=ruler_y,
        axis_y=axis_y,
        bars_y=bars_y,
        bar_step=step,
        bars=bars,
        bars_bottom=bars_bottom,
        labels=cd_layout.place_labels(names, content.ranks, labels_y),
        legend=legend,
        legend_y=legend_y,
        height=legend_y + legend.height + EDGE,
    )


def _legend_entries(content: _Content, bars: Sequence[Bar], style: Style) -> tuple[LegendEntry, ...]:
    """Say what those marks mean that are not plain by themselves."""
    width = style.width - 2 * EDGE - 0.3
    entries = []

    def add(text: str, look: Look | None, *, line: bool = False, hollow: bool = False) -> None:
        lines = wrap_text(text, width, style.font_size, max_lines=3)
        entries.append(LegendEntry(lines, look, line=line, hollow=hollow, width=0.7))

    if content.significant is not None:
        add("control", Look(style.accent, (), "D"))
        add("differs significantly from it", Look(style.ink, (), "o"))
        add("does not", Look(style.ink, (), "o"), hollow=True)
    if any(bar.dots for bar in bars):
        add("only algorithms with a dot belong to the group", Look(style.ink, (1.0, 1.6), "o"), line=True)
    if len(bars) < len(content.groups):
        add(f"{len(content.groups) - len(bars):,} more groups have no room here", None)
    return tuple(entries)


def _draw(ax: Axes, content: _Content, plan: _Plan, scale: Scale, names: Names, style: Style) -> None:
    if plan.title:
        middle = EDGE + len(plan.title) * line_step(style) / 2
        place_lines(ax, scale.rank(style.width / 2), middle, plan.title, style, bold=True, ha="center", gid="title")
    if content.cd is not None and content.control is None:
        cd_artists.draw_ruler(ax, content.cd, plan.ruler_y, scale, style)
    if content.cd is not None and content.control is not None:
        rank = content.ranks[content.control]
        cd_artists.draw_interval(ax, rank, content.cd, plan.ruler_y, plan.bars_bottom + 0.04, scale, style)
    cd_artists.draw_axis(ax, plan.axis_y, scale, style)
    for label in plan.labels:
        i = label.algorithm
        cd_artists.draw_label(
            ax, label, content.ranks[i], plan.axis_y, scale, names, style, stands_out=i in content.bold
        )
    for bar in plan.bars:
        cd_artists.draw_bar(ax, bar, plan.bars_y + bar.row * plan.bar_step, f"group-{bar.number}", style)
    if content.significant is not None and content.control is not None:
        cd_artists.mark_significance(ax, content.ranks, content.control, content.significant, plan.axis_y, style)
    if plan.legend.entries:
        draw_legend(overlay_canvas(ax, style), plan.legend, EDGE, plan.legend_y, style)
