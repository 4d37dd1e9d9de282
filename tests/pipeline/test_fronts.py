"""Fronts by cost, and the planes of two metrics and of costs, from a study to what a report says of them."""

import numpy as np
import pytest

from rankpress.analysis import analyse
from rankpress.core.numbers import plain_data
from rankpress.core.scores import Costs, MetricScores, Scores
from rankpress.core.text import plain
from rankpress.report.plot import plot
from rankpress.spec.model import Study
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.topics.cost_fronts import front_results, front_sentences

NAMES = ("a", "b", "c", "d")
SETS = tuple(f"data {i}" for i in range(8))
COST = np.tile([1.0, 3.0, 4.0, 90.0], (8, 1))
# The dearer, the better, but that c is worse than b.
MEANS = np.tile([0.6, 0.8, 0.7, 0.9], (8, 1))


def analyses(means=MEANS, costs=None, n_metrics=1, **sections):
    values = {"seconds": COST} if costs is None else costs
    names = [f"metric {number}" for number in range(n_metrics)]
    spec = {
        "scores": {"files": ["x.csv"], "metrics": [{"name": name} for name in names], "costs": list(values)},
        "order": None,
        **sections,
    }
    metrics = tuple(MetricScores(name, "higher", SETS, NAMES, means, len(SETS)) for name in names)
    read = {name: Costs(name, SETS, NAMES, values[name]) for name in values}
    return analyse(Study.model_validate(spec), Scores(metrics, read, ()))


def draw(analysed, kind, **options):
    return plot(analysed, (PlottedFigure.model_validate({kind: options}),))


def test_front_is_told_in_results_and_in_words():
    [analysis] = analyses()
    [told] = plain_data(front_results(analysis))
    assert told["costs"] == {"a": 1, "b": 3, "c": 4, "d": 90}
    assert told["by_rank"] == told["by_score"] == {"members": ["a", "b", "d"], "dominated_by": {"c": "b"}}
    assert told["scores"] == pytest.approx({"a": 0.6, "b": 0.8, "c": 0.7, "d": 0.9})
    [sentence] = map(plain, front_sentences(analysis))
    assert sentence.startswith(
        "In average rank and mean seconds, a, b and d are Pareto-optimal; the other is dominated by algorithms"
    )


def test_costs_that_are_unknown_leave_no_front():
    unknown = COST.copy()
    unknown[2, 1] = np.nan
    [analysis] = analyses(costs={"seconds": unknown})
    [told] = plain_data(front_results(analysis))
    assert told["by_rank"] is told["by_score"] is told["costs"] is None
    assert told["why"] == "the seconds of b on data 2 is unknown"
    assert not list(front_sentences(analysis))
    assert draw((analysis,), "cost-front").warnings == (
        "metric 0: the figure cost-front was not drawn: the seconds of b on data 2 is unknown",
    )


def test_planes_of_each_metric_beside_the_first():
    three = analyses(n_metrics=3)
    assert [one.name for one in draw(three, "two-metrics").drawings] == [
        "metric-0-metric-1-two-metrics",
        "metric-0-metric-2-two-metrics",
    ]
    [named] = draw(three, "two-metrics", x="metric 2", y="metric 1").drawings
    assert named.name == "metric-2-metric-1-two-metrics"
    assert "across by metric 2, over 8 data sets, and upwards by metric 1, over 8 data sets;" in named.caption
    assert [one.name for one in draw(three, "two-metrics", y="metric 0").drawings] == ["metric-1-metric-0-two-metrics"]
    none = ("metric 0: the figure two-metrics was not drawn: there is no second metric",)
    for options in ({}, {"x": "metric 0"}, {"y": "metric 0"}):
        assert draw(analyses(), "two-metrics", **options).warnings == none
