"""Which change made a conclusion flip: each is taken over by itself, or left out by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rankpress.comparing.changes import Cause, Factor, Flip
from rankpress.comparing.imagined import Imagined, TooManyStudies
from rankpress.conclusions.conclusion import Conclusion, among
from rankpress.conclusions.fewest import least

# Each is a study of its own to be tested; of more, those that move ranks most are tried.
MOST_TRIED = 100
# So few data sets say more than the algorithm whose scores are others on all of them.
_FEW = 5

# These cannot be made anew of every study that can be tested: the folds are not known.
_OF_FOLDS = ("order", "best")

_SAME = "no change of scores or settings did it: this version finds the same in both reports"
_OTHERWISE = "this version finds otherwise in the scores of the {} report"
_UNKNOWN = "what the reports hold is not enough to find it anew"


class _Unknown(Exception):
    """A study exists, but what it concludes is not known."""


class Causes:
    """The causes of flips in one metric.

    Parameters
    ----------
    imagined : Imagined
        The studies between the two reports.
    shared : sequence of str
        Algorithms of both, which the verdicts are about.
    remeasured : iterable of str
        Algorithms of both that have other scores.
    """

    def __init__(self, imagined: Imagined, shared: Sequence[str], remeasured: Iterable[str]) -> None:
        self._imagined, self._shared = imagined, frozenset(shared)
        self._why = imagined.why_not()
        self._all = frozenset(imagined.factors)
        most = min(MOST_TRIED, imagined.most // 4)
        self._weighty = sorted(imagined.factors, key=self._by_weight)
        self._tried = self._weighty[:most]
        self._remeasured = [Factor("algorithm", name) for name in remeasured][: most // 4]
        self._found: list[tuple[Factor, ...]] = []

    def of(self, flip: Flip) -> Cause:
        """What made a conclusion flip."""
        why = self._why or self._why_not(flip)
        if why:
            return Cause(why=why)
        conclusion, all_of_them = flip.conclusion, self._all
        before, after = among(conclusion, flip.old, self._shared), among(conclusion, flip.new, self._shared)
        put_in = {one: self._verdict(conclusion, frozenset({one})) for one in self._tried}
        alone = tuple(one for one, verdict in put_in.items() if verdict == after)
        needed = tuple(one for one in self._tried if self._verdict(conclusion, all_of_them - {one}) == before)
        together: tuple[Factor, ...] = ()
        if not alone:
            together = self._together(conclusion, after) if len(all_of_them) <= _FEW else ()
            anew = self._remeasured if not together else ()
            alone = tuple(one for one in anew if self._verdict(conclusion, frozenset({one})) == after)
            if alone and not needed:
                needed = tuple(one for one in anew if self._verdict(conclusion, all_of_them | {one}) == before)
            together = together or (() if alone else self._together(conclusion, after))
        tried = sum(verdict is not None for verdict in put_in.values())
        return Cause(alone, needed, together, tried, len(all_of_them))

    def _why_not(self, flip: Flip) -> str:
        """Why no cause can be told: the studies of the two reports themselves have to come out as they did."""
        told = {"old": (flip.old, frozenset[Factor]()), "new": (flip.new, self._all)}
        found = {}
        for which, (_, applied) in told.items():
            found[which] = self._verdict(flip.conclusion, applied)
            if found[which] is None:
                return _UNKNOWN
        of_folds = flip.conclusion.kind in _OF_FOLDS
        if found["old"] == found["new"]:
            return _UNKNOWN if of_folds else _SAME
        for which, (verdict, _) in told.items():
            if found[which] != among(flip.conclusion, verdict, self._shared):
                return _UNKNOWN if of_folds else _OTHERWISE.format(which)
        return ""

    def _verdict(self, conclusion: Conclusion, applied: frozenset[Factor], limited: bool = False) -> object:
        found = self._imagined.concluded(applied, limited).get(conclusion)
        return None if found is None else among(conclusion, found, self._shared)

    def _together(self, conclusion: Conclusion, after: object) -> tuple[Factor, ...]:
        """Some changes that do it together: as many of the weightiest as it takes, without those it does not need."""

        def do_it(taken: Sequence[Factor]) -> bool:
            verdict = self._verdict(conclusion, frozenset(taken), limited=True)
            if verdict is None and conclusion.kind in _OF_FOLDS and self._imagined.concluded(frozenset(taken)):
                raise _Unknown  # it may do it
            return verdict == after

        try:
            found = next((one for one in self._found if _is_least(one, do_it)), None) or least(self._weighty, do_it)
        except (TooManyStudies, _Unknown):
            return ()
        if found and found not in self._found:
            self._found.append(found)
        return found

    def _by_weight(self, factor: Factor) -> tuple[bool, float, Factor]:
        return factor.kind == "data set", -self._moved(factor.name), factor

    def _moved(self, dataset: str) -> float:
        """By how much a data set moves the ranks of the algorithms."""
        old, new = ((side.metric.ranks or {}).get(dataset, {}) for side in (self._imagined.old, self._imagined.new))
        middle = (len(self._shared) + 1) / 2
        of_all = ((old.get(name), new.get(name)) for name in self._shared)
        return sum(abs((middle if a is None else a) - (middle if b is None else b)) for a, b in of_all)


def _is_least(factors: Sequence[Factor], do_it: Callable[[Sequence[Factor]], bool]) -> bool:
    """Whether the changes do it together and none can be spared."""
    return do_it(factors) and not any(do_it([one for one in factors if one != spared]) for spared in factors)
