"""Kinds of tables and figures, and which tables are printed where all would be too many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rankpress.analysis import Analysis
from rankpress.app.run import build
from rankpress.core.document import all_sections
from rankpress.core.table import Cell, Table
from rankpress.report import table_view
from rankpress.report.table_view import printed
from rankpress.spec.reading import read_study
from rankpress.topics import kinds, tables
from rankpress.topics.topic import TableKind, pairs
from rankpress.topics.variants import OF_P


def lengths(analysis: Analysis) -> Table:
    rows = tuple((Cell(name), Cell(f"{len(name)}", len(name))) for name in analysis.names)
    head = ((Cell("Algorithm"), Cell("Length")),)
    return Table("m-lengths", analysis.scores.name, "Lengths", "", head, rows, ("left", "right"), kind="lengths")


def test_a_table_needs_its_topic_only(monkeypatch: pytest.MonkeyPatch, make_analysis: Callable[..., Analysis]) -> None:
    new = TableKind("lengths", lengths, pairs, ("Length",), shows="p")
    first = next(iter(kinds.FINDINGS.values()))
    monkeypatch.setitem(kinds.FINDINGS, first.identifier, replace(first, tables=(*first.tables, new)))
    for module in (tables, table_view):
        monkeypatch.setattr(module, "TABLES", {**kinds.TABLES, new.name: new})
    analyses = [make_analysis(protocol={"kind": "exploratory"})]
    chosen = table_view.choose_tables(analyses, {}).tables
    [built] = [table for table in chosen if table.kind == "lengths"]
    assert built.calling == OF_P
    document = kinds.build_document("T", analyses, chosen, ())
    [section] = [section for section in all_sections(document.sections) if built in section.tables]
    assert section.title == first.title


def table(rows: int) -> Table:
    """A table of two columns."""
    head = ((Cell("a"), Cell("b")),)
    return Table(f"t{rows}", "m", "T", "", head, ((Cell("x"), Cell("y")),) * rows, ("left", "left"))


def test_the_longest_are_left_out_until_the_others_fit() -> None:
    tables = (table(50), table(10), table(30))
    assert [one.in_pdf for one in printed(tables, 180)] == [True, True, True]
    assert [one.in_pdf for one in printed(tables, 179)] == [False, True, True]
    assert [one.in_pdf for one in printed(tables, 79)] == [False, True, False]
    assert [one.name for one in printed(tables, 0)] == ["t50", "t10", "t30"]


def test_what_is_not_printed_anyway_takes_no_room() -> None:
    tables = (replace(table(10), in_pdf=False), table(20))
    assert [one.in_pdf for one in printed(tables, 40)] == [False, True]


def test_a_table_too_long_for_any_document_is_in_its_csv_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "".join(f"d{i},0.{i},0.{99 - i}\n" for i in range(10, 31))
    (tmp_path / "scores.csv").write_text(f"dataset,a,b\n{rows}")
    spec = "title: T\nscores: {files: scores.csv, layout: wide, metrics: [{name: m, better: higher}]}\nplot: []\n"
    (tmp_path / "study.yaml").write_text(spec)
    monkeypatch.setattr("rankpress.report.table_view.MOST_CELLS", 60)
    built = build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("latex", "html"))
    tables = {path.name for path in (tmp_path / "out" / "tables").iterdir()}
    assert tables >= {"m-scores.csv", "m-average-ranks.csv", "m-average-ranks.tex"}
    assert "m-scores.tex" not in tables
    assert len((tmp_path / "out" / "tables" / "m-scores.csv").read_text().splitlines()) == 1 + 21 + 1
    assert "m-scores" not in (tmp_path / "out" / "report.tex").read_text()
    assert [one for one in built.warnings if "22 rows of 3 cells" in one and "tables/m-scores.csv" in one]
