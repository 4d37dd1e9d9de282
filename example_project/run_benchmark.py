"""Makes the runs of the example study with scikit-learn, about ten minutes on one core.

Without options it makes everything, into runs/ and runs-5x2/. `--protocol 5x2` makes one of the two;
`--only iris "Monk's 1"` runs these data sets again and leaves the rows of the others as they are.
"""

import argparse
import sys
import time
from pathlib import Path

from benchmark.algorithms import ALGORITHMS
from benchmark.datasets import SOURCES, make_dataset
from benchmark.protocol import PROTOCOLS, Protocol, run_algorithms, warm_up
from benchmark.record import describe_machine, record_runs
from threadpoolctl import threadpool_limits


def main() -> None:
    """Run the requested protocols over the requested data sets."""
    arguments = parse_arguments()
    with threadpool_limits(limits=1):
        warm_up(make_dataset("iris"), ALGORITHMS)
        for name in arguments.protocol:
            run_protocol(PROTOCOLS[name], arguments.only, arguments.out / PROTOCOLS[name].folder)


def run_protocol(protocol: Protocol, names: list[str], folder: Path) -> None:
    """Run every algorithm on the named data sets; each data set is on disk before the next begins."""
    for number, name in enumerate(names, start=1):
        start = time.monotonic()
        runs = run_algorithms(make_dataset(name), ALGORITHMS, protocol)
        record_runs(folder, runs, list(SOURCES))
        seconds = time.monotonic() - start
        report_progress(f"{protocol.name}  {number:2}/{len(names)}  {name:20} {seconds:6.1f} s")
    describe_machine(folder, protocol)


def report_progress(line: str) -> None:
    """Tell the person who waits how far the run has come."""
    print(line, file=sys.stderr, flush=True)


def parse_arguments() -> argparse.Namespace:
    """Read the command line; without options it asks for everything."""
    parser = argparse.ArgumentParser(description="Make the runs of the example study with scikit-learn.")
    parser.add_argument("--only", nargs="+", metavar="DATASET", choices=list(SOURCES), default=list(SOURCES))
    parser.add_argument("--protocol", nargs="+", choices=list(PROTOCOLS), default=list(PROTOCOLS))
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, help="folder that gets runs/ and runs-5x2/")
    return parser.parse_args()


if __name__ == "__main__":
    main()
