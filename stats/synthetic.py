"""Tests of pairs in many studies at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from rankpress.stats.arrays import FloatArray, IntArray
from rankpress.stats.families import Family, family_of
from rankpress.stats.pairs import PairTests
from rankpress.stats.procedures import PairwiseProcedure


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
