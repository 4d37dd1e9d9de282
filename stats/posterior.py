"""Posterior probabilities that one algorithm is better, that both are equivalent, that the other is better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from rankpress.stats.arrays import BoolArray, FloatArray

PriorPlace = Literal["rope", "first", "second"]

NOTHING_SHARED = "there is no data set on which both have a result"
NO_DIRECTION = "the two score alike everywhere, which favours neither"


@dataclass(frozen=True)
class Posterior:
    """What is believed of several pairs of algorithms once the scores are known.

    Parameters
    ----------
    name : str
        The procedure.
    p_first, p_equal, p_second : (n_pairs,) float arrays
        Probabilities that the first of the pair is better by more than the rope, that the two are practically
        equivalent, and that the second is better by more than the rope; they add up to 1. nan where there is nothing to
        go by.
    rope : float
        Half the width of the region of practical equivalence, in the unit of the scores.
    why : tuple of str
        By pair, why probabilities are nan or cannot lean to one side; "" for the others.
    draws : int
        Draws from the posterior; 0 where the probabilities are exact.
    seed : int or None
        Of the draws; None where there are none.
    monte_carlo_error : (n_pairs,) float array
        The largest standard error of the three probabilities that comes of the number of draws; 0 where they are exact.
    details : mapping of str to (n_pairs,) array
        What else the procedure tells.
    prior_strength : float or None
        For how many data sets the prior counts; None where it is improper.
    """

    name: str
    p_first: FloatArray
    p_equal: FloatArray
    p_second: FloatArray
    rope: float
    why: tuple[str, ...]
    draws: int
    seed: int | None
    monte_carlo_error: FloatArray
    details: Mapping[str, FloatArray] = field(default_factory=dict)
    prior_strength: float | None = None

    def turn(self, turned: BoolArray) -> Posterior:
        """Return the same with some of the pairs the other way round, whose mean differences then are negative.

        Parameters
        ----------
        turned : (n_pairs,) bool array
            Which pairs are to be those of the second against the first.
        """
        details = dict(self.details)
        if "mean" in details:
            details["mean"] = np.where(turned, 0.0 - details["mean"], details["mean"])
        first, second = np.where(turned, [self.p_second, self.p_first], [self.p_first, self.p_second])
        return replace(self, p_first=first, p_second=second, details=details)


def check_rope(rope: float) -> None:
    """Refuse a region of practical equivalence that is negative or not finite."""
    if not 0 <= rope < np.inf:
        raise ValueError(f"rope: got {rope!r}; a finite number of at least 0 is needed")


def check_prior(strength: float, place: str) -> None:
    """Refuse a prior strength that is negative or not finite, and a place that is none."""
    if not 0 <= strength < np.inf:
        raise ValueError(f"prior_strength: got {strength!r}; a finite number of at least 0 is needed")
    if place not in ("rope", "first", "second"):
        raise ValueError(f"prior_place: got {place!r}; rope, first or second is needed")
