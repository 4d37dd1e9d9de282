"""Columns of several measures, or runs, of each algorithm: which are read, and under which names."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

SETS = [f"set-{letter}" for letter in "abcdefghijkl"]
SCORES = np.random.default_rng(7).uniform(0.6, 0.95, (8, 5)).round(3)


def guessed(header, rows):
    """Return what a wide table is taken for."""
    lines = [",".join(header), *(",".join(map(str, row)) for row in rows)]
    Path("table.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return guess_study(read_table("table.csv"), "table.csv")


FORMS_OF_BLOCKS = ("{a} {m}", "{a}_{m}", "{a}/{m}", "{a} / {m}", "{a} ({m})", "{a}.{m}", "{m}_{a}", "{m} {a}")
MEASURES = {
    # the measures side by side, those whose numbers are costs last: which is read, and whether the other is asked about
    ("acc", "time"): ("acc", False),
    ("time (s)", "F1"): ("F1", False),
    ("train_acc", "test_acc"): ("test_acc", False),
    ("std", "mean"): ("mean", False),
    ("acc", "f1"): ("acc", True),
    ("gap", "time"): ("gap", False),
    ("time", "memory"): ("time", True),
    ("acc", "xyz"): ("acc", True),
}


@pytest.mark.few(8)
@pytest.mark.parametrize(
    ("form", "measures"),
    [
        (form, measures)
        for (at, form), (number, measures) in product(enumerate(FORMS_OF_BLOCKS), enumerate(MEASURES))
        if (at + number) % 4 == at // 2 % 2
    ],
)
def test_blocks_of_measures(measures, form):
    """One measure of each algorithm is read, under the names of the algorithms; another winner by another is asked."""
    # Of both orders of the columns each form and each pair of measures has its share.
    by_algorithm = ([*MEASURES].index(measures) + FORMS_OF_BLOCKS.index(form)) % 2 == 0
    read, is_asked = MEASURES[measures]
    other = next(measure for measure in measures if measure != read)
    names = ("RF", "NB", "kNN")
    pairs = [(a, m) for a in names for m in measures] if by_algorithm else [(a, m) for m in measures for a in names]
    columns = {form.format(a=a, m=m): (a, m) for a, m in pairs}
    header = list(columns)
    scale = 40 if other in ("time", "time (s)", "memory") else 1
    means = {read: dict(zip(names, (0.71, 0.64, 0.53), strict=True))}
    means[other] = {a: scale * mean for a, mean in zip(names, (0.55, 0.62, 0.73), strict=True)}
    rows = [
        [name, *(round(means[m][a] + n / 50 + 0.003 * ((n * k * 7) % 5), 3) for k, (a, m) in enumerate(pairs))]
        for n, name in enumerate(SETS)
    ]
    guess = guessed(["dataset", *header], rows)
    [(metric, _)] = guess.metrics.items()
    assert metric == (read if read != "mean" else "score")
    assert guess.rename == {"algorithm": {name: a for name in header for a, m in [columns[name]] if m == read}}
    doubted = [doubt.column for doubt in guess.doubts if doubt.column]  # once for all columns of a measure
    assert doubted == [name for name in header if columns[name][1] == other][: int(other != "std")]
    asked = [doubt for doubt in guess.doubts if doubt.is_open]
    assert [[way.value for way in doubt.ways] for doubt in asked] == ([[read, other]] if is_asked else [])
    if is_asked:
        swapped = guess_study(read_table("table.csv"), "table.csv", metric=other)
        assert set(swapped.rename["algorithm"].values()) == {"RF", "NB", "kNN"}
        assert not set(swapped.rename["algorithm"]) & set(guess.rename["algorithm"])


@pytest.mark.parametrize(
    "header",
    [
        ["GPT-3", "GPT-4", "Yi-3", "Yi-4"],
        ["small_RF", "large_RF", "small_NB", "large_NB"],
        ["RF.delta", "NB.delta", "RF.beta", "NB.beta"],
    ],
)
def test_names_that_share_their_parts_are_no_blocks(header):
    guess = guessed(["dataset", *header], [[name, *row[:4]] for name, row in zip(SETS, SCORES.tolist(), strict=False)])
    assert [name for name, use in guess.uses.items() if use.role == "score"] == header
    assert not guess.rename
    assert not any(doubt.is_open for doubt in guess.doubts)


FORMS_OF_RUNS = ("{a}_seed{n}", "{a} fold {n}", "{a}_{n}", "{a}-run{n}", "{a}_s{n}", "{a}.seed={n}")


@pytest.mark.few
@pytest.mark.parametrize("form", [*FORMS_OF_RUNS, *(f"{form} - acc" for form in FORMS_OF_RUNS)])
def test_columns_of_runs_are_asked_about(form):
    header = [form.format(a=a, n=n) for a in ("RF", "NB") for n in (1, 2, 3)]
    rows = [[name, *row, row[0]] for name, row in zip(SETS, SCORES.tolist(), strict=False)]
    for n, row in enumerate(rows):
        row[-1] += 0.01 * (n % 3)
    assert [doubt.key for doubt in guessed(["dataset", *header], rows).doubts if doubt.is_open] == ["layout"]


def test_a_block_of_another_metric_is_one_doubt():
    header = ["dataset", *(f"{a}_{m}" for a in ("RF", "SVM", "kNN") for m in ("acc", "err"))]
    rows = [
        [d, *(x for a in range(3) for x in (0.8 - a / 20 - i / 90, 0.2 + a / 20 + i / 90))] for i, d in enumerate(SETS)
    ]
    [doubt] = [doubt for doubt in guessed(header, rows).doubts if "another metric" in doubt.text]
    assert "of the same algorithms in 3 columns; only 'acc' is read" in doubt.text
