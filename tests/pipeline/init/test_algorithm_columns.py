"""Long tables in which either of two columns may be what is compared: asked, unless a sentence or a name says which."""

from itertools import cycle, permutations
from pathlib import Path

import pytest

from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

KINDS = ("model", "backend", "engine", "library", "solver", "compiler", "device", "runtime", "tool", "version")
PAIRS = [pair for index, pair in enumerate(permutations(KINDS, 2)) if index % 13 == 0]


def guess_of(columns, said="", metric="throughput"):
    """The guess of each of seven names with each of four, under a sentence."""
    rows = [
        f"{columns[0][0]}x{a}q,{columns[1][0]}y{b}q,{30 - 3 * a + 7 * b + (a * b) % 3}"
        for a in range(7)
        for b in range(4)
    ]
    lines = [f"# {said}"] if said else []
    Path("runs.csv").write_text("\n".join([*lines, ",".join((*columns, metric)), *rows]) + "\n")
    return guess_study(read_table("runs.csv"), "runs.csv")


def asked(guess):
    return [doubt for doubt in guess.doubts if doubt.is_open and doubt.key == "layout"]


@pytest.mark.few
@pytest.mark.parametrize("columns", PAIRS)
def test_either_of_two_columns_that_could_be_compared_is_asked_about(columns):
    [doubt] = asked(guess_of(columns))
    assert [way.option for way in doubt.ways] == ["reading", "reading"]
    compared = set()
    for way in doubt.ways:
        guess = guess_study(read_table("runs.csv"), "runs.csv", int(way.value) - 1)
        compared.add((guess.columns["dataset"], guess.columns["algorithm"]))
    assert compared == {columns, columns[::-1]}


SAID = {
    "Which {}?": True,
    "Which {} is the fastest?": True,
    "A comparison of {}s across all {other}s": True,
    "Comparing four {}s": True,
    "{}s compared": True,
    "the best {}": True,
    "means over seven {}s": False,
    "measured on three small {}s": False,
}


@pytest.mark.few
@pytest.mark.parametrize(
    ("said", "columns"),
    [*zip(SAID, cycle([("model", "backend"), ("device", "library"), ("solver", "version")]), strict=False)],
)
def test_a_sentence_that_names_what_is_compared_decides(columns, said):
    for one, other in (columns, columns[::-1]):
        sentence = said.format(one, other=other).replace("librarys", "libraries")
        guess = guess_of(columns, sentence)
        assert not asked(guess)
        assert guess.columns["algorithm" if SAID[said] else "dataset"] == one


def test_sentences_that_name_both_or_none_decide_nothing():
    for said in ("Which model? Which backend?", "Run in May", "seven models and four backends"):
        assert asked(guess_of(("model", "backend"), said))


@pytest.mark.few
@pytest.mark.parametrize("name", ["dataset", "task", "benchmark", "corpus", "instance", "circuit", "file"])
def test_a_column_that_is_called_as_data_sets_are_is_not_asked_about(name):
    for kind in KINDS[len(name) % 3 :: 3]:
        guess = guess_of((name, kind))
        assert not asked(guess)
        assert guess.columns == {"dataset": name, "algorithm": kind}


@pytest.mark.parametrize("name", ["algorithm", "method", "classifier"])
def test_a_column_that_is_called_as_algorithms_alone_are_is_what_is_compared(name):
    guess = guess_of(("device", name))
    assert guess.columns == {"dataset": "device", "algorithm": name}
    assert not [doubt for doubt in asked(guess) if "either of" in doubt.text]


@pytest.mark.parametrize(
    ("corner", "said", "of_header"),
    [
        ("model", "Which backend is the fastest?", True),
        ("model", "Which model is the fastest?", False),
        ("backend", "Which model is the fastest?", True),
        ("device", "Comparison of four devices", False),
        ("dataset", "Which backend is the fastest?", True),
    ],
)
def test_a_sentence_decides_what_a_wide_table_compares(corner, said, of_header):
    rows = [f"{corner[0]}x{a}q,{','.join(str(30 - 3 * a + 7 * b + (a * b) % 3) for b in range(4))}" for a in range(6)]
    header = f"{corner},{','.join(f'y{b}q' for b in range(4))}"
    Path("runs.csv").write_text("\n".join([f"# {said}", header, *rows, ""]))
    guess = guess_study(read_table("runs.csv"), "runs.csv")
    assert guess.columns.get("algorithm", "") == ("" if of_header else corner)


@pytest.mark.parametrize(
    "columns", [("family", "tool"), ("jet class", "codec"), ("city", "program"), ("query", "library")]
)
def test_what_does_something_is_compared_on_what_does_nothing(columns):
    for one, other in (columns, columns[::-1]):
        guess = guess_of((one, other))
        assert not asked(guess)
        assert guess.columns["algorithm"] == columns[1]
