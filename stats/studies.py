"""Pairs of algorithms compared in many studies of one size, such as drawn ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from rankpress.stats.arrays import FloatArray, IntArray
from rankpress.stats.family import Family, family_of
from rankpress.stats.pairs import PairTests
from rankpress.stats.pairwise import PAIRWISE


def compare_in_study(
    name: str, values: FloatArray, pairs: IntArray, options: Mapping[str, Any] | None = None
) -> PairTests:
    """Compare the pairs of one study.

    Parameters
    ----------
    name : str
        A procedure of `PAIRWISE`.
    values : (n_datasets, n_algorithms) float array
        Scores, or ranks where the procedure uses these or their averages.
    pairs : (n_pairs, 2) int array
    options : mapping, optional
        Of the procedure.

    Returns
    -------
    PairTests

    Examples
    --------
    >>> compare_in_study("rank-z", np.array([[1.0, 2], [1, 2], [1, 2]]), np.array([[0, 1]])).p.round(3).tolist()
    [0.083]
    """
    procedure = PAIRWISE[name]
    if procedure.uses == "average-ranks":
        return procedure.function(values.mean(axis=0), len(values), pairs, **(options or {}))
    return procedure.function(values, pairs, **(options or {}))


def compare_in_studies(
    name: str, values: FloatArray, pairs: IntArray, options: Mapping[str, Any] | None = None
) -> PairTests:
    """Compare pairs in many studies in one call, by a test that rests on the results of the two alone.

    Parameters
    ----------
    name : str
        A procedure of `PAIRWISE` with `pair_alone`.
    values : (n_studies, n_datasets, n_algorithms) float array
        Scores or ranks, as the procedure uses.
    pairs : (n_pairs, 2) int array
        The same in each study.
    options : mapping, optional
        Of the procedure.

    Returns
    -------
    PairTests
        Of the pairs of the first study, then of the second, and so on.

    Raises
    ------
    ValueError
        If the procedure needs more than the two.

    Notes
    -----
    The algorithms of all studies are the columns of one matrix.

    Examples
    --------
    >>> studies = np.array([[[0.9, 0.8], [0.7, 0.5], [0.6, 0.5]], [[0.9, 0.8], [0.9, 0.8], [0.7, 0.8]]])
    >>> compare_in_studies("sign", -studies, np.array([[0, 1]])).p.tolist()
    [0.25, 1.0]
    """
    if not PAIRWISE[name].pair_alone:
        raise ValueError(f"name: got {name!r}; a test that rests on two algorithms alone is needed")
    n_studies, n_datasets, k = values.shape
    columns = values.transpose(1, 0, 2).reshape(n_datasets, n_studies * k)
    of_all = (pairs + k * np.arange(n_studies)[:, np.newaxis, np.newaxis]).reshape(-1, 2)
    return PAIRWISE[name].function(columns, of_all, **(options or {}))


def families_of_studies(
    name: str,
    values: FloatArray,
    pairs: IntArray,
    options: Mapping[str, Any] | None = None,
    *,
    control: bool = False,
) -> Iterator[Family]:
    """Families of p-values, of each study one.

    Parameters
    ----------
    name : str
        A procedure of `PAIRWISE`.
    values : (n_studies, n_datasets, n_algorithms) float array
        Scores, or ranks where the procedure uses these or their averages.
    pairs : (n_pairs, 2) int array
        In the order of `all_pairs`, or of `pairs_with` a control; either algorithm may come first.
    options : mapping, optional
        Of the procedure.
    control : bool
        Whether the pairs are those with a control.

    Yields
    ------
    Family

    Examples
    --------
    >>> studies = np.array([[[0.9, 0.8], [0.7, 0.5], [0.6, 0.5]], [[0.9, 0.8], [0.9, 0.8], [0.7, 0.8]]])
    >>> [family.p.tolist() for family in families_of_studies("sign", -studies, np.array([[0, 1]]))]
    [[0.25], [1.0]]
    """
    n_studies, _, k = values.shape
    if PAIRWISE[name].pair_alone and n_studies:
        p = np.nan_to_num(compare_in_studies(name, values, pairs, options).p, nan=1.0)
        yield from (Family(row, k, control) for row in p.reshape(n_studies, len(pairs)))
        return
    for study in values:
        tests = compare_in_study(name, study, pairs, options)
        yield family_of(tests, k, control=control, average_ranks=study.mean(axis=0))
