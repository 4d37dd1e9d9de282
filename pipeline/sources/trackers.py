"""What keeps track of runs: stores of MLflow, logs of Inspect AI, folders of Weights & Biases."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from rankpress.core.faults import Fault, Findings
from rankpress.sources.cells import Sheet
from rankpress.sources.databases import is_sqlite, opened_to_read
from rankpress.sources.files import Origin, Unreadable
from rankpress.sources.formats import Format
from rankpress.sources.json_records import flat, mapping_at, parsed, tabulate
from rankpress.wording.strings import without_controls

if TYPE_CHECKING:
    pass


PARENT = "mlflow.parentRunId"
OWN = ("experiment", "run_name", "status", "nested", "duration")
_STATUS = {"1": "RUNNING", "2": "SCHEDULED", "3": "FINISHED", "4": "FAILED", "5": "KILLED"}


@dataclass
class Run:
    """A run that is not deleted: what it logged, of each metric the last value, and the data sets of its inputs."""

    id: str
    experiment: str
    name: str
    status: str
    seconds: float | None
    metrics: dict[str, float | None] = field(default_factory=dict)
    params: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    datasets: list[str] = field(default_factory=list)

    @property
    def kinds(self) -> dict[str, Mapping[str, Any]]:
        """What it logged, by kind."""
        tags = {name: value for name, value in self.tags.items() if not name.startswith("mlflow.")}
        return {"metrics": self.metrics, "params": self.params, "tags": tags}


def status_of(text: object) -> str:
    """Return the status in words; stores of files number them."""
    return _STATUS.get(str(text), str(text))


def seconds_of(start: object, end: object) -> float | None:
    """Return the time between two in milliseconds; None where one is not there."""
    return (end - start) / 1000 if isinstance(start, int) and isinstance(end, int) and end >= start else None


def rows_of(runs: Iterable[Run]) -> Iterator[dict[str, Any]]:
    """Yield a record of each run, but for those around others that logged no metric themselves."""
    by_id = {run.id: run for run in runs}
    ordered = sorted(by_id.values(), key=lambda run: (run.experiment, run.name, run.id))
    around = {run.tags[PARENT] for run in ordered if PARENT in run.tags}
    remaining = [run for run in ordered if run.metrics or run.id not in around]
    for run in remaining:
        run.params = _with_those_around(run, by_id)
        if len(set(run.datasets)) == 1:
            run.params.setdefault("dataset", run.datasets[0])
    kinds = {(kind, name) for run in remaining for kind, logged in run.kinds.items() for name in logged}
    times = Counter([*OWN, *(name for _, name in kinds)])
    mixed = len({PARENT in run.tags for run in remaining}) > 1
    for run in remaining:
        record: dict[str, Any] = {
            "experiment": run.experiment,
            "run_name": run.name,
            "status": run.status,
            "duration": run.seconds,
        }
        if mixed:
            record["nested"] = int(PARENT in run.tags)
        for kind, logged in run.kinds.items():
            for name in sorted(logged):
                record[name if times[name] == 1 else f"{kind}.{name}"] = logged[name]
        yield record


def _with_those_around(run: Run, by_id: Mapping[str, Run]) -> dict[str, str]:
    """Return the parameters of a run and of the runs that it is nested in; its own before theirs."""
    params, seen = dict(run.params), {run.id}
    while (outer := by_id.get(run.tags.get(PARENT, ""))) is not None and outer.id not in seen:
        params = {**outer.params, **params}
        run = outer
        seen.add(outer.id)
    return params


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


def _runs_in_database(connection: sqlite3.Connection) -> Iterable[Run]:
    """Return the runs of all experiments."""
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
                of_kind: dict[str, Any] = getattr(runs[key], kind)
                of_kind[name] = value
    # older versions know no data sets
    for key, name in connection.execute(_DATASETS) if _tables(connection) >= {"inputs", "datasets"} else ():
        if key in runs:
            runs[key].datasets.append(name)
    return runs.values()


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


META = "meta.yaml"
MLFLOW_INPUTS = (f"**/{META}", "**/metrics/**/*", "**/params/**/*", "**/tags/**/*")


def _runs_in_folder(folder: Path, place: str) -> Iterator[Run]:
    """Yield the runs of a store, or of the one experiment that the folder is. Raises Unreadable."""
    experiments = [folder] if _is_experiment(folder) else [path for path in _folders(folder) if _is_experiment(path)]
    for experiment in experiments:
        text = _meta(experiment, place)
        if text.get("lifecycle_stage", "active") != "active":
            continue
        datasets = {path.name: str(_meta(path, place).get("name")) for path in _folders(experiment / "datasets")}
        for path in _folders(experiment):
            if (path / META).is_file():
                described = _meta(path, place)
                if described.get("lifecycle_stage", "active") == "active":
                    yield _run(path, described, str(text.get("name", experiment.name)), datasets, place)


def _run(path: Path, record: dict[str, Any], experiment: str, datasets: dict[str, str], place: str) -> Run:
    tags = dict(_texts(path / "tags", place))
    inputs = [_meta(folder, place) for folder in _folders(path / "inputs")]
    name = record.get("run_name") or tags.get("mlflow.runName") or path.name
    return Run(
        path.name,
        experiment,
        str(name),
        status_of(record.get("status")),
        seconds_of(record.get("start_time"), record.get("end_time")),
        {name: _last(text, f"{place}/{path.name}/metrics/{name}") for name, text in _texts(path / "metrics", place)},
        dict(_texts(path / "params", place)),
        tags,
        [datasets[source["source_id"]] for source in inputs if source.get("source_id") in datasets],
    )


def _folders(folder: Path) -> list[Path]:
    """Return those in a folder, but for what is hidden, as .trash is."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))


def _is_experiment(folder: Path) -> bool:
    try:
        return b"experiment_id" in (folder / META).read_bytes() and b"run_id" not in (folder / META).read_bytes()
    except OSError:
        return False


def _meta(folder: Path, place: str) -> dict[str, Any]:
    try:
        text = yaml.safe_load((folder / META).read_bytes())
    except (OSError, yaml.YAMLError, ValueError) as error:
        where = without_controls(f"{place}/{folder.name}/{META}")
        raise Unreadable(Fault(where, "the file cannot be read", "a file as MLflow wrote it")) from error
    return text if isinstance(text, dict) else {}


def _texts(folder: Path, place: str) -> Iterator[tuple[str, str]]:
    """Yield what stands in the files of a folder by name, which may hold slashes."""
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_file():
            try:
                yield path.relative_to(folder).as_posix(), path.read_bytes().decode("utf-8", "replace")
            except OSError as error:
                message = f"the file cannot be read: {error.strerror}"
                raise Unreadable(Fault(without_controls(f"{place}/{path.name}"), message)) from error


def _last(text: str, place: str) -> float | None:
    """Return the value of the last step; one line per value: when, the value, and the step where it is reported."""
    values = list[tuple[int, int, float]]()
    for line in filter(None, map(str.split, text.splitlines())):
        try:
            values.append((int(line[2]) if len(line) > 2 else 0, int(line[0]), float(line[1])))
        except (ValueError, IndexError) as error:
            expected = "lines such as 1700000000000 0.95 0"
            raise Unreadable(
                Fault(without_controls(place), "this is no metric as MLflow writes it", expected)
            ) from error
    return max(values)[2] if values else None


def _mlflow_recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        return any(map(_is_experiment, (origin.full, *_folders(origin.full))))
    if not is_sqlite(origin):
        return False
    try:
        with closing(opened_to_read(origin.full)) as connection:
            return _tables(connection) >= TABLES
    except sqlite3.Error:
        return False


def _mlflow_open(origin: Origin, findings: Findings) -> list[Sheet]:
    if origin.is_folder:
        records = list(rows_of(_runs_in_folder(origin.full, origin.place)))
    else:
        try:
            with closing(opened_to_read(origin.full)) as connection:
                records = list(rows_of(_runs_in_database(connection)))
        except sqlite3.Error as error:
            message = f"the database cannot be read: {without_controls(str(error))}"
            raise Unreadable(Fault(origin.place, message, "a whole database of SQLite")) from error
    if not records:
        raise Unreadable(Fault(origin.place, "there is no run in it that is not deleted", "runs that logged metrics"))
    files = tuple(file.file for file in origin.files(*MLFLOW_INPUTS))
    return [tabulate(enumerate(records, 1), origin.place, files)]


MLFLOW_FORMAT = Format("mlflow", "a tracking store of MLflow", _mlflow_recognizes, _mlflow_open, inputs=MLFLOW_INPUTS)


WANDB_SUMMARY, WANDB_CONFIG = "wandb-summary.json", "config.yaml"
WANDB_INPUTS = tuple(f"**/*run-*/files/{name}" for name in (WANDB_SUMMARY, WANDB_CONFIG))
WANDB_STORE = "**/*run-*/run-*.wandb"
# What JSON has no numbers for.
_SPECIAL = {"NaN": None, "Infinity": float("inf"), "-Infinity": float("-inf")}


def _wandb_recognizes(origin: Origin) -> bool:
    return origin.is_folder and any(True for glob in (*WANDB_INPUTS, WANDB_STORE) for _ in origin.full.glob(glob))


def _wandb_open(origin: Origin, findings: Findings) -> list[Sheet]:
    files = origin.files(*WANDB_INPUTS)
    if not any(file.full.name == WANDB_SUMMARY for file in files):
        remedy = "log online, or with a version of wandb that writes these files offline too"
        message = f"no run in it has files/{WANDB_SUMMARY}"
        raise Unreadable(Fault(origin.place, message, "folders of runs with their summaries", remedy))
    runs: dict[str, dict[str, dict[str, Any]]] = {}
    for file in files:
        run = runs.setdefault(file.path.rpartition("/files/")[0], {"config": {}, "summary": {}})
        if file.full.name == WANDB_SUMMARY:
            run["summary"] = _summary(file)
        else:
            run["config"] = dict(flat(_config(file)))
    records = list(_wandb_records(runs))
    return [tabulate(enumerate(records, 1), origin.place, tuple(file.file for file in files))]


def _wandb_records(runs: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Iterator[dict[str, Any]]:
    """Yield a record a run; names that are used twice say of which kind they are."""
    kinds = ("config", "summary")
    configured, summed = ({name for run in runs.values() for name in run[kind]} for kind in kinds)
    twice = (configured & summed) | {"run_name"}
    for path, run in runs.items():
        columns = {
            f"{kind}.{name}" if name in twice else name: value for kind in kinds for name, value in run[kind].items()
        }
        yield {"run_name": path.rpartition("/")[2], **columns}


def _config(file: Origin) -> dict[str, Any]:
    """Return what a run was given, each value under `value`. Raises Unreadable."""
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(file.content, yaml.SafeLoader)):
            raise ValueError("aliases may stand for more than fits memory")
        read = yaml.safe_load(file.content)
        if not isinstance(read, dict):
            raise ValueError("it is no mapping")
        config = {
            str(key): entry["value"]
            for key, entry in read.items()
            if isinstance(entry, dict) and "value" in entry and not str(key).startswith("_")
        }
        return {key: _simple(value) for key, value in config.items()}
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        expected = "a file as W&B writes it, such as `model: {value: knn}`"
        raise Unreadable(Fault(file.place, "the configuration cannot be read", expected)) from error


def _simple(value: Any) -> Any:
    """Return a value, or what is nested in it, as text or numbers; lists and dates as their texts."""
    if isinstance(value, dict):
        return {str(key): _simple(entry) for key, entry in value.items()}
    return value if value is None or isinstance(value, int | float) else str(value)


def _summary(file: Origin) -> dict[str, Any]:
    """Return the numbers that a run logged last, and how long it took. Raises Unreadable."""
    read = parsed(file.text, file.place)
    if not isinstance(read, dict):
        raise Unreadable(Fault(file.place, "this is no summary of a run", 'an object such as {"accuracy": 0.95}'))
    # pictures and tables are mappings with a _type; what W&B adds itself begins with a line
    logged = {key: value for key, value in read.items() if key[:1] != "_" and not mapping_at(read, key).get("_type")}
    numbers = {key: _SPECIAL.get(value, value) if isinstance(value, str) else value for key, value in flat(logged)}
    seconds = read.get("_runtime", mapping_at(read, "_wandb").get("runtime"))
    scores = {key: value for key, value in numbers.items() if value is None or isinstance(value, int | float)}
    return ({} if seconds is None else {"duration": seconds}) | scores


WANDB_FORMAT = Format("wandb", "runs of Weights & Biases", _wandb_recognizes, _wandb_open, inputs=WANDB_INPUTS)
