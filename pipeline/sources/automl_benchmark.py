"""The results.csv of the AutoML Benchmark: a row a framework, task and fold, in the metric that the task has.

What failed has no result, and its row says why under `info`. A further column `score` holds the results turned so that
higher is better: newer versions turn them themselves, and say so by `neg_` before the name of the metric.
"""

from __future__ import annotations

import csv

from rankpress.sources import delimited
from rankpress.sources.cells import Cells, texts
from rankpress.sources.derived import Made, derived, same_as
from rankpress.sources.findings import Findings
from rankpress.sources.formats import Format
from rankpress.sources.origin import Origin
from rankpress.sources.sheet import Sheet

NAMES = frozenset({"id", "task", "framework", "fold", "result", "utc", "info"})
LOSSES = frozenset({"logloss", "mae", "mape", "mse", "msle", "rmse", "rmsle", "balerr", "error"})


def _recognizes(origin: Origin) -> bool:
    first, _, _ = origin.beginning.removeprefix(b"\xef\xbb\xbf").partition(b"\n")
    if origin.is_folder or b"framework" not in first:
        return False
    return set(next(csv.reader([first.decode("utf-8", "replace").strip()]), [])) >= NAMES


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    sheets = delimited.FORMAT.open(origin, findings)
    return [
        derived(
            sheet,
            {"dataset": same_as("task"), "algorithm": same_as("framework"), "score": _turned(sheet.header)},
            {"score": "higher"},
            "info",
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
    return [_negated(result) if metric.casefold() in LOSSES else result for result, metric in pairs]


def _by_value(results: Cells, aucs: Cells, losses: Cells) -> Cells:
    """The first versions do not name the metric: a result is the one of these that it equals."""
    rows = zip(texts(results), texts(aucs), texts(losses), strict=True)
    return [_negated(result) if result == loss and result != auc else result for result, auc, loss in rows]


def _negated(number: str) -> str:
    return number[1:] if number.startswith("-") else f"-{number}" if number else ""


FORMAT = Format("amlb", "results of the AutoML Benchmark", _recognizes, _open)
