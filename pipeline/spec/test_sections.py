"""The sections `rank`, `test`, `adjust`, `effects` and `bayes`: the statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field, model_validator

from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, PAIRWISE, PAIRWISE_OF_SCORES, Logical, RankInterval, Ties
from rankpress.spec.method_sections import AdjustMethod, PairwiseMethod
from rankpress.spec.named import Adjustment, BayesOver, BayesWithin, Effect, Omnibus, Within
from rankpress.spec.strict import (
    Count,
    Distinct,
    Flag,
    Incoherence,
    Natural,
    Number,
    OrMapping,
    Section,
    Text,
    repetitions,
)


class RankOptions(Section):
    """How scores become ranks."""

    ties: Ties = Field(
        default="average", description="The rank that tied algorithms get: the mean, least or greatest of theirs."
    )
    tolerance: Annotated[Number, Field(ge=0)] | None = Field(
        default=None,
        description="Scores nearer to each other than this are tied, in ranks, wins and Wilcoxon's test. null: those "
        "that agree but for rounding error (16 units in the last place), as means of folds may; 0: equal ones only.",
    )
    intervals: RankInterval = Field(
        default="none",
        description="Between which ranks each algorithm lies, by average ranks over the data sets, at level 1 - "
        "test.alpha. simultaneous: confidence sets that together hold all true ranks; marginal: each by itself; "
        "bootstrap: percentiles over resampled data sets, too narrow where algorithms are nearly equal.",
    )


def _or_auto(schema: dict[str, Any]) -> None:
    """Let a schema of methods take the word by which a study leaves the choice to its scores."""
    schema["anyOf"] = [{"const": "auto"}, *schema.pop("anyOf", [{"$ref": schema.pop("$ref", "")}])]


class TestOptions(Section):
    """Which tests are made."""

    __test__: ClassVar[bool] = False  # pytest takes classes called Test* for tests

    alpha: Annotated[Number, Field(gt=0, lt=1)] = Field(default=0.05, description="Level of significance.")
    omnibus: Annotated[tuple[Omnibus, ...], Distinct("test")] = Field(
        default=("friedman", "iman-davenport"),
        description="Tests of whether the algorithms differ at all, over the data sets. Left out with missing: "
        "incomplete-blocks: skillings-mack.",
    )
    pairwise: PairwiseMethod = Field(
        default=PairwiseMethod(name=PAIRWISE_OF_SCORES),
        json_schema_extra=_or_auto,
        description="Test of two algorithms over the data sets, which decides. auto or left out: the one that the "
        "corrections in adjust are of (rank-z with nemenyi, shaffer and the like, block-t with tukey), else wilcoxon; "
        "where only ranks are known (layout: ranks, missing: worst-rank) rank-z; with missing: incomplete-blocks "
        "skillings-mack.",
    )
    also: Annotated[tuple[PairwiseMethod, ...] | None, Distinct("test")] = Field(
        default=None,
        description="Tests reported with the one that decides, each with its own corrections. null: of several "
        "algorithms wilcoxon or rank-z, of two wilcoxon, sign and t, as far as the scores allow; []: none.",
    )
    control: Text | None = Field(
        default=None, description="An algorithm: only comparisons with it are made. null: all pairs."
    )
    within: Within = Field(
        default="corrected-t",
        description="Test of two algorithms on one data set, over its folds, or its test examples (mcnemar and its "
        "like, binomial, clustered-t). Left out: corrected-t; where the scores are of test examples mcnemar, or with "
        "columns.cluster or columns.seed clustered-t.",
    )
    logical: Logical = Field(
        default="refuse",
        description="What becomes of shaffer, shaffer-dynamic and bergmann-hommel, which take the hypotheses to be "
        "transitive, with a test of which they are not, such as wilcoxon. refuse: a fault; assume: they are made.",
    )
    tuning_runs: Natural = Field(
        default=0, description="Times that an algorithm was tuned and tried; each counts as one more comparison made."
    )

    @model_validator(mode="before")
    @classmethod
    def _auto_is_left_out(cls, section: Any) -> Any:
        """Take `pairwise: auto` for no choice, which the scores then make."""
        if isinstance(section, dict) and section.get("pairwise") == "auto":
            return {key: value for key, value in section.items() if key != "pairwise"}
        return section


def wrong_adjustments(methods: tuple[AdjustMethod, ...], others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Yield the corrections that are listed twice, or cannot be made with the tests of the study."""
    if "test" in others:
        yield from repetitions("correction", (method.name for method in methods))
        yield from misfits(methods, others["test"])


def misfits(
    methods: tuple[AdjustMethod, ...], test: TestOptions, *path: str, of_any_test: bool = False
) -> Iterator[Incoherence]:
    """Yield the corrections that cannot be made with these tests; of any test, those that are not for these pairs."""
    for index, method in enumerate(methods):
        pairwise = (of_any_test and ADJUSTMENTS[method.name].test) or test.pairwise.name
        misfit = _misfit(method.name, test, pairwise)
        if misfit is not None:
            yield Incoherence((*path, index), *misfit)


def _misfit(name: Adjustment, test: TestOptions, pairwise: str) -> tuple[str, str, str] | None:
    """Say what keeps the correction from these tests, what goes with them, and what to do; None if it fits."""
    control = test.control is not None
    fitting = ", ".join(
        name
        for name, adjustment in ADJUSTMENTS.items()
        if adjustment.fits(control=control, pairwise=PAIRWISE[pairwise])
    )
    method = ADJUSTMENTS[name]
    if control and method.pairs == "all":
        return (
            f"{name} is a correction over all pairs, and test.control asks for comparisons with one algorithm",
            fitting,
            "use one of these, or remove test.control",
        )
    if not control and method.pairs == "control":
        return (
            f"{name} is a correction for comparisons with one algorithm, and there is no test.control",
            fitting,
            "use one of these, or name the algorithm as test.control",
        )
    if method.by_signs and PAIRWISE[pairwise].signs is None:
        signed = ", ".join(name for name, test in PAIRWISE.items() if test.signs)
        return (
            f"{name} exchanges two algorithms at random on each data set, and test.pairwise is {pairwise}",
            fitting,
            f"use one of these, or one of test.pairwise: {signed}",
        )
    if method.is_logical and not PAIRWISE[pairwise].transitive and test.logical == "refuse":
        message = (
            f"{name} rests on transitive hypotheses (if A equals B and B equals C, A equals C), which those of"
            f" {pairwise} are not, so that it may exceed the level"
        )
        return (
            message,
            fitting,
            "use one of these, or test.pairwise: rank-z, or accept the risk by test.logical: assume",
        )
    if method.test not in (None, pairwise):
        corrects = "average ranks" if method.test == "rank-z" else "means by the error of the block design"
        return (
            f"{name} corrects differences of {corrects}, and test.pairwise is {pairwise}",
            fitting,
            f"use one of these, or test.pairwise: {method.test}",
        )
    return None


class EffectsOptions(Section):
    """How far the algorithms of each pair that is tested differ over the data sets."""

    measures: Annotated[tuple[Effect, ...], Field(min_length=1), Distinct("measure")] = Field(
        default=tuple(name for name, measure in EFFECTS.items() if not measure.of_ratio),
        description="Measures of the difference, each with its interval. Left out: all but ratio.",
    )
    level: Annotated[Number, Field(gt=0, lt=1)] = Field(
        default=0.95, description="Level of the intervals, of each by itself or of all pairs together."
    )
    simultaneous: Flag = Field(
        default=False,
        description="true: the intervals of a measure hold together for all pairs, those of mean-difference and "
        "hedges-g by the largest t under random signs of the data sets (draws, seed), others by Bonferroni's "
        "inequality. false: each holds by itself.",
    )
    bootstrap: Flag = Field(
        default=False,
        description="true: the interval of hedges-g, that of normal differences widened for others, comes from "
        "resampled data sets (BCa) instead.",
    )
    draws: Annotated[Count, Field(ge=1000, le=100_000)] = Field(
        default=2000, description="Resamples, with bootstrap: true; random signs, with simultaneous: true."
    )
    seed: Natural = Field(default=1, description="Of the resamples.")


Width = Annotated[Number, Field(ge=0)]


class BayesOptions(Section):
    """Bayesian comparisons of the pairs that are tested, and what counts as practically equivalent."""

    # What matters in practice nobody can know but the author of the study, so that there is no default.
    rope: OrMapping[Width, dict[Text, Width]] = Field(
        description="Scores that differ by no more than this are practically equivalent, in the unit of the metric: "
        "0.01 is one point of an accuracy from 0 to 1. One number for all metrics, or a mapping of metrics to numbers. "
        "To be chosen before the scores are seen."
    )
    over: BayesOver = Field(
        default="signed-rank", description="Comparison of two algorithms over the data sets; none makes none."
    )
    within: BayesWithin = Field(
        default="correlated-t",
        description="Comparison of two algorithms on one data set, over its folds; none makes none.",
    )
    prior_strength: Width | None = Field(
        default=None,
        description="For how many data sets the prior counts, on which the two are equivalent. With fewer than six "
        "data sets a verdict must also be reached where these favor the other algorithm. "
        "null: 1 with sign, 0.5 with signed-rank.",
    )
    draws: Annotated[Count, Field(ge=1000, le=1_000_000)] = Field(
        default=50_000, description="Draws from the posterior, with signed-rank and hierarchical; the others need none."
    )
    seed: Natural = Field(default=0, description="Of the draws.")

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield that nothing is compared."""
        if self.over == self.within == "none":
            expected = "over: signed-rank, sign or hierarchical, or within: correlated-t"
            yield Incoherence((), "neither over nor within", expected, "or write null")

    def rope_of(self, metric: str) -> float:
        """Return the rope of a metric."""
        return self.rope[metric] if isinstance(self.rope, dict) else self.rope
