"""rankpress check and build as commands, the stages stood in for; what check says of what is hardly meant."""

from pathlib import Path

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.app.commands.check import REPEATED
from rankpress.app.terminal import with_progress_bar
from rankpress.catalog.methods import PAIRWISE
from rankpress.core.faults import Fault, FaultsFound
from rankpress.stats.proportions import exact_interval
from rankpress.stats.synthetic import compare_in_studies
from rankpress.wording.numbers import in_words

ROWS = [f"{dataset},{algorithm},{value}" for dataset in "de" for value, algorithm in enumerate("ABC")]


@pytest.fixture
def sound(study):
    Path("a.csv").write_text("\n".join(["dataset,algorithm,score", *ROWS, ""]))
    return study


def test_nothing_wrong(sound, capsys):
    assert main(["check", "study.yaml", "--set", "adjust=[nemenyi]"]) == 0
    printed, faults = capsys.readouterr()
    first, sets, algorithms, metric, balance, caution, nothing, answer, *_ = printed.splitlines()
    assert first == "study.yaml: 2 data sets, 3 algorithms, metric score (higher is better); no errors"
    assert (sets, algorithms) == ("  data sets: d, e", "  algorithms: A, B, C")
    assert (
        metric == "  score: higher is better; cells from 0 to 2; 1 measurement per cell; best mean C (2), worst A (0)"
    )
    assert balance == "  All 6 expected results of score were read"
    assert caution.startswith("study.yaml: test.pairwise: the z test of average ranks keeps its error rate where")
    assert (nothing, faults) == ("", "")
    assert answer.startswith("C achieves the best average rank in score (1.00).")


@pytest.mark.parametrize(
    ("overrides", "least", "enough"),
    [
        ((), 3 * 2 / 2**4, 7),  # Wilcoxon with Holm, three pairs
        (("test.control=A", "test.pairwise=sign"), 2 * 2 / 2**4, 7),
        (("adjust=[westfall-young]",), 2 / 2**4, 6),
        (("test.pairwise=permutation", "adjust=[sidak]"), 1 - (1 - 2 / 2**4) ** 3, 7),
        (("test.alpha=0.4",), None, 4),
    ],
)
def test_too_few_data_sets_are_noticed(sound, capsys, overrides, least, enough):
    """Four data sets on which each pair has one sign: no test by signs can give less than 2 / 2^4, unadjusted."""
    rows = [f"{dataset},{algorithm},{value}" for dataset in "defg" for value, algorithm in enumerate("ABC")]
    Path("a.csv").write_text("\n".join(["dataset,algorithm,score", *rows, ""]))
    assert main(["check", "study.yaml", *(part for override in overrides for part in ("--set", override))]) == 0
    warned = [line for line in capsys.readouterr().out.splitlines() if "nothing can be significant" in line]
    assert len(warned) == (least is not None)
    if least is not None:
        assert f"is {least:.3g}; {in_words(enough)} data sets" in warned[0]


BY_FOLDS = "\n".join(
    ["dataset,algorithm,fold,score"]
    + [f"{d},{a},{fold},0.{place}{fold}" for d in "de" for place, a in enumerate("ABC") for fold in range(3)]
)


@pytest.mark.parametrize(
    ("spec", "messages"),
    [
        # a section at fault, and another of which the scores are not: both, in one go
        ("test: {pairwise: t, within: 5x2cv-t}\nadjust: [tukey]\n", ["tukey corrects", "5x2cv-t does not suit"]),
        ("adjust: [holmes]\ncurves: {baseline: Q}\n", ["adjust[0] is", "no algorithm 'Q'"]),
        ("test: {control: Q}\nreport: {templates: none}\n", ["there is no folder", "no algorithm 'Q'"]),
        ("tset: {}\norder: {prior: [A, B]}\n", ["unknown key 'tset'", "the prior leaves out"]),
        # of a section at fault itself nothing else is reported
        ("test: {control: Q, alpha: 2}\n", ["test.alpha"]),
        ("order: {prior: [A, Q], adjust: li}\n", ["order.adjust is"]),
    ],
)
def test_faults_of_spec_and_scores_together(sound, spec, messages, capsys):
    Path("a.csv").write_text(BY_FOLDS)
    sound.write_text("scores: {files: a.csv}\n" + spec)
    assert main(["check", "study.yaml"]) == 2
    heads = [line for line in capsys.readouterr().err.splitlines() if line.startswith("study.yaml")]
    assert len(heads) == len(messages)
    assert all(part in head for head, part in zip(heads, messages, strict=True))


PATHS = (
    "report/report.html\nreport/report.pdf\nreport/report.tex\nreport/tables/\nreport/figures/\nreport/results.json\n"
)


def test_first_build(study, stages, capsys):
    assert main(["build", "study.yaml", "--jobs", "2"]) == 0
    assert capsys.readouterr() == (PATHS, "")
    [options] = stages.builds
    assert options.pop("awaited") is with_progress_bar
    assert options == {"out": Path("report"), "formats": ("latex", "html", "pdf"), "jobs": 2, "required": []}


def test_nothing_to_do(study, stages, capsys):
    assert main(["build", "study.yaml"]) == 0
    capsys.readouterr()
    assert main(["build", "study.yaml"]) == 0
    assert capsys.readouterr() == (PATHS, "report is up to date\n")
    assert len(stages.builds) == 1


def test_nothing_to_do_clears_what_a_kill_left(study, stages):
    assert main(["build", "study.yaml"]) == 0
    staged, lock = Path(".report.rankpress-0-01234567"), Path(".report.rankpress-lock")
    staged.mkdir()
    lock.write_text("1")
    assert main(["build", "study.yaml"]) == 0
    assert len(stages.builds) == 1
    assert not staged.exists()
    assert not lock.exists()


def test_report_is_next_to_the_spec(study, stages, monkeypatch, capsys):
    (study.parent / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    Path("a.csv").write_bytes(Path("../a.csv").read_bytes())
    assert main(["build", "../study.yaml"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "../report/report.html"


@pytest.mark.parametrize(
    ("only", "formats", "required"), [(["pdf"], ("pdf",), True), (["html", "latex", "html"], ("html", "latex"), False)]
)
def test_only(study, stages, only, formats, required):
    assert main(["build", "study.yaml", *(f"--only={name}" for name in only)]) == 0
    assert stages.builds[0]["formats"] == formats
    assert stages.builds[0]["required"] == only


@pytest.mark.parametrize("options", [(), ("--dry-run",), ("--force",)])
def test_only_a_format_that_there_is(study, stages, options, capsys):
    assert main(["build", "study.yaml", "--only", "htm", *options]) == 2
    assert "--only: there is no format 'htm'" in capsys.readouterr().err
    assert not stages.builds


def test_dry_run(study, stages, capsys):
    before = sorted(study.parent.rglob("*"))
    assert main(["build", "study.yaml", "--dry-run", "--only", "html"]) == 0
    assert capsys.readouterr() == (
        (
            "would build html into report, because\n"
            "  there is no report yet\n"
            "would run\n"
            "  load: not computed yet\n"
            "  rank score: depends on load\n"
            "  test score: depends on load, rank score\n"
            "  effects score: depends on load, rank score, test score\n"
            "  adjust score: depends on rank score, test score\n"
            "  order score: depends on load, rank score\n"
            "  conclude score: depends on load, rank score, test score, adjust score, order score\n"
            "  draw: depends on load, rank score, test score, adjust score, order score, effects score,"
            " conclude score\n"
            "  render: there is no report yet\n"
        ),
        "",
    )
    assert main(["build", "study.yaml", "--dry-run", "--force"]) == 0
    assert capsys.readouterr().out.splitlines()[1:4] == ["  --force", "would run", "  load: everything is recomputed"]
    assert sorted(study.parent.rglob("*")) == before
    assert not stages.builds


def test_warnings_are_printed_even_if_quiet(study, stages, capsys):
    stages.warnings = ("report.pdf was not written: no Pango",)
    assert main(["build", "study.yaml", "-q"]) == 0
    assert capsys.readouterr() == ("", "warning: report.pdf was not written: no Pango\n")


def test_progress_on_a_terminal(study, stages, on_terminal):
    assert on_terminal("build", "study.yaml") == (0, "\x1b[2m   0.0 s \x1b[0mload\n")


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour(study, stages, on_terminal, environment):
    stages.failing = FaultsFound([Fault("a.csv row 2", "no number")])
    printed = "   0.0 s load\na.csv row 2: no number\n"
    assert on_terminal("build", "study.yaml", **environment) == (2, printed)


@pytest.mark.parametrize(
    ("error", "code"), [(FaultsFound([Fault("x", "y")]), 2), (RuntimeError("z"), 1), (KeyboardInterrupt(), 130)]
)
def test_earlier_report_stays(study, stages, error, code):
    assert main(["build", "study.yaml", "-q"]) == 0
    before = {path: path.read_bytes() for path in Path("report").rglob("*") if path.is_file()}
    stages.failing = error
    assert main(["build", "study.yaml", "-q", "--force"]) == code
    assert {path: path.read_bytes() for path in Path("report").rglob("*") if path.is_file()} == before


SETS = ("p", "q", "r", "s", "t", "u", "v")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def checked_lines(rows, scores, capsys):
    """The lines of check before its answer."""
    Path("a.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    Path("study.yaml").write_text(f"scores:\n  files: a.csv\n{scores}", encoding="utf-8")
    assert main(["check", "study.yaml"]) == 0
    return capsys.readouterr().out.partition("\n\n")[0].splitlines()


def test_one_screen(capsys):
    rows = (
        f"{d},{a},{f},{0.1 * i + 0.01 * j:.2f}" for i, d in enumerate(SETS) for j, a in enumerate("xyz") for f in (1, 2)
    )
    lines = checked_lines(iter(["dataset,algorithm,fold,accuracy", *rows]), "  metrics: [accuracy]\n", capsys)
    cells = "cells from 0 to 0.62; 2 measurements per cell"
    assert lines[:4] == [
        "study.yaml: 7 data sets, 3 algorithms, metric accuracy (higher is better); no errors",
        "  data sets: p, q, r, ..., u, v",
        "  algorithms: x, y, z",
        f"  accuracy: higher is better; {cells}; best mean z (0.32), worst x (0.3)",
    ]


def test_no_mean_of_the_solved_runs_is_best_or_worst(capsys):
    rows = ["instance,x,y", "p,1,2", "q,3,timeout", "r,5,timeout", "s,4,8"]
    scores = "  layout: wide\n  metrics: [{name: time, better: lower}]\n  censored: {limit: 60}\n"
    described = "lower is better; cells from 1 to 8; 1 measurement per cell; 2 runs not solved within 60"
    assert f"  time: {described}" in checked_lines(rows, scores, capsys)


def table(**columns):
    """A row a data set, a column an algorithm."""
    yield ",".join(["", *columns])
    rows = min(map(len, columns.values()))
    yield from (
        ",".join(map(str, row)) for row in zip(SETS[:rows], *(one[:rows] for one in columns.values()), strict=True)
    )


PER_CENT = (
    "scores of 'a' such as 30 stand on data sets where those of 'b' are fractions of 1; if they are in percent, write"
    " all alike"
)
UP = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]
DOWN = [0.15, 0.1, 0.35, 0.3, 0.55, 0.5, 0.65]


@pytest.mark.parametrize(
    ("columns", "warning"),
    [
        ({"ones": [1.0] * 7}, "'ones' has the same score on all data sets; a column that is no algorithm?"),
        ({"c": UP}, "'c' and 'a' have the same scores on all data sets; one algorithm under two names?"),
        (
            {"c": [0.2, 0.3, 0.4, 0.5, 0.6, 0.75, -9.0]},
            "'c' has the best average rank and the worst mean; is higher better, and are all data sets in one unit?",
        ),
        (
            {"a": [0.1, 0.2, 30, 0.4, 0.5, 0.6, 0.7]},
            PER_CENT,
        ),
        (
            {f"a{number}": [number / 50, (7 * number % 50) / 50] for number in range(19)},
            "21 algorithms on 2 data sets; were rows and columns, or data sets and algorithms, exchanged?",
        ),
        ({}, None),
    ],
)
def test_what_is_hardly_meant(columns, warning, capsys):
    lines = checked_lines(table(**{"a": UP, "b": DOWN, **columns}), "  layout: wide\n  metrics: [accuracy]\n", capsys)
    doubts = [line for line in lines[1:] if line.startswith("in doubt: ")]
    assert f"in doubt: accuracy: {warning}" in doubts if warning else not doubts


def test_guesses_are_reported_until_they_are_confirmed(capsys):
    doubts = "  doubts: [{key: layout, text: rows or columns}, {key: ignore, column: n, text: in the midst}]\n"
    scores = f"  layout: wide\n  metrics: [accuracy]\n{doubts}  confirmed: false\n"
    lines = checked_lines(table(a=UP, b=DOWN), scores, capsys)
    assert lines[0].endswith("; not confirmed")
    assert "in doubt: layout: rows or columns" in lines
    assert "in doubt: ignore: n: in the midst" in lines
    assert "study.yaml: once these are settled, set scores.confirmed to true" in lines
    lines = checked_lines(table(a=UP, b=DOWN), scores.replace("false", "true"), capsys)
    assert lines[0].endswith("; no errors")
    assert not [line for line in lines if line.startswith("in doubt")]


@pytest.mark.parametrize("confirmed", [True, False])
def test_guesses_are_reported_with_the_errors_that_may_come_of_them(confirmed, capsys):
    Path("a.csv").write_text("dataset,A,B\np,1,2\nq,timeout,4\n", encoding="utf-8")
    doubts = f"  doubts: [{{key: censored, text: cells say how runs ended}}]\n  confirmed: {confirmed}\n"
    scores = "scores:\n  files: a.csv\n  layout: wide\n  na: [timeout]\n  metrics: [{name: seconds, better: lower}]\n"
    Path("study.yaml").write_text(scores + doubts, encoding="utf-8")
    assert main(["check", "study.yaml"]) == 2
    printed, errors = capsys.readouterr()
    assert "'A' has no seconds on 'q'" in errors
    assert printed == ("" if confirmed else "in doubt: censored: cells say how runs ended\n")
    assert main(["check", "study.yaml", "--quiet"]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.nightly
def test_a_benchmark_that_has_grown_since_its_report_is_cautioned_about(sound, capsys):
    """Not where nothing was reported, where the data sets are the same, or where they are others."""

    def cautions(names):
        rows = [f"{name},{algorithm},{value}" for name in names for value, algorithm in enumerate("ABC")]
        Path("a.csv").write_text("\n".join(["dataset,algorithm,score", *rows, ""]))
        assert main(["check", "study.yaml"]) == 0
        return [line for line in capsys.readouterr().out.splitlines() if "assume that their number was fixed" in line]

    assert cautions("defg") == []
    assert main(["build", "study.yaml", "--only", "markdown", "--set", "plot=[]"]) == 0
    capsys.readouterr()
    assert cautions("defg") == []
    [caution] = cautions("defghi")
    assert "on 4 of these 6 data sets" in caution
    assert cautions("uvwxyz") == []
    Path("report/results.json").write_text("{}")
    assert cautions("defghi") == []


@pytest.mark.nightly
@pytest.mark.conformance("Error of repeated looks", "simulation: Wilcoxon's test at 6 to 40 data sets")
def test_repeated_looks_err_as_often_as_is_said():
    studies = 1500
    differences = np.random.default_rng(3).normal(size=(studies, 40, 1))
    scores = np.concatenate([differences, np.zeros_like(differences)], axis=2)
    pair, wilcoxon = np.array([[0, 1]]), PAIRWISE["wilcoxon"]
    looks = [compare_in_studies(wilcoxon, scores[:, :n], pair).p <= 0.05 for n in range(6, 41)]
    low, high = exact_interval(int(np.any(looks, axis=0).sum()), studies, 0.999)
    assert low < REPEATED < high
