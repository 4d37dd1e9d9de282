"""Writes the keys in pipeline/report/RESULTS.md from the types of results.json; a test compares them."""

import re
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Required, get_args, get_origin, get_type_hints

from pydantic.fields import FieldInfo
from typing_extensions import get_original_bases, is_typeddict

from rankpress.account.results_model import results_type

PAGE = Path(__file__).resolve().parents[2] / "pipeline/report/RESULTS.md"
BEGIN = "<!-- keys: written by tests/house/results_page.py -->\n"
_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "`true` `false`", NoneType: "null", Any: "any"}


def page(text):
    """Return the page with the keys as they are today."""
    return text.partition(BEGIN)[0] + BEGIN + "".join(map(_section, models()))


def models():
    """List the types of results.json, each followed by those of its keys."""
    listed = {}
    waiting = [results_type()]
    while waiting:
        model = waiting.pop(0)
        if model not in listed:
            listed[model] = None
            hints = (*_bases(model), *keys_of(model).values())
            waiting = [part for hint in hints for part in _models_in(hint)] + waiting
    return [*listed]


def keys_of(model):
    """Return the annotations of a type's own keys, without those of its bases."""
    inherited = {key for base in _bases(model) for key in get_type_hints(base)}
    hints = get_type_hints(model, include_extras=True)
    return {key: hint for key, hint in hints.items() if key not in inherited}


def _bases(model):
    """Return the types whose keys a type takes over, without those that only exist for a key that is a Python word."""
    return [base for base in get_original_bases(model) if is_typeddict(base) and not base.__name__.startswith("_")]


def _models_in(hint):
    yield from [hint] if is_typeddict(hint) else (model for part in get_args(hint) for model in _models_in(part))


def _section(model):
    rows = "".join(f"| `{key}` | {_values(hint)} | {_text(hint)} |\n" for key, hint in keys_of(model).items())
    further = "".join(f"\nThe keys of {_link(base)}, and:\n" for base in _bases(model))
    return f"\n## {_title(model)}\n\n{model.__doc__ or ''}\n{further}\n| key | values | what |\n|---|---|---|\n{rows}"


def _title(model):
    return re.sub(r"(?<=.)(?=[A-Z])", " ", model.__name__.removesuffix("Result")).capitalize()


def _link(model):
    return f"[{_title(model)}](#{_title(model).lower().replace(' ', '-')})"


def _text(hint):
    if get_origin(hint) is Required:
        return _text(get_args(hint)[0])
    return next((text for text in getattr(hint, "__metadata__", ()) if isinstance(text, str)), "")


def _values(hint):
    """Say what a key may have."""
    parts, origin = get_args(hint), get_origin(hint)
    if is_typeddict(hint):
        return _link(hint)
    if origin in (Annotated, Required):
        several = any(isinstance(part, FieldInfo) for part in parts) and get_origin(parts[0]) is list
        return "two of: " + _values(get_args(parts[0])[0]) if several else _values(parts[0])
    if origin is list:
        return f"a list of: {_values(parts[0])}"
    if origin is dict:
        return f"by {_text(parts[0]) or 'name'}: {_values(parts[1])}"
    if not parts:
        return _WORDS[hint]
    words = dict.fromkeys(map(_values, sorted(parts, key=lambda part: part is not NoneType)))  # a list of X or null?
    return " or ".join(word for word in words if word != "a whole number" or "a number" not in words)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
