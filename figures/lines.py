"""Panels of lines with bands about them, such as curves of power and sensitivity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from rankpress.figures.axes import (
    GAP,
    NumberedAxis,
    PanelGrid,
    PanelPage,
    add_panel,
    choose_columns,
    draw_around_panels,
    lay_out_panels,
    set_ticks,
    value_axis,
)
from rankpress.figures.canvas import (
    LegendEntry,
    axes_width,
    draw_line,
    line_step,
    open_canvas,
    root_figure,
    spread_apart,
    upright_place,
)
from rankpress.figures.families import looks_by_family
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_width, place_lines, text_width, wrap_text, write, write_upright
from rankpress.wording.numbers import MINUS, short_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_LEVEL, _PLACE = (4.0, 2.0), (1.2, 1.6)
_LEAST_PANEL, _LEAST_SMALL = 1.2, 0.75  # inches across: of panels, and of those of one line each
_LEADER = 0.16  # inches between the end of a line and its label
_LEAST_WIDTH = 4.0
_MOST_LINES = 7  # of a panel that colors distinguish


@dataclass(frozen=True)
class Line:
    """Describe a line through points, with a band about it where there are bounds; what is nan is omitted.

    Parameters
    ----------
    label : str
        The same label looks the same in all panels.
    xs, ys : sequence of float
    lows, highs : sequence of float, optional
        Ends of the band at each point.

    Examples
    --------
    >>> from rankpress.figures import Line
    >>> power = Line("Holm", [10, 20, 40], [0.2, 0.5, 0.9], lows=[0.1, 0.4, 0.8], highs=[0.3, 0.6, 1.0])
    >>> dict(zip(power.xs, power.ys))
    {10: 0.2, 20: 0.5, 40: 0.9}
    """

    label: str
    xs: Sequence[float]
    ys: Sequence[float]
    lows: Sequence[float] | None = None
    highs: Sequence[float] | None = None


@dataclass(frozen=True)
class LinePanel:
    """Hold lines on the same axes; the title may be empty.

    Parameters
    ----------
    title : str
    lines : sequence of Line
    behind : sequence of Line, optional
        Lines in gray, to compare with; `line_panels` chooses them where a panel has many lines.

    Examples
    --------
    >>> from rankpress.figures import Line, LinePanel, line_panels
    >>> panels = [LinePanel("A and B", [Line("Holm", [10, 20], [0.2, 0.5])])]
    >>> panels += [LinePanel("A and C", [Line("Holm", [10, 20], [0.4, 0.9])])]
    >>> len(line_panels(panels, x_title="data sets", y_title="power").axes)
    3
    """

    title: str
    lines: Sequence[Line]
    behind: Sequence[Line] = ()

    @property
    def all_lines(self) -> tuple[Line, ...]:
        """The lines and those behind them."""
        return (*self.lines, *self.behind)


@dataclass(frozen=True)
class ReferenceLine:
    """Mark a height in all panels, such as a power of 0.8, or where `across` a place, and say what it is.

    Examples
    --------
    >>> from rankpress.figures import Line, LinePanel, ReferenceLine, line_panels
    >>> panel = LinePanel("", [Line("Holm", [10, 20, 40], [0.2, 0.5, 0.9])])
    >>> marks = [ReferenceLine(0.8, "power of 0.8"), ReferenceLine(24, "this study", across=True)]
    >>> figure = line_panels([panel], x_title="data sets", y_title="power", references=marks)
    >>> [text.get_text() for axes in figure.axes for text in axes.texts][-2:]
    ['power of 0.8', 'this study']
    """

    value: float
    label: str
    across: bool = False  # whether it is a value of the x axis


@dataclass(frozen=True)
class SecondAxis:
    """Describe the axis at the right, heights in another unit: a title, and labels by height.

    Examples
    --------
    >>> from rankpress.figures import Line, LinePanel, SecondAxis, line_panels
    >>> panel = LinePanel("", [Line("sign test", [0, 10, 20], [0.1, 0.3, 0.6])])
    >>> replicability = SecondAxis("R(e)", [(0.0, "1.00"), (0.5, "0.50"), (1.0, "1.00")])
    >>> figure = line_panels([panel], x_title="bias", y_title="share that reject", second=replicability)
    >>> round(float(figure.get_figwidth()), 2)
    5.5
    """

    title: str
    ticks: Sequence[tuple[float, str]]


@dataclass(frozen=True)
class EndLabel:
    """A label to the right of the end of its line: both heights are inches from the top of the canvas."""

    text: str
    end: float
    middle: float


@dataclass(frozen=True)
class LinePage:
    """A grid of panels of lines, and their axes, of which they share that of x."""

    around: PanelPage
    x: NumberedAxis
    ys: tuple[NumberedAxis, ...]  # one a panel
    own_heights: bool  # whether these differ, and every panel has numbers
    y_title: str
    end_labels: tuple[EndLabel, ...]


def line_looks(panels: Sequence[LinePanel], style: Style, families: Mapping[str, int] | None = None) -> dict[str, Look]:
    """Return a look for each label, in the order in which labels first appear; one color where panels name lines."""
    labels = [line.label for panel in panels for line in panel.lines]
    looks = looks_by_family(labels, families, style)
    if not _are_small(panels):
        return looks
    return {label: Look(look.colour if families else style.accent, (), "") for label, look in looks.items()}


def _are_small(panels: Sequence[LinePanel]) -> bool:
    """Return whether each panel is of one line before others, and has its name as the title."""
    return all(len(panel.lines) == 1 and panel.behind for panel in panels)


def _uncrowd(
    panels: Sequence[LinePanel], lay_out: Callable[[Sequence[LinePanel]], LinePage], style: Style
) -> tuple[Sequence[LinePanel], LinePage]:
    """Return panels in which each line can be followed, and their page.

    One panel of many lines becomes a small one for each, before the others in gray. Where those have no room, or panels
    are several, the first labels have colors and the others are gray.
    """
    if max(len(panel.lines) for panel in panels) <= _MOST_LINES:
        return panels, lay_out(panels)
    if len(panels) == 1:
        lines = panels[0].lines
        small = [LinePanel(line.label, [line], [other for other in lines if other is not line]) for line in lines]
        page = lay_out(small)
        if page.around.height <= style.max_height:
            return small, page
    first = list(dict.fromkeys(line.label for panel in panels for line in panel.lines))[:_MOST_LINES]
    some = [
        replace(
            panel,
            lines=[line for line in panel.lines if line.label in first],
            behind=[line for line in panel.lines if line.label not in first],
        )
        for panel in panels
    ]
    return some, lay_out(some)


def lay_out_lines(
    panels: Sequence[LinePanel],
    families: Mapping[str, int] | None,
    titles: tuple[str, str],
    x_log: bool,
    y_range: tuple[float, float] | None,
    references: Sequence[ReferenceLine],
    second: SecondAxis | None,
    downwards: bool,
    own_heights: bool,
    style: Style,
) -> LinePage:
    """Place panels, titles, labels and legend; `titles` are those of the x and the y axis."""
    size, line = style.font_size, line_step(style)
    shared = list(y_range) if y_range else _heights(panels, references)
    heights = [_heights([panel], references) if own_heights else shared for panel in panels]
    # the height is not known yet, so the widest numbers of all heights count
    numbers = [
        text
        for values in (heights if own_heights else [shared])
        for inches in (0.9, 1.2, 1.6, 2.0, 2.4)
        for _, text in _upright(values, inches, style).ticks
    ]
    of_numbers = block_width(numbers, size) + 0.08
    left = upright_place(style) + line / 2 + 0.05 + of_numbers
    gap = GAP + (of_numbers if own_heights else 0.0)
    beyond = _room_of(second, style)
    are_small = _are_small(panels)
    columns = choose_columns(
        len(panels), style.width - left - 0.1 - beyond, _LEAST_SMALL if are_small else _LEAST_PANEL, gap
    )
    at_ends = () if second or downwards else _texts_at_ends(panels, style)
    right = 0.1 + beyond + (_LEADER + block_width(at_ends, size) if at_ends else 0.0)
    width = (style.width - left - right - (columns - 1) * gap) / columns
    height = max(min(2.4, max(0.55 if are_small else 0.9, 0.7 * width)), len(at_ends) * line)
    looks = {} if at_ends or are_small else line_looks(panels, style, families)
    entries = _entries(looks, references, style, others=any(panel.behind for panel in panels))
    around = lay_out_panels(
        [panel.title for panel in panels], titles[0], entries, columns, left, (width, height), style, gap=gap
    )
    across = (line.value for line in references if line.across)
    xs = _known([*(x for panel in panels for line in panel.all_lines for x in line.xs), *across]) or [0.0]
    ys = tuple(_upright(values, height, style) for values in heights)
    return LinePage(
        around=around,
        x=value_axis(
            xs, width, style, log=x_log, beyond=GAP / 2 - 0.03, whole=all(map(float.is_integer, map(float, xs)))
        ),
        ys=ys,
        own_heights=own_heights,
        y_title=_cut_upright(titles[1], around, style),
        end_labels=_place_end_labels(panels[0].lines, at_ends, ys[0], around.grid, style) if at_ends else (),
    )


def _cut_upright(title: str, around: PanelPage, style: Style) -> str:
    """Return as much of a title as has room in one upright line about the middle of the panels."""
    middle = around.grid.middle
    return wrap_text(title, 2 * min(middle, around.height - middle) - 0.1, style.font_size)[0]


def _upright(values: Sequence[float], inches: float, style: Style) -> NumberedAxis:
    return value_axis(values, inches, style, upright=True)


def _known(values: Iterable[float]) -> list[float]:
    return [value for value in values if isfinite(value)]


def _heights(panels: Sequence[LinePanel], references: Sequence[ReferenceLine]) -> list[float]:
    """Return all heights that are drawn."""
    lines = [line for panel in panels for line in panel.all_lines]
    rows = [row for line in lines for row in (line.ys, line.lows or (), line.highs or ())]
    return _known(
        [*(value for row in rows for value in row), *(line.value for line in references if not line.across)]
    ) or [0.0]


def _room_of(second: SecondAxis | None, style: Style) -> float:
    """Inches right of the panels for a second axis and its title."""
    if second is None:
        return 0.0
    return 0.1 + max(text_width(text, style.font_size) for _, text in second.ticks) + line_step(style)


def _texts_at_ends(panels: Sequence[LinePanel], style: Style) -> tuple[str, ...]:
    """Labels that stand at the ends of few lines in one panel alone; none where the legend has them."""
    lines = panels[0].lines
    all_end = all(line.ys and isfinite(line.ys[-1]) for line in lines)
    is_alone = len(panels) == 1 and not panels[0].behind and 1 < len(lines) <= _MOST_LINES
    if not is_alone or not all_end or style.width < _LEAST_WIDTH:
        return ()
    if len({line.ys[-1] for line in lines}) == 1:  # labels of lines that all end in one point distinguish none
        return ()
    return tuple(wrap_text(line.label, 0.3 * style.width, style.font_size)[0] for line in lines)


def _place_end_labels(
    lines: Sequence[Line], texts: Sequence[str], y: NumberedAxis, grid: PanelGrid, style: Style
) -> tuple[EndLabel, ...]:
    """Labels next to the ends of their lines, moved apart where those are near each other."""
    ends = [grid.top + grid.panel_height * (1 - y.share(line.ys[-1])) for line in lines]
    order = sorted(range(len(lines)), key=lambda i: (ends[i], i))
    step = line_step(style)
    low, high = grid.top, grid.top + grid.panel_height
    middles = spread_apart([ends[i] for i in order], [step] * (len(order) - 1), low, high)
    labels = {i: EndLabel(texts[i], ends[i], middle) for i, middle in zip(order, middles, strict=True)}
    return tuple(labels[i] for i in range(len(lines)))


def _entries(
    looks: Mapping[str, Look], references: Sequence[ReferenceLine], style: Style, *, others: bool
) -> tuple[LegendEntry, ...]:
    """Return one entry for each label, each reference line and the lines in gray."""
    entries = [LegendEntry(label, look) for label, look in looks.items()]
    entries += [LegendEntry("others", Look(style.faint, (), ""), width=_BEHIND)] if others else []
    marked = [LegendEntry(line.label, _look_of(line, style), width=0.8) for line in references]
    return (*entries, *marked)


def _look_of(reference: ReferenceLine, style: Style) -> Look:
    """Return dashes of a height, and dots of a place across, which differ from all that is measured: no markers."""
    return Look(style.muted, _PLACE if reference.across else _LEVEL, "")


_FEW = 12  # points of a line that are all marked
_BEHIND = 0.7  # points, the width of lines in gray


def line_panels(
    panels: Sequence[LinePanel],
    *,
    x_title: str,
    y_title: str,
    x_log: bool = False,
    y_range: tuple[float, float] | None = None,
    references: Sequence[ReferenceLine] = (),
    downwards: bool = False,
    second: SecondAxis | None = None,
    own_heights: bool = False,
    families: Mapping[str, int] | None = None,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw panels of lines on shared axes; in one panel alone, labels stand at the ends of few lines.

    One panel of more than seven lines becomes a small panel for each line, with the others in gray behind it. Where
    panels are several, or small ones have no room, the first seven labels have colors and the others are gray.

    Parameters
    ----------
    panels : sequence of LinePanel
    x_title, y_title : str
        What the axes show.
    x_log : bool
        Whether the x axis is logarithmic.
    y_range : (float, float), optional
        What the y axis has to show, such as (0, 1); what is drawn, by default.
    references : sequence of ReferenceLine
        Heights, or places across, to mark in all panels.
    downwards : bool
        Whether smaller values stand above larger ones, as p-values do where a rising line is to mean more power; labels
        then stand in the legend.
    second : SecondAxis, optional
        What heights mean in another unit, at the right of each row; labels then stand in the legend.
    own_heights : bool
        Whether each panel has a y axis of its own, for scores that differ in size.
    families : mapping of str to int, optional
        By label, the number of its family, whose lines have one color; see `draw_by_family`.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are no panels, a panel has no lines, the parts of a line differ in length, or an x that is not positive
        is to be drawn on a logarithmic axis.

    Examples
    --------
    >>> power = Line("Wilcoxon", [5, 10, 20], [0.2, 0.5, 0.9], [0.1, 0.4, 0.8], [0.3, 0.6, 1.0])
    >>> figure = line_panels(
    ...     [LinePanel("", [power])], x_title="data sets", y_title="power", references=[ReferenceLine(0.8, "target")]
    ... )
    >>> len(figure.axes)
    2
    """
    _check(panels, x_log)
    with drawing_context(style):
        style = axes_width(ax, style)

        def lay_out(some: Sequence[LinePanel]) -> LinePage:
            titles = x_title, y_title
            return lay_out_lines(
                some, families, titles, x_log, y_range, references, second, downwards, own_heights, style
            )

        panels, page = _uncrowd(panels, lay_out, style)
        looks = line_looks(panels, style, families)
        canvas, grid = open_canvas(page.around.height, style, ax), page.around.grid
        for number, panel in enumerate(panels):
            _draw_panel(canvas, page, number, panel, looks, references, downwards, style)
        _draw_second_axis(canvas, page, second, downwards, style)
        _draw_end_labels(canvas, page, panels[0].lines, looks, style)
        write_upright(canvas, upright_place(style), grid.middle, page.y_title, style, gid="y-title")
        draw_around_panels(canvas, page.around, style)
        return root_figure(canvas)


def _check(panels: Sequence[LinePanel], x_log: bool) -> None:
    if not panels or not all(panel.lines for panel in panels):
        raise ValueError("panels: at least one is needed, and a line in each")
    for line in (line for panel in panels for line in panel.lines):
        if len({len(row) for row in (line.xs, line.ys, line.lows, line.highs) if row is not None}) > 1:
            raise ValueError(f"the line {line.label!r}: xs, ys, lows and highs differ in length")
        if x_log and not all(x > 0 for x in line.xs):
            raise ValueError(f"the line {line.label!r}: on a logarithmic axis all xs must be positive")


def _draw_panel(
    canvas: Axes,
    page: LinePage,
    number: int,
    panel: LinePanel,
    looks: Mapping[str, Look],
    references: Sequence[ReferenceLine],
    downwards: bool,
    style: Style,
) -> None:
    grid, y = page.around.grid, page.ys[number]
    ax = add_panel(canvas, grid, number, style)
    ax.set_xlim(page.x.first, page.x.last)
    set_ticks(ax.xaxis, page.x.ticks, style, numbered=grid.is_lowest(number), minor=page.x.minor)
    set_ticks(ax.yaxis, y.ticks, style, numbered=page.own_heights or grid.is_first(number))
    ax.set_ylim(*((y.last, y.first) if downwards else (y.first, y.last)))
    for index, reference in enumerate(references):
        value = np.log10(reference.value) if reference.across and page.x.log else reference.value
        along = [page.x.first, page.x.last], [value] * 2
        if reference.across:
            along = [value] * 2, [y.first, y.last]
        look = _look_of(reference, style)
        draw_line(ax, *along, look.colour, 0.8, f"reference-{index}", 1.5, dashes=look.dashes, clip=True)
    for place, line in enumerate(panel.behind):
        xs = np.log10(line.xs) if page.x.log else line.xs
        draw_line(ax, xs, line.ys, style.faint, _BEHIND, f"behind-{place}", 1.1, clip=True)
    for place, line in enumerate(panel.lines):
        _draw_line(ax, place, line, looks[line.label], page.x.log, style)


def _draw_second_axis(canvas: Axes, page: LinePage, second: SecondAxis | None, downwards: bool, style: Style) -> None:
    """Write the heights' other meaning right of the last panel of each row, and its title."""
    if second is None:
        return
    grid = page.around.grid
    for number in range(grid.count):
        if not grid.is_last(number) and number + 1 < grid.count:
            continue
        left, top = grid.corner(number)
        for height, text in second.ticks:
            share = page.ys[number].share(height)
            y = top + grid.panel_height * (share if downwards else 1 - share)
            write(canvas, left + grid.panel_width + 0.06, y, text, style, va="center", gid=f"second-{number}")
    title = wrap_text(second.title, grid.bottom - grid.top, style.font_size)[0]
    write_upright(canvas, style.width - upright_place(style), grid.middle, title, style, gid="second-title")


def _draw_line(ax: Axes, number: int, line: Line, look: Look, x_log: bool, style: Style) -> None:
    """Draw a line, markers on some of its points, and the band about it."""
    xs = np.log10(line.xs) if x_log else np.asarray(line.xs, dtype=np.float64)
    if line.lows is not None and line.highs is not None:
        band = ax.fill_between(xs, line.lows, line.highs, color=look.colour, alpha=0.16, linewidth=0)
        band.set(gid=f"band-{number}", zorder=1)
    zorder = 2 + number / 1000
    drawn = draw_line(ax, xs, line.ys, look.colour, 1.2, f"line-{number}", zorder, dashes=look.dashes, clip=True)
    drawn.set(marker=look.marker, markersize=3.8, markevery=max(1, -(-len(xs) // _FEW)))
    drawn.set(markeredgewidth=0.3, markeredgecolor=style.paper, solid_joinstyle="round")


def _draw_end_labels(
    canvas: Axes, page: LinePage, lines: Sequence[Line], looks: Mapping[str, Look], style: Style
) -> None:
    """Write labels right of the panel, each tied to the end of its line."""
    grid = page.around.grid
    for number, (label, line) in enumerate(zip(page.end_labels, lines, strict=False)):
        start, right = grid.left + page.x.share(line.xs[-1]) * grid.panel_width + 0.04, grid.right
        ends = [start, right, right + 0.12], [label.end, label.end, label.middle]
        draw_line(canvas, *ends, looks[line.label].colour, 0.5, f"leader-{number}", 1.2)
        place_lines(canvas, right + 0.14, label.middle, [label.text], style, gid=f"label-{number}")


def describe_lines(panels: Sequence[LinePanel], x_title: str, y_title: str) -> str:
    """Describe panels of lines by where each line begins and ends."""
    texts = [f"Lines of {y_title} over {x_title}."]
    for panel in panels:
        lines = "; ".join(map(_course, panel.lines))
        texts.append(f"{panel.title}: {lines}." if panel.title else f"{lines}.")
    return " ".join(texts)


def _course(line: Line) -> str:
    # where a line rises at the place of its beginning, as steps do, what it has there is where it has risen to
    beginning = max(at for at, x in enumerate(line.xs) if x == line.xs[0])
    first, last = (f"{_number(line.ys[at])} at {_number(line.xs[at])}" for at in (beginning, -1))
    return f"{line.label} from {first} to {last}" if len(line.xs) > 1 else f"{line.label} {first}"


def _number(value: float) -> str:
    """Return a number as sentences have it, a whole number with all of its digits."""
    is_whole = float(value).is_integer() and abs(value) < 1e9
    return f"{value:,.0f}".replace("-", MINUS) if is_whole else short_number(value)
