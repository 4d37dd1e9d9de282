"""Two one-sided tests of equivalence and non-inferiority."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.weightstats import ttost_paired

from rankpress.stats.adjustments import holm
from rankpress.stats.equivalence import NO_VARIANCE, adjust_equivalence, equivalence

FIRST = [0.77, 0.59, 0.97, 0.66, 0.89, 0.93, 0.67, 0.58, 0.84, 0.98, 0.96, 0.67]
SECOND = [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 0.98, 0.94, 0.619]
BOTH = np.column_stack([FIRST, SECOND])


@pytest.mark.conformance("Equivalence, non-inferiority: t", "R t.test, one-sided")
def test_by_t_it_is_rs():
    tests = equivalence(BOTH, [[0, 1]], 0.05, test="t")
    assert tests.statistics[0] == pytest.approx([9.91649949, -5.14653771], rel=1e-8)
    assert tests.p[0] == pytest.approx(0.0001599811599, rel=1e-9)
    assert equivalence(BOTH, [[0, 1]], 0.01, test="t").first[0] == pytest.approx(0.001257008057, rel=1e-9)


@pytest.mark.conformance("Equivalence, non-inferiority: Wilcoxon", "R exactRankTests")
def test_by_wilcoxon_it_is_rs():
    tests = equivalence(BOTH, [[0, 1]], 0.05)
    assert (tests.first[0], tests.second[0], tests.p[0]) == (1 / 4096, 5 / 4096, 5 / 4096)
    assert equivalence(BOTH, [[0, 1]], 0.01).first[0] == 1 / 4096


@pytest.mark.conformance("Equivalence: t", "statsmodels ttost_paired; Demsar 2006, Table 6")
@pytest.mark.parametrize(("names", "margin", "p"), [
    (("C4.5+m", "C4.5+m+cf"), 0.02, 0.0093286305),
    (("C4.5", "C4.5+m"), 0.05, 1.2978878e-05),
])  # fmt: skip
def test_it_is_statsmodels(demsar, names, margin, p):
    pair = [demsar.columns.index(name) for name in names]
    expected, *_ = ttost_paired(*demsar.values[:, pair].T, -margin, margin)
    equivalence_p = equivalence(demsar.values, [pair], margin, test="t").p[0]
    assert equivalence_p == pytest.approx(expected, rel=1e-10)
    assert equivalence_p == pytest.approx(
        p, rel=2e-2
    )  # the table as printed, without the paper's correction of one score


def by_all_signs(differences):
    """Share of all signs of Wilcoxon's ranks with a sum of positive ranks as large, zeros being split."""
    order = np.argsort(np.abs(differences), kind="stable")
    zeros = int((differences == 0).sum())
    used = differences[order][zeros % 2 :]
    ranks = stats.rankdata(np.round(np.abs(used), 12))
    still = ranks[used == 0].sum() / 2
    moving, sign = ranks[used != 0], used[used != 0] > 0
    signs = (np.arange(2 ** len(moving))[:, None] >> np.arange(len(moving))) & 1
    return np.mean(signs @ moving + still >= moving[sign].sum() + still - 1e-9)


@pytest.mark.conformance("Equivalence: Wilcoxon, with ties and zeros", "all signs listed")
@pytest.mark.parametrize("seed", range(6))
def test_the_exact_p_counts_all_signs(seed):
    rng = np.random.default_rng(seed)
    scores = rng.integers(-6, 7, (9, 2)) / 8  # differences that tie, and that equal the margin
    tests = equivalence(scores, [[0, 1], [1, 0]], 0.25)
    d = scores[:, 0] - scores[:, 1]
    assert tests.first.tolist() == pytest.approx([by_all_signs(d + 0.25), by_all_signs(0.25 - d)], abs=1e-12)
    assert tests.second.tolist() == tests.first[::-1].tolist()


@pytest.mark.parametrize("test", ["t", "wilcoxon"])
def test_it_does_not_depend_on_unit_or_place(test):
    expected = equivalence(BOTH, [[0, 1]], 0.02, test=test)
    for scores, margin in ((100 * BOTH, 2), (BOTH + 3, 0.02), (BOTH / 64, 0.02 / 64)):
        transformed = equivalence(scores, [[0, 1]], margin, test=test)
        assert (transformed.first[0], transformed.second[0]) == pytest.approx(
            (expected.first[0], expected.second[0]), rel=1e-9
        )


def test_past_fifty_data_sets_the_normal_form_is_near_the_exact_one():
    d = np.random.default_rng(3).normal(0.1, 1, 51)
    normal = equivalence(np.column_stack([d, 0 * d]), [[0, 1]], 0.4)
    expected = [stats.wilcoxon(0.4 + sign * d, alternative="greater", method="exact").pvalue for sign in (1, -1)]
    assert [normal.first[0], normal.second[0]] == pytest.approx(expected, abs=2e-4)


def test_equal_differences_have_the_limit_of_t():
    scores = np.column_stack([[2.0, 3.0, 4.0], [2.0, 3.0, 4.0], [1.0, 2.0, 3.0]])
    tests = equivalence(scores, [[0, 1], [0, 2], [0, 2]], 0.5, test="t")
    assert tests.p.tolist() == [0.0, 1.0, 1.0]
    assert (tests.first[1], tests.second[1]) == (0.0, 1.0)
    assert tests.why == (NO_VARIANCE,) * 3
    assert equivalence(scores, [[0, 2]], 1.0, test="t").p.tolist() == [1.0]  # at the margin is not within it


@pytest.mark.conformance("Equivalence: adjusted p", "Holm's procedure of the larger p of each pair")
@pytest.mark.parametrize("seed", range(5))
def test_equivalence_is_adjusted_by_holm(seed):
    first, second = np.random.default_rng(seed).uniform(size=(2, 7)) ** 3
    second[3] = first[2]
    one, other = adjust_equivalence(first, second)
    assert np.maximum(one, other).tolist() == holm(np.maximum(first, second)).tolist()
    assert (one >= first).all()
    assert (other >= second).all()


@pytest.mark.nightly
@pytest.mark.conformance("Equivalence, non-inferiority", "simulation: family-wise error at the margin")
@pytest.mark.parametrize("test", ["t", "wilcoxon"])
def test_nothing_is_falsely_equivalent_more_often_than_the_level(test):
    margin, draws = 0.5, 2000
    # the second and third of each study are worse than the first by just the margin: inferior, and not equivalent to it
    scores = 0.4 * np.random.default_rng(5).normal(size=(20, 3 * draws)) - np.tile([0.0, margin, margin], draws)
    pairs = (3 * np.arange(draws)[:, None, None] + [[0, 1], [0, 2], [1, 2]]).reshape(-1, 2)
    tests = equivalence(scores, pairs, margin, test=test)
    studies = zip(tests.first.reshape(-1, 3), tests.second.reshape(-1, 3), strict=True)
    errors = sum(bool((adjust_equivalence(*sides)[1][:2] <= 0.05).any()) for sides in studies)
    assert stats.binomtest(errors, draws).proportion_ci(0.999).low <= 0.05
    assert errors / draws > 0.02  # it is the level, not nothing


@pytest.mark.parametrize(("options", "named"), [
    ({"margin": 0.0}, "margin: got 0.0"),
    ({"margin": np.inf}, "margin: got inf"),
    ({"margin": 0.1, "test": "z"}, "test: got 'z'"),
])  # fmt: skip
def test_what_is_refused(options, named):
    with pytest.raises(ValueError, match=named):
        equivalence(BOTH, [[0, 1]], **options)
