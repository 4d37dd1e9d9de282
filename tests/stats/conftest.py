"""The papers' tables and printed figures, and R's values, from tests/reference."""

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import yaml
from statsmodels.regression.linear_model import OLS

from rankpress.stats.ranks import average_ranks, rank_scores

REFERENCE = Path(__file__).parents[1] / "reference"


@dataclass(frozen=True)
class Table:
    """A table of numbers with names of its rows and columns."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: np.ndarray

    def without(self, *, columns=(), rows=slice(0, 0)):
        kept = [name not in columns for name in self.columns]
        return np.delete(self.values[:, kept], rows, axis=0)


@pytest.fixture(scope="session")
def table():
    """Read a table of tests/reference whose first column names the rows."""

    def read(name):
        with (REFERENCE / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            head, *body = csv.reader(file)
        values = np.array([[float(cell) for cell in row[1:]] for row in body])
        return Table(tuple(row[0] for row in body), tuple(head[1:]), values)

    return read


@pytest.fixture(scope="session")
def demsar(table):
    """Table 6 of the paper, with the score of 'voting' that its own figures come from (see expected.yaml)."""
    read = table("demsar2006_table6")
    values = read.values.copy()
    values[read.rows.index("voting"), read.columns.index("C4.5+cf")] = 0.9751
    return Table(read.rows, read.columns, values)


@pytest.fixture(scope="session")
def ulas_ranks():
    """Names of the algorithms and their average ranks over 38 data sets, by number of the paper's table."""
    with (REFERENCE / "ulas2012_average_ranks.csv").open(encoding="utf-8", newline="") as file:
        head, *body = csv.reader(file)
    ranks = {int(row[0]): np.array([float(cell) for cell in row[2:]]) for row in body}
    return lambda number: (tuple(head[2:]), ranks[number])


@pytest.fixture(scope="session")
def expected():
    """The papers' printed figures."""
    return yaml.safe_load((REFERENCE / "expected.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def r_values():
    """What R computes by a function, case by case; r_values.R says for which inputs."""
    values = {}
    with (REFERENCE / "r_values.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            values.setdefault((row["function"], row["case"]), {})[row["place"]] = float(row["value"])

    def of(function):
        cases = [(case, value) for (name, case), value in values.items() if name == function]
        assert cases
        return cases

    return of


@pytest.fixture(scope="session")
def printed():
    """What a number printed with so many decimals may be: within half a unit of its last place."""

    def figure(value, decimals):
        return pytest.approx(value, rel=0, abs=0.5 * 10**-decimals * (1 + 1e-9))

    return figure


@pytest.fixture(scope="session")
def least_squares():
    """Fit algorithms after data sets by statsmodels."""

    def fit(values):
        n, k = values.shape
        columns = np.column_stack([np.kron(np.eye(n), np.ones((k, 1))), np.kron(np.ones((n, 1)), np.eye(k)[:, 1:])])
        return OLS(values.ravel(), columns).fit()

    return fit


@pytest.fixture(scope="session")
def run_pairs():
    """Run a test of pairs on scores, or on the ranks that it takes in their place."""

    def run(procedure, scores, pairs, **options):
        if procedure.uses == "average-ranks":
            return procedure.run(average_ranks(rank_scores(scores)), len(scores), pairs, **options)
        return procedure.run(scores if procedure.uses == "scores" else rank_scores(scores), pairs, **options)

    return run
