"""Runs in a database of SQLite that MLflow keeps."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from rankpress.faults import Fault
from rankpress.sources.findings import plain
from rankpress.sources.mlflow_runs import Run, seconds_of, status_of
from rankpress.sources.origin import Unreadable

SQLITE = b"SQLite format 3\0"
TABLES = {"experiments", "runs", "latest_metrics", "params", "tags"}
_RUNS = """
SELECT r.run_uuid, e.name, r.name, r.status, r.start_time, r.end_time FROM runs r
JOIN experiments e ON e.experiment_id = r.experiment_id
WHERE r.lifecycle_stage = 'active' AND e.lifecycle_stage = 'active'
"""
_DATASETS = """
SELECT i.destination_id, d.name FROM inputs i JOIN datasets d ON d.dataset_uuid = i.source_id
WHERE i.source_type = 'DATASET' AND i.destination_type = 'RUN' ORDER BY d.name
"""


def is_store(file: Path) -> bool:
    """Whether a database of SQLite has the tables of MLflow."""
    try:
        with closing(_connected(file)) as connection:
            return _tables(connection) >= TABLES
    except sqlite3.Error:
        return False


def runs_in(file: Path, place: str) -> Iterator[Run]:
    """The runs of all experiments. Raises Unreadable."""
    try:
        with closing(_connected(file)) as connection:
            yield from _runs(connection).values()
    except sqlite3.Error as error:
        told = f"the database cannot be read: {plain(str(error))}"
        raise Unreadable(Fault(place, told, "a whole database of SQLite")) from error


def _runs(connection: sqlite3.Connection) -> dict[str, Run]:
    runs = {
        key: Run(key, str(experiment), str(name or key), status_of(status), seconds_of(start, end))
        for key, experiment, name, status, start, end in connection.execute(_RUNS)
    }
    logged: tuple[tuple[str, str], ...] = (
        ("metrics", "SELECT run_uuid, key, CASE WHEN is_nan THEN NULL ELSE value END FROM latest_metrics"),
        ("params", "SELECT run_uuid, key, value FROM params"),
        ("tags", "SELECT run_uuid, key, value FROM tags"),
    )
    for kind, query in logged:
        for key, name, value in connection.execute(query):
            if key in runs:
                held: dict[str, Any] = getattr(runs[key], kind)
                held[name] = value
    # older versions know no data sets
    for key, name in connection.execute(_DATASETS) if _tables(connection) >= {"inputs", "datasets"} else ():
        if key in runs:
            runs[key].datasets.append(name)
    return runs


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _connected(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(file.resolve()))}?mode=ro", uri=True)
