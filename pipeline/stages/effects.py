"""The effects stage: how far algorithms differ over the data sets, with intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.entries import EffectMethod
from rankpress.catalog.methods import EFFECTS
from rankpress.core.scores import FloatArray, IntArray, MetricResults, MetricScores, by_shared_datasets
from rankpress.stages.rank import Ranking, counted_by
from rankpress.stages.test import OverDatasets, Tested
from rankpress.stats.concordance import Concordance, kendall_w
from rankpress.stats.effects import NO_DIFFERENCE, PairEffects
from rankpress.stats.sign_flips import simultaneous_level

if TYPE_CHECKING:
    from rankpress.spec.model import EffectsOptions


NO_WIDTH = "it would have no width, for too many scores are tied"
TOO_FEW_SHARED = "the two share fewer than two data sets"


@dataclass(frozen=True)
class Estimated:
    """Effect sizes of one metric."""

    level: float  # level of the intervals
    pairs: IntArray  # (n_pairs, 2): algorithms a and b, those of the tests in the same order: a is the better ranked
    # by name in the spec. Differences are the score of a less that of b, in the metric's own unit; the measures without
    # unit are greater where a is the better.
    effects: Mapping[str, PairEffects]
    concordance: Concordance | None  # Kendall's W of all algorithms and data sets; None where it is left out
    left_out: tuple[str, ...] = ()  # why something is not there, in sentences
    draws: int | None = None  # draws, seed: of the resamples, where intervals come from such
    seed: int | None = None
    # whether the intervals of a measure hold together for all pairs; each then has a higher level of its own
    simultaneous: bool = False


def estimate(
    scores: MetricResults, ranking: Ranking, tested: Tested, options: EffectsOptions | None
) -> Estimated | None:
    """Estimate how far the algorithms of each pair of the tests differ over the data sets."""
    if options is None:
        return None
    nothing = Estimated(options.level, np.zeros((0, 2), dtype=np.int64), {}, None)
    if tested.over is None:
        return nothing  # the tests say why
    if not isinstance(scores, MetricScores) or ranking.ranks is None:
        return replace(nothing, left_out=("Effect sizes need the scores; only average ranks were given.",))
    pairs = tested.over.pairs
    settings = _settings(options, ranking, tested.over)
    effects = {
        name: _effect(EFFECTS[name], scores, ranking, pairs, options, settings)
        for name in options.measures_for(tested.over.procedure, of_scores=not scores.has_no_numbers)
        if EFFECTS[name].of_order or not scores.has_no_numbers
    }
    left_out = []
    if scores.has_censored:
        left_out.append("Effect sizes from scores are omitted: runs that were not solved have no time.")
    elif scores.missing.worst_ranked:
        left_out.append("Effect sizes from scores are omitted: results that are ranked last for missing have none.")
    gaps = bool(np.isnan(ranking.ranks).any())
    if gaps:
        left_out.append("Kendall's W is omitted, for it needs every result.")
    resampled = any(effect.method == "BCa" for effect in effects.values())
    return Estimated(
        level=options.level,
        pairs=pairs,
        effects=effects,
        concordance=None if gaps else kendall_w(ranking.ranks, options.level),
        left_out=tuple(left_out),
        draws=options.draws if resampled else None,
        seed=options.seed if resampled else None,
        simultaneous=options.simultaneous,
    )


def _effect(
    measure: EffectMethod,
    scores: MetricScores,
    ranking: Ranking,
    pairs: IntArray,
    options: EffectsOptions,
    settings: Mapping[str, object],
) -> PairEffects:
    """Compute an effect size of each pair, in the direction of the metric where it is in the metric's unit."""
    values, tolerance = scores.oriented, ranking.tolerance
    if measure.of_order and (counted := counted_by(scores, ranking)) is not None:
        values, tolerance = counted
    level = _level_of_each(measure, values, pairs, options)
    effect = _without_points(measure, _over_shared(measure, values, pairs, level, {**settings, "tolerance": tolerance}))
    if scores.better == "lower" and measure.in_unit:  # and not -0.0
        low, high = 0.0 - effect.high, 0.0 - effect.low
        effect = replace(effect, estimate=0.0 - effect.estimate, low=low, high=high)
    return effect


def _without_points(measure: EffectMethod, effect: PairEffects) -> PairEffects:
    """Leave out intervals of no width, which would state certainty, and a standardized difference of 0 / 0."""
    points = effect.low == effect.high
    alike = np.array([reason == NO_DIFFERENCE for reason in effect.why], dtype=np.bool_)
    return replace(
        effect,
        estimate=np.where(alike & (measure.name == "hedges-g"), np.nan, effect.estimate),
        low=np.where(points, np.nan, effect.low),
        high=np.where(points, np.nan, effect.high),
        why=tuple(
            reason or (NO_WIDTH if point else "") for reason, point in zip(effect.why, points.tolist(), strict=True)
        ),
    )


def _settings(options: EffectsOptions, ranking: Ranking, over: OverDatasets) -> Mapping[str, object]:
    """Return the options of measures by name; a measure has the tolerance of its test."""
    names = ("interval", "bootstrap", "draws", "seed")
    of_test = {"zeros": over.options.get("zeros", "split"), "tolerance": ranking.tolerance}
    return {name: getattr(options, name) for name in names} | of_test


def contains_no_difference(
    scores: MetricScores, ranking: Ranking, over: OverDatasets, estimated: Estimated, name: str, pair: int
) -> bool:
    """Return whether the interval of a pair contains no difference at the level at which all intervals hold."""
    from rankpress.spec.model import EffectsOptions

    procedure = EFFECTS[name]
    values, tolerance = scores.oriented, ranking.tolerance
    if procedure.of_order and (counted := counted_by(scores, ranking)) is not None:
        values, tolerance = counted
    if values is None:
        raise ValueError(f"{name} was estimated from scores")
    options = EffectsOptions(level=estimated.level, simultaneous=True)
    level = _level_of_each(procedure, values, estimated.pairs, options)
    settings = {**_settings(options, ranking, over), "tolerance": tolerance}
    effect = _over_shared(procedure, values, estimated.pairs[[pair]], level, settings)
    return bool(effect.low[0] <= procedure.no_difference <= effect.high[0])


def _level_of_each(procedure: EffectMethod, values: FloatArray, pairs: IntArray, options: EffectsOptions) -> float:
    """Return the level of each interval by itself."""
    if not options.simultaneous:
        return options.level
    if procedure.of_mean and not np.isnan(values).any():
        return simultaneous_level(values, pairs, options.level, draws=options.draws, seed=options.seed)
    return 1 - (1 - options.level) / len(pairs)


def _over_shared(
    procedure: EffectMethod, values: FloatArray, pairs: IntArray, level: float, settings: Mapping[str, object]
) -> PairEffects:
    """Return the effects of all pairs, each over the data sets that both algorithms have."""
    requested = {name: settings[name] for name in procedure.options}
    if procedure.has_ties:  # what is no difference, ranks and tests agree on
        requested["tolerance"] = settings["tolerance"]
    if not np.isnan(values).any():
        return procedure.run(values, pairs, level, **requested)
    parts = [
        (sharing.members, procedure.run(sharing.values, sharing.pairs, level, **requested))
        for sharing in by_shared_datasets(values, pairs)
        if len(sharing.values) >= 2
    ]
    method = parts[0][1].method if parts else ""
    estimates, low, high = np.full((3, len(pairs)), np.nan)
    why = [TOO_FEW_SHARED] * len(pairs)
    details = {name: np.full(len(pairs), np.nan) for _, effect in parts[:1] for name in effect.details}
    for members, effect in parts:
        estimates[members], low[members], high[members] = effect.estimate, effect.low, effect.high
        for name, values in effect.details.items():
            details[name][members] = values
        for pair, reason in zip(members.tolist(), effect.why, strict=True):
            why[pair] = reason
    return PairEffects(procedure.name, estimates, low, high, level, method, tuple(why), details)
