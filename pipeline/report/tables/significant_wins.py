"""The tables of significant wins over the data sets: each against each, and the sign test of each pair."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.report.attainable import unattainable_wins
from rankpress.report.numbers import level_text
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import (
    ASTERISK,
    MOST_ACROSS,
    MOST_CELLS,
    UNMARKED,
    count,
    head_row,
    named,
    p_value,
    right,
    significance_note,
)
from rankpress.significant_wins import SignificantWins
from rankpress.slugs import slug
from rankpress.stats.within import WITHIN
from rankpress.wording import counted

_HEAD = ("a", "b", "Better", "Neither", "Worse", "p", "Holm p")


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
    wins, names, order = analysis.wins, analysis.names, analysis.ranking.best_first
    if wins is None:
        return None
    won = dict(_wins(wins, analysis.adjusted.alpha))
    rows = [(named(names[a]), *(won.get((a, b), Cell("")) for b in order)) for a in order]
    k, level = len(order), level_text(analysis.adjusted.alpha)
    return Table(
        name=f"{slug(analysis.scores.name)}-within-wins",
        metric=analysis.scores.name,
        kind="within-wins",
        title=f"Significant wins within the data sets by {analysis.scores.name}",
        caption=(
            f"Data sets, of {len(analysis.tested.within)} tested, on which the algorithm of the row is better than that"
            f" of the column by the {_test(analysis)} at level {level}, unadjusted."
        ),
        head=(head_row("Algorithm", *(names[b] for b in order)),),
        rows=tuple(rows),
        align=("left", *right(k)),
        notes=(
            f"An asterisk marks more wins than losses by the sign test, p adjusted after Holm and at most {level}.",
            *unattainable_wins(analysis),
        ),
        in_pdf=k <= MOST_ACROSS,
    )


def _test(analysis: Analysis) -> str:
    return WITHIN[analysis.tested.within_procedure].title


def _wins(wins: SignificantWins, alpha: float) -> Iterator[tuple[tuple[int, int], Cell]]:
    for (a, b), (won, _, lost), p in zip(
        wins.pairs.tolist(), wins.counts.tolist(), wins.adjusted.tolist(), strict=True
    ):
        for pair, mine, others in (((a, b), won, lost), ((b, a), lost, won)):
            yield pair, Cell(str(mine), mine, ASTERISK if p <= alpha and mine > others else UNMARKED)


def sign_over_wins_table(analysis: Analysis, most: int = MOST_CELLS) -> Table | None:
    """Build the table of the sign test over significant wins.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    most : int
        Cells of the largest table that is built.

    Returns
    -------
    Table or None
        A row a pair; None where fewer than two data sets were tested within, or there are far too many pairs.
    """
    wins, names = analysis.wins, analysis.names
    if wins is None or len(analysis.tested.within) < 2 or len(wins.pairs) * len(_HEAD) > most:
        return None
    alpha = analysis.adjusted.alpha
    return Table(
        name=f"{slug(analysis.scores.name)}-within-sign",
        metric=analysis.scores.name,
        kind="within-sign",
        title=f"Sign test over significant wins by {analysis.scores.name}",
        caption=(
            f"Data sets, of {len(analysis.tested.within)} tested, on which a is better than b by the {_test(analysis)}"
            f" at level {level_text(alpha)}, neither is, or b is; and the sign test of these counts for"
            f" {counted(len(wins.pairs), 'pair')}, two-sided, before and after Holm's adjustment for their number."
        ),
        head=(head_row(*_HEAD),),
        rows=tuple(
            (
                named(names[a]),
                named(names[b]),
                *(count(number) for number in wins.counts[at].tolist()),
                p_value(wins.p[at]),
                p_value(wins.adjusted[at], alpha),
            )
            for at, (a, b) in enumerate(wins.pairs.tolist())
        ),
        align=("left", "left", *right(5)),
        notes=(
            "Data sets on which neither is better are split between the two, and of an odd number one is left out.",
            "The tests that are counted are not adjusted.",
            significance_note(alpha),
            *unattainable_wins(analysis),
        ),
        stub=2,
    )
