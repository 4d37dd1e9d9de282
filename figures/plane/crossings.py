"""Which boxes and lines meet; boxes are (x0, y0, x1, y1), lines (x0, y0, x1, y1) from end to end, by broadcasting."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]


def boxes_meet(one: FloatArray, other: FloatArray, gap: float = 0.0) -> BoolArray:
    """Whether boxes are nearer to each other than `gap`.

    Examples
    --------
    >>> boxes_meet(np.array([0.0, 0.0, 1.0, 1.0]), np.array([[0.5, 0.5, 2.0, 2.0], [1.0, 0.0, 2.0, 1.0]])).tolist()
    [True, False]
    """
    met: BoolArray = (
        (one[..., 0] < other[..., 2] + gap)
        & (other[..., 0] < one[..., 2] + gap)
        & (one[..., 1] < other[..., 3] + gap)
        & (other[..., 1] < one[..., 3] + gap)
    )
    return met


def lines_meet(one: FloatArray, other: FloatArray) -> BoolArray:
    """Whether lines cross; those that only touch, such as two from one point, do not.

    Examples
    --------
    >>> lines_meet(np.array([0.0, 0.0, 1.0, 1.0]), np.array([[0.0, 1.0, 1.0, 0.0], [0.0, 0.0, 1.0, 0.0]])).tolist()
    [True, False]
    """
    crossed: BoolArray = (_side(one, other[..., :2]) * _side(one, other[..., 2:]) < 0) & (
        _side(other, one[..., :2]) * _side(other, one[..., 2:]) < 0
    )
    return crossed


def _side(line: FloatArray, point: FloatArray) -> FloatArray:
    """1 for points at one side of a line, -1 at the other, 0 on it or so near that rounding could tell otherwise."""
    along, up = line[..., 2] - line[..., 0], line[..., 3] - line[..., 1]
    turned = along * (point[..., 1] - line[..., 1]) - up * (point[..., 0] - line[..., 0])
    return np.asarray(np.where(np.abs(turned) < 1e-9, 0.0, np.sign(turned)), dtype=np.float64)


def line_meets_box(line: FloatArray, box: FloatArray) -> BoolArray:
    """Whether part of a line lies within a box.

    Examples
    --------
    >>> across, beside = np.array([-1.0, 0.5, 2.0, 0.5]), np.array([2.0, 0.0, 2.0, 1.0])
    >>> box = np.array([0.0, 0.0, 1.0, 1.0])
    >>> bool(line_meets_box(across, box)), bool(line_meets_box(beside, box))
    (True, False)
    """
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
    met: BoolArray = enters < leaves
    return met
