"""Tracking stores of MLflow, a folder of files or a database of SQLite: a row a run that logged a metric.

Metrics, parameters, tags and the data set that a run logged are columns of the names they have there; a name that
stands for several kinds is told apart as metrics.NAME, params.NAME and tags.NAME. A nested run has the parameters of
those around it besides its own. Deleted runs and experiments are left out. Read without MLflow.
"""

from __future__ import annotations

from rankpress.faults import Fault
from rankpress.sources import mlflow_database, mlflow_files
from rankpress.sources.findings import Findings
from rankpress.sources.formats import Format
from rankpress.sources.mlflow_runs import rows_of
from rankpress.sources.origin import Origin, Unreadable
from rankpress.sources.records import held
from rankpress.sources.sheet import Sheet


def _recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        return mlflow_files.is_store(origin.full)
    return origin.beginning.startswith(mlflow_database.SQLITE) and mlflow_database.is_store(origin.full)


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    if origin.is_folder:
        runs = mlflow_files.runs_in(origin.full, origin.place)
        inside = {path for glob in mlflow_files.INPUTS for path in origin.full.glob(glob) if path.is_file()}
        names = sorted(path.relative_to(origin.full).as_posix() for path in inside)
        files = tuple(map(origin.file_in, names))
    else:
        runs = mlflow_database.runs_in(origin.full, origin.place)
        files = (origin.file,)
    records = list(rows_of(runs))
    if not records:
        raise Unreadable(Fault(origin.place, "there is no run in it that is not deleted", "runs that logged metrics"))
    return [held(enumerate(records, 1), origin.place, files)]


FORMAT = Format("mlflow", "a tracking store of MLflow", _recognizes, _open, inputs=mlflow_files.INPUTS)
