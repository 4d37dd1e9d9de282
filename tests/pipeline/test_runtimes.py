"""The topic of runs with a limit: what a study of time-outs gets, in all places of a report."""

import json
import shlex

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.app.run import build
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study
from rankpress.stats.runtimes import censored_wilcoxon

X = None
TIMES = [(1, 2, 8), (4, 3, X), (10, 40, 20), (X, 5, 50), (7, 7, 7), (X, X, 30), (X, X, X), (2, 1, X)]
EXPECTED = {
    "solved": [5, 6, 5],
    "par-2": [48, 37.25, 59.375],
    "par-10": [228, 157.25, 239.375],
    "marginal": [1.375, 5.875, 71.25],
    "unique": [0, 0, 1],
    "shapley": [150.333333, 187.958333, 179.583333],
}
TIME = "metrics: [{name: time, better: lower, unit: s}]"
WIDE = f"{{files: scores.csv, layout: wide, {TIME}, censored: {{limit: 60}}}}"
LONG = (
    f"{{files: scores.csv, columns: {{dataset: instance, algorithm: solver}}, {TIME},"
    " censored: {column: status, ok: [ok], limit: 60}}"
)


def as_cells(times=TIMES, unsolved="t/o"):
    rows = (",".join(unsolved if time is None else str(time) for time in row) for row in times)
    return "instance,A,B,C\n" + "".join(f"i{i},{row}\n" for i, row in enumerate(rows))


def as_column(times=TIMES, unsolved=60):
    rows = [
        f"i{i},{name},{unsolved},timeout\n" if time is None else f"i{i},{name},{time},ok\n"
        for i, row in enumerate(times)
        for name, time in zip("ABC", row, strict=True)
    ]
    return "instance,solver,time,status\n" + "".join(rows)


def written(tmp_path, scores, options, *sections):
    (tmp_path / "scores.csv").write_text(scores)
    (tmp_path / "study.yaml").write_text("\n".join([f"scores: {options}", *sections]))
    return read_study(tmp_path / "study.yaml")


def built(tmp_path, scores, options, *sections, formats=("markdown",)):
    plot = () if "latex" in formats else ("plot: []",)  # figures take longest, and one test looks at them
    build(written(tmp_path, scores, options, *sections, *plot), tmp_path / "out", formats=formats)
    return json.loads((tmp_path / "out/results.json").read_text())["metrics"]["time"], tmp_path / "out"


# a run that failed early has a time of its own, which is no success
@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(("scores", "options"), [(as_cells(), WIDE), (as_column(unsolved=0.5), LONG)])
def test_the_worked_example(tmp_path, scores, options):
    metric, out = built(tmp_path, scores, options, formats=("markdown", "latex"))
    runs = metric["runtimes"]
    for key, values in EXPECTED.items():
        assert list(runs[key].values()) == pytest.approx(values, abs=5e-7)
    assert runs["vbs"] == {"solved": 7, "par-2": 22.125, "par-10": 82.125}
    assert metric["limit"] == 60
    assert metric["censored"]["i5"] == {"A": True, "B": True, "C": False}
    assert metric["means"]["i5"] == {"A": None, "B": None, "C": 30}
    pairs = {frozenset((pair["a"], pair["b"])): (pair["wins"], pair["ties"]) for pair in metric["comparisons"]}
    assert metric["pairwise"] == "sign"
    assert pairs[frozenset("AB")] == (3, 3)  # of B, who is ranked better
    assert pairs[frozenset("AC")] == pairs[frozenset("BC")] == (4, 2)
    report = (out / "report.md").read_text()
    for words in (
        "B solves the most instances (6 of 8; PAR-10 157 s); the virtual best solver solves seven and C alone solves",
        "Runs had a limit of 60 s.",
        "one unsolved run loses to any run that solved (Van Gelder 2011)",
        "PAR-2 and PAR-10 depend on the limit",
        "not solved within the limit",
    ):
        assert words in report
    table = (out / "tables/time-scores.csv").read_text()
    assert "> 60" in table
    assert "120" not in table
    assert r"\rpTimeSolvedB}{6}" in (out / "macros.tex").read_text()
    assert "dolan2002" in (out / "references.bib").read_text()
    for name in ("performance-profile", "cactus", "runtime-scatter"):
        assert (out / f"figures/time-{name}.pdf").stat().st_size


def test_no_number_stands_for_an_unsolved_run(tmp_path):
    metric, out = built(
        tmp_path, as_cells(), WIDE, "report: {tables: {scores: {summary: [mean, median, average-rank]}}}"
    )
    assert {name for pair in metric["comparisons"] for name in pair["effects"]} == {"superiority"}
    report = (out / "report.md").read_text()
    for row in ("Mean", "Median"):
        line = next(line for line in report.splitlines() if line.startswith(f"| {row} "))
        assert line.count("–") == 3


@pytest.mark.parametrize(
    "section",
    [
        "test: {pairwise: wilcoxon}",
        "test: {pairwise: t}",
        "test: {omnibus: [quade]}",
        "bayes: {rope: 1}",
        "effects: {margin: 1}",
        "sensitivity: {}",
        "replicability: {}",
        "order: {prior: [A, B, C], test: wilcoxon}",
    ],
)
def test_what_takes_unsolved_runs_for_numbers_is_refused(tmp_path, section):
    with pytest.raises(FaultsFound):
        agreeing_scores(written(tmp_path, as_cells(), WIDE, section))


def test_times_within_a_margin_are_tied_and_unsolved_runs_are_not(tmp_path):
    metric, _ = built(tmp_path, as_cells(), WIDE, "rank: {tolerance: 25}")
    pair = next(pair for pair in metric["comparisons"] if {pair["a"], pair["b"]} == {"A", "B"})
    # they part on two instances alone: of one B is 30 s slower, of the other A did not end
    assert (pair["wins"], pair["ties"], pair["losses"]) == (1, 6, 1)


def test_without_a_limit_there_is_nothing_of_runtimes(tmp_path):
    times = [tuple(time or 60 for time in row) for row in TIMES]
    metric, out = built(tmp_path, as_cells(times), f"{{files: scores.csv, layout: wide, {TIME}}}")
    assert metric["runtimes"] is None
    assert "censored" not in metric
    assert "performance profile" not in (out / "report.md").read_text().lower()


def test_factors_are_those_of_the_study(tmp_path):
    runs = built(tmp_path, as_cells(), WIDE, "runtimes: {par: [3], shift: 1}")[0]["runtimes"]
    assert runs["par-3"]["B"] == pytest.approx((58 + 2 * 180) / 8)
    assert "par-2" not in runs
    times = np.array([[60 if time is None else time for time in row] for row in TIMES])
    assert list(runs["shifted_geometric_mean"].values()) == pytest.approx(np.exp(np.log(times + 1).mean(axis=0)) - 1)


def test_a_study_may_have_none_of_it(tmp_path):
    assert built(tmp_path, as_cells(), WIDE, "runtimes: null")[0]["runtimes"] is None


@pytest.mark.few(2)
@pytest.mark.parametrize(("unsolved", "ended"), [(60.02, "solved"), (0.5, "sat"), ("", "ok")])
def test_run_proposes_unsolved_runs_where_it_finds_an_outcome_column(tmp_path, monkeypatch, capsys, unsolved, ended):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs.csv").write_text(as_column(unsolved=unsolved).replace(",ok\n", f",{ended}\n"))
    assert main(["run", "runs.csv", "--only", "markdown"]) == 2
    [doubt] = [line for line in capsys.readouterr().err.splitlines() if "scores.censored" in line]
    command = shlex.split(doubt.partition("rankpress ")[2], comments=True)
    assert main([*command, "--only", "markdown", "--out", "out", "--set", "plot=[]"]) == 0
    runs = json.loads((tmp_path / "out/results.json").read_text())["metrics"]["time"]["runtimes"]
    assert list(runs["solved"].values()) == EXPECTED["solved"]
    assert runs["limit"] == (60 if unsolved in (60, 60.02) else 50)
    assert runs["vbs"]["solved"] == 7


@pytest.mark.parametrize(("which", "file"), [(0, "runs.csv"), (1, "times.csv")])
def test_the_examples_of_the_page_run(tmp_path, root, which, file):
    page = (root / "docs/how-to/runtimes.md").read_text()
    study = page.split("```yaml\n")[1 + which].partition("```")[0]
    scores = as_cells(unsolved="> 60") if file == "times.csv" else as_column().replace(",ok\n", ",solved\n")
    (tmp_path / file).write_text(scores)
    (tmp_path / "study.yaml").write_text(study)
    with (tmp_path / "study.yaml").open("a") as file:
        file.write("plot: []\n")
    build(read_study(tmp_path / "study.yaml"), tmp_path / "out", formats=("markdown",))
    assert page.split("```text\n")[1].partition("\n```")[0] in (tmp_path / "out/report.md").read_text()


def as_long_cells(unsolved):
    rows = [line.split(",") for line in as_cells(unsolved=unsolved).splitlines()[1:]]
    long = [f"{name},{solver},{time}" for name, *times in rows for solver, time in zip("ABC", times, strict=True)]
    return "\n".join(["instance,solver,time", *long, ""])


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("scores", "name", "unsolved"),
    [
        (as_cells, "times.csv", "60+"),
        (as_cells, "times.csv", "T.O."),
        (as_long_cells, "board.csv", ">60"),  # whose name does not say what the numbers are
        (as_long_cells, "board.csv", "MO"),
    ],
)
def test_run_proposes_a_limit_where_cells_say_unsolved(tmp_path, monkeypatch, capsys, unsolved, scores, name):
    monkeypatch.chdir(tmp_path)
    # the cell of one run has another word, as those that ran out of memory have
    (tmp_path / name).write_text(scores(unsolved="X").replace("X", "memout", 1).replace("X", unsolved))
    assert main(["run", name, "--only", "markdown"]) == 2  # though the cells fill whole rows
    error = capsys.readouterr().err
    assert error.count("expected: a decision") == 1
    assert "8 cells hold no time" in error
    [proposal] = [line.partition("rankpress ")[2] for line in error.splitlines() if "scores.censored" in line]
    command = shlex.split(proposal, comments=True)
    assert main([*command, "--only", "markdown", "--out", "out", "--set", "plot=[]"]) == 0
    [metric] = json.loads((tmp_path / "out/results.json").read_text())["metrics"].values()
    assert list(metric["runtimes"]["solved"].values()) == EXPECTED["solved"]
    assert (metric["limit"], metric["limit_is_assumed"]) == ((60, False) if "60" in unsolved else (50, True))


def test_words_that_say_unsolved_are_no_result_of_what_is_no_time(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"d{i},0.{i + 1},0.{9 - i},{'timeout' if i < 3 else 0.5}\n" for i in range(8))
    for name in ("accuracy.csv", "board.csv"):
        (tmp_path / name).write_text(f"dataset,A,B,C\n{rows}")
        main(["run", name, "--only", "markdown", "--out", "out"])
        assert "scores.censored" not in capsys.readouterr().err


@pytest.mark.nightly
def test_ratios_are_tested_on_request_and_decide_nothing(tmp_path):
    metric, out = built(tmp_path, as_cells(), WIDE, "ratios: {}")
    pair = next(pair for pair in metric["ratios"]["pairs"] if (pair["a"], pair["b"]) == ("B", "A"))
    # |log ratio| of five pairs that both solve, twice unsolved by A or B alone, and none by both
    times = np.array([[np.inf if time is None else time for time in row[:2]] for row in TIMES])
    test = censored_wilcoxon(times[:, ::-1], [[0, 1]], 60)
    assert (pair["r_plus"], pair["r_minus"], pair["p"]) == (
        *(test.details[k][0] for k in ("r_plus", "r_minus")),
        test.p,
    )
    assert pair["censored"] == 1
    assert metric["pairwise"] == "sign"
    report = (out / "report.md").read_text()
    assert "extreme ranks of unsolved runs are a convention" in report
    assert built(tmp_path, as_cells(), WIDE)[0]["ratios"] is None


@pytest.mark.parametrize(
    ("scores", "options", "section", "expected"),
    [
        (as_cells([(0, 1, 2), *TIMES]), WIDE, "ratios: {}", "1 time of time is 0"),
        (
            as_cells([(1, 1, 2)] * 3),
            f"{{files: scores.csv, layout: wide, {TIME}}}",
            "ratios: {}",
            "states none of time",
        ),
    ],
)
def test_what_has_no_ratios_is_refused(tmp_path, scores, options, section, expected):
    with pytest.raises(FaultsFound, match=expected):
        agreeing_scores(written(tmp_path, scores, options, section))


@pytest.mark.nightly
def test_a_time_of_0_counts_as_the_least_that_is_stated(tmp_path):
    times = [(0, 1, 2), *TIMES]
    metric, _ = built(tmp_path, as_cells(times), WIDE, "ratios: {least: 0.01}")
    other, _ = built(tmp_path, as_cells([(0.01, 1, 2), *TIMES]), WIDE, "ratios: {}")
    assert metric["ratios"] == other["ratios"]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("cells", "options", "is_assumed"),
    [
        (as_cells(), WIDE.replace("{limit: 60}", "{}"), True),
        (as_cells(), WIDE, False),
        (as_cells(unsolved=">60"), WIDE.replace("{limit: 60}", "{}"), False),
        (as_column(), LONG.replace(", limit: 60", ""), False),
    ],
)
def test_a_limit_that_nobody_states_is_said_to_be_assumed(cells, options, is_assumed, tmp_path):
    report = built(tmp_path, cells, options)[1].joinpath("report.md").read_text()
    stated = "50 s (assumed: the largest time)" if is_assumed else "60 s"
    assert f"Runs had a limit of {stated}." in report
    assert f"with a limit of {stated}," in report
    assert ("nothing states the limit of runs" in report) == is_assumed
    assert ("assumed to be the largest time" in report) == is_assumed
