"""The committed runs against their protocol, but for seconds and for accuracies, which versions of learners change."""

import numpy as np
import pandas as pd
import pytest
from benchmark.algorithms import ALGORITHMS
from benchmark.datasets import SOURCES, make_dataset
from benchmark.protocol import PROTOCOLS, split_rows
from benchmark.record import COLUMNS

pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module", params=list(PROTOCOLS))
def protocol(request):
    return PROTOCOLS[request.param]


@pytest.fixture(scope="module")
def runs(protocol, example_folder):
    files = sorted((example_folder / protocol.folder).glob("*.csv"))
    assert {file.stem for file in files} == set(ALGORITHMS)
    tables = [pd.read_csv(file) for file in files]
    for file, table in zip(files, tables, strict=True):
        assert set(table["algorithm"]) == {file.stem}
    return pd.concat(tables, ignore_index=True)


def test_every_cell_has_every_fold_once(runs, protocol):
    assert list(runs.columns) == COLUMNS
    assert not runs.duplicated(["dataset", "algorithm", "repeat", "fold"]).any()
    assert list(dict.fromkeys(runs["dataset"])) == list(SOURCES)
    sizes = runs.groupby(["dataset", "algorithm"]).size()
    assert len(sizes) == len(SOURCES) * len(ALGORITHMS)
    assert set(sizes) == {protocol.repeats * protocol.folds}
    assert set(runs["repeat"]) == set(range(1, protocol.repeats + 1))
    assert set(runs["fold"]) == set(range(1, protocol.folds + 1))


@pytest.mark.weekly
def test_all_algorithms_had_the_splits_of_the_protocol(runs, protocol):
    for name in SOURCES:
        splits = {(split.repeat, split.fold): split for split in split_rows(make_dataset(name), protocol)}
        of_dataset = runs[runs["dataset"] == name]
        for key, rows in of_dataset.groupby(["repeat", "fold"]):
            assert set(rows["n_train"]) == {len(splits[key].train)}, (name, key)
            assert set(rows["n_test"]) == {len(splits[key].test)}, (name, key)


def test_numbers_are_possible(runs):
    assert runs.notna().all().all()
    right = runs["accuracy"] * runs["n_test"]
    assert runs["accuracy"].between(0, 1).all()
    assert np.allclose(right, right.round(), atol=1e-9)
    assert (runs[["fit_seconds", "predict_seconds", "model_bytes"]] > 0).all().all()


@pytest.mark.weekly
def test_majority_is_what_splits_and_classes_say(runs, protocol):
    majority = runs[runs["algorithm"] == "majority"].set_index(["dataset", "repeat", "fold"])["accuracy"]
    for name in SOURCES:
        data = make_dataset(name)
        for split in split_rows(data, protocol):
            answer = np.bincount(data.classes[split.train]).argmax()
            share = np.mean(data.classes[split.test] == answer)
            assert majority[name, split.repeat, split.fold] == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize("cost", ["fit_seconds", "model_bytes"])
def test_average_costs_never_tie(runs, cost):
    means = runs.groupby(["dataset", "algorithm"])[cost].mean()
    for name in SOURCES:
        assert means[name].is_unique, f"two algorithms have the same mean {cost} on {name}"
