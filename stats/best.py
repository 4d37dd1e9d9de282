"""When groups of algorithms that do not differ let a best one be named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import as_order, as_vector

CONDITIONS = (
    "the first in rank differs from all others",
    "the first in rank is in one group, which shares no member with another",
    "the group of the first shares members with others, but not the first, which is its cheapest member",
    "the group of the first shares members with others, but neither the first nor its cheapest member",
)

TWO_GROUPS = "the first in rank is in several groups"
SHARED_CHEAPEST = "the cheapest of the group of the first belongs to another group too"
NO_PRIOR = "nothing says which algorithm of the group of the first is the cheapest"


@dataclass(frozen=True)
class NamedBest:
    """Whether a best may be named.

    Parameters
    ----------
    conditions : tuple of four (bool or None)
        Which of `CONDITIONS` hold, at most one; None where that hangs on a prior which was not given.
    first : tuple of int
        The algorithms of the smallest average rank, several where they tie.
    best : int or None
        The best, None where none may be named.
    why : str
        Why none may be named, where that is so.
    """

    conditions: tuple[bool | None, ...]
    first: tuple[int, ...]
    best: int | None
    why: str = ""


def name_best(
    groups: Sequence[Sequence[int]], average_ranks: ArrayLike, prior: Sequence[int] | None = None
) -> NamedBest:
    """Name the best algorithm from groups of algorithms that do not differ, if one of four conditions holds.

    Parameters
    ----------
    groups : sequence of sequences of int
        The maximal sets of two or more algorithms in which no two differ significantly, as
        `rankpress.stats.groups.groups` finds them.
    average_ranks : (n_algorithms,) array_like
        1 for the best.
    prior : sequence of int or None
        All algorithms, the cheapest (simplest) first; None where that is not known.

    Returns
    -------
    NamedBest

    Raises
    ------
    ValueError
        If a group has fewer than two members or one that is no algorithm, or the prior does not name each
        algorithm once.

    Notes
    -----
    A test of equality separates algorithms but does not order them. Section 2.2 of [2]_, after [1]_, lists
    four cases in which its outcome, drawn as lines under algorithms in rank order, still tells the best:

    1. the first has no line: it is the best;
    2. the first has one line that overlaps no other: the cheapest algorithm on it is the best;
    3. that line overlaps others, the overlap leaves out the first, and the first is itself the cheapest on
       its line: it is the best;
    4. as 3, but another is the cheapest on the line, and the overlap leaves it out too: that one is the best.

    Lines are the groups, overlap their common members. The text of the third case does not say that the
    first is the cheapest, but its example (1 3 4 2, numbered from the cheapest up) does, and without it no
    outcome with lines would be left undecided. As to the fourth, the example that cannot be decided
    (4 3 2 1) has its line's cheapest algorithm, 2, in the overlap, and on the next line a cheaper one, which
    differs from the first. Groups of tests other than of ranks need not be runs; a first that is in several
    has several lines, and none of the conditions holds.

    References
    ----------
    .. [1] Yildiz, O. T. and Alpaydin, E. (2006). Ordering and finding the best of K > 2 supervised learning
       algorithms. IEEE Transactions on Pattern Analysis and Machine Intelligence 28, 392-402.
       doi:10.1109/TPAMI.2006.61
    .. [2] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Cost-conscious comparison of supervised learning
       algorithms over multiple data sets. Pattern Recognition 45, 1772-1781, section 2.2.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    The paper's "4 1 3 2" and "4 3 2 1", algorithms here numbered from 0, lines under the first three and the
    last two:

    >>> name_best([(3, 0, 2), (2, 1)], [2, 4, 3, 1], prior=range(4))
    NamedBest(conditions=(False, False, False, True), first=(3,), best=0, why='')
    >>> name_best([(3, 2, 1), (1, 0)], [4, 3, 2, 1], prior=range(4)).why
    'the cheapest of the group of the first belongs to another group too'
    """
    ranks = as_vector("average_ranks", average_ranks, least=2)
    lines = _as_groups(groups, ranks.size)
    cheapest_first = None if prior is None else as_order("prior", prior, ranks.size)
    first = tuple(np.flatnonzero(ranks == ranks.min()).tolist())
    under = [line for line in lines if not line.isdisjoint(first)]
    if not under and len(first) == 1:
        return NamedBest((True, False, False, False), first, first[0])
    if len(under) != 1 or not under[0].issuperset(first):
        return NamedBest((False,) * 4, first, None, TWO_GROUPS)
    [line] = under
    overlap = line & {member for other in lines if other != line for member in other}
    if cheapest_first is None:
        known = (False, True, False, False) if not overlap else (False, False, None, None)
        return NamedBest(known, first, None, NO_PRIOR)
    cheapest = min(line, key=cheapest_first.index)
    if not overlap:
        return NamedBest((False, True, False, False), first, cheapest)
    if cheapest in overlap:
        return NamedBest((False,) * 4, first, None, SHARED_CHEAPEST)
    return NamedBest((False, False, cheapest in first, cheapest not in first), first, cheapest)


def _as_groups(groups: Sequence[Sequence[int]], k: int) -> list[frozenset[int]]:
    lines = [frozenset(int(member) for member in group) for group in groups]
    for line in lines:
        if len(line) < 2 or not line <= set(range(k)):
            raise ValueError(f"groups: got {sorted(line)}; two or more indices from 0 to {k - 1} are needed")
    return lines
