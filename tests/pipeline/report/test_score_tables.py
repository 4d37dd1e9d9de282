"""Tables of scores as a study asks for them: spread, per cent, digits, ranks, marks among what is shown."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from rankpress.analysis import Analysis
from rankpress.core.table import Table, table_csv
from rankpress.core.text import plain
from rankpress.report.latex_table import table_fragment
from rankpress.report.markdown import table_markdown
from rankpress.report.page_table import display_html
from rankpress.report.table_view import choose_tables
from rankpress.spec.report_sections import TableOptions

Make = Callable[..., Analysis]


def scores_of(analyses: Analysis | list[Analysis], **options: Any) -> Table:
    analyses = analyses if isinstance(analyses, list) else [analyses]
    [table] = [
        table
        for table in choose_tables(analyses, {"scores": TableOptions(**options)}, "given").tables
        if table.kind == "scores"
    ]
    return table


def read(table: Table) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table_csv(table))))


@pytest.mark.parametrize("form", ["sd", "se", "ci"])
def test_spread_next_to_the_mean_in_every_format(make_analysis: Make, form: str) -> None:
    analysis = make_analysis(5, 3, folds=(2, 5))
    table = scores_of(analysis, spread=form, ranks=False)
    folds = analysis.scores.folds[0]
    assert folds is not None
    deviation = float(np.std(folds.scores[:, 0], ddof=1))
    # five folds: a test part for each four parts trained on
    error = deviation * np.sqrt(1 / 10 + 1 / 4)
    wanted = {"sd": deviation, "se": error, "ci": error * stats.t.ppf(0.975, 9)}[form]
    assert float(read(table)[0][f"alg 0 {form}"]) == pytest.approx(wanted)
    shown = f"{wanted:.3f}"
    assert plain(table.rows[0][1].text) == f"{np.mean(folds.scores[:, 0]):.3f} ± {shown}"
    assert rf"\ensuremath{{\pm}} {shown}" in table_fragment(table, stamp="")
    assert f"± {shown}" in table_markdown(table)
    assert f"± {shown}" in display_html([table])
    assert "over 10 measurements" in plain(table.caption)


def test_spread_with_ranks_in_columns_of_their_own(make_analysis: Make) -> None:
    table = scores_of(make_analysis(5, 3, folds=(2, 5)), spread="sd")
    assert list(read(table)[0])[:4] == ["Data set", "alg 0", "alg 0 sd", "alg 0 rank"]
    assert plain(table.caption).endswith("over 10 measurements, with ranks in parentheses.")


def test_a_spread_of_single_measurements_is_a_warning(make_analysis: Make) -> None:
    analysis = make_analysis(5, 3)
    chosen = choose_tables([analysis], {"scores": TableOptions(spread="sd")})
    assert [warning for warning in chosen.warnings if "spread has no effect" in warning]
    assert "±" not in plain(chosen.tables[0].rows[0][1].text)


def test_per_cent_and_digits(make_analysis: Make) -> None:
    means = np.array([[0.9614, 0.8], [0.7, 0.75]])
    analysis = make_analysis(2, 2, means=means)
    table = scores_of(analysis, percent=True, digits=1, ranks=False)
    assert [[plain(cell.text) for cell in row[1:]] for row in table.rows[:2]] == [["96.1", "80.0"], ["70.0", "75.0"]]
    assert plain(table.head[0][1].text) == "accuracy (%) ↑"
    assert float(read(table)[0]["alg 0"]) == pytest.approx(96.14)
    by_metric = scores_of(analysis, digits={"accuracy": 2}, ranks=False)
    assert plain(by_metric.rows[0][1].text) == "0.96"
    other = make_analysis(2, 2, means=means * 90)
    warnings = choose_tables([other], {"scores": TableOptions(percent=True)}).warnings
    assert any("not a proportion" in warning for warning in warnings)


@pytest.mark.parametrize(
    ("k", "ranks", "there"), [(3, None, True), (3, False, False), (9, None, False), (9, True, True)]
)
def test_ranks_in_parentheses(make_analysis: Make, k: int, ranks: bool | None, there: bool) -> None:
    table = scores_of(make_analysis(5, k), ranks=ranks)
    assert ("(" in plain(table.rows[0][1].text)) is there
    assert ("in parentheses" in plain(table.caption)) is there


def test_a_score_that_would_look_equal_to_a_bold_one_gets_more_digits(make_analysis: Make) -> None:
    means = np.array([[1.0, 0.9995, 0.9], [0.50004, 0.50001, 0.4], [0.7, 0.7, 0.6]])
    table = scores_of(make_analysis(3, 3, means=means), digits=3, ranks=False)
    texts = [[plain(cell.text) for cell in row[1:]] for row in table.rows[:3]]
    assert texts == [["1.000", "0.9995", "0.900"], ["0.50004", "0.50001", "0.400"], ["0.700", "0.700", "0.600"]]


@pytest.mark.parametrize("marks", ["best", "tests", "none"])
def test_marks_are_among_the_columns_shown(make_analysis: Make, marks: str) -> None:
    analysis = make_analysis(20, 4, folds=(2, 5))
    table = scores_of(analysis, columns=("alg 1", "alg 0"), marks=marks)
    for row in table.rows:
        bold = ["bold" in cell.marks for cell in row[1:]]
        assert any(bold) is (marks != "none")
        values = [float(cell.value) for cell in row[1:]]  # type: ignore[arg-type]
        best = min if row[0].text == "Average rank" else max
        assert marks == "none" or bold[values.index(best(values))]


def test_metrics_together_say_what_stands_behind_the_scores(make_analysis: Make) -> None:
    first = make_analysis(5, 3, folds=(2, 5))
    second = replace(first, scores=replace(first.scores, name="f1"))
    table = scores_of([first, second], spread="sd", ranks=False, metrics="together")
    assert plain(table.caption).endswith("in accuracy and f1, mean ± standard deviation over 10 measurements.")
    assert "accuracy alg 0 sd" in read(table)[0]


def test_the_best_come_first_by_default(make_analysis: Make) -> None:
    means = np.array([[0.6, 0.9, 0.7], [0.5, 0.8, 0.75], [0.9, 0.6, 0.7]])
    analysis = make_analysis(3, 3, names=("b", "c", "A"), means=means)
    wanted = {"rank": ["c", "A", "b"], "mean": ["c", "A", "b"], "name": ["A", "b", "c"], "given": ["b", "c", "A"]}
    for sort, names in wanted.items():
        tables = {table.kind: table for table in choose_tables([analysis], {}, sort).tables}  # type: ignore[arg-type]
        for kind in ("scores", "wins-ties-losses"):
            assert [cell.name for cell in tables[kind].head[-1]][1:] == names
        assert [row[0].name for row in tables["wins-ties-losses"].rows] == names
        column = {cell.name: place for place, cell in enumerate(tables["scores"].head[-1])}
        assert [tables["scores"].rows[0][column[name]].value for name in ("b", "c", "A")] == [0.6, 0.9, 0.7]
        assert [row[0].name for row in tables["average-ranks"].rows] == wanted["rank"]


def test_rows_and_columns_that_are_listed_stand_as_listed(make_analysis: Make) -> None:
    table = scores_of(make_analysis(), columns=("alg 2", "alg 0", "alg 3"))
    assert [cell.name for cell in table.head[-1]] == ["Data set", "alg 2", "alg 0", "alg 3"]
