"""Wilcoxon's signed-ranks test.

Checked against: the ranks, their sums and the critical value printed in demsar2006 (section 3.1.3, Table 2);
all 2^n signs of the ranks, listed, for small studies with ties and zeros; R's wilcox.test (exact without
ties; normal with ties) and scipy's exact test without ties. Regressions: faults seen elsewhere, p one-sided
in a direction read off the data, an exact distribution that ignores zeros so that identical algorithms
differ. Properties: exchange of the two, order of data sets, exactness itself: p is at most x with probability
at most x. Not checked: other ways to treat zeros, which give other p.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats.pairs import all_pairs
from rankpress.stats.wilcoxon import EXACT_UP_TO, wilcoxon

DIFFERENCES = arrays(np.float64, st.integers(1, 9), elements=st.integers(-4, 4).map(float))


def test_of(differences):
    """The test of a pair whose scores differ by these; whole numbers, so that nothing is rounded."""
    differences = np.asarray(differences, dtype=float)
    return wilcoxon(np.column_stack([differences, np.zeros_like(differences)]), [[0, 1]])


test_of.__test__ = False


def listed(differences):
    """Rank sums and p by the definition, all signs listed."""
    differences = np.asarray(differences, dtype=float)
    zeros = np.flatnonzero(differences == 0)
    used = np.delete(differences, zeros[:1]) if len(zeros) % 2 else differences
    ranks = stats.rankdata(np.abs(used))
    moving = ranks[used != 0]
    observed = abs((np.sign(used) * ranks).sum())
    sums = [abs(np.dot(signs, moving)) for signs in itertools.product([-1, 1], repeat=len(moving))]
    half_of_zeros = ranks[used == 0].sum() / 2
    return (
        ranks[used > 0].sum() + half_of_zeros,
        ranks[used < 0].sum() + half_of_zeros,
        len(used),
        np.mean(np.array(sums) >= observed - 1e-9),
    )


@pytest.mark.conformance(procedure="Wilcoxon: sums of ranks", source="Demsar 2006, Table 2")
def test_demsar_prints_these_sums(demsar, expected):
    figures = expected["demsar2006"]["wilcoxon_C4.5_vs_C4.5+m"]
    test = wilcoxon(demsar.values, [[1, 0]])  # the paper counts for C4.5+m
    assert test.details["r_plus"][0] == figures["R_plus"]
    assert test.details["r_minus"][0] == figures["R_minus"]
    assert test.statistic[0] == figures["R_minus"]
    assert test.details["n_used"][0] == 14


def test_demsar_prints_these_ranks(demsar, expected):
    # Each rank shows in R+ when its data set alone favours the first, all others being turned against it.
    ranks = expected["demsar2006"]["wilcoxon_C4.5_vs_C4.5+m"]["ranks_of_absolute_differences"]
    size = np.abs((demsar.values[:, 1] - demsar.values[:, 0]).round(6))
    zeros = size == 0
    for place, rank in enumerate(ranks):
        signs = np.full(14, -1.0)
        signs[place] = 1.0
        r_plus = test_of(np.rint(size * 1000) * signs).details["r_plus"][0]
        half_of_zeros = sum(np.array(ranks)[zeros]) / 2
        assert r_plus == (half_of_zeros if zeros[place] else rank + half_of_zeros)


def test_demsar_prints_this_critical_value(expected):
    critical = expected["demsar2006"]["wilcoxon_C4.5_vs_C4.5+m"]["critical_value_0.05_N14"]
    ranks = np.arange(1, 15)
    for smaller_sum, significant in ((critical, True), (critical + 1, False)):
        for against in itertools.combinations(ranks, 3):
            if sum(against) == smaller_sum:
                test = test_of(np.where(np.isin(ranks, against), -ranks, ranks))
                assert test.statistic[0] == smaller_sum
                assert (test.p[0] <= 0.05) == significant
                break
        else:
            pytest.fail("no three ranks have that sum")


@pytest.mark.conformance(procedure="Wilcoxon", source="all signs listed")
@given(DIFFERENCES)
def test_p_is_that_of_all_signs_listed(differences):
    r_plus, r_minus, n_used, p = listed(differences)
    test = test_of(differences)
    assert test.details["r_plus"][0] == r_plus
    assert test.details["r_minus"][0] == r_minus
    assert test.details["n_used"][0] == n_used
    assert test.statistic[0] == min(r_plus, r_minus)
    assert test.p[0] == pytest.approx(p, rel=1e-12)


@settings(max_examples=20)
@given(arrays(np.float64, st.integers(1, 7), elements=st.integers(0, 4).map(float)))
def test_p_is_at_most_x_with_probability_at_most_x(sizes):
    signs = np.array(list(itertools.product([-1, 1], repeat=len(sizes))))
    p = np.array([test_of(sizes * sign).p[0] for sign in signs])
    for x in np.unique(p):
        assert np.mean(p <= x) == pytest.approx(x, rel=1e-12)


@pytest.mark.conformance(procedure="Wilcoxon", source="scipy.stats.wilcoxon")
@pytest.mark.parametrize("n", [1, 2, 5, 14, 25, 50])
def test_without_ties_p_is_scipys(n):
    generator = np.random.default_rng(n)
    differences = generator.permutation(np.arange(1, n + 1)) * generator.choice([-1, 1], n)
    reference = stats.wilcoxon(differences, method="exact")
    test = test_of(differences)
    assert test.statistic[0] == reference.statistic
    assert test.p[0] == pytest.approx(reference.pvalue, rel=1e-12)


@pytest.mark.conformance(procedure="Wilcoxon", source="R wilcox.test")
def test_p_is_rs(r_values):
    held = 0
    for (function, case), values in r_values.items():
        if function.startswith("wilcox.test"):
            i = np.arange(1, int(case) + 1)
            size = i**2 if function.endswith("exact") else 1 + i**2 % 19
            test = test_of(np.where(i % 3 == 0, -size, size))
            assert test.p[0] == pytest.approx(values["p"], rel=1e-12)
            held += 1
    assert held == 8


def test_the_normal_form_counts_ties_and_zeros():
    differences = np.concatenate([np.zeros(20), np.repeat([1.0, -2.0, 3.0], [30, 25, 15])])
    ranks = stats.rankdata(np.abs(differences))
    z = (np.sign(differences) * ranks).sum() / np.sqrt((ranks[20:] ** 2).sum())
    assert test_of(differences).p[0] == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-12)


def test_the_forms_meet_where_the_one_ends():
    exact = test_of(np.where(np.arange(EXACT_UP_TO) % 3 == 0, -1.0, 1.0) * (1 + np.arange(EXACT_UP_TO)))
    normal = test_of(np.where(np.arange(EXACT_UP_TO + 1) % 3 == 0, -1.0, 1.0) * (1 + np.arange(EXACT_UP_TO + 1)))
    size = np.arange(1, EXACT_UP_TO + 2)
    z = (np.where(size % 3 == 1, -1, 1) * size).sum() / np.sqrt((size**2).sum())
    assert normal.p[0] == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-12)
    assert exact.p[0] == pytest.approx(
        stats.wilcoxon(np.where(size[:-1] % 3 == 1, -1, 1) * size[:-1], method="exact").pvalue
    )


def test_an_ignored_zero_does_not_count_towards_the_limit():
    # 50 differences and one zero are 50 ranked: exact.
    differences = np.concatenate([[0.0], np.arange(1, 51) * np.where(np.arange(50) % 3, 1, -1)])
    assert test_of(differences).p[0] == pytest.approx(stats.wilcoxon(differences[1:], method="exact").pvalue, rel=1e-12)


@given(DIFFERENCES, st.randoms())
def test_the_order_of_data_sets_does_not_matter(differences, random):
    shuffled = differences.tolist()
    random.shuffle(shuffled)
    one, other = test_of(differences), test_of(shuffled)
    assert one.p.tolist() == other.p.tolist()
    assert {name: values.tolist() for name, values in one.details.items()} == {
        name: values.tolist() for name, values in other.details.items()
    }


@given(DIFFERENCES)
def test_exchanging_the_two_exchanges_the_sums(differences):
    one, other = test_of(differences), test_of(-differences)
    assert one.p.tolist() == other.p.tolist()
    assert one.details["r_plus"].tolist() == other.details["r_minus"].tolist()


@given(DIFFERENCES)
def test_the_sums_make_up_all_ranks(differences):
    details = test_of(differences).details
    n = details["n_used"][0]
    assert details["r_plus"][0] + details["r_minus"][0] == n * (n + 1) / 2


@given(arrays(np.float64, st.tuples(st.integers(1, 8), st.integers(2, 4)), elements=st.integers(0, 5).map(float)))
def test_pairs_tested_together_are_tested_as_each_alone(scores):
    pairs = all_pairs(scores.shape[1])
    together = wilcoxon(scores, pairs)
    for place, pair in enumerate(pairs):
        alone = wilcoxon(scores[:, pair], [[0, 1]])
        assert together.p[place] == alone.p[0]
        assert together.statistic[place] == alone.statistic[0]


def test_decimals_that_differ_equally_are_tied():
    # 0.3 - 0.2 < 0.2 - 0.1 in floating point; both are 0.1, and 0.1 + 0.2 equals 0.3.
    assert 0.3 - 0.2 != 0.2 - 0.1
    scores = np.array([[0.3, 0.2], [0.1, 0.2], [0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2]])
    assert wilcoxon(scores, [[0, 1]]).details["r_plus"].tolist() == [5.0]
    assert wilcoxon(scores, [[0, 1]]).p.tolist() == [1.0]


def test_what_is_more_than_rounding_is_a_difference():
    assert wilcoxon(np.tile([0.5 + 1e-12, 0.5], (6, 1)), [[0, 1]]).p.tolist() == [2 / 2**6]


def test_small_scores_beside_large_ones_are_not_taken_for_rounding():
    test = wilcoxon(np.array([[1e12, 2e12], [3e-9, 1e-9], [2e-9, 1e-9]]), [[0, 1]])
    assert test.details["r_plus"].tolist() == [3.0]
    assert test.details["r_minus"].tolist() == [3.0]


@pytest.mark.conformance(procedure="Wilcoxon", source="what equality means", fault="B21")
@pytest.mark.parametrize("n", [1, 2, 7, 25, 50, 51, 200])
def test_identical_algorithms_have_p_1(n):
    test = test_of(np.zeros(n))
    assert test.p.tolist() == [1.0]
    assert test.details["r_plus"].tolist() == test.details["r_minus"].tolist()


def test_many_ties_are_not_significant():
    # Four wins of one against the other among 20 data sets that tie: an exact table without zeros calls that
    # tiny.
    assert test_of([1.0, 2.0, 3.0, 4.0] + [0.0] * 20).p.tolist() == [0.125]


@pytest.mark.conformance(procedure="Wilcoxon", source="all signs listed", fault="B1, B2, B3")
def test_p_is_two_sided():
    # Five of five: 2 / 32, not the 1 / 32 of the direction that the data suggest.
    assert test_of([1, 2, 3, 4, 5]).p.tolist() == [0.0625]


def test_one_data_set_tells_nothing():
    assert test_of([3.0]).p.tolist() == [1.0]


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([[1.0, np.nan]], "scores: row 0 column 1 is nan; finite numbers are needed"),
        ([[1.0]], "scores: got 1 rows and 1 columns; at least 1 and 2 are needed"),
        (np.empty((0, 2)), "scores: got 0 rows and 2 columns"),
    ],
)
def test_scores_that_do_not_fit_are_refused(scores, message):
    with pytest.raises(ValueError, match=message):
        wilcoxon(scores, [[0, 1]])
