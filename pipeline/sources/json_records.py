"""Records in JSON, and the JSON of scikit-learn and lm-evaluation-harness."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count, repeat
from typing import TYPE_CHECKING, Any

from rankpress.catalog.metrics import better_of, way_of
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

    >>> dict(flat({"task": "x", "scores": {"test": [{"ndcg": 0.5}]}}))
    {'task': 'x', 'scores.test.0.ndcg': 0.5}
    """
    for key, value in record.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        elif isinstance(value, list) and len(value) <= MOST_INSIDE and value and _are_objects(value):
            for index, inner in enumerate(value):
                yield from flat(inner, f"{prefix}{key}.{index}.")
        else:
            yield f"{prefix}{key}".strip(), json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value


def held(
    records: Iterable[tuple[int, Mapping[str, Any]]],
    place: str,
    files: tuple[SourceFile, ...],
    better: Mapping[str, Better] | None = None,
    reason: str = "",
    max_cells: float = LimitOptions.unchecked().cells,
) -> HeldSheet:
    """Hold records, each with its row, as a table; a key that a record lacks is an empty cell. Raises Unreadable."""
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
            return isinstance(read_json(part), dict | list) and (part is text or part.startswith("{"))
        except _Twice:
            return True
        except ValueError:
            continue
    return False


def _records_open(origin: Origin, findings: Findings) -> list[Sheet]:
    if _is_lines(origin):
        records = _lines(origin)
    else:
        whole = parsed(origin.text, origin.place)
        each = list(_records_in(whole))
        places = (f"{origin.place} record {row}" for row in count(1)) if isinstance(whole, list) else [origin.place]
        records = enumerate(map(_checked, each, chain(places, repeat(origin.place))), 1)
    records = _with_entries(records)
    sheet = held(records, origin.place, (origin.file,), max_cells=origin.limit.cells)
    if not sheet.header:
        raise Unreadable(Fault(origin.place, "there is no record with a value in it", _RECORD))
    return [sheet]


def _with_entries(records: Iterable[tuple[int, dict[str, Any]]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield a record for each entry of the one list of named entries that a record has, and for each fold of lists."""
    for row, record in records:
        arrays = [key for key, value in record.items() if _is_array_of_records(value) and all(map(_has_name, value))]
        others = {key: value for key, value in record.items() if key not in arrays}
        if len(arrays) == 1 and not _has_score(others):
            yield from ((row, {**others, **entry}) for entry in record[arrays[0]])
        else:
            yield from ((row, each) for each in _folds_of(record))


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

# Parts of one record, which are no records of their own.
_PARTS = frozenset("train training test testing val valid validation dev eval metrics scores params config".split())


def _records_in(whole: Any) -> Iterator[Any]:
    """Yield the records of a JSON text: those of an array, of objects by name, of the one array of an object, or it."""
    if not isinstance(whole, dict):
        yield from whole if isinstance(whole, list) else [whole]
        return
    if (frame := _frame_of(whole)) is not None:
        yield from frame
        return
    arrays = {key: value for key, value in whole.items() if _is_array_of_records(value)}
    others = {key: value for key, value in whole.items() if key not in arrays}
    if _are_entries(whole):
        for name, entry in whole.items():
            yield from _named_records({"key1": name}, entry)
    elif arrays.keys() == whole.keys() and len(whole) > 1:
        for name, array in arrays.items():
            yield from ({"key1": name, **record} for record in array)
    elif len(arrays) == 1 and not _has_score(others):
        [array] = arrays.values()
        yield from ({**others, **record} for record in array)
    else:
        yield whole


def _frame_of(whole: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Return the rows of a frame as pandas writes it: by columns, or with its header apart; None where it is none."""
    names, rows = whole.get("columns"), whole.get("data")
    if isinstance(names, list) and isinstance(rows, list) and rows and len(names) > 1:
        are_whole = all(isinstance(row, list) and len(row) == len(names) for row in rows)
        index = whole.get("index") if isinstance(whole.get("index"), list) else None
        named = index if index and all(isinstance(name, str) for name in index) and len(index) == len(rows) else None
        records = [dict(zip(map(str, names), row, strict=True)) for row in rows] if are_whole else None
        if records and named:
            return [{"": name, **record} for name, record in zip(named, records, strict=True)]
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


def _is_lines(origin: Origin) -> bool:
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


def _lines(origin: Origin) -> Iterator[tuple[int, dict[str, Any]]]:
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


def _checked(held: Any, place: str) -> dict[str, Any]:
    """Return a record, if it is one. Raises Unreadable."""
    if not isinstance(held, dict):
        kind = {list: "a list", str: "a text", bool: "a truth value", type(None): "null"}.get(type(held), "a number")
        raise Unreadable(Fault(place, f"this is {kind}", _RECORD))
    return held


RECORDS_FORMAT = Format("json", "records in JSON", _records_recognizes, _records_open)


_TIMES = re.compile(rb'"(mean_)?fit_time"\s*:\s*\[')
_SPLIT = re.compile(r"split(?P<fold>\d+)_(?P<score>.+)")
_DEEPEST = 4


def _cross_validation_recognizes(origin: Origin) -> bool:
    beginning = origin.beginning
    return beginning.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[") and _TIMES.search(beginning) is not None


def _cross_validation_open(origin: Origin, findings: Findings) -> list[Sheet]:
    lines = (line for _, line in _lines(origin)) if _is_lines(origin) else [parsed(origin.text, origin.place)]
    records = [record for line in lines for record in _nested_results(line, {}, origin)]
    # of all scorers of scikit-learn higher is better: of errors they give the negative
    better: dict[str, Better] = {
        column: "higher" for record in records for column in record if column.startswith("test_")
    }
    return [held(enumerate(records, 1), origin.place, (origin.file,), better)]


def _nested_results(text: Any, names: dict[str, Any], origin: Origin) -> Iterator[dict[str, Any]]:
    """Yield the results in an object, an array of such, or an object whose keys are names."""
    if isinstance(text, list) and text and all(isinstance(element, dict) for element in text):
        for item in text:
            yield from _nested_results(item, names, origin)
    elif isinstance(text, dict) and isinstance(text.get("params"), list) and "mean_fit_time" in text:
        yield from _candidates(text, names, origin)
    elif isinstance(text, dict) and any(isinstance(value, list) for value in text.values()):
        yield from _folds(text, names, origin)
    elif isinstance(text, dict) and len(names) < _DEEPEST and all(isinstance(v, dict | list) for v in text.values()):
        for key, item in text.items():
            yield from _nested_results(item, {**names, f"key{len(names) + 1}": key}, origin)
    else:
        raise _not_read(origin, "besides results it holds something else", names)


def _folds(record: Mapping[str, Any], names: Mapping[str, Any], origin: Origin) -> Iterator[dict[str, Any]]:
    """Yield what cross_validate returned: one row per fold; what is no list is the same in all of them."""
    lists = {key: value for key, value in record.items() if isinstance(value, list)}
    lengths = {len(value) for value in lists.values()}
    if len(lengths) > 1 or "fit_time" not in lists:
        wrong = "its lists are not equally long" if len(lengths) > 1 else "it has no fit_time"
        raise _not_read(origin, wrong, names)
    same = {**names, **{key: value for key, value in record.items() if key not in lists}}
    for fold in range(*lengths):
        yield {**same, "fold": fold, **{key: value[fold] for key, value in lists.items()}}


def _candidates(record: Mapping[str, Any], names: Mapping[str, Any], origin: Origin) -> Iterator[dict[str, Any]]:
    """Yield what a search holds in cv_results_: a row a candidate and fold, the candidate called by its parameters."""
    n = len(record["params"])
    if any(len(value) != n for value in record.values() if isinstance(value, list)):
        raise _not_read(origin, "its lists are not equally long", names)
    folds: dict[int, dict[str, list[Any]]] = {}
    for key, value in record.items():
        match = _SPLIT.fullmatch(key)
        if match and isinstance(value, list):
            folds.setdefault(int(match["fold"]), {})[match["score"]] = value
    same = {**names, **{key: value for key, value in record.items() if not isinstance(value, list)}}
    times = {
        key: record[f"mean_{key}"] for key in ("fit_time", "score_time") if isinstance(record.get(f"mean_{key}"), list)
    }
    called = "candidate" if "algorithm" in {*same, *origin.captured} else "algorithm"
    for index, params in enumerate(record["params"]):
        for fold, scores in sorted(folds.items()):
            values = {key: value[index] for key, value in (scores | times).items()}
            yield {**same, called: _called(params), "fold": fold, **values}


def _called(params: Any) -> str:
    if not isinstance(params, dict):
        return str(params)
    record = {key: value if isinstance(value, str) else json.dumps(value) for key, value in params.items()}
    return ", ".join(f"{key}={record[key]}" for key in sorted(record)) or "no parameters"


def _not_read(origin: Origin, wrong: str, names: Mapping[str, Any]) -> Unreadable:
    where = "".join(f" under {json.dumps(name)}" for name in names.values())
    expected = 'what cross_validate or cv_results_ holds, such as {"fit_time": [0.1, 0.2], "test_score": [0.9, 0.8]}'
    return Unreadable(Fault(origin.place, f"this reads like results of scikit-learn, but{where} {wrong}", expected))


CROSS_VALIDATION_FORMAT = Format(
    "scikit-learn",
    "what cross_validate or a search of scikit-learn returned, as JSON",
    _cross_validation_recognizes,
    _cross_validation_open,
)


FILES = "**/results*.json"
_START = re.compile(rb'\s*\{\s*"results"\s*:\s*\{\s*"[^"]*"\s*:\s*\{')
_METRIC = re.compile(r"(?P<name>[^,]+),(?P<filter>.+)")


def _language_models_recognizes(origin: Origin) -> bool:
    return any(
        _START.match(file.beginning) is not None and (b"_stderr" in file.beginning or b'"alias"' in file.beginning)
        for file in origin.files(FILES)[:1]
    )


def _language_models_open(origin: Origin, findings: Findings) -> list[Sheet]:
    return list(map(_sheet, origin.files(FILES)))


def _sheet(origin: Origin) -> Sheet:
    text = parsed(origin.text, origin.place)
    results = text.get("results") if isinstance(text, dict) else None
    if not isinstance(results, dict) or not all(isinstance(result, dict) for result in results.values()):
        raise Unreadable(Fault(origin.place, "this holds no results of tasks", "a results_*.json as lm_eval writes it"))
    groups = {name for name, tasks in mapping_at(text, "group_subtasks").items() if tasks}
    tasks = {name: result for name, result in results.items() if name not in groups}
    better: dict[str, Better] = {
        _column(key): "higher" if higher else "lower"
        for task, result in tasks.items()
        for metric, higher in mapping_at(mapping_at(text, "higher_is_better"), task).items()
        for key in _metrics(result)
        if key.partition(",")[0] == metric and isinstance(higher, bool)
    }
    model = _model(text, origin)
    records = [_language_models_record(task, result, model, text) for task, result in tasks.items()]
    return held(enumerate(records, 1), origin.place, (origin.file,), better)


def _language_models_record(
    task: str, result: Mapping[str, Any], model: str, record: Mapping[str, Any]
) -> dict[str, Any]:
    samples = mapping_at(mapping_at(record, "n-samples"), task).get("effective")
    # what it could not compute is "N/A"
    results = {_column(key): None if result[key] == "N/A" else result[key] for key in _metrics(result)}
    return {"dataset": task, "algorithm": model, "n_shot": mapping_at(record, "n-shot").get(task), **results} | (
        {} if samples is None else {"examples": samples}
    )


def _column(key: str) -> str:
    """Return what a score is called: without the filter of the answers where that is none."""
    return key.removesuffix(",none")


def _metrics(result: Mapping[str, Any]) -> Iterator[str]:
    for key in result:
        match = _METRIC.fullmatch(key)
        if match and not match["name"].endswith("_stderr"):
            yield key


def _model(record: Mapping[str, Any], origin: Origin) -> str:
    """Return the model as the file names it; failing that the folder that it lies in."""
    named = record.get("model_name") or mapping_at(record, "config").get("model_args")
    if isinstance(named, dict):
        named = named.get("pretrained") or named.get("model")
    return named if isinstance(named, str) and named else origin.full.resolve().parent.name


def mapping_at(record: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the object under a key; an empty one where there is none."""
    held = record.get(key)
    return held if isinstance(held, dict) else {}


LANGUAGE_MODELS_FORMAT = Format(
    "lm-eval", "results of lm-evaluation-harness", _language_models_recognizes, _language_models_open, inputs=(FILES,)
)
