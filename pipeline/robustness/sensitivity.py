"""The sensitivity stage: the study repeated with other choices, one changed at a time.

It is the hardest stage to follow, because it never repeats more of a study than a conclusion rests on: a conclusion on
the leader needs ranks alone, one on a pair its tests and adjustment, and only one on the order a whole study. `vary`
makes the variations, `compare_with` finds the conclusions that each turns over, and `look_for_fewest` searches for the
smallest set of data sets whose omission turns a conclusion over.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.cache.store import Store
from rankpress.core.scores import BoolArray, Costs, IntArray, MetricResults, MetricScores
from rankpress.robustness.aggregations import leaders_by_aggregation
from rankpress.robustness.variations import Fewest, Sensitivity, Stability, Varied, VariedChoice, choices, power_of_ten
from rankpress.robustness.varied_study import (
    Attempt,
    Bare,
    Search,
    VariedConclusions,
    VariedSetting,
    affordable,
    conclude_varied,
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


_FewestOf = dict[Conclusion, Fewest | None]


def look_for_fewest(
    bare: Bare,
    original: VariedSetting,
    as_it_is: VariedConclusions,
    conclusions: Sequence[Conclusion],
    examined: Sequence[tuple[VariedChoice, Varied]],
    store: Store,
) -> tuple[dict[Conclusion, Fewest], int]:
    """Look for the fewest data sets that turn each conclusion over."""
    # A single data set that turns a conclusion over is the fewest, and so are two where no single one does. Who leads,
    # and what the z test of average ranks finds with a single-step adjustment, depends on sums of ranks over the data
    # sets alone: omitting those first that support it most gives the fewest too. For other tests, data sets are omitted
    # in the order of their effect on the test when omitted singly, and those are put back that are not needed; fewer
    # may suffice. Who may be named the best, and the order, are tried only on the sets found for the others. No set has
    # more than half of the data sets.
    without = {
        plain(choice.variation.name): varied for choice, varied in examined if choice.variation.kind == "dataset"
    }
    if not without:
        return {}, 0
    fewest_of = {conclusion: _single(without, index) for index, conclusion in enumerate(conclusions)}
    # Searching is expensive: only what no single data set turns over is searched, and pairs only as time allows.
    open_ = [conclusion for conclusion in conclusions if fewest_of[conclusion] is None]
    pairs = _nearest([conclusion for conclusion in open_ if conclusion.kind == "pair"], as_it_is, original.test.alpha)
    pairs = pairs[: affordable(bare, original)]
    chosen = [conclusion for conclusion in open_ if conclusion.kind in ("best-ranked", "omnibus")] + pairs
    place = {conclusion: index for index, conclusion in enumerate(conclusions)}
    strengths = (
        {name: float(varied.strength[place[conclusion]]) for name, varied in without.items()} for conclusion in chosen
    )
    of_tests = [
        search_for(conclusion, bare, original, as_it_is, strength)
        for conclusion, strength in zip(chosen, strengths, strict=True)
    ]
    fewest_of |= _searched("sensitivity search", of_tests, bare, original, as_it_is, store)
    of_studies = _searches_of_sets(open_, fewest_of)
    fewest_of |= _searched("sensitivity sets", of_studies, bare, original, as_it_is, store)
    return {conclusion: fewest for conclusion, fewest in fewest_of.items() if fewest is not None}, len(pairs)


def _single(without: Mapping[str, Varied], index: int) -> Fewest | None:
    """Return the first data set whose omission alone turns a conclusion over."""
    for name, varied in without.items():
        if index in varied.flips:
            return Fewest((name,), varied.flips[index], exact=True)
    return None


def _searches_of_sets(open_: Sequence[Conclusion], fewest_of: _FewestOf) -> list[Search]:
    """Return searches for who may be named the best and for the order, among the sets found for other conclusions."""
    # Each attempt analyzes a whole study, which takes as long as a variation, so that no further sets are tried.
    sets = {fewest.datasets for fewest in fewest_of.values() if fewest is not None and len(fewest.datasets) > 1}
    attempts = tuple(Attempt(names, (len(names),)) for names in sorted(sets, key=lambda names: (len(names), names)))
    return [Search(conclusion, attempts) for conclusion in open_ if conclusion.kind in ("best", "order")]


def _searched(
    stage: str,
    searches: Sequence[Search],
    bare: Bare,
    original: VariedSetting,
    as_it_is: VariedConclusions,
    store: Store,
) -> _FewestOf:
    by_name = {f"{search.conclusion.kind} {search.conclusion.subject}": search for search in searches}
    results = store.map(stage, _search, bare, original, as_it_is, items=by_name, noun="conclusion")
    return {search.conclusion: fewest for search, fewest in zip(searches, results, strict=True)}


def _nearest(pairs: Sequence[Conclusion], as_it_is: VariedConclusions, alpha: float) -> list[Conclusion]:
    """Sort the pairs as they are searched: those with a leader first, then by how near p is to the level."""
    leaders = {name for names in as_it_is.conclusions[Conclusion("best-ranked")].verdict for name in names}

    def far(pair: Conclusion) -> tuple[bool, float]:
        p = as_it_is.conclusions[pair].p
        return leaders.isdisjoint(pair.subject), abs(np.log((1.0 if p is None else max(p, 1e-300)) / alpha))

    return sorted(pairs, key=far)


def _search(bare: Bare, original: VariedSetting, as_it_is: VariedConclusions, search: Search) -> Fewest | None:
    """Return the fewest that any of the attempts finds."""
    verdicts: dict[frozenset[str], Verdict | None] = {}
    base = as_it_is.conclusions[search.conclusion].verdict

    def verdict(left_out: Sequence[str]) -> Verdict | None:
        key = frozenset(left_out)
        if key not in verdicts:
            setting = replace(original, without_datasets=tuple(sorted(key)))
            verdicts[key] = verdict_on(bare, setting, search.conclusion)
        return verdicts[key]

    def flips(left_out: Sequence[str]) -> bool:
        return verdict(left_out) not in (None, base)

    best: tuple[str, ...] = ()
    for attempt in search.attempts:
        candidate = _shortest_start(attempt, flips, search.exact, len(best))
        if candidate and not search.exact:
            # Where a test is no sum over the data sets, the effect of omitting several differs from the sum of their
            # single effects, so that a set found in the order of single effects may have some that are not needed.
            candidate = least(candidate, flips)
        if candidate and (not best or len(candidate) < len(best)):
            best = candidate
    turned_to = verdict(best) if best else None
    return None if turned_to is None else Fewest(best, turned_to, search.exact or len(best) <= 2)


def _shortest_start(
    attempt: Attempt, flips: Callable[[Sequence[str]], bool], rising: bool, fewer_than: int
) -> tuple[str, ...]:
    """Return the shortest start of an attempt's order that turns the conclusion over; empty where none does."""
    order = attempt.order
    numbers = [number for number in attempt.numbers if not fewer_than or number < fewer_than]
    if rising:  # where a start turns it over, every longer one does: bisection finds the shortest
        place = bisect_left(numbers, x=True, key=lambda number: flips(order[:number]))
        return order[: numbers[place]] if place < len(numbers) else ()
    return next((order[:number] for number in numbers if flips(order[:number])), ())


_KINDS = ("omnibus", "best-ranked", "best", "order", "pair")

_ONE_DATASET = "Nothing was varied: conclusions over data sets need at least two of them; there is one."
RANKS_ONLY = "Nothing was varied: only average ranks were given, from which nothing can be omitted."


def vary(
    scores: MetricResults,
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
    """Repeat the study with each of its choices changed."""
    if not isinstance(scores, MetricScores):
        return Sensitivity(why=RANKS_ONLY)
    if scores.n_datasets < 2:
        return Sensitivity(why=_ONE_DATASET)
    if tested.over is None:
        return Sensitivity(why=say("Nothing was varied. {}", tested.left_out["over"]))
    # The first of several tests and adjustments decides; who may be named the best rests on all omnibus tests.
    original = VariedSetting(
        rank=rank,
        test=test.model_copy(update={"omnibus": tuple(tested.omnibus), "within": "none", "tuning_runs": 0, "also": ()}),
        adjust=next((method for method in methods if method.name == adjusted.deciding), None),
        order=order if ordered.ranking else None,
    )
    bare = _bare(scores, costs, ordered, store)
    as_it_is = conclude_varied(bare, original)
    if as_it_is.why:
        return Sensitivity(why=say("Nothing was varied: {}.", as_it_is.why))
    conclusions = tuple(sorted(as_it_is.conclusions, key=lambda conclusion: _KINDS.index(conclusion.kind)))
    all_choices = list(choices(scores, groups, costs, original, options))
    possible = [choice for choice in all_choices if not choice.why]
    settings = {f"{choice.variation.kind} {plain(choice.variation.name)}": choice.setting for choice in possible}
    varied = store.map(
        "sensitivity variations", _examine_one, bare, conclusions, as_it_is, items=settings, noun="variation"
    )
    summed_up = _summed_up(
        scores, original, as_it_is, conclusions, all_choices, list(zip(possible, varied, strict=True)), bare, store
    )
    return replace(summed_up, led=leaders_by_aggregation(scores, ranked(scores, rank), groups, options.measures))


def _bare(scores: MetricScores, costs: Mapping[str, Costs], ordered: Ordered, store: Store) -> Bare:
    """Return what variations are computed from: means, costs, and tests within data sets that they do not change."""
    within: dict[str, PairsWithin | None] = {}  # where the order rests on tests of all pairs on each data set
    if ordered.within.orders and ordered.within.test != "none":
        each = store.on_datasets("order within", compare_pairs_within, ordered.within.test, scores=scores)
        within = dict(zip(scores.datasets, each, strict=True))
    no_folds = (None,) * scores.n_datasets
    means_alone = replace(scores, folds=no_folds, outcomes=(), examples=(), not_outcomes=(), validation=None)
    return Bare(means_alone, costs, within)


def _examine_one(
    bare: Bare, conclusions: Sequence[Conclusion], as_it_is: VariedConclusions, setting: VariedSetting
) -> Varied:
    return compare_with(conclusions, as_it_is, conclude_varied(bare, setting))


def compare_with(conclusions: Sequence[Conclusion], as_it_is: VariedConclusions, varied: VariedConclusions) -> Varied:
    """Compare what a varied study concludes with what the study as it is concludes."""
    unknown = np.full(len(conclusions), np.nan)
    if varied.why:
        return Varied({}, tuple(range(len(conclusions))), unknown, unknown, varied.why)
    # A verdict counts as turned over only where the varied study can still say what the study says. Without an
    # algorithm the order of the others is compared, but a conclusion about that algorithm is silent, and so is
    # "X leads" without X: another leader is then certain and says nothing of the stability of the conclusion.
    both = [name for name in as_it_is.algorithms if name in varied.algorithms]
    gone = {*as_it_is.algorithms} - {*both}
    flips, silent, p, strength = {}, [], unknown.copy(), unknown.copy()
    for index, conclusion in enumerate(conclusions[: len(conclusions) - len(as_it_is.pairs.p)]):  # pairs come last
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
    of_pairs = len(conclusions) - len(shared) + np.arange(len(shared))
    p[of_pairs[shared]], strength[of_pairs[shared]] = varied.pairs.p[place], varied.pairs.strength[place]
    differs = varied.pairs.better[place] != as_it_is.pairs.better[shared]
    flips |= {
        index: varied.verdict_on(pair)
        for index, pair in zip(of_pairs[shared][differs].tolist(), place[differs].tolist(), strict=True)
    }
    return Varied(flips, (*silent, *of_pairs[~shared].tolist()), p, strength)


def _shared_pairs(as_it_is: VariedConclusions, varied: VariedConclusions) -> tuple[BoolArray, IntArray]:
    """Return which pairs of a study a varied one has too, and where it has these."""
    k = len(varied.algorithms)
    position = {name: index for index, name in enumerate(varied.algorithms)}
    places_there = np.array([position.get(name, k) for name in as_it_is.algorithms])  # k: it is left out
    places = np.full((k + 1, k + 1), -1)
    places[tuple(varied.pairs.pairs.T)] = np.arange(len(varied.pairs.p))
    place = places[tuple(places_there[as_it_is.pairs.pairs].T)]
    return place >= 0, place[place >= 0]


def _summed_up(
    scores: MetricScores,
    original: VariedSetting,
    as_it_is: VariedConclusions,
    conclusions: Sequence[Conclusion],
    all_choices: Sequence[VariedChoice],
    varied_studies: Sequence[tuple[VariedChoice, Varied]],
    bare: Bare,
    store: Store,
) -> Sensitivity:
    examined = [(choice, varied) for choice, varied in varied_studies if not varied.why]
    skipped = [(choice.variation, choice.why) for choice in all_choices if choice.why]
    skipped += [(choice.variation, varied.why) for choice, varied in varied_studies if varied.why]
    fewest, searched = look_for_fewest(bare, original, as_it_is, conclusions, examined, store)
    return Sensitivity(
        variations=tuple(choice.variation for choice, _ in examined),
        conclusions=tuple(
            replace(stability, fewest=fewest.get(stability.conclusion))
            for stability in _stabilities(conclusions, as_it_is, examined)
        ),
        alpha=original.test.alpha,
        omnibus=next(iter(original.test.omnibus), ""),
        pairwise=original.test.pairwise.name,
        adjust="" if original.adjust is None else original.adjust.name,
        searched=searched,
        unit=power_of_ten(scores),
        skipped=tuple(skipped),
    )


def _stabilities(
    conclusions: Sequence[Conclusion], as_it_is: VariedConclusions, examined: Sequence[tuple[VariedChoice, Varied]]
) -> Iterator[Stability]:
    kinds = [conclusion.kind for conclusion in conclusions]
    flips: list[dict[int, Verdict]] = [{} for _ in conclusions]
    tried: dict[str, IntArray] = {}  # by kind of variation, how many say anything about each conclusion
    stands: dict[str, IntArray] = {}
    for place, (choice, varied) in enumerate(examined):
        kind = choice.variation.kind
        tells = np.array([kind not in _TOUCHED or conclusion_kind in _TOUCHED[kind] for conclusion_kind in kinds])
        tells[list(varied.silent)] = False
        flipped = [index for index in varied.flips if tells[index]]
        for index in flipped:
            flips[index][place] = varied.flips[index]
        tried[kind] = tried.get(kind, 0) + tells
        tells[flipped] = False
        stands[kind] = stands.get(kind, 0) + tells
    counts = {kind: list(zip(stands[kind].tolist(), number.tolist(), strict=True)) for kind, number in tried.items()}
    p = np.array([varied.p for _, varied in examined]).reshape(len(examined), len(conclusions)).T.copy()
    for index, conclusion in enumerate(conclusions):
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
