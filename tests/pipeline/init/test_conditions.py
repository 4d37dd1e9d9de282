"""Columns that say under which conditions scores were measured, and those that number folds."""

from pathlib import Path

import pytest

from rankpress.init.assumptions import doubts_on_values
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

FILE = "scores.csv"
SETS, METHODS = [f"d{i}" for i in range(10)], ["ant", "bee", "cow", "dog"]


def guess_of(header, rows):
    """Write a long table, and return what it is taken for."""
    Path(FILE).write_text("".join(f"{line}\n" for line in [header, *(",".join(map(str, row)) for row in rows)]))
    return guess_study(read_table(FILE), FILE)


@pytest.mark.few
@pytest.mark.parametrize("column", ["severity", "pred_len", "noise_level", "horizon"])
@pytest.mark.parametrize("levels", [(1, 3, 5), (96, 192, 336, 720)])
def test_a_level_of_difficulty_is_a_part_of_the_data_set(column, levels):
    rows = [
        (d, level, a, round(0.3 + 0.02 * i + 0.01 * j + level / 1000 + 0.001 * (i * j % 3), 4))
        for i, d in enumerate(SETS)
        for level in levels
        for j, a in enumerate(METHODS)
    ]
    guess = guess_of(f"dataset,{column},model,error", rows)
    assert guess.join[guess.columns["dataset"]] == ("dataset", column)
    assert any(doubt.column == column for doubt in guess.doubts)


@pytest.mark.parametrize(
    ("column", "levels", "are_folds"),
    [
        ("split", ("clean", "noisy"), False),
        ("split", ("train", "test"), False),
        ("fold", ("easy", "hard"), False),
        ("split", ("noise1", "noise2"), False),
        ("split", (0, 1, 2), True),
        ("split", ("split1", "split2"), True),
        ("fold", ("fold_1", "fold_2"), True),
        ("fold", ("part1", "part2"), True),
        ("fold", ("a", "b", "c"), True),
        ("cv", ("cv3/rep1", "cv3/rep2"), True),
    ],
)
def test_what_is_called_a_split_is_a_fold_where_it_is_numbered(column, levels, are_folds):
    rows = [
        (d, a, level, round(0.9 - 0.2 * k + 0.01 * j + 0.02 * i + 0.001 * (i * j % 3), 4))
        for i, d in enumerate(SETS)
        for j, a in enumerate(METHODS)
        for k, level in enumerate(levels)
    ]
    guess = guess_of(f"dataset,model,{column},accuracy", rows)
    assert (guess.columns.get("fold") == column) == are_folds
    assert are_folds or guess.where or any(doubt.column == column for doubt in guess.doubts)


@pytest.mark.few
@pytest.mark.parametrize("seeds", [1, 2])
@pytest.mark.parametrize("name", ["train_size", "n_train", "test_size", "n_samples", "fraction"])
def test_sizes_that_each_algorithm_has_on_each_data_set_are_no_folds(name, seeds):
    rows = (
        (f"d{place}", algorithm, size, seed, f"{0.6 + place / 50 + gain / 100 + size % 7 / 1000 + seed / 999:.5f}")
        for place in range(6)
        for gain, algorithm in enumerate("ABC")
        for size in (10, 100, 1000)
        for seed in range(seeds)
    )
    guess = guess_of(f"dataset,algorithm,{name},seed,acc", rows)
    assert [(doubt.key, doubt.column, doubt.is_open) for doubt in guess.doubts] == [("join", name, True)]


@pytest.mark.parametrize("order", [("RF", "SVM", "kNN"), ("kNN", "SVM", "RF")])
@pytest.mark.parametrize("levels", [("0.0", "0.1", "0.2"), ("0", "10", "20")])
def test_numbers_of_conditions_are_asked_about_and_the_data_sets_next_to_them_are_not(order, levels):
    rows = []
    for level in levels:
        names = order if level == levels[-1] else ("RF", "SVM", "kNN")
        for n, dataset in enumerate(("adult", "bank", "car", "iris", "wine", "glass")):
            places = names if n % 3 else (names[1], names[0], names[2])  # who is first differs by data set too
            rows += [(dataset, name, f"{0.9 - 0.03 * at - 0.011 * n:.4f}", level) for at, name in enumerate(places)]
    guess = guess_of("dataset,algorithm,accuracy,noise", rows)
    asked = {
        doubt.column for doubt in (*guess.doubts, *doubts_on_values(read_table(FILE), guess)) if doubt.key == "where"
    }
    assert "dataset" not in asked
    assert "noise" in {doubt.column for doubt in guess.doubts} | asked
