"""The kinds of tables and figures that a study may ask for; a topic declares what makes each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankpress.core.plugins import Registry

# In reading order, each with the keys of report.tables that are not for every kind. What takes `transpose` has one name
# a row, and nothing declared of it distinguishes rows from columns.
TABLES: Registry[tuple[str, ...]] = Registry(
    {
        "scores": ("transpose", "metrics", "marks", "spread", "percent", "digits", "ranks", "summary", "against"),
        "ranks": ("transpose", "metrics", "marks"),
        "average-ranks": ("transpose", "metrics", "digits"),
        "omnibus": (),
        "pairwise-p": ("triangle",),
        "pairwise-differences": ("triangle",),
        "pairs": ("metrics", "digits"),
        "exhaustive-sets": (),
        "example-scores": (),
        "within-omnibus": ("transpose",),
        "within-sign": (),
        "within": (),
        "p-by-repeats": ("dataset",),
        "bayes-over": (),
        "bayes-within": (),
        "ordering": (),
        "ordering-costs": (),
        "ordering-steps": ("dataset",),
        "ordering-groups": ("transpose",),
        "ordering-validation": ("transpose",),
        "ordering-datasets": ("transpose",),
        "ordering-similarity": (),
        "aucc": ("transpose",),
        "curves": (),
        "averaged-curves": (),
        "sensitivity": (),
        "sensitivity-flips": (),
        "sensitivity-leader": (),
        "replicability": (),
        "replicability-multiple": (),
        "power": (),
        "smallest-difference": (),
        "protocol": (),
        "datasets": (),
        "coverage": (),
        "shared": ("triangle",),
        "pattern": (),
        "missing": (),
    },
    "rankpress.tables",
)
OF_SOME = tuple(dict.fromkeys(key for keys in TABLES.values() for key in keys))
# Each with the options of plot that are not for every kind.
FIGURES: Registry[tuple[str, ...]] = Registry(
    {
        "cd": ("layout", "best", "sides", "ranks", "highlight", "adjust"),
        "two-metrics": ("x", "y"),
        "p-values": ("adjust", "raw"),
        "comparison-matrix": ("adjust", "rows", "columns", "triangle"),
        "score-map": ("colour",),
        "rank-distribution": ("form",),
        "scatter": ("pairs",),
        "within": (),
        "simplex": ("pairs",),
        "curves": ("axes", "form"),
        "average-curves": (),
        "curve": ("pairs", "dataset", "level"),
        "order": ("layout", "dataset"),
        "cost-front": ("cost", "of", "scale"),
        "sensitivity": (),
        "replicability": (),
        "power": ("pairs", "against"),
    },
    "rankpress.figures",
)
# Where a paper goes; `rankpress.figures.style` has the sizes.
VENUES: Registry[None] = Registry(
    dict.fromkeys(
        (
            *("aaai", "acl", "acm", "acm-journal", "aistats", "cvpr", "ecml", "elsevier", "iclr", "icml", "ieee"),
            *("ijcai", "jmlr", "kdd", "lncs", "neurips", "pmlr", "springer", "tmlr", "uai"),
        )
    ),
    "rankpress.venues",
)
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
    return tuple(kind for kind, keys in TABLES.items() if key in keys)
