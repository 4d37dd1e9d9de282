"""Efficiency of a Dask cluster: a sensitivity study here, then on 1, 2 and 4 workers of this machine.

    python tests/benchmarks/cluster.py [--size 50 200] [--folds 100] [--workers 1 2 4] [--defaults]

Workers have the settings of docs/how-to/scale.md, or with `--defaults` those of Dask. Prints wall and processor
seconds, and the overhead: those of client, scheduler and workers, without the start of the cluster, divided by those of
the build on one processor of this machine. The reports must be the same bytes.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from random import Random

import psutil
from measure import run, write_folds

BEGIN = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=int(sys.argv[1]), threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""
SETTINGS = {
    "DASK_DISTRIBUTED__NANNY__PRE_SPAWN_ENVIRON": str(
        {"MALLOC_TRIM_THRESHOLD_": 1 << 28, "MALLOC_MMAP_THRESHOLD_": 1 << 25}
    ),
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}
SECTIONS = "test: {within: none}\nsensitivity: {}\n"


@contextmanager
def cluster_of(workers, folder, settings):
    """Start a cluster; give the scheduler's address and process, whose children the workers are."""
    script = folder / "begin.py"
    script.write_text(BEGIN)
    command = [sys.executable, str(script), str(workers)]
    environment = os.environ | settings | {"OPENBLAS_NUM_THREADS": "1"}
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=subprocess.DEVNULL, text=True, env=environment) as begun:
        address = begun.stdout.readline().strip()
        try:
            yield address, psutil.Process(begun.pid)
        finally:
            begun.stdin.close()
            begun.wait(60)


def seconds(process):
    """Return the processor seconds of a scheduler, and of its workers, so far."""
    children = [child.cpu_times() for child in process.children(recursive=True)]
    own = process.cpu_times()
    return own.user + own.system, sum(times.user + times.system for times in children)


def build(folder, out, *options):
    """Build the study without an earlier build's results."""
    for name in (".rankpress", out):
        shutil.rmtree(folder / name, ignore_errors=True)
    study = ["build", str(folder / "study.yaml"), "-q", "--only", "latex", "--set", "plot=[]", "--jobs", "1"]
    return run(["-P", "-m", "rankpress", *study, "--out", str(folder / out), *options], OPENBLAS_NUM_THREADS="1")


def contents(folder):
    """Return the files of a report."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def main():
    """Print a row for each number of workers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, nargs=2, default=(50, 200), metavar=("DATASETS", "ALGORITHMS"))
    parser.add_argument("--folds", type=int, default=100)
    parser.add_argument("--workers", type=int, nargs="*", default=(1, 2, 4))
    parser.add_argument("--defaults", action="store_true")
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors, {options.size}, {options.folds} folds")
    print(
        f"{'':10} {'wall s':>8} {'cpu s':>8} {'client':>8} {'schedul.':>8} {'workers':>8} {'overhead':>8} {'speed':>6}"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_folds(folder, *options.size, options.folds, Random(1))
        with (folder / "study.yaml").open("a") as file:
            file.write(SECTIONS)
        alone = build(folder, "alone")
        print(f"{'serial':10} {alone.wall:8.1f} {alone.cpu:8.1f}", flush=True)
        for workers in options.workers:
            _measure(folder, workers, {} if options.defaults else SETTINGS, alone)


def _measure(folder, workers, settings, alone):
    with cluster_of(workers, folder, settings) as (address, process):
        before = seconds(process)
        took = build(folder, "spread", "--set", f"compute={{engine: dask, address: '{address}'}}")
        scheduler, working = (after - then for after, then in zip(seconds(process), before, strict=True))
    if contents(folder / "spread") != contents(folder / "alone"):
        raise SystemExit("the reports differ")
    whole = took.cpu + scheduler + working
    numbers = f"{took.wall:8.1f} {whole:8.1f} {took.cpu:8.1f} {scheduler:8.1f} {working:8.1f}"
    print(f"{workers:<10} {numbers} {whole / alone.cpu:8.2f} {alone.wall / took.wall:6.2f}", flush=True)


if __name__ == "__main__":
    main()
