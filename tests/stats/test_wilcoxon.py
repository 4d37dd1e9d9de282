"""Wilcoxon's signed-rank test with each treatment of zeros, and the Walsh averages behind its estimate."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rankpress.stats import walsh
from rankpress.stats.walsh import walsh_order_statistics
from rankpress.stats.wilcoxon import EXACT_UP_TO_SUM, _starts_column_by_column, _starts_of_ties, wilcoxon

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


@pytest.mark.conformance("Wilcoxon: sums of ranks", "Demsar 2006, Table 2")
def test_demsar_prints_these_sums(demsar, expected):
    figures = expected["demsar2006"]["wilcoxon_C4.5_vs_C4.5+m"]
    test = wilcoxon(demsar.values, [[1, 0]])  # the paper counts for C4.5+m
    assert test.details["r_plus"][0] == figures["R_plus"]
    assert test.details["r_minus"][0] == figures["R_minus"]
    assert test.statistic[0] == figures["R_minus"]
    assert test.details["n_used"][0] == 14


@pytest.mark.conformance("Wilcoxon", "all signs listed")
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


@pytest.mark.few(1)
@pytest.mark.conformance("Wilcoxon: zeros", "scipy.stats.wilcoxon, PermutationMethod, exact")
@ZEROS
@settings(max_examples=5)
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


@pytest.mark.conformance("Wilcoxon: zeros, normal form", "scipy.stats.wilcoxon, asymptotic")
@pytest.mark.parametrize("zeros", ["pratt", "wilcox"])  # with split zeros scipy's variance has the zeros move
@pytest.mark.parametrize("seed", range(6))
def test_the_normal_form_is_scipys(zeros, seed):
    differences = np.random.default_rng(seed).integers(-9, 13, 200).astype(float)
    reference = stats.wilcoxon(differences, zero_method=SCIPY[zeros], method="asymptotic", correction=False)
    test = outcome_of(differences, zeros)
    assert test.details["exact"].tolist() == [0.0]
    assert test.p[0] == pytest.approx(reference.pvalue, rel=1e-9)
    assert test.statistic[0] == reference.statistic


@pytest.mark.conformance("Wilcoxon", "scipy.stats.wilcoxon")
@pytest.mark.parametrize("n", [1, 2, 5, 14, 25, 50])
def test_without_ties_p_is_scipys(n):
    generator = np.random.default_rng(n)
    differences = generator.permutation(np.arange(1, n + 1)) * generator.choice([-1, 1], n)
    reference = stats.wilcoxon(differences, method="exact")
    test = outcome_of(differences)
    assert test.statistic[0] == reference.statistic
    assert test.p[0] == pytest.approx(reference.pvalue, rel=1e-12)


@pytest.mark.conformance("Wilcoxon", "R wilcox.test")
def test_p_is_rs(r_values):
    for form, size_of in (("exact", lambda i: i**2), ("normal", lambda i: 1 + i**2 % 19)):
        for case, values in r_values(f"wilcox.test.{form}"):
            i = np.arange(1, int(case) + 1)
            test = outcome_of(np.where(i % 3 == 0, -size_of(i), size_of(i)))
            assert test.p[0] == pytest.approx(values["p"], rel=1e-12)


def test_zeros_do_not_count_towards_the_limit():
    # Ten differences next to a hundred zeros: no normal distribution is near that of their ranks.
    differences = np.concatenate([np.zeros(100), np.arange(1.0, 11.0)])
    for zeros in ("split", "pratt", "wilcox"):
        test = outcome_of(differences, zeros)
        assert test.details["exact"].tolist() == [1.0]
        assert test.p[0] == pytest.approx(2 / 2**10)
    # but hundreds of them before fifty differences make their sums too many to list
    differences = np.concatenate([np.zeros(EXACT_UP_TO_SUM // 50), np.arange(1.0, 51.0)])
    exact = [outcome_of(differences, zeros).details["exact"][0] for zeros in ("split", "pratt", "wilcox")]
    assert exact == [0.0, 0.0, 1.0]


@pytest.mark.conformance("Wilcoxon: zeros", "all signs listed: the rate of errors at 0.05", "B21")
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


def test_decimals_that_differ_equally_are_tied():
    # 0.3 - 0.2 < 0.2 - 0.1 in floating point; both are 0.1, and 0.1 + 0.2 equals 0.3.
    assert 0.3 - 0.2 != 0.2 - 0.1
    scores = np.array([[0.3, 0.2], [0.1, 0.2], [0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2]])
    assert wilcoxon(scores, [[0, 1]]).details["r_plus"].tolist() == [5.0]
    assert wilcoxon(scores, [[0, 1]]).p.tolist() == [1.0]


@pytest.mark.conformance("Wilcoxon", "what equality means", "B21")
@ZEROS
@pytest.mark.parametrize("n", [1, 2, 7, 25, 50, 51, 200])
def test_identical_algorithms_have_p_1(zeros, n):
    test = outcome_of(np.zeros(n), zeros)
    assert test.p.tolist() == [1.0]
    assert test.details["r_plus"].tolist() == test.details["r_minus"].tolist()


@pytest.mark.conformance("Wilcoxon", "all signs listed", "B1, B2, B3")
def test_p_is_two_sided():
    # Five of five: 2 / 32, not the 1 / 32 of the direction that the data suggest.
    assert outcome_of([1, 2, 3, 4, 5]).p.tolist() == [0.0625]


TIED = st.sampled_from([-0.3, -0.1, -0.0, 0.0, 0.1, 0.3 - 0.2, 0.2 - 0.1, 0.7])
ANY = st.floats(-8e307, 8e307, allow_subnormal=True)
GRID = st.integers(-30, 30).map(lambda thousandths: thousandths / 1000)
VALUES = st.one_of(*(st.lists(kind, min_size=1, max_size=70) for kind in (TIED, ANY, GRID, TIED | ANY)))


def all_averages(values):
    first, second = np.triu_indices(len(values))
    return np.sort((values[first] + values[second]) / 2)


@pytest.mark.conformance("Walsh averages: order statistics", "all averages sorted")
@given(VALUES, st.data())
def test_they_are_those_of_all_averages_sorted(values, data):
    averages = all_averages(np.array(values))
    places = np.array(data.draw(st.lists(st.integers(0, len(averages) - 1), min_size=1, max_size=4)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walsh, "_LISTED", 0)
        patch.setattr(walsh, "_LISTED_PER_VALUE", 0)
        order_statistics = walsh_order_statistics(np.array(values), places)
    assert order_statistics.tolist() == averages[places].tolist()


@given(st.lists(st.sampled_from([0, 1e-9, 1, 1 + 1e-9, 1 + 2e-9, 1 + 3e-9, 2]), min_size=2, max_size=30), st.data())
def test_runs_of_ties_split_at_once_are_those_found_column_by_column(values, data):
    size = np.sort(np.array([values]), axis=1)
    slack = st.lists(st.sampled_from([0, 1e-10, 1e-9, 2.1e-9]), min_size=len(values), max_size=len(values))
    rounding = np.array([data.draw(slack)])
    assert (_starts_of_ties(size, rounding) == _starts_column_by_column(size, rounding)).all()


@pytest.mark.conformance("Wilcoxon: skewed differences", "simulation: size without a difference in mean, in median")
@pytest.mark.parametrize(
    ("centre", "shares"), [(np.exp(0.5), {12: 0.17, 30: 0.34, 100: 0.76}), (1.0, {12: 0.07, 30: 0.16, 100: 0.44})]
)
def test_the_size_grows_with_the_data_sets_where_differences_are_skewed(centre, shares):
    studies = 2000
    for n, share in shares.items():
        differences = np.exp(np.random.default_rng(n).normal(size=(n, studies))) - centre
        pairs = np.column_stack([np.arange(studies), np.full(studies, studies)])
        p = wilcoxon(np.column_stack([differences, np.zeros(n)]), pairs).p
        assert np.mean(p <= 0.05) == pytest.approx(share, abs=4 * np.sqrt(share * (1 - share) / studies) + 0.005)
