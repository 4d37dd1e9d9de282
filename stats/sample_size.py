"""How many data sets a paired t test needs to find a difference of a given size."""

from __future__ import annotations

import math

import numpy as np
import scipy

from rankpress.stats.tails import t_two_sided_isf

MOST = 100_000
"""Data sets up to which a number is looked for."""


def datasets_needed(effect: float, alpha: float, power: float = 0.8) -> int | None:
    """Return the fewest data sets on which a paired t test finds a difference with a given power.

    Parameters
    ----------
    effect : float
        Mean of the differences in their standard deviations.
    alpha : float
        Level of the two-sided test.
    power : float
        Probability of rejection.

    Returns
    -------
    int or None
        None where more than `MOST` are needed.

    Raises
    ------
    ValueError
        For an effect that is not finite, and levels or powers outside 0 to 1.

    Notes
    -----
    The power is that of the noncentral t distribution, for independent normal differences.

    References
    ----------
    .. [1] Cohen, J. (1988). Statistical Power Analysis for the Behavioral Sciences, second edition. Erlbaum.

    Examples
    --------
    >>> datasets_needed(0.5, 0.05), datasets_needed(0.0, 0.05)
    (34, None)
    """
    if not math.isfinite(effect) or not 0 < alpha < 1 or not 0 < power < 1:
        raise ValueError(f"effect, alpha, power: got {effect}, {alpha}, {power}; a number, and two between 0 and 1")
    size = abs(effect)

    def suffices(n: int) -> bool:
        bound = float(t_two_sided_isf(alpha, n - 1))
        # not a number where a tail is too small for one
        beyond, below = np.nan_to_num(scipy.special.nctdtr(n - 1, size * math.sqrt(n), [bound, -bound]))
        return bool(1 - beyond + below >= power)

    low, high = 1, 2
    while not suffices(high):
        if high >= MOST:
            return None
        low, high = high, min(2 * high, MOST)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if suffices(middle) else (middle, high)
    return high
