"""Which of two algorithms a test favours: what its statistic says, and not which of the two is the better ranked."""

import numpy as np
import pytest
from scipy import stats

from rankpress.catalog.methods import PAIRWISE
from rankpress.core.text import plain
from rankpress.spec.model import OrderOptions, RankOptions, TestOptions
from rankpress.stages.conclude import BEATEN, find_significant_wins
from rankpress.stages.order import better_by, compare_pairs_within
from rankpress.stages.rank import rank
from rankpress.stages.test import compare
from rankpress.topics.comparisons import tests_caveats as caveats_of_tests
from rankpress.topics.summary import summary
from tests.pipeline.conftest import analysis_of, metric_by_folds, metric_of

AGAINST_RANKS = ("wilcoxon", "t", "mixed", "relative-t", "permutation", "block-t")


NAMES = ("often", "far", "last")


def often_or_far(third=False):
    """Scores of one that is a little better on most data sets and one that is far better on the others."""
    often = np.full(60, 0.5)
    far = often + np.where(np.arange(60) < 27, np.linspace(0.2, 0.3, 60), np.linspace(-0.002, -0.001, 60))
    return np.column_stack([often, far, *([often - 0.1 - np.linspace(0, 0.01, 60)] if third else [])])


def analysed(scores, better="higher", **sections):
    return analysis_of(metric_of(scores, better, names=NAMES), **sections)


@pytest.mark.parametrize("pairwise", PAIRWISE)
@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("first", [True, False])
def test_who_is_better_throughout_is_favoured(pairwise, better, first):
    rng = np.random.default_rng(1)
    scores = np.sort(rng.uniform(0.2, 0.9, (12, 2)), axis=1)
    scores = scores[:, ::-1] if first == (better == "higher") else scores
    metric = metric_of(scores, better, names=NAMES)
    options = TestOptions.model_validate({"pairwise": pairwise, "within": "none"})
    over = compare(metric, rank(metric, RankOptions()), options, None).over
    [(a, b)], [favoured] = over.pairs.tolist(), over.favours.tolist()
    assert {1: a, -1: b}[favoured] == (0 if first else 1)


@pytest.mark.parametrize("pairwise", AGAINST_RANKS)
@pytest.mark.parametrize("better", ["higher", "lower"])
def test_a_test_of_scores_need_not_favour_the_better_ranked(pairwise, better):
    scores = often_or_far()
    assert stats.wilcoxon(scores[:, 1], scores[:, 0], alternative="greater").pvalue < 0.01
    assert stats.ttest_rel(scores[:, 1], scores[:, 0], alternative="greater").pvalue < 0.01
    given = scores if better == "higher" else 1 - scores
    analysis = analysed(given, better, test={"pairwise": pairwise, "control": "often"}, adjust=["holm"])
    over = analysis.tested.over
    assert analysis.ranking.average.tolist() == pytest.approx([87 / 60, 93 / 60])
    assert over.favours.tolist() == [-1]
    [paragraph] = map(plain, summary([analysis]))
    assert "The control often is significantly worse than far (" in paragraph
    told = f"By the {PAIRWISE[pairwise].title}, and against their average ranks, far is better than often."
    assert told in map(plain, caveats_of_tests(analysis))


@pytest.mark.parametrize("pairwise", ["rank-z", "conover", "sign"])
def test_tests_of_ranks_and_wins_favour_the_better_ranked(pairwise):
    analysis = analysed(often_or_far(), test={"pairwise": pairwise})
    assert analysis.tested.over.favours.tolist() == [1]
    assert not any("against their average ranks" in plain(told) for told in caveats_of_tests(analysis))


def test_an_order_contradicts_what_the_test_favours():
    spec = {
        "test": {"pairwise": "wilcoxon"},
        "adjust": ["holm"],
        "order": {"prior": ["often", "far"], "within": "none"},
    }
    analysis = analysed(often_or_far(), **spec)
    assert [place.algorithm for place in analysis.ordered.ranking] == [0, 1]
    [found] = [one for one in analysis.contradictions if one.test == "comparisons"]
    assert found.contradicted == ((1, 0),)


def test_who_is_first_in_rank_and_beaten_is_not_named_the_best():
    scores = often_or_far(third=True)
    analysis = analysed(scores, test={"pairwise": "wilcoxon"}, adjust=["holm"])
    assert analysis.ranking.best_first == (0, 1, 2)
    assert analysis.adjusted.groups["holm"] == ()
    assert analysis.best.named.best is None
    assert analysis.best.named.why == BEATEN


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_the_5x2cv_t_test_favours_whom_its_one_difference_does(better):
    # of ten differences the first, which the test divides, is the only one in favour of the first algorithm
    differences = np.array([0.2, *[-0.1] * 9]) + np.tile([0.0, 0.005], 5)
    differences[1] = 0.19  # the folds of a repeat are near each other, so that p is small
    differences[2:] -= 0.05
    folds = np.column_stack([0.5 + differences, np.full(10, 0.5)]) * (1 if better == "higher" else -1)
    metric = metric_by_folds([folds], better, repeats=5, names="ab")
    assert differences.mean() < 0
    options = OrderOptions.model_validate({"prior": ["a", "b"], "within": "5x2cv-t", "within_adjust": "holm"})
    pairs = compare_pairs_within(options.within, metric)
    assert pairs is not None
    assert better_by(pairs, (0, 1), options, 0.05).tolist() == [[False, True], [False, False]]
    tested = compare(metric, rank(metric, RankOptions()), TestOptions.model_validate({"within": "5x2cv-t"}), None)
    wins = find_significant_wins(metric, tested, 0.05)
    [(a, b)] = wins.pairs.tolist()
    assert wins.counts.tolist() == ([[1, 0, 0]] if (a, b) == (0, 1) else [[0, 0, 1]])
