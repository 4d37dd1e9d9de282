"""The results of tests, and of what they depend on, in results.json; the types that all of its parts share."""

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
    favours: Annotated[str | None, "whom the test favors; null if neither"]
    adjusted: Annotated[dict[Adjustment, Figure], "adjusted p"]


class DisputeResult(TypedDict, total=False):
    """Where the test that decides and one of the other kind, of average ranks or of two alone, part."""

    test: Annotated[str, "the other test"]
    adjustment: Annotated[str, "the adjustment of its p-values"]
    only_deciding: Annotated[list[list[str]], "pairs that are significant by the test that decides only"]
    only_other: Annotated[list[list[str]], "pairs that are significant by the other test only"]
    depends_on_pool: Annotated[
        list[list[str]] | None,
        "pairs whose unadjusted verdict by average ranks changes if one other algorithm is omitted",
    ]


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
    error_probability_bound: Annotated[Figure, "the same as a probability, if both were as likely before"]
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


class FamiliesResult(TypedDict, total=False):
    """Which comparisons p-values are adjusted for together, and the chance of an error in any metric."""

    over: Annotated[str, "`pairs`: those of each metric by themselves; `metrics`: those of all metrics"]
    comparisons: Annotated[dict[str, int], "by metric"]
    primary: Annotated[str | None, "the metric that was planned to decide"]
    chance_of_any_error: Annotated[Figure, "if metrics are independent, each at its level; null of other error rates"]
    correlation: FiniteFloat
    chance_if_correlated: Annotated[Figure, "the same if the statistics of any two metrics have that correlation"]


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


_SOME = Field(min_length=1)


class VariationResult(TypedDict, total=False):
    """A variation of the study."""

    kind: Annotated[
        str,
        "`dataset`, `algorithm`, `group`: without it; `group-alone`; `digits`; `omnibus`, `pairwise`, `adjust`,"
        " `alpha`, `missing`, `cost`: another one",
    ]
    name: Annotated[str, "what is omitted or used"]
    value: Annotated[Figure, "digits, or the level"]


class KindResult(TypedDict, total=False):
    """Under how many variations of a kind a conclusion stands."""

    stands: int
    tried: int


class FlipResult(TypedDict, total=False):
    """A variation that turns a conclusion over."""

    kind: str
    name: str
    verdict: Annotated[list[list[str]], "the conclusion under it"]


class FewestResult(TypedDict, total=False):
    """Data sets without which a conclusion is another."""

    datasets: list[str]
    verdict: list[list[str]]
    exact: Annotated[bool, "whether no fewer data sets do"]


class ConclusionResult(TypedDict, total=False):
    """A conclusion, and under how many variations of the study it stands."""

    kind: Required[Annotated[str, "`omnibus`, `best-ranked`, `best`, `order` or `pair`"]]
    subject: Annotated[list[str], "of a pair its algorithms"]
    verdict: Annotated[
        list[list[str]],
        "of the study as it is: whom the test favors significantly, who leads, the order; empty if nothing is shown",
    ]
    p: Annotated[Figure, "of the study as it is"]
    stands: Required[Annotated[int, "number of variations under which it stands"]]
    tried: Required[Annotated[int, "number of variations that can touch it"]]
    share: Annotated[Figure, "the one by the other"]
    by_kind: dict[Kind, KindResult]
    flips: list[FlipResult]
    fewest_datasets: FewestResult | None
    p_under: Annotated[list[Figure], "p under each variation, in their order; null where it is not of the conclusion"]


class SkippedResult(TypedDict, total=False):
    """A variation that was not examined."""

    kind: str
    name: str
    why: str


class LedResult(TypedDict):
    """Who leads by one way to aggregate the data sets."""

    by: Annotated[str, "as `sensitivity.measures` names it"]
    group: Annotated[str | None, "the group of data sets that it rests on; null where on all"]
    leaders: Annotated[list[str], "several where they share the best value"]
    why: Annotated[str | None, "why no algorithm can be named"]


class SensitivityResult(TypedDict, total=False):
    """The conclusions under variations of the study."""

    alpha: Annotated[FiniteFloat, "the level of the study as it is"]
    omnibus: Annotated[str | None, "the test of the study as it is"]
    pairwise: Annotated[str | None, "the test of the study as it is"]
    adjust: Annotated[str | None, "the adjustment that decides in the study as it is"]
    rounding_unit: Annotated[
        FiniteFloat, "scores rounded to n digits are multiples of this times 10 to the power of -n"
    ]
    searched_pairs: Annotated[int, "pairs for which several data sets that turn them over were searched for"]
    variations: list[VariationResult]
    conclusions: list[ConclusionResult]
    skipped: list[SkippedResult]
    why: Annotated[str | None, "why nothing was examined"]
    measures: list[LedResult]


class DrawsResult(TypedDict, total=False):
    """What a test or an adjustment finds on samples of data sets."""

    average_p: Annotated[Figure, "mean of p"]
    average_p_error: Annotated[Figure, "its Monte Carlo standard error"]
    r_p: Annotated[Figure, "R(p) = 1 - 2 var(p)"]
    r_p_error: Annotated[Figure, "its Monte Carlo standard error"]
    rejections: Required[Annotated[int, "samples that reject"]]
    share_95: Annotated[Bounds, "Wilson's interval of their share"]
    r_e: Annotated[Figure, "R(e), the share of pairs of samples with the same outcome"]
    r_e_error: Annotated[Figure, "its Monte Carlo standard error"]


class MeanResult(TypedDict, total=False):
    """A mean over samples."""

    mean: Figure
    standard_error: Figure


class PairsMeanResult(TypedDict, total=False):
    """What a test or an adjustment finds on samples of data sets, as means over all pairs."""

    average_p: Figure
    r_p: Figure
    rejections: Figure
    r_e: Figure


class OverPairsResult(TypedDict, total=False):
    """Means over all pairs, by each test and each adjustment."""

    tests: dict[Test, PairsMeanResult]
    adjusted: dict[Adjustment, PairsMeanResult]


class DrawnPairResult(TypedDict, total=False):
    """A comparison on samples of data sets, by each test and each adjustment; a is the better ranked."""

    a: Required[str]
    b: Required[str]
    tests: dict[Test, DrawsResult]
    adjusted: dict[Adjustment, DrawsResult]


class BiasResult(TypedDict, total=False):
    """The samples at a bias."""

    bias: Required[
        Annotated[FiniteFloat, "k: a data set with d in favor has exp(k d) times the chance of one with the opposite"]
    ]
    shared_datasets: Annotated[Figure, "data sets that two samples have in common on average"]
    omnibus: dict[Test, DrawsResult]
    rejected_by_draw: Annotated[dict[Procedure, MeanResult], "comparisons that are significant in a sample on average"]
    average_p_by_draw: Annotated[dict[Procedure, MeanResult], "adjusted p, averaged over all pairs of a sample"]
    over_pairs: OverPairsResult
    comparisons: Annotated[list[DrawnPairResult], "all pairs at `table_bias`, at the others those of the figures"]


class ReplicabilityResult(TypedDict, total=False):
    """The tests on samples of data sets."""

    draws: Required[Annotated[int, "samples at each bias"]]
    size: Required[Annotated[int, "data sets in each sample"]]
    replacement: Required[bool]
    seed: int
    n_datasets: Annotated[int, "data sets that are drawn from"]
    median_difference: Annotated[
        Figure, "median size of the differences of all pairs on all data sets, in the metric's unit"
    ]
    table_bias: Required[Annotated[FiniteFloat, "the bias of the tables"]]
    by: Annotated[str | list[str], "whose differences the samples for pairs depend on"]
    favoured: Annotated[str, "the algorithm that samples for omnibus tests and adjustments favor"]
    against: Annotated[str | None, "over which they favor it; null: the mean of all others"]
    adjusts: Annotated[dict[Adjustment, str], "the test whose p-values an adjustment takes"]
    biases: list[BiasResult]
    left_out: Annotated[dict[What, str], "what was requested and not computed, and why"]
    notes: list[str]


class ReachedResult(TypedDict, total=False):
    """The number of data sets, or the difference, that reaches the target power."""

    datasets: Annotated[
        int | None, "the fewest, on a straight line between those simulated; null beyond them, or of a difference"
    ]
    difference: Annotated[Figure, "the smallest difference found with that power on `own_datasets`"]
    interval: Required[Bounds]
    of_those: Annotated[int | None, "the fewest data sets among those simulated"]
    why: Annotated[str, "why it is no more than a bound"]


class ProcedureResult(TypedDict, total=False):
    """The simulated power of a procedure, by number of data sets or by difference."""

    power: Annotated[list[FiniteFloat], "the share of studies that find a better"]
    interval: Annotated[list[list[FiniteFloat]], "of each of these shares"]
    wrong: Annotated[list[FiniteFloat], "the share that finds b better, by number of data sets"]
    needed: Annotated[ReachedResult, "from how many data sets on the power is at least `target`"]


class BySizeResult(TypedDict, total=False):
    """The simulated power at a difference."""

    difference: Required[Annotated[FiniteFloat, "one of `effects`"]]
    datasets: Annotated[list[int], "numbers simulated: those requested, and more where the power is reached"]
    procedures: Required[Annotated[dict[Procedure, ProcedureResult], _SOME, "of `unadjusted`, or an adjustment"]]


class ByDifferenceResult(TypedDict, total=False):
    """The simulated power on `own_datasets`."""

    differences: Annotated[list[FiniteFloat], "differences simulated"]
    procedures: dict[Procedure, ProcedureResult]


class PowerPairResult(TypedDict, total=False):
    """The simulated power of a comparison; a is the better ranked."""

    a: Required[str]
    b: Required[str]
    spread: Annotated[Figure, "standard deviation of their observed differences"]
    by_datasets: list[BySizeResult]
    smallest: Required[Annotated[dict[Procedure, ReachedResult], _SOME]]
    by_difference: ByDifferenceResult


class PowerResult(TypedDict, total=False):
    """The simulated power."""

    test: str
    alpha: FiniteFloat
    target: Required[Annotated[FiniteFloat, "the power to reach"]]
    model: Annotated[str, "how studies were simulated"]
    effects: Annotated[
        list[FiniteFloat],
        "relevant differences, in the metric's unit; a is better than b by them, whichever direction the metric has",
    ]
    datasets: Annotated[list[int], "numbers of data sets requested"]
    own_datasets: Annotated[int, "the study's own data sets that have all results"]
    draws: int
    seed: int
    level: Annotated[FiniteFloat, "of the intervals, which account for the number of simulations"]
    pairs: list[PowerPairResult]
    left_out: Annotated[dict[What, str], "what was not simulated, and why"]
    notes: list[str]
