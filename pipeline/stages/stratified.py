"""Differences over the test examples of a benchmark of few data sets, which are fixed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rankpress.cache.store import Store
from rankpress.catalog.methods import ADJUSTMENTS, WITHIN
from rankpress.core.scores import FloatArray, IntArray, MetricResults
from rankpress.stages.within import OVER_EXAMPLES, Within, WithinDataset, compare_within
from rankpress.stats.clustered import ClusteredMeans
from rankpress.stats.stratified import StratifiedMeans, stratified_means

_MOST_DATASETS = 4  # with five a test over the data sets can begin to reject


@dataclass(frozen=True)
class Stratified:
    """Means and paired differences of a benchmark, in which each data set counts alike."""

    pairs: IntArray
    differences: StratifiedMeans  # of each pair, score of a less that of b
    means: StratifiedMeans  # of each algorithm
    n: int  # n, clusters: test examples of all data sets, and the clusters that they are in
    clusters: int

    def adjusted_p(self, method: str) -> FloatArray:
        """Return the p-values adjusted for the pairs by a method."""
        return np.asarray(ADJUSTMENTS[method].run(self.differences.p), dtype=np.float64)


def find_strata(
    scores: MetricResults, pairs: IntArray, within: Within, procedure: str, store: Store | None = None
) -> Within:
    """Return the means and differences over test examples that few data sets can be combined by; empty without any.

    Of a single data set the tests within it are the comparison, whichever they are.
    """
    design = "none" if procedure == "none" else WITHIN[procedure].design
    if design == "outcomes" and 1 < scores.n_datasets <= _MOST_DATASETS:
        return compare_within(scores, pairs, OVER_EXAMPLES, store)
    return within if design == "examples" else Within()


def stratify(within: Within, datasets: Sequence[str]) -> Stratified | None:
    """Combine the tests within few data sets; None where there are more, or where some algorithm lacks scores."""
    means, tests = within.means, {dataset.dataset: dataset for dataset in within.tests}
    if not 1 <= len(datasets) <= _MOST_DATASETS or any(name not in means or name not in tests for name in datasets):
        return None
    items = [tests[name] for name in datasets]
    of_datasets: list[ClusteredMeans] = [means[name] for name in datasets]
    k = len(of_datasets[0].mean)
    return Stratified(
        items[0].pairs,
        stratified_means(
            _rows(items, lambda dataset: dataset.tests.difference),
            _rows(items, lambda dataset: dataset.tests.standard_error),
            _rows(items, lambda dataset: dataset.tests.df),
        ),
        stratified_means(
            [dataset.mean for dataset in of_datasets],
            [dataset.standard_error for dataset in of_datasets],
            [np.full(k, dataset.df) for dataset in of_datasets],
        ),
        sum(dataset.n for dataset in of_datasets),
        sum(dataset.clusters for dataset in of_datasets),
    )


def _rows(datasets: Sequence[WithinDataset], of: Callable[[WithinDataset], object]) -> FloatArray:
    """Return a value of each pair on each data set; all algorithms have scores on all, so that pairs are the same."""
    return np.array([of(dataset) for dataset in datasets], dtype=np.float64)
