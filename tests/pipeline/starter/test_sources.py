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


@pytest.mark.parametrize(
    ("names", "algorithms"),
    [(("ours", "theirs"), {"ours", "theirs"}), (("run-a", "run-b"), {"a", "b"}), (("[1]", "[2]"), {"1", "2"})],
)
def test_files_that_a_shell_put_in_place_of_a_pattern_name_the_algorithms(tmp_path, names, algorithms):
    rows = "".join(f"{data},{score}\n" for data, score in (("a", 0.5), ("b", 0.6), ("c", 0.7)))
    paths = [tmp_path / f"{name}.csv" for name in names]
    for path in paths:
        path.write_text(f"dataset,accuracy\n{rows}")
    assert main(["init", "study", "--from", *map(str, paths), "-q"]) == 0
    read = read_study("study/study.yaml")
    [metric] = load(read.study.scores, read.folder).metrics
    assert set(metric.algorithms) == algorithms


def test_files_that_no_pattern_names_alone_are_refused(tmp_path, capsys):
    for name in ("a", "b", "notes"):
        (tmp_path / f"{name}.csv").write_text("dataset,accuracy\nx,0.5\n")
    assert main(["init", "study", "--from", *(f"{tmp_path}/{name}.csv" for name in "ab")]) == 2
    assert "no pattern names these 2 files and no others" in capsys.readouterr().err
    assert main(["run", f"{tmp_path}/a.csv", f"{tmp_path}/c.csv"]) == 2
    assert "c.csv: there is no such file or folder" in capsys.readouterr().err


def test_a_folder_of_files_with_other_columns_is_told_from_one_without_scores(tmp_path, capsys):
    cells = [(data, name, fold) for data in "xyz" for name in "abc" for fold in "123"]
    for number, measured in enumerate(("first", "first", "first", "second")):
        rows = [",".join((*cell, f"0.{9 - number}{place}")) for place, cell in enumerate(cells)]
        path = tmp_path / f"{measured}-{number}.csv"
        path.write_text("\n".join((f"dataset,algorithm,fold,{measured}", *rows)))
    assert main(["run", str(tmp_path)]) == 2
    assert "only some of the files have first, second" in capsys.readouterr().err
