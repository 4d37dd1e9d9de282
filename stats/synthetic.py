"""Synthetic results of algorithms whose truth is known, and how often tests err on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray
from rankpress.stats.families import ADJUSTMENTS, Family, family_of
from rankpress.stats.pairs import PairTests, all_pairs, pairs_with
from rankpress.stats.procedures import PAIRWISE
from rankpress.stats.ranks import rank_scores


def evenly_apart(middle: ArrayLike, step: float, k: int) -> FloatArray:
    """Chances of an error of k algorithms, each lower by twice the step than the one before.

    Parameters
    ----------
    middle : (...,) array_like
        Their mean, on each of any number of data sets.
    step : float
        Lambda in [1]_.
    k : int
        Number of algorithms.

    Returns
    -------
    (..., k) float array

    References
    ----------
    .. [1] Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Cost-conscious comparison of supervised learning
       algorithms over multiple data sets. Pattern Recognition 45, 1772-1781, section 4.6.
       doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    >>> evenly_apart(0.5, 0.1, 3).round(3).tolist(), evenly_apart(0.5, 0.1, 4).round(3).tolist()
    ([0.7, 0.5, 0.3], [0.8, 0.6, 0.4, 0.2])
    """
    return np.asarray(middle, dtype=np.float64)[..., np.newaxis] + step * np.arange(k - 1, -k, -2)


def drawn_error_rates(chances: ArrayLike, n_cases: int, generator: np.random.Generator) -> FloatArray:
    """Shares of errors on so many cases, each an error with the same chance and independently of the others.

    Parameters
    ----------
    chances : (...) array_like
    n_cases : int
        Cases that each error rate is of.
    generator : numpy.random.Generator

    Returns
    -------
    (...) float array

    References
    ----------
    .. [1] Ulas, Yildiz and Alpaydin (2012), section 4.6, doi:10.1016/j.patcog.2011.10.005

    Examples
    --------
    >>> drawn_error_rates([0.0, 1.0], 100, np.random.default_rng(1)).tolist()
    [0.0, 1.0]
    """
    return generator.binomial(n_cases, np.asarray(chances, dtype=np.float64)) / n_cases


_FEATURES = 10
_DISTANCE = 1.2  # of the class means of each learner's features, in standard deviations


def drawn_cases(draws: int, n_cases: int, generator: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Data sets of two classes, with two sets of features of one distribution.

    Parameters
    ----------
    draws, n_cases : int
        Data sets, and cases of each.
    generator : numpy.random.Generator

    Returns
    -------
    features : (2, draws, n_cases, 10) float array
        Those that the first learner sees, and those that the second does.
    classes : (n_cases,) int array
        0 and 1 in turn.

    Notes
    -----
    The features are independent given the class, and normal. As the two sets may be exchanged without changing their
    distribution, learners that do the same with them have the same expected accuracy, whatever the training set's
    size: the hypothesis that tests within a data set are of is true exactly.

    Examples
    --------
    >>> features, classes = drawn_cases(3, 20, np.random.default_rng(1))
    >>> features.shape, classes[:4].tolist()
    ((2, 3, 20, 10), [0, 1, 0, 1])
    """
    classes = np.arange(n_cases, dtype=np.int64) % 2
    shift = (classes - 0.5)[:, np.newaxis] * (_DISTANCE / np.sqrt(_FEATURES))
    return generator.standard_normal((2, draws, n_cases, _FEATURES)) + shift, classes


def right_of_nearest_mean(features: FloatArray, classes: IntArray, training: BoolArray) -> BoolArray:
    """Return which cases the classifier is right on that goes by the nearer class mean of its training cases.

    Parameters
    ----------
    features : (draws, n_cases, n_features) float array
    classes : (n_cases,) int array
        0 or 1.
    training : (draws, n_folds, n_cases) bool array
        Cases that it is trained on in each fold, some of either class.

    Returns
    -------
    (draws, n_folds, n_cases) bool array
        Of all cases, those trained on among them.

    Examples
    --------
    >>> features, classes = np.array([[[0.0], [1.0], [0.2], [0.9]]]), np.array([0, 1, 0, 1])
    >>> right_of_nearest_mean(features, classes, np.array([[[True, True, False, False]]])).tolist()
    [[[True, True, True, True]]]
    """
    means = []
    for label in (0, 1):
        chosen = (training & (classes == label)).astype(np.float64)
        means.append(chosen @ features / chosen.sum(axis=2, keepdims=True))
    towards = means[1] - means[0]
    threshold = (towards * (means[0] + means[1]) / 2).sum(axis=2)
    text = features @ towards.transpose(0, 2, 1) > threshold[:, np.newaxis]  # (draws, n_cases, n_folds)
    return np.asarray((text == (classes == 1)[:, np.newaxis]).transpose(0, 2, 1))


def cross_validation(draws: int, n_cases: int, repeats: int, folds: int, generator: np.random.Generator) -> BoolArray:
    """Return the cases that are tested on in each fold of cross-validations, the cases in another order in each repeat.

    Parameters
    ----------
    draws, n_cases : int
    repeats, folds : int
        Of each cross-validation.
    generator : numpy.random.Generator

    Returns
    -------
    (draws, repeats * folds, n_cases) bool array
        The folds of one repeat follow each other; all other cases are trained on.

    Examples
    --------
    >>> tested = cross_validation(1, 6, 2, 3, np.random.default_rng(1))
    >>> tested.sum(axis=2).tolist(), tested.sum(axis=1).tolist()
    ([[2, 2, 2, 2, 2, 2]], [[2, 2, 2, 2, 2, 2]])
    """
    fold_of = generator.permuted(np.tile(np.arange(n_cases) % folds, (draws, repeats, 1)), axis=2)
    tested = fold_of[:, :, np.newaxis, :] == np.arange(folds)[:, np.newaxis]
    return np.asarray(tested.reshape(draws, repeats * folds, n_cases))


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
    for index, family in enumerate(families_of_studies(test, values, pairs, options, control=control)):
        if index == 0:
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
    """Return the counts of several runs of the same studies' kind as those of one.

    Examples
    --------
    >>> one = FamilyErrors("t", "holm", False, 10, 1, 0.5)
    >>> added([(one,), (one,)])[0].erring
    2
    """
    totals: dict[tuple[str, str, bool], FamilyErrors] = {}
    for errors in several:
        for error in errors:
            key = error.test, error.adjustment, error.control
            before = totals.get(key, FamilyErrors(*key, 0, 0, 0.0))
            totals[key] = FamilyErrors(
                *key, before.draws + error.draws, before.erring + error.erring, before.false_shares + error.false_shares
            )
    return tuple(totals.values())
