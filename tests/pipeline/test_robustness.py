"""Simulated power, and tests on draws of data sets, from the spec to the report."""

import io
import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from rankpress.account.document import build_document
from rankpress.account.results import results
from rankpress.account.tables import build_tables
from rankpress.analysis import analyse
from rankpress.app.terminal import with_progress_bar
from rankpress.cache.encoding import encode
from rankpress.cache.store import Store
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.scores import MetricRanks, Scores
from rankpress.robustness import replicability
from rankpress.robustness.power import SimulatedSetting, by_difference, by_size
from rankpress.robustness.replicability import Experiment, repeat_at
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import rank_scores
from rankpress.stats.sign import sign_test
from rankpress.stats.simulated_power import SimulatedStudy, find_in_draws
from rankpress.topics.robustness.figures import _by_difference, _by_size
from rankpress.topics.robustness.power import power_paragraphs
from rankpress.topics.robustness.replicability import replicability_paragraphs
from rankpress.wording.text import plain
from tests.pipeline import conftest
from tests.pipeline.conftest import metric_of

MADE_THERE = """\
import pickle, sys
from rankpress.cache.encoding import encode
sys.stdout.buffer.write(encode([piece() for piece in pickle.load(sys.stdin.buffer)]))
"""
QUICK = {"effect": 0.02, "draws": 200, "datasets": [5, 20, 80]}


def metric(n=9, k=3, better="higher"):
    """Scores of algorithms A, B, ... that improve by 0.02 from each to the next, in the metric's direction."""
    rng = np.random.default_rng(1)
    sign = 1 if better == "higher" else -1
    means = sign * (rng.normal(0.7, 0.1, (n, 1)) + rng.normal(0, 0.02, (n, k)) + 0.02 * np.arange(k))
    return metric_of(means, better, folds=(None,) * n)


def study_of(scores, power, **sections):
    read = {"files": "a.csv", "metrics": [{"name": "accuracy"}], "missing": scores.missing.policy}
    return Study.model_validate({"scores": read, "power": power, **sections})


def analysis_of(scores, power=QUICK, **sections):
    [analysis] = analyse(study_of(scores, power, **sections), Scores((scores,), {}, ()))
    return analysis


def powered_of(scores, power=QUICK, **sections):
    return analysis_of(scores, power, **sections).robustness.powered


def results_of(analysis):
    return json.loads(json.dumps(results("", 0.05, [analysis]), allow_nan=False))["metrics"]["accuracy"]["power"]


@pytest.fixture(scope="module")
def analysis():
    return analysis_of(metric(n=12), {**QUICK, "effect": [0.02, 0.04]}, adjust=["holm", "nemenyi"])


def test_scores_near_the_end_of_floats_are_reported_and_not_moved():
    scores = metric()
    powered = powered_of(replace(scores, means=np.asarray(scores.means) * 1e305))
    assert not powered.each
    assert "beyond 1e+290" in powered.left_out["all"]


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("better", ["higher", "lower"])
def test_titles_of_panels_state_a_difference_in_favor_of_the_better(analysis, better):
    """Differences are score minus score, whatever direction is better."""
    powered, analysis = analysis.robustness.powered, replace(analysis, scores=replace(analysis.scores, better=better))
    for panels in (_by_size, _by_difference):
        drawn = panels(analysis, powered, powered.each, "ABC")
        titles = [*dict.fromkeys(panel.title.split(" = ")[0] for panel in drawn)]
        pairs = [("ABC"[power.a], "ABC"[power.b]) for power in powered.each]
        assert titles == [f"{a} − {b}" if better == "higher" else f"{b} − {a}" for a, b in pairs]


class TestStage:
    @pytest.mark.nightly
    @pytest.mark.parametrize("better", ["higher", "lower"])
    def test_the_study_is_simulated_as_it_is_tested(self, better):
        scores = metric(better=better)
        powered = powered_of(scores, test={"pairwise": "t"}, adjust=["holm"])
        assert [(one.a, one.b) for one in powered.each] == [(2, 1), (2, 0)]
        pairs = analysis_of(scores, test={"pairwise": "t"}, adjust=["holm"]).tested.over
        which = next(at for at, pair in enumerate(pairs.pairs.tolist()) if set(pair) == {2, 0})
        adjustments = [(ADJUSTMENTS["holm"], {})]
        study = SimulatedStudy(scores.oriented, pairs.pairs, which, PAIRWISE["t"], adjustments=adjustments)
        seed = np.random.SeedSequence(0, spawn_key=(20,))
        expected = find_in_draws(study, 0.02, 20, 200, np.random.default_rng(seed))
        at = powered.sizes.index(20)
        assert powered.each[1].by_size[0].right[at].tolist() == expected.right.tolist()
        assert powered.sizes == (5, 9, 20, 80)
        assert powered.each[1].spread == pytest.approx((scores.means[:, 2] - scores.means[:, 0]).std(ddof=1))

    def test_data_sets_with_gaps_are_not_called_those_here(self):
        scores = metric()
        scores.means[3, 1] = np.nan
        gapped = replace(scores, missing=replace(scores.missing, policy="incomplete-blocks"))
        power = {"effect": 0.02, "draws": 100, "datasets": [20], "pairs": [["A", "C"]]}
        of_gaps = analysis_of(gapped, power, test={"pairwise": "sign"}, order=None)
        captions = [
            plain(table.caption) for table in build_tables(of_gaps) if table.kind in ("power", "smallest-difference")
        ]
        for text in (*captions, plain(power_paragraphs(of_gaps)[0])):
            assert "on 8 data sets, those here with all results" in text
            assert "as here" not in text

    @pytest.mark.nightly
    def test_corrections_that_take_long_are_left_to_those_who_name_them(self):
        quick = {**QUICK, "draws": 100, "datasets": [5], "pairs": [["A", "F"]]}
        sign = {"pairwise": "t"}
        powered = powered_of(metric(k=6), quick, test=sign, adjust=["holm", "bergmann-hommel"])
        assert powered.procedures == ("unadjusted", "holm", "shaffer")
        assert "Shaffer's static procedure does, which stands in for it" in powered.left_out["bergmann-hommel"]
        alone = powered_of(metric(k=6), quick, test=sign, adjust=["bergmann-hommel"])
        assert alone.procedures[alone.deciding] == "shaffer"  # and not the test by itself
        assert powered_of(metric(k=4), quick | {"pairs": None}, test=sign, adjust=["bergmann-hommel"]).procedures[
            1:
        ] == ("bergmann-hommel",)

    @pytest.mark.nightly
    def test_no_spread_no_power(self):
        scores = metric()
        scores.means[:, 1] = scores.means[:, 2] - 0.25
        powered = powered_of(scores)
        [reason] = map(plain, powered.left_out.values())
        assert reason.startswith("The difference of C and B is the same on all data sets")
        assert len(powered.each) == 1


class TestPieces:
    @pytest.fixture
    def setting(self):
        tests = {"test": "wilcoxon", "alpha": 0.05, "adjustments": {"holm": {}}}
        return SimulatedSetting(metric().oriented, np.array([[0, 1], [0, 2], [1, 2]]), tests, 0.8, 200, 0)

    @pytest.mark.nightly
    def test_other_processes_find_the_same(self, setting):
        pieces = [partial(by_size, setting, (5, 20), (1, 0.02)), partial(by_difference, setting, 1)]
        there = subprocess.run(
            [sys.executable, "-c", MADE_THERE],
            input=pickle.dumps(pieces),
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": "3"},
            timeout=120,
        )
        assert there.stdout == encode([piece() for piece in pieces])

    def test_further_sizes_leave_the_others_as_they_are(self, setting):
        few, more = by_size(setting, (5, 20), (1, 0.02)), by_size(setting, (3, 5, 20), (1, 0.02))
        both = [size for size in few.sizes if size in more.sizes]
        assert {5, 20} <= set(both)
        for size in both:
            assert more.right[more.sizes.index(size)].tolist() == few.right[few.sizes.index(size)].tolist()

    @pytest.mark.nightly
    def test_what_is_computed_once_is_read_later(self, tmp_path):
        scores = metric()
        first = Store(tmp_path)
        analyse(study_of(scores, QUICK), Scores((scores,), {}, ()), first)
        again = Store(tmp_path)
        power = {**QUICK, "effect": [0.02, 0.04]}
        [analysis] = analyse(study_of(scores, power), Scores((scores,), {}, ()), again)
        assert len(analysis.robustness.powered.each[0].by_size) == 2
        made = [work.unit for work in again.work if work.stage.startswith("power") and work.why]
        assert made == [
            "accuracy",
            "accuracy on a difference of 0.04 of C and B",
            "accuracy on a difference of 0.04 of C and A",
        ]


def test_nothing_tells_of_power_at_the_observed_difference():
    scores = metric(n=12, k=2)
    analysis = analysis_of(scores)
    observed = abs(float((scores.means[:, 0] - scores.means[:, 1]).mean()))

    def numbers(results):
        if isinstance(results, dict):
            return [one for part in results.values() for one in numbers(part)]
        if isinstance(results, list):
            return [one for part in results for one in numbers(part)]
        return [results] if isinstance(results, float) else []

    assert not np.isclose(numbers(results_of(analysis)), observed, rtol=1e-9).any()


EXAMPLE = Path(__file__).parents[2] / "example_project" / "study.yaml"
SMALL = {"draws": 60, "size": 6, "biases": [0, 10], "table_bias": 10}


def draws_metric(n=14, k=4, better="higher"):
    rng = np.random.default_rng(4)
    sign = 1 if better == "higher" else -1
    means = sign * (0.7 + 0.1 * rng.random((n, 1)) + 0.05 * rng.random((n, k)) + 0.01 * np.arange(k))
    return metric_of(means, better)


def draws_analysis_of(scores, store=None, **sections):
    test = {"pairwise": "rank-z"} if isinstance(scores, MetricRanks) else {}
    return conftest.analysis_of(scores, store, **{"effects": None, "test": test, **sections})


def replicated_of(scores, store=None, **options):
    return draws_analysis_of(scores, store, replicability={**SMALL, **options}).robustness.replicated


@pytest.mark.nightly
def test_draws_follow_from_seed_and_bias_alone():
    one, other = replicated_of(draws_metric()), replicated_of(draws_metric(), biases=[3, 10, 0], tests=["sign", "t"])
    assert repr(one.each[0].alone["t"]) == repr(other.each[2].alone["t"])
    assert repr(one.each[1].omnibus) == repr(other.each[1].omnibus)
    assert repr(one.each[0].alone["t"]) != repr(replicated_of(draws_metric(), seed=1).each[0].alone["t"])


def test_adjustments_are_made_of_some_draws_at_a_time(monkeypatch):
    scores = np.random.default_rng(0).normal(size=(20, 4))
    of_study = {"by": "others", "favoured": 0, "against": None, "draws": 50, "size": 8, "seed": 0}
    families = (("rank-z", {}, {"holm": {}, "nemenyi": {}}), ("wilcoxon", {}, {"shaffer": {}}))
    made = Experiment(
        scores, rank_scores(scores), all_pairs(4), **of_study, replacement=False, alpha=0.2, control=False,
        tests=("sign",), omnibus=(), families=families,
    )  # fmt: skip
    whole = repeat_at(made, 5.0)
    at_once, adjusted = [], replicability.adjusted_p_of_draws

    def watched(*given, **options):
        at_once.append(len(given[3]))
        return adjusted(*given, **options)

    monkeypatch.setattr(replicability, "adjusted_p_of_draws", watched)
    monkeypatch.setattr(replicability, "_NUMBERS_AT_ONCE", 45)  # p-values of six pairs
    monkeypatch.setattr("rankpress.stats.replicability._AT_ONCE", 9)
    parts = repeat_at(made, 5.0)
    assert at_once == [7] * 14 + [1, 1]
    assert (parts.rejected, parts.over_pairs, parts.shared) == (whole.rejected, whole.over_pairs, whole.shared)
    for method, summary in parts.adjusted.items():
        assert summary.rejections.tolist() == whole.adjusted[method].rejections.tolist()
        assert summary.of_p_error == pytest.approx(whole.adjusted[method].of_p_error, rel=1e-9)
    assert parts.alone["sign"].average_p.tolist() == whole.alone["sign"].average_p.tolist()


@pytest.mark.nightly
def test_bias_favours_the_better_ranked():
    # pairs are of the better ranked and the other, so that their differences grow, and p falls
    replicated = replicated_of(draws_metric(), draws=400, biases=[0, 60], table_bias=0, tests=["t"])
    random, favoured = (one.alone["t"].average_p for one in replicated.each)
    assert (favoured < random).all()
    # favouring the worse of two that hardly differ turns the sign, and at first p grows
    worse = replicated.pairs[-1, ::-1].tolist()
    turned = replicated_of(
        draws_metric(), draws=400, biases=[0, 20], table_bias=0, tests=["t"], by=["ABCD"[at] for at in worse]
    )
    assert turned.each[1].alone["t"].average_p[-1] > turned.each[0].alone["t"].average_p[-1]


def test_each_draw_of_all_data_sets_is_the_study_itself():
    # 13 of 14 without replacement: each p is that of the study without one data set
    scores = draws_metric()
    replicated = replicated_of(scores, size=13, tests=["sign"], biases=[0], table_bias=0)
    each = [sign_test(np.delete(scores.means, row, axis=0), replicated.pairs).p for row in range(14)]
    low, high = np.min(each, axis=0), np.max(each, axis=0)
    average = replicated.each[0].alone["sign"].average_p
    assert ((average >= low - 1e-12) & (average <= high + 1e-12)).all()
    assert replicated.each[0].shared == pytest.approx(13 * 13 / 14, abs=0.02)


@pytest.mark.parametrize(
    ("scores", "options", "reason"),
    [
        (draws_metric(6), {}, "would be the whole study each time"),
        (draws_metric(5), {}, "6 data sets cannot be drawn without replacement from 5"),
        (draws_metric(5), {}, "replicability: {size: 5, replacement: true}, or a size from 2 to 4"),
        (draws_metric(1), {}, "1 data set has them"),
        (
            MetricRanks("accuracy", "higher", tuple("ABCD"), np.array([1.5, 2, 3, 3.5]), 14),
            {},
            "average ranks",
        ),
    ],
)
def test_too_little_is_left_out_with_the_reason(scores, options, reason):
    analysis = draws_analysis_of(scores, replicability={**SMALL, **options}, order=None)
    assert not analysis.robustness.replicated.each
    assert reason in analysis.robustness.replicated.left_out["all"]
    assert reason in str(build_document("t", [analysis], (), ()))
    assert not replicability_paragraphs(analysis)


@pytest.mark.nightly
def test_findings_of_the_papers_on_real_runs():
    # Demsar 4.2: Wilcoxon's test rejects more often than t, and that than the t of relative differences; the sign test
    # has the larger p and the smaller R(p). Garcia and Herrera, figure 5: Bonferroni rejects least, then Holm, Shaffer.
    # By how much is not tested: in Table 7 Wilcoxon's average p is less than half that of t in most pairs, as that of a
    # one-sided test would be, and here it is nine tenths of it.
    settings = [
        "scores.metrics=[{name: accuracy}]", "order=null", "curves=null", "effects=null", "test.within=none",
        "adjust=[bonferroni,holm,shaffer]", "replicability={draws: 200, biases: [0, 15]}",
    ]  # fmt: skip
    read = read_study(EXAMPLE, settings)
    [analysis] = analyse(read.study, agreeing_scores(read))
    replicated = analysis.robustness.replicated
    for at in replicated.each:
        tests = at.alone
        rejections = {name: one.rejections.sum() for name, one in tests.items()}
        assert rejections["wilcoxon"] > rejections["t"] > rejections["relative-t"]
        assert rejections["wilcoxon"] > rejections["sign"]
        lower = tests["wilcoxon"].average_p < tests["sign"].average_p
        higher = tests["wilcoxon"].average_p > tests["sign"].average_p
        assert lower.sum() > 2 * higher.sum()
        assert tests["wilcoxon"].of_p.mean() > tests["sign"].of_p.mean()
        rejected = {name: mean for name, (mean, _) in at.rejected.items()}
        assert rejected["bonferroni"] <= rejected["holm"] <= rejected["shaffer"]
    assert all((late.rejections.sum() > early.rejections.sum()) for early, late in zip(
        replicated.each[0].alone.values(), replicated.each[1].alone.values(), strict=True
    ))  # fmt: skip


class _Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_bar_on_a_terminal_and_nothing_elsewhere(monkeypatch):
    monkeypatch.setattr("rankpress.app.terminal.PATIENCE", 0.0)
    terminal, file = _Terminal(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(with_progress_bar(iter([1, 2, 3]), 3, "replicability a\x1b[2Jb" + 200 * "c")) == [1, 2, 3]
    assert all(len(line) <= 80 and (not line.strip() or "left" in line) for line in terminal.getvalue().split("\r"))
    assert "0/3" in terminal.getvalue()
    assert "\x1b[2J" not in terminal.getvalue()
    monkeypatch.setattr(sys, "stderr", file)
    assert list(with_progress_bar(iter([1, 2]), 2, "x")) == [1, 2]
    assert not file.getvalue()


def test_figures_show_the_pair_that_draws_go_by():
    replicated = replicated_of(draws_metric(), biases=[0], table_bias=0, tests=["t"], by=["D", "A"])
    assert [set(replicated.pairs[pair].tolist()) for pair in replicated.shown] == [{0, 3}]
