"""Incremental builds: a warm build writes the bytes of a cold one, and does the work that a change asks for, no other.

Real builds of a small study with folds, costs, groups, two metrics, validation scores and Bayesian comparisons; every
file of the report after a change, made with the store of the report before, is compared with that of a build that
makes everything. The work lists are the store's own account, as `rankpress build -v` tells it.
"""

import json
import os
import random
import shutil
from functools import wraps
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.app.freshness import foreseen, stages_of
from rankpress.app.run import build
from rankpress.cache.store import UNCACHED
from rankpress.spec.reading import read_study


@pytest.fixture
def built(once, tmp_path):
    """The same, to be changed."""
    shutil.copytree(once, tmp_path / "study")
    return tmp_path / "study" / "study.yaml"


def lines_of_build(study, out, *overrides, **options):
    lines = []
    build(read_study(study, overrides), out, reporter=lines.append, **options)
    return lines


def lines_of_page(study, out, *overrides, **options):
    return lines_of_build(study, out, *overrides, formats=("html",), **options)


def made(lines):
    return [line.partition(": ")[0] for line in lines if not line.endswith(": kept")]


def files(out):
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def change_spec(old, new):
    def change(study, _):
        spec = study.read_text(encoding="utf-8")
        assert old in spec
        study.write_text(spec.replace(old, new), encoding="utf-8")

    return change


def write_all_again(study, _):
    """The same scores in another order of files and with other line ends."""
    for path in (study.parent / "runs").iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


# test_of_each_change_of_the_spec in test_foresight.py tries the other keys, and those of scores among them
CHANGES = {
    "scores that turn ranks": lambda study, write: write(study.parent / "runs", "$x$", 0.6),
    "line ends": write_all_again,
}


@pytest.mark.few(1)
@pytest.mark.nightly
@pytest.mark.parametrize("change", CHANGES)
def test_warm_and_cold_builds_write_the_same(built, tmp_path, change, write_scores):
    CHANGES[change](built, write_scores)
    lines = lines_of_build(built, tmp_path / "warm")
    warm, before = files(tmp_path / "warm"), files(built.parent / "before")
    assert warm != before
    assert made(lines)
    shutil.rmtree(built.parent / ".rankpress")
    lines_of_build(built, tmp_path / "cold")
    assert warm == files(tmp_path / "cold")


@pytest.mark.weekly
def test_everything_that_a_study_can_ask_for_is_kept(study, tmp_path):
    others = ("p-values", "comparison-matrix", "score-map", "rank-distribution", "scatter", "simplex", "cost-front")
    more = "".join(f"  - {name}: {{metrics: [accuracy]}}\n" for name in ("cd", "curves", "average-curves", *others))
    spec = study.read_text(encoding="utf-8")
    assert "  - cd\n" in spec
    study.write_text(spec.replace("  - cd\n", f"{more}  - two-metrics\n"), encoding="utf-8")
    alone = ("report.formats=[html]", "report.figures.also=[]")
    lines = lines_of_build(study, tmp_path / "out", *alone)
    assert not [line for line in lines if UNCACHED in line]
    assert {line.partition(" ")[0].rstrip(":") for line in lines} == {
        *("load", "rank", "test", "tests", "curves", "effects", "adjust", "bayes", "order"),
        *("conclude", "draw", "set"),
    }
    assert made(lines_of_build(study, tmp_path / "other", *alone)) == []


@pytest.mark.nightly
def test_of_a_change_in_one_data_set_the_others_are_not_tested_again(built, tmp_path, write_scores):
    write_scores(built.parent / "runs", "iris", 0.001)
    lines = lines_of_build(built, tmp_path / "out")
    for stage in ("tests within accuracy", "curves loss", "order within loss", "bayes within accuracy"):
        assert f"{stage}: 1 of 4 data sets (scores of iris changed)" in lines
    [load] = [line for line in lines if line.startswith("load")]
    assert load == "load: runs/0.csv changed"


@pytest.mark.weekly
def test_a_store_that_cannot_be_written_costs_nothing_but_time(study, once, tmp_path):
    (study.parent / ".rankpress").write_text("in the way")
    lines_of_build(study, tmp_path / "out")
    assert files(tmp_path / "out") == files(once / "before")


@pytest.mark.weekly
def test_a_store_that_is_damaged_all_over_is_created_again(built, tmp_path):
    draw = random.Random(3)
    for path in (built.parent / ".rankpress").rglob("*"):
        if path.is_file():
            content = bytearray(path.read_bytes())
            content[draw.randrange(len(content))] ^= 0x55
            path.write_bytes(content[: draw.choice([None, len(content) // 2])])
    lines = lines_of_build(built, tmp_path / "second")
    assert "load" in made(lines)
    assert files(built.parent / "before") == files(tmp_path / "second")


@pytest.mark.weekly
def test_a_store_that_goes_while_a_build_runs_is_not_missed(built, tmp_path):

    def remove(line):
        shutil.rmtree(built.parent / ".rankpress", ignore_errors=True)

    changed = ["test.alpha=0.2", "plot=[]"]
    build(read_study(built, changed), tmp_path / "second", reporter=remove, formats=("html",))
    lines_of_page(built, tmp_path / "third", *changed, force=True)
    assert files(tmp_path / "second") == files(tmp_path / "third")


@pytest.mark.weekly
def test_scores_that_change_while_they_are_read_are_not_kept_as_what_they_were(
    study, once, tmp_path, monkeypatch, write_scores
):
    from rankpress.checks import agreement

    load = agreement.load

    @wraps(load)  # what is kept of another function is not what the next build looks for
    def changed_at_once(*given):
        write_scores(study.parent / "runs", "iris", 0.2)
        return load(*given)

    monkeypatch.setattr(agreement, "load", changed_at_once)
    lines_of_page(study, tmp_path / "between", "plot=[]")
    monkeypatch.undo()
    write_scores(study.parent / "runs")
    lines_of_build(study, tmp_path / "warm")
    assert files(tmp_path / "warm") == files(once / "before")


@pytest.mark.nightly
def test_status(study, tmp_path, capsys):
    few = ["--set", "plot=[]", "--set", "report.formats=[markdown]", "--set", "bayes=null"]
    status = ["status", str(study), *few]
    assert main([*status, "--format", "json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert (first["fresh"], first["why"]) == (False, ["there is no report yet"])
    assert first["stages"][0] == {"stage": "load", "of": "", "fresh": False, "why": ["not computed yet"]}
    assert not (study.parent / ".rankpress").exists()
    assert main(["build", str(study), "-q", *few]) == 0
    assert main(status) == 0
    assert set(capsys.readouterr().out.splitlines()[1:]) == {
        f"  {stage} {of}".rstrip() + ": kept" for stage, of in stages_of(read_study(study, few[1::2]).study)
    }
    assert main([*status, "--set", "test.alpha=0.2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  adjust loss: test.alpha changed" in lines
    assert "  test loss: kept" in lines
    (study.parent / "runs" / "0.csv").unlink()
    shutil.rmtree(study.parent / "runs")
    assert main(status) == 0
    assert "matches no file" in capsys.readouterr().out


@pytest.mark.weekly
def test_a_full_disk_costs_nothing_but_time(study, tmp_path, monkeypatch):
    replace = Path.replace

    def full(path, target):
        if ".rankpress/" in os.fspath(target):
            raise OSError(28, "No space left on device")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", full)
    lines_of_page(study, tmp_path / "out", "plot=[]")
    left = [path for path in (study.parent / ".rankpress").rglob("*") if path.is_file()]
    assert [path.name for path in left] == [".gitignore"]


VARIED = ("sensitivity", "sensitivity variations", "sensitivity search", "sensitivity sets")
DRAWN, SIMULATED = ("replicability", "replicability draws"), ("power", "power sizes", "power differences")
PIECES = (*VARIED[1:], *DRAWN[1:], *SIMULATED[1:])
FIGURES_AND_PAGE = ("draw", "set report.html")
# What has no part in it takes time alone.
ALONE = ("bayes=null", "effects=null", "curves=null", "scores.groups={}", "scores.metrics=[{name: accuracy}]")
ALONE += ("plot=[replicability]",)
# What is changed, and what may be made then.
MADE_BY = {
    "title: Other": ("set report.html",),
    "protocol.kind: confirmatory": FIGURES_AND_PAGE,
    "sensitivity.digits: []": ("sensitivity", "set report.html"),
    "replicability.biases: [0, 5, 10]": (*DRAWN, *FIGURES_AND_PAGE),
    "replicability.table_bias: 0": ("replicability", *FIGURES_AND_PAGE),
    "power.effect: 0.2": ("power", "power sizes", "set report.html"),
    "adjust: [nemenyi]": ("adjust", *VARIED, *SIMULATED, "replicability", "conclude", *FIGURES_AND_PAGE),
}


def stages_made(lines):
    return {name.removesuffix(" accuracy") for name in made(lines)}


@pytest.mark.weekly
def test_a_change_has_made_what_hangs_on_it_alone(trusted, tmp_path):
    first = lines_of_page(trusted, tmp_path / "first", *ALONE)
    assert not [line for line in first if UNCACHED in line]
    assert {*VARIED, *DRAWN, *SIMULATED} <= stages_made(first)
    assert stages_made(lines_of_page(trusted, tmp_path / "again", *ALONE)) == set()
    for change, possible in MADE_BY.items():
        override = change.replace(": ", "=", 1)
        foretold = [*foreseen(read_study(trusted, [*ALONE, override]), ("it was said",), ("html",))]
        done = stages_made(lines_of_page(trusted, tmp_path / "warm", *ALONE, override))
        assert set(possible[:1]) <= done <= set(possible), change
        certain = {one.stage for one in foretold if one.why and "depends" not in one.why[-1]} - {"render"}
        perhaps = {one.stage for one in foretold if one.why} | {"set report.html"}
        assert certain <= done - {*PIECES} <= perhaps, change
    lines_of_page(trusted, tmp_path / "cold", *ALONE, override, force=True)
    assert files(tmp_path / "warm") == files(tmp_path / "cold")


class Broken(Exception):
    """Stands for the death of a build."""


@pytest.mark.weekly
def test_work_that_broke_off_goes_on(trusted, tmp_path):
    """It breaks off in one stage, goes on to the next one and breaks off there."""
    alone, lines = (*ALONE, "plot=[]"), []
    of_stages = {"sensitivity variations": 4, "replicability draws": 1, "power sizes": 0}
    for stage, kept in of_stages.items():

        def breaking(results, number, name, stage=stage, kept=kept):
            for at, result in enumerate(results):
                if name == f"{stage} accuracy" and at == kept:
                    raise Broken
                yield result

        with pytest.raises(Broken):
            build(
                read_study(trusted, alone),
                tmp_path / "broken",
                reporter=lines.append,
                formats=("html",),
                awaited=breaking,
            )
    assert not (tmp_path / "broken" / "report.html").exists()
    lines += lines_of_page(trusted, tmp_path / "mended", *alone)
    for stage, kept in of_stages.items():
        *_, line = [line for line in lines if line.startswith(f"{stage} accuracy: ") and not line.endswith(": kept")]
        made_now, _, all_of_them = line.partition(": ")[2].partition(" of ")
        assert int(all_of_them.split()[0]) - int(made_now) == kept
    lines_of_page(trusted, tmp_path / "whole", *alone, force=True)
    assert files(tmp_path / "mended") == files(tmp_path / "whole")
