"""Which columns of numbers are of one scale, so that they may be the scores of several algorithms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rankpress.core.scores import FloatArray

# Numbers, how much the column counts, and whether all are whole.
_Column = tuple[FloatArray, float, bool]


def of_one_scale(columns: Sequence[_Column], may_be_rates: bool) -> list[int]:
    """Return the columns of the scale that those have which count most.

    Where scores may be rates, fractions of 1 are on no scale with columns beyond 1 of which some are whole numbers, as
    counts of instances and classes are: any of these may be near fractions, and near others that are far from them.

    >>> auc, classes = np.array([0.71, 0.82]), np.array([2.0, 9.0])
    >>> columns = [(classes, 0.5, True), (4 * classes, 0.5, True), (auc, 1.0, False), (auc - 0.1, 1.0, False)]
    >>> of_one_scale(columns, may_be_rates=True), of_one_scale(columns, may_be_rates=False)
    ([2, 3], [0, 1, 2, 3])
    """
    beyond = _beyond_rates(columns) if may_be_rates else frozenset()
    groups: list[list[int]] = []
    for at, (numbers, _, _) in enumerate(columns):
        touching = [
            group
            for group in groups
            if any(_near(numbers, columns[other][0]) and (at in beyond) == (other in beyond) for other in group)
        ]
        groups = [
            *(group for group in groups if group not in touching),
            [at, *(i for group in touching for i in group)],
        ]
    best = max(groups, key=lambda group: (sum(columns[at][1] for at in group), group[0] not in beyond), default=[])
    return sorted(best)


def _beyond_rates(columns: Sequence[_Column]) -> frozenset[int]:
    """Return the columns mostly beyond 1 where several are fractions of 1 and some of the others are whole numbers."""
    finite = [numbers[np.isfinite(numbers)] for numbers, _, _ in columns]
    fractions = [
        at for at, of in enumerate(finite) if len(of) and not columns[at][2] and of.min() >= 0 and of.max() <= 1
    ]
    beyond = [at for at, of in enumerate(finite) if len(of) and np.mean(of > 1) >= 0.5]
    is_next_to_counts = len(fractions) > 1 and any(columns[at][2] for at in beyond)
    return frozenset(beyond if is_next_to_counts else ())


def _near(one: FloatArray, other: FloatArray) -> bool:
    """Return whether the numbers of two columns are of one scale: their ranges overlap, or nearly so."""
    some, others = (numbers[np.isfinite(numbers)] for numbers in (one, other))
    if not len(some) or not len(others):
        return False
    low, high = max(some.min(), others.min()), min(some.max(), others.max())
    widths = max(some.max() - some.min(), others.max() - others.min())
    times = _times(float(np.median(some)), float(np.median(others)))
    return bool(times < 1 and low - high <= 2 * widths) or times < 0.5


def _times(one: float, other: float) -> float:
    """Return how many powers of ten lie between two numbers; infinitely many where their signs differ."""
    if one == other:
        return 0.0
    return abs(float(np.log10(one / other))) if np.sign(one) * np.sign(other) > 0 else float("inf")
