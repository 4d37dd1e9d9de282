"""One confidence curve with its key elements named, after Berrar (2017), figure 3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import floor, isfinite, log10
from typing import TYPE_CHECKING

from rankpress.figures.axes import (
    NumberedAxis,
    add_panel,
    draw_around_panels,
    fitting_ticks,
    lay_out_panels,
    limits_about,
)
from rankpress.figures.canvas import LegendEntry, axes_width, draw_line, draw_marks, line_step, open_canvas, root_figure
from rankpress.figures.curves import (
    BEYOND,
    HEADROOM,
    Flag,
    curve_line,
    draw_flags,
    height_by_title,
    label_confidence,
    margins,
    place_flags,
    set_axes,
    write_p_axes,
)
from rankpress.figures.style import PAPER, Look, Style, drawing_context
from rankpress.figures.text import text_width
from rankpress.stats.curves import Curve
from rankpress.wording.names import isolated, one_name
from rankpress.wording.numbers import fixed, p_text, short_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_DOTTED = (1.4, 1.2)
_FARTHEST = 0.001  # the entangled null value is in view from this p-value on


@dataclass(frozen=True)
class _NamedValue:
    """A value of the x axis that is named: at the height `p` of the curve stands what the name's pole stands on."""

    gid: str
    value: float
    p: float
    words: tuple[str, ...]


@dataclass(frozen=True)
class _ShownCurve:
    """A curve and the level of its interval."""

    curve: Curve
    level: float
    alpha: float  # the level of the study, on which side of which a p-value is printed to be
    decimals: int | None = None  # of differences; None: as many as two digits of the interval's width have

    @property
    def entangled(self) -> float:
        """The value with the same p-value as the null value 0: the curve's other flank; nan where there is none."""
        return self.curve.entangled_null

    @cached_property
    def limits(self) -> tuple[float, float]:
        """Ends of the x axis, about all but the least compatible values, and the null value."""
        entangled = [self.entangled] if isfinite(self.entangled) and self.curve.p_null >= _FARTHEST else []
        return limits_about([*self.curve.interval(0.99), 0.0, *entangled])

    @property
    def sees_entangled(self) -> bool:
        """Whether the entangled value is a value of its own in view."""
        low, high = self.limits
        return isfinite(self.entangled) and low <= self.entangled <= high and self.entangled != 0

    def text(self, value: float) -> str:
        """Return a difference as the figure prints it."""
        if self.decimals is not None:
            return fixed(value, self.decimals)
        low, high = self.curve.interval(self.level)
        width = (high - low) / 2
        if width <= 0 or not 1e-6 < width < 1e6:
            number = f"{value:.3g}"
        else:
            return fixed(value, max(0, 1 - floor(log10(width))))
        return number.replace("-", "\N{MINUS SIGN}")


def name_values(shown: _ShownCurve) -> tuple[_NamedValue, ...]:
    """Return the values to be named; for each, words of which the first that fit are taken."""
    estimate = shown.text(shown.curve.difference)
    if shown.curve.difference == 0:
        return (_NamedValue("estimate", 0.0, 1.0, ("point estimate, and null value: 0", "estimate = null = 0")),)
    named = [
        _NamedValue("estimate", shown.curve.difference, 1.0, (f"point estimate {estimate}", f"estimate {estimate}")),
        _NamedValue("null", 0.0, 0.0, ("null value 0", "null 0")),
    ]
    if shown.sees_entangled:
        text = shown.text(shown.entangled)
        words = (f"entangled null value {text}", f"entangled {text}")
        named.append(_NamedValue("entangled", shown.entangled, shown.curve.p_null, words))
    return tuple(named)


def annotated_confidence_curve(
    curve: Curve,
    *,
    first: str,
    second: str,
    metric: str = "score",
    dataset: str = "",
    level: float = 0.95,
    alpha: float = 0.05,
    decimals: int | None = None,
    ax: Axes | None = None,
    style: Style = PAPER,
) -> Figure:
    """Draw the confidence curve of one pair with the names and values of its key elements.

    Named are the point estimate, the confidence interval, the null value with its p-value, the entangled null value,
    which has the same p-value, so that the data favor neither, and the area under the curve, which is the smaller the
    more precise the estimate is.

    Parameters
    ----------
    curve : Curve
        Of the score of the first minus that of the second.
    first, second : str
        The two algorithms.
    metric : str
        What the difference is a difference in.
    dataset : str
        Written above; may be empty.
    level : float
        Confidence level of the interval.
    alpha : float
        Level of the study: the p-value has as many digits as it takes to see on which side of it it is.
    decimals : int, optional
        Of differences. Without, as many as two digits of the interval's width have.
    ax : Axes, optional
        Axes to draw in, at their width; they must be high enough. Without, a figure as high as needed is made.
    style : Style, optional

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If the level is not between 0 and 1.

    References
    ----------
    .. [1] Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for the
       comparison of classifiers. Machine Learning 106, 911-949, figure 3. doi:10.1007/s10994-016-5612-6

    Examples
    --------
    >>> from rankpress.stats.curves import ConfidenceCurve
    >>> curve = ConfidenceCurve(0.15, 0.1, 99)
    >>> figure = annotated_confidence_curve(curve, first="random forest", second="CART", metric="accuracy")
    >>> [text.get_text() for text in figure.findobj() if (text.get_gid() or "").startswith("flag-")]
    ['point estimate 0.15', 'null value 0', 'entangled null value 0.30']
    """
    if not 0 < level < 1:
        raise ValueError(f"level: got {level}; a number between 0 and 1 is needed, such as 0.95")
    with drawing_context(style):
        style = axes_width(ax, style)
        drawn = _ShownCurve(curve, level, alpha, decimals)
        title = f"difference in {isolated(metric)}, {isolated(first)} \N{MINUS SIGN} {isolated(second)}"
        named = name_values(drawn)
        left, right = margins(style)
        width = style.width - left - right
        axis = NumberedAxis(*drawn.limits, fitting_ticks(*drawn.limits, width, style, beyond=BEYOND))
        flags = _place_words(named, [left + axis.share(item.value) * width for item in named], style)
        page = lay_out_panels(
            [dataset],
            title,
            _entries(drawn, named, style, named_above=bool(flags)),
            1,
            left,
            (width, max(height_by_title(style), min(2.4, max(1.2, 0.55 * width)))),
            style,
            above=(max(flag.row for flag, _ in flags) + 1) * line_step(style) + 0.06 if flags else 0.0,
        )
        canvas = open_canvas(page.height, style, ax)
        grid = page.grid
        panel = add_panel(canvas, grid, 0, style)
        set_axes(panel, axis, grid.panel_height, style, p_labels=True, x_labels=True)
        _draw_elements(panel, drawn, style)
        colours = [style.muted if item.gid == "estimate" else style.accent for item in named]
        feet = [
            grid.bottom - grid.panel_height * (HEADROOM if item.gid == "null" else item.p) / HEADROOM for item in named
        ]
        draw_flags(canvas, flags, colours, feet, grid.top, style)
        label_confidence(canvas, grid.right, grid.top, grid.panel_height, style)
        write_p_axes(canvas, grid, style)
        draw_around_panels(canvas, page, style)
        return root_figure(canvas)


def _place_words(named: tuple[_NamedValue, ...], places: list[float], style: Style) -> tuple[tuple[Flag, str], ...]:
    """Return the longest words that fit above their values, none if not even the shortest do."""
    for choice in range(2):
        texts = [item.words[choice] for item in named]
        widths = [text_width(text, style.font_size) for text in texts]
        flags = place_flags(places, widths, 0.04, style.width - 0.04, most_rows=3)
        if flags is not None:
            return tuple(zip(flags, texts, strict=True))
    return ()


def _entries(
    shown: _ShownCurve, named: tuple[_NamedValue, ...], style: Style, *, named_above: bool
) -> Iterator[LegendEntry]:
    """Interval, p-value and area with their values, and what is not named above."""
    low, high = shown.curve.interval(shown.level)
    area = _area(shown)
    interval = f"{100 * shown.level:g}% interval: {shown.text(low)} to {shown.text(high)}"
    yield LegendEntry(interval, Look(style.ink, (), ""), width=2.4)
    yield LegendEntry(
        f"p-value of the null value: {p_text(shown.curve.p_null, shown.alpha)}",
        Look(style.accent, _DOTTED, "o"),
        width=0.9,
    )
    yield LegendEntry(f"area under the curve: {area}", Look(style.shade, (), ""), width=7.0)
    if isfinite(shown.entangled) and not shown.sees_entangled and shown.entangled != 0:
        yield LegendEntry(f"entangled null value: {shown.text(shown.entangled)}, beyond the axis")
    for item in () if named_above else named:
        yield LegendEntry(item.words[0])


def _draw_elements(ax: Axes, shown: _ShownCurve, style: Style) -> None:
    """Draw area, curve, interval, null line, and the p-value's line to the entangled null value."""
    curve, p, base = shown.curve, shown.curve.p_null, 1 - shown.level
    xs, ps = curve_line(curve)
    ax.fill_between(xs, ps, color=style.shade, linewidth=0, zorder=1, gid="area")
    draw_line(ax, [0.0] * 2, [0, HEADROOM], style.accent, 0.9, "null", 1.5, clip=True)
    draw_line(ax, xs, ps, style.ink, 1.3, "curve", clip=True)
    draw_line(ax, [curve.difference] * 2, [0, 1], style.muted, 0.6, "estimate", 1.4, dashes=(4, 2), clip=True)
    ends = curve.interval(shown.level)
    draw_line(ax, ends, [base] * 2, style.ink, 2.4, "interval", 2.5, clip=True)
    draw_marks(ax, ends, [base] * 2, "|", style.ink, 7, "interval-ends", edge_width=1.2, clip=True)
    reach = max(shown.entangled, 0.0) if shown.sees_entangled else 0.0
    draw_line(ax, [shown.limits[0], reach], [p, p], style.accent, 0.9, "p-null", 1.6, dashes=_DOTTED, clip=True)
    draw_marks(ax, [0.0], [p], "o", style.accent, 4.5, "null-mark", clip=True)
    if shown.sees_entangled:
        draw_marks(ax, [shown.entangled], [p], "*", style.accent, 8, "entangled", clip=True)
    draw_marks(ax, [curve.difference], [1.0], "D", style.ink, 3.6, "peak", clip=True)


def _area(shown: _ShownCurve) -> str:
    """Return the area under a curve, which has no end where the curve does not come down to 0."""
    area = shown.curve.aucc
    if not isfinite(area):
        return "infinite"
    return short_number(area) if shown.decimals is None else fixed(area, shown.decimals + 1)


def describe_curve(
    curve: Curve,
    *,
    first: str,
    second: str,
    metric: str = "score",
    dataset: str = "",
    level: float = 0.95,
    alpha: float = 0.05,
    decimals: int | None = None,
) -> str:
    r"""Describe a curve by its key elements; parameters as for `annotated_confidence_curve`."""
    where, described = f", on {one_name(dataset)}" if dataset else "", _ShownCurve(curve, level, alpha, decimals)
    low, high = map(described.text, curve.interval(level))
    interval = f"{100 * level:g}% interval {low} to {high}"
    texts = [
        f"Confidence curve of the difference in {one_name(metric)}, {one_name(first)} minus {one_name(second)}{where}.",
        f"Point estimate {described.text(curve.difference)}, {interval}, area under the curve {_area(described)}.",
    ]
    null = f"The null value 0 has the p-value {p_text(curve.p_null, alpha).replace('<', 'below ')}"
    entangled = curve.entangled_null
    if isfinite(entangled) and entangled != 0:
        null += f", as has the entangled null value {described.text(entangled)}"
    return " ".join([*texts, f"{null}."])
