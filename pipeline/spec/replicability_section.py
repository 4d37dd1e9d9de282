"""The section `replicability`: tests made anew on draws of data sets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, field_validator

from rankpress.spec.method_sections import AdjustMethod
from rankpress.spec.methods import Omnibus
from rankpress.spec.pairs import Pair, pairs_of_one
from rankpress.spec.strict import UNIQUE, Count, Flag, Incoherence, Natural, Number, Section, refuse, repetitions
from rankpress.spec.test_section import TestOptions, misfit_of, needed_test

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
        pairwise = needed_test(method.name) or test.pairwise.name
        misfit = misfit_of(method.name, control=test.control is not None, pairwise=pairwise)
        if misfit is not None:
            yield Incoherence(("adjust", index), *misfit)
