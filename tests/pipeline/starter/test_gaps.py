"""`rankpress init --from` scores with failures, with seeds that say nothing, and files of several tables.

Held against the scores that the files were made with; the spec that is written is checked where nothing is missing.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path

import duckdb
import openpyxl
import pytest

from rankpress.app.cli import main
from rankpress.spec.reading import read_study
from rankpress.spec.scores_section import ScoresOptions
from rankpress.stages.load import load

Told = pytest.CaptureFixture[str]

HEADER = "dataset,algorithm,accuracy\n"
IN_DOUBT = "  # in doubt: taken for results that are missing, in columns of numbers\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def begin(given: str) -> tuple[ScoresOptions, str]:
    """The scores of the study that is written, and its text."""
    assert main(["init", "study", "--from", given, "-q"]) == 0
    return read_study("study/study.yaml").study.scores, Path("study/study.yaml").read_text(encoding="utf-8")


def test_one_text_for_a_failure() -> None:
    Path("d.csv").write_text(HEADER + "a,x,.1\na,y,.2\nb,x,.3\nb,y,timeout\n")
    scores, spec = begin("d.csv")
    assert [metric.name for metric in scores.metrics] == ["accuracy"]
    assert "  na: [timeout]" + IN_DOUBT in spec
    assert main(["check", "study/study.yaml", "-q"]) == 2  # what is done about gaps is the user's to say
    assert main(["check", "study/study.yaml", "-q", "--set", "scores.missing=worst-rank"]) == 0


@pytest.mark.parametrize(("text", "written"), [("DNF", "[DNF]"), ("see log #3", '["see log #3"]')])
def test_failures_among_many_rows(text: str, written: str) -> None:
    pairs = list(product(range(20), "uvwxyzabcd"))
    rows = [f"d{d},{a},{text if at % 77 == 7 else 0.5}\n" for at, (d, a) in enumerate(pairs)]
    Path("d.csv").write_text(HEADER + "".join(rows))
    scores, spec = begin("d.csv")
    assert scores.na == (text,)
    assert f"  na: {written}{IN_DOUBT}" in spec
    metric = load(scores.model_copy(update={"missing": "worst-rank"}), Path("study")).metrics[0]
    assert (len(metric.datasets), len(metric.algorithms)) == (20, 10)


def test_failures_in_a_wide_table_and_words_that_are_known() -> None:
    Path("w.csv").write_text("dataset,x,y,z\np,.1,.2,.3\nq,crashed,.2,NA\nr,.4,None,.5\ns,.1,.2,.3\n")
    scores, _ = begin("w.csv")
    assert (scores.layout, scores.na) == ("wide", ("crashed",))
    assert main(["check", "study/study.yaml", "-q", "--set", "scores.missing=worst-rank"]) == 0


def test_columns_of_names_are_no_scores(capsys: Told) -> None:
    """Neither numbers of data sets with a name among them, nor texts of many kinds."""
    Path("i.csv").write_text(HEADER + "".join(f"{d},{a},0.5\n" for d in (3, 11, 31, "oom") for a in "xy"))
    scores, _ = begin("i.csv")
    assert scores.na == ()
    assert main(["check", "study/study.yaml", "-q"]) == 0
    Path("t.csv").write_text(
        HEADER + "".join(f"d{d},{a},{'0.5' if a == 'x' else f'q{d}'}\n" for d in range(9) for a in "xy")
    )
    assert main(["init", "other", "--from", "t.csv"]) == 2
    assert "there is no column of numbers" in capsys.readouterr().err


@pytest.mark.parametrize("written", ["0,95", "95%", "0.9 ± 0.1"])
def test_results_written_in_another_way_are_not_taken_for_missing(written: str, capsys: Told) -> None:
    rows = [f'd{d},{a},"{written if (d, a) == (3, "x") else 0.5}"\n' for d in range(9) for a in "xy"]
    Path("d.csv").write_text(HEADER + "".join(rows), encoding="utf-8")
    assert main(["init", "study", "--from", "d.csv"]) == 2
    assert "there is no column of numbers" in capsys.readouterr().err


def write_benchmark(seed: str) -> None:
    kinds = {"t1": "auc", "t2": "neg_logloss", "t3": "neg_rmse"}
    rows = [
        f"{task},{task},{framework},{fold},0.{at}{fold},{metric},now,,{eval(seed, {'fold': fold, 'at': at})}\n"
        for at, (task, metric) in enumerate(kinds.items())
        for framework in ("A", "B")
        for fold in range(3)
    ]
    Path("results.csv").write_text("id,task,framework,fold,result,metric,utc,info,seed\n" + "".join(rows))


@pytest.mark.parametrize("seed", ["100 + fold", "100 * at + fold", "7"])
def test_seeds_that_follow_from_the_fold(seed: str) -> None:
    write_benchmark(seed)
    scores, _ = begin("results.csv")
    assert main(["check", "study/study.yaml", "-q"]) == 0
    assert (scores.columns.repeat, scores.columns.seed) == ("repeat", None)
    assert scores.columns.fold == "fold"


def test_metrics_that_differ_between_data_sets() -> None:
    write_benchmark("100 + fold")
    scores, spec = begin("results.csv")
    assert (scores.where, [metric.name for metric in scores.metrics]) == ({}, ["score"])
    note = "# in auc, neg_logloss, neg_rmse, turned so that higher is better; ranks compare within a data set\n"
    assert f"    - {{name: score, better: higher}}  {note}" in spec
    assert load(scores, Path("study")).metrics[0].datasets == ("t1", "t2", "t3")


def test_repeats_with_folds_that_are_numbered_throughout_stay() -> None:
    rows = [f"{d},{a},{fold // 3},{fold},0.{fold}\n" for d in "pq" for a in "xy" for fold in range(9)]
    Path("r.csv").write_text("dataset,algorithm,rep,fold,accuracy\n" + "".join(rows))
    assert begin("r.csv")[0].columns.repeat == "rep"


def write_tables(suffix: str, tables: dict[str, list[tuple[object, ...]]]) -> str:
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


ROWS: list[tuple[object, ...]] = [("dataset", "algorithm", "accuracy")]
ROWS += [(d, a, 0.5) for d in "pqr" for a in "xy"]


@pytest.mark.parametrize("suffix", ["xlsx", "duckdb"])
def test_several_tables(suffix: str, capsys: Told) -> None:
    given = write_tables(suffix, {"one": ROWS, "two": ROWS})
    assert main(["init", "study", "--from", given]) == 2
    assert capsys.readouterr().err == (
        f"{given}: the file holds 2 tables: one, two\n    expected: one table\n    to do: write {given}#TABLE\n"
    )
    assert main(["init", "study", "--from", f"{given}#three"]) == 2
    assert "the file has no table 'three'\n    expected: one of one, two\n" in capsys.readouterr().err
    assert begin(f"{given}#two")[0].table == "two"
    assert main(["check", "study/study.yaml", "-q"]) == 0


@pytest.mark.parametrize("notes", [[("made by hand",)], [("made by hand",), ("in May",)], [("a", "b")]])
def test_a_sheet_of_notes_is_passed_over(notes: list[tuple[object, ...]]) -> None:
    given = write_tables("xlsx", {"Notes": notes, "runs": ROWS})
    scores, spec = begin(given)
    assert scores.table == "runs"
    assert "  table: runs  # in doubt: the only one with rows and columns; the others are Notes\n" in spec
    assert main(["check", "study/study.yaml", "-q"]) == 0
