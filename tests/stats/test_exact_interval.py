"""Clopper and Pearson's intervals against SciPy's exact binomial test, and their coverage summed over all samples."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from rankpress.stats.proportions import bounds_of_counts, exact_interval


@pytest.mark.parametrize(("successes", "draws"), [(0, 5), (1, 7), (50, 1000), (199, 200), (12, 12)])
@pytest.mark.parametrize("confidence", [0.95, 1 - 0.05 / 4545])
def test_intervals_are_scipys(successes: int, draws: int, confidence: float):
    expected = stats.binomtest(successes, draws).proportion_ci(confidence, method="exact")
    assert exact_interval(successes, draws, confidence) == pytest.approx((expected.low, expected.high), rel=1e-9)


def test_its_lower_end_passes_the_level_no_more_often_than_said_and_wilsons_does():
    """What a rate at the level is flagged by, of which thousands have to hold together."""
    draws, level, confidence = 1000, 0.05, 1 - 0.05 / 4545
    flagged = [x for x in range(draws) if exact_interval(x, draws, confidence)[0] > level]
    z = stats.norm.isf((1 - confidence) / 2)
    by_wilson = [x for x in range(50, 200) if (x / draws - level) / np.sqrt(level * (1 - level) / draws) > z]
    least, least_by_wilson = flagged[0], by_wilson[0]
    assert stats.binom.sf(least - 1, draws, level) <= (1 - confidence) / 2
    assert stats.binom.sf(least_by_wilson - 1, draws, level) > (1 - confidence) / 2


def test_shares_lie_between_whole_numbers():
    low, middle, high = (exact_interval(x, 100, 0.95) for x in (4, 4.5, 5))
    assert low[0] < middle[0] < high[0]
    assert low[1] < middle[1] < high[1]


@pytest.mark.parametrize(("successes", "draws"), [(0, 0), (-1, 5), (6, 5)])
def test_what_is_no_number_of_successes(successes: float, draws: int):
    with pytest.raises(ValueError, match="successes"):
        exact_interval(successes, draws, 0.95)


@pytest.mark.parametrize(("chance", "draws"), [(0.05, 1000), (0.05, 200), (0.5, 11), (0.01, 20)])
def test_counts_lie_within_their_bounds_as_often_as_said(chance: float, draws: int):
    low, high = bounds_of_counts(chance, draws, 0.95)
    assert stats.binom.cdf(low - 1, draws, chance) <= 0.025 < stats.binom.cdf(low, draws, chance)
    assert stats.binom.sf(high, draws, chance) <= 0.025 < stats.binom.sf(high - 1, draws, chance)
