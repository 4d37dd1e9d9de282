"""Sensitivity, replicability and power in results.json: their types."""

from __future__ import annotations

from typing import Annotated, Required

from pydantic import Field, FiniteFloat
from typing_extensions import TypedDict

from rankpress.topics.result_types import Adjustment, Bounds, Figure, Kind, Procedure, Test, What

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
