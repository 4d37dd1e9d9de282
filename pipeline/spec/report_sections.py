"""The sections `order`, `curves`, `report` and `compute`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import fsum
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, ValidationInfo, field_validator, model_validator

from rankpress.catalog.kinds import TableKind, tables_with
from rankpress.core.labels import Mention, Sentence
from rankpress.core.nearest import one_of
from rankpress.spec.methods import DEFAULT_FORMATS, AllPairsAdjustment, CurveForm, Format, Within, WithinAdjustment
from rankpress.spec.plot_sections import FiguresOptions
from rankpress.spec.strict import (
    UNIQUE,
    Flag,
    Incoherence,
    Number,
    Pair,
    Section,
    Text,
    pairs_of_one,
    refuse,
    repetitions,
)

PairOfNames = tuple[Text, Text]
Captions = dict[Text, Text]


def _form_of_item(item: Any) -> str:
    """Which of the two forms is meant, so that a fault is told for that one alone."""
    return "<pair>" if isinstance(item, list | tuple) else "<word>"


def _form_of_caption(caption: Any) -> str:
    return "<by metric>" if isinstance(caption, dict) else "<word>"


Item = Annotated[
    Annotated[Text, Tag("<word>")] | Annotated[PairOfNames, Tag("<pair>")],
    Discriminator(_form_of_item),
]


class TableOptions(Section):
    """What the tables of one kind show, and how they stand in a document."""

    rows: tuple[Item, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        min_length=1,
        description="Which rows, in this order, by the names of data sets and algorithms, or of tests. Of comparisons "
        "those between the algorithms named, or a pair [A, B]. Rows that sum up the others stay. Left out: all.",
    )
    columns: tuple[Item, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        min_length=1,
        description="Which columns, in this order, by the names of algorithms or as the head of the column says; "
        "of aucc also pairs [A, B]. Left out: all.",
    )
    transpose: Flag = Field(default=False, description="true: rows become columns.")
    landscape: Flag = Field(default=False, description="true: on a page turned on its side, where it is printed.")
    long: Flag = Field(
        default=False, description="true: LaTeX breaks it over pages, as longtable, with its head repeated."
    )
    caption: (
        Annotated[
            Annotated[Text, Tag("<word>")] | Annotated[Captions, Tag("<by metric>")],
            Discriminator(_form_of_caption),
        ]
        | None
    ) = Field(
        default=None,
        description="In place of the caption that is written for it; by metric, {accuracy: ...}, if they differ.",
    )
    metrics: Literal["apart", "together"] = Field(
        default="apart",
        description="together: one table of all metrics, side by side, in place of one a metric.",
    )
    marks: Literal["best", "tests", "none"] = Field(
        default="best",
        description="In the rows of scores and ranks. best: the best bold, the second underlined. tests: bold what the "
        "tests within the data set do not find worse than its best, by order.within_adjust.",
    )
    omit: Flag = Field(default=False, description="true: it is not made.")

    @field_validator("rows", "columns")
    @classmethod
    def _items_differ(cls, items: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        if items is not None:
            refuse(repetitions("name", (_told(item) for item in items)), items)
        return items


Tables = dict[TableKind, TableOptions]


def _told(item: str | tuple[str, str]) -> str:
    return item if isinstance(item, str) else f"[{', '.join(item)}]"


def misplaced_options(tables: Mapping[TableKind, TableOptions]) -> Iterator[Incoherence]:
    """Find options of tables that are not for their kind."""
    for kind, options in tables.items():
        for key in ("transpose", "metrics", "marks"):
            value, able = getattr(options, key), tables_with(key)
            if value != TableOptions.model_fields[key].default and kind not in able:
                shown = "true" if value is True else value
                message = f"{key}: {shown} is not for the table {kind}"
                yield Incoherence((kind, key), message, f"it is for {', '.join(able)}")


def unknown_captions(tables: Mapping[TableKind, TableOptions], metrics: Iterable[str]) -> Iterator[Incoherence]:
    """Find captions of metrics that the study does not have."""
    known = list(metrics)
    for kind, options in tables.items():
        captions = options.caption if isinstance(options.caption, dict) else {}
        if captions and options.metrics == "together":
            yield Incoherence(
                ("tables", kind, "caption"), "a caption by metric of one table of all metrics", "caption: a text"
            )
            continue
        for metric in captions:
            if metric not in known:
                message = f"the caption of '{metric}', which is not one of scores.metrics"
                yield Incoherence(("tables", kind, "caption", metric), message, one_of(metric, known))


Pairs = Literal["all", "best"] | tuple[Pair, ...]
Datasets = Literal["all", "none"] | tuple[Text, ...]


def _form(value: Any) -> str:
    """Which of the two forms is meant, so that a fault is told for that one alone."""
    return "<word>" if isinstance(value, str) else "<list>"


class MacrosOptions(Section):
    """Which numbers have macros; what is left out here is there as far as a file of about a megabyte has room."""

    pairs: (
        Annotated[
            Annotated[Literal["all", "best"], Tag("<word>")] | Annotated[tuple[Pair, ...], Tag("<list>")],
            Discriminator(_form),
        ]
        | None
    ) = Field(
        default=None,
        description="all; best: pairs with the best average rank or the control; or a list of pairs [A, B]. Left out: "
        "as best, and the others as far as a file of about a megabyte has room, which says what it leaves out.",
    )
    datasets: (
        Annotated[
            Annotated[Literal["all", "none"], Tag("<word>")] | Annotated[tuple[Text, ...], Tag("<list>")],
            Discriminator(_form),
        ]
        | None
    ) = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="all, none, or a list of data sets on which scores, ranks, tests and curves have macros. Left out: "
        "all, as far as there is room.",
    )
    unrounded: Flag = Field(
        default=False,
        description="true: also macros of unrounded numbers, with Value in their names, for calculations and siunitx.",
    )

    @field_validator("pairs")
    @classmethod
    def _pairs_differ(cls, pairs: Pairs | None) -> Pairs | None:
        if isinstance(pairs, tuple):
            refuse(pairs_of_one(pairs), pairs)
        return pairs

    @field_validator("datasets")
    @classmethod
    def _datasets_differ(cls, datasets: Datasets | None) -> Datasets | None:
        if isinstance(datasets, tuple):
            refuse(repetitions("data set", datasets), datasets)
        return datasets


def _form_of_width(width: Any) -> str:
    """Which of the two forms is meant, so that a fault is told for that one alone."""
    return "<word>" if isinstance(width, str) else "<points>"


class LatexOptions(Section):
    r"""How the tables are set that a paper takes by \input."""

    siunitx: Flag = Field(
        default=False,
        description="true: numbers are aligned at the decimal point, in S columns of the package siunitx (version 3 or "
        "later). false: tables need no package but booktabs.",
    )
    width: (
        Annotated[
            Annotated[Literal["column", "text"], Tag("<word>")]
            | Annotated[Number, Field(ge=100, le=2000), Tag("<points>")],
            Discriminator(_form_of_width),
        ]
        | None
    ) = Field(
        default=None,
        description="The one width that tables are laid out for: column, of a paper of two columns (221 points); text, "
        "of a page (345 points); or a number of points. Left out: a table holds a layout for each usual width, and "
        "LaTeX takes the one that fits where it is.",
    )


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


class ComputeOptions(Section):
    """Where the work on each data set is done."""

    engine: Literal["local", "dask"] = Field(
        default="local",
        description="local: on this machine, in as many processes as `--jobs` says; dask: on a Dask cluster, whose "
        "workers read the scores under the same path (needs rankpress[dask] here and there).",
    )
    address: Text | None = Field(
        default=None,
        validate_default=True,
        description="Of the cluster's scheduler, such as tcp://10.0.0.1:8786. Dask sends pickled objects: name only a "
        "cluster that you trust.",
    )

    @field_validator("address")
    @classmethod
    def _address_fits_engine(cls, address: str | None, info: ValidationInfo) -> Any:
        engine = info.data.get("engine")
        if engine == "dask" and address is None:
            refuse([Incoherence((), "a cluster has an address", "such as tcp://10.0.0.1:8786")], address)
        if engine == "local" and address is not None:
            refuse([Incoherence((), "only a cluster has an address", "no address, or engine: dask")], address)
        return address
