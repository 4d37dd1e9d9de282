"""In which orders data sets are left out together, and of how many pairs it is worth its time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rankpress.conclusions.conclusion import Conclusion
from rankpress.rank import rank
from rankpress.scores import FloatArray
from rankpress.sensitivity.setting import Bare, Examined, Setting

# With these a pair differs or not by its own statistic alone, whatever the other pairs do.
_IN_ONE_STEP = ("nemenyi", "bonferroni", "bonferroni-dunn", "sidak")
_CLOSED = ("bergmann-hommel", "shaffer-dynamic")
_EACH_NUMBER = 12  # of data sets is tried up to this one; then every half as many again
_MOST_SECONDS = 40.0


@dataclass(frozen=True)
class Attempt:
    """An order in which data sets are left out, and how many of the first of them are tried together."""

    order: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Search:
    """A conclusion whose fewest data sets are looked for.

    Parameters
    ----------
    conclusion : Conclusion
    attempts : tuple of Attempt
    exact : bool
        Whether no set that turns it over has fewer data sets than the smallest of the attempts that does, and each
        number of an attempt does it the rather the larger it is.
    """

    conclusion: Conclusion
    attempts: tuple[Attempt, ...]
    exact: bool = False


def search_for(
    conclusion: Conclusion, bare: Bare, own: Setting, as_it_is: Examined, strength: Mapping[str, float]
) -> Search:
    """Say in which orders data sets are left out: those first that speak most for the verdict as it is.

    Parameters
    ----------
    conclusion : Conclusion
        On who leads, whether the algorithms differ, or a pair.
    bare, own, as_it_is : Bare, Setting, Examined
        The study.
    strength : mapping of str to float
        How strongly the test speaks without each data set, as in `Varied`.

    Returns
    -------
    Search
    """
    verdict = as_it_is.conclusions[conclusion].verdict
    if conclusion.kind == "best-ranked":
        return Search(conclusion, _against_leader(bare, own), exact=True)
    if conclusion.kind == "pair" and _by_sums_of_ranks(own):
        return Search(conclusion, _against_pair(bare, own, conclusion, verdict), exact=True)
    names, each = list(strength), np.array(list(strength.values()))
    winner = next((winners[0] for winners in verdict), "")
    signs: tuple[int, ...] = (1, -1)  # a pair of which neither is better becomes another by either
    if conclusion.kind == "omnibus":
        signs = (1,) if winner else (-1,)
    elif winner:
        signs = (1 if winner == conclusion.subject[0] else -1,)
    orders = (np.argsort(sign * each, kind="stable") for sign in signs)
    numbers = _numbers(len(names) // 2)
    return Search(conclusion, tuple(Attempt(tuple(names[at] for at in order), numbers) for order in orders))


def _by_sums_of_ranks(own: Setting) -> bool:
    return own.test.pairwise.name == "rank-z" and (own.adjust is None or own.adjust.name in _IN_ONE_STEP)


def _against_leader(bare: Bare, own: Setting) -> tuple[Attempt, ...]:
    """For each rival of a single leader, the data sets by how far the leader is before it there."""
    ranking = rank(bare.scores, own.rank)
    if ranking.ranks is None or ranking.has_gaps or len(ranking.best) > 1:
        return ()
    [leader] = ranking.best
    ahead = np.delete(ranking.ranks - ranking.ranks[:, [leader]], leader, axis=1)
    return tuple(_rising(bare, of_rival, -1) for of_rival in ahead.T)


def _against_pair(bare: Bare, own: Setting, conclusion: Conclusion, verdict: object) -> tuple[Attempt, ...]:
    """The data sets by how far the better of two is before the other; where neither is, by either."""
    ranks = rank(bare.scores, own.rank).ranks
    if ranks is None:
        return ()
    a, b = (bare.scores.algorithms.index(name) for name in conclusion.subject)
    ahead: FloatArray = ranks[:, b] - ranks[:, a]
    if verdict:
        return (_rising(bare, ahead if ahead.sum() > 0 else -ahead, -1),)
    return _rising(bare, ahead, 1), _rising(bare, -ahead, 1)


def _rising(bare: Bare, ahead: FloatArray, sign: int) -> Attempt:
    """The data sets in the order that moves the statistic most, and the numbers at which it is further than before.

    Up to a factor the statistic of average ranks is the sum of `ahead` over the root of the number of data sets. With a
    sign of -1 it is to fall, with 1 to rise.
    """
    order = np.argsort(sign * ahead, kind="stable")
    number = np.arange(len(ahead) // 2 + 1)
    left = ahead.sum() - np.concatenate([[0.0], np.cumsum(ahead[order])])[number]
    moved = sign * left / np.sqrt(len(ahead) - number)
    further = number[1:][moved[1:] > np.maximum.accumulate(moved)[:-1]]
    return Attempt(tuple(bare.scores.datasets[row] for row in order), tuple(further.tolist()))


def _numbers(most: int) -> tuple[int, ...]:
    """How many data sets are left out together, at most so many."""
    numbers = [*range(1, min(_EACH_NUMBER, most) + 1)]
    while numbers and numbers[-1] < most:
        numbers.append(min(most, numbers[-1] * 3 // 2))
    return tuple(numbers)


def affordable(bare: Bare, own: Setting) -> int:
    """How many pairs are searched, by a rough figure of how long a search takes that is the same on every machine.

    Parameters
    ----------
    bare, own : Bare, Setting
        The study.

    Returns
    -------
    int
        At least one.
    """
    n, k = len(bare.scores.datasets), len(bare.scores.algorithms)
    seconds = 0.002 + 1.2e-7 * n * k**2  # a test of all pairs
    if own.adjust is not None and own.adjust.name in _CLOSED:
        seconds += 0.002 + 7e-7 * k**3 if own.test.pairwise.name == "rank-z" else 2.6e-5 * 2.0**k
    exact = _by_sums_of_ranks(own)
    tests = 2 * max(1, n // 2).bit_length() if exact else 2 * len(_numbers(n // 2)) + n // 2
    return max(1, int(_MOST_SECONDS / (seconds * tests)))
