"""Draws 20 instances of four synthetic data sets and runs four algorithms on each, about two minutes on one core.

As figure 11 of Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for the
comparison of classifiers. Machine Learning 106, 911-949, 10.1007/s10994-016-5612-6, which has 1000 instances of each
and repeats the cross-validation ten times.
"""

import csv
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from benchmark import generated
from benchmark.algorithms import ALGORITHMS
from benchmark.datasets import DataSet
from benchmark.generated import Sample
from benchmark.protocol import PROTOCOLS, run_algorithms
from threadpoolctl import threadpool_limits

INSTANCES = 20
NAMES = ("rf", "nb", "c45", "empirical")
OUT = Path(__file__).with_name("instances.csv")
SOURCES = {f"Synthetic {n}": getattr(generated, f"generate_berrar_{n}") for n in range(1, 5)}


def main() -> None:
    """Write a row for each data set, instance and algorithm: the mean accuracy over ten folds."""
    with threadpool_limits(limits=1), OUT.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["dataset", "instance", "algorithm", "accuracy"])
        for name, source in SOURCES.items():
            for instance in range(1, INSTANCES + 1):
                writer.writerows(
                    [name, instance, algorithm, f"{accuracy:.4f}"]
                    for algorithm, accuracy in mean_accuracies(shuffled(name, source, instance), instance)
                )


def shuffled(name: str, source: Callable[..., Sample], instance: int) -> DataSet:
    """Draw an instance, with its rows in an order of its own: what is drawn for a row depends on its place."""
    attributes, classes = source(seed=1000 * instance)
    order = np.random.default_rng(instance).permutation(len(classes))
    return DataSet(name, attributes[order], classes[order])


def mean_accuracies(data: DataSet, seed: int) -> Iterator[tuple[str, float]]:
    """Yield the algorithms with their mean accuracies over the folds of one stratified cross-validation."""
    protocol = replace(PROTOCOLS["10x10"], repeats=1, seed=seed)
    runs = run_algorithms(data, {name: ALGORITHMS[name] for name in NAMES}, protocol)
    for name in NAMES:
        yield name, float(np.mean([run.accuracy for run in runs if run.algorithm == name]))


if __name__ == "__main__":
    main()
