"""What tables show of results that are missing and were ranked last or replaced: a sign, a note, a column of CSV."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rankpress.analysis import Analysis
from rankpress.core.table import Cell, Mark, Table
from rankpress.topics.phrases import IMPUTED, IMPUTED_SIGN, count
from rankpress.wording.text import plain

_OF_BEST = frozenset[Mark]({"bold", "underline"})
_INCOMPLETE = frozenset[Mark]({"incomplete"})
_COLUMN = "Missing results"
_SIGNED = {"Average rank", "Mean"}


def signed(analysis: Analysis, table: Table) -> Table:
    """Return a ranking or a table of scores with a sign at each average of an algorithm that lacks results.

    Such an average is not set off as the best: it rests on scores or ranks that no one measured.
    """
    missing = analysis.scores.missing
    lacking = Counter(gap.algorithm for gap in (*missing.imputed, *missing.worst_ranked))
    if not lacking or table.kind not in ("average-ranks", "scores"):
        return table
    policy = missing.policy
    fate = f"{IMPUTED[policy]} in their place" if policy in IMPUTED else "ranked last"
    includes = f"{IMPUTED_SIGN}: includes missing results, {fate}; not marked as best."
    if table.kind == "average-ranks":
        return _noted(_ranking(analysis, table, lacking), includes)
    if not table.footer:
        return table
    columns = [place for place, cell in enumerate(table.head[-1]) if lacking[cell.name]]
    body = len(table.rows) - table.footer
    rows = tuple(
        tuple(_with_sign(cell) if place in columns else cell for place, cell in enumerate(row))
        for row in table.rows[body:]
    )
    below = f"{IMPUTED_SIGN} below the scores: includes such scores." if missing.imputed else includes
    return _noted(replace(table, rows=(*table.rows[:body], *rows)), below)


def _ranking(analysis: Analysis, table: Table, lacking: Counter[str]) -> Table:
    """Return the ranking, in whose CSV file each algorithm has the number of its results that are missing."""
    names = {plain(label): name for label, name in zip(analysis.algorithms, analysis.names, strict=True)}
    titles = [plain(title) for title in table.columns]
    rows = []
    for row in table.rows:
        number = lacking[names[row[0].name]]
        cells = zip(titles, row, strict=True)
        with_signs = (_with_sign(cell) if number and title in _SIGNED else cell for title, cell in cells)
        rows.append((*with_signs, count(number)))
    return replace(
        table,
        head=(*table.head[:-1], (*table.head[-1], Cell(_COLUMN))),
        rows=tuple(rows),
        align=(*table.align, "right"),
        columns=(*table.columns, _COLUMN),
        unprinted=(*table.unprinted, _COLUMN),
    )


def _with_sign(cell: Cell) -> Cell:
    """Return the cell of an average with the sign behind its number, and no mark of the best."""
    if not isinstance(cell.text, str) or not isinstance(cell.value, int | float | str) or cell.value == "" or cell.is_p:
        return cell
    frame = f"{cell.detail_frame} {IMPUTED_SIGN}" if cell.detail_frame else ""
    detail = f"{cell.detail} {IMPUTED_SIGN}".strip()
    text, marks = f"{cell.text} {IMPUTED_SIGN}", (cell.marks - _OF_BEST) | _INCOMPLETE
    return replace(cell, text=text, detail=detail, detail_frame=frame, marks=marks)


def _noted(table: Table, sentence: str) -> Table:
    """Return the table with what the sign means, in its notes and in the line for a paper."""
    return replace(table, notes=(*table.notes, sentence), short_note=(*(table.short_note or table.notes[:1]), sentence))
