"""Whether the groups that the tests leave together let a best algorithm be named."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rankpress.adjust import Adjusted
from rankpress.order import Ordered
from rankpress.rank import Ranking
from rankpress.stats.best import NamedBest, name_best
from rankpress.test import Tested

BEATEN = "the tests find another better than the one whom the groups would name"


@dataclass(frozen=True)
class Best:
    """Which of the four conditions hold for the groups by one adjustment, and who may be named.

    Parameters
    ----------
    adjustment : str
        The first adjustment of the study, whose groups these are.
    cost : str or None
        What says who is the cheapest; None where the spec stated the prior, or there is none.
    named : NamedBest
        The outcome.
    """

    adjustment: str
    cost: str | None
    named: NamedBest


def find_best(ranking: Ranking, tested: Tested, adjusted: Adjusted, ordered: Ordered) -> Best | None:
    """See whether the first adjustment lets a best be named.

    Parameters
    ----------
    ranking : Ranking
        Average ranks.
    tested : Tested
        Comparisons over the data sets.
    adjusted : Adjusted
        Groups by adjustment.
    ordered : Ordered
        The ordering, for its prior.

    Returns
    -------
    Best or None
        None where there are no groups: nothing was compared, or only with a control.

    References
    ----------
    .. [1] Ulas, Yildiz and Alpaydin (2012), section 2.2, doi:10.1016/j.patcog.2011.10.005
    """
    method = adjusted.deciding
    if tested.over is None or method is None or method not in adjusted.groups:
        return None
    named = name_best(adjusted.groups[method], ranking.average, ordered.prior or None)
    apart = adjusted.p[method] <= adjusted.alpha
    first, second = tested.over.pairs.T
    beaten = np.where(tested.over.favours > 0, second, first)[apart & (tested.over.favours != 0)]
    if named.best in beaten:  # of groups and ranks alone, a test of scores that favours the worse ranked is not seen
        named = replace(named, conditions=(False,) * 4, best=None, why=BEATEN)
    return Best(method, ordered.cost, named)
