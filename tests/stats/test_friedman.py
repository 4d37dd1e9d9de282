"""Friedman's test, with its exact null distribution, and Iman and Davenport's."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import stats

from rankpress.catalog.methods import OMNIBUS
from rankpress.stats.friedman import (
    PERFECT_AGREEMENT,
    UNKNOWN_TIES,
    friedman,
    friedman_exact,
    friedman_from_average_ranks,
    iman_davenport,
    iman_davenport_from_average_ranks,
)
from rankpress.stats.ranks import average_ranks, rank_scores

FRIEDMANS = {name: OMNIBUS[name] for name in ("friedman", "iman-davenport")}
SHAPES = array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=8)
MATRICES = arrays(np.float64, SHAPES, elements=st.integers(0, 6).map(float))


@pytest.mark.conformance("Friedman, Iman-Davenport", "Demsar 2006, section 3.2.2")
def test_demsar_prints_these_statistics(demsar, expected, printed):
    figures = expected["demsar2006"]["printed_with_that_change"]
    ranks = rank_scores(demsar.values)
    chi2, f = friedman(ranks).uncorrected, iman_davenport(ranks).uncorrected
    assert chi2.statistic == printed(figures["friedman_chi2"], 2)
    assert chi2.df == (3.0,)
    assert f.statistic == printed(figures["iman_davenport_F"], 2)
    assert f.df == (3.0, 39.0)


@pytest.mark.conformance("Friedman, Iman-Davenport", "Garcia and Herrera 2008")
def test_garcia_prints_these_statistics(table, expected, printed):
    ranks = rank_scores(table("garcia2008_table2").values)
    assert friedman(ranks).uncorrected.statistic == printed(expected["garcia2008"]["friedman_chi2"], 3)
    assert iman_davenport(ranks).uncorrected.statistic == printed(expected["garcia2008"]["iman_davenport_F"], 3)


@pytest.mark.conformance("Friedman, Iman-Davenport", "Berrar 2017, section 7.1")
def test_berrar_prints_these_statistics(table, expected, printed):
    figures = expected["berrar2017"]
    rounded = list(figures["average_ranks"].values())
    assert friedman_from_average_ranks(rounded, 14).uncorrected.statistic == printed(figures["friedman_chi2"], 2)
    assert iman_davenport_from_average_ranks(rounded, 14).uncorrected.statistic == printed(
        figures["iman_davenport_F"], 2
    )
    assert friedman(rank_scores(table("berrar2017_table2").values)).uncorrected.statistic == printed(29.507, 3)


@pytest.mark.conformance("Friedman", "scipy.stats.friedmanchisquare", "B8, B34")
@given(MATRICES.filter(lambda scores: scores.shape[1] > 2))
def test_the_corrected_statistic_is_scipys(scores):
    assume((scores != scores[:, :1]).any())
    test = friedman(rank_scores(scores))
    reference = stats.friedmanchisquare(*scores.T)
    assert test.statistic == pytest.approx(reference.statistic, rel=1e-9, abs=1e-9)
    assert test.p == pytest.approx(reference.pvalue, rel=1e-9, abs=1e-12)


@pytest.mark.conformance("Friedman", "R friedman.test")
def test_the_corrected_statistic_is_rs(r_values):
    for case, values in r_values("friedman.test"):
        n, k, modulus = (int(part) for part in case.split(","))
        i, j = np.arange(1, n + 1)[:, np.newaxis], np.arange(1, k + 1)
        test = friedman(rank_scores((7 * i**2 + 13 * j + 5 * i * j) % modulus))
        assert test.statistic == pytest.approx(values["statistic"], rel=1e-12)
        assert test.p == pytest.approx(values["p"], rel=1e-12)


@pytest.mark.conformance("Iman-Davenport", "analysis of variance of the ranks")
@given(MATRICES)
def test_iman_davenport_is_the_analysis_of_variance_of_ranks(scores):
    ranks = rank_scores(scores)
    n, k = ranks.shape
    fitted = ranks.mean(axis=0) + ranks.mean(axis=1, keepdims=True) - ranks.mean()
    residual = ((ranks - fitted) ** 2).sum() / ((n - 1) * (k - 1))
    assume(residual > 1e-9)
    f = n * ((ranks.mean(axis=0) - ranks.mean()) ** 2).sum() / (k - 1) / residual
    test = iman_davenport(ranks)
    assert test.statistic == pytest.approx(f, rel=1e-9, abs=1e-9)
    assert test.df == (k - 1, (k - 1) * (n - 1))
    assert test.p == pytest.approx(stats.f.sf(f, *test.df), rel=1e-9, abs=1e-12)


@pytest.mark.nightly
@given(MATRICES)
def test_average_ranks_give_the_uncorrected_statistics(scores):
    ranks = rank_scores(scores)
    for procedure in FRIEDMANS.values():
        known, plain = (
            procedure.test_average_ranks(average_ranks(ranks), len(ranks)),
            procedure.run(ranks).uncorrected,
        )
        assert math.isnan(known.statistic)
        assert math.isnan(known.p)
        assert known.why == UNKNOWN_TIES
        assert (known.name, known.df) == (plain.name, plain.df)
        if not plain.why:
            assert known.uncorrected.statistic == pytest.approx(plain.statistic, rel=1e-9, abs=1e-9)
            assert known.uncorrected.p == pytest.approx(plain.p, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(("n", "k"), [(2, 2), (3, 3), (14, 4), (200, 50)])
def test_perfect_agreement_makes_f_infinite(n, k):
    ranks = np.tile(np.arange(1.0, k + 1), (n, 1))
    test = iman_davenport(ranks)
    assert math.isnan(test.statistic)
    assert test.p == 0.0
    assert test.why == test.uncorrected.why == PERFECT_AGREEMENT
    assert friedman(ranks).statistic == pytest.approx(n * (k - 1), rel=1e-12)
    rounded = iman_davenport_from_average_ranks(ranks[0], n)
    assert rounded.uncorrected.p == 0.0
    assert rounded.uncorrected.why == PERFECT_AGREEMENT


SMALL = st.sampled_from([(1, 4), (2, 2), (3, 2), (6, 2), (2, 3), (3, 3), (4, 3), (2, 4), (3, 4), (2, 5)])
STUDIES = SMALL.flatmap(lambda shape: arrays(np.float64, shape, elements=st.integers(0, 3).map(float)))


def spread(ranks):
    sums = ranks.sum(axis=0)
    return ((sums - sums.mean()) ** 2).sum()


def by_enumeration(ranks):
    orders = [np.array(list(itertools.permutations(row))) for row in ranks]
    observed, reached, total = spread(ranks), 0, 0
    for chosen in itertools.product(*orders[1:]):
        sums = orders[0] + sum(chosen, np.zeros(ranks.shape[1]))
        reached += np.count_nonzero(((sums - sums.mean(axis=1, keepdims=True)) ** 2).sum(axis=1) >= observed - 1e-9)
        total += len(sums)
    return reached / total


@pytest.mark.conformance("Friedman test, exact p", "enumeration of all orders of the ranks")
@given(STUDIES)
def test_it_is_the_share_of_all_orders(scores):
    ranks = rank_scores(scores)
    assert friedman_exact(ranks) == pytest.approx(by_enumeration(ranks), rel=1e-12)


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize(("n", "k"), [(200, 3), (40, 4), (14, 5), (12, 6), (5, 8), (200, 50), (5000, 2)])
def test_where_it_would_take_too_long_it_is_not_given(n, k):
    ranks = rank_scores(np.random.default_rng(0).normal(size=(n, k)))
    assert math.isnan(friedman_exact(ranks))
    assert friedman(ranks).details == {}
