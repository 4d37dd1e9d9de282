"""From what a spec says of its scores to the tables that they are read from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rankpress.faults import Fault
from rankpress.sources import formats
from rankpress.sources.capture import with_captured
from rankpress.sources.database import Query, read_query
from rankpress.sources.files import match_files
from rankpress.sources.findings import Findings, listed, one_of, quoted
from rankpress.sources.origin import Origin, Unreadable
from rankpress.sources.selection import Selection
from rankpress.sources.shaping import Shaping
from rankpress.sources.sheet import Sheet

if TYPE_CHECKING:
    from rankpress.spec.model import ScoresOptions


def open_sheets(options: ScoresOptions, folder: Path, findings: Findings) -> Iterator[Sheet]:
    """Open the tables that hold the scores, one at a time, with those rows that the spec selects.

    Parameters
    ----------
    options : ScoresOptions
        Where the scores are.
    folder : Path
        Folder of the spec.
    findings : Findings
        Takes what is wrong with them.

    Yields
    ------
    Sheet
    """
    shaping, selection = Shaping(options.ignore, options.join), Selection(options.where)
    for sheet in _asked(options, folder, findings) if options.database else _in_files(options, folder, findings):
        yield from selection.of(shaping.of(sheet, findings), findings)
    shaping.find_unmet(findings)
    selection.find_unmet(findings)


def _asked(options: ScoresOptions, folder: Path, findings: Findings) -> Iterator[Sheet]:
    """The table that a database gives."""
    try:
        yield read_query(Query(str(options.database), str(options.query), folder))
    except Unreadable as unreadable:
        findings.add_unread("databases that cannot be asked", unreadable.fault)


def _in_files(options: ScoresOptions, folder: Path, findings: Findings) -> Iterator[Sheet]:
    metrics = tuple(metric.name for metric in options.metrics)
    origins = [
        Origin(folder, matched.path, matched.captured, metrics)
        for matched in match_files(folder, options.files or (), findings)
    ]
    for origin in origins:
        for sheet in open_origin(origin, options.format, options.table, findings):
            yield with_captured(sheet, origin, findings)


def open_origin(origin: Origin, name: str | None, table: str | None, findings: Findings) -> Sequence[Sheet]:
    """Open the tables of a file or folder.

    Parameters
    ----------
    origin : Origin
        Which one.
    name : str or None
        Of its format; None has it told from the content.
    table : str or None
        Of the table to read, where it holds several.
    findings : Findings
        Takes what is wrong with it.

    Returns
    -------
    sequence of Sheet
        None where nothing of it can be read.
    """
    try:
        form = formats.recognized(origin, findings) if name is None else formats.named(name, findings)
        if form is None:
            if name is None:
                findings.add_unread("files that cannot be read", _unknown(origin))
            return ()
        return _chosen(form.open(origin, findings), table, origin, findings)
    except Unreadable as unreadable:
        findings.add_unread("files that cannot be read", unreadable.fault)
        return ()


def _chosen(sheets: Sequence[Sheet], table: str | None, origin: Origin, findings: Findings) -> Sequence[Sheet]:
    """The tables that are to be read: the one that is asked for, or all where they bear no names of their own."""
    called = [sheet.table for sheet in sheets if sheet.table]
    if table is None and len(called) < 2:
        return sheets
    chosen = [sheet for sheet in sheets if sheet.table == table]
    if not chosen:
        told = (
            f"the file holds {len(called)} tables: {listed(called)}" if called else "the file holds one table, unnamed"
        )
        fault = Fault(
            origin.place,
            told if table is None else f"the file has no table {quoted(table)}",
            "scores.table: NAME, the one to be read" if table is None else one_of(table, called),
            "" if called else "remove scores.table",
        )
        findings.add_unread("tables that are not told", fault)
    return chosen


def _unknown(origin: Origin) -> Fault:
    if origin.is_folder:
        return Fault(
            origin.place, "the folder is of no format that is known", f"one of {listed(formats.names(), most=40)}"
        )
    suffix = origin.suffix
    return Fault(
        origin.place,
        f"a file called {quoted(suffix)} is not read" if suffix else "the name of the file has no suffix",
        f"a file of one of these formats: {listed(formats.names(), most=40)}",
        "save the scores as CSV, let scores.files name the files of scores only, or say scores.format",
    )
