"""What report.tables may say: kinds, the options that each has, and captions; faults at their line and column.

Names of rows and columns show when the scores are there: tests/pipeline/agreement/test_tables.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rankpress.catalog.kinds import TABLES
from rankpress.core.faults import FaultsFound
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study
from rankpress.spec.report_sections import TableOptions

HEAD = "scores: {files: a.csv, metrics: [{name: accuracy}, {name: loss, better: lower}]}\nreport:\n  tables:\n"


def told(tables: str, tmp_path: Path) -> list[str]:
    path = tmp_path / "study.yaml"
    path.write_text(HEAD + tables, encoding="utf-8")
    with pytest.raises(FaultsFound) as caught:
        read_study(path)
    return [str(fault).removeprefix(f"{path}:") for fault in caught.value.faults]


def test_every_kind_takes_what_is_common_to_all() -> None:
    common = {"rows": ["A", "B"], "columns": ["x"], "long": True, "landscape": True, "caption": "Mine.", "omit": False}
    study = Study.model_validate({"scores": {"files": "a.csv"}, "report": {"tables": dict.fromkeys(TABLES, common)}})
    assert [*study.report.tables] == [*TABLES]
    assert all(options.rows == ("A", "B") for options in study.report.tables.values())
    for key, value in (("transpose", True), ("metrics", "together"), ("marks", "tests")):
        for kind, keys in TABLES.items():
            section = {"scores": {"files": "a.csv"}, "report": {"tables": {kind: {key: value}}}}
            if key in keys:
                assert getattr(Study.model_validate(section).report.tables[kind], key) == value
            else:
                with pytest.raises(ValueError, match=f"is not for the table {kind}"):
                    Study.model_validate(section)


def test_defaults_are_the_tables_as_they_are_built() -> None:
    assert TableOptions().model_dump() == {
        "rows": None,
        "columns": None,
        "transpose": False,
        "landscape": False,
        "long": False,
        "caption": None,
        "metrics": "apart",
        "marks": "best",
        "omit": False,
    }


@pytest.mark.parametrize(
    ("tables", "place", "message", "expected"),
    [
        ("    scoers: {omit: true}\n", "4:5", "unknown key 'scoers' in report.tables", "the nearest is 'scores'"),
        (
            "    scores: {coloumns: [A]}\n",
            "4:14",
            "unknown key 'coloumns' in report.tables.scores",
            "the nearest is 'columns'",
        ),
        ("    scores: {rows: [A, B, A]}\n", "4:27", "the name 'A' is listed twice", "each name once"),
        ("    scores: {rows: []}\n", "4:20", "report.tables.scores.rows is an empty list", "one item at least"),
        ("    scores: {rows: A}\n", "4:20", "report.tables.scores.rows is 'A'", "a list\n    to do: write [A]"),
        ("    effects: {rows: [[A]]}\n", "4:22", "report.tables.effects.rows[0] is the list [A]", "two algorithms"),
        ("    scores: {rows: [2016]}\n", "4:21", "report.tables.scores.rows[0] is the number 2016", "put it in quotes"),
        ("    scores: {marks: test}\n", "4:21", "report.tables.scores.marks is 'test'", "the nearest is 'tests'"),
        (
            "    effects: {transpose: true}\n",
            "4:26",
            "transpose: true is not for the table effects",
            "it is for scores, ranks, average-ranks, within-omnibus",
        ),
        ("    aucc: {metrics: together}\n", "4:21", "metrics: together is not for the table aucc", "it is for scores"),
        (
            "    aucc: {caption: {acuracy: Mine}}\n",
            "4:31",
            "the caption of 'acuracy', which is not one of scores.metrics",
            "the nearest is 'accuracy'",
        ),
        (
            "    scores: {metrics: together, caption: {loss: Mine}}\n",
            "4:42",
            "a caption by metric of one table of all metrics",
            "caption: a text",
        ),
        ("    scores: {caption: 3}\n", "4:23", "report.tables.scores.caption is the number 3", "put it in quotes"),
    ],
)
def test_mistakes_are_told_at_their_place(tables: str, place: str, message: str, expected: str, tmp_path: Path) -> None:
    [fault] = told(tables, tmp_path)
    first, *rest = fault.splitlines()
    assert first == f"{place}: {message}"
    assert expected in "\n".join(rest)
