"""Tests within a data set on two learners of equal accuracy that are trained on real, overlapping folds.

Checked against: the level (a band of 4 standard errors) for tests that are known to keep it, and its clear excess for
the uncorrected t test of resampled folds; the learner against one fold computed case by case.
"""

from math import sqrt

import numpy as np
import pytest

from rankpress.catalog.methods import WITHIN

CASES, REPEATS, FOLDS = 200, 10, 10

_FEATURES = 10
_DISTANCE = 1.2  # of the class means of each learner's features, in standard deviations


def drawn_cases(draws, n_cases, generator):
    """Data sets of two classes, with two sets of features of one distribution."""
    # The features are independent given the class, and normal. As the two sets may be exchanged without changing their
    # distribution, learners that do the same with them have the same expected accuracy, whatever the training set's
    # size: the hypothesis that tests within a data set are of is true exactly.
    classes = np.arange(n_cases, dtype=np.int64) % 2
    shift = (classes - 0.5)[:, np.newaxis] * (_DISTANCE / np.sqrt(_FEATURES))
    return generator.standard_normal((2, draws, n_cases, _FEATURES)) + shift, classes


def right_of_nearest_mean(features, classes, training):
    """Return which cases the classifier is right on that goes by the nearer class mean of its training cases."""
    means = []
    for label in (0, 1):
        chosen = (training & (classes == label)).astype(np.float64)
        means.append(chosen @ features / chosen.sum(axis=2, keepdims=True))
    towards = means[1] - means[0]
    threshold = (towards * (means[0] + means[1]) / 2).sum(axis=2)
    is_second = features @ towards.transpose(0, 2, 1) > threshold[:, np.newaxis]  # (draws, n_cases, n_folds)
    return np.asarray((is_second == (classes == 1)[:, np.newaxis]).transpose(0, 2, 1))


def cross_validation(draws, n_cases, repeats, folds, generator):
    """Return the test cases of each fold, (draws, repeats * folds, n_cases), in a new order in each repeat."""
    fold_of = generator.permuted(np.tile(np.arange(n_cases) % folds, (draws, repeats, 1)), axis=2)
    tested = fold_of[:, :, np.newaxis, :] == np.arange(folds)[:, np.newaxis]
    return np.asarray(tested.reshape(draws, repeats * folds, n_cases))


def accuracy(features, classes, tested):
    """By fold and data set, the share of tested cases that the learner is right on."""
    right = right_of_nearest_mean(features, classes, ~tested) & tested
    return (right.sum(axis=2) / tested.sum(axis=2)).T


@pytest.mark.nightly
def test_corrected_tests_keep_the_level_on_overlapping_folds_and_the_uncorrected_one_does_not():
    draws, generator = 300, np.random.default_rng(1)
    features, classes = drawn_cases(draws, CASES, generator)
    tested = cross_validation(draws, CASES, REPEATS, FOLDS, generator)
    differences = np.subtract(*(accuracy(feature, classes, tested) for feature in features))
    limit = 0.05 + 4 * sqrt(0.05 * 0.95 / draws)
    assert np.mean(WITHIN["corrected-t"].run(differences, 1 / (FOLDS - 1)).p <= 0.05) <= limit
    assert np.mean(WITHIN["resampled-t"].run(differences).p <= 0.05) > 0.3
    tested = tested[:, :FOLDS].reshape(draws, 5, 2, CASES).any(axis=2)[:, :1]  # a fifth is tested on
    first, second = (right_of_nearest_mean(feature, classes, ~tested) & tested for feature in features)
    outcomes = ((first & ~second).sum(axis=(1, 2)), (second & ~first).sum(axis=(1, 2)), tested.sum(axis=(1, 2)))
    for name in ("mcnemar", "mcnemar-chi2-corrected"):
        assert np.mean(WITHIN[name].run(*outcomes).p <= 0.05) <= limit, name


def test_a_learner_is_right_where_the_nearer_class_mean_is():
    generator = np.random.default_rng(3)
    features, classes = drawn_cases(2, 30, generator)
    tested = cross_validation(2, 30, 1, 3, generator)
    right = right_of_nearest_mean(features[0], classes, ~tested)
    for draw, fold in ((0, 0), (1, 2)):
        training = ~tested[draw, fold]
        means = [features[0, draw][training & (classes == label)].mean(axis=0) for label in (0, 1)]
        distances = np.array([((features[0, draw] - mean) ** 2).sum(axis=1) for mean in means])
        assert (right[draw, fold] == (distances.argmin(axis=0) == classes)).all()


def test_both_learners_are_equally_good_and_better_than_chance():
    features, classes = drawn_cases(3000, 60, np.random.default_rng(4))
    tested = cross_validation(3000, 60, 1, 3, np.random.default_rng(5))[:, :1]
    a, b = ((right_of_nearest_mean(one, classes, ~tested) & tested).sum(axis=(1, 2)) / 20 for one in features)
    assert (a - b).mean() == pytest.approx(0, abs=4 * (a - b).std() / np.sqrt(3000))
    assert a.mean() > 0.6


def test_folds_of_a_repeat_divide_the_cases():
    tested = cross_validation(3, 20, 4, 5, np.random.default_rng(6)).reshape(3, 4, 5, 20)
    assert (tested.sum(axis=2) == 1).all()
    assert not (tested[:, 0] == tested[:, 1]).all()
