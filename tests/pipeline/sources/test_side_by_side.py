"""Files of the same rows with other columns each, read as one table."""

import random
from itertools import product

import numpy as np
import pytest

from rankpress.core.faults import FaultsFound
from rankpress.init.reading import read_table
from tests.pipeline.sources.conftest import loaded, write_files

ROWS = [(dataset, model) for dataset, model in product(("d1", "d2", "d3"), ("A", "B"))]
SCORES = {
    metric: np.random.default_rng(seed).integers(1, 99, len(ROWS)) / 100
    for seed, metric in enumerate(("accuracy", "f1"))
}
METRICS = [{"name": "accuracy"}, {"name": "f1"}]


def lines(metric, rows=range(6)):
    return "\n".join(["dataset,algorithm," + metric, *(f"{','.join(ROWS[row])},{SCORES[metric][row]}" for row in rows)])


@pytest.mark.parametrize("order", [list(range(6)), random.Random(1).sample(range(6), 6)])
def test_a_file_a_metric_is_one_table(tmp_path, monkeypatch, order):
    write_files(tmp_path, {"one/accuracy.csv": lines("accuracy"), "one/f1.csv": lines("f1", order)})
    for metric in loaded(tmp_path, ["one/*.csv"], metrics=METRICS).metrics:
        assert metric.means.ravel().tolist() == SCORES[metric.name].tolist()
    monkeypatch.chdir(tmp_path)
    for given in ("one", "one/*.csv"):
        table = read_table(given)
        assert table.named == {"files": "one/*.csv"}
        assert list(table.columns) == ["dataset", "algorithm", "accuracy", "f1"]
        assert table.rows == len(ROWS)


@pytest.mark.parametrize("rows", [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 4]])
def test_other_rows_are_not_joined(tmp_path, rows):
    write_files(tmp_path, {"a.csv": lines("accuracy"), "b.csv": lines("f1", rows)})
    with pytest.raises(FaultsFound, match="there is no column"):
        loaded(tmp_path, ["*.csv"], metrics=METRICS)


def test_files_of_the_same_columns_follow_each_other(tmp_path):
    write_files(tmp_path, {"a.csv": lines("f1", range(4)), "b.csv": lines("f1", range(4, 6))})
    [metric] = loaded(tmp_path, ["*.csv"], metrics=[{"name": "f1"}]).metrics
    assert metric.means.ravel().tolist() == SCORES["f1"].tolist()


def test_the_inputs_are_all_files(tmp_path):
    write_files(tmp_path, {"a.csv": lines("accuracy"), "b.csv": lines("f1")})
    scores = loaded(tmp_path, ["*.csv"], metrics=METRICS)
    assert [file.path for file in scores.sources] == ["a.csv", "b.csv"]
