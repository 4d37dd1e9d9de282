"""Algorithms that no other is as good as or better than in two things at once, such as rank and cost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import as_vector


@dataclass(frozen=True)
class Front:
    """The undominated algorithms.

    Parameters
    ----------
    members : tuple of int
        The cheapest first, which is the worst of them; those equal in both things follow one another.
    dominated_by : tuple of (int or None)
        For each algorithm the member that costs least among those that dominate it, the first of several; None for
        members.
    """

    members: tuple[int, ...]
    dominated_by: tuple[int | None, ...]


def undominated(cost: ArrayLike, loss: ArrayLike) -> Front:
    """Find the algorithms that no other beats in cost or loss without being beaten in the other.

    Parameters
    ----------
    cost, loss : (n_algorithms,) array_like
        Less is better in both; turn scores of which more is better by their sign.

    Returns
    -------
    Front

    Raises
    ------
    ValueError
        If the vectors differ in length, are empty, or hold what is not finite.

    Notes
    -----
    One algorithm dominates another if it is at most as dear and at most as bad, and better in one of the two. Those
    equal in both do not dominate each other: they are on the front together, or not at all [1]_. In order of cost,
    and of loss at equal cost, an algorithm is on the front if its loss is below that of all before it, or if it
    equals the last one of the front in both.

    References
    ----------
    .. [1] Kung, H. T., Luccio, F. and Preparata, F. P. (1975). On finding the maxima of a set of vectors. Journal of
       the ACM 22, 469-476. doi:10.1145/321906.321910

    Examples
    --------
    The third is dearer and worse than the second:

    >>> undominated([1.0, 3.0, 4.0, 9.0], [4.0, 2.0, 3.0, 1.0])
    Front(members=(0, 1, 3), dominated_by=(None, None, 1, None))
    """
    costs = as_vector("cost", cost)
    losses = as_vector("loss", loss, length=costs.size)
    members: list[int] = []
    for i in np.lexsort((losses, costs)).tolist():
        last = members[-1] if members else None
        if last is None or losses[i] < losses[last] or (costs[i] == costs[last] and losses[i] == losses[last]):
            members.append(i)
    dominated_by = tuple(
        None if i in members else next(j for j in members if costs[j] <= costs[i] and losses[j] <= losses[i])
        for i in range(costs.size)
    )
    return Front(tuple(members), dominated_by)
