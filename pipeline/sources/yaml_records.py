"""Results in YAML: the same records as in JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

import yaml

from rankpress.core.faults import Fault, Findings
from rankpress.sources.cells import Sheet
from rankpress.sources.files import Origin, Unreadable
from rankpress.sources.formats import Format
from rankpress.sources.json_records import sheet_of_records
from rankpress.wording.strings import quoted, without_controls

_SUFFIXES = frozenset({".yaml", ".yml"})
# A study says where scores are; results are the scores.
_OF_STUDY = re.compile(r"^scores:[^\n]*(?:\n[ #][^\n]*|\n)*?\n? +(?:files|database|layout) *:", re.MULTILINE)
_RECORD = "a mapping such as `{dataset: iris, accuracy: 0.95}`, or a list of them"


class _Twice(ValueError):
    """A key is duplicated in a mapping."""


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads plain values, and refuses keys that stand twice, as readers differ about them."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        if twice := next((key for at, key in enumerate(keys) if key in keys[:at]), None):
            raise _Twice(f"the key {quoted(twice)} is duplicated")
        mapping: dict[Any, Any] = super().construct_mapping(node, deep)
        return mapping


def _recognizes(origin: Origin) -> bool:
    return not origin.is_folder and origin.suffix in _SUFFIXES and _OF_STUDY.search(origin.text) is None


def _open(origin: Origin, findings: Findings) -> Sequence[Sheet]:
    documents = yaml_documents(origin)
    return [sheet_of_records(documents[0] if len(documents) == 1 else documents, origin)]


def yaml_documents(origin: Origin) -> list[Any]:
    """Return what each document of a file holds. Raises Unreadable."""
    try:
        return list(map(_plain, yaml.load_all(_without_aliases(origin.text), _Loader)))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        message = f"this is no YAML that can be read: {without_controls(' '.join(str(error).split()))[:200]}"
        raise Unreadable(Fault(origin.place, message, _RECORD)) from error


def _without_aliases(text: str) -> str:
    if "*" in text and any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, _Loader)):
        raise ValueError("aliases may stand for more than fits memory")
    return text


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: keys and dates are texts."""
    if isinstance(value, dict):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [*map(_plain, value)]
    return value if value is None or isinstance(value, str | bool | int | float) else _text(value)


def _text(value: Any) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


YAML_FORMAT = Format("yaml", "results in YAML", _recognizes, _open)
