"""The replicability stage: the tests repeated on draws of data sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rankpress.cache.store import Store
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE
from rankpress.core.plain_data import picked
from rankpress.core.scores import FloatArray, IntArray, MetricResults, MetricScores, of_both_signs
from rankpress.robustness.draws import MOST_IN_DRAWS, complete_datasets, impossible, undrawable, which_pairs
from rankpress.stages.adjust import family_by
from rankpress.stages.rank import Ranking
from rankpress.stages.test import Tested, compared_pairs
from rankpress.stats.replicability import (
    Replicability,
    Tally,
    adjusted_p_of_draws,
    draw_datasets,
    omnibus_p_of_draws,
    pair_p_of_draws,
    summarise_experiments,
)
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, join, references, say

if TYPE_CHECKING:
    from rankpress.spec.model import AdjustMethod, PairwiseMethod, ReplicabilityOptions


@dataclass(frozen=True)
class Repeated:
    """The experiments at one bias, summed up by test: an entry for each pair, a single one for an omnibus test."""

    alone: Mapping[str, Replicability]  # tests of each pair by itself
    omnibus: Mapping[str, Replicability]  # tests of all algorithms at once
    adjusted: Mapping[str, Replicability]  # comparisons of all pairs, by adjustment
    # by adjustment, how many comparisons an experiment rejected on average, and the Monte Carlo standard error
    rejected: Mapping[str, tuple[float, float]]
    # by adjustment, p averaged over the comparisons of an experiment, on average, and the Monte Carlo standard error
    over_pairs: Mapping[str, tuple[float, float]]
    shared: float  # how many data sets two draws of the omnibus tests and adjustments have in common on average


@dataclass(frozen=True)
class Replicated:
    """What draws of data sets from one study found in one metric."""

    biases: tuple[float, ...]
    draws: int
    size: int
    seed: int
    replacement: bool
    by: str | tuple[int, int]  # the differences that weight the draws of pairs: "pair", "others" or two algorithms
    favoured: int  # the algorithm that draws for omnibus tests and adjustments favour
    against: int | None  # the algorithm that it is favored over; None where that is the mean of all others
    table_bias: float  # the bias of the tables
    n_datasets: int  # how many data sets were drawn from
    median_difference: float  # of the sizes of all differences between pairs on these data sets, in the metric's unit
    pairs: IntArray  # (n_pairs, 2): the better ranked of each first
    adjusts: Mapping[str, str]  # by adjustment, the test whose p-values it adjusts
    shown: tuple[int, ...]  # which of the pairs the figures show
    each: tuple[Repeated, ...]  # one a bias; empty where nothing could be made
    obstacle: str  # why nothing could be drawn, in a clause; empty where draws could be made
    left_out: Mapping[str, Prose]  # test, adjustment or "all" to the reason in a sentence
    notes: tuple[Prose, ...]  # sentences the report must print

    @property
    def tabled(self) -> Repeated:
        """The experiments that the tables show."""
        return self.each[self.biases.index(self.table_bias)]

    def pairs_at(self, bias: float) -> tuple[int, ...]:
        """Return the pairs that reports show at a bias: all in the tables, else those of the figures."""
        return tuple(range(len(self.pairs))) if bias == self.table_bias else self.shown


_OF_PAIRS, _OF_ALL = 0, 1  # whose draws: first word of the key of their random numbers
_NUMBERS_AT_ONCE = 1_000_000  # p-values in memory at once while they are adjusted


@dataclass(frozen=True)
class Experiment:
    """All that the experiments at a bias rest on but the bias; it can be pickled."""

    # (n_datasets, n_algorithms) float arrays: on the data sets that are drawn from; scores are the higher the better
    scores: FloatArray
    ranks: FloatArray
    pairs: IntArray  # (n_pairs, 2) int array
    by: str | tuple[int, int]  # as for `Replicated`
    favoured: int
    against: int | None
    draws: int
    size: int
    seed: int
    replacement: bool
    alpha: float
    control: bool  # whether the pairs are those with a control
    tests: tuple[str, ...]  # tests of each pair by itself, and of all algorithms
    omnibus: tuple[str, ...]
    # tests of all pairs with their options, and their adjustments with theirs
    families: tuple[tuple[str, Mapping[str, Any], Mapping[str, Mapping[str, Any]]], ...]


def repeat_at(experiment: Experiment, bias: float) -> Repeated:
    """Make the experiments at one bias."""
    draws = _draw(experiment, bias, _differences(experiment, experiment.favoured, experiment.against), (_OF_ALL,))
    omnibus = {
        name: omnibus_p_of_draws(OMNIBUS[name], _values(experiment, OMNIBUS[name].uses), draws)[:, None]
        for name in experiment.omnibus
    }
    alpha = experiment.alpha
    return Repeated(
        alone=_alone(experiment, bias),
        omnibus={name: summarise_experiments(p, alpha) for name, p in omnibus.items()},
        **_adjusted(experiment, draws),
        shared=_shared(draws, len(experiment.scores)),
    )


def _values(experiment: Experiment, uses: str) -> FloatArray:
    return experiment.scores if uses == "scores" else experiment.ranks


def _adjusted(experiment: Experiment, draws: IntArray) -> dict[str, Any]:
    """Return by method what adjustments find on the draws: by pair, by experiment, and p averaged over pairs."""
    tallies: dict[str, Tally] = {}
    rejected: dict[str, list[IntArray]] = {}
    over_pairs: dict[str, list[FloatArray]] = {}
    # Adjusting all draws at once would hold draws × pairs numbers for each method; tallies add up to the same.
    at_once = max(1, _NUMBERS_AT_ONCE // len(experiment.pairs))
    for start in range(0, len(draws), at_once):
        for name, p in _adjusted_p(experiment, draws[start : start + at_once]).items():
            tallies.setdefault(name, Tally(experiment.alpha)).add(p)
            rejected.setdefault(name, []).append((p <= experiment.alpha).sum(axis=1))
            over_pairs.setdefault(name, []).append(p.mean(axis=1))
    return {
        "adjusted": {name: tally.summary() for name, tally in tallies.items()},
        "rejected": {name: _mean_and_error(np.concatenate(each)) for name, each in rejected.items()},
        "over_pairs": {name: _mean_and_error(np.concatenate(each)) for name, each in over_pairs.items()},
    }


def _adjusted_p(experiment: Experiment, draws: IntArray) -> dict[str, FloatArray]:
    results: dict[str, FloatArray] = {}
    for name, options, methods in experiment.families:
        values = _values(experiment, PAIRWISE[name].uses)
        adjustments = [(ADJUSTMENTS[method], parameters) for method, parameters in methods.items()]
        results |= adjusted_p_of_draws(
            (PAIRWISE[name], options), adjustments, values, draws, experiment.pairs, control=experiment.control
        )
    return results


def _alone(experiment: Experiment, bias: float) -> dict[str, Replicability]:
    """Each pair by each test on the draws that favor its first, or the algorithm that all draws favor."""
    # Each pair has draws that favour its first algorithm: Demsar (2006) asks how often a test finds a difference that
    # is there, and draws that favour one algorithm of the study would leave most pairs at their own difference.
    # Pairs with the same favoured algorithm share draws, so that their tests differ and not the chance.
    of_pair: dict[tuple[int, int | None], list[int]] = {}
    for index, (a, b) in enumerate(experiment.pairs.tolist()):
        if isinstance(experiment.by, str):
            favoured = (a, b if experiment.by == "pair" else None)
        else:
            favoured = experiment.by
        of_pair.setdefault(favoured, []).append(index)
    results: dict[str, dict[int, Replicability]] = {name: {} for name in experiment.tests}
    for (first, second), positions in of_pair.items():
        key = (_OF_PAIRS, first, len(experiment.scores[0]) if second is None else second)
        draws = _draw(experiment, bias, _differences(experiment, first, second), key)
        for index in positions:
            a, b = experiment.pairs[index].tolist()
            for name in experiment.tests:
                values = _values(experiment, PAIRWISE[name].uses)
                p = pair_p_of_draws(PAIRWISE[name], values, draws, (a, b))
                results[name][index] = summarise_experiments(p[:, np.newaxis], experiment.alpha)
    return {
        name: _side_by_side([by_position[position] for position in sorted(by_position)])
        for name, by_position in results.items()
    }


def _side_by_side(several: Sequence[Replicability]) -> Replicability:
    """Join the sums of single pairs as if the pairs had been summed up together."""
    arrays: dict[str, Any] = {
        field.name: np.concatenate([getattr(tests, field.name) for tests in several])
        for field in fields(Replicability)
        if field.name not in ("n", "alpha")
    }
    return replace(several[0], **arrays)


def _differences(experiment: Experiment, first: int, second: int | None) -> FloatArray:
    scores = experiment.scores
    opposite = np.delete(scores, first, axis=1).mean(axis=1) if second is None else scores[:, second]
    return np.asarray(scores[:, first] - opposite, dtype=np.float64)


def _draw(experiment: Experiment, bias: float, differences: FloatArray, key: tuple[int, ...]) -> IntArray:
    # seeded by the bias itself, so that the draws at a bias do not depend on the other biases of the list
    words = np.array([bias + 0.0]).view(np.uint32).tolist()
    generator = np.random.default_rng(np.random.SeedSequence(experiment.seed, spawn_key=(*key, *words)))
    return draw_datasets(
        differences, bias, experiment.draws, experiment.size, generator, replacement=experiment.replacement
    )


def _mean_and_error(values: FloatArray | IntArray) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def _shared(draws: IntArray, n_datasets: int) -> float:
    """Return how many data sets two draws have in common on average, by how often each is in a draw."""
    n = len(draws)
    within = np.zeros((n, n_datasets), dtype=np.bool_)
    np.put_along_axis(within, draws, True, axis=1)
    # Draws overlap, all being of one study, so that tests agree on them more often than on data sets of new studies.
    # A data set in t of n draws is shared by t (t - 1) of the n (n - 1) ordered pairs of draws.
    times = within.sum(axis=0).astype(np.float64)
    return float((times * (times - 1)).sum() / (n * (n - 1)))


def replicate(
    scores: MetricResults,
    ranking: Ranking,
    tested: Tested,
    alpha: float,
    pairwise: PairwiseMethod,
    methods: tuple[AdjustMethod, ...],
    options: ReplicabilityOptions,
    store: Store,
) -> Replicated:
    """Make the tests again on many draws of data sets, at each bias."""
    pairs = compared_pairs(ranking, tested.control)
    left_out: dict[str, Prose] = {}
    notes: list[Prose] = []
    rows = _complete(scores, ranking, options, left_out, notes)
    toward = _toward(scores, ranking, options)
    families = _families(pairwise, methods, options, left_out, ranking, tested.control)
    each: list[Repeated] = []
    median_difference = float("nan")
    if rows is not None and isinstance(scores, MetricScores) and ranking.ranks is not None:
        drawn_from = scores.oriented[rows]
        median_difference = float(np.median(np.abs(drawn_from[:, pairs[:, 0]] - drawn_from[:, pairs[:, 1]])))
        experiment = Experiment(
            scores=drawn_from,
            ranks=ranking.ranks[rows],
            pairs=pairs,
            **toward,
            **picked(options, "draws size seed replacement"),
            alpha=alpha,
            control=tested.control is not None,
            tests=_pair_tests(drawn_from, options, left_out),
            omnibus=() if ranking.is_of_two else options.omnibus,
            families=families,
        )
        biases = {f"a bias of {bias:g}": bias for bias in options.biases}
        each = store.map("replicability draws", repeat_at, experiment, items=biases, noun="bias level")
    return Replicated(
        **picked(options, "biases draws size seed replacement"),
        **toward,
        table_bias=options.tabled,
        n_datasets=0 if rows is None else len(rows),
        median_difference=median_difference,
        pairs=pairs,
        adjusts={method: name for name, _, adjustments in families for method in adjustments},
        shown=_shown(scores, ranking, pairs, options),
        each=tuple(each),
        obstacle=_obstacle(scores, ranking, options),
        left_out=left_out,
        notes=tuple(notes),
    )


def _toward(scores: MetricResults, ranking: Ranking, options: ReplicabilityOptions) -> dict[str, Any]:
    """Return toward which data sets draws are biased: `by`, `favoured` and `against` of `Replicated`."""
    if not isinstance(options.by, str):
        pair = scores.algorithms.index(options.by[0]), scores.algorithms.index(options.by[1])
        return {"by": pair, "favoured": pair[0], "against": pair[1]}
    favoured = int(np.argmin(ranking.average))
    return {"by": options.by, "favoured": favoured, "against": 1 - favoured if ranking.is_of_two else None}


def _obstacle(scores: MetricResults, ranking: Ranking, options: ReplicabilityOptions) -> str:
    if not isinstance(scores, MetricScores) or ranking.ranks is None:
        return "only average ranks were given"
    return impossible(len(complete_datasets(scores.oriented)), options)


def _shown(scores: MetricResults, ranking: Ranking, pairs: IntArray, options: ReplicabilityOptions) -> tuple[int, ...]:
    if options.pairs is None and not isinstance(options.by, str):
        pairs_named = tuple(which_pairs(scores.algorithms, pairs, [options.by]))
        if pairs_named:
            return pairs_named
    if options.pairs is None:
        places = np.argsort(np.argsort(ranking.average, kind="stable"), kind="stable")[pairs]
        by_places = sorted(range(len(pairs)), key=lambda pair: (places[pair].max(), places[pair].min()))
        return tuple(by_places[:3])
    return tuple(which_pairs(scores.algorithms, pairs, options.pairs))


def _complete(
    scores: MetricResults,
    ranking: Ranking,
    options: ReplicabilityOptions,
    left_out: dict[str, Prose],
    notes: list[Prose],
) -> IntArray | None:
    """Return the data sets that can be drawn: those with all results."""
    if not isinstance(scores, MetricScores) or ranking.ranks is None:
        left_out["all"] = "Samples of data sets require the scores on each; only average ranks were given."
        return None
    rows = complete_datasets(scores.oriented)
    gaps = [name for row, name in enumerate(scores.datasets) if row not in set(rows.tolist())]
    if gaps:
        notes.append(say("Samples omit {}, where results are missing.", join(references("datasets", gaps), ", ")))
    why = undrawable(len(rows), options)
    if why:
        left_out["all"] = why
        return None
    return rows


def _pair_tests(scores: FloatArray, options: ReplicabilityOptions, left_out: dict[str, Prose]) -> tuple[str, ...]:
    for name in options.tests:
        if PAIRWISE[name].one_sign and of_both_signs(scores).size:
            left_out[name] = (
                f"The {PAIRWISE[name].title} was not computed for the samples: on a data set scores are of different"
                " sign, and have no average that a difference could be relative to."
            )
    return tuple(name for name in options.tests if name not in left_out)


def _families(
    pairwise: PairwiseMethod,
    methods: tuple[AdjustMethod, ...],
    options: ReplicabilityOptions,
    left_out: dict[str, Prose],
    ranking: Ranking,
    control: int | None,
) -> tuple[tuple[str, Mapping[str, Any], Mapping[str, Mapping[str, Any]]], ...]:
    """Return the adjustments by the test that they adjust; of two algorithms none is needed."""
    if ranking.is_of_two:
        return ()
    k = len(ranking.average)
    results: dict[str, dict[str, Mapping[str, Any]]] = {}
    for method in methods if options.adjust is None else options.adjust:
        name = ADJUSTMENTS[method.name].test or pairwise.name
        reason = ADJUSTMENTS[method.name].inapplicable(family_by(name, k, control=control is not None))
        if options.adjust is None and ADJUSTMENTS[method.name].stand_in and k > MOST_IN_DRAWS:
            left_out[method.name] = (
                f"{ADJUSTMENTS[method.name].title} was not computed for the samples, which takes long with"
                f" {counted(k, 'algorithm')}; it rejects"
                " whatever Shaffer's static procedure does. Named in replicability.adjust it is made."
            )
        elif ADJUSTMENTS[method.name].by_signs:
            left_out[method.name] = (
                f"{ADJUSTMENTS[method.name].title} was not computed for the samples, which takes long."
            )
        elif reason:
            left_out[method.name] = f"In the samples, {reason}."
        else:
            results.setdefault(name, {})[method.name] = method.options
    return tuple(
        (name, pairwise.options if name == pairwise.name else {}, adjustments) for name, adjustments in results.items()
    )
