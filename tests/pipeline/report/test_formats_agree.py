"""The same cells in every format: each text of each table is in the LaTeX, HTML and Markdown, its value in the CSV."""

from __future__ import annotations

import csv
import html
import io
import re
from collections import Counter
from collections.abc import Callable

import pytest

from rankpress.analysis import Analysis
from rankpress.core.latex import latex_escape
from rankpress.core.markdown import markdown_escape
from rankpress.core.table import Table, table_csv
from rankpress.report.latex_table import table_fragment
from rankpress.report.markdown import table_markdown
from rankpress.report.page import html_report
from rankpress.topics.kinds import build_document
from rankpress.topics.tables import build_tables

Make = Callable[..., Analysis]
NAMES = ("C4.5", "a_b & c", "naïve <b>", "50% $x$", "χ² {z}")


@pytest.fixture
def tables(make_analysis: Make) -> tuple[Table, ...]:
    analysis = make_analysis(
        6,
        names=NAMES,
        folds=(2, 5),
        costs=True,
        curves={"baseline": "C4.5"},
        adjust=["holm", "bergmann-hommel"],
    )
    return build_tables(analysis)


def bodies(table: Table) -> Counter[str]:
    return Counter(cell.body for row in table.rows for cell in row if cell.body)


def test_latex_has_every_cell(tables: tuple[Table, ...]) -> None:
    for table in tables:
        text = table_fragment(table, stamp="").replace(r"\hspace{0pt}", "")
        for body, count in bodies(table).items():
            assert text.count(latex_escape(body)) >= count, (table.name, body)


def test_html_has_every_cell(make_analysis: Make, tables: tuple[Table, ...]) -> None:
    analysis = make_analysis(6, names=NAMES)
    page = html_report(build_document("Title", [analysis], tables, ()))
    for table in tables:
        [written] = re.findall(rf'id="table-{table.name}".*?</table>', page, re.DOTALL)
        cells = re.findall(r"<t[dh]\b[^>]*>(.*?)(?=<t[dh]\b|</tr>)", written)
        shown = Counter(html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in cells)
        for row in table.rows:
            for cell in row:
                assert shown[cell.text] > 0, (table.name, cell.text)


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
