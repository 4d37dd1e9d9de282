"""The same cells in every format, and CSV in which no text is a formula."""

from __future__ import annotations

import csv
import html
import io
import re
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from rankpress.analysis import Analysis
from rankpress.core.latex import latex_escape
from rankpress.core.markdown import markdown_escape
from rankpress.core.table import Cell, Table, table_csv
from rankpress.core.text import plain
from rankpress.report.latex_table import lay_out, table_fragment
from rankpress.report.markdown import table_markdown
from rankpress.report.page import html_report
from rankpress.spec.report_sections import LatexOptions
from rankpress.topics.kinds import build_document
from rankpress.topics.tables import build_tables

Make = Callable[..., Analysis]


NAMES = ("C4.5", "a_b & c", "naïve <b>", "50% $x$", "χ² {z}")


@pytest.fixture
def tables(make_analysis: Make) -> tuple[Table, ...]:
    analysis = make_analysis(
        6, names=NAMES, folds=(2, 5), costs=True, curves={"baseline": "C4.5"}, adjust=["holm", "bergmann-hommel"]
    )
    return build_tables(analysis)


def bodies(table: Table) -> Counter[str]:
    return Counter(plain(cell.body) for row in table.rows for cell in row if cell.body)


def test_latex_has_every_cell(tables: tuple[Table, ...]) -> None:
    for table in tables:
        text = table_fragment(table, stamp="").replace(r"\hspace{0pt}", "")
        for body, count in bodies(lay_out(table, LatexOptions()).table).items():
            assert text.count(latex_escape(body)) >= count, (table.name, body)


def test_html_has_every_cell(make_analysis: Make, tables: tuple[Table, ...]) -> None:
    analysis = make_analysis(6, names=NAMES)
    page = html_report(build_document("Title", [analysis], tables, ()))
    for table in tables:
        if not table.in_page:
            continue
        [written] = re.findall(rf'id="table-{table.name}".*?</table>', page, re.DOTALL)
        cells = re.findall(r"<t[dh]\b[^>]*>(.*?)(?=<t[dh]\b|</tr>)", written)
        shown = Counter(html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in cells)
        for row in table.rows:
            for cell in row:
                assert shown[plain(cell.text)] > 0, (table.name, cell.text)


def test_markdown_has_every_cell(tables: tuple[Table, ...]) -> None:
    for table in tables:
        text = table_markdown(table)
        for body, count in bodies(table).items():
            assert text.count(markdown_escape(body)) >= count, (table.name, body)
        lines = [line for line in text.splitlines() if line.startswith("| ") and line.endswith(" |")]
        assert len(lines) == len(table.rows) + 2


def test_csv_has_every_row(tables: tuple[Table, ...]) -> None:
    for table in tables:
        head, *rows = csv.reader(io.StringIO(table_csv(table)))
        assert len(rows) == len(table.rows)
        assert {len(row) for row in rows} == {len(head)}
        for row, told in zip(table.rows, rows, strict=True):
            numbers = [str(cell.value) for cell in row if isinstance(cell.value, float)]
            assert set(numbers) <= set(told)


def read(table: Table) -> list[list[str]]:
    return list(csv.reader(io.StringIO(table_csv(table))))


def test_scores_are_unrounded_and_ranks_beside_them(make_analysis: Callable[..., Analysis]) -> None:
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
def test_text_is_no_formula(name: str) -> None:
    table = Table("t", "m", "", "", ((Cell(name), Cell("v")),), ((Cell(name), Cell("−1.0", -1.0)),), ("left", "right"))
    told = "'" + name.replace("\r", "\n")
    assert read(table) == [[told, "v"], [told, "-1.0"]]


def test_what_is_missing_is_empty() -> None:
    table = Table("t", "m", "", "", ((Cell("a"), Cell("b")),), ((Cell("–"), Cell("–", "")),), ("left", "right"))
    assert read(table)[1] == ["–", ""]
