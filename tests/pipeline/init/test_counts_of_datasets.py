"""Columns that count what a data set has, next to scores: however many they are, none of them is an algorithm."""

import numpy as np
import pytest

from rankpress.init.inference import guess_study
from rankpress.init.placement import called_as
from rankpress.init.reading import read_table

RNG = np.random.default_rng(17)
COUNTS = {
    "Inst": RNG.integers(150, 3000, 12),
    "Feat": RNG.integers(4, 31, 12),
    "Class": RNG.integers(2, 10, 12),
    "IR": RNG.uniform(1.1, 45, 12).round(2),
}
ALGORITHMS = {name: RNG.uniform(0.58, 0.88, 12).round(4) for name in ("C4.5", "RIPPER", "SMOTE-RF", "NN")}


def scores_of(columns, path):
    """Return which columns are taken for scores."""
    rows = zip(*(map(str, numbers.tolist()) for numbers in columns.values()), strict=True)
    lines = [",".join(["Dataset", *columns]), *(",".join([f"yeast{at}", *row]) for at, row in enumerate(rows))]
    path.write_text("\n".join([*lines, ""]))
    guess = guess_study(read_table(str(path)), str(path))
    return [name for name in columns if name not in (*guess.ignored, *guess.unused)]


@pytest.mark.few
@pytest.mark.parametrize("name", ["auc", "results", "f1"])
@pytest.mark.parametrize("algorithms", [2, 3, 4])
@pytest.mark.parametrize("form", ["{}", "#{}", "# {}s", "no. {}"])
def test_no_count_of_a_data_set_is_an_algorithm(form, algorithms, name, tmp_path):
    counts = {form.format(each) if each != "IR" else each: numbers for each, numbers in COUNTS.items()}
    compared = dict(list(ALGORITHMS.items())[:algorithms])
    assert scores_of({**counts, **compared}, tmp_path / f"{name}.csv") == [*compared]


@pytest.mark.few
@pytest.mark.parametrize("some", [["IR"], ["Inst", "IR"], ["Feat", "Class"], ["Feat", "Class", "IR"]])
@pytest.mark.parametrize("are_last", [False, True])
def test_whichever_there_are_and_wherever_they_stand(are_last, some, tmp_path):
    counts = {name: COUNTS[name] for name in some}
    columns = {**ALGORITHMS, **counts} if are_last else {**counts, **ALGORITHMS}
    assert scores_of(columns, tmp_path / "auc.csv") == [*ALGORITHMS]


def test_a_slow_algorithm_with_whole_seconds_is_one(tmp_path):
    slow = RNG.integers(2, 9, 12)
    columns = {"A": (slow * 0.11).round(2), "B": (slow * 0.1).round(2), "C": (slow * 1.3).round(2), "D": slow}
    for name in ("time", "rmse"):
        assert scores_of(columns, tmp_path / f"{name}.csv") == [*columns]


@pytest.mark.parametrize("name", ["#1", "#", "C#", "F# net"])
def test_a_number_sign_without_a_word_behind_it_counts_nothing(name):
    assert called_as(name) == ""
