"""Files in long layout: what is made of them and what is told of them.

Held: the arrays of scores, folds and costs against tables small enough to read; labels of repeats and folds; columns
under other names, over several files; each check of cells, duplicates, costs and numbers of cases, word for word.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from rankpress.core.scores import Scores

Read = Callable[..., Scores]
Faults = Callable[..., list[str]]

HEAD = "dataset,algorithm,accuracy\n"
PLACEHOLDER = "is it a placeholder for a failed run? leave the cell empty; else give the scores in a larger unit"
FOLDS = """\
dataset,algorithm,repeat,fold,n_train,n_test,accuracy,error,seconds
iris,A,1,1,8,2,0.5,2,1
iris,A,1,2,9,1,0.75,4,2
iris,A,2,1,8,2,0.25,6,3
iris,A,2,2,9,1,0.5,8,6
iris,B,2,2,9,1,0.1,1,0
iris,B,2,1,8,2,0.2,2,0
iris,B,1,2,9,1,0.3,3,1
iris,B,1,1,8,2,0.4,4,1
"""


def table(*rows: str, head: str = HEAD) -> dict[str, str]:
    return {"a.csv": head + "".join(row + "\n" for row in rows)}


def test_folds_are_put_in_order(read: Read) -> None:
    scores = read(
        {"a.csv": FOLDS},
        metrics=[{"name": "accuracy"}, {"name": "error", "better": "lower"}],
        costs=["seconds", "error"],
    )
    accuracy, error = scores.metrics
    assert (accuracy.name, accuracy.better, accuracy.n_datasets) == ("accuracy", "higher", 1)
    assert (error.name, error.better, error.algorithms) == ("error", "lower", ("A", "B"))
    assert accuracy.means is not None
    assert accuracy.means.tolist() == [[0.5, 0.25]]
    [folds] = accuracy.folds
    assert folds is not None
    assert folds.repeat.tolist() == [1, 1, 2, 2]
    assert folds.fold.tolist() == [1, 2, 1, 2]
    assert folds.scores.tolist() == [[0.5, 0.4], [0.75, 0.3], [0.25, 0.2], [0.5, 0.1]]
    assert folds.n_train is not None
    assert folds.n_train.tolist() == [8, 9, 8, 9]
    assert folds.n_test is not None
    assert folds.n_test.tolist() == [2, 1, 2, 1]
    assert scores.costs["seconds"].values.tolist() == [[3.0, 0.5]]
    assert scores.costs["error"].values.tolist() == [[5.0, 2.5]]


def test_one_score_a_cell_has_no_folds(read: Read) -> None:
    [metric] = read(table("iris,A,1", "iris,B,2", "wine,B,4", "wine,A,3")).metrics
    assert metric.folds == (None, None)
    assert not metric.has_folds
    assert metric.means is not None
    assert metric.means.tolist() == [[1, 2], [3, 4]]


def test_data_sets_may_differ_in_their_folds(read: Read) -> None:
    head = "dataset,algorithm,fold,accuracy\n"
    rows = ("iris,A,1,1", "iris,B,1,2", "wine,A,1,1", "wine,A,2,3", "wine,B,1,2", "wine,B,2,2")
    [metric] = read(table(*rows, head=head)).metrics
    assert metric.folds[0] is None
    assert metric.folds[1] is not None
    assert metric.folds[1].n_train is None
    assert metric.folds[1].repeat.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("labels", "numbers"),
    [
        (["3", "1", "2"], [1, 2, 3]),
        (["0.0", "9.0", "10"], [0, 9, 10]),
        (["-1", "0", "1"], [-1, 0, 1]),
        (["fold10", "fold2", "fold1"], [1, 2, 3]),
        (["a", "1", "b"], [1, 2, 3]),
        (["12345678901", "5", "0"], [0, 5, 12345678901]),
        (["9" * 5000, "8" * 5000, "x"], [1, 2, 3]),
    ],
)
def test_labels_of_folds_are_numbers_or_numbered(read: Read, labels: list[str], numbers: list[int]) -> None:
    rows = [f"iris,{name},{label},{place}" for name in "AB" for place, label in enumerate(labels)]
    [metric] = read(table(*rows, head="dataset,algorithm,fold,accuracy\n")).metrics
    assert metric.folds[0] is not None
    assert metric.folds[0].fold.tolist() == numbers


def test_text_labels_come_in_natural_order(read: Read) -> None:
    rows = [f"iris,{name},{label},{label[4:]}" for name in "AB" for label in ("fold10", "fold9", "fold01")]
    [metric] = read(table(*rows, head="dataset,algorithm,fold,accuracy\n")).metrics
    assert metric.folds[0] is not None
    assert metric.folds[0].scores[:, 0].tolist() == [1, 9, 10]


def test_columns_may_have_other_names(read: Read) -> None:
    head = "task,framework,seed,part,big,small,score,dataset,fold\n"
    rows = [f"iris,{name},{seed},1,4,1,{seed},ignored,ignored" for name in "AB" for seed in (7, 8)]
    columns = {
        "dataset": "task",
        "algorithm": "framework",
        "repeat": "seed",
        "fold": "part",
        "n_train": "big",
        "n_test": "small",
    }
    [metric] = read(table(*rows, head=head), columns=columns, metrics=[{"name": "score"}]).metrics
    assert metric.folds[0] is not None
    assert metric.folds[0].repeat.tolist() == [7, 8]
    assert metric.folds[0].n_test is not None


def test_a_mean_does_not_hang_on_the_order_of_the_folds(read: Read) -> None:
    values = [0.1, 0.7, 0.3, 1e16, -1e16, 0.2]
    rows = [f"iris,A,{fold},{value!r}" for fold, value in enumerate(values)]
    rows += [f"iris,B,{fold},{value!r}" for fold, value in enumerate(reversed(values))]
    [metric] = read(table(*rows, head="dataset,algorithm,fold,accuracy\n")).metrics
    assert metric.means is not None
    assert metric.means[0, 0] == metric.means[0, 1] == 1.3 / 6


def test_means_of_huge_scores_are_finite(read: Read) -> None:
    rows = [f"iris,{name},{fold},1e100" for name in "AB" for fold in (1, 2, 3)]
    [metric] = read(table(*rows, head="dataset,algorithm,fold,accuracy\n")).metrics
    assert metric.means is not None
    np.testing.assert_allclose(metric.means, 1e100)


def test_fewer_cases_to_train_on_count_for_all(read: Read) -> None:
    head = "dataset,algorithm,fold,n_train,accuracy\n"
    [metric] = read(table("i,A,1,9,1", "i,A,2,9,1", "i,B,1,8,1", "i,B,2,9,1", head=head)).metrics
    assert metric.folds[0] is not None
    assert metric.folds[0].n_train is not None
    assert metric.folds[0].n_train.tolist() == [8, 9]


# What is told


def test_missing_columns_are_told_with_the_nearest(faults: Faults) -> None:
    told = faults(table("iris,A,1", head="data_set,Algorithm,acc\n"), costs=["seconds"])
    expected = "    expected: one of data_set, Algorithm, acc"
    assert told == [
        (
            "a.csv row 1: there is no column 'dataset'\n"
            f"{expected}; the nearest is 'data_set'\n"
            "    to do: write columns: {dataset: NAME} under scores, with the name that the column has in the file,"
            " or write layout: wide if each algorithm has a column"
        ),
        (
            "a.csv row 1: there is no column 'algorithm'\n"
            f"{expected}; the nearest is 'Algorithm'\n"
            "    to do: write columns: {algorithm: NAME} under scores, with the name that the column has in the file,"
            " or write layout: wide if each algorithm has a column"
        ),
        (
            "a.csv row 1: there is no column 'accuracy'\n"
            f"{expected}; the nearest is 'acc'\n"
            "    to do: name a column of the file in scores.metrics,"
            " or write layout: wide if each algorithm has a column"
        ),
        (
            "a.csv row 1: there is no column 'seconds'\n"
            f"{expected}\n"
            "    to do: name a column of the file in scores.costs, or write layout: wide if each algorithm has a column"
        ),
    ]


def test_optional_columns_that_were_named_must_be_there(faults: Faults) -> None:
    assert faults(table("iris,A,1", "iris,B,1"), columns={"fold": "split"}) == [
        (
            "a.csv row 1: there is no column 'split'\n"
            "    expected: one of dataset, algorithm, accuracy\n"
            "    to do: write columns: {fold: NAME} under scores, with the name that the column has in the file"
        )
    ]


def test_optional_columns_must_be_in_all_files_or_in_none(faults: Faults) -> None:
    files = {"a.csv": "dataset,algorithm,fold,accuracy\niris,A,1,1\n", "b.csv": HEAD + "iris,B,1\n"}
    assert faults(files) == [
        ("b.csv row 1: there is no column 'fold', which a.csv has\n    expected: the column in all files, or in none")
    ]


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("x", "'x' is not a finite number\n    expected: a number such as 0.95 or 1e-3"),
        (
            '"0,95"',
            (
                "'0,95' is not a finite number\n"
                "    expected: a number such as 0.95 or 1e-3\n"
                "    to do: write a decimal point, and nothing between the thousands"
            ),
        ),
        (
            '"1,014.45"',
            (
                "'1,014.45' is not a finite number\n"
                "    expected: a number such as 0.95 or 1e-3\n"
                "    to do: write a decimal point, and nothing between the thousands"
            ),
        ),
        (
            "83.1 ± 3",
            (
                "'83.1 ± 3' is not a finite number\n"
                "    expected: a number such as 0.95 or 1e-3\n"
                "    to do: write one number a cell: the score itself, or its mean without what stands beside it"
            ),
        ),
        (
            "95%",
            (
                "'95%' is not a finite number\n"
                "    expected: a number such as 0.95 or 1e-3\n"
                "    to do: write the number without a percent sign, in all cells"
            ),
        ),
        ("1_000", "'1_000' is not a finite number\n    expected: a number such as 0.95 or 1e-3"),
        ("٣", "'٣' is not a finite number\n    expected: a number such as 0.95 or 1e-3"),
        ("0x10", "'0x10' is not a finite number\n    expected: a number such as 0.95 or 1e-3"),
        *(
            (cell, f"'{cell}' is too large\n    expected: a number from -1e+100 to 1e+100\n    to do: {PLACEHOLDER}")
            for cell in ("1e999", "-1e999", "1e308", "-1.0000001e100")
        ),
        *(
            (
                cell,
                (
                    f"'{cell}' is not a finite number\n"
                    "    expected: a number such as 0.95 or 1e-3\n"
                    f"    to do: leave the cell empty where there is no result, or write na: [{cell}] under scores;"
                    " scores.missing says what is done about it"
                ),
            )
            for cell in ("failed", "Timeout", "missing")
        ),
        *(
            (
                cell,
                (
                    f"'{cell}' is not a finite number\n"
                    "    expected: a number such as 0.95 or 1e-3\n"
                    "    to do: leave the cell empty where there is no result,"
                    " or write a large number where that is meant"
                ),
            )
            for cell in ("inf", "-inf", "Infinity", "∞")
        ),
    ],
)
def test_what_is_no_number_is_told(faults: Faults, cell: str, message: str) -> None:
    assert faults(table("iris,A,0.5", f"iris,B,{cell}")) == [f"a.csv row 3 column accuracy: {message}"]


@pytest.mark.parametrize("cell", ["1", "+1", "-1", "1.", ".5", "1e-3", "1E+3", "0", "-0", "1e-999", "007"])
def test_numbers_are_read_as_written(read: Read, cell: str) -> None:
    [metric] = read(table(f"iris,A,{cell}", "iris,B,0")).metrics
    assert metric.means is not None
    assert metric.means[0, 0] == float(cell)


def test_a_column_without_numbers_is_told_once(faults: Faults) -> None:
    assert faults(table("iris,A,high", "iris,B,low", "wine,A,low", "wine,B,")) == [
        (
            "a.csv column accuracy: none of the 3 cells is a number; they hold high, low\n"
            "    expected: a number in each cell"
        )
    ]


def test_empty_names_are_told(faults: Faults) -> None:
    assert faults(
        table("iris,A,1,1", " ,A,1,2", "iris,,1,3", "iris,B,,4", head="dataset,algorithm,fold,accuracy\n")
    ) == [
        (
            "a.csv row 3 column dataset: the cell is empty\n"
            "    expected: a data set and an algorithm in each row, and a repeat and a fold where they have columns"
        ),
        "a.csv row 4 column algorithm: the cell is empty",
        "a.csv row 5 column fold: the cell is empty",
    ]


def test_duplicates_name_both_rows(faults: Faults) -> None:
    files = {"a.csv": HEAD + "iris,A,1\niris,B,2\niris,A,0.30000000000000004\n", "b.csv": HEAD + "iris,B,2\niris,A,\n"}
    assert faults(files) == [
        (
            "a.csv row 4: 'A' on 'iris' was measured before, in row 2"
            " (accuracy 0.30000000000000004 here and 1.0 there)\n"
            "    expected: one measurement of each algorithm on each data set\n"
            "    to do: remove one of the two"
        ),
        "b.csv row 2: 'B' on 'iris' was measured before, in a.csv row 3 (with the same values)",
        "b.csv row 3: 'A' on 'iris' was measured before, in a.csv row 2 (accuracy empty here and 1.0 there)",
    ]


def test_duplicates_without_folds_ask_for_the_column(faults: Faults) -> None:
    rows = [f"iris,{name},{seed},{seed}" for name in "AB" for seed in (1, 2)]
    assert faults(table(*rows, head="dataset,algorithm,seed,accuracy\n"))[0] == (
        "a.csv row 3: 'A' on 'iris' was measured before, in row 2 (accuracy 2.0 here and 1.0 there)\n"
        "    expected: one measurement of each algorithm on each data set\n"
        "    to do: remove one of the two, or if they are folds or repeats, name the column that tells them apart as"
        " scores.columns.fold or scores.columns.repeat; columns that nothing is read from: seed"
    )


def test_duplicates_name_repeat_and_fold(faults: Faults) -> None:
    head = "dataset,algorithm,repeat,fold,accuracy,metric\n"
    rows = [f"iris,{name},r{repeat},{fold},1,f1" for name in "AB" for repeat in (1, 2) for fold in (1, 2)]
    assert faults(table(*rows, "iris,B,r2,1.0,1,f1", head=head)) == [
        (
            "a.csv row 10: 'B' on 'iris', repeat r2 fold 1, was measured before, in row 8 (with the same values)\n"
            "    expected: one measurement of each algorithm on each data set, repeat and fold\n"
            "    to do: remove one of the two; the columns that nothing is read from may tell them apart: metric"
        )
    ]


def test_one_algorithm_is_told(faults: Faults) -> None:
    assert faults(table("iris,A,1", "wine,A,1")) == [
        (
            "scores.files: the files hold one algorithm, 'A'\n"
            "    expected: two algorithms at least\n"
            "    to do: name the files of all algorithms, and the column that tells them apart as"
            " scores.columns.algorithm"
        )
    ]


def test_empty_costs_are_told(faults: Faults) -> None:
    head = "dataset,algorithm,accuracy,seconds\n"
    assert faults(table("iris,A,1,", "iris,B,1,2", head=head), costs=["seconds"]) == [
        (
            "a.csv row 2 column seconds: the cost of 'A' on 'iris' is empty\n"
            "    expected: a number in each row that has a score\n"
            "    to do: fill it in, or leave the column out of scores.costs"
        )
    ]


def test_costs_of_what_is_dropped_may_be_empty(read: Read) -> None:
    head = "dataset,algorithm,accuracy,seconds\n"
    rows = ("iris,A,1,1", "iris,B,1,2", "wine,A,,", "wine,B,2,")
    scores = read(table(*rows, head=head), costs=["seconds"], missing="drop-datasets")
    assert scores.costs["seconds"].values.tolist()[0] == [1, 2]
    assert np.isnan(scores.costs["seconds"].values[1]).all()


def test_costs_of_what_is_ranked_last_may_be_empty(read: Read) -> None:
    head = "dataset,algorithm,accuracy,seconds\n"
    rows = ("iris,A,1,1", "iris,B,1,2", "wine,A,,", "wine,B,2,3")
    scores = read(table(*rows, head=head), costs=["seconds"], missing="worst-rank")
    np.testing.assert_array_equal(scores.costs["seconds"].values, [[1, 2], [np.nan, 3]])


@pytest.mark.parametrize("wrong", ["0", "-1", "9.5", "1e13"])
def test_numbers_of_cases_are_checked(faults: Faults, wrong: str) -> None:
    head = "dataset,algorithm,fold,n_train,n_test,accuracy\n"
    rows = (f"iris,A,1,{wrong},2,1", f"iris,A,2,9,{wrong},1", "iris,B,1,8,2,1", "iris,B,2,8,2,1")
    told = faults(table(*rows, head=head))
    assert [fault.partition(":")[0] for fault in told] == ["a.csv row 2 column n_train", "a.csv row 3 column n_test"]


def test_numbers_of_cases_are_not_left_empty(faults: Faults) -> None:
    head = "dataset,algorithm,fold,n_train,n_test,accuracy\n"
    rows = ("iris,A,1,9,2,1", "iris,A,2,9,1,1", "iris,B,1,8,2,1", "iris,B,2,,2,1")
    assert faults(table(*rows, head=head)) == [
        (
            "a.csv row 5 column n_train: the number of cases is empty\n"
            "    expected: a number in each row that has a score\n"
            "    to do: fill it in, or leave the column out of the files"
        ),
        (
            "a.csv row 5 column n_test: 2 cases were tested on, but 1 in a.csv row 3, the same fold\n"
            "    expected: the same cases in a fold of a data set, whatever the algorithm\n"
            "    to do: split the data alike for all algorithms: their scores are compared fold by fold"
        ),
    ]
