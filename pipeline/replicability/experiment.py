"""The experiments: draws of data sets at one bias, and the tests on each draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from rankpress.replicability.found import Repeated
from rankpress.scores import FloatArray, IntArray
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.redrawn import adjusted_p_of_draws, omnibus_p_of_draws, pair_p_of_draws
from rankpress.stats.replicability import Replicability, Tally, summarise_experiments
from rankpress.stats.selection import draw_datasets

_OF_PAIRS, _OF_ALL = 0, 1  # whose draws: first word of the key of their random numbers
_NUMBERS_AT_ONCE = 1_000_000  # p-values that are held for as long as an adjustment of them takes


@dataclass(frozen=True)
class Experiment:
    """All that the experiments at a bias rest on but the bias; it can be pickled.

    Parameters
    ----------
    scores, ranks : (n_datasets, n_algorithms) float arrays
        On the data sets that are drawn from; scores are the higher the better.
    pairs : (n_pairs, 2) int array
    by, favoured, against, draws, size, seed, replacement
        As for `Replicated`.
    alpha : float
    control : bool
        Whether the pairs are those with a control.
    tests, omnibus : tuple of str
        Tests of each pair by itself, and of all algorithms.
    families : tuple of (str, mapping, mapping)
        Tests of all pairs with their options, and their adjustments with theirs.
    """

    scores: FloatArray
    ranks: FloatArray
    pairs: IntArray
    by: str | tuple[int, int]
    favoured: int
    against: int | None
    draws: int
    size: int
    seed: int
    replacement: bool
    alpha: float
    control: bool
    tests: tuple[str, ...]
    omnibus: tuple[str, ...]
    families: tuple[tuple[str, Mapping[str, Any], Mapping[str, Mapping[str, Any]]], ...]


def repeat_at(experiment: Experiment, bias: float) -> Repeated:
    """Make the experiments at one bias.

    Parameters
    ----------
    experiment : Experiment
    bias : float

    Returns
    -------
    Repeated
        The random numbers follow from the seed, the bias and the algorithms that the draws go by, and nothing else.
    """
    draws = _draw(experiment, bias, _differences(experiment, experiment.favoured, experiment.against), (_OF_ALL,))
    omnibus = {
        name: omnibus_p_of_draws(name, _values(experiment, OMNIBUS[name].uses), draws)[:, None]
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
    """What adjustments find on the draws, by method: summed up by pair, by experiment, and p over the pairs of one."""
    tallies: dict[str, Tally] = {}
    rejected: dict[str, list[IntArray]] = {}
    over_pairs: dict[str, list[FloatArray]] = {}
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
    found: dict[str, FloatArray] = {}
    for name, options, methods in experiment.families:
        values = _values(experiment, PAIRWISE[name].uses)
        found |= adjusted_p_of_draws(
            (name, options), methods, values, draws, experiment.pairs, control=experiment.control
        )
    return found


def _alone(experiment: Experiment, bias: float) -> dict[str, Replicability]:
    """Each pair by each test on the draws that favour its first, or the algorithm that all draws favour."""
    alike: dict[tuple[int, int | None], list[int]] = {}
    for at, (a, b) in enumerate(experiment.pairs.tolist()):
        alike.setdefault(_favoured(experiment, a, b), []).append(at)
    found: dict[str, dict[int, Replicability]] = {name: {} for name in experiment.tests}
    for (first, second), those in alike.items():
        key = (_OF_PAIRS, first, len(experiment.scores[0]) if second is None else second)
        draws = _draw(experiment, bias, _differences(experiment, first, second), key)
        for at in those:
            a, b = experiment.pairs[at].tolist()
            for name in experiment.tests:
                values = _values(experiment, PAIRWISE[name].uses)
                p = pair_p_of_draws(name, values, draws, (a, b))
                found[name][at] = summarise_experiments(p[:, np.newaxis], experiment.alpha)
    return {name: _side_by_side([of[at] for at in sorted(of)]) for name, of in found.items()}


def _side_by_side(several: Sequence[Replicability]) -> Replicability:
    """Tests summed up one by one as if they had been summed up together."""
    arrays: dict[str, Any] = {
        field.name: np.concatenate([getattr(one, field.name) for one in several])
        for field in fields(Replicability)
        if field.name not in ("n", "alpha")
    }
    return replace(several[0], **arrays)


def _favoured(experiment: Experiment, a: int, b: int) -> tuple[int, int | None]:
    """Whom the draws for a pair favour, and over whom: None is the mean of all others."""
    if not isinstance(experiment.by, str):
        return experiment.by
    return a, b if experiment.by == "pair" else None


def _differences(experiment: Experiment, first: int, second: int | None) -> FloatArray:
    scores = experiment.scores
    other = np.delete(scores, first, axis=1).mean(axis=1) if second is None else scores[:, second]
    return np.asarray(scores[:, first] - other, dtype=np.float64)


def _draw(experiment: Experiment, bias: float, differences: FloatArray, key: tuple[int, ...]) -> IntArray:
    # by the bias itself, so that another list of biases leaves the draws at this one as they are
    words = np.array([bias + 0.0]).view(np.uint32).tolist()
    generator = np.random.default_rng(np.random.SeedSequence(experiment.seed, spawn_key=(*key, *words)))
    return draw_datasets(
        differences, bias, experiment.draws, experiment.size, generator, replacement=experiment.replacement
    )


def _mean_and_error(values: FloatArray | IntArray) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def _shared(draws: IntArray, n_datasets: int) -> float:
    """How many data sets two draws have in common on average, by how often each is in a draw."""
    n = len(draws)
    within = np.zeros((n, n_datasets), dtype=np.bool_)
    np.put_along_axis(within, draws, True, axis=1)
    times = within.sum(axis=0).astype(np.float64)
    return float((times * (times - 1)).sum() / (n * (n - 1)))
