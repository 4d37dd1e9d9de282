"""The sections `sensitivity`, `replicability` and `power`: how far conclusions can be trusted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rankpress.spec.method_sections import AdjustMethod, PairwiseMethod
from rankpress.spec.named import Adjustment, Omnibus
from rankpress.spec.report_sections import Cost
from rankpress.spec.strict import (
    UNIQUE,
    Count,
    Distinct,
    Flag,
    Incoherence,
    Natural,
    Number,
    OrList,
    OrMapping,
    Pair,
    Section,
    Text,
    misnamed,
    repetitions,
    unlisted,
)
from rankpress.spec.test_sections import TestOptions, misfits

LeftOut = Literal["datasets", "algorithms", "groups"]
OtherMissing = Literal["drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks"]


_VALUES = Distinct("value", lambda value: f"{value:g}" if isinstance(value, float) else f"{value}")


class SensitivityOptions(Section):
    """Which choices of the study are made otherwise, one at a time, to see which conclusions hang on them.

    An empty list leaves a kind of choice as it is.
    """

    leave_out: Annotated[tuple[LeftOut, ...], _VALUES] = Field(
        default=("datasets", "algorithms", "groups"),
        description="Each of these is left out by itself; a group of scores.groups is also taken alone. What leaves "
        "the same data sets out twice, such as one of two groups that split them and the other alone, counts once.",
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
    alpha: Annotated[tuple[Annotated[Number, Field(gt=0, lt=1)], ...], _VALUES] = Field(
        default=(0.01, 0.1), description="In place of test.alpha."
    )
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
    """The tests made again on draws of data sets that favour one algorithm more and more."""

    biases: Annotated[
        tuple[Annotated[Number, Field(ge=0)], ...], Field(min_length=1), Distinct("bias", "{:g}".format)
    ] = Field(
        default=tuple(float(bias) for bias in range(21)),
        description="k: a data set is drawn in proportion to 1 / (1 + exp(-k d)), where d is by how much the favoured "
        "algorithm is better on it, in the unit of the metric: scores in per cent need a k a hundredth as large. 0 "
        "favours none.",
    )
    draws: Annotated[Count, Field(ge=2, le=100_000)] = Field(default=1000, description="Draws at each bias.")
    size: Annotated[Count, Field(ge=2)] = Field(default=10, description="Data sets in a draw.")
    replacement: Flag = Field(
        default=False,
        description="Whether a data set can be drawn again; otherwise the study must have more of them than a draw.",
    )
    seed: Natural = Field(default=0, description="Of the draws.")
    tests: Annotated[tuple[PairTest, ...], Distinct("test")] = Field(
        default=("t", "relative-t", "wilcoxon", "sign"), description="Tests of each pair by itself."
    )
    omnibus: Annotated[tuple[Omnibus, ...], Distinct("test")] = Field(
        default=("friedman", "rm-anova"), description="Tests of all algorithms at once."
    )
    adjust: tuple[AdjustMethod, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="Adjustments of all comparisons of a draw, those of test.pairwise; tukey and dunnett are of "
        "block-t, nemenyi and bonferroni-dunn of rank-z. null: those of adjust; of more than seven algorithms without "
        "shaffer-dynamic and bergmann-hommel, which take long.",
    )
    by: By = Field(
        default="pair",
        description="Which differences the draws go by. pair: those of each pair, in favour of the better ranked; "
        "others: those of its better ranked algorithm to the mean of all others; [A, B]: those of A to B, for all. "
        "Omnibus tests and adjustments go by [A, B], else by the best ranked algorithm and the mean of all others.",
    )
    table_bias: Number | None = Field(
        default=None, description="The bias of the tables, one of `biases`. null: 15, or the one that is nearest to it."
    )
    pairs: tuple[Pair, ...] | None = Field(
        default=None,
        min_length=1,
        description="Pairs of the figures. null: the three best ranked algorithms, or the best three with the control.",
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
    test = others["test"]
    if not options.tests and not options.omnibus and options.adjust == ():
        expected = "tests, omnibus or adjust that is not empty"
        yield Incoherence(("tests",), "there is nothing to make on the draws", expected)
    if options.table_bias is not None and options.table_bias not in options.biases:
        expected = f"one of {', '.join(f'{bias:g}' for bias in options.biases)}"
        yield Incoherence(("table_bias",), f"{options.table_bias:g} is not one of the biases", expected)
    yield from _not_compared("the pair ", options.pairs or (), test)
    methods = options.adjust or ()
    yield from repetitions("correction", (method.name for method in methods), "adjust")
    yield from misfits(methods, test, "adjust", of_any_test=True)


def _not_compared(what: str, pairs: tuple[Pair, ...], test: TestOptions) -> Iterator[Incoherence]:
    for index, pair in enumerate(pairs):
        if test.control is not None and test.control not in pair:
            text = f"{what}[{', '.join(pair)}] is not compared: test.control asks for comparisons with {test.control}"
            yield Incoherence(("pairs", index), text, f"pairs with {test.control}")


Difference = Annotated[Number, Field(gt=0)]
Differences = Annotated[tuple[Difference, ...], Field(min_length=1), Distinct("difference", "{:g}".format)]
Size = Annotated[Count, Field(ge=2, le=10_000)]

DATASETS = (5, 10, 15, 20, 30, 40, 60, 80, 120, 160, 240)
OneOrMore = OrList[Difference, Differences]
Effect = OrMapping[OneOrMore, dict[Text, OneOrMore]]


class PowerOptions(Section):
    """How often a study on so many data sets would find a difference worth having, by simulation."""

    # Which difference is worth having nobody can know but the author of the study, so that there is no default.
    effect: Effect = Field(
        description="The mean difference of two algorithms over the data sets that is worth finding, in the unit of "
        "the metric: 0.01 is one point of an accuracy from 0 to 1. A number or several, for all metrics, or a mapping "
        "of metrics to these. To be chosen before the scores are seen, and not to be the observed difference."
    )
    datasets: Annotated[Annotated[tuple[Size, ...], Field(min_length=1)] | None, Distinct("number")] = Field(
        default=None,
        description="Numbers of data sets to simulate; the study's own is always one. Left out: "
        f"{', '.join(map(str, DATASETS))}.",
    )
    target: Annotated[Number, Field(ge=0.1, le=0.99)] = Field(default=0.8, description="The power that is wanted.")
    model: Literal["resampled", "normal"] = Field(
        default="resampled",
        description="Where further data sets come from. resampled: those of the study, drawn with replacement; "
        "normal: scores are normal with the observed covariance.",
    )
    pairs: Annotated[tuple[Pair, ...], Field(min_length=1)] | None = Field(
        default=None,
        description="Pairs [A, B] of algorithms. Left out: the best ranked with each of the ten that follow, or the "
        "control with the ten that are nearest to it.",
    )
    adjust: Annotated[tuple[Adjustment, ...] | None, Distinct("correction")] = Field(
        default=None,
        description="Which corrections of adjust. Left out: all of them, but "
        "with more than 5 algorithms shaffer in place of shaffer-dynamic and bergmann-hommel, which take long.",
    )
    draws: Annotated[Count, Field(ge=100, le=100_000)] = Field(
        default=1000, description="Studies drawn at each number of data sets, and at each difference."
    )
    seed: Natural = Field(default=0, description="Of the draws.")

    def effects_of(self, metric: str) -> tuple[float, ...]:
        """Return the differences worth having in a metric, ascending."""
        effect = self.effect[metric] if isinstance(self.effect, dict) else self.effect
        return tuple(sorted(effect)) if isinstance(effect, tuple) else (effect,)

    def sizes_with(self, n_datasets: int) -> tuple[int, ...]:
        """Return the numbers of data sets, with the study's own, ascending."""
        return tuple(sorted({*(self.datasets or DATASETS), n_datasets}))


def wrong_power(options: PowerOptions | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Yield what of the section does not fit the metrics, tests and corrections of the study."""
    if options is None or not {"scores", "test", "adjust"} <= others.keys():
        return
    yield from misnamed("effect", "difference", options.effect, (metric.name for metric in others["scores"].metrics))
    yield from _not_compared("", options.pairs or (), others["test"])
    known = [method.name for method in others["adjust"]]
    for index, name in enumerate(options.adjust or ()):
        if name not in known:
            yield unlisted(("adjust", index), name, known, "adjust")
