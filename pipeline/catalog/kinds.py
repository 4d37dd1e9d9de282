"""The kinds of tables and figures that a study may ask for; a topic declares what makes each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rankpress.core.plugins import Registry
from rankpress.figures import venues
from rankpress.figures.venues import Venue


@dataclass(frozen=True)
class Kind:
    """A kind of table or figure."""

    name: str
    keys: tuple[str, ...] = ()  # of report.tables, or of plot, that are not for every kind


# In reading order, each with the keys of report.tables that are not for every kind. What takes `transpose` has one name
# a row, and nothing declared of it distinguishes rows from columns.
TABLES = Registry[Kind]("rankpress.tables")
TABLES.add(
    Kind("scores", ("transpose", "metrics", "marks", "spread", "percent", "digits", "ranks", "summary", "against")),
    Kind("ranks", ("transpose", "metrics", "marks")),
    Kind("average-ranks", ("transpose", "metrics", "digits")),
    Kind("omnibus"),
    Kind("pairwise-p", ("triangle",)),
    Kind("pairwise-differences", ("triangle",)),
    Kind("pairs", ("metrics", "digits")),
    Kind("exhaustive-sets"),
    Kind("example-scores"),
    Kind("within-omnibus", ("transpose",)),
    Kind("within-sign"),
    Kind("within"),
    Kind("p-by-repeats", ("dataset",)),
    Kind("bayes-over"),
    Kind("bayes-within"),
    Kind("ordering"),
    Kind("ordering-costs"),
    Kind("ordering-steps", ("dataset",)),
    Kind("ordering-groups", ("transpose",)),
    Kind("ordering-validation", ("transpose",)),
    Kind("ordering-datasets", ("transpose",)),
    Kind("ordering-similarity"),
    Kind("aucc", ("transpose",)),
    Kind("curves"),
    Kind("averaged-curves"),
    Kind("sensitivity"),
    Kind("sensitivity-flips"),
    Kind("sensitivity-leader"),
    Kind("replicability"),
    Kind("replicability-multiple"),
    Kind("power"),
    Kind("smallest-difference"),
    Kind("protocol"),
    Kind("datasets"),
    Kind("coverage"),
    Kind("shared", ("triangle",)),
    Kind("pattern"),
    Kind("missing"),
)
OF_SOME = tuple(dict.fromkeys(key for kind in TABLES.values() for key in kind.keys))
# Each with the options of plot that are not for every kind.
FIGURES = Registry[Kind]("rankpress.figures")
FIGURES.add(
    Kind("cd", ("layout", "best", "sides", "ranks", "highlight", "adjust")),
    Kind("two-metrics", ("x", "y")),
    Kind("p-values", ("adjust", "raw")),
    Kind("comparison-matrix", ("adjust", "rows", "columns", "triangle")),
    Kind("score-map", ("colour",)),
    Kind("rank-distribution", ("form",)),
    Kind("scatter", ("pairs",)),
    Kind("within"),
    Kind("simplex", ("pairs",)),
    Kind("curves", ("axes", "form")),
    Kind("average-curves"),
    Kind("curve", ("pairs", "dataset", "level")),
    Kind("order", ("layout", "dataset")),
    Kind("cost-front", ("cost", "of", "scale")),
    Kind("sensitivity"),
    Kind("replicability"),
    Kind("power", ("pairs", "against")),
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


def tables_with(key: str) -> tuple[str, ...]:
    """Return the kinds of tables that have a key of report.tables."""
    return tuple(kind.name for kind in TABLES.values() if key in kind.keys)
