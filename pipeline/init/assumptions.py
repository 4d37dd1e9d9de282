"""What was assumed in reading scores, each read otherwise: who is first by the other reading decides what is asked.

Each assumption is declared once, as what is assumed and the function that reads the scores otherwise. Where another
algorithm is first then, and the values or names speak for it, the doubt is open: there is no answer before somebody
decides. Where the same one is first, the doubt is stated, or there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rankpress.core.doubts import Doubt, Way, without_keys
from rankpress.init.crossed_names import doubts_on_crossed_names
from rankpress.init.examples import doubts_on_examples
from rankpress.init.failures import doubts_on_failures
from rankpress.init.incomplete import doubts_on_few_datasets
from rankpress.init.levels import doubts_on_levels, doubts_on_order, doubts_on_partial_levels
from rankpress.init.limits import doubts_on_limits
from rankpress.init.measured import Measured
from rankpress.init.measures import ways_of
from rankpress.init.odd_datasets import doubts_on_odd_datasets
from rankpress.init.odd_leaders import doubts_on_odd_leaders, doubts_on_yardsticks
from rankpress.init.part_means import doubts_on_part_means
from rankpress.init.partial_scores import doubts_on_partial_scores
from rankpress.init.placeholders import doubts_on_placeholders
from rankpress.init.remarks import doubts_on_remarks
from rankpress.init.reversed_datasets import doubts_on_reversed_datasets
from rankpress.init.scales import doubts_on_multipliers, doubts_on_scales, doubts_on_units_of_one
from rankpress.init.trials import doubts_on_trials
from rankpress.init.units import doubts_on_per_cent, doubts_on_units
from rankpress.init.vocabulary import UNKNOWN
from rankpress.sources.notation import Notation
from rankpress.sources.numerals import Censoring
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.init.guess import Guess
    from rankpress.init.table import Table

_Reader = Callable[["Table", "Guess", Measured], Iterator[Doubt]]

# What is assumed of the scores of a metric, and what reads them otherwise.
_ASSUMPTIONS: tuple[tuple[str, _Reader], ...] = (
    ("each time is that of a run which ended before any limit", doubts_on_limits),
    ("each number is a score, and stands for no failed run", doubts_on_placeholders),
    ("what a failed run counts as changes no first place", doubts_on_failures),
    ("all shares are fractions of 1, or all are in percent", doubts_on_scales),
    ("no title states a multiplier that the others do not have", doubts_on_multipliers),
    ("the numbers of a data set are in one unit, whatever a column says", doubts_on_units),
    ("numbers that are called percentages can be such", doubts_on_per_cent),
    ("each data set is one, and no test example", doubts_on_examples),
    ("no data set is the mean of others", doubts_on_part_means),
    ("each score is over all cases, or the first has it on no fewer than others", doubts_on_partial_scores),
    ("counts of the algorithms are out of the same number of trials", doubts_on_trials),
    ("who is first is an algorithm", doubts_on_odd_leaders),
    ("the scores on each data set run the same way as those on the others", doubts_on_reversed_datasets),
    ("no sentence near the numbers says that they are anything else", doubts_on_remarks),
)
# These are asked about where no other is: what is decided on others may settle them.
_FURTHER_ASSUMPTIONS: tuple[tuple[str, _Reader], ...] = (
    ("the data sets with results of all algorithms are enough of them", doubts_on_few_datasets),
    ("the numbers of each algorithm are in the unit of the others", doubts_on_units_of_one),
    ("all that are compared are algorithms", doubts_on_yardsticks),
    ("the names at the ends of the data sets are data sets", doubts_on_odd_datasets),
    ("rows of one algorithm and data set may be averaged, whatever they differ in", doubts_on_levels),
    ("rows under a condition that some algorithms alone have may be averaged with others", doubts_on_partial_levels),
    ("rows with the same names are measurements of the same, and none replaces another", doubts_on_order),
    ("each name is one of its own, and no other name under a condition", doubts_on_crossed_names),
)


# What columns, rows and files are, where nothing but their own look shows it.
_STRUCTURE = frozenset({"files", "join", "layout", "repeats"})


def doubts_left(table: Table, guess: Guess, settled: Iterable[str]) -> tuple[Doubt, ...]:
    """Return all doubts that none of these keys settles; several on what is read are open, as each is but likely.

    Those that are open anyway do not count: what is decided on them remains.
    """
    doubts = tuple(without_keys((*guess.doubts, *doubts_on_values(table, guess)), settled))
    if any(doubt.key == "censored" and doubt.is_open for doubt in doubts):
        # of unsolved runs lower is better; the direction is asked about once it is settled that they are none
        doubts = tuple(doubt for doubt in doubts if doubt.text != UNKNOWN)
    of_directions = {doubt.key for doubt in doubts if doubt.text == UNKNOWN}
    # of a column with a name that says how it is compared, others are no rivals
    keys = _STRUCTURE | of_directions | ({"metrics"} if of_directions else set())
    guesses = [doubt for doubt in doubts if doubt.key in keys and not doubt.is_open]
    if len({doubt.key for doubt in guesses}) < 2:
        return doubts
    return tuple(_opened(doubt, guess) if doubt in guesses else doubt for doubt in doubts)


def _opened(doubt: Doubt, guess: Guess) -> Doubt:
    """Return a doubt as an open one, with what may be meant as far as it is known."""
    ways = doubt.ways
    if not ways and doubt.key in guess.metrics:
        ways = ways_of(guess.metrics[doubt.key])
    elif not ways and doubt.key == "metrics" and doubt.column not in guess.metrics:
        ways = tuple(Way(f"{quoted(name)} is compared", "metric", name) for name in (*guess.metrics, doubt.column))
    return replace(doubt, is_open=True, ways=ways)


def with_limit(guess: Guess, stated: Mapping[str, Any]) -> Guess:
    """Return the guess where a user states `scores.censored`: lower is better, and unsolved runs are not missing."""
    if stated.get("censored") is None:
        return guess
    censoring, notation = Censoring(), Notation(".")
    na = tuple(word for word in guess.na if not censoring.is_unsolved(word, notation))
    unknown = {doubt.key for doubt in guess.doubts if doubt.text == UNKNOWN}
    metrics: dict[str, Better] = {name: "lower" if name in unknown else way for name, way in guess.metrics.items()}
    return replace(guess, na=na, metrics=metrics, doubts=tuple(d for d in guess.doubts if d.text != UNKNOWN))


def directions_stated(guess: Guess, stated: Mapping[str, Any]) -> set[str]:
    """Return the metrics whose directions `scores.metrics` settles: all that are guessed, where it states each."""
    listed = stated.get("metrics")
    metrics = listed if isinstance(listed, list | tuple) else ()  # what else it is, reading the study refuses
    settled = {str(each["name"]) for each in metrics if isinstance(each, Mapping) and {"better", "name"} <= {*each}}
    return settled | ({*guess.metrics} if metrics and len(settled) == len(metrics) else set())


def doubts_on_values(table: Table, guess: Guess) -> Iterator[Doubt]:
    """Yield what is doubtful of the numbers that are read, by the metrics and directions that are settled, once."""
    measured = (scores for metric in guess.metrics if (scores := Measured.of(table, guess, metric)))
    yield from dict.fromkeys(doubt for scores in measured for doubt in _doubts_on_scores(table, guess, scores))


def _doubts_on_scores(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield what is doubtful of the numbers of one metric."""
    doubts = [doubt for _, read in _ASSUMPTIONS for doubt in read(table, guess, scores)]
    yield from doubts
    is_asked = any(doubt.is_open for doubt in doubts)
    for _, read in _FURTHER_ASSUMPTIONS:
        for doubt in () if is_asked else read(table, guess, scores):
            is_asked = is_asked or doubt.is_open
            yield doubt
