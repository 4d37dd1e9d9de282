"""How often tests of pairs and their adjustments err in studies whose truth is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rankpress.stats.arrays import BoolArray, FloatArray
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.ranks import rank_scores
from rankpress.stats.studies import families_of_studies

UNADJUSTED = "none"
"""Stands for the p-values as the test gives them."""


@dataclass(frozen=True)
class FamilyErrors:
    """How often one adjustment of one test erred.

    Parameters
    ----------
    test, adjustment : str
        By their names; `UNADJUSTED` for none.
    control : bool
        Whether the pairs are those with the first algorithm.
    draws : int
        Studies.
    erring : int
        Studies in which a true hypothesis was rejected, however many.
    false_shares : float
        The sum over the studies of the share of true hypotheses among the rejected ones, 0 where none was rejected.
    """

    test: str
    adjustment: str
    control: bool
    draws: int
    erring: int
    false_shares: float

    @property
    def rate(self) -> float:
        """The estimated family-wise error."""
        return self.erring / self.draws

    @property
    def false_discovery_rate(self) -> float:
        """The estimated false discovery rate."""
        return self.false_shares / self.draws


def errors_of_families(
    test: str,
    scores: FloatArray,
    equal: BoolArray,
    alpha: float,
    *,
    control: bool = False,
    options: Mapping[str, Any] | None = None,
    adjustments: Mapping[str, Mapping[str, Any]] | None = None,
) -> tuple[FamilyErrors, ...]:
    """Make a test of pairs in many studies, with the adjustments that go with it, and count the errors.

    Parameters
    ----------
    test : str
        One of `PAIRWISE`.
    scores : (draws, n_datasets, k) float array
        Higher is better.
    equal : (k, k) bool array
        Which algorithms are equal indeed.
    alpha : float
        Level of each family.
    control : bool
        Whether the pairs are those with the first algorithm, in place of all.
    options : mapping, optional
        Of the test.
    adjustments : mapping, optional
        Those to try by name, each with its options; all without options where it is left out.

    Returns
    -------
    tuple of FamilyErrors
        One for the unadjusted p-values, and one for each adjustment that goes with the test and the design.

    Raises
    ------
    ValueError
        If no pair is equal: nothing can be rejected in error then.

    Notes
    -----
    No adjusted p-value is below the p-value itself. So a study in which no true hypothesis has a p-value of at most
    alpha is one without errors, and need not be adjusted; all others are, each by the function that studies use.

    Examples
    --------
    >>> import numpy as np
    >>> scores = np.random.default_rng(1).normal(size=(200, 10, 3))
    >>> found = {one.adjustment: one for one in errors_of_families("t", scores, np.ones((3, 3), bool), 0.05)}
    >>> found["none"].erring > found["holm"].erring == found["bonferroni"].erring
    True
    """
    k = scores.shape[2]
    pairs = pairs_with(0, k) if control else all_pairs(k)
    true = equal[pairs[:, 0], pairs[:, 1]]
    if not true.any():
        raise ValueError("equal: no pair of the family is equal, so that there can be no error")
    tried: Mapping[str, Mapping[str, Any]] = {name: {} for name in ADJUSTMENTS} if adjustments is None else adjustments
    erring: dict[str, int] = {}
    false_shares: dict[str, float] = {}
    ranks = rank_scores(scores.reshape(-1, k)).reshape(scores.shape)
    values = scores if PAIRWISE[test].uses == "scores" else ranks
    for at, family in enumerate(families_of_studies(test, values, pairs, options, control=control)):
        if at == 0:
            fitting = [name for name in tried if not ADJUSTMENTS[name].inapplicable(family)]
            erring, false_shares = dict.fromkeys((UNADJUSTED, *fitting), 0), dict.fromkeys((UNADJUSTED, *fitting), 0.0)
        if family.p[true].min() > alpha:
            continue
        for name in erring:
            adjusted = family.p if name == UNADJUSTED else ADJUSTMENTS[name].function(family, **tried[name])
            rejected = adjusted <= alpha
            wrong = int((rejected & true).sum())
            erring[name] += wrong > 0
            false_shares[name] += wrong / max(int(rejected.sum()), 1)
    return tuple(FamilyErrors(test, name, control, len(scores), erring[name], false_shares[name]) for name in erring)


def added(several: Iterable[tuple[FamilyErrors, ...]]) -> tuple[FamilyErrors, ...]:
    """The counts of several runs of the same studies' kind as those of one.

    Examples
    --------
    >>> one = FamilyErrors("t", "holm", False, 10, 1, 0.5)
    >>> added([(one,), (one,)])[0].erring
    2
    """
    totals: dict[tuple[str, str, bool], FamilyErrors] = {}
    for errors in several:
        for one in errors:
            key = one.test, one.adjustment, one.control
            before = totals.get(key, FamilyErrors(*key, 0, 0, 0.0))
            totals[key] = FamilyErrors(
                *key, before.draws + one.draws, before.erring + one.erring, before.false_shares + one.false_shares
            )
    return tuple(totals.values())
