"""The mean of scores that a judge predicts on all examples, corrected by labels on some."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, check_level


@dataclass(frozen=True)
class PredictionPoweredMean:
    """Hold a mean that labels and a judge estimate together.

    Parameters
    ----------
    estimate, standard_error, low, high : float
        The mean, its standard error, and the ends of its interval by the normal distribution, which may leave the range
        of the scores.
    weight : float
        How much the judge counts: 1 as given, 0 not at all.
    classical : float
        The mean of the labels alone.
    labeled, unlabeled : int
        Examples with a label and without.
    level : float
        Of the interval.

    Examples
    --------
    >>> round(prediction_powered_mean([1, 0, 1, 1], [1, 0, 1, 0], [1, 0, 0, 1], tuned=False).estimate, 2)
    0.75
    """

    estimate: float
    standard_error: float
    low: float
    high: float
    weight: float
    classical: float
    labeled: int
    unlabeled: int
    level: float


def prediction_powered_mean(
    labels: ArrayLike,
    judged: ArrayLike,
    judged_unlabeled: ArrayLike,
    *,
    tuned: bool = True,
    level: float = 0.95,
) -> PredictionPoweredMean:
    """Estimate the mean label from a few labels and the scores of a judge on all examples [1]_.

    It is the mean of the judge over the examples without a label, plus the mean error of the judge on those with one.
    Provided that the labeled examples were drawn at random from all, it has no bias, whatever the judge does. With
    `tuned` the judge counts as much as makes the variance smallest [2]_, so that a poor judge does no harm in large
    samples.

    Parameters
    ----------
    labels : (n_labeled,) array_like
        The labels, such as 0 and 1 of a person; at least 2.
    judged : (n_labeled,) array_like
        What the judge says of the same examples.
    judged_unlabeled : (n_unlabeled,) array_like
        What it says of the examples without a label; at least 2.
    tuned : bool
        Whether the weight of the judge is estimated; else it is 1.
    level : float
        Of the interval, which rests on the normal distribution.

    Returns
    -------
    PredictionPoweredMean

    Raises
    ------
    ValueError
        Where there are fewer than 2 examples of either kind, or labels and judged differ in length.

    References
    ----------
    .. [1] Angelopoulos, A. N., Bates, S., Fannjiang, C., Jordan, M. I. and Zrnic, T. (2023). Prediction-powered
       inference. Science 382(6671), 669-674. doi:10.1126/science.adi6000
    .. [2] Angelopoulos, A. N., Duchi, J. C. and Zrnic, T. (2023). PPI++: efficient prediction-powered inference.
       arXiv:2311.01453, section 6.

    Examples
    --------
    >>> labels, judged = [1, 0, 1, 1, 0, 1, 0, 1, 1, 1], [1, 0, 1, 0, 0, 1, 1, 1, 1, 1]
    >>> found = prediction_powered_mean(labels, judged, [1, 0] * 15 + [1] * 10, tuned=False)
    >>> round(found.estimate, 4), round(found.low, 4), round(found.high, 4)
    (0.625, 0.3098, 0.9402)
    """
    check_level("level", level)
    y, f, g = (np.asarray(values, dtype=float) for values in (labels, judged, judged_unlabeled))
    if y.shape != f.shape or y.ndim != 1 or g.ndim != 1:
        raise ValueError("judged: one score for each label is needed")
    if min(len(y), len(g)) < 2:
        raise ValueError(f"labels: got {len(y)} labeled examples and {len(g)} others; 2 of each are needed")
    weight = _weight(y, f, g) if tuned else 1.0
    error = y - weight * f
    estimate = float(weight * g.mean() + error.mean())
    spread = float(np.sqrt(weight**2 * g.var() / len(g) + error.var() / len(y)))
    half = float(scipy.special.ndtri((1 + level) / 2)) * spread
    low, high = estimate - half, estimate + half
    return PredictionPoweredMean(estimate, spread, low, high, weight, float(y.mean()), len(y), len(g), level)


def _weight(y: FloatArray, f: FloatArray, g: FloatArray) -> float:
    """Return the weight of the judge that makes the variance smallest, from 0 to 1."""
    spread = (1 + len(y) / len(g)) * np.concatenate([f, g]).var(ddof=1)
    covariance = np.mean((y - y.mean()) * (f - f.mean()))
    return float(np.clip(covariance / spread, 0.0, 1.0)) if spread > 0 else 0.0
