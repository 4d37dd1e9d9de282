"""Tail probabilities and quantiles of the distributions that the tests refer to.

Thin, typed names over `scipy.special`, which is imported in a fraction of the time of `scipy.stats`. All of `stats`
imports `scipy` alone, which imports `scipy.special` when it is first used: builds that compute nothing go without.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import scipy
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray


def normal_cdf(z: ArrayLike) -> FloatArray:
    """P(Z <= z) for a standard normal Z."""
    return np.asarray(scipy.special.ndtr(z), dtype=np.float64)


def normal_two_sided(z: ArrayLike) -> FloatArray:
    """P(|Z| >= |z|) for a standard normal Z."""
    return np.asarray(2.0 * scipy.special.ndtr(-np.abs(z)), dtype=np.float64)


def normal_isf(probability: float) -> float:
    """Return the z for which P(Z > z) is the probability."""
    return -float(scipy.special.ndtri(probability))


def normal_two_sided_isf(p: ArrayLike) -> FloatArray:
    """Return the z >= 0 for which P(|Z| >= z) is p."""
    return np.abs(np.asarray(scipy.special.ndtri(np.asarray(p) / 2.0), dtype=np.float64))


@cache
def normal_quadrature(n: int) -> tuple[FloatArray, FloatArray]:
    """Return n nodes of Gauss and Hermite, and their weights, which add up to 1, in the mean of a function of normal Z.

    They are the eigenvalues of a matrix, which a report would ask for once for each table.
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(n)
    return nodes, weights / weights.sum()


def t_two_sided(t: ArrayLike, df: ArrayLike) -> FloatArray:
    """P(|T| >= |t|) for Student's T with df degrees of freedom."""
    return np.asarray(2.0 * scipy.special.stdtr(df, -np.abs(t)), dtype=np.float64)


def t_upper(t: ArrayLike, df: ArrayLike) -> FloatArray:
    """P(T >= t) for Student's T with df degrees of freedom."""
    return np.asarray(scipy.special.stdtr(df, -np.asarray(t)), dtype=np.float64)


def t_two_sided_isf(p: ArrayLike, df: ArrayLike) -> FloatArray:
    """Return the t >= 0 for which P(|T| >= t) is p."""
    return np.abs(np.asarray(scipy.special.stdtrit(df, np.asarray(p) / 2.0), dtype=np.float64))


def t_mean_absolute(df: float) -> float:
    """E|T| for Student's T with df degrees of freedom; infinite for df <= 1."""
    if df <= 1:
        return np.inf
    return 2.0 * math.sqrt(df) / ((df - 1) * float(scipy.special.beta(df / 2, 0.5)))


def chi_squared_sf(x: float, df: float) -> float:
    """P(X > x) for a chi-squared X with df degrees of freedom."""
    return float(scipy.special.chdtrc(df, x))


def f_sf(x: ArrayLike, df1: float, df2: float) -> FloatArray:
    """P(F > x) for Fisher's F with df1 and df2 degrees of freedom."""
    return np.asarray(scipy.special.fdtrc(df1, df2, x), dtype=np.float64)


def fair_coin_two_sided(heads: FloatArray, tosses: FloatArray) -> FloatArray:
    """Chance of a number of heads at least as far from half the tosses; 1 for no toss at all."""
    fewer = np.minimum(heads, tosses - heads)
    chance = 2.0 * scipy.special.bdtr(fewer, np.maximum(tosses, 1).astype(np.int64), 0.5)
    return np.where(tosses > 0, np.minimum(chance, 1.0), 1.0)


def fair_coin_mid_p(heads: FloatArray, tosses: FloatArray) -> FloatArray:
    """Chance of a number of heads farther from half the tosses, and half of that of one as far; 1 for no toss."""
    fewer = np.minimum(heads, tosses - heads)
    n = np.maximum(tosses, 1).astype(np.int64)
    up_to = scipy.special.bdtr(fewer, n, 0.5)
    below = np.where(fewer > 0, scipy.special.bdtr(np.maximum(fewer - 1, 0), n, 0.5), 0.0)
    # P(X <= m) + P(X < m); at the middle P(X = m) would count twice, once for each side
    chance = np.where(2 * fewer == tosses, 1 - (up_to - below) / 2, up_to + below)
    return np.where(tosses > 0, chance, 1.0)
