"""What it costs to send workers the scores of their data sets, and what to have them read these from Parquet.

    python tests/benchmarks/shared_files.py [--rows 10_000_000] [--pieces 16] [--shuffled]

Prints, of all pieces of the work on data sets together, the MB that are sent and the processor seconds of packing and
unpacking, or of reading; of each the least of three runs. Nothing is sent in fact. `--shuffled` scatters the rows of
each data set over the whole file.
"""

from __future__ import annotations

import argparse
import os
import pickle
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
from sources import write_parquet

from rankpress.app.shared_files import SharedFiles, on_files
from rankpress.cache.store import bare_scores, digests_of_datasets
from rankpress.spec.reading import read_study
from rankpress.stages.load import load

RUNS = 3


def least(function: Callable[[], Any]) -> float:
    """Return the least processor seconds of several runs."""
    seconds = []
    for _ in range(RUNS):
        began = time.process_time()
        function()
        seconds.append(time.process_time() - began)
    return min(seconds)


def names(scores: Any) -> str:
    """Do nothing with the scores on a data set."""
    return str(scores.datasets[0])


def shuffle(folder: Path) -> None:
    """Put the rows of a Parquet file in another order."""
    path = folder / "scores.parquet"
    query = f"SELECT * FROM '{path}' ORDER BY hash(dataset, algorithm, repeat, fold)"
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{path}.new' (FORMAT parquet)")
    path.with_name("scores.parquet.new").replace(path)


def main() -> None:
    """Measure one file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--pieces", type=int, default=16)
    parser.add_argument("--shuffled", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        write_parquet(Path(name), options.rows)
        if options.shuffled:
            shuffle(Path(name))
        print(f"load {os.getloadavg()[0]:.1f}; processor seconds, the least of {RUNS} runs")
        _measure(Path(name), options.pieces)


def _measure(folder: Path, n_pieces: int) -> None:
    read = read_study(folder / "study.yaml")
    began = time.process_time()
    scores = load(read.study.scores, read.folder)
    print(f"{'loaded here':34} {'':>8} {time.process_time() - began:8.2f} s")
    metric = bare_scores(scores.metrics[0])
    items = [metric.on([row]) for row in range(metric.n_datasets)]
    digests = digests_of_datasets(metric)
    size = -(-len(items) // n_pieces)
    sent = [pickle.dumps(items[begin : begin + size]) for begin in range(0, len(items), size)]
    packed = least(lambda: [pickle.dumps(items[begin : begin + size]) for begin in range(0, len(items), size)])
    unpacked = least(lambda: [len(pickle.loads(piece)) for piece in sent])
    print(f"{'scores sent':34} {sum(map(len, sent)) / 1e6:8.2f} MB {packed + unpacked:8.2f} s")
    pieces: list[tuple[Any, Sequence[Any]]] = []

    def noted(function: Any, named: Sequence[Any]) -> Any:
        pieces.extend((function, named[begin : begin + size]) for begin in range(0, len(named), size))
        return iter(())

    files = SharedFiles(read.study.scores, read.folder, scores, (lambda function, items: iter(()), noted), print)
    assert list(files(names, items, digests)) == []
    named = sum(len(pickle.dumps(piece)) for _, piece in pieces)

    def read_all() -> None:
        digests_read = [result for function, piece in pieces for result in function(piece)]
        assert digests_read == list(digests), digests_read[0]

    print(f"{'scores read, compared by sha256':34} {named / 1e6:8.2f} MB {least(read_all):8.2f} s")
    assert pieces[0][0].func is on_files


if __name__ == "__main__":
    main()
