"""Where strips of p-values go, in inches, y down: a row a conclusion, in it a lane for each kind of marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

from rankpress.figures.axis import NumberedAxis, value_axis
from rankpress.figures.canvas import Legend, LegendEntry, arrange_legend, line_step
from rankpress.figures.style import Look, Style
from rankpress.figures.text import block_height, block_width, text_width
from rankpress.figures.wrapping import wrap_apart, wrap_text

EDGE = 0.05
GAP = 0.08
TICK = 0.04
LEAST_P = 1e-6  # smaller ones stand at the edge
_LANE = 0.075  # inches between kinds of marks
_SPARE = 0.07  # above and below the lanes of a row
_MOST_NAME = 0.36  # of the width
_ROOMS = (0.35, 0.5, 0.7, 1.0, 1.5, 2.5)  # inches for a number of the axis, tried from the least on

Series = Mapping[str, Sequence[Sequence[float]]]


@dataclass(frozen=True)
class Strip:
    """A row: its name, its upper edge and its height."""

    name: tuple[str, ...]
    top: float
    height: float

    @property
    def middle(self) -> float:
        """The middle of the row."""
        return self.top + self.height / 2

    def lane(self, number: int, lanes: int) -> float:
        """The middle of a lane."""
        return self.middle + (number - (lanes - 1) / 2) * _LANE


@dataclass(frozen=True)
class StripPage:
    """Rows below an axis of p-values, and a legend below them."""

    strips: tuple[Strip, ...]
    axis: NumberedAxis
    left: float
    right: float
    axis_y: float
    title: tuple[str, ...]
    title_y: float
    legend: Legend
    height: float

    @property
    def bottom(self) -> float:
        """Lower edge of the last row."""
        return self.strips[-1].top + self.strips[-1].height

    def x(self, p: float) -> float:
        """Where a p-value lies, at the edge where it is too small for the axis."""
        return self.left + self.axis.share(max(p, LEAST_P)) * (self.right - self.left)


def lay_out_strips(
    names: Sequence[str],
    own: Sequence[float],
    series: Series,
    looks: Mapping[str, Look],
    texts: tuple[str, str, str],
    alpha: float,
    style: Style,
) -> StripPage:
    """Place rows in the order given; `texts` are the title of the axis, and what `own` and the level are called."""
    size, line = style.font_size, line_step(style)
    lines = wrap_apart(names, _MOST_NAME * style.width, size, max_lines=2)
    left = EDGE + max(block_width(own_lines, size) for own_lines in lines) + GAP
    right = style.width - EDGE - 0.06
    title = wrap_text(texts[0], style.width - 2 * EDGE, size, max_lines=2)
    axis_y = EDGE + block_height(title, size) + 0.03 + line + TICK
    top, strips = axis_y + 0.04, []
    lanes = max(1, len(series)) * _LANE + _SPARE
    for own_lines in lines:
        strips.append(Strip(own_lines, top, max(lanes, block_height(own_lines, size) + 0.04)))
        top += strips[-1].height
    legend = arrange_legend(_entries(looks, texts, style), style.width - 2 * EDGE, style)
    values = (p for rows in series.values() for row in rows for p in row)
    return StripPage(
        strips=tuple(strips),
        axis=_fitting_axis([alpha, *own, *values], right - left, style),
        left=left,
        right=right,
        axis_y=axis_y,
        title=title,
        title_y=EDGE + block_height(title, size) / 2,
        legend=legend,
        height=top + 0.06 + legend.height + EDGE,
    )


def _fitting_axis(values: Sequence[float], length: float, style: Style) -> NumberedAxis:
    """A logarithmic axis of all p-values, with as many numbers as have room."""
    known = [min(max(p, LEAST_P), 1.0) for p in values if isfinite(p)]
    axis = value_axis(known, length, log=True, tick_room=_ROOMS[0])
    for room in _ROOMS:
        axis = value_axis(known, length, log=True, tick_room=room)
        places = [length * axis.share_of(place) for place, _ in axis.ticks]
        widths = [text_width(text, style.font_size) for _, text in axis.ticks]
        if all(
            after - before >= (first + second) / 2 + 0.08
            for (before, after), (first, second) in zip(pairwise(places), pairwise(widths), strict=True)
        ):
            return axis
    return NumberedAxis(axis.first, axis.last, axis.ticks[:1], log=True)


def _entries(looks: Mapping[str, Look], texts: tuple[str, str, str], style: Style) -> tuple[LegendEntry, ...]:
    width, size = 0.6 * style.width, style.font_size
    marks = [LegendEntry(wrap_text(label, width, size, max_lines=2), look, line=False) for label, look in looks.items()]
    own = LegendEntry(wrap_text(texts[1], width, size, max_lines=2), Look(style.ink, (), "|"), line=False)
    level = LegendEntry(wrap_text(texts[2], width, size, max_lines=2), Look(style.muted, (4.0, 2.0), ""), width=0.8)
    return (own, *marks, level)
