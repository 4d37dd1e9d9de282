"""Tables wider than a page are divided by columns: each column in one panel, the stub in all, no word cut with loss."""

from __future__ import annotations

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.table import Cell, Table, column_panels
from rankpress.report.latex import text_width, word_parts


def table(n_columns: int, stub: int = 1, unit: int = 1) -> Table:
    head = (Cell("head"),) * (stub + n_columns)
    return Table("t", "m", "", "", (head,), (), ("left",) * (stub + n_columns), stub=stub, unit=unit)


@given(
    st.integers(1, 3),
    st.integers(1, 3),
    st.lists(st.floats(1, 90), min_size=1, max_size=12),
    st.floats(20, 400),
)
def test_every_column_is_in_one_panel_that_fits(stub: int, unit: int, sizes: list[float], room: float) -> None:
    widths = [5.0] * stub + [size for size in sizes for _ in range(unit)]
    panels = column_panels(table(len(sizes) * unit, stub, unit), widths, room)
    assert list(chain.from_iterable(panel[stub:] for panel in panels)) == list(range(stub, len(widths)))
    for panel in panels:
        assert panel[:stub] == list(range(stub))
        assert (len(panel) - stub) % unit == 0
        assert sum(widths[column] for column in panel) <= room + 1e-9 or len(panel) == stub + unit


def test_panels_are_even() -> None:
    assert [len(panel) for panel in column_panels(table(21), [50.0] + [25.0] * 21, 345)] == [12, 11]


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
