"""JSON with a line for each value, quickly: the standard library indents in Python, without its encoder in C."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from json import JSONEncoder
from typing import Any

_PLAIN = frozenset({str, int, float, bool, type(None)})  # what holds no other value


def indented_json(value: object, depth: int = 0) -> str:
    r"""Plain data as JSON, indented by a space a level.

    Parameters
    ----------
    value : object
        Of dicts with text for keys, lists, tuples, texts, numbers, truth and None.
    depth : int
        The level that it stands at.

    Returns
    -------
    str
        The very text of ``json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)``.

    Raises
    ------
    ValueError
        Where a number is not finite.

    Examples
    --------
    >>> indented_json({"p": [0.5, None]})
    '{\n "p": [\n  0.5,\n  null\n ]\n}'
    """
    if not value or not isinstance(value, dict | list | tuple):
        return _encoder(depth)(value)
    separator, end = _line(depth + 1), _line(depth)[1:]
    if isinstance(value, dict):
        pieces, around = _of_mapping(value, depth + 1), "{}"
    else:
        pieces, around = _of_sequence(value, depth + 1), "[]"
    return f"{around[0]}{separator[1:]}{separator.join(pieces)}{end}{around[1]}"


def _of_mapping(value: Mapping[str, Any], depth: int) -> Iterator[str]:
    """The entries; those beside each other that hold no others are written at once."""
    encode = _encoder(depth)
    for is_plain, items in groupby(value.items(), key=lambda item: type(item[1]) in _PLAIN):
        if is_plain:
            yield encode(dict(items))[1:-1]
        else:
            yield from (f"{encode(key)}: {indented_json(held, depth)}" for key, held in items)


def _of_sequence(value: Sequence[Any], depth: int) -> Iterator[str]:
    for rank, items in groupby(value, key=_rank):
        if rank is None:
            yield from (indented_json(held, depth) for held in items)
        elif rank == 0:
            yield _encoder(depth)(list(items))[1:-1]
        else:
            yield _of_records(list(items), depth)


def _rank(value: object) -> int | None:
    """0 of what holds nothing, 1 of a mapping to such, None of all else."""
    if type(value) in _PLAIN:
        return 0
    return 1 if type(value) is dict and value and _PLAIN.issuperset(map(type, value.values())) else None


def _of_records(records: list[dict[str, Any]], depth: int) -> str:
    """Mappings that hold no others, written at once and then parted: no text holds a line break as such."""
    within, between = _line(depth + 1), _line(depth)
    written = _encoder(depth + 1)(records)[2:-2].replace(f"}}{within}{{", f"{between[1:]}}}{between}{{{within[1:]}")
    return f"{{{within[1:]}{written}{between[1:]}}}"


def _line(depth: int) -> str:
    return f",\n{' ' * depth}"


@cache
def _encoder(depth: int) -> Callable[[Any], str]:
    """Writes in C, what is beside each other on lines of its own at that level."""
    separators = (_line(depth), ": ")
    return JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False, separators=separators).encode
