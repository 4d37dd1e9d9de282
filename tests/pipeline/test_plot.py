"""The plot stage: what is drawn and under which name, and that processes change no byte.

Held against the analyses themselves; how the figures look is held in tests/figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import numpy as np
import pytest

from rankpress.analysis import Analysis, analyse
from rankpress.catalog.kinds import Plot
from rankpress.core.document import Drawing
from rankpress.core.scores import Costs, FloatArray, Folds, MetricScores, Scores
from rankpress.report.plot import CONTINUED, plot
from rankpress.spec.model import Study
from rankpress.spec.plot_sections import DEFAULT_FIGURES, OF_ANY_FIGURE, FiguresOptions, PlottedFigure
from rankpress.topics import ranks_figures
from rankpress.topics.kinds import FIGURES

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


def figures(*items: str | dict[str, dict[str, object]]) -> tuple[PlottedFigure, ...]:
    return tuple(map(PlottedFigure.model_validate, items))


def drawings(analysed: Sequence[Analysis], *items: str) -> tuple[Drawing, ...]:
    return plot(analysed, figures(*items)).drawings


def test_every_figure_of_the_spec_has_a_planner_and_a_section() -> None:
    assert sorted(FIGURES) == sorted(get_args(Plot))
    for kind, declared in FIGURES.items():
        assert callable(declared.plan)
        assert set(OF_ANY_FIGURE) <= set(PlottedFigure.OPTIONS[kind])


def test_processes_change_no_byte() -> None:
    many = analyses(4, curves={"baseline": "knn"})
    alone, spread = plot(many, DEFAULT_FIGURES), plot(many, DEFAULT_FIGURES, jobs=2)
    assert len(alone.drawings) == 12
    assert spread == alone


def test_names_of_figures() -> None:
    drawn = plot(analyses(2, curves={"pairs": "all"}), DEFAULT_FIGURES).drawings
    assert [one.name for one in drawn] == [
        f"metric-{number}-{kind}" for kind in ("cd", "curves", "order") for number in range(2)
    ]
    assert all(one.pdf.startswith(b"%PDF") and b"<svg" in one.svg[:200] and one.alt for one in drawn)


def test_what_an_analysis_lacks_is_not_drawn() -> None:
    nothing = plot(analyses(order=None), figures("curves", "order"))
    assert nothing.drawings == ()
    assert nothing.warnings == (
        "metric 0: the figure curves was not drawn: no confidence curves were made",
        "metric 0: the figure order was not drawn: the algorithms were not ordered by cost",
    )
    found = plot(analyses(n_datasets=1), DEFAULT_FIGURES)
    assert [one.kind for one in found.drawings] == ["order"]
    assert [one.kind for one in found.missing] == ["cd", "curves"]


def test_names_that_no_diagram_can_hold_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranks_figures, "MOST_NAMES", len(NAMES) - 1)
    found = plot(analyses(), figures("cd"))
    assert found.drawings == ()
    assert found.warnings == (
        f"metric 0: the figure cd was not drawn: {len(NAMES)} algorithms are more than a diagram can hold",
    )


def test_options_of_a_figure() -> None:
    drawn = plot(
        analyses(2),
        figures({"cd": {"metrics": ["metric 1"], "width": 3.25, "file": "Best left", "best": "left"}}, "cd"),
        FiguresOptions(also=("png",)),
    ).drawings
    assert [one.name for one in drawn] == ["metric-1-best-left", "metric-0-cd", "metric-1-cd"]
    assert b'width="234pt"' in drawn[0].svg[:400]
    assert drawn[0].others["png"].startswith(b"\x89PNG")


def test_the_same_figure_in_two_ways_has_two_files() -> None:
    drawn = plot(analyses(), figures("cd", {"cd": {"best": "left"}}, {"cd": {"sides": "left", "caption": "Mine."}}))
    assert [one.name for one in drawn.drawings] == ["metric-0-cd", "metric-0-cd-2", "metric-0-cd-3"]
    assert drawn.drawings[2].caption == "Mine."


def test_captions_name_the_method_and_the_level() -> None:
    [drawing] = drawings(analyses(adjust=["holm"], test={"alpha": 0.1}), "cd")
    assert "that the Holm procedure does not separate at level 0.1" in drawing.caption
    assert "critical difference" not in drawing.caption
    assert "axis" not in drawing.caption
    [drawing] = drawings(analyses(adjust=["holm"], test={"pairwise": "t"}), "cd")
    assert "that the paired t test with the Holm procedure does not separate at level 0.05" in drawing.caption
    assert "axis shows average ranks; bars join by the paired t test, which is not a test of them." in drawing.caption
    [drawing] = drawings(analyses(test={"control": "svm"}), "cd")
    assert "Comparisons with svm by the Bonferroni-Dunn test at level 0.05." in drawing.caption


def test_parts_of_a_figure_are_explained_once() -> None:
    drawn = plot(analyses(2, n_datasets=150), figures("score-map")).drawings
    assert [one.metric for one in drawn] == ["metric 0"] * 2 + ["metric 1"] * 2
    assert [one.caption == CONTINUED for one in drawn] == [False, True] * 2
    assert all("of 2)" in one.title for one in drawn)


def test_curves_have_axes_of_their_own_where_asked_for() -> None:
    shared, own = plot(analyses(curves={"baseline": "knn"}), figures("curves", {"curves": {"axes": "own"}})).drawings
    assert ("scales of their own" in shared.caption, "scales of their own" in own.caption) == (False, True)
    assert shared.svg != own.svg
