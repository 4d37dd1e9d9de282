"""The defaults that the contract fixes, those that depend on other keys, and the study as resolved."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from rankpress.spec.model import AdjustMethod, OrderOptions, Study

EVERYTHING: dict[str, Any] = {
    "title": "Tree pruning on fourteen data sets",
    "scores": {
        "files": "runs/*.csv",
        "layout": "long",
        "columns": {"dataset": "task"},
        "metrics": [{"name": "accuracy", "better": "higher"}, {"name": "error", "better": "lower"}],
        "costs": ["fit_seconds", "model_bytes"],
        "missing": "worst-rank",
    },
    "rank": {"ties": "max", "tolerance": 1e-9},
    "test": {"alpha": 0.1, "omnibus": ["friedman"], "within": "5x2cv-f"},
    "adjust": ["holm", {"bergmann-hommel": {"monotone": True}}],
    "order": {"prior": ["A", "B"], "adjust": "shaffer", "within_adjust": "bonferroni"},
    "curves": {"pairs": [["A", "B"], ["B", "C"]]},
    "plot": ["cd"],
    "report": {"formats": ["html"], "templates": "mine"},
}


def study(**sections: Any) -> Study:
    return Study.model_validate({"scores": {"files": ["a.csv"]}, **sections})


def names(methods: tuple[AdjustMethod, ...]) -> list[str]:
    return [method.name for method in methods]


def test_defaults() -> None:
    assert study().model_dump(mode="json") == {
        "title": "Comparison of algorithms",
        "scores": {
            "files": ["a.csv"],
            "layout": "long",
            "columns": {
                "dataset": "dataset",
                "algorithm": "algorithm",
                "repeat": "repeat",
                "fold": "fold",
                "n_train": "n_train",
                "n_test": "n_test",
            },
            "metrics": [{"name": "score", "better": "higher"}],
            "costs": [],
            "missing": "error",
            "datasets": None,
        },
        "rank": {"ties": "average", "tolerance": 0.0},
        "test": {
            "alpha": 0.05,
            "omnibus": ["friedman", "iman-davenport"],
            "pairwise": "rank-z",
            "control": None,
            "within": "corrected-t",
        },
        "adjust": ["nemenyi", "holm", "shaffer"],
        "order": None,
        "curves": None,
        "plot": ["cd", "curves", "order"],
        "report": {"formats": ["latex", "html", "pdf"], "templates": None},
    }


@pytest.mark.parametrize(
    ("test", "adjust"),
    [
        ({}, ["nemenyi", "holm", "shaffer"]),
        ({"pairwise": "wilcoxon"}, ["holm", "shaffer"]),
        ({"control": "A"}, ["bonferroni-dunn", "holm", "hochberg"]),
        ({"control": "A", "pairwise": "sign"}, ["holm", "hochberg"]),
    ],
)
def test_adjustments_follow_the_tests(test: dict[str, Any], adjust: list[str]) -> None:
    assert names(study(test=test).adjust) == adjust


def test_order_follows_the_first_cost() -> None:
    scores = {"files": "a.csv", "costs": ["seconds", "bytes"]}
    assert study(scores=scores, test={"within": "5x2cv-f"}).order == OrderOptions(cost="seconds", within="5x2cv-f")
    assert study(scores=scores, order=None).order is None


def test_test_within_an_order_is_that_of_the_study_unless_it_has_its_own() -> None:
    asked = study(test={"within": "5x2cv-f"}, order={"prior": ["A", "B"]})
    assert asked.order == OrderOptions(prior=("A", "B"), within="5x2cv-f")
    own = study(test={"within": "5x2cv-f"}, order={"prior": ["A", "B"], "within": "none"})
    assert own.order == OrderOptions(prior=("A", "B"), within="none")


@pytest.mark.parametrize("data", [{"scores": {"files": ["a.csv"]}}, EVERYTHING])
def test_study_as_resolved_is_read_back(data: dict[str, Any]) -> None:
    read = Study.model_validate(data)
    resolved = read.model_dump(mode="json")
    assert Study.model_validate(resolved) == read
    assert Study.model_validate(resolved).model_dump(mode="json") == resolved


def test_monotone_keeps_its_short_form() -> None:
    assert Study.model_validate(EVERYTHING).model_dump(mode="json")["adjust"] == EVERYTHING["adjust"]


def test_study_does_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        study().title = "another"


def test_whole_numbers_are_numbers() -> None:
    assert study(rank={"tolerance": 1}).rank.tolerance == 1.0
