"""Wilcoxon's signed-ranks test.

Checked against: the ranks, their sums and the critical value printed in demsar2006 (section 3.1.3, Table 2);
all 2^n signs of the ranks, listed, for small studies with ties and zeros, which are treated in each of three ways;
R's wilcox.test (exact without ties; normal with ties); scipy's exact test without ties, its permutation test and
its normal form with each treatment of zeros. Regressions: faults seen elsewhere, p one-sided
in a direction read off the data, an exact distribution that ignores zeros so that identical algorithms
differ. Properties: exchange of the two, order of data sets, exactness itself: p is at most x with probability
at most x.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats.pairs import all_pairs
from rankpress.stats.wilcoxon import EXACT_UP_TO, EXACT_UP_TO_SUM, wilcoxon

DIFFERENCES = arrays(np.float64, st.integers(1, 9), elements=st.integers(-4, 4).map(float))


ZEROS = pytest.mark.parametrize("zeros", ["split", "pratt", "wilcox"])
SCIPY = {"split": "zsplit", "pratt": "pratt", "wilcox": "wilcox"}


def outcome_of(differences, zeros="split"):
    """The test of a pair whose scores differ by these; whole numbers, so that nothing is rounded."""
    differences = np.asarray(differences, dtype=float)
    return wilcoxon(np.column_stack([differences, np.zeros_like(differences)]), [[0, 1]], zeros=zeros)


def listed(differences, zeros="split"):
    """Rank sums, how many ranks are in them and p by the definition, all signs listed."""
    differences = np.asarray(differences, dtype=float)
    at_zero = np.flatnonzero(differences == 0)
    left_out = {"split": at_zero[: len(at_zero) % 2], "pratt": [], "wilcox": at_zero}[zeros]
    used = np.delete(differences, left_out)
    ranks = stats.rankdata(np.abs(used))
    if zeros == "pratt":
        ranks, used = ranks[used != 0], used[used != 0]
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
        r_plus = outcome_of(np.rint(size * 1000) * signs).details["r_plus"][0]
        half_of_zeros = sum(np.array(ranks)[zeros]) / 2
        assert r_plus == (half_of_zeros if zeros[place] else rank + half_of_zeros)


def test_demsar_prints_this_critical_value(expected):
    critical = expected["demsar2006"]["wilcoxon_C4.5_vs_C4.5+m"]["critical_value_0.05_N14"]
    ranks = np.arange(1, 15)
    for smaller_sum, significant in ((critical, True), (critical + 1, False)):
        for against in itertools.combinations(ranks, 3):
            if sum(against) == smaller_sum:
                test = outcome_of(np.where(np.isin(ranks, against), -ranks, ranks))
                assert test.statistic[0] == smaller_sum
                assert (test.p[0] <= 0.05) == significant
                break
        else:
            pytest.fail("no three ranks have that sum")


@pytest.mark.conformance(procedure="Wilcoxon", source="all signs listed")
@ZEROS
@given(DIFFERENCES)
def test_p_is_that_of_all_signs_listed(zeros, differences):
    r_plus, r_minus, n_used, p = listed(differences, zeros)
    test = outcome_of(differences, zeros)
    assert test.details["exact"].tolist() == [1.0]
    assert test.details["r_plus"][0] == r_plus
    assert test.details["r_minus"][0] == r_minus
    assert test.details["n_used"][0] == n_used
    assert test.statistic[0] == min(r_plus, r_minus)
    assert test.p[0] == pytest.approx(p, rel=1e-12)


@pytest.mark.conformance(procedure="Wilcoxon: zeros", source="scipy.stats.wilcoxon, PermutationMethod, exact")
@ZEROS
@settings(max_examples=40)
@given(DIFFERENCES)
def test_p_is_that_of_scipys_permutations(zeros, differences):
    # scipy splits the ranks of an odd number of zeros too, and cannot do without two differences
    assume(np.count_nonzero(differences) >= 2)
    assume(zeros != "split" or np.count_nonzero(differences == 0) % 2 == 0)
    reference = stats.wilcoxon(
        differences, zero_method=SCIPY[zeros], method=stats.PermutationMethod(n_resamples=np.inf)
    )
    assert outcome_of(differences, zeros).p[0] == pytest.approx(reference.pvalue, rel=1e-12)
    assert outcome_of(differences, zeros).statistic[0] == reference.statistic


@pytest.mark.conformance(procedure="Wilcoxon: zeros, normal form", source="scipy.stats.wilcoxon, asymptotic")
@pytest.mark.parametrize("zeros", ["pratt", "wilcox"])  # with split zeros scipy's variance has the zeros move
@pytest.mark.parametrize("seed", range(6))
def test_the_normal_form_is_scipys(zeros, seed):
    differences = np.random.default_rng(seed).integers(-9, 13, 200).astype(float)
    reference = stats.wilcoxon(differences, zero_method=SCIPY[zeros], method="asymptotic", correction=False)
    test = outcome_of(differences, zeros)
    assert test.details["exact"].tolist() == [0.0]
    assert test.p[0] == pytest.approx(reference.pvalue, rel=1e-9)
    assert test.statistic[0] == reference.statistic


@ZEROS
@settings(max_examples=20)
@given(arrays(np.float64, st.integers(1, 7), elements=st.integers(0, 4).map(float)))
def test_p_is_at_most_x_with_probability_at_most_x(zeros, sizes):
    signs = np.array(list(itertools.product([-1, 1], repeat=len(sizes))))
    p = np.array([outcome_of(sizes * sign, zeros).p[0] for sign in signs])
    for x in np.unique(p):
        assert np.mean(p <= x) == pytest.approx(x, rel=1e-12)


@pytest.mark.conformance(procedure="Wilcoxon", source="scipy.stats.wilcoxon")
@pytest.mark.parametrize("n", [1, 2, 5, 14, 25, 50])
def test_without_ties_p_is_scipys(n):
    generator = np.random.default_rng(n)
    differences = generator.permutation(np.arange(1, n + 1)) * generator.choice([-1, 1], n)
    reference = stats.wilcoxon(differences, method="exact")
    test = outcome_of(differences)
    assert test.statistic[0] == reference.statistic
    assert test.p[0] == pytest.approx(reference.pvalue, rel=1e-12)


@pytest.mark.conformance(procedure="Wilcoxon", source="R wilcox.test")
def test_p_is_rs(r_values):
    held = 0
    for (function, case), values in r_values.items():
        if function.startswith("wilcox.test"):
            i = np.arange(1, int(case) + 1)
            size = i**2 if function.endswith("exact") else 1 + i**2 % 19
            test = outcome_of(np.where(i % 3 == 0, -size, size))
            assert test.p[0] == pytest.approx(values["p"], rel=1e-12)
            held += 1
    assert held == 8


def test_the_normal_form_counts_ties_and_zeros():
    differences = np.concatenate([np.zeros(20), np.repeat([1.0, -2.0, 3.0], [30, 25, 15])])
    ranks = stats.rankdata(np.abs(differences))
    z = (np.sign(differences) * ranks).sum() / np.sqrt((ranks[20:] ** 2).sum())
    assert outcome_of(differences).p[0] == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-12)


def test_the_forms_meet_where_the_one_ends():
    exact = outcome_of(np.where(np.arange(EXACT_UP_TO) % 3 == 0, -1.0, 1.0) * (1 + np.arange(EXACT_UP_TO)))
    normal = outcome_of(np.where(np.arange(EXACT_UP_TO + 1) % 3 == 0, -1.0, 1.0) * (1 + np.arange(EXACT_UP_TO + 1)))
    size = np.arange(1, EXACT_UP_TO + 2)
    z = (np.where(size % 3 == 1, -1, 1) * size).sum() / np.sqrt((size**2).sum())
    assert normal.p[0] == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-12)
    assert exact.p[0] == pytest.approx(
        stats.wilcoxon(np.where(size[:-1] % 3 == 1, -1, 1) * size[:-1], method="exact").pvalue
    )


def test_an_ignored_zero_does_not_count_towards_the_limit():
    # 50 differences and one zero are 50 ranked: exact.
    differences = np.concatenate([[0.0], np.arange(1, 51) * np.where(np.arange(50) % 3, 1, -1)])
    assert outcome_of(differences).p[0] == pytest.approx(
        stats.wilcoxon(differences[1:], method="exact").pvalue, rel=1e-12
    )


def test_zeros_do_not_count_towards_the_limit():
    # Ten differences beside a hundred zeros: no normal distribution is near that of their ranks.
    differences = np.concatenate([np.zeros(100), np.arange(1.0, 11.0)])
    for zeros in ("split", "pratt", "wilcox"):
        test = outcome_of(differences, zeros)
        assert test.details["exact"].tolist() == [1.0]
        assert test.p[0] == pytest.approx(2 / 2**10)
    # but hundreds of them before fifty differences make their sums too many to list
    differences = np.concatenate([np.zeros(EXACT_UP_TO_SUM // 50), np.arange(1.0, 51.0)])
    exact = [outcome_of(differences, zeros).details["exact"][0] for zeros in ("split", "pratt", "wilcox")]
    assert exact == [0.0, 0.0, 1.0]


@pytest.mark.conformance(
    procedure="Wilcoxon: zeros", source="all signs listed: the rate of errors at 0.05", fault="B21"
)
@ZEROS
@pytest.mark.parametrize("share", [0.5, 0.8])
def test_ties_do_not_make_errors(zeros, share):
    # Elsewhere Pratt's ranks meet the exact distribution without zeros: at 50% ties 22% errors, at 80% 82%.
    n_zeros = int(10 * share)
    sizes = np.concatenate([np.zeros(n_zeros), np.arange(1.0, 11.0 - n_zeros)])
    signs = np.array(list(itertools.product([-1, 1], repeat=10 - n_zeros)))
    moving = np.column_stack([np.zeros((len(signs), n_zeros)), signs])
    scores = np.column_stack([np.zeros(10), *(sizes * moving)])
    p = wilcoxon(scores, [[0, j + 1] for j in range(len(signs))], zeros=zeros).p
    assert np.mean(p <= 0.05) <= 0.05
    assert np.mean(p <= p.min()) == pytest.approx(p.min())


@ZEROS
@given(DIFFERENCES, st.randoms())
def test_the_order_of_data_sets_does_not_matter(zeros, differences, random):
    shuffled = differences.tolist()
    random.shuffle(shuffled)
    one, other = outcome_of(differences, zeros), outcome_of(shuffled, zeros)
    assert one.p.tolist() == other.p.tolist()
    assert {name: values.tolist() for name, values in one.details.items()} == {
        name: values.tolist() for name, values in other.details.items()
    }


@ZEROS
@given(DIFFERENCES)
def test_exchanging_the_two_exchanges_the_sums(zeros, differences):
    one, other = outcome_of(differences, zeros), outcome_of(-differences, zeros)
    assert one.p.tolist() == other.p.tolist()
    assert one.details["r_plus"].tolist() == other.details["r_minus"].tolist()


@given(DIFFERENCES)
def test_the_sums_make_up_all_ranks(differences):
    details = outcome_of(differences).details
    n = details["n_used"][0]
    assert details["r_plus"][0] + details["r_minus"][0] == n * (n + 1) / 2


@ZEROS
@given(arrays(np.float64, st.tuples(st.integers(1, 8), st.integers(2, 4)), elements=st.integers(0, 5).map(float)))
def test_pairs_tested_together_are_tested_as_each_alone(zeros, scores):
    pairs = all_pairs(scores.shape[1])
    together = wilcoxon(scores, pairs, zeros=zeros)
    for place, pair in enumerate(pairs):
        alone = wilcoxon(scores[:, pair], [[0, 1]], zeros=zeros)
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
@ZEROS
@pytest.mark.parametrize("n", [1, 2, 7, 25, 50, 51, 200])
def test_identical_algorithms_have_p_1(zeros, n):
    test = outcome_of(np.zeros(n), zeros)
    assert test.p.tolist() == [1.0]
    assert test.details["r_plus"].tolist() == test.details["r_minus"].tolist()


def test_many_ties_are_not_significant():
    # Four wins of one against the other among 20 data sets that tie: an exact table without zeros calls that
    # tiny.
    assert outcome_of([1.0, 2.0, 3.0, 4.0] + [0.0] * 20).p.tolist() == [0.125]


@pytest.mark.conformance(procedure="Wilcoxon", source="all signs listed", fault="B1, B2, B3")
def test_p_is_two_sided():
    # Five of five: 2 / 32, not the 1 / 32 of the direction that the data suggest.
    assert outcome_of([1, 2, 3, 4, 5]).p.tolist() == [0.0625]


def test_one_data_set_tells_nothing():
    assert outcome_of([3.0]).p.tolist() == [1.0]


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


def test_an_unknown_treatment_of_zeros_is_refused():
    with pytest.raises(ValueError, match="zeros: got 'zsplit'; one of split, pratt, wilcox is needed"):
        outcome_of([1.0, 2.0], "zsplit")
