"""Tests on draws of data sets from the spec to the report.

Held: that draws follow from seed, bias and pair alone, whatever else is asked and however the work is spread or
interrupted; what is left out and why; faults of the section; that tables, sentences and results.json tell the same;
that papers' findings about the tests come out on the runs of the example project.
"""

from __future__ import annotations

import io
import json
import pickle
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rankpress
from rankpress.analysis import Analysis, analyse
from rankpress.app.cli import main
from rankpress.app.terminal import shown
from rankpress.cache.store import Store
from rankpress.cache.work import Work
from rankpress.catalog.methods import PAIRWISE
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.faults import FaultsFound
from rankpress.core.scores import MetricScores, Scores
from rankpress.report.plot import plot
from rankpress.robustness import replicability
from rankpress.robustness.draws import remedy
from rankpress.robustness.replicability import Experiment, Replicated, repeat_at
from rankpress.spec.model import Study
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import rank_scores
from rankpress.stats.replicability import selection_chances
from rankpress.stats.sign import sign_test
from rankpress.topics.facts_of_study import facts_of_replicability
from rankpress.topics.kinds import build_document
from rankpress.topics.labelled import relabelled
from rankpress.topics.replicability import replicability_caveats, replicability_paragraphs, replicability_reminders
from rankpress.topics.results import results
from rankpress.topics.tables import build_tables

EXAMPLE = Path(__file__).parents[2] / "example_project" / "study.yaml"
SMALL = {"draws": 60, "size": 6, "biases": [0, 10], "table_bias": 10}


def metric(n: int = 14, k: int = 4, better: str = "higher") -> MetricScores:
    rng = np.random.default_rng(4)
    sign = 1 if better == "higher" else -1
    means = sign * (0.7 + 0.1 * rng.random((n, 1)) + 0.05 * rng.random((n, k)) + 0.01 * np.arange(k))
    datasets = tuple(f"d{i}" for i in range(n))
    return MetricScores("accuracy", better, datasets, tuple("ABCDEFGH"[:k]), means, n)  # type: ignore[arg-type]


def analysis_of(scores: MetricScores, store: Store | None = None, **sections: Any) -> Analysis:
    study = Study.model_validate(
        {
            "scores": {"files": "a.csv", "metrics": [{"name": "accuracy"}], "missing": scores.missing.policy},
            "effects": None,
            **sections,
        }
    )
    [analysis] = analyse(study, Scores((scores,), {}, ()), store)
    return analysis


def replicated_of(scores: MetricScores, store: Store | None = None, **options: Any) -> Replicated:
    found = analysis_of(scores, store, replicability={**SMALL, **options}).replicated
    assert found is not None
    return found


def text_of(found: object) -> str:
    return repr(found)


def test_nothing_is_drawn_where_it_is_not_asked_for() -> None:
    analysis = analysis_of(metric())
    assert analysis.replicated is None
    assert results("t", 0.05, [analysis])["metrics"]["accuracy"]["replicability"] is None
    assert not [table for table in build_tables(analysis) if "replicability" in table.kind]


def test_draws_follow_from_seed_and_bias_alone() -> None:
    one, other = replicated_of(metric()), replicated_of(metric(), biases=[3, 10, 0], tests=["sign", "t"])
    assert text_of(one.each[0].alone["t"]) == text_of(other.each[2].alone["t"])
    assert text_of(one.each[1].omnibus) == text_of(other.each[1].omnibus)
    assert text_of(one.each[0].alone["t"]) != text_of(replicated_of(metric(), seed=1).each[0].alone["t"])


def test_adjustments_are_made_of_some_draws_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = np.random.default_rng(0).normal(size=(20, 4))
    of_study: dict[str, Any] = {"by": "others", "favoured": 0, "against": None, "draws": 50, "size": 8, "seed": 0}
    families = (("rank-z", {}, {"holm": {}, "nemenyi": {}}), ("wilcoxon", {}, {"shaffer": {}}))
    made = Experiment(
        scores, rank_scores(scores), all_pairs(4), **of_study, replacement=False, alpha=0.2, control=False,
        tests=("sign",), omnibus=(), families=families,
    )  # fmt: skip
    whole = repeat_at(made, 5.0)
    at_once, adjusted = [], replicability.adjusted_p_of_draws

    def watched(*given: Any, **options: Any) -> Any:
        at_once.append(len(given[3]))
        return adjusted(*given, **options)

    monkeypatch.setattr(replicability, "adjusted_p_of_draws", watched)
    monkeypatch.setattr(replicability, "_NUMBERS_AT_ONCE", 45)  # p-values of six pairs
    monkeypatch.setattr("rankpress.stats.replicability._AT_ONCE", 9)
    monkeypatch.setattr("rankpress.stats.replicability._AT_ONCE", 9)
    parts = repeat_at(made, 5.0)
    assert at_once == [7] * 14 + [1, 1]
    assert (parts.rejected, parts.over_pairs, parts.shared) == (whole.rejected, whole.over_pairs, whole.shared)
    for method, found in parts.adjusted.items():
        assert found.rejections.tolist() == whole.adjusted[method].rejections.tolist()
        assert found.of_p_error == pytest.approx(whole.adjusted[method].of_p_error, rel=1e-9)
    assert parts.alone["sign"].average_p.tolist() == whole.alone["sign"].average_p.tolist()


def test_the_same_where_better_is_lower() -> None:
    assert text_of(replicated_of(metric(better="lower")).each) == text_of(replicated_of(metric()).each)


def test_bias_favours_the_better_ranked() -> None:
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


def test_only_what_is_quick_is_made_of_itself_and_the_rest_where_it_is_named() -> None:
    options = {"draws": 5, "biases": [0], "table_bias": 0, "tests": [], "omnibus": []}
    study = {"adjust": ["holm", "shaffer-dynamic"]}
    left = analysis_of(metric(k=8), replicability={**SMALL, **options}, **study).replicated
    named = analysis_of(metric(k=8), replicability={**SMALL, **options, **study}, **study).replicated
    few = analysis_of(metric(k=7), replicability={**SMALL, **options}, **study).replicated
    assert left is not None
    assert named is not None
    assert few is not None
    assert list(left.each[0].adjusted) == ["holm"]
    assert "takes long with 8 algorithms" in left.left_out["shaffer-dynamic"]
    assert list(named.each[0].adjusted) == list(few.each[0].adjusted) == ["holm", "shaffer-dynamic"]


@pytest.mark.parametrize(
    ("unit", "told"), [(1e-4, "larger replicability.biases"), (1e3, "smaller replicability.biases")]
)
def test_biases_that_do_not_suit_the_unit_are_told(unit: float, told: str) -> None:
    scores = metric()
    scaled = replace(scores, means=scores.means * unit)  # type: ignore[operator]
    assert told in " ".join(replicability_caveats(analysis_of(scaled, replicability=SMALL)))
    assert told not in " ".join(replicability_caveats(analysis_of(scores, replicability=SMALL)))


def test_a_difference_in_favour_is_so_many_times_as_likely_as_its_opposite() -> None:
    analysis = analysis_of(metric(), replicability=SMALL)
    found = analysis.replicated
    assert found is not None
    d = found.median_difference
    chances = selection_chances([d, -d], 10)
    [told] = [one for one in replicability_caveats(analysis) if "as likely" in one]
    assert f"is {chances[0] / chances[1]:.1f} times as likely" in told


def test_it_is_told_which_test_is_adjusted() -> None:
    options = {**SMALL, "adjust": ["nemenyi", "holm", "tukey"]}
    analysis = analysis_of(metric(), test={"pairwise": "wilcoxon"}, adjust=["holm"], replicability=options)
    [table] = [table for table in build_tables(analysis) if table.kind == "replicability-multiple"]
    [told] = [note for note in table.notes if "Adjusted p" in note]
    for test, method in (("rank-z", "Nemenyi"), ("wilcoxon", "Holm"), ("block-t", "Tukey")):
        assert f"of the {PAIRWISE[test].title} ({method})" in told


def test_without_bias_nothing_is_said_to_be_favoured() -> None:
    analysis = analysis_of(metric(), replicability={**SMALL, "biases": [0], "table_bias": 0})
    tables = [table for table in build_tables(analysis) if "replicability" in table.kind]
    assert len(tables) == 2
    assert all("no data set is favoured" in table.caption for table in tables)
    assert "as likely" not in " ".join(replicability_caveats(analysis))


def test_results_have_all_pairs_of_the_tables_and_the_figures_pairs_of_the_rest() -> None:
    analysis = analysis_of(metric(), replicability={**SMALL, "pairs": [["A", "D"]]})
    found = results("t", 0.05, [analysis])["metrics"]["accuracy"]["replicability"]
    assert [len(one["comparisons"]) for one in found["biases"]] == [1, 6]
    means = [one["tests"]["t"]["average_p"] for one in found["biases"][1]["comparisons"]]
    assert found["biases"][1]["over_pairs"]["tests"]["t"]["average_p"] == pytest.approx(np.mean(means))
    by_draw = found["biases"][1]["average_p_by_draw"]["nemenyi"]["mean"]
    assert by_draw == pytest.approx(found["biases"][1]["over_pairs"]["adjusted"]["nemenyi"]["average_p"])


def test_each_draw_of_all_data_sets_is_the_study_itself() -> None:
    # 13 of 14 without replacement: each p is that of the study without one data set
    scores = metric()
    found = replicated_of(scores, size=13, tests=["sign"], biases=[0], table_bias=0)
    assert scores.means is not None
    each = [sign_test(np.delete(scores.means, row, axis=0), found.pairs).p for row in range(14)]
    low, high = np.min(each, axis=0), np.max(each, axis=0)
    average = found.each[0].alone["sign"].average_p
    assert ((average >= low - 1e-12) & (average <= high + 1e-12)).all()
    assert found.each[0].shared == pytest.approx(13 * 13 / 14, abs=0.02)


def test_interrupted_work_goes_on_where_it_was(tmp_path: Path) -> None:
    def interrupted(function: Any, items: Any) -> Any:
        yield function(items[0])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replicated_of(metric(), Store(tmp_path, spread=interrupted))
    store = Store(tmp_path)
    again = replicated_of(metric(), store)
    assert [work.why for work in store.work if "bias" in work.unit] == [(), ("not computed yet",)]
    assert text_of(again) == text_of(replicated_of(metric()))
    kept = Store(tmp_path)
    assert text_of(replicated_of(metric(), kept)) == text_of(again)
    assert Work("replicability", "accuracy") in kept.work


def test_pieces_can_be_made_elsewhere_and_in_any_order() -> None:
    def backwards(function: Any, items: Any) -> list[Any]:
        there = pickle.loads(pickle.dumps(function))
        return [there(item) for item in reversed(items)][::-1]

    assert text_of(replicated_of(metric(), Store(None, spread=backwards))) == text_of(replicated_of(metric()))


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
def test_too_little_is_left_out_with_the_reason(scores: MetricScores, options: Any, told: str) -> None:
    analysis = analysis_of(scores, replicability={**SMALL, **options}, order=None)
    assert analysis.replicated is not None
    assert not analysis.replicated.each
    assert told in analysis.replicated.left_out["all"]
    assert told in str(build_document("t", [analysis], (), ()))
    assert not replicability_paragraphs(analysis)


@pytest.mark.parametrize(
    ("section", "code", "told"),
    [
        ("{size: 7}", 2, "7 data sets cannot be drawn without replacement from 6"),
        ("{size: 6}", 2, "a draw of 6 of the 6 data sets with all results, without replacement, would be the whole"),
        ("{size: 6, replacement: true}", 0, ""),
        ("{size: 5}", 0, ""),
        ("{}", 0, "10 data sets cannot be drawn without replacement from 6"),
    ],
)
def test_check_and_build_tell_of_draws_that_cannot_be_made(
    section: str, code: int, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [f"d{row},{name},{row + at % 3}" for row in range(6) for at, name in enumerate("AB")]
    (tmp_path / "a.csv").write_text("\n".join(["dataset,algorithm,score", *rows, ""]), encoding="utf-8")
    path = tmp_path / "study.yaml"
    quick = "adjust: [holm]\neffects: null\nplot: []\nreport: {formats: [markdown]}\n"
    section = section.replace("{", "{draws: 2, biases: [0], tests: [sign], omnibus: [], adjust: [], ", 1)
    path.write_text(f"scores: {{files: a.csv}}\n{quick}replicability: {section}\n", encoding="utf-8")
    assert main(["check", str(path)]) == code
    first = "".join(capsys.readouterr())
    assert main(["build", str(path), "-q"]) == code
    second = "".join(capsys.readouterr())
    for one in (first, second):
        assert (told in one and "replicability: {size: 6, replacement: true}, or a size from 2 to 5" in one) == bool(
            told
        )
    assert bool(second) == bool(told)


def test_the_one_size_that_is_left_is_no_range() -> None:
    assert remedy(3).endswith("or a size of 2")
    assert remedy(4).endswith("or a size from 2 to 3")


def test_as_many_as_there_are_can_be_drawn_with_replacement() -> None:
    assert replicated_of(metric(6), replacement=True).each


def test_gaps_leave_data_sets_out() -> None:
    scores = metric()
    assert scores.means is not None
    scores.means[3, 1] = np.nan
    gapped = replace(scores, missing=replace(scores.missing, policy="incomplete-blocks"))
    found = replicated_of(gapped)
    assert found.n_datasets == 13
    assert "d3" in found.notes[0]


def test_two_algorithms_that_are_always_equal() -> None:
    equal = replace(metric(k=2), means=np.full((14, 2), 0.5))
    found = replicated_of(equal)
    assert all((one.average_p == 1).all() for at in found.each for one in at.alone.values())
    assert build_tables(analysis_of(equal, replicability=SMALL))


def test_relative_differences_of_scores_of_different_sign_are_left_out() -> None:
    scores = metric()
    assert scores.means is not None
    scores.means[0, 0] = -0.5
    found = replicated_of(scores)
    assert "relative-t" not in found.each[0].alone
    assert "different sign" in found.left_out["relative-t"]


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ({"by": "nothing"}, "one of pair, others"),
        ({"biases": [0, -1]}, "biases"),
        ({"by": ["A", "A"]}, "one algorithm"),
        ({"biases": [1, 1]}, "listed twice"),
        ({"biases": [1, 2], "table_bias": 3}, "not one of the biases"),
        ({"adjust": ["dunnett"]}, "no test.control"),
        ({"tests": ["rank-z"]}, "tests"),
        ({"pairs": [["A", "A"]]}, "one algorithm"),
        ({"tests": [], "omnibus": [], "adjust": []}, "nothing to make"),
    ],
)
def test_faults_of_the_section(section: Any, told: str, tmp_path: Path) -> None:
    spec = {"scores": {"files": "a.csv", "metrics": [{"name": "accuracy"}]}, "replicability": section}
    (tmp_path / "study.yaml").write_text(json.dumps(spec))
    with pytest.raises(FaultsFound) as found:
        rankpress.read_study(tmp_path / "study.yaml")
    assert told in str(found.value)


def test_tables_sentences_and_results_tell_the_same() -> None:
    analysis = analysis_of(metric(), replicability=SMALL)
    found = results("t", 0.05, [analysis])["metrics"]["accuracy"]["replicability"]
    told = {(one["a"], one["b"]): one["tests"]["sign"] for one in found["biases"][1]["comparisons"]}
    [table] = [table for table in build_tables(analysis) if table.kind == "replicability"]
    rows = [row for row in table.rows if row[0].text == "Sign test"]
    names = analysis.names
    for i, row in enumerate(rows):
        for j, cell in enumerate(row[2:]):
            if i == j:
                continue
            figures = told.get((names[i], names[j])) or told[names[j], names[i]]
            value, r = (figures["average_p"], "r_p") if i > j else (figures["rejections"], "r_e")
            assert cell.value == pytest.approx(value)
            assert cell.detail_value == pytest.approx(figures[r])
    assert "60 draws of 6 of 14 data sets" in replicability_paragraphs(analysis)[0]
    assert any("no measure of replicability" in reminder for reminder in replicability_reminders(analysis))


def test_with_a_control_pairs_are_rows() -> None:
    analysis = analysis_of(metric(), test={"control": "B"}, replicability={**SMALL, "by": ["A", "B"]})
    [table] = [table for table in build_tables(analysis) if table.kind == "replicability"]
    assert len(table.rows) == 4 * 3
    assert table.stub == 3


def test_hostile_names_and_labels_come_through_the_figures() -> None:
    names = ("$x$", "a_b & <c>", "größe 🌱", "#1 {x}")
    scores = replace(metric(), algorithms=names)
    analysis = analysis_of(
        scores,
        replicability={**SMALL, "pairs": [["$x$", "a_b & <c>"]]},
        labels={"algorithms": {"#1 {x}": "first_one"}},
        plot=["replicability"],
    )
    study = Study.model_validate(
        {"scores": {"files": "a.csv", "metrics": [{"name": "accuracy"}]}, "plot": ["replicability"]}
    )
    drawn = plot(relabelled([analysis], study.labels.names), study.plot)
    assert [one.name for one in drawn.drawings] == [
        f"accuracy-replicability-{part}" for part in ("rejections", "p", "r", "together", "together-p", "together-r")
    ]
    assert all("power, not on p" in one.caption for one in drawn.drawings)
    assert [
        one.name.removeprefix("accuracy-replicability-")
        for one in drawn.drawings
        if "At the right: R(e)" in one.caption
    ] == [
        "rejections",
        "together",
    ]
    assert not plot([analysis_of(metric())], study.plot).drawings


def test_findings_of_the_papers_on_real_runs() -> None:
    # Demsar 4.2: Wilcoxon's test rejects more often than t, and that than the t of relative differences; the sign test
    # has the larger p and the smaller R(p). Garcia and Herrera, figure 5: Bonferroni rejects least, then Holm, Shaffer.
    # By how much is not held: in Table 7 Wilcoxon's average p is less than half that of t in most pairs, as that of a
    # one-sided test would be, and here it is nine tenths of it.
    settings = [
        "scores.metrics=[{name: accuracy}]", "order=null", "curves=null", "effects=null", "test.within=none",
        "adjust=[bonferroni,holm,shaffer]", "replicability={draws: 200, biases: [0, 15]}",
    ]  # fmt: skip
    read = rankpress.read_study(EXAMPLE, settings)
    [analysis] = analyse(read.study, agreeing_scores(read))
    found = analysis.replicated
    assert found is not None
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
    def isatty(self) -> bool:
        return True


def test_a_bar_on_a_terminal_and_nothing_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_macros_are_numbers_of_the_tables() -> None:
    analysis = analysis_of(metric(), replicability=SMALL)
    found = analysis.replicated
    assert found is not None
    told = {one.key: one for one in facts_of_replicability(analysis)}
    assert all(re.fullmatch(r"[0-9.]+", one.text) for one in told.values())  # a bare % would swallow the line's end
    assert told["DrawnRejectionsSign"].value == pytest.approx(found.tabled.alone["sign"].rejections.mean() / 60)
    assert told["DrawnReFriedman"].value == pytest.approx(found.tabled.omnibus["friedman"].of_outcomes[0])
