"""Files in wide layout: what is made of them and what is told of them.

Held: which column has the names; files put together by the names of rows and columns; empty cells; descriptions of
data sets among the algorithms; duplicates, word for word.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from rankpress.core.scores import Gap, Scores

Read = Callable[..., Scores]
Faults = Callable[..., list[str]]

WIDE = "dataset,A,B\niris,0.9,0.8\nwine,0.7,0.6\n"


@pytest.mark.parametrize(
    ("content", "columns"),
    [
        (WIDE, {}),
        (WIDE.replace("dataset", ""), {}),
        (WIDE.replace("dataset", "name"), {}),
        (WIDE.replace("dataset", "name"), {"dataset": "name"}),
        ("A,dataset,B\n0.9,iris,0.8\n0.7,wine,0.6\n", {}),
        ("A,B,name\n0.9,0.8,iris\n0.7,0.6,wine\n", {"dataset": "name"}),
    ],
)
def test_names_stand_in_the_column_that_is_named_or_the_first(
    read: Read, content: str, columns: dict[str, str]
) -> None:
    scores = read({"a.csv": content}, layout="wide", columns=columns)
    [metric] = scores.metrics
    assert (metric.datasets, metric.algorithms) == (("iris", "wine"), ("A", "B"))
    assert metric.means is not None
    assert metric.means.tolist() == [[0.9, 0.8], [0.7, 0.6]]
    assert metric.folds == (None, None)
    assert (scores.sources[0].rows, scores.costs) == (2, {})


def test_files_are_put_together_by_names(read: Read) -> None:
    files = {
        "a.csv": "dataset,A,B\niris,1,2\nwine,3,4\n",
        "b.csv": "dataset,B,A\nzoo,6,5\n",
        "c.csv": "dataset,C\nzoo,9\niris,7\nwine,8\n",
    }
    [metric] = read(files, layout="wide").metrics
    assert (metric.datasets, metric.algorithms) == (("iris", "wine", "zoo"), ("A", "B", "C"))
    assert metric.means is not None
    assert metric.means.tolist() == [[1, 2, 7], [3, 4, 8], [5, 6, 9]]


def test_empty_cells_are_missing(read: Read) -> None:
    content = "dataset,A,B\niris,1,\nwine,,\nzoo,2,3\n"
    [metric] = read({"a.csv": content}, layout="wide", missing="worst-rank").metrics
    assert metric.datasets == ("iris", "zoo")
    np.testing.assert_array_equal(metric.means, [[1, np.nan], [2, 3]])
    assert metric.missing.gaps == (Gap("iris", "B", 0, 1), Gap("wine", "A", 0, 1), Gap("wine", "B", 0, 1))
    assert metric.missing.dropped_datasets == ("wine",)
    assert metric.missing.worst_ranked == (Gap("iris", "B", 0, 1),)


def test_an_algorithm_without_any_result_is_known(faults: Faults) -> None:
    assert faults({"a.csv": "dataset,A,B,C\niris,1,2,\n"}, layout="wide") == [
        (
            "scores: 'C' has no accuracy on 'iris'\n"
            "    expected: a result of each algorithm on each data set and fold\n"
            "    to do: add what is missing, or set scores.missing to drop-datasets (keeps 0 of 1 data sets) or"
            " drop-algorithms (keeps 2 of 3 algorithms) or worst-rank (keeps 1 of 1 data sets and all algorithms) or"
            " incomplete-blocks (keeps 1 of 1 data sets and 2 of 3 algorithms, gaps and all)"
        )
    ]


def test_descriptions_of_data_sets_are_told(faults: Faults) -> None:
    content = "dataset,A,domain,B\niris,1,plants,2\nwine,x,food,4\n"
    assert faults({"a.csv": content}, layout="wide") == [
        "a.csv row 3 column A: 'x' is not a finite number\n    expected: a number such as 0.95 or 1e-3",
        (
            "a.csv column domain: none of the 2 cells is a number; they hold plants, food\n"
            "    expected: a number in each cell\n"
            "    to do: name it in scores.ignore if it describes the rows: each column but that of their names is taken"
            " for scores"
        ),
    ]


def test_columns_and_rows_without_a_name_are_told(faults: Faults) -> None:
    assert faults({"a.csv": "dataset,A,,B\niris,1,2,3\n,4,5,6\n"}, layout="wide") == [
        (
            "a.csv row 1 column 3: the column has no name\n"
            "    expected: the name of an algorithm over each column but that of the data sets"
        ),
        "a.csv row 3 column dataset: the cell is empty\n    expected: the name of a data set",
    ]


def test_a_column_of_names_that_is_not_there_is_told(faults: Faults) -> None:
    assert faults({"a.csv": WIDE}, layout="wide", columns={"dataset": "data"}) == [
        (
            "a.csv row 1: there is no column 'data'\n"
            "    expected: one of dataset, A, B; the nearest is 'dataset'\n"
            "    to do: name the column of the names as scores.columns.dataset, or leave that out to take the first"
        )
    ]


def test_a_data_set_that_stands_there_twice_is_told_once(faults: Faults) -> None:
    files = {"a.csv": "dataset,A,B\niris,1,2\nwine,3,4\niris,5,6\n", "b.csv": "dataset,B,C\nwine,4,9\n"}
    assert faults(files, layout="wide")[:2] == [
        (
            "a.csv row 4: 2 algorithms on 'iris' were measured before, in row 2\n"
            "    expected: one measurement of each algorithm on each data set\n"
            "    to do: remove one of the two"
        ),
        "b.csv row 2: 'B' on 'wine' was measured before, in a.csv row 3 (with the same values)",
    ]


def test_a_table_with_the_names_alone_is_told(faults: Faults) -> None:
    assert faults({"a.csv": "dataset\niris\n"}, layout="wide")[0].startswith(
        "scores.files: the files hold no algorithm\n"
    )
