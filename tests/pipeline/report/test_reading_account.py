"""What was read stands on the first screen of each format: roles, what was expected and there, what was not used."""

import json
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.checks.agreement import agreeing_scores
from rankpress.spec.reading import read_study
from rankpress.topics.data.reading import reading_account
from rankpress.wording.text import plain

SETS, METHODS = "abcdef", "XYZ"
LONG = [(d, m, s) for d in SETS for m in METHODS for s in range(3)]


def long_file(cell, header="dataset,algorithm,seed,accuracy,latency,cost,host"):
    rows = [f"{d},{m},{s},{cell(d, m, s)},{len(m)},{s},here" for d, m, s in LONG]
    return "\n".join([header, *(row for row in rows if ",drop," not in row), ""])


def number(d, m, s):
    return 0.5 + METHODS.index(m) / 10 + SETS.index(d) / 100 + s / 1000


def account(text, scores):
    Path("scores.csv").write_text(text)
    Path("study.yaml").write_text(f"scores:\n  files: scores.csv\n{scores}")
    read = read_study("study.yaml")
    lines = reading_account(read.study.scores, agreeing_scores(read).metrics)
    return [plain(line) for line in lines]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


FOLDS = "The rows of an algorithm on a data set are folds."
BOTH = "[{name: accuracy, better: higher}, {name: latency, better: lower}]"


def test_all_there():
    lines = account(long_file(number), f"  metrics: {BOTH}\n  costs: [cost]\n  columns: {{fold: seed}}\n")
    assert lines == [
        f"In accuracy, higher is better; in latency, lower is better. Cost: cost. {FOLDS}",
        "All 18 expected results of each metric were read.",
        "The column 'host' was not used.",
    ]


def test_a_column_in_a_name_or_a_condition_is_used():
    joined = "  join: {method: [algorithm, host], set: [dataset, latency]}\n  where: {cost: [0]}\n"
    scores = (
        f"  metrics: [{{name: accuracy, better: higher}}]\n{joined}  columns: {{algorithm: method, dataset: set}}\n"
    )
    lines = account(long_file(number), scores)
    assert "Data sets are named by the columns 'dataset' and 'latency'; algorithms are named by the columns" in lines[0]
    assert "The column 'seed' was not used." in lines[2]


@pytest.mark.parametrize("empty", ["", "NaN", "drop"])
def test_runs_that_lack_are_counted_however_they_lack(empty):
    def cell(d, m, s):
        return empty if (d, m, s) == ("c", "Y", 1) else number(d, m, s)

    scores = "  metrics: [{name: accuracy, better: higher}]\n  columns: {seed: seed}\n"
    _, balance, _ = account(long_file(cell), scores)
    assert balance == (
        "All 18 expected results of accuracy were read; scores are means over two to three runs; "
        "53 of 54 expected runs were read; Y has 2 of 3 on c."
    )


@pytest.mark.parametrize(
    ("third", "named"),
    [
        ("", "each metric"),
        (", {name: cost, better: lower}", "each of accuracy and latency"),
    ],
)
def test_what_holds_of_several_metrics_stands_once(third, named):
    def cell(d, m, s):
        return "" if (d, m, s) == ("c", "Y", 1) else number(d, m, s)

    no_latency_either = long_file(cell).replace("c,Y,1,,1,", "c,Y,1,,,")
    metrics = BOTH.replace("]", f"{third}]")
    lines = account(no_latency_either, f"  metrics: {metrics}\n  columns: {{seed: seed}}\n")
    short = "scores are means over two to three runs; 53 of 54 expected runs were read; Y has 2 of 3 on c."
    assert sum(line.count("expected results") for line in lines) == (2 if third else 1)
    assert any(f"All 18 expected results of {named} were read; {short}" in line for line in lines)


def test_a_result_that_lacks_and_rows_that_are_left_out():
    def cell(d, m, s):
        return "" if (d, m) == ("c", "Y") else number(d, m, s)

    scores = "  metrics: [{name: accuracy, better: higher}]\n  where: {seed: 1}\n  missing: drop-datasets\n"
    lines = account(long_file(cell), scores)
    assert "17 of 18 expected results of accuracy were read: Y has none on c." in lines
    assert any("36 of 54 rows omitted (read where 'seed' is 1)." in line for line in lines)


@pytest.mark.nightly
def test_every_format_has_it(capsys):
    account(long_file(number), f"  metrics: {BOTH}\n  columns: {{fold: seed}}\n")
    assert main(["build", "--only", "html", "--only", "markdown", "--only", "latex"]) == 0
    sentence = "All 18 expected results of each metric were read."
    assert sentence in capsys.readouterr().out
    page = Path("report/report.html").read_text(encoding="utf-8")
    assert sentence in page[page.index('id="report-summary"') : page.index('class="answer"')]
    for name in ("report.md", "report.tex"):
        assert sentence in Path("report", name).read_text(encoding="utf-8")
    assert set(json.loads(Path("report/results.json").read_text())["reading"]["unused"]) == {"cost", "host"}


CONDITIONS = {
    "host: here": "No row of 2 data sets was read: 'b', 'e'.",  # another host had them
    "cost: {max: 1}": "",
    "dataset: [a, c, d]": "",  # left out by their names
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_data_sets_that_no_row_is_left_of_are_named(condition):
    lines = long_file(number).splitlines()
    scores = "\n".join(line.replace("here", "there") if line[0] in "be" else line for line in lines)
    study = "  metrics: [{name: accuracy, better: higher}]\n  columns: {seed: seed}\n"
    read = " ".join(account(f"{scores}\n", f"{study}  where: {{{condition}}}\n"))
    assert "rows omitted" in read
    assert (CONDITIONS[condition] in read) if CONDITIONS[condition] else ("No row of" not in read)


@pytest.mark.parametrize(("lacks", "columns"), [(False, "s 'cost', 'status' were"), (True, " 'cost' was")])
def test_a_column_that_says_why_results_lack_is_used(lacks, columns):
    def cell(d, m, s):
        return "" if lacks and (d, m, s) == ("c", "Y", 1) else number(d, m, s)

    file = long_file(cell, "dataset,algorithm,seed,accuracy,latency,cost,status")
    scores = "  metrics: [{name: accuracy, better: higher}]\n  costs: [latency]\n  missing: worst-rank\n"
    scores += "  columns: {fold: seed}\n"
    *_, balance, unused = account(file, scores)
    assert ("(here)" in balance) == lacks
    assert unused == f"The column{columns} not used."
