"""Tables of scores as a study asks for them: spread, per cent, digits, ranks, marks among what is shown."""

import csv
import io
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from rankpress.core.numbers import rounding_of
from rankpress.core.table import table_csv
from rankpress.core.text import plain
from rankpress.report.latex_table import lay_out, table_fragment, width_warnings
from rankpress.report.markdown import table_markdown
from rankpress.report.page_table import display_html
from rankpress.report.table_view import choose_tables
from rankpress.spec.report_sections import LatexOptions, TableOptions
from rankpress.stats.adjustments import holm
from rankpress.topics.score_cells import distinguished


def scores_of(analyses, **options):
    analyses = analyses if isinstance(analyses, list) else [analyses]
    [table] = [
        table
        for table in choose_tables(analyses, {"scores": TableOptions(**options)}, "given").tables
        if table.kind == "scores"
    ]
    return table


def read(table):
    return list(csv.DictReader(io.StringIO(table_csv(table))))


@pytest.mark.parametrize("form", ["sd", "se", "ci"])
def test_spread_next_to_the_mean_in_every_format(make_analysis, form):
    analysis = make_analysis(5, 3, folds=(2, 5))
    table = scores_of(analysis, spread=form, ranks=False)
    folds = analysis.scores.folds[0]
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


def test_per_cent_and_digits(make_analysis):
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


def test_a_score_that_would_look_equal_to_a_bold_one_gets_more_digits(make_analysis):
    means = np.array([[1.0, 0.9995, 0.9], [0.50004, 0.50001, 0.4], [0.7, 0.7, 0.6]])
    table = scores_of(make_analysis(3, 3, means=means), digits=3, ranks=False)
    texts = [[plain(cell.text) for cell in row[1:]] for row in table.rows[:3]]
    assert texts == [["1.000", "0.9995", "0.900"], ["0.50004", "0.50001", "0.400"], ["0.700", "0.700", "0.600"]]


def test_the_best_come_first_by_default(make_analysis):
    means = np.array([[0.6, 0.9, 0.7], [0.5, 0.8, 0.75], [0.9, 0.6, 0.7]])
    analysis = make_analysis(3, 3, names=("b", "c", "A"), means=means)
    wanted = {"rank": ["c", "A", "b"], "mean": ["c", "A", "b"], "name": ["A", "b", "c"], "given": ["b", "c", "A"]}
    for sort, names in wanted.items():
        tables = {table.kind: table for table in choose_tables([analysis], {}, sort).tables}
        assert [cell.name for cell in tables["scores"].head[-1]][1:] == names
        column = {cell.name: place for place, cell in enumerate(tables["scores"].head[-1])}
        assert [tables["scores"].rows[0][column[name]].value for name in ("b", "c", "A")] == [0.6, 0.9, 0.7]
        assert [row[0].name for row in tables["average-ranks"].rows] == wanted["rank"]


def test_summary_rows(make_analysis):
    means = np.array([[0.9, 0.8, 0.5], [0.8, 0.8, 0.5], [0.4, 0.6, 0.5]])
    summary = ("mean", "median", "geometric-mean", "average-rank", "wins", "wins-ties-losses")
    table = scores_of(make_analysis(3, 3, means=means), summary=summary, digits=3)
    assert table.footer == 6
    assert [[plain(cell.text) for cell in row] for row in table.rows[3:]] == [
        ["Mean", "0.700", "0.733", "0.500"],
        ["Median", "0.800", "0.800", "0.500"],
        ["Geometric mean", "0.660", "0.727", "0.500"],
        ["Average rank", "1.83", "1.50", "2.67"],
        ["Wins", "2", "2", "0"],
        ["Wins/ties/losses", "3/1/2", "4/1/1", "1/0/5"],
    ]
    bold = [[at for at, cell in enumerate(row) if "bold" in cell.marks] for row in table.rows[3:]]
    assert bold == [[2], [1, 2], [2], [2], [], []]
    assert read(table)[-1]["alg 0"] == "3 won, 1 tied, 2 lost"


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_marks_against_an_algorithm(make_analysis, better):
    analysis = make_analysis(8, 4, folds=(10, 10), better=better, seed=5, order=None)
    table = scores_of(analysis, against="alg 1", ranks=False)
    signs = {"†": 1.0, "•": -1.0}
    counts = np.zeros((4, 3), dtype=int)
    for row, own, tested in zip(table.rows, read(table), analysis.tested.within, strict=False):
        p = dict(zip(map(frozenset, tested.pairs.tolist()), holm(tested.tests.p), strict=True))
        means = dict(zip(analysis.names, row[1:], strict=True))
        for at, name in enumerate(analysis.names):
            value = own.get(f"{name} against", "")
            if at == 1:
                assert value == ""
                continue
            gain = float(means[name].value) - float(means["alg 1"].value)
            gain = gain if better == "higher" else -gain
            wanted = float(np.sign(gain)) if p[frozenset((1, at))] <= 0.05 else 0.0
            assert float(value) == wanted == signs.get(plain(means[name].text)[-1], 0.0)
            counts[at, 1 - int(wanted)] += 1
    expected = ["" if at == 1 else "/".join(map(str, row)) for at, row in enumerate(counts.tolist())]
    assert [plain(cell.text) for cell in table.rows[-1]] == ["W/T/L against alg 1", *expected]
    assert counts[:, 1].any()
    assert counts[:, [0, 2]].any()


def test_an_algorithm_that_was_not_tested_against_is_a_warning(make_analysis):
    for analysis in (make_analysis(5, 3), make_analysis(5, 3, folds=(2, 5), test={"control": "alg 0"}, order=None)):
        chosen = choose_tables([analysis], {"scores": TableOptions(against="alg 1")})
        assert any("against has no effect" in warning for warning in chosen.warnings)
        assert chosen.tables[0].footer == 1


def test_a_table_that_does_not_fit_is_a_warning_with_what_does(make_analysis):
    analysis = make_analysis(2, 14, folds=(2, 5))
    table = scores_of(analysis, spread="sd", ranks=False, width="column")
    [warning] = width_warnings([table], LatexOptions())
    needed = int(re.findall(r"needs ([0-9]+) points and has 221", warning)[0])
    assert ("width: text" in warning) is (needed <= 345)
    assert ("width: sideways" in warning) is (needed <= 660)
    assert "transpose: true" in warning
    [columns] = re.findall(r"up to ([0-9]+) of them", warning)
    names = analysis.names[: int(columns)]
    for fitting in ({"width": needed}, {"transpose": True}, {"columns": names}):
        options = {"spread": "sd", "ranks": False, "width": "column", **fitting}
        assert not list(width_warnings([scores_of(analysis, **options)], LatexOptions()))


@pytest.mark.parametrize("metrics", ["together"])
def test_the_ranking_fits_a_column_and_says_what_it_omits(make_analysis, metrics):
    first = make_analysis(24, 12, folds=(2, 5))
    analyses = [first, replace(first, scores=replace(first.scores, name="f1"))][: 1 + (metrics == "together")]
    [table] = [
        table
        for table in choose_tables(analyses, {"average-ranks": TableOptions(metrics=metrics)}).tables
        if table.kind == "average-ranks"
    ]
    fragment, layout = table_fragment(table, stamp=""), lay_out(table, LatexOptions())
    assert layout.omitted[:1] == ("Mean",)
    assert layout.width <= (221 if metrics == "apart" else 450)
    assert "W/T/L" in fragment
    assert r"\ensuremath{p} vs. best" in fragment
    assert re.search(r"& [0-9]+/0/[0-9]+ ", fragment)
    assert {"Mean", "Wins", "Ties", "Losses"} <= {name.removeprefix("accuracy ") for name in read(table)[0]}
    assert "without Mean" in fragment.splitlines()[1]
    assert not list(width_warnings([table], LatexOptions()))  # nobody asked for the column


def test_differences_from_one_algorithm_are_under_the_names_of_the_others(make_analysis):
    analysis = make_analysis(6, 12, folds=(2, 5), curves={"baseline": "alg 1"})
    [table] = [table for table in choose_tables([analysis], {}).tables if table.kind == "aucc"]
    assert plain(table.title) == "Differences in accuracy from alg 1 on each data set"
    assert [plain(cell.text) for cell in table.head[0][1:3]] == ["alg 0", "alg 2"]
    assert list(read(table)[0])[1:3] == ["alg 0 − alg 1", "alg 0 − alg 1 AUCC"]
    layout = lay_out(table, LatexOptions())
    assert len(layout.panels) == 1
    assert len(layout.table.head) == 1


def test_marked_scores_look_like_no_other():
    rounding, none, second = (rounding_of(np.array([[1.0, 0.995], [0.9, 0.8]])), frozenset(), frozenset({"underline"}))
    values, marks = (1.0, 0.99541, 0.99532, 0.9), (frozenset({"bold"}), second, none, none)
    assert distinguished(values, marks, rounding) == ["1.000", "0.9954", "0.9953", "0.900"]


@pytest.mark.parametrize(
    "options", [{}, {"spread": "sd"}, {"spread": "ci", "ranks": True}, {"percent": True}, {"summary": []}]
)
def test_a_table_that_no_document_shows_has_the_same_csv(make_analysis, monkeypatch, options):
    analysis = make_analysis(6, 4, folds=(2, 5))
    printed = scores_of(analysis, **options)
    monkeypatch.setattr("rankpress.topics.scores.MOST_CELLS_SHOWN", 10)
    assert table_csv(scores_of(analysis, **options)) == table_csv(printed)
    some = {"rows": list(analysis.scores.datasets[:2])}
    assert plain(scores_of(analysis, **options, **some).rows[0][1].text) == plain(printed.rows[0][1].text)
