"""Student's t of two algorithms with the error of the block design.

Checked against: least squares by statsmodels; scipy's paired t for two algorithms; the F of the analysis of variance.
Regression: a test of independent groups in place of the block design, which has no power where data sets differ much
(B6). Properties: direction, order, difficulty of data sets, unit.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from statsmodels.regression.linear_model import OLS

from rankpress.stats.anova import block_t, repeated_measures_anova
from rankpress.stats.families import ADJUSTMENTS, Family
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.ranks import rank_scores
from rankpress.stats.tukey import tukey

MATRICES = arrays(np.float64, st.tuples(st.integers(2, 8), st.integers(2, 6)), elements=st.integers(0, 9).map(float))


@pytest.mark.conformance(procedure="t with the error of the block design", source="statsmodels OLS")
@given(st.integers(0, 10**6), st.integers(2, 9), st.integers(2, 6))
def test_it_is_the_t_of_least_squares(seed, n, k):
    generator = np.random.default_rng(seed)
    scores = generator.normal(size=(n, k)) + 5 * generator.normal(size=(n, 1))
    columns = np.column_stack([np.kron(np.eye(n), np.ones((k, 1))), np.kron(np.ones((n, 1)), np.eye(k)[:, 1:])])
    fit = OLS(scores.ravel(), columns).fit()
    tests = block_t(scores, [[other, 0] for other in range(1, k)])
    assert tests.statistic == pytest.approx(fit.tvalues[n:], rel=1e-7)
    assert tests.p == pytest.approx(fit.pvalues[n:], rel=1e-7, abs=1e-12)
    assert tests.details["mean_difference"] == pytest.approx(fit.params[n:], rel=1e-7)
    assert tests.details["standard_error"] == pytest.approx(fit.bse[n:], rel=1e-7)
    assert set(tests.details["df"]) == {fit.df_resid}


@given(MATRICES.filter(lambda scores: scores.shape[1] == 2))
def test_for_two_algorithms_it_is_the_paired_t_test(scores):
    assume(np.ptp(scores[:, 0] - scores[:, 1]) > 0)
    tests, reference = block_t(scores, [[0, 1]]), stats.ttest_rel(*scores.T)
    assert tests.statistic[0] == pytest.approx(reference.statistic, rel=1e-9, abs=1e-9)
    assert tests.p[0] == pytest.approx(reference.pvalue, rel=1e-9)
    assert tests.p[0] == pytest.approx(repeated_measures_anova(scores).p, rel=1e-9)


@given(MATRICES, st.randoms(), st.sampled_from([-1000, -3, 2, 900]))
def test_direction_order_difficulty_and_unit(scores, random, power):
    rows = list(range(len(scores)))
    random.shuffle(rows)
    pairs = all_pairs(scores.shape[1])
    one = block_t(scores, pairs)
    other = block_t(np.ldexp(-scores[rows] - 32 * np.arange(len(scores))[:, np.newaxis], power), pairs)
    assert other.statistic == pytest.approx(-one.statistic, rel=1e-9, abs=1e-9, nan_ok=True)
    assert other.details["mean_difference"] == pytest.approx(
        -np.ldexp(one.details["mean_difference"], power), rel=1e-9, abs=np.ldexp(1e-12, power)
    )


@pytest.mark.conformance(procedure="Tukey, blocks", source="paired t tests after Bonferroni", fault="B6")
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


def test_the_better_has_the_positive_t():
    assert block_t([[0.9, 0.7], [0.6, 0.5], [0.8, 0.3]], [[0, 1]]).statistic[0] > 0


def test_where_all_data_sets_separate_alike():
    tests = block_t([[0.1, 0.1, 0.3], [0.2, 0.2, 0.4], [0.7, 0.7, 0.9]], all_pairs(3))
    assert np.isnan(tests.statistic).all()
    assert tests.p.tolist() == [1.0, 0.0, 0.0]
    assert all(tests.why)
    assert tests.details["mean_difference"] == pytest.approx([0, -0.2, -0.2])


def test_identical_columns_have_p_1():
    scores = np.random.default_rng(0).normal(size=(9, 3))[:, [0, 0, 1, 2]]
    assert block_t(scores, [[0, 1]]).p.tolist() == [1.0]


@pytest.mark.parametrize("name", ["conover", "quade", "aligned-ranks", "block-t"])
@pytest.mark.parametrize("control", [False, True])
def test_fifty_algorithms_on_two_hundred_data_sets(name, control):
    scores = np.random.default_rng(0).normal(size=(200, 50))
    procedure, pairs = PAIRWISE[name], pairs_with(0, 50) if control else all_pairs(50)
    values = rank_scores(scores) if procedure.uses == "ranks" else scores
    tests = procedure.function(values, pairs)
    of_t = name == "block-t"
    family = Family(tests.p, 50, control, t=tests.statistic if of_t else None, df=49.0 * 199 if of_t else None)
    for adjustment in ADJUSTMENTS.values():
        if not adjustment.inapplicable(family):
            adjusted = adjustment.function(family)
            assert ((adjusted >= 0) & (adjusted <= 1)).all()
    assert ((tests.p >= 0) & (tests.p <= 1)).all()


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([[1.0, 2.0]], "scores: got 1 rows and 2 columns; at least 2 and 2 are needed"),
        ([[1.0, 2.0], [1.0, np.nan]], "scores: row 1 column 1 is nan; finite numbers are needed"),
    ],
)
def test_scores_that_do_not_fit_are_refused(scores, message):
    with pytest.raises(ValueError, match=message):
        block_t(scores, [[0, 1]])
