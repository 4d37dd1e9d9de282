"""Hedges' g for paired data, with the noncentral t.

Checked against: R's pt with a noncentrality, scipy's noncentral t, the integral of its definition where either gives
up, the correction factor in closed form, unbiasedness by simulation. Regression: the approximate correction
1 - 3 / (4 m - 1), and pooled standard deviations of the two columns, as if the data were not paired.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, special, stats

from rankpress.stats.hedges import DEGENERATE, hedges_g, noncentral_t_cdf, noncentrality_interval


def g_of(differences, level=0.95, **options):
    differences = np.asarray(differences, dtype=float)
    return hedges_g(np.column_stack([differences, np.zeros_like(differences)]), [[0, 1]], level, **options)


@pytest.mark.conformance(procedure="Hedges' g: interval", source="R pt with noncentrality")
def test_intervals_are_rs(r_values):
    found = {case: values for (name, case), values in r_values.items() if name == "noncentral.t"}
    assert len(found) == 5
    for n, values in found.items():
        i = np.arange(1, int(n) + 1)
        effect = g_of(np.where(i % 3 == 0, -(i**2), i**2))
        assert effect.low[0] == pytest.approx(values["low"], abs=1e-8)
        assert effect.high[0] == pytest.approx(values["high"], abs=1e-8)


@pytest.mark.conformance(procedure="Hedges' g: interval", source="scipy.stats.nct")
@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
@pytest.mark.parametrize("n", [2, 3, 9, 40, 200])
def test_the_ends_leave_the_tails_that_they_should(n, level):
    differences = np.random.default_rng(n).normal(0.5, 1, n)
    effect, t = g_of(differences, level), stats.ttest_1samp(differences, 0).statistic
    low, high = (float(end[0] * np.sqrt(n)) for end in (effect.low, effect.high))
    assert stats.nct.sf(t, n - 1, low) == pytest.approx((1 - level) / 2, rel=1e-6)
    assert stats.nct.cdf(t, n - 1, high) == pytest.approx((1 - level) / 2, rel=1e-6)


@pytest.mark.parametrize("df", [2, 5, 30, 199])
@pytest.mark.parametrize("t", [101.0, 1e3, 1e6])
@pytest.mark.parametrize("part", [0.6, 1.0, 1.3])
def test_large_t_by_the_integral_of_the_definition(df, t, part):
    noncentrality = part * t
    expected, _ = integrate.quad(
        lambda z: stats.norm.pdf(z) * special.gammaincc(df / 2, df / 2 * (max(z + noncentrality, 0) / t) ** 2), -9, 9
    )
    assert noncentral_t_cdf(np.array([t]), df, np.array([noncentrality]))[0] == pytest.approx(expected, abs=1e-7)


def test_the_forms_meet():
    low, high = noncentrality_interval(np.array([100.0, 100.0 + 1e-9]), 12, 0.95)
    assert low[0] == pytest.approx(low[1], rel=1e-6)
    assert high[0] == pytest.approx(high[1], rel=1e-6)


def test_differences_that_hardly_vary_have_a_large_g_at_once():
    effect = g_of(1 + 1e-9 * np.arange(20))
    assert effect.low[0] < effect.estimate[0] < effect.high[0]
    assert effect.estimate[0] > 1e8


@pytest.mark.conformance(procedure="Hedges' g: correction", source="Hedges 1981, by factorials")
@pytest.mark.parametrize("n", [3, 5, 9, 21])
def test_the_correction_is_exact(n):
    differences = np.random.default_rng(1).normal(0.4, 1, n)
    df = n - 1  # even, so that gamma((df - 1) / 2) is the square root of pi by rational factors
    half = np.prod(np.arange(df - 3, 0, -2)) / 2 ** ((df - 2) / 2) * np.sqrt(np.pi)
    correction = special.factorial(df // 2 - 1) / (np.sqrt(df / 2) * half)
    d_z = differences.mean() / differences.std(ddof=1)
    assert g_of(differences).estimate[0] == pytest.approx(correction * d_z, rel=1e-12)


def test_it_is_unbiased():
    differences = np.random.default_rng(2).normal(0.8, 1, (6, 20_000))
    pairs = np.column_stack([np.arange(20_000), np.full(20_000, 20_000)])
    estimates = hedges_g(np.column_stack([differences, np.zeros(6)]), pairs).estimate
    assert estimates.mean() == pytest.approx(0.8, abs=4 * estimates.std() / np.sqrt(20_000))


def test_how_much_data_sets_differ_does_not_count():
    differences = np.random.default_rng(3).normal(1, 1, 10)
    level = np.array([0, 100, -50, 3, 8, 1000, 30, 2, 5, 7.0])
    effect = hedges_g(np.column_stack([level + differences, level]), [[0, 1]])
    assert effect.estimate[0] == pytest.approx(g_of(differences).estimate[0], rel=1e-9)


def test_two_data_sets_have_an_interval_and_no_g():
    effect = g_of([1.0, 2.0])
    assert np.isnan(effect.estimate[0])
    assert effect.low[0] < effect.high[0]
    assert effect.why == ("two data sets have no unbiased g",)


@pytest.mark.conformance(procedure="Hedges' g: BCa interval", source="scipy.stats.bootstrap, within Monte Carlo error")
def test_bootstrap_intervals_are_scipys():
    differences = np.random.default_rng(4).exponential(size=40)

    def d_z(x, axis):
        return x.mean(axis=axis) / x.std(axis=axis, ddof=1)

    correction = g_of(differences).estimate[0] / d_z(differences, 0)
    reference = stats.bootstrap((differences,), d_z, n_resamples=20_000, rng=1).confidence_interval
    effect = g_of(differences, bootstrap=True, draws=20_000, seed=5)
    assert effect.method == "BCa"
    assert effect.low[0] == pytest.approx(correction * reference.low, abs=0.02)
    assert effect.high[0] == pytest.approx(correction * reference.high, abs=0.02)
    again = g_of(differences, bootstrap=True, draws=20_000, seed=5)
    assert (again.low.tolist(), again.high.tolist()) == (effect.low.tolist(), effect.high.tolist())


def test_few_data_sets_leave_resamples_without_variance():
    effect = g_of([1.0, 3.0, 3.0], bootstrap=True)
    assert effect.why == (DEGENERATE,)
    assert np.isnan([effect.low[0], effect.high[0]]).any()
