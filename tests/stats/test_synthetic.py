"""The worlds of simulated studies have the truth that they are said to have: means within 4 standard errors."""

from itertools import combinations

import numpy as np
import pytest

from rankpress.catalog.tests import NULLS
from tests.trials.nulls import WORLDS


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
