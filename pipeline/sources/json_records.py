"""Records in JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, repeat
from typing import TYPE_CHECKING, Any

from rankpress.catalog.metrics import better_of, is_cost, way_of
from rankpress.core.faults import Fault, Findings
from rankpress.core.scores import SourceFile
from rankpress.sources.cells import HeldSheet, Sheet, typed
from rankpress.sources.files import Origin, Unreadable, too_large
from rankpress.sources.formats import Format
from rankpress.spec.scores_section import LimitOptions
from rankpress.wording.strings import quoted, without_controls

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better


_RECORD = 'an object such as {"dataset": "iris", "accuracy": 0.95}'
MOST_INSIDE = 8  # records of an array inside a record that have columns of their own
LINES = frozenset({".jsonl", ".ndjson", ".jsonlines"})


class _Twice(ValueError):
    """A key is duplicated in an object."""


def read_json(text: str) -> Any:
    """Return what a text in JSON says; keys that stand twice are refused, as readers differ about them."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except RecursionError as error:
        raise ValueError("too many brackets inside each other") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    created = dict(pairs)
    if len(created) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise _Twice(f"the key {quoted(twice)} is duplicated")
    return created


def _are_objects(values: Iterable[Any]) -> bool:
    return all(isinstance(value, dict) for value in values)


def flat(record: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values of a record by column; those of an object inside it are called `outer.inner`.

    Those of a record in a list are called by its names, which hold in whatever order a run lists them; by its place
    where it has none.

    >>> dict(flat({"task": "x", "scores": {"test": [{"ndcg": 0.5}]}}))
    {'task': 'x', 'scores.test.0.ndcg': 0.5}
    >>> dict(flat({"ndcg": 0.5, "parts": [{"name": "b", "ndcg": 0.25}, {"name": "a", "ndcg": 0.75}]}))
    {'ndcg': 0.5, 'parts.b.name': 'b', 'parts.b.ndcg': 0.25, 'parts.a.name': 'a', 'parts.a.ndcg': 0.75}
    """
    for key, value in record.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        elif isinstance(value, list) and len(value) <= MOST_INSIDE and value and _are_objects(value):
            for name, inner in zip(_names_of(value), value, strict=True):
                yield from flat(inner, f"{prefix}{key}.{name}.")
        else:
            yield f"{prefix}{key}".strip(), json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value


def _names_of(entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what each record of a list is called: all of its names, numbered where two records have the same."""
    names = [".".join(_own_names(entry).values()) for entry in entries]
    times, before = Counter(names), Counter[str]()
    for name in names:
        yield name if name and times[name] == 1 else ".".join(filter(None, (name, str(before[name]))))
        before[name] += 1


def _own_names(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return what names a record, by its keys in one order: texts, and numbers of folds, seeds and steps."""
    counted = _ROW_NAMES | {"seed", "run", "repeat", "trial", "id", "index"}
    return {
        key: str(entry[key]).strip()
        for key in sorted(entry)
        if isinstance(entry[key], str) or (isinstance(entry[key], int) and key.casefold() in counted)
    }


def tabulate(
    records: Iterable[tuple[int, Mapping[str, Any]]],
    place: str,
    files: tuple[SourceFile, ...],
    better: Mapping[str, Better] | None = None,
    reason: str = "",
    max_cells: float = LimitOptions.unchecked().cells,
) -> HeldSheet:
    """Return records, each with its row, as a table; a key that a record lacks is an empty cell. Raises Unreadable."""
    rows, lists = list[int](), dict[str, list[Any]]()
    for index, (row, record) in enumerate(records):
        rows.append(row)
        if len(rows) * len(lists) > max_cells:  # records with a key of their own each make a column each
            raise Unreadable(too_large(place, "the table of the records and of all their keys has", "cells", max_cells))
        for column, value in flat(record):
            cells = lists.setdefault(column, [])
            if len(cells) <= index:
                cells.extend([None] * (index - len(cells)))
                cells.append(value)
    columns = [typed(cells + [None] * (len(rows) - len(cells))) for cells in lists.values()]
    return HeldSheet(place, tuple(lists), files, better=better or {}, reason=reason, cells=tuple(columns), rows=rows)


def _records_recognizes(origin: Origin) -> bool:
    """Return whether its text parses as JSON, or is called so and begins as JSON does."""
    start = origin.beginning.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start not in (b"{", b"[") or b"\0" in origin.beginning:
        return False
    return origin.suffix in LINES | {".json"} or _parses(origin.text)


def _parses(text: str) -> bool:
    """Return whether a text, or its first line, is JSON."""
    for part in (text.strip().partition("\n")[0], text):
        try:
            if isinstance(read_json(part), dict | list) and (part is text or part.startswith("{")):
                return True
        except _Twice:
            return True
        except ValueError:
            continue
    return False


def _records_open(origin: Origin, findings: Findings) -> list[Sheet]:
    if is_lines(origin):
        records = records_of_lines(origin)
    else:
        records = _records_of(parsed(origin.text, origin.place), origin.place)
    return [_sheet_of(records, origin)]


def sheet_of_records(whole: Any, origin: Origin) -> HeldSheet:
    """Return the table of the records in what a file holds: in a list, in an object, by name. Raises Unreadable."""
    return _sheet_of(_records_of(whole, origin.place), origin)


def _records_of(whole: Any, place: str) -> Iterator[tuple[int, dict[str, Any]]]:
    places = (f"{place} record {row}" for row in count(1)) if isinstance(whole, list) else [place]
    yield from enumerate(map(_checked, list(_records_in(whole)), chain(places, repeat(place))), 1)


def _sheet_of(records: Iterable[tuple[int, dict[str, Any]]], origin: Origin) -> HeldSheet:
    sheet = tabulate(_with_entries(records), origin.place, (origin.file,), max_cells=origin.limit.cells)
    if not sheet.header:
        raise Unreadable(Fault(origin.place, "there is no record with a value in it", _RECORD))
    return sheet


def _with_entries(records: Iterable[tuple[int, dict[str, Any]]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield a record for each entry of the one list of named entries that a record has, and for each fold of lists."""
    for row, record in records:
        if points := _points_of(record):
            yield from ((row, point) for point in points)
            continue
        if entries := _sole_entries(record):
            yield from ((row, each) for each in _of_entries(record, entries))
            continue
        arrays = [key for key, value in record.items() if _is_array_of_records(value) and all(map(_has_name, value))]
        others = {key: value for key, value in record.items() if key not in arrays}
        if len(arrays) == 1 and not _has_score(others):
            yield from ((row, {**others, **entry}) for entry in record[arrays[0]])
        elif scored := _scored_entries(record):
            yield from ((row, each) for each in scored)
        else:
            yield from ((row, each) for each in _folds_of(record))


def _scored_entries(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a record for each entry of lists of entries with names and scores, which the record has none of itself.

    Such as `{"task": "x", "seconds": 9.5, "scores": {"test": [{"language": "en", "f1": 0.5}]}}`: what is next to the
    lists holds for each entry. The column `split` has the key of its list where lists are called train or test.
    """
    lists = dict(_lists_in(record))
    scored = {path: value for path, value in lists.items() if _are_scored(value)}
    others = _without(record, scored.keys())
    kinds = {frozenset(_own_names(entry)) for entries in scored.values() for entry in entries}
    if len(kinds) != 1 or any(map(_is_score, dict(flat(others)))):
        return []
    are_splits = all(path[-1].casefold() in _SPLITS for path in scored)
    key = "split" if are_splits else "key1" if len(scored) > 1 else ""
    return [
        {**others, **({key: path[-1]} if key else {}), **entry} for path, entries in scored.items() for entry in entries
    ]


def _lists_in(record: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """Yield the lists of records in a record and in the objects inside it, with the keys that lead there."""
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _lists_in(value, (*above, key))
        elif isinstance(value, list) and value and _are_objects(value):
            yield (*above, key), value


def _are_scored(entries: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether each record of a list has a name and a score, and no two the same names."""
    names = [tuple(_own_names(entry).values()) for entry in entries]
    scores = ([key for key, value in flat(entry) if _is_number(value) and _is_score(key)] for entry in entries)
    return all(names) and len({*names}) == len(names) and all(scores)


def _is_score(column: str) -> bool:
    return bool(better_of(column)) and not is_cost(column)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _without(record: Mapping[str, Any], paths: Collection[tuple[str, ...]]) -> dict[str, Any]:
    """Return a record without what these keys lead to."""
    kept = {key: value for key, value in record.items() if (key,) not in paths}
    return {
        key: _without(value, {path[1:] for path in paths if path[0] == key and path[1:]})
        if isinstance(value, dict)
        else value
        for key, value in kept.items()
    }


def _points_of(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a record for each point of a series, as charts have them: a list of names, and numbers for each."""
    lists = {key: value for key, value in record.items() if isinstance(value, list)}
    kinds = Counter(map(_kind_of, lists.values()))
    lengths = {len(value) for value in lists.values()}
    if len(lengths) != 1 or max(lengths) < _FEWEST_POINTS or kinds["texts"] != 1 or not kinds["numbers"]:
        return []
    others = {key: value for key, value in record.items() if key not in lists}
    if kinds.total() > kinds["texts"] + kinds["numbers"] or _has_score(others):
        return []
    return [{**record, **{key: value[at] for key, value in lists.items()}} for at in range(lengths.pop())]


_FEWEST_POINTS = 2


def _has_name(entry: Mapping[str, Any]) -> bool:
    return any(isinstance(value, str) for value in entry.values()) and _has_number(entry)


def _folds_of(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a record for each fold where all lists of numbers of a record are equally long; else the record."""
    lists = {key: value for key, value in record.items() if isinstance(value, list)}
    lengths = {len(value) for value in lists.values()}
    is_folded = len(lengths) == 1 and max(lengths) > 1 and all(map(_is_of_numbers, lists.values()))
    if not is_folded or not _ROW_NAMES.isdisjoint(map(str.casefold, record)) or not any(map(way_of, lists)):
        yield record
        return
    for fold in range(lengths.pop()):
        yield {**record, "fold": fold + 1, **{key: value[fold] for key, value in lists.items()}}


def _is_of_numbers(values: list[Any]) -> bool:
    return all(value is None or (isinstance(value, int | float) and not isinstance(value, bool)) for value in values)


# What says already which of several scores a record has, or that its lists are curves.
_ROW_NAMES = frozenset("fold folds epoch epochs step steps iteration iterations budget".split())

_SPLITS = frozenset("train training test testing val valid validation dev eval".split())
# Parts of one record, which are no records of their own.
_PARTS = _SPLITS | {"metrics", "scores", "params", "config"}


def _records_in(whole: Any) -> Iterator[Any]:
    """Yield the records of a JSON text: those of an array, of objects by name, of the one array of an object, or it."""
    if not isinstance(whole, dict):
        yield from whole if isinstance(whole, list) else [whole]
        return
    if (frame := _frame_of(whole)) is not None or (frame := _matrix_of(whole)) is not None:
        yield from frame
        return
    arrays = {key: value for key, value in whole.items() if _is_array_of_records(value)}
    others = {key: value for key, value in whole.items() if key not in arrays}
    if not arrays and (records := _within(whole)):
        yield from records
    elif _are_entries(whole):
        for name, entry in whole.items():
            yield from _named_records({"key1": name}, entry)
    elif arrays.keys() == whole.keys() and len(whole) > 1:
        for name, array in arrays.items():
            yield from ({"key1": name, **record} for record in array)
    elif len(arrays) == 1 and not _has_score(others):
        [array] = arrays.values()
        yield from ({**others, **record} for record in array)
    elif len(arrays) == 1 and (records := _within(whole)):
        yield from records
    elif (entries := _sole_entries(whole)) is not None:
        yield from _of_entries(whole, entries)
    else:
        yield whole


_FEWEST_WITHIN = 4  # records of a table: two algorithms on two data sets


def _tables_within(whole: Any, around: Mapping[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """Yield each list of records anywhere inside a value that is a table, with the names and counts around it.

    Two of their keys have names that differ, as of data sets and algorithms, and one numbers: the values of a chart
    next to its settings. A chart may have a series of points for each name instead.
    """
    if isinstance(whole, list):
        are_records = len(whole) > 1 and _are_objects(whole)
        series = [_points_of(record) for record in whole] if are_records else []
        records = [point for points in series for point in points] if series and all(series) else whole
        if are_records and len(records) >= _FEWEST_WITHIN and _names_twice(records):
            yield [{**around, **record} for record in records]
            return
    inner: Iterable[Any] = whole.values() if isinstance(whole, dict) else whole
    if isinstance(whole, dict):
        plain = {key: value for key, value in whole.items() if isinstance(value, str | int) and key[:1] != "$"}
        around = {**around, **plain}
    for value in inner:
        if isinstance(value, dict | list):
            yield from _tables_within(value, around)


def _within(whole: Any) -> list[dict[str, Any]]:
    """Return the only table inside a value, its columns called as a chart of it calls them; empty where none is."""
    tables = list(_tables_within(whole, {}))
    if len(tables) != 1:
        return []
    titles = {field: title for field, title in _titles_within(whole) if title not in tables[0][0]}
    return [{titles.get(key, key): value for key, value in record.items()} for record in tables[0]]


def _titles_within(whole: Any) -> Iterator[tuple[str, str]]:
    """Yield the fields of a chart that have a title, as Vega-Lite writes them, with it."""
    if isinstance(whole, dict):
        title = next((each["title"] for each in (whole, mapping_at(whole, "axis")) if each.get("title")), None)
        if isinstance(whole.get("field"), str) and isinstance(title, str):
            yield whole["field"], title
    for value in whole.values() if isinstance(whole, dict) else whole:
        if isinstance(value, dict | list):
            yield from _titles_within(value)


def _names_twice(records: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether records with the same keys have two columns of names that differ and one of numbers."""
    if len({frozenset(record) for record in records}) > 1:
        return False
    columns = [[record[key] for record in records] for key in records[0]]
    kinds = [_kind_of(values) for values in columns]
    differ = [kind == "texts" and len({*values}) > 1 for kind, values in zip(kinds, columns, strict=True)]
    return sum(differ) > 1 and "numbers" in kinds


def _sole_entries(whole: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the one object of an object if it holds entries by name, and what stands next to it no scores."""
    objects = [value for value in whole.values() if isinstance(value, dict)]
    others = {key: value for key, value in whole.items() if not isinstance(value, dict)}
    is_plain = not any(isinstance(value, list) for value in others.values()) and not _has_score(others)
    return objects[0] if len(objects) == 1 and is_plain and _are_entries(objects[0]) else None


def _of_entries(whole: Mapping[str, Any], entries: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a record for each name of the one object of entries of an object, with what stands next to it."""
    [above] = [key for key, value in whole.items() if value is entries]
    others = {key: value for key, value in whole.items() if key != above}
    for name, entry in entries.items():
        yield from ({**others, **_with_metric(record, above)} for record in _named_records({"key1": name}, entry))


def _matrix_of(whole: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Return a row for each list of the one matrix of an object that has its names in two other lists; None for none.

    Where there are as many rows as columns, nothing says which names are of which.
    """
    lists = {key: value for key, value in whole.items() if isinstance(value, list) and value}
    names = {key: value for key, value in lists.items() if all(isinstance(name, str) for name in value)}
    matrices = [value for key, value in lists.items() if key not in names]
    others = {key: value for key, value in whole.items() if key not in lists}
    is_sole = len(names) == 2 and len(matrices) == 1 and not any(isinstance(value, dict) for value in others.values())
    if not is_sole or not all(isinstance(row, list) and _is_of_numbers(row) for row in matrices[0]):
        return None
    [rows] = matrices
    (first, second), shape = names, {(len(rows), len(row)) for row in rows}
    sides = [(a, b) for a, b in ((first, second), (second, first)) if shape == {(len(names[a]), len(names[b]))}]
    if len(sides) != 1 or any(len(set(value)) < len(value) for value in names.values()):
        return None
    [(down, across)] = sides
    name_and_row = zip(names[down], rows, strict=True)
    return [{**others, down: name, **dict(zip(names[across], row, strict=True))} for name, row in name_and_row]


def _frame_of(whole: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Return the rows of a frame as pandas writes it: by columns, or with its header apart; None where it is none."""
    names, rows = whole.get("columns"), whole.get("data")
    if isinstance(names, list) and names and _are_objects(names):  # as DataTables writes them
        names = [name.get("title") or name.get("name") or name.get("data") for name in names]
        names = names if all(isinstance(name, str) for name in names) else None
    if isinstance(names, list) and isinstance(rows, list) and rows and len(names) > 1:
        are_whole = all(isinstance(row, list) and len(row) == len(names) for row in rows)
        index = whole.get("index") if isinstance(whole.get("index"), list) else None
        row_names = (
            index if index and all(isinstance(name, str) for name in index) and len(index) == len(rows) else None
        )
        records = [dict(zip(map(str, names), row, strict=True)) for row in rows] if are_whole else None
        if records and row_names:
            return [{"": name, **record} for name, record in zip(row_names, records, strict=True)]
        return records
    columns = {key: list(value.values()) for key, value in whole.items() if isinstance(value, dict)}
    keys = {tuple(value) for value in whole.values() if isinstance(value, dict)}
    if not columns:
        columns = {key: value for key, value in whole.items() if isinstance(value, list)}
        keys = {tuple(range(len(value))) for value in columns.values()}
    if len(columns) < len(whole) or len(columns) < 2 or len(keys) != 1 or not any(keys):
        return None
    # entries by name have numbers and texts side by side in each, the columns of a frame have the one or the other
    kinds = {_kind_of(values) for values in columns.values()}
    if kinds != {"texts", "numbers"}:
        return None
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _kind_of(values: Iterable[Any]) -> str:
    """Return what all values of a column are, gaps aside: texts, numbers, or neither alone."""
    there = [value for value in values if value is not None]
    if there and all(isinstance(value, str) for value in there):
        return "texts"
    are_numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in there)
    return "numbers" if there and are_numbers else ""


def _is_array_of_records(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 1 and _are_objects(value)


def _has_score(record: Mapping[str, Any]) -> bool:
    """Return whether a record has a number that may be a score of its own; versions and counts are whole."""
    return any(isinstance(value, float) for _, value in flat(record))


def _are_entries(whole: Mapping[str, Any]) -> bool:
    """Return whether all values of an object are objects with the same keys, most of them at least, by a name each."""
    entries = [entry for entry in whole.values() if isinstance(entry, dict) and entry]
    if len(entries) < max(len(whole), 2) or any(name.lower() in _PARTS for name in whole):
        return False
    times = Counter(key for entry in entries for key, _ in flat(entry))
    return 2 * sum(times.values()) >= len(times) * len(entries) and any(_has_number(entry) for entry in entries)


def _has_number(entry: Mapping[str, Any]) -> bool:
    return any(isinstance(value, int | float) and not isinstance(value, bool) for value in _values_in(entry))


def _values_in(entry: Any) -> Iterator[Any]:
    """Yield the values of an object, those in objects and lists inside it included."""
    for value in entry.values() if isinstance(entry, dict) else entry:
        yield from _values_in(value) if isinstance(value, dict | list) else [value]


def _scores_by_name(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the object under the one key of an entry where it holds numbers by name, and not by metric."""
    [(metric, scores)] = entry.items()
    if not isinstance(scores, dict) or metric.lower() in _PARTS or all(map(better_of, scores)):
        return {}
    return scores if not any(isinstance(value, dict | list) for value in scores.values()) else {}


def _with_metric(record: Mapping[str, Any], metric: str) -> dict[str, Any]:
    """Return a record whose parts, such as test and validation, are called by the metric that stands above them."""
    if not way_of(metric):
        return {**record}
    return {f"{metric}.{key}" if key.casefold() in _PARTS else key: value for key, value in record.items()}


def _named_records(names: Mapping[str, str], entry: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the entry of a name as a record, or where it holds entries by name itself, one for each of them."""
    if _are_entries(entry) and all(way_of(key) for inner in entry.values() for key in inner):
        for name, inner in entry.items():
            yield {**names, f"key{len(names) + 1}": name, **inner}
    elif _are_entries(entry) and all(map(better_of, entry)):
        # metrics by name, each with a score by what it was measured on
        for name in dict.fromkeys(name for scores in entry.values() for name in scores):
            scores = {metric: given[name] for metric, given in entry.items() if name in given}
            yield {**names, f"key{len(names) + 1}": name, **scores}
    elif len(entry) == 1 and (scores := _scores_by_name(entry)):
        [metric] = entry
        yield from ({**names, f"key{len(names) + 1}": name, metric: score} for name, score in scores.items())
    else:
        yield {**names, **entry}


def is_lines(origin: Origin) -> bool:
    """Whether each line is a record: the suffix says so, or the first line is a whole object with more behind it."""
    if origin.suffix in LINES:
        return True
    first, _, rest = origin.text.strip().partition("\n")
    if not first.startswith("{") or not rest.strip():
        return False
    try:
        return isinstance(read_json(first), dict)
    except ValueError:
        return False


def records_of_lines(origin: Origin) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the records of a file that has one per line, each with its row. Raises Unreadable."""
    # splitlines would part a line at characters that may stand in a text of JSON
    for row, line in enumerate(origin.text.split("\n"), 1):
        if line.strip():
            place = f"{origin.place} row {row}"
            yield row, _checked(parsed(line, place), place)


def parsed(text: str, place: str) -> Any:
    """Return what a text in JSON says. Raises Unreadable."""
    try:
        return read_json(text)
    except json.JSONDecodeError as error:
        where = f"{error.msg.lower()} at line {error.lineno}, character {error.colno}"
        remedy = "is the file cut off?" if error.pos >= len(text.rstrip()) else ""
        raise Unreadable(Fault(place, f"this is no JSON: {where}", "whole JSON", remedy)) from error
    except ValueError as error:
        raise Unreadable(Fault(place, f"this cannot be read: {without_controls(str(error))}", "whole JSON")) from error


def _checked(record: Any, place: str) -> dict[str, Any]:
    """Return a record, if it is one. Raises Unreadable."""
    if not isinstance(record, dict):
        kind = {list: "a list", str: "a string", bool: "a truth value", type(None): "null"}.get(
            type(record), "a number"
        )
        raise Unreadable(Fault(place, f"this is {kind}", _RECORD))
    return record


RECORDS_FORMAT = Format("json", "records in JSON", _records_recognizes, _records_open)


def mapping_at(record: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the object under a key; an empty one where there is none."""
    value = record.get(key)
    return value if isinstance(value, dict) else {}
