"""Averages over data sets where results are missing: which are marked as the best, which have a sign, who is first."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from rankpress.account.tables import built_table
from rankpress.checks.digest import _described
from rankpress.core.scores import Gap, Missing
from rankpress.report.table_view import algorithm_places, choose_tables
from rankpress.spec.table_options import sorting, table_options
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
