"""Hostile names of data sets and algorithms.

Held: every name comes through long and wide files as it was written; messages show it on one line, of bearable length,
without characters that steer a terminal.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest

from rankpress.core.scores import Scores

Read = Callable[..., Scores]
Faults = Callable[..., list[str]]

HOSTILE = [
    "a_b",
    "50% $x$ & #1",
    r"\input{/etc/passwd}",
    "<img src=x onerror=alert(1)>",
    "x" * 300,
    "Ελληνικά αβγ",
    "🌲 forest 👩‍🔬",
    'say "yes"',
    "Iris (Fisher, 1936)",
    "two\nlines",
    "tab\tin",
    "\x1b[31mred\x1b[0m",
    "=1+1",
    "nan",
    "1e-3",
    "'",
    "semi;colon",
    "e\u0301 and é",
    "\u202eright to left",
    "NULL",
    "#comment",
]


def written(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows(rows)
    return text.getvalue()


def test_names_come_through_long_files(read: Read) -> None:
    rows = [[dataset, algorithm, "1"] for dataset in HOSTILE for algorithm in HOSTILE]
    [metric] = read({"a.csv": written([["dataset", "algorithm", "accuracy"], *rows])}).metrics
    assert list(metric.datasets) == list(metric.algorithms) == HOSTILE


def test_names_come_through_wide_files(read: Read) -> None:
    rows = [[dataset, *("1" for _ in HOSTILE)] for dataset in HOSTILE]
    [metric] = read({"a.csv": written([["dataset", *HOSTILE], *rows])}, layout="wide").metrics
    assert list(metric.datasets) == list(metric.algorithms) == HOSTILE


def test_names_of_metrics_and_files_come_through(read: Read) -> None:
    name = r"50% $x$ & \input{a}, <b>"
    files = {
        f"{name.replace('/', '')}.csv": written([["dataset", "algorithm", name], ["d", "A", "1"], ["d", "B", "2"]])
    }
    scores = read(files, metrics=[{"name": name}], files="*.csv")
    assert scores.metrics[0].name == name
    assert scores.sources[0].path == f"{name}.csv"


@pytest.mark.parametrize("name", HOSTILE)
def test_messages_show_names_safely(faults: Faults, name: str) -> None:
    content = written([["dataset", "algorithm", name], [name, "A", "1"], [name, name, name + "?"]])
    told = faults({"a.csv": content}, metrics=[{"name": name, "better": "higher"}], missing="error")
    content = written([["dataset", "algorithm", "accuracy"], [name, "A", "1"], ["d", name, "1"]])
    told += faults({"a.csv": content})
    for fault in told:
        first, *others = fault.splitlines()
        assert len(first) < 400
        assert all(line.startswith("    ") for line in others)
        assert all(character.isprintable() for line in fault.split("\n") for character in line)
