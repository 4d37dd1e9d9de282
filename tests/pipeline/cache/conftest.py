"""A small study with folds, costs, groups, two metrics, validation scores and Bayesian comparisons; with trust too."""

import random

import pytest

from rankpress.app.run import build
from rankpress.spec.reading import read_study

DATASETS = ("iris", 'a "quoted", name', "größe 🌱", "$x$")
ALGORITHMS = ("knn", "tree", "nb", "svm")

SPEC = """\
title: Four classifiers
scores:
  files: runs/*.csv
  metrics:
    - {name: accuracy, better: higher, validation: validated}
    - {name: loss, better: lower}
  costs: [seconds]
  groups: {two: [iris, größe 🌱]}
test: {alpha: 0.3, within: corrected-t}
adjust: [holm, nemenyi]
effects: {measures: [cliffs-delta, hodges-lehmann]}
bayes: {rope: 0.01}
order: {cost: seconds}
curves: {pairs: all, average: true}
labels: {algorithms: {nb: naive Bayes}}
plot:
  - cd
  - {name: order, caption: An order.}
report: {formats: [latex, html, markdown], figures: {also: [tikz]}}
"""


TRUST = """\
sensitivity: {digits: [1], omnibus: [], pairwise: [], adjust: [], alpha: [0.1]}
replicability: {biases: [0, 5], draws: 20, size: 3, tests: [sign], omnibus: [friedman], adjust: [holm]}
power: {effect: 0.1, datasets: [5], draws: 100, pairs: [[knn, tree]]}
protocol: {kind: exploratory}
"""


def write_scores(folder, shifted="", lead=0.0):
    """A file a data set; the scores on one may be better for one algorithm than they were."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, dataset in enumerate(DATASETS):
        draw = random.Random(number)
        quoted = '"' + dataset.replace('"', '""') + '"'
        lines = ["dataset,algorithm,repeat,fold,accuracy,validated,loss,seconds"]
        for place, algorithm in enumerate(ALGORITHMS):
            for repeat in (1, 2):
                for fold in (1, 2, 3):
                    score = 0.5 + 0.1 * place + draw.gauss(0, 0.05)
                    score += lead if dataset == shifted and algorithm == "knn" else 0.0
                    rest = f"{score},{score + draw.gauss(0, 0.02)},{1 - score},{4 - place + draw.random()}"
                    lines.append(f"{quoted},{algorithm},{repeat},{fold},{rest}")
        (folder / f"{number}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture(name="write_scores", scope="session")
def _write_scores():
    return write_scores


@pytest.fixture
def study(tmp_path):
    """The small study, as yet without a report."""
    return _written(tmp_path / "study")


@pytest.fixture
def trusted(study):
    """The small study, with all that tells whether it can be trusted."""
    study.write_text(SPEC.replace("plot:\n", "plot:\n  - replicability\n") + TRUST, encoding="utf-8")
    return study


@pytest.fixture(scope="session")
def once(tmp_path_factory):
    """The small study and all that a first build leaves, its report in the folder `before`."""
    study = _written(tmp_path_factory.mktemp("once"))
    build(read_study(study), study.parent / "before")
    return study.parent


def _written(folder):
    write_scores(folder / "runs")
    (folder / "study.yaml").write_text(SPEC, encoding="utf-8")
    return folder / "study.yaml"
