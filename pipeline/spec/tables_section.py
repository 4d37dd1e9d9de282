"""The part `tables` of the section `report`: what each kind of table shows, and how it stands in a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import Discriminator, Field, Tag, field_validator

from rankpress.spec.nearest import one_of
from rankpress.spec.strict import UNIQUE, Flag, Incoherence, Section, Text, refuse, repetitions

TableKind = Literal[
    "scores", "ranks", "average-ranks", "wins-ties-losses", "omnibus", "adjusted-p", "effects", "within-omnibus",
    "within-wins", "within-sign", "within", "bayes-over", "bayes-within", "ordering", "ordering-groups",
    "ordering-validation", "ordering-datasets", "aucc", "curves", "averaged-curves", "sensitivity", "sensitivity-flips",
    "sensitivity-leader", "replicability", "replicability-multiple", "power", "smallest-difference", "protocol",
    "datasets", "coverage", "shared", "pattern", "missing",
]  # fmt: skip
TABLE_KINDS: tuple[TableKind, ...] = get_args(TableKind)

# A row of these has one name, and nothing that is said of them tells rows from columns.
TRANSPOSABLE: frozenset[TableKind] = frozenset(
    {
        "scores", "ranks", "average-ranks", "within-omnibus", "ordering-groups", "ordering-validation",
        "ordering-datasets", "aucc",
    }
)  # fmt: skip
TOGETHER: frozenset[TableKind] = frozenset(
    {"scores", "ranks", "average-ranks", "wins-ties-losses", "adjusted-p", "effects"}
)
MARKED: frozenset[TableKind] = frozenset({"scores", "ranks"})
# Their columns are algorithms.
OF_ALGORITHMS: frozenset[TableKind] = frozenset(
    {"scores", "ranks", "ordering-datasets", "wins-ties-losses", "within-wins", "shared", "pattern", "replicability"}
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
    """Find options of tables that are not for their kind.

    Parameters
    ----------
    tables : mapping of str to TableOptions
        Options by kind.

    Yields
    ------
    Incoherence
        Paths begin with the kind.
    """
    for kind, options in tables.items():
        for key, kinds, value in (
            ("transpose", TRANSPOSABLE, True),
            ("metrics", TOGETHER, "together"),
            ("marks", MARKED, "tests"),
            ("marks", MARKED, "none"),
        ):
            if getattr(options, key) == value and kind not in kinds:
                shown = "true" if value is True else value
                able = ", ".join(one for one in TABLE_KINDS if one in kinds)
                yield Incoherence((kind, key), f"{key}: {shown} is not for the table {kind}", f"it is for {able}")


def unknown_captions(tables: Mapping[TableKind, TableOptions], metrics: Iterable[str]) -> Iterator[Incoherence]:
    """Find captions of metrics that the study does not have.

    Parameters
    ----------
    tables : mapping of str to TableOptions
        Options by kind.
    metrics : iterable of str
        The study's.

    Yields
    ------
    Incoherence
        Paths begin with ``tables``.
    """
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
