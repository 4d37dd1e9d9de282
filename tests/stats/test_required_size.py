"""From which size on power is enough: against curves whose crossing is known, and against other computations.

Held: Wilson's intervals against their defining equation; crossings of curves that rise, that fall again, that never
reach the target or always do; the bisections against the root of the noncentral t's power; the interval of a spread
against SciPy's chi-squared.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import optimize, special, stats

from rankpress.stats.simulated_power import reached, search_sizes, search_smallest, share_bands, spread_interval


def test_bands_are_the_shares_that_are_not_too_far() -> None:
    for count in (0, 1, 37, 500, 999, 1000):
        for end in (float(bound[0]) for bound in share_bands([count], 1000)):
            assert abs(count / 1000 - end) == pytest.approx(1.959964 * math.sqrt(end * (1 - end) / 1000), abs=1e-6)
    low, high = share_bands([[1, 2], [3, 4]], 10)
    assert low.shape == high.shape == (2, 2)


def test_a_rising_curve_is_crossed_on_a_straight_line() -> None:
    found = reached([10, 20, 30], [100, 700, 900], 1000, 0.8)
    assert found.at == pytest.approx(25)
    assert found.first == 30
    assert 20 < found.low < 25 < found.high < 30


def test_it_counts_from_where_on_power_is_never_below() -> None:
    found = reached([5, 6, 7, 8], [850, 750, 790, 900], 1000, 0.8)
    assert found.first == 8
    assert 7 < found.at < 8


def test_what_is_never_reached_is_infinite_and_what_always_is_the_first() -> None:
    never, always = (reached([5, 10], counts, 1000, 0.8) for counts in ([0, 795], [990, 999]))
    assert never.at == never.high == never.first == math.inf
    assert never.low < 10  # 795 of 1000 leave 0.8 open
    assert (always.low, always.at, always.high, always.first) == (5, 5, 5, 5)
    with pytest.raises(ValueError, match="counts"):
        reached([5, 10], [1], 1000, 0.8)


@pytest.mark.parametrize("n_datasets", [5, 14, 40])
@pytest.mark.parametrize("typical", [0.05, 0.9, 40.0])
def test_the_smallest_difference_is_the_root_of_the_power(n_datasets: int, typical: float) -> None:
    bound = special.stdtrit(n_datasets - 1, 0.975)

    def power(difference: float) -> float:
        return 1 - float(special.nctdtr(n_datasets - 1, difference * math.sqrt(n_datasets), bound))

    root = float(optimize.brentq(lambda difference: power(difference) - 0.8, 1e-6, 10))

    def counts_at(difference: float) -> Any:
        return np.array([round(10_000 * power(difference)), round(10_000 * power(difference / 2)), 0])

    found = search_smallest(counts_at, 10_000, 0.8, typical)
    assert found.smallest[0].at == pytest.approx(root, rel=0.01)
    assert found.smallest[1].at == pytest.approx(2 * root, rel=0.01)
    assert found.smallest[2].at == math.inf
    assert found.smallest[0].low < root < found.smallest[0].high < 1.2 * root
    assert np.all(np.diff(found.differences) > 0)
    assert found.differences[0] == 0
    assert found.counts.shape == (len(found.differences), 3)
    assert len(found.differences) < 60


@pytest.mark.parametrize(("spread", "sizes"), [(0.05, (5, 10, 240)), (0.02, (5, 40, 80)), (0.12, (3, 30, 400))])
def test_the_data_sets_needed_are_the_root_of_the_power(spread: float, sizes: tuple[int, ...]) -> None:
    def power(n: int) -> float:
        bound = special.stdtrit(n - 1, 0.975)
        return 1 - float(special.nctdtr(n - 1, 0.02 / spread * math.sqrt(n), bound))

    least = next(n for n in range(2, 1000) if power(n) >= 0.8)
    simulated, counts = search_sizes(lambda n: np.array([round(10_000 * power(n)), 0]), sizes, 10_000, 0.8)
    assert set(sizes) <= set(simulated)
    assert simulated == tuple(sorted(simulated))
    assert counts.shape == (len(simulated), 2)
    above = next(at for at, size in enumerate(simulated) if size >= least)
    assert simulated[above] - simulated[above - 1] <= max(1, 0.05 * simulated[above])
    assert math.ceil(reached(simulated, counts[:, 0], 10_000, 0.8).at) == least
    assert len(simulated) < 3 + 10


def test_numbers_that_never_have_the_power_are_not_divided() -> None:
    assert search_sizes(lambda n: np.array([100, 900]), [5, 10, 20], 1000, 0.8)[0] == (5, 10, 20)


def test_a_power_that_few_draws_leave_in_doubt_is_reached_all_the_same() -> None:
    found = search_smallest(lambda d: np.array([round(100 * min(d / 5, 1)), 0]), 100, 0.99, 1.0)
    assert float(share_bands([100], 100)[0][0]) < 0.99
    assert found.differences[-1] == 8
    assert found.smallest[0].at == pytest.approx(4.95, rel=0.01)
    assert found.smallest[0].high == found.smallest[1].at == math.inf


def test_the_search_ends_where_any_difference_is_enough() -> None:
    found = search_smallest(lambda d: np.array([1000 if d > 0 else 0]), 1000, 0.8, 1.0)
    assert 0 < found.smallest[0].at < 1e-6
    assert len(found.differences) < 40


def test_a_difference_of_no_size_cannot_begin_the_search() -> None:
    with pytest.raises(ValueError, match="typical"):
        search_smallest(lambda difference: np.array([0]), 100, 0.8, 0.0)


@pytest.mark.parametrize("n_datasets", [2, 14, 100])
def test_the_interval_of_a_spread_is_of_the_chi_squared(n_datasets: int) -> None:
    low, high = spread_interval(n_datasets)
    df = n_datasets - 1
    assert df / low**2 == pytest.approx(stats.chi2.ppf(0.975, df))
    assert df / high**2 == pytest.approx(stats.chi2.ppf(0.025, df))
