"""Text files as rows and columns, byte by byte, and sources that hold more than they seem to.

Held: what `scores.limit` refuses is refused before a reader makes room for it; empty cells that are formatted, and
rows that a spreadsheet repeats to its end, count for nothing.
"""

import bz2
import csv
import gzip
import hashlib
import io
import lzma
import sqlite3
import struct
import time
import tracemalloc
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import duckdb
import openpyxl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rankpress.core.faults import Findings
from rankpress.core.scores import SourceFile
from rankpress.sources.databases import Query, read_query
from rankpress.sources.excel import contents_of
from rankpress.sources.files import Origin, Unreadable
from rankpress.sources.marked_tables import MOST_OF_PAGE
from rankpress.sources.opening import open_origin
from rankpress.spec.scores_section import LimitOptions

TABLE = "dataset,algorithm,accuracy\niris,A,0.9\niris,B,0.8\nwine,A,0.7\nwine,B,0.6\n"
PACKED = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
UNPACKED = 30_000_000


def archive(**parts):
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name.replace("__", "/").replace("_", "."), content)
    return ZipFile(file)


def sheet(rows):
    return archive(xl__worksheets__sheet1_xml=f"<worksheet><sheetData>{rows}</sheetData></worksheet>")


def calc(*tables):
    return archive(content_xml=f"<o>{''.join(f'<table:table>{table}</table:table>' for table in tables)}</o>")


ROW, CELL, VALUE = "<table:table-row{}>{}</table:table-row>", "<table:table-cell{}/>", ' office:value-type="float"'
ROWS, COLUMNS = ' table:number-rows-repeated="{}"', ' table:number-columns-repeated="{}"'
RECORDS = struct.pack("<BBI", 0, 4, 0) + struct.pack("<BBI", 5, 4, 0) + struct.pack("<BBI", 0, 4, 1048575)


@pytest.mark.parametrize(
    ("workbook", "cells"),
    [
        (sheet('<row r="1"><c r="A1"><v>1</v></c></row><row r="9"><c r="XFD9"><v>1</v></c></row>'), 9 * 16384),
        (sheet('<row r="1"><c r="B1"><v>1</v></c></row><row r="9"><c r="XFD9" s="1"/></row>'), 2),
        (sheet("<row/><row><c/><c><is><t>x</t></is></c></row>"), 4),
        (calc(ROW.format("", CELL.format(VALUE + COLUMNS.format(10**9)))), 10**9),
        (calc(ROW.format(ROWS.format(10**9), CELL.format(VALUE) * 2)), 2 * 10**9),
        (calc(ROW.format("", CELL.format(VALUE) * 3 + CELL.format(COLUMNS.format(16381)))), 3),
        (calc(ROW.format("", CELL.format(VALUE)), ROW.format("", CELL.format(VALUE) * 4)), 5),
        (archive(xl__worksheets__sheet1_bin=RECORDS + struct.pack("<BBI", 5, 4, 16383)), 2**34),
        (archive(xl__printerSettings__printer_bin=RECORDS + struct.pack("<BBI", 5, 4, 16383)), 0),
    ],
)
def test_cells_up_to_the_last_one_that_is_filled(workbook, cells):
    assert [contents.cells for contents in contents_of(workbook)][-1] == cells


TEXT = "x" * 1000
SHARED = f"<sst><si><t>{TEXT}</t></si><si><r><t>ab</t></r><r><t>c</t></r></si></sst>"
CELLS = "".join(f'<c t="s"><v>{index}</v></c>' for index in (0, 1, 0, 7))
RECORD = struct.pack("<BBBI", 19, 5, 0, 1000)
REFERENCES = struct.pack("<BBI", 0, 4, 0) + struct.pack("<BBIII", 7, 12, 0, 0, 0) * 50


@pytest.mark.parametrize(
    ("workbook", "least"),
    [
        (archive(xl__worksheets__sheet1_xml=f"<a><row>{CELLS * 9}</row></a>", xl__sharedStrings_xml=SHARED), 18_027),
        (archive(xl__worksheets__sheet1_bin=REFERENCES, xl__sharedStrings_bin=RECORD), 50_000),
        (
            calc(ROW.format(ROWS.format(7), f"<table:table-cell{COLUMNS.format(9)}><p>{TEXT}</p></table:table-cell>")),
            63_000,
        ),
        (calc(ROW.format(ROWS.format(7), f'<table:table-cell office:string-value="{TEXT}"/>')), 7_000),
    ],
)
def test_cells_hold_the_texts_that_they_refer_to(workbook, least):
    unpacked = sum(part.file_size for part in workbook.infolist())
    assert least <= [contents.bytes for contents in contents_of(workbook)][-1] <= least + unpacked


def test_a_part_that_is_longer_than_it_says_is_counted_whole():
    content = held_content = b"x" * 1_000_000
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as made:
        made.writestr("a.xml", content)
    lying = file.getvalue().replace(struct.pack("<I", len(held_content)), struct.pack("<I", 10))
    with ZipFile(BytesIO(lying)) as opened_archive:
        assert [contents.bytes for contents in contents_of(opened_archive)][-1] == len(content)


REPEATING = {
    "a.arff": "@relation a\n@attribute a {" + "x" * 1_000_000 + ",y}\n@attribute b numeric\n@data\n" + "{}\n" * 500,
    "a.html": "<table><tr><td>a<td>b" + "<tr><td colspan=1000 rowspan=1000>x" * 50 + "</table>",
    "a.json": "[" + ",".join(f'{{"{index}": 1}}' for index in range(3000)) + "]",
}


@pytest.mark.few(1)
@pytest.mark.parametrize("name", REPEATING)
def test_what_repeats_takes_no_room(name, tmp_path):
    (tmp_path / name).write_text(REPEATING[name])
    tracemalloc.start()
    open_origin(Origin(tmp_path, name, limit=LimitOptions.unchecked(cells=1_000_000)), findings := Findings())
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 60_000_000
    assert ("1,000,000 cells" in str(findings.faults())) == (name != "a.arff")


@pytest.mark.parametrize("value", ["zeroblob(400000000)", "hex(zeroblob(400000000))"])
def test_a_database_makes_no_long_cells(value, tmp_path):
    sqlite3.connect(tmp_path / "a.db").close()
    with pytest.raises(Unreadable, match="too big"):
        read_query(Query("sqlite:///a.db", f"SELECT {value} AS a", tmp_path))


@pytest.mark.parametrize("value", ["zeroblob(100000)", "hex(zeroblob(50000))"])
def test_a_database_gives_no_more_bytes_than_the_limit(value, tmp_path):
    sqlite3.connect(tmp_path / "a.db").close()
    rows = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) "
    tracemalloc.start()
    with pytest.raises(Unreadable, match=r"more than 10,000,000 bytes"):
        read_query(Query("sqlite:///a.db", f"{rows}SELECT n, {value} AS a FROM r", tmp_path, max_bytes=10_000_000))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 100_000_000


@pytest.mark.nightly
def test_parquet_of_long_texts_in_many_rows(tmp_path):
    text = "CASE WHEN range < 70000 THEN range::VARCHAR ELSE repeat('x', 10000) END"
    duckdb.sql(f"COPY (SELECT {text} AS a FROM range(75000)) TO '{tmp_path / 'a.parquet'}' (FORMAT parquet)")
    origin = Origin(tmp_path, "a.parquet", limit=LimitOptions.unchecked(bytes=5_000_000))
    [sheet] = open_origin(origin, findings := Findings())
    assert list(sheet.stretches([0], findings)) == []
    assert "more than 5,000,000 bytes" in str(findings.faults())


def test_a_far_cell_is_refused(faults, tmp_path):
    book = openpyxl.Workbook()
    book.active["A1"], book.active["XFD1048576"] = 1, 2
    book.save(tmp_path / "a.xlsx")
    content = (tmp_path / "a.xlsx").read_bytes()
    assert any("its sheets span more than 100,000,000 cells" in message for message in faults({"a.xlsx": content}))
    [message] = faults({"a.xlsx": content}, limit={"bytes": len(content)})
    assert f"the workbook holds more than {len(content):,} bytes" in message


FORMULA, COMPUTED = '<c r="{}"><f>1+1</f><v/></c>', '<c r="{}"><f>1+1</f><v>0.5</v></c>'
EMPTY_TEXT, SHARED, IN_CALC = (
    '<c r="{}" t="str"><f>""</f><v></v></c>',
    '<c r="{}"><f t="shared" si="0"/></c>',
    " table:formula",
)
ROW_OF_TWO = '<row r="{}">{}<c r="B{}"><v>0.5</v></c></row>'


@pytest.mark.parametrize(
    ("cells", "unvalued"),
    [
        ([FORMULA] * 4, {1: (1, 4)}),
        ([COMPUTED, FORMULA, COMPUTED, SHARED], {1: (2, 2)}),
        ([COMPUTED] * 4, {}),
        ([EMPTY_TEXT] * 4, {}),
    ],
)
def test_formulas_that_no_program_computed(cells, unvalued):
    rows = "".join(ROW_OF_TWO.format(row, cell.format(f"A{row}"), row) for row, cell in enumerate(cells, 1))
    [*_, contents] = contents_of(sheet(rows))
    assert {column: times for (_, column), times in contents.unvalued.items()} == unvalued


@pytest.mark.parametrize(("value", "unvalued"), [("", {1: (2, 1)}), (VALUE, {}), (' office:value-type="string"', {})])
def test_formulas_of_calc_that_no_program_computed(value, unvalued):
    plain, formula = CELL.format(VALUE), CELL.format(f'{IN_CALC}="of:=1+1"{value}')
    [*_, contents] = contents_of(calc(ROW.format("", plain * 2) + ROW.format("", formula + plain)))
    assert {column: times for (_, column), times in contents.unvalued.items()} == unvalued


@pytest.mark.parametrize("rows", [range(2, 11), range(4, 6)])
def test_a_column_of_formulas_is_refused_only_where_it_is_read(rows, read, faults, tmp_path):
    book = openpyxl.Workbook()
    for row in (["dataset", "A", "B", "note"], *([f"d{n}", n / 10, n / 20, n] for n in range(1, 10))):
        book.active.append(row)
    drafts = book.create_sheet("drafts")
    drafts.append(["dataset", "A"])
    drafts.append(["d1", "=1+1"])

    options = {"layout": "wide", "table": "Sheet", "ignore": ["note"]}

    def with_formulas(column):
        for row in rows:
            book.active.cell(row, column).value = f"=C{row}*2"
        book.save(tmp_path / "a.xlsx")
        return {"a.xlsx": (tmp_path / "a.xlsx").read_bytes()}

    assert read(with_formulas(4), **options).metrics[0].algorithms == ("A", "B")
    [fault] = faults(with_formulas(2), **options)
    assert f"row {rows[0]} column 'A': the cell holds a formula and no value" in fault
    assert "LibreOffice and save it" in fault


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("packing", PACKED)
def test_what_is_packed_is_read_as_a_stream(packing, faults):
    rows = "iris,A,0.9\n" + " " * 1000 + "\n"
    content = PACKED[packing]((TABLE + rows * (UNPACKED // len(rows))).encode())
    tracemalloc.start()
    [message] = faults({f"a.csv.{packing}": content}, limit={"bytes": UNPACKED // 2})
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert message.startswith(f"a.csv.{packing}: unpacked, the file holds more than 15,000,000 bytes")
    assert most < UNPACKED // 2


BLANK = {
    "a.csv": (TABLE, "\n"),
    "b.csv": (TABLE, "\r\n"),
    "c.csv": (TABLE, "\r"),
    "a.txt": ("0.5\n", "\n"),
    "a.arff": ("@relation a\n@attribute a numeric\n@data\n1\n", "\n"),
    "a.md": ("a|b\n--|--\n1|2\n", "\n"),
    "a.jsonl": ('{"a": 1}\n', "\n"),
    "a.json": ('[{"a": 1}]', "\n"),
    "a.html": ("<table><tr><td>a<td>b<tr><td>1<td>2</table>", "\n"),
}


@pytest.mark.few
@pytest.mark.parametrize("name", BLANK)
@pytest.mark.parametrize("packing", ["", ".gz"])
def test_blank_lines_count_for_a_limit(name, packing, tmp_path):
    head, line = BLANK[name]
    content = (head + line * 100_000).encode()
    (tmp_path / f"{name}{packing}").write_bytes(gzip.compress(content) if packing else content)
    for cells in (99_000, 200_000):
        findings = Findings()
        sheets = open_origin(Origin(tmp_path, f"{name}{packing}", limit=LimitOptions.unchecked(cells=cells)), findings)
        rows = [row for sheet in sheets for row, _ in sheet.records(findings)]
        messages = str(findings.faults())
        assert ("with a cell in each line, blank ones included" in messages, bool(rows)) == (
            cells < 100_000,
            cells > 100_000,
        )


GAPS = (
    st.lists(st.sampled_from(["", " ", ",", " , ", "d,1", "\n" * 80]), max_size=12).map("\n".join).map(str.splitlines)
)


@given(before=GAPS, after=GAPS)
@example(before=[""] * 80, after=["d,1"])
@example(before=["#"], after=[*[""] * 20_050, "d,1"])
def test_rows_keep_their_numbers_among_blank_lines(before, after, tmp_path_factory):
    folder = tmp_path_factory.mktemp("blank")
    lines = [*(line for line in before if "d" not in line), "dataset,A", *after]
    sheet, findings = opened(folder, "\n".join(lines).encode())
    rows = [row for row, _ in sheet.records(findings)]
    assert rows == [row for row, line in enumerate(lines, 1) if line == "d,1"]


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize("beginning", ["\n" * 60_000, " \n" * 30_000, "%\n" * 30_000, "1\n" * 30_000 + "x"])
@pytest.mark.parametrize("name", ["a.csv", "a", "a.txt", "a.dat"])
def test_no_beginning_takes_long(beginning, name, tmp_path):
    began = time.process_time()
    opened(tmp_path, beginning.encode(), name)
    assert time.process_time() - began < 5  # an expression that goes back takes longer than anyone lives


def test_parquet_of_more_rows_than_are_read(faults, tmp_path):
    query = "SELECT 'iris' AS dataset, 'A' AS algorithm, 0.5 AS accuracy FROM range(2000)"
    duckdb.sql(f"COPY ({query}) TO '{tmp_path / 'made.parquet'}' (FORMAT parquet)")
    [message] = faults({"a.parquet": (tmp_path / "made.parquet").read_bytes()}, limit={"cells": 5000})
    assert message.startswith("a.parquet: the 2,000 rows by 3 columns that are read are more than 5,000 cells")


def opened(folder, content, name="a.csv"):
    (folder / name).write_bytes(content)
    findings = Findings()
    return next(iter(open_origin(Origin(folder, name), findings)), None), findings


@pytest.mark.few
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", TABLE.encode()),
        ("a.CSV", TABLE.encode()),
        ("a.csv", TABLE.replace("\n", "\r\n").encode()),
        ("a.csv", TABLE.replace("\n", "\r").encode()),
        ("a.csv", TABLE.rstrip().encode()),
        ("a.csv", b"\xef\xbb\xbf" + TABLE.encode()),
        ("a.csv", TABLE.replace(",", ";").encode()),
        ("a.csv", TABLE.replace(",", "\t").encode()),
        ("a.csv", TABLE.replace(",", "|").encode()),
        ("a.csv", TABLE.replace(",", " , ").encode()),
        ("a.csv", TABLE.replace("iris", '"iris"').encode()),
        ("a.csv", ("\n\n" + TABLE.replace("wine", "\nwine") + "\n,,\n\n").encode()),
        ("a.tsv", TABLE.replace(",", "\t").encode()),
        ("a.txt", TABLE.replace(",", "\t").encode()),
        ("a.txt", TABLE.encode()),
        ("a.csv.gz", gzip.compress(TABLE.encode(), mtime=0)),
        ("a.csv.xz", lzma.compress(TABLE.encode())),
        ("a.tsv.bz2", bz2.compress(TABLE.replace(",", "\t").encode())),
        ("results.v1.2.csv", TABLE.encode()),
    ],
)
def test_one_table_is_read_from_many_forms(read, name, content):
    scores = read({name: content})
    [metric] = scores.metrics
    assert (metric.datasets, metric.algorithms) == (("iris", "wine"), ("A", "B"))
    assert metric.means.tolist() == [[0.9, 0.8], [0.7, 0.6]]
    assert scores.sources == (SourceFile(name, len(content), hashlib.sha256(content).hexdigest(), 4),)


def test_rows_are_numbered_as_in_a_spreadsheet(tmp_path):
    content = b'\nname,x\n"two\nlines",1\n\n , \n,\nlast,2\n'
    sheet, findings = opened(tmp_path, content)
    stretches = list(sheet.stretches([0, 1], findings))
    assert sheet.header_row == 2
    assert [(list(stretch.rows), stretch.columns) for stretch in stretches] == [
        ([3, 7], [["two\nlines", "last"], ["1", "2"]])
    ]


def test_long_files_are_read_in_stretches(tmp_path):
    content = "x\n" + "\n".join(str(row) for row in range(2, 45_002))
    sheet, findings = opened(tmp_path, content.encode())
    stretches = list(sheet.stretches([0], findings))
    assert [len(stretch.rows) for stretch in stretches] == [20_000, 20_000, 5_000]
    assert all(list(map(str, stretch.rows)) == stretch.columns[0] for stretch in stretches)


@pytest.mark.parametrize("suffix", PACKED)
def test_broken_packing_is_reported(faults, suffix):
    [message] = faults({f"a.csv.{suffix}": PACKED[suffix](TABLE.encode())[:-9]})
    assert message.startswith(f"a.csv.{suffix}: the file cannot be unpacked as .{suffix}: ")
    [message] = faults({f"a.csv.{suffix}": TABLE})
    assert message.endswith(f"    expected: a whole .{suffix} file")


def test_labels_of_folds_that_are_no_numbers_for_their_length_are_numbered(read):
    rows = [f"iris,{name},{label},1" for name in "AB" for label in ("9" * 5000, "8" * 5000, "x")]
    [metric] = read({"a.csv": "\n".join(["dataset,algorithm,fold,accuracy", *rows])}).metrics
    assert metric.folds[0].fold.tolist() == [1, 2, 3]


HOSTILE = [
    "a_b",
    "50% $x$ & #1",
    r"\input{/etc/passwd}",
    "<img src=x onerror=alert(1)>",
    "x" * 300,
    "Ελληνικά αβγ",
    "🌲 forest 👩‍🔬",
    'say "yes"',
    "Iris (Fisher, 1936)",
    "two\nlines",
    "tab\tin",
    "\x1b[31mred\x1b[0m",
    "=1+1",
    "nan",
    "1e-3",
    "'",
    "semi;colon",
    "e\u0301 and é",
    "\u202eright to left",
    "NULL",
    "#comment",
]


def written(rows):
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows(rows)
    return text.getvalue()


def test_names_of_metrics_and_files_come_through(read):
    name = r"50% $x$ & \input{a}, <b>"
    files = {
        f"{name.replace('/', '')}.csv": written([["dataset", "algorithm", name], ["d", "A", "1"], ["d", "B", "2"]])
    }
    scores = read(files, metrics=[{"name": name}], files="*.csv")
    assert scores.metrics[0].name == name
    assert scores.sources[0].path == f"{name}.csv"


@pytest.mark.parametrize("name", HOSTILE)
def test_messages_show_names_safely(faults, name):
    content = written([["dataset", "algorithm", name], [name, "A", "1"], [name, name, name + "?"]])
    messages = faults({"a.csv": content}, metrics=[{"name": name, "better": "higher"}], missing="error")
    content = written([["dataset", "algorithm", "accuracy"], [name, "A", "1"], ["d", name, "1"]])
    messages += faults({"a.csv": content})
    for fault in messages:
        first, *others = fault.splitlines()
        assert len(first) < 400
        assert all(line.startswith("    ") for line in others)
        assert all(character.isprintable() for line in fault.split("\n") for character in line)


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("page", ["<div>" * 20_000, "<table>" + "<tr><td>1<b>" * 20_000])
def test_a_page_that_takes_long_to_parse_is_refused(tmp_path, page):
    (tmp_path / "a.html").write_text(page)
    begun = time.thread_time()
    findings = Findings()
    assert not open_origin(Origin(tmp_path, "a.html", limit=LimitOptions(seconds=0.1)), findings)
    assert time.thread_time() - begun < 3
    assert "takes more than 0.1 s" in str(findings.faults()[0])


def test_a_page_that_is_too_large_is_refused_at_once(tmp_path):
    (tmp_path / "a.html").write_bytes(b"<table>" + b" " * MOST_OF_PAGE)
    findings, begun = Findings(), time.thread_time()
    assert not open_origin(Origin(tmp_path, "a.html"), findings)
    assert time.thread_time() - begun < 1
    assert "33,554,439 bytes" in str(findings.faults()[0])


def record(kind, content):
    return struct.pack("<HH", kind, len(content)) + content


def old_workbook(texts, cells, sheets=1):
    """An .xls file whose cells (row, column, number of a text) have texts; several names for one sheet on request."""
    begin = record(0x809, struct.pack("<HHHHII", 0x600, 0x5, 0, 0, 0, 0))
    listed = struct.pack("<II", len(cells), len(texts))
    for text in texts:
        listed += struct.pack("<HB", len(text), 0) + text.encode("latin-1")
    chunks = [listed[at : at + 8000] for at in range(0, len(listed), 8000)]
    strings = record(0xFC, chunks[0])
    for chunk in chunks[1:]:
        strings += record(0x3C, b"\0" + chunk)
    names = [record(0x85, struct.pack("<IBBBB", 0, 0, 0, 1, 0) + b"%c" % (97 + at % 26)) for at in range(sheets)]
    place = len(begin) + sum(map(len, names)) + len(strings) + 4
    names = [n[:4] + struct.pack("<I", place) + n[8:] for n in names]
    body = b"".join(record(0xFD, struct.pack("<HHHI", row, column, 0, text)) for row, column, text in cells)
    of_sheet = record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0, 0, 0, 0)) + body + record(0xA, b"")
    stream = begin + b"".join(names) + strings + record(0xA, b"") + of_sheet
    stream += bytes(max(4096 - len(stream), 0))
    return compound(stream)


def compound(stream):
    """A compound file with a workbook's stream."""
    sectors = -(-len(stream) // 512)
    tables = -(-(sectors + 1) // 127)
    following = [*range(1, sectors), 0xFFFFFFFE, 0xFFFFFFFE, *[0xFFFFFFFD] * tables]
    following += [0xFFFFFFFF] * (tables * 128 - len(following))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<IIIIIIIII", 0, tables, sectors, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    header += struct.pack("<109I", *[sectors + 1 + at if at < tables else 0xFFFFFFFF for at in range(109)])
    entries = b""
    for name, kind, child, begin, size in (("Root Entry", 5, 1, 0xFFFFFFFE, 0), ("Workbook", 2, -1, 0, len(stream))):
        text = name.encode("utf-16-le")
        entry = text.ljust(64, b"\0") + struct.pack("<HBBiii", len(text) + 2, kind, 1, -1, -1, child) + bytes(36)
        entries += entry + struct.pack("<III", begin, size, 0)
    content = stream.ljust(sectors * 512, b"\0") + entries.ljust(512, b"\0")
    return header + content + struct.pack(f"<{len(following)}I", *following)


GRID = [(0, 0, 0), (0, 1, 1), (1, 0, 2), (1, 1, 2)]


def test_an_old_workbook_is_read(tmp_path):
    (tmp_path / "a.xls").write_bytes(old_workbook(["dataset", "A", "x" * 20_000], GRID))
    findings = Findings()
    [read] = open_origin(Origin(tmp_path, "a.xls"), findings)
    assert read.header == ("dataset", "A")
    assert [cells for _, cells in read.records(findings)] == [["x" * 20_000] * 2]


@pytest.mark.parametrize(
    ("workbook", "unit"),
    [
        (old_workbook(["dataset", "A", "x" * 60_000], [*GRID, *((row, 0, 2) for row in range(2, 9000))]), "bytes"),
        (old_workbook(["dataset", "A", "x"], [*GRID, (65_000, 60_000, 2)]), "cells"),
        (old_workbook(["dataset", "A", "x"], [*GRID, (65_000, 255, 2)], sheets=100), "cells"),
    ],
)
def test_an_old_workbook_is_refused_by_what_its_cells_hold(tmp_path, workbook, unit):
    (tmp_path / "a.xls").write_bytes(workbook)
    findings = Findings()
    assert not open_origin(Origin(tmp_path, "a.xls", limit=LimitOptions(bytes=1e8)), findings)
    assert f"scores.limit.{unit}" in str(findings.faults()[0])
