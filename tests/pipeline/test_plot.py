"""The plot stage: what is drawn and under which name, and that processes change no byte.

Held against the analyses themselves; how the figures look is held in tests/figures.
"""

from __future__ import annotations

import numpy as np

from rankpress.analysis import Analysis, analyse
from rankpress.plot import plot
from rankpress.scores import Costs, FloatArray, Folds, MetricScores, Scores
from rankpress.spec.methods import Plot
from rankpress.spec.model import Study

NAMES = ("knn", "tree", "svm")


def analyses(n_metrics: int = 1, n_datasets: int = 6, **sections: object) -> tuple[Analysis, ...]:
    rng = np.random.default_rng(3)
    datasets = tuple(f"data {i}" for i in range(n_datasets))
    costs: FloatArray = rng.uniform(1, 2, (n_datasets, 3))
    metrics = []
    for number in range(n_metrics):
        folds = [Folds(np.ones(5, np.int64), np.arange(1, 6), rng.uniform(0.5, 1, (5, 3))) for _ in range(n_datasets)]
        means = np.array([one.scores.mean(axis=0) for one in folds])
        metrics.append(
            MetricScores(f"metric {number}", "higher", datasets, NAMES, means, n_datasets, folds=tuple(folds))
        )
    spec = Study.model_validate({"scores": {"files": ["x.csv"], "costs": ["seconds"]}, **sections})
    return analyse(spec, Scores(tuple(metrics), {"seconds": Costs("seconds", datasets, NAMES, costs)}, ()))


def test_processes_change_no_byte() -> None:
    many = analyses(4, curves={"baseline": "knn"})
    alone, spread = plot(many, ("cd", "curves", "order")), plot(many, ("cd", "curves", "order"), jobs=2)
    assert len(alone) == 12
    assert spread == alone


def test_names_of_figures() -> None:
    drawn = plot(analyses(2, curves={"pairs": "all"}), ("cd", "curves", "order"))
    assert [one.name for one in drawn] == [
        f"metric-{number}-{kind}" for number in range(2) for kind in ("cd", "curves", "order")
    ]
    assert all(one.pdf.startswith(b"%PDF") and b"<svg" in one.svg[:200] and one.alt for one in drawn)


def test_what_an_analysis_lacks_is_not_drawn() -> None:
    kinds: tuple[Plot, ...] = ("cd", "curves", "order")
    assert plot(analyses(order=None), ("curves", "order")) == ()
    assert [one.kind for one in plot(analyses(n_datasets=1), kinds)] == ["order"]


def test_captions_name_the_method_and_the_level() -> None:
    [drawing] = plot(analyses(adjust=["holm"], test={"alpha": 0.1}), ("cd",))
    assert "that the Holm procedure does not separate at level 0.1" in drawing.caption
    assert "critical difference" not in drawing.caption
    assert "axis" not in drawing.caption
    [drawing] = plot(analyses(adjust=["holm"], test={"pairwise": "t"}), ("cd",))
    assert "that the paired t test with the Holm procedure does not separate at level 0.05" in drawing.caption
    assert "axis shows average ranks; bars join by the paired t test, which is not a test of them." in drawing.caption
    [drawing] = plot(analyses(test={"control": "svm"}), ("cd",))
    assert "Comparisons with svm by the Bonferroni-Dunn test at level 0.05." in drawing.caption
