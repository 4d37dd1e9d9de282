"""Scores that a program holds, as the text of a scores file: frames, arrays, mappings, results of cross-validation."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rankpress.core.faults import Fault, FaultsFound
from rankpress.wording.strings import listed

if TYPE_CHECKING:
    import narwhals

Rows = Iterable[Sequence[object]]
_PLACE = "the scores"
_ONE_DATASET = "data"
_TAKEN = (
    "a frame of pandas or polars, an array of data sets by algorithms, a mapping of algorithms to scores, an xarray"
    " DataArray, or results of scikit-learn's cross_validate or cv_results_"
)


@dataclass(frozen=True)
class Scores:
    """The text of a CSV file, and what a spec says of it next to its name."""

    text: str
    section: Mapping[str, Any]


@dataclass(frozen=True)
class Roles:
    """Which columns of a long frame hold what; `score` and `costs` are names of several."""

    dataset: str | None = None
    algorithm: str | None = None
    score: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()
    others: Mapping[str, str] = field(default_factory=dict)

    @property
    def are_named(self) -> bool:
        """Whether any is, so that the frame is a long one."""
        return bool(self.dataset or self.algorithm or self.score or self.costs or self.others)


def scores_of(data: Any, roles: Roles, metric: str, names: Sequence[str] | None) -> Scores:
    """Return scores as a file and a spec have them."""
    if hasattr(data, "to_pandas") and hasattr(data, "dims"):
        data = data.to_pandas() if len(data.dims) == 2 else data.to_dataframe(name=metric).reset_index()
    if isinstance(data, Mapping) and not roles.are_named:
        return _of_mapping(data, metric)
    if isinstance(data, Mapping):
        return _long(list(data), zip(*data.values(), strict=True), roles)
    if hasattr(data, "ndim") and not hasattr(data, "columns"):
        return _of_array(data, metric, names)
    return _of_frame(data, roles, metric)


def _of_frame(data: Any, roles: Roles, metric: str) -> Scores:
    import narwhals

    try:
        frame = narwhals.from_native(data, eager_only=True)
    except TypeError as error:
        raise FaultsFound([Fault(_PLACE, f"{type(data).__name__} cannot be read", _TAKEN)]) from error
    columns, rows = [str(name) for name in frame.columns], frame.iter_rows()
    if roles.are_named:
        return _long(columns, rows, roles)
    texts = [str(name) for name in frame.columns if not frame.schema[name].is_numeric()]
    if len(texts) > 1:
        message = f"the columns {listed(texts)} are no scores, and at most one can name the data sets"
        remedy = 'of a frame with a row a measurement say dataset="...", algorithm="...", score="..."'
        raise FaultsFound([Fault(_PLACE, message, "a column of names, then a column an algorithm", remedy)])
    named = _names_of_rows(data, frame)
    if texts:
        named, columns = frame.get_column(texts[0]).to_list(), [name for name in columns if name != texts[0]]
        rows = frame.drop(texts[0]).iter_rows()
    return _wide(columns, named, rows, metric)


def _names_of_rows(data: Any, frame: narwhals.DataFrame[Any]) -> list[object]:
    """Return the index of a pandas frame, or numbers."""
    index = getattr(data, "index", None)
    return list(range(len(frame))) if index is None or callable(index) else list(index)


def _of_array(data: Any, metric: str, names: Sequence[str] | None) -> Scores:
    if data.ndim != 2:
        raise FaultsFound([Fault(_PLACE, f"an array of {data.ndim} dimensions", "data sets by algorithms")])
    if names is None or len(names) != data.shape[1]:
        given = "no names" if names is None else f"{len(names)} names"
        message = f"{given} for {data.shape[1]} columns of an array"
        raise FaultsFound([Fault(_PLACE, message, 'names=["...", ...], one for each algorithm')])
    return _wide(list(names), range(len(data)), data.tolist(), metric)


def _of_mapping(data: Mapping[Any, Any], metric: str) -> Scores:
    if "params" in data and any(str(key).startswith("split0_test_") for key in data):
        return _of_search(data, metric)
    values = list(data.values())
    if values and all(isinstance(value, Mapping) for value in values):
        if all(_is_cross_validation(value) for value in values):
            return _of_cross_validation({_ONE_DATASET: data})
        if all(isinstance(item, Mapping) and _is_cross_validation(item) for value in values for item in value.values()):
            return _of_cross_validation(data)
        datasets = list(dict.fromkeys(name for value in values for name in value))
        return _wide(list(data), datasets, ([value.get(name) for value in values] for name in datasets), metric)
    if not values or len({len(value) for value in values if hasattr(value, "__len__")}) != 1:
        raise FaultsFound([Fault(_PLACE, "a mapping whose values are of different lengths", _TAKEN)])
    return _wide(list(data), range(len(values[0])), zip(*values, strict=True), metric)


def _is_cross_validation(value: Mapping[Any, Any]) -> bool:
    return any(str(key).startswith("test_") for key in value)


def _of_cross_validation(results: Mapping[Any, Mapping[Any, Mapping[str, Any]]]) -> Scores:
    """Return the folds of results of `cross_validate`, by data set and algorithm."""
    keys = list(next(iter(next(iter(results.values())).values())))
    scores = [key for key in keys if key.startswith("test_")]
    costs = [key for key in ("fit_time", "score_time") if key in keys]
    rows = (
        [dataset, algorithm, fold, *(result[key][fold] for key in (*scores, *costs))]
        for dataset, by_algorithm in results.items()
        for algorithm, result in by_algorithm.items()
        for fold in range(len(result[scores[0]]))
    )
    named = [name.removeprefix("test_") for name in scores]
    roles = Roles("dataset", "algorithm", tuple(named), tuple(costs), {"fold": "fold"})
    return _long(["dataset", "algorithm", "fold", *named, *costs], rows, roles)


def _of_search(search: Mapping[str, Any], metric: str) -> Scores:
    """Return the folds of `cv_results_`, whose settings are the algorithms."""
    of_score = sorted({key.split("_test_", 1)[1] for key in search if key.startswith("split0_test_")})
    names = [", ".join(f"{key}={value}" for key, value in setting.items()) or "default" for setting in search["params"]]
    folds = sum(key.endswith(f"_test_{of_score[0]}") and key.startswith("split") for key in search)
    scores = [metric] if of_score == ["score"] else of_score
    rows = (
        [_ONE_DATASET, name, fold, *(search[f"split{fold}_test_{score}"][place] for score in of_score)]
        for place, name in enumerate(names)
        for fold in range(folds)
    )
    roles = Roles("dataset", "algorithm", tuple(scores), (), {"fold": "fold"})
    return _long(["dataset", "algorithm", "fold", *scores], rows, roles)


def _wide(algorithms: Sequence[object], datasets: Iterable[object], rows: Rows, metric: str) -> Scores:
    body = ([name, *row] for name, row in zip(datasets, rows, strict=True))
    return Scores(_csv(["dataset", *algorithms], body), {"layout": "wide", "metrics": [metric]})


def _long(columns: Sequence[str], rows: Rows, roles: Roles) -> Scores:
    given = {"dataset": roles.dataset, "algorithm": roles.algorithm, **roles.others}
    named = {role: column for role, column in given.items() if column is not None}
    of_roles = {"scores": roles.score or ("score",), "costs": roles.costs}
    needed = (*named.values(), *of_roles["scores"], *roles.costs)
    missing = [column for column in needed if column not in columns]
    if missing:
        raise FaultsFound([Fault(_PLACE, f"no column {listed(missing)}", f"among {listed(columns, most=20)}")])
    section: dict[str, Any] = {"metrics": list(of_roles["scores"])}
    if other := {role: column for role, column in named.items() if role != column}:
        section["columns"] = other
    if roles.costs:
        section["costs"] = list(roles.costs)
    return Scores(_csv(columns, rows), section)


def _csv(header: Sequence[object], rows: Rows) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([*map(_cell, row)] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    """Return a cell: numbers to their last digit, nothing where there is none."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return value.item() if hasattr(value, "item") else value


def columns_of(names: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return one name, or several, as a tuple."""
    return () if names is None else (names,) if isinstance(names, str) else tuple(names)
