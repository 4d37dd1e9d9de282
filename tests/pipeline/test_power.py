"""Simulated power from the spec to the report."""

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from rankpress.analysis import analyse
from rankpress.cache.encoding import encode
from rankpress.cache.store import Store
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.core.scores import Scores
from rankpress.core.text import plain
from rankpress.robustness.power import Setting, by_difference, by_size
from rankpress.spec.model import Study
from rankpress.stats.simulated_power import SimulatedStudy, find_in_draws
from rankpress.topics.kinds import build_tables
from rankpress.topics.power import power_paragraphs
from rankpress.topics.results import results
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
    return analysis_of(scores, power, **sections).powered


def told_of(analysis):
    return json.loads(json.dumps(results("", 0.05, [analysis]), allow_nan=False))["metrics"]["accuracy"]["power"]


@pytest.fixture(scope="module")
def analysis():
    return analysis_of(metric(n=12), {**QUICK, "effect": [0.02, 0.04]}, adjust=["holm", "nemenyi"])


def test_scores_near_the_end_of_floats_are_told_and_not_moved():
    scores = metric()
    powered = powered_of(replace(scores, means=np.asarray(scores.means) * 1e305))
    assert not powered.each
    assert "beyond 1e+290" in powered.left_out["all"]


class TestStage:
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
        found = analysis_of(gapped, {"effect": 0.02, "draws": 100, "datasets": [20]}, order=None)
        captions = [
            plain(table.caption) for table in build_tables(found) if table.kind in ("power", "smallest-difference")
        ]
        for told in (*captions, plain(power_paragraphs(found)[0])):
            assert "on 8 data sets, those here with all results" in told
            assert "as here" not in told

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
        return Setting(metric().oriented, np.array([[0, 1], [0, 2], [1, 2]]), tests, 0.8, 200, 0)

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

    def test_what_is_asked_again_is_not_made_again(self, tmp_path):
        scores = metric()
        first = Store(tmp_path)
        analyse(study_of(scores, QUICK), Scores((scores,), {}, ()), first)
        again = Store(tmp_path)
        power = {**QUICK, "effect": [0.02, 0.04]}
        [analysis] = analyse(study_of(scores, power), Scores((scores,), {}, ()), again)
        assert len(analysis.powered.each[0].by_size) == 2
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

    def numbers(told):
        if isinstance(told, dict):
            return [one for part in told.values() for one in numbers(part)]
        if isinstance(told, list):
            return [one for part in told for one in numbers(part)]
        return [told] if isinstance(told, float) else []

    assert not np.isclose(numbers(told_of(analysis)), observed, rtol=1e-9).any()
