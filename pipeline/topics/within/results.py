"""Scores over test examples, and tests of all algorithms on single data sets, in results.json."""

from __future__ import annotations

from rankpress.analysis import Analysis
from rankpress.core.plain_data import Json
from rankpress.topics.comparisons.omnibus import omnibus_result
from rankpress.topics.topic import ResultKey

_EXAMPLES = ("mean", "standard_error", "unclustered_error", "sampling_share")


def _example_scores(analysis: Analysis) -> list[Json]:
    """Return the mean of each algorithm over the test examples of each data set, with its errors."""
    return [
        {
            "dataset": dataset,
            "algorithm": algorithm,
            "examples": means.n,
            "clusters": means.clusters,
            "df": means.df,
        }
        | {name: getattr(means, name)[row] for name in _EXAMPLES}
        | {"interval": [means.low[row], means.high[row]], "level": means.level}
        for dataset, means in analysis.tested.within_means.items()
        for row, algorithm in enumerate(analysis.names)
    ]


def _within_omnibus(analysis: Analysis) -> list[Json]:
    return [
        {"dataset": dataset, "test": test.name, **omnibus_result(test)}
        for dataset, test in analysis.tested.within_omnibus.items()
    ]


OF_EXAMPLES = (ResultKey("example_scores", None, _example_scores), ResultKey("within_omnibus", None, _within_omnibus))
