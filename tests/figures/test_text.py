"""Names as they are printed: glyphs the font lacks, line breaks, shortening."""

import hypothesis.strategies as st
import pytest
from hypothesis import given
from matplotlib.font_manager import get_font

from rankpress.figures.style import faces
from rankpress.figures.text import block_width, printable, text_width, wrap_evenly, wrap_text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("50% $x$ & #1", "50% $x$ & #1"),
        ("α, Ω", "α, Ω"),
        ("\N{TEST TUBE}", "U+1F9EA"),
        ("中", "U+4E2D"),
        ("a\n\tb", "a b"),
        ("a\0b", "aU+0000b"),
        ("\u202eabc", "U+202Eabc"),
        ("\ud800", "U+D800"),
    ],
)
def test_what_the_font_lacks_shows_as_code_point(name, shown):
    assert printable(name) == shown


def test_ascii_is_shown_as_it_is():
    """On which the warnings of names rely, to load no fonts for them."""
    assert all(printable(chr(code)) == chr(code) for code in range(0x21, 0x7F))


@given(st.text(st.characters(exclude_categories=[])))
def test_printable_text_has_a_glyph_for_each_character(name):
    for file in (faces()[-1].regular, faces()[-1].bold):
        glyphs = get_font(str(file)).get_charmap()
        assert all(ord(character) in glyphs for character in printable(name))


@given(st.text(max_size=120), st.floats(0.5, 3), st.integers(1, 4))
def test_lines_fit_and_keep_the_order_of_signs(name, width, most):
    lines = wrap_text(name, width, 8, max_lines=most)
    assert 1 <= len(lines) <= most
    assert block_width(lines, 8) <= width * 1.03 + 0.02  # kerning may part signs a little
    joined, whole = "".join(lines).replace(" ", ""), printable(name).replace(" ", "")
    if joined != whole:
        head, tail = joined.split("…", 1) if joined.count("…") == 1 else (joined[:1], joined[-1:])
        assert "…" in joined
        assert whole.startswith(head)
        assert whole.endswith(tail)


def test_lines_break_after_signs_rather_than_in_words():
    assert wrap_text("gradient_boosting+calibration", 0.8, 8, max_lines=3) == ("gradient_", "boosting+", "calibration")


def test_names_that_differ_at_their_ends_still_do_when_shortened():
    names = [f"a very long name that many algorithms of one study share, number {i}" for i in range(10)]
    assert len({wrap_text(name, 1.5, 8) for name in names}) == 10


@pytest.mark.parametrize(
    ("name", "width", "shortened"),
    [
        ("Gradient-boosted trees (XGBoost)", 1.2, "Gradient-…(XGBoost)"),
        ("Support vector machine, RBF kernel", 1.5, "Support vector…RBF kernel"),
        ("resnet50_imagenet_pretrained_lr0.001_seed3", 0.9, "resnet50_…seed3"),
    ],
)
def test_a_name_loses_whole_words_where_it_can(name, width, shortened):
    assert wrap_text(name, width, 8) == (shortened,)


def test_marks_stay_with_the_letter_they_belong_to():
    lines = wrap_text("e\u0301" * 60, 0.5, 8, max_lines=40)
    assert not any(line.startswith("\u0301") for line in lines)


def test_lines_of_a_title_are_of_about_one_length():
    title = "Average rank by accuracy, better \N{RIGHTWARDS ARROW}"
    whole = text_width(title, 8)
    assert wrap_text(title, whole - 0.05, 8, max_lines=2)[1] == "\N{RIGHTWARDS ARROW}"
    first, second = wrap_evenly(title, whole - 0.05, 8, max_lines=2)
    assert f"{first} {second}" == title
    assert text_width(second, 8) > 0.5 * text_width(first, 8)
    assert wrap_evenly(title, whole + 0.05, 8, max_lines=2) == (title,)
    assert wrap_evenly("x" * 200, 1.0, 8, max_lines=2) == wrap_text("x" * 200, 1.0, 8, max_lines=2)
