"""From which size on a study has power enough: read off simulated shares, with what their number leaves open."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rankpress.stats.arrays import FloatArray, IntArray, check_count, check_level
from rankpress.stats.score_interval import wilson_interval

LEVEL = 0.95
"""Of the bands about simulated shares."""

_PARTS = 8
_DOUBLINGS = 12
_PRECISION = 0.01
_LEAST = 1e-6  # of a typical difference; where scores are tied, any difference above 0 may be enough
_PRECISION_OF_SIZES = 0.05


Place = TypeVar("Place", int, float)


@dataclass(frozen=True)
class Reached:
    """Where a curve of shares reaches a target, and stays.

    Parameters
    ----------
    at : float
        On the straight line between the last place where it is below and the next; infinite where it is below at the
        last place, the first place where it is never below.
    low, high : float
        The same of the upper and of the lower ends of the bands.
    first : float
        The first place simulated from which on the share is never below; infinite where there is none.
    """

    at: float
    low: float
    high: float
    first: float


def share_bands(counts: ArrayLike, draws: int) -> tuple[FloatArray, FloatArray]:
    """Wilson's intervals, at 95%, of chances that were simulated.

    Parameters
    ----------
    counts : array_like of int
        In how many draws it happened; of any shape.
    draws : int
        Of how many.

    Returns
    -------
    low, high : float arrays of that shape

    Examples
    --------
    >>> low, high = share_bands([800], 1000)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.7741], [0.8236])
    """
    check_count("draws", draws, 1)
    number = np.asarray(counts, dtype=np.float64)
    share = number.ravel() / draws
    z = float(special.ndtri(0.5 + LEVEL / 2))
    low, high = wilson_interval(share, np.full(share.shape, float(draws)), np.zeros(share.shape), z)
    return low.reshape(number.shape), high.reshape(number.shape)


def reached(places: Sequence[float], counts: ArrayLike, draws: int, target: float) -> Reached:
    """Find from where on simulated shares are at least a target.

    Parameters
    ----------
    places : sequence of float
        Where it was simulated, ascending.
    counts : (n_places,) array_like of int
        In how many draws it happened.
    draws : int
        At each place.
    target : float
        Between 0 and 1.

    Returns
    -------
    Reached

    Raises
    ------
    ValueError
        If there is not a count for each place.

    Notes
    -----
    Power need not rise everywhere: tests of few possible p-values have saws of power. So it counts from where on it is
    never below the target again.

    Examples
    --------
    >>> found = reached([5, 10, 20], [300, 700, 900], 1000, 0.8)
    >>> found.first, round(found.at, 1), round(found.low, 1), round(found.high, 1)
    (20, 15.0, 13.8, 16.2)
    """
    check_level("target", target)
    shares = np.asarray(counts, dtype=np.float64) / draws
    if len(places) != len(shares) or not len(places):
        raise ValueError(f"counts: got {len(shares)}; one for each of {len(places)} places is needed")
    low, high = share_bands(counts, draws)
    below = np.flatnonzero(shares < target)
    after = int(below[-1]) + 1 if below.size else 0
    return Reached(
        at=_crossing(places, shares, target),
        low=_crossing(places, high, target),
        high=_crossing(places, low, target),
        first=places[after] if after < len(places) else math.inf,
    )


def _crossing(places: Sequence[float], shares: FloatArray, target: float) -> float:
    below = np.flatnonzero(shares < target)
    if not below.size:
        return float(places[0])
    last = int(below[-1])
    if last + 1 == len(places):
        return math.inf
    share = (target - shares[last]) / (shares[last + 1] - shares[last])
    return float(places[last] + share * (places[last + 1] - places[last]))


def search_sizes(
    counts_at: Callable[[int], IntArray], sizes: Sequence[int], draws: int, target: float
) -> tuple[tuple[int, ...], IntArray]:
    """Simulate numbers of data sets, and between two of them further ones where the power reaches a target.

    Parameters
    ----------
    counts_at : callable
        ``counts_at(n)`` gives, by procedure, in how many of the draws a difference is found on n data sets.
    sizes : sequence of int
        To begin with, ascending.
    draws : int
    target : float
        The power.

    Returns
    -------
    sizes : tuple of int
        Ascending; those about the place where a procedure reaches the target are neighbours, or 5% apart at most.
    counts : (n_sizes, n_procedures) int array

    Examples
    --------
    >>> search_sizes(lambda n: np.array([10 * n]), [10, 50, 90, 200], 1000, 0.8)[0]
    (10, 50, 70, 75, 77, 80, 90, 200)
    """
    known = {size: counts_at(size) for size in sizes}
    for procedure in range(len(known[sizes[0]])):
        _bisect(known, counts_at, procedure, draws * target, _number_between)
    simulated = tuple(sorted(known))
    return simulated, np.array([known[size] for size in simulated])


@dataclass(frozen=True)
class Searched:
    """Power at differences of several sizes, the more of them the nearer to where it reaches a target.

    Parameters
    ----------
    differences : (n_differences,) float array
        Ascending from 0.
    counts : (n_differences, n_procedures) int array
        In how many draws the difference was found.
    smallest : tuple of Reached
        By procedure, the smallest difference that is found with the target's power.
    """

    differences: FloatArray
    counts: IntArray
    smallest: tuple[Reached, ...]


def search_smallest(counts_at: Callable[[float], IntArray], draws: int, target: float, typical: float) -> Searched:
    """Find the smallest difference that is found with a power, by bisection on common random numbers.

    Parameters
    ----------
    counts_at : callable
        ``counts_at(difference)`` gives, by procedure, in how many of the draws it is found. Equal draws are best made
        for all differences: then power rises without the noise between draws.
    draws : int
    target : float
        The power.
    typical : float
        A difference of about the size; above 0.

    Returns
    -------
    Searched
        A difference is infinite where none is found with that power, however large.

    Raises
    ------
    ValueError
        If `typical` is not above 0.

    Examples
    --------
    >>> found = search_smallest(lambda d: np.array([round(1000 * min(d / 5, 1))]), 1000, 0.8, 1.0)
    >>> round(found.smallest[0].at, 2)
    4.0
    """
    if not 0 < typical < math.inf:
        raise ValueError(f"typical: got {typical}; a number above 0 is needed")
    known: dict[float, IntArray] = {0.0: counts_at(0.0)}
    largest = typical
    for _ in range(_DOUBLINGS):
        known[largest] = counts_at(largest)
        if (share_bands(known[largest], draws)[0] >= target).all() or (known[largest] == draws).all():
            break
        largest *= 2

    # those that no difference is large enough for would otherwise stretch the curves of all others
    def reaching(difference: float) -> tuple[int, int]:
        """By how many procedures it is found with the power: beyond doubt, which few draws never are, and as it is."""
        counts = known[difference]
        return int((share_bands(counts, draws)[0] >= target).sum()), int((counts >= draws * target).sum())

    last = max(known, key=lambda one: (*reaching(one), -one))
    for part in range(1, _PARTS):
        known.setdefault(last * part / _PARTS, counts_at(last * part / _PARTS))
    for procedure in range(len(known[0.0])):
        _bisect(known, counts_at, procedure, draws * target, partial(_halfway, least=_LEAST * typical))
    differences = sorted(one for one in known if one <= last)
    counts = np.array([known[one] for one in differences])
    return Searched(
        np.array(differences), counts, tuple(reached(differences, column, draws, target) for column in counts.T)
    )


def _number_between(low: int, high: int) -> int | None:
    return None if high - low <= max(1, _PRECISION_OF_SIZES * high) else (low + high) // 2


def _halfway(low: float, high: float, least: float) -> float | None:
    return None if high - low <= max(_PRECISION * high, least) else (low + high) / 2


def _bisect(
    known: dict[Place, IntArray],
    counts_at: Callable[[Place], IntArray],
    procedure: int,
    wanted: float,
    between: Callable[[Place, Place], Place | None],
) -> None:
    """Divide the step in which a procedure reaches what is wanted until it is short; what is found out is kept."""
    while True:
        places = sorted(known)
        below = [at for at, place in enumerate(places) if known[place][procedure] < wanted]
        if not below or below[-1] + 1 == len(places):
            return
        next_one = between(places[below[-1]], places[below[-1] + 1])
        if next_one is None:
            return
        known[next_one] = counts_at(next_one)


def spread_interval(n_datasets: int, level: float = LEVEL) -> tuple[float, float]:
    """How far a standard deviation that was estimated may be from the true one, if differences are normal.

    Parameters
    ----------
    n_datasets : int
        At least 2.
    level : float

    Returns
    -------
    low, high : float
        Bounds of the true one in units of the estimate: the interval of the chi-squared distribution.

    Examples
    --------
    >>> [round(bound, 2) for bound in spread_interval(14)]
    [0.72, 1.61]
    """
    check_count("n_datasets", n_datasets, 2)
    check_level("level", level)
    df, tail = n_datasets - 1, (1 - level) / 2
    return math.sqrt(df / float(special.chdtri(df, tail))), math.sqrt(df / float(special.chdtri(df, 1 - tail)))
