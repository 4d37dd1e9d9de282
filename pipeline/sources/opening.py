"""From what a spec says of its scores to the tables that they are read from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rankpress.faults import Fault
from rankpress.provenance import Reading
from rankpress.sources import formats
from rankpress.sources.capture import with_captured
from rankpress.sources.database import Query, libraries_of, read_query
from rankpress.sources.files import match_files
from rankpress.sources.findings import Findings, listed, one_of, quoted
from rankpress.sources.formats import Format
from rankpress.sources.origin import Origin, Unreadable
from rankpress.sources.selection import Selection
from rankpress.sources.shaping import Shaping
from rankpress.sources.sheet import Sheet, find_same_names
from rankpress.spec.secrets import without_passwords

if TYPE_CHECKING:
    from rankpress.spec.model import ScoresOptions

# Suffixes of files that are told by their content, whatever they are called.
OF_CONTENT = frozenset({".parquet", ".duckdb", ".db", ".sqlite", ".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".json"})


class Opening:
    """The tables that hold the scores of a study, opened one at a time, with those rows that the spec selects.

    Parameters
    ----------
    options : ScoresOptions
        Where the scores are.
    folder : Path
        Folder of the spec.
    findings : Findings
        Takes what is wrong with them.
    """

    def __init__(self, options: ScoresOptions, folder: Path, findings: Findings) -> None:
        self._options, self._folder, self._findings = options, folder, findings
        self._selection = Selection(options.where)
        self._formats: Counter[str] = Counter()
        self._libraries = dict[str, None]()

    def __iter__(self) -> Iterator[Sheet]:
        """Open the tables."""
        options, findings = self._options, self._findings
        shaping = Shaping(options.ignore, options.join)
        for sheet in self._asked() if options.database else self._in_files():
            for shaped in shaping.of(sheet, findings):
                yield from self._selection.of(shaped, findings)
        shaping.find_unmet(findings)
        self._selection.find_unmet(findings)

    def reading(self) -> Reading:
        """How the scores were read, once they were."""
        options = self._options
        return Reading(
            formats=dict(sorted(self._formats.items())),
            database=without_passwords(options.database or ""),
            query=options.query or "",
            rows=self._selection.read,
            passed_over=self._selection.read - self._selection.kept,
            where=tuple((column, condition.told) for column, condition in options.where.items()),
            renamed=(*options.rename.dataset.items(), *options.rename.algorithm.items()),
            joined=options.join,
            ignored=options.ignore,
            empty=dict(sorted(self._findings.empty.items())),
            libraries=tuple(sorted(self._libraries)),
        )

    def _asked(self) -> Iterator[Sheet]:
        """The table that a database gives."""
        options = self._options
        query = Query(str(options.database), str(options.query), self._folder, options.limit.seconds)
        try:
            sheet = read_query(query)
        except Unreadable as unreadable:
            self._findings.add_unread("databases that cannot be asked", unreadable.fault)
            return
        find_same_names(sheet, self._findings)
        self._libraries |= dict.fromkeys(libraries_of(query))
        yield sheet

    def _in_files(self) -> Iterator[Sheet]:
        options, findings = self._options, self._findings
        metrics = tuple(metric.name for metric in options.metrics)
        origins = [
            Origin(self._folder, matched.path, matched.captured, metrics, options.limit)
            for matched in match_files(self._folder, options.files or (), findings)
        ]
        for origin in origins:
            form = format_of(origin, options.format, findings)
            if form is not None:
                self._formats[form.name] += 1
                self._libraries |= dict.fromkeys(form.libraries)
                for sheet in _tables(form, origin, options.table, findings):
                    yield with_captured(sheet, origin, findings)


def format_of(origin: Origin, name: str | None, findings: Findings) -> Format | None:
    """The format of a file or folder: the one of that name, or the one told from the content; None, and a fault."""
    try:
        form = formats.recognized(origin, findings) if name is None else formats.named(name, findings)
    except Unreadable as unreadable:
        findings.add_unread("files that cannot be read", unreadable.fault)
        return None
    if form is None and name is None:
        findings.add_unread("files that cannot be read", _unknown(origin))
    return form


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
    form = format_of(origin, name, findings)
    return () if form is None else _tables(form, origin, table, findings)


def _tables(form: Format, origin: Origin, table: str | None, findings: Findings) -> Sequence[Sheet]:
    try:
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
    suffix, known = origin.suffix, f"a file of one of these formats: {listed(formats.names(), most=40)}"
    remedy = "save the scores as CSV, let scores.files name the files of scores only, or say scores.format"
    if not origin.beginning:
        return Fault(origin.place, "the file is empty", known)
    if suffix in OF_CONTENT:
        told = f"the file is called {quoted(suffix)}, and what it holds is nothing of the kind"
        return Fault(origin.place, told, known, "is it whole? if it is text, call it .csv, or say scores.format")
    told = f"a file called {quoted(suffix)} is not read" if suffix else "the name of the file has no suffix"
    return Fault(origin.place, told, known, remedy)
