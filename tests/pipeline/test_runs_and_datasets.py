"""What a report says of runs and data sets as sources of error."""

from itertools import product

import numpy as np
import pytest

from rankpress.figures.intervals import interval_panels
from rankpress.report.plot import plans_of, plot
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.stats.precision import precision_of
from rankpress.topics.robustness.runs_and_datasets import findings_on_precision, precision_in, results_of_precision
from rankpress.wording.text import plain
from tests.pipeline.conftest import analysis_of, metric_of


def runs_of(between, within, n=6, runs=5, k=3):
    rng = np.random.default_rng(1)
    drawn = [rng.normal(0, between, k) + rng.normal(0, within, (runs, k)) + [0, 1, 2] for _ in range(n)]
    means = np.array([np.nanmean(each, axis=0) for each in drawn])
    return metric_of(means, by_seed=tuple(drawn), seeds=(runs, runs), folds=(None,) * n)


@pytest.mark.parametrize(("between", "within", "mostly"), [(3.0, 0.5, "data sets"), (0.0, 3.0, "runs")])
def test_the_sentence_says_which_source_is_the_larger(between, within, mostly):
    scores = runs_of(between, within)
    analysis = analysis_of(scores)
    [sentence] = map(plain, findings_on_precision(analysis))
    share = int(sentence.partition("% is between runs")[0].rpartition(" ")[2])
    assert (share > 50) == (mostly == "runs")
    a, b = analysis.leading_pair
    precision = precision_of(scores.by_seed, [[a, b]])
    assert share == round(100 * precision.share_of_runs[0])
    assert f"and {100 - share}% between data sets" in sentence
    assert "with twice the runs and" in sentence


@pytest.mark.parametrize("runs", [2, 3, 5, 10, 30])
def test_the_figure_has_whole_numbers_of_runs_from_one_on_and_that_of_the_study(runs):
    analysis = analysis_of(runs_of(1.0, 1.0, runs=runs))
    [plan] = plans_of([analysis], [PlottedFigure.of_kind("runs-and-datasets")])
    [panel] = plan.draw.args[0]
    for line in panel.lines:
        assert all(float(x).is_integer() for x in line.xs)
        assert line.xs[0] == 1
        assert {runs, 2 * runs, 4 * runs} <= set(line.xs)
    leading = findings_on_precision(analysis)
    place = panel.lines[0].xs.index(2 * runs)
    assert f"it would be {panel.lines[0].ys[place]:.4g}"[:16] in " ".join(map(plain, leading))


def test_every_pair_is_in_results():
    scores = runs_of(1.0, 1.0)
    written = {(row["a"], row["b"]): row for row in results_of_precision(analysis_of(scores))}
    assert set(written) == {("A", "B"), ("A", "C"), ("B", "C")}
    for a, b in product(range(3), repeat=2):
        if a < b:
            row, precision = written["ABC"[a], "ABC"[b]], precision_of(scores.by_seed, [[a, b]])
            assert row["difference"] == pytest.approx(scores.means[:, a].mean() - scores.means[:, b].mean())
            assert row["between_runs"] == pytest.approx(precision.of_runs[0])
            assert row["with_twice_the_datasets"] == pytest.approx(row["standard_error"] / 2**0.5)


def test_studies_without_enough_of_either_say_nothing():
    assert precision_in(analysis_of(runs_of(1.0, 1.0, n=2))) is None
    assert precision_in(analysis_of(runs_of(1.0, 1.0, runs=1))) is None
    assert precision_in(analysis_of(np.random.default_rng(0).random((6, 3)))) is None
    assert list(findings_on_precision(analysis_of(runs_of(0.0, 0.0)))) == []


@pytest.mark.nightly
def test_boxes_are_the_quartiles_of_the_runs():
    scores = runs_of(1.0, 1.0, n=2)
    analysis = analysis_of(scores, plot=["score-boxes"])
    [drawing] = plot([analysis], (PlottedFigure(name="score-boxes"),)).drawings
    assert "median (dot), quartiles (box)" in plain(drawing.caption)
    runs = scores.by_seed[0][:, list(analysis.ranking.best_first)]
    panels = [("d", [tuple(np.quantile(column, [0.5, 0, 1])) for column in runs.T])]
    boxes = [[tuple(np.quantile(column, [0.25, 0.75])) for column in runs.T]]
    figure = interval_panels("ABC", panels, title="score", references=[None], boxes=boxes)
    drawn = {artist.get_gid(): artist for artist in figure.axes[0].get_children() if artist.get_gid()}
    widths = [drawn[f"box-0-{row}"].get_width() for row in range(3)]
    expected = np.diff(boxes[0], axis=1).ravel()
    np.testing.assert_allclose(np.array(widths) / widths[0], expected / expected[0])
