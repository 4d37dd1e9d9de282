"""Where significant differences are not transitive, and where an order contradicts one of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rankpress.adjust import Adjusted
from rankpress.order import Ordered
from rankpress.scores import BoolArray
from rankpress.stats.multitest import more_accurate
from rankpress.stats.transitivity import Intransitivity, find_contradicted, find_intransitive
from rankpress.test import Tested

MOST_TRIPLES = 5
"""Of one family of tests; how many there are is told as well."""


@dataclass(frozen=True)
class Contradictions:
    """One family of tests whose significant differences no order can respect, or this one does not.

    Parameters
    ----------
    test : {"comparisons", "order", "within"}
        The study's comparisons over the data sets by its first adjustment; the tests that decided the order over all
        data sets; or those that decided the order on one data set.
    dataset : str or None
        Which one.
    adjustment : str
        The correction for the number of pairs.
    intransitive : Intransitivity
        Triples whose differences are not transitive.
    contradicted : tuple of (int, int)
        [a, b]: a is significantly better than b, yet comes after it in the order.
    """

    test: Literal["comparisons", "order", "within"]
    dataset: str | None
    adjustment: str
    intransitive: Intransitivity
    contradicted: tuple[tuple[int, int], ...]


def find_contradictions(tested: Tested, adjusted: Adjusted, ordered: Ordered) -> tuple[Contradictions, ...]:
    """Hold the order against the significant differences over the data sets and within each.

    Parameters
    ----------
    tested : Tested
        Comparisons over the data sets.
    adjusted : Adjusted
        Their adjusted p-values.
    ordered : Ordered
        The order, and the differences that it was made from.

    Returns
    -------
    tuple of Contradictions
        Only of the families of tests where there is something to tell.
    """
    if not ordered.ranking:
        return ()
    return tuple(one for one in _families(tested, adjusted, ordered) if _is_worth_telling(one))


def _is_worth_telling(one: Contradictions) -> bool:
    return bool(one.contradicted or one.intransitive.n_cycles or one.intransitive.n_gaps)


def _families(tested: Tested, adjusted: Adjusted, ordered: Ordered) -> Iterator[Contradictions]:
    order = tuple(position.algorithm for position in ordered.ranking)
    method = adjusted.deciding
    if tested.over is not None and method is not None:
        k = len(order)
        better = more_accurate(adjusted.p[method], tested.over.favours, tested.over.pairs, k, adjusted.alpha)
        # with a control, two others are not compared, so that nothing is known of triples
        triples = Intransitivity(0, 0, ()) if tested.control is not None else find_intransitive(better, MOST_TRIPLES)
        yield Contradictions("comparisons", None, method, triples, find_contradicted(better, order))
    if ordered.omnibus is not None and ordered.better is not None:
        yield _of_order("order", None, ordered.adjust, ordered.better, order)
    for dataset, better in ordered.better_within.items():
        yield _of_order("within", dataset, ordered.within_adjust, better, ordered.per_dataset[dataset])


def _of_order(
    test: Literal["order", "within"], dataset: str | None, adjustment: str, better: BoolArray, order: tuple[int, ...]
) -> Contradictions:
    triples = find_intransitive(np.asarray(better), MOST_TRIPLES)
    return Contradictions(test, dataset, adjustment, triples, find_contradicted(better, order))
