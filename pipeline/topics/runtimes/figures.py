"""Figures of running times: performance profiles, cactus plots and two algorithms against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.bibliography import cite
from rankpress.core.document import Missing, Plan
from rankpress.core.scores import FloatArray
from rankpress.spec.plot_sections import PairsOptions
from rankpress.stages.rank import counted_by
from rankpress.stats.runtimes import (
    performance_profile,
    ratios_to_best,
)
from rankpress.topics.runtimes.runtimes import NO_LIMIT, runtimes_of, stated_limit
from rankpress.topics.topic import (
    Request,
    chosen_pairs,
    part_of,
)
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, say

if TYPE_CHECKING:
    from rankpress.figures.lines import Line


def plan_performance_profile(request: Request) -> Iterator[Plan | Missing]:
    """Plan one line per algorithm: the share of instances solved within a multiple of the fastest time."""
    runs = runtimes_of(request.analysis)
    if runs is None:
        yield request.missing(NO_LIMIT)
        return
    ratios = ratios_to_best(runs.times)
    finite = np.unique(ratios[np.isfinite(ratios)])
    xs = np.unique(np.concatenate([[1.0], finite, [1.05 * max(float(finite.max(initial=1.0)), 2.0)]]))
    shares = performance_profile(runs.times, runs.limit, xs)
    columns = [(xs, 100 * shares[:, i]) for i in range(shares.shape[1])]
    titles = ("multiple of the fastest time", "instances solved (%)")
    yield _steps(
        request,
        columns,
        titles,
        say("Performance profiles by {}", request.analysis.metric),
        say(
            "Share of {} that each algorithm solves within a multiple of the time of the fastest ({}). Lines end at the"
            " share that is solved at all; the higher, the better.",
            counted(runs.n, "instance"),
            cite("dolan2002"),
        ),
        (0.0, 100.0),
    )


def plan_cactus(request: Request) -> Iterator[Plan | Missing]:
    """Plan one line per algorithm: how many instances it solves within a time each."""
    runs = runtimes_of(request.analysis)
    if runs is None:
        yield request.missing(NO_LIMIT)
        return
    least = float(runs.times[runs.times > 0].min(initial=runs.limit))
    columns = []
    for times in runs.times.T:
        ended = np.sort(np.maximum(times[np.isfinite(times)], least))
        xs = np.concatenate([[least], ended, [runs.limit]])
        columns.append((xs, np.concatenate([[0.0], np.arange(1, len(ended) + 1), [float(len(ended))]])))
    metric = request.labels.plain(request.analysis.measured)
    yield _steps(
        request,
        columns,
        (metric, "instances solved"),
        say("Instances solved by {}", request.analysis.metric),
        say(
            "Number of {} that each algorithm solves within a time limit of up to {}. Higher is better.",
            counted(runs.n, "instance"),
            stated_limit(request.analysis, runs),
        ),
        None,
    )


def _steps(
    request: Request,
    columns: Sequence[tuple[FloatArray, FloatArray]],
    titles: tuple[str, str],
    title: Prose,
    caption: Prose,
    y_range: tuple[float, float] | None,
) -> Plan:
    """Plan lines that rise in steps on a logarithmic axis."""
    from rankpress.figures.lines import Line, LinePanel, describe_lines, line_panels

    drawn, plain = request.labels.drawn(request.names), request.labels.in_text(request.names)
    runs = runtimes_of(request.analysis)
    order = range(len(columns)) if runs is None else runs.most_first

    def lines(names: Sequence[str]) -> list[Line]:
        stairs = [(names[i], *_stair(*columns[i])) for i in order]
        return [Line(name, xs, ys) for name, xs, ys in stairs]

    return request.plan(
        partial(
            line_panels,
            [LinePanel("", lines(drawn))],
            x_title=titles[0],
            y_title=titles[1],
            x_log=True,
            y_range=y_range,
        ),
        title,
        caption,
        describe_lines([LinePanel("", lines(plain))], *titles),
        [request.names],
    )


def _stair(xs: FloatArray, ys: FloatArray) -> tuple[list[float], list[float]]:
    """Return the corners of a line that is level up to each x and rises there."""
    return np.repeat(xs, 2)[1:].tolist(), np.repeat(ys, 2)[:-1].tolist()


def plan_runtime_scatter(request: Request[PairsOptions]) -> Iterator[Plan | Missing]:
    """Plan a scatter for each pair on logarithmic axes, unsolved runs at the limit."""
    from rankpress.figures.scatter import describe_scatter, score_scatter

    analysis, labels = request.analysis, request.labels
    runs, counts = runtimes_of(analysis), counted_by(analysis.scores, analysis.ranking)
    if runs is None or counts is None:
        yield request.missing(NO_LIMIT)
        return
    complete = ~np.isnan(counts[0]).any(axis=1)
    values = counts[0][complete]
    times = np.minimum(runs.times, runs.limit)
    times = np.maximum(times, float(times[times > 0].min(initial=runs.limit)))
    pairs = chosen_pairs(analysis, request.options.pairs)
    for pair in pairs:
        names = tuple(analysis.algorithms[i] for i in pair)
        ahead = values[:, pair[0]] - values[:, pair[1]]
        outcomes = np.where(np.abs(ahead) < counts[1], 0, np.sign(ahead)).astype(int).tolist()
        points = [(float(a), float(b)) for a, b in times[:, pair]]
        first, second = labels.in_text(names)
        drawn = labels.plain(names[0]), labels.plain(names[1])
        metric = labels.plain(analysis.measured)
        yield request.plan(
            partial(score_scatter, drawn, points, outcomes, metric=metric, better="lower", limit=runs.limit),
            say("{} of {} and {}", capitalized(analysis.metric), *names),
            say(
                "{} of {} and {} on {}, on logarithmic axes. Points on the border are runs not solved within the limit"
                " of {}.",
                capitalized(analysis.metric),
                *names,
                counted(runs.n, "instance"),
                stated_limit(analysis, runs),
            ),
            describe_scatter((first, second), points, outcomes, metric=metric),
            part=part_of(analysis, pair, among=len(pairs)),
        )
