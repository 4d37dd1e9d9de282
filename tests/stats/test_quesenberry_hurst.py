"""Confidence curves of nested Quesenberry-Hurst intervals, from counts of examples.

Checked against: the two intervals and estimates that berrar2017 prints beside figure 4, with the McNemar p-values of
its text, which leave one pair of counts each; brute force over a grid of supposed differences for the interval and
bisection on it for p; scipy's chi-squared distribution; statsmodels' McNemar test for p of 0; numerical integration
of p over x, by scipy and by the trapezoidal rule, for the area.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, optimize, stats
from statsmodels.stats.contingency_tables import mcnemar

from rankpress.stats.curves import QuesenberryHurstCurve, quesenberry_hurst


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


@pytest.mark.conformance(procedure="Quesenberry-Hurst curve", source="Berrar 2017, figure 4")
@FIGURE_4
def test_berrar_prints_these_intervals(n, only_a, only_b, difference, low, high, decimals, printed):
    curve = quesenberry_hurst(n, only_a, only_b)
    assert curve.difference == pytest.approx(difference, abs=1e-12)
    assert curve.interval(0.95) == (printed(low, decimals), printed(high, decimals))


@FIGURE_4
def test_no_other_counts_give_these_intervals(n, only_a, only_b, difference, low, high, decimals, printed):
    net = only_a - only_b
    fitting = [
        (b + net, b)
        for b in range((n - net) // 2 + 1)
        if quesenberry_hurst(n, b + net, b).interval(0.95) == (printed(low, decimals), printed(high, decimals))
    ]
    assert (only_a, only_b) in fitting
    # Berrar's text: p = 0.20 in the one experiment and p < 0.05 in the other, by McNemar's test with continuity.
    p_values = [stats.chi2.sf((abs(a - b) - 1) ** 2 / (a + b), 1) for a, b in fitting]
    told = [p < 0.05 if n == 10_000 else p == printed(0.20, 2) for p in p_values]
    assert [pair for pair, fits in zip(fitting, told, strict=True) if fits] == [(only_a, only_b)]


@given(counts(least_discordant=1), st.floats(0.01, 0.999))
def test_an_interval_holds_what_is_no_farther_than_the_quantile(case, level):
    curve = quesenberry_hurst(*case)
    low, high = curve.interval(level)
    edge = math.sqrt(curve.discordant) * (1 - 1e-12)
    x = np.linspace(-edge, edge, 4001)
    held = x[squared_distance(x, *case) <= stats.chi2.isf(1 - level, 1)]
    gap = x[1] - x[0] + 1e-9
    if held.size:
        assert low <= held.min() + 1e-9
        assert held.max() <= high + 1e-9
        assert held.min() - low <= gap
        assert high - held.max() <= gap
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
        found = optimize.brentq(lambda level: curve.interval(level)[side] - x, 1e-9, 1 - 1e-12, xtol=1e-15)
        assert 1 - found == pytest.approx(p, rel=1e-6, abs=1e-9)


@pytest.mark.conformance(
    procedure="Quesenberry-Hurst curve at 0", source="statsmodels mcnemar, no continuity correction"
)
@given(counts(least_discordant=1))
def test_of_no_difference_p_is_mcnemars(case):
    n, only_a, only_b = case
    table = [[n - only_a - only_b, only_a], [only_b, 0]]
    expected = mcnemar(table, exact=False, correction=False).pvalue
    assert quesenberry_hurst(*case).p_null == pytest.approx(expected, rel=1e-9, abs=1e-300)


@given(counts())
def test_exchanging_the_two_turns_the_curve_round(case):
    n, only_a, only_b = case
    curve, turned = quesenberry_hurst(n, only_a, only_b), quesenberry_hurst(n, only_b, only_a)
    low, high = curve.interval(0.9)
    assert turned.interval(0.9) == (-high, -low)
    assert turned.difference == -curve.difference
    assert turned.aucc == pytest.approx(curve.aucc, rel=1e-12)
    assert turned.entangled_null == pytest.approx(-curve.entangled_null, nan_ok=True)
    x = np.linspace(-1, 1, 21)
    assert turned.p_at(-x) == pytest.approx(curve.p_at(x), rel=1e-12)


@given(counts(least_discordant=1), st.lists(st.floats(0.001, 0.9999), min_size=2, max_size=6))
def test_intervals_are_nested_about_the_estimate_and_within_what_can_be(case, levels):
    curve = quesenberry_hurst(*case)
    lows, highs = zip(*(curve.interval(level) for level in sorted(levels)), strict=True)
    assert (np.diff(lows) <= 1e-15).all()
    assert (np.diff(highs) >= -1e-15).all()
    assert lows[0] - 1e-15 <= curve.difference <= highs[0] + 1e-15
    assert lows[-1] >= -1
    assert highs[-1] <= 1 + 1e-15


@pytest.mark.parametrize(
    "case",
    [(100, 30, 20), (10_000, 244, 201), (10, 5, 5), (7, 3, 4), (3, 1, 0), (50, 49, 0), (1000, 999, 1), (1, 1, 0)],
)
def test_the_area_is_that_under_the_curve(case):
    curve = quesenberry_hurst(*case)
    edge = math.sqrt(curve.discordant)
    halves = [(-edge, curve.difference), (curve.difference, edge)]
    found = sum(integrate.quad(curve.p_at, *half, epsabs=1e-13, epsrel=1e-12, limit=500)[0] for half in halves)
    assert curve.aucc == pytest.approx(found, rel=1e-10)
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


@given(counts(least_discordant=1), st.sampled_from([3, 5, 201]))
def test_points_lie_on_the_curve(case, n):
    curve = quesenberry_hurst(*case)
    x, p = curve.points(n)
    assert x.shape == p.shape == (n,)
    assert (x[n // 2], p[n // 2]) == (curve.difference, 1.0)
    assert (np.diff(x) >= -1e-15).all()
    apart = np.abs(x - curve.difference) > 1e-6
    inside = x**2 < curve.discordant * (1 - 1e-9)
    assert curve.p_at(x)[apart & inside] == pytest.approx(p[apart & inside], rel=1e-4)


def test_with_many_examples_it_is_the_normal_curve():
    n, only_a, only_b = 10**8, 10_300_000, 10_000_000
    curve = quesenberry_hurst(n, only_a, only_b)
    error = math.sqrt((curve.discordant - curve.difference**2) / n)
    assert curve.interval(0.95) == pytest.approx(stats.norm.interval(0.95, curve.difference, error), abs=1e-3 * error)
    assert curve.aucc == pytest.approx(4 / math.sqrt(2 * math.pi) * error, rel=1e-6)


def test_where_no_example_tells_the_two_apart_there_is_a_point():
    curve = quesenberry_hurst(25, 0, 0)
    assert curve.interval(0.95) == (0.0, 0.0)
    assert curve.p_at([-1e-9, 0.0, 1e-9]).tolist() == [0.0, 1.0, 0.0]
    assert (curve.p_null, curve.aucc, curve.entangled_null) == (1.0, 0.0, 0.0)
    assert set(curve.points()[0]) == {0.0}


def test_where_one_alone_has_all_right_the_curve_ends_at_the_estimate():
    curve = quesenberry_hurst(10, 10, 0)
    assert curve.interval(0.95)[1] == 1.0
    assert curve.p_at([1.0, 1.1, -1.0]).tolist() == [1.0, 0.0, 0.0]
    # n (1 - x)^2 / (1 - x^2) = n (1 - x) / (1 + x)
    assert curve.p_at(0.5) == pytest.approx(stats.chi2.sf(10 * 0.5 / 1.5, 1), rel=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: quesenberry_hurst(0, 0, 0), "n: got 0; an integer of at least 1 is needed"),
        (lambda: quesenberry_hurst(10, -1, 0), "only_a: got -1; an integer of at least 0"),
        (lambda: quesenberry_hurst(10, 1, 2.5), "only_b: got 2.5; an integer"),
        (lambda: quesenberry_hurst(10, 6, 5), "only_a, only_b: got 6 and 5; together no more than the 10 examples"),
        (lambda: QuesenberryHurstCurve(0.2, 0.1, 10), "discordant: got 0.1 with a difference of 0.2"),
        (lambda: QuesenberryHurstCurve(math.nan, 0.1, 10), "difference: got nan"),
        (lambda: quesenberry_hurst(10, 1, 2).interval(1.0), "level: got 1.0"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
