"""A column or row of all data sets together counts as no further data set, whatever it is called and wherever it is."""

from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from rankpress.core.doubts import Doubt, Way
from rankpress.init.inference import guess_study
from rankpress.init.overall_scores import _keeps_to_mean, _with_more_left
from rankpress.init.reading import read_table

SETS = ["CoLA", "SST-2", "MRPC", "STS-B", "QQP", "MNLI", "QNLI", "RTE", "WNLI", "AX"]
MODELS = ["Turing", "Vega", "DeBERTa", "Albert", "T5", "XLNet", "Roberta"]
DRAW = np.random.default_rng(3)
LEVELS = DRAW.uniform(60, 97, len(SETS))
SCORES = np.round(LEVELS - np.arange(7)[:, None] * 0.8 + DRAW.normal(0, 0.6, (7, len(SETS))), 1)
# the mean of some of them, with weights, so that no sum of columns gives it
OVERALL = np.round(np.average(SCORES[:, :9], axis=1, weights=[1, 1, 0.5, 1, 0.5, 1.5, 1, 1, 1]), 1)


def laid_out(layout, name, place, own=OVERALL):
    """A table with the scores of a further data set, and its lines."""
    names = [*SETS[:place], name, *SETS[place:]]
    cells = np.insert(SCORES, place, own, axis=1)
    if layout == "columns":
        rows = [["model", *names], *([model, *row] for model, row in zip(MODELS, cells.tolist(), strict=True))]
    elif layout == "rows":
        rows = [["task", *MODELS], *([each, *row] for each, row in zip(names, cells.T.tolist(), strict=True))]
    else:
        rows = [["task", "model", "accuracy"]]
        rows += [[each, model, cells[m, d]] for d, each in enumerate(names) for m, model in enumerate(MODELS)]
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


def guessed(content):
    Path("accuracy.csv").write_text(content, encoding="utf-8")
    return guess_study(read_table("accuracy.csv"), "accuracy.csv")


def left_out(guess):
    return [*guess.ignored, *(name for names in guess.excluded.values() for name in names)]


# of the first two, each is first on every other data set
SWAPPED = np.where(np.arange(10) % 2, SCORES[:2], SCORES[1::-1])
LAYOUTS = ("columns", "rows", "long")
CALLED = ["Score", "Final", "ALL", "final score", "All tasks", "总分"]
UNCALLED = ["GLUE", "GLUE score", "Zusammen"]


@pytest.mark.few
@pytest.mark.parametrize(
    ("name", "layout", "place"),
    [
        *zip(CALLED, cycle(LAYOUTS), cycle([0, 10, 4, 10]), strict=False),
        *zip(UNCALLED, cycle(LAYOUTS), cycle([0, 10]), strict=False),
    ],
)
def test_all_data_sets_together_are_none_of_them(name, layout, place):
    guess = guessed(laid_out(layout, name, place))
    assert left_out(guess) == [name]
    [doubt] = [doubt for doubt in guess.doubts if name in (doubt.column, doubt.value)]
    assert not doubt.is_open


@pytest.mark.parametrize("layout", LAYOUTS)
def test_it_is_asked_about_where_another_algorithm_is_first_with_it(layout, monkeypatch):
    monkeypatch.setitem(globals(), "SCORES", np.vstack([SWAPPED, SCORES[2:]]))
    guess = guessed(laid_out(layout, "Score", 10, SCORES.mean(axis=1) + 0.2 * np.eye(7)[1] - 0.1 * np.eye(7)[0]))
    [doubt] = [doubt for doubt in guess.doubts if "Score" in (doubt.column, doubt.value)]
    assert left_out(guess) == ["Score"]
    assert doubt.is_open
    assert ["Score" in way.value for way in doubt.ways] == [True, False]


@pytest.mark.parametrize(
    ("column", "settled", "with_it"),
    [
        ("", 'scores.ignore=["size"]', 'scores.ignore=["size", "Score"]'),
        ("", "scores.repeats=null", "scores.repeats=null"),
        ("task", "scores.where={}", 'scores.where={"task": {"not": ["Score"]}}'),
        ("task", 'scores.where={"task": {"not": ["AX"]}}', 'scores.where={"task": {"not": ["AX", "Score"]}}'),
        ("task", 'scores.where={"task": ["AX"]}', 'scores.where={"task": ["AX"]}'),
    ],
)
def test_what_settles_another_question_leaves_it_out_too(column, settled, with_it):
    ways = (Way("one", "set", settled), Way("another", "reading", "1", (("set", settled),)))
    doubt = _with_more_left(Doubt("which", "layout", ways=ways), column, ["Score"])
    assert [dict(way.options)["set"] for way in doubt.ways] == [with_it] * 2


@pytest.mark.parametrize(
    ("layout", "own"), [*zip(LAYOUTS, [SCORES.max(axis=1) + 2, SCORES.min(axis=1) - 2] * 2, strict=False)]
)
def test_what_is_called_so_and_is_no_mean_is_read_with_a_doubt(layout, own):
    guess = guessed(laid_out(layout, "Final", 10, np.round(own, 1)))
    assert not left_out(guess)
    assert [doubt.is_open for doubt in guess.doubts if "Final" in (doubt.column, doubt.value)] == [False]


@pytest.mark.parametrize(("layout", "place"), [("columns", 0), ("rows", 10), ("long", 0)])
def test_a_data_set_like_the_others_is_read_without_a_word(layout, place):
    own = np.round(80 - np.arange(7) * 0.8 + np.random.default_rng(place).normal(0, 0.6, 7), 1)
    guess = guessed(laid_out(layout, "SNLI", place, own))
    assert not left_out(guess)
    assert not [doubt for doubt in guess.doubts if "SNLI" in str(doubt)]


def test_hardly_any_data_set_keeps_to_the_mean_by_chance():
    draw, often = np.random.default_rng(1), 0
    for _ in range(300):
        n, k = draw.integers(6, 20, 2)
        spreads = draw.lognormal(0, 0.5, n)
        cells = draw.normal(0, 2, (k, 1)) + draw.normal(0, 2, n) + spreads * draw.normal(size=(k, n))
        often += _keeps_to_mean(cells[:, 0], cells[:, 1:])
    assert often <= 3


def test_no_data_set_keeps_to_the_mean_where_algorithms_differ_alike_on_all():
    cells = np.linspace(0.5, 0.9, 6)[:, None] + np.linspace(0, 0.1, 7)
    assert not _keeps_to_mean(cells[:, 0], cells[:, 1:])
    assert not _keeps_to_mean(cells[:, 3], cells[:, 1:])
    assert not _keeps_to_mean(np.full(6, 0.5), np.full((6, 7), 0.5))
