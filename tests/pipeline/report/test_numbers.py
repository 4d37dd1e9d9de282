"""How numbers are printed and aligned: no -0.00, no 0.000 for a p, every number as wide as its column."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.numbers import (
    MINUS,
    df_text,
    fixed,
    p_phrase,
    p_text,
    place_text,
    rounding_of,
    rounding_of_row,
    scientific,
    statistic_text,
)
from rankpress.core.table import Cell, Table
from rankpress.report.latex_table import table_fragment
from rankpress.spec.report_sections import LatexOptions


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        *((0.7, 3, "0.700"), (-1.25, 2, "−1.25"), (-0.0004, 2, "0.00"), (-0.0, 0, "0"), (None, 2, "–")),
        *((math.nan, 2, "–"), (math.inf, 2, "∞"), (-math.inf, 2, "−∞"), (1e300, 3, "1.00e300")),
        (1234567.5, 1, "1234567.5"),
    ],
)
def test_fixed(value, decimals, text):
    assert fixed(value, decimals) == text


@given(st.floats(0, 1))
def test_p_never_reads_as_zero(p):
    assert p_text(p) != "0.000"
    assert "0.000" not in p_phrase(p)


@pytest.mark.parametrize(
    ("p", "level", "text"),
    [
        *((0.0504, 0.05, "0.0504"), (0.04996, 0.05, "0.04996"), (0.05, 0.05, "0.050"), (0.0504, 0.1, "0.050")),
        *((0.1004, 0.1, "0.1004"), (0.050000001, 0.05, ">0.05"), (0.049999999, 0.05, "<0.05")),
        *((0.0003, 0.0002, "0.0003"), (0.0001, 0.0002, "<0.001"), (math.nan, 0.05, "–")),
    ],
)
def test_p_shows_on_which_side_of_the_level_it_is(p, level, text):
    assert p_text(p, level) == text
    assert p_phrase(p, level) == (f"p {text[0]} {text[1:]}" if text[0] in "<>" else f"p = {text}")


def test_the_rest():
    assert p_phrase(0.0004) == "p < 0.001"
    assert p_phrase(0.0123) == "p = 0.012"
    assert place_text(2.5) == "2.5"
    assert place_text(12.0) == "12"
    assert statistic_text(151.2651) == "151.27"
    assert statistic_text(-2.4163) == "−2.416"
    assert df_text((3.0, 39.0)) == "3, 39"
    assert df_text(9.5) == "9.5"
    assert scientific(1.234e-7) == "1.23e−7"
    assert scientific(0.0) == scientific(-0.0) == "0"


@pytest.mark.parametrize(
    ("scores", "first"),
    [
        ([[0.68, 0.83], [0.81, 0.83]], "0.68"),  # no more decimals than there are
        ([[0.7634, 0.7681], [0.5991, 0.5912]], "0.7634"),  # rows differ in the third decimal
        ([[0.76341, 0.56812], [0.59911, 0.99123]], "0.763"),
        ([[76.341, 56.812], [59.911, 99.123]], "76.3"),
        ([[5.0, 6.0], [7.0, 8.0]], "5"),
        ([[0.5, 0.5], [0.5, 0.5]], "0.5"),
        ([[0.0, 0.0]], "0"),
        ([[3.21e-9, 4.56e-9]], "3.21e−9"),
        ([[12345.678, 23456.789]], "12346"),
        ([[math.nan, 0.25], [0.5, 0.75]], "–"),
    ],
)
def test_decimals_of_a_table(scores, first):
    assert rounding_of(np.array(scores)).text(scores[0][0]) == first


def test_rows_of_another_scale_do_not_look_all_equal():
    scores = np.array([[120.5, 130.2], [118.0, 119.1], [0.0012, 0.0031], [5.0, 5.0], [1e308, -1e308]])
    common = rounding_of(scores[:2])
    roundings = [rounding_of_row(row, common) for row in scores]
    assert roundings[0] is roundings[1] is roundings[3] is common
    small = [roundings[2].text(score) for score in scores[2].tolist()]
    assert small == ["0.0012", "0.0031"]


def column(*texts, footer=0):
    rows = tuple((Cell("name"), Cell(text)) for text in texts)
    return Table("t", "m", "t", "", ((Cell("a"), Cell("b")),), rows, ("left", "right"), footer=footer)


@pytest.mark.parametrize(
    ("texts", "footer", "form"),
    [
        (("0.763", p_text(0.0)), 0, "<1.3"),
        (("10", "2.5", f"{MINUS}1"), 0, "-2.1"),
        (("–", "0.5", "0.25"), 0, "1.2"),
        ((scientific(-1.234e-12), "1"), 0, "-1.2e-2"),
        (("1", "2", "1.50"), 1, "1"),  # the footer needs no room
        (("a", "b", "1"), 0, None),
        (("3, 39", "1.", "٣"), 0, None),
        (("", ""), 0, None),
    ],
)
def test_siunitx_gives_a_column_the_room_of_its_numbers(texts, footer, form):
    fragment = table_fragment(column(*texts, footer=footer), stamp="", options=LatexOptions(siunitx=True))
    assert ("{lr}" if form is None else f"{{lS[table-format={form}]}}") in fragment
