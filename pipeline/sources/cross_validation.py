"""What cross_validate or a search of scikit-learn returned, as JSON, or a search as a table in text."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rankpress.core.faults import Fault, Findings
from rankpress.sources import text_tables
from rankpress.sources.cells import Sheet
from rankpress.sources.files import Origin, Unreadable
from rankpress.sources.formats import Format
from rankpress.sources.json_records import is_lines, parsed, records_of_lines, tabulate

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

_TIMES = re.compile(rb'"(mean_)?fit_time"\s*:\s*\[')
_SPLIT = re.compile(r"split(?P<fold>\d+)_(?P<score>.+)")
_SUMMARY = re.compile(r"(mean|std|rank)_.+")
_MEAN = re.compile(r"mean_(?P<score>(test|train)_.+)")
_PARAM = "param_"
_DEEPEST = 4


def _recognizes(origin: Origin) -> bool:
    beginning = origin.beginning
    if beginning.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        return _TIMES.search(beginning) is not None
    return _is_search(_first_cells(origin))


def _first_cells(origin: Origin) -> list[str]:
    """Return the cells of the first line, whatever parts them."""
    line = origin.beginning.decode("utf-8-sig", "replace").partition("\n")[0]
    return [cell.strip().strip('"') for cell in re.split(r"[,;\t]", line)]


def _is_search(header: list[str]) -> bool:
    has_params = any(column == "params" or column.startswith(_PARAM) for column in header)
    return "mean_fit_time" in header and has_params and any(map(_MEAN.fullmatch, header))


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    if origin.beginning.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        lines = (
            (line for _, line in records_of_lines(origin)) if is_lines(origin) else [parsed(origin.text, origin.place)]
        )
        records = [record for line in lines for record in _nested_results(line, {}, origin)]
    else:
        records = [record for sheet in _tables(origin, findings) for record in _rows(sheet, origin, findings)]
    # of all scorers of scikit-learn higher is better: of errors they give the negative
    better: dict[str, Better] = {
        column: "higher" for record in records for column in record if column.startswith("test_")
    }
    return [tabulate(enumerate(records, 1), origin.place, (origin.file,), better)]


def _tables(origin: Origin, findings: Findings) -> list[Sheet]:
    sheets = list(text_tables.DELIMITED_FORMAT.open(origin, findings))
    if not all(_is_search(list(sheet.header)) for sheet in sheets):
        raise _not_read(origin, "it has no columns mean_fit_time, params and mean_test_score", {})
    return sheets


def _rows(sheet: Sheet, origin: Origin, findings: Findings) -> Iterator[dict[str, Any]]:
    """Yield the folds of each candidate in a table that pandas wrote of cv_results_; what was added to it is a name."""
    for _, cells in sheet.records(findings):
        row = {column: cell for column, cell in zip(sheet.header, cells, strict=True) if column}
        added = {
            column: cell
            for column, cell in row.items()
            if column != "params" and not column.startswith((_PARAM, "Unnamed: ")) and not _SUMMARY.fullmatch(column)
        }
        names = {column: cell for column, cell in added.items() if not _SPLIT.fullmatch(column)}
        yield from _folds_of_candidate(row, _params_of(row), names, origin)


def _params_of(row: Mapping[str, str]) -> object:
    """Return the parameters of a candidate, as Python printed them; as text where they hold more than literals."""
    try:
        return ast.literal_eval(row.get("params", ""))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        params = {column.removeprefix(_PARAM): cell for column, cell in row.items() if column.startswith(_PARAM)}
        return {name: cell for name, cell in params.items() if cell} or row.get("params", "")


def _nested_results(nested: Any, names: dict[str, Any], origin: Origin) -> Iterator[dict[str, Any]]:
    """Yield the results in an object, an array of such, or an object whose keys are names."""
    if isinstance(nested, list) and nested and all(isinstance(element, dict) for element in nested):
        for entry in nested:
            yield from _nested_results(entry, names, origin)
    elif isinstance(nested, dict) and isinstance(nested.get("params"), list) and "mean_fit_time" in nested:
        yield from _candidates(nested, names, origin)
    elif isinstance(nested, dict) and any(isinstance(value, list) for value in nested.values()):
        yield from _folds(nested, names, origin)
    elif (
        isinstance(nested, dict) and len(names) < _DEEPEST and all(isinstance(v, dict | list) for v in nested.values())
    ):
        for key, entry in nested.items():
            yield from _nested_results(entry, {**names, f"key{len(names) + 1}": key}, origin)
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
    """Yield what a search holds in cv_results_: a row for each candidate and fold."""
    lists = {key: value for key, value in record.items() if isinstance(value, list)}
    if any(len(value) != len(record["params"]) for value in lists.values()):
        raise _not_read(origin, "its lists are not equally long", names)
    same = {**names, **{key: value for key, value in record.items() if not isinstance(value, list)}}
    for index, params in enumerate(record["params"]):
        row = {key: value[index] for key, value in lists.items()}
        yield from _folds_of_candidate(row, params, same, origin)


def _folds_of_candidate(
    row: Mapping[str, Any], params: object, names: Mapping[str, Any], origin: Origin
) -> Iterator[dict[str, Any]]:
    """Yield the scores of a candidate, called by its parameters, by fold; its means where the folds are not there."""
    called = "candidate" if "algorithm" in {*names, *origin.captured} else "algorithm"
    record = {**names, called: _called(params)}
    times = {key: row[f"mean_{key}"] for key in ("fit_time", "score_time") if f"mean_{key}" in row}
    folds: dict[int, dict[str, Any]] = {}
    for key, value in row.items():
        if split := _SPLIT.fullmatch(key):
            folds.setdefault(int(split["fold"]), {})[split["score"]] = value
    for fold, scores in sorted(folds.items()):
        yield {**record, "fold": fold, **scores, **times}
    if not folds:
        means = {split["score"]: value for key, value in row.items() if (split := _MEAN.fullmatch(key))}
        yield {**record, **means, **times}


def _called(params: object) -> str:
    if not isinstance(params, dict):
        return str(params)
    record = {key: value if isinstance(value, str) else json.dumps(value, default=str) for key, value in params.items()}
    return ", ".join(f"{key}={record[key]}" for key in sorted(record)) or "no parameters"


def _not_read(origin: Origin, wrong: str, names: Mapping[str, Any]) -> Unreadable:
    where = "".join(f" under {json.dumps(name)}" for name in names.values())
    expected = 'what cross_validate or cv_results_ holds, such as {"fit_time": [0.1, 0.2], "test_score": [0.9, 0.8]}'
    return Unreadable(Fault(origin.place, f"this reads like results of scikit-learn, but{where} {wrong}", expected))


CROSS_VALIDATION_FORMAT = Format(
    "scikit-learn", "what cross_validate or a search of scikit-learn returned, as JSON or CSV", _recognizes, _open
)
