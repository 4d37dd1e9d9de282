"""Rates of success with their intervals, and agreement of pairs."""

import numpy as np
import pytest
from scipy.stats import binom
from statsmodels.stats.proportion import proportion_confint

from rankpress.stats import pair_agreement, success_rates


@pytest.mark.conformance("Wilson's interval of a rate", "statsmodels proportion_confint")
@pytest.mark.parametrize(("successes", "n", "level"), [(0, 5, 0.95), (7, 10, 0.95), (10, 10, 0.95), (437, 1000, 0.9)])
def test_the_interval_is_statsmodels(successes, n, level):
    rates = success_rates(successes, n, level=level)
    expected = proportion_confint(successes, n, 1 - level, method="wilson")
    assert (float(rates.low), float(rates.high)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("n", [10, 30, 100])
def test_the_interval_covers_on_average_what_it_says(n):
    """Exactly, over chances from 1% to 99%; an interval of Wald covers 77% of ten examples."""
    counts = np.arange(n + 1)
    rates = success_rates(counts, n)
    chances = np.linspace(0.01, 0.99, 99)[:, None]
    covers = (rates.low <= chances) & (chances <= rates.high)
    coverage = (covers * binom.pmf(counts, n, chances)).sum(axis=1)
    assert coverage.mean() == pytest.approx(0.953, abs=0.006)


@pytest.mark.parametrize(("successes", "n"), [(3, 2), (-1, 2), (0, 0)])
def test_what_cannot_be_is_refused(successes, n):
    with pytest.raises(ValueError, match=r"^successes: "):
        success_rates(successes, n)


def test_agreement_counts_each_example_once():
    outcomes = np.random.default_rng(3).integers(0, 2, (40, 3))
    counts = pair_agreement(outcomes.T @ outcomes, 40, [(0, 1), (2, 1)])
    for row, (a, b) in enumerate([(0, 1), (2, 1)]):
        first, second = outcomes[:, a] == 1, outcomes[:, b] == 1
        expected = [(first & second).sum(), (first & ~second).sum(), (~first & second).sum(), (~first & ~second).sum()]
        assert [counts.both[row], counts.only_a[row], counts.only_b[row], counts.neither[row]] == expected
        assert counts.agreement[row] == np.mean(first == second)
