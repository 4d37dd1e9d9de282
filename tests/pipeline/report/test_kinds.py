"""Kinds of tables and figures: what a topic declares is all that builds, chooses, places and calls a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rankpress.analysis import Analysis
from rankpress.catalog import kinds as catalog
from rankpress.core.document import all_sections
from rankpress.core.table import Cell, Table
from rankpress.report import table_view
from rankpress.topics import kinds, tables
from rankpress.topics.topic import TableKind, pairs
from rankpress.topics.variants import OF_P


def test_topics_declare_what_a_study_may_ask_for() -> None:
    assert [*kinds.TABLES] == [*catalog.TABLES]
    assert {*kinds.FIGURES} == {*catalog.FIGURES}


def lengths(analysis: Analysis) -> Table:
    rows = tuple((Cell(name), Cell(f"{len(name)}", len(name))) for name in analysis.names)
    head = ((Cell("Algorithm"), Cell("Length")),)
    return Table("m-lengths", analysis.scores.name, "Lengths", "", head, rows, ("left", "right"), kind="lengths")


def test_a_table_needs_its_topic_only(monkeypatch: pytest.MonkeyPatch, make_analysis: Callable[..., Analysis]) -> None:
    new = TableKind("lengths", lengths, pairs, ("Length",), shows="p")
    first, *others = kinds.FINDINGS
    monkeypatch.setattr(kinds, "FINDINGS", (replace(first, tables=(*first.tables, new)), *others))
    for module in (tables, table_view):
        monkeypatch.setattr(module, "TABLES", {**kinds.TABLES, new.name: new})
    analyses = [make_analysis(protocol={"kind": "exploratory"})]
    chosen = table_view.choose_tables(analyses, {}).tables
    [built] = [table for table in chosen if table.kind == "lengths"]
    assert built.calling == OF_P
    document = kinds.build_document("T", analyses, chosen, ())
    [section] = [section for section in all_sections(document.sections) if built in section.tables]
    assert section.title == first.title
