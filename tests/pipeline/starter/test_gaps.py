"""`rankpress init --from` scores with failures, with seeds that say nothing, and files of several tables."""

import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
import openpyxl
import pytest

from rankpress.app.cli import main
from rankpress.spec.reading import read_study


def begin(given):
    """The scores of the study that is written, and its text."""
    assert main(["init", "study", "--from", given, "-q"]) == 0
    return read_study("study/study.yaml").study.scores, Path("study/study.yaml").read_text(encoding="utf-8")


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


ROWS = [("dataset", "algorithm", "accuracy")]
ROWS += [(d, a, 0.5) for d in "pqr" for a in "xy"]


@pytest.mark.parametrize("suffix", ["xlsx", "duckdb"])
def test_several_tables(suffix, capsys):
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
def test_a_sheet_of_notes_is_passed_over(notes):
    given = write_tables("xlsx", {"Notes": notes, "runs": ROWS})
    scores, spec = begin(given)
    assert scores.table == "runs"
    assert "  table: runs  # in doubt: the only one with rows and columns; the others are Notes\n" in spec
    assert main(["check", "study/study.yaml", "-q"]) == 0


@pytest.mark.parametrize(("score", "costs"), [("", ("fit_seconds",)), ("0.8", ())])
def test_a_cost_is_needed_where_there_is_a_score(score, costs):
    rows = [f"{d},{a},0.{i}5,{i}.25" for i, d in enumerate("pqr") for a in "xyz"]
    rows[4], rows[5] = "q,y,,", f"q,z,{score},"
    Path("runs.csv").write_text("\n".join(["dataset,algorithm,accuracy,fit_seconds", *rows, ""]))
    scores, _ = begin("runs.csv")
    assert scores.costs == costs
