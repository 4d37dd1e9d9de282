"""pass@k against its definition by counting, and against published values."""

from itertools import combinations

import numpy as np
import pytest

from rankpress.stats import pass_at_k

PASSED = [0, 1, 3, 7, 10]


@pytest.mark.parametrize(("k", "mean"), [(1, 0.42), (5, 0.6833333333), (10, 0.8)])
def test_published_means(k, mean):
    assert pass_at_k(10, PASSED, k).mean() == pytest.approx(mean)


@pytest.mark.parametrize("n", [1, 2, 5, 7])
def test_it_is_the_share_of_choices_with_one_that_passed(n):
    for k in range(1, n + 1):
        choices = list(combinations(range(n), k))
        shares = [sum(min(choice) < c for choice in choices) / len(choices) for c in range(n + 1)]
        assert pass_at_k(n, np.arange(n + 1), k) == pytest.approx(shares)


def test_many_samples_overflow_nothing():
    assert pass_at_k(100_000, 1, 50_000) == pytest.approx(0.5)


@pytest.mark.parametrize(("samples", "passed", "k"), [(3, 4, 1), (3, -1, 1), (3, 1, 4), (3, 1, 0)])
def test_what_cannot_be_is_refused(samples, passed, k):
    with pytest.raises(ValueError, match=r"^(passed|k): "):
        pass_at_k(samples, passed, k)
