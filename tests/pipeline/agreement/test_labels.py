"""Labels of what the scores do not have, and labels that no reader could tell apart, told where the spec has them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Ask = Callable[[str], list[str]]

SPEC = """\
scores:
  files: a.csv
  metrics: [{name: acc, validation: val}]
  costs: [seconds]
  missing: drop-algorithms
labels:
"""
# D lacks a result, so that it is dropped
SCORES = "dataset,algorithm,acc,val,seconds\n" + "".join(
    f"{dataset},{name},0.{place + 1},0.{place + 1},{place + 1}\n"
    for dataset in ("iris", "wine")
    for place, name in enumerate("ABCD")
    if (dataset, name) != ("wine", "D")
)


@pytest.fixture
def ask(agree: Callable[[str, str], list[str]]) -> Ask:
    return lambda labels: agree(f"{SPEC}  {labels}\n", SCORES)


@pytest.mark.parametrize(
    "labels",
    [
        "algorithms: {A: First, D: Fourth}",  # the dropped one is in the sentence that says so
        "algorithms: {A: B, B: A}",
        "algorithms: {A: A}",
        "algorithms: {A: {label: One, short: '1'}}",
        "datasets: {iris: wine set}",
        "metrics: {acc: accuracy, val: on validation cases}",
        "costs: {seconds: acc}",  # of another kind
    ],
)
def test_labels_of_what_is_there(labels: str, ask: Ask) -> None:
    assert ask(labels) == []


@pytest.mark.parametrize(
    ("labels", "place", "message", "nearest"),
    [
        ("algorithms: {a: x}", "7:16", "there is no algorithm 'a' in the scores", "'A'"),
        ("datasets: {Iris: x}", "7:14", "there is no data set 'Iris' in the scores", "'iris'"),
        ("metrics: {ac: x}", "7:13", "there is no metric 'ac' in the scores", "'acc'"),
        ("costs: {second: x}", "7:11", "there is no cost 'second' in the scores", "'seconds'"),
    ],
)
def test_unknown_names(labels: str, place: str, message: str, nearest: str, ask: Ask) -> None:
    [fault] = ask(labels)
    assert fault.startswith(f"study.yaml:{place}: {message}")
    assert nearest in fault


@pytest.mark.parametrize(
    ("labels", "place", "message"),
    [
        ("algorithms: {A: B}", "7:19", "the algorithms 'B' and 'A' would both be shown as 'B'"),
        ("algorithms: {A: x, C: x}", "7:25", "the algorithms 'A' and 'C' would both be shown as 'x'"),
        ("algorithms: {A: {label: x, short: C}}", "7:19", "the algorithms 'C' and 'A' would both be shown as 'C'"),
        ("datasets: {iris: '²', wine: {label: '$^2$', math: true}}", "7:31", "the data sets 'iris' and 'wine' would"),
    ],
)
def test_labels_that_show_two_things_alike(labels: str, place: str, message: str, ask: Ask) -> None:
    [fault] = ask(labels)
    assert fault.startswith(f"study.yaml:{place}: {message}")
