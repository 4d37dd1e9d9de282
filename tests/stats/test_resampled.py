"""The corrected resampled t test.

Checked against: scipy's one-sample t test, whose statistic is larger by the ratio of the two standard errors;
a t of a study made by hand. Regressions: faults seen elsewhere, a standard error without its root, p
one-sided in a direction read off the data, identical algorithms called different. Properties: exchange of the
two, order of folds, scale. Not checked: figures of a paper, for none of the five prints fold scores.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats.resampled import NO_DIFFERENCE, NO_VARIANCE, corrected_t

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
