"""How often MultiTest finds each order of algorithms of known error rates: figures 4 and 5 of Ulas et al. (2012).

    python example_project/papers/orderings.py                 # 1,000 repetitions of each setting; takes a minute
    python example_project/papers/orderings.py --draws 100

Prints two tables in CSV: MultiTest on one data set with three algorithms, and Multi2Test on 30 data sets with four. A
column is an order, best first, of algorithms that are numbered by cost; a row is a distance between error rates. All
numbers follow from `--seed`.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter

import numpy as np

from rankpress.stats.adjustments import holm
from rankpress.stats.bergmann import bergmann_hommel
from rankpress.stats.friedman import friedman
from rankpress.stats.friedman_pairs import rank_z
from rankpress.stats.multitest import more_accurate, multitest, one_sided
from rankpress.stats.pairs import all_pairs
from rankpress.stats.resampled import five_by_two_cv_f

STEPS = [round(0.005 * step, 3) for step in range(21)]  # the paper's lambda
CASES, DATASETS, LEVEL = 100, 30, 0.05
FREQUENT = 0.05  # an order is shown that has this share at one of the steps


def power(n_algorithms, n_datasets, draws, seed, steps=STEPS):
    """Count the orders that are found: a `Counter` for each step, its keys tuples of algorithms from 1, best first."""
    find = order_on_one if n_datasets == 1 else order_over_several
    generators = np.random.default_rng(seed).spawn(len(steps))
    return [
        Counter(find(places) for places in places_within(n_algorithms, n_datasets, draws, step, generator))
        for step, generator in zip(steps, generators, strict=True)
    ]


def places_within(n_algorithms, n_datasets, draws, step, generator):
    """Draw studies; MultiTest's order on each data set, as places from 1: (draws, n_datasets, n_algorithms)."""
    # Section 4.6: ten error rates of 5x2 cross-validation are drawn independently, each cheaper algorithm's chance of
    # an error being higher by twice the step. The paper does not state the adjustment on a data set; it is Holm's.
    middle = 0.5 if n_datasets == 1 else generator.uniform(0.45, 0.55, (draws, n_datasets, 1))
    chances = middle + step * np.arange(n_algorithms - 1, -n_algorithms, -2.0)
    errors = generator.binomial(CASES, chances, (5, 2, draws, n_datasets, n_algorithms)) / CASES
    pairs = all_pairs(n_algorithms)
    tests = five_by_two_cv_f((errors[..., pairs[:, 1]] - errors[..., pairs[:, 0]]).reshape(5, 2, -1))
    difference = tests.difference.reshape(-1, len(pairs))
    # As in the paper, tests ask whether the more expensive of two is better.
    p = one_sided(tests.p, tests.difference, np.tile(pairs, (len(difference), 1)), range(n_algorithms))
    p = p.reshape(-1, len(pairs))
    adjusted = np.array([holm(row) if row.min() <= LEVEL else np.ones_like(row) for row in p])
    # Few patterns of significant differences come up, and each has one order.
    signs, which = np.unique(np.where(adjusted <= LEVEL, np.sign(difference), 0.0), axis=0, return_inverse=True)
    orders = [
        multitest(more_accurate(np.where(sign == 0, 1.0, 0.0), sign, pairs, n_algorithms, LEVEL), range(n_algorithms))
        for sign in signs
    ]
    places = np.array([np.argsort(order.order) + 1.0 for order in orders])
    return places[which.ravel()].reshape(draws, n_datasets, n_algorithms)


def order_on_one(places):
    """Return the order on the only data set."""
    return tuple(int(algorithm) + 1 for algorithm in np.argsort(places[0]))


def order_over_several(places):
    """Return Multi2Test's order: Friedman's test of the places, then Bergmann and Hommel's, then MultiTest."""
    n_datasets, k = places.shape
    average, pairs = places.mean(axis=0), all_pairs(k)
    better = np.zeros((k, k), dtype=bool)
    if friedman(places, exact=False).p <= LEVEL:
        p = bergmann_hommel(rank_z(average, n_datasets, pairs).p, k)
        better = more_accurate(p, average[pairs[:, 1]] - average[pairs[:, 0]], pairs, k, LEVEL)
    return tuple(int(algorithm) + 1 for algorithm in multitest(better, range(k)).order)


def print_shares(title, counts, steps, draws):
    """Print a table of the shares of the orders that are frequent."""
    frequent = sorted({order for counter in counts for order, n in counter.items() if n >= FREQUENT * draws})
    print(f"# {title}, {draws:,} repetitions")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["lambda", *(" ".join(map(str, order)) for order in frequent)])
    for step, counter in zip(steps, counts, strict=True):
        writer.writerow([step, *(f"{counter[order] / draws:.3f}" for order in frequent)])


def main():
    """Run both experiments."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--draws", type=int, default=1000, help="repetitions of each setting (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="of all random numbers (default: 1)")
    arguments = parser.parse_args()
    for title, k, n in (("MultiTest on one data set", 3, 1), (f"Multi2Test on {DATASETS} data sets", 4, DATASETS)):
        print_shares(title, power(k, n, arguments.draws, arguments.seed), STEPS, arguments.draws)


if __name__ == "__main__":
    main()
