"""The figure of tests within data sets: a matrix of significant differences for each data set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import WITHIN
from rankpress.core.document import Missing, Plan, numbered
from rankpress.core.faults import counted
from rankpress.core.numbers import level_text
from rankpress.core.scores import FloatArray
from rankpress.core.text import Prose, join, joined, references, say
from rankpress.topics.topic import Request

MOST_ALGORITHMS = 30
"""Of a matrix: of more, the cells are too small to be seen."""


def plan_within(request: Request) -> Iterator[Plan | Missing]:
    """Plan pages with a matrix a data set."""
    from rankpress.figures.verdicts import describe_verdicts, verdict_matrices, verdict_pages

    analysis, labels = request.analysis, request.labels
    if not analysis.tested.within:
        yield request.missing("no tests were made within data sets")
        return
    better = significantly_better(analysis)[:, :MOST_ALGORITHMS, :MOST_ALGORITHMS]
    datasets = references("datasets", (item.dataset for item in analysis.tested.within))
    names = [analysis.algorithms[i] for i in analysis.ranking.best_first][:MOST_ALGORITHMS]
    for part, which, rows in numbered(verdict_pages(len(names), labels.drawn(datasets), style=request.style)):
        yield request.plan(
            partial(verdict_matrices, better, labels.drawn(datasets), rows=rows),
            say("Significant differences within the data sets by {}{}", analysis.metric, which),
            within_caption(analysis, names),
            describe_verdicts(better, labels.in_text(datasets), labels.in_text(names), rows=rows),
            [datasets],
            part=part,
            algorithms=tuple(names),
        )


def significantly_better(analysis: Analysis) -> FloatArray:
    """Return for each data set and pair, best ranked first, 1 where the first is significantly better, else 0."""
    # nan where the pair was not tested.
    k, alpha = len(analysis.algorithms), analysis.adjusted.alpha
    place = np.argsort(analysis.ranking.best_first)
    better = np.full((len(analysis.tested.within), k, k), np.nan)
    for matrix, item in zip(better, analysis.tested.within, strict=True):
        a, b = place[item.pairs].T
        favours = np.where(item.tests.p <= alpha, np.sign(analysis.scores.sign * item.tests.tested_difference), 0.0)
        untested = np.isnan(item.tests.p)
        matrix[a, b] = np.where(untested, np.nan, favours > 0)
        matrix[b, a] = np.where(untested, np.nan, favours < 0)
    return better


def within_caption(analysis: Analysis, names: Sequence[Prose]) -> Prose:
    """Return what the matrices show."""
    tested, k = analysis.tested, len(analysis.algorithms)
    best = f"the best ranked {len(names)} of {k} algorithms, " if len(names) < k else ""
    return join(
        [
            say(
                "Significant differences in {} on {} ({}, level {}, unadjusted).",
                analysis.metric,
                counted(len(tested.within), "data set"),
                WITHIN[tested.within_procedure].title,
                level_text(analysis.adjusted.alpha),
            ),
            say("Rows and columns of each matrix, from the top and from the left: {}{}.", best, joined(names)),
        ]
    )
