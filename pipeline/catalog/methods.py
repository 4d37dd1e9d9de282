"""The methods of a study, all of them, which go together, and which a study has that names none.

Read without numpy and scipy: the functions behind the names are in `rankpress.stats`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rankpress.catalog.adjustments import ADJUSTMENTS
from rankpress.catalog.measures import BAYES_OVER, BAYES_WITHIN, CURVE_FORMS, EFFECTS
from rankpress.catalog.tests import OMNIBUS, PAIRWISE, WITHIN

__all__ = ["ADJUSTMENTS", "BAYES_OVER", "BAYES_WITHIN", "CURVE_FORMS", "EFFECTS", "OMNIBUS", "PAIRWISE", "WITHIN"]

# The tests of a study that names none: in general, with average ranks alone, and where gaps are left as they are.
PAIRWISE_OF_SCORES = "wilcoxon"
PAIRWISE_OF_RANKS = "rank-z"
PAIRWISE_OF_WINS = "sign"
PAIRWISE_OF_GAPS = "skillings-mack"
OMNIBUS_OF_GAPS = ("skillings-mack",)
# The tests that are reported with the one that decides: of two algorithms, and of several.
ALSO_OF_TWO = (PAIRWISE_OF_SCORES, "sign", "t")
ALSO_OF_SEVERAL = (PAIRWISE_OF_SCORES, PAIRWISE_OF_RANKS)
# The tests of places over the data sets that an order may rest on.
OF_PLACES = (PAIRWISE_OF_RANKS, PAIRWISE_OF_SCORES, "sign")
# With fewer data sets not even wins on all of them are significant at 0.05 by an exact test of signs, for 2 / 2^5 is
# 0.0625: a posterior verdict then depends on the prior, and must be the same under another one.
LEAST_DATASETS_OF_POSTERIOR = 6
# Levels of tests and intervals. What is left of 1 is divided among thousands of pairs and taken from 1 again, where
# floats nearer to 0 or 1 would become these.
LEAST_LEVEL, GREATEST_LEVEL = 1e-9, 0.999999
# The adjustment that finds most where its time allows it.
EXHAUSTIVE = "bergmann-hommel"


def test_of(adjustments: Iterable[str]) -> str | None:
    """Return the test that adjustments ask for by themselves; None where they go with any."""
    methods = [ADJUSTMENTS[name] for name in adjustments if name in ADJUSTMENTS]
    needed = [method.test for method in methods if method.test]
    return needed[0] if needed else PAIRWISE_OF_RANKS if any(method.is_logical for method in methods) else None


def default_adjustments(*, control: bool, pairwise: str) -> tuple[str, ...]:
    """Return the adjustments of a study that names none; the first decides groups and bold face."""
    of_test = (
        name
        for name, adjustment in ADJUSTMENTS.items()
        if adjustment.test and adjustment.fits(control=control, pairwise=PAIRWISE[pairwise])
    )
    if control:
        return (*of_test, "holm", "hochberg")
    return (*of_test, "holm", *(["shaffer"] if PAIRWISE[pairwise].transitive else []))


def adjustment_of_p(names: Iterable[str]) -> str:
    """Return the first of some adjustments that takes p-values alone, of whatever comparisons; Holm's without any."""
    return next((name for name in names if ADJUSTMENTS[name].uses == "p"), "holm")


def tests_of_order(pairwise: str, test: str | None, adjustment: str | None) -> tuple[str, str]:
    """Return the test and the correction of an order over the data sets, as far as a study leaves them open.

    The test is that of the study where it can be made of places, but of a correction that is of average ranks only.
    """
    if test is None:
        of_ranks = adjustment is not None and test_of([adjustment]) == PAIRWISE_OF_RANKS
        test = PAIRWISE_OF_RANKS if of_ranks or pairwise not in OF_PLACES else pairwise
    return test, adjustment or (EXHAUSTIVE if PAIRWISE[test].transitive else "holm")


Ties = Literal["average", "min", "max"]
Zeros = Literal["split", "pratt", "wilcox"]
RankInterval = Literal["none", "simultaneous", "marginal", "bootstrap"]
Logical = Literal["refuse", "assume"]

DEFAULT_PLOTS: tuple[str, ...] = ("cd", "curves", "order")

# On test examples; the other tests within data sets are on folds.
OF_OUTCOMES = frozenset(name for name, test in WITHIN.items() if test.design == "outcomes")
# On the scores of single test examples, whatever they are.
OF_EXAMPLES = frozenset(name for name, test in WITHIN.items() if test.design == "examples")
# On independent runs, and on runs that their seeds pair.
OF_RUNS = frozenset(name for name, test in WITHIN.items() if test.design == "runs")
OF_PAIRED_RUNS = frozenset(name for name, test in WITHIN.items() if test.design == "paired-runs")
# On five repeats of two folds.
FIVE_BY_TWO = frozenset(name for name, test in WITHIN.items() if test.design == "5x2")
# Can be made of average ranks alone.
FROM_AVERAGE_RANKS = frozenset(name for name, test in OMNIBUS.items() if test.from_average_ranks)
# Take the ranks of a study in which results are missing.
OF_INCOMPLETE_BLOCKS = frozenset(
    name for table in (OMNIBUS, PAIRWISE) for name, method in table.items() if method.incomplete
)
