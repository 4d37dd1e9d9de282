"""Two algorithms on one data set over runs: independent ones, and ones paired by their seed."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rankpress.stats.independent_runs import (
    ALL_ALIKE,
    CONSTANT,
    SEPARATED,
    TOO_FEW,
    brunner_munzel,
    least_p,
    permutation_runs,
    rank_sum,
    welch_t,
)
from rankpress.stats.paired_runs import paired_t_of_runs, sign_flips_of_runs, signed_rank
from rankpress.stats.superiority import a12

A, B = [0.91, 0.92, 0.90, 0.93, 0.94], [0.89, 0.90, 0.91, 0.88, 0.90]
C, D = [1.2, 3.4, 2.2, 5.1, 4.0, 2.9, 3.3], [2.0, 4.4, 6.1, 5.9, 7.2]
INDEPENDENT = (rank_sum, welch_t, brunner_munzel, permutation_runs)
PAIRED = (signed_rank, paired_t_of_runs, sign_flips_of_runs)
BOTH = [[0, 1]]
FEW = st.lists(st.integers(0, 6), min_size=2, max_size=6)


def columns(*samples):
    """The runs of each algorithm as a column, nan below those that have fewer."""
    runs = np.full((max(map(len, samples)), len(samples)), np.nan)
    for column, sample in enumerate(samples):
        runs[: len(sample), column] = sample
    return runs


@pytest.mark.parametrize(
    ("samples", "u", "rank_p", "of_t", "w", "w_p", "effect"),
    [
        (
            (A, B),
            *(22.5, 14 / 252),
            (2.7529888064, 7.2745591940, 0.0273292813),
            *(4.2163702136, 0.0037120603),
            (0.9, 0.53276, 0.98612),
        ),
        (
            (C, D),
            *(7, 0.1060606061),
            (-1.9334362819, 6.2018981516, 0.0997857335),
            *(-1.7419539804, 0.1477090831),
            (0.2, 0.02943, 0.67335),
        ),
    ],
)
@pytest.mark.conformance("Tests over independent runs", "two worked examples")
def test_the_worked_examples(samples, u, rank_p, of_t, w, w_p, effect):
    runs = columns(*samples)
    ranks, welch, munzel, superiority = (test(runs, BOTH) for test in (rank_sum, welch_t, brunner_munzel, a12))
    assert [ranks.statistic[0], ranks.p[0]] == pytest.approx([u, rank_p], abs=5e-11)
    assert [welch.statistic[0], welch.df[0], welch.p[0]] == pytest.approx(of_t, abs=1e-10)
    assert [munzel.statistic[0], munzel.p[0]] == pytest.approx([w, w_p], abs=5e-11)
    assert [superiority.estimate[0], superiority.low[0], superiority.high[0]] == pytest.approx(effect, abs=5e-6)


def test_the_interval_of_welch_is_read_off_the_test():
    test = welch_t(columns(A, B), BOTH)
    half = stats.t.ppf(0.975, test.df[0]) * test.standard_error[0]
    assert [test.difference[0] - half, test.difference[0] + half] == pytest.approx(
        [0.0035423614, 0.0444576386], abs=5e-11
    )


@pytest.mark.conformance("Rank-sum test", "enumeration of all arrangements")
@given(FEW, FEW)
def test_the_rank_sum_is_as_far_off_in_this_share_of_arrangements(a, b):
    pooled = np.array([*a, *b], dtype=float)
    ranks = stats.rankdata(pooled)
    sums = np.array([ranks[list(chosen)].sum() for chosen in combinations(range(len(pooled)), len(a))])
    off = np.abs(sums - len(a) * (len(pooled) + 1) / 2)
    test = rank_sum(columns(a, b), BOTH)
    assert test.p[0] == pytest.approx(
        np.mean(off >= abs(ranks[: len(a)].sum() - len(a) * (len(pooled) + 1) / 2)), abs=1e-12
    )
    assert test.statistic[0] == stats.mannwhitneyu(a, b).statistic
    assert test.details["least_p"][0] <= test.p[0] + 1e-12


@pytest.mark.conformance("Rank-sum test, many runs", "scipy.stats.mannwhitneyu")
def test_many_runs_are_tested_by_the_normal_distribution():
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 9, 50), rng.integers(1, 9, 40)
    test = rank_sum(columns(a, b), BOTH)
    assert test.details["exact"].tolist() == [0]
    assert test.p[0] == pytest.approx(stats.mannwhitneyu(a, b, method="asymptotic").pvalue, rel=1e-12)


def test_exact_and_normal_meet():
    rng = np.random.default_rng(4)
    a, b = rng.normal(size=30), rng.normal(0.5, size=30)
    assert rank_sum(columns(a, b), BOTH).p[0] == pytest.approx(
        stats.mannwhitneyu(a, b, method="exact").pvalue, rel=1e-10
    )


@pytest.mark.conformance("Welch's t, Brunner-Munzel", "scipy.stats.ttest_ind, brunnermunzel")
@given(st.lists(st.integers(0, 50), min_size=3, max_size=9), st.lists(st.integers(0, 50), min_size=3, max_size=9))
def test_scipy_finds_the_same(a, b):
    runs = columns(a, b)
    if np.ptp(a) and np.ptp(b):
        welch, expected = welch_t(runs, BOTH), stats.ttest_ind(a, b, equal_var=False)
        assert [welch.statistic[0], welch.p[0]] == pytest.approx([expected.statistic, expected.pvalue], rel=1e-9)
    munzel = brunner_munzel(runs, BOTH)
    if np.isfinite(munzel.statistic[0]):
        expected = stats.brunnermunzel(a, b)
        assert [-munzel.statistic[0], munzel.p[0]] == pytest.approx(
            [expected.statistic, expected.pvalue], rel=1e-9, abs=1e-12
        )


@given(FEW, FEW)
def test_permutations_are_counted(a, b):
    pooled = np.array([*a, *b], dtype=float)
    means = [
        pooled[list(chosen)].mean() - np.delete(pooled, list(chosen)).mean()
        for chosen in combinations(range(len(pooled)), len(a))
    ]
    test = permutation_runs(columns(a, b), BOTH)
    assert test.p[0] == pytest.approx(np.mean(np.abs(means) >= abs(np.mean(a) - np.mean(b)) - 1e-9), abs=1e-12)


def test_drawn_permutations_are_near_the_t_test():
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=20), rng.normal(0.4, size=20)
    drawn = permutation_runs(columns(a, b), BOTH, seed=1).p[0]
    assert drawn == pytest.approx(stats.ttest_ind(a, b).pvalue, abs=0.015)
    assert drawn == permutation_runs(columns(a, b), BOTH, seed=1).p[0]


@pytest.mark.parametrize("test", INDEPENDENT + PAIRED)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=7))
def test_exchanging_the_two_exchanges_the_sides(test, scores):
    runs = np.array(scores, dtype=float) / 8
    forth, back = test(runs, [[0, 1]]), test(runs, [[1, 0]])
    turned = forth.turn(np.array([True]))
    for exchanged in (turned, back):
        assert exchanged.p[0] == pytest.approx(forth.p[0], rel=1e-9)
        assert exchanged.difference[0] == pytest.approx(-forth.difference[0])
    assert turned.statistic[0] == pytest.approx(back.statistic[0], nan_ok=True)
    assert 0 <= forth.p[0] <= 1
    for name in turned.details:
        assert turned.details[name][0] == back.details[name][0]


@pytest.mark.parametrize("test", INDEPENDENT)
def test_order_of_runs_does_not_matter_where_they_are_independent(test):
    runs = columns(C, D)
    shuffled = np.column_stack([np.random.default_rng(6).permutation(column) for column in runs.T])
    assert test(shuffled, BOTH).p[0] == pytest.approx(test(runs, BOTH).p[0], rel=1e-12)


@pytest.mark.conformance("Tests over paired runs", "scipy.stats.ttest_rel, permutation_test")
def test_paired_runs_are_tested_by_their_differences():
    runs = columns(C[:5], D)
    assert paired_t_of_runs(runs, BOTH).p[0] == pytest.approx(stats.ttest_rel(C[:5], D).pvalue, rel=1e-12)
    assert signed_rank(runs, BOTH).p[0] == pytest.approx(stats.wilcoxon(C[:5], D, method="exact").pvalue, rel=1e-12)
    flips = stats.permutation_test(
        (C[:5], D), lambda a, b: np.mean(a - b), permutation_type="samples", vectorized=False
    )
    assert sign_flips_of_runs(runs, BOTH).p[0] == pytest.approx(flips.pvalue, rel=1e-12)


@pytest.mark.parametrize("test", PAIRED)
def test_seeds_that_one_of_two_lacks_are_dropped_from_their_pair_alone(test):
    runs = np.random.default_rng(7).normal(size=(8, 3))
    gaps = runs.copy()
    gaps[[1, 4], 2] = np.nan
    pairs = [[0, 1], [0, 2]]
    comparison = test(gaps, pairs)
    assert comparison.details["n_runs"].tolist() == [8, 6]
    assert comparison.p.tolist() == [test(runs, pairs).p[0], test(np.delete(runs, [1, 4], axis=0), pairs).p[1]]


def test_what_cannot_be_tested_has_its_reason():
    runs = columns([1, 2, 3], [1], [1, 1, 1], [1, 1], [2, 2, 2], [4, 5, 6])
    pairs = [[0, 1], [2, 3], [2, 4], [0, 5]]
    assert welch_t(runs, pairs).why[:3] == (TOO_FEW, ALL_ALIKE, CONSTANT)
    assert welch_t(runs, pairs).p[1:3].tolist() == [1, 0]
    munzel = brunner_munzel(runs, pairs)
    assert (munzel.why[1], munzel.why[3]) == (ALL_ALIKE, SEPARATED)
    assert munzel.p[3] == rank_sum(runs, pairs).p[3] == permutation_runs(runs, pairs).p[3] == least_p(3, 3)
    for test in INDEPENDENT:
        comparison = test(runs, pairs)
        assert np.isnan(comparison.p[0])
        assert comparison.p[1] == 1


def test_least_p():
    assert least_p(3, 3) == pytest.approx(0.1)
    assert [least_p(1, 1), least_p(0, 4)] == [1, 1]


@given(FEW, FEW, st.floats(0.5, 0.99))
def test_a12_and_its_interval_turn_with_the_pair(a, b, level):
    effect = a12(columns(a, b), [[0, 1], [1, 0]], level)
    assert effect.estimate.sum() == pytest.approx(1)
    assert effect.low == pytest.approx(1 - effect.high[::-1], abs=1e-9)
    assert (effect.low <= effect.estimate).all()
    assert (effect.estimate <= effect.high).all()
    assert ((effect.low >= 0) & (effect.high <= 1)).all()
    assert effect.estimate[0] == pytest.approx(rank_sum(columns(a, b), BOTH).statistic[0] / (len(a) * len(b)))


@pytest.mark.nightly
@pytest.mark.parametrize(("n", "shift"), [(5, 0.0), (5, 1.6), (30, 0.8)])
def test_the_interval_of_a12_covers(n, shift):
    rng, least = np.random.default_rng(8), 0.94
    true = stats.norm.cdf(shift / np.sqrt(2))
    draws = 500
    runs = rng.normal(size=(n, 2 * draws))
    runs[:, ::2] += shift
    effect = a12(runs, np.arange(2 * draws).reshape(-1, 2))
    covered = np.mean((effect.low <= true) & (true <= effect.high))
    assert covered >= least - 3 * np.sqrt(least * (1 - least) / draws)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("test", "n"), [(rank_sum, 10), (signed_rank, 10), (permutation_runs, 5), (sign_flips_of_runs, 10)]
)
def test_an_exact_test_rejects_no_more_often_than_its_level(test, n):
    """Of scores with many ties; what their p-values are is enumerated above, which one-sided ones would exceed here."""
    rng = np.random.default_rng(9)
    draws = 600
    p = test(rng.integers(0, 4, size=(n, 2 * draws)).astype(float), np.arange(2 * draws).reshape(-1, 2)).p
    assert np.mean(p <= 0.05) <= 0.05 + 3.5 * np.sqrt(0.05 * 0.95 / draws)


@pytest.mark.nightly
@pytest.mark.parametrize(("n_a", "n_b"), [(10, 30), (30, 10)])
@pytest.mark.parametrize(("test", "most"), [(welch_t, 0.05), (brunner_munzel, 0.06)])
def test_spreads_may_differ(test, most, n_a, n_b):
    """A pooled error, which Student's t has, rejects 17% of those whose few runs have the wider spread."""
    rng = np.random.default_rng(10)
    draws = 1000
    runs = np.full((max(n_a, n_b), 2 * draws), np.nan)
    runs[:n_a, ::2], runs[:n_b, 1::2] = rng.normal(size=(n_a, draws)), 3 * rng.normal(size=(n_b, draws))
    p = test(runs, np.arange(2 * draws).reshape(-1, 2)).p
    assert np.mean(p <= 0.05) <= most + 3.5 * np.sqrt(most * (1 - most) / draws)


@pytest.mark.nightly
def test_the_rank_sum_test_is_no_test_of_equal_chances_where_spreads_differ():
    """The few runs of the wider spread are what misleads it: twice its level."""
    rng = np.random.default_rng(11)
    runs = np.full((30, 2000), np.nan)
    runs[:, ::2], runs[:10, 1::2] = rng.normal(size=(30, 1000)), 5 * rng.normal(size=(10, 1000))
    assert 0.08 < np.mean(rank_sum(runs, np.arange(2000).reshape(-1, 2)).p <= 0.05) < 0.2
