"""More algorithms than can be compared in pairs: told before anything is computed, with what to do; a control helps."""

from __future__ import annotations

from collections.abc import Callable

from rankpress.checks.designs import MOST_ALGORITHMS

Agree = Callable[..., list[str]]

SPEC = "scores: {files: a.csv, columns: {algorithm: model}, metrics: [{name: x}]}\n"


def scores_of(k: int) -> str:
    return "dataset,model,x\n" + "".join(f"{d},a{a},0.{a}\n" for d in "PQ" for a in range(k))


def test_too_many_algorithms_are_told_unless_one_is_the_control(agree: Agree) -> None:
    many = scores_of(MOST_ALGORITHMS + 1)
    [fault] = agree(SPEC, many)
    assert f"{MOST_ALGORITHMS + 1} algorithms make 45,150 pairs" in fault
    assert "scores.where: {model: [NAME, NAME, ...]}" in fault
    assert agree(f"{SPEC}test: {{control: a3}}\nadjust: [holm]\n", many) == []
    assert agree(SPEC, scores_of(MOST_ALGORITHMS)) == []
