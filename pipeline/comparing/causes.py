"""Which change made a conclusion flip: each is taken over by itself, or left out by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rankpress.comparing.changes import Cause, Conclusion, Factor, Flip
from rankpress.comparing.imagined import Imagined, TooManyStudies
from rankpress.comparing.verdicts import among

# Each is a study of its own to be tested; of more, those that move ranks most are tried.
MOST_TRIED = 100


class Causes:
    """The causes of flips in one metric.

    Parameters
    ----------
    imagined : Imagined
        The studies between the two reports.
    shared : sequence of str
        Algorithms of both, which the verdicts are about.
    """

    def __init__(self, imagined: Imagined, shared: Sequence[str]) -> None:
        self._imagined, self._shared = imagined, frozenset(shared)
        self._why = imagined.why_not()
        self._all = frozenset(imagined.factors)
        self._tried = sorted(imagined.factors, key=self._by_weight)[: min(MOST_TRIED, imagined.most // 4)]

    def of(self, flip: Flip) -> Cause:
        """What made a conclusion flip."""
        conclusion = flip.conclusion
        if conclusion.kind in ("within", "best"):
            return self._told(conclusion)
        if self._why:
            return Cause(why=self._why)
        before, after = self._verdict(conclusion, frozenset()), self._verdict(conclusion, self._all)
        if before == after:
            return Cause(why="the scores and settings of both reports give the same verdict with this version")
        alone = tuple(one for one in self._tried if self._verdict(conclusion, frozenset({one})) == after)
        needed = tuple(one for one in self._tried if self._verdict(conclusion, self._all - {one}) == before)
        try:
            together = () if alone else self._together(conclusion, after)
        except TooManyStudies:
            together = ()
        return Cause(alone, needed, together, len(self._tried), len(self._all))

    def _verdict(self, conclusion: Conclusion, applied: frozenset[Factor], limited: bool = False) -> object:
        found = self._imagined.concluded(applied, limited).get(conclusion)
        return None if found is None else among(conclusion, found, self._shared)

    def _together(self, conclusion: Conclusion, after: object) -> tuple[Factor, ...]:
        """Some changes that do it together: as many of the weightiest as it takes, without those it does not need."""

        def do_it(taken: Sequence[Factor]) -> bool:
            return self._verdict(conclusion, frozenset(taken), limited=True) == after

        if not do_it(self._tried):
            return ()
        too_few, taken = 0, list(self._tried)
        while len(taken) - too_few > 1:
            middle = (too_few + len(taken)) // 2
            if do_it(taken[:middle]):
                taken = taken[:middle]
            else:
                too_few = middle
        for size in (16, 4):
            taken = _without_spare(taken, size, do_it)
        while len(fewer := _without_spare(taken, 1, do_it)) < len(taken):
            taken = fewer
        return tuple(taken)

    def _told(self, conclusion: Conclusion) -> Cause:
        """What is plain without a trial: a test on a data set is about its scores, who is best about much else."""
        if conclusion.kind == "best":
            return Cause(why="it rests on the groups, the order and the omnibus test together")
        changed = [one for one in self._all if one.kind == "data set" and one.name == conclusion.subject[0]]
        settings = [one for one in self._all if one.kind == "settings"]
        found = tuple(changed or settings)
        return Cause(alone=found if len(changed) + len(settings) == 1 else (), together=(), tried=1, of=1)

    def _by_weight(self, factor: Factor) -> tuple[bool, float, Factor]:
        return factor.kind == "data set", -self._moved(factor.name), factor

    def _moved(self, dataset: str) -> float:
        """By how much a data set moves the ranks of the algorithms."""
        old, new = ((side.metric.ranks or {}).get(dataset, {}) for side in (self._imagined.old, self._imagined.new))
        middle = (len(self._shared) + 1) / 2
        of_all = ((old.get(name), new.get(name)) for name in self._shared)
        return sum(abs((middle if a is None else a) - (middle if b is None else b)) for a, b in of_all)


def _without_spare(taken: list[Factor], size: int, do_it: Callable[[Sequence[Factor]], bool]) -> list[Factor]:
    """The changes without those, so many at a time, that the others do not need."""
    at = 0
    while at < len(taken):
        rest = taken[:at] + taken[at + size :]
        if rest and do_it(rest):
            taken = rest
        else:
            at += size
    return taken
