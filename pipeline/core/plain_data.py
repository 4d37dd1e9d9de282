"""Results as plain data: lists, mappings, strings and numbers, as JSON has them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from rankpress.core.scores import FloatArray
from rankpress.wording.text import Text, plain

Json = dict[str, Any]


def picked(source: object, names: str) -> Json:
    """Return some attributes of an object under their own names, in the order given."""
    return {name: getattr(source, name) for name in names.split()}


def stated(**values: object) -> Json:
    """Return what there is something to say of, such as a reason."""
    return {name: value for name, value in values.items() if value}


def by_name(names: Sequence[str], values: FloatArray | None) -> Json | None:
    """Return values under the names that they belong to."""
    return None if values is None else dict(zip(names, values.tolist(), strict=True))


def plain_data(value: Any) -> Any:
    """Return lists for arrays, strings for texts, mappings for dataclasses, and None for what is not finite."""
    # of the very types first, of which results have millions: instance checks take longer than all else
    kind = type(value)
    if kind is float:
        return value if math.isfinite(value) else None
    if kind is str or kind is int or value is None:
        return value
    if kind is dict:
        return {name: plain_data(member) for name, member in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Text):
        return plain(value)
    if isinstance(value, Mapping):
        return {name: plain_data(member) for name, member in value.items()}
    if is_dataclass(value):
        return {member.name: plain_data(getattr(value, member.name)) for member in fields(value)}
    return [plain_data(member) for member in value]


def whole(value: float) -> float | int:
    """Return a number, as an integer where it is one."""
    return int(value) if float(value).is_integer() else float(value)
