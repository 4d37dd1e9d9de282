"""Outcomes on single test examples, and counts of them: what is made of them and what is told of them."""

from itertools import combinations

import numpy as np
import pytest

HEAD = "dataset,a,b,both_right,only_a,only_b,both_wrong\n"
BY_CASE = {"columns": {"example": "case"}}


def counts(*rows):
    return {"c.csv": HEAD + "".join(row + "\n" for row in rows)}


def of_counts(read, *rows, **options):
    return read(counts(*rows), layout="counts", **options)


def test_outcomes_and_counts_of_them_are_the_same_study(read):
    rng = np.random.default_rng(5)
    right = {dataset: rng.random((n, 4)) < 0.7 for dataset, n in (("iris", 40), ("wine", 25))}
    measured = [
        f"{dataset},{'ABCD'[at]},{case},{int(hit)}"
        for dataset, hits in right.items()
        for case, row in enumerate(hits)
        for at, hit in enumerate(row)
    ]
    rng.shuffle(measured)
    counted = [
        f"{dataset},{'ABCD'[i]},{'ABCD'[j]},{(a & b).sum()},{(a & ~b).sum()},{(~a & b).sum()},{(~a & ~b).sum()}"
        for dataset, hits in right.items()
        for i, j in combinations(rng.permutation(4).tolist(), 2)
        for a, b in [(hits[:, i], hits[:, j])]
    ]
    rng.shuffle(counted)
    outcomes = {"a.csv": "\n".join(["dataset,algorithm,case,accuracy", *measured])}
    [one] = read(outcomes, **BY_CASE).metrics
    [other] = of_counts(read, *counted).metrics
    assert one.means is not None
    assert other.means is not None
    for dataset, hits in right.items():
        first, second = one.datasets.index(dataset), other.datasets.index(dataset)
        for metric, at in ((one, first), (other, second)):
            order = ["ABCD".index(name) for name in metric.algorithms]
            found = metric.outcomes[at]
            assert found.n == len(hits)
            assert found.both.tolist() == (hits[:, order].T.astype(int) @ hits[:, order]).tolist()
            assert metric.means[at] == pytest.approx(hits[:, order].mean(axis=0))
