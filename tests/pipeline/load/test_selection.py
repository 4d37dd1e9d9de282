"""Rows that a spec selects, names that it takes for others, seeds that it averages: against other files.

Held: each form of a condition; that what the conditions, the names and the seeds say of nothing is told; that means
over seeds are those of the numbers themselves, in any order of the rows.
"""

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
Faults = Callable[..., list[str]]

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
    ("where", "datasets", "algorithms"),
    [
        ({"kind": "real"}, "iris wine", "A BB CCC"),
        ({"kind": ["made up"]}, "zoo", "A BB CCC"),
        ({"kind": {"not": "real"}}, "zoo", "A BB CCC"),
        ({"size": 200}, "wine", "A BB CCC"),
        ({"size": "200.0"}, "wine", "A BB CCC"),
        ({"size": {"min": 10}}, "iris wine", "A BB CCC"),
        ({"size": {"min": 10, "max": 199.5}}, "iris", "A BB CCC"),
        ({"size": {"max": 1e9, "not": [10, "zoo of sizes"][:1]}}, "wine", "A BB CCC"),
        ({"algorithm": ["A", "CCC"], "kind": "real"}, "iris wine", "A CCC"),
        ({"dataset": {"not": ["iris", "zoo"]}}, "wine", "A BB CCC"),
    ],
)
def test_conditions(read: Read, where: dict[str, Any], datasets: str, algorithms: str) -> None:
    assert names(read({"a.csv": TABLE}, where=where)) == (datasets, algorithms)


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


def test_rows_keep_their_numbers(faults: Faults) -> None:
    told, *_ = faults({"a.csv": TABLE + "\nnew,A,x,1,real"}, where={"kind": "real"})
    assert told.startswith("a.csv row 11 column accuracy: 'x' is not a finite number")


def test_conditions_on_what_is_not_there(faults: Faults) -> None:
    [told] = faults({"a.csv": TABLE}, where={"kinds": "real"})
    assert told.startswith("a.csv row 1: there is no column 'kinds', which scores.where asks for")
    told, *_ = faults({"a.csv": TABLE}, where={"kind": ["real", "rael"]})
    assert told.startswith("scores.where: no row has 'rael' in column 'kind'")
    assert "the nearest is 'real'" in told
    told, *_ = faults({"a.csv": TABLE}, where={"size": {"min": 201}})
    assert told.startswith("scores.where: none of the 9 rows meets the conditions on size")


@pytest.mark.parametrize("condition", [{}, {"min": 2, "max": 1}, {"any": []}, {"like": "x"}, {"min": "2"}])
def test_conditions_that_are_none(condition: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Condition.model_validate(condition)


def test_renaming(read: Read) -> None:
    rename = {"algorithm": {"A": "BB", "BB": "A"}, "dataset": {"zoo": "animals, all"}}
    plain, swapped = read({"a.csv": TABLE}), read({"a.csv": TABLE}, rename=rename)
    assert names(swapped) == ("iris wine animals, all", "BB A CCC")
    [one], [other] = plain.metrics, swapped.metrics
    assert one.means is not None
    assert other.means is not None
    assert one.means.tolist() == other.means.tolist()


def test_renaming_of_columns(read: Read) -> None:
    wide = "dataset,A,B\niris,1,2\nwine,3,4\n"
    scores = read({"a.csv": wide}, layout="wide", rename={"algorithm": {"A": "new A"}, "dataset": {"iris": "Iris"}})
    assert names(scores) == ("Iris wine", "new A B")


def test_one_name_for_two(faults: Faults, read: Read) -> None:
    told = faults({"a.csv": TABLE}, rename={"algorithm": {"A": "BB"}})
    assert "'BB' on 'iris' was measured before, in row 2" in told[0]
    half = HEADER + "iris,A,1,1,x\niris,B,0,1,x\nwine,a,1,1,x\nwine,B,0,1,x\n"
    assert names(read({"a.csv": half}, rename={"algorithm": {"a": "A"}})) == ("iris wine", "A B")


def test_renaming_of_nobody(faults: Faults) -> None:
    told = faults({"a.csv": TABLE}, rename={"algorithm": {"CC": "C"}, "dataset": {"irish": "iris"}})
    assert [one.splitlines()[0] for one in told] == [
        "scores.rename: no data set is called 'irish'",
        "scores.rename: no algorithm is called 'CC'",
    ]


def test_seeds_are_averaged(read: Read) -> None:
    # B was run with other seeds than A, and with fewer
    rows = [
        "iris,A,1,0.1",
        "iris,A,2,0.4",
        "iris,A,3,0.7",
        "iris,B,7,0.5",
        "wine,A,1,1",
        "wine,B,9,0.25",
        "wine,B,10,0.75",
    ]
    [metric] = read({"a.csv": "\n".join(["dataset,algorithm,seed,accuracy", *rows])}, columns={"seed": "seed"}).metrics
    assert metric.means is not None
    assert metric.means.round(12).tolist() == [[0.4, 0.5], [1, 0.5]]
    assert metric.folds == (None, None)
    assert metric.missing.gaps == ()
    assert metric.seeds == (1, 3)


def test_seeds_within_folds(read: Read) -> None:
    rows = [f"{d},{a},{fold},{s},{fold + s / 10}" for d in "xy" for a in "AB" for fold in (1, 2) for s in (1, 3)]
    [metric] = read(
        {"a.csv": "\n".join(["dataset,algorithm,fold,run,accuracy", *rows])}, columns={"seed": "run"}
    ).metrics
    assert metric.folds[0] is not None
    assert metric.folds[0].scores.round(12).tolist() == [[1.2, 1.2], [2.2, 2.2]]


def test_a_seed_without_a_score_leaves_a_gap(faults: Faults) -> None:
    rows = ["iris,A,1,0.1", "iris,A,2,", "iris,B,1,0.5", "iris,B,2,1"]
    [told] = faults({"a.csv": "\n".join(["dataset,algorithm,seed,accuracy", *rows])}, columns={"seed": "seed"})
    assert "'A' has no accuracy on 'iris'" in told


CASES = "dataset,algorithm,fold,n_train,n_test,accuracy\niris,A,1,9,1,0.5\niris,B,1,9,1,0.6\n"


@pytest.mark.parametrize(
    ("table", "options"),
    [
        (CASES, {}),
        ("dataset,accuracy,B\niris,0.5,0.6\n", {"layout": "wide"}),
        ("accuracy,B\n1,2\n", {"layout": "ranks", "datasets": 9}),
        (
            "dataset,a,b,both_right,only_a,only_b,both_wrong,accuracy\niris,A,B,5,1,1,1,1\n",
            {"layout": "counts"},
        ),
    ],
)
def test_no_row_is_left_in_any_layout(table: str, options: dict[str, object], faults: Faults) -> None:
    [told] = faults({"a.csv": table}, where={"accuracy": {"min": 50}}, **options)
    assert told.startswith("scores.where: none of the ")


def test_a_seed_twice(faults: Faults) -> None:
    rows = ["iris,A,1,0.1", "iris,A,1,0.2", "iris,B,1,0.5"]
    [told] = faults({"a.csv": "\n".join(["dataset,algorithm,seed,accuracy", *rows])}, columns={"seed": "seed"})
    assert told.startswith("a.csv row 3: 'A' on 'iris' was measured before with the seed 1, in a.csv row 2")


def test_a_column_of_seeds_that_is_not_there(faults: Faults) -> None:
    [told] = faults({"a.csv": TABLE}, columns={"seed": "seed"})
    assert told.startswith("a.csv row 1: there is no column 'seed'")


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
