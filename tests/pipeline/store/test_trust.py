"""What tells whether a study can be trusted is made once: a change has made what hangs on it, and no more."""

import pytest

from rankpress.app.freshness import foreseen
from rankpress.app.run import build
from rankpress.cache.store import UNCACHED
from rankpress.spec.reading import read_study

VARIED = ("sensitivity", "sensitivity variations", "sensitivity search", "sensitivity sets")
DRAWN, SIMULATED = ("replicability", "replicability draws"), ("power", "power sizes", "power differences")
PIECES = (*VARIED[1:], *DRAWN[1:], *SIMULATED[1:])
FIGURES_AND_PAGE = ("draw", "set report.html")
# What has no part in it takes time alone.
ALONE = ("bayes=null", "effects=null", "curves=null", "scores.groups={}", "scores.metrics=[{name: accuracy}]")
ALONE += ("plot=[replicability]",)
# What is changed, and what may be made then.
CHANGES = {
    "title: Other": ("set report.html",),
    "protocol.kind: confirmatory": FIGURES_AND_PAGE,
    "sensitivity.digits: []": ("sensitivity", "set report.html"),
    "replicability.biases: [0, 5, 10]": (*DRAWN, *FIGURES_AND_PAGE),
    "replicability.table_bias: 0": ("replicability", *FIGURES_AND_PAGE),
    "power.effect: 0.2": ("power", "power sizes", "set report.html"),
    "adjust: [nemenyi]": ("adjust", *VARIED, *SIMULATED, "replicability", "conclude", *FIGURES_AND_PAGE),
}


def told(study, out, *overrides, awaited=None, anew=False):
    """Build, and return what the build told of its work."""
    lines = []
    more = {} if awaited is None else {"awaited": awaited}
    read = read_study(study, overrides)
    build(read, out, formats=("html",), reporter=lines.append, force=anew, **more)
    return lines


def made(lines):
    """The stages that were done, whatever the metric."""
    done = (line.partition(": ")[0] for line in lines if not line.endswith(": kept"))
    return {name.removesuffix(" accuracy") for name in done}


def files(out):
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


@pytest.mark.nightly
def test_a_change_has_made_what_hangs_on_it_alone(trusted, tmp_path):
    first = told(trusted, tmp_path / "first", *ALONE)
    assert not [line for line in first if UNCACHED in line]
    assert {*VARIED, *DRAWN, *SIMULATED} <= made(first)
    assert made(told(trusted, tmp_path / "again", *ALONE)) == set()
    for change, possible in CHANGES.items():
        override = change.replace(": ", "=", 1)
        foretold = [*foreseen(read_study(trusted, [*ALONE, override]), ("it was said",), ("html",))]
        done = made(told(trusted, tmp_path / "warm", *ALONE, override))
        assert set(possible[:1]) <= done <= set(possible), change
        certain = {one.stage for one in foretold if one.why and "depends" not in one.why[-1]} - {"render"}
        perhaps = {one.stage for one in foretold if one.why} | {"set report.html"}
        assert certain <= done - {*PIECES} <= perhaps, change
    told(trusted, tmp_path / "cold", *ALONE, override, anew=True)
    assert files(tmp_path / "warm") == files(tmp_path / "cold")


class Broken(Exception):
    """Stands for the death of a build."""


@pytest.mark.parametrize(
    ("stage", "kept"),
    [
        ("replicability draws", 1),
        *(pytest.param(*one, marks=pytest.mark.nightly) for one in (("power sizes", 0), ("sensitivity variations", 4))),
    ],
)
def test_work_that_broke_off_goes_on(trusted, tmp_path, stage, kept):
    def breaking(results, number, name):
        for at, result in enumerate(results):
            if name == f"{stage} accuracy" and at == kept:
                raise Broken
            yield result

    alone = (*ALONE, "plot=[]")
    with pytest.raises(Broken):
        told(trusted, tmp_path / "broken", *alone, awaited=breaking)
    assert not (tmp_path / "broken" / "report.html").exists()
    lines = told(trusted, tmp_path / "mended", *alone)
    [line] = [line for line in lines if line.startswith(f"{stage} accuracy: ")]
    made_now, _, all_of_them = line.partition(": ")[2].partition(" of ")
    assert int(all_of_them.split()[0]) - int(made_now) == kept
    told(trusted, tmp_path / "whole", *alone, anew=True)
    assert files(tmp_path / "mended") == files(tmp_path / "whole")
