"""Confidence curves of t intervals and of Quesenberry and Hurst's, the area under them, and their average.

Checked against: scipy's t and chi-squared distributions and their intervals; numerical integration for areas; bisection
for p; the intervals, estimates and entangled null values that berrar2017 prints; statsmodels' McNemar test at zero; the
ratio of exact to normal area measured on Berrar's own program (B28).
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import integrate, optimize, stats
from statsmodels.stats.contingency_tables import mcnemar

from rankpress.stats.curves import AveragedCurve, ConfidenceCurve, area_by_quadrature, from_folds, quesenberry_hurst
from rankpress.stats.resampled import corrected_t

CURVES = st.builds(
    ConfidenceCurve,
    difference=st.floats(-1, 1),
    standard_error=st.floats(1e-4, 1),
    df=st.sampled_from([1.0, 2.0, 9.0, 99.0]),
)


@given(CURVES, arrays(np.float64, 5, elements=st.floats(-3, 3)))
def test_p_is_scipys(curve, x):
    t = np.abs(x - curve.difference) / curve.standard_error
    assert curve.p_at(x) == pytest.approx(2 * stats.t.sf(t, curve.df), rel=1e-9, abs=1e-300)
    assert curve.p_null == curve.p_at(0.0)
    assert curve.p_at(curve.difference) == 1


@given(CURVES, st.floats(0.01, 0.999))
def test_an_interval_is_scipys_and_ends_where_p_is_the_rest(curve, level):
    low, high = curve.interval(level)
    assert (low, high) == pytest.approx(
        stats.t.interval(level, curve.df, curve.difference, curve.standard_error), rel=1e-8, abs=1e-8
    )
    assert curve.p_at([low, high]) == pytest.approx([1 - level] * 2, rel=1e-6)


@pytest.mark.parametrize("df", [1.1, 1.5, 2, 4, 9, 24, 99, 1000])
def test_the_area_is_that_under_the_curve(df):
    curve = ConfidenceCurve(0.3, 0.02, df)
    assert area_by_quadrature(curve) == pytest.approx(curve.aucc, rel=1e-12)
    if df >= 2:
        half, _ = integrate.quad(lambda t: 2 * stats.t.sf(t, df), 0, np.inf, epsabs=0, epsrel=1e-10)
        assert curve.aucc == pytest.approx(2 * 0.02 * half, rel=1e-8)
    if df >= 9:  # so that nothing to speak of lies farther out
        x = 0.3 + 0.02 * np.linspace(-200, 200, 400_001)
        assert area_by_quadrature(curve) == pytest.approx(np.trapezoid(curve.p_at(x), x), rel=1e-6)


# Berrar 2017, figure 3: an estimate of 0.15 and p = 0.15 for no difference, and for 0.30.
@pytest.mark.conformance("Entangled null value", "Berrar 2017, figure 3")
@pytest.mark.parametrize("df", [9, 99])
def test_berrar_prints_this_entangled_null(df):
    curve = ConfidenceCurve(0.15, 0.15 / stats.t.isf(0.15 / 2, df), df)
    assert curve.p_null == pytest.approx(0.15, rel=1e-9)
    assert curve.entangled_null == pytest.approx(0.30, rel=1e-12)
    assert curve.p_at(0.30) == pytest.approx(0.15, rel=1e-9)


@pytest.mark.conformance("Area under the confidence curve", "Berrar's program against the area under its curve", "B28")
@pytest.mark.parametrize(("df", "ratio"), [(4, 1.253), (9, 1.094), (24, 1.033), (99, 1.008)])
def test_the_normal_form_is_too_small_by_this_much(df, ratio, printed):
    curve = ConfidenceCurve(0.0, 0.05, df)
    assert curve.aucc / curve.aucc_normal == printed(ratio, 3)
    assert curve.aucc_normal == pytest.approx(4 / math.sqrt(2 * math.pi) * 0.05, rel=1e-12)


@given(arrays(np.float64, st.integers(2, 40), elements=st.integers(-50, 50).map(lambda c: c / 100)), st.floats(0.01, 2))
def test_the_curve_of_folds_is_the_corrected_t_test(differences, ratio):
    curve, test = from_folds(differences, ratio), corrected_t(differences[:, np.newaxis], ratio)
    assert curve.difference == pytest.approx(test.difference[0], abs=1e-15)
    assert curve.standard_error == pytest.approx(test.standard_error[0], rel=1e-12)
    assert curve.df == test.df[0]
    assert curve.p_null == pytest.approx(test.p[0], rel=1e-6, abs=1e-300)


@st.composite
def counts(draw, least_discordant=0):
    n = draw(st.integers(max(1, least_discordant), 3000))
    discordant = draw(st.integers(least_discordant, n))
    only_a = draw(st.integers(0, discordant))
    return n, only_a, discordant - only_a


def squared_distance(x, n, only_a, only_b):
    """How far x is from the estimate, in the units of its own variance, from the counts."""
    return n * ((only_a - only_b) / n - x) ** 2 / ((only_a + only_b) / n - x**2)


# Figure 4: b, n and the estimate are printed; McNemar's p with continuity and the interval leave these counts only.
FIGURE_4 = pytest.mark.parametrize(
    ("n", "only_a", "only_b", "difference", "low", "high", "decimals"),
    [(10_000, 244, 201, 0.00430, 0.00017, 0.00843, 5), (100, 30, 20, 0.10, -0.038, 0.231, 3)],
)


@pytest.mark.conformance("Quesenberry-Hurst curve", "Berrar 2017, figure 4")
@FIGURE_4
def test_berrar_prints_these_intervals(n, only_a, only_b, difference, low, high, decimals, printed):
    curve = quesenberry_hurst(n, only_a, only_b)
    assert curve.difference == pytest.approx(difference, abs=1e-12)
    assert curve.interval(0.95) == (printed(low, decimals), printed(high, decimals))


@given(counts(least_discordant=1), st.floats(0.01, 0.999))
def test_an_interval_holds_what_is_no_farther_than_the_quantile(case, level):
    curve = quesenberry_hurst(*case)
    low, high = curve.interval(level)
    edge = math.sqrt(curve.discordant) * (1 - 1e-12)
    x = np.linspace(-edge, edge, 4001)
    inside = x[squared_distance(x, *case) <= stats.chi2.isf(1 - level, 1)]
    gap = x[1] - x[0] + 1e-9
    if inside.size:
        assert low <= inside.min() + 1e-9
        assert inside.max() <= high + 1e-9
        assert inside.min() - low <= gap
        assert high - inside.max() <= gap
    else:
        assert high - low <= 2 * gap


@given(counts(least_discordant=1), st.floats(-1, 1))
def test_p_is_that_of_the_widest_interval_without_x(case, x):
    curve = quesenberry_hurst(*case)
    p = float(curve.p_at(x))
    if x**2 >= curve.discordant:
        assert p == 0 or x == curve.difference
        return
    assert p == pytest.approx(stats.chi2.sf(squared_distance(x, *case), 1), rel=1e-9, abs=1e-12)
    if 1e-9 < p < 1 - 1e-6:
        side = 0 if x < curve.difference else 1
        root = optimize.brentq(lambda level: curve.interval(level)[side] - x, 1e-9, 1 - 1e-12, xtol=1e-15)
        assert 1 - root == pytest.approx(p, rel=1e-6, abs=1e-9)


@pytest.mark.conformance("Quesenberry-Hurst curve at 0", "statsmodels mcnemar, no continuity correction")
@given(counts(least_discordant=1))
def test_of_no_difference_p_is_mcnemars(case):
    n, only_a, only_b = case
    table = [[n - only_a - only_b, only_a], [only_b, 0]]
    expected = mcnemar(table, exact=False, correction=False).pvalue
    assert quesenberry_hurst(*case).p_null == pytest.approx(expected, rel=1e-9, abs=1e-300)


@pytest.mark.parametrize(
    "case",
    [(100, 30, 20), (10_000, 244, 201), (10, 5, 5), (7, 3, 4), (3, 1, 0), (50, 49, 0), (1000, 999, 1), (1, 1, 0)],
)
def test_quesenberry_hurst_the_area_is_that_under_the_curve(case):
    curve = quesenberry_hurst(*case)
    edge = math.sqrt(curve.discordant)
    halves = [(-edge, curve.difference), (curve.difference, edge)]
    area = sum(integrate.quad(curve.p_at, *half, epsabs=1e-13, epsrel=1e-12, limit=500)[0] for half in halves)
    assert curve.aucc == pytest.approx(area, rel=1e-10)
    x = np.concatenate([np.linspace(*half, 100_001) for half in halves])
    assert curve.aucc == pytest.approx(np.trapezoid(curve.p_at(x), x), rel=1e-5)


@given(counts(least_discordant=1))
def test_the_entangled_null_is_as_likely_as_none(case):
    curve = quesenberry_hurst(*case)
    entangled = curve.entangled_null
    if abs(curve.difference) == 1:  # nothing is beyond the estimate
        assert math.isnan(entangled)
        return
    assert curve.p_at(entangled) == pytest.approx(curve.p_null, rel=1e-7, abs=1e-300)
    if curve.difference == 0:
        assert entangled == 0
    else:
        assert abs(curve.difference) < abs(entangled) <= 2 * abs(curve.difference)
        assert entangled * curve.difference > 0


T_CURVES = st.builds(
    ConfidenceCurve,
    difference=st.floats(-0.5, 0.5),
    standard_error=st.floats(1e-3, 0.3),
    df=st.sampled_from([2.0, 4.0, 9.0, 99.0]),
)
QH_CURVES = st.builds(
    lambda a, b, neither: quesenberry_hurst(a + b + neither, a, b),
    st.integers(1, 60),
    st.integers(1, 60),
    st.integers(0, 300),
)
STUDIES = st.lists(T_CURVES | QH_CURVES, min_size=1, max_size=5)


def mean_interval(curves, level):
    """Means of the bounds that scipy gives for t, and that solve the quadratic of Quesenberry and Hurst."""
    bounds = []
    for curve in curves:
        if isinstance(curve, ConfidenceCurve):
            bounds.append(stats.t.interval(level, curve.df, curve.difference, curve.standard_error))
        else:
            c = stats.chi2.isf(1 - level, 1) / curve.n
            d, q = curve.difference, curve.discordant
            bounds.append(sorted(np.roots([1 + c, -2 * d, d * d - c * q]).real))
    return np.mean(bounds, axis=0)


@given(STUDIES, st.floats(0.01, 0.999))
def test_bounds_are_the_means_of_the_studies(curves, level):
    average = AveragedCurve(curves)
    assert average.interval(level) == pytest.approx(mean_interval(curves, level), rel=1e-6, abs=1e-7)
    assert average.difference == pytest.approx(np.mean([curve.difference for curve in curves]), abs=1e-15)


@pytest.mark.conformance("Average of confidence curves by scheme", "Berrar 2017, figure 5 and section 6.4.2")
def test_berrar_averages_these_differences_by_three_resampling_schemes():
    curves = [ConfidenceCurve(difference, 0.02, 99) for difference in (0.069, 0.060, 0.068)]
    assert round(AveragedCurve(curves).difference, 3) == 0.066


@given(STUDIES, st.floats(-1, 1))
def test_p_inverts_the_intervals(curves, x):
    average = AveragedCurve(curves)
    p = float(average.p_at(x))
    assert 0 <= p <= 1
    if 1e-6 < p < 1 - 1e-6:
        side = 0 if x < average.difference else 1
        level = optimize.brentq(lambda level: mean_interval(curves, level)[side] - x, 1e-8, 1 - 1e-8, xtol=1e-14)
        assert p == pytest.approx(1 - level, abs=1e-6)
        assert float(average.bounds(p)[side]) == pytest.approx(x, abs=1e-12)


@pytest.mark.nightly
def test_the_area_is_the_mean_area_and_that_under_the_curve():
    curves = [ConfidenceCurve(0.05, 0.02, 9), ConfidenceCurve(0.1, 0.05, 99), quesenberry_hurst(100, 30, 20)]
    average = AveragedCurve(curves)
    assert average.aucc == pytest.approx(sum(curve.aucc for curve in curves) / 3, rel=1e-14)
    assert average.aucc == pytest.approx(area_by_quadrature(average), rel=1e-12)
    halves = [(-1, average.difference), (average.difference, 1)]  # t with 9 degrees of freedom ends well within
    assert average.aucc == pytest.approx(sum(integrate.quad(average.p_at, *half)[0] for half in halves), rel=1e-7)
