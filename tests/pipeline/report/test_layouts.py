"""The layouts that a fragment holds: one for each width that there is, none twice, and over pages where it is long."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rankpress.core.table import Cell, Table
from rankpress.report.latex_panels import Frame, lay_out, measure
from rankpress.report.latex_table import COLUMN_WIDTH, LANDSCAPE_WIDTHS, TEXT_WIDTH, variants


def table(n_rows: int, n_columns: int, *, landscape: bool = False, long: bool = False) -> Table:
    return Table(
        name="t",
        metric="m",
        title="",
        caption="",
        head=(tuple(Cell("head") for _ in range(1 + n_columns)),),
        rows=tuple((Cell("name"), *[Cell("0.123", 0.123)] * n_columns) for _ in range(n_rows)),
        align=("left", *["right"] * n_columns),  # type: ignore[arg-type]
        landscape=landscape,
        long=long,
    )


def test_a_small_table_has_one_layout() -> None:
    [only] = variants(table(5, 3))
    assert only.is_measured


def test_of_layouts_alike_the_one_of_a_page_is_kept() -> None:
    """A column has no room for this table in the type of a page, and LaTeX, which measures it, then takes a smaller."""
    whole = table(5, 9)
    in_column, on_page = (lay_out(measure(whole), Frame(width)) for width in (COLUMN_WIDTH, TEXT_WIDTH))
    assert in_column.panels == on_page.panels
    assert in_column.type.em < on_page.type.em
    [only] = variants(whole)
    assert (only.width, only.layout.type) == (COLUMN_WIDTH, on_page.type)


def test_a_wide_table_has_more_panels_the_narrower_the_text() -> None:
    found = variants(table(30, 20))
    assert [variant.is_long for variant in found] == [False] * len(found)
    assert [len(variant.layout.panels) for variant in found] == sorted({len(one.layout.panels) for one in found})
    assert [variant.width for variant in found] == sorted((one.width for one in found), reverse=True)
    assert found[-1].width == COLUMN_WIDTH


def test_a_page_with_room_for_whole_names_has_them() -> None:
    whole = table(30, 20)
    rows = tuple((Cell("blood-transfusion-service-centers"), *row[1:]) for row in whole.rows)
    wide, narrow = variants(replace(whole, rows=rows))[:2]
    assert wide.layout.panels == narrow.layout.panels
    assert not wide.layout.columns[0].is_broken
    assert narrow.layout.columns[0].is_broken


def test_a_long_table_goes_on_over_pages_in_wide_text() -> None:
    long, *panels = variants(table(200, 3))
    assert long.is_long
    assert long.width == TEXT_WIDTH
    assert len(long.layout.panels) == 1
    assert panels
    assert not any(variant.is_long for variant in panels)


def test_a_table_that_must_go_on_over_pages_has_no_panels_of_rows() -> None:
    assert all(variant.is_long for variant in variants(table(5, 40, long=True)))


@pytest.mark.parametrize("long", [False, True])
def test_one_width(long: bool) -> None:
    [only] = variants(table(5, 20, long=long), width=300)
    assert only.width == 300


def test_a_page_on_its_side_is_wider() -> None:
    upright, turned = (variants(table(30, 24, landscape=landscape)) for landscape in (False, True))
    assert len(upright[0].layout.panels) > 1
    assert len(turned[0].layout.panels) == 1
    assert turned[0].width in LANDSCAPE_WIDTHS


def test_what_belongs_into_an_appendix_is_laid_out_once() -> None:
    long, panels = variants(table(2000, 10))
    assert long.is_long
    assert not panels.is_long
