"""What simulated studies found about the power of a study."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rankpress.scores import FloatArray, IntArray
from rankpress.stats.required_size import Reached, Searched


@dataclass(frozen=True)
class BySize:
    """How often a difference is found, by the number of data sets.

    Parameters
    ----------
    sizes : tuple of int
        Those asked for, and further ones about the places where the target's power is reached.
    right, wrong : (n_sizes, n_procedures) int arrays
        Drawn studies that found the better one better, and worse.
    needed : tuple of Reached
        By procedure, the number of data sets from which on it is found with the target's power.
    """

    sizes: tuple[int, ...]
    right: IntArray
    wrong: IntArray
    needed: tuple[Reached, ...]


@dataclass(frozen=True)
class PairPower:
    """The power of the comparison of two algorithms.

    Parameters
    ----------
    a, b : int
        The better ranked, which is the better one by the differences that are simulated, and the other.
    spread : float
        Standard deviation of their observed differences over the data sets.
    by_size : tuple of BySize
        One a difference worth having.
    by_difference : Searched
        At the study's own number of data sets.
    """

    a: int
    b: int
    spread: float
    by_size: tuple[BySize, ...]
    by_difference: Searched


@dataclass(frozen=True)
class Powered:
    """The simulated power of the procedures of a study in one metric.

    Parameters
    ----------
    effects : tuple of float
        Differences worth having, in the unit of the metric.
    sizes : tuple of int
        Numbers of data sets that were asked for, the study's own among them.
    own : int
        The study's own: data sets with all results, from which others are drawn.
    procedures : tuple of str
        The pairwise test by itself, which is `rankpress.stats.simulated_power.UNADJUSTED`, then the adjustments.
    test, model : str
    alpha, target : float
    draws, seed : int
    each : tuple of PairPower
        One a pair, in order of the ranks; empty where none could be made.
    left_out : mapping of str to str
        A pair, or "all", to the reason in a sentence.
    notes : tuple of str
        Sentences the report must print.
    """

    effects: tuple[float, ...]
    sizes: tuple[int, ...]
    own: int
    procedures: tuple[str, ...]
    test: str
    model: str
    alpha: float
    target: float
    draws: int
    seed: int
    each: tuple[PairPower, ...]
    left_out: Mapping[str, str]
    notes: tuple[str, ...]

    @property
    def deciding(self) -> int:
        """Which procedure decides groups and bold face: the first adjustment, or where there is none the test."""
        return min(1, len(self.procedures) - 1)


@dataclass(frozen=True)
class Setting:
    """All that the simulations of a metric rest on but the pair and the difference; it can be pickled.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) float array
        Higher is better.
    pairs : (n_pairs, 2) int array
        The comparisons of the study.
    study : mapping
        Further keywords of `rankpress.stats.simulated_power.SimulatedStudy`.
    sizes : tuple of int
    target : float
    draws, seed : int
    """

    scores: FloatArray
    pairs: IntArray
    study: Mapping[str, object]
    sizes: tuple[int, ...]
    target: float
    draws: int
    seed: int
