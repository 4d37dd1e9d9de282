"""The sensitivity stage: choices of the study made otherwise, one at a time."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.cache.store import Store
from rankpress.core.scores import BoolArray, Costs, IntArray, MetricScores
from rankpress.robustness.aggregations import leaders_by_aggregation
from rankpress.robustness.variations import Choice, Fewest, Sensitivity, Stability, Varied, choices, unit_of
from rankpress.robustness.varied_study import (
    Attempt,
    Bare,
    Examined,
    Search,
    Setting,
    affordable,
    examine,
    search_for,
    verdict_on,
)
from rankpress.stages.adjust import Adjusted
from rankpress.stages.conclude import Conclusion, Verdict, among, least
from rankpress.stages.order import Ordered, PairsWithin, compare_pairs_within
from rankpress.stages.rank import rank as ranked
from rankpress.stages.test import Tested
from rankpress.wording.text import plain, say

if TYPE_CHECKING:
    from rankpress.spec.model import AdjustMethod, OrderOptions, RankOptions, SensitivityOptions, TestOptions


Found = dict[Conclusion, Fewest | None]


def look_for_fewest(
    bare: Bare,
    original: Setting,
    as_it_is: Examined,
    requested: Sequence[Conclusion],
    examined: Sequence[tuple[Choice, Varied]],
    store: Store,
) -> tuple[dict[Conclusion, Fewest], int]:
    """Look for the fewest data sets that turn each conclusion over."""
    # One that does it alone is exact, and so are two where none does. Who leads, and what the z test of average ranks
    # says with an adjustment in one step, depends on the ranks on each data set by their sums alone: those that speak
    # most for it are exact too. Of other tests, data sets are left out in the order of what each does to the test when
    # it alone is left out, and those put back that are not needed; fewer may do it. Who may be named the best, and the
    # order, are compared with the sets found for the others. More than half of the data sets are not left out.
    without = {
        plain(choice.variation.name): varied for choice, varied in examined if choice.variation.kind == "dataset"
    }
    if not without:
        return {}, 0
    results: Found = {
        conclusion: next(
            (
                Fewest((name,), varied.flips[index], exact=True)
                for name, varied in without.items()
                if index in varied.flips
            ),
            None,
        )
        for index, conclusion in enumerate(requested)
    }
    # Searching is expensive: only what no single data set turns over is searched, and pairs only as time allows.
    open_ = [item for item in requested if results[item] is None]
    pairs = _nearest([item for item in open_ if item.kind == "pair"], as_it_is, original.test.alpha)
    pairs = pairs[: affordable(bare, original)]
    chosen = [item for item in open_ if item.kind in ("best-ranked", "omnibus")] + pairs
    place = {item: index for index, item in enumerate(requested)}
    strengths = ({name: float(of.strength[place[item]]) for name, of in without.items()} for item in chosen)
    of_tests = [
        search_for(item, bare, original, as_it_is, strength) for item, strength in zip(chosen, strengths, strict=True)
    ]
    results |= _searched("sensitivity search", of_tests, bare, original, as_it_is, store)
    # Who may be named the best, and the order, rest on whole studies, each of which takes as long as a variation: they
    # are tried on the sets already found, and not searched by themselves.
    sets = {item.datasets for item in results.values() if item is not None and len(item.datasets) > 1}
    attempts = tuple(Attempt(names, (len(names),)) for names in sorted(sets, key=lambda names: (len(names), names)))
    others = [Search(item, attempts) for item in open_ if item.kind in ("best", "order")]
    results |= _searched("sensitivity sets", others, bare, original, as_it_is, store)
    return {conclusion: result for conclusion, result in results.items() if result is not None}, len(pairs)


def _searched(
    stage: str, searches: Sequence[Search], bare: Bare, original: Setting, as_it_is: Examined, store: Store
) -> Found:
    named = {f"{search.conclusion.kind} {search.conclusion.subject}": search for search in searches}
    results = store.map(stage, _search, bare, original, as_it_is, items=named, noun="conclusion")
    return {search.conclusion: fewest for search, fewest in zip(searches, results, strict=True)}


def _nearest(pairs: Sequence[Conclusion], as_it_is: Examined, alpha: float) -> list[Conclusion]:
    """The pairs in the order in which they are searched: those with a leader, then those with p near the level."""
    leaders = {name for names in as_it_is.conclusions[Conclusion("best-ranked")].verdict for name in names}

    def far(pair: Conclusion) -> tuple[bool, float]:
        p = as_it_is.conclusions[pair].p
        return leaders.isdisjoint(pair.subject), abs(np.log((1.0 if p is None else max(p, 1e-300)) / alpha))

    return sorted(pairs, key=far)


def _search(bare: Bare, original: Setting, as_it_is: Examined, search: Search) -> Fewest | None:
    """Return the fewest that any of the attempts finds."""
    known: dict[frozenset[str], Verdict | None] = {}
    base = as_it_is.conclusions[search.conclusion].verdict

    def verdict(left_out: Sequence[str]) -> Verdict | None:
        key = frozenset(left_out)
        if key not in known:
            setting = replace(original, without_datasets=tuple(sorted(key)))
            known[key] = verdict_on(bare, setting, search.conclusion)
        return known[key]

    def flips(left_out: Sequence[str]) -> bool:
        return verdict(left_out) not in (None, base)

    best: tuple[str, ...] = ()
    for attempt in search.attempts:
        result = _first(attempt, flips, search.exact, len(best))
        if result and not search.exact:
            # Of tests that are no sum over the data sets, data sets left out together can do more or less than each of
            # them alone, so that a set found in order of single effects may hold some that are not needed.
            result = least(result, flips)
        if result and (not best or len(result) < len(best)):
            best = result
    text = verdict(best) if best else None
    return None if text is None else Fewest(best, text, search.exact or len(best) <= 2)


def _first(attempt: Attempt, flips: Callable[[Sequence[str]], bool], rising: bool, fewer_than: int) -> tuple[str, ...]:
    """As many of the first as it takes, of the numbers to be tried; none where they do not do it."""
    order = attempt.order
    numbers = [number for number in attempt.numbers if not fewer_than or number < fewer_than]
    if rising:  # more of these do it the rather, so that few need be tried
        place = bisect_left(numbers, x=True, key=lambda number: flips(order[:number]))
        return order[: numbers[place]] if place < len(numbers) else ()
    return next((order[:number] for number in numbers if flips(order[:number])), ())


_KINDS = ("omnibus", "best-ranked", "best", "order", "pair")

ONE_DATASET = "Nothing was varied: conclusions over data sets need at least two of them; there is one."
RANKS_ONLY = "Nothing was varied: only average ranks were given, from which nothing can be omitted."


def vary(
    scores: MetricScores,
    costs: Mapping[str, Costs],
    rank: RankOptions,
    test: TestOptions,
    methods: tuple[AdjustMethod, ...],
    order: OrderOptions | None,
    groups: Mapping[str, tuple[str, ...]],
    options: SensitivityOptions,
    tested: Tested,
    adjusted: Adjusted,
    ordered: Ordered,
    store: Store,
) -> Sensitivity:
    """Make the choices of a study otherwise, one at a time."""
    if scores.means is None:
        return Sensitivity(why=RANKS_ONLY)
    if scores.n_datasets < 2:
        return Sensitivity(why=ONE_DATASET)
    if tested.over is None:
        return Sensitivity(why=say("Nothing was varied. {}", tested.left_out["over"]))
    # Of several tests and adjustments the first that was made decides.
    omnibus = () if not tested.omnibus else (next(iter(tested.omnibus)),)
    original = Setting(
        rank=rank,
        test=test.model_copy(update={"omnibus": omnibus, "within": "none", "tuning_runs": 0, "also": ()}),
        adjust=next((method for method in methods if method.name == adjusted.deciding), None),
        order=order if ordered.ranking else None,
    )
    within: dict[str, PairsWithin | None] = {}  # where the order rests on tests of all pairs on each data set
    if ordered.per_dataset and ordered.within != "none":
        each = store.on_datasets("order within", compare_pairs_within, ordered.within, scores=scores)
        within = dict(zip(scores.datasets, each, strict=True))
    nothing = (None,) * scores.n_datasets
    means_alone = replace(scores, folds=nothing, outcomes=(), examples=(), not_outcomes=(), validation=None)
    bare = Bare(means_alone, costs, within)
    as_it_is = examine(bare, original)
    if as_it_is.why:
        return Sensitivity(why=say("Nothing was varied: {}.", as_it_is.why))
    requested = tuple(sorted(as_it_is.conclusions, key=lambda conclusion: _KINDS.index(conclusion.kind)))
    listed = list(choices(scores, groups, costs, original, options))
    created = [item for item in listed if not item.why]
    settings = {f"{item.variation.kind} {plain(item.variation.name)}": item.setting for item in created}
    result = store.map(
        "sensitivity variations", _examine_one, bare, requested, as_it_is, items=settings, noun="variation"
    )
    summed_up = _summed_up(
        scores, original, as_it_is, requested, listed, list(zip(created, result, strict=True)), bare, store
    )
    return replace(summed_up, led=leaders_by_aggregation(scores, ranked(scores, rank), groups, options.measures))


def _examine_one(bare: Bare, requested: Sequence[Conclusion], as_it_is: Examined, setting: Setting) -> Varied:
    return compare_with(requested, as_it_is, examine(bare, setting))


def compare_with(requested: Sequence[Conclusion], as_it_is: Examined, varied: Examined) -> Varied:
    """Hold what a study so varied concludes against what it concludes as it is."""
    nothing = np.full(len(requested), np.nan)
    if varied.why:
        return Varied({}, tuple(range(len(requested))), nothing, nothing, varied.why)
    # A verdict counts as turned over only where the varied study can still say what the study says. Without an
    # algorithm the order of the others is compared, but a conclusion about that algorithm is silent, and so is
    # "X leads" without X: another leader is then certain and says nothing of the stability of the conclusion.
    both = [name for name in as_it_is.algorithms if name in varied.algorithms]
    gone = {*as_it_is.algorithms} - {*both}
    flips, silent, p, strength = {}, [], nothing.copy(), nothing.copy()
    for index, conclusion in enumerate(requested[: len(requested) - len(as_it_is.pairs.p)]):  # pairs come last
        before, after = as_it_is.others[conclusion], varied.others.get(conclusion)
        if after is None or (
            conclusion.kind in ("best-ranked", "best")
            and any(name in gone for names in before.verdict for name in names)
        ):
            silent.append(index)
            continue
        p[index] = np.nan if after.p is None else after.p
        strength[index] = varied.strength.get(conclusion, np.nan)
        verdict = among(conclusion, after.verdict, both)
        if verdict != among(conclusion, before.verdict, both):
            flips[index] = verdict
    shared, place = _shared_pairs(as_it_is, varied)
    of_pairs = len(requested) - len(shared) + np.arange(len(shared))
    p[of_pairs[shared]], strength[of_pairs[shared]] = varied.pairs.p[place], varied.pairs.strength[place]
    other = varied.pairs.better[place] != as_it_is.pairs.better[shared]
    flips |= {
        index: varied.verdict_on(pair)
        for index, pair in zip(of_pairs[shared][other].tolist(), place[other].tolist(), strict=True)
    }
    return Varied(flips, (*silent, *of_pairs[~shared].tolist()), p, strength)


def _shared_pairs(as_it_is: Examined, varied: Examined) -> tuple[BoolArray, IntArray]:
    """Return which pairs of a study a varied one has too, and where it has these."""
    k = len(varied.algorithms)
    position = {name: index for index, name in enumerate(varied.algorithms)}
    there = np.array([position.get(name, k) for name in as_it_is.algorithms])  # k: it is left out
    places = np.full((k + 1, k + 1), -1)
    places[tuple(varied.pairs.pairs.T)] = np.arange(len(varied.pairs.p))
    place = places[tuple(there[as_it_is.pairs.pairs].T)]
    return place >= 0, place[place >= 0]


def _summed_up(
    scores: MetricScores,
    original: Setting,
    as_it_is: Examined,
    requested: Sequence[Conclusion],
    listed: Sequence[Choice],
    varied_studies: Sequence[tuple[Choice, Varied]],
    bare: Bare,
    store: Store,
) -> Sensitivity:
    examined = [(choice, varied) for choice, varied in varied_studies if not varied.why]
    skipped = [(choice.variation, choice.why) for choice in listed if choice.why]
    skipped += [(choice.variation, varied.why) for choice, varied in varied_studies if varied.why]
    fewest, searched = look_for_fewest(bare, original, as_it_is, requested, examined, store)
    return Sensitivity(
        variations=tuple(choice.variation for choice, _ in examined),
        conclusions=tuple(
            replace(stability, fewest=fewest.get(stability.conclusion))
            for stability in _stabilities(requested, as_it_is, examined)
        ),
        alpha=original.test.alpha,
        omnibus=next(iter(original.test.omnibus), ""),
        pairwise=original.test.pairwise.name,
        adjust="" if original.adjust is None else original.adjust.name,
        searched=searched,
        unit=unit_of(scores),
        skipped=tuple(skipped),
    )


def _stabilities(
    requested: Sequence[Conclusion], as_it_is: Examined, examined: Sequence[tuple[Choice, Varied]]
) -> Iterator[Stability]:
    kinds = [conclusion.kind for conclusion in requested]
    flips: list[dict[int, Verdict]] = [{} for _ in requested]
    tried: dict[str, IntArray] = {}  # by kind of variation, how many say anything about each conclusion
    stands: dict[str, IntArray] = {}
    for place, (choice, varied) in enumerate(examined):
        kind = choice.variation.kind
        tells = np.array([kind not in _TOUCHED or of in _TOUCHED[kind] for of in kinds])
        tells[list(varied.silent)] = False
        flipped = [index for index in varied.flips if tells[index]]
        for index in flipped:
            flips[index][place] = varied.flips[index]
        tried[kind] = tried.get(kind, 0) + tells
        tells[flipped] = False
        stands[kind] = stands.get(kind, 0) + tells
    counts = {kind: list(zip(stands[kind].tolist(), number.tolist(), strict=True)) for kind, number in tried.items()}
    p = np.array([varied.p for _, varied in examined]).reshape(len(examined), len(requested)).T.copy()
    for index, conclusion in enumerate(requested):
        concluded = as_it_is.conclusions[conclusion]
        of_kinds = {kind: of_each[index] for kind, of_each in counts.items() if of_each[index][1]}
        p_under = p[index] if conclusion.kind in ("pair", "omnibus") else None
        yield Stability(conclusion, concluded.verdict, concluded.p, of_kinds, flips[index], p_under)


# Settings that cannot touch a conclusion say nothing of how it fares.
_OF_PAIRS = ("pair", "best")
_TOUCHED = {
    "omnibus": ("omnibus",),
    "pairwise": _OF_PAIRS,
    "adjust": _OF_PAIRS,
    "alpha": ("omnibus", *_OF_PAIRS, "order"),
    "cost": ("best", "order"),
}
