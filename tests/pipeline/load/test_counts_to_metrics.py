"""Metrics of counts: of sums over folds, against scikit-learn on all folds together; safe expressions alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sklearn import metrics

from rankpress.core.expressions import WrongExpression, evaluated, names_in
from rankpress.core.faults import FaultsFound
from rankpress.core.scores import Scores
from rankpress.spec.model import Study

Read = Callable[..., Scores]
Faults = Callable[..., list[str]]

COUNTS = {"tp": "tp", "fp": "fp", "fn": "fn", "tn": "TN"}
OF_SCIKIT_LEARN: dict[str, Callable[..., float]] = {
    "f1": metrics.f1_score,
    "precision": metrics.precision_score,
    "recall": metrics.recall_score,
    "jaccard": metrics.jaccard_score,
    "accuracy": metrics.accuracy_score,
    "specificity": lambda true, predicted: metrics.recall_score(true, predicted, pos_label=0),
}


def folds_of(seed: int) -> tuple[str, dict[tuple[str, str], tuple[list[int], list[int]]]]:
    """Predictions on three folds of each data set: the counts of each as a row, and all labels of a cell."""
    rng = np.random.default_rng(seed)
    rows, cells = ["dataset,algorithm,fold,tp,fp,fn,TN"], {}
    for dataset in ("d", "e"):
        for algorithm in ("a", "b"):
            true, predicted = rng.integers(0, 2, (2, 60))
            cells[dataset, algorithm] = true.tolist(), predicted.tolist()
            for fold, part in enumerate(np.split(np.arange(60), [10, 35])):
                counted = [
                    np.sum((true[part] == t) & (predicted[part] == p)) for t, p in ((1, 1), (0, 1), (1, 0), (0, 0))
                ]
                rows.append(",".join(map(str, [dataset, algorithm, fold, *counted])))
    return "\n".join(rows) + "\n", cells


@pytest.mark.parametrize("name", OF_SCIKIT_LEARN)
def test_they_are_those_of_all_folds_together(name: str, read: Read) -> None:
    text, cells = folds_of(4)
    [metric] = read({"a.csv": text}, metrics=[{"name": name, "from": COUNTS}]).metrics
    assert metric.means is not None
    for (dataset, algorithm), (true, predicted) in cells.items():
        at = metric.datasets.index(dataset), metric.algorithms.index(algorithm)
        assert metric.means[at] == pytest.approx(OF_SCIKIT_LEARN[name](true, predicted), abs=1e-15)


def test_an_expression_of_ones_own(read: Read) -> None:
    own = {"name": "cost", "better": "lower", "from": {"a": "fp", "b": "fn"}, "expression": "(a + 5*b) / 60"}
    [metric] = read({"a.csv": folds_of(4)[0]}, metrics=[own]).metrics
    assert metric.means is not None
    assert (metric.means > 0).all()
    assert metric.formula == "(a + 5*b) / 60"


def test_undefined_metrics_and_counts_below_zero_are_faults(faults: Faults) -> None:
    head = "dataset,algorithm,tp,fp,fn\n"
    options: dict[str, Any] = {"metrics": [{"name": "f1", "from": {"tp": "tp", "fp": "fp", "fn": "fn"}}]}
    [told] = faults({"a.csv": head + "d,a,0,0,0\nd,b,1,0,0\n"}, **options)
    assert "f1 of 'a' on 'd' is undefined" in told
    [told] = faults({"a.csv": head + "d,a,3,-1,0\nd,b,1,0,0\n"}, **options)
    assert "-1 is no count" in told
    [told] = faults({"a.csv": "dataset,algorithm,tp,fp\nd,a,3,1\nd,b,1,0\n"}, **options)
    assert "there is no column 'fn'" in told


@pytest.mark.parametrize(
    ("metric", "told"),
    [
        ({"name": "f2", "from": {"tp": "tp"}}, "no expression says how f2 follows"),
        ({"name": "f1", "from": {"tp": "tp"}}, "needs fp, fn, which from does not name"),
        ({"name": "x", "from": {"tp": "tp"}, "expression": "tp.real"}, "the expression is not taken"),
        ({"name": "x", "expression": "tp"}, "expression without from"),
    ],
)
def test_what_cannot_be_computed_is_a_fault(metric: dict[str, Any], told: str) -> None:
    with pytest.raises(FaultsFound, match=told):
        Study.from_dict({"scores": {"files": "a.csv", "metrics": [metric]}})


@pytest.mark.parametrize(
    "expression",
    ["__import__('os')", "f(x)", "a ** 9", "a[0]", "a.b", "lambda: 1", "1 if a else 2", "'a'", "a and b", "a < b",
     "x" * 501, "(" * 200 + ")" * 200, "True", "a @ b", "~a"],
)  # fmt: skip
def test_only_arithmetic_is_taken(expression: str) -> None:
    with pytest.raises(WrongExpression):
        names_in(expression)


def test_arithmetic() -> None:
    assert evaluated("-(a + 2) * 3 / b - 1", {"a": 4.0, "b": 2.0}) == -10.0
