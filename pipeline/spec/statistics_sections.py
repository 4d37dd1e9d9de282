"""The sections of statistics: `rank`, `test`, `adjust`, `effects`, `bayes`; `sensitivity`, `replicability`, `power`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE, PAIRWISE_OF_SCORES, Logical, RankInterval, Ties
from rankpress.spec.method_sections import (
    Adjustment,
    AdjustMethod,
    BayesOver,
    BayesWithin,
    Effect,
    Omnibus,
    PairwiseMethod,
    Within,
)
from rankpress.spec.report_sections import Cost
from rankpress.spec.strict import (
    UNIQUE,
    Count,
    Distinct,
    Flag,
    Incoherence,
    Level,
    Natural,
    Number,
    OrList,
    OrMapping,
    Pair,
    Pairs,
    Section,
    Text,
    misnamed,
    repetitions,
    unlisted,
)


class RankOptions(Section):
    """How scores become ranks."""

    ties: Ties = Field(
        default="average", description="The rank that tied algorithms get: the mean, least or greatest of theirs."
    )
    tolerance: Annotated[Number, Field(ge=0)] | None = Field(
        default=None,
        description="Scores nearer to each other than this are tied, in ranks and in all that counts differences: "
        "wins, the sign, Wilcoxon and permutation tests, Cliff's delta, superiority, rank-biserial correlation. null: "
        "those that agree but for rounding error (16 units in the last place), as means of folds may; 0: equal ones "
        "only.",
    )
    intervals: RankInterval = Field(
        default="none",
        description="Intervals of the ranks of the algorithms, from average ranks over the data sets, at level 1 - "
        "test.alpha. simultaneous: confidence sets that together hold all true ranks; marginal: each by itself; "
        "bootstrap: percentiles over resampled data sets, too narrow where algorithms are nearly equal.",
    )


def _or_auto(schema: dict[str, Any]) -> None:
    """Let a schema of methods take the word by which a study leaves the choice to its scores."""
    schema["anyOf"] = [{"const": "auto"}, *schema.pop("anyOf", [{"$ref": schema.pop("$ref", "")}])]


class TestMethods(Section):
    """Tests to run, without the level at which their p-values are read."""

    __test__: ClassVar[bool] = False  # pytest takes classes called Test* for tests

    omnibus: Annotated[tuple[Omnibus, ...], Distinct("test")] = Field(
        default=("friedman", "iman-davenport"),
        description="Tests of whether the algorithms differ at all, over the data sets. Default with missing: "
        "incomplete-blocks: skillings-mack.",
    )
    pairwise: PairwiseMethod = Field(
        default=PairwiseMethod.unchecked(name=PAIRWISE_OF_SCORES),
        json_schema_extra=_or_auto,
        description="Test of two algorithms over the data sets, which decides. auto or omitted: the one that the "
        "corrections in adjust belong to (rank-z with nemenyi, shaffer and the like, block-t with tukey), else "
        "wilcoxon; where only ranks are known (layout: ranks, missing: worst-rank) rank-z; with missing: "
        "incomplete-blocks skillings-mack.",
    )
    also: Annotated[tuple[PairwiseMethod, ...] | None, Distinct("test")] = Field(
        default=None,
        description="Tests reported with the one that decides, each with its own corrections. null: of several "
        "algorithms wilcoxon or rank-z, of two wilcoxon, sign and t, as far as the scores allow; []: none.",
    )
    over: Literal["auto", "datasets"] = Field(
        default="auto",
        description="What the comparison that decides is over. datasets: the data sets. auto: of one to four data sets "
        "with scores on test examples these, each data set with the same weight, and there is no test over the data "
        "sets; else the data sets, as where pairwise, also or a correction names a test over them.",
    )
    control: Text | None = Field(
        default=None, description="An algorithm: all others are compared with it alone. null: all pairs."
    )
    within: Within = Field(
        default="corrected-t",
        description="Test of two algorithms on one data set, over its folds, or its test examples (mcnemar and its "
        "like, binomial, clustered-t). Default: corrected-t; where the scores are of test examples mcnemar, or with "
        "columns.cluster or columns.seed clustered-t.",
    )
    logical: Logical = Field(
        default="refuse",
        description="How to treat shaffer, shaffer-dynamic and bergmann-hommel, which take the hypotheses to be "
        "transitive, with a test of which they are not, such as wilcoxon. refuse: an error; assume: they are applied.",
    )

    @model_validator(mode="before")
    @classmethod
    def _auto_is_left_out(cls, section: Any) -> Any:
        """Take `pairwise: auto` for no choice, which the scores then make."""
        if isinstance(section, dict) and section.get("pairwise") == "auto":
            return {key: value for key, value in section.items() if key != "pairwise"}
        return section

    @property
    def names_test_over_datasets(self) -> bool:
        """Whether the study names a test over the data sets, which is then made."""
        return "pairwise" in self.model_fields_set or bool(self.also)


class TestOptions(TestMethods):
    """Tests to run."""

    alpha: Level = Field(default=0.05, description="Level of significance.")
    tuning_runs: Natural = Field(
        default=0, description="Tuning attempts on test data; each counts as one more comparison."
    )


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
            f"{name} is a correction over all pairs, and test.control requests comparisons with one algorithm",
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


Margin = Annotated[Number, Field(gt=0)]


class EffectsOptions(Section):
    """How far the algorithms of each pair that is tested differ over the data sets."""

    measures: Annotated[tuple[Effect, ...], Field(min_length=1), Distinct("measure")] | None = Field(
        default=None,
        description="Measures of the difference, each with its interval. null: the one that belongs to the test that"
        " decides (hodges-lehmann with wilcoxon, median-difference with sign, else mean-difference), and hedges-g; with"
        " missing: worst-rank superiority.",
    )
    interval: Literal["t", "hall"] = Field(
        default="t",
        description="Interval of mean-difference and ratio. t: Student's; hall: the same with the skewness of the "
        "differences removed, for differences that are skewed themselves.",
    )
    level: Level = Field(
        default=0.95, description="Level of the intervals, of each by itself or of all pairs together."
    )
    simultaneous: Flag = Field(
        default=False,
        description="true: the intervals of a measure hold simultaneously for all pairs, those of mean-difference and "
        "hedges-g by the largest t under random signs of the data sets (draws, seed), others by Bonferroni's "
        "inequality. false: they are not adjusted for multiplicity.",
    )
    bootstrap: Flag = Field(
        default=False,
        description="true: the interval of hedges-g, that of normal differences widened for others, comes from "
        "resampled data sets (BCa) instead.",
    )
    draws: Annotated[Count, Field(ge=1000, le=100_000)] = Field(
        default=2000, description="Resamples, with bootstrap: true; random signs, with simultaneous: true."
    )
    seed: Natural = Field(default=1, description="Seed of the resamples.")
    # Which difference is too small to matter nobody can know but the author of the study, so that there is no default.
    margin: OrMapping[Margin, dict[Text, Margin]] | None = Field(
        default=None,
        description="Differences below this do not matter, in the unit of the metric: 0.01 is one point of an accuracy "
        "from 0 to 1. The pairs are then tested for equivalence, and each algorithm for not being inferior, by two "
        "one-sided tests with Holm's procedure. One number for all metrics, or a mapping of metrics to numbers. To be "
        "chosen before the scores are seen. null: no such tests.",
    )
    margin_test: Literal["t", "wilcoxon"] | None = Field(
        default=None,
        description="The one-sided test against the margin. null: t where test.pairwise is a test of means, else "
        "wilcoxon.",
    )

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield a one-sided test without a margin, and that intervals by the largest t have another form too."""
        if self.margin_test is not None and self.margin is None:
            yield Incoherence(("margin_test",), "there is no margin to test against", "effects.margin")
        if self.simultaneous and self.interval == "hall":
            expected = "interval: t, or simultaneous: false"
            yield Incoherence(("interval",), "interval: hall has no simultaneous intervals", expected)

    def margin_of(self, metric: str) -> float | None:
        """Return the margin of a metric; None without one."""
        return self.margin[metric] if isinstance(self.margin, dict) else self.margin

    def measures_for(self, pairwise: str, *, of_scores: bool = True) -> tuple[str, ...]:
        """Return the measures that are computed next to a test of pairs, from scores or from their order alone."""
        if self.measures is not None:
            return self.measures
        return (PAIRWISE[pairwise].effect, "hedges-g") if of_scores else ("superiority",)


_Width = Annotated[Number, Field(ge=0)]


class BayesOptions(Section):
    """Bayesian comparisons of the pairs that are tested, and what counts as practically equivalent."""

    # What matters in practice nobody can know but the author of the study, so that there is no default.
    rope: OrMapping[_Width, dict[Text, _Width]] = Field(
        description="Scores that differ by no more than this are practically equivalent, in the unit of the metric: "
        "0.01 is one point of an accuracy from 0 to 1. One number for all metrics, or a mapping of metrics to numbers. "
        "To be chosen before the scores are seen."
    )
    over: BayesOver = Field(default="signed-rank", description="Comparison of two algorithms over the data sets.")
    within: BayesWithin = Field(
        default="correlated-t",
        description="Comparison of two algorithms on one data set, over its folds.",
    )
    prior_strength: _Width | None = Field(
        default=None,
        description="Weight of the prior, as a number of data sets on which the two are equivalent. With fewer than "
        "six data sets a verdict must also be reached where these favor the other algorithm. "
        "null: 1 with sign, 0.5 with signed-rank.",
    )
    draws: Annotated[Count, Field(ge=1000, le=1_000_000)] = Field(
        default=50_000, description="Posterior samples, with signed-rank and hierarchical; the others need none."
    )
    seed: Natural = Field(default=0, description="Seed of the posterior samples.")

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield that nothing is compared."""
        if self.over == self.within == "none":
            expected = "over: signed-rank, sign or hierarchical, or within: correlated-t"
            yield Incoherence((), "neither over nor within", expected, "or write null")

    def rope_of(self, metric: str) -> float:
        """Return the rope of a metric."""
        return self.rope[metric] if isinstance(self.rope, dict) else self.rope


LeftOut = Literal["datasets", "algorithms", "groups"]
OtherMissing = Literal["drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks"]


_VALUES = Distinct("value", lambda value: f"{value:g}" if isinstance(value, float) else f"{value}")


Aggregation = Literal["average-rank", "mean", "weighted", "median", "elo", "skill", "champions", "groups"]


class SensitivityOptions(Section):
    """Which choices of the study are made otherwise, one at a time, to see which conclusions depend on them.

    An empty list leaves a kind of choice as it is.
    """

    leave_out: Annotated[tuple[LeftOut, ...], _VALUES] = Field(
        default=("datasets", "algorithms", "groups"),
        description="What is omitted, one at a time; a group of scores.groups is also analyzed alone. Variations "
        "with the same data sets count once.",
    )
    measures: Annotated[tuple[Aggregation, ...], _VALUES] = Field(
        default=("average-rank", "mean", "weighted", "median", "elo", "skill", "champions", "groups"),
        description="Ways to aggregate the data sets, by each of which the leader is named. weighted: the mean by "
        "scores.weights. groups: the average rank on each of scores.groups, and with equal weights of the groups.",
    )
    digits: Annotated[tuple[Annotated[Count, Field(le=15)], ...], _VALUES] = Field(
        default=(1, 2, 3, 4),
        description="The means on the data sets are rounded to so many digits, counted from the first one of the "
        "largest score: 2 digits of accuracies up to 1 are hundredths, of percentages up to 100 they are whole ones.",
    )
    omnibus: Annotated[tuple[Omnibus, ...] | None, _VALUES] = Field(
        default=None, description="In place of the first of test.omnibus. null: all others that the scores allow."
    )
    pairwise: tuple[PairwiseMethod, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="In place of test.pairwise; where the first of adjust does not go with one, the first of the "
        "defaults of adjust that does is used. null: all others that the scores allow.",
    )
    adjust: tuple[AdjustMethod, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="In place of the first of adjust. null: all others that go with the tests.",
    )
    alpha: Annotated[tuple[Level, ...], _VALUES] = Field(default=(0.01, 0.1), description="In place of test.alpha.")
    missing: Annotated[tuple[OtherMissing, ...] | None, _VALUES] = Field(
        default=None, description="In place of scores.missing, where results are missing. null: all others."
    )
    costs: tuple[Cost, ...] | None = Field(
        default=None,
        description="In place of order.cost. null: each other one of scores.costs, and all with equal weights.",
    )


def wrong_sensitivity(options: SensitivityOptions | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Yield what of the section does not fit itself, or the costs and the tests of the study."""
    if options is None:
        return
    yield from apart_from_metrics("sensitivity", others.get("adjust", ()))
    methods = options.adjust or ()
    yield from repetitions("correction", (method.name for method in methods), "adjust")
    yield from repetitions("test", map(str, options.pairwise or ()), "pairwise")
    for index, cost in enumerate(options.costs or ()):
        for name in (cost,) if isinstance(cost, str) else cost:
            if "scores" in others and name not in others["scores"].costs:
                yield unlisted(("costs", index), name, others["scores"].costs, "scores.costs", "cost")
    if "test" in others:
        yield from misfits(methods, others["test"], "adjust")


# Rest on the results of two algorithms alone and take no draws of their own, so that thousands are made at once.
PairTest = Literal["t", "relative-t", "wilcoxon", "sign"]
By = OrList[Literal["pair", "others"], Pair]


class ReplicabilityOptions(Section):
    """The tests made again on draws of data sets that favor one algorithm more and more."""

    biases: Annotated[
        tuple[Annotated[Number, Field(ge=0)], ...], Field(min_length=1), Distinct("bias", "{:g}".format)
    ] = Field(
        default=tuple(float(bias) for bias in range(21)),
        description="k: a data set is drawn in proportion to 1 / (1 + exp(-k d)), where d is by how much the favored "
        "algorithm is better on it, in the unit of the metric: scores in percent need a k a hundredth as large. 0 "
        "favors none.",
    )
    draws: Annotated[Count, Field(ge=2, le=100_000)] = Field(
        default=1000, description="Samples of data sets at each bias."
    )
    size: Annotated[Count, Field(ge=2)] = Field(default=10, description="Data sets in a sample.")
    replacement: Flag = Field(
        default=False,
        description="Whether samples are drawn with replacement; otherwise the study must have more data sets than a "
        "sample.",
    )
    seed: Natural = Field(default=0, description="Seed of the samples.")
    tests: Annotated[tuple[PairTest, ...], Distinct("test")] = Field(
        default=("t", "relative-t", "wilcoxon", "sign"), description="Tests of each pair by itself."
    )
    omnibus: Annotated[tuple[Omnibus, ...], Distinct("test")] = Field(
        default=("friedman", "rm-anova"), description="Tests of all algorithms at once."
    )
    adjust: tuple[AdjustMethod, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="Adjustments of all comparisons of a sample, those of test.pairwise; tukey and dunnett are of "
        "block-t, nemenyi and bonferroni-dunn of rank-z. null: those of adjust; of more than seven algorithms without "
        "shaffer-dynamic and bergmann-hommel, which take long.",
    )
    by: By = Field(
        default="pair",
        description="Differences that the bias favors. pair: those of each pair, in favor of the better ranked; "
        "others: those of its better ranked algorithm to the mean of all others; [A, B]: those of A to B, for all. "
        "Omnibus tests and adjustments use [A, B], else the best ranked algorithm and the mean of all others.",
    )
    table_bias: Number | None = Field(
        default=None, description="The bias of the tables, one of `biases`. null: 15, or the one that is nearest to it."
    )
    pairs: Pairs | None = Field(
        default=None,
        min_length=1,
        description="Pairs of the figures. null: the two that `by` names, else the three best ranked algorithms, or the"
        " best three with the control.",
    )

    @property
    def tabled(self) -> float:
        """The bias of the tables."""
        requested = 15.0 if self.table_bias is None else self.table_bias
        return min(self.biases, key=lambda bias: (abs(bias - requested), bias))


def wrong_replicability(options: ReplicabilityOptions | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Yield what of the section does not fit itself or the tests of the study."""
    if options is None or "test" not in others:
        return
    yield from apart_from_metrics("replicability", others.get("adjust", ()))
    test = others["test"]
    if not options.tests and not options.omnibus and options.adjust == ():
        expected = "tests, omnibus or adjust that is not empty"
        yield Incoherence(("tests",), "no test of the samples is requested", expected)
    if options.table_bias is not None and options.table_bias not in options.biases:
        expected = f"one of {', '.join(f'{bias:g}' for bias in options.biases)}"
        yield Incoherence(("table_bias",), f"{options.table_bias:g} is not one of the biases", expected)
    yield from _not_compared("the pair ", options.pairs or (), test)
    methods = options.adjust or ()
    yield from repetitions("correction", (method.name for method in methods), "adjust")
    yield from misfits(methods, test, "adjust", of_any_test=True)


def apart_from_metrics(section: str, adjust: Iterable[AdjustMethod]) -> Iterator[Incoherence]:
    """Refuse a section that varies one metric with a family of all of them."""
    for method in adjust:
        if method.over == "metrics":
            message = f"{section} is of one metric, and adjust: [{{{method.name}: {{over: metrics}}}}] of all"
            yield Incoherence((), message, f"{section}: null, or {method.name} by itself in adjust")


def _not_compared(what: str, pairs: Pairs, test: TestOptions) -> Iterator[Incoherence]:
    for index, pair in enumerate(pairs):
        if test.control is not None and test.control not in pair:
            message = (
                f"{what}[{', '.join(pair)}] is not compared: test.control requests comparisons with {test.control}"
            )
            yield Incoherence(("pairs", index), message, f"pairs with {test.control}")


_Difference = Annotated[Number, Field(gt=0)]
Differences = Annotated[tuple[_Difference, ...], Field(min_length=1), Distinct("difference", "{:g}".format)]
_Size = Annotated[Count, Field(ge=2, le=10_000)]

DEFAULT_SIZES = (5, 10, 15, 20, 30, 40, 60, 80, 120, 160, 240)
OneOrMore = OrList[_Difference, Differences]
Worthwhile = OrMapping[OneOrMore, dict[Text, OneOrMore]]


class PowerOptions(Section):
    """How often a study on so many data sets would find a difference worth having, by simulation."""

    # Which difference is worth having nobody can know but the author of the study, so that there is no default.
    effect: Worthwhile = Field(
        description="The mean difference of two algorithms over the data sets that is worth finding, in the unit of "
        "the metric: 0.01 is one point of an accuracy from 0 to 1. A number or several, for all metrics, or a mapping "
        "of metrics to these. To be chosen before the scores are seen, and not to be the observed difference."
    )
    datasets: Annotated[Annotated[tuple[_Size, ...], Field(min_length=1)] | None, Distinct("number")] = Field(
        default=None,
        description="Numbers of data sets to simulate, in addition to the study's own. Default: "
        f"{', '.join(map(str, DEFAULT_SIZES))}.",
    )
    target: Annotated[Number, Field(ge=0.1, le=0.99)] = Field(default=0.8, description="The required power.")
    model: Literal["resampled", "normal"] = Field(
        default="resampled",
        description="Where further data sets come from. resampled: those of the study, drawn with replacement; "
        "normal: scores are normal with the observed covariance.",
    )
    pairs: Annotated[Pairs, Field(min_length=1)] | None = Field(
        default=None,
        description="Pairs [A, B] of algorithms. Default: the best ranked with each of the ten that follow, or the "
        "control with the ten that are nearest to it.",
    )
    adjust: Annotated[tuple[Adjustment, ...] | None, Distinct("correction")] = Field(
        default=None,
        description="Which corrections of adjust. Default: all of them, but "
        "with more than 5 algorithms shaffer in place of shaffer-dynamic and bergmann-hommel, which take long.",
    )
    draws: Annotated[Count, Field(ge=100, le=100_000)] = Field(
        default=1000, description="Simulated studies at each number of data sets, and at each difference."
    )
    seed: Natural = Field(default=0, description="Seed of the simulated studies.")

    def effects_of(self, metric: str) -> tuple[float, ...]:
        """Return the differences worth having in a metric, ascending."""
        effect = self.effect[metric] if isinstance(self.effect, dict) else self.effect
        return tuple(sorted(effect)) if isinstance(effect, tuple) else (effect,)

    def sizes_with(self, n_datasets: int) -> tuple[int, ...]:
        """Return the numbers of data sets, with the study's own, ascending."""
        return tuple(sorted({*(self.datasets or DEFAULT_SIZES), n_datasets}))


def wrong_power(options: PowerOptions | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Yield what of the section does not fit the metrics, tests and corrections of the study."""
    if options is None or not {"scores", "test", "adjust"} <= others.keys():
        return
    yield from apart_from_metrics("power", others["adjust"])
    yield from misnamed("effect", "difference", options.effect, (metric.name for metric in others["scores"].metrics))
    yield from _not_compared("", options.pairs or (), others["test"])
    adjustments = [method.name for method in others["adjust"]]
    for index, name in enumerate(options.adjust or ()):
        if name not in adjustments:
            yield unlisted(("adjust", index), name, adjustments, "adjust")
