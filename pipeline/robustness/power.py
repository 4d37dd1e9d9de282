"""The power stage: simulated power over numbers of data sets and differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rankpress.cache.store import Store
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.core.plain_data import picked
from rankpress.core.scores import FloatArray, IntArray, MetricResults, MetricScores
from rankpress.robustness.draws import MOST_IN_POWER, MOST_SIGNS, complete_datasets, which_pairs, with_fewer_signs
from rankpress.stages.adjust import Adjusted
from rankpress.stages.rank import Ranking
from rankpress.stages.test import Tested
from rankpress.stats.arrays import standard_deviation
from rankpress.stats.simulated_power import (
    UNADJUSTED,
    Detections,
    Reached,
    Searched,
    SimulatedStudy,
    find_in_draws,
    reached,
    search_sizes,
    search_smallest,
)
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, join, references, say

if TYPE_CHECKING:
    from rankpress.spec.model import AdjustMethod, PairwiseMethod, PowerOptions, RankOptions


@dataclass(frozen=True)
class BySize:
    """How often a difference is found, by the number of data sets."""

    sizes: tuple[int, ...]  # those requested, and further ones about the places where the target's power is reached
    right: IntArray  # right, wrong: (n_sizes, n_procedures): drawn studies that found the better one better, and worse
    wrong: IntArray
    # by procedure, the number of data sets from which on it is found with the target's power
    needed: tuple[Reached, ...]


@dataclass(frozen=True)
class PairPower:
    """The power of the comparison of two algorithms."""

    a: int  # a, b: the better ranked, which is the better one by the differences that are simulated, and the other
    b: int
    spread: float  # standard deviation of their observed differences over the data sets
    by_size: tuple[BySize, ...]  # one a difference worth having
    by_difference: Searched  # at the study's own number of data sets


@dataclass(frozen=True)
class Powered:
    """The simulated power of the procedures of a study in one metric."""

    effects: tuple[float, ...]  # differences worth having, in the unit of the metric
    sizes: tuple[int, ...]  # numbers of data sets that were requested, the study's own among them
    n_datasets: int  # the study's own: data sets with all results, from which others are drawn
    # the pairwise test by itself, which is `rankpress.stats.simulated_power.UNADJUSTED`, then the adjustments
    procedures: tuple[str, ...]
    test: str
    model: str
    alpha: float
    target: float
    draws: int
    seed: int
    each: tuple[PairPower, ...]  # one a pair, in order of the ranks; empty where none could be made
    left_out: Mapping[str, Prose]  # a pair, or "all", to the reason in a sentence
    notes: tuple[Prose, ...]  # sentences the report must print

    @property
    def deciding(self) -> int:
        """Which procedure decides groups and bold face: the first adjustment, or where there is none the test."""
        return min(1, len(self.procedures) - 1)


@dataclass(frozen=True)
class SimulatedSetting:
    """All that the simulations of a metric rest on but the pair and the difference; it can be pickled."""

    scores: FloatArray  # (n_datasets, n_algorithms) float array: higher is better
    pairs: IntArray  # (n_pairs, 2) int array: the comparisons of the study
    # further keywords of `rankpress.stats.simulated_power.SimulatedStudy`, of which methods stand by their names
    study: Mapping[str, object]
    target: float
    draws: int
    seed: int


_MOST_KEPT = 5_000_000  # p-values, from one difference to the next


def by_size(setting: SimulatedSetting, requested: tuple[int, ...], piece: tuple[int, float]) -> BySize:
    """Simulate a difference of a pair on each number of data sets, and on those about where the power is enough."""
    pair, difference = piece
    study = _study(setting, pair)
    wrong: dict[int, IntArray] = {}

    def counts_at(size: int) -> IntArray:
        detections = _simulated_findings(setting, study, difference, size)
        wrong[size] = detections.wrong
        return detections.right

    sizes, right = search_sizes(counts_at, requested, setting.draws, setting.target)
    needed = tuple(reached(sizes, column, setting.draws, setting.target) for column in right.T)
    return BySize(sizes, right, np.array([wrong[size] for size in sizes]), needed)


def by_difference(setting: SimulatedSetting, pair: int) -> Searched:
    """Simulate differences of a pair on the study's own number of data sets, to where the power is enough."""
    study = _study(setting, pair)
    a, b = setting.pairs[pair]
    n = len(setting.scores)
    retained = setting.draws * len(setting.pairs)
    at_rest = np.full((setting.draws, len(setting.pairs)), np.nan) if retained <= _MOST_KEPT else None

    def counts_at(difference: float) -> IntArray:
        return _simulated_findings(setting, study, difference, n, at_rest).right

    # about what a t test finds with a power of 0.8 at the level of 0.05
    typical = 2.8 * float(standard_deviation(setting.scores[:, a] - setting.scores[:, b])) / np.sqrt(n)
    return search_smallest(counts_at, setting.draws, setting.target, typical)


def _study(setting: SimulatedSetting, which: int) -> SimulatedStudy:
    keywords: Any = dict(setting.study)
    test, adjustments = PAIRWISE[keywords.pop("test")], keywords.pop("adjustments")
    chosen = [(ADJUSTMENTS[name], options) for name, options in adjustments.items()]
    return SimulatedStudy(setting.scores, setting.pairs, which, test, adjustments=chosen, **keywords)


def _simulated_findings(
    setting: SimulatedSetting, study: SimulatedStudy, difference: float, size: int, at_rest: FloatArray | None = None
) -> Detections:
    # the same data sets for all pairs and differences, so that what differs between these is not chance
    generator = np.random.default_rng(np.random.SeedSequence(setting.seed, spawn_key=(size,)))
    return find_in_draws(study, difference, size, setting.draws, generator, at_rest)


MOST_PAIRS = 10
_FEWEST_DATASETS = 3
_LARGEST = 1e290  # differences of many times its size are tried, and floats end at 1.8e308


def simulate_power(
    scores: MetricResults,
    ranking: Ranking,
    tested: Tested,
    adjusted: Adjusted,
    options: PowerOptions,
    rank: RankOptions,
    alpha: float,
    pairwise: PairwiseMethod,
    methods: tuple[AdjustMethod, ...],
    store: Store,
) -> Powered:
    """Simulate how often studies on more or fewer data sets would find the differences worth having."""
    left_out: dict[str, Prose] = {}
    notes: list[Prose] = []
    powers: tuple[PairPower, ...] = ()
    rows = _complete(scores, tested, left_out, notes)
    adjustments = _adjustments(methods, options, adjusted, len(scores.algorithms), left_out)
    n, effects = (scores.n_datasets if rows is None else len(rows)), options.effects_of(scores.name)
    if rows is not None and isinstance(scores, MetricScores) and tested.over is not None:
        setting = SimulatedSetting(
            scores=scores.oriented[rows],
            pairs=tested.over.pairs,
            study=_tests(rank, alpha, pairwise, options, adjustments, tested.control is not None, notes),
            **picked(options, "target draws seed"),
        )
        notes += _too_large(setting.scores, effects)
        chosen = _requested_pairs(scores, ranking, tested.over.pairs, options)
        chosen = [pair for pair in chosen if _varies(scores, setting, pair, left_out)]
        powers = tuple(_simulated(store, scores, setting, options.sizes_with(n), chosen, effects))
    return Powered(
        effects=effects,
        sizes=options.sizes_with(n),
        n_datasets=n,
        procedures=(UNADJUSTED, *adjustments),
        test=pairwise.name,
        alpha=alpha,
        **picked(options, "model target draws seed"),
        each=powers,
        left_out=left_out,
        notes=tuple(notes),
    )


def _complete(scores: MetricResults, tested: Tested, left_out: dict[str, Prose], notes: list[Prose]) -> IntArray | None:
    """Return the data sets that others can be drawn from: those with all results."""
    if not isinstance(scores, MetricScores):
        left_out["all"] = "Simulated power needs the scores on each data set; only average ranks were given."
        return None
    if tested.over is None:
        left_out["all"] = say("No power was simulated. {}", tested.left_out["over"])
        return None
    rows = complete_datasets(scores.oriented)
    gaps = [name for row, name in enumerate(scores.datasets) if row not in set(rows.tolist())]
    if len(rows) < _FEWEST_DATASETS:
        left_out["all"] = (
            f"Simulated power needs the spread of differences over {_FEWEST_DATASETS} data sets with all results;"
            f" {counted(len(rows), 'data set')} {'has' if len(rows) == 1 else 'have'} them."
        )
        return None
    if np.abs(scores.oriented[rows]).max() > _LARGEST:
        left_out["all"] = f"Simulated power needs scores that can be moved; some are beyond {_LARGEST:g}."
        return None
    if gaps:
        message = (
            "The spread for simulated power leaves out {}, where results are missing: simulated studies have no gaps."
        )
        notes.append(say(message, join(references("datasets", gaps), ", ")))
    return rows


def _adjustments(
    methods: tuple[AdjustMethod, ...], options: PowerOptions, adjusted: Adjusted, k: int, left_out: dict[str, Prose]
) -> dict[str, dict[str, Any]]:
    """Return the adjustments to simulate: those requested, or all of the study's that are quick enough."""
    results: dict[str, dict[str, Any]] = {}
    for method in methods:
        if method.name not in adjusted.p or method.name == UNADJUSTED:  # the test by itself is always simulated
            continue
        if ADJUSTMENTS[method.name].by_signs:
            left_out[method.name] = (
                f"{ADJUSTMENTS[method.name].title} was not simulated, which would draw signs for every simulated study."
            )
            continue
        stand_in = ADJUSTMENTS[method.name].stand_in
        if options.adjust is None and stand_in is not None and k > MOST_IN_POWER:
            # It may be the only adjustment, and the power of the test without any would promise too much.
            results.setdefault(stand_in, {})
            left_out[method.name] = (
                f"{ADJUSTMENTS[method.name].title} was not simulated, which takes long with {counted(k, 'algorithm')}."
                " It rejects whatever Shaffer's static procedure does, which stands in for it: its power is at least as"
                " large, and it needs no more data sets. Named in power.adjust it is simulated."
            )
        elif options.adjust is None or method.name in options.adjust:
            results[method.name] = method.options
    return results


def _tests(
    rank: RankOptions,
    alpha: float,
    pairwise: PairwiseMethod,
    power: PowerOptions,
    adjustments: dict[str, dict[str, Any]],
    control: bool,
    notes: list[Prose],
) -> dict[str, Any]:
    """Return how simulated studies are tested: as this one is."""
    options = with_fewer_signs(pairwise.options)
    if options != pairwise.options:
        notes.append(
            f"In simulated studies the permutation test uses {MOST_SIGNS:,} random signs where the data sets are too"
            " many for all, fewer than in this study."
        )
    if PAIRWISE[pairwise.name].one_sign:
        options["crossing"] = True
        notes.append("In simulated studies two scores of different sign have a relative difference of 2, its bound.")
    return {
        "test": pairwise.name,
        "alpha": alpha,
        "options": options,
        "adjustments": adjustments,
        "control": control,
        "ties": rank.ties,
        "tolerance": rank.tolerance,
        "model": power.model,
    }


def _too_large(scores: FloatArray, effects: tuple[float, ...]) -> Iterator[str]:
    """Yield what hints at a difference in another unit, such as percent of an accuracy from 0 to 1."""
    widest = float(np.ptp(scores))
    for effect in effects:
        if effect > widest > 0:
            yield (
                f"A difference of {effect:g} is larger than that of the highest and the lowest score of the study,"
                f" {widest:.3g}. It should be in the unit of the metric."
            )


def _requested_pairs(scores: MetricResults, ranking: Ranking, pairs: IntArray, options: PowerOptions) -> list[int]:
    """Return which of the comparisons, those that are requested or those of the best ranked algorithm."""
    if options.pairs is not None:
        return which_pairs(scores.algorithms, pairs, options.pairs)
    places = np.argsort(ranking.best_first)[pairs]
    of_all = len(pairs) > len(ranking.average) - 1
    chosen = [index for index, place in enumerate(places.tolist()) if 0 in place or not of_all]
    by_distance = sorted(chosen, key=lambda pair: (abs(places[pair][0] - places[pair][1]), places[pair].min()))[
        :MOST_PAIRS
    ]
    return sorted(by_distance, key=lambda pair: tuple(sorted(places[pair].tolist())))


def _varies(scores: MetricResults, setting: SimulatedSetting, which: int, left_out: dict[str, Prose]) -> bool:
    a, b = setting.pairs[which]
    differences: FloatArray = setting.scores[:, a] - setting.scores[:, b]
    if np.ptp(differences) > 1e-12 * np.abs(setting.scores[:, [a, b]]).max():
        return True
    pair = references("algorithms", (scores.algorithms[index] for index in (a, b)))
    message = (
        "The difference of {} and {} is the same on all data sets, so that there is no spread to simulate power from."
    )
    left_out[_pair_name(scores, setting, which)] = say(message, *pair)
    return False


def _pair_name(scores: MetricResults, setting: SimulatedSetting, which: int) -> str:
    return " and ".join(scores.algorithms[pair] for pair in setting.pairs[which])


def _simulated(
    store: Store,
    scores: MetricResults,
    setting: SimulatedSetting,
    sizes: tuple[int, ...],
    pairs: list[int],
    effects: tuple[float, ...],
) -> Iterator[PairPower]:
    names = {which: _pair_name(scores, setting, which) for which in pairs}
    sized = {f"a difference of {effect:g} of {names[which]}": (which, effect) for which in pairs for effect in effects}
    at_sizes = iter(store.map("power sizes", by_size, setting, sizes, items=sized, noun="difference"))
    smallest = {f"the smallest difference of {names[which]}": which for which in pairs}
    searched = iter(store.map("power differences", by_difference, setting, items=smallest, noun="pair"))
    for which in pairs:
        a, b = setting.pairs[which].tolist()
        spread = float(standard_deviation(setting.scores[:, a] - setting.scores[:, b]))
        yield PairPower(a, b, spread, tuple(next(at_sizes) for _ in effects), next(searched))
