"""The first pass of the ordering: on each data set, who is significantly better than whom, and MultiTest's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.naming import Sentence, mentioned
from rankpress.scores import BoolArray, FloatArray, IntArray, MetricScores
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.family import Family
from rankpress.stats.multitest import more_accurate, multitest
from rankpress.stats.pairs import all_pairs
from rankpress.store.of_metric import OfMetric, unkept
from rankpress.within import within_tests

if TYPE_CHECKING:
    from rankpress.spec.model import OrderOptions


@dataclass(frozen=True)
class FirstPass:
    """What MultiTest makes of each data set.

    Parameters
    ----------
    places : (n_datasets, n_algorithms) float array or None
        Places in the order on each data set, 1 the best; None where tests within data sets play no part.
    better : mapping of str to (n_algorithms, n_algorithms) bool array
        By data set, who is significantly better than whom; data sets that could not be tested are left out.
    notes : tuple of str
        Sentences the report must print.
    """

    places: FloatArray | None = None
    better: Mapping[str, BoolArray] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def order_within(
    scores: MetricScores,
    priors: Sequence[tuple[int, ...]],
    options: OrderOptions,
    alpha: float,
    keep: OfMetric | None = None,
) -> FirstPass:
    """Order the algorithms on each data set.

    Parameters
    ----------
    scores : MetricScores
        Scores of the metric.
    priors : sequence of tuple of int
        The prior on each data set, cheapest first.
    options : OrderOptions
        Which test, and which correction for the number of pairs.
    alpha : float
        Level of the tests on each data set together.
    keep : OfMetric or None
        Earlier results on each data set, where these are kept.

    Returns
    -------
    FirstPass
    """
    if options.within in (None, "none"):
        return FirstPass()
    if not scores.is_divided:
        without = "There are no folds or test examples to test within data sets"
        return FirstPass(notes=(f"{without}, so the order rests on the post-hoc test alone.",))
    parts = {"order.within": options.within, "order.within_adjust": options.within_adjust, "test.alpha": alpha}
    on_one = partial(_better_on_one, options=options, alpha=alpha)
    each = (keep or unkept(scores)).recall_each("order within", parts, on_one)
    found = {dataset: better for dataset, better in zip(scores.datasets, each, strict=True) if better is not None}
    places = places_by(each, priors)
    untested = [dataset for dataset in scores.datasets if dataset not in found]
    if not untested:
        return FirstPass(places, found)
    told = Sentence.of("No test was possible within ", mentioned("datasets", untested), "; cost alone orders there.")
    return FirstPass(places, found, (told,))


def _better_on_one(scores: MetricScores, options: OrderOptions, alpha: float) -> BoolArray | None:
    return better_within(scores, 0, options, alpha)


def places_by(better: Sequence[BoolArray | None], priors: Sequence[tuple[int, ...]]) -> FloatArray:
    """Put the algorithms in order on each data set, by who is better there and then by the prior.

    Parameters
    ----------
    better : sequence of (n_algorithms, n_algorithms) bool array or None
        Who is significantly better than whom on each data set; None where it could not be tested.
    priors : sequence of tuple of int
        The prior on each data set, cheapest first.

    Returns
    -------
    (n_datasets, n_algorithms) float array
        Places, 1 the best.
    """
    k = len(priors[0])
    places = np.empty((len(priors), k))
    for row, (prior, on_one) in enumerate(zip(priors, better, strict=True)):
        order = multitest(np.zeros((k, k)) if on_one is None else on_one, prior).order
        places[row, list(order)] = np.arange(1, k + 1)
    return places


@dataclass(frozen=True)
class PairsWithin:
    """Tests of all pairs of algorithms on one data set.

    Parameters
    ----------
    p : (n_pairs,) float array
        In the order of `rankpress.stats.pairs.all_pairs`; 1 for pairs that could not be tested.
    difference : (n_pairs,) float array
        Above 0 where the first is better.
    """

    p: FloatArray
    difference: FloatArray


def compare_pairs_within(scores: MetricScores, row: int, within: str) -> PairsWithin | None:
    """Test all pairs of algorithms on one data set; None where it could not be tested."""
    k = len(scores.algorithms)
    tested = within_tests(scores, row, all_pairs(k), within)
    if tested is None:
        return None
    pairs, tests = tested
    sign = 1.0 if scores.better == "higher" else -1.0
    p, difference = np.ones(k * (k - 1) // 2), np.zeros(k * (k - 1) // 2)
    kept = _positions(pairs, k)
    p[kept], difference[kept] = tests.p, sign * tests.tested_difference
    return PairsWithin(p, difference)


def better_by(tests: PairsWithin, k: int, adjust: str, alpha: float) -> BoolArray:
    """Who of k algorithms is significantly better than whom, by a correction over the pairs on one data set."""
    family = Family(p=tests.p, n_algorithms=k, control=False, average_ranks=None, z=None)
    return more_accurate(ADJUSTMENTS[adjust].function(family), tests.difference, all_pairs(k), k, alpha)


def better_within(scores: MetricScores, row: int, options: OrderOptions, alpha: float) -> BoolArray | None:
    """Who is significantly better than whom on one data set; None where it could not be tested."""
    tests = compare_pairs_within(scores, row, options.within or "none")
    return None if tests is None else better_by(tests, len(scores.algorithms), options.within_adjust, alpha)


def _positions(pairs: IntArray, k: int) -> IntArray:
    """Where pairs (i < j) stand among all pairs of k algorithms."""
    i, j = pairs.T
    positions: IntArray = i * (2 * k - i - 1) // 2 + j - i - 1
    return positions
