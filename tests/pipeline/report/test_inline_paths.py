"""Outlines written by steps, held against the places that they were made from, read anew by a reader of its own."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.report.inline_svg import compact_path

PLACES = st.tuples(*[st.floats(-2000, 2000, allow_nan=False, allow_infinity=False)] * 2)


@st.composite
def outlines(draw: st.DrawFn) -> list[tuple[str, list[tuple[float, float]]]]:
    """Commands with their places, as matplotlib orders them."""
    commands: list[tuple[str, list[tuple[float, float]]]] = []
    for _ in range(draw(st.integers(1, 3))):
        commands.append(("M", [draw(PLACES)]))
        for _ in range(draw(st.integers(0, 6))):
            command, points = draw(st.sampled_from([("L", 1), ("Q", 2), ("C", 3)]))
            commands.append((command, [draw(PLACES) for _ in range(points)]))
        if draw(st.booleans()):
            commands.append(("z", []))
    return commands


def read(path: str) -> list[tuple[str, list[tuple[float, float]]]]:
    """Places of a path of M, z and lower-case steps; a command may be left out where it is the one before."""
    numbers = {"M": 2, "l": 2, "q": 4, "c": 6, "z": 0}
    tokens = re.findall(r"[A-Za-z]|-?(?:\d+\.\d+|\.\d+|\d+)", path)
    told: list[tuple[str, list[tuple[float, float]]]] = []
    here = start = (0.0, 0.0)
    at, command = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        count = numbers[command]
        values = [float(token) for token in tokens[at : at + count]]
        at += count
        from_here = (0.0, 0.0) if command == "M" else here
        places = [(from_here[0] + x, from_here[1] + y) for x, y in zip(values[::2], values[1::2], strict=True)]
        here = start if command == "z" else places[-1]
        start = places[0] if command == "M" else start
        told.append((command if command in "Mz" else command.upper(), places))
    return told


@given(outlines())
def test_the_same_places_in_fewer_bytes(commands: list[tuple[str, list[tuple[float, float]]]]) -> None:
    path = " ".join(f"{command} " + " ".join(f"{x!r} {y!r}" for x, y in places) for command, places in commands)
    short = compact_path(path)
    assert len(short) <= len(path)
    found = read(short)
    assert [command for command, _ in found] == [command for command, _ in commands]
    for (_, ours), (_, theirs) in zip(found, commands, strict=True):
        for one, other in zip(ours, theirs, strict=True):
            assert one == pytest.approx(other, abs=0.00501 + 1e-6)


@pytest.mark.parametrize(
    "path", ["", "m 0 0 l 1 1", "M 0 0 A 1 1 0 0 0 2 2", "M 1", "M 1 2 L 3", "L 0 0", "M 0 0 z 5 5"]
)
def test_what_is_not_known_is_left_as_it_was(path: str) -> None:
    assert compact_path(path) == path
