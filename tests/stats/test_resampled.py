"""The corrected resampled t test, and the paired t tests over folds and splits that it corrects.

Checked against: scipy's one-sample t test, whose statistic is larger by the ratio of the two standard errors; a t of a
study made by hand. The uncorrected tests: R's t test; how often they reject where the algorithms are equal. Folds of
different sizes: brute force over the correlations of a covariance matrix, cross-validation in uneven folds.
Regressions: faults seen elsewhere (B26), a standard error without its root, p one-sided in a direction read off the
data, identical algorithms called different. Properties: exchange of the two, order of folds, scale. Not checked:
figures of a paper, for none of the five prints fold scores.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats.resampled import NO_DIFFERENCE, NO_VARIANCE, average_ratio, corrected_t, kfold_t, resampled_t

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


def test_ten_times_ten_folds_by_hand():
    # 100 differences, half 0.00 and half 0.04: mean 0.02, s^2 = 0.04 / 99, t = 0.02 / sqrt((1/100 + 1/9) 0.04
    # / 99)
    differences = np.tile([[0.0], [0.04]], (50, 1))
    test = corrected_t(differences, 1 / 9)
    assert test.standard_error[0] == pytest.approx((109 / 900 * 0.04 / 99) ** 0.5, rel=1e-12)
    assert test.statistic[0] == pytest.approx(2.8591, abs=5e-5)
    assert test.p[0] == pytest.approx(2 * stats.t.sf(test.statistic[0], 99), rel=1e-12)


@pytest.mark.conformance(
    procedure="Corrected resampled t", source="root, factor and two sides of it, by hand", fault="B26"
)
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


@pytest.mark.conformance(procedure="k-fold t and resampled t", source="R t.test; scipy.stats.ttest_1samp")
@pytest.mark.parametrize("function", [kfold_t, resampled_t])
def test_the_uncorrected_tests_are_the_paired_t_test(r_values, function):
    cases = {case: values for (name, case), values in r_values.items() if name == "t.test.folds"}
    assert len(cases) == 4
    for case, values in cases.items():
        differences = (37 * np.arange(1, int(case) + 1) % 101 - 40) / 1000
        test = function(differences[:, np.newaxis])
        assert test.statistic[0] == pytest.approx(values["statistic"], rel=1e-12)
        assert test.p[0] == pytest.approx(values["p"], rel=1e-10)
        assert test.standard_error[0] == pytest.approx(stats.sem(differences), rel=1e-12)
        assert test.df.tolist() == [int(case) - 1]
    assert test.name == {kfold_t: "kfold-t", resampled_t: "resampled-t"}[function]


@pytest.mark.parametrize("function", [kfold_t, resampled_t])
def test_the_uncorrected_tests_where_nothing_varies(function):
    test = function([[0.0, 0.2, 0.1], [0.0, 0.2, -0.1]])
    assert test.p.tolist() == [1, 0, 1]
    assert test.why == (NO_DIFFERENCE, NO_VARIANCE, "")


def test_on_overlapping_splits_the_uncorrected_test_rejects_too_often():
    # Two rules of equal accuracy, each the sign of a mean of its own noise over the training cases: 15 random splits of
    # 60 cases, 40 to train. The share of false rejections at 0.05, over 400 studies.
    rng = np.random.default_rng(11)
    rejected = {corrected_t: 0, resampled_t: 0}
    for _ in range(400):
        noise, label = rng.normal(size=(2, 60)), rng.choice([-1.0, 1.0], size=60)
        order = rng.permuted(np.tile(np.arange(60), (15, 1)), axis=1)
        train, test = order[:, :40], order[:, 40:]
        guess = np.sign((noise * label)[:, train].mean(axis=2))[:, :, np.newaxis]
        right = (guess * noise[:, test]) * label[test] > 0
        differences = right[0].mean(axis=1) - right[1].mean(axis=1)
        rejected[corrected_t] += int(corrected_t(differences[:, np.newaxis], 20 / 40).p[0] <= 0.05)
        rejected[resampled_t] += int(resampled_t(differences[:, np.newaxis]).p[0] <= 0.05)
    assert rejected[resampled_t] / 400 > 0.15
    assert rejected[corrected_t] / 400 < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)


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


@given(st.integers(2, 20), st.integers(0, 100))
def test_in_cross_validation_the_ratio_is_that_of_the_number_of_folds(k, more):
    n = k + more  # k need not divide n
    n_test = np.array([n // k + (fold < n % k) for fold in range(k)])
    assert average_ratio(n - n_test, n_test) == pytest.approx(1 / (k - 1), rel=1e-12)
    assert average_ratio(n - n_test, n_test) == pytest.approx(n_test.mean() / (n - n_test).mean(), rel=1e-12)
    assert average_ratio(n - n_test, n_test) <= np.mean(n_test / (n - n_test)) * (1 + 1e-12)


def test_sizes_stand_for_the_ratio():
    differences = np.array([[0.02], [0.04], [0.03], [-0.01]])
    by_sizes = corrected_t(differences, n_train=[75, 75, 75, 75], n_test=[25, 25, 25, 25])
    assert by_sizes.p == pytest.approx(corrected_t(differences, 1 / 3).p, rel=1e-12)
    varying = corrected_t(differences, n_train=[80, 60, 90, 70], n_test=[20, 40, 10, 30])
    assert varying.p == pytest.approx(by_sizes.p, rel=1e-12)  # 25 of 100 on average


def test_p_is_two_sided():
    test = corrected_t([[0.01, -0.01], [0.03, -0.03], [0.02, -0.02]], 0.5)
    assert test.p[0] == test.p[1]
    assert test.statistic[0] == -test.statistic[1]


@given(FOLDS, RATIOS, st.randoms())
def test_the_order_of_folds_does_not_matter(differences, ratio, random):
    order = list(range(len(differences)))
    random.shuffle(order)
    one, other = corrected_t(differences, ratio), corrected_t(differences[order], ratio)
    assert one.p == pytest.approx(other.p, rel=1e-9, abs=1e-12)


@given(FOLDS, RATIOS)
def test_pairs_tested_together_are_tested_as_each_alone(differences, ratio):
    together = corrected_t(differences, ratio)
    for place in range(differences.shape[1]):
        alone = corrected_t(differences[:, [place]], ratio)
        assert together.p[place] == pytest.approx(alone.p[0], rel=1e-12)
        assert together.why[place] == alone.why[0]


def test_a_difference_of_zero_has_p_1():
    test = corrected_t([[0.1, 0.0], [-0.1, 0.0]], 1.0)
    assert test.p.tolist() == [1.0, 1.0]
    assert test.statistic[0] == 0.0
    assert np.isnan(test.statistic[1])
    assert test.why == ("", NO_DIFFERENCE)


def test_a_difference_that_never_varies_has_p_0():
    test = corrected_t([[0.25], [0.25], [0.25]], 0.5)
    assert test.p.tolist() == test.standard_error.tolist() == [0.0]
    assert np.isnan(test.statistic[0])
    assert test.difference.tolist() == [0.25]
    assert test.why == (NO_VARIANCE,)


def test_rounding_is_no_variance():
    differences = np.array([[0.9 - 0.8], [0.8 - 0.7], [0.3 - 0.2]])
    assert np.ptp(differences) > 0
    test = corrected_t(differences, 0.5)
    assert test.why == (NO_VARIANCE,)
    assert test.p.tolist() == [0.0]


@pytest.mark.parametrize(
    ("differences", "ratio", "message"),
    [
        ([[0.1]], 0.5, "differences: got 1 rows and 1 columns; at least 2 and 1 are needed"),
        ([0.1, 0.2], 0.5, r"differences: got an array of shape \(2,\); a matrix is needed"),
        ([[0.1], [np.nan]], 0.5, "differences: row 1 column 0 is nan; finite numbers are needed"),
        ([[0.1], [0.2]], 0.0, "test_train_ratio: got 0.0; a positive number is needed"),
        ([[0.1], [0.2]], np.nan, "test_train_ratio: got nan"),
        ([[0.1], [0.2]], np.inf, "test_train_ratio: got inf"),
    ],
)
def test_what_does_not_fit_is_refused(differences, ratio, message):
    with pytest.raises(ValueError, match=message):
        corrected_t(differences, ratio)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({}, "either test_train_ratio, or both n_train and n_test are needed"),
        ({"test_train_ratio": 0.5, "n_test": [1, 1]}, "either test_train_ratio, or both"),
        ({"n_train": [2, 2]}, "either test_train_ratio, or both"),
        ({"n_train": [2, 2, 2], "n_test": [1, 1, 1]}, "n_train: got 3 entries; 2 are needed"),
        ({"n_train": [2, 2], "n_test": [1, 1, 1]}, "n_test: got 3 entries; 2 are needed"),
        ({"n_train": [2, 0], "n_test": [1, 1]}, "n_train: entry 1 is 0.0; numbers above 0 are needed"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(sizes, message):
    with pytest.raises(ValueError, match=message):
        corrected_t([[0.1], [0.2]], **sizes)
