"""The paired permutation test of the mean difference.

Checked against: all 2^n signs listed; scipy's permutation_test of pairs, exact; Darwin's plants, whose 1726 of 32768
signs Fisher (1935, section 21) counted; for drawn signs the exact p, from which a draw may be off by its standard
error. Properties: exchange of the two, order of data sets, p is at most x with probability at most x, equal sums that
rounding makes unequal.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats.pairs import all_pairs
from rankpress.stats.permutation import EXACT_UP_TO, permutation

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


@pytest.mark.conformance(procedure="Permutation test", source="all signs listed")
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


@pytest.mark.conformance(procedure="Permutation test", source="scipy.stats.permutation_test, exact")
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


@pytest.mark.conformance(procedure="Permutation test", source="Fisher 1935, section 21")
def test_fisher_counts_these_signs_of_darwins_plants():
    eighths = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    assert outcome_of(eighths).p[0] * 2**15 == 2 * (835 + 28)


@pytest.mark.conformance(procedure="Permutation test", source="Wilcoxon's p of differences that are ranks, by scipy")
@pytest.mark.parametrize("n", [EXACT_UP_TO - 1, EXACT_UP_TO])
def test_the_largest_that_are_exact(n):
    differences = np.arange(1.0, n + 1) * np.where(np.arange(n) % 4 == 0, -1, 1)
    test = outcome_of(differences)
    assert test.details["draws"].tolist() == [0.0]
    assert test.p[0] == pytest.approx(stats.wilcoxon(differences, method="exact").pvalue, rel=1e-12)


@pytest.mark.conformance(procedure="Permutation test, drawn signs", source="exact p of the ranks, by scipy")
@pytest.mark.parametrize(("n", "seed"), [(EXACT_UP_TO + 1, 0), (40, 1), (49, 2)])
def test_drawn_p_is_near_the_exact_one(n, seed):
    draws = 50_000
    differences = np.arange(1.0, n + 1) * np.where(np.arange(n) % 3 == 0, -1, 1)
    test = outcome_of(differences, draws=draws, seed=seed)
    exact = stats.wilcoxon(differences, method="exact").pvalue
    assert test.details["draws"].tolist() == [draws]
    assert test.p[0] == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / draws))


def test_what_is_seen_counts_as_drawn():
    # 30 wins of the same size: nothing is as extreme, and p is not zero.
    assert outcome_of(np.ones(30) + np.arange(30) / 1000, draws=999).p.tolist() == [1 / 1000]


def test_zeros_do_not_count_towards_the_limit():
    differences = np.concatenate([np.zeros(100), [1.0, 2.0, 4.0]])
    test = outcome_of(differences)
    assert test.p.tolist() == [0.25]
    assert test.details["n_used"].tolist() == [103.0]


def test_a_seed_gives_the_same_p_and_another_another():
    scores = np.random.default_rng(3).random((60, 5))
    one, same, other = (permutation(scores, all_pairs(5), draws=5000, seed=seed).p for seed in (7, 7, 8))
    assert one.tolist() == same.tolist()
    assert one.tolist() != other.tolist()


@pytest.mark.parametrize("n", [8, 60])
def test_pairs_tested_together_are_tested_as_each_alone(n):
    # The draws are shared, so that this holds for them too.
    scores = np.random.default_rng(4).random((n, 4))
    scores[: n // 2, 1] = scores[: n // 2, 0]
    pairs = all_pairs(4)
    together = permutation(scores, pairs, draws=3000)
    for at, pair in enumerate(pairs):
        assert permutation(scores[:, pair], [[0, 1]], draws=3000).p[0] == together.p[at]
    turned = permutation(scores, pairs[:, ::-1], draws=3000)
    assert turned.p.tolist() == together.p.tolist()
    assert turned.statistic.tolist() == (-together.statistic).tolist()


@pytest.mark.parametrize("draws", [1, 4095, 4096, 4097, 10_000])
def test_as_many_are_drawn_as_asked(draws):
    # Two large differences, and small ones that are all against them: as extreme is the half of all draws in which the
    # large ones agree. p is a multiple of 1 / (1 + draws).
    p = outcome_of(np.concatenate([[1000.0, 1000.0], np.full(30, -0.001)]), draws=draws).p[0]
    assert p == pytest.approx(0.5, abs=0.5 / (1 + draws) + 4 * np.sqrt(0.25 / draws))
    assert p * (1 + draws) == pytest.approx(round(p * (1 + draws)))


@settings(max_examples=20)
@given(arrays(np.float64, st.integers(1, 7), elements=st.integers(0, 6).map(float)))
def test_p_is_at_most_x_with_probability_at_most_x(sizes):
    signs = np.array(list(itertools.product([-1, 1], repeat=len(sizes))))
    p = permutation(np.column_stack([np.zeros(len(sizes)), *(sizes * signs)]),
                    [[j + 1, 0] for j in range(len(signs))]).p  # fmt: skip
    for x in np.unique(p):
        assert np.mean(p <= x) == pytest.approx(x, rel=1e-12)


@given(DIFFERENCES, st.randoms())
def test_the_order_of_data_sets_does_not_matter(differences, random):
    shuffled = differences.tolist()
    random.shuffle(shuffled)
    assert outcome_of(shuffled).p.tolist() == outcome_of(differences).p.tolist() == outcome_of(-differences).p.tolist()


@pytest.mark.parametrize("n", [1, 10, 24, 25, 200])
def test_identical_columns_have_p_1(n):
    column = np.random.default_rng(n).random(n)
    assert permutation(np.column_stack([column, column]), [[0, 1]]).p.tolist() == [1.0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"draws": 0}, "draws: got 0; an integer of at least 1 is needed"),
        ({"draws": 10.5}, "draws: got 10.5; an integer of at least 1"),
        ({"seed": -1}, "seed: got -1; an integer of at least 0 is needed"),
    ],
)
def test_options_that_do_not_fit_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        outcome_of([1.0, 2.0], **options)


def test_missing_scores_are_refused():
    with pytest.raises(ValueError, match="scores: row 0 column 1 is nan"):
        permutation([[1.0, np.nan]], [[0, 1]])
