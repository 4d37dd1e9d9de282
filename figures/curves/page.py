"""Confidence curves, after Berrar (2017), figures 3 to 10: a panel a data set, all on the same axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rankpress.figures.canvas import draw_legend, open_canvas, root_figure
from rankpress.figures.curves.artists import draw_flags, draw_panel, label_confidence, set_axes, write_p_axes
from rankpress.figures.curves.layout import (
    HEADROOM,
    Curves,
    Page,
    Panel,
    Series,
    curve_limits,
    lay_out_page,
    page_columns,
    series_of,
)
from rankpress.figures.isolation import isolated
from rankpress.figures.panel_grid import add_panel
from rankpress.figures.style import PAPER, Style, drawing_context
from rankpress.figures.text import block_height, place_lines
from rankpress.figures.ticks import choose_ticks
from rankpress.figures.wrapping import wrap_text

FITTING = 0.65  # of the greatest height: a figure as high as a page leaves an empty one before it


def confidence_curve_page(
    panels: Sequence[Panel],
    *,
    baseline: str | None,
    metric: str,
    null: float = 0.0,
    level: float = 0.95,
    columns: int | None = None,
    share_x: bool = True,
    among: Sequence[Panel] | None = None,
    average: str | None = None,
    first: str | None = None,
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
    null : float
        The difference that a vertical line marks.
    level : float
        Confidence level of the intervals whose ends are marked.
    columns : int, optional
        Panels beside each other; as many as have room, by default.
    share_x : bool
        Whether all panels have the same x axis. With one of its own each panel shows narrow curves better, but widths
        can no longer be compared by eye.
    among : sequence of panels, optional
        All panels of a study where this page shows some of them: axes and looks are then the same on all its pages.
    average : str, optional
        Label of the curve that is the average of the others of its panel: it is drawn bold, they thin and all alike.
    first : str, optional
        What all labels are subtracted from, where there is no baseline.
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
        series = series_of(everything, style, average)
        limits = [curve_limits(everything if share_x else [panel], null) for panel in panels]
        title = _x_title(metric, baseline, first)
        page = lay_out_page(panels, series, limits, title, columns, level, style)
        canvas = open_canvas(page.height, style)
        for number, panel in enumerate(panels):
            _add_panel(canvas, page, number, panel, series, null, level, style)
        _draw_flags(canvas, page, panels, series, style)
        write_p_axes(canvas, page.grid, style)
        place_lines(canvas, page.grid.centre, page.x_title_y, page.x_title, style, ha="center", gid="x-title")
        draw_legend(canvas, page.legend, page.grid.left, page.legend_y, style)
        return root_figure(canvas)


def confidence_curve_panel(
    curves: Curves,
    *,
    ax: Axes | None = None,
    null: float = 0.0,
    level: float = 0.95,
    metric: str = "score",
    baseline: str | None = None,
    limits: tuple[float, float] | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw the confidence curves of one data set.

    Parameters
    ----------
    curves : sequence of (label, Curve)
    ax : Axes, optional
        Axes to draw in, which get no legend; without, a figure with legend is made.
    null, level
        As for `confidence_curve_page`.
    metric, baseline
        As for `confidence_curve_page`; used where a figure is made.
    limits : (float, float), optional
        Ends of the x axis; chosen to show all curves, by default.
    style : Style, optional

    Returns
    -------
    Figure

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> figure = confidence_curve_panel([("CART", ConfidenceCurve(0.05, 0.02, 99))], metric="accuracy")
    >>> len(figure.axes)
    2
    """
    panel = ("", curves)
    if ax is None:
        return confidence_curve_page([panel], baseline=baseline, metric=metric, null=null, level=level, style=style)
    _check([panel], level)
    with drawing_context(style):
        low, high = limits or curve_limits([panel], null)
        extent, dpi = ax.get_window_extent(), root_figure(ax).dpi
        ticks = choose_ticks((low, high), float(extent.width) / dpi, style)
        draw_panel(ax, curves, series_of([panel], style), null, level, style)
        set_axes(ax, ticks, float(extent.height) / dpi, style, p_labels=True, x_labels=True)
        return root_figure(ax)


def panels_by_page(
    panels: Sequence[Panel],
    *,
    columns: int | None = None,
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
        series, limits = series_of(panels, style, average), curve_limits(panels, 0.0)
        across = columns or page_columns(len(panels), style)
        rows = -(-len(panels) // across)

        def divide(per_page: int) -> tuple[tuple[Panel, ...], ...]:
            return tuple(tuple(panels[start : start + per_page]) for start in range(0, len(panels), per_page))

        def height(page: Sequence[Panel]) -> float:
            own = [limits if share_x else curve_limits([panel], 0.0) for panel in page]
            return lay_out_page(page, series, own, ("", "", ""), across, 0.95, style).height

        for pages in range(1, rows):
            divided = divide(-(-rows // pages) * across)
            if max(map(height, divided)) <= FITTING * style.max_height:
                return divided
        return divide(across)


def _x_title(metric: str, baseline: str | None, first: str | None) -> str:
    difference = f"difference in {isolated(metric)}"
    if baseline is not None:
        return f"{difference} to {isolated(baseline)}"
    return difference + (f", {isolated(first)} less each" if first is not None else "")


def _check(panels: Sequence[Panel], level: float) -> None:
    if not panels or not all(curves for _, curves in panels):
        raise ValueError("panels: at least one is needed, and a curve in each")
    if not 0 < level < 1:
        raise ValueError(f"level: got {level}; a number between 0 and 1 is needed, such as 0.95")


def _add_panel(
    canvas: Axes,
    page: Page,
    number: int,
    panel: Panel,
    series: Mapping[str, Series],
    null: float,
    level: float,
    style: Style,
) -> None:
    """Draw the panel of this number in its place on the page, its data set above."""
    grid = page.grid
    left, top = grid.corner(number)
    ax = add_panel(canvas, grid, number, style)
    draw_panel(ax, panel[1], series, null, level, style)
    ends = {"p_labels": grid.is_first(number), "x_labels": page.has_x_numbers(number)}
    set_axes(ax, page.ticks[number], grid.panel_height, style, **ends)
    if grid.is_last(number) or number == grid.count - 1:
        label_confidence(canvas, left + grid.panel_width, top, grid.panel_height, style)
    title = wrap_text(panel[0], grid.panel_width, style.font_size, max_lines=2)
    middle = page.title_bottom(number) - block_height(title, style.font_size) / 2
    place_lines(canvas, left + grid.panel_width / 2, middle, title, style, ha="center", gid=f"panel-{number}")


def _draw_flags(
    canvas: Axes,
    page: Page,
    panels: Sequence[Panel],
    series: Mapping[str, Series],
    style: Style,
) -> None:
    """Write labels above the peaks of the one panel, each with a pole to its peak."""
    if not page.flags:
        return
    poles = [series[label].look.colour for label, _ in panels[0][1]]
    peak = page.grid.top + page.grid.panel_height * (1 - 1 / HEADROOM)
    draw_flags(canvas, page.flags, poles, [peak] * len(poles), page.grid.top, style)
