"""The table of tests within the data sets, over their folds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.report.numbers import df_text, level_text, rounding_of
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import (
    MOST_ACROSS,
    MOST_CELLS,
    count,
    head_row,
    named,
    number,
    p_value,
    right,
    significance_note,
    statistic,
)
from rankpress.scores import FloatArray, IntArray
from rankpress.slugs import slug
from rankpress.stats.within import WITHIN
from rankpress.test import WithinDataset
from rankpress.wording import counted

_HEAD = ("Data set", "a", "b", "Difference", "SE", "df", "Statistic", "p")


def within_table(analysis: Analysis) -> Table | None:
    """Build the table of tests within data sets.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        A row a data set and pair; None where there are none, or far too many.
    """
    tested = analysis.tested
    n_rows = sum(len(one.pairs) for one in tested.within)
    if not n_rows or is_too_long(n_rows):
        return None
    return Table(
        name=f"{slug(analysis.scores.name)}-within",
        metric=analysis.scores.name,
        kind="within",
        title=f"Tests within the data sets by {analysis.scores.name}",
        caption=(
            f"{counted(n_rows, 'test')} over the folds of a data set by the {WITHIN[tested.within_procedure].title};"
            " a difference is the score of a less that of b. No p-value is adjusted."
        ),
        head=(head_row(*_HEAD),),
        rows=tuple(_rows(analysis)),
        align=("left", "left", "left", *right(5)),
        notes=(significance_note(analysis.adjusted.alpha, "unadjusted p-values"), *_reasons(tested.within)),
        stub=3,
        in_pdf=n_rows <= 60,
    )


def is_too_long(n_tests: int) -> bool:
    """Whether so many tests are left to results.json."""
    return n_tests * len(_HEAD) > MOST_CELLS


def _rows(analysis: Analysis) -> Iterator[tuple[Cell, ...]]:
    names, alpha = analysis.names, analysis.adjusted.alpha
    rounding = rounding_of(np.array([np.abs(np.concatenate([one.tests.difference for one in analysis.tested.within]))]))
    for one in analysis.tested.within:
        tests = one.tests
        for at, (a, b) in enumerate(one.pairs.tolist()):
            yield (
                named(one.dataset),
                named(names[a]),
                named(names[b]),
                number(tests.difference[at], rounding.text(tests.difference[at])),
                number(tests.standard_error[at], rounding.text(tests.standard_error[at])),
                _degrees(tests.df, at),
                statistic(tests.statistic[at]),
                p_value(tests.p[at], alpha),
            )


def _degrees(df: FloatArray | tuple[float, ...], at: int) -> Cell:
    if isinstance(df, tuple):
        return named(df_text(df))
    return Cell(df_text(float(df[at])), float(df[at]))


def _reasons(within: tuple[WithinDataset, ...]) -> list[str]:
    reasons = {why for one in within for why in one.tests.why if why}
    return [f"A dash: {why}." for why in sorted(reasons)]


def within_wins_table(analysis: Analysis) -> Table | None:
    """Build the table of significant wins: on how many data sets the row's algorithm is better than the column's.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        None where no data set was tested within.
    """
    tested, names, order = analysis.tested, analysis.names, analysis.ranking.best_first
    if not tested.within:
        return None
    wins = _significant_wins(analysis)
    rows = [(named(names[a]), *(Cell("") if a == b else count(wins[a, b]) for b in order)) for a in order]
    k = len(order)
    return Table(
        name=f"{slug(analysis.scores.name)}-within-wins",
        metric=analysis.scores.name,
        kind="within-wins",
        title=f"Significant wins within the data sets by {analysis.scores.name}",
        caption=(
            f"Data sets, of {len(tested.within)} tested, on which the algorithm of the row is better than that of the"
            f" column by the {WITHIN[tested.within_procedure].title} at level {level_text(analysis.adjusted.alpha)},"
            " unadjusted."
        ),
        head=(head_row("Algorithm", *(names[b] for b in order)),),
        rows=tuple(rows),
        align=("left", *right(k)),
        in_pdf=k <= MOST_ACROSS,
    )


def _significant_wins(analysis: Analysis) -> IntArray:
    wins = np.zeros((len(analysis.names),) * 2, dtype=np.int64)
    sign = 1 if analysis.scores.better == "higher" else -1
    for one in analysis.tested.within:
        found = one.tests.p <= analysis.adjusted.alpha
        better = sign * one.tests.difference > 0
        winners = np.where(better, one.pairs[:, 0], one.pairs[:, 1])[found]
        losers = np.where(better, one.pairs[:, 1], one.pairs[:, 0])[found]
        np.add.at(wins, (winners, losers), 1)
    return wins
