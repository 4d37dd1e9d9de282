"""The figures of confidence curves: which curves each shows, how many pairs are divided, what is told of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from rankpress.analysis import Analysis, analyse
from rankpress.core.document import Missing, Plan
from rankpress.core.labels import Labels
from rankpress.core.scores import Folds, MetricScores, Scores
from rankpress.core.text import metric_named, plain
from rankpress.figures.style import PAPER
from rankpress.spec.model import CurvesOptions, Study
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.stages.within import find_curves
from rankpress.topics import curves_figures
from rankpress.topics.kinds import FIGURES


def analysis(k: int, n_datasets: int = 3, **options: Any) -> Analysis:
    rng = np.random.default_rng(5)
    names, datasets = tuple(f"algorithm {i}" for i in range(k)), tuple(f"data {i}" for i in range(n_datasets))
    folds = [
        Folds(np.ones(5, np.int64), np.arange(1, 6), rng.uniform(0.5, 0.6, (5, k)) + rng.uniform(0, 0.2, k))
        for _ in datasets
    ]
    means = np.array([one.scores.mean(axis=0) for one in folds])
    scores = MetricScores("accuracy", "higher", datasets, names, means, n_datasets, folds=tuple(folds))
    spec = Study.model_validate(
        {"scores": {"files": ["x.csv"]}, "order": None, "curves": options or None, "adjust": ["holm"]}
    )
    return analyse(spec, Scores((scores,), {}, ()))[0]


def planned(one: Analysis, item: str | dict[str, Any]) -> list[Plan | Missing]:
    shown = PlottedFigure.model_validate(item)
    return list(FIGURES[shown.name].plan(one, shown, PAPER, Labels()))


def drawn_panels(plan: Plan) -> Sequence[Any]:
    return plan.draw.args[0]  # type: ignore[attr-defined]


@pytest.mark.parametrize("k", [3, 5, 6, 9, 12])
def test_all_pairs_are_drawn_once_and_few_in_a_panel(k: int) -> None:
    one = analysis(k, pairs="all")
    shares = curves_figures.divide(one)
    pairs = [pair for share in shares for pair in share.pairs]
    assert sorted(pairs) == [(a, b) for a in range(k) for b in range(a + 1, k)]
    assert max(len(share.pairs) for share in shares) <= curves_figures.MOST_CURVES
    assert (len(shares) > 1) == (len(pairs) > curves_figures.MOST_CURVES)
    figures = planned(one, {"curves": {"form": "curves"}})
    expected = {(share, curve.dataset) for share in range(len(shares)) for curve in one.tested.curves}
    shown = {(int(plan.part[1:] or 1) - 1, title) for plan in figures for title, _ in drawn_panels(plan)}  # type: ignore[union-attr]
    assert shown == expected


@pytest.mark.parametrize(("k", "omitted"), [(5, 0), (6, 10)])
def test_intervals_are_those_of_the_best_where_pairs_are_many(k: int, omitted: int) -> None:
    plan, *_ = planned(analysis(k, pairs="all"), "curves")
    assert isinstance(plan, Plan)
    assert (f"The {omitted} other pairs are in the tables." in plain(plan.caption)) == bool(omitted)


def test_many_algorithms_against_a_baseline_are_divided_by_rank() -> None:
    one = analysis(30, baseline="algorithm 0")
    shares = curves_figures.divide(one)
    assert [len(share.pairs) for share in shares] == [9, 10, 10]
    assert {share.baseline for share in shares} == {0}
    order = [a for share in shares for a, _ in share.pairs]
    assert order == [a for a in one.ranking.best_first if a != 0]


def test_average_curves_have_a_panel_a_pair_with_the_average_last() -> None:
    one = analysis(4, baseline="algorithm 3")
    (plan,) = planned(one, "average-curves")
    assert isinstance(plan, Plan)
    panels = drawn_panels(plan)
    assert [title for title, _ in panels] == [f"algorithm {i}" for i in one.ranking.best_first if i != 3]
    for title, shown in panels:
        own = {c.dataset: c.curve for c in one.tested.curves if f"algorithm {c.a}" == title}
        assert dict(shown[:-1]) == own
        assert shown[-1][0] == curves_figures.AVERAGE
        assert shown[-1][1].difference == pytest.approx(np.mean([c.difference for c in own.values()]))
    assert "pools nothing" in plain(plan.caption)
    assert "average over the data sets" in plan.alt
    alone = planned(analysis(3, n_datasets=1, pairs="all"), "average-curves")
    assert alone == [
        Missing("average-curves", metric_named("accuracy"), "no pair has confidence curves on two data sets")
    ]


def test_one_curve_of_any_pair_either_way_round_without_the_section_curves() -> None:
    one = analysis(4)
    item = {"curve": {"pairs": [["algorithm 2", "algorithm 1"]], "dataset": "data 2", "level": 0.9}}
    (plan,) = planned(one, item)
    assert isinstance(plan, Plan)
    options = CurvesOptions(pairs=(("algorithm 1", "algorithm 2"),))
    turned = next(c for c in find_curves(one.scores, options).curves if c.dataset == "data 2").curve
    (shown,) = plan.draw.args  # type: ignore[attr-defined]
    assert shown.difference == -turned.difference
    assert shown.p_null == pytest.approx(turned.p_null)
    assert "90%" in plain(plan.caption)
    assert "algorithm 2 less algorithm 1, on data 2" in plan.alt
