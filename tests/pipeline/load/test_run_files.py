"""Run files whose paths give columns, against the same measurements in one CSV.

Held: captures with and without regular expressions, names that hold anything, names that can be parted in two ways;
contents of one number, an object, a CSV of several rows; where the files and the pattern contradict each other.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.sources.files import Captures, WrongPattern, find_files

Faults = Callable[..., list[str]]

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


def files(content: Callable[[float], str], suffix: str = "json") -> dict[str, str]:
    return {f"runs/{a}/{d}/{fold}.{suffix}": content(score) for (a, d, fold), score in RUNS.items()}


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


@pytest.mark.parametrize("pattern", ["{a:[}.json", "{a:(}.json", "{a:*}.json"])
def test_wrong_expressions(pattern: str) -> None:
    with pytest.raises(WrongPattern, match="no regular expression"):
        Captures.of(pattern)


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
