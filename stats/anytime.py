"""Wins and losses that are looked at again and again: an e-process of signs, valid whenever one stops."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, as_vector, check_level


@dataclass(frozen=True)
class SignProcess:
    """Evidence that two algorithms do not win equally often, after each data set.

    Parameters
    ----------
    e : (n_datasets,) float array
        E-values: of a fair coin their expectation is 1 at most whenever one stops.
    p : float
        One over the largest, at most 1: valid at any look.
    low, high : float
        Confidence sequence of the first algorithm's chance of a win, at its last step.
    level : float
        Of the confidence sequence, at all looks together.
    """

    e: FloatArray
    p: float
    low: float
    high: float
    level: float


def sign_process(differences: ArrayLike, level: float = 0.95) -> SignProcess:
    """Follow the signs of differences in the order in which data sets were added.

    Parameters
    ----------
    differences : (n_datasets,) array_like
        Score of the first minus that of the second, in order of arrival; those of zero are skipped.
    level : float
        Of the confidence sequence.

    Returns
    -------
    SignProcess
        After w wins and l losses e is 2^(w + l) B(w + 1/2, l + 1/2) / B(1/2, 1/2).

    Raises
    ------
    ValueError
        For differences that are missing or infinite, and levels outside 0 to 1.

    Notes
    -----
    Under the null hypothesis each win is a fair coin given the past. E-values of several pairs are adjusted by the
    number of pairs divided by e.

    References
    ----------
    .. [1] Ramdas, A., Grünwald, P., Vovk, V. and Shafer, G. (2023). Game-theoretic statistics and safe anytime-valid
       inference. Statistical Science 38, 576-601. doi:10.1214/23-STS894
    .. [2] Vovk, V. and Wang, R. (2021). E-values: calibration, combination and applications. Annals of Statistics 49,
       1736-1754. doi:10.1214/20-AOS2020

    Examples
    --------
    >>> found = sign_process([1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1, 1])
    >>> round(found.e[-1].item(), 10), round(found.p, 10), round(found.low, 4), round(found.high, 4)
    (4.1005859375, 0.2438675875, 0.4133, 0.9927)
    """
    check_level("level", level)
    signs = np.sign(as_vector("differences", differences))
    won, lost = np.cumsum(signs > 0), np.cumsum(signs < 0)
    e = np.exp([_log_mixture(w, n - w) + n * math.log(2) for w, n in zip(won, won + lost, strict=True)])
    low, high = _confidence_sequence(int(won[-1]), int(lost[-1]), 1 - level)
    return SignProcess(e, min(1.0, 1 / max(float(e.max()), 1.0)), low, high, level)


def _log_mixture(wins: float, losses: float) -> float:
    """Log of B(w + 1/2, l + 1/2) / B(1/2, 1/2)."""
    logs = math.lgamma(wins + 0.5) + math.lgamma(losses + 0.5) - math.lgamma(wins + losses + 1)
    return logs - math.log(math.pi)


def _confidence_sequence(wins: int, losses: int, alpha: float) -> tuple[float, float]:
    """Return the chances that the mixture over their likelihood does not refute."""
    from scipy.optimize import brentq

    bound = _log_mixture(wins, losses) + math.log(alpha)
    excess = partial(_log_likelihood, wins=wins, losses=losses, less=bound)
    tip, edge = wins / max(wins + losses, 1), 1e-12
    low = 0.0 if not wins or excess(edge) >= 0 else float(brentq(excess, edge, min(tip, 1 - edge), xtol=1e-14))
    high = 1.0 if not losses or excess(1 - edge) >= 0 else float(brentq(excess, max(tip, edge), 1 - edge, xtol=1e-14))
    return low, high


def _log_likelihood(chance: float, wins: int, losses: int, less: float) -> float:
    return wins * math.log(chance) + losses * math.log1p(-chance) - less
