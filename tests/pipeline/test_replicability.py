"""Tests on draws of data sets from the spec to the report."""

import io
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rankpress.analysis import analyse
from rankpress.app.terminal import shown
from rankpress.checks.agreement import agreeing_scores
from rankpress.robustness import replicability
from rankpress.robustness.replicability import Experiment, repeat_at
from rankpress.spec.reading import read_study
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import rank_scores
from rankpress.stats.sign import sign_test
from rankpress.topics.kinds import build_document
from rankpress.topics.replicability import replicability_paragraphs
from tests.pipeline import conftest
from tests.pipeline.conftest import metric_of

EXAMPLE = Path(__file__).parents[2] / "example_project" / "study.yaml"
SMALL = {"draws": 60, "size": 6, "biases": [0, 10], "table_bias": 10}


def metric(n=14, k=4, better="higher"):
    rng = np.random.default_rng(4)
    sign = 1 if better == "higher" else -1
    means = sign * (0.7 + 0.1 * rng.random((n, 1)) + 0.05 * rng.random((n, k)) + 0.01 * np.arange(k))
    return metric_of(means, better)


def analysis_of(scores, store=None, **sections):
    test = {} if scores.means is not None else {"pairwise": "rank-z"}
    return conftest.analysis_of(scores, store, **{"effects": None, "test": test, **sections})


def replicated_of(scores, store=None, **options):
    return analysis_of(scores, store, replicability={**SMALL, **options}).replicated


def test_draws_follow_from_seed_and_bias_alone():
    one, other = replicated_of(metric()), replicated_of(metric(), biases=[3, 10, 0], tests=["sign", "t"])
    assert repr(one.each[0].alone["t"]) == repr(other.each[2].alone["t"])
    assert repr(one.each[1].omnibus) == repr(other.each[1].omnibus)
    assert repr(one.each[0].alone["t"]) != repr(replicated_of(metric(), seed=1).each[0].alone["t"])


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
    for method, found in parts.adjusted.items():
        assert found.rejections.tolist() == whole.adjusted[method].rejections.tolist()
        assert found.of_p_error == pytest.approx(whole.adjusted[method].of_p_error, rel=1e-9)
    assert parts.alone["sign"].average_p.tolist() == whole.alone["sign"].average_p.tolist()


def test_bias_favours_the_better_ranked():
    # pairs are of the better ranked and the other, so that their differences grow, and p falls
    found = replicated_of(metric(), draws=400, biases=[0, 60], table_bias=0, tests=["t"])
    random, favoured = (one.alone["t"].average_p for one in found.each)
    assert (favoured < random).all()
    # favouring the worse of two that hardly differ turns the sign, and at first p grows
    worse = found.pairs[-1, ::-1].tolist()
    turned = replicated_of(
        metric(), draws=400, biases=[0, 20], table_bias=0, tests=["t"], by=["ABCD"[at] for at in worse]
    )
    assert turned.each[1].alone["t"].average_p[-1] > turned.each[0].alone["t"].average_p[-1]


def test_each_draw_of_all_data_sets_is_the_study_itself():
    # 13 of 14 without replacement: each p is that of the study without one data set
    scores = metric()
    found = replicated_of(scores, size=13, tests=["sign"], biases=[0], table_bias=0)
    each = [sign_test(np.delete(scores.means, row, axis=0), found.pairs).p for row in range(14)]
    low, high = np.min(each, axis=0), np.max(each, axis=0)
    average = found.each[0].alone["sign"].average_p
    assert ((average >= low - 1e-12) & (average <= high + 1e-12)).all()
    assert found.each[0].shared == pytest.approx(13 * 13 / 14, abs=0.02)


@pytest.mark.parametrize(
    ("scores", "options", "told"),
    [
        (metric(6), {}, "would be the whole study each time"),
        (metric(5), {}, "6 data sets cannot be drawn without replacement from 5"),
        (metric(5), {}, "replicability: {size: 5, replacement: true}, or a size from 2 to 4"),
        (metric(1), {}, "1 data set has them"),
        (replace(metric(), means=None, datasets=(), average_ranks=np.array([1.5, 2, 3, 3.5])), {}, "average ranks"),
    ],
)
def test_too_little_is_left_out_with_the_reason(scores, options, told):
    analysis = analysis_of(scores, replicability={**SMALL, **options}, order=None)
    assert not analysis.replicated.each
    assert told in analysis.replicated.left_out["all"]
    assert told in str(build_document("t", [analysis], (), ()))
    assert not replicability_paragraphs(analysis)


def test_findings_of_the_papers_on_real_runs():
    # Demsar 4.2: Wilcoxon's test rejects more often than t, and that than the t of relative differences; the sign test
    # has the larger p and the smaller R(p). Garcia and Herrera, figure 5: Bonferroni rejects least, then Holm, Shaffer.
    # By how much is not held: in Table 7 Wilcoxon's average p is less than half that of t in most pairs, as that of a
    # one-sided test would be, and here it is nine tenths of it.
    settings = [
        "scores.metrics=[{name: accuracy}]", "order=null", "curves=null", "effects=null", "test.within=none",
        "adjust=[bonferroni,holm,shaffer]", "replicability={draws: 200, biases: [0, 15]}",
    ]  # fmt: skip
    read = read_study(EXAMPLE, settings)
    [analysis] = analyse(read.study, agreeing_scores(read))
    found = analysis.replicated
    for at in found.each:
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
        found.each[0].alone.values(), found.each[1].alone.values(), strict=True
    ))  # fmt: skip


class _Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_bar_on_a_terminal_and_nothing_elsewhere(monkeypatch):
    monkeypatch.setattr("rankpress.app.terminal.PATIENCE", 0.0)
    terminal, file = _Terminal(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(shown(iter([1, 2, 3]), 3, "replicability a\x1b[2Jb" + 200 * "c")) == [1, 2, 3]
    assert all(len(line) <= 80 and (not line.strip() or "left" in line) for line in terminal.getvalue().split("\r"))
    assert "0/3" in terminal.getvalue()
    assert "\x1b[2J" not in terminal.getvalue()
    monkeypatch.setattr(sys, "stderr", file)
    assert list(shown(iter([1, 2]), 2, "x")) == [1, 2]
    assert not file.getvalue()
