"""A study with one choice made otherwise, and in which orders data sets are omitted together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.core.scores import Costs, FloatArray, IntArray, MetricResults, MetricScores
from rankpress.stages.adjust import Adjusted, adjusted_p, at_level, signed_by_dataset
from rankpress.stages.conclude import (
    DIFFER,
    Concluded,
    Conclusion,
    Conclusions,
    Verdict,
    best_ranked,
    concluded_best,
    concluded_order,
    concluded_over,
    find_best,
)
from rankpress.stages.missing import retained_by
from rankpress.stages.order import (
    Ordered,
    PairsWithin,
    better_by,
    find_priors,
    order_from_places,
    places_by,
    ranks_by_tests,
    why_no_order,
)
from rankpress.stages.rank import Ranking, rank
from rankpress.stages.test import Tested, omnibus_test, run_tests
from rankpress.stages.within import turn_pairs
from rankpress.stats.pairs import all_pairs
from rankpress.wording.text import Prose

if TYPE_CHECKING:
    from rankpress.spec.model import AdjustMethod, OrderOptions, RankOptions, TestOptions


TOO_FEW_DATASETS = "it leaves fewer than two data sets"
TOO_FEW_ALGORITHMS = "it leaves fewer than two algorithms"
NO_CONTROL = "it leaves out the control"


@dataclass(frozen=True)
class Bare:
    """The scores of a metric as far as conclusions over the data sets rest on them; it can be pickled."""

    scores: MetricScores  # without folds, test examples and validation scores
    costs: Mapping[str, Costs]  # all that were read
    # tests of all pairs on each data set, which are not made again; empty where the order rests on none
    within: Mapping[str, PairsWithin | None]


@dataclass(frozen=True)
class VariedSetting:
    """All settings that decide what is concluded, and what is omitted."""

    rank: RankOptions
    test: TestOptions  # with the one omnibus test that decides
    adjust: AdjustMethod | None  # the one that decides
    order: OrderOptions | None
    without_datasets: tuple[str, ...] = ()
    without_algorithms: tuple[str, ...] = ()
    decimals: int | None = None  # to how many places after the point means are rounded, below 0 before it
    missing: str | None = None  # the missing policy, where it is another


@dataclass(frozen=True)
class PairVerdicts:
    """What a study concludes of pairs of algorithms, of which there may be tens of thousands."""

    pairs: IntArray  # (n_pairs, 2): places of the algorithms, that of the first name in alphabetical order first
    better: IntArray  # (n_pairs,): 1 where the first is significantly better, -1 where the second is, else 0
    p: FloatArray  # (n_pairs,): adjusted
    strength: FloatArray  # (n_pairs,): as in `Varied`


NO_PAIRS = PairVerdicts(np.empty((0, 2), dtype=np.int64), np.empty(0, dtype=np.int64), np.empty(0), np.empty(0))


@dataclass(frozen=True)
class VariedConclusions:
    """What a varied study concludes."""

    algorithms: tuple[str, ...]  # those that it has
    others: Conclusions  # all but those on pairs, without their methods
    strength: Mapping[Conclusion, float]  # as in `Varied`, without the pairs
    pairs: PairVerdicts = NO_PAIRS
    why: Prose = ""  # why there are none

    def verdict_on(self, pair: int) -> Verdict:
        """Say which of a pair is significantly better."""
        better = int(self.pairs.better[pair])
        winner = int(self.pairs.pairs[pair, 0 if better > 0 else 1])
        return ((self.algorithms[winner],),) if better else ()

    @cached_property
    def conclusions(self) -> Conclusions:
        """All conclusions without their methods, those on pairs last."""
        names, p = self.algorithms, self.pairs.p.tolist()
        return self.others | {
            Conclusion("pair", "", (names[a], names[b])): Concluded(self.verdict_on(pair), p[pair])
            for pair, (a, b) in enumerate(self.pairs.pairs.tolist())
        }


def conclude_varied(bare: Bare, setting: VariedSetting) -> VariedConclusions:
    """Rank, test, adjust and order as a study with these settings does."""
    scores = _scores(bare.scores, setting)
    why = _too_little(scores, setting)
    if why:
        return VariedConclusions(scores.algorithms, {}, {}, why=why)
    ranking = rank(scores, setting.rank)
    tested = run_tests(scores, ranking, setting.test, None)
    adjusted = _adjusted(scores, ranking, tested, setting)
    if adjusted.left_out:
        return VariedConclusions(scores.algorithms, {}, {}, why=next(iter(adjusted.left_out.values())))
    adjusted = at_level(ranking, tested, adjusted, setting.test.alpha)
    names = scores.algorithms
    placed = _order(bare, scores, ranking, setting)
    concluded_of = concluded_over(names, ranking, tested, adjusted)
    concluded_of |= concluded_best(names, find_best(ranking, tested, adjusted, placed))
    concluded_of |= concluded_order(names, placed)
    plain = {
        replace(conclusion, method=""): concluded
        for conclusion, concluded in concluded_of.items()
        if conclusion.kind != "groups" and conclusion.method in ("", *setting.test.omnibus[:1])
    }
    strength = {
        conclusion: float(_log(np.array(concluded.p)))
        for conclusion, concluded in plain.items()
        if conclusion.kind == "omnibus" and concluded.p is not None
    }
    return VariedConclusions(names, plain, strength, _of_pairs(names, tested, adjusted))


def verdict_on(bare: Bare, setting: VariedSetting, about: Conclusion) -> Verdict | None:
    """Return the verdict of `conclude_varied` on one conclusion, computing only what this depends on."""
    if about.kind not in ("best-ranked", "omnibus", "pair"):
        concluded = conclude_varied(bare, setting).others.get(about)
        return None if concluded is None else concluded.verdict
    scores = _scores(bare.scores, setting)
    if _too_little(scores, setting):
        return None
    ranking = rank(scores, setting.rank)
    if about.kind == "best-ranked":
        return best_ranked(dict(zip(scores.algorithms, ranking.average.tolist(), strict=True)))
    if about.kind == "omnibus":
        if ranking.is_of_two:
            return None
        omnibus = omnibus_test(scores, ranking, setting.test.omnibus[0])
        return DIFFER if omnibus.rejects(setting.test.alpha) else ()
    tested = run_tests(scores, ranking, setting.test.model_copy(update={"omnibus": ()}), None)
    adjusted = _adjusted(scores, ranking, tested, setting)
    examined = VariedConclusions(scores.algorithms, {}, {}, _of_pairs(scores.algorithms, tested, adjusted))
    place = {name: index for index, name in enumerate(scores.algorithms)}
    pair = [place.get(name, -1) for name in about.subject]
    same_pair = np.flatnonzero((examined.pairs.pairs == pair).all(axis=1))
    return examined.verdict_on(int(same_pair[0])) if same_pair.size else None


def _adjusted(scores: MetricResults, ranking: Ranking, tested: Tested, setting: VariedSetting) -> Adjusted:
    methods = () if setting.adjust is None else (setting.adjust,)
    return adjusted_p(ranking, tested, methods, setting.test.alpha, signed_by_dataset(scores, tested, methods))


def _too_little(scores: MetricScores, setting: VariedSetting) -> str:
    if len(scores.datasets) < 2:
        return TOO_FEW_DATASETS
    if len(scores.algorithms) < 2:
        return TOO_FEW_ALGORITHMS
    if setting.test.control is not None and setting.test.control not in scores.algorithms:
        return NO_CONTROL
    return ""


def _scores(scores: MetricScores, setting: VariedSetting) -> MetricScores:
    """Return the scores of a study with these settings."""
    if setting.missing is not None:
        scores = under_policy(scores, setting.missing)
    rows = [index for index, name in enumerate(scores.datasets) if name not in setting.without_datasets]
    columns = [index for index, name in enumerate(scores.algorithms) if name not in setting.without_algorithms]
    means: FloatArray = scores.means[np.ix_(rows, columns)]
    if setting.without_algorithms and scores.missing.left_open:
        is_retained = np.count_nonzero(~np.isnan(means), axis=1) >= 2  # as the policy has it
        rows, means = [row for row, retained in zip(rows, is_retained, strict=True) if retained], means[is_retained]
    return replace(
        scores,
        datasets=tuple(scores.datasets[row] for row in rows),
        algorithms=tuple(scores.algorithms[column] for column in columns),
        means=means if setting.decimals is None else np.round(means, setting.decimals),
    )


def under_policy(scores: MetricScores, policy: str) -> MetricScores:
    """Return the scores under another missing policy."""
    coverage = scores.missing.coverage
    if coverage is None:
        raise ValueError("nothing is known of what is missing")
    complete = np.where(coverage.present, scores.means if scores.unreduced is None else scores.unreduced, np.nan)
    rows, columns = retained_by(policy, ~coverage.present)
    return replace(
        scores,
        datasets=tuple(np.array(coverage.datasets, dtype=object)[rows].tolist()),
        algorithms=tuple(np.array(coverage.algorithms, dtype=object)[columns].tolist()),
        means=complete[np.ix_(rows, columns)],
        missing=replace(scores.missing, policy=policy, imputed=()),
    )


def _order(bare: Bare, scores: MetricResults, ranking: Ranking, setting: VariedSetting) -> Ordered:
    """Return the order, from the tests that were made within data sets; none where it cannot be made of them."""
    options = setting.order
    divided = bool(bare.within)
    if options is None or ranking.has_gaps or why_no_order(scores, bare.costs, options):
        return Ordered()
    priors = find_priors(scores, ranking, bare.costs, options)
    places = decided = None
    if divided:
        if not set(scores.datasets) <= set(bare.within) or not set(scores.algorithms) <= set(bare.scores.algorithms):
            return Ordered(prior=priors.over_all)
        # where the pairs of these algorithms stand among those of all; the order of both is the same
        present = np.isin(np.array(bare.scores.algorithms, dtype=object), np.array(scores.algorithms, dtype=object))
        index = np.flatnonzero(present[all_pairs(len(present))].all(axis=1))
        on_each = [bare.within[dataset] for dataset in scores.datasets]
        better = [
            None
            if tests is None
            else better_by(PairsWithin(tests.p[index], tests.difference[index]), prior, options, setting.test.alpha)
            for tests, prior in zip(on_each, priors.on_datasets, strict=True)
        ]
        places, decided = places_by(better, priors.on_datasets), ranks_by_tests(better, len(scores.algorithms))
    alpha, on_datasets = setting.test.alpha, (places, decided)
    return order_from_places(scores, ranking, on_datasets, priors, options, alpha)


def _of_pairs(names: tuple[str, ...], tested: Tested, adjusted: Adjusted) -> PairVerdicts:
    over, method = tested.over, adjusted.deciding
    if over is None or method is None:
        return NO_PAIRS
    p = adjusted.p[method]
    place = np.argsort(sorted(range(len(names)), key=names.__getitem__))[over.pairs]
    is_reversed = place[:, 0] > place[:, 1]
    favours = np.where(is_reversed, -over.favours, over.favours)
    better = np.where(p <= adjusted.alpha, favours, 0)
    return PairVerdicts(turn_pairs(over.pairs, is_reversed), better, p, favours * _log(over.p))


def _log(p: FloatArray) -> FloatArray:
    return np.asarray(-np.log10(np.maximum(p, 1e-300)))


_EACH_NUMBER = 12  # of data sets is tried up to this one; then every half as many again
_MOST_SECONDS = 40.0


@dataclass(frozen=True)
class Attempt:
    """An order in which data sets are omitted, and how many of the first of them are tried together."""

    order: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Search:
    """A conclusion whose fewest data sets are looked for."""

    conclusion: Conclusion
    attempts: tuple[Attempt, ...]
    # whether the smallest set of the attempts that turns the conclusion over is the smallest of all sets; then, along
    # the order of an attempt, more data sets turn it over wherever fewer do
    exact: bool = False


def search_for(
    conclusion: Conclusion,
    bare: Bare,
    original: VariedSetting,
    as_it_is: VariedConclusions,
    strength: Mapping[str, float],
) -> Search:
    """Return the orders in which data sets are omitted: first those that support the present verdict most."""
    verdict = as_it_is.conclusions[conclusion].verdict
    if conclusion.kind == "best-ranked":
        return Search(conclusion, _against_leader(bare, original), exact=True)
    if conclusion.kind == "pair" and _by_sums_of_ranks(original):
        return Search(conclusion, _against_pair(bare, original, conclusion, verdict), exact=True)
    names, each = list(strength), np.array(list(strength.values()))
    winner = next((winners[0] for winners in verdict), "")
    signs: tuple[int, ...] = (1, -1)  # a pair of which neither is better becomes another by either
    if conclusion.kind == "omnibus":
        signs = (1,) if winner else (-1,)
    elif winner:
        signs = (1 if winner == conclusion.subject[0] else -1,)
    orders = (np.argsort(sign * each, kind="stable") for sign in signs)
    numbers = _numbers(len(names) // 2)
    return Search(conclusion, tuple(Attempt(tuple(names[index] for index in order), numbers) for order in orders))


def _by_sums_of_ranks(original: VariedSetting) -> bool:
    of_average_ranks = PAIRWISE[original.test.pairwise.name].uses == "average-ranks"
    return of_average_ranks and (original.adjust is None or ADJUSTMENTS[original.adjust.name].single_step)


def _against_leader(bare: Bare, original: VariedSetting) -> tuple[Attempt, ...]:
    """For each rival of a single leader, the data sets by how far the leader is before it there."""
    ranking = rank(bare.scores, original.rank)
    if ranking.ranks is None or ranking.has_gaps or len(ranking.best) > 1:
        return ()
    [leader] = ranking.best
    ahead = np.delete(ranking.ranks - ranking.ranks[:, [leader]], leader, axis=1)
    return tuple(_rising(bare, of_rival, -1) for of_rival in ahead.T)


def _against_pair(bare: Bare, original: VariedSetting, conclusion: Conclusion, verdict: object) -> tuple[Attempt, ...]:
    """Return the data sets by how far the better of two is before the other; where neither is, by either."""
    ranks = rank(bare.scores, original.rank).ranks
    if ranks is None:
        return ()
    a, b = (bare.scores.algorithms.index(name) for name in conclusion.subject)
    ahead: FloatArray = ranks[:, b] - ranks[:, a]
    if verdict:
        return (_rising(bare, ahead if ahead.sum() > 0 else -ahead, -1),)
    return _rising(bare, ahead, 1), _rising(bare, -ahead, 1)


def _rising(bare: Bare, ahead: FloatArray, sign: int) -> Attempt:
    """The data sets in the order that moves the statistic most, and the numbers at which it is further than before."""
    # Up to a factor the statistic of average ranks is the sum of `ahead` over the root of the number of data sets. With
    # a sign of -1 it is to fall, with 1 to rise.
    # Why this is exact: of all sets of m data sets, leaving out the m with the largest `ahead` makes the sum smallest,
    # and the root of the number depends on m alone, so no other set of m moves the statistic further. A number whose
    # statistic is no further than that of a smaller one cannot be the fewest and is not tried; over the numbers that
    # remain the verdict changes once, which is what lets `_first` bisect.
    order = np.argsort(sign * ahead, kind="stable")
    number = np.arange(len(ahead) // 2 + 1)
    remaining = ahead.sum() - np.concatenate([[0.0], np.cumsum(ahead[order])])[number]
    moved = sign * remaining / np.sqrt(len(ahead) - number)
    further = number[1:][moved[1:] > np.maximum.accumulate(moved)[:-1]]
    return Attempt(tuple(bare.scores.datasets[row] for row in order), tuple(further.tolist()))


def _numbers(most: int) -> tuple[int, ...]:
    """Return how many data sets are omitted together, at most so many."""
    numbers = [*range(1, min(_EACH_NUMBER, most) + 1)]
    while numbers and numbers[-1] < most:
        numbers.append(min(most, numbers[-1] * 3 // 2))
    return tuple(numbers)


def affordable(bare: Bare, original: VariedSetting) -> int:
    """How many pairs are searched, by a rough figure of how long a search takes that is the same on every machine."""
    n, k = len(bare.scores.datasets), len(bare.scores.algorithms)
    # Rough constants instead of a clock: what a report says must not depend on the machine that computes it.
    seconds = 0.002 + 1.2e-7 * n * k**2  # a test of all pairs
    if original.adjust is not None and ADJUSTMENTS[original.adjust.name].stand_in:
        seconds += 0.002 + 7e-7 * k**3 if original.test.pairwise.name == "rank-z" else 2.6e-5 * 2.0**k
    exact = _by_sums_of_ranks(original)
    tests = 2 * max(1, n // 2).bit_length() if exact else 2 * len(_numbers(n // 2)) + n // 2
    return max(1, int(_MOST_SECONDS / (seconds * tests)))
