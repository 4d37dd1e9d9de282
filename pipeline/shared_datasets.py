"""Pairs of algorithms by the data sets that both of a pair have a result on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rankpress.scores import FloatArray, IntArray


@dataclass(frozen=True)
class SharingPairs:
    """Pairs that share the same data sets.

    Parameters
    ----------
    members : (n_members,) int array
        Which of all pairs they are.
    values : (n_shared, n_algorithms) float array
        The results of their algorithms on the data sets that they share, no gaps among those of a pair.
    pairs : (n_members, 2) int array
        The pairs, as columns of `values`.
    """

    members: IntArray
    values: FloatArray
    pairs: IntArray


def by_shared_datasets(values: FloatArray, pairs: IntArray) -> Iterator[SharingPairs]:
    """Bring pairs that share the same data sets together.

    Parameters
    ----------
    values : (n_datasets, n_algorithms) float array
        nan where a result is missing.
    pairs : (n_pairs, 2) int array
        Which algorithms to compare.

    Yields
    ------
    SharingPairs
        Every pair in one of them.
    """
    there = ~np.isnan(values)
    shared = there[:, pairs[:, 0]] & there[:, pairs[:, 1]]
    kinds, kind_of = np.unique(shared, axis=1, return_inverse=True)
    for kind, datasets in enumerate(kinds.T):
        members = np.flatnonzero(kind_of.ravel() == kind)
        # algorithms that are none of these pairs may have gaps there
        algorithms, inside = np.unique(pairs[members], return_inverse=True)
        yield SharingPairs(members, values[np.ix_(datasets, algorithms)], inside.reshape(-1, 2).astype(np.int64))
