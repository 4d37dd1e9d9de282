"""Text as HTML and PDF write it: what cannot be shown is told by its code point."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.text import Writing, citation, is_writable, mathematics

THIN = "\N{THIN SPACE}"


@pytest.mark.parametrize(
    "plain", ["", "a_b", "50% $x$ & #1", "Ωμέγα", "中文", "\N{GRINNING FACE}", "a\tb\nc", "e\u0301"]
)
def test_what_can_be_shown_stays(plain: str) -> None:
    assert Writing()(plain) == plain


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("\x00", "U+0000"),
        ("a\x1b", f"a{THIN}U+001B"),
        ("\u202eb", f"U+202E{THIN}b"),
        ("\ud800", "U+D800"),
        ("\x07\x08", f"U+0007{THIN}U+0008"),
        ("(\x07)", "(U+0007)"),
        ("\ufdd0", "U+FDD0"),  # of these marks are made; no text has them by right
        ("\uffff", "U+FFFF"),
    ],
)
def test_what_cannot_is_told(text: str, written: str) -> None:
    assert Writing()(text) == written


def test_marks_are_what_they_show() -> None:
    label = f"50% {mathematics('x_1', 'x₁')} {citation('hsu1996', 'Hsu')}"
    assert Writing()(label) == "50% x₁ Hsu"
    assert Writing()(f"{label}\ufdd2") == f"50% x₁ Hsu{THIN}U+FDD2"


def test_a_format_says_what_it_can_show() -> None:
    write = Writing(lambda character: character != "x")
    assert write("axe") == f"a{THIN}U+0078{THIN}e"


@given(st.text(st.characters(exclude_categories=[])))
def test_all_that_is_written_can_be_encoded_and_shown(text: str) -> None:
    written = Writing()(text)
    written.encode()
    assert all(is_writable(character) for character in written)
