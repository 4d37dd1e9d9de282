"""A test over the data sets is refused where the scores lack what it needs, whatever section of the study names it."""

from itertools import product
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from rankpress.account.paper import methods_paragraphs
from rankpress.analysis import analyse
from rankpress.app.cli import main
from rankpress.catalog.methods import OF_PLACES, OMNIBUS, PAIRWISE
from rankpress.checks.agreement import agreeing_scores, examine
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study
from rankpress.stages.suitability import Lack, lack_of
from rankpress.wording.text import plain

WIDE = "scores: {files: a.csv, layout: wide, metrics: [{name: m, better: higher}], missing: POLICY}\n"
POLICIES = ("drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks")


def table(gaps=(), sign=1.0):
    rng = np.random.default_rng(7)
    rows = [[f"{value:.4f}" for value in row] for row in rng.uniform(0.5, 1, (8, 4))]
    for row, column in gaps:
        rows[row][column] = ""
    rows[3][1] = f"{sign * 0.7}"
    return "\n".join(["dataset,A,B,C,D", *(f"d{row},{','.join(cells)}" for row, cells in enumerate(rows))]) + "\n"


BALANCED = [(row, row % 4) for row in range(8)]
DESIGNS = {
    "ranks": ("scores: {files: a.csv, layout: ranks, datasets: 12}\n", "A,B,C,D\n1.5,2,2.5,4\n"),
    "whole": (WIDE.replace("POLICY", "drop-datasets"), table()),
    "signs": (WIDE.replace("POLICY", "drop-datasets"), table(sign=-1.0)),
    "balanced": (WIDE.replace("POLICY", "incomplete-blocks"), table(BALANCED)),
    "balanced, worst": (WIDE.replace("POLICY", "worst-rank"), table(BALANCED)),
    **{policy: (WIDE.replace("POLICY", policy), table([(0, 3), (4, 3)])) for policy in POLICIES},
}
OF_TESTS = {"test: {{pairwise: {}}}\n": PAIRWISE, "test: {{omnibus: [{}]}}\n": OMNIBUS}
SECTIONS = {
    "test: {{also: [{}], control: A}}\n": PAIRWISE,
    "sensitivity: {{pairwise: [{}], leave_out: [], digits: []}}\n": PAIRWISE,
    "sensitivity: {{omnibus: [{}], leave_out: [], digits: []}}\n": OMNIBUS,
    "replicability: {{omnibus: [{}], biases: [0], draws: 2, size: 3, replacement: true}}\n": OMNIBUS,
    "replicability: {{tests: [{}], biases: [0], draws: 2, size: 3, replacement: true}}\n": (
        "t",
        "relative-t",
        "wilcoxon",
        "sign",
    ),
    "order: {{prior: [A, B, C, D], within: none, test: {}, adjust: holm}}\n": OF_PLACES,
}


@pytest.fixture
def read_in(tmp_path, monkeypatch):
    """Write a study of a design with further sections, and read it."""

    def read(design, sections):
        monkeypatch.chdir(tmp_path)
        spec, content = DESIGNS[design]
        Path("study.yaml").write_text(spec + sections, encoding="utf-8")
        Path("a.csv").write_text(content, encoding="utf-8")
        return read_study("study.yaml")

    return read


def at_fault(faults):
    """The messages of faults, with the text of the line that each is at."""
    return {(fault.message, fault.excerpt.splitlines()[0].split("|")[1].strip()) for fault in faults}


# What is dropped leaves a design that is whole, and ranks below all others one whose gaps do not count.
@pytest.mark.few(1)
@pytest.mark.parametrize("design", ["ranks", "whole", "signs", "balanced", "worst-rank", "incomplete-blocks"])
def test_whatever_is_not_refused_can_be_made(read_in, design):
    accepted = refused = 0
    # what a design lacks is one rule for all sections: two designs try each of them
    sections = OF_TESTS | (SECTIONS if design in ("signs", "incomplete-blocks") else {})
    for section, methods in sections.items():
        allowed = {name: one for name in methods if (one := agreeing(read_in, design, section.format(name)))}
        accepted, refused = accepted + len(allowed), refused + len(methods) - len(allowed)
        # a list takes all that are allowed at once
        studies = [*allowed.values()]
        if "[{}]" in section and allowed:
            studies = [agreeing(read_in, design, section.format(", ".join(allowed)))]
        for study, scores in studies:
            analyse(study, scores)
    assert accepted
    assert refused or design == "whole"


def agreeing(read_in, design, sections):
    """The study and its scores, or None where it is refused."""
    try:
        read = read_in(design, sections)
        return read.study, agreeing_scores(read)
    except FaultsFound:
        return None


@pytest.mark.few(1)
@pytest.mark.parametrize("design", ["ranks", "signs", "balanced", "worst-rank"])
def test_also_is_refused_what_pairwise_is_at_its_own_line(read_in, design):
    for name in PAIRWISE:
        deciding = "skillings-mack" if design in ("incomplete-blocks", "balanced") else "rank-z"
        if name == deciding:
            continue
        of_pairwise = at_fault(examine(read_in(design, f"test:\n  pairwise: {name}\n")).faults)
        read = read_in(design, f"test:\n  pairwise: {deciding}\n  also:\n  - {name}\n")
        of_also = at_fault(examine(read).faults)
        assert {line for _, line in of_also} <= {f"- {name}"}
        assert {message for message, _ in of_also} == {message for message, _ in of_pairwise}, name
        if design == "worst-rank":
            assert bool(of_also) == (PAIRWISE[name].uses == "scores")


@pytest.mark.nightly
def test_methods_of_draws_without_corrections_are_written(read_in):
    read = read_in("whole", "replicability: {adjust: [], draws: 2, size: 3, replacement: true}\n")
    said = " ".join(plain(paragraph) for paragraph in methods_paragraphs(analyse(read.study, agreeing_scores(read))))
    assert "For the Friedman test and the repeated-measures ANOVA, the samples favored data sets" in said


def test_each_design_lacks_something_else(read_in):
    metrics = [examine(read_in(design, "")).scores.metrics[0] for design in DESIGNS]
    methods = (*PAIRWISE.values(), *OMNIBUS.values())
    lacks = {lack_of(method, metric) for method in methods for metric in metrics}
    assert lacks == {None, *get_args(Lack)} - {"number"}  # which runs have that a limit stopped


@pytest.mark.few(9)
@pytest.mark.parametrize(
    ("design", "section"),
    [*product(DESIGNS, ("", "test: {also: [quade, sign]}\n", "test: {omnibus: [quade], pairwise: durbin}\n"))],
)
def test_quiet_checks_find_the_same(read_in, capsys, design, section):
    read_in(design, section)
    loud, quiet = ((main(["check", "study.yaml", *flags]), capsys.readouterr()) for flags in ([], ["-q"]))
    assert (quiet[0], quiet[1].err) == (loud[0], loud[1].err)
    assert quiet[1].out == ""
    assert loud[0] in (0, 2)


def test_quiet_checks_meet_what_the_analysis_meets(read_in, capsys, monkeypatch):
    def broken(*_):
        raise RuntimeError("broken")

    monkeypatch.setattr("rankpress.analysis.analyse", broken)
    read_in("whole", "")
    assert [main(["check", "study.yaml", *flags]) for flags in ([], ["-q"])] == [1, 1]
