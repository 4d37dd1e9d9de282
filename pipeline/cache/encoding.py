"""Values of the stages as bytes and back, without pickle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, partial
from importlib import import_module
from types import FunctionType, MappingProxyType, MethodType
from typing import Any

import numpy as np
from pydantic import BaseModel

from rankpress.core.plugins import belongs

PACKAGE = "rankpress"
_DTYPES = frozenset({"<f8", "<i8", "<i4", "|b1"})
_PLAIN = frozenset({type(None), bool, int, float, str})  # types of most of what there is
_LENGTH = 8  # bytes that say how long the tree is


class Undecodable(ValueError):
    """Bytes that `encode` did not make, or not of the classes that there are now."""


def encode(value: object) -> bytes:
    """Return a value as bytes: the same for equal values of the same types, whatever the process."""
    body = bytearray()
    tree = json.dumps(_tree(value, body), separators=(",", ":"), check_circular=False).encode("ascii")
    return len(tree).to_bytes(_LENGTH, "little") + tree + bytes(body)


def decode(encoded: bytes | memoryview) -> Any:
    """Return the value that was encoded."""
    length = int.from_bytes(encoded[:_LENGTH], "little")
    tree, body = bytes(encoded[_LENGTH : _LENGTH + length]), memoryview(encoded)[_LENGTH + length :]
    try:
        return _value(json.loads(tree), body)
    except Exception as error:  # bytes that are not ours may fail anywhere, and all that is lost is time
        raise Undecodable(str(error)) from error


def _tree(value: Any, body: bytearray) -> Any:
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    if kind in (list, tuple):
        return [kind.__name__, *[_tree(item, body) for item in value]]
    if kind in (frozenset, set):
        return ["set", *[_tree(item, body) for item in sorted(value, key=encode)]]
    if kind is range:
        return ["range", value.start, value.stop, value.step]
    if kind is np.ndarray:
        return _array(value, body)
    if (defaults := _defaults(kind)) is not None:
        fields = {}
        for name, default in defaults:
            item = getattr(value, name)
            if item is default or (type(item) is type(default) and item == default):  # as most of a cell is
                continue
            fields[name] = item if type(item) in _PLAIN else _tree(item, body)
        return ["object", f"{kind.__module__}:{kind.__qualname__}", fields]
    if isinstance(value, np.generic):
        return ["scalar", _array(np.asarray(value), body)]
    if isinstance(value, bytes):
        body += value
        return ["bytes", len(body) - len(value), len(value)]
    if isinstance(value, dict | MappingProxyType):
        return ["dict", *([_tree(key, body), _tree(item, body)] for key, item in value.items())]
    return _object(value, body)


def _object(value: Any, body: bytearray) -> Any:
    kind = type(value)
    if isinstance(getattr(value, "__wrapped__", value), FunctionType) and _is_known(value.__module__):
        if "<" in value.__qualname__:  # its name does not identify what it encloses
            raise TypeError(f"the function {value.__qualname__} within a function cannot be kept")
        return ["function", f"{value.__module__}:{value.__qualname__}"]
    if isinstance(value, MethodType):
        return ["method", value.__name__, _tree(value.__self__, body)]
    if isinstance(value, partial):
        return ["partial", *(_tree(part, body) for part in (value.func, value.args, value.keywords))]
    if isinstance(value, BaseModel):
        return ["model", kind.__qualname__, value.model_dump(mode="json")]
    raise TypeError(f"a {kind.__module__}.{kind.__qualname__} cannot be kept")


@cache
def _defaults(kind: type[Any]) -> tuple[tuple[str, Any], ...] | None:
    """Return what the constructor of a class of ours takes, with the defaults, if it is one of data.

    A default counts where equal values are the same bytes: zeros have signs, and a tuple may hold anything.
    """
    if not _is_ours(kind.__module__) or issubclass(kind, BaseModel):
        return None
    if is_dataclass(kind):
        defaults = {field.name: field.default for field in fields(kind) if field.init}
    else:
        defaults = {name: kind._field_defaults.get(name, MISSING) for name in getattr(kind, "_fields", ())}
        if not defaults:
            return None
    return tuple(
        (name, default if default == () or type(default) in _PLAIN - {float} else MISSING)
        for name, default in defaults.items()
    )


def _array(array: np.ndarray[Any, Any], body: bytearray) -> Any:
    dtype = array.dtype.newbyteorder("<").str
    if dtype not in _DTYPES:
        raise TypeError(f"an array of {array.dtype} cannot be kept")
    content = np.ascontiguousarray(array, dtype=dtype).tobytes()
    body += content
    return ["array", dtype, list(array.shape), len(body) - len(content), len(content)]


def _value(tree: Any, body: memoryview) -> Any:
    if not isinstance(tree, list):
        return tree
    kind, *parts = tree
    return _DECODERS[kind](parts, body)


def _decoded_array(parts: list[Any], body: memoryview) -> np.ndarray[Any, Any]:
    dtype, shape, start, length = parts
    if dtype not in _DTYPES or start < 0 or start + length > len(body):
        raise Undecodable("an array that does not lie in the file")
    return np.frombuffer(body[start : start + length], dtype=dtype).reshape(shape).copy()


def _decoded_bytes(parts: list[Any], body: memoryview) -> bytes:
    start, length = parts
    if start < 0 or start + length > len(body):
        raise Undecodable("bytes that do not lie in the file")
    return bytes(body[start : start + length])


def _decoded_object(parts: list[Any], body: memoryview) -> Any:
    path, fields = parts
    module, _, name = path.partition(":")
    if not _is_ours(module):
        raise Undecodable(f"a class of {module}")
    kind: Any = import_module(module)
    for part in name.split("."):
        kind = getattr(kind, part)
    if not isinstance(kind, type) or not (is_dataclass(kind) or issubclass(kind, tuple)):
        raise Undecodable(f"{path} holds no data")
    return kind(**{name: _value(encoded, body) for name, encoded in fields.items()})


def _is_known(module: str) -> bool:
    """Return whether what a result is computed from says which code a module has."""
    return _is_ours(module) or belongs(module)


def _is_ours(module: str) -> bool:
    return (module == PACKAGE or module.startswith(f"{PACKAGE}.")) and not module.endswith("__main__")


_DECODERS: Mapping[str, Any] = {
    "list": lambda parts, body: [_value(item, body) for item in parts],
    "tuple": lambda parts, body: tuple(_value(item, body) for item in parts),
    "set": lambda parts, body: frozenset(_value(item, body) for item in parts),
    "dict": lambda parts, body: {_value(key, body): _value(item, body) for key, item in parts},
    "range": lambda parts, _: range(*parts),
    "array": _decoded_array,
    "scalar": lambda parts, body: _value(parts[0], body)[()],
    "bytes": _decoded_bytes,
    "object": _decoded_object,
}
