"""Bold and underlined figures: by the adjusted tests over the data sets, by tests within them, or by ranks.

Which algorithms a test finds worse than the best is found again here, pair by pair, from the p-values that other tests
hold against published ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rankpress.analysis import Analysis
from rankpress.core.table import Table
from rankpress.spec.report_sections import TableOptions
from rankpress.stats.adjustments import holm
from rankpress.topics.scores import mark_average_ranks, mark_datasets
from rankpress.topics.tables import build_tables

Make = Callable[..., Analysis]


def table_of(analysis: Analysis, kind: str, marks: str = "best") -> Table:
    [table] = [table for table in build_tables(analysis, {kind: TableOptions(marks=marks)}) if table.kind == kind]
    return table


def worse_than_best(analysis: Analysis) -> set[int]:
    """By the first adjustment, from the comparisons one by one."""
    over, best = analysis.tested.over, analysis.ranking.best
    assert over is not None
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
        {},
        {"k": 6, "adjust": ["holm", "nemenyi"]},
        {"k": 9, "n": 30},
        {"n": 40, "k": 3},
        {"test": {"pairwise": "wilcoxon"}, "adjust": ["holm"]},
        {"test": {"pairwise": "t"}, "n": 25},
        {"adjust": ["benjamini-hochberg"]},
        {"test": {"control": "alg 3"}},
        {"n": 5, "test": {"alpha": 0.2}},
    ],
)
def test_average_ranks_by_the_first_adjustment(make_analysis: Make, spec: dict[str, Any]) -> None:
    analysis = make_analysis(**spec)
    worse, best = worse_than_best(analysis), analysis.ranking.best
    [marks] = mark_average_ranks(analysis).rows
    bold = {at for at, mark in enumerate(marks) if "bold" in mark}
    assert bold == set(range(len(analysis.names))) - (worse - set(best))
    second = analysis.ranking.best_first[1]
    assert {at for at, mark in enumerate(marks) if "underline" in mark} == ({second} if len(bold) == 1 else set())
    # the row below the scores and the table of average ranks are marked alike
    footer = table_of(analysis, "scores").rows[-1][1:]
    assert [cell.marks for cell in footer] == list(marks)
    column = {row[0].name: row[1].marks for row in table_of(analysis, "average-ranks").rows}
    assert column == dict(zip(analysis.names, marks, strict=True))


def test_a_clear_leader_is_bold_alone_and_the_next_underlined(make_analysis: Make) -> None:
    means = np.tile([0.9, 0.5, 0.4], (40, 1)) + np.random.default_rng(1).uniform(0, 0.01, (40, 3))
    [marks] = mark_average_ranks(make_analysis(40, 3, means=means)).rows
    assert [sorted(mark) for mark in marks] == [["bold"], ["underline"], []]


def test_a_test_that_favours_the_worse_ranked_does_not_make_it_worse(make_analysis: Make) -> None:
    """Of a t test: alg 1 is better by far on few data sets, alg 0 by little on most, so that it has the better rank."""
    means = np.tile([0.51, 0.5], (20, 1))
    means[:4] = [0.5, 0.51]
    means[:, 1] += np.where(np.arange(20) < 4, 0.4, 0)
    analysis = make_analysis(20, 2, means=means, test={"pairwise": "t", "alpha": 0.2}, adjust=["holm"])
    assert analysis.ranking.best == (0,)
    over = analysis.tested.over
    assert over is not None
    assert over.favours.tolist() == [-1]
    [marks] = mark_average_ranks(analysis).rows
    assert [sorted(mark) for mark in marks] == [["bold"], ["bold"]]


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ({"test": {"control": "alg 0"}}, "only comparisons with alg 0 were made"),
        ({"n": 1}, "no test is behind these marks"),
    ],
)
def test_without_tests_of_the_best_the_note_says_so(make_analysis: Make, spec: dict[str, Any], told: str) -> None:
    marking = mark_average_ranks(make_analysis(**spec))
    assert sorted("".join(sorted(mark)) for mark in marking.rows[0]) == ["", "", "bold", "underline"]
    assert told in marking.note


def test_the_note_names_test_adjustment_and_level(make_analysis: Make) -> None:
    note = mark_average_ranks(make_analysis(test={"pairwise": "wilcoxon", "alpha": 0.1}, adjust=["holm"])).note
    assert "at level 0.1 (Wilcoxon signed-ranks test, adjusted by Holm)" in note
    note = mark_average_ranks(make_analysis(adjust=["benjamini-hochberg"])).note
    assert "at false discovery rate 0.05" in note


@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("ordered", [False, True])
def test_data_sets_by_the_tests_within_them(make_analysis: Make, better: str, ordered: bool) -> None:
    spec: dict[str, Any] = {"folds": (10, 10), "better": better, "seed": 5}
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


def test_what_one_of_two_best_is_significantly_better_than_is_not_bold(make_analysis: Make) -> None:
    """On the one data set the first two share the first place; a test finds the third worse than one of them alone."""
    analysis = make_analysis(1, 4, folds=(2, 5), means=None, costs=True, order={"cost": "seconds"})
    better = np.zeros((4, 4), dtype=np.bool_)
    better[1, 2] = True
    ranked = replace(analysis.ranking, ranks=np.array([[1.5, 1.5, 3.0, 4.0]]))
    ordered = replace(analysis.ordered, better_within={"data 0": better})
    [marks] = mark_datasets(replace(analysis, ranking=ranked, ordered=ordered), "tests").rows
    assert ["bold" in mark for mark in marks] == [True, True, False, True]


def test_with_a_control_only_data_sets_that_it_leads_are_by_tests(make_analysis: Make) -> None:
    analysis = make_analysis(14, 4, folds=(1, 3), test={"control": "alg 3"}, order=None)
    ranks = analysis.ranking.ranks
    assert ranks is not None
    marking = mark_datasets(analysis, "tests")
    led = ranks[:, 3] == ranks.min(axis=1)
    assert led.any()
    assert not led.all()
    by_rank = mark_datasets(analysis, "best").rows
    assert all(marking.rows[row] == by_rank[row] for row in np.flatnonzero(~led))
    assert f"On {np.count_nonzero(~led)} of 14 data sets the best was not tested" in marking.note


def test_no_tests_within_and_no_marks(make_analysis: Make) -> None:
    analysis = make_analysis()
    by_tests, by_rank, none = (mark_datasets(analysis, marks) for marks in ("tests", "best", "none"))
    assert by_tests.rows == by_rank.rows
    assert "there are none within data sets" in by_tests.note
    assert not any(mark for row in none.rows for mark in row)
    assert none.note == ""
    assert "" not in table_of(analysis, "scores", "none").notes


def test_ranks_apart_are_marked_alike(make_analysis: Make) -> None:
    analysis = make_analysis(6, 10, folds=(10, 10))
    for marks in ("best", "tests", "none"):
        scores, ranks = (table_of(analysis, kind, marks) for kind in ("scores", "ranks"))
        assert [[cell.marks for cell in row] for row in scores.rows] == [[c.marks for c in row] for row in ranks.rows]
