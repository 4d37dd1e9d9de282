"""Which change flipped a conclusion: each is applied, or omitted, by itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rankpress.diff.changes import (
    ALPHA,
    BETTER,
    Cause,
    Factor,
    Flip,
    Membership,
    Rescored,
    about_within,
    verdict_within,
)
from rankpress.diff.counterfactuals import COSTS, Imagined, Side, TablesOfScores, TooManyStudies
from rankpress.diff.stored_report import KeptMetric, KeptWithin
from rankpress.stages.conclude import Conclusion, Verdict, among, least

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


class CausesWithin:
    """The causes of flips of tests on one data set, which rest on its scores alone.

    Parameters
    ----------
    old, new : KeptMetric
        The metric in both reports.
    alphas : pair of float
        Their levels.
    """

    def __init__(self, old: KeptMetric, new: KeptMetric, alphas: tuple[float, float]) -> None:
        self._sides = _Side.of(old, alphas[0]), _Side.of(new, alphas[1])

    def of(self, flip: Flip) -> Cause:
        """What made it flip."""
        old, new = self._sides
        conclusion, test = flip.conclusion, (old.tests[flip.conclusion], new.tests[flip.conclusion])
        differing = {
            Factor("data set", conclusion.subject[0]): test[0] != test[1],
            Factor("setting", ALPHA): old.alpha != new.alpha,
            Factor("setting", BETTER): old.better != new.better,
        }
        factors = [factor for factor, differs in differing.items() if differs]

        def verdict(taken: Sequence[Factor]) -> Verdict:
            states = [factor in taken for factor in differing]
            return verdict_within(test[states[0]], self._sides[states[1]].alpha, self._sides[states[2]].better)

        alone = tuple(one for one in factors if verdict([one]) == flip.new)
        needed = tuple(one for one in factors if verdict([other for other in factors if other != one]) == flip.old)
        together = () if alone else least(factors, lambda taken: verdict(taken) == flip.new)
        return Cause(alone, needed, together, len(factors), len(factors))


@dataclass(frozen=True)
class _Side:
    tests: dict[Conclusion, KeptWithin]
    alpha: float
    better: str

    @classmethod
    def of(cls, metric: KeptMetric, alpha: float) -> _Side:
        return cls({about_within(one): one for one in metric.within}, alpha, metric.better)


_LAST_BITS = 1e-12


def rescored(before: KeptMetric, after: KeptMetric) -> tuple[Rescored, ...]:
    """Data sets of both on which an algorithm of both has another mean, or two have another result within."""
    means = dict(TablesOfScores.of_metrics(before, after).changed())
    within = dict.fromkeys(_tested_otherwise(before, after))
    return tuple(Rescored(name, means.get(name, ())) for name in after.datasets if name in means or name in within)


def factors(old: Side, new: Side, datasets: Membership, algorithms: Membership) -> Iterator[Factor]:
    """All that differs, but the scores of single algorithms: those are told by the data sets they are on."""
    keys = dict.fromkeys((*old.deciding, *new.deciding))
    changed = [key for key in keys if old.deciding.get(key) != new.deciding.get(key)]
    yield from (Factor("setting", key) for key in changed)
    members_of: tuple[tuple[Literal["algorithm", "data set"], Membership], ...]
    members_of = ("algorithm", replace(algorithms, changed=())), ("data set", datasets)
    for kind, members in members_of:
        yield from (Factor(kind, name, "changed") for name in members.changed)
        yield from (Factor(kind, name, "added") for name in members.added)
        yield from (Factor(kind, name, "gone") for name in members.gone)
    if _prior_among(old, new) != _prior_among(new, old) and not any(key.startswith("order") for key in changed):
        yield COSTS


def _prior_among(side: Side, other: Side) -> list[str]:
    """Who is cheaper, of the algorithms of both."""
    return [name for name in side.metric.order.prior if name in other.metric.order.prior]


def _tested_otherwise(before: KeptMetric, after: KeptMetric) -> Iterator[str]:
    old, new = (_by_pair(metric) for metric in (before, after))
    yield from (of_pair[0] for of_pair, found in new.items() if of_pair in old and not _alike(old[of_pair], found))


def _by_pair(metric: KeptMetric) -> Mapping[tuple[str, ...], KeptWithin]:
    return {(one.dataset, one.test, *sorted((one.a, one.b))): one for one in metric.within}


def _alike(old: KeptWithin, new: KeptWithin) -> bool:
    """Whether a test found the same, whichever algorithm is named first, and whatever a version does to last bits."""
    pairs = ((old.difference, new.difference), (old.standard_error, new.standard_error))
    return all(
        a == b
        or (a is not None and b is not None and math.isclose(abs(a), abs(b), rel_tol=_LAST_BITS, abs_tol=_LAST_BITS))
        for a, b in pairs
    )
