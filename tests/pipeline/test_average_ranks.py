"""A study of average ranks concludes what a study of the scores behind them concludes."""

import numpy as np
import pytest

from rankpress.account.results import results
from rankpress.analysis import analyse
from rankpress.app.run import build
from rankpress.core.scores import MetricRanks, Scores
from rankpress.diff.comparison import StoredReport, compare_reports
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study
from rankpress.stages.conclude import concluded_best, concluded_order, concluded_over
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.topics.comparisons.omnibus import any_rejects, facts_of_omnibus
from rankpress.topics.facts import Subjects
from tests.pipeline.conftest import metric_of

SPEC = {
    "scores": {"files": ["x.csv"]},
    "test": {"pairwise": "rank-z", "omnibus": ["friedman", "iman-davenport"]},
    "effects": None,
    "order": {"prior": ["A", "B", "C", "D"], "within": "none"},
}


def scores_of(shift):
    """Scores without ties on so many data sets that no exact p is computed."""
    return np.random.default_rng(5).normal(0, 1, (60, 4)) - shift * np.arange(4)


def analyses(shift, **spec):
    """From scores, and from the average ranks that they give, alone."""
    means = scores_of(shift)
    of_scores = metric_of(means)
    average = average_ranks(rank_scores(means, better="higher"))
    of_ranks = MetricRanks(of_scores.name, "higher", of_scores.algorithms, average, len(means))
    study = Study.model_validate(SPEC | spec)
    return [analyse(study, Scores((one,), {}, ())) for one in (of_scores, of_ranks)]


def concluded(analysis):
    parts = analysis.names, analysis.ranking, analysis.tested, analysis.adjusted
    return (
        {about: one.verdict for about, one in concluded_over(*parts).items()}
        | concluded_best(analysis.names, analysis.conclusions.best)
        | concluded_order(analysis.names, analysis.ordered)
    )


@pytest.mark.parametrize("adjustment", ["nemenyi", "holm", "bergmann-hommel"])
@pytest.mark.parametrize("shift", [0.0, 0.3, 1.0])
def test_ranks_alone_conclude_what_scores_do(shift, adjustment):
    """Where there are no ties, and so many data sets that no p is exact, both know the same."""
    [[by_scores], [by_ranks]] = analyses(shift, adjust=[adjustment])
    assert concluded(by_ranks) == concluded(by_scores)
    assert any_rejects(by_ranks) == any_rejects(by_scores) == (shift > 0)
    assert (by_ranks.conclusions.best.named.best == 0) == (shift > 0)


def test_reports_of_ranks_and_of_scores_have_the_same_verdicts():
    stored = [StoredReport(results("T", 0.05, made), SPEC) for made in analyses(1.0, adjust=["holm"])]
    changes = compare_reports(*stored)
    assert not [change for change in changes if change.kind in ("verdict", "best", "group", "order")]
    for report in stored:
        [metric] = report.results["metrics"].values()
        assert all(test["deciding_p"] < 1e-6 for test in metric["omnibus"].values())


def test_facts_of_ranks_are_numbers():
    [_, [by_ranks]] = analyses(1.0, adjust=["holm"])
    facts = {fact.key: fact for fact in facts_of_omnibus(Subjects(by_ranks))}
    assert facts["FriedmanP"].value == by_ranks.tested.omnibus["friedman"].uncorrected.p


@pytest.mark.nightly
def test_sections_that_need_scores_are_named(tmp_path):
    """None of them is empty without a word."""
    (tmp_path / "ranks.csv").write_text("A,B,C,D\n1.5,2,2.5,4\n")
    scores = "scores: {files: ranks.csv, layout: ranks, datasets: 12}\n"
    for sections, is_named in (("anytime: {}\naggregates: {}\n", True), ("", False)):
        (tmp_path / "study.yaml").write_text(scores + sections)
        build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))
        report = (tmp_path / "out/report.md").read_text()
        assert ("Aggregates and anytime need the scores on each data set; there are none." in report) == is_named
