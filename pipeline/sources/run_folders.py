"""Folders in which each run has its configuration in one file and its scores in another: Sacred's and Hydra's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.core.faults import Fault, Findings
from rankpress.sources.cells import Sheet
from rankpress.sources.files import Origin, Unreadable
from rankpress.sources.formats import Format
from rankpress.sources.json_records import RECORDS_FORMAT, flat, parsed, tabulate
from rankpress.sources.text_tables import DELIMITED_FORMAT
from rankpress.sources.yaml_records import YAML_FORMAT, yaml_documents


def _table(pairs: Sequence[tuple[dict[str, Any], dict[str, Any]]], origin: Origin, files: Sequence[Origin]) -> Sheet:
    """Return a row for each configuration with its results; a name that both use otherwise says of which it is."""
    other = {key for config, results in pairs for key in config if results.get(key, config[key]) != config[key]}
    records = [
        {**{f"config.{key}" if key in other else key: value for key, value in config.items()}, **results}
        for config, results in pairs
    ]
    sources = tuple(file.file for file in files)
    return tabulate(enumerate(records, 1), origin.place, sources, max_cells=origin.limit.cells)


_RUN, _CONFIG, _METRICS = "run.json", "config.json", "metrics.json"
_SACRED_INPUTS = tuple(f"*/{name}" for name in (_CONFIG, _METRICS, _RUN))


def _sacred_recognizes(origin: Origin) -> bool:
    """Return whether a folder has those of runs as Sacred's FileStorageObserver writes them."""
    if not origin.is_folder:
        return False
    runs = (path for path in origin.full.glob(f"*/{_RUN}") if (path.parent / _CONFIG).is_file())
    return any(b'"heartbeat"' in (run := path.read_bytes()) or b'"experiment"' in run for path in runs)


def _sacred_open(origin: Origin, findings: Findings) -> list[Sheet]:
    files = origin.files(*_SACRED_INPUTS)
    runs: dict[str, dict[str, Mapping[str, Any]]] = {}
    for file in files:
        folder, _, name = file.path.rpartition("/")
        read = parsed(file.text, file.place)
        if not isinstance(read, dict):
            raise Unreadable(Fault(file.place, "this is no file of a run", "an object such as Sacred writes"))
        runs.setdefault(folder, {})[name] = read
    whole = {folder: run for folder, run in runs.items() if _RUN in run and _CONFIG in run}
    pairs = [
        (_configured(run[_CONFIG]), {"run_name": folder.rpartition("/")[2], **_measured(run)})
        for folder, run in whole.items()
    ]
    return [_table(pairs, origin, files)]


def _configured(config: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in flat(config) if not key.startswith("__")}


def _measured(run: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return how a run ended, what it returned, how long it took, and of each metric the last value."""
    own, columns = run[_RUN], dict[str, Any]()
    columns["status"] = own.get("status")
    returned = own.get("result")
    columns |= dict(flat(returned, "result.")) if isinstance(returned, dict) else {"result": returned}
    columns["duration"] = _seconds_of(own)
    for name, logged in run.get(_METRICS, {}).items():
        values = logged.get("values") if isinstance(logged, dict) else None
        if isinstance(values, list) and values and isinstance(values[-1], int | float):
            columns[name] = values[-1]
    return {key: value for key, value in columns.items() if value is not None}


def _seconds_of(run: Mapping[str, Any]) -> float | None:
    try:
        start, stop = (datetime.fromisoformat(run[key]) for key in ("start_time", "stop_time"))
        return (stop - start).total_seconds()
    except (KeyError, TypeError, ValueError):
        return None


SACRED_FORMAT = Format("sacred", "runs of Sacred in a folder", _sacred_recognizes, _sacred_open, inputs=_SACRED_INPUTS)


_HYDRA_CONFIG = ".hydra/config.yaml"
_RESULTS = {".json": RECORDS_FORMAT, ".jsonl": RECORDS_FORMAT, ".yaml": YAML_FORMAT, ".yml": YAML_FORMAT}
_RESULTS |= {".csv": DELIMITED_FORMAT, ".tsv": DELIMITED_FORMAT}
_HYDRA_INPUTS = (f"**/{_HYDRA_CONFIG}", *(f"**/*{suffix}" for suffix in _RESULTS))


def _hydra_recognizes(origin: Origin) -> bool:
    return origin.is_folder and bool(_hydra_jobs(origin))


def _hydra_open(origin: Origin, findings: Findings) -> list[Sheet]:
    jobs = _hydra_jobs(origin)
    pairs = [pair for config, file in jobs for pair in _rows_of_job(config, file, findings)]
    return [_table(pairs, origin, [each for job in jobs for each in job])]


def _hydra_jobs(origin: Origin) -> list[tuple[Origin, Origin]]:
    """Return the configuration and the results of each job: the files of the name that most jobs have next to it.

    Of as many, those in which a column is called as a metric is.
    """
    configs = {file.path.removesuffix(f"/{_HYDRA_CONFIG}"): file for file in origin.files(f"**/{_HYDRA_CONFIG}")}
    named: dict[str, list[Origin]] = {}
    for file in origin.files(*_HYDRA_INPUTS[1:]) if configs else ():
        folder, _, name = file.path.rpartition("/")
        if folder in configs:
            named.setdefault(name, []).append(file)
    best = max(named.values(), key=lambda files: (len(files), _has_scores(files[0])), default=[])
    return [(configs[file.path.rpartition("/")[0]], file) for file in best]


def _sheets_of(file: Origin, findings: Findings) -> list[Sheet]:
    return list(_RESULTS[file.suffix].open(file, findings))


def _has_scores(file: Origin) -> bool:
    try:
        sheets = _sheets_of(file, Findings())
    except Unreadable:
        return False
    return any(better_of(name) and not is_cost(name) for sheet in sheets for name in sheet.header)


def _rows_of_job(config: Origin, file: Origin, findings: Findings) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the configuration of a job with each row of its results."""
    [whole, *_] = [*yaml_documents(config), {}]
    configured = dict(flat(whole)) if isinstance(whole, dict) else {}
    for table in _sheets_of(file, findings):
        for _, cells in table.records(findings):
            yield configured, dict(zip(table.header, map(_number_in, cells), strict=True))


def _number_in(cell: str) -> float | str | None:
    try:
        return float(cell)
    except ValueError:
        return cell or None


HYDRA_FORMAT = Format("hydra", "jobs of Hydra in a folder", _hydra_recognizes, _hydra_open, inputs=_HYDRA_INPUTS)
