"""The fewest data sets that turn a conclusion over when they are left out together."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from rankpress.conclusions.conclusion import Conclusion, Verdict
from rankpress.conclusions.fewest import least
from rankpress.sensitivity.attempts import Attempt, Search, affordable, search_for
from rankpress.sensitivity.found import Fewest, Varied
from rankpress.sensitivity.setting import Bare, Examined, Setting, verdict_on
from rankpress.sensitivity.variations import Choice
from rankpress.store.of_metric import OfMetric

Found = dict[Conclusion, Fewest | None]


def look_for_fewest(
    bare: Bare,
    own: Setting,
    as_it_is: Examined,
    asked: Sequence[Conclusion],
    examined: Sequence[tuple[Choice, Varied]],
    parts: Mapping[str, object],
    keep: OfMetric,
) -> tuple[dict[Conclusion, Fewest], int]:
    """Look for the fewest data sets that turn each conclusion over.

    One that does it alone is exact, and so are two where none does. Who leads, and what the z test of average ranks
    says with an adjustment in one step, depends on the ranks on each data set by their sums alone: those that speak
    most for it are exact too. Of other tests, data sets are left out in the order of what each does to the test when it
    alone is left out, and those put back that are not needed; fewer may do it. Who may be named the best, and the
    order, are held against the sets found for the others. More than half of the data sets are not left out.

    Parameters
    ----------
    bare, own, as_it_is : Bare, Setting, Examined
        The study.
    asked : sequence of Conclusion
        Its conclusions.
    examined : sequence of (Choice, Varied)
        What was found with each data set left out, among others.
    parts : mapping of str to object
        What the study is made of, for the store.
    keep : OfMetric
        Where each search is kept.

    Returns
    -------
    found : dict of Conclusion to Fewest
    searched : int
        For how many pairs those were looked for that do it only together.
    """
    without = {choice.variation.name: varied for choice, varied in examined if choice.variation.kind == "dataset"}
    if not without:
        return {}, 0
    found: Found = {
        conclusion: next(
            (Fewest((name,), varied.flips[at], exact=True) for name, varied in without.items() if at in varied.flips),
            None,
        )
        for at, conclusion in enumerate(asked)
    }
    open_ = [one for one in asked if found[one] is None]
    pairs = _nearest([one for one in open_ if one.kind == "pair"], as_it_is, own.test.alpha)
    pairs = pairs[: affordable(bare, own)]
    chosen = [one for one in open_ if one.kind in ("best-ranked", "omnibus")] + pairs
    strengths = {one: {name: float(of.strength[at]) for name, of in without.items()} for at, one in enumerate(asked)}
    of_tests = [search_for(one, bare, own, as_it_is, strengths[one]) for one in chosen]
    found |= _searched("sensitivity search", of_tests, bare, own, as_it_is, parts, keep)
    others = [_among_found(one, found.values()) for one in open_ if one.kind in ("best", "order")]
    found |= _searched("sensitivity sets", others, bare, own, as_it_is, parts, keep)
    return {conclusion: one for conclusion, one in found.items() if one is not None}, len(pairs)


def _searched(
    stage: str,
    searches: Sequence[Search],
    bare: Bare,
    own: Setting,
    as_it_is: Examined,
    parts: Mapping[str, object],
    keep: OfMetric,
) -> Found:
    named = {f"{one.conclusion.kind} {one.conclusion.subject}": one for one in searches}
    search = partial(_search, bare, own, as_it_is)
    results = keep.recall_pieces(stage, parts, named, search, "conclusion")
    return {one.conclusion: fewest for one, fewest in zip(searches, results, strict=True)}


def _nearest(pairs: Sequence[Conclusion], as_it_is: Examined, alpha: float) -> list[Conclusion]:
    """The pairs in the order in which they are searched: those with a leader, then those with p near the level."""
    leaders = {name for names in as_it_is.conclusions[Conclusion("best-ranked")].verdict for name in names}

    def far(pair: Conclusion) -> tuple[bool, float]:
        p = as_it_is.conclusions[pair].p
        return leaders.isdisjoint(pair.subject), abs(np.log((1.0 if p is None else max(p, 1e-300)) / alpha))

    return sorted(pairs, key=far)


def _among_found(conclusion: Conclusion, found: Iterable[Fewest | None]) -> Search:
    """A search among the sets of data sets that turn other conclusions over, the smallest first."""
    sets = {one.datasets for one in found if one is not None and len(one.datasets) > 1}
    attempts = (Attempt(names, (len(names),)) for names in sorted(sets, key=lambda names: (len(names), names)))
    return Search(conclusion, tuple(attempts))


def _search(bare: Bare, own: Setting, as_it_is: Examined, search: Search) -> Fewest | None:
    """The fewest that any of the attempts finds."""
    known: dict[frozenset[str], Verdict | None] = {}
    base = as_it_is.conclusions[search.conclusion].verdict

    def verdict(left_out: Sequence[str]) -> Verdict | None:
        key = frozenset(left_out)
        if key not in known:
            setting = replace(own, without_datasets=tuple(sorted(key)))
            known[key] = verdict_on(bare, setting, search.conclusion)
        return known[key]

    def flips(left_out: Sequence[str]) -> bool:
        return verdict(left_out) not in (None, base)

    best: tuple[str, ...] = ()
    for attempt in search.attempts:
        found = _first(attempt, flips, search.exact, len(best))
        if found and not search.exact:
            found = least(found, flips)
        if found and (not best or len(found) < len(best)):
            best = found
    told = verdict(best) if best else None
    return None if told is None else Fewest(best, told, search.exact or len(best) <= 2)


def _first(attempt: Attempt, flips: Callable[[Sequence[str]], bool], rising: bool, fewer_than: int) -> tuple[str, ...]:
    """As many of the first as it takes, of the numbers to be tried; none where they do not do it."""
    order = attempt.order
    numbers = [number for number in attempt.numbers if not fewer_than or number < fewer_than]
    if rising:  # more of these do it the rather, so that few need be tried
        place = bisect_left(numbers, x=True, key=lambda number: flips(order[:number]))
        return order[: numbers[place]] if place < len(numbers) else ()
    return next((order[:number] for number in numbers if flips(order[:number])), ())
