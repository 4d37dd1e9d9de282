"""Averages over data sets where results are missing: which are marked as the best, which have a sign, who is first."""

import io
import re
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from rankpress.account.document import build_document
from rankpress.account.paper import results_for_paper
from rankpress.account.tables import build_tables, built_table
from rankpress.app.answer import write_answer
from rankpress.catalog.kinds import FIGURES
from rankpress.checks.digest import _described
from rankpress.core.document import Plan, all_sections
from rankpress.core.scores import Gap, Missing
from rankpress.report.plot import plans_of
from rankpress.report.table_view import algorithm_places, choose_tables
from rankpress.spec.model import Study
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.spec.table_options import sorting, table_options
from rankpress.topics.effects.effects import facts_of_effects
from rankpress.topics.effects.leader import leader_effects
from rankpress.topics.facts import Subjects
from rankpress.topics.imputation import lacking_results
from rankpress.topics.order.order import facts_of_fronts
from rankpress.topics.scores.rows import deviations
from rankpress.wording.text import join, plain

N = 8
SUMMARIES = ("mean", "median", "geometric-mean", "mean-spread", {"difference": "alg 1"}, "average-rank", "wins")
GROUPS = {"mixed": ("data 0", "data 1", "data 6", "data 7"), "easy": ("data 2", "data 3")}
HARD = tuple(Gap(f"data {row}", "alg 2", 0, 1) for row in (6, 7))
BEST = {"bold", "underline", "gray", "light-gray"}


def easier_for_the_last(make_analysis, policy="incomplete-blocks", **spec):
    """The last algorithm is the worst on each data set that it has, and has none of the hard ones."""
    means = np.linspace(0.9, 0.3, N)[:, None] + np.array([0.05, 0.03, 0.0])
    means[6:, 2] = 0.45 if policy == "dataset-mean" else np.nan
    kept = {"worst-rank": "worst_ranked", "incomplete-blocks": "left_open", "dataset-mean": "imputed"}[policy]
    missing = Missing(policy, HARD, **{kept: HARD})
    test = {"omnibus": ["skillings-mack"], "pairwise": "wilcoxon"} if policy == "incomplete-blocks" else {}
    return make_analysis(N, 3, means=means, missing=missing, folds=None, test=test, **spec)


def table_of(analysis, **options):
    return built_table("scores", analysis, table_options("scores")(**options))


def sums(table):
    """The rows that sum up data sets: those below, and those of groups."""
    return [(plain(row[0].text), row[1:]) for row in table.rows if not plain(row[0].text).startswith("data ")]


@pytest.mark.parametrize("policy", ["incomplete-blocks", "worst-rank", "dataset-mean"])
def test_no_average_over_fewer_data_sets_is_the_best(make_analysis, policy):
    """Whatever sums up scores: it has no mark next to an average over others, and a sign, with its note."""
    apart, grouped = (easier_for_the_last(make_analysis, policy, groups=groups) for groups in ({}, GROUPS))
    tables = [table_of(apart, summary=SUMMARIES, ranks=False, marks=marks) for marks in ("best", "gray")]
    tables += [table_of(grouped, summary=(SUMMARIES[0],), ranks=False), table_of(grouped, rows="groups", marks="gray")]
    tables += [table_of(grouped, summary=("mean-spread",), rows="groups")]
    for table in tables:
        for title, row in sums(table):
            marks = [bool(cell.marks & BEST) for cell in row]
            has_signs = {sign for sign in "§‡" if any(sign in plain(cell.text) for cell in row)}
            assert not marks[-1]
            assert any(marks) <= any(cell.marks & {"bold", "gray"} for cell in row)
            assert not any(marks) or has_signs != {"§"} or "Average rank" in title
            is_whole = "easy" in title or (title == "Wins" and policy == "incomplete-blocks")
            assert bool(has_signs) != is_whole
            assert not any(sign in plain(cell.text) for cell in row[:2] for sign in "§‡")
        for sign, notes in product("§‡", (table.notes, table.short_note)):
            has_note = any(plain(note).startswith(sign) for note in notes)
            assert has_note == any(sign in plain(cell.text) for row in table.rows for cell in row[1:])


def test_averages_over_the_same_data_sets_are_marked(make_analysis):
    """A group without gaps has its best, and so have the columns that are whole."""
    analysis = easier_for_the_last(make_analysis, groups=GROUPS)
    (_, mixed), (_, easy) = sums(table_of(analysis, rows="groups", summary=("mean",)))[:2]
    assert [bool(cell.marks & BEST) for row in (mixed, easy) for cell in row] == [False] * 3 + [True, True, False]
    options = table_options("scores")(columns=("alg 0", "alg 1"), summary=("mean",))
    whole = next(table for table in choose_tables([analysis], {"scores": options}).tables if table.kind == "scores")
    assert [cell.marks & BEST for cell in whole.foot[0][1:]] == [{"bold"}, set()]
    assert "§" not in plain(join((*whole.notes, *whole.short_note)))


@pytest.mark.parametrize("policy", ["incomplete-blocks", "worst-rank"])
def test_means_over_different_data_sets_put_none_first(make_analysis, policy):
    analysis = easier_for_the_last(make_analysis, policy)
    chosen = choose_tables([analysis], {"scores": table_options("scores")(sort="mean")}, "mean")
    table = next(table for table in chosen.tables if table.kind == "scores")
    assert [cell.name for cell in table.head[-1][1:]] == ["alg 0", "alg 1", "alg 2"]
    why = "has no effect: means of accuracy are over different data sets; the order is by rank"
    assert [*chosen.warnings] == [f"report.sort {why}", f"report.tables.scores.sort {why}"]
    digest = [*_described(analysis.scores)][-1]
    assert digest.startswith("best mean alg 0 (")
    assert digest.endswith(" on 6 complete data sets")


def test_requested_columns_that_are_not_there_are_reported(make_analysis):
    """Whatever the ranking omits of what a study requests, with the reason; and nothing of what it has."""
    analysis = easier_for_the_last(make_analysis, costs=True)
    columns = ["Average rank", "Rank", "Data sets", "W/T/L", "p vs. best", "accuracy", "Mean", "seconds", "Groups"]
    chosen = choose_tables([analysis], {"average-ranks": table_options("average-ranks")(columns=columns)})
    [warning] = chosen.warnings
    of_means = "'accuracy', 'Mean' and 'seconds'"
    assert warning == f"report.tables.average-ranks.columns has no effect for {of_means}: some results are missing"
    whole = make_analysis(N, 3, folds=None, costs=True)
    options = {"average-ranks": table_options("average-ranks")(columns=[*columns[:2], *columns[3:]])}
    assert choose_tables([whole], options).warnings == ()


def test_weighted_means_sort(make_analysis):
    analysis = make_analysis(2, 2, means=np.array([[0.9, 0.5], [0.5, 0.8]]))
    weighted = replace(analysis, scores=replace(analysis.scores, weights=np.array([1.0, 9.0])))
    assert [*algorithm_places(weighted, sorting("mean"))] == ["alg 1", "alg 0"]


MEANS_OVER_DATASETS = re.compile(
    r"[Oo]n average|\b(?<!intervals: )mean (?:difference|score|seconds)|\bmeans? over the data sets|^Mean: "
    r"|first minus second"
)


def weighted(analysis):
    weights = np.array([30.0, *[1.0] * (analysis.scores.n_datasets - 1)])
    return replace(analysis, scores=replace(analysis.scores, weights=weights))


@pytest.mark.nightly
def test_a_mean_says_whether_it_is_weighted(make_analysis):
    """In sentences, captions, notes, column titles and macros, next to numbers of the other sort."""
    for measure in ("hodges-lehmann", "mean-difference"):
        spec = {
            "folds": (5, 2),
            "costs": True,
            "effects": {"measures": [measure, "hedges-g"]},
            "test": {"pairwise": "t"},
        }
        analysis = weighted(make_analysis(9, 3, **spec))
        document = build_document("Title", [analysis], build_tables(analysis), ())
        said = [*results_for_paper([analysis]), *document.summary, *document.account]
        for section in all_sections(document.sections):
            said += () if section.identifier.startswith(("limitations", "methods")) else section.paragraphs
            said += [text for table in section.tables for text in (table.caption, *table.notes)]
        said += [fact.meaning for facts in (facts_of_effects, facts_of_fronts) for fact in facts(Subjects(analysis))]
        said = [text for text in map(plain, said) if MEANS_OVER_DATASETS.search(text)]
        assert len(said) > 6
        assert [text for text in said if "weighted" not in text] == []
        assert leader_effects(analysis)[0] == "Unweighted difference"
    terminal = io.StringIO()
    write_answer([analysis], {}, terminal, width=90)
    assert "Weighted mean" in terminal.getvalue()


def test_weights_count_in_every_mean(make_analysis):
    analysis = weighted(make_analysis(6, 2, folds=None))
    scores, weights = analysis.scores, analysis.scores.weights
    repeated = np.repeat(scores.means, weights.astype(int), axis=0)
    rows = dict(sums(table_of(analysis, summary=("mean", "mean-spread", "geometric-mean"))))
    assert [cell.value for cell in rows["Mean"]] == pytest.approx(repeated.mean(axis=0))
    assert [cell.value for cell in rows["Geometric mean"]] == pytest.approx(np.exp(np.log(repeated).mean(axis=0)))
    shrunk = (weights.sum() - (weights**2).sum() / weights.sum()) / weights.sum()
    assert [cell.detail_value[-1] for cell in rows["Mean ± SD"]] == pytest.approx(repeated.std(axis=0) / shrunk**0.5)
    assert deviations(scores.means, np.ones(6)) == pytest.approx(deviations(scores.means))
    best = repeated.mean(axis=0).max()
    assert f"best weighted mean {scores.algorithms[int(repeated.mean(axis=0).argmax())]} ({best:.4g})" in " ".join(
        _described(scores)
    )


@pytest.mark.parametrize("policy", ["incomplete-blocks", "worst-rank", "dataset-mean"])
def test_captions_and_results_say_whose_results_are_missing(make_analysis, policy):
    analysis = easier_for_the_last(make_analysis, policy, leaderboard={"draws": 100})
    became = {"worst-rank": "are ranked last", "dataset-mean": "are replaced by the data set's mean"}.get(policy)
    whose = f"wo missing results of alg 2 {became}" if became else "wo results of alg 2 are missing"
    assert plain(results_for_paper([analysis])[0]).count(whose) == 1
    figures = [PlottedFigure(name=name) for name, kind in FIGURES.items() if kind.of_ranks]
    plans = [plan for plan in plans_of([analysis], figures) if isinstance(plan, Plan)]
    assert {"cd", "rank-distribution", "leaderboard", "stability"} <= {plan.kind for plan in plans}
    assert [plan.kind for plan in plans if plain(plan.caption).count(whose) != 1] == []


@pytest.mark.parametrize(
    ("gaps", "clause"),
    [
        ((), ""),
        ((1,), "one missing result of alg 0 is ranked last"),
        ((1, 3), "four missing results (three of alg 1 and one of alg 0) are ranked last"),
        ((1, 1, 2, 5, 1), "ten missing results (five of alg 3, two of alg 2, one of alg 0 and two of others) are"),
    ],
)
def test_many_that_lack_results_are_counted(make_analysis, gaps, clause):
    lacking = tuple(Gap(f"data {i}", f"alg {place}", 0, 1) for place, n in enumerate(gaps) for i in range(n))
    analysis = make_analysis(N, 5, folds=None)
    missing = Missing("worst-rank", lacking, worst_ranked=lacking)
    assert plain(lacking_results(replace(analysis, scores=replace(analysis.scores, missing=missing)))).startswith(
        clause
    )


@pytest.mark.parametrize("metrics", ["apart", "together"])
@pytest.mark.parametrize("name", ["Mean", "Wins", "Rank", "Elo"])
def test_a_title_of_the_ranking_is_its_column_whatever_metrics_and_costs_are_called(make_analysis, name, metrics):
    first, second = (make_analysis(N, 3, metric=metric, costs=True) for metric in ("accuracy", name))
    fronts = tuple(replace(front, cost=name) for front in first.conclusions.fronts)
    analyses = [replace(each, conclusions=replace(each.conclusions, fronts=fronts)) for each in (first, second)]
    columns = ("Mean", "Wins", "Rank", "Elo")
    options = {"average-ranks": table_options("average-ranks")(columns=columns, metrics=metrics)}
    plainly = choose_tables([first], {"average-ranks": table_options("average-ranks")(columns=columns)}).tables
    expected = [row for table in plainly if table.kind == "average-ranks" for row in table.rows]
    table = next(table for table in choose_tables(analyses, options).tables if table.kind == "average-ranks")
    assert [row[: len(expected[0])] for row in table.rows] == expected
    assert plain(table.head[-1][1].text) == "Mean"


@pytest.mark.parametrize("test", [{}, {"control": "alg 0"}])
def test_one_figure_of_several_metrics_explains_its_marks_once(make_analysis, test):
    analyses = [make_analysis(12, 3, folds=None, metric=name, test=test) for name in ("accuracy", "recall")]
    [figure] = Study.model_validate({"scores": {"files": ["x.csv"]}, "plot": [{"cd": {"together": True}}]}).plot
    [plan] = plans_of(analyses, [figure])
    sentences = plain(plan.caption).split(". ")
    assert sentences[0] == "Average ranks of three algorithms over twelve data sets by accuracy and recall"
    assert len(sentences) == len({*sentences}) <= 3
