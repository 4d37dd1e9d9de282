"""The JSON Schema of study.yaml, by which editors complete keys, explain them and mark what is wrong."""

from __future__ import annotations

import json
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from rankpress.spec.model import Study

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _Untitled(GenerateJsonSchema):
    """Leaves out the titles that pydantic makes of keys: an editor would show them above each description."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def study_schema() -> dict[str, Any]:
    """The schema as JSON Schema, draft 2020-12."""
    schema = Study.model_json_schema(schema_generator=_Untitled)
    return {"$schema": DIALECT, **schema, "title": "study.yaml of rankpress"}


def schema_text() -> str:
    """The schema as the text of a file."""
    return json.dumps(study_schema(), indent=2, ensure_ascii=False) + "\n"
