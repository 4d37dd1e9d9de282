"""Tables that stand one below the other in a file or a sheet, each with a header of its own."""

import json
import shlex
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.core.faults import FaultsFound, Findings
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.sources.files import Origin
from rankpress.sources.stacked import stacked_tables
from rankpress.sources.text_tables import DELIMITED_FORMAT

QUICK = ("--only", "markdown")
pytestmark = pytest.mark.usefixtures("results_alone")
SETS = ("anchor", "barge", "canoe", "dinghy", "ferry", "galley", "kayak", "launch")
HEADER = ["dataset", "Onyx", "Pearl", "Quartz"]
BLANK = [""]


def table(gain, sets=SETS, header=HEADER):
    """Pearl is first by a gain above 0 of the numbers, and last by one below."""
    return [
        header,
        *(
            [d, f"{0.5 + row / 50}", f"{0.5 + row / 50 + gain}", f"{0.5 + row / 50 + gain / 2}"]
            for row, d in enumerate(sets)
        ),
    ]


UP, DOWN = table(0.1), table(-0.1)
WITHOUT_BLANK = [*UP, *DOWN]
STACKS = {
    "titles": ([["Accuracy"], *UP, BLANK, ["F1"], *DOWN], ["Accuracy", "F1"]),
    "no titles": ([*UP, BLANK, *DOWN], ["table 1", "table 2"]),
    "a second header": (WITHOUT_BLANK, ["table 1", "table 2"]),
    "a blank row of all columns": (
        [["Accuracy", "", "", ""], *UP, [""] * 4, ["F1", "", "", ""], *DOWN],
        ["Accuracy", "F1"],
    ),
    "other columns": (
        [*UP, BLANK, *[row[:3] for row in table(-0.1, header=["dataset", "t_Onyx", "t_Pearl", "t_Q"])]],
        ["table 1", "table 2"],
    ),
    "one title twice": ([["Accuracy"], *UP, BLANK, ["Accuracy"], *DOWN], ["Accuracy 1", "Accuracy 2"]),
    "titles without a blank row": ([["Accuracy"], *UP, ["F1", "", "", ""], *DOWN], ["Accuracy", "F1"]),
    "three": ([["Accuracy:"], *UP, BLANK, BLANK, ["F1:"], *DOWN, BLANK, ["AUC:"], *UP], ["Accuracy", "F1", "AUC"]),
}


def write(name, rows):
    if name.endswith(".xlsx"):
        openpyxl = pytest.importorskip("openpyxl")
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append([float(cell) if cell[:1].isdigit() else cell for cell in row])
        book.save(name)
        return
    sign = "\t" if name.endswith(".tsv") else ","
    Path(name).write_text("".join(f"{sign.join(row)}\n" for row in rows))


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("stack", "suffix"), [(stack, ("csv", "tsv", "xlsx")[at % 3]) for at, stack in enumerate(STACKS)]
)
def test_each_table_has_a_command_and_is_read_alone(stack, suffix, capsys):
    rows, names = STACKS[stack]
    name = f"scores.{suffix}"
    write(name, rows)
    assert main(["run", name, *QUICK]) == 2
    error = capsys.readouterr().err
    assert f"the file holds {len(names)} tables" in error.replace("two", "2").replace("three", "3")
    assert shlex.quote(f"{name}#{names[0]}") in error
    for place, table_name in enumerate(names[:2]):
        assert main(["run", f"{name}#{table_name}", "--better", "higher", "--out", f"r{place}", *QUICK]) == 0
        [metric] = json.loads(Path(f"r{place}/results.json").read_text())["metrics"].values()
        assert len(metric["datasets"]) == len(SETS)
        ranks = metric["average_ranks"]
        best = min(ranks, key=ranks.get)
        assert ("Pearl" in best) == (place == 0)


@pytest.mark.parametrize("between", [[], [BLANK]])
def test_parts_of_one_table_are_read_together_where_the_user_says_so(between, capsys):
    write("scores.csv", [*table(0.1, SETS[:5]), *between, *table(0.1, SETS[5:])])
    assert main(["run", "scores.csv", *QUICK]) == 2
    assert "'scores.csv#*'" in capsys.readouterr().err
    assert main(["run", "scores.csv#*", *QUICK]) == 0
    [metric] = json.loads(Path("report/results.json").read_text())["metrics"].values()
    assert len(metric["datasets"]) == len(SETS)


ONE = {
    "blank rows between rows": [UP[0], *UP[1:4], BLANK, *UP[4:]],
    "a note below": [*UP, BLANK, ["Numbers in bold are best."]],
    "a row of words": [*UP, ["launch2", "failed", "OOM", "error"]],
    "a row of names without numbers below": [*UP, BLANK, ["best", "Pearl", "Pearl", "Pearl"]],
    "a row without results": [*UP[:4], BLANK, ["maypole", "NA", "NA", "NA"], *UP[4:]],
}


@pytest.mark.parametrize("name", ONE)
def test_one_table_stays_one(name):
    assert stacked_tables(list(enumerate(ONE[name], 1))) == []


def test_a_short_row_of_a_stacked_table_is_a_fault(capsys):
    write("scores.csv", [*UP, BLANK, *DOWN[:-1], DOWN[-1][:3]])
    assert main(["run", "scores.csv#table 2", *QUICK]) == 2
    assert "row 19" in capsys.readouterr().err


MANY = tuple(f"ship{number}" for number in range(2_000))


@pytest.mark.few
@pytest.mark.parametrize(
    ("between", "suffix"),
    [([BLANK, ["F1"]], "csv"), ([BLANK], "tsv"), ([], "csv"), ([["F1", "", "", ""]], "tsv"), ([[""] * 4], "csv")],
    ids=["title", "blank", "none", "row", "cells"],
)
def test_long_files_have_tables_one_below_the_other_too(between, suffix):
    name = f"scores.{suffix}"
    write(name, [*table(0.1, MANY), *between, *table(-0.1, MANY)])
    assert Path(name).stat().st_size > 1 << 16
    assert [len(rows) for _, rows in tables_in(name)] == [len(MANY)] * 2


def test_a_long_file_of_one_table_is_one():
    write("scores.csv", [*table(0.1, MANY), BLANK, *table(0.1, MANY[:9])[1:]])
    assert [len(rows) for _, rows in tables_in("scores.csv")] == [len(MANY) + 9]


def tables_in(name):
    """The name of each table in a file, and its rows."""
    findings = Findings()
    sheets = DELIMITED_FORMAT.open(Origin(Path(), name), findings)
    return [(sheet.table, [*sheet.records(findings)]) for sheet in sheets]


@pytest.mark.parametrize("suffix", ["csv", "html"])
def test_tables_are_called_as_the_metric_in_their_corners(suffix):
    tables = [
        [[corner, *"ABC"], *([f"d{i}", 1 + i, 2 + i, 4 + i] for i in range(5))] for corner in ("RMSE", "Time (s)")
    ]
    if suffix == "csv":
        page = "\n".join("".join(f"{','.join(map(str, row))}\n" for row in rows) for rows in tables)
    else:
        cells = ["".join(f"<tr>{''.join(f'<td>{x}</td>' for x in row)}</tr>" for row in rows) for rows in tables]
        page = "".join(f"<table>{each}</table>" for each in cells)
    Path(f"r.{suffix}").write_text(page, encoding="utf-8")
    with pytest.raises(FaultsFound, match=r"the file holds 2 tables: RMSE, Time \(s\)"):
        read_table(f"r.{suffix}")
    for corner in ("RMSE", "Time (s)"):
        assert set(guess_study(read_table(f"r.{suffix}#{corner}"), "").metrics.values()) == {"lower"}
