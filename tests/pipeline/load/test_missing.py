"""Missing results: each policy, on a table in which every kind of gap occurs.

Held: what each policy keeps, drops and ranks last, a metric at a time; that a cell with some of its folds is missing
as a whole; what is told under `error`, word for word; what is told where too little is left.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from rankpress.core.scores import Gap, Scores

Read = Callable[..., Scores]
Faults = Callable[..., list[str]]

HEAD = "dataset,algorithm,fold,accuracy,error\n"
# On iris all is there. On wine C lacks fold 2 and its error everywhere; on zoo there is no row of B.
ROWS = """\
iris,A,1,1,9
iris,A,2,3,7
iris,B,1,2,8
iris,B,2,4,6
iris,C,1,3,7
iris,C,2,5,5
wine,A,1,1,9
wine,A,2,1,9
wine,B,1,2,8
wine,B,2,2,8
wine,C,1,3,
wine,C,2,,
zoo,A,1,1,9
zoo,A,2,1,9
zoo,C,1,2,8
zoo,C,2,2,8
"""
FILES = {"a.csv": HEAD + ROWS}
METRICS = [{"name": "accuracy"}, {"name": "error", "better": "lower"}]
WINE, ZOO = Gap("wine", "C", 1, 2), Gap("zoo", "B", 0, 2)


def test_data_sets_are_dropped(read: Read) -> None:
    [metric] = read(FILES, missing="drop-datasets").metrics
    assert (metric.datasets, metric.algorithms, metric.n_datasets) == (("iris",), ("A", "B", "C"), 1)
    np.testing.assert_array_equal(metric.means, [[2, 3, 4]])
    assert metric.missing.policy == "drop-datasets"
    assert metric.missing.gaps == (WINE, ZOO)
    assert metric.missing.dropped_datasets == ("wine", "zoo")
    assert not metric.missing.dropped_algorithms
    assert not metric.missing.worst_ranked


def test_algorithms_are_dropped(read: Read, faults: Faults) -> None:
    rows = "".join(line + "\n" for line in ROWS.splitlines() if not line.startswith("wine,C"))
    files = {"a.csv": HEAD + rows.replace("wine,A", "wine,C")}
    assert faults(files, missing="drop-algorithms") == [
        (
            "scores.missing: missing: drop-algorithms leaves 3 of 3 data sets and 1 of 3 algorithms in accuracy\n"
            "    expected: a data set and two algorithms at least\n"
            "    to do: set it to drop-datasets (keeps 1 of 3 data sets) or"
            " worst-rank (keeps 3 of 3 data sets and all algorithms) or"
            " incomplete-blocks (keeps 3 of 3 data sets and 3 of 3 algorithms, gaps and all)"
        )
    ]
    [metric] = read({"a.csv": HEAD + ROWS + "zoo,B,1,5,5\nzoo,B,2,5,5\n"}, missing="drop-algorithms").metrics
    assert metric.datasets == ("iris", "wine", "zoo")
    assert metric.algorithms == ("A", "B")
    assert metric.missing.gaps == (WINE,)
    assert metric.missing.dropped_algorithms == ("C",)
    assert metric.folds[1] is not None
    assert metric.folds[1].scores.tolist() == [[1, 2], [1, 2]]


def test_missing_results_are_ranked_last(read: Read) -> None:
    [metric] = read(FILES, missing="worst-rank").metrics
    assert metric.datasets == ("iris", "wine", "zoo")
    np.testing.assert_array_equal(metric.means, [[2, 3, 4], [1, 2, np.nan], [1, np.nan, 2]])
    assert metric.folds[1] is not None
    np.testing.assert_array_equal(metric.folds[1].scores, [[1, 2, np.nan], [1, 2, np.nan]])
    assert metric.missing.gaps == metric.missing.worst_ranked == (WINE, ZOO)
    assert metric.missing.dropped_datasets == metric.missing.dropped_algorithms == ()


def test_a_data_set_without_any_result_is_dropped_where_gaps_are_ranked_last(read: Read) -> None:
    rows = "dry,A,1,,\ndry,B,1,,\ndry,C,1,,\n"
    [metric] = read({"a.csv": HEAD + rows + ROWS}, missing="worst-rank").metrics
    assert metric.datasets == ("iris", "wine", "zoo")
    assert metric.missing.dropped_datasets == ("dry",)
    assert len(metric.missing.gaps) == 5
    assert metric.missing.worst_ranked == (WINE, ZOO)


def test_metrics_are_looked_at_one_at_a_time(read: Read) -> None:
    files = {"a.csv": HEAD + ROWS.replace("wine,C,2,,", "wine,C,2,3,")}
    accuracy, error = read(files, metrics=METRICS, missing="drop-datasets").metrics
    assert accuracy.datasets == ("iris", "wine")
    assert error.datasets == ("iris",)
    assert error.missing.gaps == (Gap("wine", "C", 0, 2), ZOO)


def test_gaps_are_left_open_in_incomplete_blocks(read: Read) -> None:
    [metric] = read(FILES, missing="incomplete-blocks").metrics
    assert metric.datasets == ("iris", "wine", "zoo")
    assert metric.algorithms == ("A", "B", "C")
    np.testing.assert_array_equal(metric.means, [[2, 3, 4], [1, 2, np.nan], [1, np.nan, 2]])
    assert metric.missing.gaps == metric.missing.left_open == (WINE, ZOO)
    assert metric.missing.worst_ranked == metric.missing.dropped_datasets == metric.missing.dropped_algorithms == ()


def test_what_can_be_compared_with_nothing_is_dropped_from_incomplete_blocks(read: Read) -> None:
    # D is on the data set `lone` only, where no other algorithm has a result
    rows = "lone,D,1,1,1\ndry,A,1,,\n"
    [metric] = read({"a.csv": HEAD + rows + ROWS}, missing="incomplete-blocks").metrics
    assert metric.datasets == ("iris", "wine", "zoo")
    assert set(metric.algorithms) == {"A", "B", "C"}
    assert metric.missing.dropped_datasets == ("lone", "dry")
    assert metric.missing.dropped_algorithms == ("D",)
    assert set(metric.missing.left_open) == {WINE, ZOO}


@pytest.mark.parametrize("policy", ["drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks"])
def test_the_pattern_is_that_of_the_files_under_every_policy(read: Read, policy: str) -> None:
    rows = ROWS + "yeast,A,1,1,1\nyeast,B,1,2,2\nyeast,C,1,3,3\n"
    rows = rows.replace("wine,C,2,,", "wine,C,2,3,") if policy == "drop-algorithms" else rows
    coverage = read({"a.csv": HEAD + rows}, missing=policy).metrics[0].missing.coverage
    assert coverage is not None
    assert coverage.datasets == ("iris", "wine", "zoo", "yeast")
    assert coverage.algorithms == ("A", "B", "C")
    gap = [True, True, policy == "drop-algorithms"]
    assert coverage.present.tolist() == [[True] * 3, gap, [True, False, True], [True] * 3]


@pytest.mark.parametrize("policy", ["error", "drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks"])
def test_nothing_happens_where_nothing_is_missing(read: Read, policy: str) -> None:
    files = {"a.csv": HEAD + "".join(line + "\n" for line in ROWS.splitlines() if line.startswith("iris"))}
    [metric] = read(files, missing=policy).metrics
    assert metric.missing.policy == policy
    assert metric.missing.gaps == metric.missing.worst_ranked == metric.missing.left_open == ()
    assert metric.missing.dropped_datasets == metric.missing.dropped_algorithms == ()
    assert metric.means is not None
    assert metric.means.tolist() == [[2, 3, 4]]


def test_gaps_are_told_with_their_place(faults: Faults) -> None:
    assert faults(FILES) == [
        (
            "a.csv row 13 column accuracy: 'C' has 1 of 2 measurements of accuracy on 'wine', none of fold 2\n"
            "    expected: a result of each algorithm on each data set and fold\n"
            "    to do: add what is missing, or set scores.missing to drop-datasets (keeps 1 of 3 data sets) or"
            " drop-algorithms (keeps 1 of 3 algorithms) or worst-rank (keeps 3 of 3 data sets and all algorithms) or"
            " incomplete-blocks (keeps 3 of 3 data sets and 3 of 3 algorithms, gaps and all)"
        ),
        "a.csv: 'B' has 0 of 2 measurements of accuracy on 'zoo'",
    ]


def test_a_gap_of_several_metrics_is_told_once_for_those_alike(faults: Faults) -> None:
    told = [fault.splitlines()[0] for fault in faults(FILES, metrics=METRICS)]
    assert told == [
        "a.csv row 13 column accuracy: 'C' has 1 of 2 measurements of accuracy on 'wine', none of fold 2",
        "a.csv row 12 column error: 'C' has 0 of 2 measurements of error on 'wine'",
        "a.csv: 'B' has 0 of 2 measurements of accuracy, error on 'zoo'",
    ]


def test_folds_that_one_algorithm_alone_has_are_told_as_such(faults: Faults) -> None:
    head = "dataset,algorithm,repeat,fold,accuracy\n"
    rows = [f"iris,{name},{repeat},{fold},1" for name in "ABC" for repeat in (1, 2) for fold in ("x", "y")]
    files = {"a.csv": head + "\n".join([*rows, "iris,B,3,x,1", "iris,B,3,y,1"])}
    assert [fault.splitlines()[0] for fault in faults(files)] == [
        (
            "a.csv: 'A' has 4 of 6 measurements of accuracy on 'iris', none of repeat 3 fold x, repeat 3 fold y,"
            " which only 'B' has"
        ),
        (
            "a.csv: 'C' has 4 of 6 measurements of accuracy on 'iris', none of repeat 3 fold x, repeat 3 fold y,"
            " which only 'B' has"
        ),
    ]


def test_names_that_are_nearly_the_same_are_told_with_the_gaps(faults: Faults) -> None:
    content = "dataset,algorithm,accuracy\nIris,A,1\nIRIS,B,2\nIris,k  NN,1\nIris,K nn,2\n"
    told = faults({"a.csv": content})
    assert len(told) == 6
    assert told[4:] == [
        (
            "scores: 'Iris' and 'IRIS' are two data sets, since they are not written alike\n"
            "    to do: write them alike if they are one"
        ),
        "scores: 'k  NN' and 'K nn' are two algorithms, since they are not written alike",
    ]


def test_many_gaps_are_counted(faults: Faults) -> None:
    content = "dataset,algorithm,accuracy\n" + "".join(f"d{i},A,1\nd{i},B,\n" for i in range(1, 301))
    told = faults({"a.csv": content})
    assert len(told) == 51
    assert told[0].startswith("a.csv row 3 column accuracy: 'B' has no accuracy on 'd1'\n    expected: ")
    assert told[1] == "a.csv row 5 column accuracy: 'B' has no accuracy on 'd2'"
    assert told[50] == "scores: and 250 more missing results"


def test_gaps_are_not_told_where_a_file_could_not_be_read(faults: Faults) -> None:
    head = "dataset,algorithm,accuracy\n"
    assert [fault.splitlines()[0] for fault in faults({"a.csv": head + "iris,A,1\nwine,B,1\n", "b.csv": ""})] == [
        "b.csv: the file is empty"
    ]


def test_cells_at_fault_are_not_told_as_missing_too(faults: Faults) -> None:
    content = "dataset,algorithm,accuracy\niris,A,inf\niris,B,1\nwine,A,1\n"
    assert [fault.splitlines()[0] for fault in faults({"a.csv": content})] == [
        "a.csv row 2 column accuracy: 'inf' is not a finite number",
        "a.csv: 'B' has no accuracy on 'wine'",
    ]
