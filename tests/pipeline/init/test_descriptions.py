"""Files next to scores that say what these are: they are no scores, and their directions count."""

import json
from itertools import cycle
from pathlib import Path

import pytest

from rankpress.app.cli import main

QUICK = ("--only", "markdown")
pytestmark = pytest.mark.usefixtures("results_alone")
SETS = ("anchor", "barge", "canoe", "dinghy", "ferry", "galley", "kayak", "launch")
GAINS = {"Onyx": 0.0, "Pearl": -0.1, "Quartz": 0.1}  # of quux, of which only a description says that lower is better
SCORES = "dataset,algorithm,quux\n" + "".join(
    f"{d},{a},{0.5 + row / 50 + gain:.3f}\n" for row, d in enumerate(SETS) for a, gain in GAINS.items()
)
DESCRIBED = {
    "codebook.csv": "name,description,direction\nquux,how bad it is,lower\nacc,how good,higher\n",
    "data_dictionary.csv": "variable,label\nquux,Badness (lower is better)\nalgorithm,what ran\n",
    "metrics_info.tsv": "metric\tmin\tmax\thigher_is_better\nquux\t0\t1\tfalse\nacc\t0\t1\ttrue\n",
    "boardMetrics.csv": "MetricName,Maximize\nquux,False\nacc,True\n",
    "metrics.yaml": "quux:\n  name: Quux loss\n  direction: minimize\nacc:\n  direction: maximize\n",
    "metrics.yml": "metrics:\n  - {name: quux, better: lower}\n  - {name: acc, better: higher}\n",
    "metrics.json": '{"quux": {"higher_is_better": false}, "acc": {"higher_is_better": true}}',
    "directions.json": '{"quux": "min", "acc": "max"}',
    "legend.txt": "Onyx: the first\nquux: a badness, lower is better\n",
    "codebook.md": "- `quux`: the lower, the better\n- `acc`: higher is better\n",
}


def average_ranks():
    [metric] = json.loads(Path("report/results.json").read_text(encoding="utf-8"))["metrics"].values()
    return metric["better"], metric["average_ranks"], len(metric["datasets"])


@pytest.mark.few(6)
@pytest.mark.parametrize(("name", "given"), [*zip(DESCRIBED, cycle(["runs", "runs/scores.csv"]), strict=False)])
def test_a_file_of_descriptions_says_the_direction_and_is_no_score(name, given, capsys):
    Path("runs").mkdir()
    Path("runs/scores.csv").write_text(SCORES)
    Path("runs", name).write_text(DESCRIBED[name])
    assert main(["run", given, *QUICK]) == 0, capsys.readouterr().err
    assert average_ranks() == ("lower", {"Pearl": 1.0, "Onyx": 2.0, "Quartz": 3.0}, len(SETS))


def test_descriptions_among_several_files_of_scores_are_set_apart(capsys):
    Path("runs").mkdir()
    rows = SCORES.splitlines()[1:]
    for name in GAINS:
        of_one = [row.replace(f",{name},", ",") for row in rows if f",{name}," in row]
        Path("runs", f"{name}.csv").write_text("\n".join(["dataset,quux", *of_one, ""]))
    Path("runs/codebook.csv").write_text(DESCRIBED["codebook.csv"])
    Path("runs/datasets.csv").write_text("dataset,n_samples\n" + "".join(f"{d},{100 + len(d)}\n" for d in SETS))
    assert main(["run", "runs", *QUICK]) == 0, capsys.readouterr().err
    answer = " ".join(capsys.readouterr().out.split())
    assert "codebook.csv, datasets.csv say what others hold" in answer
    assert average_ranks() == ("lower", {"Pearl": 1.0, "Onyx": 2.0, "Quartz": 3.0}, len(SETS))


@pytest.mark.parametrize("name", ["metrics.csv", "info.csv", "models.csv"])
def test_scores_in_a_file_of_such_a_name_are_read(name, capsys):
    Path("runs").mkdir()
    Path("runs", name).write_text(SCORES.replace("quux", "error"))
    Path("runs/codebook.csv").write_text(DESCRIBED["codebook.csv"])
    assert main(["run", "runs", *QUICK]) == 0, capsys.readouterr().err
    assert average_ranks()[1] == {"Pearl": 1.0, "Onyx": 2.0, "Quartz": 3.0}


def test_scores_with_a_column_of_directions_are_scores(capsys):
    Path("runs").mkdir()
    header, *rows = SCORES.splitlines()
    Path("runs/metrics.csv").write_text("\n".join([f"{header},direction", *(f"{row},lower" for row in rows), ""]))
    Path("runs/legend.txt").write_text("Onyx: the first\n")
    assert main(["run", "runs", *QUICK]) == 0, capsys.readouterr().err
    assert average_ranks()[1] == {"Pearl": 1.0, "Onyx": 2.0, "Quartz": 3.0}


def test_a_description_against_the_name_is_asked_about(capsys):
    Path("scores.csv").write_text(SCORES.replace("quux", "accuracy"))
    Path("codebook.csv").write_text(DESCRIBED["codebook.csv"].replace("quux", "accuracy"))
    assert main(["run", "scores.csv", *QUICK]) == 2
    assert "the file 'codebook.csv' says that lower is better" in " ".join(capsys.readouterr().err.split())
