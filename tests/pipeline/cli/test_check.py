"""rankpress check and build as commands, the stages stood in for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rankpress.app.cli import main
from rankpress.app.terminal import shown
from rankpress.core.faults import Fault, FaultsFound

Told = pytest.CaptureFixture[str]


ROWS = [f"{dataset},{algorithm},{value}" for dataset in "de" for value, algorithm in enumerate("ABC")]


@pytest.fixture
def sound(study: Path) -> Path:
    Path("a.csv").write_text("\n".join(["dataset,algorithm,score", *ROWS, ""]))
    return study


def test_nothing_wrong(sound: Path, capsys: Told) -> None:
    assert main(["check", "study.yaml", "--set", "adjust=[nemenyi]"]) == 0
    told, faults = capsys.readouterr()
    first, sets, algorithms, metric, caution, nothing, answer, *_ = told.splitlines()
    assert first == "study.yaml: 2 data sets, 3 algorithms, metric score (higher is better); nothing wrong"
    assert (sets, algorithms) == ("  data sets: d, e", "  algorithms: A, B, C")
    assert metric == "  score: higher is better; cells from 0 to 2; 1 measurement a cell; best mean C (2), worst A (0)"
    assert caution.startswith("study.yaml: test.pairwise: the z test of average ranks keeps its error rate where")
    assert (nothing, faults) == ("", "")
    assert answer.startswith("By score, C achieves the best average rank (1.00).")


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
def test_too_few_data_sets_are_noticed(
    sound: Path, capsys: Told, overrides: tuple[str, ...], least: float | None, enough: int
) -> None:
    """Four data sets on which each pair has one sign: no test by signs can give less than 2 / 2^4, unadjusted."""
    rows = [f"{dataset},{algorithm},{value}" for dataset in "defg" for value, algorithm in enumerate("ABC")]
    Path("a.csv").write_text("\n".join(["dataset,algorithm,score", *rows, ""]))
    assert main(["check", "study.yaml", *(part for override in overrides for part in ("--set", override))]) == 0
    warned = [line for line in capsys.readouterr().out.splitlines() if "nothing can be significant" in line]
    assert len(warned) == (least is not None)
    if least is not None:
        assert f"is {least:.3g}; {enough} data sets are enough" in warned[0]


BY_FOLDS = "\n".join(
    ["dataset,algorithm,fold,score"]
    + [f"{d},{a},{fold},0.{place}{fold}" for d in "de" for place, a in enumerate("ABC") for fold in range(3)]
)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        # a section at fault, and another of which the scores are not: both, in one go
        ("test: {pairwise: t, within: 5x2cv-t}\nadjust: [tukey]\n", ["tukey corrects", "5x2cv-t does not suit"]),
        ("adjust: [holmes]\ncurves: {baseline: Q}\n", ["adjust[0] is", "no algorithm 'Q'"]),
        ("test: {control: Q}\nreport: {templates: none}\n", ["there is no folder", "no algorithm 'Q'"]),
        ("tset: {}\norder: {prior: [A, B]}\n", ["unknown key 'tset'", "the prior leaves out"]),
        # of a section at fault itself no more is told than that
        ("test: {control: Q, alpha: 2}\n", ["test.alpha"]),
        ("order: {prior: [A, Q], adjust: li}\n", ["order.adjust is"]),
    ],
)
def test_faults_of_spec_and_scores_together(sound: Path, spec: str, told: list[str], capsys: Told) -> None:
    Path("a.csv").write_text(BY_FOLDS)
    sound.write_text("scores: {files: a.csv}\n" + spec)
    assert main(["check", "study.yaml"]) == 2
    heads = [line for line in capsys.readouterr().err.splitlines() if line.startswith("study.yaml")]
    assert len(heads) == len(told)
    assert all(part in head for head, part in zip(heads, told, strict=True))


def test_many_unknown_labels_are_counted_and_the_nearest_sought_for_few(
    sound: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def one_of(got: str, names: list[str]) -> str:
        asked.append(got)
        return ""

    monkeypatch.setattr("rankpress.checks.names.one_of", one_of)
    labels = "".join(f"    unknown-{at}: L{at}\n" for at in range(500))
    Path("study.yaml").write_text(f"{sound.read_text()}\nlabels:\n  algorithms:\n{labels}")
    assert main(["check", "study.yaml"]) == 2
    told = capsys.readouterr().err
    assert "study.yaml: and 497 more faults of labels.algorithms\n4 faults\n" in told
    assert len(asked) == 50


OnTerminal = Callable[..., tuple[int, str]]


PATHS = (
    "report/report.html\nreport/report.pdf\nreport/report.tex\nreport/tables/\nreport/figures/\nreport/results.json\n"
)


def test_first_build(study: Path, stages: Any, capsys: Told) -> None:
    assert main(["build", "study.yaml", "--jobs", "2"]) == 0
    assert capsys.readouterr() == (PATHS, "")
    [asked] = stages.asked
    assert asked.pop("awaited") is shown
    assert asked == {"out": Path("report"), "formats": ("latex", "html", "pdf"), "jobs": 2, "pdf_required": False}


def test_nothing_to_do(study: Path, stages: Any, capsys: Told) -> None:
    assert main(["build", "study.yaml"]) == 0
    capsys.readouterr()
    assert main(["build", "study.yaml"]) == 0
    assert capsys.readouterr() == (PATHS, "report is up to date\n")
    assert len(stages.asked) == 1


def test_nothing_to_do_clears_what_a_kill_left(study: Path, stages: Any) -> None:
    assert main(["build", "study.yaml"]) == 0
    staged, lock = Path(".report.rankpress-0-01234567"), Path(".report.rankpress-lock")
    staged.mkdir()
    lock.write_text("1")
    assert main(["build", "study.yaml"]) == 0
    assert len(stages.asked) == 1
    assert not staged.exists()
    assert not lock.exists()


def test_report_stands_beside_the_spec(study: Path, stages: Any, monkeypatch: pytest.MonkeyPatch, capsys: Told) -> None:
    (study.parent / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    Path("a.csv").write_bytes(Path("../a.csv").read_bytes())
    assert main(["build", "../study.yaml"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "../report/report.html"


@pytest.mark.parametrize(
    ("only", "formats", "required"), [(["pdf"], ("pdf",), True), (["html", "latex", "html"], ("html", "latex"), False)]
)
def test_only(study: Path, stages: Any, only: list[str], formats: tuple[str, ...], required: bool) -> None:
    assert main(["build", "study.yaml", *(f"--only={name}" for name in only)]) == 0
    assert stages.asked[0]["formats"] == formats
    assert stages.asked[0]["pdf_required"] is required


def test_dry_run(study: Path, stages: Any, capsys: Told) -> None:
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
    assert not stages.asked


def test_quiet(study: Path, stages: Any, on_terminal: OnTerminal, capsys: Told) -> None:
    assert on_terminal("build", "study.yaml", "-q") == (0, "")
    assert on_terminal("build", "study.yaml", "-q") == (0, "")
    assert capsys.readouterr().out == ""


def test_warnings_are_told_even_if_quiet(study: Path, stages: Any, capsys: Told) -> None:
    stages.warnings = ("report.pdf was not made: no Pango",)
    assert main(["build", "study.yaml", "-q"]) == 0
    assert capsys.readouterr() == ("", "warning: report.pdf was not made: no Pango\n")


def test_progress_on_a_terminal(study: Path, stages: Any, on_terminal: OnTerminal) -> None:
    assert on_terminal("build", "study.yaml") == (0, "\x1b[2m   0.0 s \x1b[0mload\n")


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour(study: Path, stages: Any, on_terminal: OnTerminal, environment: dict[str, str]) -> None:
    stages.failing = FaultsFound([Fault("a.csv row 2", "no number")])
    told = "   0.0 s load\na.csv row 2: no number\n"
    assert on_terminal("build", "study.yaml", **environment) == (2, told)


def test_place_is_bold(study: Path, stages: Any, on_terminal: OnTerminal) -> None:
    stages.failing = FaultsFound([Fault("a.csv row 2", "no number", "one", "mend it")])
    told = "\x1b[1ma.csv row 2\x1b[0m: no number\n    expected: one\n    to do: mend it\n"
    assert on_terminal("build", "study.yaml", "-q") == (2, told)


@pytest.mark.parametrize(
    ("error", "code"), [(FaultsFound([Fault("x", "y")]), 2), (RuntimeError("z"), 1), (KeyboardInterrupt(), 130)]
)
def test_earlier_report_stays(study: Path, stages: Any, error: BaseException, code: int) -> None:
    assert main(["build", "study.yaml", "-q"]) == 0
    before = {path: path.read_bytes() for path in Path("report").rglob("*") if path.is_file()}
    stages.failing = error
    assert main(["build", "study.yaml", "-q", "--force"]) == code
    assert {path: path.read_bytes() for path in Path("report").rglob("*") if path.is_file()} == before


def test_nothing_to_do_imports_no_arithmetic(study: Path, stages: Any) -> None:
    assert main(["build", "study.yaml", "-q"]) == 0
    code = "import sys; from rankpress.app.cli import main; main(['build', 'study.yaml']); print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert ended.stderr == "report is up to date\n"
    imported = {name.partition(".")[0] for name in ended.stdout.splitlines()[-1].split()}
    assert not {"numpy", "scipy", "pandas", "matplotlib", "weasyprint"} & imported
