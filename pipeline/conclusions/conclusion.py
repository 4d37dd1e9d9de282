"""A conclusion of a study, and its verdict: plain frozen data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["omnibus", "best-ranked", "best", "pair", "groups", "order", "within"]
# Names one in a row, or several that share a place; what they say depends on the kind of conclusion.
Verdict = tuple[tuple[str, ...], ...]

DIFFER: Verdict = (("differ",),)


@dataclass(frozen=True, order=True)
class Conclusion:
    """What a report concludes something about.

    Parameters
    ----------
    kind : str
        ``omnibus``: whether the algorithms differ at all; ``best-ranked``: who has the best average rank; ``best``: who
        may be named the best; ``pair``: whether two differ over the data sets; ``groups``; ``order``; ``within``:
        whether two differ on one data set.
    method : str
        The test or the correction.
    subject : tuple of str
        The two algorithms of a ``pair``, in the order of their names; of ``within``, the data set before them.
    """

    kind: Kind
    method: str = ""
    subject: tuple[str, ...] = ()


@dataclass(frozen=True)
class Concluded:
    """A verdict, and the p-value that decided it, where it is a test's.

    Parameters
    ----------
    verdict : Verdict
        ``pair`` and ``within``: who is significantly better, empty where neither; ``omnibus``: ``(("differ",),)`` or
        empty; ``groups``: the groups; ``best-ranked``, ``best`` and ``order``: the algorithms.
    p : float or None
    """

    verdict: Verdict
    p: float | None = None


def about_pair(method: str, a: str, b: str) -> Conclusion:
    """The conclusion whether two algorithms differ, the same whichever is named first."""
    return Conclusion("pair", method, (min(a, b), max(a, b)))


def best_ranked(average_ranks: Mapping[str, float]) -> Verdict:
    """Who shares the best average rank, in the order of their names."""
    best = min(average_ranks.values(), default=0.0)
    return (tuple(sorted(name for name, rank in average_ranks.items() if rank == best)),)


def among(conclusion: Conclusion, verdict: Verdict, algorithms: Iterable[str]) -> Verdict:
    """The verdict as far as it is about some of the algorithms; groups of one, or within another, are none.

    Examples
    --------
    >>> among(Conclusion("groups", "holm"), (("A", "N"), ("A", "B", "N")), ["A", "B"])
    (('A', 'B'),)
    """
    kept = frozenset(algorithms)
    if conclusion.kind == "order":
        return (tuple(name for names in verdict for name in names if name in kept),)
    if conclusion.kind != "groups":
        return verdict
    left = dict.fromkeys(frozenset(group) & kept for group in verdict)
    largest = [group for group in left if len(group) > 1 and not any(group < other for other in left)]
    return tuple(sorted(tuple(sorted(group)) for group in largest))
