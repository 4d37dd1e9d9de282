"""Names of the methods that study.yaml may ask for, and which of them go together.

The functions behind the names are in `rankpress.stats`; they are not imported here, so that a spec is read without
numpy and scipy. A test compares these names with the tables of `rankpress.stats`.
"""

from __future__ import annotations

from typing import Literal, get_args

from rankpress.catalog.methods import (
    OMNIBUS,
    PAIRWISE,
    WITHIN,
)

Ties = Literal["average", "min", "max"]
Zeros = Literal["split", "pratt", "wilcox"]
RankInterval = Literal["none", "simultaneous", "marginal", "bootstrap"]
Logical = Literal["refuse", "assume"]
Format = Literal["latex", "html", "pdf", "markdown"]

FORMATS: tuple[Format, ...] = get_args(Format)
DEFAULT_FORMATS: tuple[Format, ...] = ("latex", "html", "pdf")
DEFAULT_PLOTS: tuple[str, ...] = ("cd", "curves", "order")

# On test examples; the other tests within data sets are on folds.
OF_OUTCOMES = frozenset(name for name, item in WITHIN.items() if item.design == "outcomes")
# On the scores of single test examples, whatever they are.
OF_EXAMPLES = frozenset(name for name, item in WITHIN.items() if item.design == "examples")
# On five repeats of two folds.
FIVE_BY_TWO = frozenset(name for name, item in WITHIN.items() if item.design == "5x2")
# Can be made of average ranks alone.
FROM_AVERAGE_RANKS = frozenset(name for name, item in OMNIBUS.items() if item.from_average_ranks)
# Take the ranks of a study in which results are missing.
OF_INCOMPLETE_BLOCKS = frozenset(
    name for table in (OMNIBUS, PAIRWISE) for name, method in table.items() if method.incomplete
)
# Take the ranks on each data set, so that a missing result may be ranked last.
OF_RANKS_ON_DATASETS = frozenset(name for name, item in PAIRWISE.items() if item.uses == "ranks")
# Omnibus tests that compare scores, and not just their ranks, on each data set.
OF_SCORES = frozenset(name for name, item in OMNIBUS.items() if item.uses == "scores")
