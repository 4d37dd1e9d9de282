"""Text files as rows and columns: against files written byte by byte."""

import bz2
import gzip
import hashlib
import lzma

import pytest

from rankpress.core.faults import Findings
from rankpress.core.scores import SourceFile
from rankpress.sources.files import Origin
from rankpress.sources.opening import open_origin

TABLE = "dataset,algorithm,accuracy\niris,A,0.9\niris,B,0.8\nwine,A,0.7\nwine,B,0.6\n"
MEANS = [[0.9, 0.8], [0.7, 0.6]]


def opened(folder, content, name="a.csv"):
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
def test_one_table_is_read_from_many_forms(read, name, content):
    scores = read({name: content})
    assert scores.metrics[0].datasets == ("iris", "wine")
    assert scores.metrics[0].algorithms == ("A", "B")
    assert scores.metrics[0].means.tolist() == MEANS
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


@pytest.mark.parametrize("suffix", ["gz", "xz", "bz2"])
def test_broken_packing_is_told(faults, suffix):
    content = TABLE.encode()
    whole = {"gz": gzip.compress(content, mtime=0), "xz": lzma.compress(content), "bz2": bz2.compress(content)}[suffix]
    [told] = faults({f"a.csv.{suffix}": whole[:-9]})
    assert told.startswith(f"a.csv.{suffix}: the file cannot be unpacked as .{suffix}: ")
    [told] = faults({f"a.csv.{suffix}": TABLE})
    assert told.endswith(f"    expected: a whole .{suffix} file")
