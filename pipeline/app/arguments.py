"""What a caller gives to a function of the Python interface, compared with the types that its signature allows."""

from __future__ import annotations

import builtins
import numbers
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import signature
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rankpress.core.faults import Fault, FaultsFound
from rankpress.spec.document import value_text

_KINDS: dict[object, tuple[type, str]] = {
    str: (str, "a text"),
    int: (numbers.Integral, "a whole number"),
    float: (numbers.Real, "a number"),
    bool: (bool, "True or False"),
}


def refuse_wrong_types(function: Callable[..., Any], arguments: Mapping[str, Any]) -> None:
    """Refuse values of types that the signature of a function does not allow, all at once.

    Which words a string may be is checked where it is read.
    """
    faults = []
    for name, hint in _hints(function).items():
        if name in arguments and not _allows(hint, arguments[name]):
            allowed = " or ".join(dict.fromkeys(_words(hint)))
            faults.append(Fault(f"{function.__name__}", f"{name} is {value_text(arguments[name])}", allowed))
    if faults:
        raise FaultsFound(faults)


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of the parameters that have names of their own; those known to type checkers alone allow all."""
    parameters = [name for name, each in signature(function).parameters.items() if each.kind is not each.VAR_KEYWORD]
    words = re.findall(r"\w+", " ".join(map(str, function.__annotations__.values())))
    hints = get_type_hints(function, {**dict.fromkeys(words, Any), **vars(builtins), **_globals(function)})
    return {name: hints[name] for name in parameters if name in hints}


def _globals(function: Callable[..., Any]) -> dict[str, Any]:
    names: dict[str, Any] = getattr(function, "__globals__", {})
    return names


def _allows(hint: Any, value: object) -> bool:
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        return any(_allows(part, value) for part in parts)
    if kind is Any:
        return True
    if kind is Literal:
        return isinstance(value, str)
    if kind in _KINDS:
        return isinstance(value, _KINDS[kind][0]) and isinstance(value, bool) is (kind is bool)
    if kind is Mapping:
        return isinstance(value, Mapping) and all(
            _allows(parts[0], key) and _allows(parts[1], each) for key, each in value.items()
        )
    if kind is Sequence:
        return _is_list(value) and all(_allows(parts[0], each) for each in value)  # type: ignore[attr-defined]
    return isinstance(value, kind)


def _is_list(value: object) -> bool:
    """Return whether a value is a list, a tuple, or an array or column with one dimension."""
    if isinstance(value, Sequence):
        return not isinstance(value, str | bytes)
    return getattr(value, "ndim", None) == 1 and hasattr(value, "__iter__")


def _words(hint: Any) -> Iterator[str]:
    """Yield what a type allows; None, which stands for the default, is not advice."""
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        for part in parts:
            yield from _words(part)
    elif kind is Literal:
        yield from map(repr, parts)
    elif kind in _KINDS:
        yield _KINDS[kind][1]
    elif kind is Mapping:
        yield f"a mapping such as {{{': '.join(map(_example, parts))}}}"
    elif kind is Sequence:
        yield "a list"
    elif kind is os.PathLike:
        yield "a path"
    elif kind is not NoneType:
        yield f"a {kind.__name__}"


def _example(hint: Any) -> str:
    """Return an example of a value of a type, as Python writes it.

    >>> _example(str | int), _example(Literal["higher", "lower"]), _example(float)
    ("'...'", "'higher'", '...')
    """
    parts = get_args(hint)
    if get_origin(hint) is Literal:
        return repr(parts[0])
    return "'...'" if str in (hint, *parts) else "..."
