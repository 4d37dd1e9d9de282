"""A score that is best between the ends of its scale is compared by no end of it in silence."""

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.core.faults import FaultsFound
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

DATASETS = ["Berlin", "Boston", "Bergen", "Leiden", "Lyon", "Madrid", "Milano", "Oslo"]
# How far each lies from the best value: the third is the nearest.
DISTANCES = {"SAPS": 0.35, "LASSO": 0.2, "Bayes": 0.01, "MLP": -0.2, "XGB": -0.33}
ONES = ["calibration slope", "calibration_slope", "slope", "observed/expected", "O/E ratio", "Cox calibration slope"]
ZEROS = [
    "bias",
    "PBIAS",
    "percent bias",
    "ME",
    "mean error",
    "MBE",
    "calibration intercept",
    "CITL",
    "skewness",
    "drift",
]
LEVELS = ["PICP", "interval coverage", "coverage_90", "95% coverage", "coverage probability"]


def table_of(layout, name, ideal, sides=(1, 1)):
    """Numbers around a best value; `sides` turn those above and below it."""
    rng = np.random.default_rng(3)
    cells = {
        (row, each): round(ideal + (sides[0] if off > 0 else sides[1]) * off + 0.02 * rng.uniform(-0.4, 0.4), 3)
        for row in DATASETS
        for each, off in DISTANCES.items()
    }
    if layout == "wide":
        rows = [["hospital", *DISTANCES], *([row, *(cells[row, each] for each in DISTANCES)] for row in DATASETS)]
    elif layout == "turned":
        rows = [["model", *DATASETS], *([each, *(cells[row, each] for row in DATASETS)] for each in DISTANCES)]
    else:
        rows = [["hospital", "model", name], *([row, each, cells[row, each]] for row in DATASETS for each in DISTANCES)]
    place = Path(f"{re.sub('[^A-Za-z0-9%]+', '_', name)}.csv" if layout != "long" else "results.csv")
    place.write_text("".join(",".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")
    return str(place)


def guessed(place):
    return guess_study(read_table(place), place)


IDEALS = [*((name, 1.0) for name in ONES), *((name, 0.0) for name in ZEROS), *((n, 0.9) for n in LEVELS)]


@pytest.mark.few(12)
@pytest.mark.parametrize(
    ("name", "ideal", "layout"),
    [(*each, ("wide", "turned", "long")[number % 3]) for number, each in enumerate(IDEALS)],
)
def test_no_end_is_the_best_in_silence(name, ideal, layout):
    try:
        doubts = guessed(table_of(layout, name, ideal)).doubts
    except FaultsFound:
        return
    assert any(doubt.is_open for doubt in doubts)


@pytest.mark.parametrize("layout", ["wide", "turned", "long"])
@pytest.mark.parametrize(("sides", "better"), [((1, -1), "lower"), ((-1, 1), "higher")])
def test_on_one_side_the_nearest_is_the_best(layout, sides, better):
    guess = guessed(table_of(layout, "calibration slope", 1.0 + 0.02 * sides[0], sides))
    assert {*guess.metrics.values()} == {better}
    assert not any(doubt.is_open for doubt in guess.doubts)


def test_a_command_compares_the_distance(capsys):
    assert main(["run", table_of("long", "calibration_slope", 1.0), "--only", "markdown"]) == 2
    commands = re.findall(r"rankpress (run .*)", capsys.readouterr().err)
    [command] = [each for each in commands if "expression" in each]
    assert main([*shlex.split(command, comments=True), "--only", "markdown"]) == 0
    assert "Bayes achieves the best average rank" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["accuracy", "concept_drift", "bias_corrected_accuracy", "coverage", "slope_rmse"])
def test_other_names_are_no_such_scores(name):
    assert not any("best value" in doubt.text for doubt in guessed(table_of("wide", name, 0.5)).doubts)


@pytest.mark.parametrize("layout", ["wide", "long"])
def test_a_direction_that_is_stated_is_obeyed(layout, capsys):
    assert main(["run", table_of(layout, "calibration_slope", 1.0), "--better", "higher", "--only", "markdown"]) == 0
    assert "SAPS achieves" in capsys.readouterr().out
