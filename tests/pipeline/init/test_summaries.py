"""Rows at the end of a table that are computed of the others, whatever these are: none of them is compared."""

from pathlib import Path

import pytest

from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

ROWS = [f"d{number},0.8{number},0.7{9 - number},0.8{number % 3}" for number in range(1, 10)]


def rows_of(first, *names):
    """How many rows are left of nine scored ones and one of each name, and the doubts on these."""
    numbers = [f"{name},0.8{at},0.75,0.8" for at, name in enumerate(names)]
    Path("accuracy.csv").write_text("\n".join([f"{first},SVM,RF,kNN", *ROWS, *numbers]) + "\n")
    table = read_table("accuracy.csv")
    guess = guess_study(table, "accuracy.csv", metric="")
    return table.rows, [doubt for doubt in (*table.doubts, *guess.doubts) if doubt.is_open]


STATISTICS = [
    ("mean",),
    ("mean", "std"),
    ("Mean", "Std. dev.", "SEM"),
    ("mean", "CI lower", "CI upper"),
    ("average", "95% CI low", "95% CI high"),
    ("Q1", "median", "Q3"),
    ("median", "IQR"),
    ("mean", "p25", "p75"),
    ("min", "max"),
    ("mean", "failures (<0.8)"),
    ("mean", "variance", "range"),
    ("count", "mean", "std", "min", "25%", "50%", "75%", "max"),
    ("fold 1 mean", "fold 2 mean"),
]


@pytest.mark.parametrize("names", STATISTICS, ids="-".join)
@pytest.mark.parametrize("first", ["dataset", "Case"])
def test_statistics_below_the_others_are_not_read(first, names):
    assert rows_of(first, *names) == (9, [])


@pytest.mark.parametrize("names", [("CIFAR-10 (1%)", "CIFAR-10 (10%)"), ("1%", "10%"), ("fold 8", "fold 9"), ("max",)])
@pytest.mark.parametrize("first", ["dataset", "Case"])
def test_data_sets_that_are_called_by_numbers_are_read(first, names):
    assert rows_of(first, *names) == (9 + len(names), [])


@pytest.mark.parametrize("label", ["+/-/=", "+ / - / ~", "+/\u2212/\u2248", "W/T/L"])
def test_counts_of_a_test_below_joined_names_are_not_read(label):
    rows = [f"{name},{m},0.{m}{n},0.{m + 1}{n}" for n, name in enumerate(("d1", "d2", "d3"), 3) for m in (3, 5)]
    Path("accuracy.csv").write_text("\n".join(["Problem,M,RF,kNN", *rows, f"{label},,3/2/1,"]) + "\n")
    assert label not in read_table("accuracy.csv").columns["Problem"].labels


def rows_in_groups(*groups, headings=()):
    """The names of data sets left of nine scored ones in groups, below each of which its names have a row each."""
    lines, left = ["dataset,SVM,RF,kNN"], list(ROWS)
    for number, (size, *names) in enumerate(groups):
        lines += [f"{heading},,," for heading in headings[number : number + 1]]
        lines += [left.pop(0) for _ in range(size)] + [f"{name},.8,.7,.{number}" for name in names]
    Path("accuracy.csv").write_text("\n".join([*lines, *left]) + "\n")
    table = read_table("accuracy.csv")
    return list(table.columns["dataset"].labels), [doubt.value for doubt in table.doubts]


@pytest.mark.parametrize(
    "names", [("Average",), ("Mean", "Avg. rank"), ("Overall",), ("Average", "W/T/L")], ids="-".join
)
@pytest.mark.parametrize("headings", [(), ("Small data sets", "Large data sets")], ids=["alone", "headed"])
def test_sums_below_each_group_are_not_read_whatever_their_numbers(names, headings):
    labels, doubts = rows_in_groups((4, *names), (5, *names), headings=headings)
    assert labels == [row.split(",")[0] for row in ROWS]
    assert {*doubts} >= {*names, *headings}
    assert len(rows_in_groups((3, *names), (3, *names), (3, *names))[0]) == 9


def test_a_name_that_recurs_is_no_sum_of_groups_by_its_place_alone():
    assert "d9b" in rows_in_groups((4, "d9b"), (5, "d9b"))[0]
    assert "Average" in rows_in_groups((1, "Average"), (1, "Average"))[0]
