"""The average of several studies' confidence curves.

Checked against: the means of scipy's intervals, level by level; Student's t where all studies have its form with equal
degrees of freedom; bisection on those intervals for p; integration of p over x for the area. How
Berrar averages (6.4.2) his text does not say; the docstring says why it is taken so.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, optimize, stats

from rankpress.stats.curves import AveragedCurve, ConfidenceCurve, area_by_quadrature, quesenberry_hurst

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
    found = []
    for curve in curves:
        if isinstance(curve, ConfidenceCurve):
            found.append(stats.t.interval(level, curve.df, curve.difference, curve.standard_error))
        else:
            c = stats.chi2.isf(1 - level, 1) / curve.n
            d, q = curve.difference, curve.discordant
            found.append(sorted(np.roots([1 + c, -2 * d, d * d - c * q]).real))
    return np.mean(found, axis=0)


@given(STUDIES, st.floats(0.01, 0.999))
def test_bounds_are_the_means_of_the_studies(curves, level):
    average = AveragedCurve(curves)
    assert average.interval(level) == pytest.approx(mean_interval(curves, level), rel=1e-6, abs=1e-7)
    assert average.difference == pytest.approx(np.mean([curve.difference for curve in curves]), abs=1e-15)


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


@given(T_CURVES | QH_CURVES, st.integers(1, 4))
def test_studies_that_agree_have_their_own_curve_as_average(curve, times):
    average = AveragedCurve([curve] * times)
    x = np.linspace(-1, 1, 41)
    assert average.p_at(x) == pytest.approx(curve.p_at(x), rel=1e-6, abs=1e-13)
    assert average.aucc == pytest.approx(curve.aucc, rel=1e-12)
    assert average.entangled_null == pytest.approx(curve.entangled_null, abs=1e-9, nan_ok=True)


@given(st.lists(st.tuples(st.floats(-0.5, 0.5), st.floats(1e-3, 0.3)), min_size=1, max_size=5))
def test_studies_of_equal_degrees_of_freedom_average_to_students_t(sizes):
    average = AveragedCurve([ConfidenceCurve(d, error, 9) for d, error in sizes])
    mean = ConfidenceCurve(*np.mean(sizes, axis=0), 9)
    x = np.linspace(-1, 1, 21)
    assert average.p_at(x) == pytest.approx(mean.p_at(x), rel=1e-6, abs=1e-12)
    assert average.aucc == pytest.approx(mean.aucc, rel=1e-12)
    if mean.p_null > 1e-9:
        assert average.entangled_null == pytest.approx(mean.entangled_null, abs=1e-9)


@given(STUDIES, st.randoms(use_true_random=False))
def test_the_order_of_the_studies_does_not_matter(curves, random):
    shuffled = random.sample(curves, len(curves))
    one, other = AveragedCurve(curves), AveragedCurve(shuffled)
    assert one.interval(0.95) == pytest.approx(other.interval(0.95), abs=1e-14)
    assert one.aucc == pytest.approx(other.aucc, rel=1e-13)


def test_the_area_is_the_mean_area_and_that_under_the_curve():
    curves = [ConfidenceCurve(0.05, 0.02, 9), ConfidenceCurve(0.1, 0.05, 99), quesenberry_hurst(100, 30, 20)]
    average = AveragedCurve(curves)
    assert average.aucc == pytest.approx(sum(curve.aucc for curve in curves) / 3, rel=1e-14)
    assert average.aucc == pytest.approx(area_by_quadrature(average), rel=1e-12)
    halves = [(-1, average.difference), (average.difference, 1)]  # t with 9 degrees of freedom ends well within
    assert average.aucc == pytest.approx(sum(integrate.quad(average.p_at, *half)[0] for half in halves), rel=1e-7)


@given(STUDIES)
def test_the_entangled_null_is_as_likely_as_none(curves):
    average = AveragedCurve(curves)
    entangled = average.entangled_null
    if math.isnan(entangled):
        assert average.p_null == 0
        return
    # scipy's quantile of t with 4 degrees of freedom is good to 1e-8 only, at the very peak
    assert average.p_at(entangled) == pytest.approx(average.p_null, rel=1e-6, abs=1e-7)
    if abs(average.difference) > 1e-6:
        assert (entangled > average.difference) == (average.difference > 0)


def test_a_mean_of_p_values_would_have_its_peak_at_a_single_study():
    curves = [ConfidenceCurve(d, error, 9) for d, error in [(0.069, 0.02), (0.060, 0.01), (0.04, 0.03)]]
    x = np.linspace(-0.1, 0.2, 30_001)
    pointwise = np.mean([curve.p_at(x) for curve in curves], axis=0)
    assert x[pointwise.argmax()] == pytest.approx(0.060, abs=1e-5)
    assert pointwise.max() < 1
    assert AveragedCurve(curves).difference == pytest.approx(np.mean([0.069, 0.060, 0.04]))


def test_points_lie_on_the_curve():
    average = AveragedCurve([ConfidenceCurve(0.05, 0.02, 4), quesenberry_hurst(100, 30, 20)])
    x, p = average.points(21)
    assert average.p_at(x) == pytest.approx(p, rel=1e-9)
    assert (np.diff(x) > 0).all()


def test_studies_without_spread_make_a_line():
    average = AveragedCurve([ConfidenceCurve(0.25, 0.0, 4)] * 3)
    assert average.p_at([0.24, 0.25, 0.26]).tolist() == [0.0, 1.0, 0.0]
    assert (average.aucc, average.p_null) == (0.0, 0.0)
    assert math.isnan(average.entangled_null)


def test_one_study_of_two_folds_makes_the_area_infinite():
    assert AveragedCurve([ConfidenceCurve(0.0, 0.05, 1), ConfidenceCurve(0.0, 0.05, 9)]).aucc == math.inf


def test_an_average_of_nothing_is_refused():
    with pytest.raises(ValueError, match="curves: got none; at least one is needed"):
        AveragedCurve([])
