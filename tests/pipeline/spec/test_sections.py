"""Sections of a spec as they are read: labels and tables."""

from __future__ import annotations

import pytest

from rankpress.catalog.kinds import TABLES
from rankpress.core.labels import Label
from rankpress.core.text import plain
from rankpress.spec.model import Study


def names(**labels: object) -> dict[str, object]:
    return dict(Study.model_validate({"scores": {"files": "a.csv"}, "labels": labels}).labels.names)


def test_a_text_is_a_label_without_more() -> None:
    found = names(algorithms={"nb": "naive Bayes", "c45": {"label": "C4.5", "short": "C4"}})["algorithms"]
    assert found == {"nb": Label("naive Bayes", "naive Bayes"), "c45": Label("C4.5", "C4")}


def test_by_default_nothing_has_a_label() -> None:
    assert names() == {"algorithms": {}, "datasets": {}, "metrics": {}, "costs": {}}


def test_a_dollar_is_a_dollar_unless_mathematics_is_asked_for() -> None:
    written = r"$\alpha$ of $5"
    assert names(costs={"price": written})["costs"] == {"price": Label(written, written)}
    [label] = names(costs={"price": {"label": r"$\alpha$ of", "short": r"$\beta$", "math": True}})["costs"].values()
    assert tuple(map(plain, label)) == ("α of", "β")


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
