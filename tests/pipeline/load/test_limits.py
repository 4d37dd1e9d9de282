"""Sources that hold more than they seem to: packed, repeated or far apart cells, and numbers at the end of the floats.

Held: what `scores.limit` refuses is refused before a reader makes room for it; empty cells that are formatted, and
rows that a spreadsheet repeats to its end, count for nothing.
"""

import bz2
import gzip
import lzma
import struct
import tracemalloc
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import duckdb
import pytest

from rankpress.sources.excel import spanned_cells

TABLE = "dataset,algorithm,accuracy\niris,A,0.9\niris,B,0.8\n"
PACKED = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}
UNPACKED = 30_000_000


def archive(**parts):
    """A zip in memory."""
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name.replace("__", "/").replace("_", "."), content)
    return ZipFile(held)


def sheet(rows):
    """The part of an Excel file that holds a sheet."""
    return archive(xl__worksheets__sheet1_xml=f"<worksheet><sheetData>{rows}</sheetData></worksheet>")


def calc(*tables):
    """The part of a LibreOffice file that holds its sheets."""
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
    assert sum(spanned_cells(workbook)) == cells


def test_a_far_cell_is_refused(faults, tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active["A1"], book.active["XFD1048576"] = 1, 2
    book.save(tmp_path / "a.xlsx")
    content = (tmp_path / "a.xlsx").read_bytes()
    assert any("its sheets span more than 100,000,000 cells" in told for told in faults({"a.xlsx": content}))
    [told] = faults({"a.xlsx": content}, limit={"bytes": len(content)})
    assert f"unpacked, the workbook holds more than {len(content):,} bytes" in told


@pytest.mark.parametrize("packing", PACKED)
def test_what_is_packed_is_read_as_a_stream(packing, faults):
    rows = "iris,A,0.9\n" + " " * 1000 + "\n"
    content = PACKED[packing]((TABLE + rows * (UNPACKED // len(rows))).encode())
    tracemalloc.start()
    [told] = faults({f"a.csv{packing}": content}, limit={"bytes": UNPACKED // 2})
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert told.startswith(f"a.csv{packing}: unpacked, the file holds more than 15,000,000 bytes")
    assert most < UNPACKED // 2


def test_parquet_of_more_rows_than_are_read(faults, tmp_path):
    query = "SELECT 'iris' AS dataset, 'A' AS algorithm, 0.5 AS accuracy FROM range(2000)"
    duckdb.sql(f"COPY ({query}) TO '{tmp_path / 'made.parquet'}' (FORMAT parquet)")
    [told] = faults({"a.parquet": (tmp_path / "made.parquet").read_bytes()}, limit={"cells": 5000})
    assert told.startswith("a.parquet: the 2,000 rows by 3 columns that are read are more than 5,000 cells")
