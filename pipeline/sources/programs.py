"""Results of Weka, KEEL, aeon and tsml, jMetal and the AutoML Benchmark."""

from __future__ import annotations

import csv
import io
import math
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from rankpress.core.faults import Fault, Findings
from rankpress.sources import text_tables
from rankpress.sources.cells import Cells, HeldSheet, Sheet, coded, texts
from rankpress.sources.files import Origin, Unreadable
from rankpress.sources.formats import Format
from rankpress.sources.json_records import tabulate
from rankpress.sources.opening import Made, derived, same_as
from rankpress.sources.text_tables import read_arff, read_rows
from rankpress.wording.strings import listed, shown

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better


KEYS = {"dataset": "Key_Dataset", "algorithm": "Key_Scheme", "repeat": "Key_Run", "fold": "Key_Fold"}
SIZES = {"n_train": "Number_of_training_instances", "n_test": "Number_of_testing_instances"}
# What the Experimenter's own analysis compares by, where the class is nominal and where it is a number.
BETTER: dict[str, Better] = {"Percent_correct": "higher", "Root_relative_squared_error": "lower"}


def _header(origin: Origin) -> tuple[str, ...]:
    """Return the cells of the first line, parted by commas."""
    first = origin.beginning.removeprefix(BOM_UTF8).partition(b"\n")[0].decode("utf-8", "replace")
    return tuple(_split(first.splitlines()[:1]))


def _split(line: Iterable[str]) -> list[str]:
    return [cell.strip() for cell in next(csv.reader(line), [])]


def _refuse_others(header: Sequence[str], forms: Iterable[Iterable[str]], origin: Origin, what: str) -> None:
    """Raise Unreadable where a table, which a study says to be of a program, has the columns of none of its forms."""
    lacking = min(([name for name in form if name not in header] for form in forms), key=len)
    if lacking:
        message = f"this is no file of {what}: there is no column {listed(lacking)}"
        expected = f"columns {listed(lacking)}; there are {listed(filter(None, header)) or 'none'}"
        remedy = "remove scores.format to detect the format from the content of the files"
        raise Unreadable(Fault(origin.place, message, expected, remedy))


def _is_arff(origin: Origin) -> bool:
    return origin.beginning.lstrip(b"\xef\xbb\xbf \t\r\n")[:9].lower() == b"@relation"


def _weka_recognizes(origin: Origin) -> bool:
    if _is_arff(origin):
        return re.search(rb"@attribute\s+Key_Scheme\b", origin.beginning, re.IGNORECASE) is not None
    return {"Key_Dataset", "Key_Scheme"} <= {*_header(origin)}


def _weka_open(origin: Origin, findings: Findings) -> list[Sheet]:
    if _is_arff(origin):
        attributes, rows, columns = read_arff(origin, findings)
    else:
        _refuse_others(_header(origin), [KEYS.values()], origin, "Weka's Experimenter")
        first, *lines = origin.content.decode("utf-8-sig", "replace").splitlines()
        attributes = [(name.strip(), "string") for name in next(csv.reader([first], quotechar="'"))]
        rows, columns = read_rows(enumerate(lines, 2), attributes, origin.place, findings)
    _refuse_others([name for name, _ in attributes], [KEYS.values()], origin, "Weka's Experimenter")
    columns_by_name = ((name, column) for (name, _), column in zip(attributes, columns, strict=True))
    cells = _with_names({name: ["" if cell == "?" else cell for cell in column] for name, column in columns_by_name})
    place, held_cells = min(rows, default=1) - 1, tuple(cells.values())
    better = dict([(name, BETTER[name]) for name in BETTER if name in cells][:1])
    return [HeldSheet(origin.place, tuple(cells), (origin.file,), place, better=better, cells=held_cells, rows=rows)]


def _with_names(columns: dict[str, list[str]]) -> dict[str, Cells]:
    """The columns, after those that distinguish measurements, under the names that specs use."""
    cells: dict[str, Cells] = {}
    for name, column in (KEYS | SIZES).items():
        if column in columns:
            cells[name] = columns[column]
    options = columns.get("Key_Scheme_options", [""] * len(columns["Key_Scheme"]))
    schemes = zip(columns["Key_Scheme"], options, strict=True)
    cells["algorithm"] = coded([f"{scheme.rpartition('.')[2]} {option}".strip() for scheme, option in schemes])
    return cells | {name: column for name, column in columns.items() if name not in (*cells, "Date_time")}


WEKA_FORMAT = Format("weka", "results of Weka's Experimenter", _weka_recognizes, _weka_open)


KEEL_FILES = "**/*.*/result*.tst"
_FOLD = re.compile(r"result(?P<fold>\d+)(s(?P<seed>\d+))?\.tst", re.IGNORECASE)
_RELATION = re.compile(r"^\s*@relation\s+(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)
_OUTPUT = re.compile(r"^\s*@outputs?\s+(\S+)\s*$", re.IGNORECASE | re.MULTILINE)
_KEEL_DATA = re.compile(r"^\s*@data\s*$", re.IGNORECASE | re.MULTILINE)
_NUMERIC = r"^\s*@attribute\s+{}\s*(real|integer)\b"
_KEEL_BETTER: dict[str, Better] = {"accuracy": "higher", "rmse": "lower"}


def _keel_recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        return any(_FOLD.fullmatch(path.name) for path in origin.full.glob(KEEL_FILES))
    return _FOLD.fullmatch(PurePosixPath(origin.path).name) is not None and b"@relation" in origin.beginning.lower()


def _keel_open(origin: Origin, findings: Findings) -> list[Sheet]:
    files = origin.files(KEEL_FILES)
    return [_fold(file) for file in files if not origin.is_folder or _FOLD.fullmatch(file.full.name)]


def _fold(origin: Origin) -> Sheet:
    text = origin.content.decode("utf-8-sig", "replace")
    relation, beginning, numbered = _RELATION.search(text), _KEEL_DATA.search(text), _FOLD.fullmatch(origin.full.name)
    cases = [case for case in text[beginning.end() :].splitlines() if case.strip()] if beginning else []
    if relation is None or beginning is None or numbered is None or not cases:
        expected = "@relation, @data, and one line per case with its label and the predicted one"
        raise Unreadable(Fault(origin.place, "this is no result file of KEEL", expected, "is the file cut off?"))
    output = _OUTPUT.search(text)
    numeric = output is not None and re.search(
        _NUMERIC.format(re.escape(output[1])), text, re.IGNORECASE | re.MULTILINE
    )
    pairs = list(map(_pair, cases))
    if numeric:
        score, value = "rmse", _rmse(pairs, origin)
    else:
        score, value = "accuracy", sum(label == predicted for label, predicted in pairs) / len(pairs)
    dataset = relation[1].strip("'\"")
    folder = origin.full.resolve().parent.name
    of_dataset = f".{dataset}"
    method = folder.removesuffix(of_dataset) if folder.endswith(of_dataset) else folder.rpartition(".")[0] or folder
    record: dict[str, Any] = {"dataset": dataset, "algorithm": method, "fold": int(numbered["fold"]), score: value}
    if numbered["seed"]:
        record["seed"] = int(numbered["seed"])
    return tabulate([(1, record | {"n_test": len(cases)})], origin.place, (origin.file,), {score: _KEEL_BETTER[score]})


def _pair(case: str) -> tuple[str, str]:
    """Return the label and the predicted one, parted by a comma or by blanks."""
    parts = [part.strip() for part in case.split(",")] if "," in case else case.split()
    return (parts[0], parts[1]) if len(parts) == 2 else (case, "")


def _rmse(pairs: list[tuple[str, str]], origin: Origin) -> float:
    try:
        return math.sqrt(math.fsum((float(a) - float(b)) ** 2 for a, b in pairs) / len(pairs))
    except ValueError as error:
        message = f"the output is a number, and {shown(str(error))}"
        raise Unreadable(Fault(origin.place, message, "two numbers a line under @data")) from error


KEEL_FORMAT = Format("keel", "results of KEEL", _keel_recognizes, _keel_open, inputs=(KEEL_FILES,))


TSML_FILES = "**/Predictions/*/test[FR]*.csv"
TABLES = (b"Resamples:,", b"folds:,")
_SPLITS = ("TEST", "TRAIN")
# Milliseconds and the like in a second.
_UNITS = {"NANOSECONDS": 1e9, "MICROSECONDS": 1e6, "MILLISECONDS": 1e3, "SECONDS": 1.0}
# What the third line begins with, by how many cells it has: of a forecaster, of a regressor, else of a classifier.
_SCORES = {5: "mape", 8: "mse"}
_TSML_BETTER: dict[str, Better] = {"accuracy": "higher", "mse": "lower", "mape": "lower"}
_LOWER = re.compile("loss|mse|mae|mape|rmse|time|memory|error|nll", re.IGNORECASE)


def _tsml_recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        return any(True for _ in origin.full.glob(TSML_FILES))
    return origin.beginning.startswith(TABLES) or _is_run(origin.beginning)


def _is_run(beginning: bytes) -> bool:
    """Whether there is a line of data set, estimator, split, resample and unit of time, and one of results below."""
    lines = beginning.decode("utf-8", "replace").splitlines()[:3]
    first = _split(lines[:1])
    if len(lines) < 3 or not _split(lines[2:]) or len(first) < 4 or first[2].upper() not in _SPLITS:
        return False
    return re.fullmatch(r"\d+|None", first[3]) is not None


def _tsml_open(origin: Origin, findings: Findings) -> list[Sheet]:
    if origin.beginning.startswith(TABLES):
        return [_table(origin, findings)]
    return list(map(_run, origin.files(TSML_FILES)))


def _run(origin: Origin) -> Sheet:
    """One resample: what the first three lines say, and how many cases stand below them."""
    if not _is_run(origin.beginning):
        expected = "a first line such as Chinatown,ROCKET,TEST,0,MILLISECONDS"
        raise Unreadable(
            Fault(origin.place, "this is no result file of tsml or aeon", expected, "is the file cut off?")
        )
    lines = origin.content.decode("utf-8", "replace").splitlines()
    dataset, algorithm, split, resample, *more = _split(lines[:1])
    cells = _split(lines[2:3])
    cases = lines[3:]
    per_second = _UNITS.get(more[0].upper() if more else "")
    record: dict[str, Any] = {"dataset": dataset, "algorithm": algorithm, "cases": split}
    if resample.isdecimal():
        record["repeat"] = resample
    score = _SCORES.get(len(cells), "accuracy")
    record[score] = cells[0]
    if cells[0] in ("-1", "-1.0") or not cells[0]:  # its author left the score to be computed
        record[score] = _right(cases) if score == "accuracy" else None
    if per_second is not None and len(cells) > 2:
        times = zip(("fit_seconds", "predict_seconds"), cells[1:3], strict=True)
        record |= {name: _seconds(cell, per_second) for name, cell in times}
    record["n_test"] = len(cases)
    return tabulate([(1, record)], origin.place, (origin.file,), {score: _TSML_BETTER[score]})


def _right(cases: list[str]) -> float | None:
    """Return the share of cases whose label is the predicted one."""
    pairs = [_split([case])[:2] for case in cases]
    return sum(len(pair) == 2 and pair[0] == pair[1] for pair in pairs) / len(pairs) if pairs else None


def _seconds(cell: str, per_second: float) -> float | str | None:
    try:
        return None if float(cell) < 0 else float(cell) / per_second  # -1 is a time that was not taken
    except ValueError:
        return cell


def _table(origin: Origin, findings: Findings) -> Sheet:
    """Return the scores of an estimator by data set and resample."""
    estimator, _, measure = PurePosixPath(origin.path).name.partition(".")[0].rpartition("_")
    if not estimator:
        message = "the name of the file does not give the estimator and the measure"
        raise Unreadable(Fault(origin.place, message, "a name such as ROCKET_accuracy.csv"))
    if measure == "TESTFOLDS":  # as the archive of results calls its tables of accuracies
        measure = "accuracy"
    [sheet] = text_tables.DELIMITED_FORMAT.open(origin, findings)
    records = [
        (row, {"dataset": dataset, "algorithm": estimator, "repeat": resample, measure: score})
        for row, (dataset, *scores) in sheet.records(findings)
        for resample, score in zip(sheet.header[1:], scores, strict=True)
    ]
    better: dict[str, Better] = {measure: "lower" if _LOWER.search(measure) else "higher"}
    return tabulate(records, origin.place, sheet.files, better)


TSML_FORMAT = Format("tsml", "results of aeon or tsml", _tsml_recognizes, _tsml_open, inputs=(TSML_FILES,))


HEADERS = (
    ("Algorithm", "Problem", "IndicatorName", "ExecutionId", "IndicatorValue"),
    ("Algorithm", "Instance", "MetricName", "ExecutionId", "MetricValue"),
    ("Algorithm", "Problem", "MetricName", "ExecutionId", "MetricValue"),
)
# Of the quality indicators of jMetal, these are maximized, and all others that it has are minimized.
INDICATORS: dict[str, Better] = {
    **dict.fromkeys(("HV", "PISAHV", "NHV+"), "higher"),
    **dict.fromkeys(("EP", "SP", "GD", "IGD", "IGD+", "GSPREAD", "SPREAD", "NHV", "ER", "SC"), "lower"),
}


def _jmetal_open(origin: Origin, findings: Findings) -> list[Sheet]:
    [sheet] = text_tables.DELIMITED_FORMAT.open(origin, findings)
    _refuse_others(sheet.header, HEADERS, origin, "jMetal or SAES")
    names = next(names for names in HEADERS if {*names} <= {*sheet.header})
    runs: list[tuple[int, dict[str, str]]] = []
    latest: dict[tuple[str, str, str], dict[str, str]] = {}
    for row, cells in sheet.records(findings):
        by_name = dict(zip(sheet.header, cells, strict=True))
        algorithm, problem, metric, run, value = (by_name[name] for name in names)
        record = latest.get((algorithm, problem, run))
        if record is None or metric in record:  # a duplicate is a row of its own, and reported as such
            record = {"dataset": problem, "algorithm": algorithm, "run": run}
            latest[algorithm, problem, run] = record
            runs.append((row, record))
        record[metric] = value
    metrics = dict.fromkeys(
        name for _, record in runs for name in record if name not in ("dataset", "algorithm", "run")
    )
    directions = INDICATORS | _directions_in_folder(origin)
    return [
        tabulate(runs, origin.place, sheet.files, {name: directions[name] for name in metrics if name in directions})
    ]


def _directions_in_folder(origin: Origin) -> dict[str, Better]:
    """Return what a table of metrics in the same folder, as SAES takes one, says of their directions."""
    results: dict[str, Better] = {}
    for path in sorted(origin.full.parent.glob("*.csv")):
        metrics_file = Origin(path.parent, path.name, limit=origin.limit)
        try:
            if _header(metrics_file) != ("MetricName", "Maximize"):
                continue
            rows = list(csv.reader(io.StringIO(metrics_file.content.decode("utf-8-sig", "replace"))))[1:]
        except Unreadable:
            continue
        results |= {
            row[0].strip(): "higher" if row[1].strip().casefold() == "true" else "lower"
            for row in rows
            if len(row) == 2
        }
    return results


JMETAL_FORMAT = Format("jmetal", "results of jMetal or SAES", lambda origin: _header(origin) in HEADERS, _jmetal_open)


NAMES = frozenset({"id", "task", "framework", "fold", "result", "utc", "info"})
LOSSES = frozenset({"logloss", "mae", "mape", "mse", "msle", "rmse", "rmsle", "balerr", "error"})


def _amlb_open(origin: Origin, findings: Findings) -> list[Sheet]:
    sheets = text_tables.DELIMITED_FORMAT.open(origin, findings)
    for sheet in sheets:
        _refuse_others(sheet.header, [("task", "framework", "result", "info")], origin, "the AutoML Benchmark")
    return [
        derived(
            sheet,
            {"dataset": same_as("task"), "algorithm": same_as("framework"), "score": _turned(sheet.header)},
            better={"score": "higher"},
            reason="info",
        )
        for sheet in sheets
    ]


def _turned(header: tuple[str, ...]) -> Made:
    """Results of which higher is better."""
    if "metric" in header:
        return Made(("result", "metric"), _by_name)
    if {"auc", "logloss"} <= set(header):
        return Made(("result", "auc", "logloss"), _by_value)
    return same_as("result")


def _by_name(results: Cells, metrics: Cells) -> Cells:
    pairs = zip(texts(results), texts(metrics), strict=True)
    return [_negated(value) if metric.casefold() in LOSSES else value for value, metric in pairs]


def _by_value(results: Cells, aucs: Cells, losses: Cells) -> Cells:
    """Turn the results of the first versions, which do not name the metric: it is the one that a result equals."""
    rows = zip(texts(results), texts(aucs), texts(losses), strict=True)
    return [_negated(value) if value == loss and value != auc else value for value, auc, loss in rows]


def _negated(number: str) -> str:
    return number[1:] if number.startswith("-") else f"-{number}" if number else ""


AMLB_FORMAT = Format("amlb", "results of the AutoML Benchmark", lambda origin: {*_header(origin)} >= NAMES, _amlb_open)
