"""Ratio of the scores of two algorithms over data sets, for positive scores with a true zero."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import as_matrix
from rankpress.stats.effects import PairEffects, mean_difference


def ratio(scores: ArrayLike, pairs: ArrayLike, level: float = 0.95) -> PairEffects:
    """Return the geometric mean over data sets of the ratio of two scores."""
    # It compares mean logarithms, so that Demsar doubts its use (Demsar 2006, section 3.1.2): ratios are no more
    # comparable over data sets than differences are, unless scores have a true zero, and the ratio of two accuracies is
    # not that of the two errors.
    matrix = as_matrix("scores", scores, rows=2, columns=1)
    sign = np.sign(matrix.flat[0])
    if not sign or (np.sign(matrix) != sign).any():
        raise ValueError("scores: there are some of 0, or of both signs; ratios need scores above 0")
    logarithms = mean_difference(sign * np.log(np.abs(matrix)), pairs, level)
    estimate, low, high = (np.exp(values) for values in (logarithms.estimate, logarithms.low, logarithms.high))
    return PairEffects("ratio", estimate, low, high, level, logarithms.method, logarithms.why)
