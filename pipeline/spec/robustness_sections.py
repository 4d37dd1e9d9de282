"""The sections `sensitivity`, `replicability` and `power`: how far conclusions can be trusted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, field_validator

from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.core.nearest import one_of
from rankpress.spec.method_sections import AdjustMethod, PairwiseMethod
from rankpress.spec.methods import Adjustment, Omnibus
from rankpress.spec.report_sections import Cost
from rankpress.spec.strict import (
    UNIQUE,
    Count,
    Flag,
    Incoherence,
    Natural,
    Number,
    Pair,
    Section,
    Text,
    pairs_of_one,
    refuse,
    repetitions,
)
from rankpress.spec.test_sections import TestOptions, misfit_of

LeftOut = Literal["datasets", "algorithms", "groups"]
OtherMissing = Literal["drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks"]


class SensitivityOptions(Section):
    """Which choices of the study are made otherwise, one at a time, to see which conclusions hang on them.

    An empty list leaves a kind of choice as it is.
    """

    leave_out: tuple[LeftOut, ...] = Field(
        default=("datasets", "algorithms", "groups"),
        json_schema_extra=UNIQUE,
        description="Each of these is left out by itself; a group of scores.groups is also taken alone. What leaves "
        "the same data sets out twice, such as one of two groups that split them and the other alone, counts once.",
    )
    digits: tuple[Annotated[Count, Field(le=15)], ...] = Field(
        default=(1, 2, 3, 4),
        json_schema_extra=UNIQUE,
        description="The means on the data sets are rounded to so many digits, counted from the first one of the "
        "largest score: 2 digits of accuracies up to 1 are hundredths, of percentages up to 100 they are whole ones.",
    )
    omnibus: tuple[Omnibus, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="In place of the first of test.omnibus. null: all others that the scores allow.",
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
    alpha: tuple[Annotated[Number, Field(gt=0, lt=1)], ...] = Field(
        default=(0.01, 0.1), json_schema_extra=UNIQUE, description="In place of test.alpha."
    )
    missing: tuple[OtherMissing, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="In place of scores.missing, where results are missing. null: all others.",
    )
    costs: tuple[Cost, ...] | None = Field(
        default=None,
        description="In place of order.cost. null: each other one of scores.costs, and all with equal weights.",
    )

    @field_validator("digits", "alpha", "omnibus", "leave_out", "missing")
    @classmethod
    def _values_differ(cls, values: tuple[object, ...] | None) -> tuple[object, ...] | None:
        refuse(
            repetitions("value", (f"{value:g}" if isinstance(value, float) else f"{value}" for value in values or ())),
            values,
        )
        return values


def unsuited_sensitivity(
    options: SensitivityOptions, costs: tuple[str, ...] | None, test: TestOptions | None
) -> Iterator[Incoherence]:
    """What of the section does not fit itself, or the costs and the tests of the study where these are known."""
    yield from _repeated("adjust", "correction", (method.name for method in options.adjust or ()))
    yield from _repeated("pairwise", "test", (str(method) for method in options.pairwise or ()))
    if costs is not None:
        yield from _unknown_costs(options, costs)
    for index, method in enumerate(options.adjust or ()):
        misfit = test and misfit_of(method.name, control=test.control is not None, pairwise=test.pairwise.name)
        if misfit:
            yield Incoherence(("adjust", index), *misfit)


def _repeated(key: str, what: str, names: Iterable[str]) -> Iterator[Incoherence]:
    for one in repetitions(what, names):
        yield Incoherence((key, *one.path), one.message, one.expected)


def _unknown_costs(options: SensitivityOptions, costs: tuple[str, ...]) -> Iterator[Incoherence]:
    for index, cost in enumerate(options.costs or ()):
        for name in (cost,) if isinstance(cost, str) else cost:
            if name not in costs:
                expected = one_of(name, costs) if costs else "a cost in scores.costs, which has none"
                yield Incoherence(("costs", index), f"the cost '{name}' is not one of scores.costs", expected)


# Rest on the results of two algorithms alone and take no draws of their own, so that thousands are made at once.
PairTest = Literal["t", "relative-t", "wilcoxon", "sign"]


def _form_of_by(by: Any) -> str:
    """Which of the two forms is meant, so that a fault is told for that one alone."""
    return "<pair>" if isinstance(by, list | tuple) else "<word>"


By = Annotated[
    Annotated[Literal["pair", "others"], Tag("<word>")] | Annotated[Pair, Tag("<pair>")], Discriminator(_form_of_by)
]


class ReplicabilityOptions(Section):
    """The tests made anew on draws of data sets that favour one algorithm more and more."""

    biases: Annotated[tuple[Annotated[Number, Field(ge=0)], ...], Field(min_length=1)] = Field(
        default=tuple(float(bias) for bias in range(21)),
        json_schema_extra=UNIQUE,
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
    tests: tuple[PairTest, ...] = Field(
        default=("t", "relative-t", "wilcoxon", "sign"),
        json_schema_extra=UNIQUE,
        description="Tests of each pair by itself.",
    )
    omnibus: tuple[Omnibus, ...] = Field(
        default=("friedman", "rm-anova"), json_schema_extra=UNIQUE, description="Tests of all algorithms at once."
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

    @field_validator("biases")
    @classmethod
    def _biases_differ(cls, biases: tuple[float, ...]) -> tuple[float, ...]:
        refuse(repetitions("bias", (f"{bias:g}" for bias in biases)), biases)
        return biases

    @field_validator("tests", "omnibus")
    @classmethod
    def _tests_differ(cls, tests: tuple[str, ...]) -> tuple[str, ...]:
        refuse(repetitions("test", tests), tests)
        return tests

    @field_validator("pairs")
    @classmethod
    def _pairs_differ(cls, pairs: tuple[Pair, ...] | None) -> tuple[Pair, ...] | None:
        refuse(pairs_of_one(pairs or ()), pairs)
        return pairs

    @field_validator("by")
    @classmethod
    def _by_two_algorithms(cls, by: By) -> By:
        if not isinstance(by, str):
            refuse((Incoherence((), one.message, one.expected) for one in pairs_of_one([by])), by)
        return by

    @property
    def tabled(self) -> float:
        """The bias of the tables."""
        wanted = 15.0 if self.table_bias is None else self.table_bias
        return min(self.biases, key=lambda bias: (abs(bias - wanted), bias))


def unsuited_replicability(options: ReplicabilityOptions, test: TestOptions) -> Iterator[Incoherence]:
    """What of the section does not fit itself or the tests of the study."""
    if not options.tests and not options.omnibus and options.adjust == ():
        yield Incoherence(
            ("tests",), "there is nothing to make on the draws", "tests, omnibus or adjust that is not empty"
        )
    if options.table_bias is not None and options.table_bias not in options.biases:
        expected = f"one of {', '.join(f'{bias:g}' for bias in options.biases)}"
        yield Incoherence(("table_bias",), f"{options.table_bias:g} is not one of the biases", expected)
    for index, pair in enumerate(options.pairs or ()):
        if test.control is not None and test.control not in pair:
            told = (
                f"the pair [{', '.join(pair)}] is not compared: test.control asks for comparisons with {test.control}"
            )
            yield Incoherence(("pairs", index), told, f"pairs with {test.control}")
    methods = options.adjust or ()
    for one in repetitions("correction", (method.name for method in methods)):
        yield Incoherence(("adjust", *one.path), one.message, one.expected)
    for index, method in enumerate(methods):
        pairwise = ADJUSTMENTS[method.name].test or test.pairwise.name
        misfit = misfit_of(method.name, control=test.control is not None, pairwise=pairwise)
        if misfit is not None:
            yield Incoherence(("adjust", index), *misfit)


Difference = Annotated[Number, Field(gt=0)]
Differences = Annotated[tuple[Difference, ...], Field(min_length=1)]
Size = Annotated[Count, Field(ge=2, le=10_000)]

DATASETS = (5, 10, 15, 20, 30, 40, 60, 80, 120, 160, 240)


def _form_of_effect(effect: Any) -> str:
    """Which of the forms is meant, so that a fault is told for that one alone."""
    return "<mapping>" if isinstance(effect, dict) else _form_of_differences(effect)


def _form_of_differences(effect: Any) -> str:
    return "<list>" if isinstance(effect, list | tuple) else "<number>"


OneOrMore = Annotated[
    Annotated[Difference, Tag("<number>")] | Annotated[Differences, Tag("<list>")], Discriminator(_form_of_differences)
]
Effect = Annotated[
    Annotated[Difference, Tag("<number>")]
    | Annotated[Differences, Tag("<list>")]
    | Annotated[dict[Text, OneOrMore], Tag("<mapping>")],
    Discriminator(_form_of_effect),
]


class PowerOptions(Section):
    """How often a study on so many data sets would find a difference worth having, by simulation."""

    # Which difference is worth having nobody can know but the author of the study, so that there is no default.
    effect: Effect = Field(
        description="The mean difference of two algorithms over the data sets that is worth finding, in the unit of "
        "the metric: 0.01 is one point of an accuracy from 0 to 1. A number or several, for all metrics, or a mapping "
        "of metrics to these. To be chosen before the scores are seen, and not to be the observed difference."
    )
    datasets: Annotated[tuple[Size, ...], Field(min_length=1)] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
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
    adjust: tuple[Adjustment, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="Which corrections of adjust. Left out: all of them, but "
        "with more than 5 algorithms shaffer in place of shaffer-dynamic and bergmann-hommel, which take long.",
    )
    draws: Annotated[Count, Field(ge=100, le=100_000)] = Field(
        default=1000, description="Studies drawn at each number of data sets, and at each difference."
    )
    seed: Natural = Field(default=0, description="Of the draws.")

    @field_validator("effect")
    @classmethod
    def _differences_differ(cls, effect: Effect) -> Effect:
        named = effect if isinstance(effect, dict) else {None: effect}
        for metric, several in named.items():
            if isinstance(several, tuple):
                found = repetitions("difference", (f"{one:g}" for one in several))
                place = () if metric is None else (metric,)
                refuse((Incoherence((*place, *one.path), one.message, one.expected) for one in found), effect)
        return effect

    @field_validator("datasets")
    @classmethod
    def _sizes_differ(cls, sizes: tuple[int, ...] | None) -> tuple[int, ...] | None:
        refuse(repetitions("number", map(str, sizes or ())), sizes)
        return sizes

    @field_validator("adjust")
    @classmethod
    def _corrections_differ(cls, names: tuple[str, ...] | None) -> tuple[str, ...] | None:
        refuse(repetitions("correction", names or ()), names)
        return names

    @field_validator("pairs")
    @classmethod
    def _pairs_differ(cls, pairs: tuple[Pair, ...] | None) -> tuple[Pair, ...] | None:
        refuse(pairs_of_one(pairs or ()), pairs)
        return pairs

    def effects_of(self, metric: str) -> tuple[float, ...]:
        """The differences worth having in a metric, ascending."""
        effect = self.effect[metric] if isinstance(self.effect, dict) else self.effect
        return tuple(sorted(effect)) if isinstance(effect, tuple) else (effect,)

    def sizes_with(self, own: int) -> tuple[int, ...]:
        """The numbers of data sets, with the study's own, ascending."""
        return tuple(sorted({*(self.datasets or DATASETS), own}))


def unsuited_power(
    options: PowerOptions, metrics: Iterable[str], test: TestOptions, methods: Iterable[AdjustMethod]
) -> Iterator[Incoherence]:
    """What of the section does not fit the metrics, tests and corrections of the study."""
    if isinstance(options.effect, dict):
        yield from _misnamed(options.effect, list(metrics))
    for index, pair in enumerate(options.pairs or ()):
        if test.control is not None and test.control not in pair:
            told = f"[{', '.join(pair)}] is not compared: test.control asks for comparisons with {test.control}"
            yield Incoherence(("pairs", index), told, f"pairs with {test.control}")
    known = [method.name for method in methods]
    for index, name in enumerate(options.adjust or ()):
        if name not in known:
            yield Incoherence(("adjust", index), f"'{name}' is not one of adjust", one_of(name, known))


def _misnamed(effect: dict[str, Any], known: list[str]) -> Iterator[Incoherence]:
    unknown = [name for name in effect if name not in known]
    for name in unknown:
        yield Incoherence(("effect", name), f"there is no metric '{name}' in scores.metrics", one_of(name, known))
    left_out = [name for name in known if name not in effect]
    if left_out and not unknown:
        told = f"effect leaves out {', '.join(left_out)}"
        yield Incoherence(("effect",), told, "a difference for each metric, in its unit")
