"""The fewest data sets that turn a conclusion over when they are left out together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from rankpress.conclusions.conclusion import Conclusion, Verdict
from rankpress.conclusions.fewest import least
from rankpress.rank import rank
from rankpress.scores import FloatArray
from rankpress.sensitivity.found import Fewest, Varied
from rankpress.sensitivity.setting import Bare, Examined, Setting, examine
from rankpress.sensitivity.variations import Choice
from rankpress.store.of_metric import OfMetric

# Of more pairs, those with a leader are searched, then those whose p is nearest to the level.
MOST_SEARCHED = 66
_SEARCHED = ("best-ranked", "omnibus", "pair")


@dataclass(frozen=True)
class Search:
    """A conclusion whose fewest data sets are looked for, with the orders in which data sets are tried."""

    conclusion: Conclusion
    orders: tuple[tuple[str, ...], ...]


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

    One that does it alone is exact. Of who leads, the data sets that speak most for the leader over a rival are exact
    too, as ranks on a data set do not depend on the other data sets. Of tests, data sets are left out in the order of
    what each does to the test when it alone is left out, and those put back that are not needed; fewer may do it. More
    than half of them are not left out.

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
    without = [(choice.variation.name, varied) for choice, varied in examined if choice.variation.kind == "dataset"]
    if not without:
        return {}, 0
    found = {
        conclusion: next(
            (Fewest((name,), varied.flips[at], exact=True) for name, varied in without if at in varied.flips), None
        )
        for at, conclusion in enumerate(asked)
    }
    open_ = [at for at, one in enumerate(asked) if found[one] is None and one.kind in _SEARCHED]
    pairs = _nearest([at for at in open_ if asked[at].kind == "pair"], asked, as_it_is, own.test.alpha)
    chosen = [at for at in open_ if asked[at].kind != "pair"] + pairs
    searches = {
        f"{asked[at].kind} {' '.join(asked[at].subject)}".rstrip(): Search(
            asked[at], _orders(at, asked[at], bare, own, as_it_is, without)
        )
        for at in chosen
    }
    results = keep.recall_pieces("sensitivity search", parts, searches, partial(_search, bare, own, as_it_is))
    found |= {search.conclusion: one for search, one in zip(searches.values(), results, strict=True)}
    return {conclusion: one for conclusion, one in found.items() if one is not None}, len(pairs)


def _nearest(pairs: list[int], asked: Sequence[Conclusion], as_it_is: Examined, alpha: float) -> list[int]:
    """The pairs that are searched."""
    leaders = {name for names in as_it_is.conclusions[Conclusion("best-ranked")].verdict for name in names}

    def far(at: int) -> tuple[bool, float]:
        p = as_it_is.conclusions[asked[at]].p
        return leaders.isdisjoint(asked[at].subject), abs(np.log((1.0 if p is None else max(p, 1e-300)) / alpha))

    return sorted(pairs, key=far)[:MOST_SEARCHED]


def _orders(
    at: int,
    conclusion: Conclusion,
    bare: Bare,
    own: Setting,
    as_it_is: Examined,
    without: Sequence[tuple[str, Varied]],
) -> tuple[tuple[str, ...], ...]:
    """In which orders data sets are left out: those first that speak most for the verdict as it is."""
    names = [name for name, _ in without]
    if conclusion.kind == "best-ranked":
        return _against_leader(bare, own, as_it_is)
    strength: FloatArray = np.array([varied.strength[at] for _, varied in without])
    winner = next((names[0] for names in as_it_is.conclusions[conclusion].verdict), "")
    if conclusion.kind == "omnibus" or not winner:
        ascending = tuple(names[i] for i in np.argsort(strength, kind="stable"))
        descending = tuple(names[i] for i in np.argsort(-strength, kind="stable"))
        if conclusion.kind == "omnibus":
            return (ascending,) if winner else (descending,)
        return ascending, descending
    sign = 1 if winner == conclusion.subject[0] else -1
    return (tuple(names[i] for i in np.argsort(sign * strength, kind="stable")),)


def _against_leader(bare: Bare, own: Setting, as_it_is: Examined) -> tuple[tuple[str, ...], ...]:
    """For each rival of a single leader, the data sets by how far the leader is before it there."""
    ranking = rank(bare.scores, own.rank)
    if ranking.ranks is None or ranking.has_gaps or len(ranking.best) > 1:
        return ()
    [leader] = ranking.best
    before = ranking.ranks - ranking.ranks[:, [leader]]
    rivals = [rival for rival in range(len(ranking.average)) if rival != leader]
    orders = (np.argsort(-before[:, rival], kind="stable") for rival in rivals)
    return tuple(tuple(bare.scores.datasets[row] for row in order) for order in orders)


def _search(bare: Bare, own: Setting, as_it_is: Examined, search: Search) -> Fewest | None:
    """The fewest that were found in any of the orders."""
    known: dict[frozenset[str], Verdict | None] = {}
    base = as_it_is.conclusions[search.conclusion].verdict

    def verdict(left_out: Sequence[str]) -> Verdict | None:
        key = frozenset(left_out)
        if key not in known:
            setting = replace(own, without_datasets=tuple(sorted(key)))
            concluded = examine(bare, setting, tests_alone=True).conclusions.get(search.conclusion)
            known[key] = None if concluded is None else concluded.verdict
        return known[key]

    def flips(left_out: Sequence[str]) -> bool:
        return verdict(left_out) not in (None, base)

    exact = search.conclusion.kind == "best-ranked"
    best: tuple[str, ...] = ()
    for order in search.orders:
        found = _first(order, flips, len(best) - 1 if best else len(order) // 2)
        if found and not exact:
            found = least(found, flips)
        if found and (not best or len(found) < len(best)):
            best = found
    told = verdict(best) if best else None
    return None if told is None else Fewest(best, told, exact)


def _first(order: tuple[str, ...], flips: Callable[[Sequence[str]], bool], most: int) -> tuple[str, ...]:
    """As many of the first as it takes, at most so many; none where they do not do it."""
    return next((order[:number] for number in range(1, most + 1) if flips(order[:number])), ())
