"""`rankpress init --from` anything but a text file: the spec that it writes is checked, and reads the same scores."""

import gzip
import json
import lzma
import sqlite3
from contextlib import closing

import duckdb
import pytest

from rankpress.app.cli import main
from rankpress.spec.reading import read_study
from rankpress.stages.load import load

ROWS = [
    (d, a, fold, round(0.5 + 0.03 * at + 0.01 * fold, 3), 1.0 + at)
    for d in ("iris", "wine, red", "zoo")
    for at, a in enumerate(("knn", "svm", "nb"))
    for fold in (1, 2)
]
MEANS = [[0.515, 0.545, 0.575]] * 3


def begin(given):
    """The study that is written, and its scores."""
    assert main(["init", "deep/study", "--from", given, "-q"]) == 0
    read = read_study("deep/study/study.yaml")
    [metric] = load(read.study.scores, read.folder).metrics
    return read, metric


def holds_all(metric):
    found = {
        (d, a): round(metric.means[row, column], 12)
        for row, d in enumerate(metric.datasets)
        for column, a in enumerate(metric.algorithms)
    }
    return found == {
        (d, a): MEANS[row][column]
        for row, d in enumerate(("iris", "wine, red", "zoo"))
        for column, a in enumerate(("knn", "svm", "nb"))
    }


def write_table(path, connection):
    connection.execute(
        "CREATE TABLE results (task TEXT, classifier TEXT, fold INT, accuracy DOUBLE, fit_seconds DOUBLE)"
    )
    connection.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?)", ROWS)


def write_sqlite(path, tables):
    with closing(sqlite3.connect(path)) as connection:
        for table in tables:
            connection.execute(f'CREATE TABLE "{table}" (task, classifier, fold, accuracy, fit_seconds)')
            connection.executemany(f'INSERT INTO "{table}" VALUES (?, ?, ?, ?, ?)', ROWS)
        connection.commit()


def test_parquet(here):
    with duckdb.connect() as connection:
        write_table(here, connection)
        connection.execute("COPY results TO 'runs.parquet' (FORMAT parquet)")
    read, metric = begin("runs.parquet")
    assert read.study.scores.files == ("../../runs.parquet",)
    assert read.study.scores.costs == ("fit_seconds",)
    assert holds_all(metric)


@pytest.mark.parametrize("given", ["runs", "runs/", "runs/{algorithm}/{dataset}/{fold}.json"])
def test_folders_of_runs(here, given):
    for d, a, fold, accuracy, seconds in ROWS:
        (here / "runs" / a / d).mkdir(parents=True, exist_ok=True)
        (here / "runs" / a / d / f"{fold}.json").write_text(json.dumps({"accuracy": accuracy, "seconds": seconds}))
        (here / "runs" / a / d / ".hidden").write_text("")
    (here / "runs" / "README.md").write_text("how these were made")
    read, metric = begin(given)
    assert read.study.scores.files == ("../../runs/{algorithm}/{dataset}/{fold}.json",)
    assert holds_all(metric)


def test_names_that_hold_two_things(here):
    (here / "runs").mkdir()
    for d, a, fold, accuracy, _ in ROWS:
        with (here / "runs" / f"{d}_{fold // 9}_{a}.out").open("a") as file:
            file.write(f"{accuracy}\n")
    read, metric = begin("runs")
    assert read.study.scores.files == ("../../runs/{dataset}_{algorithm:[^_]+}.out",)
    assert len(metric.datasets) == 3
    assert metric.algorithms == ("knn", "nb", "svm")


def test_sqlite(here):
    write_sqlite(here / "my runs.db", ['all ""runs""'])
    assert holds_all(begin("my runs.db")[1])
    for path in (here / "deep" / "study").iterdir():
        path.unlink()
    read, metric = begin("sqlite:///my runs.db")
    assert read.study.scores.query == 'SELECT * FROM "all ""runs"""'
    assert holds_all(metric)


@pytest.mark.parametrize("suffix", [".gz", ".xz"])
def test_a_packed_file_that_is_damaged(here, suffix, capsys):
    pack = {".gz": gzip.compress, ".xz": lzma.compress}[suffix]
    data = pack(b"dataset,algorithm,accuracy\n" + b"".join(b"d%d,A,0.%d\n" % (at, at) for at in range(90)))
    (here / f"s.csv{suffix}").write_bytes(data[:40] + bytes(20) + data[60:])
    assert main(["init", "study", "--from", f"s.csv{suffix}"]) == 2
    assert capsys.readouterr().err.startswith(f"s.csv{suffix}: the file cannot be unpacked as {suffix}: ")
