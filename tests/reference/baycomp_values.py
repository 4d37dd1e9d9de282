"""Values of baycomp's tests for inputs that the tests make by the same rules.

Anew, in an environment of its own that has baycomp:  python tests/reference/baycomp_values.py
It writes baycomp_values.csv next to this file. Each row: test, case, rope, which probability, value.
Scores over data sets: columns of demsar2006_table6.csv and garcia2008_table2.csv, the pair named in the case.
Scores over folds of case "n": the first algorithm has 0.8 + ((37 i) mod 101) / 1000 on fold i from 1 to n, the second
0.8 + ((53 i) mod 89) / 1000. Signed-rank probabilities are of DRAWS draws; those of the sign test too, from its sample.
"""

import csv
import platform
from importlib.metadata import version
from pathlib import Path

import baycomp
import numpy as np

HERE = Path(__file__).parent
DRAWS = 200_000
SEED = 20170801
_WHICH = ("first", "equal", "second")
PAIRS = {
    "demsar2006_table6": [("C4.5+m", "C4.5"), ("C4.5+cf", "C4.5"), ("C4.5+m+cf", "C4.5+cf")],
    "garcia2008_table2": [("C4.5", "1-NN"), ("C4.5", "NaiveBayes"), ("C4.5", "Kernel"), ("NaiveBayes", "CN2")],
}
ROPES = (0.0, 0.0053, 0.0103, 0.0553)  # with scores of three decimals, no difference nor mean of two is on a bound


def columns(table):
    with (HERE / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        head, *body = csv.reader(file)
    return {name: np.array([float(row[at]) for row in body]) for at, name in enumerate(head) if at}


def over_datasets():
    for table, pairs in PAIRS.items():
        scores = columns(table)
        for first, second in pairs:
            for rope in ROPES:
                case = f"{table}:{first}:{second}"
                # baycomp's left is the region in which its first is better
                sample = baycomp.SignedRankTest.sample(
                    scores[first], scores[second], rope, nsamples=DRAWS, random_state=SEED
                )
                yield from rows("signed-rank", case, rope, baycomp.multiple.Posterior(sample).probs())
                sample = baycomp.SignTest.sample(scores[first], scores[second], rope, nsamples=DRAWS, random_state=SEED)
                if rope:
                    yield from rows("sign", case, rope, baycomp.multiple.Posterior(sample).probs())
                else:  # the two sides by themselves: probs() would leave out the draws in which ties weigh most
                    left = float(np.mean(sample[:, 0] > sample[:, 2]))
                    yield from rows("sign", case, rope, (left, 0.0, 1 - left))


def within():
    for n, runs in ((5, 1), (9, 1), (10, 1), (15, 5), (100, 10)):
        i = np.arange(1, n + 1)
        first, second = 0.8 + (37 * i % 101) / 1000, 0.8 + (53 * i % 89) / 1000
        for rope in (0.0, 0.003, 0.01):
            p = baycomp.CorrelatedTTest.probs(first, second, rope, runs=runs)
            yield from rows("correlated-t", f"{n},{runs}", rope, p if rope else (p[0], 0.0, p[1]))


def rows(test, case, rope, p):
    return [(test, case, rope, name, repr(float(value))) for name, value in zip(_WHICH, p, strict=True)]


if __name__ == "__main__":
    with (HERE / "baycomp_values.csv").open("w", encoding="utf-8", newline="") as file:
        libraries = ", ".join(f"{name} {version(name)}" for name in ("baycomp", "numpy", "scipy"))
        file.write(f"# {libraries}, Python {platform.python_version()}; {DRAWS} draws, random_state {SEED}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("test", "case", "rope", "which", "value"))
        writer.writerows([*over_datasets(), *within()])
