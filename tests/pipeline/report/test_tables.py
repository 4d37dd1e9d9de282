"""The tables against the analysis; text of other formats than pages and LaTeX."""

import csv
import io
from itertools import combinations

import numpy as np
import pytest

from rankpress.core.labels import Labels
from rankpress.core.table import Cell, Table, table_csv
from rankpress.spec.report_sections import TableOptions
from rankpress.stats.adjustments import holm
from rankpress.topics.kinds import build_tables
from rankpress.topics.phrases import group_letters
from rankpress.topics.scores import mark_average_ranks, mark_datasets


def tables_of(analysis):
    return {table.kind: Labels().shown(table) for table in build_tables(analysis)}


def texts(table):
    return [[cell.text for cell in row] for row in table.rows]


def test_scores_with_ranks(make_analysis):
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
        ["bold", "bold", ""],  # bold is the best here too
    ]
    assert table.head[0][1].text == "accuracy ↑"
    assert table.footer == 1


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
def test_letters(groups, letters):
    found = group_letters(groups, range(4))
    assert [found[i].replace(" ", "") for i in range(4)] == letters.split()


def test_two_share_a_letter_exactly_where_no_test_separates_them(make_analysis):
    analysis = make_analysis(20, 7, adjust=["holm"])
    table = tables_of(analysis)["average-ranks"]
    letters = {row[0].text: set(row[-1].text.split()) for row in table.rows}
    together = {
        frozenset(analysis.names[i] for i in pair)
        for pair, p in zip(analysis.tested.over.pairs.tolist(), analysis.adjusted.p["holm"], strict=True)
        if p > 0.05
    }
    assert {frozenset(pair) for pair in combinations(letters, 2) if letters[pair[0]] & letters[pair[1]]} == together


def table_of(analysis, kind, marks="best"):
    [table] = [table for table in build_tables(analysis, {kind: TableOptions(marks=marks)}) if table.kind == kind]
    return table


def worse_than_best(analysis):
    """By the first adjustment, from the comparisons one by one."""
    over, best = analysis.tested.over, analysis.ranking.best
    [p, *_] = analysis.adjusted.p.values()
    return {
        loser
        for (a, b), favours, one in zip(over.pairs.tolist(), over.favours.tolist(), p.tolist(), strict=True)
        for winner, loser in (((a, b),) if favours > 0 else ((b, a),) if favours < 0 else ())
        if one <= analysis.adjusted.alpha and winner in best
    }


@pytest.mark.parametrize(
    "spec",
    [
        {"k": 9, "n": 30},
        {"test": {"pairwise": "t"}, "n": 25},
        {"adjust": ["benjamini-hochberg"]},
        {"test": {"control": "alg 3"}},
        {"n": 5, "test": {"alpha": 0.2}},
    ],
)
def test_average_ranks_by_the_first_adjustment(make_analysis, spec):
    analysis = make_analysis(**spec)
    worse, best = worse_than_best(analysis), analysis.ranking.best
    [marks] = mark_average_ranks(analysis).rows
    bold = {at for at, mark in enumerate(marks) if "bold" in mark}
    assert bold == set(range(len(analysis.names))) - (worse - set(best))
    second = analysis.ranking.best_first[1]
    assert {at for at, mark in enumerate(marks) if "underline" in mark} == ({second} if len(bold) == 1 else set())
    # the row below scores that are marked by tests and the table of average ranks are marked alike
    footer = table_of(analysis, "scores", "tests").rows[-1][1:]
    assert [cell.marks for cell in footer] == list(marks)
    column = {row[0].name: row[1].marks - {"muted"} for row in table_of(analysis, "average-ranks").rows}
    assert column == dict(zip(analysis.names, marks, strict=True))


def test_a_test_that_favours_the_worse_ranked_does_not_make_it_worse(make_analysis):
    """Of a t test: alg 1 is better by far on few data sets, alg 0 by little on most, so that it has the better rank."""
    means = np.tile([0.51, 0.5], (20, 1))
    means[:4] = [0.5, 0.51]
    means[:, 1] += np.where(np.arange(20) < 4, 0.4, 0)
    analysis = make_analysis(20, 2, means=means, test={"pairwise": "t", "alpha": 0.2}, adjust=["holm"])
    assert analysis.ranking.best == (0,)
    over = analysis.tested.over
    assert over.favours.tolist() == [-1]
    [marks] = mark_average_ranks(analysis).rows
    assert [sorted(mark) for mark in marks] == [["bold"], ["bold"]]


@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("ordered", [False, True])
def test_data_sets_by_the_tests_within_them(make_analysis, better, ordered):
    spec = {"folds": (10, 10), "better": better, "seed": 5}
    if ordered:
        spec |= {"costs": True, "order": {"cost": "seconds", "within_adjust": "bonferroni"}}
    analysis = make_analysis(8, 4, **spec)
    ranks = analysis.ranking.ranks
    assert ranks is not None
    sign = 1 if better == "higher" else -1
    marking = mark_datasets(analysis, "tests")
    n_bold = []
    for one, row, marks in zip(analysis.tested.within, ranks, marking.rows, strict=True):
        p = np.minimum(one.tests.p * len(one.pairs), 1) if ordered else holm(one.tests.p)
        best = int(row.argmin())
        worse = set()
        for (a, b), q, difference in zip(one.pairs.tolist(), p.tolist(), one.tests.difference.tolist(), strict=True):
            if q <= 0.05 and best in (a, b) and (sign * difference > 0) == (a == best):
                worse.add(b if a == best else a)
        bold = {at for at, mark in enumerate(marks) if "bold" in mark}
        assert bold == set(range(4)) - worse
        n_bold.append(len(bold))
    assert len(set(n_bold)) > 1  # the case is one in which tests matter
    assert f"corrected resampled t test, adjusted by {'Bonferroni' if ordered else 'Holm'}" in marking.note
    scores = table_of(analysis, "scores", "tests")
    assert [[cell.marks for cell in row[1:]] for row in scores.rows[:-1]] == [list(row) for row in marking.rows]
    assert marking.note in scores.notes


def test_with_a_control_only_data_sets_that_it_leads_are_by_tests(make_analysis):
    analysis = make_analysis(14, 4, folds=(1, 3), test={"control": "alg 3"}, order=None)
    ranks = analysis.ranking.ranks
    marking = mark_datasets(analysis, "tests")
    led = ranks[:, 3] == ranks.min(axis=1)
    assert led.any()
    assert not led.all()
    by_rank = mark_datasets(analysis, "best").rows
    assert all(marking.rows[row] == by_rank[row] for row in np.flatnonzero(~led))
    assert f"On {np.count_nonzero(~led)} of 14 data sets the best was not tested" in marking.note


NAMES = ("C4.5", "a_b & c", "naïve <b>", "50% $x$", "χ² {z}")


@pytest.fixture
def tables(make_analysis):
    analysis = make_analysis(
        6, names=NAMES, folds=(2, 5), costs=True, curves={"baseline": "C4.5"}, adjust=["holm", "bergmann-hommel"]
    )
    return build_tables(analysis)


def test_csv_has_every_row(tables):
    for table in tables:
        head, *rows = csv.reader(io.StringIO(table_csv(table)))
        assert len(rows) == len(table.rows)
        assert {len(row) for row in rows} == {len(head)}
        for row, told in zip(table.rows, rows, strict=True):
            numbers = [str(cell.value) for cell in row if isinstance(cell.value, float)]
            assert set(numbers) <= set(told)


def read(table):
    return list(csv.reader(io.StringIO(table_csv(table))))


def test_scores_are_unrounded_and_ranks_beside_them(make_analysis):
    analysis = make_analysis(5, 3)
    [table] = [table for table in build_tables(analysis) if table.kind == "scores"]
    head, *rows, average = read(table)
    assert head == ["Data set", "alg 0", "alg 0 rank", "alg 1", "alg 1 rank", "alg 2", "alg 2 rank"]
    assert analysis.scores.means is not None
    assert analysis.ranking.ranks is not None
    assert np.array_equal([[float(cell) for cell in row[1::2]] for row in rows], analysis.scores.means)
    assert np.array_equal([[float(cell) for cell in row[2::2]] for row in rows], analysis.ranking.ranks)
    assert [float(cell) for cell in average[1::2]] == analysis.ranking.average.tolist()


@pytest.mark.parametrize("name", ["=1+1", "+a", "-a", "@a", "\ta", "\ra"])
def test_text_is_no_formula(name):
    table = Table("t", "m", "", "", ((Cell(name), Cell("v")),), ((Cell(name), Cell("−1.0", -1.0)),), ("left", "right"))
    told = "'" + name.replace("\r", "\n")
    assert read(table) == [[told, "v"], [told, "-1.0"]]


def test_what_is_missing_is_empty():
    table = Table("t", "m", "", "", ((Cell("a"), Cell("b")),), ((Cell("–"), Cell("–", "")),), ("left", "right"))
    assert read(table)[1] == ["–", ""]
