"""Repeated-measures ANOVA, the t test with its error, and the tests of Tukey and Dunnett."""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import special, stats
from statsmodels.stats.anova import AnovaRM

from rankpress.stats.anova import TOO_FEW_FOR_MAUCHLY, block_t, repeated_measures_anova
from rankpress.stats.pairs import all_pairs
from rankpress.stats.tukey import dunnett, dunnett_sf, tukey, tukey_sf


def of_case(case):
    n, k, modulus = (int(part) for part in case.split(","))
    i, j = np.arange(1, n + 1)[:, np.newaxis], np.arange(1, k + 1)
    return ((7 * i**2 + 13 * j + 5 * i * j) % modulus).astype(float)


@pytest.mark.conformance("Repeated-measures ANOVA", "R aov with Error()")
def test_f_is_rs(r_values):
    for case, values in r_values("aov"):
        test = repeated_measures_anova(of_case(case))
        assert test.statistic == pytest.approx(values["statistic"], rel=1e-11)
        assert test.p == pytest.approx(values["p"], rel=1e-10)


@pytest.mark.conformance("Mauchly's test", "R mauchly.test")
def test_mauchly_is_rs(r_values):
    for case, values in r_values("mauchly.test"):
        details = repeated_measures_anova(of_case(case)).details
        assert {name: details[name] for name in values} == pytest.approx(values, rel=1e-10)


@pytest.mark.conformance("Greenhouse-Geisser, Huynh-Feldt", "R anova.mlm with test = Spherical")
def test_the_corrections_are_rs(r_values):
    for case, values in r_values("anova.mlm"):
        details = repeated_measures_anova(of_case(case)).details
        assert {name: details[name] for name in values} == pytest.approx(values, rel=1e-8)


@pytest.mark.conformance("Repeated-measures ANOVA", "statsmodels AnovaRM", "B5")
@pytest.mark.parametrize("step", [0.0, 0.3, 10.0])
def test_f_is_statsmodels_and_of_the_algorithms(step):
    n, k = 12, 4
    scores = np.random.default_rng(1).normal(size=(n, k)) + step * np.arange(k) + 3 * np.arange(n)[:, np.newaxis]
    cells = [(row, column, scores[row, column]) for row in range(n) for column in range(k)]
    frame = pd.DataFrame(cells, columns=["dataset", "algorithm", "score"])
    table = AnovaRM(frame, "score", "dataset", within=["algorithm"]).fit().anova_table
    test = repeated_measures_anova(scores)
    assert test.statistic == pytest.approx(table.loc["algorithm", "F Value"], rel=1e-9)
    assert test.df == (table.loc["algorithm", "Num DF"], table.loc["algorithm", "Den DF"])
    assert test.p == pytest.approx(table.loc["algorithm", "Pr > F"], rel=1e-6)
    assert (test.p < 1e-20) == (step == 10)


@given(st.integers(0, 10**6), st.integers(2, 9), st.integers(2, 6))
@example(2433, 2, 2)
def test_epsilon_is_that_of_the_covariance_matrix(seed, n, k):
    scores = np.random.default_rng(seed).normal(size=(n, k)) * np.arange(1, k + 1)
    exact = np.array([[Fraction(score) for score in row] for row in scores.tolist()])  # the formula takes likes away
    s = (exact - exact.mean(axis=0)).T @ (exact - exact.mean(axis=0)) / (n - 1)
    above = (k * (np.trace(s) / k - s.mean())) ** 2
    below = (k - 1) * ((s**2).sum() - 2 * k * (s.mean(axis=1) ** 2).sum() + k**2 * s.mean() ** 2)
    details = repeated_measures_anova(scores).details
    assert details["greenhouse_geisser_epsilon"] == pytest.approx(float(above / below), rel=1e-9)
    assert 1 / (k - 1) - 1e-12 <= details["greenhouse_geisser_epsilon"] <= details["huynh_feldt_epsilon"] <= 1


@pytest.mark.parametrize(("n", "k"), [(2, 3), (3, 4), (5, 6), (2, 50)])
def test_with_too_few_data_sets_there_is_no_mauchly(n, k):
    test = repeated_measures_anova(np.random.default_rng(0).normal(size=(n, k)))
    assert test.why == TOO_FEW_FOR_MAUCHLY
    assert math.isnan(test.details["mauchly_w"])
    assert math.isnan(test.details["mauchly_p"])
    assert 0 < test.p < 1
    assert 0 < test.details["greenhouse_geisser_p"] < 1


@pytest.mark.conformance("t with the error of the block design", "statsmodels OLS")
@given(st.integers(0, 10**6), st.integers(2, 9), st.integers(2, 6))
def test_it_is_the_t_of_least_squares(least_squares, seed, n, k):
    generator = np.random.default_rng(seed)
    scores = generator.normal(size=(n, k)) + 5 * generator.normal(size=(n, 1))
    fit = least_squares(scores)
    tests = block_t(scores, [[other, 0] for other in range(1, k)])
    assert tests.statistic == pytest.approx(fit.tvalues[n:], rel=1e-7)
    assert tests.p == pytest.approx(fit.pvalues[n:], rel=1e-7, abs=1e-12)
    assert tests.details["mean_difference"] == pytest.approx(fit.params[n:], rel=1e-7)
    assert tests.details["standard_error"] == pytest.approx(fit.bse[n:], rel=1e-7)
    assert set(tests.details["df"]) == {fit.df_resid}


@pytest.mark.conformance("Tukey, blocks", "paired t tests after Bonferroni", "B6")
def test_data_sets_that_differ_take_no_power():
    generator = np.random.default_rng(0)
    scores = 20 * generator.normal(size=(20, 1)) + generator.normal(size=(20, 4)) + np.array([0, 0, 0, 2.0])
    pairs = all_pairs(4)
    tests = block_t(scores, pairs)
    p = tukey(tests.statistic, 4, tests.details["df"][0])
    paired = np.array([stats.ttest_rel(scores[:, a], scores[:, b]).pvalue for a, b in pairs])
    independent = stats.tukey_hsd(*scores.T).pvalue[tuple(pairs.T)]
    assert ((p <= 0.05) == (6 * paired <= 0.05)).all()
    assert ((p <= 0.05) == (pairs == 3).any(axis=1)).all()
    assert (independent > 0.9).all()


@pytest.mark.few(4)
@pytest.mark.conformance("Studentized range", "scipy.stats.studentized_range")
@pytest.mark.parametrize("k", [2, 5, 50])
@pytest.mark.parametrize("df", [1, 5, 20, 1000])
def test_the_range_is_scipys(k, df):
    q = np.array([0.05, 1.0, 3.5, 8.0])
    assert tukey_sf(q, k, df) == pytest.approx(stats.studentized_range.sf(q, k, df), rel=1e-10, abs=1e-12)


@pytest.mark.conformance("Studentized range", "R ptukey")
def test_the_range_is_rs(r_values):
    for case, values in r_values("ptukey"):
        k, df, q = (float(part) for part in case.split(","))
        assert tukey_sf(q, int(k), df) == pytest.approx(values["p"], abs=2e-7)


@pytest.mark.conformance("Studentized range", "printed tables, upper 5% points")
@pytest.mark.parametrize(
    ("k", "df", "q"), [(3, 10, 3.88), (4, 20, 3.96), (5, 30, 4.10), (10, 60, 4.65), (3, 5, 4.60), (8, 12, 5.12)]
)
def test_tukey_printed_points(k, df, q):
    low, high = tukey_sf([q + 0.005, q - 0.005], k, df)
    assert low <= 0.05 <= high


@pytest.mark.conformance("Tukey", "the same chance at both ends of the range", "B7")
def test_it_is_the_upper_tail():
    p = tukey([0.0, 0.5, 3.0, 10.0, np.inf], 4, 30)
    assert p[0] == 1
    assert (np.diff(p) < 0).all()
    assert p[-1] == 0
    assert tukey_sf(3.845, 4, 30) == pytest.approx(0.05, abs=1e-4)


@pytest.mark.conformance("Tukey", "scipy.stats.studentized_range at its own df", "B10, B11")
def test_degrees_of_freedom_are_those_of_the_block_design():
    scores = np.random.default_rng(1).normal(size=(14, 4))
    tests = block_t(scores, all_pairs(4))
    assert set(tests.details["df"]) == {39.0}
    expected = stats.studentized_range.sf(np.abs(tests.statistic) * math.sqrt(2), 4, 39)
    assert tukey(tests.statistic, 4, 39) == pytest.approx(expected, rel=1e-9)


def by_integration(t, m, df):
    nodes, weights = np.polynomial.legendre.leggauss(150)
    largest = 2.0 if df > 30 else 7.0  # far out, where the density of s has vanished
    z, s = 9 * nodes, largest / 2 * (1 + nodes)
    both = special.ndtr(z + math.sqrt(2) * t * s[:, np.newaxis]) - special.ndtr(z - math.sqrt(2) * t * s[:, np.newaxis])
    given_deviation = both**m @ (9 * weights * stats.norm.pdf(z))
    return 1 - largest / 2 * weights @ (given_deviation * stats.chi.pdf(s * math.sqrt(df), df) * math.sqrt(df))


@pytest.mark.few(3)
@pytest.mark.conformance("Dunnett", "double integral by Gauss-Legendre quadrature")
@pytest.mark.parametrize(("t", "m", "df"), [(0.3, 3, 6), (1.0, 1, 12), (2.5, 3, 6), (3.5, 1, 39), (2.1, 3, 150)])
def test_it_is_the_double_integral(t, m, df):
    assert dunnett_sf(t, m, df) == pytest.approx(by_integration(t, m, df), abs=1e-9)


@pytest.mark.conformance("Dunnett", "scipy.stats.dunnett, at the df of its design")
def test_it_is_scipys_at_the_degrees_of_freedom_of_its_design():
    groups = np.random.default_rng(3).normal(size=(5, 9)) + np.array([0, 0.3, 0.8, 1.0, 1.5])[:, np.newaxis]
    reference = stats.dunnett(*groups[1:], control=groups[0], random_state=1)
    assert dunnett(reference.statistic, 5 * 8) == pytest.approx(reference.pvalue, abs=5e-4)


# Upper two-sided points by number of comparisons (rows) of Dunnett's table of 1964, as textbooks print it.
POINTS = {
    (0.05, 5): (2.57, 3.03, 3.29, 3.48, 3.62),
    (0.05, 12): (2.18, 2.50, 2.68, 2.81, 2.90),
    (0.05, 20): (2.09, 2.38, 2.54, 2.65, 2.73),
    (0.05, math.inf): (1.96, 2.21, 2.35, 2.44, 2.51),
    (0.01, 10): (3.17, 3.53, 3.74, 3.88, 3.99),
}


@pytest.mark.conformance("Dunnett", "Dunnett 1964, two-sided points")
@pytest.mark.parametrize(("alpha", "df"), POINTS)
def test_dunnett_printed_points(alpha, df):
    for m, point in enumerate(POINTS[alpha, df], start=1):
        low, high = dunnett_sf([point + 0.0051, point - 0.0051], m, df)
        assert low <= alpha <= high


def test_far_out_the_chance_keeps_its_relative_accuracy():
    # there two of them are hardly ever out at once
    for t in (9.0, 20.0):
        assert dunnett_sf(t, 7, math.inf) == pytest.approx(7 * 2 * stats.norm.sf(t), rel=1e-3)
    assert dunnett_sf(60.0, 7, math.inf) >= 0
