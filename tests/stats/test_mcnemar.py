"""McNemar's tests (exact, mid-p, chi-squared), Salzberg's binomial test, and Cochran's Q."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar

from rankpress.stats.mcnemar import (
    ALL_ALIKE,
    EXACT,
    NONE_DIFFERS,
    binomial,
    cochran_q,
    cochran_q_from_both_right,
    mcnemar_chi2,
    mcnemar_chi2_corrected,
    mcnemar_exact,
    mcnemar_mid_p,
)

ALL = (mcnemar_exact, binomial, mcnemar_mid_p, mcnemar_chi2, mcnemar_chi2_corrected)
COUNTS = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400)), min_size=1, max_size=6)


def columns(counts):
    only_a, only_b = np.array(counts).T
    return only_a, only_b


@pytest.mark.conformance("McNemar, chi-squared", "R mcnemar.test")
@pytest.mark.parametrize(
    ("function", "test"), [("mcnemar.test", mcnemar_chi2), ("mcnemar.test.corrected", mcnemar_chi2_corrected)]
)
def test_chi_squared_is_rs(r_values, function, test):
    for case, values in r_values(function):
        comparison = test(*([int(count)] for count in case.split(",")), 200)
        assert comparison.statistic[0] == pytest.approx(values["statistic"], rel=1e-12, abs=1e-15)
        assert comparison.p[0] == pytest.approx(values["p"], rel=1e-10)
        assert comparison.df.tolist() == [1]


@pytest.mark.conformance("McNemar, exact", "R binom.test")
def test_the_exact_p_is_rs(r_values):
    for case, values in r_values("binom.test.outcomes"):
        only_a, differing = map(int, case.split(","))
        comparison = mcnemar_exact([only_a], [differing - only_a], 200)
        assert comparison.p[0] == pytest.approx(values["p"], rel=1e-10)
        assert comparison.statistic[0] == only_a


@pytest.mark.conformance("McNemar, exact and chi-squared", "statsmodels mcnemar")
@given(COUNTS)
def test_mcnemar_statsmodels_finds_the_same(counts):
    only_a, only_b = columns([(a, b) for a, b in counts if a != b] or [(1, 0)])
    exact, plain, corrected = (
        test(only_a, only_b, 1000) for test in (mcnemar_exact, mcnemar_chi2, mcnemar_chi2_corrected)
    )
    for place, (a, b) in enumerate(zip(only_a, only_b, strict=True)):
        table = [[1000 - a - b, a], [b, 0]]
        assert exact.p[place] == pytest.approx(mcnemar(table, exact=True).pvalue, rel=1e-9)
        for test, correction in ((plain, False), (corrected, True)):
            theirs = mcnemar(table, exact=False, correction=correction)
            assert test.statistic[place] == pytest.approx(theirs.statistic, rel=1e-12)
            assert test.p[place] == pytest.approx(theirs.pvalue, rel=1e-9)


@pytest.mark.conformance("McNemar, mid-p", "Fagerland et al. 2013, equation 2, and their example")
def test_mid_p_by_its_definition():
    # Outcomes farther from the middle than the observed one count whole, those as far count half.
    for differing in (1, 2, 3, 8, 9, 25, 60):
        outcomes = np.arange(differing + 1)
        chance, far = stats.binom.pmf(outcomes, differing, 0.5), np.abs(2 * outcomes - differing)
        expected = [chance[far > at].sum() + chance[far == at].sum() / 2 for at in far]
        comparisons = mcnemar_mid_p(outcomes, differing - outcomes, differing)
        assert comparisons.p == pytest.approx(expected, rel=1e-9)
    assert [test([1], [7], 21).p.round(4)[0] for test in (mcnemar_exact, mcnemar_mid_p)] == [0.0703, 0.0391]
    assert [test([1], [7], 21).p.round(4)[0] for test in (mcnemar_chi2, mcnemar_chi2_corrected)] == [0.0339, 0.0771]


@pytest.mark.conformance("Binomial test (Salzberg)", "scipy.stats.binomtest")
@given(COUNTS)
def test_salzbergs_binomial_test_is_mcnemars_exact_one(counts):
    only_a, only_b = columns(counts)
    one, other = binomial(only_a, only_b, 900), mcnemar_exact(only_a, only_b, 900)
    assert (one.name, other.name) == ("binomial", "mcnemar")
    assert one.p.tolist() == other.p.tolist()
    for place, (a, b) in enumerate(counts):
        # his sum over as many successes or more, doubled, at most 1
        upper = stats.binom.sf(max(a, b) - 1, a + b, 0.5)
        assert one.p[place] == pytest.approx(min(1, 2 * upper) if a + b else 1, rel=1e-9)


@pytest.mark.conformance("McNemar, all forms", "no discordant example gives p = 1", "B25")
@pytest.mark.parametrize("test", ALL)
def test_b25_identical_algorithms_do_not_differ(test):
    comparisons = test([0, 3], [0, 1], 50)
    assert comparisons.p[0] == 1
    assert comparisons.difference[0] == comparisons.standard_error[0] == 0
    assert 0 < comparisons.p[1] <= 1
    undefined = np.isnan(comparisons.statistic[0])
    assert comparisons.why == ((NONE_DIFFERS, "") if undefined else (EXACT, EXACT))
    assert undefined == test.__name__.startswith("mcnemar_chi2")


OUTCOMES = arrays(np.int64, st.tuples(st.integers(1, 40), st.integers(2, 6)), elements=st.integers(0, 1))


def differ(outcomes):
    return (np.ptp(outcomes, axis=1) > 0).any()


@pytest.mark.conformance("Cochran's Q", "statsmodels cochrans_q")
@given(OUTCOMES)
def test_cochran_statsmodels_finds_the_same(outcomes):
    assume(differ(outcomes))
    theirs, ours = cochrans_q(outcomes), cochran_q(outcomes)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-12)
    assert ours.p == pytest.approx(theirs.pvalue, rel=1e-9)
    assert ours.df == (theirs.df,)


@pytest.mark.conformance("Cochran's Q", "R friedman.test of outcomes 0 and 1")
def test_it_is_rs_friedman_test_of_the_outcomes(r_values):
    for case, values in r_values("friedman.test.outcomes"):
        n, k, modulus, limit = map(int, case.split(","))
        i, j = np.arange(1, n + 1)[:, np.newaxis], np.arange(1, k + 1)
        omnibus = cochran_q((7 * i**2 + 13 * j + 5 * i * j) % modulus > limit)
        assert omnibus.statistic == pytest.approx(values["statistic"], rel=1e-12)
        assert omnibus.p == pytest.approx(values["p"], rel=1e-10)


@given(OUTCOMES)
def test_counts_in_pairs_are_enough(outcomes):
    both = [[np.sum(a & b) for b in outcomes.T] for a in outcomes.T]
    one, other = cochran_q(outcomes), cochran_q_from_both_right(both)
    assert one.statistic == other.statistic or np.isnan([one.statistic, other.statistic]).all()


@pytest.mark.parametrize("outcomes", [np.zeros((5, 3)), np.ones((5, 3)), [[1, 1, 1], [0, 0, 0]]])
def test_algorithms_that_are_all_alike_have_no_q(outcomes):
    omnibus = cochran_q(outcomes)
    assert np.isnan(omnibus.statistic)
    assert np.isnan(omnibus.p)
    assert omnibus.why == ALL_ALIKE
