"""Scores in results.json: means, how far they vary, and runs that were not solved."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rankpress.analysis import Analysis
from rankpress.core.plain_data import Json, by_name
from rankpress.core.scores import FloatArray, MetricScores, MetricVotes
from rankpress.topics.columns import ABSENT
from rankpress.topics.scores.cells import spreads_of
from rankpress.topics.topic import ResultKey


def matrix_result(analysis: Analysis, values: FloatArray | None) -> Json | None:
    """Return a value of each algorithm on each data set, by their names; None where there are none."""
    if values is None:
        return None
    rows = zip(analysis.scores.datasets, values, strict=True)
    return {dataset: by_name(analysis.names, row) for dataset, row in rows}


def _means(analysis: Analysis) -> Json | None:
    scores = analysis.scores
    return matrix_result(analysis, scores.means if isinstance(scores, MetricScores) else None)


def _normalized(analysis: Analysis) -> Any:
    return analysis.scores.reading.normalized or ABSENT


def _weights(analysis: Analysis) -> Any:
    """Return how much each data set counts, where they count unlike."""
    scores = analysis.scores
    if not isinstance(scores, MetricScores) or scores.weights is None:
        return ABSENT
    return by_name(scores.datasets, scores.weights)


def _limit(analysis: Analysis) -> Any:
    """Return the limit of the runs, where the study has it that some may be unsolved."""
    scores = analysis.scores
    return ABSENT if not isinstance(scores, MetricScores) or scores.censored is None else scores.limit


def _limit_is_assumed(analysis: Analysis) -> Any:
    """Return whether the limit is but the largest time, where the study has it that runs may be unsolved."""
    scores = analysis.scores
    return ABSENT if not isinstance(scores, MetricScores) or scores.censored is None else scores.limit_is_assumed


def _censored(analysis: Analysis) -> Any:
    """Return which runs were not solved within the limit, where the study has it that some may be."""
    scores = analysis.scores
    if not isinstance(scores, MetricScores) or scores.censored is None:
        return ABSENT
    rows = zip(scores.datasets, scores.censored.tolist(), strict=True)
    return {dataset: dict(zip(analysis.names, row, strict=True)) for dataset, row in rows}


def _spread(analysis: Analysis) -> Json | None:
    """Return how far the scores of each data set vary over folds or seeds; None where each is one measurement."""
    scores = analysis.scores
    if not isinstance(scores, MetricScores):
        return None
    deviations, errors, widths = (spreads_of(scores, form) for form in ("sd", "se", "ci"))
    if deviations is None or errors is None or widths is None:
        return None
    low, high = scores.means - widths, scores.means + widths
    folds = [0 if of_dataset is None else len(of_dataset.scores) for of_dataset in scores.folds]
    counts = np.repeat(np.array(folds, dtype=np.float64)[:, None], len(analysis.names), axis=1)
    if scores.runs is not None:
        counts = np.where(np.isnan(scores.runs), counts, scores.runs)
    return {
        dataset: {
            name: {
                "measurements": int(counts[row, column]),
                "sd": deviations[row, column],
                "se": errors[row, column],
                "interval": [low[row, column], high[row, column]],
            }
            for column, name in enumerate(analysis.names)
            if not math.isnan(deviations[row, column])
        }
        for row, dataset in enumerate(scores.datasets)
        if counts[row].any()
    }


def _votes(analysis: Analysis) -> Any:
    """Return how many votes there are, and in what units, where algorithms are compared by votes."""
    scores = analysis.scores
    if not isinstance(scores, MetricVotes):
        return ABSENT
    return {"n": scores.votes.n, "unit": scores.votes.unit, "clusters": scores.votes.n_clusters}


OF_SCORES = (
    ResultKey("votes", None, _votes),
    ResultKey("means", None, _means),
    ResultKey("normalized", None, _normalized),
    ResultKey("weights", None, _weights),
    ResultKey("spread", None, _spread),
    ResultKey("limit", None, _limit),
    ResultKey("limit_is_assumed", None, _limit_is_assumed),
    ResultKey("censored", None, _censored),
)
