"""Tables of jMetal and SAES: a row an algorithm, problem, run and metric; read as a row a run, a column a metric."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from rankpress.sources import delimited
from rankpress.sources.cells import texts
from rankpress.sources.findings import Findings
from rankpress.sources.formats import Format
from rankpress.sources.origin import Origin, Unreadable
from rankpress.sources.records import held
from rankpress.sources.sheet import Sheet

if TYPE_CHECKING:
    from rankpress.spec.measures_section import Better

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


def _recognizes(origin: Origin) -> bool:
    return not origin.is_folder and _header(origin.beginning) in HEADERS


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    [sheet] = delimited.FORMAT.open(origin, findings)
    runs: list[tuple[int, dict[str, str]]] = []
    latest: dict[tuple[str, str, str], dict[str, str]] = {}
    for stretch in sheet.stretches(range(5), findings):
        for row, algorithm, problem, metric, run, value in zip(stretch.rows, *map(texts, stretch.columns), strict=True):
            record = latest.get((algorithm, problem, run))
            if record is None or metric in record:  # what is there twice is a row of its own, and told as such
                record = {"dataset": problem, "algorithm": algorithm, "run": run}
                latest[algorithm, problem, run] = record
                runs.append((row, record))
            record[metric] = value
    metrics = dict.fromkeys(
        name for _, record in runs for name in record if name not in ("dataset", "algorithm", "run")
    )
    known = INDICATORS | _directions_beside(origin)
    return [held(runs, origin.place, sheet.files, {name: known[name] for name in metrics if name in known})]


def _directions_beside(origin: Origin) -> dict[str, Better]:
    """What a table of metrics in the same folder, as SAES takes one, says of their directions."""
    found: dict[str, Better] = {}
    for path in sorted(origin.full.parent.glob("*.csv")):
        beside = Origin(path.parent, path.name, limit=origin.limit)
        try:
            if _header(beside.beginning) != ("MetricName", "Maximize"):
                continue
            rows = list(csv.reader(io.StringIO(beside.content.decode("utf-8-sig", "replace"))))[1:]
        except Unreadable:
            continue
        found |= {
            row[0].strip(): "higher" if row[1].strip().casefold() == "true" else "lower"
            for row in rows
            if len(row) == 2
        }
    return found


def _header(beginning: bytes) -> tuple[str, ...]:
    first = beginning.removeprefix(b"\xef\xbb\xbf").partition(b"\n")[0].decode("utf-8", "replace")
    return tuple(name.strip().strip('"') for name in first.split(","))


FORMAT = Format("jmetal", "results of jMetal or SAES", _recognizes, _open)
