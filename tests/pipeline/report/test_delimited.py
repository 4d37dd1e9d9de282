"""CSV: the rows of the table, unrounded, and no text that a spreadsheet takes for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import numpy as np
import pytest

from rankpress.analysis import Analysis
from rankpress.core.table import Cell, Table, table_csv
from rankpress.topics.tables import build_tables


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
