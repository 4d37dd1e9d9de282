"""Pages of confidence curves, after Berrar (2017), figures 3 to 10: one panel per data set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rankpress.figures.axes import (
    GAP,
    NumberedAxis,
    PanelGrid,
    PanelPage,
    add_panel,
    choose_columns,
    draw_around_panels,
    fitting_ticks,
    lay_out_panels,
    limits_about,
    set_ticks,
)
from rankpress.figures.canvas import (
    LegendEntry,
    draw_line,
    draw_marks,
    line_step,
    open_canvas,
    root_figure,
    upright_place,
)
from rankpress.figures.families import looks_by_family
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import place_lines, text_width, wrap_text, write_upright
from rankpress.stats.curves import Curve
from rankpress.wording.names import MOST, isolated, one_name, rest
from rankpress.wording.numbers import short_number
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_Curves = Sequence[tuple[str, Curve]]
Panel = tuple[str, _Curves]

HEADROOM = 1.05  # the p axis goes a little beyond 1, for the marks at the peaks
CONFIDENCE = "confidence level (%)"
_LEAST_PANEL = 1.0
_LEAST_OF_AVERAGE = 1.7
_HIGH = 1.1  # inches: such panels have room for more numbers and larger marks
_MOST_FLAGS, _MOST_ROWS = 8, 4
_POLES_APART = 0.015  # inches; poles that coincide carry no information
BEYOND = GAP / 2 - 0.03  # inches: a number may reach beyond its panel, but not as far as the next panel's
FITTING = 0.65  # of the greatest height: a figure as high as a page leaves an empty one before it


_PAD = 0.035  # inches between a pole and the label next to it
_CLEAR = 0.03  # between a label and the pole of another


@dataclass(frozen=True)
class Flag:
    """Where a label goes: the place of its pole, its row, from 0 at the bottom, and its ends in inches."""

    place: float
    row: int
    left: float
    right: float


def place_flags(
    places: Sequence[float], widths: Sequence[float], left: float, right: float, most_rows: int
) -> tuple[Flag, ...] | None:
    """Place labels next to poles on a line, the first ones to the left of theirs and the others to the right."""
    # On either side rows rise toward the middle, so that no pole passes through a label; None where they have no room.
    order = sorted(range(len(places)), key=lambda i: (places[i], i))
    for cut in sorted(range(len(order) + 1), key=lambda cut: abs(2 * cut - len(order))):
        flags: dict[int, Flag] = {}
        for on_left, members in ((True, order[:cut]), (False, order[cut:][::-1])):
            outer: list[Flag] = []
            for i in members:
                start = places[i] - _PAD - widths[i] if on_left else places[i] + _PAD
                end = start + widths[i]
                met = (
                    flag for flag in outer if (flag.place > start - _CLEAR if on_left else flag.place < end + _CLEAR)
                )
                under = [flag.row for flag in met]
                flags[i] = Flag(places[i], max(under, default=-1) + 1, start, end)
                outer.append(flags[i])
        if all(flag.row < most_rows and left <= flag.left and flag.right <= right for flag in flags.values()):
            return tuple(flags[i] for i in range(len(places)))
    return None


@dataclass(frozen=True)
class _Series:
    """How the curves of one label are drawn; those that are not `marked` have no mark at estimate and interval."""

    look: Look
    width: float = 1.1
    marked: bool = True


@dataclass(frozen=True)
class _Page:
    """Panels and their x axes; where there is one panel, labels at the peaks of its curves, if they have room there."""

    around: PanelPage
    axes: tuple[NumberedAxis, ...]
    flags: tuple[tuple[Flag, str], ...]

    def has_x_numbers(self, number: int) -> bool:
        """Return whether no panel with the same axis is below this one."""
        grid = self.around.grid
        return grid.is_lowest(number) or self.axes[number + grid.columns] != self.axes[number]


def confidence_curve_page(
    panels: Sequence[Panel],
    *,
    baseline: str | None,
    metric: str,
    level: float = 0.95,
    share_x: bool = True,
    among: Sequence[Panel] | None = None,
    average: str | None = None,
    first: str | None = None,
    families: Mapping[str, int] | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw a panel of confidence curves for each data set, with shared axes and one legend.

    Parameters
    ----------
    panels : sequence of (data set, sequence of (label, Curve))
        In reading order; see `panels_by_page` for more than fit a page. A label looks the same in all panels.
    baseline : str or None
        What the curves' algorithms are compared with; None where labels name pairs.
    metric : str
        What the differences are differences in.
    level : float
        Confidence level of the intervals whose ends are marked.
    share_x : bool
        Whether all panels have the same x axis. With one of its own each panel shows narrow curves better, but widths
        can no longer be compared by eye.
    among : sequence of panels, optional
        All panels of a study where this page shows some of them: axes and looks are then the same on all its pages.
    average : str, optional
        Label of the curve that is the average of the others of its panel: it is drawn bold, they thin and all alike.
    first : str, optional
        What all labels are subtracted from, where there is no baseline.
    families : mapping of str to int, optional
        By label, the number of its family, whose curves have one color; see `draw_by_family`.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there are no panels or a panel has no curves.

    References
    ----------
    .. [1] Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for the
       comparison of classifiers. Machine Learning 106, 911-949. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> curves = [("naive Bayes", ConfidenceCurve(0.05, 0.02, 99)), ("CART", ConfidenceCurve(-0.01, 0.03, 99))]
    >>> figure = confidence_curve_page([("iris", curves)], baseline="majority", metric="accuracy")
    >>> len(figure.axes)
    2
    """
    _check(panels, level)
    with drawing_context(style):
        everything = among or panels
        series = series_of(everything, style, average, families)
        limits = [curve_limits(everything if share_x else [panel]) for panel in panels]
        columns = page_columns(len(panels), style, average=average is not None)
        page = lay_out_page(panels, series, limits, _x_title(metric, baseline, first), level, style, columns)
        around, grid = page.around, page.around.grid
        canvas = open_canvas(around.height, style)
        for number, (_, curves) in enumerate(panels):
            ax = add_panel(canvas, grid, number, style)
            ends = {"p_labels": grid.is_first(number), "x_labels": page.has_x_numbers(number)}
            set_axes(ax, page.axes[number], grid.panel_height, style, **ends)
            draw_panel(ax, curves, series, level, style)
            if grid.is_last(number) or number == grid.count - 1:
                left, top = grid.corner(number)
                label_confidence(canvas, left + grid.panel_width, top, grid.panel_height, style)
        if page.flags:
            poles = [series[label].look.colour for label, _ in panels[0][1]]
            peak = grid.top + grid.panel_height * (1 - 1 / HEADROOM)
            draw_flags(canvas, page.flags, poles, [peak] * len(poles), grid.top, style)
        write_p_axes(canvas, grid, style)
        draw_around_panels(canvas, around, style)
        return root_figure(canvas)


def panels_by_page(
    panels: Sequence[Panel],
    *,
    share_x: bool = True,
    average: str | None = None,
    style: Style = PAPER,
) -> tuple[tuple[Panel, ...], ...]:
    """Divide panels among pages that are well below the greatest height, as evenly as whole rows permit.

    Options as for `confidence_curve_page`.

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> curve = ("CART", ConfidenceCurve(0.05, 0.02, 99))
    >>> [len(page) for page in panels_by_page([(f"data {i}", [curve]) for i in range(30)])]
    [16, 14]
    """
    _check(panels, 0.95)
    with drawing_context(style):
        series, limits = series_of(panels, style, average), curve_limits(panels)
        across = page_columns(len(panels), style, average=average is not None)
        rows = -(-len(panels) // across)

        def divide(per_page: int) -> tuple[tuple[Panel, ...], ...]:
            return tuple(tuple(panels[start : start + per_page]) for start in range(0, len(panels), per_page))

        def height(page: Sequence[Panel]) -> float:
            limits_of = [limits if share_x else curve_limits([panel]) for panel in page]
            # titles of x axes take three lines at most
            return lay_out_page(page, series, limits_of, "", 0.95, style, across).around.height + 2 * line_step(style)

        for pages in range(1, rows):
            divided = divide(-(-rows // pages) * across)
            if max(map(height, divided)) <= FITTING * style.max_height:
                return divided
        return divide(across)


def _x_title(metric: str, baseline: str | None, first: str | None) -> str:
    difference = f"difference in {isolated(metric)}"
    if baseline is not None:
        return f"{difference} from {isolated(baseline)}"
    return difference + (f", {isolated(first)} \N{MINUS SIGN} each" if first is not None else "")


def _check(panels: Sequence[Panel], level: float) -> None:
    if not panels or not all(curves for _, curves in panels):
        raise ValueError("panels: at least one is needed, and a curve in each")
    if not 0 < level < 1:
        raise ValueError(f"level: got {level}; a number between 0 and 1 is needed, such as 0.95")


def series_of(
    panels: Sequence[Panel], style: Style, average: str | None = None, families: Mapping[str, int] | None = None
) -> dict[str, _Series]:
    """How to draw each label, in the order in which labels first appear; next to an average, the others stand back."""
    labels = dict.fromkeys(label for _, curves in panels for label, _ in curves)
    if average is None:
        return {label: _Series(look) for label, look in looks_by_family(labels, families, style).items()}
    others = _Series(Look(style.faint, (), ""), 0.7, marked=False)
    return {label: _Series(Look(style.accent, (), "D"), 2.0) if label == average else others for label in labels}


def curve_limits(panels: Sequence[Panel]) -> tuple[float, float]:
    """Return the range of differences in which all curves are above 0.01, and no difference."""
    return limits_about([0.0, *(end for _, curves in panels for _, curve in curves for end in curve.interval(0.99))])


def page_columns(count: int, style: Style, *, average: bool = False) -> int:
    """As many columns as have room, or fewer that need no more rows; panels of many thin curves are wider."""
    return choose_columns(count, style.width - sum(margins(style)), _LEAST_OF_AVERAGE if average else _LEAST_PANEL)


def margins(style: Style) -> tuple[float, float]:
    """Inches at the left and at the right of the panels, for the numbers and titles of both upright axes."""
    line, size = line_step(style), style.font_size
    left = upright_place(style) + line / 2 + 0.05 + text_width("0.75", size) + 0.08
    return left, upright_place(style) + line / 2 + 0.04 + text_width("100", size) + 0.07


def height_by_title(style: Style) -> float:
    """Inches that a single row of panels is high at least, for the title at its right not to meet what is above."""
    return text_width(CONFIDENCE, style.font_size) + 0.04


def lay_out_page(
    panels: Sequence[Panel],
    series: Mapping[str, _Series],
    limits: Sequence[tuple[float, float]],
    x_title: str,
    level: float,
    style: Style,
    columns: int,
) -> _Page:
    """Place panels, titles and legend; `limits` are the ends of each panel's x axis, `columns` those of all pages."""
    left, right = margins(style)
    width = (style.width - left - right - (columns - 1) * GAP) / columns
    alone = height_by_title(style) if len(panels) <= columns else 0.0
    height = max(min(2.4, max(0.8, 0.7 * width)), alone, 3.5 * line_step(style))
    ticks = {ends: fitting_ticks(*ends, width, style, beyond=BEYOND) for ends in limits}
    flags = _place_flags(panels, series, limits[0], left, width, style)
    around = lay_out_panels(
        [name for name, _ in panels],
        x_title,
        _legend_entries(panels, series, level, style, direct=bool(flags)),
        columns,
        left,
        (width, height),
        style,
        above=(max(flag.row for flag, _ in flags) + 1) * line_step(style) + 0.06 if flags else 0.0,
        below=0.12 + (0.05 + line_step(style) if len(ticks) > 1 else 0.0),
    )
    return _Page(around, tuple(NumberedAxis(*ends, ticks[ends]) for ends in limits), flags)


def _place_flags(
    panels: Sequence[Panel],
    series: Mapping[str, _Series],
    limits: tuple[float, float],
    left: float,
    width: float,
    style: Style,
) -> tuple[tuple[Flag, str], ...]:
    """Labels above the peaks of one panel alone, in inches from the canvas's left edge, if they have room there."""
    if len(panels) > 1 or not 1 < len(panels[0][1]) <= _MOST_FLAGS:
        return ()
    curves = panels[0][1]
    if len({label for label, _ in curves}) < len(curves) or not all(series[label].marked for label, _ in curves):
        return ()
    texts = [wrap_text(label, 0.3 * style.width, style.font_size)[0] for label, _ in curves]
    places = [left + (curve.difference - limits[0]) / (limits[1] - limits[0]) * width for _, curve in curves]
    if any(b - a < _POLES_APART for a, b in pairwise(sorted(places))):
        return ()
    widths = [text_width(text, style.font_size) for text in texts]
    flags = place_flags(places, widths, 0.04, style.width - 0.04, _MOST_ROWS)
    return () if flags is None else tuple(zip(flags, texts, strict=True))


def _legend_entries(
    panels: Sequence[Panel], series: Mapping[str, _Series], level: float, style: Style, *, direct: bool
) -> Iterator[LegendEntry]:
    """One entry a label of these panels, unless it is at its curve, one for all averaged, one for the level line."""
    labels = dict.fromkeys(label for _, curves in panels for label, _ in curves)
    for label, curve in series.items():
        if label in labels and curve.marked and not direct:
            yield LegendEntry(label, curve.look, width=curve.width)
    behind = next((series[label] for label in labels if not series[label].marked), None)
    if behind is not None:
        yield LegendEntry("single data set", behind.look, width=behind.width)
    text = f"marks: estimate, and ends of the {100 * level:g}% interval"
    yield LegendEntry(text, Look(style.muted, (1.0, 1.6), ""), width=0.7)


def draw_panel(ax: Axes, curves: _Curves, series: Mapping[str, _Series], level: float, style: Style) -> None:
    """Draw null line, level line and curves; the ends of each interval lie where the curve meets the level line."""
    draw_line(ax, [0.0, 0.0], [0, HEADROOM], style.ink, 0.7, "null", 1.5, clip=True)
    draw_line(ax, ax.get_xlim(), [1 - level] * 2, style.muted, 0.7, "level", 1.4, dashes=(1.0, 1.6), clip=True)
    high = ax.get_window_extent().height / root_figure(ax).dpi > _HIGH
    behind = any(not series[label].marked for label, _ in curves)
    for number, (label, curve) in enumerate(curves):
        of_label = series[label]
        if of_label.marked and behind:  # the interval of an average, which single curves would hide, as a bar
            ends = curve.interval(level)
            draw_line(ax, ends, [1 - level] * 2, of_label.look.colour, 3.0, f"bar-{number}", 2.6, clip=True)
        colour, dashes, marker = of_label.look
        zorder = 2 + of_label.marked / 2 + number / 1e6
        line = (colour, of_label.width, f"curve-{number}", zorder)
        draw_line(ax, *curve_line(curve), *line, dashes=dashes, clip=True).set_solid_joinstyle("round")
        for gid, xs, y, size in (
            ("peak", [curve.difference], 1.0, 4.4 if high else 3.2),
            ("interval", curve.interval(level), 1 - level, 3.2 if high else 2.4),
        ):
            if of_label.marked:
                mark = (marker, colour, size, f"{gid}-{number}")
                draw_marks(ax, xs, [y] * len(xs), *mark, edge=style.paper, edge_width=0.3, clip=True)


def curve_line(curve: Curve) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Points of the curve, of which matplotlib leaves out those that do not show; a spike where there is no spread."""
    low, peak, high = curve.points(3)[0]
    if low == high:
        return np.full(2, curve.difference), np.array([0.0, 1.0])
    x = np.concatenate([np.linspace(low, peak, 70), np.linspace(peak, high, 70)[1:]])
    return x, curve.p_at(x)


def set_axes(ax: Axes, axis: NumberedAxis, height: float, style: Style, *, p_labels: bool, x_labels: bool) -> None:
    """Set limits, ticks and frame, with numbers where this panel is at the edge of the page."""
    ax.set_xlim(axis.first, axis.last)
    ax.set_ylim(0, HEADROOM)
    set_ticks(ax.xaxis, axis.ticks, style, numbered=x_labels)
    has_room = height > max(_HIGH, 6 * line_step(style))
    ps = (0.0, 0.25, 0.5, 0.75, 1.0) if has_room else (0.0, 0.5, 1.0)
    set_ticks(ax.yaxis, tuple((p, f"{p:g}") for p in ps), style, numbered=p_labels)


def draw_flags(
    canvas: Axes,
    flags: Sequence[tuple[Flag, str]],
    colours: Sequence[str],
    feet: Sequence[float],
    base: float,
    style: Style,
) -> None:
    """Write labels above the height `base`, each next to a pole, which stands on its foot."""
    step = line_step(style)
    for number, ((flag, text), colour, foot) in enumerate(zip(flags, colours, feet, strict=False)):
        middle = base - 0.03 - (flag.row + 0.5) * step
        pole = [foot, middle - 0.4 * step]
        draw_line(canvas, [flag.place] * 2, pole, colour, 0.6, f"pole-{number}", 1.2)
        place_lines(canvas, flag.left, middle, [text], style, gid=f"flag-{number}")


def label_confidence(canvas: Axes, right: float, top: float, height: float, style: Style) -> None:
    """Write at the right of a panel what confidence level each height is."""
    for p in (0.0, 0.5, 1.0):
        y = top + height * (1 - p / HEADROOM)
        place_lines(canvas, right + 0.05, y, [f"{100 * (1 - p):g}"], style, colour=style.muted, gid="confidence")


def write_p_axes(canvas: Axes, grid: PanelGrid, style: Style) -> None:
    """Write what the two upright axes of a page show."""
    write_upright(canvas, upright_place(style), grid.middle, "p-value", style, gid="p")
    right = style.width - upright_place(style)
    write_upright(canvas, right, grid.middle, CONFIDENCE, style, gid="c", colour=style.muted)


def describe_curves(
    panels: Sequence[tuple[str, Sequence[tuple[str, Curve]]]],
    *,
    baseline: str | None,
    metric: str,
    level: float = 0.95,
    number: Callable[[float], str] = short_number,
) -> str:
    """Describe a page of confidence curves by where their intervals lie; parameters as for `confidence_curve_page`."""
    difference = f"Confidence curves of the difference in {one_name(metric)}"
    difference += f" to {one_name(baseline)}" if baseline is not None else ""
    interval = f"{100 * level:g}% interval"
    if len(panels) == 1:
        dataset, curves = panels[0]
        texts = []
        for label, curve in curves[:MOST]:
            low, high = map(number, curve.interval(level))
            texts.append(f"{one_name(label)}: {number(curve.difference)}, {interval} {low} to {high}")
        return f"{difference} on {one_name(dataset)}. {'; '.join(texts)}{rest(len(curves))}."
    labels = list(dict.fromkeys(label for _, curves in panels for label, _ in curves))
    texts = [_describe_sides(label, panels, level) for label in labels[:MOST]]
    return (
        f"{difference} on {counted(len(panels), 'data set')}. Number of data sets where the {interval} lies above,"
        f" across and below 0: {'; '.join(texts)}{rest(len(labels))}."
    )


def _describe_sides(label: str, panels: Sequence[tuple[str, Sequence[tuple[str, Curve]]]], level: float) -> str:
    ends = [curve.interval(level) for _, curves in panels for name, curve in curves if name == label]
    above, below = sum(low > 0 for low, _ in ends), sum(high < 0 for _, high in ends)
    return f"{one_name(label)} {above}, {len(ends) - above - below}, {below}"
