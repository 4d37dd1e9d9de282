"""Times the commands of rankpress as whole processes, imports included, beside the floor of an empty Python.

    python tests/benchmarks/commands.py [--runs 5]

Prints wall and processor seconds (median, least, most), the ratio to the floor, and the peak memory of the largest
process. Nothing is asserted: the machine decides.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from make_scores import write_wide

ROOT = Path(__file__).resolve().parents[2]
STUDY = ROOT / "example_project" / "study.yaml"


@dataclass(frozen=True)
class Run:
    """What one process took: seconds on the clock, seconds of processors, MiB at its largest."""

    wall: float
    cpu: float
    memory: float


def run_once(arguments: Sequence[str]) -> Run:
    """Run a command and let the operating system account for it."""
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(arguments)} ended with {os.waitstatus_to_exitcode(status)}")
    return Run(time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def measure(name: str, arguments: Sequence[str], runs: int, floor: float | None) -> float:
    """Run a command several times after a warm-up, print its row, and return the median of its wall seconds."""
    run_once(arguments)
    done = [run_once(arguments) for _ in range(runs)]
    wall = [run.wall for run in done]
    median = statistics.median(wall)
    ratio = f"{median / floor:6.1f}" if floor else "     1"
    cpu, memory = statistics.median(run.cpu for run in done), max(run.memory for run in done)
    print(f"{name:44} {median:7.3f} {min(wall):7.3f} {max(wall):7.3f} {cpu:7.3f} {ratio} {memory:7.0f}")
    return median


def main() -> None:
    """Measure each command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    print(f"{'':44} {'wall s':>7} {'least':>7} {'most':>7} {'cpu s':>7} {'x floor':>6} {'MiB':>6}")
    rankpress = ["-P", "-m", "rankpress"]
    with tempfile.TemporaryDirectory() as folder:
        wide = Path(folder) / "wide"
        wide.mkdir()
        write_wide(wide, 200, 50, Random(1))
        example = ["build", str(STUDY), "--force", "--out", f"{folder}/example"]
        floor = measure("python -c pass", ["-c", "pass"], runs, None)
        for name, arguments in {
            "--help": ["--help"],
            "check of the example": ["check", str(STUDY)],
            "build of the example, all formats": example,
            "the same with --jobs 1": [*example, "--jobs", "1"],
            "the same with nothing to do": ["build", str(STUDY), "--out", f"{folder}/example"],
            "200 x 50 wide, results.json and LaTeX": [
                *("build", str(wide / "study.yaml"), "--force", "--out", f"{folder}/wide-out"),
                *("--only", "latex", "--set", "plot=[]"),
            ],
            "the same with the figure": [
                *("build", str(wide / "study.yaml"), "--force", "--out", f"{folder}/wide-out", "--only", "latex"),
            ],
        }.items():
            measure(name, [*rankpress, *arguments], runs, floor)


if __name__ == "__main__":
    main()
