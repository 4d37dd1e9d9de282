"""Runtimes with a limit: PAR-k, the virtual best solver, contributions, profiles and tests of censored pairs."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import stats

from rankpress.stats.runtimes import (
    censored_wilcoxon,
    closed_gap,
    marginal_contributions,
    penalized,
    performance_profile,
    shapley_values,
    shifted_geometric_mean,
    solved,
    solved_alone,
    speedups,
    virtual_best,
)
from rankpress.stats.sign import sign_test

LIMIT, X = 60, np.inf
TIMES = [[1, 2, 8], [4, 3, X], [10, 40, 20], [X, 5, 50], [7, 7, 7], [X, X, 30], [X, X, X], [2, 1, X]]
PAIRS = [[0, 1], [0, 2], [1, 2]]
RUNS = arrays(
    np.float64,
    array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=5),
    elements=st.one_of(st.integers(1, 60).map(float), st.just(X)),
)


def sign_test_of_solved(times, pairs, limit):
    """As the pipeline compares runs with a limit: all that were not solved share the last place."""
    return sign_test(-penalized(times, limit, 2), pairs)


@pytest.mark.conformance("PAR-k, virtual best solver, contributions, profiles", "a worked example of 8 instances")
def test_the_worked_example():
    assert solved(TIMES, LIMIT).sum(axis=0).tolist() == [5, 6, 5]
    assert penalized(TIMES, LIMIT, 2).mean(axis=0).tolist() == [48, 37.25, 59.375]
    assert penalized(TIMES, LIMIT, 10).mean(axis=0).tolist() == [228, 157.25, 239.375]
    best = virtual_best(TIMES, LIMIT)[:, None]
    assert solved(best, LIMIT).sum() == 7
    assert [penalized(best, LIMIT, factor).mean() for factor in (2, 10)] == [22.125, 82.125]
    assert marginal_contributions(TIMES, LIMIT).tolist() == [1.375, 5.875, 71.25]
    assert solved_alone(TIMES, LIMIT).tolist() == [0, 0, 1]
    assert shapley_values(TIMES, LIMIT) == pytest.approx([150.333333, 187.958333, 179.583333], abs=5e-7)
    assert performance_profile(TIMES, LIMIT, [1, 1.5, 2, 4, 10]).T.tolist() == [
        [0.375, 0.5, 0.625, 0.625, 0.625],
        [0.5, 0.5, 0.625, 0.75, 0.75],
        [0.25, 0.25, 0.375, 0.375, 0.625],
    ]


@given(RUNS)
def test_the_shapley_value_is_the_mean_over_all_orders(times):
    costs = penalized(times, LIMIT, 10)
    k = costs.shape[1]
    gains = np.zeros(k)
    orders = list(permutations(range(k)))
    for order in orders:
        before = 10.0 * LIMIT
        for last, algorithm in enumerate(order):
            after = costs[:, order[: last + 1]].min(axis=1).mean()
            gains[algorithm] += before - after
            before = after
    assert shapley_values(times, LIMIT) == pytest.approx(gains / len(orders), abs=1e-9)


@given(RUNS)
def test_what_an_algorithm_adds_is_no_more_than_its_share(times):
    marginal, shapley = marginal_contributions(times, LIMIT), shapley_values(times, LIMIT)
    k = shapley.size
    assert (marginal >= 0).all()
    assert (marginal / k <= shapley + 1e-9).all()
    assert (solved_alone(times, LIMIT) > 0)[marginal == 0].sum() == 0


def test_without_censored_pairs_it_is_wilcoxons_test_of_the_logarithms():
    rng = np.random.default_rng(1)
    times = np.exp(rng.normal(size=(12, 2)))
    test = censored_wilcoxon(times, [[0, 1]], LIMIT)
    assert test.p[0] == pytest.approx(stats.wilcoxon(np.log(times[:, 0] / times[:, 1])).pvalue, rel=1e-12)
    assert test.details["n_censored"].tolist() == [0]
    faster = censored_wilcoxon([*times, [1, X], [2, X]], [[0, 1]], LIMIT)
    assert faster.details["r_plus"][0] == test.details["r_plus"][0] + 13.5 * 2
    assert faster.details["n_censored"].tolist() == [2]


def test_speed_is_of_what_both_solve():
    speeds = speedups(TIMES, PAIRS, LIMIT)
    logarithms = np.log([2, 3 / 4, 4, 1, 1 / 2])
    expected = stats.ttest_1samp(logarithms, 0).confidence_interval(0.95)
    assert speeds.n_common.tolist() == [5, 3, 4]
    assert speeds.estimate[0] == pytest.approx(np.exp(logarithms.mean()))
    assert [speeds.low[0], speeds.high[0]] == pytest.approx(np.exp([expected.low, expected.high]))


def test_other_means_and_gaps():
    assert shifted_geometric_mean([[1.0], [9.0]], LIMIT, shift=1e-9) == pytest.approx([3], rel=1e-6)
    gaps = closed_gap(TIMES, LIMIT)
    assert gaps.tolist() == pytest.approx([(157.25 - x) / (157.25 - 82.125) for x in (228, 157.25, 239.375)])
    assert np.isnan(closed_gap([[1, 2], [3, 4]], LIMIT)).all()


@pytest.mark.parametrize("times", [[[61, 1]], [[-1, 1]], [[np.nan, 1]], [[-np.inf, 1]], [1, 2]])
def test_what_is_no_time_is_refused(times):
    with pytest.raises(ValueError, match="times"):
        solved(times, LIMIT)


@pytest.mark.parametrize("censored", [0, 0.3, 0.7])
@pytest.mark.parametrize("test", [sign_test_of_solved, censored_wilcoxon])
def test_it_keeps_its_level_however_many_runs_do_not_end(test, censored):
    rng = np.random.default_rng(2)
    draws, n = 1500, 30
    times = rng.lognormal(size=(n, 1)) * rng.lognormal(size=(n, 2 * draws))
    limit = float(np.quantile(times, 1 - censored))
    p = test(np.where(times <= limit, times, X), np.arange(2 * draws).reshape(-1, 2), limit).p
    assert np.mean(p <= 0.05) <= 0.05 + 3.5 * np.sqrt(0.05 * 0.95 / draws)
    if not censored:  # ties that are split make the sign test the safer the more of them there are
        assert np.mean(p <= 0.05) > 0.02
