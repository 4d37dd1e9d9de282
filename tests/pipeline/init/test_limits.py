"""Times that end at a limit: the largest, again and again, is asked about as a cell that says timeout is."""

import re
import shlex

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.init.assumptions import doubts_left
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

SOLVERS = ("A", "B", "C")


def times(limit, reached, seed=1, least=0.5, most=0.6):
    """One row of times per instance, up to a share of the limit; runs that reached it have the limit itself."""
    table = np.exp(np.random.default_rng(seed).uniform(np.log(least), np.log(most * limit), (12, 3))).round(2)
    for index in range(reached):
        table[(5 * index) % 12, index % 2] = limit
    return table


def long(values, name="time", column=""):
    head = f"instance,solver,{name}{',seed' if column else ''}"
    rows = [
        f"i{row},{s},{v:.10g}{column}" for row, each in enumerate(values) for s, v in zip(SOLVERS, each, strict=True)
    ]
    return "\n".join([head, *rows, ""])


def wide(values):
    rows = [f"i{row},{','.join(f'{value:.10g}' for value in each)}" for row, each in enumerate(values)]
    return "\n".join(["instance,solverA,solverB,solverC", *rows, ""])


def asked(content, path):
    path.write_text(content, encoding="utf-8")
    table = read_table(str(path))
    return [doubt for doubt in doubts_left(table, guess_study(table, str(path)), ()) if doubt.is_open]


@pytest.mark.few
@pytest.mark.parametrize(
    "layout", [long, wide, lambda values: long(values, "cpu time (s)"), lambda v: long(v, "runtime")]
)
@pytest.mark.parametrize("limit", [3600, 1800, 900, 300, 5000, 7200, 86400, 60])
@pytest.mark.parametrize("reached", [2, 6])
def test_a_limit_that_runs_reached_is_asked_about(layout, limit, reached, tmp_path):
    doubts = asked(layout(times(limit, reached)), tmp_path / "results.csv")
    assert [(doubt.key, f"{limit}, the largest" in doubt.text) for doubt in doubts] == [("censored", True)]


@pytest.mark.parametrize(("limit", "reached", "most"), [(1234.5, 3, 0.9), (1234.5, 2, 0.3), (997, 4, 0.99)])
def test_a_limit_that_is_not_round_is_asked_about_where_it_is_apart_or_there_often(limit, reached, most, tmp_path):
    [doubt] = asked(long(times(limit, reached, most=most)), tmp_path / "results.csv")
    assert doubt.key == "censored"


NO_LIMITS = {
    "no time again": long(times(3600, 1)),
    "two that are the longest by chance": long(times(1234.5, 2, most=0.999)),
    "whole seconds": long(np.minimum(times(20, 0).round(), 9) + 1),
    "a score": long(times(100, 4) / 100, "accuracy"),
    "a time that is to be long": long(times(3600, 4), "survival time"),
    "percentages that reach the best": wide(times(100, 4, least=60, most=0.99)),
    "points": wide(times(3000, 4).round()),
}


@pytest.mark.parametrize("name", NO_LIMITS)
def test_other_numbers_that_recur_are_no_limits(name, tmp_path):
    assert [doubt for doubt in asked(NO_LIMITS[name], tmp_path / "results.csv") if doubt.key == "censored"] == []


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("layout", [long, wide])
def test_each_answer_leads_on(layout, capsys, tmp_path):
    asked(layout(times(3600, 6)), tmp_path / "results.csv")
    assert main(["run", "results.csv"]) == 2
    as_they_are, unsolved = re.findall(r"rankpress (run .+?)   # ", capsys.readouterr().err)
    assert main([*shlex.split(unsolved), "--only", "markdown"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "lower is better" in printed
    assert "solves" in printed
    lower = ["--better", "lower"] if layout is wide else []
    assert main([*shlex.split(as_they_are), *lower, "--only", "markdown"]) == 0
    assert "solves" not in capsys.readouterr().out


def test_of_means_over_seeds_a_limit_is_stated(tmp_path):
    rows = [
        f"i{k % 12},{s},{k // 12},{v:.10g}"
        for k, r in enumerate(times(3600, 6))
        for s, v in zip("AB", r[:2], strict=True)
    ]
    rows += [
        f"i{k},{s},1,{v:.10g}" for k, r in enumerate(times(3600, 6, seed=2)) for s, v in zip("AB", r[:2], strict=True)
    ]
    path = tmp_path / "results.csv"
    path.write_text("\n".join(["instance,solver,seed,time", *rows, ""]), encoding="utf-8")
    table = read_table(str(path))
    doubts = doubts_left(table, guess_study(table, str(path)), ())
    assert [doubt.is_open for doubt in doubts if "3600, the largest" in doubt.text] == [False]
