"""Records in JSON: one a line, or an array of them, or a single one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rankpress.faults import Fault
from rankpress.scores import SourceFile
from rankpress.sources.cells import typed
from rankpress.sources.findings import Findings, plain, quoted
from rankpress.sources.formats import Format
from rankpress.sources.origin import Origin, Unreadable
from rankpress.sources.sheet import HeldSheet, Sheet, find_same_names

if TYPE_CHECKING:
    from rankpress.spec.measures_section import Better

_RECORD = 'an object such as {"dataset": "iris", "accuracy": 0.95}'
LINES = frozenset({".jsonl", ".ndjson", ".jsonlines"})


class _Twice(ValueError):
    """A key stands twice in an object."""


def read_json(text: str) -> Any:
    """What a text in JSON says; keys that stand twice are refused, as readers differ about them.

    Raises
    ------
    ValueError
        It is none, says a key twice, or holds a number of thousands of digits or thousands of brackets.
    """
    try:
        return json.loads(text, object_pairs_hook=_object)
    except RecursionError as error:
        raise ValueError("too many brackets inside each other") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise _Twice(f"the key {quoted(twice)} stands twice")
    return made


def flat(record: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The values of a record by column; those of an object inside it are called `outer.inner`.

    Examples
    --------
    >>> dict(flat({"dataset": "iris", "metrics": {"accuracy": 0.9, "auc": None}, "folds": [1, 2]}))
    {'dataset': 'iris', 'metrics.accuracy': 0.9, 'metrics.auc': None, 'folds': '[1, 2]'}
    """
    for key, value in record.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}".strip(), json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value


def sheet_of(records: Iterable[tuple[int, Mapping[str, Any]]], origin: Origin) -> HeldSheet:
    """A table of records, each with its row; a key that a record lacks is an empty cell."""
    return held(records, origin.place, (origin.file,))


def held(
    records: Iterable[tuple[int, Mapping[str, Any]]],
    place: str,
    files: tuple[SourceFile, ...],
    better: Mapping[str, Better] | None = None,
) -> HeldSheet:
    """A table of records, with its place and the files that they come from; see `Sheet`."""
    rows, lists = list[int](), dict[str, list[Any]]()
    for at, (row, record) in enumerate(records):
        rows.append(row)
        for column, value in flat(record):
            cells = lists.setdefault(column, [])
            if len(cells) <= at:
                cells.extend([None] * (at - len(cells)))
                cells.append(value)
    columns = [typed(cells + [None] * (len(rows) - len(cells))) for cells in lists.values()]
    return HeldSheet(place, tuple(lists), files, better=better or {}, cells=tuple(columns), rows=rows)


def read_whole(origin: Origin) -> Any:
    """What a file that is JSON as a whole says. Raises Unreadable."""
    return _read(_text(origin), origin.place)


def read_lines_or_whole(origin: Origin) -> list[Any]:
    """What each line says where each is JSON of its own, else the whole as a list of one. Raises Unreadable."""
    text = _text(origin)
    return [record for _, record in _lines(text, origin)] if _is_lines(origin, text) else [_read(text, origin.place)]


def _recognizes(origin: Origin) -> bool:
    """Whether it begins as an object or an array does; a table in text may begin so too."""
    start = origin.beginning.removeprefix(b"\xef\xbb\xbf").lstrip()[:2]
    return start[:1] in (b"{", b"[") and b"\0" not in origin.beginning and origin.suffix not in (".csv", ".tsv")


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    text = _text(origin)
    records = _lines(text, origin) if _is_lines(origin, text) else _whole(text, origin)
    sheet = sheet_of(records, origin)
    if not sheet.header:
        raise Unreadable(Fault(origin.place, "there is no record with a value in it", _RECORD))
    find_same_names(sheet, findings)
    return [sheet]


def _text(origin: Origin) -> str:
    try:
        # utf-8-sig would count the place of an error from behind the byte order mark
        return origin.content.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = origin.content.count(b"\n", 0, error.start) + 1
        told = (
            f"byte {error.start + 1:,} of the file, 0x{origin.content[error.start]:02x} in line {line:,}, is not UTF-8"
        )
        raise Unreadable(Fault(origin.place, told, "JSON in UTF-8")) from error


def _is_lines(origin: Origin, text: str) -> bool:
    """Whether each line is a record: the suffix says so, or the first line is a whole object with more behind it."""
    if origin.suffix in LINES:
        return True
    first, _, rest = text.strip().partition("\n")
    if not first.startswith("{") or not rest.strip():
        return False
    try:
        return isinstance(read_json(first), dict)
    except ValueError:
        return False


def _lines(text: str, origin: Origin) -> Iterator[tuple[int, dict[str, Any]]]:
    # splitlines would part a line at characters that may stand in a text of JSON
    for row, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield row, _record(_read(line, f"{origin.place} row {row}"), f"{origin.place} row {row}")


def _whole(text: str, origin: Origin) -> Iterator[tuple[int, dict[str, Any]]]:
    held = _read(text, origin.place)
    records = held if isinstance(held, list) else [held]
    for row, record in enumerate(records, 1):
        yield row, _record(record, f"{origin.place} record {row}" if isinstance(held, list) else origin.place)


def _read(text: str, place: str) -> Any:
    try:
        return read_json(text)
    except json.JSONDecodeError as error:
        where = f"{error.msg.lower()} at line {error.lineno}, character {error.colno}"
        remedy = "is the file cut off?" if error.pos >= len(text.rstrip()) else ""
        raise Unreadable(Fault(place, f"this is no JSON: {where}", "whole JSON", remedy)) from error
    except ValueError as error:
        raise Unreadable(Fault(place, f"this cannot be read: {plain(str(error))}", "whole JSON")) from error


def _record(held: Any, place: str) -> dict[str, Any]:
    if not isinstance(held, dict):
        kind = {list: "a list", str: "a text", bool: "a truth value", type(None): "null"}.get(type(held), "a number")
        raise Unreadable(Fault(place, f"this is {kind}", _RECORD))
    return held


FORMAT = Format("json", "records in JSON", _recognizes, _open)
