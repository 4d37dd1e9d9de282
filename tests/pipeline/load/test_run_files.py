"""Run files whose paths give columns, against the same measurements in one CSV.

Held: captures with and without regular expressions, names that hold anything, names that can be parted in two ways;
contents of one number, an object, a CSV of several rows; where the files and the pattern contradict each other.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.scores import Scores
from rankpress.sources.files import Captures, WrongPattern, find_files

Read = Callable[..., Scores]
Faults = Callable[..., list[str]]

PATTERN = "runs/{algorithm}/{dataset}/{fold}.json"
RUNS = {
    ("nb", "iris", 1): 0.5,
    ("nb", "iris", 2): 0.7,
    ("nb", "wine", 1): 0.25,
    ("nb", "wine", 2): 0.75,
    ("svm, C=1", "iris", 1): 1,
    ("svm, C=1", "iris", 2): 0.5,
    ("svm, C=1", "wine", 1): 0.5,
    ("svm, C=1", "wine", 2): 0,
}
MEANS = [[0.6, 0.75], [0.5, 0.25]]


def means(scores: Scores) -> list[list[float]]:
    [metric] = scores.metrics
    assert metric.means is not None
    assert metric.algorithms == ("nb", "svm, C=1")
    assert metric.datasets == ("iris", "wine")
    return [[round(value, 12) for value in row] for row in metric.means.tolist()]


def files(content: Callable[[float], str], suffix: str = "json") -> dict[str, str]:
    return {f"runs/{a}/{d}/{fold}.{suffix}": content(score) for (a, d, fold), score in RUNS.items()}


def test_objects(read: Read) -> None:
    scores = read(files(lambda score: json.dumps({"accuracy": score, "config": {"C": [1, 2]}})), files=PATTERN)
    assert means(scores) == MEANS
    assert len(scores.sources) == 8
    folds = scores.metrics[0].folds[0]
    assert folds is not None
    assert folds.fold.tolist() == [1, 2]


def test_values_inside_others(read: Read) -> None:
    written = files(lambda score: json.dumps({"test": {"accuracy": score}}))
    metrics = [{"name": "test.accuracy"}]
    assert means(read(written, files=PATTERN, metrics=metrics)) == MEANS


def test_single_numbers(read: Read) -> None:
    assert means(read(files(lambda score: f" {score}\n", "txt"), files=PATTERN.replace("json", "txt"))) == MEANS


def test_tables_of_several_rows(read: Read) -> None:
    written = {}
    for algorithm in ("nb", "svm, C=1"):
        rows = [f"{d},{fold},{score}" for (a, d, fold), score in RUNS.items() if a == algorithm]
        written[f"{algorithm} (final).csv"] = "\n".join(["dataset,fold,accuracy", *rows])
    assert means(read(written, files="{algorithm} (final).csv")) == MEANS


def test_other_names_for_the_columns(read: Read) -> None:
    written = files(lambda score: json.dumps({"accuracy": score}))
    columns = {"algorithm": "method", "dataset": "task", "fold": "part"}
    assert means(read(written, files="runs/{method}/{task}/{part}.json", columns=columns)) == MEANS


def test_a_column_in_the_path_and_in_the_file(faults: Faults) -> None:
    told = faults(
        {"runs/nb.json": '{"dataset": "iris", "algorithm": "svm", "accuracy": 1}'}, files="runs/{algorithm}.json"
    )
    assert "there is a column 'algorithm' in the file, and scores.files takes one of that name from its path" in told[0]


def test_files_that_do_not_fit_are_passed_over(tmp_path: Path) -> None:
    for name in ("a-1.json", "a-b.json", "c-2.json", "notes.json"):
        (tmp_path / name).write_text("{}")
    assert find_files(tmp_path, ["{algorithm}-{fold:[0-9]+}.json"]) == ("a-1.json", "c-2.json")


def test_names_that_can_be_parted_in_two_ways(faults: Faults) -> None:
    [told] = faults({"size_100_Ikeda.json": "1"}, files="{dataset}_{algorithm}.json")
    assert told == (
        "scores.files[0]: the name of 'size_100_Ikeda.json' can be parted in two ways: dataset 'size_100', algorithm"
        " 'Ikeda'; or dataset 'size', algorithm '100_Ikeda'\n"
        "    expected: braces that fit each name in one way\n"
        "    to do: say what a part is made of, such as {algorithm:[^_]+}, by a regular expression"
    )
    captures = Captures.of("{dataset}_{algorithm:[^_]+}.json")
    assert captures is not None
    assert captures.read("size_100_Ikeda.json") == {"dataset": "size_100", "algorithm": "Ikeda"}


def test_one_file_by_two_patterns(faults: Faults) -> None:
    told = faults(
        {"nb/iris.json": '{"accuracy": 1}'}, files=["{algorithm}/{dataset}.json", "{dataset}/{algorithm}.json"]
    )
    assert told[0].startswith(
        "scores.files[1]: the name of 'nb/iris.json' gives dataset 'nb', algorithm 'iris' here, and by a pattern before"
        " it algorithm 'nb', dataset 'iris'"
    )


@pytest.mark.parametrize("pattern", ["{a:[}.json", "{a:(}.json", "{a:*}.json"])
def test_wrong_expressions(pattern: str) -> None:
    with pytest.raises(WrongPattern, match="no regular expression"):
        Captures.of(pattern)


def test_patterns_that_match_nothing(faults: Faults) -> None:
    [told] = faults({"a.json": "1"}, files="runs/{algorithm}.json")
    assert told.startswith("scores.files[0]: 'runs/{algorithm}.json' matches no file")


def test_a_file_called_with_braces(read: Read) -> None:
    written = {"a{b}.csv": "dataset,algorithm,accuracy\niris,A,1\niris,B,0\n"}
    assert read(written, files="a{b}.csv").metrics[0].datasets == ("iris",)


def test_globs_beside_braces() -> None:
    for pattern, path, captured in (
        ("**/{a}.json", "x/y/n.json", {"a": "n"}),
        ("**/{a}.json", "n.json", {"a": "n"}),
        ("r?n[0-9]/*/{a}.json", "run3/any thing/n.json", {"a": "n"}),
        ("r[!a]n/{a}.json", "ran/n.json", None),
        ("{a}/{a}.json", "n/n.json", {"a": "n"}),
        ("{a}/{a}.json", "n/m.json", None),
        ("(x+)/{a}.json", "(x+)/n.json", {"a": "n"}),
    ):
        captures = Captures.of(pattern)
        assert captures is not None
        assert captures.read(path) == captured


PART = st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=9).filter(
    lambda part: part == part.strip()
)


@given(st.lists(PART, min_size=3, max_size=3))
def test_whole_parts_come_back_whatever_they_hold(parts: list[str]) -> None:
    captures = Captures.of("{a}/{b}/{c}.json")
    assert captures is not None
    assert captures.read("/".join(parts) + ".json") == dict(zip("abc", parts, strict=True))
