"""Tables and pages: panels, what fits a width, short names, and numbers as they are printed and aligned."""

import math
import re
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.account.tables import build_tables
from rankpress.core.labels import Labels
from rankpress.core.table import Cell, Table, column_panel, column_panels, table_csv
from rankpress.report.latex import latex_width, word_parts
from rankpress.report.latex_table import natural_width, table_files, table_fragment
from rankpress.report.plot import plot
from rankpress.report.table_view import choose_tables
from rankpress.spec.plot_sections import LabelsOptions, PlottedFigure
from rankpress.spec.report_sections import LatexOptions, ReportOptions
from rankpress.wording.numbers import (
    MINUS,
    Scale,
    df_text,
    fixed,
    half_away_from_zero,
    p_phrase,
    p_text,
    place_text,
    rounding_of,
    scientific,
    statistic_text,
)
from rankpress.wording.text import algorithm_named, plain


def table(n_columns, stub=1, unit=1):
    head = (Cell("head"),) * (stub + n_columns)
    return Table("t", "m", "", "", (head,), (), ("left",) * (stub + n_columns), stub=stub, unit=unit)


@given(st.integers(1, 3), st.integers(1, 3), st.lists(st.floats(1, 90), min_size=1, max_size=12), st.floats(20, 400))
def test_every_column_is_in_one_panel_that_fits(stub, unit, sizes, room):
    widths = [5.0] * stub + [size for size in sizes for _ in range(unit)]
    panels = column_panels(table(len(sizes) * unit, stub, unit), widths, room)
    assert list(chain.from_iterable(panel[stub:] for panel in panels)) == list(range(stub, len(widths)))
    for panel in panels:
        assert panel[:stub] == list(range(stub))
        assert (len(panel) - stub) % unit == 0
        assert sum(widths[column] for column in panel) <= room + 1e-9 or len(panel) == stub + unit


def test_panels_are_even():
    assert [len(panel) for panel in column_panels(table(21), [50.0] + [25.0] * 21, 345)] == [12, 11]


@given(st.text(st.characters(exclude_categories=("Cs",), exclude_characters=" \n"), min_size=1), st.floats(0.5, 20))
def test_words_are_cut_without_loss(word, width):
    parts = word_parts(word, width, width)
    assert "".join(parts) == word
    assert all(parts)


@pytest.mark.parametrize(
    # in ems of Computer Modern, as TeX has them
    ("sign", "width"),
    [("±", 0.778), ("×", 0.778), ("≤", 0.778), ("−", 0.778), ("(", 0.389), ("%", 0.833), ("5", 0.5), (".", 0.278)],
)
def test_no_sign_is_taken_to_be_narrower_than_it_is_set(sign, width):
    assert width <= latex_width(sign) <= 1.2 * width


def test_a_code_point_is_wider_than_a_letter():
    assert latex_width("语") > 4 * latex_width("m")


# The first two have labels with short names, and the third a label without.
LABELS = {
    "alg 0": {"label": "naive Bayes", "short": "NB"},
    "alg 1": {"label": r"support vectors, $\ell_1$", "short": r"$\ell_1$", "math": True},
    "alg 2": "random forest",
}
NAMES = LabelsOptions.model_validate({"algorithms": LABELS}).names


def analysed(make_analysis, k):
    return make_analysis(6, k, folds=(1, 5), curves={"baseline": "alg 3"})


def tables_of(analysis):
    return {table.kind: table for table in choose_tables([analysis], {}, "file").tables}


def heads(table):
    return [plain(cell.text) for cell in table.head[-1]]


@pytest.mark.nightly
def test_nine_columns_bear_short_names(make_analysis):
    tables = Labels(NAMES).shown(tables_of(analysed(make_analysis, 9)))
    for kind in ("scores", "ranks"):
        shown = heads(tables[kind])
        assert "NB" in shown
        assert "naive Bayes" not in shown
        assert "random forest" in shown
        assert plain(tables[kind].notes[-1]).startswith("Short names: ")
        assert "NB for naive Bayes" in plain(tables[kind].notes[-1])
        assert "random forest" not in plain(tables[kind].notes[-1])
    # a row has room enough
    assert "naive Bayes" in [cell.text for row in tables["pairs"].rows for cell in row[:2]]
    assert {row[0].text for row in tables["average-ranks"].rows} >= {"naive Bayes", "random forest"}


def test_csv_and_latex_of_short_heads(make_analysis):
    table = tables_of(analysed(make_analysis, 9))["scores"]
    assert table_csv(table).splitlines()[0].startswith("Data set,alg 0,alg 1,alg 2")
    (_, latex), (_, notes) = table_files([Labels(NAMES).shown(table)], stamp="stamp")
    assert re.search(r"& NB\b.*& \\ensuremath\{\\ell_1\}", latex)
    assert r"\ensuremath{\ell_1} for support vectors, \ensuremath{\ell_1}" in notes


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(("k", "short"), [(8, False), (9, True)])
def test_captions_of_figures_explain_the_short_names_that_they_show(make_analysis, k, short):
    figures = [PlottedFigure(name="cd"), PlottedFigure(name="curves")]
    drawings = plot([analysed(make_analysis, k)], figures, names=NAMES).drawings
    for drawing in drawings:
        assert ("NB for naive Bayes" in plain(drawing.caption)) == short
        assert "naive Bayes" in plain(drawing.alt) or drawing.kind == "curves"  # which tell the leading ones alone


def test_a_table_without_short_names_is_as_it_was():
    cells = tuple(Cell(text) for text in "abcdefghijkl")
    table = Table("t", "m", "T", "C", (cells,), (cells,), ("left",) * 12)
    assert Labels(NAMES).shown(table) is table
    named = replace(table, head=((Cell(algorithm_named("alg 2")), *cells[1:]),))
    assert Labels(NAMES).shown(named).notes == ()


def test_short_names_stand_where_a_width_has_no_room_for_labels(make_analysis):
    table = Labels(NAMES).shown(tables_of(analysed(make_analysis, 4)))["scores"]
    for width, label, short in ((345, "naive", "{NB}"), (120, "{NB}", "naive")):
        (_, latex), (_, notes) = table_files(
            [table], stamp="stamp", report=ReportOptions(latex=LatexOptions(width=width))
        )
        assert label in latex
        assert short not in latex
        assert ("NB for naive Bayes" in notes) == (width == 120)


def test_a_part_of_a_half_matrix_has_the_rows_with_cells_in_it():
    def table(rows, footer=0):
        cells = tuple(tuple(map(Cell, row)) for row in rows)
        return Table(head=(tuple(map(Cell, ("", "2", "3", "4"))),), rows=cells, align=("left",) * 4, footer=footer)

    half = table([("1", "a", "b", "c"), ("2", "", "d", "e"), ("3", "", "", "f")])
    assert [row[0].text for row in column_panel(half, [0, 1]).rows] == ["1"]
    assert [row[0].text for row in column_panel(half, [0, 2, 3]).rows] == ["1", "2", "3"]
    summed = column_panel(table([("1", "a", "b", "c"), ("2", "", "d", "e"), ("sum", "", "", "f")], footer=1), [0, 1])
    assert [row[0].text for row in summed.rows] == ["1", "sum"]
    empty = table([("1", "a", "b", "c"), ("2", "", "", "")])  # a row that is empty stands in each part
    assert len(column_panel(empty, [0, 1]).rows) == 2


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


@pytest.mark.parametrize("decimals", range(7))
def test_what_is_not_near_a_half_is_rounded_as_all_are(decimals):
    drawn = np.random.default_rng(1).normal(size=300) * 10.0 ** np.arange(-4, 8).repeat(25)
    halves = (np.arange(-40, 41) + 0.5) / 10**decimals
    for value in [*drawn.tolist(), *halves.tolist(), *(halves * (1 + 1e-13)).tolist(), 0.0, -0.0, 1e9, 1e9 - 0.5]:
        number = half_away_from_zero(value, decimals)
        assert fixed(value, decimals) == f"{MINUS if number < 0 else ''}{abs(number):f}"


@given(st.floats(0, 1))
def test_p_never_reads_as_zero(p):
    assert p_text(p, 0.05) != "0.000"
    assert "0.000" not in p_phrase(p, 0.05)


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
    assert p_phrase(0.0004, 0.05) == "p < 0.001"
    assert p_phrase(0.0123, 0.05) == "p = 0.012"
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


@given(
    st.lists(st.lists(st.floats(1, 9.99), min_size=3, max_size=3), min_size=2, max_size=4),
    st.data(),
)
def test_scores_of_data_sets_on_other_scales_are_told_apart(factors, data):
    powers = [data.draw(st.integers(-12, 9)) for _ in factors]
    scores = np.array([np.multiply(row, 10.0**power) for row, power in zip(factors, powers, strict=True)])
    scale = Scale()
    of_all = scale.rounding(scores)
    roundings = scale.roundings(scores, of_all)
    texts = [[rounding.text(score) for score in row] for row, rounding in zip(scores.tolist(), roundings, strict=True)]
    if len({*powers}) > 1 and max(powers) - min(powers) > 3:
        # each has a digit that is not zero, and none has decimals that are noise next to it
        assert all(any(digit in "123456789" for digit in text) for row in texts for text in row)
        assert all(len(text) < 12 for row in texts for text in row)
    if max(powers) - min(powers) < 2:
        assert {*roundings} == {of_all}
    assert {*Scale(digits=3).roundings(scores, of_all)} == {of_all}


def column(*texts, footer=0):
    rows = tuple((Cell("name"), Cell(text)) for text in texts)
    return Table("t", "m", "t", "", ((Cell("a"), Cell("b")),), rows, ("left", "right"), footer=footer)


@pytest.mark.parametrize(
    ("texts", "footer", "form"),
    [
        (("0.763", p_text(0.0, 0.05)), 0, "<1.3"),
        (("10", "2.5", f"{MINUS}1"), 0, "-2.1"),
        (("–", "0.5", "0.25"), 0, "1.2"),
        ((scientific(-1.234e-12), "0"), 0, "-1.2e-2"),
        ((scientific(-1.234e-12), "1"), 0, None),  # powers of ten would stand in a column of their own
        (("1", "2", "1.50"), 1, "1"),  # the footer needs no room
        (("a", "b", "1"), 0, None),
        (("3, 39", "1.", "٣"), 0, None),
        (("", ""), 0, None),
    ],
)
def test_siunitx_gives_a_column_the_room_of_its_numbers(texts, footer, form):
    fragment = table_fragment(
        column(*texts, footer=footer), stamp="", report=ReportOptions(latex=LatexOptions(siunitx=True))
    )
    assert ("{lr}" if form is None else f"{{lS[table-format={form}]}}") in fragment


@pytest.mark.parametrize(("n_algorithms", "breaks"), [(2, False), (5, False), (12, True)])
def test_names_are_broken_at_hyphens_only_where_there_is_no_room(make_analysis, n_algorithms, breaks):
    names = tuple(f"Conv-Net-{letter}" for letter in "abcdefghijkl"[:n_algorithms])
    [table] = [table for table in build_tables(make_analysis(6, n_algorithms, names=names)) if table.kind == "scores"]
    fragment = table_fragment(table, stamp="")
    assert (r"Conv-\\" in fragment or r"Conv-Net-\\" in fragment) is breaks


def test_a_detail_takes_the_room_of_its_signs_and_of_the_blank_before_it():
    def width(cell):
        head, align = (Cell("data set"), Cell("x")), ("left", "right")
        return natural_width(
            Table("t", "m", "", "", (head,), ((Cell("iris"), cell),), align), ReportOptions.unchecked()
        )

    without_blank = width(Cell("0.912 (0.0256)".replace(" ", "")))
    assert 2 < width(Cell("0.912 (0.0256)", detail="(0.0256)")) - without_blank < 4
