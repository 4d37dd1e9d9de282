"""Results of aeon and tsml-eval, and of Java's tsml before: a file a resample, or a table of an estimator's scores.

The files lie in ESTIMATOR/Predictions/DATASET/testResampleN.csv and say in their first line what they are of. The
tables are called ESTIMATOR_MEASURE.csv, and have a row a data set and a column a resample.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from rankpress.faults import Fault
from rankpress.sources import delimited
from rankpress.sources.cells import texts
from rankpress.sources.findings import Findings
from rankpress.sources.formats import Format
from rankpress.sources.origin import Origin, Unreadable
from rankpress.sources.records import held
from rankpress.sources.sheet import Sheet

if TYPE_CHECKING:
    from rankpress.spec.measures_section import Better

FILES = "**/Predictions/*/test[FR]*.csv"
TABLE = b"Resamples:,"
_SPLITS = ("TEST", "TRAIN")
# Milliseconds and the like in a second.
_UNITS = {"NANOSECONDS": 1e9, "MICROSECONDS": 1e6, "MILLISECONDS": 1e3, "SECONDS": 1.0}
# What the third line begins with, by how many cells it has: of a forecaster, of a regressor, else of a classifier.
_SCORES = {5: "mape", 8: "mse"}
_BETTER: dict[str, Better] = {"accuracy": "higher", "mse": "lower", "mape": "lower"}
_LOWER = re.compile("loss|mse|mae|mape|rmse|time|memory|error|nll", re.IGNORECASE)


def _recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        return any(True for _ in origin.full.glob(FILES))
    return origin.beginning.startswith(TABLE) or _is_run(origin.beginning)


def _is_run(beginning: bytes) -> bool:
    """Whether there is a line of data set, estimator, split, resample and unit of time, and one of results below."""
    lines = beginning.decode("utf-8", "replace").splitlines()[:3]
    first = _cells(lines[0]) if lines else []
    if len(lines) < 3 or len(first) < 4 or first[2].upper() not in _SPLITS:
        return False
    return re.fullmatch(r"\d+|None", first[3]) is not None


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line]), [])]


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    if not origin.is_folder:
        return [_table(origin, findings) if origin.beginning.startswith(TABLE) else _run(origin)]
    inside = sorted(path.relative_to(origin.full).as_posix() for path in origin.full.glob(FILES))
    return [_run(origin.inside(path)) for path in inside]


def _run(origin: Origin) -> Sheet:
    """One resample: what the first three lines say, and how many cases stand below them."""
    if not _is_run(origin.beginning):
        expected = "a first line such as Chinatown,ROCKET,TEST,0,MILLISECONDS"
        raise Unreadable(
            Fault(origin.place, "this is no result file of tsml or aeon", expected, "is the file cut off?")
        )
    lines = origin.content.decode("utf-8", "replace").splitlines()
    dataset, algorithm, split, resample, *more = _cells(lines[0])
    cells = _cells(lines[2])
    cases = lines[3:]
    per_second = _UNITS.get(more[0].upper() if more else "")
    record: dict[str, Any] = {"dataset": dataset, "algorithm": algorithm, "cases": split}
    if resample.isdecimal():
        record["repeat"] = resample
    score = _SCORES.get(len(cells), "accuracy")
    record[score] = cells[0]
    if cells[0] in ("-1", "-1.0") or not cells[0]:  # whoever wrote it left the score to be worked out
        record[score] = _right(cases) if score == "accuracy" else None
    if per_second is not None and len(cells) > 2:
        times = zip(("fit_seconds", "predict_seconds"), cells[1:3], strict=True)
        record |= {name: _seconds(cell, per_second) for name, cell in times}
    record["n_test"] = len(cases)
    return held([(1, record)], origin.place, (origin.file,), {score: _BETTER[score]})


def _right(cases: list[str]) -> float | None:
    """The share of cases whose label is the predicted one."""
    pairs = [_cells(case)[:2] for case in cases]
    return sum(len(pair) == 2 and pair[0] == pair[1] for pair in pairs) / len(pairs) if pairs else None


def _seconds(cell: str, per_second: float) -> float | str | None:
    try:
        return None if float(cell) < 0 else float(cell) / per_second  # -1 is a time that was not taken
    except ValueError:
        return cell


def _table(origin: Origin, findings: Findings) -> Sheet:
    """The scores of an estimator by data set and resample."""
    estimator, _, measure = PurePosixPath(origin.path).name.partition(".")[0].rpartition("_")
    if not estimator:
        told = "the name of the file does not tell the estimator and the measure"
        raise Unreadable(Fault(origin.place, told, "a name such as ROCKET_accuracy.csv"))
    [sheet] = delimited.FORMAT.open(origin, findings)
    records = list(_unrolled(sheet, estimator, measure, findings))
    better: dict[str, Better] = {measure: "lower" if _LOWER.search(measure) else "higher"}
    return held(records, origin.place, sheet.files, better)


def _unrolled(sheet: Sheet, estimator: str, measure: str, findings: Findings) -> Iterator[tuple[int, dict[str, Any]]]:
    for stretch in sheet.stretches(range(len(sheet.header)), findings):
        for row, dataset, *scores in zip(stretch.rows, *map(texts, stretch.columns), strict=True):
            for resample, score in zip(sheet.header[1:], scores, strict=True):
                yield row, {"dataset": dataset, "algorithm": estimator, "repeat": resample, measure: score}


FORMAT = Format("tsml", "results of aeon or tsml", _recognizes, _open, inputs=(FILES,))
