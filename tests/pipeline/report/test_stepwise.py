"""Levels of the steps of stepwise procedures, and exhaustive sets: shown where a study asks for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rankpress.analysis import Analysis
from rankpress.spec.report_sections import TableOptions
from rankpress.topics.pairwise import pairs_table
from rankpress.topics.results import results
from rankpress.topics.stepwise import exhaustive_sets_table
from rankpress.topics.tables import build_tables

Make = Callable[..., Analysis]


def test_levels_are_shown_on_request(make_analysis: Make) -> None:
    analysis = make_analysis(8, 4, adjust=["holm", "hommel"])
    plain, asked = pairs_table(analysis), pairs_table(analysis, ["Holm level"])
    assert plain is not None
    assert asked is not None
    assert not any("level" in cell.name for cell in plain.head[0])
    place = [cell.name for cell in asked.head[0]].index("Holm level")
    assert [row[place].value for row in asked.rows] == pytest.approx([0.05 / n for n in range(6, 0, -1)])
    told = results("", 0.05, [analysis])["metrics"]["accuracy"]["comparisons"]
    assert {name for item in told for name in item["levels"]} == {"holm"}


def test_exhaustive_sets_need_the_procedure_and_few_algorithms(make_analysis: Make) -> None:
    ranks = {"pairwise": "rank-z"}
    assert exhaustive_sets_table(make_analysis(8, 4, adjust=["holm"])) is None
    assert exhaustive_sets_table(make_analysis(8, 7, test=ranks, adjust=["bergmann-hommel"])) is None
    few = make_analysis(8, 3, test=ranks, adjust=["bergmann-hommel"])
    table = exhaustive_sets_table(few)
    assert table is not None
    options = {"exhaustive-sets": TableOptions()}
    assert {item.kind for item in build_tables(few, options)} - {item.kind for item in build_tables(few)} == {*options}
    assert [row[1].value for row in table.rows] == [1, 1, 1, 3]
