"""Cases on which published packages give wrong values, each with the right one.

Checked against: scipy, statsmodels, exact enumeration and the papers, as each test's marker says. A test bears the
number of the fault in the survey that found it; what goes wrong elsewhere is told beside it. Faults of procedures that
have a file of their own in tests/stats are tested there, under the same marker.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from scipy import stats as scipy_stats
from statsmodels.stats.multitest import multipletests

from rankpress.spec.model import ScoresOptions
from rankpress.stages.load import load
from rankpress.stats.adjustments import finner, hochberg, holland, holm, rom
from rankpress.stats.bergmann import bergmann_hommel
from rankpress.stats.friedman import friedman
from rankpress.stats.groups import groups
from rankpress.stats.nemenyi import nemenyi, nemenyi_critical_difference
from rankpress.stats.pairs import all_pairs
from rankpress.stats.rank_z import rank_z
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.shaffer import shaffer_static
from rankpress.stats.sign import sign_test
from rankpress.stats.wilcoxon import wilcoxon

DEMSAR = np.array([3.143, 2.000, 2.893, 1.964])


def signed(*differences: float) -> np.ndarray:
    """Scores of two algorithms that differ so."""
    return np.column_stack([differences, np.zeros(len(differences))])


def wins(won: int, of: int) -> np.ndarray:
    return signed(*[1.0] * won, *[-1.0] * (of - won))


@pytest.mark.conformance(
    procedure="Wilcoxon", source="all signs of eight data sets listed: the rate of errors at 0.05", fault="B1, B2, B3"
)
def test_no_direction_is_taken_from_the_data():
    # Elsewhere the better of the two is put first and one side tested, or half of the two-sided p is given: 0.10.
    sizes = np.arange(1.0, 9.0)
    columns = [np.array(sign) * sizes for sign in itertools.product([-1, 1], repeat=8)]
    scores = np.column_stack([np.zeros(8), *columns])
    p = wilcoxon(scores, [[0, j + 1] for j in range(256)]).p
    assert np.mean(p <= 0.05) == pytest.approx(10 / 256)  # the largest attainable level that is at most 0.05
    assert np.mean(p <= 0.10) <= 0.10


@pytest.mark.conformance(procedure="Sign test", source="scipy.stats.binomtest", fault="B4")
@pytest.mark.parametrize(("won", "of"), [(5, 5), (5, 10), (8, 10), (9, 10), (0, 3)])
def test_the_wins_seen_belong_to_the_tail(won, of):
    # Elsewhere 5 of 5 has p = 0 and 5 of 10 has 0.754.
    assert sign_test(wins(won, of), [[0, 1]]).p[0] == pytest.approx(scipy_stats.binomtest(won, of).pvalue)


@pytest.mark.conformance(procedure="Friedman", source="its greatest value, N (k - 1)", fault="B8")
def test_friedman_cannot_exceed_its_greatest_value():
    # Elsewhere the sum is multiplied by N twice and every study is significant.
    generator = np.random.default_rng(8)
    for _ in range(50):
        scores = generator.random((30, 5))
        assert friedman(rank_scores(scores)).statistic <= 30 * 4
    agreed = np.tile(np.arange(5.0), (30, 1))
    assert friedman(rank_scores(agreed)).statistic == pytest.approx(30 * 4)


@pytest.mark.conformance(
    procedure="Nemenyi: critical difference", source="Demsar 2006, section 3.2.2; scipy.stats", fault="B10, B11, B19"
)
@pytest.mark.parametrize(("k", "n", "alpha", "right"), [(4, 14, 0.05, 1.25), (4, 14, 0.10, 1.12), (10, 5, 0.05, 6.06)])
def test_the_critical_difference_takes_infinite_degrees_of_freedom_and_its_own_k(k, n, alpha, right):
    # Elsewhere df is N - 1 or k (N - 1), or the table is read one place off: 1.432, 1.295, 1.200, 6.41.
    q = scipy_stats.studentized_range.isf(alpha, k, np.inf) / np.sqrt(2)
    cd = nemenyi_critical_difference(alpha, k, n).cd
    assert cd == pytest.approx(q * np.sqrt(k * (k + 1) / (6 * n)), rel=1e-8)
    assert cd == pytest.approx(right, abs=0.005)


@pytest.mark.conformance(procedure="Nemenyi: groups", source="Demsar 2006, figure 1", fault="B19")
def test_demsars_example_has_two_groups():
    pairs = all_pairs(4)
    adjusted = nemenyi(rank_z(DEMSAR, 14, pairs).statistic, 4)
    assert groups(adjusted, pairs, DEMSAR, 0.10) == ((3, 1, 2), (2, 0))


@pytest.mark.usefixtures("uncollected")
@pytest.mark.conformance(procedure="Holm, Hochberg", source="statsmodels multipletests", fault="B12")
def test_an_adjusted_p_belongs_to_its_comparison():
    generator = np.random.default_rng(12)
    for _ in range(60):
        p = generator.random(generator.integers(2, 20)) ** 2
        assert holm(p) == pytest.approx(multipletests(p, method="holm")[1], rel=1e-12)
        assert hochberg(p) == pytest.approx(multipletests(p, method="simes-hochberg")[1], rel=1e-12)


@pytest.mark.conformance(procedure="Hochberg", source="statsmodels multipletests", fault="B13")
def test_hochberg_takes_the_least_of_the_later_ones():
    p = [0.011, 0.02, 0.03, 0.04]
    assert hochberg(p) == pytest.approx(multipletests(p, method="simes-hochberg")[1])
    assert hochberg(p) == pytest.approx([0.04] * 4)  # elsewhere .06 .06 .06 .04
    assert hochberg([0.5, 0.9, 0.95]).max() <= 1


@pytest.mark.conformance(procedure="Holland, Finner, Shaffer", source="the procedures, step by step", fault="B14")
def test_what_is_rejected_is_what_the_steps_reject():
    # Elsewhere p = 0.12 is rejected at 0.05: the exponent is m where 1 / m belongs, or the level is not adjusted.
    generator = np.random.default_rng(14)
    for _ in range(60):
        m = int(generator.choice([3, 6, 10]))  # all pairs of 3, 4, 5 algorithms
        p = np.sort(generator.random(m) ** 3)
        left = np.arange(m, 0, -1)
        for adjusted, levels in (
            (holland(p), 1 - 0.95 ** (1 / left)),
            (finner(p), 1 - 0.95 ** (np.arange(1, m + 1) / m)),
        ):
            rejected = np.cumprod(p <= levels).astype(bool)
            assert ((adjusted <= 0.05) == rejected).all()
    assert holland([0.12, 0.5])[0] > 0.05
    assert finner([0.12, 0.5])[0] > 0.05
    assert shaffer_static(np.array([0.12, 0.5, 0.6]), 3)[0] > 0.05


@pytest.mark.conformance(procedure="Rom", source="Hochberg, which it is never less sharp than", fault="B15")
def test_rom_is_at_least_as_sharp_as_hochberg():
    assert rom([0.02, 0.03, 0.04]) == pytest.approx([0.04] * 3)  # elsewhere .059 .06 .06
    assert rom([0.03, 0.2]) == pytest.approx(hochberg([0.03, 0.2]))  # elsewhere a level of -0.4 for two


@pytest.mark.conformance(procedure="Shaffer static", source="by hand: t = 3, 1, 1 for three algorithms", fault="B17")
def test_shaffer_uses_its_counts():
    assert shaffer_static([0.01, 0.02, 0.03], 3) == pytest.approx([0.03, 0.03, 0.03])
    assert shaffer_static([0.01, 0.04, 0.05], 3) == pytest.approx([0.03, 0.04, 0.05])
    assert holm([0.01, 0.04, 0.05]) == pytest.approx([0.03, 0.08, 0.08])


@pytest.mark.conformance(procedure="Ranks; z test", source="scipy.stats.rankdata", fault="B18")
def test_negative_scores_are_ranked_by_value():
    # Elsewhere by absolute value, so that a raw p of 0.3006 becomes 0.0845.
    scores = np.random.default_rng(18).normal(size=(12, 5))
    ranks = rank_scores(scores)
    assert ranks == pytest.approx(scipy_stats.rankdata(-scores, axis=1))
    shifted = rank_z(average_ranks(rank_scores(scores + 100)), 12, all_pairs(5))
    assert rank_z(average_ranks(ranks), 12, all_pairs(5)).p == pytest.approx(shifted.p)


@pytest.mark.conformance(procedure="Bergmann-Hommel", source="its bounds: p and Shaffer's adjusted p", fault="B18")
def test_nine_algorithms_have_adjusted_p_values():
    p = np.random.default_rng(9).random(36) ** 4
    adjusted = bergmann_hommel(p, 9)
    assert (adjusted >= p).all()
    assert (adjusted <= np.minimum(shaffer_static(p, 9), 1) + 1e-15).all()
    assert (adjusted > 0).all()  # elsewhere a column of zeros


@pytest.mark.conformance(procedure="Wilcoxon", source="scipy.stats.wilcoxon, all signs permuted", fault="B21")
def test_many_zeros_do_not_make_it_significant():
    # Elsewhere the exact distribution without zeros is used: identical columns have p = 6e-8.
    assert wilcoxon(signed(*[0.0] * 25), [[0, 1]]).p[0] == 1.0
    differences = np.array([0.0] * 8 + [3.0, -1.0, 4.0, 2.0])
    reference = scipy_stats.wilcoxon(
        differences, zero_method="zsplit", method=scipy_stats.PermutationMethod(n_resamples=np.inf)
    )
    assert wilcoxon(signed(*differences), [[0, 1]]).p[0] == pytest.approx(reference.pvalue)
    assert holm(np.array([0.9, 0.8, 1.0])).max() == 1.0  # elsewhere 1.19


@pytest.mark.conformance(
    procedure="Holm", source="the number of all pairs; simulation of nine equal algorithms", fault="B22"
)
def test_holm_counts_all_pairs():
    # Elsewhere alpha / (k - 1) serves all k (k - 1) / 2 pairs: an error in every fifth study.
    generator = np.random.default_rng(22)
    pairs = all_pairs(9)
    errors = [holm(wilcoxon(generator.random((20, 9)), pairs).p).min() <= 0.05 for _ in range(300)]
    assert np.mean(errors) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)


@pytest.mark.conformance(procedure="Holm", source="statsmodels multipletests", fault="B23")
def test_holm_stops_at_the_first_that_fails():
    p = [0.02, 0.021, 0.04]
    assert not multipletests(p, alpha=0.05, method="holm")[0].any()
    assert (holm(p) > 0.05).all()  # elsewhere two are rejected


@pytest.mark.conformance(procedure="Loading", source="the same file with its rows in another order", fault="B24")
def test_scores_are_joined_by_name(tmp_path: Path):
    # Elsewhere scores are paired by the place of their row: shuffling it changed ten of ten p-values.
    generator = np.random.default_rng(24)
    rows = [f"d{d},{name},{generator.random():.6f}" for d in range(12) for name in "ABC"]
    outcomes = []
    for order in (range(len(rows)), generator.permutation(len(rows))):
        text = "\n".join(["dataset,algorithm,accuracy", *(rows[i] for i in order)]) + "\n"
        (tmp_path / "scores.csv").write_text(text, encoding="utf-8")
        options = ScoresOptions.model_validate({"files": "scores.csv", "metrics": [{"name": "accuracy"}]})
        [scores] = load(options, tmp_path).metrics
        columns = [scores.algorithms.index(name) for name in "ABC"]
        outcomes.append(wilcoxon(scores.means[:, columns], all_pairs(3)))
    assert outcomes[0].p == pytest.approx(outcomes[1].p, rel=1e-12)
    assert outcomes[0].statistic.tolist() == outcomes[1].statistic.tolist()


@pytest.mark.conformance(procedure="Sign test", source="Demsar 2006, section 3.1.4; scipy.stats", fault="B31")
def test_ties_are_split_and_not_lost():
    scores = signed(*[1.0] * 6, *[0.0] * 4)
    assert sign_test(scores, [[0, 1]]).p[0] == pytest.approx(scipy_stats.binomtest(8, 10).pvalue)


@pytest.mark.conformance(procedure="Nemenyi", source="the same study with every data set's scores moved", fault="B31")
def test_nemenyi_goes_by_ranks_within_data_sets():
    # Elsewhere the test for independent samples bears the name; it would see the data sets' own levels.
    generator = np.random.default_rng(31)
    scores = generator.random((15, 4))
    moved = scores + generator.normal(scale=1000, size=(15, 1))
    p = [nemenyi(rank_z(average_ranks(rank_scores(each)), 15, all_pairs(4)).statistic, 4) for each in (scores, moved)]
    assert p[0] == pytest.approx(p[1])


@pytest.mark.conformance(procedure="Groups", source="the tests themselves", fault="B33")
def test_a_group_spans_nobody_whom_a_test_separates():
    # Elsewhere a bar reaches to the farthest algorithm that does not differ, over some that do.
    pairs = all_pairs(3)
    adjusted = [0.01, 0.30, 0.40]  # the best differs from the second and not from the last
    assert groups(adjusted, pairs, [1.0, 2.0, 3.0], 0.05) == ((0, 2), (1, 2))


@pytest.mark.conformance(procedure="Friedman", source="scipy.stats.friedmanchisquare", fault="B34")
def test_friedman_corrects_for_ties():
    # Elsewhere data of two levels have p = 0.638 where 0.449 is right.
    scores = np.random.default_rng(34).integers(0, 2, size=(20, 5)).astype(float)
    test = friedman(rank_scores(scores))
    reference = scipy_stats.friedmanchisquare(*scores.T)
    assert test.statistic == pytest.approx(reference.statistic)
    assert test.p == pytest.approx(reference.pvalue)
    assert test.uncorrected is not None
    assert test.uncorrected.p > test.p
