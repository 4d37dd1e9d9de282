"""Which tables are printed where all would be too many, held against counts by hand."""

from __future__ import annotations

from dataclasses import replace

from rankpress.report.printing import printed
from rankpress.report.table import Cell, Table


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
