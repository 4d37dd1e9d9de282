"""Rows and columns that report.tables asks for and no table of the kind can have, told at the line that asks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Ask = Callable[..., list[str]]

SPEC = """\
scores:
  files: a.csv
  metrics: [{name: accuracy}]
  costs: [seconds]
  missing: drop-algorithms
labels: {algorithms: {A: The first}}
report:
  tables:
"""
# D lacks a result, so that it is dropped
SCORES = "dataset,algorithm,accuracy,seconds\n" + "".join(
    f"{dataset},{name},0.{place + 1},{place + 1}\n"
    for dataset in ("iris", "wine")
    for place, name in enumerate("ABCD")
    if (dataset, name) != ("wine", "D")
)


@pytest.fixture
def ask(agree: Callable[[str, str], list[str]]) -> Ask:
    return lambda tables: agree(f"{SPEC}    {tables}\n", SCORES)


@pytest.mark.parametrize(
    "tables",
    [
        "scores: {rows: [wine, iris], columns: [B, A]}",
        "scores: {columns: [D]}",  # dropped, and so in no table; another metric might have it
        "average-ranks: {rows: [C], columns: [Groups, Wins, p (Holm)]}",
        "adjusted-p: {rows: [A, [B, C]], columns: [Holm, Nemenyi, R+, p]}",
        "effects: {columns: [Hedges' g, Cliff's delta, p (Nemenyi)]}",
        "within: {rows: [iris, A, [A, B]], columns: [p]}",
        "aucc: {columns: [[B, A], AUCC]}",
        "omnibus: {rows: [Friedman test], columns: [p]}",
        "ordering: {columns: [Place by seconds]}",
        "average-ranks: {metrics: together, columns: [accuracy, Groups]}",
    ],
)
def test_what_there_is(ask: Ask, tables: str) -> None:
    assert ask(tables) == []


@pytest.mark.parametrize(
    ("tables", "place", "message", "expected"),
    [
        (
            "scores: {rows: [irsi]}",
            "9:21",
            "'irsi' is not a row of the table scores",
            "one of iris, wine; the nearest is 'iris'",
        ),
        (
            "scores: {columns: [The first]}",
            "9:24",
            "'The first' is not a column of the table scores",
            "one of A, B, C, D",
        ),
        ("scores: {rows: [[A, B]]}", "9:21", "a pair names no row of the table scores", "a name"),
        ("effects: {rows: [[A, E]]}", "9:26", "'E' is not an algorithm of the scores", "one of A, B, C, D"),
        ("effects: {columns: [[A, B]]}", "9:25", "a pair names no column of the table effects", "a name"),
        (
            "effects: {columns: [hedges g]}",
            "9:25",
            "'hedges g' is not a column of the table effects",
            "the nearest is 'Hedges' g'",
        ),
        (
            "adjusted-p: {columns: [Bonferroni]}",  # not one of the study's
            "9:28",
            "'Bonferroni' is not a column of the table adjusted-p",
            "Nemenyi, Holm, Shaffer",
        ),
        ("omnibus: {rows: [Quade test]}", "9:22", "'Quade test' is not a row of the table omnibus", "Friedman test"),
        ("ordering-groups: {columns: [text]}", "9:33", "'text' is not a column of the table ordering-groups", "All"),
    ],
)
def test_what_there_is_not(ask: Ask, tables: str, place: str, message: str, expected: str) -> None:
    [fault] = ask(tables)
    first, *rest = fault.splitlines()
    assert first == f"study.yaml:{place}: {message}"
    assert expected in "\n".join(rest)
