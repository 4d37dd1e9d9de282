"""The z test of average ranks, Nemenyi's test, and the critical differences of Nemenyi and of Bonferroni and Dunn."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats.friedman_pairs import rank_z
from rankpress.stats.nemenyi import (
    bonferroni_dunn,
    bonferroni_dunn_critical_difference,
    nemenyi,
    nemenyi_critical_difference,
    studentized_range_isf,
    studentized_range_sf,
)
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.ranks import average_ranks, rank_scores, rank_standard_error

AVERAGES = arrays(np.float64, st.integers(2, 9), elements=st.floats(1, 9, allow_subnormal=False))


@pytest.mark.conformance("z test of average ranks", "Demsar 2006, section 3.2.3")
def test_demsar_prints_these_z_and_p(demsar, expected, printed):
    control = demsar.columns.index("C4.5")
    ranks = average_ranks(rank_scores(demsar.values))
    for figures in expected["demsar2006"]["printed_with_that_change"]["against_control_C4.5"]:
        test = rank_z(ranks, 14, [[control, demsar.columns.index(figures["algorithm"])]])
        if figures["algorithm"] == "C4.5+cf":
            # The paper's p of 0.607 is not that of its own z of 0.512, which is 0.6086; unrounded ranks give
            # 0.6084.
            assert test.statistic[0] == printed(0.512, 3)
            assert 2 * stats.norm.sf(0.512) != printed(0.607, 3)
            assert test.p[0] == printed(0.6084, 4)
        else:
            # z from the ranks as the paper rounds them
            assert rank_z(ranks.round(3), 14, [[control, demsar.columns.index(figures["algorithm"])]]).statistic[
                0
            ] == printed(figures["z"], 3)
            assert test.p[0] == printed(figures["p"], 3)


@given(AVERAGES, st.integers(1, 200))
def test_z_is_a_normal_variable_by_the_standard_error(averages, n):
    k = averages.size
    pairs = all_pairs(k)
    test = rank_z(averages, n, pairs)
    z = (averages[pairs[:, 0]] - averages[pairs[:, 1]]) * np.sqrt(6 * n / (k * (k + 1)))
    assert test.statistic == pytest.approx(z, rel=1e-12)
    assert test.p == pytest.approx(2 * stats.norm.sf(np.abs(z)), rel=1e-11)


@pytest.mark.conformance("Studentized range, infinite df", "scipy.stats.studentized_range")
@pytest.mark.parametrize("k", [2, 3, 4, 5, 8, 12, 30, 100])
def test_the_range_is_scipys(k):
    q = np.array([0.0, 0.01, 0.3, 1.0, 2.0, 3.3, 4.7, 6.5, 8.0])
    assert studentized_range_sf(q, k) == pytest.approx(stats.studentized_range.sf(q, k, np.inf), rel=1e-11, abs=1e-14)


@pytest.mark.parametrize("k", [3, 10, 50])
@pytest.mark.parametrize("q", [9.0, 15.0, 30.0])
def test_far_out_the_chance_keeps_its_relative_accuracy(q, k):
    # Bonferroni: at most the sum over pairs of variables, at least that less the sum over two pairs. If two
    # pairs with a variable x in common are both over q, so is x - (y + z) / 2 but for its sign; two pairs
    # without are independent.
    one_pair = 2 * stats.norm.sf(q / math.sqrt(2))
    with_one_in_common = 4 * stats.norm.sf(q / math.sqrt(3 / 2))
    upper = math.comb(k, 2) * one_pair
    lower = upper - 3 * math.comb(k, 3) * with_one_in_common - 3 * math.comb(k, 4) * one_pair**2
    assert lower > 0.8 * upper
    assert lower * (1 - 1e-11) <= studentized_range_sf(q, k) <= upper * (1 + 1e-11)


@given(st.floats(1e-9, 0.999), st.integers(2, 60))
def test_the_quantile_inverts_the_chance(alpha, k):
    q = studentized_range_isf(alpha, k)
    assert studentized_range_sf(q, k) == pytest.approx(alpha, rel=1e-11)
    assert studentized_range_sf(q, k) <= alpha


@pytest.mark.conformance("Nemenyi, Bonferroni-Dunn: q", "Demsar 2006, Table 5 (its misprint noted)", "B20")
@pytest.mark.parametrize("alpha", [0.05, 0.10])
def test_demsar_prints_these_quantiles(alpha, expected, printed):
    figures = expected["demsar2006"]
    for k, q in enumerate(figures["q_nemenyi"][alpha], start=2):
        quantile = nemenyi_critical_difference(alpha, k, 14).q
        # The paper rounds the range to three decimals, divides by sqrt(2) and rounds again.
        assert round(round(quantile * math.sqrt(2), 3) / math.sqrt(2), 3) == q
        assert quantile == pytest.approx(studentized_range_isf(alpha, k) / math.sqrt(2), rel=1e-15)
    for k, q in enumerate(figures["q_bonferroni_dunn"][alpha], start=2):
        quantile = bonferroni_dunn_critical_difference(alpha, k, 14).q
        if (alpha, k) == (0.05, 9):
            assert q == 2.724
            assert quantile == printed(2.734, 3)
        else:
            assert quantile == printed(q, 3)


@pytest.mark.conformance("Nemenyi, Bonferroni-Dunn: critical difference", "Demsar 2006, section 3.2.2")
def test_demsar_prints_these_critical_differences(expected, printed):
    figures = expected["demsar2006"]["printed_with_that_change"]
    for alpha, cd in figures["cd_nemenyi"].items():
        assert nemenyi_critical_difference(alpha, 4, 14).cd == printed(cd, 2)
    [(alpha, cd)] = figures["cd_bonferroni_dunn"].items()
    critical_difference = bonferroni_dunn_critical_difference(alpha, 4, 14).cd
    assert math.floor(critical_difference * 100) / 100 == cd  # cut to two decimals, not rounded
    assert critical_difference == printed(1.168, 3)


@pytest.mark.conformance("Nemenyi: critical difference", "Berrar 2017, section 7.1")
@pytest.mark.parametrize(
    ("key", "k", "n", "decimals"),
    [("cd_nemenyi_0.05", 4, 14, 2), ("without_EC", 3, 14, 3), ("real_data_only_without_EC", 3, 10, 2)],
)
def test_berrar_prints_these_critical_differences(key, k, n, decimals, expected, printed):
    figure = expected["berrar2017"][key]
    cd = figure if isinstance(figure, float) else figure["cd"]
    assert nemenyi_critical_difference(0.05, k, n).cd == printed(cd, decimals)


@pytest.mark.conformance("Nemenyi", "Berrar 2017, section 7.1")
@pytest.mark.parametrize(
    ("key", "left_out", "n"), [("without_EC", slice(0, 0), 14), ("real_data_only_without_EC", slice(10, 14), 10)]
)
def test_berrar_finds_these_pairs_different(key, left_out, n, table, expected):
    read = table("berrar2017_table2")
    ranks = average_ranks(rank_scores(read.without(columns=("EC",), rows=left_out)))
    significant = all_pairs(3)[nemenyi(rank_z(ranks, n, all_pairs(3)).statistic, 3) <= 0.05]
    different = {frozenset(read.columns[i] for i in pair) for pair in significant}
    assert different == {frozenset(pair) for pair in expected["berrar2017"][key]["significant"]}


@pytest.mark.conformance("Bonferroni-Dunn", "Demsar 2006, section 3.2.2")
def test_demsar_rejects_these_by_dunn(demsar, expected):
    pairs = pairs_with(demsar.columns.index("C4.5"), 4)
    adjusted = bonferroni_dunn(rank_z(average_ranks(rank_scores(demsar.values)), 14, pairs).p)
    rejected = [demsar.columns[other] for _, other in pairs[adjusted <= 0.05]]
    assert rejected == expected["demsar2006"]["printed_with_that_change"]["rejected_at_0.05"]["bonferroni-dunn"]


@pytest.mark.conformance("Nemenyi: critical difference", "Demsar 2006, Table 5 and section 3.2.2", "B10, B11, B19")
def test_degrees_of_freedom_are_infinite_and_k_is_k():
    # 1.295 has 52 degrees of freedom, 1.432 has 13, and 1.200 is the quantile for five algorithms at 0.10 in
    # place of four.
    assert nemenyi_critical_difference(0.05, 4, 14).cd == pytest.approx(1.254, abs=5e-4)
    assert nemenyi_critical_difference(0.10, 4, 14).cd == pytest.approx(1.118, abs=5e-4)
    assert nemenyi_critical_difference(0.05, 10, 5).cd == pytest.approx(6.058, abs=5e-4)


@given(
    st.integers(2, 20),
    st.integers(2, 50),
    st.sampled_from([0.01, 0.05, 0.1]),
    st.one_of(st.floats(0.3, 0.9999), st.floats(1.0001, 1.7)),
)
def test_p_is_at_most_alpha_just_where_the_difference_reaches_the_critical_one(k, n, alpha, part):
    for difference, adjusted in (
        (nemenyi_critical_difference(alpha, k, n), lambda z: nemenyi([z], k)[0]),
        (
            bonferroni_dunn_critical_difference(alpha, k, n),
            lambda z: bonferroni_dunn([2 * stats.norm.sf(z)] * (k - 1))[0],
        ),
    ):
        z = part * difference.cd / rank_standard_error(n, k)
        assert (adjusted(z) <= alpha) == (part > 1)
        assert difference.alpha == alpha
