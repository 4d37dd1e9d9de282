"""Letters that two algorithms share where a procedure does not separate them."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase


def group_letters(groups: Sequence[Sequence[int]], best_first: Sequence[int]) -> dict[int, str]:
    """Give each group a letter, and each algorithm the letters of its groups.

    Parameters
    ----------
    groups : sequence of sequences of int
        The maximal sets of two or more algorithms in which no pair differs.
    best_first : sequence of int
        All algorithms by average rank. One that is in no group is a group by itself.

    Returns
    -------
    dict of int to str
        Letters by algorithm, such as "a" or "a b"; two algorithms share one exactly where no test separates them.

    Examples
    --------
    >>> group_letters([(0, 1), (1, 2)], [0, 1, 2, 3])
    {0: 'a', 1: 'a b', 2: 'b', 3: 'c'}
    """
    place = {algorithm: at for at, algorithm in enumerate(best_first)}
    grouped = {algorithm for group in groups for algorithm in group}
    sets = [tuple(group) for group in groups] + [(one,) for one in best_first if one not in grouped]
    sets.sort(key=lambda group: sorted(place[one] for one in group))
    letters: dict[int, list[str]] = {algorithm: [] for algorithm in best_first}
    for at, group in enumerate(sets):
        for algorithm in group:
            letters[algorithm].append(_letter(at))
    return {algorithm: " ".join(found) for algorithm, found in letters.items()}


def _letter(at: int) -> str:
    """Return a, b, ... z, aa, ab, ..."""
    size = len(ascii_lowercase)
    return (_letter(at // size - 1) if at >= size else "") + ascii_lowercase[at % size]
