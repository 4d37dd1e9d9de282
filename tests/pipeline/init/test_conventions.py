"""Numbers that a whole column writes in a way of its own: with units or letters, in brackets, two in a cell."""

import json
from itertools import cycle
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.core.faults import Findings
from rankpress.sources.numerals import NumberColumn, numbers, read_scores

QUICK = ("--only", "markdown")
pytestmark = pytest.mark.usefixtures("results_alone")
SETS = ("anchor", "barge", "canoe", "dinghy", "ferry", "galley", "kayak", "launch")
BASE = {"Onyx": 8.0, "Pearl": 6.5, "Quartz": 9.7}  # of numbers of which lower is better, Pearl is the first


def value(row, name):
    return BASE[name] + 2 * row + 0.1 * ((7 * row + len(name)) % 5)


def in_units(row, number):
    """The same time in another unit on each data set."""
    return (f"{1000 * number:.0f} ms", f"{number:.2f} s", f"{number / 60:.4f}min", f"0m{number:.2f}s")[row % 4]


def in_bytes(row, number):
    return (f"{number:.2f} MB", f"{1000 * number:.0f} kB", f"{number / 1000:.5f} GB")[row % 3]


def lettered(row, number):
    return (f"{number:.2f}k", f"{1000 * number:.0f}", f"{number / 1000:.5f}M")[row % 3]


WRITTEN = {
    "units of time": (in_units, ()),
    "units of size": (in_bytes, ()),
    "letters": (lettered, ("--better", "lower")),
    "a factor": (lambda row, number: f"{number:.2f}x", ("--better", "lower")),
    "decibels": (lambda row, number: f"{number:.2f} dB", ("--better", "lower")),
    "a mark at some": (lambda row, number: f"{number * 1e-3:.3e}" + "†" * (row % 2), ("--better", "lower")),
    "a star at some": (lambda row, number: f"{number:.2f}" + "*" * (row % 2), ("--better", "lower")),
    "negative in brackets": (
        lambda row, number: f"({number:.2f})" if row % 2 else f"-{number:.2f}",
        ("--better", "higher", "--set", "scores.csv.brackets=negative"),
    ),
    "plain in brackets": (
        lambda row, number: f"({number:.2f})" if row % 2 else f"{number:.2f}",
        ("--better", "lower", "--set", "scores.csv.brackets=plain"),
    ),
    "the first of two": (
        lambda row, number: f"{number:.2f}/{50 - number:.2f}",
        ("--better", "lower", "--set", "scores.csv.pair=first"),
    ),
    "the second of two": (
        lambda row, number: f"{50 - number:.2f} | {number:.2f}",
        ("--better", "lower", "--set", "scores.csv.pair=second"),
    ),
}


def wide(form):
    rows = (",".join([d, *(form(row, value(row, name)) for name in BASE)]) for row, d in enumerate(SETS))
    return "\n".join([",".join(["dataset", *BASE]), *rows, ""])


def long(form, name="result"):
    rows = (f"{d},{a},{form(row, value(row, a))}" for row, d in enumerate(SETS) for a in BASE)
    return "\n".join([f"dataset,algorithm,{name}", *rows, ""])


def ranks():
    [metric] = json.loads(Path("report/results.json").read_text(encoding="utf-8"))["metrics"].values()
    return metric["average_ranks"]


@pytest.mark.few(6)
@pytest.mark.parametrize(("name", "layout"), [*zip(WRITTEN, cycle([wide, long]), strict=False)])
def test_numbers_are_compared_however_a_column_writes_them(name, layout, ranked, capsys):
    form, options = WRITTEN[name]
    Path("scores.csv").write_text(layout(form), encoding="utf-8")
    assert main(["run", "scores.csv", *options, "-q"]) == 0, capsys.readouterr().err
    [(scores, ranks)] = ranked.values()
    assert dict(zip(scores.algorithms, ranks, strict=True)) == {"Pearl": 1.0, "Onyx": 2.0, "Quartz": 3.0}


@pytest.mark.parametrize("layout", [wide, long])
@pytest.mark.parametrize(
    ("form", "words"),
    [
        (WRITTEN["negative in brackets"][0], ("stands in brackets", "brackets=", "negative", "plain")),
        (WRITTEN["the first of two"][0], ("two numbers in a cell", "pair=first", "pair=second")),
    ],
)
def test_numbers_of_two_meanings_are_asked_about(form, words, layout, capsys):
    Path("scores.csv").write_text(layout(form), encoding="utf-8")
    assert main(["run", "scores.csv", *QUICK]) == 2
    error = " ".join(capsys.readouterr().err.split())
    assert [word for word in words if word not in error] == []


def test_columns_in_units_next_to_columns_without_are_asked_about(capsys):
    rows = wide(lambda row, number: f"{number:.2f}").splitlines()
    mixed = "\n".join([rows[0], *(f"{line} ms" for line in rows[1:]), ""])
    Path("scores.csv").write_text(mixed, encoding="utf-8")
    assert main(["run", "scores.csv", *QUICK]) == 2
    assert "write all alike" in " ".join(capsys.readouterr().err.split())
    # nor does a study compare them
    assert main(["run", "scores.csv", "--set", "scores.ignore=[]", "--better", "lower", *QUICK]) == 2
    assert "without a unit" in " ".join(capsys.readouterr().err.split())


def test_a_number_without_the_unit_of_the_others_is_a_fault():
    findings = Findings()
    column = NumberColumn("a.csv", "time")
    read = numbers(["12 ms", "1.5 s", "0.4", "2 s"], [2, 3, 4, 5], column, findings)
    assert read.wrong.tolist() == [False, False, True, False]
    assert "a.csv row 4" in str(findings.faults()[0])


@pytest.mark.parametrize(
    ("name", "cells", "values"),
    [
        ("time_ms", ["12 ms", "1.5 s"], [12, 1500]),  # in the unit that the name ends in
        ("time", ["1h 2m 3s", "2 min 3.5 s"], [3723, 123.5]),
        ("size", ["1 KiB", "1 kB"], [1024, 1000]),
        ("n", ["1,2k", "0,5"], [1200, 0.5]),
        ("n", ["1.2k", "950", "3M"], [1200, 950, 3e6]),
    ],
)
def test_units_and_letters_are_exact(name, cells, values):
    assert [reading.value for reading in read_scores(cells, NumberColumn("a.csv", name))] == values


def test_names_with_letters_and_units_stay_names(capsys):
    rows = [
        f"{d},{size},{hours} h,{0.5 + 0.1 * n + 0.01 * row}"
        for row, d in enumerate(SETS)
        for n, (size, hours) in enumerate((("7B", 1), ("13B", 24)))
    ]
    Path("scores.csv").write_text("\n".join(["dataset,model,horizon,accuracy", *rows, ""]), encoding="utf-8")
    assert main(["run", "scores.csv", *QUICK]) in (0, 2)
    assert "7000000000" not in "".join(capsys.readouterr())


def test_a_cost_with_units_next_to_a_metric_without_is_no_question(capsys):
    rows = (
        f"{d},{a},{value(row, a) / 50:.3f},{in_units(row, value(row, a))}" for row, d in enumerate(SETS) for a in BASE
    )
    Path("scores.csv").write_text("\n".join(["dataset,algorithm,accuracy,time", *rows, ""]), encoding="utf-8")
    assert main(["run", "scores.csv", *QUICK]) == 0, capsys.readouterr().err
    assert "Cost: time" in capsys.readouterr().out
    assert ranks()["Quartz"] == 1.0
