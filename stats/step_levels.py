"""The levels that stepwise procedures compare ordered p-values with, as Garcia and Herrera's Table 3 lists them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.adjustments import rom_critical_values
from rankpress.stats.arrays import FloatArray, as_p_values
from rankpress.stats.shaffer import most_true_hypotheses


def _sidak(alpha: float, parts: FloatArray) -> FloatArray:
    return -np.expm1(math.log1p(-alpha) / parts)


# From the smallest p-value up: of alpha, the places 1, 2, ... and their number.
_LEVELS: Mapping[str, Callable[[float, FloatArray, int], FloatArray]] = {
    "bonferroni": lambda alpha, place, n: np.full(n, alpha / n),
    "bonferroni-dunn": lambda alpha, place, n: np.full(n, alpha / n),
    "sidak": lambda alpha, place, n: _sidak(alpha, np.full(n, float(n))),
    "holm": lambda alpha, place, n: alpha / (n + 1 - place),
    "hochberg": lambda alpha, place, n: alpha / (n + 1 - place),
    "holland": lambda alpha, place, n: _sidak(alpha, n + 1 - place),
    "rom": lambda alpha, place, n: rom_critical_values(alpha, n)[::-1],
    "finner": lambda alpha, place, n: _sidak(alpha, n / place),
    "shaffer": lambda alpha, place, n: alpha / most_true_hypotheses(math.isqrt(2 * n) + 1),
    "benjamini-hochberg": lambda alpha, place, n: alpha * place / n,
    "benjamini-yekutieli": lambda alpha, place, n: alpha * place / (n * (1 / place).sum()),
}
WITH_LEVELS = frozenset(_LEVELS)
"""Procedures whose levels depend on the order of the p-values alone."""


def step_levels(procedure: str, p: ArrayLike, alpha: float) -> FloatArray:
    """Return for each p-value the level that a procedure compares it with at its step."""
    # Equal p-values take the levels of their steps in the order in which they stand. Procedures that step up reject a
    # hypothesis also where a larger p-value meets its level.
    p_values = as_p_values(p)
    levels = np.empty_like(p_values)
    places = np.arange(1.0, p_values.size + 1)
    levels[np.argsort(p_values, kind="stable")] = _LEVELS[procedure](alpha, places, p_values.size)
    return levels
