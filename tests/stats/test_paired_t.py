"""The paired t test over data sets, of differences and of relative differences.

Checked against: scipy's ttest_rel and ttest_1samp, R's t.test (paired; on its own data set `sleep` too) and, for the
relative form, demsar2006 section 3.1.2 followed step by step. Regression: a t test of independent samples under the
name of the paired one. Properties: exchange of the two, order of data sets, one scale or another, scores turned round.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats.paired_t import paired_t, relative_t
from rankpress.stats.pairs import all_pairs
from rankpress.stats.pairwise import PAIRWISE

SCORES = arrays(np.float64, st.tuples(st.integers(2, 9), st.integers(2, 4)), elements=st.integers(0, 50).map(float))
POSITIVE = arrays(np.float64, st.tuples(st.integers(2, 9), st.integers(2, 4)), elements=st.integers(1, 50).map(float))
BOTH = pytest.mark.parametrize("function", [paired_t, relative_t])


def defined(differences):
    return np.ptp(differences) > 1e-9


@pytest.mark.conformance(procedure="Paired t", source="scipy.stats.ttest_rel")
@given(SCORES)
def test_t_is_scipys(scores):
    pairs = all_pairs(scores.shape[1])
    test = paired_t(scores, pairs)
    for at, (a, b) in enumerate(pairs):
        if defined(scores[:, a] - scores[:, b]):
            reference = stats.ttest_rel(scores[:, a], scores[:, b])
            assert test.statistic[at] == pytest.approx(reference.statistic)
            assert test.p[at] == pytest.approx(reference.pvalue)
            assert test.details["df"][at] == reference.df
            assert test.why[at] == ""


@pytest.mark.conformance(procedure="Paired t", source="R t.test")
def test_t_is_rs(r_values):
    held = 0
    for (function, case), values in r_values.items():
        if function == "t.test.paired":
            i = np.arange(1, int(case) + 1)
            scores = np.column_stack([(7 * i**2 + 13) % 17, (5 * i**2 + 3 * i) % 19]).astype(float)
            test = paired_t(scores, [[0, 1]])
            assert test.statistic[0] == pytest.approx(values["statistic"], rel=1e-12)
            assert test.p[0] == pytest.approx(values["p"], rel=1e-10)
            assert test.details["standard_error"][0] == pytest.approx(values["stderr"], rel=1e-12)
            held += 1
    assert held == 4


@pytest.mark.conformance(procedure="Paired t", source="R t.test of its data set sleep, Student 1908")
def test_students_sleepers(r_values):
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    test = paired_t(np.column_stack([first, second]), [[0, 1]])
    values = r_values["t.test.sleep", "10"]
    assert test.statistic[0] == pytest.approx(values["statistic"])
    assert test.p[0] == pytest.approx(values["p"])


@pytest.mark.conformance(procedure="Relative t", source="Demsar 2006, section 3.1.2, and scipy.stats.ttest_1samp")
@given(POSITIVE)
def test_relative_differences_are_demsars(scores):
    pairs = all_pairs(scores.shape[1])
    test = relative_t(scores, pairs)
    for at, (a, b) in enumerate(pairs):
        relative = (scores[:, a] - scores[:, b]) / ((scores[:, a] + scores[:, b]) / 2)
        assert test.details["mean_relative_difference"][at] == pytest.approx(relative.mean())
        if defined(relative):
            reference = stats.ttest_1samp(relative, 0)
            assert test.statistic[at] == pytest.approx(reference.statistic)
            assert test.p[at] == pytest.approx(reference.pvalue)


@given(POSITIVE)
def test_scores_turned_round_turn_the_relative_difference(scores):
    # A lower-is-better metric comes as -score: the smaller error is then ahead, by the same share.
    pairs = all_pairs(scores.shape[1])
    one, other = relative_t(scores, pairs), relative_t(-scores, pairs)
    assert other.details["mean_relative_difference"] == pytest.approx(-one.details["mean_relative_difference"])
    assert other.p == pytest.approx(one.p)


@given(POSITIVE, st.integers(1, 9))
def test_each_data_set_may_have_its_own_unit(scores, unit):
    pairs = all_pairs(scores.shape[1])
    units = 2.0 ** (unit * np.arange(len(scores)))[:, None]
    assert relative_t(scores * units, pairs).p.tolist() == relative_t(scores, pairs).p.tolist()


def test_two_scores_of_zero_do_not_differ():
    test = relative_t([[0.0, 0.0], [1.0, 3.0]], [[0, 1]])
    assert test.details["mean_relative_difference"].tolist() == [-0.5]
    one_is_zero = relative_t([[0.0, 5.0], [1.0, 3.0]], [[0, 1]])
    assert one_is_zero.details["mean_relative_difference"].tolist() == [-1.5]


def test_scores_of_different_sign_have_no_relative_difference():
    scores = [[1.0, 2.0, 3.0], [0.5, -0.5, -0.25]]
    message = "scores: row 1 has 0.5 in column 0 and -0.5 in column 1; two scores of which neither is negative"
    with pytest.raises(ValueError, match=message):
        relative_t(scores, [[1, 2], [0, 1]])
    assert relative_t(scores, [[1, 2]]).p[0] < 1  # both of a pair may be negative


@pytest.mark.parametrize("name", ["t", "relative-t", "block-t"])
def test_a_difference_that_is_the_same_everywhere_favours_the_better(name):
    tests = PAIRWISE[name].function([[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]], np.array([[0, 1], [1, 0]]))
    assert tests.p.tolist() == [0, 0]
    assert np.sign(PAIRWISE[name].favours(tests)).tolist() == [-1, 1]


def test_the_relative_difference_of_scores_that_cross_0_stays_at_its_bound():
    apart = [[[1.0, low], [1.0, 1.0]] for low in (1e-300, 0.0, -1e-300, -5.0)]
    found = [relative_t(scores, [[0, 1]], crossing=True) for scores in apart]
    assert [test.details["mean_relative_difference"][0] for test in found] == [1.0] * 4


@pytest.mark.conformance(procedure="Paired t", source="scipy.stats.ttest_rel, not ttest_ind", fault="B31")
def test_data_sets_are_paired():
    # Elsewhere t_test is the one for independent samples: what data sets have of their own then hides the difference.
    generator = np.random.default_rng(31)
    level = generator.normal(scale=100, size=12)
    scores = np.column_stack([level + generator.normal(1, 0.1, 12), level])
    test = paired_t(scores, [[0, 1]])
    assert test.p[0] == pytest.approx(stats.ttest_rel(*scores.T).pvalue)
    assert test.p[0] < 1e-6 < 0.5 < stats.ttest_ind(*scores.T).pvalue


@BOTH
@given(POSITIVE, st.randoms())
def test_neither_order_matters(function, scores, random):
    rows = list(range(len(scores)))
    random.shuffle(rows)
    one, other = function(scores, [[0, 1]]), function(scores[rows], [[1, 0]])
    assert one.p == pytest.approx(other.p)
    assert one.statistic == pytest.approx(-other.statistic, nan_ok=True)


@BOTH
def test_identical_columns_have_p_1(function):
    column = np.random.default_rng(1).random(7)
    test = function(np.column_stack([column, column]), [[0, 1]])
    assert test.p.tolist() == [1.0]
    assert np.isnan(test.statistic[0])
    assert test.why == ("the two score alike on every data set",)


@pytest.mark.parametrize(
    ("function", "scores"),
    [
        (paired_t, [[0.3, 0.2], [0.2, 0.1], [1.1, 1.0]]),  # 0.1 each but for rounding
        (relative_t, [[0.3, 0.1], [0.6, 0.2], [0.09, 0.03]]),  # threefold each but for rounding
    ],
)
def test_a_constant_difference_has_p_0(function, scores):
    test = function(scores, [[0, 1]])
    assert test.p.tolist() == [0.0]
    assert test.details["standard_error"].tolist() == [0.0]
    assert np.isnan(test.statistic[0])
    assert "same on every data set" in test.why[0]


def test_equal_but_for_rounding_is_equal():
    # Two means over folds of the same scores: 0.1 + 0.2 and 0.3.
    assert paired_t([[0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2], [0.5, 0.5]], [[0, 1]]).p.tolist() == [1.0]


@BOTH
@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([[1.0, 2.0]], "scores: got 1 rows and 2 columns; at least 2 and 2 are needed"),
        ([[1.0, np.nan], [1.0, 2.0]], "scores: row 0 column 1 is nan"),
    ],
)
def test_scores_that_do_not_fit_are_refused(function, scores, message):
    with pytest.raises(ValueError, match=message):
        function(scores, [[0, 1]])
