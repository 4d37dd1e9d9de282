"""The results of tests and intervals in results.json, and the types that all of its parts share."""

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


class RankIntervalsResult(TypedDict, total=False):
    """Between which ranks each algorithm lies."""

    method: Annotated[str, "`simultaneous`, `marginal` or `bootstrap`"]
    level: FiniteFloat
    intervals: Annotated[dict[Algorithm, list[int]], "the best and the worst rank"]


class TiesResult(TypedDict, total=False):
    """When scores on a data set are tied, and how many comparisons of two of them are."""

    rule: Annotated[str, "`average`, `min` or `max`: which of their ranks tied algorithms get"]
    tolerance: Annotated[
        float | None, "scores nearer than this are tied; null: those that agree but for rounding error"
    ]
    comparisons: Annotated[int, "of two scores on a data set"]
    tied: Annotated[int, "of them, ties"]
    near: Annotated[int, "of these, ties of unequal scores"]


class ConcordanceResult(TypedDict, total=False):
    """Kendall's W."""

    kendall_w: Annotated[Figure, "0 for no agreement of the data sets, to 1"]
    interval: Bounds
    level: FiniteFloat
    why: Why
    method: Annotated[str, "how the interval was computed"]


class EffectsResult(TypedDict, total=False):
    """How the intervals of effect sizes were computed."""

    level: Annotated[FiniteFloat, "of each interval, or of those of all pairs together"]
    simultaneous: Annotated[bool, "whether it is that of all pairs together; the level of each is with its interval"]
    methods: dict[Measure, str]
    draws: int | None
    seed: int | None
    left_out: Annotated[list[str], "measures that could not be computed, and why"]


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
    favours: Annotated[str | None, "whom the test favours; null if neither"]
    adjusted: Annotated[dict[Adjustment, Figure], "adjusted p"]


class DisputeResult(TypedDict, total=False):
    """Where the test that decides and one of the other kind, of average ranks or of two alone, part."""

    test: Annotated[str, "the other test"]
    adjustment: Annotated[str, "the adjustment of its p-values"]
    only_deciding: Annotated[list[list[str]], "pairs that are significant by the test that decides only"]
    only_other: Annotated[list[list[str]], "pairs that are significant by the other test only"]
    depends_on_pool: Annotated[
        list[list[str]] | None,
        "pairs whose unadjusted verdict by average ranks changes if one other algorithm is left out",
    ]


class ComparisonResult(TypedDict, total=False):
    """A comparison of two algorithms over the data sets; a is the better ranked, with a control too."""

    a: Required[str]
    b: Required[str]
    difference: Annotated[Figure, "average rank of a less that of b"]
    statistic: Annotated[Figure, "of the pairwise test"]
    p: Annotated[Figure, "two-sided, unadjusted"]
    favours: Annotated[str | None, "whom the test favours, which may be b; null if neither"]
    bayes_factor_bound: Annotated[
        Figure, "the least that p leaves for no difference (Sellke, Bayarri and Berger 2001), as a factor"
    ]
    error_probability_bound: Annotated[Figure, "the same as a probability, if both were as likely before"]
    adjusted: Annotated[dict[Adjustment, Figure], "adjusted p"]
    levels: Annotated[dict[Adjustment, Figure], "what a stepwise adjustment compares the unadjusted p with at its step"]
    wins: Annotated[int, "data sets, by ranks"]
    ties: Annotated[int, "data sets, by ranks"]
    losses: Annotated[int, "data sets, by ranks"]
    why: Annotated[str, "why statistic or p is null"]
    details: ComparisonDetails
    effects: dict[Measure, EffectResult]
    also: Annotated[dict[str, AlsoResult], "by other tests, which decide nothing"]


class CriticalDifferenceResult(TypedDict, total=False):
    """A critical difference of average ranks, by rank-z."""

    alpha: Figure
    q: Figure
    cd: Figure
    why: Why


class Table3Result(TypedDict, total=False):
    """What Table 3 of Demšar (2006) has."""

    wins: int | None
    level: Annotated[Figure, "exact"]


class SignTestResult(TypedDict, total=False):
    """The fewest wins that are significant by the sign test, unadjusted, on a number of data sets."""

    n_datasets: int
    wins: int | None
    level: Annotated[Figure, "their exact level"]
    demsar_table_3: Table3Result | None
    why: Why


class AttemptsResult(TypedDict, total=False):
    """Errors to expect if no algorithms differed and the tests were independent."""

    tuning_runs: Annotated[int | None, "`test.tuning_runs`, which count as tests"]
    expected_errors: Annotated[Figure, "number of errors at alpha"]
    chance_of_any_error: Figure
    level_for_family: Annotated[Figure, "level of each test that keeps the chance of any error at alpha"]
    why: Why


class WithinAttemptsResult(AttemptsResult, total=False):
    """Errors to expect among the tests within data sets."""

    tests: int


class MultiplicityResult(AttemptsResult, total=False):
    """Errors to expect among the comparisons over the data sets."""

    comparisons: int
    within: WithinAttemptsResult


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
    holm_p: Annotated[Figure, "adjusted by Holm's procedure for the pairs of the data set"]
    first_difference: Annotated[Figure, "5x2cv-t: the one difference that it tests"]
    first_standard_error: Annotated[Figure, "5x2cv-t: that of the one difference"]
    only_a: Annotated[int, "tests of outcomes: examples on which only a is right"]
    only_b: Annotated[int, "tests of outcomes: examples on which only b is right"]
    n: Annotated[int, "tests on test examples: their number"]
    clusters: Annotated[int, "clustered-t: clusters of test examples"]
    unclustered_error: Annotated[Figure, "clustered-t: the standard error if all test examples were independent"]
    sampling_share: Annotated[Figure, "clustered-t: share of the squared error due to the number of answers"]
    why: Why


class ExampleScoresResult(TypedDict, total=False):
    """The mean score of an algorithm over the test examples of a data set."""

    dataset: str
    algorithm: str
    examples: int
    clusters: int
    mean: Figure
    standard_error: Annotated[Figure, "clustered"]
    unclustered_error: Annotated[Figure, "if all test examples were independent"]
    sampling_share: Annotated[Figure, "of the squared error, due to the number of answers; null where not known"]
    interval: Bounds
    level: FiniteFloat


class WithinWinsResult(TypedDict, total=False):
    """Data sets on which a, neither or b is significantly better, and the sign test over them."""

    a: str
    b: str
    wins: int
    neither: int
    losses: int
    p: Figure
    adjusted: Annotated[dict[Adjustment, Figure], "adjusted p"]


class PairCurveResult(TypedDict, total=False):
    """A confidence curve of the difference of two algorithms."""

    a: str
    b: Annotated[str, "as the spec has them, the baseline being b"]
    difference: Figure
    aucc: Annotated[Figure, "area under the curve, in the unit of the metric"]
    interval_95: Bounds
    p_null: Annotated[Figure, "two-sided p of no difference"]
    entangled_null: Annotated[Figure, "the other difference that has the p of none"]
    why: Why


class AveragedCurveResult(PairCurveResult, total=False):
    """The average of a pair's confidence curves over data sets."""

    datasets: Annotated[int, "number of data sets"]


class CurveResult(PairCurveResult, total=False):
    """The confidence curve of a pair on a data set."""

    dataset: str
    form: Annotated[str, "`t` or `quesenberry-hurst`"]
    standard_error: Figure
    df: Degrees
    aucc_normal: Annotated[Figure, "area as if df were infinite"]


class PosteriorResult(TypedDict, total=False):
    """Posterior probabilities of a comparison."""

    a: str
    b: str
    a_better: Figure
    equal: Figure
    b_better: Figure
    why: Why


class PosteriorDetails(TypedDict, total=False):
    """What a Bayesian test over the data sets computes further."""

    n_used: Annotated[Figure, "signed-rank, hierarchical: data sets"]
    mean: Annotated[Figure, "hierarchical: posterior mean of the average difference, above 0 where a is better"]
    low: Annotated[Figure, "hierarchical: lower end of its 95% interval"]
    high: Annotated[Figure, "hierarchical: upper end of its 95% interval"]
    spread: Annotated[Figure, "hierarchical: median of the scale of differences between data sets"]
    df: Annotated[Figure, "hierarchical: median of the degrees of freedom of their t distribution"]
    r_hat: Annotated[Figure, "hierarchical: largest split R-hat of the three parameters"]
    ess: Annotated[Figure, "hierarchical: their smallest effective sample size"]
    weight_first: Annotated[Figure, "signed-rank: expected weight of a better"]
    weight_equal: Annotated[Figure, "signed-rank: expected weight of neither"]
    weight_second: Annotated[Figure, "signed-rank: expected weight of b better"]
    n_first: Annotated[Figure, "sign: data sets on which a is better"]
    n_equal: Annotated[Figure, "sign: data sets on which neither is"]
    n_second: Annotated[Figure, "sign: data sets on which b is better"]


class PosteriorOverResult(PosteriorResult, total=False):
    """A Bayesian comparison over the data sets."""

    against: Annotated[
        list[Figure] | None,
        "on fewer than six data sets: a_better, equal and b_better, each under a prior that lies against it",
    ]
    monte_carlo_error: Annotated[Figure, "the largest standard error of the three that the draws leave"]
    details: PosteriorDetails


class BayesOverResult(TypedDict, total=False):
    """The Bayesian comparisons over the data sets."""

    test: str
    rope: FiniteFloat
    prior_strength: Figure
    draws: Annotated[int | None, "null if exact"]
    seed: int | None
    comparisons: list[PosteriorOverResult]


class PosteriorWithinResult(PosteriorResult, total=False):
    """A Bayesian comparison on one data set."""

    dataset: str
    test: str
    rope: FiniteFloat
    difference: Annotated[Figure, "of the posterior of the mean difference, a t distribution"]
    scale: Annotated[Figure, "of that distribution"]
    df: Annotated[Degrees, "of that distribution"]


class BayesResult(TypedDict, total=False):
    """The Bayesian comparisons."""

    rope: Annotated[FiniteFloat, "half the width of the region of equivalence, in the unit of the metric"]
    over: BayesOverResult | None
    within: list[PosteriorWithinResult]
    left_out: Annotated[dict[What, str], "what was requested and not computed, and why"]
    notes: list[str]
