"""The kinds of tables and figures that a study may ask for: their names, topics, keys, and what builds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from rankpress.core.plugins import Registry, imported
from rankpress.figures import venues
from rankpress.figures.venues import Venue


@dataclass(frozen=True)
class Kind:
    """A kind of table or figure."""

    FUNCTION: ClassVar[str]  # what builds or plans a built-in kind, by its name

    name: str
    what: str  # it shows, for the reference
    topic: str = ""  # whose section it stands in; that which registers it
    builder: str | Callable[..., Any] = ""  # the module of `rankpress.topics` with what builds or plans it; that itself
    keys: tuple[str, ...] = ()  # of report.tables, or of plot, that are not for every kind
    shows: Literal["", "tests", "p"] = ""  # what is exploratory in it, if the study is

    @property
    def function(self) -> Any:
        """What builds or plans it, imported when it is used."""
        if not isinstance(self.builder, str):
            return self.builder
        return imported(f"rankpress.topics.{self.builder}:{self.FUNCTION.format(self.name.replace('-', '_'))}")


@dataclass(frozen=True)
class TableKind(Kind):
    """A kind of table; `rankpress.topics.topic.Axes` has the names of its rows and columns."""

    FUNCTION = "{}_table"

    # where another table of the metric can show the same, so that paper has it only where the spec names it, and
    # neither has the page what is a view
    shown_among: Literal["", "quantities", "views"] = ""
    on_request: bool = False  # whether it is built only where the spec names it
    # whether another table or a figure sums it up, so that paper has it on request only, where it has many rows
    is_detail: bool = False
    has_groups: bool = False  # whether rows are data sets, which its function can put in groups


@dataclass(frozen=True)
class FigureKind(Kind):
    """A kind of figure."""

    FUNCTION = "plan_{}"

    is_default: bool = False  # whether a study without `plot` has it, besides the figures that `plot` has by default
    default_where: Callable[[Any], bool] | None = None  # which studies without `plot` have it, given the study
    of_all_metrics: bool = False  # whether the planner takes the analyses of all metrics at once

    def is_default_of(self, study: Any) -> bool:
        """Return whether a study without `plot` has it."""
        return self.is_default or (self.default_where is not None and self.default_where(study))


# Those of topics that do not declare their own yet. What takes `transpose` has one name a row, and nothing declared of
# it distinguishes rows from columns.
TABLES = Registry[TableKind]("rankpress.tables", package="rankpress.topics")
TABLES.add(
    TableKind(
        "scores",
        "scores, with ranks where there are few algorithms",
        "scores",
        "scores",
        (
            "transpose",
            "metrics",
            "sort",
            "marks",
            "tolerance",
            "cells",
            "spread",
            "percent",
            "digits",
            "ranks",
            "summary",
            "against",
            "signs",
        ),
        has_groups=True,
    ),
    TableKind(
        "ranks",
        "ranks on each data set, where there are many algorithms",
        "scores",
        "scores",
        ("transpose", "metrics", "sort", "marks"),
        shown_among="views",
        is_detail=True,
        has_groups=True,
    ),
    TableKind(
        "average-ranks",
        "the ranking: average rank, mean score, wins, comparison with the best or the control, groups",
        "ranks",
        "ranks",
        ("transpose", "metrics", "sort", "percent", "digits"),
    ),
    TableKind("omnibus", "tests of any difference", "tests", "omnibus", shows="p"),
    TableKind(
        "pairwise-p",
        "half matrix of the p-values that decide; in report.html of all quantities",
        "tests",
        "pairwise",
        ("triangle", "sort"),
        shows="p",
    ),
    TableKind(
        "pairwise-differences",
        "half matrix of differences",
        "tests",
        "pairwise",
        ("triangle", "sort"),
        shows="tests",
    ),
    TableKind(
        "pairs",
        "what is known of each pair: effect sizes, test, wins, p-values; `Holm level` in `columns`: levels of steps",
        "tests",
        "pairwise",
        ("metrics", "digits"),
        shows="p",
        shown_among="quantities",
    ),
    TableKind(
        "signed-ranks",
        "differences on each data set and the ranks of their sizes, of the leading pair or those in `rows`",
        "tests",
        "signed_ranks",
        on_request=True,
    ),
    TableKind(
        "exhaustive-sets",
        "sets of hypotheses that can be true together, and which bergmann-hommel retains; of at most 6 algorithms",
        "tests",
        "pairwise",
        shows="p",
        on_request=True,
    ),
    TableKind("protocol", "how the study came about, once for all metrics", "protocol", "protocol"),
    TableKind("datasets", "which algorithms have results on which data sets, those alike together", "data", "data"),
    TableKind("coverage", "results that there are of each algorithm", "data", "data", ("sort",)),
    TableKind("shared", "data sets that two algorithms share", "data", "data", ("triangle", "sort")),
    TableKind("pattern", "which results are missing", "data", "data", ("sort",)),
    TableKind("missing", "each missing result, and what was done", "data", "data"),
)
FIGURES = Registry[FigureKind]("rankpress.figures", package="rankpress.topics")
FIGURES.add(
    FigureKind(
        "cd",
        "the critical difference diagram: average ranks, and groups that the tests do not tell apart",
        "ranks",
        "ranks_figures",
        ("layout", "best", "sides", "ranks", "highlight", "adjust"),
        shows="tests",
    ),
    FigureKind(
        "two-metrics",
        "average ranks by two metrics",
        "ranks",
        "ranks_figures",
        ("x", "y"),
        of_all_metrics=True,
        shows="tests",
    ),
    FigureKind("p-values", "half matrix of p-values", "tests", "comparisons_figures", ("adjust", "raw"), shows="p"),
    FigureKind(
        "comparison-matrix",
        "mean difference, wins and p-value of each pair",
        "tests",
        "comparisons_figures",
        ("adjust", "rows", "columns", "triangle"),
        shows="p",
    ),
    FigureKind("score-map", "all scores as a map of colors", "scores", "ranks_figures", ("colour",)),
    FigureKind(
        "rank-distribution",
        "how the ranks of each algorithm spread over the data sets",
        "ranks",
        "ranks_figures",
        ("form",),
    ),
    FigureKind("scatter", "two algorithms on every data set", "tests", "comparisons_figures", ("pairs",), shows="p"),
)
# Where a paper goes.
VENUES = Registry[Venue]("rankpress.venues")
VENUES.add(*venues.VENUES.values())
# What a kind of figure has of a key whose values are those of several kinds.
CHOICES: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "cd": {"layout": ("auto", "axis", "rows")},
        "order": {"layout": ("auto", "rows", "arcs")},
        "rank-distribution": {"form": ("box", "violin")},
        "curves": {"form": ("intervals", "curves")},
    }
)


def keys_of_some() -> tuple[str, ...]:
    """Return the keys of report.tables that are not for every kind."""
    return tuple(dict.fromkeys(key for kind in TABLES.values() for key in kind.keys))


def tables_with(key: str) -> tuple[str, ...]:
    """Return the kinds of tables that have a key of report.tables."""
    return tuple(kind.name for kind in TABLES.values() if key in kind.keys)
