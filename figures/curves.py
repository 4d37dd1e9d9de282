"""Confidence curves, after Berrar (2017), figures 3 to 10: a panel a data set, all on the same axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rankpress.figures.canvas import draw_legend, open_canvas, root_figure
from rankpress.figures.curves_artists import draw_panel, set_axes
from rankpress.figures.curves_layout import (
    HEADROOM,
    Curves,
    Page,
    Panel,
    choose_columns,
    choose_ticks,
    curve_limits,
    lay_out_page,
    series_looks,
)
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import block_height, place_lines, printable, wrap_text, write


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
    with drawing_context():
        everything = among or panels
        looks = series_looks(everything, style)
        limits = [curve_limits(everything if share_x else [panel], null) for panel in panels]
        title = f"difference in {metric}" + (f" to {baseline}" if baseline is not None else "")
        page = lay_out_page(panels, looks, limits, title, columns, level, style)
        canvas = open_canvas(page.height, style)
        figure = root_figure(canvas)
        for number, panel in enumerate(panels):
            _add_panel(figure, canvas, page, number, panel, looks, null, level, style)
        _write_axis_titles(canvas, page, style)
        draw_legend(canvas, page.legend, page.left, page.legend_y, style)
        return figure


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
    with drawing_context():
        low, high = limits or curve_limits([panel], null)
        extent, dpi = ax.get_window_extent(), root_figure(ax).dpi
        ticks = choose_ticks((low, high), float(extent.width) / dpi, style)
        draw_panel(ax, curves, series_looks([panel], style), null, level, style)
        set_axes(ax, ticks, float(extent.height) / dpi, style, p_labels=True, x_labels=True)
        return root_figure(ax)


def panels_by_page(
    panels: Sequence[Panel], *, columns: int | None = None, share_x: bool = True, style: Style = PAPER
) -> tuple[tuple[Panel, ...], ...]:
    """Divide panels among pages no higher than the style allows, as evenly as whole rows permit.

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> curve = ("CART", ConfidenceCurve(0.05, 0.02, 99))
    >>> [len(page) for page in panels_by_page([(f"data {i}", [curve]) for i in range(30)])]
    [15, 15]
    """
    _check(panels, 0.95)
    with drawing_context():
        looks, limits = series_looks(panels, style), curve_limits(panels, 0.0)
        across = columns or choose_columns(len(panels), style)
        rows = -(-len(panels) // across)

        def divide(per_page: int) -> tuple[tuple[Panel, ...], ...]:
            return tuple(tuple(panels[start : start + per_page]) for start in range(0, len(panels), per_page))

        def height(page: Sequence[Panel]) -> float:
            own = [limits if share_x else curve_limits([panel], 0.0) for panel in page]
            return lay_out_page(page, looks, own, ("", "", ""), across, 0.95, style).height

        for pages in range(1, rows):
            divided = divide(-(-rows // pages) * across)
            if max(map(height, divided)) <= style.max_height:
                return divided
        return divide(across)


def _check(panels: Sequence[Panel], level: float) -> None:
    if not panels or not all(curves for _, curves in panels):
        raise ValueError("panels: at least one is needed, and a curve in each")
    if not 0 < level < 1:
        raise ValueError(f"level: got {level}; a number between 0 and 1 is needed, such as 0.95")


def _add_panel(
    figure: Figure,
    canvas: Axes,
    page: Page,
    number: int,
    panel: Panel,
    looks: Mapping[str, Look],
    null: float,
    level: float,
    style: Style,
) -> None:
    """Draw the panel of this number in its place on the page, its data set above."""
    left, top = page.corner(number)
    place = (left / style.width, 1 - (top + page.panel_height) / page.height)
    size = (page.panel_width / style.width, page.panel_height / page.height)
    ax = figure.add_axes((*place, *size), facecolor="none")
    draw_panel(ax, panel[1], looks, null, level, style)
    ends = {"p_labels": page.is_first(number), "x_labels": page.has_x_numbers(number)}
    set_axes(ax, page.ticks[number], page.panel_height, style, **ends)
    if page.is_last(number):
        _label_confidence(canvas, page, left + page.panel_width, top, style)
    title = wrap_text(panel[0], page.panel_width, style.font_size, max_lines=2)
    middle = top - 0.03 - block_height(title, style.font_size) / 2
    place_lines(canvas, left + page.panel_width / 2, middle, title, style, ha="center", gid=f"panel-{number}")


def _label_confidence(canvas: Axes, page: Page, right: float, top: float, style: Style) -> None:
    """Write at the right of a panel what confidence level each height is."""
    for p in (0.0, 0.5, 1.0):
        y = top + page.panel_height * (1 - p / HEADROOM)
        place_lines(canvas, right + 0.05, y, [f"{100 * (1 - p):g}"], style, colour=style.muted, gid="confidence")


def _write_axis_titles(canvas: Axes, page: Page, style: Style) -> None:
    middle = (page.left + style.width - page.right) / 2
    place_lines(canvas, middle, page.x_title_y, page.x_title, style, ha="center", gid="x-title")
    centre = (page.top + page.height - page.bottom) / 2
    for x, text, colour in (
        (0.09, "p-value", style.ink),
        (style.width - 0.09, "confidence level (%)", style.muted),
    ):
        write(
            canvas,
            x,
            centre,
            printable(text),
            style,
            ha="center",
            va="center",
            rotation=90,
            colour=colour,
            gid=text[:1],
        )
