"""Scores that a program holds, as one table of cells: frames, arrays, mappings, results of cross-validation."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from numbers import Integral
from typing import TYPE_CHECKING, Any

from rankpress.catalog.metrics import better_of
from rankpress.core.faults import Fault, FaultsFound, one_of
from rankpress.init.directions import direction_of
from rankpress.init.guess import Guess
from rankpress.init.measures import directions_in_doubt
from rankpress.init.table import Column
from rankpress.init.vocabulary import role_of
from rankpress.sources.cells import FAILED, NO_RESULT, NUMBER, coded
from rankpress.sources.headers import LOOKED_AT, joined_header
from rankpress.wording.numbers import counted_in_words
from rankpress.wording.strings import counted, listed, quoted, shown

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.core.doubts import Doubt

SCORES = "scores.csv"  # the file that a study with these scores is read from
FRAME, OTHER = "the frame", "the scores"  # what messages call them
_ONE_DATASET = "data"
_TAKEN = (
    "a frame of pandas or polars, an array of data sets by algorithms, a mapping of algorithms to scores, an xarray"
    " DataArray, or results of scikit-learn's cross_validate or cv_results_"
)
_EMPTY = frozenset({"NoneType", "NAType", "NaTType"})  # types of None and of the missing values of pandas
_PLACE = re.compile(rf"{re.escape(SCORES)}(?: row (?P<row>\d+))?(?P<column> column (?=\S))?")
_BEFORE = re.compile(r"(?<=\bin )row (\d+)")  # in a sentence on another row of the same table
_OPTION = re.compile(r"--(better|missing|control|test) (\w[\w-]*)")
_FILE = re.compile(r"\bthe file\b")
_KEY = re.compile(r"\bscores\.columns\.(\w+)|\bscores\.(missing|reduce|choose)\b")
_FIRST_ROW = 2  # in a file, under the header

# What a frame calls a column or an algorithm.
Name = str | int
Names = Name | Sequence[Name]

# By role, a key of `scores.columns`, "score", "cost" or "choose": the columns that a caller names.
Roles = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class HeldScores:
    """Scores in memory, as the cells of a table, and what is known of its columns."""

    header: tuple[str, ...]
    columns: tuple[list[str], ...]  # the cells of each, numbers to their last digit
    what: str = FRAME
    labels: Sequence[object] = ()  # of the rows, as their author calls them; by default their numbers
    roles: Roles = field(default_factory=dict)
    metric: str = ""  # what the scores of a wide table are, where that is known
    guess: Guess | None = None  # what the columns hold, where nothing is to be guessed
    numbered: HeldScores | None = None  # the same with the numbers of the rows as data sets, where nothing names these

    @property
    def csv(self) -> str:
        """The table as the text of a file."""
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(self.header)
        writer.writerows(zip(*self.columns, strict=True))
        return file.getvalue()

    def in_words(self, text: str) -> str:
        """Return a message with places in what a program holds, whose author has never seen a file or a spec."""
        text = _OPTION.sub(r'\1="\2"', _FILE.sub(self.what, text))
        text = self.place_of(_BEFORE.sub(lambda row: f"row {self._label(row[1])}", text))
        return _KEY.sub(lambda key: f"{key[1]}=" if key[1] else key[2], text)

    def place_of(self, place: str) -> str:
        """Return a place in what a program holds as its author knows it."""
        return _PLACE.sub(self._place, place)

    def doubt(self, doubt: Doubt) -> Doubt:
        """Return a doubt about what a program holds, with the number of a row as Python counts."""
        row = None if doubt.row is None else max(doubt.row - _FIRST_ROW, 0)
        file = self.what if doubt.file == SCORES else doubt.file
        return replace(doubt, text=self.in_words(doubt.text), file=file, row=row)

    def _place(self, place: re.Match[str]) -> str:
        row = "" if place["row"] is None or int(place["row"]) < _FIRST_ROW else f", row {self._label(place['row'])}"
        return f"{self.what}{row}{', column ' if place['column'] else ''}"

    def _label(self, row: str) -> str:
        index = int(row) - _FIRST_ROW
        label = self.labels[index] if index < len(self.labels) else index
        return quoted(label) if isinstance(label, str) else shown(str(label))


def held_scores(data: Any, roles: Roles, metric: str | None, names: Sequence[Name] | None) -> HeldScores:
    """Return scores as the cells of a table."""
    is_array = hasattr(data, "ndim") and not any(hasattr(data, name) for name in ("columns", "dims", "iloc"))
    if isinstance(data, Sequence):  # lists and texts, whatever else is stated
        raise FaultsFound([_unreadable(data)])
    if is_array and roles:
        raise FaultsFound([_without_effect(next(iter(roles)), "an array has no columns with names", "a frame")])
    if names is not None and not is_array:
        raise FaultsFound([_without_effect("names", "it names the columns of an array", "names with an array alone")])
    if hasattr(data, "to_pandas") and hasattr(data, "dims"):
        return _of_xarray(data, roles, metric)
    if isinstance(data, Mapping) and not roles and not _has_texts(data):
        return _of_mapping(data, metric)
    if isinstance(data, Mapping):
        if len({len(values) for values in data.values()}) > 1:
            raise FaultsFound([Fault(OTHER, "a mapping whose values are of different lengths", _TAKEN)])
        lists = [list(values) for values in data.values()]
        return _framed([str(name) for name in data], lists, [], roles, metric, OTHER)
    if hasattr(data, "iloc"):
        return _of_pandas(data.to_frame() if getattr(data, "ndim", 2) == 1 else data, roles, metric)
    if is_array:
        return _of_array(data, metric, names)
    return _of_frame(data, roles, metric)


def _unreadable(data: Any) -> Fault:
    """Return that an object holds no scores that can be read, and what makes an array of lists."""
    remedy = "numpy.array(...) of one list for each data set, with names=[...] for the algorithms"
    is_list = isinstance(data, list | tuple)
    return Fault(OTHER, f"{type(data).__name__} cannot be read", _TAKEN, f"write {remedy}" if is_list else "")


def _without_effect(keyword: str, why: str, expected: str) -> Fault:
    return Fault("compare", f"{keyword} has no effect: {why}", expected)


def _has_texts(data: Mapping[Any, Any]) -> bool:
    """Return whether a mapping has lists of texts, so that it is one of columns."""
    lists = [values for values in data.values() if not isinstance(values, str | Mapping) and hasattr(values, "__len__")]
    return "params" not in data and any(isinstance(value, str) for values in lists for value in list(values)[:100])


def _of_xarray(data: Any, roles: Roles, metric: str | None) -> HeldScores:
    if len(data.dims) != 2:
        return _of_pandas(data.to_dataframe(name=metric or "score").reset_index(), roles, metric)
    frame = data.to_pandas()
    if roles:
        return _of_pandas(frame, roles, metric)
    if role_of(_text(frame.index.name)) == "algorithm" or role_of(_text(frame.columns.name)) == "dataset":
        frame = frame.T
    return _wide(list(frame.columns), list(frame.index), frame.T.to_numpy().tolist(), metric)


def _of_pandas(data: Any, roles: Roles, metric: str | None) -> HeldScores:
    """Return the columns of a frame of pandas, behind those of its index where that names anything."""
    lists = [data.iloc[:, place].tolist() for place in range(data.shape[1])]
    index = data.index
    levels = [index.get_level_values(level).tolist() for level in range(index.nlevels)]
    unnamed = [""] if index.nlevels == 1 else [f"level_{level}" for level in range(index.nlevels)]
    of_index = [other if name is None else _name(name) for name, other in zip(index.names, unnamed, strict=True)]
    names = _names_of(data.columns, of_index)
    if of_index == [""] and "" in names:
        of_index = ["row"]
    numbered = index.names == [None] and all(type(label) is int for label in levels[0])
    if numbered and data.columns.nlevels == 1 and sum(map(_has_names_on_top, lists)) > 1:
        return _framed(_as_in_file(names), lists, index.tolist(), roles, metric, is_named_below=True)
    with_index = [*of_index, *names], [*levels, *lists], index.tolist()
    called = [*names, *of_index]
    is_nameless = not (roles or any(map(_are_names, lists)) or any(role_of(name) in _NAMING for name in called))
    is_nameless = is_nameless and not any(isinstance(label, str) for level in levels for label in level)
    by_index = _framed(*with_index, {"dataset": (of_index[0],)} if is_nameless else roles, metric)
    if numbered and (not is_nameless or levels[0] == [*range(len(data))]):
        framed = _framed(names, lists, index.tolist(), roles, metric)
        return replace(framed, numbered=by_index) if is_nameless else framed
    if is_nameless:
        return by_index
    if not roles and len(of_index) == 1 and (role := role_of(_name(data.columns.names[-1]))) in _NAMING:
        roles = {"dataset" if role == "algorithm" else "algorithm": (of_index[0],)}
    return _framed(*with_index, roles, metric)


_NAMING = ("dataset", "algorithm")


def _name(name: object) -> str:
    """Return the name of a column as text."""
    return _text(name)


# What pandas calls a column whose header is empty in a file, or that of an earlier column.
_UNNAMED = re.compile(r"Unnamed: (\d+)(_level_\d+)?")
_AGAIN = re.compile(r"(?P<name>.+)\.(?P<number>[1-9]\d*)", re.DOTALL)


def _names_of(columns: Any, of_index: Sequence[str]) -> list[str]:
    """Return one name for each column: levels are joined as the rows of a header in a file are."""
    keys = [tuple("" if _UNNAMED.fullmatch(name) else name for name in map(_name, _levels(key))) for key in columns]
    if columns.nlevels > 1:
        # as pandas writes them, whose last row has the names of the index alone
        rows = [["" for _ in of_index] + [key[level] for key in keys] for level in range(columns.nlevels)]
        names, _ = joined_header([*rows, [*of_index, *("" for _ in keys)]], len(rows) + 1)
        return list(names[len(of_index) :])
    return [name for (name,) in keys]


def _levels(key: object) -> tuple[object, ...]:
    """Return the names of a column on all levels."""
    return key if isinstance(key, tuple) else (key,)


def _as_in_file(names: Sequence[str]) -> list[str]:
    """Return the names that a file has, of those that pandas has numbered because they are there several times.

    >>> _as_in_file(["", "mae", "mae.1", "mae.2", "v.1"])
    ['', 'mae', 'mae', 'mae', 'v.1']
    """
    there = {*names}

    def is_again(numbered_name: re.Match[str]) -> bool:
        before = int(numbered_name["number"]) - 1
        return (f"{numbered_name['name']}.{before}" if before else numbered_name["name"]) in there

    return [numbered["name"] if (numbered := _AGAIN.fullmatch(name)) and is_again(numbered) else name for name in names]


def _has_names_on_top(values: Sequence[object]) -> bool:
    """Return whether a column begins with texts that are no numbers, and has numbers at its end: a further header."""
    first = [cell for cell in map(_text, values[:LOOKED_AT]) if not NUMBER.fullmatch(cell)]
    are_names = any(cell and cell.casefold() not in FAILED | NO_RESULT for cell in first)
    return are_names and any(map(NUMBER.fullmatch, map(_text, values[-1:])))


def _of_frame(data: Any, roles: Roles, metric: str | None) -> HeldScores:
    """Return the cells of a frame that is not of pandas: of Polars, PyArrow or another whose columns become lists."""
    try:
        length = len(data)  # a frame that is still to be computed has none
        columns = list(data.column_names if hasattr(data, "column_names") else data.columns)
        lists = [_listed_values(data[column]) for column in columns]
    except (AttributeError, TypeError, LookupError) as error:
        raise FaultsFound([_unreadable(data)]) from error
    names = list(map(_name, columns))
    framed = _framed(names, lists, [], roles, metric)
    if roles or any(map(_are_names, lists)) or any(role_of(name) in _NAMING for name in names):
        return framed
    numbered = _framed(["", *names], [list(range(length)), *lists], [], {"dataset": ("",)}, metric)
    return replace(framed, numbered=numbered)


def _listed_values(column: Any) -> list[Any]:
    """Return the values of a column of a frame."""
    values: list[Any] = column.to_pylist() if hasattr(column, "to_pylist") else column.to_list()
    return values


def _framed(
    names: Sequence[str],
    lists: Sequence[list[Any]],
    labels: Sequence[object],
    roles: Roles,
    metric: str | None,
    what: str = FRAME,
    *,
    is_named_below: bool = False,
) -> HeldScores:
    """Return a table of columns, each with its name once unless rows name them too, and those that a caller names."""
    again = {name: [str(place) for place, other in enumerate(names, 1) if other == name] for name in names}
    faults = [
        Fault(
            what,
            f"{quoted(name)} is the name of {counted(len(places), 'column')}: {', '.join(places)}",
            "a name for each",
        )
        for name, places in again.items()
        if len(places) > 1 and not is_named_below
    ]
    in_roles = [column for role in roles for column in roles[role]]
    if missing := [column for column in dict.fromkeys(in_roles) if column not in names]:
        message = f"there is no column {listed(map(quoted, missing))}"
        faults.append(Fault(what, message, one_of(missing[0], filter(None, names))))
    if faults:
        raise FaultsFound(faults)
    # what is right or wrong on an example is a number; truths next to numbers describe
    others = (value for name, values in zip(names, lists, strict=True) if name not in in_roles for value in values)
    are_scores = not any(isinstance(value, int | float) and not isinstance(value, bool) for value in others)
    outcomes = roles.get("score", names if are_scores else ())
    columns = tuple(_cells(values, as_numbers=name in outcomes) for name, values in zip(names, lists, strict=True))
    if metric in names and "score" not in roles and metric is not None:
        roles = {**roles, "score": (metric,)}
    shown_labels = labels if len(set(map(str, labels))) == len(labels) else ()  # those of several rows name none
    return HeldScores(tuple(names), columns, what, shown_labels, roles, metric or "")


def _are_names(values: Sequence[object]) -> bool:
    """Return whether a column holds texts that are no numbers."""
    cells = coded([_text(value) for value in values[:1000] if not isinstance(value, bool)])
    column = Column("", cells.categories, cells.codes)
    is_of_numbers = column.is_numeric or column.is_mostly_numeric or column.holds_more_than_numbers
    return column.distinct > 0 and not is_of_numbers


def _cells(values: Iterable[object], *, as_numbers: bool = False) -> list[str]:
    values = list(values)
    if as_numbers and all(isinstance(value, bool) or _text(value) == "" for value in values):
        return ["" if not isinstance(value, bool) else str(int(value)) for value in values]
    return list(map(_text, values))


def _text(value: object) -> str:
    """Return a value as the text of a cell: numbers to their last digit, nothing where there is none."""
    if isinstance(value, str):
        return value.strip()
    if type(value) is float:
        return repr(value) if value == value else ""
    if type(value).__name__ in _EMPTY:
        return ""
    if isinstance(value, float | Decimal) and value != value:
        return ""
    if hasattr(value, "item") and hasattr(value, "dtype") and getattr(value, "size", 1) == 1:
        return _text(value.item())
    return str(value).strip()


def _of_array(data: Any, metric: str | None, names: Sequence[Name] | None) -> HeldScores:
    if data.ndim != 2:
        what = f"an array of {counted_in_words(data.ndim, 'dimension')}"
        raise FaultsFound([Fault(OTHER, what, "data sets by algorithms")])
    if names is None or len(names) != data.shape[1]:
        given = "no names" if names is None else counted(len(names), "name")
        message = f"{given} for {counted(data.shape[1], 'column')} of an array"
        raise FaultsFound([Fault(OTHER, message, 'names=["...", ...], one for each algorithm')])
    return _wide(list(names), range(len(data)), data.T.tolist(), metric)


def _of_mapping(data: Mapping[Any, Any], metric: str | None) -> HeldScores:
    if "params" in data and any(str(key).startswith("split0_test_") for key in data):
        return _of_search(data, metric)
    values = list(data.values())
    if values and all(isinstance(value, Mapping) for value in values):
        if all(_is_cross_validation(value) for value in values):
            return _of_cross_validation({_ONE_DATASET: data}, metric)
        if all(
            isinstance(folds, Mapping) and _is_cross_validation(folds) for value in values for folds in value.values()
        ):
            return _of_cross_validation(data, metric)
        datasets = list(dict.fromkeys(name for value in values for name in value))
        return _wide(list(data), datasets, [[value.get(name) for name in datasets] for value in values], metric)
    if not values or not all(map(_is_sequence, values)):
        raise FaultsFound([Fault(OTHER, "a mapping whose values are not all lists of scores", _TAKEN)])
    columns = list(map(list, values))
    if len(set(map(len, columns))) != 1:
        raise FaultsFound([Fault(OTHER, "a mapping whose values are of different lengths", _TAKEN)])
    return _wide(list(data), range(len(columns[0])), columns, metric)


def _is_sequence(value: object) -> bool:
    """Return whether a value holds others, as lists and arrays do; a text does not, nor an array of no dimension."""
    return hasattr(value, "__len__") and not isinstance(value, str | bytes) and getattr(value, "ndim", 1) > 0


def _is_cross_validation(value: Mapping[Any, Any]) -> bool:
    return any(str(key).startswith("test_") for key in value)


def _of_cross_validation(results: Mapping[Any, Mapping[Any, Mapping[str, Any]]], metric: str | None) -> HeldScores:
    """Return the folds of results of `cross_validate`, by data set and algorithm."""
    keys = list(next(iter(next(iter(results.values())).values())))
    metrics = _metrics_asked([key.removeprefix("test_") for key in keys if key.startswith("test_")], metric)
    scores = [f"test_{score}" for score in metrics.values()]
    costs = [key for key in ("fit_time", "score_time") if key in keys]
    rows = (
        [dataset, algorithm, fold, *(folds_of[key][fold] for key in (*scores, *costs))]
        for dataset, by_algorithm in results.items()
        for algorithm, folds_of in by_algorithm.items()
        for fold in range(len(folds_of[scores[0]]))
    )
    return _folds(list(metrics), costs, rows)


def _metrics_asked(scores: Sequence[str], metric: str | None) -> dict[str, str]:
    """Return what was scored by the name of its metric: all, what is asked for, or the only one under a new name."""
    if metric is None:
        return {score: score for score in scores}
    if list(scores) == ["score"]:
        return {metric: "score"}
    if metric not in scores:
        raise FaultsFound([Fault(OTHER, f"no metric {quoted(metric)}", one_of(metric, scores))])
    return {metric: metric}


def _of_search(search: Mapping[str, Any], metric: str | None) -> HeldScores:
    """Return the folds of `cv_results_`, whose settings are the algorithms."""
    metrics = _metrics_asked(
        sorted({key.split("_test_", 1)[1] for key in search if key.startswith("split0_test_")}), metric
    )
    of_score = list(metrics.values())
    names = [", ".join(f"{key}={value}" for key, value in setting.items()) or "default" for setting in search["params"]]
    folds = sum(key.endswith(f"_test_{of_score[0]}") and key.startswith("split") for key in search)
    rows = (
        [_ONE_DATASET, name, fold, *(search[f"split{fold}_test_{score}"][place] for score in of_score)]
        for place, name in enumerate(names)
        for fold in range(folds)
    )
    return _folds(list(metrics), [], rows)


def _folds(metrics: Sequence[str], costs: Sequence[str], rows: Iterable[Sequence[object]]) -> HeldScores:
    """Return a table with one row per fold from scores of scikit-learn, of which higher is always better."""
    header = ("dataset", "algorithm", "fold", *metrics, *costs)
    columns = tuple(_cells(values) for values in zip(*rows, strict=True))
    directions: dict[str, Better] = {name: better_of(name) or "higher" for name in metrics}
    guess = Guess("long", {role: role for role in header[:3]}, directions, list(costs))
    return HeldScores(header, columns, OTHER, guess=guess)


def _wide(
    algorithms: Sequence[object], datasets: Iterable[object], columns: Iterable[Iterable[object]], metric: str | None
) -> HeldScores:
    """Return a table with one row per data set and one column per algorithm, all of which are known."""
    names, labels = list(map(_text, algorithms)), list(map(_text, datasets))
    first, lists = next(name for name in ("dataset", "data set", "") if name not in names), list(map(list, columns))
    if any(map(_is_sequence, itertools.chain(*lists))):
        expected = (
            "one score for each algorithm and data set; of several runs a long frame, with a column for their number"
        )
        raise FaultsFound([Fault(OTHER, "several scores for an algorithm on a data set", expected)])
    framed = _framed([first, *names], [labels, *lists], labels, {}, None, OTHER)
    # a metric that nobody names has no name that could show which direction is better
    cells = coded([cell for column in framed.columns[1:] for cell in column])
    direction = direction_of(Column(metric or "", cells.categories, cells.codes))
    name = metric or "score"
    guess = Guess("wide", {}, {name: direction.better}, doubts=tuple(directions_in_doubt({name: direction})))
    return replace(framed, guess=guess, metric=name)


def frame_columns(names: Names) -> tuple[str, ...]:
    """Return one name, or several, as a tuple of texts."""
    several = (names,) if isinstance(names, str | int | Integral) else names
    return tuple(name if isinstance(name, str) else _name(name) for name in several)


def column_name(name: Name | None) -> str | None:
    """Return what a caller names as the text that stands in the table."""
    return None if name is None else frame_columns(name)[0]
