"""Records what MLflow writes, where ``mlflow-skinny`` and ``alembic`` are installed, which no test needs.

``MLFLOW_ALLOW_FILE_STORE=true python tests/pipeline/sources/programs/record_mlflow.py`` logs the same runs in a store
of files and in one of a database, and writes mlruns.json and mlflow.sql next to this file.
"""

import getpass
import json
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import mlflow

HERE = Path(__file__).parent
# Of 40 tables and more, those with what was logged, and two that are empty without inputs.
TABLES = ("experiments", "runs", "metrics", "latest_metrics", "params", "tags", "datasets", "inputs")


def log_runs(store):
    """Log folds of two models on two data sets, as runs nested in others, and what is deleted again."""
    mlflow.set_tracking_uri(store)
    mlflow.set_experiment("trees")
    for d, dataset in enumerate(("iris", "wine, 'red' \U0001f377")):
        for m, model in enumerate(("knn", "tree")):
            with mlflow.start_run(run_name=f"{model} on {dataset}"):
                mlflow.log_params({"dataset": dataset, "model": model, "k": 3})
                for fold in range(2):
                    with mlflow.start_run(nested=True):
                        mlflow.log_param("fold", fold)
                        mlflow.set_tag("k", "three")
                        mlflow.log_metric("accuracy", 0.1, step=1)
                        mlflow.log_metric("accuracy", 0.5 + 0.1 * d + 0.2 * m + 0.01 * fold, step=7)
                        mlflow.log_metric("accuracy", 0.2, step=3)
                        mlflow.log_metric("val/loss", 1.0 - 0.1 * m)
    with mlflow.start_run() as deleted:
        mlflow.log_metric("accuracy", 9.0)
    mlflow.delete_run(deleted.info.run_id)
    mlflow.set_experiment("old")
    with mlflow.start_run():
        mlflow.log_metric("accuracy", 8.0)
    mlflow.delete_experiment(mlflow.get_experiment_by_name("old").experiment_id)


def record(folder):
    """Write both stores below a folder, and what they hold as text; of a folder, null."""

    def plain(written):
        return written.replace(str(folder), "/stores").replace(getpass.getuser(), "user")

    log_runs(f"file://{folder}/mlruns")
    log_runs(f"sqlite:///{folder}/mlflow.db")
    paths = sorted((folder / "mlruns").rglob("*"))
    stored = {
        path.relative_to(folder).as_posix(): plain(path.read_text("utf-8")) if path.is_file() else None
        for path in paths
    }
    (HERE / "mlruns.json").write_text(json.dumps(stored, indent=0) + "\n", encoding="utf-8")
    with closing(sqlite3.connect(folder / "mlflow.db")) as connection:
        lines = [line for line in connection.iterdump() if line.startswith(_beginnings())]
    (HERE / "mlflow.sql").write_text(plain("\n".join(lines)) + "\n", encoding="utf-8")


def _beginnings():
    of_tables = [
        f"{verb} {quote}{table}{quote}"
        for table in TABLES
        for quote in ('"', "")
        for verb in ("CREATE TABLE", "INSERT INTO")
    ]
    return tuple(f"{beginning} " for beginning in of_tables)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        record(Path(name))
