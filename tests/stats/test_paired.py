"""The paired t test, of differences and of relative differences, and the permutation test of the mean difference."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.catalog.methods import PAIRWISE
from rankpress.stats.paired_t import paired_t, relative_t
from rankpress.stats.pairs import all_pairs
from rankpress.stats.permutation import EXACT_UP_TO, permutation

SCORES = arrays(np.float64, st.tuples(st.integers(2, 9), st.integers(2, 4)), elements=st.integers(0, 50).map(float))
POSITIVE = arrays(np.float64, st.tuples(st.integers(2, 9), st.integers(2, 4)), elements=st.integers(1, 50).map(float))


def defined(differences):
    return np.ptp(differences) > 1e-9


@pytest.mark.conformance("Paired t", "scipy.stats.ttest_rel")
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


@pytest.mark.conformance("Paired t", "R t.test")
def test_t_is_rs(r_values):
    for case, values in r_values("t.test.paired"):
        i = np.arange(1, int(case) + 1)
        scores = np.column_stack([(7 * i**2 + 13) % 17, (5 * i**2 + 3 * i) % 19]).astype(float)
        test = paired_t(scores, [[0, 1]])
        assert test.statistic[0] == pytest.approx(values["statistic"], rel=1e-12)
        assert test.p[0] == pytest.approx(values["p"], rel=1e-10)
        assert test.details["standard_error"][0] == pytest.approx(values["stderr"], rel=1e-12)


@pytest.mark.conformance("Paired t", "R t.test of its data set sleep, Student 1908")
def test_students_sleepers(r_values):
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    test = paired_t(np.column_stack([first, second]), [[0, 1]])
    [(_, values)] = r_values("t.test.sleep")
    assert test.statistic[0] == pytest.approx(values["statistic"])
    assert test.p[0] == pytest.approx(values["p"])


@pytest.mark.conformance("Relative t", "Demsar 2006, section 3.1.2, and scipy.stats.ttest_1samp")
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


def test_scores_of_different_sign_have_no_relative_difference():
    scores = [[1.0, 2.0, 3.0], [0.5, -0.5, -0.25]]
    message = "scores: row 1 has 0.5 in column 0 and -0.5 in column 1; two scores of which neither is negative"
    with pytest.raises(ValueError, match=message):
        relative_t(scores, [[1, 2], [0, 1]])
    assert relative_t(scores, [[1, 2]]).p[0] < 1  # both of a pair may be negative


def test_the_relative_difference_of_scores_that_cross_0_stays_at_its_bound():
    apart = [[[1.0, low], [1.0, 1.0]] for low in (1e-300, 0.0, -1e-300, -5.0)]
    tests = [relative_t(scores, [[0, 1]], crossing=True) for scores in apart]
    assert [test.details["mean_relative_difference"][0] for test in tests] == [1.0] * 4


@pytest.mark.conformance("Paired t", "scipy.stats.ttest_rel, not ttest_ind", "B31")
def test_data_sets_are_paired():
    # Elsewhere t_test is the one for independent samples: what data sets have of their own then hides the difference.
    generator = np.random.default_rng(31)
    level = generator.normal(scale=100, size=12)
    scores = np.column_stack([level + generator.normal(1, 0.1, 12), level])
    test = paired_t(scores, [[0, 1]])
    assert test.p[0] == pytest.approx(stats.ttest_rel(*scores.T).pvalue)
    assert test.p[0] < 1e-6 < 0.5 < stats.ttest_ind(*scores.T).pvalue


@pytest.mark.parametrize("name", ["t", "relative-t", "block-t"])
def test_a_difference_that_is_the_same_everywhere_favours_the_better(name):
    tests = PAIRWISE[name].run([[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]], np.array([[0, 1], [1, 0]]))
    assert tests.p.tolist() == [0, 0]
    assert np.sign(tests.leaning).tolist() == [-1, 1]


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


DIFFERENCES = arrays(np.float64, st.integers(1, 9), elements=st.integers(-20, 20).map(float))


def outcome_of(differences, **options):
    differences = np.asarray(differences, dtype=float)
    return permutation(np.column_stack([differences, np.zeros_like(differences)]), [[0, 1]], **options)


def listed(differences):
    """p by the definition, in exact arithmetic."""
    exact = [Fraction(str(value)) for value in differences]
    observed = abs(sum(exact))
    sums = [abs(sum(s * d for s, d in zip(signs, exact, strict=True)))
            for signs in itertools.product([-1, 1], repeat=len(exact))]  # fmt: skip
    return sum(one >= observed for one in sums) / len(sums)


@pytest.mark.conformance("Permutation test", "all signs listed")
@given(DIFFERENCES)
def test_p_is_that_of_all_signs_listed(differences):
    test = outcome_of(differences)
    assert test.p[0] == listed(differences)
    assert test.statistic[0] == pytest.approx(differences.mean())
    assert test.details["draws"].tolist() == [0.0]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=9))
def test_decimals_that_add_up_equally_are_equal(hundredths):
    # In floating point 0.1 + 0.2 - 0.3 is not 0, so that as extreme a sum may seem less so.
    scores = np.array(hundredths) / 100
    exact = [(a - b) / 100 for a, b in hundredths]
    assert permutation(scores, [[0, 1]]).p[0] == listed([f"{value:.2f}" for value in exact])


@pytest.mark.conformance("Permutation test", "scipy.stats.permutation_test, exact")
@pytest.mark.parametrize("n", [3, 6, 11])
def test_p_is_scipys(n):
    scores = np.random.default_rng(n).random((n, 2))
    reference = stats.permutation_test(
        (scores[:, 0], scores[:, 1]),
        lambda x, y, axis: (x - y).mean(axis=axis),
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=True,
    )
    assert permutation(scores, [[0, 1]]).p[0] == pytest.approx(reference.pvalue, rel=1e-12)


@pytest.mark.conformance("Permutation test", "Fisher 1935, section 21")
def test_fisher_counts_these_signs_of_darwins_plants():
    eighths = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    assert outcome_of(eighths).p[0] * 2**15 == 2 * (835 + 28)


@pytest.mark.conformance("Permutation test", "Wilcoxon's p of differences that are ranks, by scipy")
@pytest.mark.parametrize("n", [EXACT_UP_TO - 1, EXACT_UP_TO])
def test_the_largest_that_are_exact(n):
    differences = np.arange(1.0, n + 1) * np.where(np.arange(n) % 4 == 0, -1, 1)
    test = outcome_of(differences)
    assert test.details["draws"].tolist() == [0.0]
    assert test.p[0] == pytest.approx(stats.wilcoxon(differences, method="exact").pvalue, rel=1e-12)


@pytest.mark.conformance("Permutation test, drawn signs", "exact p of the ranks, by scipy")
@pytest.mark.parametrize(("n", "seed"), [(EXACT_UP_TO + 1, 0), (40, 1), (49, 2)])
def test_drawn_p_is_near_the_exact_one(n, seed):
    draws = 50_000
    differences = np.arange(1.0, n + 1) * np.where(np.arange(n) % 3 == 0, -1, 1)
    test = outcome_of(differences, draws=draws, seed=seed)
    exact = stats.wilcoxon(differences, method="exact").pvalue
    assert test.details["draws"].tolist() == [draws]
    assert test.p[0] == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / draws))
