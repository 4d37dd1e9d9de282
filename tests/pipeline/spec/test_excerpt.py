"""The line shown with a fault: its caret stands under the place, and nothing in it steers a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.spec.document import WIDTH, Mark, excerpt, shown


def test_caret() -> None:
    assert excerpt(["a: 1", "bc: 2"], Mark(2, 5)) == "2 | bc: 2\n  |     ^"


def test_no_such_line() -> None:
    assert excerpt(["a"], Mark(3, 1)) == ""


@given(st.integers(1, 400))
def test_long_lines_are_clipped_around_the_place(column: int) -> None:
    line = "".join(chr(0x4E00 + i) for i in range(400))
    above, caret = excerpt([line], Mark(1, column)).splitlines()
    assert above[caret.index("^")] == line[column - 1]
    assert len(above) <= WIDTH + len("1 | ......")


def test_terminal_is_not_steered() -> None:
    line = "a: '\x1b[31m\u202e'\tb"
    replaced = "\N{REPLACEMENT CHARACTER}"
    assert excerpt([line], Mark(1, 1)).splitlines()[0] == f"1 | a: '{replaced}[31m{replaced}' b"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "empty"),
        (True, "true"),
        (12, "the number 12"),
        (0.5, "the number 0.5"),
        ("a\x1bb", "'a\\x1bb'"),
        ([], "an empty list"),
        ({}, "an empty mapping"),
        ([1, None, "x", {"a": False}], "the list [1, null, x, {a: false}]"),
        ({"a": [1]}, "the mapping {a: [1]}"),
        ("x" * 100, "'" + "x" * 55 + "...'"),
    ],
)
def test_values(value: object, text: str) -> None:
    assert shown(value) == text


def test_number_longer_than_python_writes() -> None:
    assert shown(10**5000) == "the number of thousands of digits"
