"""Cases on which published packages give wrong values, each with the right one.

Checked against: scipy, statsmodels, exact enumeration and the papers, as each test's marker says. A test bears the
number of the fault in the survey that found it; a comment says what goes wrong elsewhere. Faults of procedures that
have a file of their own in tests/stats are tested there, under the same marker.
"""

import numpy as np
import pytest
from scipy import stats as scipy_stats

from rankpress.spec.model import ScoresOptions
from rankpress.stages.load import load
from rankpress.stats.adjustments import holm
from rankpress.stats.friedman import friedman
from rankpress.stats.friedman_pairs import rank_z
from rankpress.stats.nemenyi import nemenyi
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.sign import sign_test
from rankpress.stats.wilcoxon import wilcoxon


def signed(*differences):
    """Scores of two algorithms that differ so."""
    return np.column_stack([differences, np.zeros(len(differences))])


@pytest.mark.conformance("Friedman", "its greatest value, N (k - 1)", "B8")
def test_friedman_cannot_exceed_its_greatest_value():
    # Elsewhere the sum is multiplied by N twice and every study is significant.
    generator = np.random.default_rng(8)
    for _ in range(50):
        scores = generator.random((30, 5))
        assert friedman(rank_scores(scores)).statistic <= 30 * 4
    agreed = np.tile(np.arange(5.0), (30, 1))
    assert friedman(rank_scores(agreed)).statistic == pytest.approx(30 * 4)


@pytest.mark.conformance("Ranks; z test", "scipy.stats.rankdata", "B18")
def test_negative_scores_are_ranked_by_value():
    # Elsewhere by absolute value, so that a raw p of 0.3006 becomes 0.0845.
    scores = np.random.default_rng(18).normal(size=(12, 5))
    ranks = rank_scores(scores)
    assert ranks == pytest.approx(scipy_stats.rankdata(-scores, axis=1))
    shifted = rank_z(average_ranks(rank_scores(scores + 100)), 12, all_pairs(5))
    assert rank_z(average_ranks(ranks), 12, all_pairs(5)).p == pytest.approx(shifted.p)


@pytest.mark.nightly
@pytest.mark.conformance("Holm", "the number of all pairs; simulation of nine equal algorithms", "B22")
def test_holm_counts_all_pairs():
    # Elsewhere alpha / (k - 1) serves all k (k - 1) / 2 pairs: an error in every fifth study.
    generator = np.random.default_rng(22)
    pairs = all_pairs(9)
    errors = [holm(wilcoxon(generator.random((20, 9)), pairs).p).min() <= 0.05 for _ in range(300)]
    assert np.mean(errors) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)


@pytest.mark.conformance("Loading", "the same file with its rows in another order", "B24")
def test_scores_are_joined_by_name(tmp_path):
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


@pytest.mark.conformance("Sign test", "Demsar 2006, section 3.1.4; scipy.stats", "B31")
def test_ties_are_split_and_not_lost():
    scores = signed(*[1.0] * 6, *[0.0] * 4)
    assert sign_test(scores, [[0, 1]]).p[0] == pytest.approx(scipy_stats.binomtest(8, 10).pvalue)


@pytest.mark.conformance("Nemenyi", "the same study with every data set's scores moved", "B31")
def test_nemenyi_goes_by_ranks_within_data_sets():
    # Elsewhere the test for independent samples bears the name; it would see the data sets' own levels.
    generator = np.random.default_rng(31)
    scores = generator.random((15, 4))
    moved = scores + generator.normal(scale=1000, size=(15, 1))
    p = [nemenyi(rank_z(average_ranks(rank_scores(each)), 15, all_pairs(4)).statistic, 4) for each in (scores, moved)]
    assert p[0] == pytest.approx(p[1])
