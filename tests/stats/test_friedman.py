"""Friedman's test and Iman and Davenport's.

Checked against: the statistics printed in demsar2006 (section 3.2.2), garcia2008 (section 2.2) and berrar2017
(section 7.1), which are all without correction for ties; scipy.stats.friedmanchisquare and R's friedman.test,
which correct for them; the F ratio of a two-way analysis of variance of the ranks, which Iman and Davenport's
statistic is; the sign test's normal form, which Friedman's is for two algorithms. Properties: order of
algorithms and data sets, tie rules. Not checked: how good the chi-squared and F distributions are for small
studies.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import stats

from rankpress.stats.friedman import (
    ALL_TIED,
    ONE_DATASET,
    PERFECT_AGREEMENT,
    UNKNOWN_TIES,
    friedman,
    friedman_from_average_ranks,
    iman_davenport,
    iman_davenport_from_average_ranks,
)
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.ranks import average_ranks, rank_scores

FRIEDMANS = {name: OMNIBUS[name] for name in ("friedman", "iman-davenport")}
SHAPES = array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=8)
MATRICES = arrays(np.float64, SHAPES, elements=st.integers(0, 6).map(float))


@pytest.mark.conformance(procedure="Friedman, Iman-Davenport", source="Demsar 2006, section 3.2.2")
def test_demsar_prints_these_statistics(demsar, expected, printed):
    figures = expected["demsar2006"]["printed_with_that_change"]
    ranks = rank_scores(demsar.values)
    chi2, f = friedman(ranks).uncorrected, iman_davenport(ranks).uncorrected
    assert chi2.statistic == printed(figures["friedman_chi2"], 2)
    assert chi2.df == (3.0,)
    assert f.statistic == printed(figures["iman_davenport_F"], 2)
    assert f.df == (3.0, 39.0)


def test_the_table_as_demsar_printed_it_gives_others(table, printed):
    ranks = rank_scores(table("demsar2006_table6").values)
    assert friedman(ranks).uncorrected.statistic == printed(9.857, 3)
    assert iman_davenport(ranks).uncorrected.statistic == printed(3.987, 3)


@pytest.mark.conformance(procedure="Friedman, Iman-Davenport", source="Garcia and Herrera 2008")
def test_garcia_prints_these_statistics(table, expected, printed):
    ranks = rank_scores(table("garcia2008_table2").values)
    assert friedman(ranks).uncorrected.statistic == printed(expected["garcia2008"]["friedman_chi2"], 3)
    assert iman_davenport(ranks).uncorrected.statistic == printed(expected["garcia2008"]["iman_davenport_F"], 3)


@pytest.mark.conformance(procedure="Friedman, Iman-Davenport", source="Berrar 2017, section 7.1")
def test_berrar_prints_these_statistics(table, expected, printed):
    figures = expected["berrar2017"]
    rounded = list(figures["average_ranks"].values())
    assert friedman_from_average_ranks(rounded, 14).uncorrected.statistic == printed(figures["friedman_chi2"], 2)
    assert iman_davenport_from_average_ranks(rounded, 14).uncorrected.statistic == printed(
        figures["iman_davenport_F"], 2
    )
    assert friedman(rank_scores(table("berrar2017_table2").values)).uncorrected.statistic == printed(29.507, 3)


@pytest.mark.parametrize(
    ("key", "left_out"),
    [
        ("without_EC", slice(0, 0)),
        ("real_data_only_without_EC", slice(10, 14)),
        ("without_EC_and_datasets_6_to_9", slice(5, 9)),
    ],
)
def test_berrar_prints_these_for_parts_of_the_study(key, left_out, table, expected, printed):
    ranks = rank_scores(table("berrar2017_table2").without(columns=("EC",), rows=left_out))
    assert iman_davenport(ranks).uncorrected.statistic == printed(expected["berrar2017"][key]["F"], 2)


@pytest.mark.parametrize(("df", "critical"), [((3, 39), 2.85), ((2, 26), 3.369), ((2, 18), 3.55)])
def test_p_at_the_critical_values_that_the_papers_print(df, critical, printed):
    # A study with those degrees of freedom and that F, made by its average ranks.
    k, n = df[0] + 1, df[1] // df[0] + 1
    chi2 = n * df[0] * critical / (n - 1 + critical)
    spread = math.sqrt(chi2 * k * (k + 1) / (12 * n) / 2)
    average = np.full(k, (k + 1) / 2) + np.array([spread, -spread] + [0.0] * (k - 2))
    test = iman_davenport_from_average_ranks(average, n).uncorrected
    assert test.statistic == pytest.approx(critical, rel=1e-12)
    assert test.df == df
    assert test.p == printed(0.05, 3)


@pytest.mark.conformance(procedure="Friedman", source="scipy.stats.friedmanchisquare", fault="B8, B34")
@given(MATRICES.filter(lambda scores: scores.shape[1] > 2))
def test_the_corrected_statistic_is_scipys(scores):
    assume((scores != scores[:, :1]).any())
    test = friedman(rank_scores(scores))
    reference = stats.friedmanchisquare(*scores.T)
    assert test.statistic == pytest.approx(reference.statistic, rel=1e-9, abs=1e-9)
    assert test.p == pytest.approx(reference.pvalue, rel=1e-9, abs=1e-12)


@pytest.mark.conformance(procedure="Friedman", source="R friedman.test")
def test_the_corrected_statistic_is_rs(r_values):
    cases = {case: values for (function, case), values in r_values.items() if function == "friedman.test"}
    assert len(cases) == 5
    for case, values in cases.items():
        n, k, modulus = (int(part) for part in case.split(","))
        i, j = np.arange(1, n + 1)[:, np.newaxis], np.arange(1, k + 1)
        test = friedman(rank_scores((7 * i**2 + 13 * j + 5 * i * j) % modulus))
        assert test.statistic == pytest.approx(values["statistic"], rel=1e-12)
        assert test.p == pytest.approx(values["p"], rel=1e-12)


@pytest.mark.conformance(procedure="Iman-Davenport", source="analysis of variance of the ranks")
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


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 5))
def test_for_two_algorithms_it_is_the_sign_test_squared(wins, losses, ties):
    assume(wins + losses)
    ranks = [[1, 2]] * wins + [[2, 1]] * losses + [[1.5, 1.5]] * ties
    test = friedman(ranks)
    z = (wins - losses) / math.sqrt(wins + losses)
    assert test.statistic == pytest.approx(z**2, rel=1e-12, abs=1e-12)
    assert test.p == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-9)
    assert test.uncorrected.statistic == pytest.approx((wins - losses) ** 2 / (wins + losses + ties), abs=1e-12)


@given(MATRICES)
def test_without_ties_there_is_nothing_to_correct(scores):
    ranks = np.argsort(np.argsort(scores, axis=1, kind="stable"), axis=1) + 1
    for procedure in FRIEDMANS.values():
        test = procedure.function(ranks)
        assert test.statistic == pytest.approx(test.uncorrected.statistic, rel=1e-12, abs=0, nan_ok=True)
        assert test.p == pytest.approx(test.uncorrected.p, rel=1e-12, abs=0, nan_ok=True)


@given(MATRICES)
def test_the_correction_never_makes_the_statistic_smaller(scores):
    test = friedman(rank_scores(scores))
    assert test.why or test.statistic >= test.uncorrected.statistic * (1 - 1e-12)


@given(MATRICES, st.randoms())
def test_the_order_of_algorithms_and_data_sets_does_not_matter(scores, random):
    rows, columns = list(range(scores.shape[0])), list(range(scores.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    ranks = rank_scores(scores)
    for procedure in FRIEDMANS.values():
        one, other = procedure.function(ranks), procedure.function(ranks[rows][:, columns])
        assert (one.statistic, one.p) == pytest.approx((other.statistic, other.p), rel=1e-12, abs=0, nan_ok=True)


@given(MATRICES, st.sampled_from(["min", "max"]))
def test_ranks_of_any_tie_rule_give_the_same(scores, ties):
    for procedure in FRIEDMANS.values():
        one, other = (
            procedure.function(rank_scores(scores)),
            procedure.function(rank_scores(scores, ties=ties)),
        )
        assert (one.statistic, one.p) == pytest.approx((other.statistic, other.p), rel=0, abs=0, nan_ok=True)


@given(MATRICES)
def test_average_ranks_give_the_uncorrected_statistics(scores):
    ranks = rank_scores(scores)
    for procedure in FRIEDMANS.values():
        known, plain = (
            procedure.from_average_ranks(average_ranks(ranks), len(ranks)),
            procedure.function(ranks).uncorrected,
        )
        assert math.isnan(known.statistic)
        assert math.isnan(known.p)
        assert known.why == UNKNOWN_TIES
        assert (known.name, known.df) == (plain.name, plain.df)
        if not plain.why:
            assert known.uncorrected.statistic == pytest.approx(plain.statistic, rel=1e-9, abs=1e-9)
            assert known.uncorrected.p == pytest.approx(plain.p, rel=1e-6, abs=1e-9)


def test_all_tied_leaves_the_statistic_undefined():
    for procedure in FRIEDMANS.values():
        test = procedure.function(np.full((5, 3), 2.0))
        assert math.isnan(test.statistic)
        assert math.isnan(test.p)
        assert test.why == ALL_TIED
        assert (test.uncorrected.statistic, test.uncorrected.p) == (0.0, 1.0)


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


def test_agreement_with_the_same_ties_everywhere_is_perfect_too():
    # 1 - 2 - 2 on each data set: the corrected F is infinite, the uncorrected one, blind to ties, is not.
    test = iman_davenport(np.tile([1.0, 2.5, 2.5], (4, 1)))
    assert test.why == PERFECT_AGREEMENT
    assert test.uncorrected.statistic == pytest.approx(9.0, rel=1e-12)


def test_one_data_set():
    assert friedman([[1, 2, 3]]).statistic == pytest.approx(2.0, rel=1e-12)
    test = iman_davenport([[1, 2, 3]])
    assert math.isnan(test.statistic)
    assert math.isnan(test.p)
    assert test.why == test.uncorrected.why == ONE_DATASET


def test_the_procedures_bear_the_names_of_their_results():
    for name, procedure in FRIEDMANS.items():
        test = procedure.function([[1, 2, 3], [1, 3, 2]])
        assert name == procedure.name == test.name == test.uncorrected.name


@pytest.mark.parametrize("procedure", FRIEDMANS.values(), ids=FRIEDMANS)
@pytest.mark.parametrize(
    ("ranks", "message"),
    [
        ([[1.0], [1.0]], "ranks: got 2 rows and 1 columns; at least 1 and 2 are needed"),
        ([[1.0, np.nan]], "ranks: row 0 column 1 is nan; finite numbers are needed"),
        ([1.0, 2.0], r"ranks: got an array of shape \(2,\); a matrix is needed"),
    ],
)
def test_ranks_that_do_not_fit_are_refused(procedure, ranks, message):
    with pytest.raises(ValueError, match=message):
        procedure.function(ranks)


@pytest.mark.parametrize("procedure", FRIEDMANS.values(), ids=FRIEDMANS)
@pytest.mark.parametrize(
    ("average", "n_datasets", "message"),
    [
        (
            [1.5, 2.0, 2.0],
            10,
            r"average: got \[1.5, 2.0, 2.0\] with sum 5.5; .* between 1 and 3 and sum to 6",
        ),
        ([0.5, 2.5], 10, "between 1 and 2"),
        ([1.0], 10, "average: got 1 entries; at least 2 are needed"),
        ([1.0, np.nan], 10, "average: entry"),
        ([1.5, 1.5], 0, "n_datasets: got 0; an integer of at least 1 is needed"),
    ],
)
def test_average_ranks_that_do_not_fit_are_refused(procedure, average, n_datasets, message):
    with pytest.raises(ValueError, match=message):
        procedure.from_average_ranks(average, n_datasets)
