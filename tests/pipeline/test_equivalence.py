"""Equivalence and non-inferiority, from the margin of a study to what its report says."""

import json

import numpy as np
import pytest
from pydantic import ValidationError

from rankpress.account.results import json_text, results
from rankpress.account.tables import built_table
from rankpress.core.scores import Gap, MetricRanks, Missing
from rankpress.spec.model import Study
from rankpress.stats.equivalence import adjust_equivalence, equivalence
from rankpress.topics.comparisons.equivalence import (
    equivalence_caveats,
    equivalence_findings,
    equivalence_methods,
    equivalence_note,
)
from rankpress.wording.text import plain
from tests.pipeline.conftest import analysis_of, metric_of

CONTROL = {"control": "A"}
AVERAGES = {"test": {"pairwise": "rank-z"}, "adjust": ["nemenyi"]}


def scores_of(n=14, seed=4, shifts=(0.0, 0.001, -0.03, -0.012), noise=0.008):
    rng = np.random.default_rng(seed)
    return rng.uniform(0.6, 0.9, (n, 1)) + np.array(shifts) + noise * rng.normal(size=(n, len(shifts)))


def said(analysis):
    return [plain(sentence) for sentence in equivalence_findings(analysis)]


def comparisons_of(analysis):
    [metric] = json.loads(json_text(results("", 0.05, [analysis])))["metrics"].values()
    return metric["comparisons"]


@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize(("pairwise", "test"), [("wilcoxon", "wilcoxon"), ("t", "t"), ("sign", "wilcoxon")])
def test_results_are_those_of_stats(better, pairwise, test):
    means = scores_of()
    analysis = analysis_of(metric_of(means, better), effects={"margin": 0.02}, test={"pairwise": pairwise})
    sign = 1 if better == "higher" else -1
    rows = comparisons_of(analysis)
    pairs = [["ABCD".index(row["a"]), "ABCD".index(row["b"])] for row in rows]
    expected = equivalence(sign * means, pairs, 0.02, test=test)
    sides = adjust_equivalence(expected.first, expected.second)
    for index, row in enumerate(rows):
        written = row["equivalence"]
        assert (written["margin"], written["test"]) == (0.02, test)
        assert written["p"] == expected.p[index]
        assert written["adjusted"] == max(side[index] for side in sides)
        assert [written["not_inferior"][name]["adjusted"] for name in "ab"] == [side[index] for side in sides]
        assert written["statistics"] == expected.statistics[index].tolist()


@pytest.mark.parametrize("effects", [{}, None, {"level": 0.9}])
def test_without_a_margin_nothing_is_tested_or_said(effects):
    analysis = analysis_of(scores_of(), **({"effects": effects} if effects != {} else {}))
    assert analysis.equivalence is None
    assert said(analysis) == []
    assert "equivalence" not in comparisons_of(analysis)[0]


BY = "two one-sided Wilcoxon signed-ranks tests"
HOLM = f"({BY}, adjusted by Holm, α = 0.05)"
NOT_SHOWN = "Equivalence within ±{} is not shown ({}, p = {})"
LOW = "an unadjusted exploratory p ≤ 0.05"


@pytest.mark.parametrize(("spec", "means", "expected"), [
    ({}, scores_of(), f"One of the six pairs is equivalent within ±0.02 {HOLM}: B and A."),
    ({"effects": {"margin": 0.2}}, scores_of(), f"All six pairs are equivalent within ±0.2 {HOLM}."),
    ({"effects": {"margin": 0.001}}, scores_of(),
     f"None of the six pairs is shown to be equivalent within ±0.001 {HOLM}."),
    ({"effects": {"margin": 0.02}, "test": {"pairwise": "t"}}, scores_of()[:, :2],
     "B and A are equivalent within ±0.02 (two one-sided paired t tests, p < 0.001)."),
    ({"effects": {"margin": 0.001}}, scores_of()[:, :2], NOT_SHOWN.format(0.001, BY, 0.914) + "."),
    ({"effects": {"margin": 0.005}}, scores_of(seed=11, shifts=(0, 0.0035)),
     NOT_SHOWN.format(0.005, BY, 0.232) + ", but B is non-inferior to A (margin 0.005, p < 0.001)."),
    ({"protocol": {"kind": "exploratory"}}, scores_of(),
     f"For equivalence within ±0.02, two of the six pairs have {LOW} by {BY}."),
])  # fmt: skip
def test_what_is_said(spec, means, expected):
    analysis = analysis_of(means, **{"effects": {"margin": 0.02}, **spec})
    assert said(analysis)[0] == expected


def test_one_may_be_non_inferior_to_the_control_and_not_equivalent():
    analysis = analysis_of(scores_of(16, shifts=(0.0, 0.005, 0.03)), effects={"margin": 0.009}, test=CONTROL)
    [row] = [row["equivalence"] for row in comparisons_of(analysis) if row["a"] == "B"]
    assert row["not_inferior"]["a"]["adjusted"] <= 0.05 < row["adjusted"]
    # C is too, but the test of differences says more of it
    assert said(analysis)[-1] == "B is non-inferior to the control, A (margin 0.009)."


def test_a_difference_may_be_significant_and_smaller_than_the_margin():
    analysis = analysis_of(scores_of(shifts=(0.0, 0.01, 0.05), noise=0.002), effects={"margin": 0.02})
    assert said(analysis)[-1] == "Of these, B and A differ significantly, but by less than the margin."


def test_the_table_marks_equivalent_pairs_and_no_others():
    analysis = analysis_of(scores_of(), effects={"margin": 0.02})
    table = built_table("pairs", analysis)
    column = [plain(cell.name) for cell in table.head[-1]].index("p (equivalence)")
    marked = {(plain(row[0].text), plain(row[1].text)) for row in table.rows if row[column].sign == "="}
    assert marked == {
        (row["a"], row["b"]) for row in comparisons_of(analysis) if row["equivalence"]["adjusted"] <= 0.05
    }
    assert marked == {("B", "A")}
    assert plain(equivalence_note(analysis)) in map(plain, table.notes)
    assert "p (first not inferior)" in table.unprinted
    without = built_table("pairs", analysis_of(scores_of()))
    assert not any("equivalence" in title or "inferior" in title for title in without.columns or ())


def test_with_gaps_each_pair_is_tested_on_the_data_sets_that_it_shares():
    means = scores_of()
    means[:3, 2], means[2:, 3] = np.nan, np.nan
    analysis = analysis_of(metric_of(means, missing="incomplete-blocks"), effects={"margin": 0.02})
    for row in comparisons_of(analysis):
        pair = ["ABCD".index(row[name]) for name in "ab"]
        shared = means[~np.isnan(means[:, pair]).any(axis=1)][:, pair]
        if len(shared) < 2:
            assert (row["equivalence"]["p"], row["equivalence"]["why"]) == (1, "the two share fewer than two data sets")
        else:
            assert row["equivalence"]["p"] == equivalence(shared, [[0, 1]], 0.02).p[0]


def test_what_has_no_scores_is_not_tested():
    gap = (Gap("data 0", "A", 0, 1),)
    worst = metric_of(scores_of(), missing=Missing("worst-rank", gap, worst_ranked=gap))
    averages = MetricRanks("accuracy", "higher", tuple("ABCD"), np.array([1.5, 2.0, 3.0, 3.5]), 14)
    for scores, expected in ((worst, "results that are ranked last"), (averages, "only average ranks were given")):
        analysis = analysis_of(scores, effects={"margin": 0.02}, **({} if scores is worst else AVERAGES))
        [sentence] = said(analysis)
        assert expected in sentence
        assert "equivalence" not in comparisons_of(analysis)[0]
        assert not [*equivalence_caveats(analysis), *equivalence_methods(analysis)]


@pytest.mark.parametrize(("effects", "message"), [
    ({"margin": 0}, "greater than 0"),
    ({"margin": {"speed": 0.1}}, "there is no metric 'speed' in scores.metrics"),
    ({"margin_test": "t"}, "there is no margin to test against"),
])  # fmt: skip
def test_what_a_study_may_not_say_of_margins(effects, message):
    scores = {"files": ["x.csv"], "metrics": [{"name": "accuracy"}]}
    with pytest.raises(ValidationError, match=message):
        Study.model_validate({"scores": scores, "effects": effects})


@pytest.mark.parametrize(
    ("n", "k", "least"), [(4, 2, "0.063"), (6, 4, "0.016, and 0.094 after adjustment"), (7, 4, "")]
)
def test_too_few_data_sets_are_said(n, k, least):
    analysis = analysis_of(scores_of(n)[:, :k], effects={"margin": 5.0})
    expected = f"On so few data sets Wilcoxon's test cannot show equivalence: p is at least {least}."
    assert [plain(sentence) for sentence in equivalence_caveats(analysis)] == ([expected] if least else [])
    assert analysis.equivalence.equivalent.any() == (not least)


def test_methods_name_margin_test_and_sources():
    [text] = map(plain, equivalence_methods(analysis_of(scores_of(), effects={"margin": 0.02})))
    assert text == (
        "Equivalence within ±0.02 was tested by two one-sided Wilcoxon signed-ranks tests (Schuirmann 1987; Wilcoxon"
        " 1945), adjusted for the number of pairs by the Holm procedure (Holm 1979; Shaffer 1986)."
    )


@pytest.mark.parametrize("scores", [{"n": 1, "folds": (1, 10)}, {"n": 3, "examples": 60}])
def test_a_margin_without_comparisons_over_data_sets_is_not_passed_over(make_analysis, scores):
    analysis = make_analysis(k=3, effects={"margin": 0.1}, **scores)
    assert said(analysis) == ["Equivalence is not tested, for there are no comparisons over data sets."]
