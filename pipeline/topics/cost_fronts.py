"""Cost fronts: the algorithms that no other is as good and as cheap as; sentences, figure and results."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rankpress.analysis import Analysis
from rankpress.core.document import Missing, Plan
from rankpress.core.labels import slug
from rankpress.core.numbers import Json, by_name, in_words, rounding_of, stated
from rankpress.core.scores import FloatArray
from rankpress.core.text import Prose, cost_named, join, say
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.stages.conclude import CostFront
from rankpress.stats.multitest import Front
from rankpress.topics.facts import NAMES, Fact, Subjects, Unit, subjects_of
from rankpress.topics.phrases import at_level_of, critical_difference, listed, over_datasets, procedure
from rankpress.topics.topic import Request

_MOST_NAMES = 12


_DOMINATED = "dominated by algorithms that are at least as good and as cheap, and better in one of the two"


def front_sentences(analysis: Analysis) -> Iterator[Prose]:
    """Who is on the front of average ranks over each cost."""
    for front in analysis.fronts:
        if front.by_rank is None:
            continue
        members = [analysis.algorithms[i] for i in front.by_rank.members]
        others, names = len(analysis.algorithms) - len(members), listed(members, _MOST_NAMES)
        on = say("only {} is", names) if len(members) == 1 else say("{} are", names)
        who = "the other is" if others == 1 else f"the other {in_words(others)} are"
        rest = f"; {who} {_DOMINATED}" if others else ""
        single = analysis.scores.n_datasets == 1
        ranked = say("{} and {}", analysis.metric, cost_named(front.cost))
        averaged = say("average rank and mean {}", cost_named(front.cost))
        yield say("In {}, {} Pareto-optimal{}.", ranked if single else averaged, on, rest)


def plan_cost_front(request: Request) -> Iterator[Plan | Missing]:
    """Plan a figure for each cost, or for the one that is named."""
    fronts = [front for front in request.analysis.fronts if request.figure.cost in (None, front.cost)]
    if not fronts:
        yield request.missing("the scores have no costs")
    for front in fronts:
        why = _why_not(front, request.figure)
        yield request.missing(why) if why else _plan_cost(request, front)


def _why_not(front: CostFront, figure: PlottedFigure) -> Prose:
    if front.costs is None or (figure.of == "score" and front.by_score is None):
        return front.why
    if figure.scale == "log" and front.costs.min() <= 0:
        return say("{} has a mean of 0, which a log scale cannot show", cost_named(front.cost))
    return ""


def _plan_cost(request: Request, item: CostFront) -> Plan:
    from rankpress.figures.cost_front import cost_front_plane, describe_cost_front

    analysis, names, labels, of = request.analysis, request.names, request.labels, request.figure.of
    of_rank, metric = of == "rank", analysis.metric
    values, front = (analysis.ranking.average, item.by_rank) if of_rank else (item.scores, item.by_score)
    assert item.costs is not None
    assert values is not None
    assert front is not None
    shown: dict[str, Any] = {
        "cost_label": labels.plain(cost_named(item.cost)),
        "metric": labels.plain(metric),
        "of": of,
        "cd": _critical_difference(analysis) if of_rank else None,
    }
    results = item.costs.tolist(), values.tolist(), front
    better = "lower" if of_rank else analysis.scores.better
    return request.plan(
        partial(cost_front_plane, labels.drawn(names), *results, **shown, better=better, scale=request.figure.scale),
        say("{} {} against {}", "Average rank by" if of_rank else "Mean", metric, cost_named(item.cost)),
        cost_front_caption(analysis, item, of),
        describe_cost_front(labels.in_text(names), *results, **shown),
        [names],
        part=f"-{slug(item.cost)}{'' if of_rank else '-score'}",
        algorithms=names,
    )


def _critical_difference(analysis: Analysis) -> float | None:
    """That of the deciding adjustment; with a control there is none from the best."""
    return None if analysis.tested.control is not None else critical_difference(analysis, analysis.adjusted.deciding)


def cost_front_caption(analysis: Analysis, item: CostFront, of: str) -> Prose:
    """Return what ranks or scores over costs show, in a few sentences."""
    method = analysis.adjusted.deciding
    value = "Average ranks" if of == "rank" else "Mean scores"
    form = "{} of {} by {}, against their mean {} over these data sets."
    texts = [say(form, value, over_datasets(analysis), analysis.metric, cost_named(item.cost))]
    texts.append(
        "Filled squares are on the front: no other algorithm is at least as good and as cheap and better in one of the"
        " two. The line bounds what they dominate; hollow circles are dominated."
    )
    cd = _critical_difference(analysis) if of == "rank" else None
    if cd is not None and method is not None:
        texts.append(
            f"Algorithms in the shaded area do not differ from the best by {procedure(method)}"
            f" {at_level_of(method, analysis.adjusted.alpha)} (critical difference {cd:.2f})."
        )
    texts.append("The front is one of means: that an algorithm dominates another does not say that they differ.")
    return join(texts)


def facts_of_fronts(about: Subjects) -> Iterator[Fact]:
    """State who is undominated by each cost, and the means that this is of."""
    analysis = about.analysis
    words = subjects_of([front.cost for front in analysis.fronts])
    for front in analysis.fronts:
        if front.by_rank is not None:
            members = [analysis.algorithms[i] for i in front.by_rank.members]
            meaning = say("undominated in average rank and mean {}, the cheapest first", cost_named(front.cost))
            yield Fact(f"Undominated/{words[front.cost].path}", members, NAMES, meaning)
        yield from _facts_of_means(
            about, f"Mean/{words[front.cost].path}", front.costs, say("mean {}", cost_named(front.cost))
        )
    scores = next((front.scores for front in analysis.fronts if front.scores is not None), None)
    yield from _facts_of_means(about, "MeanScore", scores, say("mean over the data sets of the {}", analysis.metric))


def _facts_of_means(about: Subjects, key: str, means: FloatArray | None, meaning: Prose) -> Iterator[Fact]:
    if means is not None:
        unit = Unit(rounding_of(means[None, :]).text)
        for name, value in zip(about.analysis.algorithms, means.tolist(), strict=True):
            yield Fact(key, value, unit, say("{} of {}", meaning, name), about.algorithms[name], is_minor="/" in key)


def front_results(analysis: Analysis) -> Iterator[Json]:
    """Yield the front by each cost."""
    names = analysis.names

    def members(front: Front | None) -> Json | None:
        if front is None:
            return None
        dominated = {names[i]: names[by] for i, by in enumerate(front.dominated_by) if by is not None}
        return {"members": [names[i] for i in front.members], "dominated_by": dominated}

    for front in analysis.fronts:
        yield {
            "cost": front.cost,
            "costs": by_name(names, front.costs),
            "by_rank": members(front.by_rank),
            "scores": by_name(names, front.scores),
            "by_score": members(front.by_score),
            **stated(why=front.why),
        }
