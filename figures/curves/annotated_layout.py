"""What is named of one confidence curve, and where the names stand, in inches."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, isfinite, log10, nan

from rankpress.figures.canvas import Legend, LegendEntry, arrange_legend, line_step
from rankpress.figures.curves.flags import Flag, place_flags
from rankpress.figures.curves.layout import BEYOND, beside_panel, margins
from rankpress.figures.numerals import p_text
from rankpress.figures.panel_grid import Grid
from rankpress.figures.style import Look, Style
from rankpress.figures.text import block_height, text_width
from rankpress.figures.ticks import Ticks, choose_ticks, limits_about
from rankpress.figures.wrapping import wrap_evenly, wrap_text
from rankpress.stats.curves import Curve

_FARTHEST = 0.001  # the entangled null value is in view from this p-value on


@dataclass(frozen=True)
class Named:
    """A value of the x axis that is named: at the height `p` of the curve stands what the name's pole stands on."""

    gid: str
    value: float
    p: float
    words: tuple[str, ...]


@dataclass(frozen=True)
class AnnotatedLayout:
    """One panel with what is around it; numbers are inches, y down from the top.

    Parameters
    ----------
    named : tuple of Named
        Values with a name above them.
    flags : tuple of (Flag, str)
        Where those names stand; none where they have no room and the legend has them.
    """

    grid: Grid
    ticks: Ticks
    named: tuple[Named, ...]
    flags: tuple[tuple[Flag, str], ...]
    legend: Legend
    title: tuple[str, ...]
    title_y: float
    x_title: tuple[str, ...]
    x_title_y: float
    height: float


@dataclass(frozen=True)
class Shown:
    """A curve, the difference that stands as null, and the level of the interval."""

    curve: Curve
    null: float
    level: float

    @property
    def p(self) -> float:
        """Two-sided p-value of the null value."""
        return float(self.curve.p_at(self.null))

    @property
    def entangled(self) -> float:
        """The value with the same p-value as the null value: the curve's other flank; nan where there is none."""
        if self.null == 0:
            return self.curve.entangled_null
        if not 0 < self.p < 1:
            return nan
        low, high = self.curve.bounds(self.p)
        return float(high if self.null < self.curve.difference else low)

    @property
    def limits(self) -> tuple[float, float]:
        """Ends of the x axis, about all but the least compatible values, and the null value."""
        entangled = [self.entangled] if isfinite(self.entangled) and self.p >= _FARTHEST else []
        ends = [*self.curve.interval(0.99), self.null, *entangled]
        return limits_about(ends)

    @property
    def sees_entangled(self) -> bool:
        """Whether the entangled value is a value of its own in view."""
        low, high = self.limits
        return isfinite(self.entangled) and low <= self.entangled <= high and self.entangled != self.null

    def text(self, value: float) -> str:
        """A difference, to the decimals that two digits of the interval's width have."""
        low, high = self.curve.interval(self.level)
        width = (high - low) / 2
        if width <= 0 or not 1e-6 < width < 1e6:
            shown = f"{value:.3g}"
        else:
            decimals = max(0, 1 - floor(log10(width)))
            shown = f"{round(value, decimals) + 0.0:.{decimals}f}"
        return shown.replace("-", "\N{MINUS SIGN}")

    @property
    def null_text(self) -> str:
        """The null value as it was stated."""
        return f"{self.null:g}".replace("-", "\N{MINUS SIGN}")


def name_values(shown: Shown) -> tuple[Named, ...]:
    """The values to be named; for each, words of which the first that fit are taken."""
    estimate = shown.text(shown.curve.difference)
    if shown.null == shown.curve.difference:
        words = (f"point estimate, and null value: {shown.null_text}", f"estimate = null = {shown.null_text}")
        return (Named("estimate", shown.null, 1.0, words),)
    named = [
        Named("estimate", shown.curve.difference, 1.0, (f"point estimate {estimate}", f"estimate {estimate}")),
        Named("null", shown.null, 0.0, (f"null value {shown.null_text}", f"null {shown.null_text}")),
    ]
    if shown.sees_entangled:
        text = shown.text(shown.entangled)
        words = (f"entangled null value {text}", f"entangled {text}")
        named.append(Named("entangled", shown.entangled, shown.p, words))
    return tuple(named)


def lay_out_annotated(shown: Shown, dataset: str, x_title: str, style: Style) -> AnnotatedLayout:
    """Place the panel, the names above it, and the legend."""
    size, line = style.font_size, line_step(style)
    left, right = margins(style)
    width = style.width - left - right
    limits = shown.limits
    named = name_values(shown)
    places = [left + (one.value - limits[0]) / (limits[1] - limits[0]) * width for one in named]
    flags = _place_words(named, places, style)
    flag_height = (max(flag.row for flag, _ in flags) + 1) * line + 0.06 if flags else 0.0
    title = wrap_text(dataset, width, size, max_lines=2)
    title_height = block_height(title, size) + 0.03 if any(title) else 0.0
    legend = arrange_legend(_entries(shown, named, style, named_above=bool(flags)), style.width - left - 0.05, style)
    title_top = 0.05 + legend.height + 0.07
    top = title_top + title_height + flag_height
    grid = Grid(1, 1, left, (top,), width, max(beside_panel(style), min(2.4, max(1.2, 0.55 * width))))
    lines = wrap_evenly(x_title, style.width - 0.3, size, max_lines=3)
    height = grid.bottom + 0.09 + line + block_height(lines, size) + 0.04
    return AnnotatedLayout(
        grid=grid,
        ticks=choose_ticks(limits, width, style, beyond=BEYOND),
        named=named,
        flags=flags,
        legend=legend,
        title=title,
        title_y=title_top + block_height(title, size) / 2,
        x_title=lines,
        x_title_y=height - 0.04 - block_height(lines, size) / 2,
        height=height,
    )


def _place_words(named: tuple[Named, ...], places: list[float], style: Style) -> tuple[tuple[Flag, str], ...]:
    """The longest words that fit above their values, none if not even the shortest do."""
    for choice in range(2):
        texts = [one.words[choice] for one in named]
        widths = [text_width(text, style.font_size) for text in texts]
        flags = place_flags(places, widths, 0.04, style.width - 0.04, most_rows=3)
        if flags is not None:
            return tuple(zip(flags, texts, strict=True))
    return ()


def _entries(shown: Shown, named: tuple[Named, ...], style: Style, *, named_above: bool) -> tuple[LegendEntry, ...]:
    """Interval, p-value and area with their values, and what is not named above."""
    low, high = shown.curve.interval(shown.level)
    area = f"{shown.curve.aucc:.3g}" if isfinite(shown.curve.aucc) else "infinite"
    told: list[tuple[str, Look | None, float]] = [
        (f"{100 * shown.level:g}% interval: {shown.text(low)} to {shown.text(high)}", Look(style.ink, (), ""), 2.4),
        (f"p-value of the null value: {p_text(shown.p)}", Look(style.accent, (1.4, 1.2), "o"), 0.9),
        (f"area under the curve: {area}", Look(style.shade, (), ""), 7.0),
    ]
    if isfinite(shown.entangled) and not shown.sees_entangled and shown.entangled != shown.null:
        told.append((f"entangled null value: {shown.text(shown.entangled)}, beyond the axis", None, 0.0))
    if not named_above:
        told += [(one.words[0], None, 0.0) for one in named]
    width = style.width * 0.6
    return tuple(
        LegendEntry(wrap_text(text, width, style.font_size, max_lines=3), look, width=thick)
        for text, look, thick in told
    )
