"""Formats of tables: files written by the programs themselves (DuckDB, openpyxl, pandas, json) against the same as CSV.

Held: that one study is read from all of them, whatever stands in its names; what the content alone tells of the format;
what is printed of damaged files; formats that others add, with the very example of pipeline/sources/README.md.
"""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import duckdb
import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rankpress.core.extras import install_command
from rankpress.core.faults import FaultsFound
from tests.pipeline.sources.conftest import loaded, printed_faults

HEADER = ("dataset", "algorithm", "fold", "accuracy", "seconds")
NAMES = [
    *("iris", 'a "quoted", name', "two\nlines", "$x_1$ & {y}", "emoji 🌲", "\u05e9\u05dc\u05d5\u05dd", "31", "=1+1"),
    "x" * 300,
]
TREE = Path(__file__).resolve().parents[3]


def rows_of(names):
    """A measurement of two algorithms on two folds of each data set; one fit time is not there."""
    return [
        (name, algorithm, fold, round(0.5 + 0.01 * at + 0.1 * fold, 3), None if at == 1 and fold == 1 else 1.5 + fold)
        for at, name in enumerate(names)
        for algorithm in ("A", "ö, B")
        for fold in (1, 2)
    ]


def write_csv(path, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([HEADER, *rows])


def write_json(path, rows):
    path.write_text(json.dumps([dict(zip(HEADER, row, strict=True)) for row in rows]), encoding="utf-8")


def write_lines(path, rows):
    lines = (json.dumps(dict(zip(HEADER, row, strict=True)), ensure_ascii=False) for row in rows)
    path.write_text("\n".join(lines) + "\n\n", encoding="utf-8")


def write_excel(path, rows):
    book = openpyxl.Workbook()
    sheet = book.active
    for at, row in enumerate([HEADER, *rows], 3):
        for column, value in enumerate(row, 2):
            cell = sheet.cell(at, column)
            cell.value = value
            if isinstance(value, str):
                cell.data_type = "s"  # =1+1 is a name here
    book.create_sheet("empty")
    book.save(path)


def _with_table(connection, rows):
    connection.execute(
        "CREATE TABLE t (dataset VARCHAR, algorithm VARCHAR, fold BIGINT, accuracy DOUBLE, seconds DOUBLE)"
    )
    connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?)", rows)


def write_parquet(path, rows):
    with duckdb.connect() as connection:
        _with_table(connection, rows)
        connection.execute(f"COPY t TO '{path}' (FORMAT parquet)")


def write_duckdb(path, rows):
    with duckdb.connect(str(path)) as connection:
        _with_table(connection, rows)


# The suffixes say nothing: the content does.
WRITERS = {
    "scores.bin": write_parquet,
    "scores.db": write_duckdb,
    "scores": write_excel,
    "scores.log": write_lines,
    "scores.txt": write_json,
}


def same(one, other):
    [a], [b] = one.metrics, other.metrics
    return (a.datasets, a.algorithms, a.means.tolist()) == (b.datasets, b.algorithms, b.means.tolist())


@pytest.mark.few
@pytest.mark.parametrize("name", WRITERS)
def test_one_table_in_each_format(tmp_path, name):
    rows = rows_of([one.strip() for one in NAMES])
    write_csv(tmp_path / "a.csv", rows)
    WRITERS[name](tmp_path / name, rows)
    scores = loaded(tmp_path, name)
    assert same(scores, loaded(tmp_path, "a.csv"))
    [file] = scores.sources
    assert (file.path, file.size, file.rows) == (name, (tmp_path / name).stat().st_size, len(rows))
    folds = scores.metrics[0].folds[0]
    assert folds.fold.tolist() == [1, 2]


@pytest.mark.nightly
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    names=st.lists(
        st.text(
            st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp")), min_size=1, max_size=8
        ),
        min_size=2,
        max_size=5,
        unique=True,
    )
)
def test_any_names(tmp_path, names):
    rows = rows_of([name.strip() or "x" for name in names])
    for name in ("scores.bin", "scores.log", "scores.txt"):
        (tmp_path / name).unlink(missing_ok=True)
        WRITERS[name](tmp_path / name, rows)
    write_csv(tmp_path / "a.csv", rows)
    try:
        expected = loaded(tmp_path, "a.csv")
    except FaultsFound:  # such as names that differ in their blanks alone
        return
    assert all(same(loaded(tmp_path, name), expected) for name in ("scores.bin", "scores.log", "scores.txt"))


def test_types_of_parquet(tmp_path):
    with duckdb.connect() as connection:
        connection.execute(
            f"""COPY (SELECT i // 2 AS dataset, CASE WHEN i % 2 = 0 THEN 'A' ELSE ' B' END AS algorithm, i = 1 AS right,
            9007199254740993 + i AS id, (i * 0.5)::DECIMAL(6, 2) AS price, i::FLOAT AS small, i::HUGEINT AS huge,
            'nan'::DOUBLE AS nothing FROM range(4) AS r(i)) TO '{tmp_path}/a=1[*].parquet' (FORMAT parquet)"""
        )
    columns = {"repeat": "id"}
    scores = loaded(
        tmp_path,
        "a=1[*].parquet",
        metrics=[{"name": name, "better": "higher"} for name in ("right", "price", "small", "huge")],
    )
    assert [metric.means.tolist() for metric in scores.scored] == [
        [[0, 1], [0, 0]],
        [[0, 0.5], [1, 1.5]],
        [[0, 1], [2, 3]],
        [[0, 1], [2, 3]],
    ]
    assert scores.metrics[0].datasets == ("0", "1")
    assert scores.metrics[0].algorithms == ("A", "B")
    # each of them is a repeat of its own, as a float would not tell
    assert len(printed_faults(loaded, tmp_path, "a=1[*].parquet", columns=columns, metrics=[{"name": "small"}])) == 4
    assert "has no nothing on" in printed_faults(loaded, tmp_path, "a=1[*].parquet", metrics=[{"name": "nothing"}])[0]


def test_several_tables(tmp_path):
    rows = rows_of(["iris", "wine"])
    with duckdb.connect(str(tmp_path / "a.duckdb")) as connection:
        _with_table(connection, rows)
        connection.execute('CREATE TABLE "odd ""name" AS SELECT * FROM t')
    book = openpyxl.Workbook()
    for title in ("t", 'odd "name'):
        sheet = book.create_sheet(title)
        for row in [HEADER, *rows]:
            sheet.append(row)
    book.save(tmp_path / "a.xlsx")
    for name in ("a.duckdb", "a.xlsx"):
        [fault] = printed_faults(loaded, tmp_path, name)
        assert fault.startswith(f"{name}: the file holds 2 tables: ")
        assert fault.endswith("expected: scores.table: NAME, the one to be read")
        assert same(loaded(tmp_path, name, table="t"), loaded(tmp_path, name, table='odd "name'))
        [fault] = printed_faults(loaded, tmp_path, name, table="T")
        assert "has no table 'T'" in fault
        assert "one of " in fault


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.json", b'{"accuracy": 0.9, "accuracy": 0.8}', "the key 'accuracy' is duplicated"),
        ("a.json", b'{"accuracy": 0.9,', "this is no JSON"),
        ("a.json", b"[]", "a.json: there is no record with a value in it"),
        ("a.json", b"{}", "a.json: there is no record with a value in it"),
        ("a.json", b"[1, 2]", "record 1: this is a number"),
        ("a.json", b"[" * 100_000, "too many brackets inside each other"),
        ("a.json", b'{"accuracy": ' + b"9" * 5_000 + b"}", "this cannot be read"),
        ("a.json", b'{"accuracy": "\xff"}', "byte 15 of the file, 0xff in line 1, is not valid UTF-8"),
        ("b.json", b'\xef\xbb\xbf{"a": "\xff"}', "byte 11 of the file, 0xff in line 1, is not valid UTF-8"),
        ("a.jsonl", b'{"accuracy": 1}\n{"accuracy"\n', "a.jsonl row 2: this is no JSON"),
        ("a.parquet", b"PAR1" + b"\0" * 64, "DuckDB cannot read it"),
        ("a.duckdb", b"\0" * 8 + b"DUCK" + b"\0" * 100, "DuckDB cannot read it"),
        ("a.xlsx", b"PK\x03\x04" + b"\0" * 26 + b"[Content_Types].xml" + b"\0" * 99, "the workbook cannot be read"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "the workbook cannot be read"),
    ],
)
def test_damaged_files_are_reported(tmp_path, name, content, expected):
    (tmp_path / name).write_bytes(content)
    [fault] = printed_faults(loaded, tmp_path, name)
    assert expected in fault
    assert str(tmp_path) not in fault


@pytest.mark.nightly
def test_parquet_is_read_as_it_is_now(tmp_path):
    """A process reads all of it through one database, which keeps neither what was there nor a failure."""
    rows = rows_of(["a", "b"])
    write_parquet(tmp_path / "a.parquet", rows)
    before = loaded(tmp_path, "a.parquet")
    (tmp_path / "a.parquet").write_bytes(b"PAR1" * 9)
    printed_faults(loaded, tmp_path, "a.parquet")
    write_parquet(tmp_path / "a.parquet", [(*row[:3], row[3] + 1, row[4]) for row in rows])
    assert loaded(tmp_path, "a.parquet").metrics[0].means.tolist() == (before.metrics[0].means + 1).tolist()


PLUGIN = """
from pathlib import Path
from rankpress.stages.load import load
from rankpress.core.faults import FaultsFound
from rankpress.spec.model import ScoresOptions
try:
    [metric] = load(ScoresOptions(files="a.dots"), Path()).metrics
    print(metric.datasets, metric.algorithms, metric.means.tolist())
except FaultsFound as error:
    print(error)
"""


def with_plugin(folder, code, value="dotted_scores"):
    """What loading a file of dots tells where a package that adds the format is installed."""
    described = folder / "site" / "dotted-1.0.dist-info"
    described.mkdir(parents=True)
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: dotted\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(f"[rankpress.loaders]\ndots = {value}\n")
    (folder / "site" / "dotted_scores.py").write_text(code, encoding="utf-8")
    (folder / "a.dots").write_text("%dots\niris...A...0.9\niris...B...0.8\n")
    command = [sys.executable, "-c", f"import sys; sys.path.append({str(folder / 'site')!r})\n{PLUGIN}"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=120).stdout


@pytest.mark.nightly
def test_formats_of_others(tmp_path):
    page = (TREE / "pipeline" / "sources" / "README.md").read_text(encoding="utf-8")
    [code] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert with_plugin(tmp_path, code) == "('iris',) ('A', 'B') [[0.9, 0.8]]\n"


ADDING = "from rankpress.extend import add_format; add_format(3)"


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("code", ["raise RuntimeError('a')", ADDING])
def test_broken_formats_of_others_are_reported(tmp_path, code):
    printed = with_plugin(tmp_path, code)
    assert "dotted" in printed
    assert "expected: " in printed


def test_without_the_library(tmp_path, monkeypatch):
    for name, library, extra in (("scores.bin", "duckdb", "parquet"), ("scores", "python_calamine", "excel")):
        WRITERS[name](tmp_path / name, rows_of(["iris", "wine"]))
        with monkeypatch.context() as context:
            context.setitem(sys.modules, library, None)
            [fault] = printed_faults(loaded, tmp_path, name)
        assert fault.startswith(f"{name}: reading this needs {library}, which is not installed\n")
        assert fault.endswith(f"fix: {install_command(extra)}")
