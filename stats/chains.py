"""Whether Markov chains have converged, and how many independent draws theirs are worth."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_matrix


def split_r_hat(draws: ArrayLike) -> float:
    """Compute the potential scale reduction of chains, each split into halves."""
    # Reference: Vehtari et al. 2021.
    within, over = _variances(_halves(draws))
    return 1.0 if over == 0 else float(np.sqrt(np.divide(over, within))) if within > 0 else np.inf


def effective_sample_size(draws: ArrayLike) -> float:
    """Compute how many independent draws estimate a mean as well as those of some chains."""
    # Autocorrelations are added up in pairs of successive lags until a pair is negative, each pair no larger than the
    # one before (Geyer's initial monotone sequence). Reference: Vehtari et al. 2021, equation 10.
    halves = _halves(draws)
    within, over = _variances(halves)
    if over == 0:
        return float(halves.size)
    n = len(halves)
    transformed = np.fft.rfft(halves - halves.mean(axis=0), 2 * n, axis=0)
    covariance = np.fft.irfft(np.abs(transformed) ** 2, axis=0)[:n].mean(axis=1) / n
    correlation = 1 - (within - covariance * n / (n - 1)) / over
    correlation[0] = 1.0
    pairs = correlation[: n // 2 * 2].reshape(-1, 2).sum(axis=1)
    negative = np.flatnonzero(pairs < 0)
    positive = np.minimum.accumulate(pairs[: negative[0] if negative.size else None])
    return float(halves.size / max(2 * positive.sum() - 1, 1 / np.log10(halves.size)))


def _halves(draws: ArrayLike) -> FloatArray:
    matrix = as_matrix("draws", draws, rows=4, columns=1)
    n = len(matrix) // 2
    return np.hstack([matrix[:n], matrix[-n:]])


def _variances(halves: FloatArray) -> tuple[float, float]:
    """Return the mean variance within the halves, and the estimate of the variance that takes their means along."""
    n = len(halves)
    within = float(halves.var(axis=0, ddof=1).mean())
    return within, within * (n - 1) / n + float(halves.mean(axis=0).var(ddof=1))
