"""Data sets whose scores run the other way than all others: named as a doubt, and asked about where they decide."""

from pathlib import Path

import numpy as np
import pytest

from rankpress.init.assumptions import doubts_on_values
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

ALGORITHMS = ("A1", "B2", "C3", "D4", "E5", "F6")
DATASETS = ("harbor", "meadow", "quarry", "tundra", "lagoon", "canyon", "desert", "island", "summit")


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def scores(n_datasets=9, n_algorithms=6, noise=0.004):
    rng = np.random.default_rng(7)
    levels = 0.9 - 0.03 * np.arange(n_algorithms) - 0.01 * np.arange(n_datasets)[:, None]
    return levels + rng.normal(0, noise, levels.shape)


def doubts(values, layout="wide", names=DATASETS, metric="accuracy", said="the other way round"):
    algorithms = ALGORITHMS[: values.shape[1]]
    rows = [(name, [f"{x:.4f}" for x in row]) for name, row in zip(names, values, strict=False)]
    if layout == "wide":
        lines = [f"dataset,{','.join(algorithms)}", *(f"{name},{','.join(cells)}" for name, cells in rows)]
    elif layout == "transposed":
        lines = [f"method,{','.join(name for name, _ in rows)}"]
        lines += [f"{a},{','.join(cells[i] for _, cells in rows)}" for i, a in enumerate(algorithms)]
    else:
        lines = [f"dataset,method,{metric}"]
        lines += [f"{name},{a},{cell}" for name, cells in rows for a, cell in zip(algorithms, cells, strict=True)]
    Path(f"{metric}.csv").write_text("\n".join([*lines, ""]))
    table = read_table(f"{metric}.csv")
    every = doubts_on_values(table, guess_study(table, f"{metric}.csv"))
    return [doubt for doubt in every if said in doubt.text]


@pytest.mark.parametrize("layout", ["wide", "transposed", "long"])
def test_errors_among_accuracies_are_named(layout):
    values = scores()
    values[7] = 1 - values[7]
    [doubt] = doubts(values, layout)
    assert "'island' orders" in doubt.text
    assert "scale" in doubt.text


@pytest.mark.parametrize("n_algorithms", [3, 4, 6])
@pytest.mark.parametrize("scale", [1, 100])
def test_few_algorithms_and_percentages(n_algorithms, scale):
    values = scores(n_algorithms=n_algorithms)
    values[2] = 1 - values[2]
    assert "'quarry'" in doubts(scale * values)[0].text


def test_another_quantity_is_named_by_its_order_alone():
    values = scores()
    values[1] = 30 - 10 * values[1]
    [doubt] = doubts(values, metric="score")
    assert "'meadow'" in doubt.text


def test_a_name_of_errors_needs_no_reversed_scale():
    values = scores(6, 4)
    values[3] = 2 - values[3]
    assert doubts(values, names=(*DATASETS[:3], "tundra (RMSE)", *DATASETS[4:6]), metric="score")


@pytest.mark.parametrize("n_algorithms", [2, 4])
@pytest.mark.parametrize("layout", ["wide", "long"])
def test_perplexities_among_accuracies_are_asked_about_by_their_names(layout, n_algorithms):
    values = 100 * scores(6, n_algorithms)
    values[:2] = 90 - values[:2]
    names = ("WikiText-2", "PTB", "LAMBADA", "PIQA", "ARC-e", "BoolQ")
    [doubt] = doubts(values, layout, names, "score", said="by their names")
    assert doubt.is_open
    assert [[name in way.value for name in names[:3]] for way in doubt.ways] == [[False] * 3, [True, True, False]]
    assert not doubts(values, layout, names[:3] + DATASETS[:3], "score", said="by their names")


def test_several_are_named_together_and_asked_about_where_they_decide():
    values = scores(9, 4, noise=0)
    values[:, 1] = values[:, 0]  # who is first depends on few data sets
    values[:4, 0] += 0.001
    values[4:6, 1] += 0.001
    values[6:] = 1 - values[6:]
    values[6:, 1] += 0.001
    [doubt] = doubts(values)
    assert all(name in doubt.text for name in DATASETS[6:])
    assert doubt.is_open == bool(doubt.ways)


def test_what_chance_may_reverse_is_no_exception():
    rng = np.random.default_rng(3)
    assert not doubts(scores())
    assert not doubts(rng.uniform(0.5, 0.9, (9, 6)))
    values = scores(n_algorithms=4)
    values[3] = values[3][::-1]  # one of 24 orders, on one of nine data sets
    assert not doubts(values)


@pytest.mark.weekly
def test_hardly_any_table_of_chance_has_one():
    rng = np.random.default_rng(11)
    counts = [len(doubts(scores(9, 5) * 0 + rng.normal(0.7, 0.02, (9, 5)) + 0.01 * np.arange(5))) for _ in range(40)]
    assert sum(counts) <= 4
