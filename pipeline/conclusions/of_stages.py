"""What a study concludes, from what its stages returned."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import isnan

from rankpress.adjust import Adjusted
from rankpress.best import Best
from rankpress.conclusions.conclusion import DIFFER, Concluded, Conclusion, about_pair, best_ranked
from rankpress.order import Ordered
from rankpress.rank import Ranking
from rankpress.test import Tested

Conclusions = dict[Conclusion, Concluded]


def concluded_over(names: Sequence[str], ranking: Ranking, tested: Tested, adjusted: Adjusted) -> Conclusions:
    """What the tests over the data sets conclude, but the pairs: do they differ, who leads, which groups there are.

    Parameters
    ----------
    names : sequence of str
        The algorithms, in the order that all arrays use.
    ranking, tested, adjusted : Ranking, Tested, Adjusted
        As the stages returned them.

    Returns
    -------
    dict of Conclusion to Concluded
    """
    averages = dict(zip(names, ranking.average.tolist(), strict=True))
    found = {Conclusion("best-ranked"): Concluded(best_ranked(averages))}
    for name, outcome in tested.omnibus.items():
        p = None if isnan(outcome.p) else outcome.p  # where all tie there is no test
        found[Conclusion("omnibus", name)] = Concluded(DIFFER if outcome.p <= adjusted.alpha else (), p)
    for method, groups in adjusted.groups.items():
        found[Conclusion("groups", method)] = Concluded(tuple(tuple(names[i] for i in group) for group in groups))
    return found


def concluded_of_pairs(
    names: Sequence[str], tested: Tested, adjusted: Adjusted, asked: Collection[Conclusion] | None = None
) -> Conclusions:
    """Who is significantly better than whom over the data sets, by each adjustment.

    Parameters
    ----------
    names, tested, adjusted
        As for `concluded_over`.
    asked : collection of Conclusion or None
        Those that are asked about; None asks about all pairs.

    Returns
    -------
    dict of Conclusion to Concluded
    """
    if tested.over is None:
        return {}
    found: Conclusions = {}
    pairs, favours = tested.over.pairs.tolist(), tested.over.favours.tolist()
    for method, of_pairs in adjusted.p.items():
        for (a, b), leaning, p in zip(pairs, favours, of_pairs.tolist(), strict=True):
            conclusion = about_pair(method, names[a], names[b])
            if asked is None or conclusion in asked:
                significant = leaning and p <= adjusted.alpha
                found[conclusion] = Concluded(((names[a if leaning > 0 else b],),) if significant else (), p)
    return found


def concluded_best(names: Sequence[str], best: Best | None) -> Conclusions:
    """Who may be named the best; nothing where there are no groups."""
    if best is None:
        return {}
    named = best.named.best
    return {Conclusion("best"): Concluded(() if named is None else ((names[named],),))}


def concluded_order(names: Sequence[str], ordered: Ordered) -> Conclusions:
    """The order; nothing where there is none."""
    if not ordered.ranking:
        return {}
    return {Conclusion("order"): Concluded((tuple(names[place.algorithm] for place in ordered.ranking),))}
