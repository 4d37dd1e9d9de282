"""Files of which all names are read and the scores of the first rows alone: they are read as short files are."""

from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from rankpress.init import reading
from rankpress.init.assumptions import doubts_on_values
from rankpress.init.inference import guess_study

CELLS = {
    "seed": lambda d, a, s: s,
    "status": lambda d, a, s: "timeout" if (d + a + s) % 7 == 0 else "ok",
    "split": lambda d, a, s: ("train", "test")[s % 2],
    "metric": lambda d, a, s: ("accuracy", "rmse")[s // 3],
    "class": lambda d, a, s: ("a", "b", "macro avg")[s % 3],
    "note": lambda d, a, s: "" if s else f"note {d}",
}


@pytest.fixture(autouse=True)
def _few_rows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reading, "STRETCH", 60)


def guess_of(name, header, rows):
    Path(name).write_text("".join(f"{','.join(map(str, row))}\n" for row in [header, *rows]))
    table = reading.read_table(name)
    guess = guess_study(table, name)
    return guess, [*doubts_on_values(table, guess)]


METRICS = [("accuracy",), ("accuracy", "f1"), ("value",), ("accuracy", "accuracy_std", "time")]
FURTHER = [(), *combinations(CELLS, 1), *combinations(CELLS, 2)]


# any two further columns with one of the choices of metrics
@pytest.mark.few
@pytest.mark.parametrize(
    ("further", "metrics"), [(further, METRICS[number % len(METRICS)]) for number, further in enumerate(FURTHER)]
)
def test_whatever_columns_a_long_table_has(further, metrics):
    rng = np.random.default_rng(1)
    rows = [
        [f"d{d}", f"a{a}", *(CELLS[name](d, a, s) for name in further), *rng.uniform(0.5, 0.9, len(metrics)).round(6)]
        for d, a, s in product(range(5), range(4), range(6))
    ]
    guess, _ = guess_of("scores.csv", ["dataset", "method", *further, *metrics], rows)
    assert guess.layout == "long"
    assert {"dataset", "method"} <= {*guess.columns.values(), *(part for of in guess.join.values() for part in of)}


def test_a_wide_table():
    rng = np.random.default_rng(2)
    rows = [[f"d{d}", s, *rng.uniform(0.5, 0.9, 4).round(6)] for d in range(5) for s in range(30)]
    guess, _ = guess_of("accuracy.csv", ["dataset", "seed", "SVM", "RF", "NB", "GP"], rows)
    assert (guess.layout, guess.columns) == ("wide", {"seed": "seed"})
