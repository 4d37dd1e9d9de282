"""Outcomes on single test examples, and counts of them: what is made of them and what is told of them.

Held: numbers of examples right together against tables small enough to read and against each other, the same study as
outcomes and as counts; errors instead of accuracy; gaps and the policies about them; joined by name whatever the order
of rows, columns and pairs; each check of counts, word for word.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from rankpress.core.scores import Scores

Read = Callable[..., Scores]
Faults = Callable[..., list[str]]

HEAD = "dataset,a,b,both_right,only_a,only_b,both_wrong\n"
EXAMPLES = """\
dataset,algorithm,case,fold,accuracy,seconds
iris,A,x1,1,1,2
iris,A,x2,1,0,4
iris,A,x3,2,1,3
iris,B,x3,2,1,1
iris,B,x2,1,1,1
iris,B,x1,1,0,1
wine,B,x1,1,0,1
wine,A,x1,1,1,1
"""
BY_CASE = {"columns": {"example": "case"}}


def counts(*rows: str) -> dict[str, str]:
    return {"c.csv": HEAD + "".join(row + "\n" for row in rows)}


def of_counts(read: Read, *rows: str, **options: object) -> Scores:
    return read(counts(*rows), layout="counts", **options)


def test_outcomes_are_counted_in_pairs(read: Read) -> None:
    scores = read({"a.csv": EXAMPLES}, **BY_CASE, costs=["seconds"])
    [metric] = scores.metrics
    assert metric.means is not None
    assert metric.means.tolist() == [[2 / 3, 2 / 3], [1, 0]]
    assert metric.folds == (None, None)
    assert not metric.has_folds
    assert metric.has_outcomes
    iris, wine = metric.outcomes
    assert iris is not None
    assert wine is not None
    assert (iris.n, iris.both.tolist()) == (3, [[2, 1], [1, 2]])
    assert (wine.n, wine.both.tolist()) == (1, [[1, 0], [0, 0]])
    assert scores.costs["seconds"].values.tolist() == [[3, 1], [1, 1]]


def test_where_lower_is_better_0_is_right(read: Read) -> None:
    [metric] = read({"a.csv": EXAMPLES}, **BY_CASE, metrics=[{"name": "accuracy", "better": "lower"}]).metrics
    assert metric.means is not None
    assert metric.means.tolist() == [[2 / 3, 2 / 3], [1, 0]]
    iris, wine = metric.outcomes
    assert iris is not None
    assert wine is not None
    assert iris.both.tolist() == [[1, 0], [0, 1]]
    assert wine.both.tolist() == [[0, 0], [0, 1]]


def test_other_scores_than_0_and_1_are_kept_as_faults_of_who_tests_outcomes(read: Read) -> None:
    files = {"a.csv": EXAMPLES.replace("x2,1,0,4", "x2,1,0.5,4").replace("wine,B,x1,1,0", "wine,B,x1,1,2")}
    [metric] = read(files, **BY_CASE).metrics
    assert metric.outcomes == (None, None)
    assert [str(fault).splitlines()[0] for fault in metric.not_outcomes] == [
        "a.csv row 3 column accuracy: 0.5 is no outcome on a test example",
        "a.csv row 8 column accuracy: 2 is no outcome on a test example",
    ]
    assert metric.means is not None
    assert metric.means.tolist() == [[2.5 / 3, 2 / 3], [1, 2]]


def test_an_algorithm_without_all_examples_is_a_gap(read: Read, faults: Faults) -> None:
    files = {"a.csv": EXAMPLES.replace("iris,B,x2,1,1,1\n", "")}
    [told] = faults(files, **BY_CASE)
    assert told.startswith(
        "a.csv: 'B' has 2 of 3 measurements of accuracy on 'iris', none of example x2, which only 'A' has\n"
        "    expected: a result of each algorithm on each data set and example\n"
    )
    [metric] = read(files, **BY_CASE, missing="worst-rank").metrics
    iris, _ = metric.outcomes
    assert iris is not None
    assert np.array_equal(iris.both, [[2, np.nan], [np.nan, np.nan]], equal_nan=True)
    [metric] = read(files, **BY_CASE, missing="drop-datasets").metrics
    assert metric.datasets == ("wine",)
    assert [outcomes is not None and outcomes.n for outcomes in metric.outcomes] == [1]


def test_an_example_that_is_there_twice_is_told(faults: Faults) -> None:
    [told] = faults({"a.csv": EXAMPLES + "iris,B,x2,2,0,1\n"}, **BY_CASE)
    assert told == (
        "a.csv row 10: 'B' on 'iris', example x2, was measured before, in row 6 (accuracy 0.0 here and 1.0 there)\n"
        "    expected: one measurement of each algorithm on each data set and example\n"
        "    to do: remove one of the two; the columns that nothing is read from may tell them apart: fold, seconds"
    )


def test_the_column_of_examples_must_be_there_and_filled_in(faults: Faults) -> None:
    [told] = faults({"a.csv": EXAMPLES}, columns={"example": "example"})
    assert told.startswith("a.csv row 1: there is no column 'example'\n")
    [told] = faults({"a.csv": EXAMPLES.replace("B,x2", "B,")}, **BY_CASE)
    assert told == (
        "a.csv row 6 column case: the cell is empty\n"
        "    expected: a data set and an algorithm in each row, and the test example"
    )


def test_counts_are_the_outcomes_in_pairs(read: Read) -> None:
    [metric] = of_counts(
        read, "iris,A,B,50,10,20,20", "wine,B,A,3,1,0,0", "iris,C,A,45,5,15,35", "wine,C,B,4,0,0,0"
    ).metrics
    assert (metric.name, metric.datasets, metric.algorithms) == ("accuracy", ("iris", "wine"), ("A", "B", "C"))
    assert metric.means is not None
    assert metric.means.tolist() == [[0.6, 0.7, 0.5], [0.75, 1, 1]]
    iris, wine = metric.outcomes
    assert iris is not None
    assert wine is not None
    assert (iris.n, wine.n) == (100, 4)
    assert np.array_equal(iris.both, [[60, 50, 45], [50, 70, np.nan], [45, np.nan, 50]], equal_nan=True)
    assert np.array_equal(wine.both, [[3, 3, np.nan], [3, 4, 4], [np.nan, 4, 4]], equal_nan=True)


def test_counts_of_a_study_of_errors(read: Read) -> None:
    options = {"metrics": [{"name": "error", "better": "lower"}]}
    [metric] = of_counts(read, "iris,A,B,50,10,20,20", **options).metrics
    assert metric.means is not None
    assert metric.means[0] == pytest.approx([0.4, 0.3])
    assert metric.outcomes[0] is not None
    assert metric.outcomes[0].both.tolist() == [[60, 50], [50, 70]]


def test_an_algorithm_without_counts_is_a_gap(read: Read, faults: Faults) -> None:
    rows = ("iris,A,B,50,10,20,20", "wine,A,B,3,1,0,0", "iris,C,A,45,5,15,35")
    [told] = faults(counts(*rows), layout="counts")
    assert told.startswith("c.csv: 'C' has no accuracy on 'wine'\n")
    [metric] = of_counts(read, *rows, missing="drop-algorithms").metrics
    assert metric.algorithms == ("A", "B")
    assert [outcomes is not None and outcomes.both.shape for outcomes in metric.outcomes] == [(2, 2), (2, 2)]


def test_outcomes_and_counts_of_them_are_the_same_study(read: Read) -> None:
    rng = np.random.default_rng(5)
    right = {dataset: rng.random((n, 4)) < 0.7 for dataset, n in (("iris", 40), ("wine", 25))}
    measured = [
        f"{dataset},{'ABCD'[at]},{case},{int(hit)}"
        for dataset, hits in right.items()
        for case, row in enumerate(hits)
        for at, hit in enumerate(row)
    ]
    rng.shuffle(measured)
    counted = [
        f"{dataset},{'ABCD'[i]},{'ABCD'[j]},{(a & b).sum()},{(a & ~b).sum()},{(~a & b).sum()},{(~a & ~b).sum()}"
        for dataset, hits in right.items()
        for i, j in combinations(rng.permutation(4).tolist(), 2)
        for a, b in [(hits[:, i], hits[:, j])]
    ]
    rng.shuffle(counted)
    outcomes = {"a.csv": "\n".join(["dataset,algorithm,case,accuracy", *measured])}
    [one] = read(outcomes, **BY_CASE).metrics
    [other] = of_counts(read, *counted).metrics
    assert one.means is not None
    assert other.means is not None
    for dataset, hits in right.items():
        first, second = one.datasets.index(dataset), other.datasets.index(dataset)
        for metric, at in ((one, first), (other, second)):
            order = ["ABCD".index(name) for name in metric.algorithms]
            found = metric.outcomes[at]
            assert found is not None
            assert found.n == len(hits)
            assert found.both.tolist() == (hits[:, order].T.astype(int) @ hits[:, order]).tolist()
            assert metric.means is not None
            assert metric.means[at] == pytest.approx(hits[:, order].mean(axis=0))


EACH_ONCE = "expected: each pair of a data set once"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (
            ["iris,A,B,5,1,2.5,0"],
            ["c.csv row 2 column only_b: 2.5 is not a number of cases\n    expected: a whole number from 0 to 1,"],
        ),
        (
            ["iris,A,B,5,-1,2,0", "iris,A,C,5,,2,0"],
            [
                "c.csv row 3 column only_a: the count is empty",
                "c.csv row 2 column only_a: -1 is not a number of cases",
            ],
        ),
        (
            ["iris,A,B,5,1,2,2", "iris,A,C,6,1,2,2"],
            [
                "c.csv row 3: on 'iris', the four counts add up to 11, and to 10 in c.csv row 2\n",
            ],
        ),
        (
            ["iris,A,B,5,1,2,2", "iris,C,A,5,1,3,1"],
            [
                "c.csv row 3: on 'iris', 'A' is right on 8 of 10 examples, and on 6 in c.csv row 2\n",
            ],
        ),
        (
            ["iris,A,B,5,1,2,2", "iris,B,A,5,2,1,2"],
            [f"c.csv row 3: on 'iris', the pair was told before, in c.csv row 2\n    {EACH_ONCE}"],
        ),
        (["iris,A,A,5,0,0,2"], ["c.csv row 2: 'A' is both a and b\n    expected: two different algorithms"]),
        (["iris,A,,5,0,0,2"], ["c.csv row 2 column b: the cell is empty\n    expected: a data set and two algorithms"]),
        (
            ["iris,A,B,0,0,0,0"],
            ["c.csv row 2: on 'iris', the four counts are 0\n    expected: one test example at least"],
        ),
        (
            ["iris,A,B,5,1,many,2", "iris,A,C,5,1,3,1"],
            ["c.csv row 2 column only_b: 'many' is not a finite number\n    expected: a number such as 0.95 or 1e-3"],
        ),
    ],
)
def test_counts_that_cannot_be_are_told(faults: Faults, rows: list[str], told: list[str]) -> None:
    found = faults(counts(*rows), layout="counts")
    assert len(found) >= len(told)
    for one in told:
        assert any(fault.startswith(one) for fault in found), found


def test_columns_of_counts_that_are_not_there_are_told(faults: Faults) -> None:
    [told] = faults({"c.csv": "dataset,a,b,both_right,only_a,b_only,both_wrong\niris,A,B,1,1,1,1\n"}, layout="counts")
    assert told == (
        "c.csv row 1: there is no column 'only_b'\n"
        "    expected: one of dataset, a, b, both_right, only_a, b_only, both_wrong; the nearest is 'only_a'\n"
        "    to do: with layout: counts there are the columns dataset, a, b, both_right, only_a, only_b, both_wrong"
    )
