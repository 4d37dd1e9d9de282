"""Whether a test over the data sets can be made of a metric: one rule for every section that names a test."""

from __future__ import annotations

from typing import Literal

import numpy as np

from rankpress.catalog.entries import OmnibusMethod, PairwiseMethod
from rankpress.core.scores import MetricResults, MetricScores, of_both_signs

Lack = Literal["results", "number", "score", "whole", "balance", "sign"]
"""What a test needs and the scores lack: results on each data set, where average ranks only are known; the time of each
run, where some were not solved; a score of each that is ranked; a result of each algorithm on each data set; balance of
the results that there are; one sign."""


def lack_of(method: OmnibusMethod | PairwiseMethod, scores: MetricResults) -> Lack | None:
    """Return which requirement of a test the scores do not meet; None where it can be made."""
    if not isinstance(scores, MetricScores):
        return None if _of_average_ranks(method) else "results"
    if scores.has_censored and method.uses == "scores":
        return "number"
    gaps = bool(np.isnan(scores.placed).any())
    if gaps and scores.missing.policy == "incomplete-blocks":
        if method.balanced and not _is_balanced(scores):
            return "balance"
        if not method.incomplete and not (isinstance(method, PairwiseMethod) and method.pair_alone):
            return "whole"
    elif gaps and method.uses == "scores":
        return "score"
    if isinstance(method, PairwiseMethod) and method.one_sign and of_both_signs(scores.means).size:
        return "sign"
    return None


def _of_average_ranks(method: OmnibusMethod | PairwiseMethod) -> bool:
    if isinstance(method, OmnibusMethod):
        return method.from_average_ranks is not None
    return method.uses == "average-ranks"


def _is_balanced(scores: MetricScores) -> bool:
    # stats brings all of scipy with it, which a check without such a test can do without
    from rankpress.stats.incomplete_blocks import incidence

    return incidence(scores.placed).balanced
