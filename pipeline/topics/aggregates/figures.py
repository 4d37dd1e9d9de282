"""Figures of the topic aggregates: panels of intervals, chances of improvement about one half, score profiles."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.analysis import Analysis
from rankpress.core.document import PANELS, Missing, Plan, numbered
from rankpress.topics.aggregates.aggregates import (
    Estimate,
    aggregates_of,
    algorithm_at,
    best_first,
    chances_of_pairs,
    rounding_of_aggregates,
    stated_intervals,
)
from rankpress.topics.aggregates.measures import CHANCE, IMPROVEMENT, KINDS, PROFILES, Aggregates
from rankpress.topics.phrases import the_best
from rankpress.topics.topic import Request
from rankpress.wording.strings import counted
from rankpress.wording.text import join, joined, say

if TYPE_CHECKING:
    from rankpress.figures.lines import LinePanel

_MOST_PAIRS = 21


def plan_aggregates(request: Request) -> Iterator[Plan | Missing]:
    """Plan dots with intervals over runs, the best ranked on top, one panel per aggregate."""
    from rankpress.figures.intervals import interval_pages, interval_panels

    analysis = request.analysis
    aggregates = aggregates_of(analysis)
    if aggregates is None or not aggregates.kinds:
        yield request.missing("there are no aggregates; aggregates: {} requests them")
        return
    order, form = best_first(analysis, aggregates), rounding_of_aggregates(analysis)
    drawn, measured = request.labels.drawn(request.names), request.labels.plain(analysis.measured)
    panels, described = [], []
    for name in aggregates.kinds:
        values = [Estimate.at(aggregates.statistics.measures[name], place) for place in order]
        panels.append((KINDS[name].head, [_bar(value, aggregates, form.factor) for value in values]))
        words = [
            say("{} {}", algorithm_at(analysis, aggregates, place), form.text(value.estimate))
            for place, value in zip(order, values, strict=True)
        ]
        described.append(say("{}: {}.", KINDS[name].head, joined(words)))
    names = [drawn[aggregates.algorithms[place]] for place in order]
    for part, which, page in numbered(interval_pages(names, panels, style=request.style)):
        of_page, described = described[: len(page)], described[len(page) :]
        yield request.plan(
            partial(interval_panels, names, page, title=measured, references=[None] * len(page), by_row=True),
            say("Aggregates of {}{}", analysis.metric, which),
            say(
                "Aggregates of {} over all runs and data sets, {} on top, {}.",
                analysis.measured,
                the_best(analysis),
                stated_intervals(aggregates),
            ),
            say("Dots with intervals, one panel per aggregate. {}", join(of_page)),
            [request.names],
            whole=PANELS,
            part=part,
            algorithms=[request.names[aggregates.algorithms[place]] for place in order],
        )


def _bar(value: Estimate, aggregates: Aggregates, factor: float) -> tuple[float, float, float]:
    low, high = value.over_datasets if aggregates.runs is None else value.over_runs
    ends = (value.estimate, value.estimate) if math.isnan(low) else (low, high)
    return factor * value.estimate, factor * ends[0], factor * ends[1]


def plan_probability_of_improvement(request: Request) -> Iterator[Plan | Missing]:
    """Plan the chance of each pair with its interval, and a line at one half."""
    from rankpress.figures.intervals import interval_panels

    analysis = request.analysis
    aggregates = aggregates_of(analysis)
    if aggregates is None or IMPROVEMENT not in aggregates.measures or not aggregates.statistics.pairs:
        yield request.missing("no probabilities of improvement were computed")
        return
    chances = chances_of_pairs(analysis, aggregates)
    left_out = "" if len(chances) <= _MOST_PAIRS else f" Shown are {_MOST_PAIRS} of {counted(len(chances), 'pair')}."
    drawn = request.labels.drawn(request.names)
    names, rows, words = [], [], []
    for first, second, chance in chances[:_MOST_PAIRS]:
        a, b = (drawn[aggregates.algorithms[place]] for place in (first, second))
        names.append(f"{a} > {b}")
        rows.append(_bar(chance, aggregates, 1.0))
        of = [algorithm_at(analysis, aggregates, place) for place in (first, second)]
        words.append(say("{} over {} {}", *of, CHANCE.text(chance.estimate)))
    yield request.plan(
        partial(interval_panels, names, [("", rows)], title="probability of improvement", references=[0.5]),
        say("Probability of improvement in {}", analysis.metric),
        say(
            "Probability that a run of the first has a better {} than one of the second on a data set drawn at random,"
            " {}.{}",
            analysis.metric,
            stated_intervals(aggregates),
            left_out,
        ),
        say("Dots with intervals about a line at one half: {}.", joined(words)),
        [request.names],
        whole=PANELS,
    )


def plan_score_profiles(request: Request) -> Iterator[Plan | Missing]:
    """Plan the share of runs that are better than each score, one line per algorithm with a band."""
    from rankpress.figures.lines import describe_lines, line_panels

    analysis, labels = request.analysis, request.labels
    aggregates = aggregates_of(analysis)
    if aggregates is None or PROFILES not in aggregates.measures:
        yield request.missing("no score profiles were computed")
        return
    x_title, y_title = labels.plain(analysis.measured), "share of runs better"
    drawn = [_profiles(analysis, aggregates, labels.drawn(request.names))]
    yield request.plan(
        partial(line_panels, drawn, x_title=x_title, y_title=y_title, y_range=(0.0, 1.0), families=request.families),
        say("Score profiles of {}", analysis.metric),
        say(
            "Share of runs on all data sets that are better than each score in {}, {}. Bands are of each score by"
            " itself.",
            analysis.metric,
            stated_intervals(aggregates, "bands"),
        ),
        describe_lines([_profiles(analysis, aggregates, labels.in_text(request.names))], x_title, y_title),
        [request.names],
    )


def _profiles(analysis: Analysis, aggregates: Aggregates, names: Sequence[str]) -> LinePanel:
    """Return one line per algorithm, with a band over runs, or over data sets where there are no runs."""
    from rankpress.figures.lines import Line, LinePanel

    profiles = aggregates.statistics.profiles
    lows, highs = profiles.over_datasets if aggregates.runs is None else profiles.over_runs
    has_bands = bool(np.isfinite(lows).all())
    xs = (rounding_of_aggregates(analysis).factor * aggregates.targets).tolist()
    lines = [
        Line(
            names[aggregates.algorithms[place]],
            xs,
            profiles.estimate[place].tolist(),
            lows[place].tolist() if has_bands else None,
            highs[place].tolist() if has_bands else None,
        )
        for place in best_first(analysis, aggregates)
    ]
    return LinePanel("", lines)
