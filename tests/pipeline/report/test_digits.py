"""Numbers aligned at the decimal point: what is printed is read back, and every number takes the room of its column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.numbers import MINUS, fixed, p_text, scientific
from rankpress.core.table import Cell, Table
from rankpress.report.latex_panels import Digits, digits_of, number_in


def column(*texts: str, footer: int = 0) -> Table:
    rows = tuple((Cell("name"), Cell(text)) for text in texts)
    return Table("t", "m", "t", "", ((Cell("a"), Cell("b")),), rows, ("left", "right"), footer=footer)


@given(st.floats(-1e9, 1e9), st.integers(0, 6))
def test_what_is_printed_is_read(value: float, decimals: int) -> None:
    for text in (fixed(value, decimals), scientific(value)):
        number = number_in(text)
        assert number is not None
        exponent = f"e{number.exponent_sign}{number.exponent}" if number.exponent else ""
        point = "." if number.decimals else ""
        assert f"{number.sign}{number.whole}{point}{number.decimals}{exponent}" == text


@pytest.mark.parametrize("text", ["", "–", "∞", "3, 39", "12/3/4", "a", "1.", "0.5*", "−", "1e", "¼", "٣"])
def test_what_is_no_number_is_not_read(text: str) -> None:
    assert number_in(text) is None


@given(st.lists(st.tuples(st.floats(-999, 999), st.integers(0, 4)), min_size=1, max_size=6))
def test_all_numbers_of_a_column_take_its_room(values: list[tuple[float, int]]) -> None:
    texts = [fixed(value, decimals) for value, decimals in values]
    digits = digits_of(column(*texts), 1)
    assert digits is not None
    for text in texts:
        number = number_in(text)
        assert number is not None
        before, behind = digits.around(number)
        filled = before + text + behind
        # before and behind a number there is what the widest has there
        assert sorted(filled.replace(MINUS, "-").translate(dict.fromkeys(map(ord, "123456789"), "0"))) == sorted(
            digits.widest.replace(MINUS, "-")
        )


def test_the_column() -> None:
    assert digits_of(column("0.763", p_text(0.0)), 1) == Digits("<", "", 1, 3, "", 0)
    assert digits_of(column("10", "2.5", f"{MINUS}1"), 1) == Digits("", MINUS, 2, 1, "", 0)
    assert digits_of(column("–", "0.5", "0.25"), 1) == Digits("", "", 1, 2, "", 0)
    assert Digits("", MINUS, 1, 2, MINUS, 2).specification == "S[table-format=-1.2e-2]"


def test_what_sums_up_a_column_needs_no_room_in_it() -> None:
    assert digits_of(column("1", "2", "1.50", footer=1), 1) == Digits("", "", 1, 0, "", 0)


def test_a_column_of_words_is_none_of_numbers() -> None:
    assert digits_of(column("a", "b", "1"), 1) is None
    assert digits_of(column("1", "2"), 0) is None
    assert digits_of(column("", ""), 1) is None
