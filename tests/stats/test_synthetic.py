"""Synthetic results have the truth that they are said to have.

Checked against: the models themselves (binomial shares, equal algorithms, the same accuracy of both learners), a
classifier of one fold computed case by case, and Friedman's test, whose p-values are uniform where all are equal on
many data sets. Bands are 4 standard errors; seeds are fixed.
"""

from itertools import combinations

import numpy as np
import pytest

from rankpress.catalog.tests import NULLS
from rankpress.stats.synthetic import (
    cross_validation,
    drawn_cases,
    drawn_error_rates,
    evenly_apart,
    right_of_nearest_mean,
)
from rankpress.stats.worlds import WORLDS


def test_chances_are_those_of_the_paper():
    lam, base = 0.02, np.array([0.45, 0.5])
    assert evenly_apart(0.5, lam, 3) == pytest.approx([0.5 + 2 * lam, 0.5, 0.5 - 2 * lam])
    expected = [[a + 3 * lam, a + lam, a - lam, a - 3 * lam] for a in base]
    assert evenly_apart(base, lam, 4) == pytest.approx(np.array(expected))


def test_error_rates_are_binomial():
    rates = drawn_error_rates(np.full(40_000, 0.3), 100, np.random.default_rng(1))
    assert rates.mean() == pytest.approx(0.3, abs=4 * np.sqrt(0.3 * 0.7 / 100 / rates.size))
    assert rates.var() == pytest.approx(0.3 * 0.7 / 100, rel=4 * np.sqrt(2 / rates.size))


@pytest.mark.parametrize("world", WORLDS.values(), ids=lambda world: world.name)
def test_equal_algorithms_have_the_same_mean_and_others_do_not(world):
    k, draws, n = 4, 2000, 10
    scores = world.scores(draws, n, k, np.random.default_rng(2))
    assert scores.shape == (draws, n, k)
    assert scores.min() > 0
    for a, b in combinations(range(k), 2):
        differences = (scores[..., a] - scores[..., b]).ravel()
        expected = world.shifts(k)[a] - world.shifts(k)[b]
        assert (expected == 0) == world.equal(k)[a, b]
        assert differences.mean() == pytest.approx(expected, abs=4 * differences.std() / np.sqrt(differences.size))
    assert world.true <= NULLS.keys()


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
