"""Runs in a folder that MLflow keeps as files: EXPERIMENT/RUN with meta.yaml, metrics/, params/ and tags/."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from rankpress.faults import Fault
from rankpress.sources.findings import plain
from rankpress.sources.mlflow_runs import Run, seconds_of, status_of
from rankpress.sources.origin import Unreadable

META = "meta.yaml"
INPUTS = (f"**/{META}", "**/metrics/**/*", "**/params/**/*", "**/tags/**/*")


def is_store(folder: Path) -> bool:
    """Whether a folder holds experiments, or is one."""
    return any(_is_experiment(path) for path in (folder, *_folders(folder)))


def runs_in(folder: Path, place: str) -> Iterator[Run]:
    """The runs of a store, or of the one experiment that the folder is. Raises Unreadable."""
    experiments = [folder] if _is_experiment(folder) else [path for path in _folders(folder) if _is_experiment(path)]
    for experiment in experiments:
        told = _meta(experiment, place)
        if told.get("lifecycle_stage", "active") != "active":
            continue
        datasets = {path.name: str(_meta(path, place).get("name")) for path in _folders(experiment / "datasets")}
        for path in _folders(experiment):
            if (path / META).is_file():
                described = _meta(path, place)
                if described.get("lifecycle_stage", "active") == "active":
                    yield _run(path, described, str(told.get("name", experiment.name)), datasets, place)


def _run(path: Path, told: dict[str, Any], experiment: str, datasets: dict[str, str], place: str) -> Run:
    tags = dict(_texts(path / "tags", place))
    inputs = [_meta(folder, place) for folder in _folders(path / "inputs")]
    name = told.get("run_name") or tags.get("mlflow.runName") or path.name
    return Run(
        path.name,
        experiment,
        str(name),
        status_of(told.get("status")),
        seconds_of(told.get("start_time"), told.get("end_time")),
        {name: _last(text, f"{place}/{path.name}/metrics/{name}") for name, text in _texts(path / "metrics", place)},
        dict(_texts(path / "params", place)),
        tags,
        [datasets[one["source_id"]] for one in inputs if one.get("source_id") in datasets],
    )


def _folders(folder: Path) -> list[Path]:
    """Those in a folder, but for what is hidden, as .trash is."""
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
        told = yaml.safe_load((folder / META).read_bytes())
    except (OSError, yaml.YAMLError, ValueError) as error:
        where = plain(f"{place}/{folder.name}/{META}")
        raise Unreadable(Fault(where, "the file cannot be read", "a file as MLflow wrote it")) from error
    return told if isinstance(told, dict) else {}


def _texts(folder: Path, place: str) -> Iterator[tuple[str, str]]:
    """What stands in the files of a folder by name, which may hold slashes."""
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_file():
            try:
                yield path.relative_to(folder).as_posix(), path.read_bytes().decode("utf-8", "replace")
            except OSError as error:
                told = f"the file cannot be read: {error.strerror}"
                raise Unreadable(Fault(plain(f"{place}/{path.name}"), told)) from error


def _last(text: str, place: str) -> float | None:
    """The value of the last step; a line a value: when, the value, and the step where it is told."""
    values = list[tuple[int, int, float]]()
    for line in filter(None, map(str.split, text.splitlines())):
        try:
            values.append((int(line[2]) if len(line) > 2 else 0, int(line[0]), float(line[1])))
        except (ValueError, IndexError) as error:
            expected = "lines such as 1700000000000 0.95 0"
            raise Unreadable(Fault(plain(place), "this is no metric as MLflow writes it", expected)) from error
    return max(values)[2] if values else None
