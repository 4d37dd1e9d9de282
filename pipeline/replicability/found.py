"""What experiments on draws of data sets found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rankpress.scores import IntArray
from rankpress.stats.replicability import Replicability


@dataclass(frozen=True)
class Repeated:
    """The experiments at one bias: summed up by test, an entry a pair; of an omnibus test a single one.

    Parameters
    ----------
    alone : mapping of str to Replicability
        Tests of each pair by itself.
    omnibus : mapping of str to Replicability
        Tests of all algorithms at once.
    adjusted : mapping of str to Replicability
        Comparisons of all pairs, by adjustment.
    rejected : mapping of str to (float, float)
        By adjustment, how many comparisons an experiment rejected on average, and the Monte Carlo standard error.
    over_pairs : mapping of str to (float, float)
        By adjustment, p averaged over the comparisons of an experiment, on average, and the Monte Carlo standard error.
    shared : float
        How many data sets two draws of the omnibus tests and adjustments have in common on average.
    """

    alone: Mapping[str, Replicability]
    omnibus: Mapping[str, Replicability]
    adjusted: Mapping[str, Replicability]
    rejected: Mapping[str, tuple[float, float]]
    over_pairs: Mapping[str, tuple[float, float]]
    shared: float


@dataclass(frozen=True)
class Replicated:
    """What draws of data sets from one study found in one metric.

    Parameters
    ----------
    biases : tuple of float
    draws, size, seed : int
    replacement : bool
    by : tuple of int, or str
        Which differences the draws of the pairs went by: "pair", "others" or two algorithms.
    favoured : int
        The algorithm that draws for omnibus tests and adjustments favour.
    against : int or None
        Over which; None where it is the mean of all others.
    table_bias : float
        The bias of the tables.
    n_datasets : int
        How many data sets were drawn from.
    median_difference : float
        Of the sizes of all differences between pairs on these data sets, in the metric's unit.
    pairs : (n_pairs, 2) int array
        The better ranked of each first.
    adjusts : mapping of str to str
        By adjustment, the test whose p-values it adjusts.
    shown : tuple of int
        Which of the pairs the figures show.
    each : tuple of Repeated
        One a bias; empty where nothing could be made.
    left_out : mapping of str to str
        Test, adjustment or "all" to the reason in a sentence.
    notes : tuple of str
        Sentences the report must print.
    """

    biases: tuple[float, ...]
    draws: int
    size: int
    seed: int
    replacement: bool
    by: str | tuple[int, int]
    favoured: int
    against: int | None
    table_bias: float
    n_datasets: int
    median_difference: float
    pairs: IntArray
    adjusts: Mapping[str, str]
    shown: tuple[int, ...]
    each: tuple[Repeated, ...]
    left_out: Mapping[str, str]
    notes: tuple[str, ...]

    @property
    def tabled(self) -> Repeated:
        """The experiments that the tables show."""
        return self.each[self.biases.index(self.table_bias)]

    def pairs_at(self, bias: float) -> tuple[int, ...]:
        """The pairs that reports show at a bias: all in the tables, else those of the figures."""
        return tuple(range(len(self.pairs))) if bias == self.table_bias else self.shown
