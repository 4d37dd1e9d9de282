"""The tables: what they hold against the analysis, how cells are marked, and which are left out.

Wins and letters of groups are counted again by hand here; ranks and p-values are taken from the analysis, which other
tests hold against the papers.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from rankpress.analysis import Analysis
from rankpress.report.table import Table
from rankpress.report.tables import build_tables
from rankpress.report.tables.letters import group_letters
from rankpress.scores import Gap, Missing

Make = Callable[..., Analysis]


def tables_of(analysis: Analysis) -> dict[str, Table]:
    return {table.kind: table for table in build_tables(analysis)}


def texts(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def assert_rectangular(table: Table) -> None:
    for row in table.head:
        assert sum(cell.span for cell in row) == len(table.align)
    assert {len(row) for row in table.rows} == {len(table.align)}
    assert len(table.columns or table.head[-1]) == len(table.align)


@pytest.mark.parametrize(
    "spec",
    [
        {},
        {"k": 2},
        {"k": 12},
        {"n": 1, "folds": (2, 5)},
        {"folds": (2, 5), "costs": True, "curves": {"pairs": "all"}},
        {"folds": (5, 2), "test": {"within": "5x2cv-f"}, "order": {"prior": [f"alg {i}" for i in range(4)]}},
        {"test": {"control": "alg 2"}, "adjust": ["bonferroni-dunn", "holm"]},
        {"test": {"control": "alg 0", "pairwise": "wilcoxon"}},
        {"test": {"pairwise": "sign"}, "adjust": ["holm"]},
        {"means": np.full((6, 3), 0.5), "n": 6, "k": 3},
        {"better": "lower"},
    ],
)
def test_every_table_is_whole(make_analysis: Make, spec: dict[str, Any]) -> None:
    tables = build_tables(make_analysis(**spec))
    assert len({table.name for table in tables}) == len(tables)
    for table in tables:
        assert_rectangular(table)
        assert table.title
        assert table.caption.endswith(".")
        assert all(note.endswith(".") for note in table.notes)
        assert all("nan" not in cell.text and "None" not in cell.text for row in table.rows for cell in row)


def test_scores_with_ranks(make_analysis: Make) -> None:
    means = np.array([[0.9, 0.8, 0.7], [0.8, 0.8, 0.7], [0.5, 0.5, 0.5], [0.6, 0.7, 0.8]])
    table = tables_of(make_analysis(4, 3, means=means))["scores"]
    assert texts(table) == [
        ["data 0", "0.9 (1)", "0.8 (2)", "0.7 (3)"],
        ["data 1", "0.8 (1.5)", "0.8 (1.5)", "0.7 (3)"],
        ["data 2", "0.5 (2)", "0.5 (2)", "0.5 (2)"],
        ["data 3", "0.6 (3)", "0.7 (2)", "0.8 (1)"],
        ["Average rank", "1.88", "1.88", "2.25"],
    ]
    marks = [["".join(sorted(cell.marks)) for cell in row[1:]] for row in table.rows]
    assert marks == [
        ["bold", "underline", ""],
        ["bold", "bold", ""],
        ["", "", ""],
        ["", "underline", "bold"],
        ["bold", "bold", ""],
    ]
    assert table.head[0][1].text == "accuracy ↑"
    assert table.footer == 1


def test_a_lower_score_can_be_better(make_analysis: Make) -> None:
    table = tables_of(make_analysis(2, 2, means=np.array([[0.1, 0.2], [0.3, 0.2]]), better="lower", metric="loss"))[
        "scores"
    ]
    assert table.head[0][1].text == "loss ↓"
    assert texts(table)[0] == ["data 0", "0.1 (1)", "0.2 (2)"]


def test_many_algorithms_have_ranks_apart(make_analysis: Make) -> None:
    tables = tables_of(make_analysis(5, 12))
    assert all("(" not in cell.text for row in tables["scores"].rows for cell in row)
    assert [row[-12:] for row in texts(tables["ranks"])][-1] == [row[-12:] for row in texts(tables["scores"])][-1]


def test_a_missing_score_is_a_dash_and_ranked_last(make_analysis: Make) -> None:
    means = np.array([[0.9, np.nan, 0.7], [0.8, 0.7, 0.6]])
    missing = Missing("worst-rank", (Gap("data 0", "alg 1", 0, 1),), worst_ranked=(Gap("data 0", "alg 1", 0, 1),))
    tables = tables_of(make_analysis(2, 3, means=means, missing=missing, adjust=["holm"]))
    assert texts(tables["scores"])[0] == ["data 0", "0.9 (1)", "– (3)", "0.7 (2)"]
    assert texts(tables["missing"]) == [["data 0", "alg 1", "0", "1", "ranked last"]]


def test_wins_ties_losses(make_analysis: Make) -> None:
    means = np.array([[0.9, 0.8, 0.7], [0.8, 0.8, 0.9], [0.5, 0.6, 0.4]])
    tables = tables_of(make_analysis(3, 3, means=means, names=("A", "B", "C")))
    # average ranks: A 5.5/3, B 5.5/3, C 7/3
    assert texts(tables["wins-ties-losses"]) == [
        ["A", "", "1/1/1", "2/0/1"],
        ["B", "1/1/1", "", "2/0/1"],
        ["C", "1/0/2", "1/0/2", ""],
    ]
    assert [row[2:5] for row in texts(tables["average-ranks"])] == [
        ["3", "1", "2"],
        ["3", "1", "2"],
        ["2", "0", "4"],
    ]


def test_wins_against_a_control(make_analysis: Make) -> None:
    means = np.array([[0.9, 0.8, 0.7], [0.8, 0.8, 0.9], [0.5, 0.6, 0.4]])
    analysis = make_analysis(3, 3, means=means, names=("A", "B", "C"), test={"control": "B"})
    assert texts(tables_of(analysis)["wins-ties-losses"]) == [["A", "1", "1", "1"], ["C", "1", "0", "2"]]


@pytest.mark.parametrize(
    ("groups", "letters"),
    [
        ([(0, 1, 2, 3)], "a a a a"),
        ([], "a b c d"),
        ([(0, 1), (1, 2)], "a ab b c"),
        ([(0, 2), (1, 2, 3)], "a b ab b"),  # no run: 1 lies between 0 and 2
        ([(1, 3), (0, 2)], "a b a b"),
    ],
)
def test_letters(groups: list[tuple[int, ...]], letters: str) -> None:
    found = group_letters(groups, range(4))
    assert [found[i].replace(" ", "") for i in range(4)] == letters.split()


def test_two_share_a_letter_exactly_where_no_test_separates_them(make_analysis: Make) -> None:
    analysis = make_analysis(20, 7, adjust=["holm"])
    assert analysis.tested.over is not None
    table = tables_of(analysis)["average-ranks"]
    letters = {row[0].text: set(row[-1].text.split()) for row in table.rows}
    together = {
        frozenset(analysis.names[i] for i in pair)
        for pair, p in zip(analysis.tested.over.pairs.tolist(), analysis.adjusted.p["holm"], strict=True)
        if p > 0.05
    }
    assert {frozenset(pair) for pair in combinations(letters, 2) if letters[pair[0]] & letters[pair[1]]} == together


def test_more_groups_than_letters() -> None:
    letters = group_letters([], range(60))
    assert letters[26] == "aa"
    assert len(set(letters.values())) == 60


def test_adjusted_p(make_analysis: Make) -> None:
    analysis = make_analysis(20, 5, adjust=["holm", "shaffer"])
    over = analysis.tested.over
    assert over is not None
    table = tables_of(analysis)["adjusted-p"]
    raw = [row[4].value for row in table.rows]
    assert raw == sorted(over.p.tolist())
    for row in table.rows:
        assert all(("significant" in cell.marks) == (cell.value <= 0.05) for cell in row[5:])  # type: ignore[operator]
        assert "significant" not in row[4].marks
    assert [cell.text for cell in table.head[0]][-3:] == ["p", "Holm", "Shaffer"]
    assert table.in_pdf
    assert not tables_of(make_analysis(20, 21))["adjusted-p"].in_pdf  # 210 comparisons


def test_ordering(make_analysis: Make) -> None:
    analysis = make_analysis(8, 4, folds=(2, 5), costs=True)
    tables = tables_of(analysis)
    assert [row[1].text for row in tables["ordering"].rows] == [
        analysis.names[position.algorithm] for position in analysis.ordered.ranking
    ]
    for row in tables["ordering-datasets"].rows:
        by_place = sorted(range(4), key=lambda i, row=row: row[i + 1].value)  # type: ignore[misc]
        assert tuple(by_place) == analysis.ordered.per_dataset[row[0].text]


def test_aucc_is_laid_out_by_pairs(make_analysis: Make) -> None:
    table = tables_of(make_analysis(3, 3, folds=(2, 5), curves={"baseline": "alg 0"}))["aucc"]
    assert [(cell.text, cell.span) for cell in table.head[0]] == [
        ("", 1),
        ("alg 1 − alg 0", 2),
        ("alg 2 − alg 0", 2),
    ]
    assert [row[0].text for row in table.rows] == ["data 0", "data 1", "data 2"]
    assert table.unit == 2


def test_what_there_is_nothing_of_is_left_out(make_analysis: Make) -> None:
    assert tables_of(make_analysis(1, 3)).keys() == {"scores", "average-ranks", "wins-ties-losses"}
