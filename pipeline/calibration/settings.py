"""What a calibration is made of: how many draws, of which studies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from rankpress.scores import BoolArray, FloatArray
from rankpress.stats.synthetic import ScoreKind

Truth = Literal["all equal", "one better", "two groups"]
TRUTHS: tuple[Truth, ...] = ("all equal", "one better", "two groups")
KINDS: tuple[ScoreKind, ...] = ("normal", "ties", "heavy tails")

APART = 3.0  # standard deviations between algorithms that differ, so that no test of some power misses it


@dataclass(frozen=True)
class Settings:
    """A calibration.

    Parameters
    ----------
    draws : int
        Studies or data sets drawn of each kind.
    seed : int
        Of all draws.
    alpha : float
        Level of every test and family.
    steps : tuple of float
        The lambdas of the experiments on orders.
    sizes : tuple of (int, int)
        Numbers of algorithms and data sets of the studies on which tests over data sets are tried.
    cases : int
        Cases of the data sets on which tests within data sets are tried.
    """

    draws: int = 1000
    seed: int = 1
    alpha: float = 0.05
    steps: tuple[float, ...] = tuple(round(0.005 * step, 3) for step in range(21))
    sizes: tuple[tuple[int, int], ...] = ((3, 10), (3, 20), (5, 10), (5, 20))
    cases: int = 200


def settings_of(draws: int | None = None, seed: int = 1, *, quick: bool = False) -> Settings:
    """The settings that the command line asks for.

    Parameters
    ----------
    draws : int or None
        None for 1,000, or 200 where it has to be quick.
    seed : int
    quick : bool
        Whether fewer lambdas and sizes of studies are tried.

    Returns
    -------
    Settings

    Examples
    --------
    >>> settings_of(quick=True).draws, settings_of(50).draws
    (200, 50)
    """
    if not quick:
        return Settings(draws=draws or 1000, seed=seed)
    steps = tuple(round(0.01 * step, 2) for step in range(11))
    return Settings(draws=draws or 200, seed=seed, steps=steps, sizes=((3, 10), (4, 10)))


def truths_of(k: int) -> tuple[Truth, ...]:
    """The truths that differ for so many algorithms: of three, two groups are one better and two others."""
    return TRUTHS if k > 3 else TRUTHS[:2]


def shifts(truth: Truth, k: int) -> FloatArray:
    """What each algorithm scores more than the first one, in standard deviations."""
    better = {"all equal": 0, "one better": 1, "two groups": k // 2}[truth]
    return np.where(np.arange(k) >= k - better, APART, 0.0)


def equal(truth: Truth, k: int) -> BoolArray:
    """Which algorithms are equal."""
    own = shifts(truth, k)
    return np.asarray(own[:, np.newaxis] == own)
