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


@dataclass(frozen=True)
class FigureKind(Kind):
    """A kind of figure."""

    FUNCTION = "plan_{}"

    is_default: bool = False  # whether a study without `plot` has it, besides the figures that `plot` has by default
    of_all_metrics: bool = False  # whether the planner takes the analyses of all metrics at once


# In reading order. What takes `transpose` has one name a row, and nothing declared of it distinguishes rows from
# columns.
TABLES = Registry[TableKind]("rankpress.tables", package="rankpress.topics")
TABLES.add(
    TableKind(
        "scores",
        "scores, with ranks where there are few algorithms",
        "scores",
        "scores",
        ("transpose", "metrics", "marks", "spread", "percent", "digits", "ranks", "summary", "against"),
    ),
    TableKind(
        "ranks",
        "ranks on each data set, where there are many algorithms",
        "scores",
        "scores",
        ("transpose", "metrics", "marks"),
        shown_among="views",
        is_detail=True,
    ),
    TableKind(
        "average-ranks",
        "the ranking: average rank, mean score, wins, comparison with the best or the control, groups",
        "ranks",
        "ranks",
        ("transpose", "metrics", "percent", "digits"),
    ),
    TableKind("omnibus", "tests of any difference", "tests", "omnibus", shows="p"),
    TableKind(
        "pairwise-p",
        "half matrix of the p-values that decide; in report.html of all quantities",
        "tests",
        "pairwise",
        ("triangle",),
        shows="p",
    ),
    TableKind(
        "pairwise-differences", "half matrix of mean differences", "tests", "pairwise", ("triangle",), shows="tests"
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
        "exhaustive-sets",
        "sets of hypotheses that can be true together, and which bergmann-hommel retains; of at most 6 algorithms",
        "tests",
        "pairwise",
        shows="p",
        on_request=True,
    ),
    TableKind(
        "example-scores",
        "mean scores over test examples with clustered standard errors and intervals, with `clustered-t`",
        "within",
        "examples",
        is_detail=True,
    ),
    TableKind(
        "within-omnibus", "tests of any difference on each data set", "within", "within", ("transpose",), shows="p"
    ),
    TableKind("within-sign", "sign test over significant wins", "within", "within", shows="p"),
    TableKind("within", "tests within the data sets", "within", "within", shows="p"),
    TableKind(
        "p-by-repeats",
        "how p falls with the repeats of a cross-validation, of the leading pair or those in `rows`",
        "within",
        "within",
        ("dataset",),
        shows="p",
        on_request=True,
    ),
    TableKind("bayes-over", "Bayesian comparisons over the data sets", "bayes", "bayes", shows="p"),
    TableKind("bayes-within", "Bayesian comparisons within the data sets", "bayes", "bayes"),
    TableKind("ordering", "the order by error and cost", "ordering", "ordering", shows="tests"),
    TableKind("ordering-costs", "the orders by several costs side by side", "ordering", "order_checks", shows="tests"),
    TableKind(
        "ordering-steps",
        "the steps of MultiTest's topological sort, over the data sets or on `dataset`",
        "ordering",
        "ordering",
        ("dataset",),
        shows="tests",
        on_request=True,
    ),
    TableKind(
        "ordering-groups",
        "the orders on groups of data sets",
        "ordering",
        "order_checks",
        ("transpose",),
        shows="tests",
    ),
    TableKind(
        "ordering-validation",
        "the orders by test and by validation scores",
        "ordering",
        "order_checks",
        ("transpose",),
        shows="tests",
    ),
    TableKind(
        "ordering-datasets",
        "places in the order on each data set",
        "ordering",
        "ordering",
        ("transpose",),
        shows="tests",
        is_detail=True,
    ),
    TableKind(
        "ordering-similarity",
        "Kendall's tau-b between the orders on the data sets",
        "ordering",
        "order_checks",
        shows="tests",
        on_request=True,
    ),
    TableKind("aucc", "differences and areas under their confidence curves", "curves", "curves", ("transpose",)),
    TableKind("curves", "all that confidence curves tell", "curves", "curves", shows="p"),
    TableKind("averaged-curves", "averages of confidence curves", "curves", "curves", shows="p"),
    TableKind("sensitivity", "conclusions by kinds of variation", "sensitivity", "sensitivity", shows="p"),
    TableKind("sensitivity-flips", "what turns conclusions over", "sensitivity", "sensitivity", shows="tests"),
    TableKind("sensitivity-leader", "who leads under variations that change it", "sensitivity", "sensitivity"),
    TableKind(
        "replicability",
        "tests of pairs on draws of data sets: average p, rejections, R(p), R(e)",
        "replicability",
        "replicability",
        shows="p",
    ),
    TableKind(
        "replicability-multiple",
        "omnibus tests and adjustments on draws of data sets",
        "replicability",
        "replicability",
        shows="p",
    ),
    TableKind(
        "power",
        "power on the study's data sets, and how many data sets differences worth having need",
        "power",
        "power",
    ),
    TableKind(
        "smallest-difference",
        "the smallest difference that each procedure finds on the study's data sets",
        "power",
        "power",
    ),
    TableKind("protocol", "how the study came about, once for all metrics", "protocol", "protocol"),
    TableKind("datasets", "which algorithms have results on which data sets, those alike together", "data", "data"),
    TableKind("coverage", "results that there are of each algorithm", "data", "data"),
    TableKind("shared", "data sets that two algorithms share", "data", "data", ("triangle",)),
    TableKind("pattern", "which results are missing", "data", "data"),
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
    FigureKind("within", "who is better on which data set", "within", "within", shows="tests"),
    FigureKind("simplex", "how probable it is that a difference matters, for each pair", "bayes", "bayes", ("pairs",)),
    FigureKind(
        "curves",
        "with which differences the data are compatible, on each data set",
        "curves",
        "curves_figures",
        ("axes", "form"),
        shows="p",
    ),
    FigureKind(
        "average-curves", "the averages of confidence curves over the data sets", "curves", "curves_figures", shows="p"
    ),
    FigureKind(
        "curve",
        "a confidence curve with all that is read off it",
        "curves",
        "curves_figures",
        ("pairs", "dataset", "level"),
        shows="p",
    ),
    FigureKind(
        "order",
        "who is put before whom by error and cost",
        "ordering",
        "ordering",
        ("layout", "dataset"),
        shows="tests",
    ),
    FigureKind(
        "cost-front",
        "which algorithms none beats in both score and cost",
        "ordering",
        "ordering",
        ("cost", "of", "scale"),
        shows="tests",
    ),
    FigureKind(
        "sensitivity",
        "how far variations of the study move its p-values",
        "sensitivity",
        "robustness_figures",
        shows="p",
    ),
    FigureKind("replicability", "tests on samples of the data sets", "replicability", "robustness_figures", shows="p"),
    FigureKind("power", "power by the number of data sets", "power", "robustness_figures", ("pairs", "against")),
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
