"""Runs whose answers are not the expected ones: asked about next to times, whatever the columns are called."""

import pytest

from rankpress.app.cli import main
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

ANSWERS = (("sat", "unsat"), ("SAT", "UNSAT"), ("safe", "unsafe"), ("true", "false"), ("red", "green"))
SOLVERS = {"z3": 4.1, "cvc5": 9.3, "yicesX": 1.2}
WRONG = (0, 3, 6, 7, 11)


def rows_of(answers=ANSWERS[0], wrong=WRONG, timeouts=(), unknown=()):
    """One row per run; yicesX is the fastest, and wrong on some benchmarks."""
    for at in range(14):
        right, other = answers[at % 2], answers[1 - at % 2]
        for solver, time in SOLVERS.items():
            answer = "timeout" if (solver, at) in timeouts else other if solver == "yicesX" and at in wrong else right
            yield solver, f"b{at}.smt2", answer, "unknown" if at in unknown else right, f"{time + 0.37 * at:.2f}"


def asked(rows, path, head=("solver", "benchmark", "answer", "expected", "cpu_time")):
    path.write_text("\n".join(",".join(row) for row in (head, *rows)) + "\n")
    doubts = guess_study(read_table(str(path)), str(path)).doubts
    return [doubt for doubt in doubts if "answered otherwise" in doubt.text]


@pytest.mark.few
@pytest.mark.parametrize("answers", ANSWERS)
@pytest.mark.parametrize("names", [("answer", "expected"), ("result", "known"), ("output", "verdict")])
def test_wrong_runs_are_asked_about(names, answers, tmp_path):
    [doubt] = asked(rows_of(answers), tmp_path / "runs.csv", ("solver", "benchmark", *names, "cpu_time"))
    assert doubt.is_open
    assert f"5 of 42 runs answered otherwise than '{names[1]}' says: 5 of 14 of yicesX" in doubt.text


def test_what_failed_or_is_unknown_is_not_wrong(tmp_path):
    rows = rows_of(timeouts=[("z3", 2), ("yicesX", 0)], unknown=[3])
    [doubt] = asked(rows, tmp_path / "runs.csv")
    assert "3 of 42 runs answered otherwise" in doubt.text


NO_ANSWERS = {
    "all right": (rows_of(wrong=()), None),
    "the measure of right answers": (rows_of(), ("solver", "benchmark", "answer", "expected", "accuracy")),
    "other labels": ([(s, b, f"{a}-1", e, t) for s, b, a, e, t in rows_of()], None),
    "mostly others": (
        [(s, f"b{at}", "abc"[at % 3], "abc"[(at + len(s)) % 3], f"{at + 1}.5") for at in range(14) for s in SOLVERS],
        None,
    ),
}


@pytest.mark.parametrize("name", NO_ANSWERS)
def test_nobody_is_asked_about_other_columns(name, tmp_path):
    rows, head = NO_ANSWERS[name]
    assert not asked(list(rows), tmp_path / "runs.csv", *([head] if head else []))


def test_printed_commands_leave_no_other_answer(tmp_path, capsys):
    path = tmp_path / "runs.csv"
    asked(rows_of(), path)
    assert main(["run", str(path)]) == 2
    message = capsys.readouterr().err
    assert "--set scores.missing=error" in message
    assert """'scores.where={"solver": {"not": ["yicesX"]}}'   # an algorithm with a wrong run""" in message
