"""`rankpress init --from` anything but a text file, and results of programs: specs are checked, and read the same.

The files of programs are those that tests/pipeline/sources/test_programs.py reads, or laid out as there.
"""

import gzip
import json
import lzma
import re
import shlex
import shutil
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path

import duckdb
import openpyxl
import pytest

from rankpress.app.cli import main
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.spec.reading import read_study
from rankpress.stages.load import load

ROWS = [
    (d, a, fold, round(0.5 + 0.03 * at + 0.01 * fold, 3), 1.0 + at)
    for d in ("iris", "wine, red", "zoo")
    for at, a in enumerate(("knn", "svm", "nb"))
    for fold in (1, 2)
]
MEANS = [0.515, 0.545, 0.575] * 3


def begin(given):
    assert main(["init", "deep/study", "--from", given, "-q"]) == 0
    read = read_study("deep/study/study.yaml")
    [metric] = load(read.study.scores, read.folder).metrics
    return read, metric


def holds_all(metric):
    scores = dict(
        zip(product(metric.datasets, metric.algorithms), metric.means.round(12).ravel().tolist(), strict=True)
    )
    return scores == dict(zip(product(("iris", "wine, red", "zoo"), ("knn", "svm", "nb")), MEANS, strict=True))


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


@pytest.mark.nightly
def test_parquet(here):
    with duckdb.connect() as connection:
        write_table(here, connection)
        connection.execute("COPY results TO 'runs.parquet' (FORMAT parquet)")
    read, metric = begin("runs.parquet")
    assert read.study.scores.files == ("../../runs.parquet",)
    assert read.study.scores.costs == ("fit_seconds",)
    assert holds_all(metric)


@pytest.mark.nightly
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
    assert "no pattern matches exactly these 2 files" in capsys.readouterr().err
    assert main(["run", f"{tmp_path}/a.csv", f"{tmp_path}/c.csv"]) == 2
    assert "c.csv: there is no such file or folder" in capsys.readouterr().err


def test_a_folder_of_files_with_other_columns_is_distinguished_from_one_without_scores(tmp_path, capsys):
    cells = [(data, name, fold) for data in "xyz" for name in "abc" for fold in "123"]
    for number, measured in enumerate(("first", "first", "first", "second")):
        rows = [",".join((*cell, f"0.{9 - number}{place}")) for place, cell in enumerate(cells)]
        path = tmp_path / f"{measured}-{number}.csv"
        path.write_text("\n".join((f"dataset,algorithm,fold,{measured}", *rows)))
    assert main(["run", str(tmp_path)]) == 2
    assert "only some of the files have first, second" in capsys.readouterr().err


def begun(given, check=0):
    """The scores of the study that is written, which is checked."""
    shutil.rmtree("study", ignore_errors=True)
    assert main(["init", "study", "--from", given, "-q"]) == 0
    assert main(["check", "study/study.yaml", "-q"]) == check
    return read_study("study/study.yaml").study.scores


def write_tables(suffix, tables):
    if suffix == "xlsx":
        book = openpyxl.Workbook()
        book.remove(book.worksheets[0])
        for name, rows in tables.items():
            sheet = book.create_sheet(name)
            for row in rows:
                sheet.append(row)
        book.save("runs.xlsx")
        return "runs.xlsx"
    connect = duckdb.connect if suffix == "duckdb" else sqlite3.connect
    with closing(connect(f"runs.{suffix}")) as connection:
        for name, (header, *rows) in tables.items():
            connection.execute(f"CREATE TABLE {name} (" + ", ".join(f"{one} TEXT" for one in header) + ")")
            for row in rows:
                connection.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
        connection.commit()
    return f"runs.{suffix}"


@pytest.mark.parametrize("suffix", ["sqlite", "xlsx"])
def test_the_name_of_the_only_table_says_what_its_numbers_are(here, suffix):
    rows = [["benchmark", "gcc", "clang"], *([b, str(3 + at), str(2 + at)] for at, b in enumerate("pqrs"))]
    [metric] = begun(write_tables(suffix, {"runtime_seconds": rows})).metrics
    assert (metric.name, metric.better) == ("runtime_seconds", "lower")


SMALL = [("dataset", "algorithm", "accuracy"), *((d, a, 0.5) for d in "pqr" for a in "xy")]


@pytest.mark.parametrize("suffix", ["xlsx", "duckdb"])
def test_several_tables(suffix, capsys):
    given = write_tables(suffix, {"one": SMALL, "two": SMALL})
    assert main(["init", "study", "--from", given]) == 2
    assert capsys.readouterr().err == (
        f"{given}: the file holds 2 tables: one, two\n    expected: one table\n    fix: rankpress run '{given}#one'"
        f"   # one of them\n         rankpress run '{given}#*'   # all, named by a column table\n"
    )
    assert main(["init", "study", "--from", f"{given}#three"]) == 2
    assert "the file has no table 'three'\n    expected: one of one, two\n" in capsys.readouterr().err
    assert begun(f"{given}#two").table == "two"


@pytest.mark.parametrize("notes", [[("made by hand",)], [("made by hand",), ("in May",)], [("a", "b")]])
def test_a_sheet_of_notes_is_passed_over(notes):
    given = write_tables("xlsx", {"Notes": notes, "runs": SMALL})
    assert begun(given).table == "runs"
    spec = Path("study/study.yaml").read_text(encoding="utf-8")
    assert '- {key: table, text: "the only one with rows and columns; the others are Notes", file: runs.xlsx}' in spec


@pytest.mark.parametrize(("score", "costs"), [("", ("fit_seconds",)), ("0.8", ())])
def test_a_cost_is_needed_where_there_is_a_score(score, costs):
    rows = [f"{d},{a},0.{i}5,{i}.25" for i, d in enumerate("pqr") for a in "xyz"]
    rows[4], rows[5] = "q,y,,", f"q,z,{score},"
    Path("runs.csv").write_text("\n".join(["dataset,algorithm,accuracy,fit_seconds", *rows, ""]))
    assert begun("runs.csv", check=2).costs == costs


PROGRAMS = Path(__file__).parents[1] / "sources" / "programs"


def directions(scores):
    return {metric.name: metric.better for metric in scores.metrics}


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("given", "metrics", "costs"),
    [
        ("weka/*.csv", {"Percent_correct": "higher"}, "Elapsed_Time_training"),
        ("tsml", {"accuracy": "higher"}, "fit_seconds"),
        ("tsml_tables/*_logloss.csv", {"logloss": "lower"}, None),
    ],
)
def test_files_of_weka_and_tsml(here, given, metrics, costs):
    folder = given.partition("/")[0]
    shutil.copytree(PROGRAMS / folder, here / folder)
    scores = begun(given)
    assert directions(scores) == metrics
    assert scores.costs[:1] == (() if costs is None else (costs,))
    assert scores.columns.repeat == "repeat"


def test_directions_that_saes_has_in_a_table_beside():
    Path("metrics.csv").write_text("MetricName,Maximize\nquux,False\nflops,True\n")
    rows = [f"{a},{d},{m},{run},0.{run}\n" for a in "AB" for d in "PQ" for m in ("quux", "HV") for run in (1, 2)]
    Path("scores.csv").write_text("Algorithm,Instance,MetricName,ExecutionId,MetricValue\n" + "".join(rows))
    assert directions(begun("scores.csv")) == {"quux": "lower", "HV": "higher"}


def test_seeds_that_no_two_algorithms_share_are_averaged_or_not_needed():
    rows = [(d, a, fold, seed) for d in "PQ" for a in "AB" for fold in (1, 2) for seed in (1, 2)]
    header = "dataset,algorithm,fold,seed,accuracy\n"
    text = "".join(f"{d},{a},{fold},{a}{seed}{fold},0.5\n" for d, a, fold, seed in rows)
    Path("seeds.csv").write_text(header + text)
    assert begun("seeds.csv").columns.seed == "seed"
    Path("spare.csv").write_text(
        header + "".join(f"{d},{a},{fold},{a}{fold},0.5\n" for d, a, fold, seed in rows if seed == 1)
    )
    scores = begun("spare.csv")
    assert (scores.columns.seed, scores.columns.repeat) == (None, "repeat")


def test_scorers_of_scikit_learn_and_tasks_of_lm_eval():
    validated = {"fit_time": [1, 2], "test_neg_log_loss": [-1, -2], "train_neg_log_loss": [-1, -2]}
    both = {a: validated | {"fit_time": [at, at + 1]} for at, a in enumerate("AB", 1)}
    Path("scores.json").write_text(json.dumps({"iris": both, "wine": both, "zoo": both}))
    scores = begun("scores.json")
    assert directions(scores) == {"test_neg_log_loss": "higher"}
    for model in "ab":
        messages = {
            "results": {task: {"alias": task, "ppl,none": 3.5, "ppl_stderr,none": 1} for task in ("arc", "law")},
            "higher_is_better": {"arc": {"ppl": False}},
            "model_name": model,
        }
        folder = Path("out") / model
        folder.mkdir(parents=True)
        (folder / "results_2025.json").write_text(json.dumps(messages))
    assert directions(begun("out")) == {"ppl": "lower"}


@pytest.mark.nightly
def test_logs_of_inspect_and_runs_of_wandb():
    for task, model in ((task, model) for task in ("arc", "law", "math") for model in "ab"):
        log = {
            "version": 2,
            "status": "success",
            "eval": {"task": task, "model": model},
            "results": {"scores": [{"name": "match", "metrics": {"accuracy": {"value": 0.5}, "stderr": {"value": 1}}}]},
        }
        run = Path(f"wandb/run-20250101_000000-{task}{model}/files")
        run.mkdir(parents=True)
        (run / "config.yaml").write_text(f"dataset: {{value: {task}}}\nmodel: {{value: {model}}}\n")
        (run / "wandb-summary.json").write_text('{"accuracy": 0.5, "_runtime": 3}')
        Path("logs").mkdir(exist_ok=True)
        Path(f"logs/{task}_{model}.json").write_text(json.dumps(log))
    assert directions(begun("logs")) == {"accuracy": "higher"}
    scores = begun("wandb")
    assert directions(scores) == {"accuracy": "higher"}
    assert (scores.columns.dataset, scores.columns.algorithm) == ("dataset", "model")


# What stands next to the scores in each folder, without and with a key that a file of scores has as well.
NEXT_TO_SCORES = {"settings": '{"lr": 0.1}', "texts": '{"host": "a", "commit": "b"}', "shared": '{"seed": 1}'}


@pytest.mark.parametrize("name", NEXT_TO_SCORES)
def test_files_next_to_those_of_scores_are_not_read(name):
    for algorithm in "ABC":
        for place in range(4):
            folder = Path("runs", algorithm, f"d{place}")
            folder.mkdir(parents=True)
            score = 0.5 + place / 20 + "ABC".index(algorithm) / 50
            (folder / "metrics.json").write_text(f'{{"accuracy": {score}, "seed": 1}}')
            (folder / "config.json").write_text(NEXT_TO_SCORES[name])
    table = read_table("runs")
    assert table.named["files"] == "runs/{algorithm}/{dataset}/metrics.json"
    assert any("config.json" in doubt.text for doubt in guess_study(table, "runs").doubts)


@pytest.mark.parametrize("others", [["notes"], ["notes", "hosts", "more"]])
def test_a_database_of_several_tables_offers_those_that_look_like_scores(here, others, capsys):
    write_sqlite(here / "runs.db", ["scores"])
    with closing(sqlite3.connect(here / "runs.db")) as connection:
        for table in others:
            connection.execute(f'CREATE TABLE "{table}" (name, text)')
            connection.executemany(f'INSERT INTO "{table}" VALUES (?, ?)', [("a", "one"), ("b", "two")])
        connection.commit()
    assert main(["run", "sqlite:///runs.db", "--only", "markdown"]) == 2
    shown = capsys.readouterr().err
    assert f"holds {len(others) + 1} tables" in shown
    assert "scores looks like scores" in shown
    [command] = re.findall(r"rankpress (run .*)", shown)
    main([*shlex.split(command), "--only", "markdown"])
    assert "holds" not in capsys.readouterr().err
