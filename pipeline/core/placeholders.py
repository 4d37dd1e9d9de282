"""Numbers in the place of scores that are hardly scores: -1, 0 or 9999 where a run came to nothing."""

from __future__ import annotations

import numpy as np

from rankpress.core.scores import FloatArray

# So many different scores at least show where the others lie.
_FEWEST = 6


def placeholders_in(scores: FloatArray, *, may_be_negative: bool) -> list[float]:
    """Return the numbers that hardly are scores.

    These are negative numbers of what is never below 0, and a number that stands in several cells and farther from all
    others than these lie apart.

    Parameters
    ----------
    scores : FloatArray
        The scores of one metric, in any shape; nan where there is none.
    may_be_negative : bool
        Whether scores of the metric may be below 0.

    Examples
    --------
    >>> placeholders_in(np.array([0.7, 0.8, 9999, 0.75, 0.6, 0.65, 0.72, 9999]), may_be_negative=True)
    [9999.0]
    """
    cells = scores[np.isfinite(scores)]
    numbers, times = np.unique(cells, return_counts=True)
    negative = np.zeros(len(numbers), dtype=bool) if may_be_negative else numbers < 0
    if 2 * times[negative].sum() > len(cells):
        return []  # the sign is that of the metric
    placeholders: list[float] = numbers[negative].tolist()
    numbers, times = numbers[~negative], times[~negative]
    for end, others in ((0, numbers[1:]), (-1, numbers[:-1])):
        if len(others) < _FEWEST or times[end] < 2 or 2 * times[end] > len(cells):
            continue
        distance = min(abs(numbers[end] - others[0]), abs(numbers[end] - others[-1]))
        if distance > others[-1] - others[0]:
            placeholders.append(float(numbers[end]))
    return placeholders


def sentence_on(number: float, names: str) -> str:
    """Return the sentence on a placeholder in the scores of some algorithms."""
    return f"{number:.6g}, in the scores of {names}, lies apart from all other scores; does it stand for no result?"
