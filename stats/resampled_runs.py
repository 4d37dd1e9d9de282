"""Aggregates of several algorithms with bootstraps over their runs and over data sets, all from the same resamples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.aggregates import (
    CUT,
    as_runs,
    interquartile_mean,
    mean_of_means,
    median_of_means,
    optimality_gap,
    probability_of_improvement,
    score_profile,
    shares_of,
)
from rankpress.stats.arrays import FloatArray, as_vector, check_count, check_level

_MEASURES = ("iqm", "median", "mean", "optimality-gap")
_BLOCK = 2_000_000  # how many counts of runs are in memory at a time


@dataclass(frozen=True)
class Bootstrapped:
    """Numbers with percentiles of two bootstraps, as arrays of the same shape.

    Parameters
    ----------
    estimate : float array
    over_runs : pair of float arrays
        Lower and upper ends, runs being redrawn within each data set; nan where no data set has two, and where all
        resamples agree, since an interval of no width would state certainty. Those of profiles are bands, which may
        have none.
    over_datasets : pair of float arrays
        The same, data sets being redrawn with all their runs; nan where there is one.
    """

    estimate: FloatArray
    over_runs: tuple[FloatArray, FloatArray]
    over_datasets: tuple[FloatArray, FloatArray]


@dataclass(frozen=True)
class Aggregated:
    """What `aggregate` finds.

    Parameters
    ----------
    measures : dict of str to Bootstrapped
        By name, those of `MEASURES`; arrays of (n_algorithms,).
    profiles : Bootstrapped
        Shares of runs above each target; arrays of (n_algorithms, n_targets).
    pairs : tuple of (int, int)
        Two algorithms each, the first before the second.
    improvement : Bootstrapped
        The chance that the first of each pair scores higher; arrays of (n_pairs,).
    """

    measures: Mapping[str, Bootstrapped]
    profiles: Bootstrapped
    pairs: tuple[tuple[int, int], ...]
    improvement: Bootstrapped


def aggregate(
    runs: Sequence[ArrayLike],
    targets: ArrayLike,
    *,
    target: float = 1.0,
    weights: ArrayLike | None = None,
    level: float = 0.95,
    draws: int = 2000,
    seed: int = 0,
) -> Aggregated:
    """Compute all aggregates of several algorithms, with intervals over runs and over data sets.

    Parameters
    ----------
    runs : sequence of (n_runs, n_datasets) array_like
        One for each algorithm, higher is better; nan where a data set has fewer runs.
    targets : (n_targets,) array_like
        Of the profiles.
    target : float
        Of the optimality gap.
    weights : (n_datasets,) array_like, optional
        Of the data sets; alike where there are none.
    level : float
        Confidence level of each interval.
    draws : int
        Resamples of either bootstrap.
    seed : int
        Of the generator.

    Returns
    -------
    Aggregated

    Raises
    ------
    ValueError
        For no runs, infinite scores, algorithms with other data sets, a data set without runs, levels outside 0 to 1,
        and draws below 1.

    Notes
    -----
    The runs of two algorithms are redrawn independently, data sets are redrawn for all algorithms together. Intervals
    over runs are conditional on the data sets.

    References
    ----------
    .. [1] Agarwal, R., Schwarzer, M., Castro, P. S., Courville, A. and Bellemare, M. G. (2021). Deep reinforcement
       learning at the edge of the statistical precipice. NeurIPS 34. doi:10.48550/arXiv.2108.13264

    Examples
    --------
    >>> found = aggregate([[[0.1, 0.5], [0.3, 0.7]], [[0.2, 0.4], [0.2, 0.6]]], [0.25], draws=500)
    >>> found.measures["mean"].estimate.round(3).tolist(), found.improvement.estimate.tolist()
    ([0.4, 0.35], [0.625])
    """
    check_level("level", level)
    check_count("draws", draws, 1)
    matrices = [as_runs(each) for each in runs]
    if len({matrix.shape[1] for matrix in matrices}) != 1:
        raise ValueError(f"runs: got {[matrix.shape[1] for matrix in matrices]} data sets; equally many are needed")
    at, n_datasets = as_vector("targets", targets), matrices[0].shape[1]
    share = shares_of(weights, n_datasets)
    sorted_runs = [_SortedRuns.of(matrix, target, at, share, weights is not None) for matrix in matrices]
    pairs = tuple(combinations(range(len(matrices)), 2))
    contests = [[sorted_runs[a].against(sorted_runs[b], d) for d in range(n_datasets)] for a, b in pairs]
    of_runs = _Collected.begin()
    of_datasets = _Collected.begin()
    chances = np.array([[contest.mean() for contest in each] for each in contests]).reshape(len(pairs), n_datasets)
    for size, rng in _blocks(sorted_runs, draws, seed):
        counts = [each.redrawn(size, rng) for each in sorted_runs]
        won = [
            sum(
                share[d] * _won(contest, counts[a][:, sorted_runs[a].on(d)], counts[b][:, sorted_runs[b].on(d)])
                for d, contest in enumerate(each)
            )
            for (a, b), each in zip(pairs, contests, strict=True)
        ]
        of_runs.add([each.over_runs(count) for each, count in zip(sorted_runs, counts, strict=True)], won)
        mass = share * rng.multinomial(n_datasets, np.full(n_datasets, 1 / n_datasets), size=size)
        mass /= mass.sum(axis=1, keepdims=True)
        of_datasets.add([each.over_datasets(mass) for each in sorted_runs], list(chances @ mass.T))
    ends = of_runs.ends(level, is_redrawn=any(len(matrix) > 1 for matrix in matrices))
    around = of_datasets.ends(level, is_redrawn=n_datasets > 1)
    estimates = np.array([_estimates(matrix, target, at, weights) for matrix in matrices])
    n = len(_MEASURES)
    improved = [probability_of_improvement(matrices[a], matrices[b], weights) for a, b in pairs]
    return Aggregated(
        {
            name: Bootstrapped(estimates[:, i], *(_wide(_part(each, np.s_[:, i])) for each in (ends, around)))
            for i, name in enumerate(_MEASURES)
        },
        Bootstrapped(estimates[:, n:], _part(ends, np.s_[:, n:]), _part(around, np.s_[:, n:])),
        pairs,
        Bootstrapped(np.array(improved, dtype=np.float64), _wide(ends[1]), _wide(around[1])),
    )


_Ends = tuple[FloatArray, FloatArray]


def _part(ends: tuple[_Ends, _Ends], index: tuple[slice, slice | int]) -> _Ends:
    """Ends of some of the numbers of all algorithms."""
    return ends[0][0][index], ends[0][1][index]


def _wide(ends: _Ends) -> _Ends:
    """Return the ends of intervals; nan where they are one number but for rounding."""
    low, high = ends
    points = np.isclose(low, high, rtol=1e-12, atol=1e-12)
    return np.where(points, np.nan, low), np.where(points, np.nan, high)


def _estimates(matrix: FloatArray, target: float, targets: FloatArray, weights: ArrayLike | None) -> list[float]:
    """Numbers of one algorithm: those of `_MEASURES`, then its profile."""
    return [
        interquartile_mean(matrix, weights),
        median_of_means(matrix, weights),
        mean_of_means(matrix, weights),
        optimality_gap(matrix, weights, target=target),
        *score_profile(matrix, targets, weights),
    ]


def _won(contest: FloatArray, first: FloatArray, second: FloatArray) -> FloatArray:
    """Share of the pairs of runs that the first wins, by resample, from how often each run was drawn."""
    won: FloatArray = ((first @ contest) * second).sum(axis=1) / contest.size
    return won


def _blocks(sorted_runs: Sequence[_SortedRuns], draws: int, seed: int) -> Iterator[tuple[int, np.random.Generator]]:
    """Numbers of resamples that fit into memory together, and the generator."""
    rng = np.random.default_rng(seed)
    block = max(1, _BLOCK // sum(each.values.size for each in sorted_runs))
    for start in range(0, draws, block):
        yield min(block, draws - start), rng


@dataclass(frozen=True)
class _SortedRuns:
    """The runs of one algorithm on all data sets together, from the lowest score to the highest."""

    values: FloatArray  # (n,)
    dataset: np.ndarray[tuple[int], np.dtype[np.int64]]  # (n,)
    runs_of: np.ndarray[tuple[int], np.dtype[np.int64]]  # (n_datasets,): how many runs each data set has
    share: FloatArray  # (n_datasets,)
    # (n, 2 + n_targets): score, shortfall from the target, whether it is above each target
    counted: FloatArray
    is_weighted: bool

    @classmethod
    def of(
        cls, matrix: FloatArray, target: float, targets: FloatArray, share: FloatArray, is_weighted: bool
    ) -> _SortedRuns:
        rows, columns = np.nonzero(np.isfinite(matrix))
        order = np.argsort(matrix[rows, columns], kind="stable")
        values, dataset = matrix[rows, columns][order], columns[order]
        counted = np.column_stack([values, np.maximum(target - values, 0.0), values[:, None] > targets])
        return cls(values, dataset, np.isfinite(matrix).sum(axis=0), share, counted, is_weighted)

    def on(self, dataset: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Places of the runs on a data set."""
        return np.flatnonzero(self.dataset == dataset)

    def against(self, other: _SortedRuns, dataset: int) -> FloatArray:
        """Whether each run on a data set beats each one of another algorithm: 1, 1/2 or 0."""
        mine, others = self.values[self.on(dataset)], other.values[other.on(dataset)]
        beats: FloatArray = (np.sign(mine[:, None] - others) + 1) / 2
        return beats

    def redrawn(self, size: int, rng: np.random.Generator) -> FloatArray:
        """How often each run is in each resample within data sets, (size, n)."""
        counts = np.empty((size, self.values.size))
        for dataset, number in enumerate(self.runs_of):
            counts[:, self.on(dataset)] = rng.multinomial(number, np.full(number, 1 / number), size=size)
        return counts

    def over_runs(self, counts: FloatArray) -> FloatArray:
        """Numbers in resamples of the runs, (size, 4 + n_targets)."""
        each = (1 / self.runs_of)[self.dataset]
        linear = counts @ (self.counted * (each * self.share[self.dataset])[:, None])
        member = self.dataset[:, None] == np.arange(self.share.size)
        means = counts @ (member * (each * self.values)[:, None])
        order = np.argsort(means, axis=1, kind="stable")
        median = _medians(np.take_along_axis(means, order, axis=1), self.share[order])
        return np.column_stack([self._middle(counts, self.share), median, linear])

    def over_datasets(self, mass: FloatArray) -> FloatArray:
        """Numbers in resamples of the data sets, given the weight of each; (size, 4 + n_targets)."""
        member = (self.dataset == np.arange(self.share.size)[:, None]) / self.runs_of[:, None]
        of_each = member @ self.counted
        order = np.argsort(of_each[:, 0], kind="stable")
        means = np.broadcast_to(of_each[order, 0], mass.shape)
        drawn = mass if self.is_weighted else np.rint(mass * self.share.size)
        middle = self._middle(np.broadcast_to(1.0, (len(mass), self.values.size)), drawn)
        return np.column_stack([middle, _medians(means, mass[:, order]), mass @ of_each])

    def _middle(self, counts: FloatArray, mass: FloatArray) -> FloatArray:
        """Interquartile means, from how often each run is drawn and what its data set weighs."""
        # Without weights of data sets runs count alike, and a whole number of them is cut; as in `interquartile_mean`.
        if self.is_weighted:
            weight = counts * np.atleast_2d(mass)[:, self.dataset] / self.runs_of[self.dataset]
        else:
            weight = counts * (np.atleast_2d(mass)[:, self.dataset] if mass.ndim > 1 else 1.0)
        ends = np.cumsum(weight, axis=1)
        total = ends[:, -1:]
        cut = CUT * total if self.is_weighted else np.floor(CUT * total)
        inside = np.clip(np.minimum(ends, total - cut) - np.maximum(ends - weight, cut), 0.0, None)
        middle: FloatArray = inside @ self.values / inside.sum(axis=1)
        return middle


def _medians(ordered: FloatArray, mass: FloatArray) -> FloatArray:
    """Weighted medians of rows in ascending order, as `median_of_means` has them."""
    below = np.cumsum(mass, axis=1) / mass.sum(axis=1, keepdims=True)
    lower = (below >= 0.5 - 1e-12).argmax(axis=1)
    upper = (below > 0.5 + 1e-12).argmax(axis=1)
    rows = np.arange(len(ordered))
    medians: FloatArray = (ordered[rows, lower] + ordered[rows, upper]) / 2
    return medians


@dataclass(frozen=True)
class _Collected:
    """Numbers in all resamples so far, a block each."""

    numbers: list[FloatArray]  # (size, n_algorithms, 4 + n_targets)
    chances: list[FloatArray]  # (size, n_pairs)

    @classmethod
    def begin(cls) -> _Collected:
        return cls([], [])

    def add(self, numbers: Sequence[FloatArray], chances: Sequence[ArrayLike]) -> None:
        """Add a block, by algorithm and by pair."""
        self.numbers.append(np.stack(numbers, axis=1))
        size = len(numbers[0])
        self.chances.append(np.array(chances, dtype=np.float64).reshape(len(chances), size).T)

    def ends(self, level: float, *, is_redrawn: bool) -> tuple[_Ends, _Ends]:
        """Percentiles of the numbers of algorithms and of pairs; nan where nothing was to be redrawn."""
        return self._ends(self.numbers, level, is_redrawn), self._ends(self.chances, level, is_redrawn)

    @staticmethod
    def _ends(blocks: Sequence[FloatArray], level: float, is_redrawn: bool) -> _Ends:
        values = np.concatenate(blocks)
        if not is_redrawn:
            unknown = np.full(values.shape[1:], np.nan)
            return unknown, unknown
        low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2], axis=0)
        return low, high
