"""The adjust stage: adjusted p-values, critical differences and groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import ADJUSTMENTS, EXHAUSTIVE, PAIRWISE, adjustment_of_p, default_adjustments
from rankpress.core.scores import FloatArray, MetricResults, MetricScores
from rankpress.stages.rank import Ranking
from rankpress.stages.test import OverDatasets, Tested
from rankpress.stats.families import Family, family_of
from rankpress.stats.groups import MOST_GROUPS, TooManyGroups, groups
from rankpress.stats.nemenyi import CriticalDifference, bonferroni_dunn_critical_difference, nemenyi_critical_difference
from rankpress.stats.pairs import PairTests
from rankpress.stats.sign_flips import EXACT_UP_TO
from rankpress.stats.westfall_young import flip_weights
from rankpress.wording.text import Prose

if TYPE_CHECKING:
    from rankpress.spec.model import AdjustMethod

MOST_FOR_ALL_SETS = 8
"""Algorithms up to which Bergmann and Hommel's adjustment, which the spec did not ask for, takes no time."""


@dataclass(frozen=True)
class Adjusted:
    """Adjusted p-values of the comparisons over data sets."""

    alpha: float  # level of each adjustment; a comparison is significant where its adjusted p is at most alpha
    # adjusted p-values by method, in the order of `Tested.over.pairs`; the first method decides groups and bold face
    p: Mapping[str, FloatArray]
    # for each method (all pairs only) the maximal sets of algorithms in which no pair differs, best first; none of two
    groups: Mapping[str, tuple[tuple[int, ...], ...]]
    # "nemenyi" for all pairs, "bonferroni-dunn" with a control, where comparisons are by rank-z
    critical_difference: Mapping[str, CriticalDifference]
    left_out: Mapping[str, Prose]  # methods that could not be used, and why
    within: str  # the method of the pairs within data sets: the first one that takes p-values alone, else Holm's
    notes: tuple[Prose, ...] = ()  # sentences the report must print
    # by method, what no adjusted p can be below, whatever the scores, for tests that have a least p of so many data
    # sets; empty for others, and where that is far below the level
    least: Mapping[str, FloatArray] = field(default_factory=dict)
    # those of `Tested.also`, by the adjustments that suit each of these tests; p-values alone, for they decide nothing
    also: tuple[Adjusted, ...] = ()
    # by method, how many random signs of the data sets were drawn and with which seed, where not all were counted
    signs: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    # by method, of how many p-values its family is, where it is of the pairs of all metrics
    across: Mapping[str, int] = field(default_factory=dict)
    # unadjusted p-values of the pairs of the other metrics, which the methods in `across` adjust with these
    others: FloatArray = field(default_factory=lambda: np.zeros(0))

    @property
    def adjusts(self) -> bool:
        """Whether the study allows for the number of comparisons, where it has several."""
        return [*self.p, *self.left_out] != [UNADJUSTED]

    @property
    def deciding(self) -> str | None:
        """The method that decides groups and bold face: the first one, None where nothing was adjusted."""
        return next(iter(self.p), None)

    def family_size(self, method: str) -> int:
        """Return how many comparisons a method adjusts together: of one metric, or of all; 1 where none is adjusted."""
        return 1 if method == UNADJUSTED else self.across.get(method, len(self.p[method]))


def adjust(
    ranking: Ranking,
    tested: Tested,
    methods: tuple[AdjustMethod, ...],
    alpha: float,
    by_dataset: FloatArray | None = None,
    others: FloatArray | None = None,
) -> Adjusted:
    """Adjust the p-values over data sets for their number, on request together with those of other metrics.

    `others` has these in its first row, and in its second the least that their tests can give, as `p_values_of` has it.
    """
    p_others, least_others = (None, None) if others is None else others
    adjusted = at_level(ranking, tested, adjusted_p(ranking, tested, methods, alpha, by_dataset, p_others), alpha)
    if tested.over is not None:
        used = [method for method in methods if method.name in adjusted.p]
        family = _family(ranking, tested, tested.over, by_dataset, least_others)
        adjusted = replace(adjusted, least=_least(tested.over, family, used, alpha))
    also = tuple(replace(tested, over=over, also=()) for over in tested.also)
    by = [_usual(other, ranking) if adjusted.adjusts else methods for other in also]
    pairs = zip(also, by, strict=True)
    return replace(adjusted, also=tuple(adjusted_p(ranking, other, fitting, alpha) for other, fitting in pairs))


def _usual(tested: Tested, ranking: Ranking) -> tuple[AdjustMethod, ...]:
    """Return the adjustments of a test that is reported too; those over all pairs as far as they take no time."""
    from rankpress.spec.model import AdjustMethod

    if tested.over is None:
        return ()
    control, test = tested.control is not None, tested.over.procedure
    names = default_adjustments(control=control, pairwise=test)
    quick = len(ranking.average) <= MOST_FOR_ALL_SETS
    if quick and ADJUSTMENTS[EXHAUSTIVE].fits(control=control, pairwise=PAIRWISE[test]):
        names = (*names, EXHAUSTIVE)
    return tuple(AdjustMethod.unchecked(name=name) for name in names)


def signed_by_dataset(scores: MetricResults, tested: Tested, methods: tuple[AdjustMethod, ...]) -> FloatArray | None:
    """Return what each data set adds to the statistics, where a method exchanges their signs; None where none does."""
    if tested.over is None or not isinstance(scores, MetricScores):
        return None
    statistic = PAIRWISE[tested.over.procedure].signs
    if statistic is None or not any(ADJUSTMENTS[method.name].by_signs for method in methods):
        return None
    zeros: Any = tested.over.options.get("zeros", "split")
    over = tested.over
    return flip_weights(scores.oriented, over.pairs, statistic, zeros, tolerance=over.tolerance)


def adjusted_p(
    ranking: Ranking,
    tested: Tested,
    methods: tuple[AdjustMethod, ...],
    alpha: float,
    by_dataset: FloatArray | None = None,
    others: FloatArray | None = None,
) -> Adjusted:
    """Adjust the p-values as `adjust` does, without groups, critical differences and least p, which take longer."""
    within = adjustment_of_p(method.name for method in methods)
    if tested.over is None:
        return Adjusted(alpha, {}, {}, {}, {method.name: tested.left_out["over"] for method in methods}, within)
    family = _family(ranking, tested, tested.over, by_dataset, others)
    reasons = {method.name: ADJUSTMENTS[method.name].inapplicable(family) for method in methods}
    adjusted: dict[str, FloatArray] = {
        method.name: ADJUSTMENTS[method.name].adjust(family, **method.options)
        for method in methods
        if not reasons[method.name]
    }
    left_out: dict[str, str] = {name: reason for name, reason in reasons.items() if reason}
    drawn = by_dataset is not None and len(by_dataset) > EXACT_UP_TO
    signs = {
        method.name: (method.options["draws"], method.options["seed"])
        for method in methods
        if drawn and method.name in adjusted and ADJUSTMENTS[method.name].by_signs
    }
    across = {
        method.name: len(family.p_with_others)
        for method in methods
        if method.name in adjusted and method.options.get("over") == "metrics"
    }
    of_others = np.zeros(0) if others is None or not across else others
    return Adjusted(alpha, adjusted, {}, {}, left_out, within, signs=signs, across=across, others=of_others)


def p_values_of(tested: Sequence[Tested]) -> FloatArray:
    """Return the unadjusted p-values over the data sets of several metrics, and the least that their tests can give.

    Each is a row of an array, one metric after the other.
    """
    each = [tests.over for tests in tested if tests.over is not None]
    rows = [np.stack([over.p, over.details.get("least_p", np.zeros(len(over.p)))]) for over in each]
    both: FloatArray = np.nan_to_num(np.concatenate([np.zeros((2, 0)), *rows], axis=1), nan=1.0)
    return both


def _family(
    ranking: Ranking,
    tested: Tested,
    over: OverDatasets,
    by_dataset: FloatArray | None,
    others: FloatArray | None = None,
) -> Family:
    tests = PairTests(over.procedure, over.statistic, over.p, over.details)
    control, average = tested.control is not None, ranking.average
    family = family_of(tests, len(average), control=control, average_ranks=average, by_dataset=by_dataset)
    return replace(family, others=others)


def at_level(
    ranking: Ranking, tested: Tested, adjusted: Adjusted, alpha: float, most_groups: int = MOST_GROUPS
) -> Adjusted:
    """Read adjusted p-values at a level: the groups that they leave undivided, and the critical differences.

    Two algorithms have neither: their only p-value says all.
    """
    if tested.over is None or ranking.is_of_two:
        return replace(adjusted, alpha=alpha)
    grouped = {} if tested.control is not None else adjusted.p
    groups_by_method, notes = _groups(ranking, tested.over, grouped, alpha, most_groups)
    differences: dict[str, CriticalDifference] = {}
    if PAIRWISE[tested.over.procedure].uses == "average-ranks":
        size = len(ranking.average), ranking.n_datasets
        differences["nemenyi"] = nemenyi_critical_difference(alpha, *size)
        differences["bonferroni-dunn"] = bonferroni_dunn_critical_difference(alpha, *size)
    return replace(adjusted, alpha=alpha, groups=groups_by_method, critical_difference=differences, notes=notes)


def family_by(test: str, n_algorithms: int, *, control: bool) -> Family:
    """A family of comparisons by a test, whatever its p-values: what adjustments it can have is known from that."""
    ones = np.ones(n_algorithms - 1 if control else n_algorithms * (n_algorithms - 1) // 2)
    tests = PairTests(test, ones, ones, {"df": ones})
    by_dataset = ones[np.newaxis] if PAIRWISE[test].signs else None
    return family_of(tests, n_algorithms, control=control, average_ranks=np.ones(n_algorithms), by_dataset=by_dataset)


def _least(over: OverDatasets, family: Family, methods: Sequence[AdjustMethod], alpha: float) -> dict[str, FloatArray]:
    """Return the adjusted p-values if each were the least that its test can give: none falls if another rises.

    The family has those of other metrics at their least.
    """
    if "least_p" not in over.details:
        return {}
    least = np.nan_to_num(over.details["least_p"], nan=1.0)  # a pair that could not be tested has a p of 1
    attainable = replace(family, p=least)
    if len(attainable.p_with_others) * least.max() <= alpha:
        return {}
    return {
        method.name: least
        if ADJUSTMENTS[method.name].by_signs  # the signs most extreme for one pair can be so for all
        else ADJUSTMENTS[method.name].adjust(attainable, **method.options)
        for method in methods
    }


def _groups(
    ranking: Ranking, over: OverDatasets, adjusted: Mapping[str, FloatArray], alpha: float, most: int
) -> tuple[dict[str, tuple[tuple[int, ...], ...]], tuple[str, ...]]:
    """Return the groups by method, and a note of each method that leaves more groups than anyone can read."""
    groups_by_method, notes = {}, []
    for name, p in adjusted.items():
        try:
            groups_by_method[name] = groups(p, over.pairs, ranking.average, alpha, most)
        except TooManyGroups:
            notes.append(f"Groups by {ADJUSTMENTS[name].title} are not listed: there are more than {most:,}.")
    return groups_by_method, tuple(notes)
