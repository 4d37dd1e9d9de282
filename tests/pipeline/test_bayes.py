"""Bayesian comparisons from the spec to the report."""

import json
from dataclasses import replace

import numpy as np
import pytest

from rankpress.core.scores import Folds, Gap, Missing
from rankpress.core.text import plain
from rankpress.stats.bayes import NOTHING_SHARED, bayes_correlated_t, bayes_sign
from rankpress.stats.bayes_signed_rank import bayes_signed_rank
from rankpress.stats.hierarchical import bayes_hierarchical
from rankpress.topics.kinds import build_document, build_tables
from rankpress.topics.results import results
from tests.pipeline.conftest import analysis_of, folds_of, metric_of


def metric(n=8, k=4, folds=(2, 5), better="higher"):
    """Scores of algorithms A, B, ... that improve by 0.01 from each to the next, in the metric's direction."""
    rng = np.random.default_rng(1)
    repeats, per_repeat = folds or (1, 1)
    sign = 1 if better == "higher" else -1
    by_fold = rng.normal(0.7, 0.1, (n, 1, 1)) + rng.normal(0, 0.02, (n, repeats * per_repeat, k)) + 0.01 * np.arange(k)
    by_fold *= sign
    folds = folds_of(by_fold, repeats) if folds else (None,) * n
    return metric_of(by_fold.mean(axis=1), better, folds=folds)


def bayesian_of(scores, **sections):
    bayesian = analysis_of(scores, **sections).bayesian
    assert bayesian is not None
    return bayesian


def cited(analysis):
    return {source.key for source in build_document("", [analysis], build_tables(analysis), ()).references}


def told_of(analysis):
    return json.loads(json.dumps(results("", 0.05, [analysis])))["metrics"]["accuracy"]["bayes"]


class TestStage:
    @pytest.mark.parametrize("better", ["higher", "lower"])
    def test_over_data_sets_higher_is_better(self, better):
        scores = metric(better=better)
        analysis = analysis_of(scores, bayes={"rope": 0.01, "draws": 1000, "seed": 4})
        bayesian = analysis.bayesian
        assert bayesian.pairs.tolist() == analysis.tested.over.pairs.tolist()
        oriented = metric().means
        assert oriented is not None
        expected = bayes_signed_rank(oriented, bayesian.pairs, 0.01, draws=1000, seed=4)
        assert bayesian.over.p_first.tolist() == expected.p_first.tolist()
        assert bayesian.over.p_first[0] > bayesian.over.p_second[0]
        assert (bayesian.over.draws, bayesian.over.seed, bayesian.over.prior_strength) == (1000, 4, 0.5)

    def test_the_sign_test_with_a_prior_and_a_control(self):
        scores = metric()
        bayesian = bayesian_of(
            scores, test={"control": "B"}, bayes={"over": "sign", "rope": 0.02, "prior_strength": 2.5, "within": "none"}
        )
        assert scores.means is not None
        assert len(bayesian.pairs) == 3
        expected = bayes_sign(scores.means, bayesian.pairs, 0.02, prior_strength=2.5)
        assert bayesian.over.p_equal.tolist() == expected.p_equal.tolist()
        assert (bayesian.over.draws, bayesian.over.seed) == (0, None)
        assert bayesian.within == ()
        assert bayesian.left_out == {}

    @pytest.mark.parametrize("better", ["lower"])
    def test_over_the_folds_of_all_data_sets(self, better):
        analysis = analysis_of(metric(better=better), bayes={"over": "hierarchical", "rope": 0.01, "draws": 1000})
        bayesian, own = analysis.bayesian, metric()
        folds = [one.scores for one in own.folds if one is not None]
        expected = bayes_hierarchical(folds, [1 / 4] * 8, bayesian.pairs, 0.01, draws=1000)
        assert bayesian.over.p_first.tolist() == expected.p_first.tolist()
        [told] = [one for one in told_of(analysis)["over"]["comparisons"] if {one["a"], one["b"]} == {"A", "D"}]
        assert told["details"]["mean"] == pytest.approx(0.03 if told["a"] == "D" else -0.03, abs=0.01)
        [table] = [table for table in build_tables(analysis) if table.kind == "bayes-over"]
        [row] = [row for row in table.rows if [plain(cell.text) for cell in row[:2]] == [told["a"], told["b"]]]
        sign = 1 if better == "higher" else -1
        assert row[2].value == sign * told["details"]["mean"]
        assert row[3].value < row[2].value < row[4].value
        assert "corani2017" in cited(analysis)

    def test_too_few_data_sets_with_folds_are_stated(self):
        scores = metric()
        few = replace(scores, folds=(scores.folds[0], *(None,) * 7))
        bayesian = bayesian_of(few, bayes={"over": "hierarchical", "rope": 0.01})
        assert bayesian.over is None
        assert "at least three folds of at least two data sets" in bayesian.left_out["over"]
        some = replace(scores, folds=(*scores.folds[:5], *(None,) * 3))
        bayesian = bayesian_of(some, bayes={"over": "hierarchical", "rope": 0.01, "draws": 1000})
        assert any("omits 3 data sets" in plain(note) for note in bayesian.notes)

    @pytest.mark.parametrize("better", ["higher", "lower"])
    def test_within_a_data_set_by_its_folds(self, better):
        scores = metric(better=better)
        bayesian = bayesian_of(scores, bayes={"over": "none", "rope": 0.01})
        assert bayesian.over is None
        assert [one.dataset for one in bayesian.within] == list(scores.datasets)
        folds = metric().folds[2]
        a, b = bayesian.within[2].pairs.T
        expected = bayes_correlated_t(folds.scores[:, a] - folds.scores[:, b], 1 / 4, 0.01)  # 5 folds: 1 tested, 4 not
        assert bayesian.within[2].posterior.p_first == pytest.approx(expected.p_first, rel=1e-9)
        [note] = bayesian.notes
        assert "was taken from the number of folds" in note

    def test_case_counts_and_odd_folds(self):
        # odd numbers of folds, and folds without variance, are as any others (B27)
        rng = np.random.default_rng(3)
        values = np.column_stack([np.full(3, 0.5), np.full(3, 0.5), 0.4 + rng.normal(0, 0.01, 3)])
        counts = np.array([80.0, 80, 80]), np.array([20.0, 20, 20])
        one = Folds(np.ones(3, dtype=np.int64), np.arange(1, 4), values, *counts)
        scores = metric_of(values.mean(axis=0)[None], folds=(one,))
        bayesian = bayesian_of(scores, bayes={"rope": 0.01})
        [within] = bayesian.within
        assert [within.posterior.p_equal[0], within.posterior.p_second[0]] == [1.0, 0.0]
        expected = bayes_correlated_t((values[:, 0] - values[:, 2])[:, None], 20 / 80, 0.01)
        assert within.posterior.p_first[1] == pytest.approx(expected.p_first[0], rel=1e-12)
        assert bayesian.notes == ()
        assert bayesian.left_out == {
            "over": "Bayesian comparisons over data sets need at least two data sets; there is one."
        }

    def test_gaps_leave_the_data_sets_that_both_have(self):
        scores = metric(folds=None, k=3)
        means = scores.means.copy()
        means[:4, 0] = means[4:, 1] = np.nan
        gaps = (*(Gap(f"data {i}", "A", 0, 1) for i in range(4)), *(Gap(f"data {i}", "B", 0, 1) for i in range(4, 8)))
        scores = metric_of(means, missing=Missing("incomplete-blocks", gaps, left_open=gaps), folds=scores.folds)
        analysis = analysis_of(scores, bayes={"rope": 0.01, "draws": 1000})
        comparisons = {frozenset((one["a"], one["b"])): one for one in told_of(analysis)["over"]["comparisons"]}
        assert comparisons[frozenset("AB")]["why"] == NOTHING_SHARED
        assert comparisons[frozenset("AB")]["equal"] is None
        assert comparisons[frozenset("AC")]["details"]["n_used"] == 4
        alone = bayes_signed_rank(means[4:, [2, 0]], [[0, 1]], 0.01, draws=1000)
        assert comparisons[frozenset("AC")]["equal"] == alone.p_equal[0]
        [table] = [table for table in build_tables(analysis) if table.kind == "bayes-over"]
        assert f"A dash: {NOTHING_SHARED}." in table.notes
