"""Random signs of data sets: the joint distribution of standardized statistics of many pairs under no difference."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.stats.arrays import FloatArray, check_count

EXACT_UP_TO = 14
"""Most data sets of which all signs are counted."""

DRAWS = 10_000
"""Random signs drawn of more data sets, where nobody says how many."""

SLACK = 1e-9
"""Statistics that are this little below another one equal it but for rounding."""

_NUMBERS_AT_ONCE = 4_000_000


def blocks_of_signs(n_datasets: int, draws: int, seed: int, width: int = 1) -> Iterator[FloatArray]:
    """Yield the signs of the data sets, one draw a row, as many rows at a time as memory allows for so many columns."""
    # All signs but for turning them round, which no absolute value notices, of at most `EXACT_UP_TO` data sets; else
    # random ones, preceded by the signs of the scores as they are, so that shares of them are valid p-values.
    check_count("draws", draws, 1)
    check_count("seed", seed, 0)
    at_once = max(1, _NUMBERS_AT_ONCE // max(n_datasets, width))
    exact = n_datasets <= EXACT_UP_TO
    number = 2 ** (n_datasets - 1) if exact else draws + 1
    generator = np.random.Generator(np.random.PCG64(seed))
    for start in range(0, number, at_once):
        rows = np.arange(start, min(start + at_once, number))
        if exact:
            tails = (rows[:, None] >> np.arange(n_datasets)) & 1
        else:
            tails = generator.integers(2, size=(len(rows), n_datasets))
            tails[: start == 0] = 0
        yield 1.0 - 2.0 * tails.astype(np.float64)


def standardized(weights: FloatArray) -> FloatArray:
    """Divide each column by the root of its sum of squares, the standard deviation of its sum by random signs."""
    size = np.abs(weights).max(axis=0, initial=0.0)
    scaled = np.divide(weights, size, out=np.zeros_like(weights), where=size > 0)
    spread = np.sqrt((scaled**2).sum(axis=0))
    return np.asarray(np.divide(scaled, spread, out=np.zeros_like(weights), where=spread > 0), dtype=np.float64)
