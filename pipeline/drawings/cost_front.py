"""Ranks or scores over costs, with the front of undominated algorithms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.drawings.adjusted import critical_difference
from rankpress.drawings.captions import over_datasets
from rankpress.drawings.plan import Missing, Plan
from rankpress.figures.alt import describe_cost_front
from rankpress.fronts import CostFront
from rankpress.naming import key_of
from rankpress.report.error_rates import at_level_of
from rankpress.report.inline import plain
from rankpress.report.prose.phrases import procedure
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.slugs import slug
from rankpress.spec.plot_section import PlottedFigure

if TYPE_CHECKING:
    from rankpress.figures.style import Style


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan a figure for each cost, or for the one that is named."""
    metric = analysis.scores.name
    fronts = [one for one in analysis.fronts if figure.cost in (None, key_of(one.cost))]
    if not fronts:
        yield Missing("cost-front", metric, "the scores have no costs")
    for one in fronts:
        why = _why_not(one, figure)
        yield Missing("cost-front", metric, why) if why else _plan_cost(analysis, one, figure, style)


def _why_not(one: CostFront, figure: PlottedFigure) -> str:
    if one.costs is None or (figure.of == "score" and one.by_score is None):
        return one.why
    if figure.scale == "log" and one.costs.min() <= 0:
        return f"{plain(one.cost)} has a mean of 0, which a log scale cannot show"
    return ""


def _plan_cost(analysis: Analysis, one: CostFront, figure: PlottedFigure, style: Style) -> Plan:
    from rankpress.figures.plane.cost_front import cost_front_plane

    of_rank, metric = figure.of == "rank", analysis.scores.name
    values = analysis.ranking.average if of_rank else one.scores
    front = one.by_rank if of_rank else one.by_score
    assert one.costs is not None
    assert values is not None
    assert front is not None
    shown = (one.costs.tolist(), values.tolist(), front)
    cost = plain(one.cost)
    cd = _critical_difference(analysis) if of_rank else None
    return Plan(
        metrics=(metric,),
        kind="cost-front",
        title=f"{'Average rank by' if of_rank else 'Mean'} {metric} against {one.cost}",
        caption=cost_front_caption(analysis, one, figure.of) + explained_if_drawn(analysis.names),
        alt=describe_cost_front(
            in_text(analysis.names), *shown, cost_label=cost, metric=plain(metric), of=figure.of, cd=cd
        ),
        draw=partial(
            cost_front_plane,
            drawn(analysis.names),
            *shown,
            cost_label=cost,
            metric=plain(metric),
            of=figure.of,
            better="lower" if of_rank else analysis.scores.better,
            cd=cd,
            scale=figure.scale,
            style=style,
        ),
        part=f"-{slug(key_of(one.cost))}{'' if of_rank else '-score'}",
    )


def _critical_difference(analysis: Analysis) -> float | None:
    """That of the deciding adjustment; with a control there is none from the best."""
    return None if analysis.tested.control is not None else critical_difference(analysis, analysis.adjusted.deciding)


def cost_front_caption(analysis: Analysis, one: CostFront, of: str) -> str:
    """What ranks or scores over costs show, in a few sentences."""
    scores, method = analysis.scores, analysis.adjusted.deciding
    value = "Average ranks" if of == "rank" else "Mean scores"
    told = [
        f"{value} of {over_datasets(analysis)} by {scores.name}, against their mean {one.cost} over these data sets."
    ]
    told.append(
        "Filled squares are on the front: no other algorithm is at least as good and as cheap and better in one of the"
        " two. The line bounds what they dominate; hollow circles are dominated."
    )
    cd = _critical_difference(analysis) if of == "rank" else None
    if cd is not None and method is not None:
        told.append(
            f"Algorithms in the shaded area do not differ from the best by {procedure(method)}"
            f" {at_level_of(method, analysis.adjusted.alpha)} (critical difference {cd:.2f})."
        )
    told.append("The front is one of means: that an algorithm dominates another does not say that they differ.")
    return " ".join(told)
