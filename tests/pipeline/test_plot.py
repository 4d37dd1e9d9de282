"""The plot stage: what is drawn and under which name, and that processes change no byte.

Held against the analyses themselves; how the figures look is held in tests/figures.
"""

import numpy as np
import pytest

from rankpress.analysis import analyse
from rankpress.core.scores import Costs, Folds, MetricScores, Scores
from rankpress.report.plot import plot
from rankpress.report.render import in_any_format
from rankpress.spec.model import Study
from rankpress.spec.plot_sections import FiguresOptions, PlottedFigure
from rankpress.topics import ranks_figures

NAMES = ("knn", "tree", "svm")


def analyses(n_metrics=1, n_datasets=6, **sections):
    rng = np.random.default_rng(3)
    datasets = tuple(f"data {i}" for i in range(n_datasets))
    costs = rng.uniform(1, 2, (n_datasets, 3))
    metrics = []
    for number in range(n_metrics):
        folds = [Folds(np.ones(5, np.int64), np.arange(1, 6), rng.uniform(0.5, 1, (5, 3))) for _ in range(n_datasets)]
        means = np.array([one.scores.mean(axis=0) for one in folds])
        metrics.append(
            MetricScores(f"metric {number}", "higher", datasets, NAMES, means, n_datasets, folds=tuple(folds))
        )
    scores = {"files": ["x.csv"], "costs": ["seconds"]}
    spec = Study.model_validate({"scores": scores, "order": {"cost": "seconds"}, **sections})
    return analyse(spec, Scores(tuple(metrics), {"seconds": Costs("seconds", datasets, NAMES, costs)}, ()))


def figures(*items):
    return tuple(map(PlottedFigure.model_validate, items))


def drawings(analysed, *items):
    return plot(analysed, figures(*items)).drawings


def test_processes_change_no_byte():
    both = analyses(2), figures("cd")
    alone, spread = plot(*both), plot(*both, jobs=2)
    assert len(alone.drawings) == 2
    assert spread == alone


def test_names_that_no_diagram_can_hold_are_told_at_once(monkeypatch):
    monkeypatch.setattr(ranks_figures, "MOST_NAMES", len(NAMES) - 1)
    found = plot(analyses(), figures("cd"))
    assert found.drawings == ()
    assert found.warnings == (
        f"metric 0: the figure cd was not drawn: {len(NAMES)} algorithms are more than a diagram can hold",
    )


def test_options_of_a_figure():
    drawn = plot(
        analyses(2),
        figures({"cd": {"metrics": ["metric 1"], "width": 3.25, "file": "Best left", "best": "left"}}, "cd"),
        FiguresOptions(also=("png",)),
    ).drawings
    assert [one.name for one in drawn] == ["metric-1-best-left", "metric-0-cd", "metric-1-cd"]
    assert b'width="234pt"' in drawn[0].svg[:400]
    assert drawn[0].others["png"].startswith(b"\x89PNG")


def test_the_same_figure_in_two_ways_has_two_files():
    drawn = plot(analyses(), figures("cd", {"cd": {"best": "left"}}, {"cd": {"sides": "left", "caption": "Mine."}}))
    assert [one.name for one in drawn.drawings] == ["metric-0-cd", "metric-0-cd-2", "metric-0-cd-3"]
    assert drawn.drawings[2].caption == "Mine."


@pytest.mark.parametrize(
    ("formats", "also", "as_pdf"),
    [
        (("html",), (), False),
        (("html", "markdown"), ("pdf",), True),
        (("latex",), (), True),
        (("html", "pdf"), (), True),
    ],
)
def test_figures_are_drawn_as_pdf_where_a_format_takes_it(formats, also, as_pdf):
    (drawn,) = plot(analyses(), figures("cd"), FiguresOptions(also=also), formats=formats).drawings
    assert drawn.svg.startswith(b"<svg")
    assert drawn.pdf.startswith(b"%PDF-") is as_pdf
    written = in_any_format((), (drawn,), "stamp", None)
    assert [*written] == [f"figures/metric-0-cd.{form}" for form in ("pdf", "svg") if form == "svg" or as_pdf]
