"""The table of differences on each data set and the ranks of their sizes, of one pair; part of the topic tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rankpress.analysis import Analysis
from rankpress.core.bibliography import cite
from rankpress.core.scores import FloatArray, MetricScores
from rankpress.core.table import Cell, Table
from rankpress.stats.pairs import all_pairs
from rankpress.stats.wilcoxon import ranks_of_differences
from rankpress.topics.phrases import number, table_of, which_is_better
from rankpress.topics.topic import PAIRS, Axes, TableRequest
from rankpress.wording.forms import NumberForm
from rankpress.wording.text import dataset_named, say

_HEADS = ("Data set", "Score of a", "Score of b", "Difference", "Rank")


@Axes(PAIRS, _HEADS).by_request
def signed_ranks_table(request: TableRequest) -> Table | None:
    """Build the table of the differences of the leading pair, or of those named, with the ranks of their sizes."""
    analysis, options = request.analysis, request.options
    scores, names = analysis.scores, analysis.algorithms
    if not isinstance(scores, MetricScores) or len(names) < 2 or scores.n_datasets < 2:
        return None
    means = scores.means
    pairs = np.array([analysis.leading_pair]) if options.rows is None else all_pairs(len(names))
    caption = (
        "Differences of two algorithms on each data set, with the ranks of their absolute values as in the Wilcoxon"
        " signed-ranks test ({}); ties share their mean rank."
    )
    return table_of(
        ("a", "b", *_HEADS),
        (row for pair in pairs.tolist() for row in _rows(analysis, means, pair)),
        names=3,
        title=say("Ranks of differences in {}", analysis.metric),
        caption=say(caption, cite("demsar2006")),
        notes=(say("{}", which_is_better(analysis)),),
    )


def _rows(analysis: Analysis, means: FloatArray, pair: tuple[int, int]) -> Iterator[tuple[object, ...]]:
    """Yield a row for each data set that both algorithms have a score on."""
    a, b = pair
    both = np.flatnonzero(np.isfinite(means[:, [a, b]]).all(axis=1))
    scores, over = means[both][:, [a, b]], analysis.tested.over
    zeros: Any = "split" if over is None else over.options.get("zeros", "split")
    ranks = ranks_of_differences(scores, zeros=zeros, tolerance=analysis.ranking.tolerance)
    scale = analysis.scores.scale
    differences = np.abs(scores[:, :1] - scores[:, 1:])
    each = (scale.roundings(values, scale.rounding(values)) for values in (scores, differences))
    roundings = zip(*each, strict=True)
    of_rows = zip(both.tolist(), scores.tolist(), ranks.tolist(), roundings, strict=True)
    for row, (first, second), rank, (rounding, of_difference) in of_rows:
        yield (
            analysis.algorithms[a],
            analysis.algorithms[b],
            dataset_named(analysis.scores.datasets[row]),
            number(first, rounding),
            number(second, rounding),
            number(first - second, of_difference),
            number(rank, NumberForm("number")) if rank else Cell(""),
        )
