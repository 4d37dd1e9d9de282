"""Tests over the folds of one data set: corrected resampled t, k-fold t, 5x2cv t and F."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.catalog.methods import WITHIN
from rankpress.stats.bayes import bayes_correlated_t
from rankpress.stats.permutation import fold_permutation
from rankpress.stats.resampled import (
    NO_DIFFERENCE,
    NO_FIRST_DIFFERENCE,
    NO_STANDARD_ERROR,
    NO_VARIANCE,
    OF_ONE_FOLD,
    average_ratio,
    corrected_t,
    five_by_two_cv_f,
    five_by_two_cv_t,
    kfold_t,
    resampled_t,
)

FOLDS = arrays(
    np.float64,
    st.tuples(st.integers(2, 30), st.integers(1, 4)),
    elements=st.integers(-50, 50).map(lambda cents: cents / 100),
)
RATIOS = st.floats(0.01, 2)


@given(FOLDS, RATIOS)
def test_it_is_students_t_with_a_larger_standard_error(differences, ratio):
    assume((np.ptp(differences, axis=0) > 0).all())
    n = len(differences)
    plain = stats.ttest_1samp(differences, 0)
    shrink = np.sqrt((1 / n) / (1 / n + ratio))
    test = corrected_t(differences, ratio)
    assert test.statistic == pytest.approx(plain.statistic * shrink, rel=1e-9, abs=1e-12)
    assert test.p == pytest.approx(2 * stats.t.sf(np.abs(plain.statistic * shrink), n - 1), rel=1e-9)
    assert test.difference == pytest.approx(differences.mean(axis=0), abs=1e-15)
    assert test.standard_error == pytest.approx(stats.sem(differences) / shrink, rel=1e-12)
    assert test.df.tolist() == [n - 1] * differences.shape[1]
    assert test.why == ("",) * differences.shape[1]


@pytest.mark.conformance("Corrected resampled t", "root, factor and two sides of it, by hand", "B26")
@pytest.mark.parametrize("k", [2, 5, 10, 30])
def test_b26_the_factor_is_1_over_n_plus_rho_over_1_less_rho(k):
    differences = (37 * np.arange(1, k + 1) % 101 - 40) / 1000
    rho = 1 / k
    expected = differences.mean() / np.sqrt(differences.var(ddof=1) * (1 / k + rho / (1 - rho)))
    wrong_factor = differences.mean() / np.sqrt(differences.var(ddof=1) * (1 / k + rho) / (1 - rho))
    no_root = differences.mean() / (differences.std(ddof=1) * (1 / k + rho / (1 - rho)))
    test = corrected_t(np.column_stack([differences, -differences]), 1 / (k - 1))
    assert test.statistic == pytest.approx([expected, -expected], rel=1e-12)
    assert abs(test.statistic[0] / wrong_factor - 1) > 1e-3
    assert abs(test.statistic[0] / no_root - 1) > 1e-3
    assert test.p == pytest.approx([2 * stats.t.sf(abs(expected), k - 1)] * 2, rel=1e-10)


@pytest.mark.conformance("k-fold t and resampled t", "R t.test; scipy.stats.ttest_1samp")
@pytest.mark.parametrize("function", [kfold_t, resampled_t])
def test_the_uncorrected_tests_are_the_paired_t_test(r_values, function):
    for case, values in r_values("t.test.folds"):
        differences = (37 * np.arange(1, int(case) + 1) % 101 - 40) / 1000
        test = function(differences[:, np.newaxis])
        assert test.statistic[0] == pytest.approx(values["statistic"], rel=1e-12)
        assert test.p[0] == pytest.approx(values["p"], rel=1e-10)
        assert test.standard_error[0] == pytest.approx(stats.sem(differences), rel=1e-12)
        assert test.df.tolist() == [int(case) - 1]
    assert test.name == {kfold_t: "kfold-t", resampled_t: "resampled-t"}[function]


@given(st.integers(2, 12), st.randoms())
def test_the_correlation_is_what_is_averaged(n_folds, random):
    # Brute force: equal variances, any correlations. Var(mean) / E(sample variance) from the covariance matrix itself.
    shares = np.array([random.uniform(0.05, 0.45) for _ in range(n_folds)])
    covariance = (shares[:, np.newaxis] + shares) / 2
    np.fill_diagonal(covariance, 1)
    of_mean = covariance.mean()
    of_sample = (np.trace(covariance) - covariance.sum() / n_folds) / (n_folds - 1)
    ratio = average_ratio(1 - shares, shares)
    assert of_mean / of_sample == pytest.approx(1 / n_folds + ratio, rel=1e-9)


DIFFERENCES = arrays(
    np.float64,
    st.tuples(st.just(5), st.just(2), st.integers(1, 3)),
    elements=st.integers(-50, 50).map(lambda c: c / 100),
)


def f_by_definition(differences):
    """Sum of the squared differences over twice the sum of the repeats' variances, for one pair."""
    squares, variances = 0.0, 0.0
    for first, second in differences:
        mean = (first + second) / 2
        squares += first**2 + second**2
        variances += (first - mean) ** 2 + (second - mean) ** 2
    return squares / (2 * variances)


def t_by_definition(differences):
    """The first difference over the root of the mean of the repeats' variances, for one pair."""
    variances = [((one - (one + other) / 2) ** 2 + (other - (one + other) / 2) ** 2) for one, other in differences]
    return differences[0, 0] / np.sqrt(sum(variances) / 5)


@pytest.mark.conformance("5x2cv t", "Dietterich 1998, its definition with scipy.stats.t")
@given(DIFFERENCES)
def test_t_is_that_of_its_definition(differences):
    assume((np.ptp(differences, axis=1) > 0).any(axis=0).all())
    of_t, of_f = five_by_two_cv_t(differences), five_by_two_cv_f(differences)
    for place, of_pair in enumerate(np.moveaxis(differences, 2, 0)):
        t, f = t_by_definition(of_pair), f_by_definition(of_pair)
        assert (of_t.statistic[place], of_f.statistic[place]) == pytest.approx((t, f), rel=1e-12)
        assert of_t.p[place] == pytest.approx(2 * stats.t.sf(abs(t), 5), rel=1e-10)
        assert of_f.p[place] == pytest.approx(stats.f.sf(f, 10, 5), rel=1e-10)
        assert [test.difference[place] for test in (of_t, of_f)] == pytest.approx([of_pair.mean()] * 2, abs=1e-15)
    ratio = of_t.details["first_difference"] / of_t.details["first_standard_error"]
    assert of_t.statistic == pytest.approx(ratio, rel=1e-12)
    assert (of_t.df.tolist(), of_f.df) == ([5] * differences.shape[2], (10, 5))
    assert np.isnan(of_f.standard_error).all()
    assert (set(of_t.why), set(of_f.why)) == ({OF_ONE_FOLD}, {NO_STANDARD_ERROR})


def test_folds_that_agree_leave_t_and_f_undefined():
    agreeing = np.repeat([[0.1], [0.2], [0.0], [0.3], [0.1]], 2, axis=1)
    cases = np.stack([np.zeros((5, 2)), np.full((5, 2), 0.1), agreeing, np.roll(agreeing, -2, axis=0)], axis=2)
    for function, p, why in (
        (five_by_two_cv_t, 1.0, NO_FIRST_DIFFERENCE),
        (five_by_two_cv_f, 0.0, NO_VARIANCE),
    ):
        test = function(cases)
        assert np.isnan(test.statistic).all()
        assert test.p.tolist() == [1.0, 0.0, 0.0, p]
        assert test.why == (NO_DIFFERENCE, NO_VARIANCE, NO_VARIANCE, why)


PAIRS = 6


def given_to(procedure, draw, turned):
    """What a test is called with, and the same with some pairs turned round; some pairs differ nowhere, or alike."""
    if procedure.design == "outcomes":
        a, b = draw.integers(0, 20, (2, PAIRS)).astype(float)
        a[0] = b[0] = 0
        return (a, b, 40), (np.where(turned, b, a), np.where(turned, a, b), 40)
    differences = draw.normal(0, 0.1, (10, PAIRS)).round(draw.integers(1, 4))
    differences[:, 0], differences[:, 1] = 0, 0.25
    rest = (0.25,) if procedure.design == "folds-ratio" else ()
    shape = (5, 2, PAIRS) if procedure.design == "5x2" else differences.shape
    return (differences.reshape(shape), *rest), (np.where(turned, -differences, differences).reshape(shape), *rest)


TURNED = given(seed=st.integers(0, 10**6), turned=st.lists(st.booleans(), min_size=PAIRS, max_size=PAIRS))


def assert_alike(swapped, expected, names):
    assert swapped.why == expected.why
    both = {name: (getattr(swapped, name), getattr(expected, name)) for name in names}
    both |= {name: (swapped.details[name], expected.details[name]) for name in {*swapped.details, *expected.details}}
    for name, values in both.items():
        np.testing.assert_array_equal(*values, err_msg=name)


# Those of runs are turned in test_runs.
OVER_DIFFERENCES = {name: each for name, each in WITHIN.items() if each.design not in ("runs", "paired-runs")}


@pytest.mark.parametrize("procedure", OVER_DIFFERENCES.values(), ids=list(OVER_DIFFERENCES))
@TURNED
def test_turned_tests(procedure, seed, turned):
    which = np.array(turned)
    forth, back = given_to(procedure, np.random.default_rng(seed), which)
    swapped = procedure.run(*forth).turn(which)
    assert_alike(swapped, procedure.run(*back), ("name", "difference", "standard_error", "df", "statistic", "p"))


@pytest.mark.parametrize("rope", [0.0, 0.01, 0.25])
@TURNED
def test_turned_posteriors(rope, seed, turned):
    which = np.array(turned)
    (forth, ratio), (back, _) = given_to(WITHIN["corrected-t"], np.random.default_rng(seed), which)
    swapped, expected = bayes_correlated_t(forth, ratio, rope).turn(which), bayes_correlated_t(back, ratio, rope)
    assert_alike(swapped, expected, ("p_first", "p_second"))
    # what is left of 1 by two subtractions, in one order or the other
    np.testing.assert_allclose(swapped.p_equal, expected.p_equal, rtol=0, atol=2e-16)


@pytest.mark.conformance("Permutation test over folds", "scipy.stats.permutation_test, exact")
def test_fold_permutation_is_scipys():
    differences = np.random.default_rng(5).normal(0.4, 1.0, (8, 3))
    test = fold_permutation(differences)
    for pair, p in enumerate(test.p):
        expected = stats.permutation_test(
            (differences[:, pair],), np.mean, permutation_type="samples", n_resamples=np.inf, vectorized=False
        )
        assert p == pytest.approx(expected.pvalue, rel=1e-12)


def test_fold_permutation_of_outcomes_is_the_exact_mcnemar_test():
    outcomes = np.array([1.0] * 9 + [-1.0] * 3 + [0.0] * 40)
    exact = WITHIN["mcnemar"].run(np.array([9]), np.array([3]), np.array([52]))
    assert fold_permutation(outcomes[:, np.newaxis]).p == pytest.approx(exact.p, rel=1e-12)
