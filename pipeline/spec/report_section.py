"""The sections `order`, `curves` and `report`: what is made of the tests."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, field_validator, model_validator

from rankpress.spec.methods import FORMATS, AllPairsAdjustment, Format, Within, WithinAdjustment
from rankpress.spec.strict import UNIQUE, Incoherence, Section, Text, refuse, repetitions

Pair = tuple[Text, Text]


class OrderOptions(Section):
    """The order of the algorithms by MultiTest and Multi2Test: by what they cost, unless a test moves them."""

    cost: Text | None = Field(
        default=None, description="One of scores.costs: cheaper algorithms go first. Either this or prior."
    )
    prior: tuple[Text, ...] | None = Field(
        default=None, description="All algorithms, cheapest first. Either this or cost."
    )
    within: Within = Field(
        default="corrected-t",
        description="Test of two algorithms on one data set; none orders by the tests over data sets alone. "
        "As test.within, where it is left out.",
    )
    adjust: AllPairsAdjustment = Field(
        default="bergmann-hommel", description="Correction over the pairs of algorithms, over all data sets."
    )
    within_adjust: WithinAdjustment = Field(
        default="holm", description="Correction over the pairs of algorithms on one data set."
    )

    @field_validator("prior")
    @classmethod
    def _prior_differs(cls, prior: tuple[str, ...] | None) -> tuple[str, ...] | None:
        if prior is not None:
            refuse(repetitions("algorithm", prior), prior)
        return prior

    @model_validator(mode="after")
    def _cost_or_prior(self) -> OrderOptions:
        if (self.cost is None) == (self.prior is None):
            both = self.cost is not None
            refuse(
                [
                    Incoherence(
                        ("prior",) if both else (),
                        "both cost and prior" if both else "neither cost nor prior",
                        "either cost: a column of scores.costs, or prior: [cheapest, ..., dearest]",
                    )
                ],
                self,
            )
        return self


def _form_of_pairs(pairs: Any) -> str:
    """Which of the two forms is meant, so that a fault is told for that one alone."""
    return "<word>" if isinstance(pairs, str) else "<list>"


class CurvesOptions(Section):
    """For which pairs of algorithms confidence curves are drawn."""

    baseline: Text | None = Field(
        default=None, description="An algorithm: a curve for each other one against it. Either this or pairs."
    )
    pairs: (
        Annotated[
            Annotated[Literal["all"], Tag("<word>")] | Annotated[tuple[Pair, ...], Tag("<list>")],
            Discriminator(_form_of_pairs),
        ]
        | None
    ) = Field(default=None, description="all, or a list of pairs [A, B] of algorithms. Either this or baseline.")

    @field_validator("pairs")
    @classmethod
    def _pairs_differ(cls, pairs: Literal["all"] | tuple[Pair, ...] | None) -> Literal["all"] | tuple[Pair, ...] | None:
        if pairs is None or pairs == "all":
            return pairs
        found = [
            Incoherence((index,), f"the pair [{a}, {b}] is one algorithm", "two different algorithms")
            for index, (a, b) in enumerate(pairs)
            if a == b
        ]
        if not pairs:
            found.append(Incoherence((), "an empty list of pairs", "pairs: all, or a pair [A, B] at least"))
        refuse(found, pairs)
        return pairs

    @model_validator(mode="after")
    def _baseline_or_pairs(self) -> CurvesOptions:
        if (self.baseline is None) == (self.pairs is None):
            both = self.baseline is not None
            refuse(
                [
                    Incoherence(
                        ("pairs",) if both else (),
                        "both baseline and pairs" if both else "neither baseline nor pairs",
                        "either baseline: an algorithm, or pairs: all, or pairs: [[A, B], ...]",
                    )
                ],
                self,
            )
        return self


class ReportOptions(Section):
    """What is written."""

    formats: tuple[Format, ...] = Field(
        default=FORMATS,
        json_schema_extra=UNIQUE,
        min_length=1,
        description="latex: tables, macros and report.tex. html: report.html. pdf: report.pdf.",
    )
    templates: Text | None = Field(
        default=None,
        description="Folder, relative to study.yaml, whose files override the built-in templates of the same name.",
    )

    @field_validator("formats")
    @classmethod
    def _formats_differ(cls, formats: tuple[Format, ...]) -> tuple[Format, ...]:
        refuse(repetitions("format", formats), formats)
        return formats
