"""The JSON Schema takes what the reader takes and refuses what it refuses, as far as a schema can say it.

Rules that join several keys, such as cost or prior, are the reader's alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rankpress.spec.document import parse_document
from rankpress.spec.model import Study
from rankpress.spec.reading import study_schema

VALIDATOR = Draft202012Validator(study_schema())


def test_schema_is_one() -> None:
    Draft202012Validator.check_schema(study_schema())
    assert study_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert study_schema()["title"] == "study.yaml of rankpress"


def test_example_studies(root: Path) -> None:
    studies = sorted((root / "example_project").rglob("study*.yaml"))
    assert studies
    for path in studies:
        data = parse_document(path.read_text(encoding="utf-8"), path.name).data
        VALIDATOR.validate(data)
        Study.model_validate(data)


@pytest.mark.parametrize(
    "sections",
    [
        {"scores": {"files": ["a.csv", "b/*.csv"]}},
        {"adjust": ["holm", {"bergmann-hommel": {"monotone": True}}]},
        {"test": {"pairwise": {"wilcoxon": {"zeros": "pratt"}}, "tuning_runs": 12}},
        {"test": {"pairwise": {"permutation": {"draws": 20_000, "seed": 7}}}},
        {"curves": {"pairs": "all"}},
        {"scores": {"files": "a.csv", "costs": ["t", "m"]}, "order": {"cost": {"t": 0.7, "m": 0.3}}},
        {"scores": {"files": "a.csv", "groups": {"text": ["a", "b"], "image": ["c", "a"]}}},
        {"scores": {"files": "a.csv", "metrics": [{"name": "test", "validation": "val"}]}},
        {"curves": {"pairs": [["A", "B"]]}},
        {"curves": {"pairs": "all", "form": "quesenberry-hurst", "average": True}},
        {"curves": None, "order": None},
        {"scores": {"files": "a.csv", "layout": "ranks", "datasets": 10}},
    ],
)
def test_short_forms(sections: dict[str, Any]) -> None:
    data = {"scores": {"files": "a.csv"}, **sections}
    VALIDATOR.validate(data)
    resolved = Study.model_validate(data).model_dump(mode="json")
    VALIDATOR.validate(resolved)


@pytest.mark.parametrize(
    "sections",
    [
        {"scores": {}},
        {"scores": {"files": []}},
        {"scores": {"files": ""}},
        {"title": 3},
        {"colour": "red"},
        {"test": {"alpha": 1}},
        {"test": {"alpha": "0.05"}},
        {"test": {"pairwise": "t-test"}},
        {"test": {"pairwise": {"sign": {"zeros": "pratt"}}}},
        {"test": {"pairwise": {"wilcoxon": {"zeros": "zsplit"}}}},
        {"test": {"pairwise": {"wilcoxon": {"draws": 5}}}},
        {"test": {"pairwise": {"permutation": {"draws": 0}}}},
        {"test": {"tuning_runs": -1}},
        {"adjust": []},
        {"adjust": ["holms"]},
        {"adjust": ["holm", "holm"]},
        {"adjust": [{"bergmann-hommel": {"monoton": True}}]},
        {"curves": {"pairs": "some"}},
        {"scores": {"files": "a.csv", "costs": ["t"]}, "order": {"cost": {"t": 0}}},
        {"scores": {"files": "a.csv", "costs": ["t"]}, "order": {"cost": {}}},
        {"scores": {"files": "a.csv", "groups": {"text": []}}},
        {"scores": {"files": "a.csv", "groups": {"text": ["a", "a"]}}},
        {"curves": {"pairs": [["A"]]}},
        {"curves": {"pairs": "all", "form": "normal"}},
        {"curves": {"pairs": "all", "average": "yes"}},
        {"curves": {"pairs": [["A", "B", "C"]]}},
        {"plot": ["cd", "cd"]},
        {"rank": {"tolerance": -1}},
    ],
)
def test_refused_by_both(sections: dict[str, Any]) -> None:
    data = {"scores": {"files": "a.csv"}, **sections}
    assert not VALIDATOR.is_valid(data)
    with pytest.raises(ValueError, match="validation error"):
        Study.model_validate(data)


def test_every_key_is_explained() -> None:
    schema = study_schema()
    sections = [schema, *schema["$defs"].values()]
    for section in sections:
        for key, said in section.get("properties", {}).items():
            meant = schema["$defs"].get(said.get("$ref", "").rpartition("/")[2], {})
            assert said.get("description") or meant.get("description"), key
