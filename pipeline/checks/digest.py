"""A study as it was read, on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.analysis import with_weights
from rankpress.core.scores import MetricResults, MetricScores, MetricVotes, Scores
from rankpress.topics.data.runs import balance_lines
from rankpress.wording.strings import counted, counted_between, listed, shown
from rankpress.wording.text import plain

if TYPE_CHECKING:
    from rankpress.spec.model import Study


def overview(scores: Scores, study: Study) -> Iterator[str]:
    """Yield what was read: names of data sets and algorithms, and of each metric its direction, range and extremes."""
    for noun, names in (("data sets", scores.all_datasets), ("algorithms", scores.all_algorithms)):
        if names:
            yield f"  {noun}: {ends(names)}"
    for metric in scores.metrics:
        yield f"  {shown(metric.name)}: {'; '.join(_described(with_weights(metric, study)))}"
        if metric.reading.balance is not None:
            yield from (f"  {plain(line)}" for line in balance_lines(metric.reading.balance))
    if scores.costs:
        yield f"  costs: {listed(scores.costs)}"


def ends(names: Sequence[str]) -> str:
    """Return the first and last of some names, with dots between."""
    some = [*names[:3], "...", *names[-2:]] if len(names) > 6 else names
    return listed(some)


def _described(metric: MetricResults) -> Iterator[str]:
    yield f"{metric.better} is better"
    if isinstance(metric, MetricVotes):
        yield f"{counted(metric.votes.n, 'vote')} in {counted(metric.votes.n_clusters, 'cluster')}"
    if not isinstance(metric, MetricScores):
        return
    means = metric.means
    yield f"cells from {np.nanmin(means):.4g} to {np.nanmax(means):.4g}"
    yield _measured(metric)
    cells = metric.missing.coverage.present.size if metric.missing.coverage is not None else means.size
    if metric.missing.gaps:
        yield f"{100 * len(metric.missing.gaps) / cells:.2g}% of {counted(cells, 'cell')} missing"
    if metric.limit is not None:  # a mean of the times of solved runs alone would favor whoever solves few
        yield f"{counted(metric.n_censored, 'run')} not solved within {metric.limit:,.10g}"
        return
    complete = np.isfinite(means).all(axis=1)  # means over different data sets favor who lacks the hard ones
    if not complete.any():
        return
    weights = None if metric.weights is None else metric.weights[complete]
    of_algorithms = np.average(means[complete], axis=0, weights=weights)
    order = np.argsort(of_algorithms if metric.better == "lower" else -of_algorithms, kind="stable")
    best, worst = (f"{shown(metric.algorithms[place])} ({of_algorithms[place]:.4g})" for place in (order[0], order[-1]))
    over = "" if complete.all() else f" on {counted(int(complete.sum()), 'complete data set')}"
    yield f"best {'' if weights is None else 'weighted '}mean {best}, worst {worst}{over}"


def _measured(metric: MetricScores) -> str:
    """Return of how many measurements a cell is made."""
    word = "test example" if metric.examples else "measurement"
    sizes = sorted(
        {1 if measured is None else len(measured.scores) for measured in metric.examples or metric.folds} or {1}
    )
    many = counted(sizes[0], word) if len(sizes) == 1 else f"{sizes[0]:,} to {sizes[-1]:,} {word}s"
    if metric.seeds is None:
        return f"{many} per cell"
    few, most = metric.seeds
    return f"{many} per cell, each the mean of {counted_between((few, most), 'run')}"
