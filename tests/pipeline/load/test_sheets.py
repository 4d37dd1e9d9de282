"""Text files as rows and columns: against files written byte by byte.

Held: delimiters, packing, line ends, byte order marks, quotes, blank rows; rows numbered as a spreadsheet numbers
them; what is told of each kind of file that cannot be read, word for word.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from rankpress.core.faults import Findings
from rankpress.core.scores import Scores, SourceFile
from rankpress.sources.cells import Sheet
from rankpress.sources.files import Origin
from rankpress.sources.opening import open_origin

Read = Callable[..., Scores]
Faults = Callable[..., list[str]]

TABLE = "dataset,algorithm,accuracy\niris,A,0.9\niris,B,0.8\nwine,A,0.7\nwine,B,0.6\n"
MEANS = [[0.9, 0.8], [0.7, 0.6]]


def opened(folder: Path, content: bytes, name: str = "a.csv") -> tuple[Sheet | None, Findings]:
    (folder / name).write_bytes(content)
    findings = Findings()
    return next(iter(open_origin(Origin(folder, name), findings)), None), findings


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
def test_one_table_is_read_from_many_forms(read: Read, name: str, content: bytes) -> None:
    scores = read({name: content})
    assert scores.metrics[0].datasets == ("iris", "wine")
    assert scores.metrics[0].algorithms == ("A", "B")
    assert scores.metrics[0].means is not None
    assert scores.metrics[0].means.tolist() == MEANS
    assert scores.sources == (SourceFile(name, len(content), hashlib.sha256(content).hexdigest(), 4),)


def test_rows_are_numbered_as_in_a_spreadsheet(tmp_path: Path) -> None:
    content = b'\nname,x\n"two\nlines",1\n\n , \n,\nlast,2\n'
    sheet, findings = opened(tmp_path, content)
    assert sheet is not None
    stretches = list(sheet.stretches([0, 1], findings))
    assert sheet.header_row == 2
    assert [(list(stretch.rows), stretch.columns) for stretch in stretches] == [
        ([3, 7], [["two\nlines", "last"], ["1", "2"]])
    ]


def test_long_files_are_read_in_stretches(tmp_path: Path) -> None:
    content = "x\n" + "\n".join(str(row) for row in range(2, 45_002))
    sheet, findings = opened(tmp_path, content.encode())
    assert sheet is not None
    stretches = list(sheet.stretches([0], findings))
    assert [len(stretch.rows) for stretch in stretches] == [20_000, 20_000, 5_000]
    assert all(list(map(str, stretch.rows)) == stretch.columns[0] for stretch in stretches)


HEAD = b"dataset,algorithm,accuracy\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            b"",
            "a.csv: the file is empty\n    expected: a header with the names of the columns, and rows under it",
        ),
        (
            b" \n\n,,\n",
            "a.csv: the file is empty\n    expected: a header with the names of the columns, and rows under it",
        ),
        (HEAD, "a.csv: the file has a header but no rows\n    expected: a row at least under the header"),
        (
            HEAD + "iris,Naïve Bayes,0.9\n".encode("latin-1"),
            (
                "a.csv: byte 35 of the file, 0xef in line 2, is no text in UTF-8\n"
                "    expected: text in UTF-8\n"
                "    to do: save it as CSV in UTF-8"
            ),
        ),
        (
            HEAD + b"iris,\0,0.9\n",
            (
                "a.csv: byte 33 of the file, 0x00 in line 2, is no text in UTF-8\n"
                "    expected: text in UTF-8\n"
                "    to do: save it as CSV in UTF-8"
            ),
        ),
        (
            HEAD.decode().encode("utf-16"),
            "a.csv: the file is UTF-16\n    expected: text in UTF-8\n    to do: save it as CSV in UTF-8",
        ),
        (
            b"PK\x03\x04xlsx",
            (
                "a.csv: the file is a spreadsheet or a zip archive\n"
                "    expected: text in UTF-8\n"
                "    to do: save it as CSV in UTF-8"
            ),
        ),
        (
            HEAD + b'iris,"A,0.9\n',
            (
                "a.csv row 2: the row cannot be split into cells: unexpected end of data\n"
                "    expected: each double quote closed in its cell, and written twice where it is part of the text"
            ),
        ),
        (
            b"dataset,algorithm,accuracy,accuracy\niris,A,1,2\n",
            "a.csv row 1: 'accuracy' stands over 2 columns: 3, 4\n    expected: a name of its own for each column",
        ),
        (
            HEAD + b"iris,A,0.9\niris,B,0.8,7\n",
            (
                "a.csv row 3: the row has 4 cells, the header 3 cells\n"
                "    expected: 3 cells in each row, empty ones included\n"
                "    to do: put a cell that holds a comma between double quotes, and give each column a name"
            ),
        ),
        (
            HEAD + b"iris,A,0.9\niris\n",
            (
                "a.csv row 3: the row has 1 cell, the header 3 cells\n"
                "    expected: 3 cells in each row, empty ones included\n"
                "    to do: put a cell that holds a comma between double quotes, and give each column a name"
            ),
        ),
    ],
    ids=["empty", "blank", "header", "latin-1", "nul", "utf-16", "zip", "quote", "twice", "long row", "short row"],
)
def test_what_cannot_be_read_is_told(faults: Faults, content: bytes, told: str) -> None:
    assert faults({"a.csv": content}) == [told]


def test_files_of_no_format_are_told(faults: Faults) -> None:
    told = faults({"a.model": b"PK", "README": b"scores", "x": b"", "y.XLSX": b"a,b", "z.parquet": b"PAR"})
    assert told[0].startswith(
        "README: the name of the file has no suffix\n    expected: a file of one of these formats: "
    )
    assert "csv" in told[0]
    assert (
        "    to do: save the scores as CSV, let scores.files name the files of scores only, or say scores.format"
        in told[0]
    )
    assert [fault.splitlines()[0] for fault in told[1:]] == [
        "a.model: a file called '.model' is not read",
        "x: the file is empty",
        "y.XLSX: the file is called '.xlsx', and what it holds is nothing of the kind",
        "z.parquet: the file is called '.parquet', and what it holds is nothing of the kind",
    ]


@pytest.mark.parametrize("suffix", ["gz", "xz", "bz2"])
def test_broken_packing_is_told(faults: Faults, suffix: str) -> None:
    content = TABLE.encode()
    whole = {"gz": gzip.compress(content, mtime=0), "xz": lzma.compress(content), "bz2": bz2.compress(content)}[suffix]
    [told] = faults({f"a.csv.{suffix}": whole[:-9]})
    assert told.startswith(f"a.csv.{suffix}: the file cannot be unpacked as .{suffix}: ")
    [told] = faults({f"a.csv.{suffix}": TABLE})
    assert told.endswith(f"    expected: a whole .{suffix} file")


def test_the_faults_of_all_files_come_at_once(faults: Faults) -> None:
    told = faults(
        {"a.csv": b"", "b.csv": HEAD, "c.csv": HEAD + b"iris,A,x\n", "d.csv": HEAD + b"iris,A\n"},
        files=["*.csv", "e.csv"],
    )
    assert [line.splitlines()[0] for line in told] == [
        "scores.files[1]: there is no file 'e.csv'",
        "a.csv: the file is empty",
        "b.csv: the file has a header but no rows",
        "c.csv row 2 column accuracy: 'x' is not a finite number",
        "d.csv row 2: the row has 2 cells, the header 3 cells",
    ]


def test_fifty_of_a_kind_are_listed_and_the_rest_counted(faults: Faults) -> None:
    told = faults({"a.csv": HEAD + b"iris,A,0.9\n" + b"iris,B\n" * 1263})
    assert len(told) == 51
    assert told[0].count("\n") == 2
    assert told[1] == "a.csv row 4: the row has 2 cells, the header 3 cells"
    assert told[50] == "scores: and 1,213 more rows of another length than the header"
