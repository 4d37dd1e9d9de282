"""Figures of the topic progress: curves over steps with bands, and shares of targets that are reached by each step."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.analysis import Analysis
from rankpress.core.document import Missing, Plan, numbered
from rankpress.topics.progress.curves import Curves, Progress
from rankpress.topics.progress.progress import progress_of, stated_bands
from rankpress.topics.topic import Request
from rankpress.wording.strings import shown
from rankpress.wording.text import Prose, dataset_named, group_named, say

if TYPE_CHECKING:
    from rankpress.figures.lines import LinePanel

_PANELS = 12  # on a page


def plan_progress(request: Request) -> Iterator[Plan | Missing]:
    """Plan a panel for each data set or group, one line per algorithm with a band."""
    from rankpress.figures.lines import describe_lines, line_panels

    analysis, labels = request.analysis, request.labels
    progress = progress_of(analysis)
    if progress is None:
        yield request.missing("no scores over steps were read")
        return
    what = {"mean": "mean", "iqm": "interquartile mean"}[progress.center]
    unit, times = _unit_of(progress)
    x_title, y_title = f"{progress.step}{times}", labels.plain(analysis.measured)
    drawn, described = (
        [_panel(analysis, each, progress, names, labels.plain(_title(each)), unit) for each in progress.curves]
        for names in (labels.drawn(request.names), labels.in_text(request.names))
    )
    pages = [list(range(start, min(start + _PANELS, len(drawn)))) for start in range(0, len(drawn), _PANELS)]
    for part, which, page in numbered(pages):
        yield request.plan(
            partial(
                line_panels,
                [drawn[i] for i in page],
                x_title=x_title,
                y_title=y_title,
                x_log=progress.log,
                own_heights=True,
                families=request.families,
            ),
            say("{} over steps{}", analysis.metric, which),
            say(
                "{} of {} over {}{}{}.",
                what.capitalize(),
                analysis.metric,
                shown(progress.step),
                stated_bands(progress),
                "; a run that ends before others keeps its last score" if progress.has_early_ends else "",
            ),
            describe_lines([described[i] for i in page], x_title, y_title),
            [request.names],
            part=part,
        )


def _unit_of(progress: Progress) -> tuple[float, str]:
    """Return by what steps are divided so that their numbers are short, and what the axis says of it."""
    last = max(float(each.steps[-1]) for each in progress.curves)
    units = ((1e9, " (billions)"), (1e6, " (millions)"), (1e3, " (thousands)"))
    return next((unit for unit in units if last >= 2 * unit[0] and last >= 1e5 and not progress.log), (1.0, ""))


def _title(each: Curves) -> Prose:
    if not each.name:  # of all data sets
        return ""
    return dataset_named(each.name) if each.datasets == (each.name,) else group_named(each.name)


def _panel(
    analysis: Analysis, each: Curves, progress: Progress, names: Sequence[str], title: str, unit: float
) -> LinePanel:
    """Return one line per algorithm, the best ranked first, from where all its runs have begun."""
    from rankpress.figures.lines import Line, LinePanel

    factor, lines = analysis.scores.scale.factor, []
    for i in analysis.best_first:
        points = [
            (float(x) / unit, factor * float(y), factor * float(low), factor * float(high))
            for x, y, low, high in zip(
                each.steps, each.scores.estimate[i], each.scores.low[i], each.scores.high[i], strict=True
            )
            if math.isfinite(y) and (x > 0 or not progress.log)
        ]
        if points:
            xs, ys, lows, highs = (list(column) for column in zip(*points, strict=True))
            has_band = all(map(math.isfinite, lows))
            lines.append(Line(names[i], xs, ys, lows if has_band else None, highs if has_band else None))
    return LinePanel(title, lines)


def plan_targets_reached(request: Request) -> Iterator[Plan | Missing]:
    """Plan the share of runs and targets that are reached by each step, one line per algorithm."""
    from rankpress.figures.lines import describe_lines, line_panels

    analysis, labels = request.analysis, request.labels
    progress = progress_of(analysis)
    if progress is None or not progress.shares:
        yield request.missing("no targets are given: progress.targets")
        return
    of_one = len(progress.times) == 1
    x_title, y_title = progress.step, "share of runs" if of_one else "share of runs and targets"
    drawn, described = (
        [_shares(analysis, progress, panel, names) for panel in progress.shares]
        for names in (labels.drawn(request.names), labels.in_text(request.names))
    )
    is_log = all(x > 0 for x in progress.shares_at)
    yield request.plan(
        partial(
            line_panels,
            drawn,
            x_title=x_title,
            y_title=y_title,
            x_log=is_log,
            y_range=(0.0, 1.0),
            families=request.families,
        ),
        say("Targets of {} reached", analysis.metric),
        say(
            "Empirical distribution of running times: share of {} whose {} is as good as the target by each {}.",
            "runs" if of_one else "runs and targets",
            analysis.metric,
            shown(progress.step),
        ),
        describe_lines(described, x_title, y_title),
        [request.names],
    )


def _shares(analysis: Analysis, progress: Progress, panel: str, names: Sequence[str]) -> LinePanel:
    from rankpress.figures.lines import Line, LinePanel

    # two points at each step, before and after the share rises
    shares, xs = progress.shares[panel], np.repeat(progress.shares_at, 2).tolist()
    lines = [
        Line(names[i], xs, [0.0, *np.repeat(shares[i], 2)[:-1].tolist()])
        for i in analysis.best_first
        if math.isfinite(shares[i][0])
    ]
    return LinePanel(panel, lines)
