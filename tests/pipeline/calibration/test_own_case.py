"""`rankpress calibrate` of a reader's own case.

Checked against: what study.yaml says; the results of all methods together on the same draws; for Conover's test the
limit that follows from its statistic (within 4 standard errors).
"""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

from rankpress.app.cli import main
from rankpress.calibration.experiments import Calibration, calibrate
from rankpress.calibration.settings import Methods, Settings, settings_of_study
from rankpress.checks.agreement import agreeing_scores
from rankpress.robustness.draws import MOST_SIGNS
from rankpress.spec.reading import read_study
from rankpress.stats.synthetic import errors_of_families
from rankpress.stats.worlds import WORLDS

SPEC = """\
title: Four of ours
scores: {files: scores.csv, layout: wide, missing: drop-datasets}
test: {alpha: 0.1, omnibus: [quade], pairwise: {wilcoxon: {zeros: pratt}}, logical: assume}
adjust: [shaffer, {bergmann-hommel: {monotone: true}}]
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    rows = [
        "dataset,A,B,C,D",
        *(f"d{row},0.{row}1,0.{row}3,0.{9 - row}2,0.{row}4" for row in range(1, 8)),
        "gap,0.1,,0.2,0.3",
    ]
    (tmp_path / "scores.csv").write_text("\n".join(rows) + "\n")
    (tmp_path / "study.yaml").write_text(SPEC)
    return tmp_path / "study.yaml"


def settings_from(study: Path, *overrides: str, **requested: Any) -> Settings:
    read = read_study(study, overrides)
    return settings_of_study(read.study, agreeing_scores(read), Settings(draws=20), **requested)


def test_what_is_taken_from_a_study(study: Path):
    found = settings_from(study)
    assert (found.sizes, found.alpha, found.draws, found.study) == (((4, 7),), 0.1, 20, "Four of ours")
    assert found.methods == Methods(
        ("quade",), {"wilcoxon": {"zeros": "pratt"}}, {"shaffer": {}, "bergmann-hommel": {"monotone": True}}, (False,)
    )
    assert (found.steps, found.cases) == ((), 0)
    controlled = settings_from(study, "test.control=B", "adjust=[holm]")
    assert controlled.methods.controls == (True,)


def test_differences_from_the_study_are_noted(study: Path):
    assert settings_from(study).notes == ()
    (note,) = settings_from(study, "rank.ties=min").notes
    assert note.startswith("Ties have the mean")
    skillings = "test.pairwise=skillings-mack", "test.omnibus=[skillings-mack]"
    gaps = settings_from(study, "scores.missing=incomplete-blocks", *skillings)
    assert gaps.sizes == ((4, 7),)
    assert gaps.notes[0].startswith("Data sets with missing results are not counted")
    other = settings_from(study, alpha=0.01, datasets=30)
    assert (other.sizes, other.alpha) == (((4, 30),), 0.01)
    assert other.notes == ("Of these, the level and the number of data sets were set otherwise on the command line.",)
    signs = settings_from(study, "test.pairwise={permutation: {draws: 100000}}")
    assert signs.methods.tests["permutation"]["draws"] == MOST_SIGNS
    assert any(f"draws {MOST_SIGNS:,} signs" in note for note in signs.notes)


def rates(calibration: Calibration) -> dict[tuple[str, str], int]:
    return {
        (found.studies.name, one.adjustment): one.erring
        for found in calibration.families
        for one in found.errors
        if one.test == "t" and not one.control
    }


def test_one_case_has_the_figures_of_all_methods_together():
    whole = Settings(draws=12, steps=(), sizes=((4, 5),), cases=0)
    own = Methods(("quade",), {"t": {}}, {"holm": {}, "li": {}}, (False,))
    of_all, of_one = calibrate(whole), calibrate(settings_with(whole, own))
    expected = rates(of_all)
    found = rates(of_one)
    assert {adjustment for _, adjustment in found} == {"none", "holm"}  # Li's is for a control
    assert found == {key: expected[key] for key in found}
    assert [dict(one.rejected) for one in of_one.omnibus] == [
        {"quade": one.rejected["quade"]} for one in of_all.omnibus
    ]


def settings_with(settings: Settings, methods: Methods) -> Settings:
    return Settings(settings.draws, sizes=settings.sizes, steps=(), cases=0, methods=methods)


def test_options_reach_the_methods():
    scores, alike = WORLDS["ties"].scores(20, 8, 3, np.random.default_rng(1)), np.ones((3, 3), bool)
    [alone] = errors_of_families("t", scores, alike, 0.05, adjustments={})
    assert alone.adjustment == "none"
    with pytest.raises(ValueError, match="zeros"):
        errors_of_families("wilcoxon", scores, alike, 0.05, options={"zeros": "kept"})
    with pytest.raises(TypeError, match="weighted"):
        errors_of_families("t", scores, alike, 0.9, adjustments={"bergmann-hommel": {"weighted": True}})


def test_conovers_error_nears_what_the_report_of_a_study_says():
    """Of three algorithms one is always best: the statistic of the other two is sqrt(2) too large."""
    limit = 2 * norm.sf(norm.isf(0.025) / sqrt(2))
    draws, world = 2000, WORLDS["one better"]
    scores = world.scores(draws, 200, 3, np.random.default_rng(1)) + 9 * world.shifts(3)
    found = errors_of_families("conover", scores, world.equal(3), 0.05, adjustments={"holm": {}})
    assert round(limit, 2) == 0.17
    assert [one.rate for one in found] == pytest.approx([limit] * 2, abs=4 * sqrt(limit * (1 - limit) / draws))


@pytest.mark.parametrize(("pairwise", "is_shown"), [("conover", True), ("durbin", True), ("t", False)])
def test_the_report_of_a_study_warns_of_an_error_that_is_too_small(study: Path, pairwise: str, is_shown: bool):
    settings = [f"test.pairwise={pairwise}", "adjust=[holm]", "test.alpha=0.05"]
    assert main(["build", str(study), "--only", "markdown", "-q", *(f"--set={item}" for item in settings)]) == 0
    report = (study.parent / "report" / "report.md").read_text(encoding="utf-8")
    assert ("chance that nears 17%" in report) == is_shown


def test_the_command_tries_a_study(study: Path):
    out = study.parent / "own"
    command = ["calibrate", str(study), "--draws", "4", "--only", "markdown", "--jobs", "1", "--out", str(out)]
    assert main([*command, "--set", "title=<b>Ours & theirs"]) == 0
    found = json.loads((out / "results.json").read_bytes())
    assert found["settings"]["sizes"] == [[4, 7]]
    assert {(one["test"], one["adjustment"]) for one in found["families"]} == {
        ("wilcoxon", "none"),
        ("wilcoxon", "shaffer"),
        ("wilcoxon", "bergmann-hommel"),
    }
    text = (out / "report.md").read_text(encoding="utf-8")
    assert "The largest error rate of the Wilcoxon signed-ranks test, adjusted by Shaffer, is" in text
    assert "4 algorithms on 7 data sets; the level 0.1;" in text
    assert "MultiTest" not in text
    assert "Quade test" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--algorithms", "3"], "--algorithms: a size needs --datasets too"),
        (["--datasets", "3", "--set", "test.alpha=0.1"], "--set: there is no study"),
        (["nowhere.yaml"], "there is no such file"),
    ],
)
def test_cases_that_are_none(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]):
    assert main(["calibrate", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_study_too_small(study: Path, capsys: pytest.CaptureFixture[str]):
    (study.parent / "scores.csv").write_text("dataset,A,B\nd1,0.1,0.2\nd2,0.1,\n")
    assert main(["calibrate", str(study), "--set", "adjust=[holm]"]) == 2
    assert "here are 2 algorithms and 1 data set" in capsys.readouterr().err
