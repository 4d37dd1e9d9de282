"""Confidence curves and the area under them.

Checked against: scipy's t distribution for p, intervals and points; numerical integration for the area, which
berrar2017 (equation 2) gives in the normal form; the ratio of exact to normal area at 4, 9, 24 and 99 degrees
of freedom, measured on Berrar's own program; two intervals that the text of berrar2017 (section 7.2.1)
prints, found from difference and area in its Table 3, and the entangled null of its figure 3; the corrected t
test, whose p the curve has at 0.
Regressions: faults seen elsewhere, the normal area for a t curve, a fixed number of points.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import integrate, stats

from rankpress.stats.curves import ConfidenceCurve, area_by_quadrature, from_folds
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
def test_the_area_by_quadrature_is_that_of_the_closed_form(df):
    curve = ConfidenceCurve(0.3, 0.02, df)
    assert area_by_quadrature(curve) == pytest.approx(curve.aucc, rel=1e-12)
    if df >= 9:  # so that nothing to speak of lies farther out
        x = 0.3 + 0.02 * np.linspace(-200, 200, 400_001)
        assert area_by_quadrature(curve) == pytest.approx(np.trapezoid(curve.p_at(x), x), rel=1e-6)


@given(CURVES)
def test_the_entangled_null_is_as_likely_as_none(curve):
    assert curve.entangled_null == 2 * curve.difference
    assert curve.p_at(curve.entangled_null) == curve.p_null


# Berrar 2017, figure 3: an estimate of 0.15 and p = 0.15 for no difference, and for 0.30.
@pytest.mark.conformance(procedure="Entangled null value", source="Berrar 2017, figure 3")
@pytest.mark.parametrize("df", [9, 99])
def test_berrar_prints_this_entangled_null(df):
    curve = ConfidenceCurve(0.15, 0.15 / stats.t.isf(0.15 / 2, df), df)
    assert curve.p_null == pytest.approx(0.15, rel=1e-9)
    assert curve.entangled_null == pytest.approx(0.30, rel=1e-12)
    assert curve.p_at(0.30) == pytest.approx(0.15, rel=1e-9)


@pytest.mark.parametrize("df", [2, 4, 9, 24, 99, 1000])
def test_the_area_is_that_under_the_curve(df):
    curve = ConfidenceCurve(0.3, 0.02, df)
    half, _ = integrate.quad(lambda t: 2 * stats.t.sf(t, df), 0, np.inf, epsabs=0, epsrel=1e-10)
    assert curve.aucc == pytest.approx(2 * 0.02 * half, rel=1e-8)


@pytest.mark.conformance(
    procedure="Area under the confidence curve", source="Berrar's program against the area under its curve", fault="B28"
)
@pytest.mark.parametrize(("df", "ratio"), [(4, 1.253), (9, 1.094), (24, 1.033), (99, 1.008)])
def test_the_normal_form_is_too_small_by_this_much(df, ratio, printed):
    curve = ConfidenceCurve(0.0, 0.05, df)
    assert curve.aucc / curve.aucc_normal == printed(ratio, 3)
    assert curve.aucc_normal == pytest.approx(4 / math.sqrt(2 * math.pi) * 0.05, rel=1e-12)


def test_the_normal_form_is_the_limit():
    curve = ConfidenceCurve(0.0, 0.05, 1e9)
    assert curve.aucc == pytest.approx(curve.aucc_normal, rel=1e-8)


def test_two_folds_leave_the_area_infinite():
    assert ConfidenceCurve(0.0, 0.05, 1).aucc == math.inf


@pytest.mark.parametrize(
    ("dataset", "column", "low", "high"),
    [("Synthetic 1", "CART-EC", -0.11, 0.19), ("Liver", "NB-EC", -0.03, 0.13)],
)
def test_berrar_prints_these_intervals(dataset, column, low, high, table, printed):
    read = table("berrar2017_table3")
    row = read.values[read.rows.index(dataset)]
    difference, area = row[read.columns.index(column)], row[read.columns.index(f"{column} AUCC")]
    unit = ConfidenceCurve(difference, 1.0, 99)  # 10 times 10 folds
    curve = ConfidenceCurve(difference, area / unit.aucc_normal, 99)
    assert curve.aucc_normal == pytest.approx(area, rel=1e-12)
    assert curve.interval(0.95) == (printed(low, 2), printed(high, 2))


@given(
    arrays(np.float64, st.integers(2, 40), elements=st.integers(-50, 50).map(lambda c: c / 100)),
    st.floats(0.01, 2),
)
def test_the_curve_of_folds_is_the_corrected_t_test(differences, ratio):
    curve, test = from_folds(differences, ratio), corrected_t(differences[:, np.newaxis], ratio)
    assert curve.difference == pytest.approx(test.difference[0], abs=1e-15)
    assert curve.standard_error == pytest.approx(test.standard_error[0], rel=1e-12)
    assert curve.df == test.df[0]
    assert curve.p_null == pytest.approx(test.p[0], rel=1e-6, abs=1e-300)


@pytest.mark.parametrize("n", [3, 5, 201])
@given(curve=CURVES)
def test_points_lie_on_the_curve(n, curve):
    x, p = curve.points(n)
    assert x.shape == p.shape == (n,)
    assert (np.diff(x) >= 0).all()
    assert p.tolist() == p[::-1].tolist()
    assert (x[n // 2], p[n // 2]) == (curve.difference, 1.0)
    assert p[0] == pytest.approx(0.001)
    inner = np.abs(x - curve.difference) > 1e-6 * abs(curve.difference)
    assert curve.p_at(x)[inner] == pytest.approx(p[inner], rel=1e-6, abs=1e-6)


def test_folds_that_agree_make_the_curve_a_line():
    for difference in (0.0, 0.25):
        curve = from_folds([difference] * 3, 0.5)
        assert curve.standard_error == curve.aucc == curve.aucc_normal == 0.0
        assert curve.interval(0.95) == (difference, difference)
        assert curve.p_at([difference - 1e-9, difference, difference + 1e-9]).tolist() == [0, 1, 0]
        assert curve.p_null == (1.0 if difference == 0 else 0.0)
        assert set(curve.points()[0]) == {difference}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ConfidenceCurve(np.nan, 0.1, 9), "difference: got nan; a finite number is needed"),
        (lambda: ConfidenceCurve(0.1, -0.1, 9), "standard_error: got -0.1; a number of at least 0 is needed"),
        (lambda: ConfidenceCurve(0.1, np.nan, 9), "standard_error: got nan"),
        (lambda: ConfidenceCurve(0.1, 0.1, 0), "df: got 0; a positive finite number is needed"),
        (lambda: ConfidenceCurve(0.1, 0.1, 9).interval(95), "level: got 95; a number between 0 and 1"),
        (lambda: ConfidenceCurve(0.1, 0.1, 9).points(4), "n: got 4; an odd number is needed"),
        (lambda: ConfidenceCurve(0.1, 0.1, 9).points(1), "n: got 1; an integer of at least 3 is needed"),
        (lambda: from_folds([0.1], 0.5), "differences: got 1 entries; at least 2 are needed"),
        (lambda: from_folds([0.1, np.nan], 0.5), "differences: entry 1 is nan"),
        (lambda: from_folds([0.1, 0.2], -1), "test_train_ratio: got -1"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
