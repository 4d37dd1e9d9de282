"""Tests of pairs in many studies at once, and how often they err on algorithms whose truth is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray
from rankpress.stats.families import Adjustment, Family, family_of
from rankpress.stats.pairs import PairTests, all_pairs, pairs_with
from rankpress.stats.procedures import PairwiseProcedure
from rankpress.stats.ranks import rank_scores


def compare_in_study(
    test: PairwiseProcedure, values: FloatArray, pairs: IntArray, options: Mapping[str, Any] | None = None
) -> PairTests:
    """Compare the pairs of one study."""
    if test.uses == "average-ranks":
        return test.run(values.mean(axis=0), len(values), pairs, **(options or {}))
    return test.run(values, pairs, **(options or {}))


def compare_in_studies(
    test: PairwiseProcedure, values: FloatArray, pairs: IntArray, options: Mapping[str, Any] | None = None
) -> PairTests:
    """Compare pairs in many studies in one call, by a test that rests on the results of the two alone."""
    # The algorithms of all studies are the columns of one matrix.
    if not test.pair_alone:
        raise ValueError(f"test: got {test.name!r}; a test that rests on two algorithms alone is needed")
    n_studies, n_datasets, k = values.shape
    columns = values.transpose(1, 0, 2).reshape(n_datasets, n_studies * k)
    of_all = (pairs + k * np.arange(n_studies)[:, np.newaxis, np.newaxis]).reshape(-1, 2)
    return test.run(columns, of_all, **(options or {}))


def families_of_studies(
    test: PairwiseProcedure,
    values: FloatArray,
    pairs: IntArray,
    options: Mapping[str, Any] | None = None,
    *,
    control: bool = False,
) -> Iterator[Family]:
    """Families of p-values, of each study one."""
    n_studies, _, k = values.shape
    if test.pair_alone and n_studies:
        p = np.nan_to_num(compare_in_studies(test, values, pairs, options).p, nan=1.0)
        yield from (Family(row, k, control) for row in p.reshape(n_studies, len(pairs)))
        return
    for study in values:
        tests = compare_in_study(test, study, pairs, options)
        yield family_of(tests, k, control=control, average_ranks=study.mean(axis=0))


UNADJUSTED = "none"
"""Stands for the p-values as the test gives them."""


@dataclass(frozen=True)
class FamilyErrors:
    """How often one adjustment of one test erred."""

    test: str  # test, adjustment: by their names; `UNADJUSTED` for none
    adjustment: str
    control: bool  # whether the pairs are those with the first algorithm
    draws: int  # studies
    erring: int  # studies in which a true hypothesis was rejected, however many
    # the sum over the studies of the share of true hypotheses among the rejected ones, 0 where none was rejected
    false_shares: float

    @property
    def rate(self) -> float:
        """The estimated family-wise error."""
        return self.erring / self.draws


def errors_of_families(
    test: PairwiseProcedure,
    scores: FloatArray,
    equal: BoolArray,
    alpha: float,
    *,
    control: bool = False,
    options: Mapping[str, Any] | None = None,
    adjustments: Sequence[tuple[Adjustment, Mapping[str, Any]]] = (),
) -> tuple[FamilyErrors, ...]:
    """Make a test of pairs in many studies, with those adjustments that go with it, and count the errors."""
    # No adjusted p-value is below the p-value itself. So a study in which no true hypothesis has a p-value of at most
    # alpha is one without errors, and need not be adjusted; all others are, each by the function that studies use.
    k = scores.shape[2]
    pairs = pairs_with(0, k) if control else all_pairs(k)
    true = equal[pairs[:, 0], pairs[:, 1]]
    if not true.any():
        raise ValueError("equal: no pair of the family is equal, so that there can be no error")
    fitting: dict[str, tuple[Adjustment, Mapping[str, Any]]] = {}
    erring: dict[str, int] = {}
    false_shares: dict[str, float] = {}
    ranks = rank_scores(scores.reshape(-1, k)).reshape(scores.shape)
    values = scores if test.uses == "scores" else ranks
    for index, family in enumerate(families_of_studies(test, values, pairs, options, control=control)):
        if index == 0:
            fitting = {each[0].name: each for each in adjustments if not each[0].inapplicable(family)}
            erring, false_shares = dict.fromkeys((UNADJUSTED, *fitting), 0), dict.fromkeys((UNADJUSTED, *fitting), 0.0)
        if family.p[true].min() > alpha:
            continue
        for name in erring:
            rejected = _adjusted(family, fitting.get(name)) <= alpha
            wrong = int((rejected & true).sum())
            erring[name] += wrong > 0
            false_shares[name] += wrong / max(int(rejected.sum()), 1)
    draws = len(scores)
    return tuple(FamilyErrors(test.name, name, control, draws, erring[name], false_shares[name]) for name in erring)


def _adjusted(family: Family, adjustment: tuple[Adjustment, Mapping[str, Any]] | None) -> FloatArray:
    return family.p if adjustment is None else adjustment[0].adjust(family, **adjustment[1])
