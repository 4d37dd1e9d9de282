"""Files in each layout: what is made of them, and what each policy for missing results keeps.

What is told of files at fault is in tests/pipeline/faults."""

import numpy as np
import pytest

HEAD = "dataset,algorithm,accuracy\n"


def table(*rows, head=HEAD):
    return {"a.csv": head + "".join(row + "\n" for row in rows)}


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
def test_labels_of_folds_are_numbers_or_numbered(read, labels, numbers):
    rows = [f"iris,{name},{label},{place}" for name in "AB" for place, label in enumerate(labels)]
    [metric] = read(table(*rows, head="dataset,algorithm,fold,accuracy\n")).metrics
    assert metric.folds[0].fold.tolist() == numbers


def test_a_mean_does_not_hang_on_the_order_of_the_folds(read):
    values = [0.1, 0.7, 0.3, 1e16, -1e16, 0.2]
    rows = [f"iris,A,{fold},{value!r}" for fold, value in enumerate(values)]
    rows += [f"iris,B,{fold},{value!r}" for fold, value in enumerate(reversed(values))]
    [metric] = read(table(*rows, head="dataset,algorithm,fold,accuracy\n")).metrics
    assert metric.means[0, 0] == metric.means[0, 1] == 1.3 / 6


def test_means_of_huge_scores_are_finite(read):
    rows = [f"iris,{name},{fold},1e100" for name in "AB" for fold in (1, 2, 3)]
    [metric] = read(table(*rows, head="dataset,algorithm,fold,accuracy\n")).metrics
    assert metric.means is not None
    np.testing.assert_allclose(metric.means, 1e100)


# What is told
@pytest.mark.parametrize("cell", ["1", "+1", "-1", "1.", ".5", "1e-3", "1E+3", "0", "-0", "1e-999", "007"])
def test_numbers_are_read_as_written(read, cell):
    [metric] = read(table(f"iris,A,{cell}", "iris,B,0")).metrics
    assert metric.means[0, 0] == float(cell)


@pytest.mark.parametrize("wrong", ["0", "-1", "9.5", "1e13"])
def test_numbers_of_cases_are_checked(faults, wrong):
    head = "dataset,algorithm,fold,n_train,n_test,accuracy\n"
    rows = (f"iris,A,1,{wrong},2,1", f"iris,A,2,9,{wrong},1", "iris,B,1,8,2,1", "iris,B,2,8,2,1")
    told = faults(table(*rows, head=head))
    assert [fault.partition(":")[0] for fault in told] == ["a.csv row 2 column n_train", "a.csv row 3 column n_test"]


def test_ranks_without_decimals_have_a_sum_that_tests_take(faults):
    """Half a unit for each of two whole ranks would let 9 pass for 10, which Friedman's test does not take."""
    [told] = faults({"a.csv": "A,B,C,D\n1.5,1,2.5,4\n"}, layout="ranks", datasets=12)
    assert "the average ranks add up to 9" in told
