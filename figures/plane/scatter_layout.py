"""Where the parts of a scatter of two algorithms' scores go, in inches, y down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, isfinite
from typing import Literal

from rankpress.figures.axis import NumberedAxis, value_axis
from rankpress.figures.canvas import Legend, LegendEntry, arrange_legend, line_step
from rankpress.figures.isolation import isolated
from rankpress.figures.plane.label_placement import Box, PlacedLabel, place_labels
from rankpress.figures.plane.layout import EDGE, RADIUS, TICK, Frame
from rankpress.figures.style import Look, Style
from rankpress.figures.text import LINE_HEIGHT, block_height, block_width, reach_about_middle, text_width
from rankpress.figures.wrapping import wrap_text

_MOST_SIDE = 3.5
_INSET = 0.06  # between the frame and what a corner says
_MOST_LEADER = 0.16
_SPARE = (0.0, 0.04, 0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.4, 0.6, 1.0)  # at either end of an axis, of its span
SAMPLE = 0.1  # before a count, for the marker that is counted

Point = tuple[float, float]


@dataclass(frozen=True)
class Corner:
    """What stands in a corner of the panel: a name, and beneath it how often it is the better one."""

    lines: tuple[str, ...]
    box: Box
    right: bool
    count_width: float


@dataclass(frozen=True)
class NamedPoint:
    """The name of a data set and its place."""

    dataset: int
    text: str
    place: PlacedLabel


@dataclass(frozen=True)
class Plane:
    """A square frame with the same axis both ways, what stands in it, and the legend above.

    Where the frame has no room for the corners, there are none, and the legend says the same.
    """

    frame: Frame
    points: tuple[Point, ...]
    corners: tuple[Corner, ...]
    labels: tuple[NamedPoint, ...]
    legend: Legend

    @property
    def height(self) -> float:
        """Of the whole."""
        return self.frame.bottom + EDGE


def lay_out_plane(
    names: tuple[str, str],
    scores: Sequence[Point],
    outcomes: Sequence[int],
    datasets: Sequence[str],
    *,
    metric: str,
    better: Literal["higher", "lower"],
    remark: str,
    most_labels: int,
    style: Style,
) -> Plane:
    """Place everything; `scores` are those of the first, which go up, and of the second, which go across."""
    numbers = 0.0
    while True:  # axis numbers may be wider where there is less room, and leave less of it
        panel = _place_panel(names, metric, legend_entries(outcomes, remark, style), numbers, style)
        corners = _corners(names, outcomes, better, panel.box, style)
        if not corners:
            entries = (*_winners(names, outcomes, style), *legend_entries(outcomes, remark, style))
            panel = _place_panel(names, metric, entries, numbers, style)
        axis, points = _fit_axis(scores, corners, panel.box)
        widest = max((text_width(text, style.font_size) for _, text in axis.ticks), default=0.0)
        if widest <= numbers:
            break
        numbers = widest
    left, top, right, _ = panel.box
    side = right - left
    return Plane(
        frame=Frame(left, top, side, side, axis, axis, panel.x_title, panel.y_title, panel.bottom, panel.edge),
        points=points,
        corners=corners,
        labels=_name_outermost(scores, datasets, points, corners, panel.box, most_labels, style),
        legend=panel.legend,
    )


@dataclass(frozen=True)
class _Panel:
    """The square, the titles below and beside it, and the legend above, before anything is in it."""

    box: Box
    x_title: tuple[str, ...]
    y_title: tuple[str, ...]
    edge: float
    bottom: float
    legend: Legend


def _place_panel(
    names: tuple[str, str], metric: str, entries: tuple[LegendEntry, ...], numbers: float, style: Style
) -> _Panel:
    """Place the square so that axis numbers of this width have room, in the middle of the width."""
    size, line = style.font_size, line_step(style)
    below = TICK + 0.02 + line + 0.02 + 2 * line + 0.02 + EDGE
    beside = 2 * line + 0.05 + numbers + TICK + 0.03
    side = max(0.8, min(_MOST_SIDE, style.width - 2 * EDGE - beside - 0.08, style.max_height - 4 * line - below))
    titles = (f"{isolated(metric)} of {isolated(name)}" for name in reversed(names))
    x_title, y_title = (wrap_text(title, side, size, max_lines=2) for title in titles)
    beside += (len(y_title) - 2) * line
    edge = max(EDGE, (style.width - beside - side) / 2)
    left = edge + beside
    legend = arrange_legend(entries, style.width - left - EDGE, style)
    top = EDGE + legend.height + 0.08
    bottom = top + side + TICK + 0.02 + line + 0.02 + block_height(x_title, size) + 0.02
    return _Panel((left, top, left + side, top + side), x_title, y_title, edge, bottom, legend)


def looks(style: Style) -> dict[int, Look]:
    """What data sets look like that the first wins (1), that are tied (0), and that the second wins (-1)."""
    return {
        1: Look(style.palette[0], (), "o"),
        0: Look(style.muted, (), "D"),
        -1: Look(style.palette[1 % len(style.palette)], (), "s"),
    }


def legend_entries(outcomes: Sequence[int], remark: str, style: Style) -> tuple[LegendEntry, ...]:
    """How many are tied, and the remark."""
    entries = []
    ties = sum(outcome == 0 for outcome in outcomes)
    if ties:
        entries.append(LegendEntry((f"tied on {ties:,}",), looks(style)[0], line=False, hollow=True))
    if remark:
        lines = wrap_text(remark, 0.7 * style.width, style.font_size, max_lines=3)
        entries.append(LegendEntry(lines, None))
    return tuple(entries)


def _winners(names: tuple[str, str], outcomes: Sequence[int], style: Style) -> tuple[LegendEntry, ...]:
    """On how many each is better."""
    told = [
        (f"{isolated(name)}: better on {sum(outcome == which for outcome in outcomes):,}", looks(style)[which])
        for name, which in zip(names, (1, -1), strict=True)
    ]
    return tuple(
        LegendEntry(wrap_text(text, 0.7 * style.width, style.font_size, max_lines=3), look, line=False)
        for text, look in told
    )


def _corners(
    names: tuple[str, str], outcomes: Sequence[int], better: Literal["higher", "lower"], panel: Box, style: Style
) -> tuple[Corner, ...]:
    """Who is better above the diagonal, at the upper left, and who is below it, at the lower right."""
    size, side = style.font_size, panel[2] - panel[0]
    above, below = (0, 1) if better == "higher" else (1, 0)

    def corner(which: int, *, right: bool) -> Corner:
        wins = sum(outcome == (-1 if which else 1) for outcome in outcomes)
        lines = (*wrap_text(names[which], 0.44 * side, size, max_lines=2), f"better on {wins:,}")
        count_width = text_width(lines[-1], size)
        width = max(block_width(lines, size), count_width + SAMPLE)
        height = block_height(lines, size)
        left = panel[2] - _INSET - width if right else panel[0] + _INSET
        top = panel[3] - _INSET / 2 - height if right else panel[1] + _INSET / 2
        return Corner(lines, (left, top, left + width, top + height), right, count_width)

    upper, lower = corner(above, right=False), corner(below, right=True)
    fit = max(upper.box[2] - upper.box[0], lower.box[2] - lower.box[0]) + 2 * _INSET <= side
    return (upper, lower) if fit and upper.box[3] <= lower.box[1] else ()


def _fit_axis(scores: Sequence[Point], corners: Sequence[Corner], box: Box) -> tuple[NumberedAxis, tuple[Point, ...]]:
    """The axis that leaves the corners free of points, no longer than necessary, and where it puts the points."""
    left, _, right, bottom = box
    side, values = right - left, [value for score in scores for value in score]
    for share in _SPARE:
        axis = _axis(values, share, side)
        points = tuple(
            (left + axis.share(second) * side, bottom - axis.share(first) * side) for first, second in scores
        )
        if not any(_near(point, corner.box) for point in points for corner in corners):
            break
    return axis, points


def _axis(values: Sequence[float], spare: float, length: float) -> NumberedAxis:
    """An axis of all values, longer by a share of what they span at either end."""
    low, high = min(values), max(values)
    ends = low - spare * (high - low), high + spare * (high - low)
    return value_axis(ends if all(map(isfinite, ends)) else (low, high), length)


def _near(point: Point, box: Box) -> bool:
    """Whether the marker at a point touches a box."""
    reach = RADIUS + 0.02
    return box[0] - reach < point[0] < box[2] + reach and box[1] - reach < point[1] < box[3] + reach


def _name_outermost(
    scores: Sequence[Point],
    datasets: Sequence[str],
    points: Sequence[Point],
    corners: Sequence[Corner],
    panel: Box,
    most: int,
    style: Style,
) -> tuple[NamedPoint, ...]:
    """Name the data sets farthest from the diagonal, as many as have a place beside their point."""
    size, side = style.font_size, panel[2] - panel[0]
    outermost = sorted(range(len(scores)), key=lambda i: (-abs(scores[i][0] - scores[i][1]), i))
    texts = {i: "".join(wrap_text(datasets[i], 0.34 * side, size)) for i in outermost[:most]}
    area = (panel[0] + 0.02, panel[1] + 0.02, panel[2] - 0.02, panel[3] - 0.02)
    diagonal = (panel[0], panel[3], panel[2], panel[1])
    for count in range(min(most, len(scores)), 0, -1):
        named = [i for i in outermost[:count] if texts[i]]
        placed = place_labels(
            [points[i] for i in named],
            [(text_width(texts[i], size), _height(texts[i], size)) for i in named],
            area,
            radius=RADIUS,
            lines=[diagonal],
            others=[point for i, point in enumerate(points) if i not in named],
            boxes=[corner.box for corner in corners],
        )
        if not placed.overlaps and not placed.covered and all(map(_is_near, placed.labels)):
            return tuple(NamedPoint(i, texts[i], place) for i, place in zip(named, placed.labels, strict=True))
    return ()


def _height(text: str, size: float) -> float:
    """Inches to keep free for a name, whose marks may be stacked."""
    return max(0.9 * LINE_HEIGHT * size / 72, 2 * max(reach_about_middle(text, size)))


def _is_near(label: PlacedLabel) -> bool:
    """Whether a label stands so near its point that nobody takes it for another's."""
    x0, y0, x1, y1 = label.leader or (0.0, 0.0, 0.0, 0.0)
    return hypot(x1 - x0, y1 - y0) < _MOST_LEADER
