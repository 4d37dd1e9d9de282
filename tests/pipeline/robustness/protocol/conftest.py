"""Studies of three algorithms on six data sets, with and without a protocol."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rankpress.analysis import analyse
from rankpress.core.scores import Scores
from rankpress.robustness.protocol import record_protocol
from rankpress.spec.model import Study
from tests.pipeline.conftest import metric_by_folds

ALGORITHMS, DATASETS = ("A", "B", "C"), tuple(f"d{number}" for number in range(6))

EVERYTHING = {
    "bayes": {"rope": 0.01, "over": "sign"},
    "curves": {"pairs": "all", "average": True},
    "test": {"omnibus": ["friedman", "iman-davenport", "rm-anova"]},
    "order": {"prior": ["A", "B", "C"]},
    "adjust": ["nemenyi", "holm"],
    "sensitivity": {"omnibus": [], "pairwise": [], "adjust": [], "digits": [1]},
    "replicability": {"draws": 5, "size": 4, "biases": [0, 15], "omnibus": ["friedman"], "tests": ["t", "sign"]},
    "power": {"effect": 0.01, "draws": 100, "datasets": [5], "adjust": [], "pairs": [["A", "B"]]},
}


def study_of(protocol, **spec):
    return Study.model_validate({"scores": {"files": "a.csv"}, "protocol": protocol, **spec})


def recorded(protocol, **spec):
    study = study_of(protocol, **spec)
    return record_protocol(study.protocol, study.test, ALGORITHMS, DATASETS)


def scores_of(name="accuracy", repeats=5, per_repeat=2, seed=0):
    rng = np.random.default_rng(seed)
    rows = [rng.normal(0.8 + np.linspace(0, 0.1, 3), 0.02, (repeats * per_repeat, 3)) for _ in DATASETS]
    return replace(metric_by_folds(rows, repeats=repeats, name=name), datasets=DATASETS)


def analysed(protocol, *metrics, **spec):
    metrics = metrics or (scores_of(),)
    read = {"files": "a.csv", "metrics": [{"name": metric.name} for metric in metrics]}
    study = Study.model_validate({"scores": read, "protocol": protocol, **spec})
    return tuple(analyse(study, Scores(metrics, {}, ())))


def kinds(tables):
    return {table.kind: table for table in tables}


def write_study(folder, spec):
    rows = [
        f"{dataset},{name},{at + place / 9}" for at, dataset in enumerate(DATASETS) for place, name in enumerate("ABC")
    ]
    (folder / "a.csv").write_text("\n".join(["dataset,algorithm,score", *rows, ""]), encoding="utf-8")
    path = folder / "study.yaml"
    path.write_text(f"scores: {{files: a.csv, metrics: [{{name: score}}]}}\n{spec}", encoding="utf-8")
    return path


@cache
def exploratory():
    return analysed({"kind": "exploratory"}, **EVERYTHING)


@pytest.fixture
def everything():
    """Sections that have p-values, all of them."""
    return EVERYTHING
