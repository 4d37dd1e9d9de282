"""The cells that tables are made of, and what captions and notes say in the same words everywhere."""

from __future__ import annotations

import math

from rankpress.analysis import Analysis
from rankpress.naming import composed
from rankpress.report.numbers import (
    MINUS,
    MISSING,
    fixed,
    level_text,
    p_text,
    place_text,
    rank_text,
    statistic_text,
)
from rankpress.report.table import Alignment, Cell, Mark
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.wording import counted

ARROWS = {"higher": "\N{UPWARDS ARROW}", "lower": "\N{DOWNWARDS ARROW}"}
SCALED_RANKS = (
    "Ranks are among the results that a data set has; in average ranks, those of fewer algorithms are scaled to the"
    " number of all, and each algorithm's average is over the data sets that have it."
)
P_ROUNDED = "p-values are rounded to 3 decimals."
ASTERISK = frozenset[Mark]({"significant"})
UNMARKED = frozenset[Mark]()

# Longer tables of pairs are not built at all: results.json has what they would tell.
MOST_CELLS = 40_000
MOST_ACROSS = 20  # algorithms in a printed table of each against each


def named(text: str, span: int = 1) -> Cell:
    """A cell that is its text."""
    return Cell(text, span=span)


def number(value: float, text: str, marks: frozenset[Mark] = UNMARKED) -> Cell:
    """A cell with a number as printed and unrounded; an en dash where there is none."""
    return Cell(MISSING, "") if math.isnan(value) else Cell(text, float(value), marks)


def count(value: int) -> Cell:
    """A cell with a whole number."""
    return Cell(str(value), int(value))


def decimal(value: float, decimals: int) -> Cell:
    """A cell with a number to so many decimals."""
    return number(value, fixed(value, decimals))


def average_rank(value: float, marks: frozenset[Mark] = UNMARKED) -> Cell:
    """A cell with an average rank."""
    return number(value, rank_text(value), marks)


def place(value: float) -> Cell:
    """A cell with a rank on one data set."""
    return number(value, place_text(value))


def statistic(value: float) -> Cell:
    """A cell with a test statistic."""
    return number(value, statistic_text(value))


def p_value(p: float, alpha: float | None = None) -> Cell:
    """A cell with a p-value; marked where a level is given that it does not exceed."""
    return number(p, p_text(p), ASTERISK if alpha is not None and p <= alpha else UNMARKED)


def head_row(*texts: str) -> tuple[Cell, ...]:
    """A row of column heads."""
    return tuple(named(text) for text in texts)


def right(n_columns: int) -> tuple[Alignment, ...]:
    """Alignment of so many columns of numbers."""
    aligned: tuple[Alignment, ...] = ("right",)
    return aligned * n_columns


def left(n_columns: int) -> tuple[Alignment, ...]:
    """Alignment of so many columns of names."""
    aligned: tuple[Alignment, ...] = ("left",)
    return aligned * n_columns


def significance_note(alpha: float, of: str = "adjusted p-values") -> str:
    """What the asterisk means, and how p-values are rounded."""
    return f"An asterisk marks {of} of at most {level_text(alpha)}. {P_ROUNDED}"


def which_is_better(analysis: Analysis) -> str:
    """Which scores are the better ones, where no arrow tells it."""
    return f"In {analysis.scores.name}, {analysis.scores.better} is better."


def direction(analysis: Analysis) -> str:
    """What the arrow beside the name of a metric means."""
    return f"{ARROWS[analysis.scores.better]}: {analysis.scores.better} is better."


def p_of(adjustment: str) -> str:
    """Head of a column of adjusted p-values beside others: p (Holm)."""
    return f"p ({ADJUSTMENTS[adjustment].title})"


def difference(a: str, b: str) -> str:
    """What stands over the columns of a pair."""
    return composed(f"{{}} {MINUS} {{}}", a, b)


def alike(analysis: Analysis) -> str:
    """What the omnibus tests suppose of all algorithms, as far as they have it in common."""
    of_scores = any(OMNIBUS[name].uses == "scores" for name in analysis.tested.omnibus)
    return "perform alike" if of_scores else "rank alike"


def scope(analysis: Analysis) -> str:
    """What was compared: 4 algorithms on 14 data sets."""
    return f"{counted(len(analysis.names), 'algorithm')} on {counted(analysis.scores.n_datasets, 'data set')}"
