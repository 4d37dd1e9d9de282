"""Splitting a table for paper: each cell in exactly one panel, the stub in all, and no word lost where it is cut."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.table import Cell, Table
from rankpress.report.latex import text_width, word_parts
from rankpress.report.latex_panels import TIGHT, Frame, head_cells, lay_out, measure


def table(n_rows: int, n_columns: int, stub: int = 1, unit: int = 1, name: str = "name", head: str = "head") -> Table:
    return Table(
        name="t",
        metric="m",
        title="",
        caption="",
        head=(
            (Cell("", span=stub), Cell("all", span=n_columns)),
            tuple(Cell(head) for _ in range(stub + n_columns)),
        ),
        rows=tuple((*[Cell(name)] * stub, *[Cell("0.123", 0.123)] * n_columns) for _ in range(n_rows)),
        align=("left",) * stub + ("right",) * n_columns,
        stub=stub,
        unit=unit,
    )


@given(
    st.integers(1, 150),
    st.integers(1, 10),
    st.integers(1, 3),
    st.integers(1, 3),
    st.text(max_size=80),
    st.text(max_size=80),
)
def test_every_cell_is_in_one_panel(n_rows: int, units: int, stub: int, unit: int, name: str, head: str) -> None:
    whole = table(n_rows, units * unit, stub, unit, name, head)
    layout = lay_out(measure(whole), Frame(345))
    shown = [(row, column) for panel in layout.panels for row in panel.rows for column in panel.columns[stub:]]
    assert sorted(shown) == [(row, stub + column) for row in range(n_rows) for column in range(units * unit)]
    for panel in layout.panels:
        assert panel.columns[:stub] == tuple(range(stub))
        assert (len(panel.columns) - stub) % unit == 0
        assert panel.rows


def test_a_small_table_is_one_panel_in_the_largest_type() -> None:
    layout = lay_out(measure(table(14, 4)), Frame(345))
    assert len(layout.panels) == 1
    assert layout.type.name == "small"


def test_a_wide_table_is_split_evenly() -> None:
    layout = lay_out(measure(table(30, 20)), Frame(345))
    assert [len(panel.columns) for panel in layout.panels] == [11, 11]


def test_a_wider_page_needs_no_panels() -> None:
    assert len(lay_out(measure(table(30, 20)), Frame(505)).panels) == 1


def test_what_takes_fewer_panels_then_is_set_tight() -> None:
    heads = "decision tree"
    loose, tight = (lay_out(measure(table(30, 20, head=heads)), Frame(width)) for width in (600, 850))
    assert len(loose.panels) == 2
    assert loose.type is not TIGHT
    assert len(tight.panels) == 1
    assert tight.type == TIGHT
    # each word of a head is whole
    assert all(column.width >= TIGHT.em * text_width("decision") for column in tight.columns[1:])


def test_names_have_the_room_that_panels_leave() -> None:
    long = "blood-transfusion-service-center and more"
    broken, whole = (lay_out(measure(table(30, 20, name=long)), Frame(width)) for width in (345, 469))
    assert broken.columns[0].width < text_width(long) * broken.type.em
    assert broken.columns[0].is_broken
    assert [len(panel.columns) for panel in whole.panels] == [11, 11]
    assert whole.columns[0].width == text_width(long) * whole.type.em
    assert not whole.columns[0].is_broken


def test_a_name_without_room_in_any_case_makes_no_column_wider() -> None:
    short, long = (lay_out(measure(table(9, 3, name=name)), Frame(345)) for name in ("name", "name " * 90))
    assert long.columns[0].is_broken
    assert sum(one.total for one in long.columns) < 345
    assert short.columns[1:] == long.columns[1:] or short.type != long.type


def test_notes_take_room_from_rows_but_not_where_rows_go_on_in_any_case() -> None:
    long = ("A sentence that tells how the figures came about. " * 12,)
    for n_rows, n_panels in ((48, (1, 1)), (54, (1, 2)), (84, (2, 2))):
        layouts = [lay_out(measure(replace(table(n_rows, 3), notes=notes)), Frame(345)) for notes in ((), long)]
        assert tuple(len(layout.panels) for layout in layouts) == n_panels
    assert layouts[0] == layouts[1]


def test_without_an_end_of_the_page_all_rows_are_together() -> None:
    layout = lay_out(measure(table(500, 20)), Frame(345, None))
    assert {panel.rows for panel in layout.panels} == {range(500)}
    assert len(layout.panels) > 1


def test_heads_over_several_columns_are_cut_where_the_panel_ends() -> None:
    row = (Cell(""), Cell("A", span=2), Cell("B", span=2))
    assert [(cell.text, covered) for cell, covered in head_cells(row, (0, 2, 3))] == [
        ("", (0,)),
        ("A", (2,)),
        ("B", (3,)),
    ]


@given(
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters=" \n"), min_size=1),
    st.floats(0.5, 20),
)
def test_words_are_cut_without_loss(word: str, width: float) -> None:
    parts = word_parts(word, width, width)
    assert "".join(parts) == word
    assert all(parts)


def test_a_code_point_is_wider_than_a_letter() -> None:
    assert text_width("语") > 4 * text_width("m")
