"""What a study may ask of tables: of any kind, and what several kinds have in common; topics have those of a kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from rankpress.catalog.kinds import TABLES
from rankpress.core.faults import one_of
from rankpress.spec.strict import (
    Digits,
    Distinct,
    Flag,
    Incoherence,
    NamedPlace,
    Number,
    OneOf,
    OptionsByKind,
    OrList,
    OrMapping,
    Path,
    Section,
    Text,
    WordOr,
    in_list,
)

PairOfNames = tuple[Text, Text]
Captions = dict[Text, Text]
_Item = OrList[Text, PairOfNames]
Width = WordOr[Literal["column", "text", "sideways"], Annotated[Number, Field(ge=100, le=2000)]]
SortKey = Literal["rank", "mean", "name", "file"]
Notes = Literal["off", "short", "full"]
Triangle = Literal["upper", "lower", "both"]


def name_or_pair(requested: str | tuple[str, str]) -> str:
    """Return a name, or a pair of names as a study lists it."""
    return requested if isinstance(requested, str) else f"[{', '.join(requested)}]"


_Rows = Annotated[tuple[_Item, ...], Field(min_length=1), Distinct("name", name_or_pair)]


class SortOptions(Section):
    """The order of the algorithms, and what comes last whatever the order."""

    by: SortKey = Field(default="rank", description="As the short form.")
    last: Annotated[OrList[Text, tuple[Text, ...]], Distinct("name")] = Field(
        default=(), description="An algorithm or several, or columns, that come last, in this order."
    )

    @property
    def at_the_end(self) -> tuple[str, ...]:
        """The names that come last."""
        return (self.last,) if isinstance(self.last, str) else self.last


Sort = OrMapping[SortKey, SortOptions]


def sorting(sort: SortKey | SortOptions) -> SortOptions:
    """Return an order of the algorithms in its long form."""
    return SortOptions.unchecked(by=sort) if isinstance(sort, str) else sort


class TableOptions(Section):
    """Take what a study may ask of the tables of one kind, and how they stand in a document.

    Examples
    --------
    >>> class Nearest(TableOptions):
    ...     tolerance: float = Field(default=0.01, ge=0, description="Regrets up to this are near the best.")
    >>> Nearest(tolerance=0.05).tolerance
    0.05
    """

    rows: WordOr[Literal["groups"], _Rows] | None = Field(
        default=None,
        description="Which rows, in this order, by the names of data sets and algorithms, or of tests. Of comparisons "
        "those between the algorithms named, or a pair [A, B]. Rows that sum up the others stay. groups: of scores and "
        "ranks a row for each of scores.groups, and none for single data sets. Default: all.",
    )
    columns: Annotated[tuple[_Item, ...] | None, Distinct("name", name_or_pair)] = Field(
        default=None,
        min_length=1,
        description="Which columns, in this order, by the names of algorithms or by the column title; "
        "of aucc also pairs [A, B], of average-ranks also metrics and costs, whose means these are; of other tables "
        "with metrics: together a metric has all columns below it. Default: all.",
    )
    highlight: OrList[Text, tuple[Text, ...]] = Field(
        default=(),
        description="An algorithm, or several: their names are bold, their rows and columns shaded; next to marks: "
        "gray the names alone. LaTeX shades with the package colortbl, or xcolor with its option table; without, the "
        "names alone are bold.",
    )
    landscape: Flag = Field(default=False, description="true: on a page turned on its side, where it is printed.")
    width: Width | None = Field(default=None, description="As report.latex.width, for these tables.")
    long: Flag = Field(
        default=False, description="true: LaTeX breaks it over pages, as longtable, with its column titles repeated."
    )
    caption: OrMapping[Text, Captions] | None = Field(
        default=None,
        description="Caption that replaces the default one; by metric, {accuracy: ...}, if they differ.",
    )
    notes: Notes | None = Field(
        default=None,
        description="The notes below it, in every format. short: one line. Default: full, and in LaTeX as "
        "report.latex.notes.",
    )
    omit: Flag = Field(default=False, description="true: the table is omitted.")

    @property
    def highlighted(self) -> tuple[str, ...]:
        """The algorithms that stand out."""
        return (self.highlight,) if isinstance(self.highlight, str) else self.highlight

    @property
    def is_together(self) -> bool:
        """Whether one table is of all metrics."""
        return False

    @property
    def has_groups(self) -> bool:
        """Whether rows may be groups of data sets."""
        return False

    @property
    def listed_rows(self) -> tuple[str | PairOfNames, ...] | None:
        """The rows that are requested by name; None for all."""
        return None if self.rows == "groups" else self.rows

    def columns_below(self, metrics: Iterable[str]) -> tuple[str | PairOfNames, ...] | None:
        """Return the columns requested by their own names, None for all: in one table a metric names all below it."""
        if self.columns is None or not self.is_together:
            return self.columns
        over = {*metrics}
        return tuple(column for column in self.columns if column not in over) or None

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield options that have no effect next to others."""
        if self.rows == "groups" and not self.has_groups:
            yield Incoherence(("rows",), "rows: groups of a table without a row for each data set", "a list of rows")

    def wrong_in_study(self, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield what they name and other sections of the study, as far as these are right, have not."""
        if "scores" not in others:
            return
        metrics = [metric.name for metric in others["scores"].metrics]
        captions = self.caption if isinstance(self.caption, dict) else {}
        if captions and self.is_together:
            yield Incoherence(("caption",), "a caption by metric of one table of all metrics", "caption: a string")
            captions = {}
        yield from unknown_metrics("caption", captions, metrics)
        if self.rows == "groups" and not others["scores"].groups:
            yield Incoherence(("rows",), "the study has no groups of data sets", "scores.groups")

    def algorithms(self) -> Iterator[NamedPlace]:
        """Yield the algorithms that they name but for rows and columns, with their places below the options."""
        if isinstance(self.highlight, str):
            yield ("highlight",), self.highlight
        yield from in_list(("highlight",), self.highlight)

    def datasets(self) -> Iterator[NamedPlace]:
        """Yield the data sets that they name but for rows and columns, with their places below the options."""
        yield from ()


def unknown_metrics(key: str, by_metric: Mapping[str, object], metrics: Sequence[str]) -> Iterator[Incoherence]:
    """Yield metrics that a key has a value for and the study has not."""
    for metric in by_metric:
        if metric not in metrics:
            message = f"the {key} of '{metric}', which is not one of scores.metrics"
            yield Incoherence((key, metric), message, one_of(metric, metrics))


class Sortable(TableOptions):
    """Options of a table with the algorithms in an order that a study may choose."""

    sort: Sort | None = Field(default=None, description="As report.sort, for these tables.")


class Transposable(TableOptions):
    """Options of a table with one name a row."""

    transpose: Flag = Field(default=False, description="true: rows become columns.")

    @property
    def side_of_sums(self) -> str:
        """Where what sums up the scores stands, for notes."""
        return "right of" if self.transpose else "below"


class Joinable(TableOptions):
    """Options of a table that may be one of all metrics."""

    metrics: Literal["apart", "together"] = Field(
        default="apart", description="together: one table of all metrics, side by side, in place of one per metric."
    )

    @property
    def is_together(self) -> bool:
        """Whether one table is of all metrics."""
        return self.metrics != "apart"


class Halved(TableOptions):
    """Options of a table with the same algorithms in rows and columns."""

    triangle: Triangle | None = Field(
        default=None,
        description="The half that is shown. Default: both, and of pairwise-p and pairwise-differences upper.",
    )


class OfDataset(TableOptions):
    """Options of a table that may be of one data set."""

    dataset: Text | None = Field(
        default=None,
        description="The data set. Default: all, or for p-by-repeats the first that has repeats.",
    )

    def datasets(self) -> Iterator[NamedPlace]:
        """Yield the data set."""
        if self.dataset is not None:
            yield ("dataset",), self.dataset


class Rounded(TableOptions):
    """Options of a table whose numbers are printed in as many decimals as a study asks for."""

    digits: OrMapping[Digits, dict[Text, Digits]] | None = Field(
        default=None,
        description="Decimals of every number but counts; of a spread or interval as of the number that it is of. "
        "A smaller p-value is printed as <0.01; with digits: 0 or 1 p-values and probabilities have two, for all would "
        "be <1 or <0.1. By metric, {accuracy: 1}, or by column, {Mean: 1, p (Holm): 2}, if they differ. "
        "Adjusted p-values in other tables, macros and sentences have those of pairs, or else of average-ranks. "
        "Default: as scores.metrics says, or as many as the numbers need.",
    )


class Scaled(Rounded):
    """Options of a table of scores, or of means of scores."""

    percent: OrMapping[Flag, dict[Text, Flag]] | None = Field(
        default=None,
        description="true: scores that are shares, all from 0 to 1 and without another unit, times 100, in percent; "
        "other metrics are printed as they are. By metric, {accuracy: true}. Default: as scores.metrics says.",
    )


def table_options(kind: str) -> type[TableOptions]:
    """Return the model of the options of a kind of table; a package that has it is loaded."""
    model: type[TableOptions] | None = TABLES[kind].options if TABLES.finds(kind) else None
    return model or TableOptions


Tables = Annotated[dict[str, TableOptions], OptionsByKind(OneOf(TABLES), table_options)]


def below(path: Path, places: Iterator[NamedPlace]) -> Iterator[NamedPlace]:
    """Yield names with their places below the top of a study."""
    yield from (((*path, *place), name) for place, name in places)
