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
from rankpress.core.scores import Gap, Missing
from rankpress.core.table import Table
from rankpress.topics.phrases import group_letters
from rankpress.topics.tables import build_tables

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
        {"test": {"pairwise": "block-t", "omnibus": ["quade", "aligned-ranks", "rm-anova"]}},
        {"test": {"pairwise": "conover", "control": "alg 0"}},
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


def test_the_exact_p_of_ranks_alike(make_analysis: Make) -> None:
    # 3 algorithms ranked alike on 3 data sets: chi-squared 6, p = exp(-3), exactly 1 / 36
    table = tables_of(make_analysis(3, 3, means=np.array([[0.9, 0.8, 0.7]] * 3)))["omnibus"]
    assert texts(table)[0] == ["Friedman test", "6.000", "2", "0.050", "0.028", "6.000", "0.050"]
    assert [row[4].value for row in table.rows] == [pytest.approx(1 / 36)] * 2
    assert table.columns[4] == "Exact p"
    without = tables_of(make_analysis(60, 8))["omnibus"]
    assert "Exact p" not in without.columns
    assert not any("Exact p" in note for note in without.notes)


def test_corrections_for_want_of_sphericity_have_rows(make_analysis: Make) -> None:
    analysis = make_analysis(12, 4, test={"omnibus": ["friedman", "rm-anova"]})
    table = tables_of(analysis)["omnibus"]
    assert_rectangular(table)
    details = analysis.tested.omnibus["rm-anova"].details
    rows = {row[0].text: row for row in table.rows}
    assert list(rows) == [
        "Friedman test",
        "Repeated-measures ANOVA",
        "Greenhouse-Geisser correction",
        "Huynh-Feldt correction",
        "Mauchly's test of sphericity",
    ]
    assert rows["Greenhouse-Geisser correction"][3].value == details["greenhouse_geisser_p"]
    assert rows["Huynh-Feldt correction"][3].value == details["huynh_feldt_p"]
    assert rows["Mauchly's test of sphericity"][3].value == details["mauchly_p"]
    assert table.caption.endswith("Mauchly's test is of sphericity.")
    verdict = "rejected" if details["mauchly_p"] <= 0.05 else "not rejected"
    [note] = [note for note in table.notes if "Mauchly" in note]
    assert "Box's second-order expansion" in note
    assert note.endswith(f"sphericity is {verdict} at level 0.05.")
    [ties] = [note for note in table.notes if note.startswith("Corrected for ties")]
    assert "the statistics of the Friedman test;" in ties
    assert "ANOVA" not in ties
    epsilon = details["greenhouse_geisser_epsilon"]
    assert rows["Greenhouse-Geisser correction"][2].text == f"{3 * epsilon:.2f}, {33 * epsilon:.2f}"
    alone = tables_of(make_analysis(3, 4, test={"omnibus": ["rm-anova"]}))["omnibus"]
    assert_rectangular(alone)
    assert alone.columns == ("Test", "Statistic", "df", "p")
    assert not any("ties" in note for note in alone.notes)


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
        ["bold", "bold", "bold"],  # no test separates them
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
    # the arrow is the metric's: of ranks the lower are the better ones
    assert tables["ranks"].notes[0] == "↑: higher accuracy is better; rank 1 is the best."


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


@pytest.mark.parametrize("within", ["mcnemar", "mcnemar-mid-p", "mcnemar-chi2", "mcnemar-chi2-corrected", "binomial"])
def test_tests_over_test_examples(make_analysis: Make, within: str) -> None:
    analysis = make_analysis(3, 3, examples=40, test={"within": within})
    found = tables_of(analysis)
    table = found["within"]
    assert_rectangular(table)
    chi_squared = ["Chi-squared"] if "chi2" in within else []
    head = ["Data set", "a", "b", "Examples", "Only a", "Only b", "Difference", "SE", *chi_squared, "p"]
    assert [cell.text for cell in table.head[-1]] == head
    tested = analysis.tested.within[1].tests
    row = table.rows[3]
    assert row[0].text == "data 1"
    assert [cell.value for cell in row[3:6]] == [41, tested.details["only_a"][0], tested.details["only_b"][0]]
    assert row[-1].value == tested.p[0]
    omnibus = found["within-omnibus"]
    assert_rectangular(omnibus)
    assert [[cell.text for cell in line[:3]] for line in omnibus.rows] == [
        ["data 0", "40", "3"],
        ["data 1", "41", "3"],
        ["data 2", "42", "3"],
    ]
    assert [line[-1].value for line in omnibus.rows] == [test.p for test in analysis.tested.within_omnibus.values()]


def test_tests_over_folds_say_what_their_columns_are(make_analysis: Make) -> None:
    table = tables_of(make_analysis(2, 2, folds=(5, 2), test={"within": "5x2cv-t"}))["within"]
    assert "Difference: the mean of the ten. The statistic is made of the first of them." in table.notes
    table = tables_of(make_analysis(2, 2, folds=(5, 2), test={"within": "resampled-t"}))["within"]
    assert "These p-values take dependent folds for independent and are too small." in table.notes
    assert "within-omnibus" not in tables_of(make_analysis(2, 3, folds=(5, 2)))
