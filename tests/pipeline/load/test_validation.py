"""Validation scores beside test scores: read from a column of their own, and needed wherever there is a test score."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rankpress.core.scores import Scores

HEAD = "dataset,algorithm,fold,accuracy,val,other\n"
METRICS = [{"name": "accuracy", "validation": "val"}]


def table(last: str = "0.1") -> str:
    """Two algorithms on two data sets in two folds; `last` is the last validation score."""
    rows = [
        f"{dataset},{name},{fold},0.{fold}{place},0.{place}{fold},1"
        for dataset in "ab"
        for place, name in enumerate("XY", start=5)
        for fold in (1, 2)
    ]
    rows[-1] = f"b,Y,2,0.26,{last},1"
    return HEAD + "\n".join(rows) + "\n"


def test_validation_scores_lie_beside_the_test_scores(read: Callable[..., Scores]) -> None:
    [metric] = read({"a.csv": table()}, metrics=METRICS).metrics
    validation = metric.validation
    assert validation is not None
    assert (metric.name, validation.name) == ("accuracy", "val")
    assert (validation.datasets, validation.algorithms) == (metric.datasets, metric.algorithms)
    assert metric.means is not None
    assert validation.means is not None
    np.testing.assert_allclose(metric.means, [[0.20, 0.21]] * 2)
    np.testing.assert_allclose(validation.means, [[0.515, 0.615], [0.515, 0.355]])
    [first, _] = validation.folds
    assert first is not None
    np.testing.assert_allclose(first.scores, [[0.51, 0.61], [0.52, 0.62]])


def test_without_them_there_are_none(read: Callable[..., Scores]) -> None:
    [metric] = read({"a.csv": table()}).metrics
    assert metric.validation is None


def test_what_is_dropped_is_dropped_from_both(read: Callable[..., Scores]) -> None:
    content = table(last="").replace("b,X,1,0.15,0.51", "b,X,1,,0.51")
    [metric] = read({"a.csv": content}, metrics=METRICS, missing="drop-datasets").metrics
    assert metric.validation is not None
    assert metric.datasets == metric.validation.datasets == ("a",)


def test_an_empty_one_is_told(faults: Callable[..., list[str]]) -> None:
    assert faults({"a.csv": table(last="")}, metrics=METRICS) == [
        (
            "a.csv row 9 column val: the validation score of 'Y' on 'b' is empty\n"
            "    expected: a number in each row that has a score in 'accuracy'\n"
            "    to do: fill it in, or remove validation from scores.metrics"
        )
    ]


def test_a_column_that_is_not_there_is_told(faults: Callable[..., list[str]]) -> None:
    [told] = faults({"a.csv": table()}, metrics=[{"name": "accuracy", "validation": "vall"}])
    assert told.startswith("a.csv row 1: there is no column 'vall'")
    assert "the nearest is 'val'" in told
    assert "scores.metrics" in told


def test_the_scores_of_some_data_sets(read: Callable[..., Scores]) -> None:
    [metric] = read({"a.csv": table()}, metrics=METRICS).metrics
    part = metric.on([1])
    assert part.datasets == ("b",)
    assert part.n_datasets == 1
    assert part.means is not None
    assert metric.means is not None
    assert part.means.tolist() == metric.means[1:].tolist()
    assert part.folds == metric.folds[1:]
    assert part.validation is not None
    assert part.validation.datasets == ("b",)
