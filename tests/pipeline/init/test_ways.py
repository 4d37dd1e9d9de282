"""Every command that is printed leads on, over tables of all shapes: to an answer or a further question, no refusal."""

import re
import shlex
from pathlib import Path
from runpy import run_path

import pytest
import yaml

from rankpress.app.cli import main

HERE = Path(__file__).parent
LAYOUTS = {layout.name: (layout.files, layout.source) for layout in run_path(str(HERE / "layouts.py"))["LAYOUTS"]}
GUESSES = {
    case["name"]: (case["files"], case["from"])
    for case in yaml.safe_load((HERE / "guesses.yaml").read_text(encoding="utf-8"))
    if "from" in case and "files" in case
}
# Of each question one; where nothing is asked, no command is printed.
ASKED = (
    *("problems of two columns, runs without a number", "configurations of a method", "a method called Mean"),
    *("names that tell nothing in columns that tell nothing", "methods called mean and median in the last rows"),
    *("black-box optimization: functions and dimensions", "teachers and students", "solvers with a status"),
    *("right and wrong on questions, a column a model", "times with a limit"),
    *("numbers that may be folds or variants of one method", "metric of each data set its own", "wide table 2"),
    *("accuracy and area of each method side by side", "failures in a wide table and words that are known"),
    *("results written in another way are not taken for missing", "leaderboard whose key is two columns"),
)
CASES = {name: (LAYOUTS | GUESSES)[name] for name in ASKED}
SETS = ("anchor", "barge", "canoe", "dinghy", "ferry", "galley", "kayak", "launch")


def table(head, cell):
    """A row a data set; `cell` returns what stands in it by the places of its row and column."""
    rows = [",".join([name, *(str(cell(row, column)) for column in range(len(head)))]) for row, name in enumerate(SETS)]
    return "\n".join([",".join(["dataset", *head]), *rows, ""])


def share(row, column):
    return round(0.8 - row / 30 - column / 40 + (row * column) % 3 / 90, 3)


def long(cells, *more):
    rows = [f"{cells(d, a)},{share(row, column)}" for row, d in enumerate(SETS) for column, a in enumerate("ABC")]
    return "\n".join(["dataset,method,accuracy", *rows, *more, ""])


# What was found to be asked about by ways that led nowhere, or to the same.
SHAPES = {
    "a column in percent": table("ABC", lambda r, c: 100 * share(r, c) if c == 2 else share(r, c)),
    "columns in percent": table("ABCD", lambda r, c: 100 * share(r, c) if c > 1 else share(r, c)),
    "an algorithm in percent": long(lambda d, a: f"{d},{a}").replace("C,0.", "C,").replace("method,", "method,", 1),
    "units of heads": table(["A [ms]", "B [ms]", "C [s]"], lambda r, c: 900 + r if c < 2 else 1 + r / 10),
    "names that differ in case": long(lambda d, a: f"{d.title() if a == 'A' else d},{a}"),
    "names with blanks, of both sides": long(
        lambda d, a: f"{d.upper() if a == 'A' else d},{a.lower() if d < 'd' else a}"
    ),
    "rows twice": long(lambda d, a: f"{d},{a}", "anchor,A,0.1", "barge,B,0.2"),
    "times of which few are numbers": table(
        "ABC", lambda r, c: "90.5 DNF 60+".split()[r % 3] if c == 0 else 40.5 + r * c
    ),
    "unlike gaps": table("ABC", lambda r, c: "" if (r + c) % 3 == 0 else share(r, c)),
    "a constant and a count": table("ABC", lambda r, c: (1, r + 1, share(r, c))[c]),
}
CASES |= {name: ({"scores.csv": content}, "scores.csv") for name, content in SHAPES.items()}
_DEEPEST = 4


@pytest.mark.nightly
@pytest.mark.few(12)
@pytest.mark.parametrize("name", CASES)
def test_each_command_that_is_printed_leads_on(name, ranked, capsys):
    files, source = CASES[name]
    for place, content in files.items():
        Path(place).parent.mkdir(parents=True, exist_ok=True)
        Path(place).write_text(content, encoding="utf-8")
    waiting, tried = [(["run", source], 0)], []
    while waiting:
        arguments, depth = waiting.pop()
        ended = main([*arguments, "-q"])
        error = capsys.readouterr().err
        ways = [shlex.split(line, comments=True)[1:] for line in re.findall(r"rankpress run [^\n]*", error)]
        assert not ended or ways or not depth, f"{arguments} is refused: {error}"
        assert arguments not in ways, f"{arguments} is asked again: {error}"
        assert depth < _DEEPEST, f"the questions have no end: {arguments}"
        tried.append(arguments)
        waiting += [(way, depth + 1) for way in ways if way not in tried and ended]
    assert len(tried) > 1 or name in SHAPES
