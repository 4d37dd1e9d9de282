"""The benchmark's own parts against what they promise, on small data."""

from dataclasses import replace

import numpy as np
import pytest
from benchmark.algorithms import ALGORITHMS
from benchmark.datasets import make_dataset
from benchmark.discriminant_tree import Leaf, LinearDiscriminantTree
from benchmark.protocol import PROTOCOLS, Run, run_algorithms
from benchmark.record import COLUMNS, describe_machine, record_runs, write_atomically

RUN = Run("iris", "nb", 1, 1, 135, 15, 14 / 15, 0.000123456789, 2.0, 700)
PARITY = np.tile([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], (10, 1))


def test_tree_separates_what_a_hyperplane_separates():
    attributes = np.random.default_rng(0).standard_normal((300, 5))
    classes = np.where(attributes.sum(axis=1) > 0, 7, 3)
    answers = LinearDiscriminantTree().fit(attributes, classes).predict(attributes)
    assert np.mean(answers == classes) > 0.97
    assert set(answers) == {3, 7}


def test_tree_tells_many_classes_apart():
    data = make_dataset("digits")
    tree = LinearDiscriminantTree().fit(data.attributes[:900], data.classes[:900])
    assert np.mean(tree.predict(data.attributes[900:]) == data.classes[900:]) > 0.8


@pytest.mark.parametrize("attributes", [np.zeros((40, 3)), np.ones((40, 1)), PARITY])
def test_tree_is_a_leaf_where_no_direction_helps(attributes):
    tree = LinearDiscriminantTree().fit(attributes, np.tile([0, 1, 1, 0], 10))
    assert tree.tree_ == Leaf(0)
    assert (tree.predict(attributes) == 0).all()


def test_recording_replaces_the_rows_of_the_same_data_set(tmp_path):
    order = ["wine", "iris"]
    record_runs(tmp_path, [RUN, replace(RUN, dataset="wine")], order)
    record_runs(tmp_path, [replace(RUN, accuracy=1.0)], order)
    assert (tmp_path / "nb.csv").read_text().splitlines() == [
        ",".join(COLUMNS),
        "wine,nb,1,1,135,15,0.9333333333333333,0.000123457,2,700",
        "iris,nb,1,1,135,15,1.0,0.000123457,2,700",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["nb.csv"]


def test_a_write_that_fails_leaves_the_old_file_alone(tmp_path):
    write_atomically(tmp_path / "page", "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(tmp_path / "page", "new \ud800")
    assert (tmp_path / "page").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["page"]


def test_machine_page_names_versions_and_seed(tmp_path):
    describe_machine(tmp_path, PROTOCOLS["5x2"])
    page = (tmp_path / "README.md").read_text()
    assert "5 times repeated stratified 2-fold" in page
    assert "scikit-learn" in page
    assert "20120 for the splits" in page


@pytest.mark.weekly
def test_runs_repeat_in_all_but_the_times():
    makers = {name: ALGORITHMS[name] for name in ("mdt", "lnp", "majority", "empirical")}
    first, second = (run_algorithms(make_dataset("iris"), makers, PROTOCOLS["5x2"]) for _ in range(2))
    assert len(first) == 40
    for one, other in zip(first, second, strict=True):
        untimed = {"fit_seconds": 0.0, "predict_seconds": 0.0}
        assert replace(one, **untimed) == replace(other, **untimed)
        assert (one.n_train, one.n_test) == (75, 75)
