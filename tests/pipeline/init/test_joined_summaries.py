"""Reports with rows of classes and rows that sum these up: which of them are compared is asked."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.init.table import Column

CLASSES = ("class_a", "class_b", "class_c")


def doubts_of(rows, column):
    """The open doubts of reports of four algorithms on five data sets, each with some rows."""
    lines = [f"dataset,algorithm,{column},precision,recall"]
    for d in range(5):
        for a, algorithm in enumerate(("Zephyr", "Kestrel", "Osprey", "Heron")):
            for r, row in enumerate(rows):
                score = 0.9 - 0.05 * a - 0.013 * r - 0.02 * d + 0.007 * ((a * r + d) % 3)
                lines.append(f"d{d},{algorithm},{row},{'' if row == 'accuracy' else f'{score:.4f}'},{score + 0.01:.4f}")
    Path("reports.csv").write_text("\n".join(lines) + "\n")
    guess = guess_study(read_table("reports.csv"), "reports.csv")
    return [doubt for doubt in guess.doubts if "sum up others" in doubt.text]


@pytest.mark.few
@pytest.mark.parametrize("column", ["class", "row", ""])
@pytest.mark.parametrize("sums", [("macro avg",), ("accuracy", "macro avg", "weighted avg"), ("overall",)])
def test_rows_that_sum_up_others_are_asked_about(column, sums):
    [doubt] = doubts_of((*CLASSES, *sums), column)
    assert doubt.is_open
    chosen = [json.loads(way.value.removeprefix("scores.where=")) for way in doubt.ways]
    assert chosen == [*({column: [name]} for name in sums), {column: {"not": [*sums]}}]
    assert [way.further for way in doubt.ways if "accuracy" in way.meaning] in ([], [(("metric", "recall"),)])


@pytest.mark.parametrize("column", ["class", "row", ""])
def test_rows_of_classes_alone_sum_up_nothing(column):
    assert not doubts_of(CLASSES, column)


def test_a_name_of_a_quantity_sums_up_nothing():
    """Families of algorithms may be called as costs and errors are."""
    assert not doubts_of(("distance", "interval", "feature"), "group")


def test_long_files_of_which_the_first_scores_alone_are_held():
    rows = (*CLASSES, "macro avg")
    [doubt] = doubts_of(rows, "row")
    table = read_table("reports.csv")
    beginning = {
        name: (Column(name, c.labels, c.codes[:40]) if c.is_numeric else c) for name, c in table.columns.items()
    }
    guess = guess_study(replace(table, columns=beginning), "reports.csv")
    assert [each.ways for each in guess.doubts if "sum up others" in each.text] == [doubt.ways]
