"""Columns that are joined, ignored, or stand for data sets: against the same scores in a plain long file."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rankpress.core.scores import Scores

Read = Callable[..., Scores]
Told = Callable[..., list[str]]

MODELS = """name,pretrained,params,iris,"wine, red"
ViT,openai,31,0.5,0.25
ViT,laion,31,0.75,1
RN50,openai,9,0,0.5
RN50,,9,1,1
"""
WIDE = {"layout": "wide", "join": {"model": ["name", "pretrained"]}, "ignore": ["name", "pretrained", "params"]}


def test_algorithms_in_rows_that_two_columns_name(read: Read) -> None:
    [scores] = read({"a.csv": MODELS}, **WIDE, columns={"algorithm": "model"}).metrics
    assert scores.algorithms == ("ViT / openai", "ViT / laion", "RN50 / openai", "RN50")
    assert scores.datasets == ("iris", "wine, red")
    assert scores.means is not None
    assert scores.means.tolist() == [[0.5, 0.75, 0, 1], [0.25, 1, 0.5, 1]]


def test_data_sets_in_rows_where_both_columns_are_named_as_before(read: Read) -> None:
    [scores] = read({"a.csv": MODELS}, **WIDE, columns={"algorithm": "x", "dataset": "model"}).metrics
    assert scores.algorithms == ("iris", "wine, red")


@pytest.mark.parametrize("options", [{"layout": "wide"}, {"layout": "ranks", "datasets": 3}])
def test_all_columns_are_ignored(options: dict[str, object], faults: Told) -> None:
    [told] = faults({"a.csv": "x,y\n1,2\n"}, ignore=["x", "y"], **options)
    assert told.startswith("scores.ignore: all 2 columns of a.csv are ignored")


def test_joined_columns_may_be_selected_and_hold_captured_ones(read: Read) -> None:
    rows = "size,radius,score\n" + "".join(f"{size},0.5,{size / 10}\n" for size in (1, 2, 3))
    options = {"join": {"dataset": ["size", "radius", "part"]}, "metrics": [{"name": "score"}]}
    where = {"dataset": {"not": "2 / 0.5 / x"}}
    files = {f"{algorithm}/x.csv": rows for algorithm in "AB"}
    [scores] = read(files, files="{algorithm}/{part}.csv", where=where, **options).metrics
    assert scores.datasets == ("1 / 0.5 / x", "3 / 0.5 / x")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"join": {"name": ["pretrained", "params"]}}, "there is a column 'name' in the file, and scores.join makes"),
        ({"join": {"model": ["name", "pretraned"]}}, "the nearest is 'pretrained'"),
        ({"ignore": ["parms"]}, "no table has a column 'parms'"),
    ],
)
def test_columns_that_are_not_there_or_there_already_are_told(
    options: dict[str, object], told: str, faults: Told
) -> None:
    given = {"columns": {"dataset": "pretrained", "algorithm": "name"}, "metrics": [{"name": "iris"}]} | options
    found = faults({"a.csv": MODELS.replace("RN50,,", "RN50,none,")}, **given)
    assert any(told in fault for fault in found)
