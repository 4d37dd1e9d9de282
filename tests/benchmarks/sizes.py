"""Times and peak memory of builds of results and LaTeX, by the number of data sets.

    python tests/benchmarks/sizes.py [--algorithms 20] [--datasets 1000 10000 100000]

Each build is a process of its own, imports included, without figures; its scores are in wide layout.

Aims for 20 algorithms: 10,000 data sets in 8 s and 500 MiB, 100,000 in 60 s and 2 GiB.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from random import Random

from measure import run, write_wide


def main() -> None:
    """Print a row for each number of data sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--algorithms", type=int, default=20)
    parser.add_argument("--datasets", type=int, nargs="+", default=[1000, 10_000, 100_000])
    asked = parser.parse_args()
    print(f"{'data sets':>9} {'wall s':>8} {'cpu s':>8} {'MiB':>7}")
    for n in asked.datasets:
        with tempfile.TemporaryDirectory() as folder:
            write_wide(Path(folder), n, asked.algorithms, Random(1))
            study = ["build", f"{folder}/study.yaml", "--only", "latex", "--set", "plot=[]"]
            build = run(["-P", "-m", "rankpress", *study])
        print(f"{n:9} {build.wall:8.1f} {build.cpu:8.1f} {build.memory:7.0f}", flush=True)


if __name__ == "__main__":
    main()
