"""Scores over test examples, and tests of all algorithms on single data sets, in results.json."""

from __future__ import annotations

from typing import Annotated, Required

from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.core.plain_data import Json
from rankpress.topics.comparisons.omnibus import omnibus_result
from rankpress.topics.result_types import Adjustment, Degrees, Figure, Why
from rankpress.topics.topic import ResultKey


class WithinResult(TypedDict, total=False):
    """A comparison of two algorithms on one data set."""

    dataset: Required[str]
    a: Required[str]
    b: Required[str]
    test: Required[str]
    difference: Annotated[Figure, "mean over folds, or of shares of test examples"]
    standard_error: Figure
    df: Annotated[Degrees, "null for exact tests, two numbers for F"]
    statistic: Figure
    p: Annotated[Figure, "two-sided, unadjusted"]
    adjusted: Annotated[dict[Adjustment, Figure], "p adjusted for the pairs of the data set"]
    first_difference: Annotated[Figure, "5x2cv-t: the one difference that it tests"]
    first_standard_error: Annotated[Figure, "5x2cv-t: that of the one difference"]
    only_a: Annotated[int, "tests of outcomes: examples on which only a is right"]
    only_b: Annotated[int, "tests of outcomes: examples on which only b is right"]
    n: Annotated[int, "tests on test examples: their number"]
    clusters: Annotated[int, "clustered-t: clusters of test examples"]
    unclustered_error: Annotated[Figure, "clustered-t: the standard error if all test examples were independent"]
    sampling_share: Annotated[Figure, "clustered-t: share of the squared error due to the number of answers"]
    a12: Annotated[Figure, "tests over runs: the chance that a run of a is the better one, ties as halves"]
    a12_low: Annotated[Figure, "tests over runs: lower end of its 95% interval"]
    a12_high: Annotated[Figure, "tests over runs: upper end of its 95% interval"]
    n_a: Annotated[int, "tests over independent runs: runs of a"]
    n_b: Annotated[int, "tests over independent runs: runs of b"]
    n_runs: Annotated[int, "tests over paired runs: seeds that both ran with"]
    u_a: Annotated[Figure, "rank-sum: pairs of runs in which that of a has the higher score, ties as halves"]
    u_b: Annotated[Figure, "rank-sum: likewise for b"]
    exact: Annotated[bool, "rank-sum: whether p is exact"]
    least_p: Annotated[Figure, "the smallest p that so many runs can give"]
    why: Why


class WithinWinsResult(TypedDict, total=False):
    """Data sets on which a, neither or b is significantly better, and the sign test over them."""

    a: str
    b: str
    wins: int
    neither: int
    losses: int
    p: Figure
    adjusted: Annotated[dict[Adjustment, Figure], "adjusted p"]


_EXAMPLES = ("mean", "standard_error", "unclustered_error", "sampling_share")


def _example_scores(analysis: Analysis) -> list[Json]:
    """Return the mean of each algorithm over the test examples of each data set, with its errors."""
    return [
        {
            "dataset": dataset,
            "algorithm": algorithm,
            "examples": means.n,
            "clusters": means.clusters,
            "df": means.df,
        }
        | {name: getattr(means, name)[row] for name in _EXAMPLES}
        | {"interval": [means.low[row], means.high[row]], "level": means.level}
        for dataset, means in analysis.tested.within_means.items()
        for row, algorithm in enumerate(analysis.names)
    ]


def _within_omnibus(analysis: Analysis) -> list[Json]:
    return [
        {"dataset": dataset, "test": test.name, **omnibus_result(test)}
        for dataset, test in analysis.tested.within_omnibus.items()
    ]


OF_EXAMPLES = (ResultKey("example_scores", None, _example_scores), ResultKey("within_omnibus", None, _within_omnibus))
