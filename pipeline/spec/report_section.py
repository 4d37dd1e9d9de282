"""The sections `order`, `curves` and `report`: what is made of the tests."""

from __future__ import annotations

from math import fsum
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, field_validator, model_validator

from rankpress.naming import Mention, Sentence
from rankpress.spec.figures_section import FiguresOptions
from rankpress.spec.latex_section import LatexOptions
from rankpress.spec.macros_section import MacrosOptions
from rankpress.spec.methods import DEFAULT_FORMATS, AllPairsAdjustment, CurveForm, Format, Within, WithinAdjustment
from rankpress.spec.pairs import Pair, pairs_of_one
from rankpress.spec.strict import UNIQUE, Flag, Incoherence, Number, Section, Text, refuse, repetitions
from rankpress.spec.tables_section import Tables, misplaced_options

Weights = Annotated[dict[Text, Annotated[Number, Field(gt=0)]], Field(min_length=1)]


def _form_of_cost(cost: Any) -> str:
    """Which of the two forms is meant, so that a fault is told for that one alone."""
    return "<weights>" if isinstance(cost, dict) else "<word>"


Cost = Annotated[Annotated[Text, Tag("<word>")] | Annotated[Weights, Tag("<weights>")], Discriminator(_form_of_cost)]


class OrderOptions(Section):
    """The order of the algorithms by MultiTest and Multi2Test: by what they cost, unless a test moves them."""

    cost: Cost | None = Field(
        default=None,
        description="One of scores.costs, or several with a weight for each, {fit_seconds: 0.7, model_bytes: 0.3}: "
        "cheaper algorithms go first. Either this or prior.",
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

    @property
    def cost_weights(self) -> dict[str, float]:
        """The costs that order the algorithms, with weights that sum to 1; none where the prior is stated."""
        if self.cost is None:
            return {}
        weights = {self.cost: 1.0} if isinstance(self.cost, str) else self.cost
        largest = max(weights.values())
        total = fsum(weight / largest for weight in weights.values())
        return {name: weight / largest / total for name, weight in weights.items()}

    @property
    def cost_label(self) -> Sentence | None:
        """What reports call the cost, such as 0.7 fit_seconds + 0.3 model_bytes; None where the prior is stated."""
        weights = self.cost_weights
        told = [part for name, weight in weights.items() for part in (f" + {weight:.4g} ", Mention("costs", name))]
        if len(weights) < 2:
            return Sentence.of(*told[1:]) if told else None
        return Sentence.of(str(told[0]).removeprefix(" + "), *told[1:])

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
    """For which pairs of algorithms confidence curves are drawn, and in which form."""

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
    form: CurveForm | None = Field(
        default=None,
        description="t: from the folds. quesenberry-hurst: from test examples, or counts of them. "
        "Left out: on each data set what there is, examples before folds.",
    )
    average: Flag = Field(default=False, description="true: also the average of each pair's curves over the data sets.")

    @field_validator("pairs")
    @classmethod
    def _pairs_differ(cls, pairs: Literal["all"] | tuple[Pair, ...] | None) -> Literal["all"] | tuple[Pair, ...] | None:
        if pairs is None or pairs == "all":
            return pairs
        found = list(pairs_of_one(pairs))
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
        default=DEFAULT_FORMATS,
        json_schema_extra=UNIQUE,
        min_length=1,
        description="latex: tables, macros, methods.tex, results.tex and report.tex. html: report.html. pdf: "
        "report.pdf. markdown: tables and report.md.",
    )
    templates: Text | None = Field(
        default=None,
        description="Folder, relative to study.yaml, whose files override the built-in templates of the same name.",
    )
    theme: Text | None = Field(
        default=None,
        description="File, relative to study.yaml, of how report.pdf looks: paper, margins, fonts, colours.",
    )
    tables: Tables = Field(
        default={},
        description="What each kind of table shows, by the kind: {scores: {transpose: true}}. The last part of a "
        "table's file name is its kind.",
    )

    macros: MacrosOptions = Field(
        default=MacrosOptions(), description="Which numbers have macros, for the text of a paper, in macros.tex."
    )

    figures: FiguresOptions = Field(default=FiguresOptions(), description="How figures look.")

    latex: LatexOptions = Field(default=LatexOptions(), description="How tables are set in LaTeX.")

    @field_validator("formats")
    @classmethod
    def _formats_differ(cls, formats: tuple[Format, ...]) -> tuple[Format, ...]:
        refuse(repetitions("format", formats), formats)
        return formats

    @field_validator("tables")
    @classmethod
    def _options_are_of_their_kind(cls, tables: Tables) -> Tables:
        refuse(misplaced_options(tables), tables)
        return tables
