"""The forest plot: estimates with intervals on one data set, or on each of a benchmark's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FIGURES, FigureKind
from rankpress.core.document import PANELS, Missing, Plan, numbered
from rankpress.spec.model import CurvesOptions
from rankpress.stages.within import find_curves
from rankpress.topics.curves.figures import forms_of_curves
from rankpress.topics.topic import Request
from rankpress.topics.within.examples import mean_rounding
from rankpress.wording.numbers import Rounding, percent_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, dataset_named, joined, plain, references, say

_Bar = tuple[float, float, float]
"""An estimate and the ends of its interval."""

_MOST_DATASETS = 12
_LEVEL = 0.95


@dataclass(frozen=True)
class Forest:
    """What is drawn: intervals of each algorithm, in this order, by data set, and in words what they are."""

    order: tuple[int, ...]
    bars: dict[str, list[_Bar]]
    title: Prose  # of the axis
    caption: Prose
    rounding: Rounding
    reference: float | None  # where the line of no difference is, for differences
    combined: list[_Bar] | None = None  # of all data sets together, where these are what is compared


def plan_forest(request: Request) -> Iterator[Plan | Missing]:
    """Plan intervals of the means over test examples, or else of differences from the leader on the only data set."""
    from rankpress.figures.intervals import describe_intervals, interval_pages, interval_panels

    analysis, labels = request.analysis, request.labels
    forest = _of_means(analysis) if analysis.tested.within_means else _of_differences(analysis)
    if forest is None:
        several = "curves shows the differences on several data sets"
        yield request.missing(several if analysis.scores.n_datasets > 1 else "no interval could be computed")
        return
    rows = [analysis.algorithms[i] for i in forest.order]
    datasets, alone = references("datasets", forest.bars), len(forest.bars) == 1
    bars = list(forest.bars.values())
    combined = [] if forest.combined is None else [("all data sets", forest.combined)]
    panels = [*combined, *zip(labels.drawn(datasets), bars, strict=True)]
    described = [*combined, *zip(labels.in_text(datasets), bars, strict=True)]
    number = replace(forest.rounding, factor=1.0).text
    options: dict[str, Any] = {"title": labels.plain(forest.title), "by_row": True}
    options["numbers"] = number if alone else None
    begin = 0
    for part, which, page in numbered(interval_pages(labels.drawn(rows), panels, style=request.style)):
        yield request.plan(
            partial(interval_panels, labels.drawn(rows), page, **options, references=[forest.reference] * len(page)),
            say("Intervals of the {}{}", forest.title, which),
            forest.caption,
            describe_intervals(labels.in_text(rows), described[begin : begin + len(page)], title=options["title"]),
            [rows, datasets],
            whole=PANELS,
            part=part,
            algorithms=rows,
        )
        begin += len(page)


def _of_means(analysis: Analysis) -> Forest | None:
    """Return the means over the test examples of each data set."""
    means, factor = analysis.tested.within_means, analysis.scores.scale.factor
    if len(means) > _MOST_DATASETS:
        return None
    bars = {
        dataset: [_scaled((of.mean[i], of.low[i], of.high[i]), factor) for i in analysis.best_first]
        for dataset, of in means.items()
    }
    level = percent_text(next(iter(means.values())).level)
    examples = ", ".join(_size(of.n, of.clusters) for of in means.values())
    over = (
        say("the {} of {}", examples, joined(map(dataset_named, means))) if len(means) == 1 else "their test examples"
    )
    combined = None
    if analysis.tested.stratified is not None and len(means) > 1:
        of_all = analysis.tested.stratified.means
        combined = [_scaled((of_all.mean[i], of_all.low[i], of_all.high[i]), factor) for i in analysis.best_first]
        over = "the test examples of all data sets, each with the same weight, and of each one"
    form = (
        "Mean {} with {} confidence intervals over {}, the best first. Each interval is for one algorithm alone;"
        " differences are tested on paired answers."
    )
    caption = say(form, analysis.measured, level, over)
    title = say("mean {}", analysis.measured)
    return Forest(analysis.best_first, bars, title, caption, mean_rounding(analysis), None, combined)


def _size(examples: int, clusters: int) -> str:
    how_many = counted(examples, "test example")
    return f"{how_many} ({counted(clusters, 'cluster')})" if clusters < examples else how_many


def _of_differences(analysis: Analysis) -> Forest | None:
    """Return by how much the control, or else the best ranked, differs from each other on the only data set."""
    if analysis.scores.n_datasets != 1:
        return None
    control = analysis.tested.control
    leader, *others = sorted(analysis.best_first, key=lambda algorithm: algorithm != control)
    curves = find_curves(analysis.scores, CurvesOptions(), best_first=(leader, *others)).curves
    by_other = {curve.b: curve.curve for curve in curves if np.isfinite(curve.curve.difference)}
    if not by_other:
        return None
    order, factor = tuple(other for other in others if other in by_other), analysis.scores.scale.factor
    bars = [_scaled((by_other[i].difference, *by_other[i].interval(_LEVEL)), factor) for i in order]
    title = say("difference in {}, {} − each other algorithm", analysis.measured, analysis.algorithms[leader])
    form = "{} on {}, with 95% confidence intervals ({}). The line marks no difference."
    dataset = analysis.scores.datasets[0]
    caption = say(form, capitalized(title), dataset_named(dataset), forms_of_curves(curves))
    ends = np.array(bars) / factor
    rounding = analysis.scores.scale.rounding_of_estimates(ends[:, 0], (ends[:, 2] - ends[:, 1]) / 2)
    return Forest(order, {plain(dataset): bars}, title, caption, rounding, 0.0)


def _scaled(bar: Sequence[float], factor: float) -> _Bar:
    estimate, low, high = (factor * float(value) for value in bar)
    return estimate, low, high


FIGURES.add(
    FigureKind(
        "forest",
        "means or differences with intervals on one data set",
        "within",
        plan_forest,
        is_default=True,
        opens=1,
    )
)
