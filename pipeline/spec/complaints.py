"""Validation errors turned into faults in our words, one for each mistake."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from types import NoneType
from typing import Any, NamedTuple, get_args

from pydantic import ValidationError

from rankpress.catalog.methods import GREATEST_LEVEL, LEAST_LEVEL
from rankpress.core.faults import LISTED, nearest, one_of, path_text
from rankpress.spec.document import Path, quoted_value, value_text
from rankpress.spec.method_sections import Named
from rankpress.spec.strict import INCOHERENT, NOT_ONE_OF, OptionsByKind, Section

_OF_NAMES = ("literal_error", NOT_ONE_OF)
_MISSPELT = 0.8  # likeness from which on a key is a slip in writing another, though it be the name of a section
_PAIR = "a pair of two algorithms: [A, B]"

# What each kind of error of pydantic expected.
_EXPECTED = {
    "string_type": "a string",
    "string_too_short": "a string of at least one character",
    "string_pattern_mismatch": "letters from a to z, 20 at most",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "greater_than": "a number greater than {gt:g}",
    "greater_than_equal": "a number of {ge:g} or more",
    "less_than_equal": "a number of {le:.10g} or less",
    "less_than": "a number less than {lt:g}",
    "too_short": "at least one item",
    "too_long": _PAIR,
}


class Complaint(NamedTuple):
    """One mistake: its path in what the user wrote, whether its key or its value is meant, and the fault's words."""

    path: Path
    at_key: bool
    message: str
    expected: str = ""
    remedy: str = ""


def complaints_of(error: ValidationError, data: Any, root: type[Section]) -> Iterator[Complaint]:
    """Yield what is wrong with a study, or with another file of its kind."""
    errors = [
        (_path_in(data, detail["loc"], root), detail)
        for detail in error.errors(include_url=False)
        # what it depends on, or each of its items, has a complaint of its own
        if not (detail["type"] == "default_factory_not_called" or (detail["type"] == "too_short" and detail["input"]))
    ]
    total, listed = Counter(kind_of(path) for path, _ in errors), Counter[str]()
    for path, detail in errors:
        kind, counted = detail["type"], kind_of(path)
        listed[counted] += 1
        if listed[counted] > LISTED:  # looking for the nearest word of each would take minutes
            if listed[counted] == LISTED + 1:
                yield Complaint(path, True, f"and {total[counted] - LISTED:,} more {counted}")
        elif kind == INCOHERENT:
            steps = [step for step in detail["loc"] if not str(step).startswith("<")]
            yield Complaint(path, len(path) < len(steps), **detail["ctx"])
        elif kind == "extra_forbidden":
            yield _unknown_key(path, root)
        elif kind == "missing":
            yield _missing(path, detail["loc"][-1], detail["input"], root)
        elif kind in _OF_NAMES and detail["loc"][-1] == "[key]":
            inside, key = path[:-1], str(path[-1])
            message = f"unknown key {quoted_value(key)} in {path_text(inside)}"
            yield Complaint(path, True, message, one_of(key, _names_in(detail)))
        elif kind in _OF_NAMES:
            yield Complaint(path, False, _is(path, detail["input"], root), one_of(detail["input"], _names_in(detail)))
        else:
            yield _wrong_kind(kind, path, detail["input"], detail.get("ctx", {}), detail["msg"], root)


def _names_in(error: Mapping[str, Any]) -> Sequence[str]:
    """Return the names one of which was expected: our own types hand them on, pydantic's have them in a text alone."""
    context = error["ctx"]
    return context["names"] if error["type"] == NOT_ONE_OF else re.findall(r"'([^']*)'", context["expected"])


def kind_of(path: Path) -> str:
    """Return what faults at a path are counted as: those of a section, or of a part of it."""
    around = tuple(takewhile(lambda step: isinstance(step, str), path[:-1]))
    return f"errors of {path_text(around[:2]) or 'the study'}"


def _path_in(data: Any, loc: tuple[str | int, ...], root: type[Section]) -> Path:
    """The part of a model's path that the user wrote: short forms leave steps out, and forms of a union add some."""
    path: list[str | int] = []
    for step in loc:
        short = isinstance(data, dict) and len(data) == 1 and issubclass(_section_at(tuple(path), root), Named)
        if short and step not in ("name", *data):
            [(name, data)] = data.items()
            path.append(name)
        inside = range(len(data)) if isinstance(data, list) else data if isinstance(data, dict) else ()
        if step in inside:
            data = data[step]
            path.append(step)
    return tuple(path)


def _unknown_key(path: Path, root: type[Section]) -> Complaint:
    around, key = path[:-1], str(path[-1])
    keys = _keys_at(around, root)
    inside = f" in {path_text(around)}" if around else ""
    expected = one_of(key, keys) if keys else f"{around[-1]} by itself, which has no options"
    remedy = _belonging(key, keys, around, root)
    if remedy and keys:
        expected = one_of(None, keys)  # with no nearest, which would be other advice
    return Complaint(path, True, f"unknown key {quoted_value(key)}{inside}", expected, remedy)


def _belonging(key: str, keys: list[str], around: Path, root: type[Section]) -> str:
    """Advice on a key that stands in the wrong section."""
    if key == "<<":
        return "write the keys out: YAML 1.2 has no merge keys"
    if among := _place(around, root).among:
        owners = [name for name in among.kinds.registry if key in among.model_of(name).fields()]
        return f"{key} is for {', '.join(owners)}" if owners else ""
    homes = _homes(key, around, root)
    if homes and nearest(key, keys, 0.6) is None:
        return f"move it: {key} is a key of {' and of '.join(homes)}"
    if key not in root.fields() or nearest(key, keys, _MISSPELT) is not None:
        return ""
    return f"move it to the top, outside of other sections: {key} is a section"


def _homes(key: str, around: Path, root: type[Section]) -> list[str]:
    """Return the sections that have a key: below the same one at the top, else where none is nested, other ones."""
    tops = _sections(root)
    if around and (top := tops.get(str(around[0]))) is not None:
        below = {str(around[0]): top} | {f"{around[0]}.{name}": part for name, part in _sections(top).items()}
        own = [path for path, section in below.items() if key in _all_keys(section)]
        if own or len(around) > 1:
            return [path for path in own if path != path_text(around)]
    return [name for name, section in tops.items() if key in _all_keys(section)]


def _all_keys(section: type[Section]) -> set[str]:
    """Return the keys of a section, those of options of any kind included."""
    kinds = section.OF_KINDS
    of_kinds = () if kinds is None else (kinds.model_of(name).fields() for name in kinds.kinds.registry)
    return {*section.fields(), *(key for keys in of_kinds for key in keys)}


def _missing(around: Path, key: str | int, value: object, root: type[Section]) -> Complaint:
    if isinstance(key, int):
        return Complaint(around, False, _is(around, value, root), _PAIR)  # only pairs have a fixed length
    inside = f" from {path_text(around)}" if around else ""
    field = _section_at(around, root).fields()[key]
    return Complaint(around, True, f"the key '{key}' is missing{inside}", f"{key}: {field.description}")


def _wrong_kind(
    kind: str, path: Path, value: object, context: Mapping[str, Any], message: str, root: type[Section]
) -> Complaint:
    if kind == "model_type":
        expected = f"a mapping with keys of {', '.join(_keys_at(path, root))}"
    else:
        expected = _EXPECTED[kind].format_map(context) if kind in _EXPECTED else message
    if context.get("ge") == LEAST_LEVEL or context.get("le") == GREATEST_LEVEL:
        expected = "a number between 0 and 1"  # no level is outside, and none that anyone needs is as near to the ends
    return Complaint(path, False, _is(path, value, root), expected, _remedy(kind, path, value, root))


def _remedy(kind: str, path: Path, value: object, root: type[Section]) -> str:
    if kind == "string_type" and isinstance(value, bool | int | float):
        return "put it in quotes"
    if kind == "tuple_type" and isinstance(value, str):
        return f"write [{value}]"
    if kind == "float_type" and isinstance(value, str):
        number = value.strip().replace(",", ".")
        return f"write {number}" if re.fullmatch(r"[-+]?[0-9]*\.?[0-9]+", number) else ""
    if kind == "model_type" and (value is False or (isinstance(value, str) and value in ("none", "None", "off", "no"))):
        return "write null" if _is_nullable(path, root) else "remove the key"
    if value is None and kind in ("model_type", "tuple_type"):
        return "remove the key, or write its value, indented, beneath it"
    return ""


def _is_nullable(path: Path, root: type[Section]) -> bool:
    """Return whether a path leads to a section that may be null."""
    field = root.fields().get(str(path[0])) if len(path) == 1 else None
    return field is not None and NoneType in get_args(field.annotation)


def _is(path: Path, value: object, root: type[Section]) -> str:
    return f"{path_text(path) or f'the {root.__name__.lower()}'} is {value_text(value)}"


class _Place(NamedTuple):
    """A section that a path leads to, and if it has options of a kind, those of all kinds."""

    section: type[Section]
    among: OptionsByKind | None = None


def _section_at(path: Path, root: type[Section]) -> type[Section]:
    """Return the section that a path leads to."""
    return _place(path, root).section


def _place(path: Path, root: type[Section]) -> _Place:
    place, kinds = _Place(root), None  # kinds: what has a section for each name that may follow
    for step in filter(lambda step: isinstance(step, str), path):
        field = place.section.fields().get(str(step))
        if kinds is not None and kinds.kinds.takes(step):
            place, kinds = _Place(kinds.model_of(str(step)), kinds), None
        elif field is not None:
            place = _Place(_section_in(field.annotation) or place.section)
            kinds = next((mark for mark in field.metadata if isinstance(mark, OptionsByKind)), place.section.OF_KINDS)
    return place


def _section_in(annotation: Any) -> type[Section] | None:
    if isinstance(annotation, type) and issubclass(annotation, Section):
        return annotation
    return next((section for part in get_args(annotation) if (section := _section_in(part))), None)


def _sections(root: type[Section]) -> dict[str, type[Section]]:
    """Return the sections below the top by name."""
    results = {name: _section_in(field.annotation) for name, field in root.fields().items()}
    return {name: section for name, section in results.items() if section is not None and name != "adjust"}


def _keys_at(path: Path, root: type[Section]) -> list[str]:
    """Return the keys of the section that a path leads to; of a method, its options."""
    section = _section_at(path, root)
    if issubclass(section, Named):
        return list(section.options_of(str(path[-1])))
    return [field.alias or name for name, field in section.fields().items()]
