"""What scores in a column called value, score or result are called in reports."""

from pathlib import Path

import openpyxl
import pytest

from rankpress.app.cli import main
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

ROWS = [f"{name},{a},{3 + d / 10 + n}" for d, name in enumerate("pqrstu") for n, a in enumerate(("A1", "B2", "C3"))]


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def labels(text, path="scores.csv"):
    Path(path).write_text(text)
    return guess_study(read_table(path), path).labels


def table(column="value", more="", cell=""):
    return "\n".join([f"dataset,method,{more}{column}", *(row[:4] + cell + row[4:] for row in ROWS), ""])


@pytest.mark.parametrize("column", ["value", "score", "result", "Scores"])
def test_one_name_near_the_numbers_is_that_of_the_scores(column):
    assert labels(f"# metric: RMSE\n{table(column)}") == {column: "RMSE"}
    assert labels(f"# Table 1: Word error rate of three systems\n{table(column)}") == {column: "Word error rate"}
    assert labels(table(column), "runtime.csv") == {column: "runtime"}


def test_a_column_of_metrics_names_them():
    rows = [",".join((*row.split(",")[:2], "WER", row.split(",")[2])) for row in ROWS]
    assert labels("\n".join(["dataset,method,metric,value", *rows, ""])) == {"value": "WER"}


def test_the_name_of_a_sheet_names_them():
    book = openpyxl.Workbook()
    book.active.title = "Runtime"
    for row in ["dataset,method,value", *ROWS]:
        name, method, value = row.split(",")
        book.active.append([name, method, float(value) if value[0].isdigit() else value])
    book.save("results.xlsx")
    assert guess_study(read_table("results.xlsx"), "results.xlsx").labels == {"value": "Runtime"}


def test_several_names_or_none_say_nothing():
    assert labels(table()) == {}
    assert labels(f"# Accuracy in May\n# Runtime in June\n{table()}") == {}
    assert labels(f"# Accuracy\n{table('rmse')}") == {}
    assert labels(table(), "weather_2024.csv") == {}


def test_reports_show_the_name(capsys):
    Path("scores.csv").write_text(f"# metric: RMSE\n{table()}")
    assert main(["run", "scores.csv", "--only", "markdown"]) == 0
    assert "In RMSE, lower is better." in capsys.readouterr().out
    assert main(["init", "study", "--from", "scores.csv"]) == 0
    assert "metrics: {value: RMSE}" in Path("study/study.yaml").read_text()
