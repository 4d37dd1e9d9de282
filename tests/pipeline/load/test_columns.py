"""Columns joined, selected, renamed and averaged over seeds, validation scores: against plain files."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from rankpress.core.faults import FaultsFound
from rankpress.core.scores import Scores
from rankpress.spec.scores_section import Condition

Read = Callable[..., Scores]


HEADER = "dataset,algorithm,accuracy,size,kind\n"


ROWS = [
    f"{dataset},{algorithm},{0.1 * at + 0.05 * len(algorithm):.2f},{size},{kind}"
    for at, (dataset, size, kind) in enumerate(
        [("iris", "10", "real"), ("wine", "200.0", "real"), ("zoo", "", "made up")]
    )
    for algorithm in ("A", "BB", "CCC")
]


TABLE = HEADER + "\n".join(ROWS)


def names(scores: Scores) -> tuple[str, str]:
    [metric] = scores.metrics
    return " ".join(metric.datasets), " ".join(metric.algorithms)


@pytest.mark.parametrize(
    "where",
    [
        {"dataset": {"not": ["iris"]}, "algorithm": ["A", "CCC"]},
        {"size": {"min": 10, "max": 200}},
        {"accuracy": {"min": 0.4}},
        {"size": {"max": 250, "not": [200]}, "dataset": ["iris", "zoo"]},
        {"kind": {"max": 3, "not": ["real"]}},
    ],
)
def test_columns_of_numbers_and_of_codes_are_selected_as_text_is(
    read: Read, tmp_path: Path, where: dict[str, Any]
) -> None:
    (tmp_path / "a.csv").write_text(TABLE)
    duckdb.execute(f"COPY (FROM read_csv('{tmp_path}/a.csv')) TO '{tmp_path}/a.parquet' (FORMAT parquet)")

    def kept(name: str) -> Any:
        try:
            [metric] = read({}, files=[name], where=where, missing="worst-rank").metrics
        except FaultsFound as found:
            return [fault.message for fault in found.faults]
        assert metric.means is not None
        return (
            metric.datasets,
            metric.algorithms,
            metric.means.tolist(),
            metric.reading.rows,
            metric.reading.passed_over,
        )

    assert kept("a.parquet") == kept("a.csv")


@pytest.mark.parametrize(("yes", "no"), [("True", "False"), ("true", "false"), ("1", "0"), ("1.0", "0.0")])
def test_truth_however_it_is_written(read: Read, yes: str, no: str) -> None:
    rows = [f"{d},{a},1,{answer}" for d, answer in (("iris", yes), ("wine", no)) for a in "AB"]
    written = {"a.csv": "\n".join(["dataset,algorithm,accuracy,tuned", *rows])}
    assert names(read(written, where={"tuned": True})) == ("iris", "A B")
    assert names(read(written, where={"tuned": {"not": True}})) == ("wine", "A B")


@pytest.mark.parametrize("condition", [{}, {"min": 2, "max": 1}, {"any": []}, {"like": "x"}, {"min": "2"}])
def test_conditions_that_are_none(condition: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Condition.model_validate(condition)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.integers(0, 99))
def test_means_over_seeds_do_not_depend_on_the_order(
    tmp_path_factory: pytest.TempPathFactory, scores: list[float], key: int
) -> None:
    from rankpress.spec.model import ScoresOptions
    from rankpress.stages.load import load

    folder = tmp_path_factory.mktemp("seeds")
    found = set[float]()
    for order in (list(enumerate(scores)), random.Random(key).sample(list(enumerate(scores)), len(scores))):
        rows = [f"iris,A,{seed},{score!r}" for seed, score in order] + ["iris,B,0,0"]
        (folder / "a.csv").write_text("\n".join(["dataset,algorithm,seed,score", *rows]))
        [metric] = load(ScoresOptions.model_validate({"files": "a.csv", "columns": {"seed": "seed"}}), folder).metrics
        assert metric.means is not None
        found.add(float(metric.means[0, 0]))
    exact = sum(map(Fraction, scores)) / len(scores)
    assert len(found) == 1
    assert abs(Fraction(found.pop()) - exact) <= Fraction(1, 10**14)


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
