"""Runs of MLflow as rows of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

PARENT = "mlflow.parentRunId"
OWN = ("experiment", "run_name", "status", "nested", "duration")
_STATUS = {"1": "RUNNING", "2": "SCHEDULED", "3": "FINISHED", "4": "FAILED", "5": "KILLED"}


@dataclass
class Run:
    """A run that is not deleted.

    Parameters
    ----------
    id, experiment, name, status : str
        What it is called, and whether it finished.
    seconds : float or None
        How long it took; None where it has not ended.
    metrics, params, tags : dict
        By name; of a metric that was logged at several steps the last value.
    datasets : list of str
        The data sets that it logged as its inputs.
    """

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
        own = {name: value for name, value in self.tags.items() if not name.startswith("mlflow.")}
        return {"metrics": self.metrics, "params": self.params, "tags": own}


def status_of(told: object) -> str:
    """The status in words; stores of files number them."""
    return _STATUS.get(str(told), str(told))


def seconds_of(start: object, end: object) -> float | None:
    """The time between two in milliseconds; None where one is not there."""
    return (end - start) / 1000 if isinstance(start, int) and isinstance(end, int) and end >= start else None


def rows_of(runs: Iterable[Run]) -> Iterator[dict[str, Any]]:
    """A record of each run, but for those around others that logged no metric themselves."""
    by_id = {run.id: run for run in runs}
    ordered = sorted(by_id.values(), key=lambda run: (run.experiment, run.name, run.id))
    around = {run.tags[PARENT] for run in ordered if PARENT in run.tags}
    kept = [run for run in ordered if run.metrics or run.id not in around]
    for run in kept:
        run.params = _with_those_around(run, by_id)
        if len(set(run.datasets)) == 1:
            run.params.setdefault("dataset", run.datasets[0])
    kinds = {(kind, name) for run in kept for kind, logged in run.kinds.items() for name in logged}
    times = Counter([*OWN, *(name for _, name in kinds)])
    mixed = len({PARENT in run.tags for run in kept}) > 1
    for run in kept:
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
    """The parameters of a run and of the runs that it is nested in; its own before theirs."""
    params, seen = dict(run.params), {run.id}
    while (outer := by_id.get(run.tags.get(PARENT, ""))) is not None and outer.id not in seen:
        params = {**outer.params, **params}
        run = outer
        seen.add(outer.id)
    return params
