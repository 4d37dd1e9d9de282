"""Tests made anew on each of many draws of data sets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rankpress.stats.arrays import FloatArray, IntArray
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.family import Family
from rankpress.stats.nemenyi import nemenyi
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.studies import compare_in_studies, families_of_studies

_AT_ONCE = 5_000  # draws that one call is given: enough to be fast, few enough for the memory


def pair_p_of_draws(
    name: str, values: FloatArray, draws: IntArray, pair: tuple[int, int], options: Mapping[str, Any] | None = None
) -> FloatArray:
    """p-values of one pair on each draw, by a test that rests on the results of the two alone.

    Parameters
    ----------
    name : str
        A procedure of `PAIRWISE` with `pair_alone`.
    values : (n_datasets, n_algorithms) float array
        Ranks or scores, as the procedure uses; without gaps.
    draws : (n_draws, size) int array
        Rows of the values.
    pair : (int, int)
        The two algorithms.
    options : mapping, optional
        Of the procedure.

    Returns
    -------
    (n_draws,) float array
        1 where the draw leaves p undefined.

    Raises
    ------
    ValueError
        If the procedure needs more than the two.

    Examples
    --------
    >>> values = np.array([[0.9, 0.8], [0.7, 0.5], [0.6, 0.5]])
    >>> pair_p_of_draws("sign", -values, np.array([[0, 1, 2], [0, 0, 1]]), (0, 1)).tolist()
    [0.25, 0.25]
    """
    p = np.empty(len(draws))
    for start in range(0, len(draws), _AT_ONCE):
        some = draws[start : start + _AT_ONCE]
        p[start : start + len(some)] = compare_in_studies(name, values[:, pair][some], np.array([[0, 1]]), options).p
    return np.nan_to_num(p, nan=1.0)


def omnibus_p_of_draws(name: str, values: FloatArray, draws: IntArray) -> FloatArray:
    """p-values of an omnibus test on each draw.

    Parameters
    ----------
    name : str
        A procedure of `OMNIBUS`.
    values : (n_datasets, n_algorithms) float array
        Ranks or scores, as the procedure uses.
    draws : (n_draws, size) int array
        Rows of the values.

    Returns
    -------
    (n_draws,) float array
        1 where the draw leaves p undefined, as where all algorithms tie.

    Examples
    --------
    >>> ranks = np.array([[1.0, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]])
    >>> omnibus_p_of_draws("friedman", ranks, np.array([[0, 1, 2, 3]])).round(4).tolist()
    [0.1054]
    """
    procedure = OMNIBUS[name]
    found = (procedure.test(values[rows], exact=False).p for rows in draws)
    return np.array([1.0 if math.isnan(p) else p for p in found])


def adjusted_p_of_draws(
    test: tuple[str, Mapping[str, Any]],
    adjustments: Mapping[str, Mapping[str, Any]],
    values: FloatArray,
    draws: IntArray,
    pairs: IntArray,
    *,
    control: bool = False,
) -> dict[str, FloatArray]:
    """Adjusted p-values of a whole family of pairs on each draw.

    Parameters
    ----------
    test : (str, mapping)
        A procedure of `PAIRWISE`, and its options.
    adjustments : mapping of str to mapping
        Methods of `ADJUSTMENTS` that suit the test, and their options.
    values : (n_datasets, n_algorithms) float array
        Scores, or ranks where the procedure uses these or their averages.
    draws : (n_draws, size) int array
        Rows of the values.
    pairs : (n_pairs, 2) int array
        In the order of `all_pairs`, or of `pairs_with` a control; either algorithm may come first.
    control : bool
        Whether the pairs are those with a control.

    Returns
    -------
    mapping of str to (n_draws, n_pairs) float array

    Raises
    ------
    ValueError
        If a method does not suit the test.

    Examples
    --------
    >>> ranks = np.array([[1.0, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]])
    >>> pairs = np.array([[0, 1], [0, 2], [1, 2]])
    >>> adjusted = adjusted_p_of_draws(("rank-z", {}), {"holm": {}}, ranks, np.array([[0, 1, 2, 3]]), pairs)
    >>> adjusted["holm"].round(3).tolist()
    [[0.578, 0.102, 0.578]]
    """
    families = _families(test, values, draws, pairs, control)
    return {
        method: _nemenyi(families)
        if method == "nemenyi"
        else np.array([ADJUSTMENTS[method].function(family, **options) for family in families])
        for method, options in adjustments.items()
    }


def _families(
    test: tuple[str, Mapping[str, Any]], values: FloatArray, draws: IntArray, pairs: IntArray, control: bool
) -> list[Family]:
    name, options = test
    if PAIRWISE[name].pair_alone:
        each = [pair_p_of_draws(name, values, draws, (a, b), options) for a, b in pairs.tolist()]
        return [Family(p, values.shape[1], control) for p in np.column_stack(each)]
    return list(families_of_studies(name, values[draws], pairs, options, control=control))


def _nemenyi(families: Sequence[Family]) -> FloatArray:
    """As for each family by itself: the studentized range takes long, and ranks have few distinct statistics."""
    z = np.array([family.z for family in families], dtype=np.float64)
    distinct, which = np.unique(np.abs(z), return_inverse=True)
    return nemenyi(distinct, families[0].n_algorithms)[which.reshape(z.shape)]
