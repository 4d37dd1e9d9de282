"""Labels next to the points of a plane, none overlapping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

_FloatArray = npt.NDArray[np.float64]
_BoolArray = npt.NDArray[np.bool_]


def boxes_meet(boxes: _FloatArray, others: _FloatArray) -> _BoolArray:
    """Return whether boxes overlap."""
    met: _BoolArray = (
        (boxes[..., 0] < others[..., 2])
        & (others[..., 0] < boxes[..., 2])
        & (boxes[..., 1] < others[..., 3])
        & (others[..., 1] < boxes[..., 3])
    )
    return met


def lines_meet(lines: _FloatArray, others: _FloatArray) -> _BoolArray:
    """Return whether lines cross; those that only touch, such as two from one point, do not."""
    crossed: _BoolArray = (_side(lines, others[..., :2]) * _side(lines, others[..., 2:]) < 0) & (
        _side(others, lines[..., :2]) * _side(others, lines[..., 2:]) < 0
    )
    return crossed


def _side(line: _FloatArray, point: _FloatArray) -> _FloatArray:
    """1 for points at one side of a line, -1 at the other, 0 on it or within rounding of it."""
    along, up = line[..., 2] - line[..., 0], line[..., 3] - line[..., 1]
    turned = along * (point[..., 1] - line[..., 1]) - up * (point[..., 0] - line[..., 0])
    return np.asarray(np.where(np.abs(turned) < 1e-9, 0.0, np.sign(turned)), dtype=np.float64)


def line_meets_box(line: _FloatArray, box: _FloatArray) -> _BoolArray:
    """Return whether part of a line lies within a box."""
    enters, leaves = np.zeros(()), np.ones(())
    for axis in (0, 1):
        begin, run = line[..., axis], line[..., axis + 2] - line[..., axis]
        still = np.abs(run) < 1e-12
        step = np.where(still, 1.0, run)
        near, far = (box[..., axis] - begin) / step, (box[..., axis + 2] - begin) / step
        outside = still & ((begin <= box[..., axis]) | (begin >= box[..., axis + 2]))
        low, high = np.minimum(near, far), np.maximum(near, far)
        enters = np.maximum(enters, np.where(outside, 2.0, np.where(still, 0.0, low)))
        leaves = np.minimum(leaves, np.where(still, 1.0, high))
    met: _BoolArray = enters < leaves
    return met


Box = tuple[float, float, float, float]

_GAP = 0.04  # between a marker and the label next to it
_APART = 0.06  # between labels next to each other; lines of text bring their distance from those above them
_SIDES = 16
_NEAR = (0.0, 0.05, 0.1, 0.17, 0.25, 0.35, 0.47, 0.6)
_FAR = (0.8, 1.05, 1.35, 1.7, 2.1, 2.6, 3.2)
_LEADER_FROM = 0.04  # from here on a line ties a label to its point
_SWEEPS = 20
_ORDERS, _MOST_REORDERED = 8, 20  # orders in which labels are placed, unless there are more labels than that

# What makes a place worse, in inches of distance that one would rather go.
_OVERLAP, _COVERED_POINT, _CROSSED, _COVERED_LINE, _MISREAD = 1000.0, 30.0, 4.0, 1.5, 0.4


@dataclass(frozen=True)
class PlacedLabel:
    """The box of a label, and the line from its point to it where it stands apart."""

    box: Box
    leader: Box | None

    @property
    def left(self) -> float:
        """The left edge of the label."""
        return self.box[0]

    @property
    def middle(self) -> float:
        """The middle of the label's height."""
        return (self.box[1] + self.box[3]) / 2


@dataclass(frozen=True)
class LabelPlacement:
    """Labels in the order of their points, and what is left to be wished."""

    labels: tuple[PlacedLabel, ...]
    overlaps: int  # pairs of labels that overlap, or nearly touch next to each other
    covered: int  # points that lie under a label, one for each label over them
    reach: float  # average distance of a label from its point, beyond that of one next to it


@dataclass(frozen=True)
class _Places:
    """All places that labels may take: (n_labels, n_places, 4) boxes and leaders, (n_labels, n_places) costs."""

    boxes: _FloatArray
    leaders: _FloatArray
    costs: _FloatArray
    reach: _FloatArray


def place_labels(
    points: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    area: Box,
    *,
    radius: float = 0.03,
    lines: Sequence[Box] = (),
    others: Sequence[tuple[float, float]] = (),
) -> LabelPlacement:
    """Place a label next to each point."""
    if not points:
        return LabelPlacement((), 0, 0, 0.0)
    spots, extents = np.array(points, dtype=np.float64), np.array(sizes, dtype=np.float64)
    markers = np.array([*points, *others], dtype=np.float64)
    marks = np.concatenate([markers - radius, markers + radius], axis=1)
    barriers = np.array(lines, dtype=np.float64).reshape(-1, 4)
    best: LabelPlacement | None = None
    for distances, grid in ((_NEAR, False), (_NEAR + _FAR, False), (_NEAR + _FAR, True)):
        places = _find_places(spots, extents, area, radius, distances, grid=grid)
        places.costs[:] += _cost_of_covering(places, marks, barriers)
        places.costs[:] += _MISREAD * _are_nearer_to_others(places.boxes, markers)
        placement = _result(places, _choose(places), marks)
        if best is None or (placement.overlaps, placement.covered) < (best.overlaps, best.covered):
            best = placement
        if not best.overlaps and not best.covered:
            break
    assert best is not None
    return best


def _find_places(
    points: _FloatArray, sizes: _FloatArray, area: Box, radius: float, distances: Sequence[float], *, grid: bool
) -> _Places:
    """Boxes at all sides of each point, pushed back into the area; on a grid over all of it where `grid` is set."""
    angles = np.arange(_SIDES) * 2 * np.pi / _SIDES
    sides = np.stack([np.cos(angles), -np.sin(angles)], axis=1)
    away = np.repeat(np.array(distances), _SIDES)
    directions = np.tile(sides, (len(distances), 1))
    # A label above or below its point is centred there; one at a side has its near edge there.
    centres = (
        points[:, None, :]
        + directions * (radius + _GAP + away)[:, None]
        + np.clip(2.6 * directions, -1, 1) * sizes[:, None, :] / 2
    )
    if grid:
        across, down = np.arange(area[0], area[2], 0.06), np.arange(area[1], area[3], 0.06)
        nodes = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
        centres = np.concatenate([centres, np.broadcast_to(nodes, (len(points), *nodes.shape))], axis=1)
    half = sizes[:, None, :] / 2
    least, most = np.array(area[:2]) + half, np.array(area[2:]) - half
    centres = np.minimum(np.maximum(centres, least), np.maximum(most, least))
    boxes = np.concatenate([centres - half, centres + half], axis=2)
    nearest = np.clip(points[:, None, :], boxes[..., :2], boxes[..., 2:])
    distance = np.hypot(*np.moveaxis(nearest - points[:, None, :], -1, 0))
    reach = np.maximum(distance - radius - _GAP, 0.0)
    near_edge = np.maximum(distance, 1e-12)[..., None]
    start = points[:, None, :] + (nearest - points[:, None, :]) / near_edge * np.minimum(radius, near_edge)
    leaders = np.concatenate([start, nearest], axis=2)
    # Right is read most easily, then left, above and below, and between them.
    offset = centres - points[:, None, :]
    requested = np.where(offset[..., 0] < -1e-9, 0.02, 0.0) + 0.04 * np.minimum(
        np.abs(offset[..., 1]) / np.maximum(half[..., 1], 1e-9), 1.0
    )
    return _Places(boxes, leaders, reach + requested + np.where(reach > _LEADER_FROM, 0.08, 0.0), reach)


def _cost_of_covering(places: _Places, marks: _FloatArray, lines: _FloatArray) -> _FloatArray:
    """Return what labels and leaders cost by the markers and lines that they lie over."""
    covered = boxes_meet(places.boxes[:, :, None, :], marks).sum(axis=2) * _COVERED_POINT
    under = line_meets_box(lines, places.boxes[:, :, None, :]).sum(axis=2) * _COVERED_LINE
    tied = places.reach > _LEADER_FROM
    # A leader begins at its own marker's edge, and may touch that.
    inner = marks + np.array([1.0, 1.0, -1.0, -1.0]) * 0.25 * (marks[:, 2:] - marks[:, :2])[:, [0, 1, 0, 1]]
    crossed = line_meets_box(places.leaders[:, :, None, :], inner).sum(axis=2) * tied * _CROSSED / 4
    return np.asarray(covered + under + crossed, dtype=np.float64)


def _are_nearer_to_others(boxes: _FloatArray, markers: _FloatArray) -> _BoolArray:
    """Return which places of a label, whose marker has its index, are nearer to another marker, as if of that one."""
    nearer = np.zeros(boxes.shape[:2], dtype=bool)
    for label, places in enumerate(boxes):
        nearest = np.clip(markers[:, None, :], places[:, :2], places[:, 2:])
        distances = np.hypot(*np.moveaxis(nearest - markers[:, None, :], -1, 0))
        nearer[label] = np.delete(distances, label, axis=0).min(axis=0, initial=np.inf) < distances[label] - 0.01
    return nearer


def _choose(places: _Places) -> list[int]:
    """The place of each label, those with the least choice first; in other orders too, where any is badly placed."""
    count = len(places.boxes)
    cheap = (places.costs < _COVERED_POINT).sum(axis=1)
    order = sorted(range(count), key=lambda i: (int(cheap[i]), i))
    best, least = _choose_in_order(places, order)
    for number in range(1, min(count, _ORDERS) if count <= _MOST_REORDERED else 1):
        if max(least) < _MISREAD:
            break
        start = number * count // min(count, _ORDERS)
        chosen, costs = _choose_in_order(places, [*order[start:], *order[:start]])
        if sum(costs) < sum(least) - 1e-6:
            best, least = chosen, costs
    return best


def _choose_in_order(places: _Places, order: Sequence[int]) -> tuple[list[int], list[float]]:
    """Place one label after the other, then each where it is best; return their places and what these cost."""
    chosen, costs = [-1] * len(order), [0.0] * len(order)
    for _ in range(_SWEEPS):
        changed = False
        for label in order:
            set_ones = [i for i in range(len(order)) if i != label and chosen[i] >= 0]
            cost = places.costs[label] + _cost_among(places, label, set_ones, [chosen[i] for i in set_ones])
            place = int(np.argmin(cost.round(9)))
            if chosen[label] < 0 or cost[place] < cost[chosen[label]] - 1e-6:
                chosen[label], changed = place, True
            costs[label] = float(cost[chosen[label]])
        if not changed:
            break
    return chosen, costs


def _cost_among(places: _Places, label: int, others: list[int], index: list[int]) -> _FloatArray:
    """Return what each place of a label costs by the labels that are set, and by their leaders."""
    boxes, leaders = places.boxes[label][:, None, :], places.leaders[label][:, None, :]
    set_boxes, set_leaders = places.boxes[others, index], places.leaders[others, index]
    tied, set_tied = places.reach[label][:, None] > _LEADER_FROM, places.reach[others, index] > _LEADER_FROM
    overlaps = boxes_meet(_widened(boxes), set_boxes)
    crossed = (
        (tied & line_meets_box(leaders, set_boxes)).astype(np.float64)
        + (set_tied & line_meets_box(set_leaders, boxes))
        + (tied & set_tied & lines_meet(leaders, set_leaders))
    )
    return np.asarray((overlaps * _OVERLAP + crossed * _CROSSED).sum(axis=1), dtype=np.float64)


def _widened(boxes: _FloatArray) -> _FloatArray:
    """Boxes with what must stay free next to them."""
    return np.asarray(boxes + np.array([-_APART, 0.0, _APART, 0.0]), dtype=np.float64)


def _result(places: _Places, chosen: list[int], marks: _FloatArray) -> LabelPlacement:
    which = np.arange(len(chosen))
    boxes, leaders, reach = (values[which, chosen] for values in (places.boxes, places.leaders, places.reach))
    overlaps = int(np.triu(boxes_meet(_widened(boxes)[:, None, :], boxes), 1).sum())
    covered = int(boxes_meet(boxes[:, None, :], marks).sum())
    labels = tuple(
        PlacedLabel(_as_box(box), _as_box(leader) if far > _LEADER_FROM else None)
        for box, leader, far in zip(boxes, leaders, reach, strict=True)
    )
    return LabelPlacement(labels, overlaps, covered, float(reach.mean()))


def _as_box(values: _FloatArray) -> Box:
    left, top, right, bottom = values.tolist()
    return left, top, right, bottom
