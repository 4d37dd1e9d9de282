"""Dunnett's test of each algorithm with a control.

Checked against: the double integral by Gauss and Legendre's rule; scipy.stats.multivariate_t and scipy.stats.dunnett
(both by random points, hence to three or four places), the latter at the degrees of freedom of its own design; the
two-sided points of Dunnett's printed tables; Student's t for one comparison. Property: between the p of one comparison
and Bonferroni's bound.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from rankpress.stats.anova import block_t
from rankpress.stats.pairs import pairs_with
from rankpress.stats.tukey import dunnett, dunnett_sf


def by_integration(t, m, df):
    nodes, weights = np.polynomial.legendre.leggauss(300)
    largest = 2.0 if df > 30 else 7.0  # far out, where the density of s has vanished
    z, s = 9 * nodes, largest / 2 * (1 + nodes)
    both = special.ndtr(z + math.sqrt(2) * t * s[:, np.newaxis]) - special.ndtr(z - math.sqrt(2) * t * s[:, np.newaxis])
    given_deviation = both**m @ (9 * weights * stats.norm.pdf(z))
    return 1 - largest / 2 * weights @ (given_deviation * stats.chi.pdf(s * math.sqrt(df), df) * math.sqrt(df))


@pytest.mark.conformance(procedure="Dunnett", source="double integral by Gauss-Legendre quadrature")
@pytest.mark.parametrize("m", [1, 2, 3, 9])
@pytest.mark.parametrize(("t", "df"), [(0.3, 6), (1.0, 12), (2.5, 6), (3.5, 39), (2.1, 150)])
def test_it_is_the_double_integral(t, m, df):
    assert dunnett_sf(t, m, df) == pytest.approx(by_integration(t, m, df), abs=1e-9)


@pytest.mark.parametrize(("t", "m", "df"), [(1.5, 2, 5), (2.5, 4, 12), (2.2, 6, 40)])
def test_it_is_the_multivariate_t(t, m, df):
    shape = (np.eye(m) + 1) / 2
    inside = stats.multivariate_t.cdf(np.full(m, t), shape=shape, df=df, lower_limit=np.full(m, -t), random_state=1)
    assert dunnett_sf(t, m, df) == pytest.approx(1 - inside, abs=5e-4)


@pytest.mark.conformance(procedure="Dunnett", source="scipy.stats.dunnett, at the df of its design")
def test_it_is_scipys_at_the_degrees_of_freedom_of_its_design():
    groups = np.random.default_rng(3).normal(size=(5, 9)) + np.array([0, 0.3, 0.8, 1.0, 1.5])[:, np.newaxis]
    found = stats.dunnett(*groups[1:], control=groups[0], random_state=1)
    assert dunnett(found.statistic, 5 * 8) == pytest.approx(found.pvalue, abs=5e-4)


# Upper two-sided points by number of comparisons (rows) of Dunnett's table of 1964, as textbooks print it.
POINTS = {
    (0.05, 5): (2.57, 3.03, 3.29, 3.48, 3.62),
    (0.05, 12): (2.18, 2.50, 2.68, 2.81, 2.90),
    (0.05, 20): (2.09, 2.38, 2.54, 2.65, 2.73),
    (0.05, math.inf): (1.96, 2.21, 2.35, 2.44, 2.51),
    (0.01, 10): (3.17, 3.53, 3.74, 3.88, 3.99),
}


@pytest.mark.conformance(procedure="Dunnett", source="Dunnett 1964, two-sided points")
@pytest.mark.parametrize(("alpha", "df"), POINTS)
def test_printed_points(alpha, df):
    for m, point in enumerate(POINTS[alpha, df], start=1):
        low, high = dunnett_sf([point + 0.0051, point - 0.0051], m, df)
        assert low <= alpha <= high


@given(st.floats(0, 30), st.sampled_from([1, 2, 5, 39, 1000]))
def test_one_comparison_is_students_t(t, df):
    assert dunnett_sf(t, 1, df) == pytest.approx(2 * special.stdtr(df, -t), rel=1e-10)


@given(st.floats(0, 12), st.integers(1, 60), st.sampled_from([1, 4, 39, 1000, math.inf]))
def test_it_lies_between_one_comparison_and_bonferroni(t, m, df):
    one, p = dunnett_sf(t, 1, df), dunnett_sf(t, m, df)
    assert one * (1 - 1e-10) <= p <= min(1.0, m * one) * (1 + 1e-10)


def test_far_out_the_chance_keeps_its_relative_accuracy():
    # there two of them are hardly ever out at once
    for t in (9.0, 20.0):
        assert dunnett_sf(t, 7, math.inf) == pytest.approx(7 * 2 * stats.norm.sf(t), rel=1e-3)
    assert dunnett_sf(60.0, 7, math.inf) >= 0


def test_the_block_design():
    scores = np.random.default_rng(0).normal(size=(10, 4)) + 5 * np.arange(10)[:, np.newaxis] + [0, 0, 0, 3]
    tests = block_t(scores, pairs_with(1, 4))
    p = dunnett(tests.statistic, tests.details["df"][0])
    assert (p <= 0.05).tolist() == [False, False, True]
    assert (p >= tests.p).all()


@pytest.mark.parametrize("df", [1, 3, 49 * 199, 1e6])
def test_fifty_algorithms_and_ends(df):
    t = np.random.default_rng(0).normal(size=49) * 5
    t[:3] = 0.0, np.inf, 1e30
    p = dunnett(t, df)
    assert p[0] == 1
    assert p[1] == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dunnett([np.nan], 5), "t: got nan; numbers of at least 0 are needed"),
        (lambda: dunnett([], 5), "n_comparisons: got 0; an integer of at least 1 is needed"),
        (lambda: dunnett([1.0], 0), "df: got 0; a number of at least 1 is needed"),
        (lambda: dunnett_sf(-1.0, 2, 5), "t: got -1.0; numbers of at least 0 are needed"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
