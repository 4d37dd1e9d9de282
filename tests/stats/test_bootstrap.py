"""The bias-corrected and accelerated bootstrap.

Checked against: scipy's BCa given the same resamples. Properties: seeds, shares of data sets, statistics that never
vary. Not checked: how often intervals hold the true value, which hangs on the statistic.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from rankpress.stats.bootstrap import bca, resample_counts


@pytest.mark.conformance(procedure="BCa bootstrap", source="scipy.stats.bootstrap, the same resamples")
@pytest.mark.parametrize(
    ("statistic", "level"), [(np.mean, 0.95), (np.var, 0.9), (np.median, 0.8), (lambda x, axis: x.max(axis=axis), 0.95)]
)
@pytest.mark.parametrize("n", [5, 12, 40])
def test_intervals_are_scipys(statistic, level, n):
    data = np.random.default_rng(n).exponential(size=n)
    resampled = statistic(np.random.default_rng(1).choice(data, (999, n)), axis=1)
    left_out = np.array([statistic(np.delete(data, i), axis=0) for i in range(n)])
    with np.errstate(all="ignore"):
        reference = stats.bootstrap(
            (data,),
            statistic,
            n_resamples=0,
            bootstrap_result=SimpleNamespace(bootstrap_distribution=resampled),
            confidence_level=level,
            method="BCa",
            vectorized=True,
        ).confidence_interval
    low, high = bca(statistic(data[None], axis=1), resampled[:, None], left_out[:, None], level)
    assert low[0] == pytest.approx(reference.low, rel=1e-10)
    assert high[0] == pytest.approx(reference.high, rel=1e-10)


def test_counts_are_those_of_draws_with_replacement():
    counts = resample_counts(6, 20_000, seed=3)
    assert (counts.sum(axis=1) == 6).all()
    assert counts.mean(axis=0) == pytest.approx(np.ones(6), abs=0.03)
    assert counts.var(axis=0) == pytest.approx(np.full(6, 5 / 6), abs=0.05)
    assert (resample_counts(6, 50, seed=3) == resample_counts(6, 50, seed=3)).all()
    assert (resample_counts(6, 50, seed=3) != resample_counts(6, 50, seed=4)).any()


def test_what_never_varies_is_its_own_interval():
    low, high = bca(np.array([2.0]), np.full((99, 1), 2.0), np.full((5, 1), 2.0))
    assert (low.tolist(), high.tolist()) == ([2.0], [2.0])


def test_no_resample_below_leaves_no_interval():
    # The correction of the bias would be infinite.
    low, high = bca(np.array([0.0]), np.arange(1.0, 100.0)[:, None], np.arange(5.0)[:, None])
    assert np.isnan([low[0], high[0]]).all()


def test_infinite_resamples_are_no_end_of_an_interval():
    resampled = np.concatenate([np.full(30, np.inf), np.arange(70.0)])
    low, high = bca(np.array([40.0]), resampled[:, None], np.arange(36.0, 45.0)[:, None])
    assert np.isfinite(low[0])
    assert np.isnan(high[0])


@pytest.mark.parametrize("unit", [2.0**-700, 2.0**-1000, 2.0**300])
def test_the_unit_does_not_matter(unit):
    data = np.array([1.0, 2.0, 6.0])
    means = np.random.default_rng(1).choice(data, (99, 3)).mean(axis=1)
    arguments = np.array([3.0]), means[:, None], np.array([[4.0], [3.5], [1.5]])
    ends = bca(*arguments, 0.8)
    np.testing.assert_array_equal(bca(*(argument * unit for argument in arguments), 0.8), np.array(ends) * unit)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: resample_counts(0, 5, 1), "n_datasets: got 0"),
        (lambda: resample_counts(5, 0, 1), "draws: got 0"),
        (lambda: resample_counts(5, 5, -1), "seed: got -1"),
        (lambda: bca(np.zeros(1), np.zeros((5, 1)), np.zeros((5, 1)), 1.5), "level: got 1.5"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
