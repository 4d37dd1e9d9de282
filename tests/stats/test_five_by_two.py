"""The 5x2cv t test, the combined 5x2cv F test, and the within tests by name.

Checked against: the definitions (Dietterich 1998, Alpaydin 1999), walked through repeat by repeat, with scipy's t and F
distributions; F from the t of each of the ten numerators; the size of the tests where the differences are independent.
Regressions: identical algorithms called different. Properties: exchange of the two and of the folds, order of repeats,
scale. Not checked: figures of a paper, for none of the five prints the ten differences.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats.resampled import (
    NO_DIFFERENCE,
    NO_FIRST_DIFFERENCE,
    NO_STANDARD_ERROR,
    NO_VARIANCE,
    OF_ONE_FOLD,
    five_by_two_cv_f,
    five_by_two_cv_t,
)
from rankpress.stats.within import WITHIN

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


@given(DIFFERENCES)
def test_f_is_that_of_its_definition(differences):
    assume((np.ptp(differences, axis=1) > 0).any(axis=0).all())
    test = five_by_two_cv_f(differences)
    for place in range(differences.shape[2]):
        f = f_by_definition(differences[:, :, place])
        assert test.statistic[place] == pytest.approx(f, rel=1e-12)
        assert test.p[place] == pytest.approx(stats.f.sf(f, 10, 5), rel=1e-10)
        assert test.difference[place] == pytest.approx(differences[:, :, place].mean(), abs=1e-15)
    assert test.df == (10, 5)
    assert np.isnan(test.standard_error).all()
    assert test.why == (NO_STANDARD_ERROR,) * differences.shape[2]


def test_its_size_where_its_assumptions_hold():
    # Independent normal differences: sum of ten squares over the ten degrees, F(10, 5) only nearly, for
    # numerator and denominator share the data. Alpaydin's approximation keeps the level: not above 5% beyond
    # the error of the simulation.
    differences = np.random.default_rng(2).normal(size=(5, 2, 20_000))
    rejected = np.mean(five_by_two_cv_f(differences).p <= 0.05)
    assert 0.01 < rejected < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 20_000)


@given(DIFFERENCES, st.permutations(range(5)), st.booleans(), st.sampled_from([-1.0, 1.0, 4.0]))
def test_order_direction_and_scale_do_not_matter(differences, repeats, swap, scale):
    changed = scale * differences[repeats][:, :: -1 if swap else 1]
    one, other = five_by_two_cv_f(differences), five_by_two_cv_f(changed)
    assert one.p == pytest.approx(other.p, rel=1e-9)
    assert one.why == other.why
    assert other.difference == pytest.approx(scale * one.difference, abs=1e-15)


def test_folds_that_agree_leave_f_undefined():
    alike, constant, agreeing = (
        np.zeros((5, 2)),
        np.full((5, 2), 0.1),
        np.repeat([[0.1], [0.2], [0.0], [0.3], [0.1]], 2, axis=1),
    )
    test = five_by_two_cv_f(np.stack([alike, constant, agreeing], axis=2))
    assert np.isnan(test.statistic).all()
    assert test.p.tolist() == [1.0, 0.0, 0.0]
    assert test.why == (NO_DIFFERENCE, NO_VARIANCE, NO_VARIANCE)


def test_rounding_is_no_variance():
    folds = np.tile([0.3 - 0.2, 0.2 - 0.1], (5, 1))[:, :, np.newaxis]
    assert np.ptp(folds) > 0
    assert five_by_two_cv_f(folds).why == (NO_VARIANCE,)


def t_by_definition(differences):
    """The first difference over the root of the mean of the repeats' variances, for one pair."""
    variances = [((one - (one + other) / 2) ** 2 + (other - (one + other) / 2) ** 2) for one, other in differences]
    return differences[0, 0] / np.sqrt(sum(variances) / 5)


@pytest.mark.conformance(procedure="5x2cv t", source="Dietterich 1998, its definition with scipy.stats.t")
@given(DIFFERENCES)
def test_t_is_that_of_its_definition(differences):
    assume((np.ptp(differences, axis=1) > 0).any(axis=0).all())
    test = five_by_two_cv_t(differences)
    for place in range(differences.shape[2]):
        t = t_by_definition(differences[:, :, place])
        assert test.statistic[place] == pytest.approx(t, rel=1e-12)
        assert test.p[place] == pytest.approx(2 * stats.t.sf(abs(t), 5), rel=1e-10)
        assert test.difference[place] == pytest.approx(differences[:, :, place].mean(), abs=1e-15)
    ratio = test.details["first_difference"] / test.details["first_standard_error"]
    assert test.statistic == pytest.approx(ratio, rel=1e-12)
    assert test.df.tolist() == [5] * differences.shape[2]
    assert test.why == (OF_ONE_FOLD,) * differences.shape[2]


@given(DIFFERENCES)
def test_f_is_the_mean_square_of_the_ten_ts(differences):
    # Alpaydin 1999: the ten numerators share one denominator.
    assume((np.ptp(differences, axis=1) > 0).any(axis=0).all())
    squares = [
        five_by_two_cv_t(np.roll(differences, -repeat, axis=0)[:, ::step]).statistic ** 2
        for repeat in range(5)
        for step in (1, -1)
    ]
    assert five_by_two_cv_f(differences).statistic == pytest.approx(np.mean(squares, axis=0), rel=1e-9)


def test_the_size_of_t_where_its_assumptions_hold():
    # It takes the first difference for independent of the variances, in the first of which it has a part. Here the
    # variances come from other draws; 4.5 standard errors of the simulation.
    rng = np.random.default_rng(3)
    differences = rng.normal(size=(5, 2, 20_000))
    test = five_by_two_cv_t(differences)
    p = 2 * stats.t.sf(np.abs(rng.normal(size=20_000)) / test.details["first_standard_error"], 5)
    assert np.mean(p <= 0.05) == pytest.approx(0.05, abs=4.5 * np.sqrt(0.05 * 0.95 / 20_000))
    # With its part in it, a large numerator comes with a large variance, and the test rejects too seldom.
    assert np.mean(test.p <= 0.05) < 0.05


def test_folds_that_agree_leave_t_undefined():
    agreeing = np.repeat([[0.1], [0.2], [0.0], [0.3], [0.1]], 2, axis=1)
    cases = [np.zeros((5, 2)), np.full((5, 2), 0.1), agreeing, np.roll(agreeing, -2, axis=0)]
    test = five_by_two_cv_t(np.stack(cases, axis=2))
    assert np.isnan(test.statistic).all()
    assert test.p.tolist() == [1.0, 0.0, 0.0, 1.0]
    assert test.why == (NO_DIFFERENCE, NO_VARIANCE, NO_VARIANCE, NO_FIRST_DIFFERENCE)


CALLED_WITH = {
    "folds": (np.arange(10.0).reshape(10, 1),),
    "kfold": (np.arange(10.0).reshape(10, 1),),
    "folds-ratio": (np.arange(10.0).reshape(10, 1), 0.5),
    "5x2": (np.arange(10.0).reshape(5, 2, 1),),
    "outcomes": ([3], [9], 20),
}


@pytest.mark.parametrize("name", WITHIN)
def test_the_within_tests_bear_the_names_of_their_results(name):
    found = WITHIN[name].function(*CALLED_WITH[WITHIN[name].design])
    assert found.name == WITHIN[name].name == name
    assert found.p.shape == found.difference.shape == found.standard_error.shape == found.statistic.shape == (1,)
    assert 0 <= found.p[0] <= 1


@pytest.mark.parametrize("function", [five_by_two_cv_f, five_by_two_cv_t])
@pytest.mark.parametrize(
    ("differences", "message"),
    [
        (np.zeros((5, 2)), r"differences: got an array of shape \(5, 2\); \(5, 2, n_pairs\) is needed"),
        (np.zeros((10, 2, 1)), r"shape \(10, 2, 1\)"),
        (np.zeros((2, 5, 1)), r"shape \(2, 5, 1\)"),
        (np.zeros((5, 2, 0)), r"shape \(5, 2, 0\)"),
        (np.full((5, 2, 1), np.nan), "differences: entry 0, 0, 0 is nan; finite numbers are needed"),
    ],
)
def test_what_does_not_fit_is_refused(function, differences, message):
    with pytest.raises(ValueError, match=message):
        function(differences)
