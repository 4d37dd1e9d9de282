"""Numbers in the place of scores that are hardly scores: -1, 0 or 9999 where a run came to nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rankpress.core.scores import FloatArray, IntArray

# So many different scores at least show where the others lie.
_FEWEST = 6
# A number that one algorithm alone has so often, though scores hardly repeat, is none of its scores.
_LEAST_REPEATED, _MOSTLY_DISTINCT = 3, 0.8
# The best that a share can be, which an algorithm may well reach again and again.
_WHOLE = (1.0, 100.0)


def placeholders_in(scores: Sequence[FloatArray], *, may_be_negative: bool) -> list[float]:
    """Return the numbers that hardly are scores.

    These are negative numbers of what is never below 0; a number that stands in several cells, or a 0, and farther from
    all others than these lie apart; and one that a single algorithm has several times, farther from its other scores
    than these lie apart.

    Parameters
    ----------
    scores : sequence of FloatArray
        The scores of one metric, those of each algorithm apart; nan where there is none.
    may_be_negative : bool
        Whether scores of the metric may be below 0.

    Examples
    --------
    >>> placeholders_in([np.array([0.7, 0.8, 9999, 0.75]), np.array([0.6, 0.65, 0.72, 9999])], may_be_negative=True)
    [9999.0]
    """
    every = np.concatenate(scores) if scores else np.empty(0)
    cells = every[np.isfinite(every)]
    numbers, times = np.unique(cells, return_counts=True)
    negative = np.zeros(len(numbers), dtype=bool) if may_be_negative else numbers < 0
    if 2 * times[negative].sum() > len(cells):
        return []  # the sign is that of the metric
    placeholders: list[float] = numbers[negative].tolist()
    numbers, times = numbers[~negative], times[~negative]
    for end, others in ((0, numbers[1:]), (-1, numbers[:-1])):
        # a single number may well be a score that lies apart, but hardly an exact 0
        fewest = 1 if numbers[end] == 0 else 2
        if len(others) < _FEWEST or times[end] < fewest or 2 * times[end] > len(cells):
            continue
        if _distance(numbers[end], others) > others[-1] - others[0]:
            placeholders.append(float(numbers[end]))
    placeholders += (number for number in _repeated(scores, numbers, times) if number not in placeholders)
    return placeholders


def _repeated(scores: Sequence[FloatArray], numbers: FloatArray, times: IntArray) -> Iterator[float]:
    """Yield the least or the greatest of all numbers where one algorithm has it again and again, and it alone."""
    if len(numbers) < _FEWEST:
        return
    for end in (0, -1):
        number, others = numbers[end], np.delete(times, end)
        having = [each for each in scores if (each == number).any()]
        if len(having) > 1 or times[end] < _LEAST_REPEATED or number in _WHOLE:
            continue
        own = np.unique(having[0][np.isfinite(having[0]) & (having[0] != number)])
        if len(own) and len(others) >= _MOSTLY_DISTINCT * others.sum() and _distance(number, own) > np.ptp(own):
            yield float(number)


def _distance(number: float, others: FloatArray) -> float:
    return float(min(abs(number - others[0]), abs(number - others[-1])))


def sentence_on(number: float, names: str) -> str:
    """Return the sentence on a placeholder in the scores of some algorithms."""
    return (
        f"{number:.6g}, in the scores of {names}, lies apart from all other scores; if it marks a missing result,"
        " name it as scores.na"
    )
