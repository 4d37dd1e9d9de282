"""The sections `order`, `curves`, `report` and `compute`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import fsum
from typing import Annotated, Any, Literal

from pydantic import Field

from rankpress.catalog.formats import DEFAULT_FORMATS, REPORT_FORMATS
from rankpress.spec.method_sections import (
    AllPairsAdjustment,
    CurveForm,
    Format,
    OrderTest,
    Venue,
    Within,
    WithinAdjustment,
)
from rankpress.spec.plot_sections import FiguresOptions
from rankpress.spec.strict import (
    Distinct,
    Flag,
    Incoherence,
    Number,
    OrList,
    OrMapping,
    Pairs,
    Section,
    Text,
    WordOr,
)
from rankpress.spec.table_options import Notes, Rounded, Sort, Tables, Width
from rankpress.wording.text import Prose, cost_named, join, say


def wrong_report(report: ReportOptions, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find what tables ask of the study that it does not have, and a name written as a command of the report."""
    for kind, options in report.tables.items():
        for incoherence in options.wrong_in_study(others):
            yield replace(incoherence, path=("tables", kind, *incoherence.path))
    for macro in others["labels"].macros if "labels" in others else ():
        if re.fullmatch(f"{report.prefix}([A-Z].*)?", macro):
            message = f"\\{macro} is to write a name under labels, and is a command of the report"
            yield Incoherence(("prefix",), message, "another prefix, or another macro")


class MacrosOptions(Section):
    r"""Which numbers have macros of their own, in macros.tex; all others have a key, in numbers.tex."""

    pairs: WordOr[Literal["all", "best"], Pairs] = Field(
        default="best",
        description="best: pairs with the best average rank or the control. all. Or a list of pairs [A, B].",
    )
    datasets: Annotated[WordOr[Literal["all", "none"], tuple[Text, ...]], Distinct("data set")] = Field(
        default="none",
        description="all, none, or a list of data sets on which scores, ranks, tests and curves have macros.",
    )
    numbers: Literal["main", "all"] = Field(
        default="main",
        description="main: without those cited seldom, such as the single bounds of intervals.",
    )
    unrounded: Flag = Field(
        default=False,
        description="true: also unrounded numbers, with Value in their names, for calculations and siunitx.",
    )


PREFIX = "rp"
Prefix = Annotated[Text, Field(pattern="^[a-z]{1,20}$")]


class LatexOptions(Section):
    r"""How the tables are set that a paper takes by \input."""

    siunitx: Flag = Field(
        default=False,
        description="true: numbers are aligned at the decimal point, in S columns of the package siunitx (version 3 or "
        "later), but for columns in which some are powers of ten. false: tables need no package but booktabs.",
    )
    width: Width | None = Field(
        default=None,
        description="The width that tables are laid out for: column, of a paper of two columns; text, of a page; "
        "sideways, of a page turned on its side; or a number of points. These are the widths of report.venue, "
        "without one 221, 345 and 660 points. A table that does not fit is divided by columns, and the build says "
        "what it needs. Default: each table takes the narrowest width of the venue that it fits, without one of 221, "
        "345 and 450 points, and omits columns that a paper can do without.",
    )
    notes: Notes = Field(
        default="short", description="tables/NAME-notes.tex: none, one line, or all that the report has below a table."
    )
    caption: Flag = Field(
        default=False, description="true: each fragment has its caption and label, for a float without them."
    )


class PdfOptions(Section):
    """What report.pdf and report.tex print."""

    long: Flag = Field(
        default=False,
        description="true: also tables of more than 20 rows with ranks or places on each data set, or with each "
        "pair, and tables of more than 2,000 cells with scores on each data set. false: those are in report.html and "
        "as files in tables/ only, unless report.tables has their kind.",
    )


class ProseOptions(Section):
    """How methods.tex and results.tex are written."""

    length: Literal["short", "full"] = Field(
        default="short",
        description="short: the tests over the data sets and the effect sizes in one paragraph, in results.tex one "
        "for each metric. full: a paragraph for each subject of the report, with its cautions.",
    )
    voice: Literal["we", "passive"] = Field(
        default="we",
        description="Voice of methods.tex. we: We compared ..., as most venues recommend. passive: ... "
        "were compared. Sentences on results are in neither voice.",
    )


_Weights = Annotated[dict[Text, Annotated[Number, Field(gt=0)]], Field(min_length=1)]
Cost = OrMapping[Text, _Weights]
_Costs = Annotated[OrList[Cost, tuple[Cost, ...]], Field(min_length=1)]


class OrderOptions(Section):
    """The order of the algorithms by MultiTest and Multi2Test: by what they cost, unless a test moves them."""

    cost: _Costs | None = Field(
        default=None,
        description="One of scores.costs, or several with a weight for each, {fit_seconds: 0.7, model_bytes: 0.3}: "
        "cheaper algorithms go first, of equal costs the better ranked. A list, [fit_seconds, model_bytes]: an order "
        "by each, compared with that by the first. Either this or prior.",
    )
    prior: Annotated[tuple[Text, ...] | None, Distinct("algorithm")] = Field(
        default=None, description="All algorithms, cheapest first. Either this or cost."
    )
    within: Within = Field(
        default="corrected-t",
        description="Test of two algorithms on one data set; none orders by the tests over data sets alone. "
        "As test.within, where it is omitted.",
    )
    test: OrderTest = Field(
        default="rank-z",
        description="Test of two algorithms by their places on the data sets, or with within: none by their ranks or "
        "scores. Default: as test.pairwise, where it is one of these and adjust goes with it; else rank-z.",
    )
    adjust: AllPairsAdjustment = Field(
        default="bergmann-hommel",
        description="Correction over the pairs of algorithms, over all data sets. Default: bergmann-hommel with test: "
        "rank-z, else holm.",
    )
    within_adjust: WithinAdjustment = Field(
        default="holm", description="Correction over the pairs of algorithms on one data set."
    )
    sides: Literal["two", "one"] = Field(
        default="two",
        description="Sides of the tests on a data set. one: whether the more expensive of two algorithms is better, at "
        "the level of the tests, as in Ulas et al. (2012). two: whether they differ, which amounts to one side at half "
        "the level.",
    )

    @property
    def cost_weights(self) -> dict[str, float]:
        """The costs that order the algorithms, with weights that sum to 1; none where the prior is stated."""
        if self.cost is None:
            return {}
        cost = self.cost[0] if isinstance(self.cost, tuple) else self.cost
        weights = {cost: 1.0} if isinstance(cost, str) else cost
        largest = max(weights.values())
        total = fsum(weight / largest for weight in weights.values())
        return {name: weight / largest / total for name, weight in weights.items()}

    @property
    def cost_label(self) -> Prose | None:
        """What reports call the cost, such as 0.7 fit_seconds + 0.3 model_bytes; None where the prior is stated."""
        weights = self.cost_weights
        if len(weights) < 2:
            return next(map(cost_named, weights), None)
        return join((say("{:.4g} {}", weight, cost_named(name)) for name, weight in weights.items()), " + ")

    @property
    def by_other_costs(self) -> tuple[OrderOptions, ...]:
        """These options with each further cost of a list in place of the first."""
        others = self.cost[1:] if isinstance(self.cost, tuple) else ()
        return tuple(self.model_copy(update={"cost": cost}) for cost in others)

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield that the algorithms are ordered in two ways, or in none, or twice by one cost."""
        orders = [self.cost_weights, *(other.cost_weights for other in self.by_other_costs)]
        for place, weights in enumerate(orders):
            if weights in orders[:place]:
                yield Incoherence(("cost", place), "the same cost twice", "each cost once")
        expected = "either cost: a column of scores.costs, or prior: [cheapest, ..., most expensive]"
        if self.cost is not None and self.prior is not None:
            yield Incoherence(("prior",), "both cost and prior", expected)
        if self.cost is None and self.prior is None:
            yield Incoherence((), "neither cost nor prior", expected)


class CurvesOptions(Section):
    """For which pairs of algorithms confidence curves are drawn, and in which form."""

    baseline: Text | None = Field(
        default=None,
        description="An algorithm: a curve for each other one against it. Either this or pairs. Without both, curves "
        "show how far the control, or else the best ranked, is from each other one.",
    )
    pairs: WordOr[Literal["all"], Pairs] | None = Field(
        default=None, description="all, or a list of pairs [A, B] of algorithms. Either this or baseline."
    )
    form: CurveForm | None = Field(
        default=None,
        description="t: from the folds. quesenberry-hurst: from test examples, or counts of them. "
        "Default: on each data set those available, examples before folds.",
    )
    average: Flag = Field(default=False, description="true: also the average of each pair's curves over the data sets.")

    @staticmethod
    def wrong_pairs(pairs: object, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield that no pair is listed."""
        if pairs == ():
            yield Incoherence((), "an empty list of pairs", "pairs: all, or at least one pair [A, B]")

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield that the pairs are named in two ways."""
        if self.baseline is not None and self.pairs is not None:
            expected = "either baseline: an algorithm, or pairs: all, or pairs: [[A, B], ...]"
            yield Incoherence(("pairs",), "both baseline and pairs", expected)


class ReportOptions(Section):
    """How the report is written: formats, tables, figures, prose."""

    formats: Annotated[tuple[Format, ...], Distinct("format")] = Field(
        default=DEFAULT_FORMATS,
        min_length=1,
        description=" ".join(f"{format_.name}: {format_.what}." for format_ in REPORT_FORMATS.values()),
    )
    out: Text | None = Field(
        default=None,
        description="Folder of the report, relative to study.yaml, unless --out names another; studies that lie side "
        "by side need one each. Default: report.",
    )
    venue: Venue | None = Field(
        default=None,
        description="Where the paper goes: tables in LaTeX and figures are as wide as its columns and its text, and "
        "no higher than its pages.",
    )
    templates: Text | None = Field(
        default=None,
        description="Folder, relative to study.yaml, whose files override the built-in templates of the same name.",
    )
    theme: Text | None = Field(
        default=None,
        description="a4, letter or compact: paper, margins and sizes of report.pdf and report.tex. Or a CSS file, "
        "relative to study.yaml, for report.html and report.pdf. Default: a4.",
    )
    sort: Sort = Field(
        default="rank",
        description="The order of the algorithms in tables: rank, by average rank, or mean, by mean score, best first; "
        "name; file, as in the files. {by: file, last: ours} puts ours last. Average ranks are best first unless their "
        "own sort says otherwise; rows and columns that are listed stand as listed.",
    )
    tables: Tables = Field(
        default={},
        description="What each kind of table shows, by the kind: {scores: {transpose: true}}. The last part of a "
        "table's file name is its kind.",
    )

    macros: MacrosOptions = Field(
        default=MacrosOptions.unchecked(),
        description="Which numbers have macros of their own, for the text of a paper.",
    )

    prefix: Prefix = Field(
        default=PREFIX,
        description="Small letters that begin the LaTeX commands of the report and are part of its labels: with "
        "second, \\secondTable, \\secondAccuracyBest, \\second{accuracy/datasets}, tab:second-accuracy-scores. Reports "
        "of one paper have different ones. references.bib of a report with a prefix of its own holds all sources that "
        "rankpress knows, so that it alone serves the paper.",
    )

    figures: FiguresOptions = Field(default=FiguresOptions.unchecked(), description="How figures look.")

    latex: LatexOptions = Field(default=LatexOptions.unchecked(), description="How tables are set in LaTeX.")

    pdf: PdfOptions = Field(default=PdfOptions.unchecked(), description="What report.pdf and report.tex print.")

    prose: ProseOptions = Field(
        default=ProseOptions.unchecked(),
        description="How methods.tex and results.tex are written, the text for a paper.",
    )

    @property
    def drawing(self) -> FiguresOptions:
        """How figures look: those of a study without a venue of their own are as wide as the report's."""
        if self.venue is None or self.figures.venue is not None:
            return self.figures
        return self.figures.model_copy(update={"venue": self.venue})

    @property
    def table_digits(self) -> dict[str, Rounded]:
        """What the study says of the decimals of its tables, and nothing else."""
        return {
            kind: Rounded.unchecked(digits=options.digits)
            for kind, options in self.tables.items()
            if isinstance(options, Rounded) and options.digits is not None
        }


class ComputeOptions(Section):
    """Where the work on each data set is done."""

    engine: Literal["local", "dask"] = Field(
        default="local",
        description="local: on this machine, in as many processes as `--jobs` says; dask: on a Dask cluster "
        "(needs the extra `dask` here and there).",
    )
    address: Text | None = Field(
        default=None,
        validate_default=True,
        description="Of the cluster's scheduler, such as tcp://10.0.0.1:8786. Dask sends pickled objects: name only a "
        "cluster that you trust.",
    )
    scores: Literal["sent", "read"] = Field(
        default="sent",
        description="How workers of a cluster get the scores of their data sets. sent: from this machine; read: from "
        "the files, which workers find under the same path: Parquet, DuckDB, or a file for each data set.",
    )

    @staticmethod
    def wrong_address(address: str | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield that the address does not go with the engine."""
        engine = others.get("engine")
        if engine == "dask" and address is None:
            yield Incoherence((), "a cluster has an address", "such as tcp://10.0.0.1:8786")
        if engine == "local" and address is not None:
            yield Incoherence((), "only a cluster has an address", "no address, or engine: dask")

    @staticmethod
    def wrong_scores(scores: str, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield that there are no workers to read the scores."""
        if scores == "read" and others.get("engine") == "local":
            yield Incoherence((), "scores: read without a cluster", "engine: dask, or scores: sent")
