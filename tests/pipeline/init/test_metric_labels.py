"""What scores in a column called value, score or result are called in reports."""

from pathlib import Path

import openpyxl
import pytest

from rankpress.app.cli import main
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.init.writing import guessed_scores

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


def of_two(first, second, column="value"):
    """Return the guess where half of the data sets have one metric and the others another."""
    parts = (row.split(",") for row in ROWS)
    rows = [f"{d},{first if d in 'pqr' else second},{a},{value}" for d, a, value in parts]
    Path("scores.csv").write_text("\n".join([f"dataset,metric,method,{column}", *rows, ""]))
    return guess_study(read_table("scores.csv"), "scores.csv")


@pytest.mark.parametrize("metrics", [("auc", "accuracy"), ("neg_logloss", "auc"), ("rmse", "logloss"), ("MAE", "RMSE")])
def test_no_metric_of_some_data_sets_names_the_scores_of_all(metrics):
    assert of_two(*metrics).labels == {}
    assert {*of_two(*metrics).metrics} == {"value"}


@pytest.mark.parametrize(("metrics", "better"), [(("auc", "accuracy"), "higher"), (("rmse", "logloss"), "lower")])
def test_nor_those_of_columns_of_algorithms(metrics, better):
    rows = [f"{d},{metrics[n < 3]},0.{n + 1},0.{n + 2},0.{n + 3}" for n, d in enumerate("pqrstu")]
    Path("scores.csv").write_text("\n".join(["dataset,metric,A1,B2,C3", *rows, ""]))
    assert guess_study(read_table("scores.csv"), "scores.csv").metrics == {"score": better}


def test_metrics_in_other_units_have_no_differences_over_data_sets(capsys):
    """Shares are on one scale, and an effect size of orders is the same on any."""
    for metrics, is_on_one_scale in {("auc", "accuracy"): True, ("rmse", "logloss"): False}.items():
        guess = of_two(*metrics)
        assert guess.is_on_one_scale == is_on_one_scale
        assert (
            "measures: [superiority]" not in guessed_scores(Path(), {"files": "scores.csv"}, guess)
        ) == is_on_one_scale
    assert main(["run", "scores.csv", "--only", "markdown"]) == 0
    answer = capsys.readouterr().out
    assert "Probability of superiority" in answer
    assert "Difference" not in answer
    assert "more data sets would be needed" not in answer
