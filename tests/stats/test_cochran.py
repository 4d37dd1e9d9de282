"""Cochran's Q.

Checked against: statsmodels' cochrans_q; R's friedman.test of the outcomes as scores (tests/reference/r_values.R),
which is the same statistic by another way; McNemar's chi-squared for two algorithms; Friedman's test here. Properties:
order of examples and algorithms, exchange of right and wrong. Regressions: identical algorithms called different.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from statsmodels.stats.contingency_tables import cochrans_q

from rankpress.stats.friedman import friedman
from rankpress.stats.mcnemar import ALL_ALIKE, cochran_q, cochran_q_from_both_right, mcnemar_chi2
from rankpress.stats.ranks import rank_scores

OUTCOMES = arrays(np.int64, st.tuples(st.integers(1, 40), st.integers(2, 6)), elements=st.integers(0, 1))


def differ(outcomes):
    return (np.ptp(outcomes, axis=1) > 0).any()


@pytest.mark.conformance(procedure="Cochran's Q", source="statsmodels cochrans_q")
@given(OUTCOMES)
def test_statsmodels_finds_the_same(outcomes):
    assume(differ(outcomes))
    theirs, found = cochrans_q(outcomes), cochran_q(outcomes)
    assert found.statistic == pytest.approx(theirs.statistic, rel=1e-12)
    assert found.p == pytest.approx(theirs.pvalue, rel=1e-9)
    assert found.df == (theirs.df,)


@pytest.mark.conformance(procedure="Cochran's Q", source="R friedman.test of outcomes 0 and 1")
def test_it_is_rs_friedman_test_of_the_outcomes(r_values):
    cases = {case: values for (name, case), values in r_values.items() if name == "friedman.test.outcomes"}
    assert len(cases) == 3
    for case, values in cases.items():
        n, k, modulus, limit = map(int, case.split(","))
        i, j = np.arange(1, n + 1)[:, np.newaxis], np.arange(1, k + 1)
        found = cochran_q((7 * i**2 + 13 * j + 5 * i * j) % modulus > limit)
        assert found.statistic == pytest.approx(values["statistic"], rel=1e-12)
        assert found.p == pytest.approx(values["p"], rel=1e-10)


@given(OUTCOMES)
def test_it_is_friedmans_test_of_the_outcomes(outcomes):
    assume(differ(outcomes) and len(outcomes) > 1)
    ranks = rank_scores(outcomes, better="higher", ties="average", tolerance=0.0)
    assert cochran_q(outcomes).statistic == pytest.approx(friedman(ranks).statistic, rel=1e-9, abs=1e-12)


@given(arrays(np.int64, st.tuples(st.integers(1, 60), st.just(2)), elements=st.integers(0, 1)))
def test_of_two_algorithms_it_is_mcnemars_chi_squared(outcomes):
    assume(differ(outcomes))
    only_a, only_b = ((outcomes[:, 0] > outcomes[:, 1]).sum(), (outcomes[:, 0] < outcomes[:, 1]).sum())
    theirs, found = mcnemar_chi2([only_a], [only_b], len(outcomes)), cochran_q(outcomes)
    assert found.statistic == pytest.approx(theirs.statistic[0], rel=1e-12, abs=1e-15)
    assert found.p == pytest.approx(theirs.p[0], rel=1e-9)


@given(OUTCOMES, st.randoms())
def test_order_and_the_names_of_the_outcomes_do_not_matter(outcomes, random):
    assume(differ(outcomes))
    rows, columns = list(range(outcomes.shape[0])), list(range(outcomes.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    found = cochran_q(outcomes)
    assert cochran_q(outcomes[rows][:, columns]).statistic == pytest.approx(found.statistic, rel=1e-12, abs=1e-15)
    assert cochran_q(1 - outcomes).statistic == pytest.approx(found.statistic, rel=1e-9, abs=1e-12)


@given(OUTCOMES)
def test_counts_in_pairs_are_enough(outcomes):
    both = [[np.sum(a & b) for b in outcomes.T] for a in outcomes.T]
    one, other = cochran_q(outcomes), cochran_q_from_both_right(both)
    assert one.statistic == other.statistic or np.isnan([one.statistic, other.statistic]).all()


@pytest.mark.parametrize("outcomes", [np.zeros((5, 3)), np.ones((5, 3)), [[1, 1, 1], [0, 0, 0]]])
def test_algorithms_that_are_all_alike_have_no_q(outcomes):
    found = cochran_q(outcomes)
    assert np.isnan(found.statistic)
    assert np.isnan(found.p)
    assert found.why == ALL_ALIKE


def test_the_level_under_equality():
    # 2,000 studies of 200 examples, each as hard for the four algorithms alike; 4.5 standard errors of the simulation
    rng = np.random.default_rng(7)
    hardness = rng.random((2_000, 200, 1))
    outcomes = rng.random((2_000, 200, 4)) < hardness
    rejected = np.mean([cochran_q(study).p <= 0.05 for study in outcomes])
    assert rejected == pytest.approx(0.05, abs=4.5 * np.sqrt(0.05 * 0.95 / 2_000))


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ([[1, 0], [2, 0]], "outcomes: row 1 column 0 is 2.0; 0 or 1 is needed"),
        ([[1], [0]], "outcomes: got 2 rows and 1 columns; at least 1 and 2 are needed"),
        ([[1, np.nan]], "outcomes: row 0 column 1 is nan; finite numbers are needed"),
    ],
)
def test_what_does_not_fit_is_refused(outcomes, message):
    with pytest.raises(ValueError, match=message):
        cochran_q(outcomes)


@pytest.mark.parametrize("both", [[[1, 2], [3, 4]], [[1, -1], [-1, 2]], [[1, 2, 3], [1, 2, 3]]])
def test_counts_that_are_none_are_refused(both):
    with pytest.raises(ValueError, match=r"both: got an array of shape .*; a symmetric matrix of counts is needed"):
        cochran_q_from_both_right(both)
