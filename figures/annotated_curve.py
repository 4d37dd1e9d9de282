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
class _PrintedCurve:
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


def name_values(printed: _PrintedCurve) -> tuple[_NamedValue, ...]:
    """Return the values to be named; for each, words of which the first that fit are taken."""
    estimate = printed.text(printed.curve.difference)
    if printed.curve.difference == 0:
        return (_NamedValue("estimate", 0.0, 1.0, ("point estimate, and null value: 0", "estimate = null = 0")),)
    pole_values = [
        _NamedValue("estimate", printed.curve.difference, 1.0, (f"point estimate {estimate}", f"estimate {estimate}")),
        _NamedValue("null", 0.0, 0.0, ("null value 0", "null 0")),
    ]
    if printed.sees_entangled:
        entangled = printed.text(printed.entangled)
        words = (f"entangled null value {entangled}", f"entangled {entangled}")
        pole_values.append(_NamedValue("entangled", printed.entangled, printed.curve.p_null, words))
    return tuple(pole_values)


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
        printed = _PrintedCurve(curve, level, alpha, decimals)
        title = f"difference in {isolated(metric)}, {isolated(first)} \N{MINUS SIGN} {isolated(second)}"
        named_values = name_values(printed)
        left, right = margins(style)
        width = style.width - left - right
        axis = NumberedAxis(*printed.limits, fitting_ticks(*printed.limits, width, style, beyond=BEYOND))
        flags = _place_words(named_values, [left + axis.share(value.value) * width for value in named_values], style)
        page = lay_out_panels(
            [dataset],
            title,
            _entries(printed, named_values, style, named_above=bool(flags)),
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
        _draw_elements(panel, printed, style)
        colours = [style.muted if value.gid == "estimate" else style.accent for value in named_values]
        feet = [
            grid.bottom - grid.panel_height * (HEADROOM if value.gid == "null" else value.p) / HEADROOM
            for value in named_values
        ]
        draw_flags(canvas, flags, colours, feet, grid.top, style)
        label_confidence(canvas, grid.right, grid.top, grid.panel_height, style)
        write_p_axes(canvas, grid, style)
        draw_around_panels(canvas, page, style)
        return root_figure(canvas)


def _place_words(
    named_values: tuple[_NamedValue, ...], places: list[float], style: Style
) -> tuple[tuple[Flag, str], ...]:
    """Return the longest words that fit above their values, none if not even the shortest do."""
    for choice in range(2):
        texts = [value.words[choice] for value in named_values]
        widths = [text_width(words, style.font_size) for words in texts]
        flags = place_flags(places, widths, 0.04, style.width - 0.04, most_rows=3)
        if flags is not None:
            return tuple(zip(flags, texts, strict=True))
    return ()


def _entries(
    printed: _PrintedCurve, named_values: tuple[_NamedValue, ...], style: Style, *, named_above: bool
) -> Iterator[LegendEntry]:
    """Interval, p-value and area with their values, and those of the named values that have no room above."""
    low, high = printed.curve.interval(printed.level)
    area = _area(printed)
    interval = f"{100 * printed.level:g}% interval: {printed.text(low)} to {printed.text(high)}"
    yield LegendEntry(interval, Look(style.ink, (), ""), width=2.4)
    yield LegendEntry(
        f"p-value of the null value: {p_text(printed.curve.p_null, printed.alpha)}",
        Look(style.accent, _DOTTED, "o"),
        width=0.9,
    )
    yield LegendEntry(f"area under the curve: {area}", Look(style.shade, (), ""), width=7.0)
    if isfinite(printed.entangled) and not printed.sees_entangled and printed.entangled != 0:
        yield LegendEntry(f"entangled null value: {printed.text(printed.entangled)}, beyond the axis")
    for value in () if named_above else named_values:
        yield LegendEntry(value.words[0])


def _draw_elements(ax: Axes, printed: _PrintedCurve, style: Style) -> None:
    """Draw area, curve, interval, null line, and the p-value's line to the entangled null value."""
    curve, p, base = printed.curve, printed.curve.p_null, 1 - printed.level
    xs, ps = curve_line(curve)
    ax.fill_between(xs, ps, color=style.shade, linewidth=0, zorder=1, gid="area")
    draw_line(ax, [0.0] * 2, [0, HEADROOM], style.accent, 0.9, "null", 1.5, clip=True)
    draw_line(ax, xs, ps, style.ink, 1.3, "curve", clip=True)
    draw_line(ax, [curve.difference] * 2, [0, 1], style.muted, 0.6, "estimate", 1.4, dashes=(4, 2), clip=True)
    ends = curve.interval(printed.level)
    draw_line(ax, ends, [base] * 2, style.ink, 2.4, "interval", 2.5, clip=True)
    draw_marks(ax, ends, [base] * 2, "|", style.ink, 7, "interval-ends", edge_width=1.2, clip=True)
    reach = max(printed.entangled, 0.0) if printed.sees_entangled else 0.0
    draw_line(ax, [printed.limits[0], reach], [p, p], style.accent, 0.9, "p-null", 1.6, dashes=_DOTTED, clip=True)
    draw_marks(ax, [0.0], [p], "o", style.accent, 4.5, "null-mark", clip=True)
    if printed.sees_entangled:
        draw_marks(ax, [printed.entangled], [p], "*", style.accent, 8, "entangled", clip=True)
    draw_marks(ax, [curve.difference], [1.0], "D", style.ink, 3.6, "peak", clip=True)


def _area(printed: _PrintedCurve) -> str:
    """Return the area under a curve, which has no end where the curve does not come down to 0."""
    area = printed.curve.aucc
    if not isfinite(area):
        return "infinite"
    return short_number(area) if printed.decimals is None else fixed(area, printed.decimals + 1)


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
    where, printed = f", on {one_name(dataset)}" if dataset else "", _PrintedCurve(curve, level, alpha, decimals)
    low, high = map(printed.text, curve.interval(level))
    interval = f"{100 * level:g}% interval {low} to {high}"
    texts = [
        f"Confidence curve of the difference in {one_name(metric)}, {one_name(first)} minus {one_name(second)}{where}.",
        f"Point estimate {printed.text(curve.difference)}, {interval}, area under the curve {_area(printed)}.",
    ]
    null = f"The null value 0 has the p-value {p_text(curve.p_null, alpha).replace('<', 'below ')}"
    entangled = curve.entangled_null
    if isfinite(entangled) and entangled != 0:
        null += f", as has the entangled null value {printed.text(entangled)}"
    return " ".join([*texts, f"{null}."])
