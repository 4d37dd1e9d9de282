"""`rank.intervals` from spec to report: the confidence sets of rankpress.stats, in table, text and results."""

import numpy as np
import pytest

from rankpress.core.labels import Labels
from rankpress.core.text import plain
from rankpress.figures.style import PAPER
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.stats.rank_intervals import bootstrap_rank_intervals, rank_confidence_sets
from rankpress.stats.ranks import rank_scores
from rankpress.topics.kinds import build_document, build_tables
from rankpress.topics.macros import collect
from rankpress.topics.ranks_figures import plan_cd
from rankpress.topics.results import results
from rankpress.topics.topic import Request
from tests.pipeline.conftest import analysis_of, metric_of


@pytest.fixture(scope="module")
def means():
    return np.random.default_rng(2).normal([0.0, 0.5, 3.0, 1.0], size=(12, 4))


def text_of(analysis):
    document = build_document("", [analysis], build_tables(analysis), ())
    return " ".join(plain(paragraph) for section in document.sections for paragraph in section.paragraphs)


@pytest.mark.parametrize("alpha", [0.05, 0.2])
@pytest.mark.parametrize("method", ["simultaneous", "marginal", "bootstrap"])
def test_they_are_those_of_the_ranks_on_each_dataset(means, method, alpha):
    analysis = analysis_of(means, rank={"intervals": method}, test={"alpha": alpha})
    ranks = -rank_scores(means)
    if method == "bootstrap":
        expected = bootstrap_rank_intervals(ranks, 1 - alpha)
    else:
        expected = rank_confidence_sets(ranks, 1 - alpha, simultaneous=method == "simultaneous")
    told = results("", alpha, [analysis])["metrics"]["accuracy"]["rank_intervals"]
    assert told["method"] == method
    assert told["level"] == pytest.approx(1 - alpha)
    bounds = [list(both) for both in zip(expected.low.tolist(), expected.high.tolist(), strict=True)]
    assert list(told["intervals"].values()) == bounds


def test_the_ranking_the_text_and_the_macros_show_them(means):
    analysis = analysis_of(means, rank={"intervals": "simultaneous"})
    found = analysis.rank_intervals
    [table] = [table for table in build_tables(analysis) if table.kind == "average-ranks"]
    column = table.columns.index("Rank interval")
    best = analysis.ranking.best_first[0]
    assert (found.low[best], found.high[best]) == (1, 1)
    assert plain(table.rows[0][column].text) == "1"
    assert "simultaneous 95% confidence sets" in " ".join(map(plain, table.notes))
    text = text_of(analysis)
    assert "By simultaneous 95% confidence sets of the ranks, C ranks first; no other algorithm may rank first." in text
    assert "Mogstad" in text
    assert any("RankInterval" in macro.name for macro in collect([analysis]).macros)


def test_gaps_leave_them_out_with_the_reason(means):
    gapped = means.copy()
    gapped[0, 0] = np.nan
    analysis = analysis_of(
        metric_of(gapped, missing="incomplete-blocks"), rank={"intervals": "marginal"}, test={"omnibus": []}
    )
    assert analysis.rank_intervals is None
    assert "Rank intervals are left out, for they need every result." in text_of(analysis)


def test_the_diagram_has_whiskers_and_its_caption_says_what_they_are(means):
    analysis = analysis_of(means, rank={"intervals": "marginal"})
    [plan] = plan_cd(Request([analysis], PlottedFigure(name="cd"), PAPER, Labels({})))
    assert "Whiskers: marginal 95% confidence sets of the ranks." in plain(plan.caption)
    assert "Rank intervals:" in plan.alt
    assert any(str(line.get_gid()).startswith("whisker") for line in plan.draw().axes[0].lines)
    [on_axis] = plan_cd(Request([analysis], PlottedFigure(name="cd", layout="axis"), PAPER, Labels({})))
    assert "Whiskers" not in plain(on_axis.caption)
