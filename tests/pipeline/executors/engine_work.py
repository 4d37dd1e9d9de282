"""Work for engines to do, in a module that their processes can import, and clusters of such processes."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

DATASETS = ("d0", "d1", "d2", "d3", "d4", "d,5 «é»")

BEGIN_CLUSTER = """\
import os, sys
from distributed import LocalCluster
if __name__ == "__main__":
    workers = int(sys.argv[1])
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, *(one.pid for one in cluster.workers.values()), flush=True)
        sys.stdin.read()
"""
# Looks of a cluster at itself, up to a hundred a second in each of its processes: it waits for most of the tests.
SELDOM = {
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "10s",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "2s",
    "DASK_DISTRIBUTED__WORKER__MEMORY__MONITOR_INTERVAL": "5s",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}


@contextmanager
def dask_cluster(folder, workers=2):
    """The address of a new cluster, and the processes of its scheduler and its workers."""
    script = folder / "begin_cluster.py"
    script.write_text(BEGIN_CLUSTER)
    command = [sys.executable, str(script), str(workers)]
    paths = (str(Path(__file__).parent), os.environ.get("PYTHONPATH", ""))
    environment = {**os.environ, **SELDOM, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        address, *pids = process.stdout.readline().split()
        try:
            yield address, [process.pid, *map(int, pids)]
        finally:
            process.stdin.close()
            process.wait(60)


def as_parquet(study, query="SELECT * FROM scores"):
    """Put a Parquet file in the place of the CSV file of a study."""
    folder = study.parent
    import duckdb  # which workers would load for nothing

    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE scores AS SELECT * FROM read_csv('{folder / 'scores.csv'}')")
        connection.execute(f"COPY ({query}) TO '{folder / 'scores.parquet'}' (FORMAT parquet)")
    study.write_text(study.read_text().replace("scores.csv", "scores.parquet"))


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def reported(one, more=0):
    return one.name, one.datasets[0], float(one.means.sum()) + more, os.getpid(), one.folds[0] is None


def place(_):
    return os.getpid()


class Shared:
    """What all pieces of work share; how often this process unpacked it is counted."""

    unpacked = 0

    def __setstate__(self, state):
        Shared.unpacked += 1

    def __getstate__(self):
        return "something"


def unpacked_how_often(_shared, _):
    time.sleep(0.02)  # so that both workers have some of it to do
    return os.getpid(), Shared.unpacked


def ending(item):
    if item == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def wrong(item):
    raise ValueError(f"item {item}")


def slow(seconds):
    time.sleep(seconds)
    return os.getpid()


def busy(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return os.getpid()
