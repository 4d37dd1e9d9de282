"""The interval of a chance that covers it at least as often as it says, however few the draws."""

from __future__ import annotations

import numpy as np
from scipy import special


def exact_interval(successes: float, draws: int, confidence: float) -> tuple[float, float]:
    """Clopper and Pearson's interval of a chance.

    Parameters
    ----------
    successes : float
        From 0 to `draws`. May be a sum of shares between 0 and 1: these vary less than zeros and ones of the same
        mean.
    draws : int
    confidence : float
        How often it is to cover the chance at least, the rest in halves below and above; very near to 1 where many
        intervals are to hold together.

    Returns
    -------
    low, high : float
        The chances at which as many successes or more, and as many or fewer, come up in (1 - confidence) / 2 of all
        samples.

    Raises
    ------
    ValueError
        If there are no draws, or successes are not from 0 to `draws`.

    References
    ----------
    .. [1] Clopper, C. J. and Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated in the case
       of the binomial. Biometrika 26, 404-413. doi:10.1093/biomet/26.4.404

    Examples
    --------
    >>> low, high = exact_interval(8, 10, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.4439, 0.9748)
    """
    if draws < 1 or not 0 <= successes <= draws:
        raise ValueError(f"successes: got {successes} of {draws}; from 0 to as many as there are draws are needed")
    tail = (1 - confidence) / 2
    low = float(special.betaincinv(successes, draws - successes + 1, tail)) if successes > 0 else 0.0
    high = float(special.betainccinv(successes + 1, draws - successes, tail)) if successes < draws else 1.0
    return low, high


def bounds_of_counts(chance: float, draws: int, confidence: float) -> tuple[int, int]:
    """Between which numbers successes of so many draws lie, when they have this chance.

    Parameters
    ----------
    chance : float
    draws : int
    confidence : float
        How often they do at least; the rest is at most half below and half above.

    Returns
    -------
    low, high : int

    Examples
    --------
    >>> bounds_of_counts(0.5, 10, 0.95)
    (2, 8)
    """
    tail = (1 - confidence) / 2
    counts = np.arange(draws + 1)
    below = np.asarray(special.bdtr(counts, draws, chance))
    return int(np.argmax(below > tail)), int(np.argmax(below >= 1 - tail))
