"""A study and a cluster; lets the tests, and the processes that they begin, import the work that engines are given."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from engine_work import DATASETS, dask_cluster

SPEC = """\
scores:
  files: scores.csv
  metrics: [{name: accuracy, validation: valid}]
  costs: [seconds]
  groups: {some: [d0, d1, d2], others: [d3, d4, "d,5 «é»"]}
test: {within: corrected-t}
bayes: {rope: 0.01}
order: {cost: seconds, within: corrected-t}
curves: {baseline: A}
sensitivity: {digits: [1], pairwise: [], adjust: [holm], alpha: [0.01]}
replicability: {biases: [0, 15], draws: 20, size: 4}
power: {effect: 0.01, datasets: [6], draws: 100, pairs: [[A, B], [A, D]]}
plot: [cd]
report: {formats: [latex, html]}
"""


@pytest.fixture
def study(tmp_path):
    rows = ["dataset,algorithm,fold,accuracy,valid,seconds"]
    for d, dataset in enumerate(DATASETS):
        for a, algorithm in enumerate("ABCD"):
            for fold in range(10):
                score = 0.5 + 0.05 * a + 0.01 * ((d * 7 + a * 3 + fold * 5) % 11)
                rows.append(f'"{dataset}",{algorithm},{fold},{score:.4f},{score - 0.01 * (fold % 3):.4f},{a + 1}')
    (tmp_path / "scores.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (tmp_path / "study.yaml").write_text(SPEC)
    return tmp_path / "study.yaml"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """The address of a cluster, and its processes: the scheduler's and those of two workers."""
    with dask_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def address(cluster):
    return cluster[0]
