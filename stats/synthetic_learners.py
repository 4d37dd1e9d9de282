"""Two learners that are equally good by construction, trained and tested on cases that are drawn anew."""

from __future__ import annotations

import numpy as np

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray

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
    """Which cases the classifier is right on that goes by the nearer class mean of its training cases.

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
    told = features @ towards.transpose(0, 2, 1) > threshold[:, np.newaxis]  # (draws, n_cases, n_folds)
    return np.asarray((told == (classes == 1)[:, np.newaxis]).transpose(0, 2, 1))


def cross_validation(draws: int, n_cases: int, repeats: int, folds: int, generator: np.random.Generator) -> BoolArray:
    """The cases that are tested on in each fold of cross-validations, the cases in another order in each repeat.

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
