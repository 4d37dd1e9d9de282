"""Cells without a result, and numbers written otherwise: the same in all formats, layouts and types of cells.

Held against the same table with nothing in those cells, or with the numbers as Python writes them.
"""

import json

import duckdb
import numpy as np
import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankpress.core.faults import FaultsFound, Findings
from rankpress.sources.cells import coded
from rankpress.sources.numerals import NoResult, NumberColumn, NumeralKind, numbers, read_scores, read_texts
from tests.pipeline.sources.conftest import loaded

ALGORITHMS = ("A", "B", "C")


def table(layout, scores):
    """The header and rows of a table of scores, by data set and algorithm."""
    names = [f"d{index}" for index in range(len(scores))]
    if layout == "wide":
        return ["dataset", *ALGORITHMS], [[name, *row] for name, row in zip(names, scores, strict=True)]
    rows = [
        [name, algorithm, score]
        for name, row in zip(names, scores, strict=True)
        for algorithm, score in zip(ALGORITHMS, row, strict=True)
    ]
    return ["dataset", "algorithm", "accuracy"], rows


def as_text(value):
    return "" if value is None else str(value)


def write_csv(path, header, rows):
    path.write_text("\n".join(",".join(f'"{as_text(cell)}"' for cell in row) for row in [header, *rows]))


def write_json(path, header, rows):
    path.write_text(json.dumps([dict(zip(header, row, strict=True)) for row in rows]))


def write_lines(path, header, rows):
    path.write_text("\n".join(json.dumps(dict(zip(header, row, strict=True))) for row in rows))


def write_markdown(path, header, rows):
    lines = [header, ["---"] * len(header), *rows]
    path.write_text("\n".join(f"| {' | '.join(map(as_text, line))} |" for line in lines))


def write_html(path, header, rows):
    cells = ("".join(f"<td>{as_text(cell).replace('<', '&lt;')}</td>" for cell in row) for row in [header, *rows])
    path.write_text(f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>")


def write_excel(path, header, rows):
    book = openpyxl.Workbook()
    for row in [header, *rows]:
        book.active.append(row)
    book.save(path)


def write_parquet(path, header, rows, kind="DOUBLE"):
    of_scores = [index for index in range(len(header)) if not isinstance(rows[0][index], str) or index > 1]
    if any(isinstance(row[index], str) for row in rows for index in of_scores):
        kind = "VARCHAR"
    columns = ", ".join(f'"{name}" {kind if index in of_scores else "VARCHAR"}' for index, name in enumerate(header))
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE t ({columns})")
        connection.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(header))})", rows)
        connection.execute(f"COPY t TO '{path}' (FORMAT parquet)")


def write_floats(path, header, rows):
    write_parquet(path, header, rows, "FLOAT")


WRITERS = {
    "a.csv": write_csv,
    "a.json": write_json,
    "a.jsonl": write_lines,
    "a.md": write_markdown,
    "a.html": write_html,
    "a.xlsx": write_excel,
    "a.parquet": write_parquet,
    "b.parquet": write_floats,
}


def means_of(folder, name, layout, scores, **options):
    WRITERS[name](folder / name, *table(layout, scores))
    [metric] = loaded(folder, [name], layout=layout, missing="worst-rank", **options).metrics
    return metric.means


NONE = ["-1", 999, "1e9", "inf", "-inf", "Failed"]
INF, NAN = float("inf"), float("nan")
WITHOUT = {
    "numbers": [-1, -1.0, 999, 999.0, 1e9, INF, -INF, None, NAN],
    "texts": [
        *[
            "-1",
            "-1.0",
            "\N{MINUS SIGN}1",
            "-1e0",
            "9.99e2",
            "1,000,000,000",
            "inf",
            "Infinity",
            "\N{INFINITY}",
            "-INF",
        ],
        *["failed", "", "NaN", "n/a", None],
    ],
}


@pytest.mark.few
@pytest.mark.parametrize("kind", WITHOUT)
@pytest.mark.parametrize("layout", ["long", "wide"])
@pytest.mark.parametrize("name", WRITERS)
def test_no_result_is_the_same_in_all_formats_and_layouts(tmp_path, name, layout, kind):
    cells = [cell for cell in WITHOUT[kind] if name != "a.xlsx" or cell not in (INF, -INF)]
    means = means_of(tmp_path, name, layout, [(0.5, cell, -2) for cell in cells] + [(0.5, 0.25, -2)], na=NONE)
    assert means[:, 1].tolist()[-1] == 0.25
    assert np.isnan(means[:-1, 1]).all()
    assert np.array_equal(means[:, [0, 2]], [[0.5, -2]] * len(means))


NO_NUMBERS = [">0.99", "0.99abc", "0.99 (est.)", "900+", "~1", "inf", "<0.01"]
TOO_LARGE = [INF, -INF, 1e101]


@pytest.mark.parametrize("layout", ["long", "wide"])
@pytest.mark.parametrize(
    ("name", "cells"),
    [(name, NO_NUMBERS) for name in WRITERS]
    # A workbook has no infinity and no number of 64 bits in single precision.
    + [(name, TOO_LARGE) for name in WRITERS if name not in ("b.parquet", "a.xlsx")],
)
def test_a_number_that_is_not_read_is_a_fault_with_its_place(tmp_path, name, layout, cells):
    with pytest.raises(FaultsFound) as error:
        means_of(tmp_path, name, layout, [(0.5, cell, 0.25) for cell in cells] + [(0.5, 0.75, None)])
    places = [
        fault.place
        for fault in error.value.faults
        if "is not a finite number" in fault.message or "is too large" in fault.message
    ]
    records = name in ("a.json", "a.jsonl", "a.parquet", "b.parquet")
    first = (2 if layout == "long" else 1) + (0 if records else 2 if name == "a.md" else 1)
    step, column = (3, "accuracy") if layout == "long" else (1, "B")
    sheet = " sheet Sheet" if name == "a.xlsx" else ""
    assert places[:3] == [f"{name}{sheet} row {first + step * index} column {column}" for index in range(3)]
    assert all(fault.remedy for fault in error.value.faults[:1])


def test_what_is_at_fault_is_not_missing_and_what_is_missing_is_reported_too(tmp_path):
    (tmp_path / "a.csv").write_text("dataset,A,B\nd1,0.5,>0.9\nd2,,0.5\nd3,1,2\n")
    with pytest.raises(FaultsFound) as error:
        loaded(tmp_path, ["a.csv"], layout="wide")
    wrong, missing = error.value.faults
    assert wrong.place == "a.csv row 2 column B"
    assert missing.message == "'A' has no accuracy on 'd2'"


SCORES = np.array([[0.5, 0.25, 0.75], [0.125, 0.5, 1.0], [2.0, 0.5, 0.25]])


# how each is written, the factor and what is added
def digits_of(zero):
    return {ord("0") + digit: zero + digit for digit in range(10)}


PERSIAN = digits_of(0x6F0) | {ord("."): "\u066b", ord(","): "\u066c"}
WRITTEN = {
    "percent": (lambda score: f"{score:g}%", 100, 0),
    "percent, with a blank": (lambda score: f"{score:g} %", 100, 0),
    "percent with a spread": (lambda score: f"{score:g}% ± 1%", 100, 0),
    "decimal commas": (lambda score: f"{score:.3f}".replace(".", ","), 1, 0),
    "thousands": (lambda score: f"{score:,.1f}", 1000, 1000),
    "thousands of blanks": (lambda score: f"{score:,.0f}".replace(",", " "), 1000, 1000),
    "thousands of apostrophes": (lambda score: f"{score:,.1f}".replace(",", "'"), 1000, 1000),
    "decimal commas and thousands": (lambda score: f"{score:,.2f}".translate(str.maketrans(",.", ".,")), 1000, 1000),
    "several thousands": (lambda score: f"{score:,.0f}", 10_000_000, 0),
    "with a spread": (lambda score: f"{score:.3f} ± 0.01", 1, 0),
    "with a spread and decimal commas": (lambda score: f"{score:.3f} ± 0.01".replace(".", ","), 1, 0),
    "bold, with decimal commas": (lambda score: f"**{score:.3f}**".replace(".", ","), 1, 0),
    "Persian digits": (lambda score: f"{score:.3f}".translate(PERSIAN), 1, 0),
    "Persian digits with a spread": (lambda score: f"{score:.3f} ± 0.01".translate(PERSIAN), 1, 0),
    "Persian thousands": (lambda score: f"{score:,.2f}".translate(PERSIAN), 1000, 1000),
    "Devanagari digits": (lambda score: f"{score:.3f}".translate(digits_of(0x966)), 1, 0),
    "wide digits": (lambda score: f"{score:.3f}".translate(digits_of(0xFF10) | {ord("."): "\uff0e"}), 1, 0),
    "minus signs": (lambda score: f"{score:.3f}".replace("-", "\N{MINUS SIGN}"), -1, 0),
}


FILES = [
    ("a.csv", "long"),
    ("a.json", "long"),
    ("a.xlsx", "wide"),
    ("a.csv", "wide"),
    ("a.md", "wide"),
    ("a.parquet", "long"),
]


# each way to write a number in two kinds of files, of which one is of texts
@pytest.mark.few
@pytest.mark.parametrize(
    ("name", "layout", "written"),
    [
        (*file, written)
        for at, file in enumerate(FILES)
        for number, written in enumerate(WRITTEN)
        if (at + number) % 3 == 0
    ],
)
def test_numbers_written_otherwise(tmp_path, name, layout, written):
    write, factor, added = WRITTEN[written]
    expected = factor * SCORES + added
    means = means_of(tmp_path, name, layout, [list(map(write, row)) for row in expected.tolist()])
    np.testing.assert_allclose(means, expected)


@pytest.mark.parametrize(
    ("layout", "place"), [("long", "a.csv row 4 column accuracy"), ("wide", "a.csv row 2 column C")]
)
def test_per_cent_is_reported_and_not_mixed(tmp_path, layout, place):
    cells = [[f"{100 * score:g}%" for score in row] for row in SCORES.tolist()]
    write_csv(tmp_path / "a.csv", *table(layout, cells))
    [metric] = loaded(tmp_path, ["a.csv"], layout=layout).metrics
    assert metric.reading.per_cent == ("accuracy",)
    cells[0][2] = "0.5"
    with pytest.raises(FaultsFound) as error:
        means_of(tmp_path, "a.csv", layout, cells)
    [fault] = error.value.faults
    assert fault.place == place
    assert "'0.5' has no percent sign" in fault.message


def test_per_cent_in_one_file_and_not_in_another(tmp_path):
    (tmp_path / "a.csv").write_text("dataset,algorithm,accuracy\nd1,A,50%\nd1,B,60%")
    (tmp_path / "b.csv").write_text("dataset,algorithm,accuracy\nd2,A,0.5\nd2,B,0.6")
    with pytest.raises(FaultsFound, match=r"b.csv row 2 .*and a.csv row 2 column accuracy has one"):
        loaded(tmp_path, ["a.csv", "b.csv"])


def test_a_note_decides_nothing_about_decimal_signs(tmp_path):
    (tmp_path / "a.csv").write_text('dataset,algorithm,accuracy,note\nd1,A,0.81,"4,5"\nd1,B,0.5,\nd2,A,0.5,\nd2,B,1,ok')
    [metric] = loaded(tmp_path, ["a.csv"]).metrics
    assert metric.means.tolist() == [[0.81, 0.5], [0.5, 1.0]]


def test_names_are_not_numbers(tmp_path):
    (tmp_path / "a.csv").write_text("dataset;A;B\n1,5;0,5;0,25\n1.000;0,75;1,5\n")
    [metric] = loaded(tmp_path, ["a.csv"], layout="wide").metrics
    assert metric.datasets == ("1,5", "1.000")


def test_names_have_their_own_digits(read):
    [metric] = read({"a.csv": "dataset,algorithm,accuracy\nم۱,A,۰٫۵\nم۱,B۲,۰٫۶"}).metrics
    assert (metric.datasets, metric.algorithms) == (("م۱",), ("A", "B۲"))


def test_conditions_hold_of_numbers_however_they_are_written(tmp_path):
    rows = "d1;A;0,5;1.200,5\nd1;B;0,25;1.200,5\nd2;A;0,5;9,5\nd2;B;0,25;9,5"
    (tmp_path / "a.csv").write_text(f"dataset;algorithm;accuracy;size\n{rows}\n")
    [metric] = loaded(tmp_path, ["a.csv"], where={"size": {"min": 1000}}).metrics
    assert metric.datasets == ("d1",)


TEXTS = st.sampled_from(
    [
        "",
        "0.5",
        "-1",
        "-1.0",
        "1,014",
        "0,5",
        "1.014",
        "63%",
        "63 %",
        "inf",
        "-inf",
        "OOM",
        ">0.9",
        "0.9 ± 0.1",
        "1 014",
    ]
)


@settings(max_examples=80)
@given(st.lists(TEXTS, max_size=8), st.lists(st.sampled_from(["-1", "inf", "OOM", "63"]), max_size=3))
def test_each_cell_is_a_number_no_result_or_a_fault(texts, na):
    column, findings = NumberColumn("a.csv", "x", none=NoResult.of(na)), Findings()
    read = numbers(texts, range(len(texts)), column, findings)
    distinct = list(dict.fromkeys(texts))
    kind_of = {text: reading.kind for text, reading in zip(distinct, read_texts(distinct, column), strict=True)}
    kinds = [kind_of[text] for text in texts]
    for value, wrong, kind in zip(read.values, read.wrong, kinds, strict=True):
        assert np.isnan(value) or (np.isfinite(value) and not wrong and kind is NumeralKind.NUMBER)
        assert wrong or np.isnan(value) == (kind is NumeralKind.NO_RESULT)
    assert bool(findings) == bool(read.wrong.any())
    again = numbers(coded(texts), range(len(texts)), NumberColumn("a.csv", "x", none=NoResult.of(na)), Findings())
    assert np.array_equal(again.values, read.values, equal_nan=True)
    assert np.array_equal(again.wrong, read.wrong)


MARKS = [
    "†",
    "‡",
    " §",
    "★",
    "✓",
    "↑",
    "#",
    "†‡",
    "*",
    "$^\\dagger$",
    "$^{a}$",
    r"\dag",
    r"\textsuperscript{a}",
    "<sup>b</sup>",
]
NUMBERS = {
    "0.5821": 0.5821,
    "-3": -3.0,
    "1e-3": 1e-3,
    "0.5 ± 0.1": 0.5,
    "0.5 (2)": 0.5,
    "**0.5**": 0.5,
    r"\textbf{0.5}": 0.5,
}


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("number", NUMBERS)
def test_marks_at_a_number_that_refer_to_notes_are_passed_over(number, mark):
    [plain, marked] = read_texts([number, number + mark], NumberColumn("a.csv", "A"))
    assert (marked.kind, marked.value, marked.behind) == (NumeralKind.NUMBER, NUMBERS[number], plain.behind)


@pytest.mark.parametrize("cell", ["10^2", "10²", "1.5k", "2 s", "5/4", ">0.9", "0.5†0.6", "†", "#3", "x†"])
def test_what_is_more_than_a_number_and_a_mark_is_none(cell):
    [reading] = read_texts([cell], NumberColumn("a.csv", "A"))
    assert reading.kind in (NumeralKind.UNREAD, NumeralKind.OTHER)


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.md"])
def test_a_column_of_marked_numbers_is_read_in_each_format_of_texts(name, read):
    rows = [["dataset", "A", "B"], *([f"d{n}", f"0.{n}8†", f"0.{n}1"] for n in range(1, 9))]
    separator = {"a.csv": ",", "a.tsv": "\t", "a.md": " | "}[name]
    lines = [separator.join(row) for row in rows]
    if name == "a.md":
        lines = [f"| {line} |" for line in [lines[0], "--- | --- | ---", *lines[1:]]]
    scores = read({name: "\n".join(lines) + "\n"}, layout="wide")
    assert scores.metrics[0].means[:, 0].tolist() == [float(f"0.{n}8") for n in range(1, 9)]


@pytest.mark.parametrize(
    ("form", "number"),
    [
        ("{:.3f} [0.100, 0.924]", 0.904),
        ("{:.3f} (95% CI 0.1 to 0.924)", 0.904),
        ("{:.3f} (0.1\N{EN DASH}0.924)", 0.904),
        ("{:.1f}[88,92]", 90.4),
        ("{:.4e} (1.00e-02) +", 0.0955),
        ("{:.4e} (1.00e-02) \N{MINUS SIGN}", 0.0955),
        ("{:.4e} (1.00e-02) =", 0.0955),
        (r"{:.4e} (1.00e-02) $\approx$", 0.0955),
        ("9.550D-0{:.0f}", 2),
    ],
)
def test_what_stands_behind_a_number_leaves_it(form, number):
    texts = [form.format(number), form.format(number).replace("(1.00e-02)", "(2.00e-02)")]
    readings = read_scores(texts, NumberColumn("a.csv", "A"))
    assert [reading.value for reading in readings] == [0.0955 if "D" in form else number] * 2


@pytest.mark.parametrize(
    ("cell", "seconds"),
    [
        ("0:04:45", 285),
        ("49:00:01", 176401),
        ("0 days 00:01:00.5", 60.5),
        ("1 day, 1:00:00", 90000),
        ("1-00:00:01", 86401),
    ],
)
def test_clocks_are_seconds(cell, seconds):
    assert [each.value for each in read_scores([cell, "00:00:07"], NumberColumn("a.csv", "RF"))] == [seconds, 7]


def test_no_number_is_made_of_what_may_be_another():
    for cell in ("0.904 [0.1, 0.2]", "0.9 (1, 2, 3)", "3D2", "0.5 (0.1) + 2", "12:30", "0:99:00"):
        [reading] = read_scores([cell], NumberColumn("a.csv", "A"))
        assert reading.kind is not NumeralKind.NUMBER
    of_day = read_scores(["09:30:00", "10:15:07"], NumberColumn("a.csv", "start_time"))
    assert {each.kind for each in of_day} == {NumeralKind.UNREAD}
