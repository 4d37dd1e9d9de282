"""Types of results.json that several topics share, and those of tests, which programs that read reports know."""

from __future__ import annotations

from typing import Annotated, Required

from pydantic import Field, FiniteFloat
from typing_extensions import TypedDict

Figure = FiniteFloat | None
Degrees = int | FiniteFloat | list[int | FiniteFloat] | None
Bounds = Annotated[list[Figure], Field(min_length=2, max_length=2)]
Adjustment = Annotated[str, "ADJUSTMENT"]
Algorithm = Annotated[str, "ALGORITHM"]
Dataset = Annotated[str, "DATASET"]
Kind = Annotated[str, "KIND"]
Measure = Annotated[str, "MEASURE"]
Procedure = Annotated[str, "PROCEDURE"]
Test = Annotated[str, "TEST"]
What = Annotated[str, "WHAT"]
Matrix = dict[Dataset, dict[Algorithm, Figure]]
Why = Annotated[str, "why something is null"]


class OmnibusDetails(TypedDict, total=False):
    """What a test of all algorithms at once computes further."""

    greenhouse_geisser_epsilon: Annotated[Figure, "rm-anova: correction for a lack of sphericity"]
    greenhouse_geisser_p: Annotated[Figure, "rm-anova: p with this correction"]
    huynh_feldt_epsilon: Annotated[Figure, "rm-anova: correction for a lack of sphericity"]
    huynh_feldt_p: Annotated[Figure, "rm-anova: p with this correction"]
    mauchly_w: Annotated[Figure, "rm-anova: Mauchly's test of sphericity"]
    mauchly_chi2: Annotated[Figure, "rm-anova: its statistic"]
    mauchly_df: Annotated[Figure, "rm-anova: its degrees of freedom"]
    mauchly_p: Annotated[Figure, "rm-anova: its p"]
    datasets_used: Annotated[Figure, "skillings-mack: data sets with two results or more"]
    datasets_left_out: Annotated[Figure, "skillings-mack: data sets with fewer"]
    f: Annotated[Figure, "durbin: the F form"]
    f_df1: Figure
    f_df2: Figure
    f_p: Figure


class OmnibusResult(TypedDict, total=False):
    """A test of all algorithms at once, corrected for ties."""

    statistic: Figure
    df: Annotated[Degrees, "one number, or the two of F"]
    p: Figure
    why: Why
    exact_p: Annotated[Figure, "of Friedman's statistic, in small studies"]
    deciding_p: Annotated[Figure, "the p that decides: exact_p, else p, else, where ties are unknown, uncorrected.p"]
    uncorrected: Annotated[OmnibusResult, "without the correction for ties"]
    details: OmnibusDetails


class WithinOmnibusResult(OmnibusResult, total=False):
    """Cochran's Q test of all algorithms on one data set."""

    dataset: Required[str]
    test: Required[str]


class EffectResult(TypedDict, total=False):
    """An effect size of a comparison."""

    estimate: Figure
    interval: Bounds
    level: FiniteFloat
    why: Why
    attained: Annotated[Figure, "level that an interval of ranks has, the next above among those possible"]


class ComparisonDetails(TypedDict, total=False):
    """What a test of two algorithms over the data sets computes further."""

    n_used: Annotated[Figure, "data sets that the test counts"]
    r_plus: Annotated[Figure, "wilcoxon: sum of ranks where a is better"]
    r_minus: Annotated[Figure, "wilcoxon: sum of ranks where b is better; the statistic is the smaller of the two"]
    exact: Annotated[Figure, "wilcoxon: 1 if p is exact, 0 if normal"]
    draws: Annotated[Figure, "permutation: signs drawn, 0 if p is exact"]
    least_p: Annotated[Figure, "the least p that so many data sets can give"]
    wins: Annotated[Figure, "sign: data sets; its statistic is wins and half of the ties"]
    ties: Figure
    losses: Figure
    mean_difference: Annotated[Figure, "of tests of means"]
    mean_relative_difference: Annotated[Figure, "of tests of means"]
    standard_error: Annotated[Figure, "of tests of means"]
    df: Annotated[Figure, "of tests of means, conover, quade and durbin"]
    variance_between: Annotated[Figure, "mixed: of the effects of data sets; null where folds are as many everywhere"]
    variance_within: Annotated[Figure, "mixed: of the errors on folds; null where folds are as many everywhere"]
    shared: Annotated[Figure, "with gaps: data sets that both have"]


class AlsoResult(TypedDict, total=False):
    """A comparison of two algorithms by a test that decides nothing."""

    statistic: Figure
    p: Annotated[Figure, "two-sided, unadjusted"]
    favours: Annotated[str | None, "whom the test favors; null if neither"]
    adjusted: Annotated[dict[Adjustment, Figure], "adjusted p"]


class OneSidedResult(TypedDict, total=False):
    """The one-sided test that an algorithm is not inferior to the other one by the margin."""

    p: Figure
    adjusted: Annotated[Figure, "adjusted for the number of pairs"]


class NotInferiorResult(TypedDict, total=False):
    """The one-sided tests of a pair."""

    a: OneSidedResult
    b: OneSidedResult


class EquivalenceResult(TypedDict, total=False):
    """Whether two algorithms differ by less than a margin."""

    margin: Annotated[FiniteFloat, "`effects.margin`, in the metric's unit"]
    test: Annotated[str, "the two one-sided tests: `t` or `wilcoxon`"]
    p: Annotated[Figure, "the larger p of the two"]
    adjusted: Annotated[Figure, "the same, adjusted by Holm's procedure"]
    statistics: Annotated[Bounds, "of the differences, higher being better, plus the margin and less the margin"]
    not_inferior: NotInferiorResult
    why: Why


class ComparisonResult(TypedDict, total=False):
    """A comparison of two algorithms over the data sets; a is the better ranked, with a control too."""

    a: Required[str]
    b: Required[str]
    difference: Annotated[Figure, "average rank of a minus that of b"]
    statistic: Annotated[Figure, "of the pairwise test"]
    p: Annotated[Figure, "two-sided, unadjusted"]
    favours: Annotated[str | None, "whom the test favors, which may be b; null if neither"]
    bayes_factor_bound: Annotated[
        Figure, "the least that p leaves for no difference (Sellke, Bayarri and Berger 2001), as a factor"
    ]
    error_probability_bound: Annotated[
        Figure, "the same as a probability, if both hypotheses were equally likely a priori"
    ]
    adjusted: Annotated[dict[Adjustment, Figure], "adjusted p"]
    levels: Annotated[dict[Adjustment, Figure], "what a stepwise adjustment compares the unadjusted p with at its step"]
    wins: Annotated[int, "data sets, by ranks"]
    ties: Annotated[int, "data sets, by ranks"]
    losses: Annotated[int, "data sets, by ranks"]
    why: Annotated[str, "why statistic or p is null"]
    details: ComparisonDetails
    effects: dict[Measure, EffectResult]
    equivalence: Annotated[EquivalenceResult, "where `effects.margin` is given"]
    also: Annotated[dict[str, AlsoResult], "by other tests, which decide nothing"]


class CriticalDifferenceResult(TypedDict, total=False):
    """A critical difference of average ranks, by rank-z."""

    alpha: Figure
    q: Figure
    cd: Figure
    why: Why


class ExampleScoresResult(TypedDict, total=False):
    """The mean score of an algorithm over the test examples of a data set."""

    dataset: str
    algorithm: str
    examples: int
    clusters: int
    df: Annotated[Figure, "degrees of freedom of the interval (Satterthwaite)"]
    mean: Figure
    standard_error: Annotated[Figure, "clustered (CR2)"]
    unclustered_error: Annotated[Figure, "if all test examples were independent"]
    sampling_share: Annotated[Figure, "of the squared error, due to the number of answers; null where not known"]
    interval: Bounds
    level: FiniteFloat
