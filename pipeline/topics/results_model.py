"""results.json as types, in the order of RESULTS.md: the topics write them and `diff` reads them.

Plain data needs no encoding, and pydantic validates what it reads by the same types. Keys that are not required may be
missing from a report of another version.
"""

from __future__ import annotations

from typing import Annotated, Any, Required

from pydantic import Field, FiniteFloat
from typing_extensions import TypedDict

from rankpress.core.numbers import number, whole
from rankpress.stats.omnibus import OmnibusTest

SCHEMA = "rankpress.results/1"
Figure = FiniteFloat | None
ByName = dict[str, Figure]
Matrix = dict[str, ByName]
Bounds = Annotated[list[Figure], Field(min_length=2, max_length=2)]
_SOME = Field(min_length=1)


class OmnibusResult(TypedDict, total=False):
    """A test of all algorithms at once."""

    statistic: Figure
    df: Any
    p: Figure
    why: str
    exact_p: Figure
    uncorrected: OmnibusResult
    details: ByName


class ComparisonResult(TypedDict, total=False):
    """A comparison of two algorithms over the data sets; a is the better ranked."""

    a: Required[str]
    b: Required[str]
    difference: Figure
    statistic: Figure
    p: Figure
    favours: str | None
    bayes_factor_bound: Figure
    error_probability_bound: Figure
    adjusted: ByName
    wins: int
    ties: int
    losses: int
    why: str
    details: ByName
    effects: dict[str, Any]


class WithinResult(TypedDict, total=False):
    """A comparison of two algorithms on one data set."""

    dataset: Required[str]
    a: Required[str]
    b: Required[str]
    test: Required[str]
    difference: Figure
    standard_error: Figure
    df: Any
    statistic: Figure
    p: Figure
    first_difference: Figure
    first_standard_error: Figure
    only_a: int
    only_b: int
    n: int
    why: str


class CriticalDifferenceResult(TypedDict, total=False):
    """A critical difference of average ranks."""

    alpha: Figure
    q: Figure
    cd: Figure
    why: str


class BestResult(TypedDict, total=False):
    """Whether a best may be named."""

    adjustment: str
    cost: str | None
    first: list[str]
    conditions: list[dict[str, Any]]
    algorithm: str | None
    why: str


class PlaceResult(TypedDict, total=False):
    """A place in an order."""

    position: int
    algorithm: Required[str]
    decided_by: str


class OrderResult(TypedDict, total=False):
    """An order of the algorithms by tests and cost."""

    cost: str | None
    cost_weights: ByName
    prior: list[str]
    ranking: list[PlaceResult]
    edges: list[list[str]]
    per_dataset: dict[str, list[str]]
    why: str
    within: str
    adjust: str
    within_adjust: str
    average_ranks: ByName | None
    average_costs: ByName | None
    omnibus: OmnibusResult | None
    rejected: bool | None


class OrdersResult(OrderResult, total=False):
    """The order on all data sets, and those on groups and from validation scores."""

    warnings: list[dict[str, Any]]
    groups: dict[str, Any]
    validation: dict[str, Any] | None


class ConclusionResult(TypedDict, total=False):
    """A conclusion, and under how many variations of the study it stands."""

    kind: Required[str]
    subject: list[str]
    verdict: list[list[str]]
    p: Figure
    stands: Required[int]
    tried: Required[int]
    share: Figure
    by_kind: dict[str, dict[str, int]]
    flips: list[dict[str, Any]]
    fewest_datasets: dict[str, Any] | None
    p_under: list[Figure]


class SensitivityResult(TypedDict, total=False):
    """The conclusions under variations of the study."""

    alpha: FiniteFloat
    omnibus: str | None
    pairwise: str | None
    adjust: str | None
    rounding_unit: FiniteFloat
    searched_pairs: int
    variations: list[dict[str, Any]]
    conclusions: list[ConclusionResult]
    skipped: list[dict[str, Any]]
    why: str | None


class DrawsResult(TypedDict, total=False):
    """What a test or an adjustment finds on draws of data sets."""

    average_p: Figure
    average_p_error: Figure
    r_p: Figure
    r_p_error: Figure
    rejections: Required[int]
    share_95: Bounds
    r_e: Figure
    r_e_error: Figure


class DrawnPairResult(TypedDict, total=False):
    """A comparison on draws of data sets, by each test and each adjustment."""

    a: Required[str]
    b: Required[str]
    tests: dict[str, DrawsResult]
    adjusted: dict[str, DrawsResult]


class BiasResult(TypedDict, total=False):
    """The draws at a bias."""

    bias: Required[FiniteFloat]
    shared_datasets: Figure
    omnibus: dict[str, DrawsResult]
    rejected_by_draw: dict[str, ByName]
    average_p_by_draw: dict[str, ByName]
    over_pairs: dict[str, dict[str, ByName]]
    comparisons: list[DrawnPairResult]


class ReplicabilityResult(TypedDict, total=False):
    """The tests on draws of data sets."""

    draws: Required[int]
    size: Required[int]
    replacement: Required[bool]
    seed: int
    n_datasets: int
    median_difference: Figure
    table_bias: Required[FiniteFloat]
    by: str | list[str]
    favoured: str
    against: str | None
    adjusts: dict[str, str]
    biases: list[BiasResult]
    left_out: dict[str, str]
    notes: list[str]


class ReachedResult(TypedDict, total=False):
    """The number of data sets, or the difference, that reaches the power wanted."""

    datasets: int | None
    difference: Figure
    interval: Required[Bounds]
    of_those: int | None
    why: str


class ProcedureResult(TypedDict, total=False):
    """The simulated power of a procedure, by number of data sets or by difference."""

    power: list[FiniteFloat]
    interval: list[list[FiniteFloat]]
    wrong: list[FiniteFloat]
    needed: ReachedResult


class BySizeResult(TypedDict, total=False):
    """The simulated power at a difference."""

    difference: Required[FiniteFloat]
    datasets: list[int]
    procedures: Required[Annotated[dict[str, ProcedureResult], _SOME]]


class PowerPairResult(TypedDict, total=False):
    """The simulated power of a comparison."""

    a: Required[str]
    b: Required[str]
    spread: Figure
    by_datasets: list[BySizeResult]
    smallest: Required[Annotated[dict[str, ReachedResult], _SOME]]
    by_difference: dict[str, Any]


class PowerResult(TypedDict, total=False):
    """The simulated power."""

    test: str
    alpha: FiniteFloat
    target: Required[FiniteFloat]
    model: str
    effects: list[FiniteFloat]
    datasets: list[int]
    own_datasets: int
    draws: int
    seed: int
    level: FiniteFloat
    pairs: list[PowerPairResult]
    left_out: dict[str, str]
    notes: list[str]


class MetricResult(TypedDict, total=False):
    """All results of one metric."""

    better: Required[str]
    p_values: str | None
    n_datasets: int
    datasets: Required[list[str]]
    algorithms: Required[list[str]]
    dropped: dict[str, list[str]]
    missing: dict[str, Any]
    means: Matrix | None
    ranks: Matrix | None
    average_ranks: Required[dict[str, FiniteFloat]]
    control: str | None
    omnibus: dict[str, OmnibusResult]
    pairwise: str | None
    critical_difference: dict[str, CriticalDifferenceResult]
    error_rates: dict[str, str]
    multiplicity: dict[str, Any]
    sign_test: list[dict[str, Any]]
    comparisons: list[ComparisonResult]
    effects: dict[str, Any] | None
    concordance: dict[str, Any] | None
    groups: dict[str, list[list[str]]]
    within: list[WithinResult]
    within_omnibus: list[dict[str, Any]]
    curves: list[dict[str, Any]]
    averaged_curves: list[dict[str, Any]]
    within_wins: list[dict[str, Any]]
    best: BestResult | None
    bayes: dict[str, Any] | None
    sensitivity: SensitivityResult | None
    replicability: ReplicabilityResult | None
    power: PowerResult | None
    order: OrdersResult
    cost_fronts: list[dict[str, Any]]
    left_out: dict[str, str]
    notes: list[str]


class Results(TypedDict, total=False):
    """A results.json."""

    schema: Required[str]
    title: Required[str]
    alpha: Required[FiniteFloat]
    settings: dict[str, Any]
    labels: dict[str, Any]
    reading: dict[str, Any]
    protocol: dict[str, Any] | None
    metrics: Required[dict[str, MetricResult]]
    baseline: dict[str, Any]


def omnibus_result(test: OmnibusTest) -> OmnibusResult:
    """Return an omnibus test, with the form that is not corrected for ties where there is one."""
    result, details = _figures(test), {name: number(value) for name, value in test.details.items()}
    if "exact_p" in details:
        result["exact_p"] = details.pop("exact_p")
    if test.uncorrected is not None:
        result["uncorrected"] = _figures(test.uncorrected)
    if details:
        result["details"] = details
    return result


def _figures(test: OmnibusTest) -> OmnibusResult:
    df = [whole(value) for value in test.df]
    result: OmnibusResult = {
        "statistic": number(test.statistic),
        "df": df[0] if len(df) == 1 else df,
        "p": number(test.p),
    }
    if test.why:
        result["why"] = test.why
    return result
