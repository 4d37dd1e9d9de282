"""Long lists of results.json as columns in a file next to it, and back.

Most of a list of comparisons is keys, the same for each. Where a key of a metric has more values than `MOST_VALUES`,
results.json names arrays of `ARRAYS` in its place, one for each value that the records have.
"""

from __future__ import annotations

import hashlib
import io
import math
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

import numpy as np

from rankpress.account.results_model import ARRAYS, ArraysResult, ColumnResult, ListedResult, MetricResult, Results
from rankpress.topics.columns import ABSENT, Path, Records, are_long, are_many, leaves_of
from rankpress.wording.strings import counted, shown

_LISTS = ("comparisons", "within", "example_scores", "within_wins")
_MATRICES = ("means", "ranks")
_FOREIGN = re.compile(r"[^A-Za-z0-9_.-]")
_LEAST_UNPACKED, _MOST_UNPACKED = 1 << 28, 1 << 32  # bytes; results.json may have as many as the latter
_WHEN = (1980, 1, 1, 0, 0, 0)  # the same bytes whenever they are written

Array = np.ndarray[Any, Any]


class WrongArrays(ValueError):
    """A file of arrays is not the one that results.json names."""


def in_two_files(results: Results) -> tuple[Results, bytes]:
    """Return results without their long lists, and the file of arrays that has these; empty where none is long."""
    arrays: dict[str, Array] = {}
    moved: dict[str, dict[str, ListedResult]] = {}
    metrics: dict[str, MetricResult] = {}
    for number, (name, metric) in enumerate(results["metrics"].items()):
        long = {key: columns for key in (*_LISTS, *_MATRICES) if (columns := _columns(metric, key))}
        for key, columns in long.items():
            stored: ListedResult = {"rows": columns.length, "columns": []}
            for place, (path, (values, rows)) in enumerate(columns.of_paths.items()):
                readable = "-" + _FOREIGN.sub("_", ".".join(map(str, path))) if path else ""
                array = f"{number}/{key}/{place:02}{readable}"
                column: ColumnResult = {"path": [*path], "array": array}
                arrays[array] = values
                if rows is not None:
                    column["rows"] = f"{array}@"
                    arrays[column["rows"]] = rows
                stored["columns"].append(column)
            moved.setdefault(name, {})[key] = stored
        metrics[name] = cast("MetricResult", {key: value for key, value in metric.items() if key not in long})
    if not arrays:
        return results, b""
    content = _archive(arrays)
    where: ArraysResult = {"file": ARRAYS, "sha256": hashlib.sha256(content).hexdigest(), "metrics": moved}
    return cast("Results", {**results, "metrics": metrics, "arrays": where}), content


def in_one(results: Results, content: bytes) -> Results:
    """Return results with what their file of arrays holds; raises WrongArrays where it is another."""
    stored = results["arrays"]
    if hashlib.sha256(content).hexdigest() != stored["sha256"]:
        raise WrongArrays("it is not the one that was written with these results")
    metrics = dict(results["metrics"])
    try:
        _refuse_large(content)
        _refuse_repeated(stored)
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            for name, keys in stored["metrics"].items():
                restored = {key: _restored(metrics[name], key, of_key, arrays) for key, of_key in keys.items()}
                metrics[name] = cast("MetricResult", {**metrics[name], **restored})
    except WrongArrays:
        raise
    except _UNREADABLE as error:
        raise WrongArrays(f"it does not hold what these results name: {error}") from error
    return cast("Results", {**{key: value for key, value in results.items() if key != "arrays"}, "metrics": metrics})


# What Python's reader of zip files, and NumPy's of arrays, raise of a file that is none.
_UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, LookupError, NotImplementedError),
    *(OSError, RuntimeError, TypeError, ValueError, OverflowError),
)


def _refuse_large(content: bytes) -> None:
    """Raise WrongArrays of arrays that take more memory than a report's do, before room is made for them.

    What is unpacked of a member is no more than the size that the directory says; an array is what its header says.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        unpacked, most = sum(member.file_size for member in archive.infolist()), most_unpacked(len(content))
        if unpacked > most:
            raise WrongArrays(f"unpacked, it has {unpacked:,} bytes, and of a report of its size at most {most:,}")
        for member in archive.infolist():
            with archive.open(member) as stream:
                if np.lib.format.read_magic(stream) != (1, 0):
                    raise WrongArrays(f"{shown(member.filename)} is no array of a report")
                shape, _, dtype = np.lib.format.read_array_header_1_0(stream)
                size = math.prod(shape) * dtype.itemsize
                is_empty = not size and any(shape)  # many of nothing: as texts or lists these would take room
                if dtype.kind not in "Uifb" or is_empty or size != member.file_size - stream.tell():
                    why = f"has {counted(member.file_size, 'byte')}, and is not the array that its header says"
                    raise WrongArrays(f"{shown(member.filename)} {why}")


def most_unpacked(size: int) -> int:
    """Return how many bytes arrays of a report may have that take so many packed: texts take a hundredth at least."""
    return min(max(_LEAST_UNPACKED, 100 * size), _MOST_UNPACKED)


def _refuse_repeated(stored: ArraysResult) -> None:
    """Raise WrongArrays where an array is to be read more than once: a few bytes would then name any amount."""
    names = Counter(
        name
        for keys in stored["metrics"].values()
        for listed in keys.values()
        for column in listed["columns"]
        for name in (column["array"], column.get("rows", column["array"] + "@"))
    )
    if repeated := [name for name, times in names.items() if times > 1]:
        raise WrongArrays(f"{shown(repeated[0])} is named {names[repeated[0]]} times")


def with_first_records(results: Results) -> Results:
    """Return results with no more than the first of the records that columns make, for they are alike."""
    metrics = {
        name: {key: value[:1] if isinstance(value, Records) else value for key, value in metric.items()}
        for name, metric in results["metrics"].items()
    }
    return cast("Results", {**results, "metrics": metrics})


@dataclass(frozen=True)
class Columns:
    """Records as columns."""

    length: int
    # the values, and the rows that have one where not all do
    of_paths: Mapping[Path, tuple[Array, Array | None]]


def _columns(metric: MetricResult, key: str) -> Columns | None:
    """Return a key of a metric as columns; None where it is not long."""
    value: Any = metric.get(key)
    if not value:
        return None
    if key in _MATRICES:
        first = next(iter(value.values()))
        if not are_many(len(value) * len(first)):
            return None
        matrix = np.array([[np.nan if v is None else v for v in row.values()] for row in value.values()], dtype=float)
        return Columns(len(value), {(): (matrix, None)})
    if not are_long(len(value), next(iter(value))):
        return None
    tree = value.tree if isinstance(value, Records) else None
    return _of_records(value) if tree is None else Columns(len(value), dict(_in_arrays(tree, ())))


def _in_arrays(tree: Mapping[Any, Any], path: Path) -> Iterator[tuple[Path, tuple[Array, Array | None]]]:
    """Yield the columns that have values as arrays, in the order in which the records come to have them."""
    for key, column in sorted(tree.items(), key=lambda of_key: _first_row(of_key[1])):
        if isinstance(column, dict | tuple):
            yield from _in_arrays(column if isinstance(column, dict) else dict(enumerate(column)), (*path, key))
        elif isinstance(column, np.ndarray):
            yield (
                (*path, key),
                (np.where(np.isfinite(column), column, np.nan) if column.dtype.kind == "f" else column, None),
            )
        elif rows := [row for row, value in enumerate(column) if value is not ABSENT]:
            values = _array([column[row] for row in rows])
            yield (*path, key), (values, None if len(rows) == len(column) else np.array(rows, dtype=np.int64))


def _first_row(column: Any) -> int:
    """Return the first row that has a value."""
    if isinstance(column, dict | tuple):
        return min(map(_first_row, column.values() if isinstance(column, dict) else column), default=0)
    return next((row for row, value in enumerate(column) if value is not ABSENT), len(column))


def _of_records(records: Sequence[Any]) -> Columns:
    columns: dict[Path, tuple[list[Any], list[int]]] = {}
    for row, record in enumerate(records):
        for path, value in leaves_of(record, ()):
            values, rows = columns.setdefault(path, ([], []))
            values.append(value)
            rows.append(row)
    length = len(records)
    return Columns(
        length,
        {
            path: (_array(values), None if len(values) == length else np.array(rows, dtype=np.int64))
            for path, (values, rows) in columns.items()
        },
    )


def _array(values: Sequence[Any]) -> Array:
    """Return values of one key: null is nan among numbers, and no text among texts."""
    kinds = {*map(type, values)} - {type(None)}
    if kinds == {str}:
        return np.array([value or "" for value in values])
    if kinds in ({int}, {bool}) and None not in values:
        return np.array(values)
    if kinds - {int, float}:
        raise TypeError(f"{sorted(kind.__name__ for kind in kinds)} do not make a column")
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def _archive(arrays: Mapping[str, Array]) -> bytes:
    """Return the bytes of an .npz, the same for the same arrays; only texts are worth compressing."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(f"{name}.npy", _WHEN)
            member.create_system, member.external_attr = 3, 0o644 << 16
            member.compress_type = zipfile.ZIP_DEFLATED if array.dtype.kind == "U" else zipfile.ZIP_STORED
            written = io.BytesIO()
            np.lib.format.write_array(written, array, allow_pickle=False)
            archive.writestr(member, written.getvalue())
    return content.getvalue()


def _restored(metric: MetricResult, key: str, stored: ListedResult, arrays: Mapping[str, Array]) -> Any:
    """Return what a key of a metric was."""
    if key in _MATRICES:
        [column] = stored["columns"]
        rows = _null(arrays[column["array"]])
        return {
            dataset: dict(zip(metric["algorithms"], row, strict=True))
            for dataset, row in zip(metric["datasets"], rows, strict=True)
        }
    length = stored["rows"]
    columns = [_read(column, length, arrays) for column in stored["columns"]]
    if sum(len(values) for _, values in columns) < length:
        raise WrongArrays(f"{key} has {length:,} records, and most of them no value")

    def make() -> Iterator[dict[str | int, Any]]:
        for row in range(length):
            record: dict[str | int, Any] = {}
            for path, values in columns:
                if (value := values.get(row, ABSENT) if isinstance(values, dict) else values[row]) is not ABSENT:
                    _put(record, path, value)
            yield record

    return Records(length, make)


def _read(column: ColumnResult, length: int, arrays: Mapping[str, Array]) -> tuple[Path, Any]:
    """Return the path of a column and its values: a list, or a mapping from the rows that have one."""
    path, values = tuple(column["path"]), _null(arrays[column["array"]])
    if "rows" in column:
        return path, dict(zip(arrays[column["rows"]].tolist(), values, strict=True))
    if not path or len(values) != length:
        raise WrongArrays(f"{column['array']} has {len(values)} values, and there are {length} records")
    return path, values


def _null(array: Array) -> list[Any]:
    """Return an array as plain data, with None for what was null."""
    if array.dtype.kind not in "Uifb":
        raise WrongArrays(f"an array of {array.dtype}")
    if array.dtype.kind == "U":
        return [text or None for text in array.tolist()]
    plain = array.astype(object)
    if array.dtype.kind == "f":
        plain[np.isnan(array)] = None
    values: list[Any] = plain.tolist()
    return values


def _put(container: Any, path: Path, value: object) -> None:
    """Put a value where its path leads; a mapping or list on the way is made as it is first met."""
    for step, after in pairwise(path):
        inner: Any = [] if isinstance(after, int) else {}
        if isinstance(step, str):
            container = container.setdefault(step, inner)
        else:
            if step == len(container):
                container.append(inner)
            container = container[step]
    last = path[-1]
    if isinstance(last, str):
        container[last] = value
    else:
        container.insert(last, value)
