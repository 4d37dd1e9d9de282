"""Repeated-measures analysis of variance, Mauchly's test, and the corrections for want of sphericity.

Checked against: R's aov, mauchly.test (of contrasts) and anova of a multivariate linear model for the corrections;
statsmodels' AnovaRM; epsilon by Greenhouse and Geisser's formula for the covariance matrix itself; scipy's paired t
for two algorithms; Iman and Davenport's F for ranks. Regression: an analysis over data sets in place of algorithms
(B5). Under simulated equality (slow): levels, with and without sphericity.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from statsmodels.stats.anova import AnovaRM

from rankpress.stats.anova import NO_DEGREES, NO_DIFFERENCES, NO_ERROR, TOO_FEW_FOR_MAUCHLY, repeated_measures_anova
from rankpress.stats.friedman import iman_davenport
from rankpress.stats.ranks import rank_scores

MATRICES = arrays(np.float64, st.tuples(st.integers(2, 8), st.integers(2, 6)), elements=st.integers(0, 9).map(float))


def of_case(case):
    n, k, modulus = (int(part) for part in case.split(","))
    i, j = np.arange(1, n + 1)[:, np.newaxis], np.arange(1, k + 1)
    return ((7 * i**2 + 13 * j + 5 * i * j) % modulus).astype(float)


@pytest.mark.conformance(procedure="Repeated-measures ANOVA", source="R aov with Error()")
def test_f_is_rs(r_values):
    cases = {case: values for (function, case), values in r_values.items() if function == "aov"}
    assert len(cases) == 6
    for case, values in cases.items():
        test = repeated_measures_anova(of_case(case))
        assert test.statistic == pytest.approx(values["statistic"], rel=1e-11)
        assert test.p == pytest.approx(values["p"], rel=1e-10)


@pytest.mark.conformance(procedure="Mauchly's test", source="R mauchly.test")
def test_mauchly_is_rs(r_values):
    cases = {case: values for (function, case), values in r_values.items() if function == "mauchly.test"}
    assert len(cases) == 4
    for case, values in cases.items():
        details = repeated_measures_anova(of_case(case)).details
        assert {name: details[name] for name in values} == pytest.approx(values, rel=1e-10)


@pytest.mark.conformance(procedure="Greenhouse-Geisser, Huynh-Feldt", source="R anova.mlm with test = Spherical")
def test_the_corrections_are_rs(r_values):
    cases = {case: values for (function, case), values in r_values.items() if function == "anova.mlm"}
    assert len(cases) == 5
    for case, values in cases.items():
        details = repeated_measures_anova(of_case(case)).details
        assert {name: details[name] for name in values} == pytest.approx(values, rel=1e-8)


@pytest.mark.conformance(procedure="Repeated-measures ANOVA", source="statsmodels AnovaRM", fault="B5")
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


@given(MATRICES.filter(lambda scores: scores.shape[1] == 2))
def test_for_two_algorithms_it_is_the_paired_t_test(scores):
    assume(np.ptp(scores[:, 0] - scores[:, 1]) > 0)
    test, reference = repeated_measures_anova(scores), stats.ttest_rel(*scores.T)
    assert test.statistic == pytest.approx(reference.statistic**2, rel=1e-9, abs=1e-12)
    assert test.p == pytest.approx(reference.pvalue, rel=1e-9)
    details = test.details
    assert (details["mauchly_w"], details["mauchly_p"], details["greenhouse_geisser_epsilon"]) == (1, 1, 1)
    assert details["greenhouse_geisser_p"] == details["huynh_feldt_p"] == pytest.approx(test.p, rel=1e-12)


@given(MATRICES)
def test_of_ranks_it_is_iman_and_davenports_test(scores):
    ranks = rank_scores(scores)
    one, other = repeated_measures_anova(ranks), iman_davenport(ranks)
    assert (one.statistic, one.p) == pytest.approx((other.statistic, other.p), rel=1e-9, abs=1e-12, nan_ok=True)
    assert one.df == other.df


@given(MATRICES, st.randoms(), st.sampled_from([-1000, -3, 2, 900]))
def test_order_direction_difficulty_and_unit_do_not_matter(scores, random, power):
    rows = list(range(len(scores)))
    random.shuffle(rows)
    one = repeated_measures_anova(scores)
    other = repeated_measures_anova(np.ldexp(-scores[rows] - 32 * np.arange(len(scores))[:, np.newaxis], power))
    assert (one.statistic, one.p) == pytest.approx((other.statistic, other.p), rel=1e-9, abs=1e-12, nan_ok=True)
    assert one.details.keys() == other.details.keys()
    for name in {"greenhouse_geisser_p", "huynh_feldt_p"} & one.details.keys():
        assert one.details[name] == pytest.approx(other.details[name], rel=1e-7)


@pytest.mark.parametrize(("n", "k"), [(2, 3), (3, 4), (5, 6), (2, 50)])
def test_with_too_few_data_sets_there_is_no_mauchly(n, k):
    test = repeated_measures_anova(np.random.default_rng(0).normal(size=(n, k)))
    assert test.why == TOO_FEW_FOR_MAUCHLY
    assert math.isnan(test.details["mauchly_w"])
    assert math.isnan(test.details["mauchly_p"])
    assert 0 < test.p < 1
    assert 0 < test.details["greenhouse_geisser_p"] < 1


def test_two_algorithms_that_differ_alike_everywhere_are_as_far_from_sphericity_as_can_be():
    scores = np.random.default_rng(0).normal(size=(12, 3))[:, [0, 0, 1, 2]]
    details = repeated_measures_anova(scores).details
    assert (details["mauchly_w"], details["mauchly_p"]) == (0, 0)
    assert math.isnan(details["mauchly_chi2"])


def test_without_error_f_is_infinite():
    test = repeated_measures_anova([[0.1, 0.3], [0.2, 0.4], [0.7, 0.9]])
    assert (math.isnan(test.statistic), test.p, test.why, test.details) == (True, 0.0, NO_ERROR, {})


def test_nothing_to_test():
    test = repeated_measures_anova(np.repeat([[0.1], [0.7], [1 / 3]], 4, axis=1))
    assert (math.isnan(test.statistic), math.isnan(test.p), test.why) == (True, True, NO_DIFFERENCES)
    test = repeated_measures_anova([[1, 2, 3]])
    assert (math.isnan(test.statistic), math.isnan(test.p), test.why) == (True, True, NO_DEGREES)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([[1.0], [2.0]], "scores: got 2 rows and 1 columns; at least 1 and 2 are needed"),
        ([[1.0, np.inf]], "scores: row 0 column 1 is inf; finite numbers are needed"),
    ],
)
def test_scores_that_do_not_fit_are_refused(scores, message):
    with pytest.raises(ValueError, match=message):
        repeated_measures_anova(scores)


@pytest.mark.slow
def test_levels_with_and_without_sphericity():
    generator = np.random.default_rng(5)
    draws = 2000
    uneven = np.array([0.2, 0.3, 0.5, 1.0, 4.0])

    def shares(spread):
        found = [repeated_measures_anova(generator.normal(size=(15, 5)) * spread) for _ in range(draws)]
        told = {name: np.mean([test.details[name] <= 0.05 for test in found]) for name in found[0].details}
        return told | {"p": np.mean([test.p <= 0.05 for test in found])}

    margin = 3.5 * math.sqrt(0.05 * 0.95 / draws)
    even = shares(1.0)
    for name in ("p", "mauchly_p", "huynh_feldt_p"):
        assert even[name] == pytest.approx(0.05, abs=margin + (0.01 if name == "huynh_feldt_p" else 0))
    broken = shares(uneven)
    assert broken["p"] > 0.05 + 2 * margin
    assert broken["mauchly_p"] > 0.99
    assert broken["greenhouse_geisser_p"] <= 0.05 + margin
    assert broken["huynh_feldt_p"] <= 0.05 + 2 * margin
