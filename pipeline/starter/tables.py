"""Which table of a file `init --from` looks at, where it holds several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rankpress.faults import Fault
from rankpress.sources.findings import Findings, listed, one_of, quoted
from rankpress.sources.opening import format_of
from rankpress.sources.origin import Origin, Unreadable
from rankpress.sources.sheet import HeldSheet, Sheet


@dataclass(frozen=True)
class Chosen:
    """The tables that are looked at, and the names of those beside them that can hold no scores."""

    sheets: Sequence[Sheet] = ()
    passed_over: tuple[str, ...] = ()


def open_table(origin: Origin, table: str | None, findings: Findings) -> Chosen:
    """Open the table of a name, the only one that can hold scores, or all where they bear no names of their own.

    Parameters
    ----------
    origin : Origin
        The file or folder.
    table : str or None
        The name that was given behind the #.
    findings : Findings
        Takes what is wrong with the file, and that its table is not told.
    """
    try:
        form = format_of(origin, None, findings)
        sheets = () if form is None else form.open(origin, findings)
    except Unreadable as unreadable:
        findings.add_unread("files that cannot be read", unreadable.fault)
        return Chosen()
    if form is None:
        return Chosen()
    chosen = _chosen(sheets, table)
    if sheets and not chosen.sheets:
        names = [sheet.table for sheet in sheets if sheet.table]
        findings.add_unread("tables that are not told", _not_told(origin, table, names))
    return chosen


def _chosen(sheets: Sequence[Sheet], table: str | None) -> Chosen:
    named = [sheet for sheet in sheets if sheet.table]
    if table is not None:
        return Chosen([sheet for sheet in named if sheet.table == table])
    if len(named) < 2:
        return Chosen(sheets)
    with_scores = [sheet for sheet in named if _may_hold_scores(sheet)]
    if len(with_scores) != 1:
        return Chosen()
    return Chosen(with_scores, tuple(sheet.table for sheet in named if sheet is not with_scores[0]))


def _may_hold_scores(sheet: Sheet) -> bool:
    """Whether there are columns and rows, as there are none in a sheet of notes."""
    return len(sheet.header) > 1 and not (isinstance(sheet, HeldSheet) and not len(sheet.rows))


def _not_told(origin: Origin, table: str | None, names: Sequence[str]) -> Fault:
    if table is None:
        told = f"the file holds {len(names)} tables: {listed(names)}"
        return Fault(origin.place, told, "one table", f"write {origin.place}#TABLE")
    expected = one_of(table, names) if names else f"{origin.place} without a # behind it"
    return Fault(origin.place, f"the file has no table {quoted(table)}", expected)
