"""The first rows of what `init --from` names, and how a spec names it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from glob import has_magic
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import numpy as np

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.core.faults import Fault, FaultsFound, Findings, listed, one_of, quoted
from rankpress.init.folders import Named, pattern_of
from rankpress.init.vocabulary import is_example, is_failure, role_of
from rankpress.sources.cells import NO_RESULT, NUMBER, STRETCH, HeldSheet, Sheet, taken, texts
from rankpress.sources.database import SQLITE, Query, read_query, tables_of
from rankpress.sources.files import Matched, Origin, Unreadable, match_files
from rankpress.sources.formats import recognized
from rankpress.sources.opening import format_of, with_captured

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.init.layout import Guess


@dataclass(frozen=True)
class Chosen:
    """The tables that are looked at, and the names of those next to them that can hold no scores."""

    sheets: Sequence[Sheet] = ()
    passed_over: tuple[str, ...] = ()


def open_table(origin: Origin, table: str | None, findings: Findings) -> Chosen:
    """Open the table of a name, the only one that can hold scores, or all where they bear no names of their own."""
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
        findings.add_unread("tables that are not read", _unreported(origin, table, names))
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
    """Return whether there are columns and rows, as there are none in a sheet of notes."""
    return len(sheet.header) > 1 and not (isinstance(sheet, HeldSheet) and not len(sheet.rows))


def _unreported(origin: Origin, table: str | None, names: Sequence[str]) -> Fault:
    if table is None:
        text = f"the file holds {len(names)} tables: {listed(names)}"
        return Fault(origin.place, text, "one table", f"write {origin.place}#TABLE")
    expected = one_of(table, names) if names else f"{origin.place} without a # behind it"
    return Fault(origin.place, f"the file has no table {quoted(table)}", expected)


_BRACES = re.compile(r"\{(part\d+)\}")


def with_parts(pattern: str) -> str:
    """Return the pattern with a part in braces for each * that is the only one between two slashes."""
    if "{" in pattern:
        return pattern
    steps = pattern.split("/")
    alone = [
        position for position, step in enumerate(steps) if step.count("*") == 1 and not has_magic(step.replace("*", ""))
    ]
    for number, index in enumerate(alone, 1):
        steps[index] = steps[index].replace("*", part(number))
    return "/".join(steps)


def part(number: int) -> str:
    """Return a part in braces that nothing is known of yet."""
    return f"{{part{number}}}"


def parts_of(pattern: str) -> frozenset[str]:
    """Return the columns that such parts give."""
    return frozenset(_BRACES.findall(pattern))


def settled(named: Mapping[str, str], guess: Guess) -> tuple[dict[str, str], Guess]:
    """Return what names the scores, and the guess, with parts of paths called what they were taken for."""
    pattern = named.get("files", "")
    parts = parts_of(pattern)
    joined = {column for columns in guess.join.values() for column in columns}
    taken = {*guess.unused, *guess.columns.values(), *guess.where, *joined}
    called = {column: column for column in (*joined, *guess.where) if column in parts}
    for role, column in guess.columns.items():
        if column in parts:
            called.setdefault(column, column if role in taken else role)
    files = {"files": _BRACES.sub(lambda item: f"{{{called[item[1]]}}}" if item[1] in called else "*", pattern)}
    columns = {role: called.get(column, column) for role, column in guess.columns.items()}
    # column names that a spec takes by default
    of_paths = {role for role, column in guess.columns.items() if column in parts and role not in ("seed", "example")}
    columns = {role: column for role, column in columns.items() if role != column or role not in of_paths}
    unused = [column for column in guess.unused if column not in parts]
    return {**named, **(files if pattern else {})}, replace(guess, columns=columns, unused=unused)


# The share of cells of a column of numbers that may hold known marks of failure, or other strings.
MOST_FAILED, MOST_OTHER, MOST_TEXTS = 0.5, 0.1, 3
# 0,95 or 95% or >3600 are results, written in another way.
_RESULT = re.compile(r"[-+<>~=. ]*\d")
# Of many files, as many are looked into.
MOST_FILES = 500


@dataclass(frozen=True)
class Head:
    """The first rows of what is to be read, by column."""

    columns: dict[str, list[str]]  # the cells
    rows: int  # how many there are of each
    # the keys of `scores` that name it: files and perhaps table, or database and query
    named: Mapping[str, str] = field(default_factory=dict)
    # what the source itself says are scores, and which direction of each is the better one
    better: Mapping[str, Better] = field(default_factory=dict)
    parts: frozenset[str] = frozenset()  # the columns that are parts of the paths, as `parts.PART` calls them
    doubts: Mapping[str, str] = field(default_factory=dict)  # why keys of `named` are in doubt
    # by column of numbers, the texts that stood in place of some; their cells are empty in `columns`
    failures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def is_numeric(self, column: str) -> bool:
        """Return whether nothing but numbers and gaps stand in the column, and one number at least."""
        cells = self.columns[column]
        return any(cells) and all(not cell or NUMBER.fullmatch(cell) for cell in cells)

    def is_right_or_wrong(self, column: str) -> bool:
        """Return whether each cell of a numeric column is 0 or 1."""
        return all(re.fullmatch(r"[01](\.0*)?", cell) for cell in set(self.columns[column]))

    def tells_apart(self, *columns: str) -> bool:
        """Return whether no two rows agree in all of these columns."""
        return len(set(zip(*(self.columns[column] for column in columns), strict=True))) == self.rows

    def only(self, column: str, value: str) -> Head:
        """Return the rows that have the value in a column."""
        index = [row for row, cell in enumerate(self.columns[column]) if cell == value]
        return replace(
            self, columns={name: [cells[row] for row in index] for name, cells in self.columns.items()}, rows=len(index)
        )

    def distinct(self, column: str) -> int:
        """Return how many different values there are in the column."""
        return len(set(self.columns[column]))


def read_head(given: str) -> Head:
    """Read the first rows of a file, of files that a pattern or a folder names, or of a table of a database."""
    whole = Path(given).exists() or "#" not in given
    path, table = (given, None) if whole else given.rsplit("#", 1)
    findings = Findings()
    if _is_sqlite(path, findings):
        path = SQLITE + quote(path)
    if "://" in path:
        named, doubts, sheets = _of_database(path, table, findings)
    else:
        named, doubts, sheets = _of_files(path, table, findings)
    head = _joined([_first_rows(sheet, findings) for sheet in sheets], named)
    better = {column: way for sheet in sheets for column, way in sheet.better.items()}
    head = without_failures(replace(head, better=better, doubts=doubts, parts=parts_of(named.get("files", ""))))
    if findings or not head.rows:
        raise FaultsFound(findings.faults() or [Fault(given, "there are no rows in it", "scores")])
    return head


def _is_sqlite(path: str, findings: Findings) -> bool:
    """Return whether a file is to be asked by a query: it is a database, and not one that a certain program writes."""
    if not Path(path).is_file():
        return False
    with suppress(Unreadable):  # opening it will say why
        form = recognized(Origin(Path(), path), findings)
        return form is not None and form.name == "sqlite"
    return False


# The keys of the spec, why they are in doubt, and the tables.
_Found = tuple[dict[str, str], dict[str, str], Sequence[Sheet]]


def _of_database(url: str, table: str | None, findings: Findings) -> _Found:
    try:
        result = tables_of(Query(url, "", Path()))
        if table is None and len(result) == 1:
            [table] = result
        if table not in result:
            text = (
                f"the database holds {len(result)} tables: {listed(result)}"
                if result
                else "the database holds no table"
            )
            fault = Fault(url, text, "one table", f"write {url}#TABLE" if table is None else one_of(table, result))
            findings.add_unread("tables that are not read", fault)
            return {}, {}, ()
        query = Query(url, f"SELECT * FROM {result[table]}", Path())
        return {"database": url, "query": query.text}, {}, [read_query(query)]
    except Unreadable as unreadable:
        findings.add_unread("databases that cannot be asked", unreadable.fault)
        return {}, {}, ()


def _of_files(path: str, table: str | None, findings: Findings) -> _Found:
    of_folder = pattern_of(Path(path), findings) if Path(path).is_dir() else Named(path)
    if findings:
        return {}, {}, ()
    pattern, doubts = of_folder.pattern, {"files": of_folder.doubt} if of_folder.doubt else {}
    if has_magic(pattern) and not Path(pattern).exists():
        pattern = with_parts(pattern)
    several = has_magic(pattern) or "{" in pattern
    matched = match_files(Path(), [pattern], findings) if several else [Matched(pattern)]
    named, sheets = {"files": pattern}, list[Sheet]()
    for item in _spread(matched):
        origin = Origin(Path(), item.path, item.captured)
        chosen = open_table(origin, table, findings)
        sheets += [with_captured(sheet, origin, findings) for sheet in chosen.sheets]
        if chosen.passed_over:
            doubts["table"] = f"the only one with rows and columns; the others are {listed(chosen.passed_over)}"
            named["table"] = chosen.sheets[0].table
    return named | ({} if table is None else {"table": table}), doubts, sheets


def _spread(matched: Sequence[Matched]) -> list[Matched]:
    """Some of many files, from all parts of their list."""
    step = -(-len(matched) // MOST_FILES) or 1
    # neighbours too, lest each one read be the first fold of its kind
    return [item for index, item in enumerate(matched) if index % step == 0 or index < MOST_FILES // 2]


def _first_rows(sheet: Sheet, findings: Findings) -> tuple[dict[str, list[str]], int]:
    for stretch in sheet.stretches(range(len(sheet.header)), findings):
        n = min(len(stretch.rows), STRETCH)
        some = np.arange(len(stretch.rows)) < n
        cells = (texts(taken(column, some)) for column in stretch.columns)
        return dict(zip(sheet.header, cells, strict=True)), n
    return {name: [] for name in sheet.header}, 0


def _joined(parts: Sequence[tuple[dict[str, list[str]], int]], named: Mapping[str, str]) -> Head:
    names = dict.fromkeys(name for cells, _ in parts for name in cells)
    columns = {name: [cell for cells, n in parts for cell in cells.get(name, [""] * n)] for name in names}
    return Head(columns, sum(n for _, n in parts), named)


def without_failures(head: Head) -> Head:
    """Return the head with nothing in those cells of columns of numbers that say that there is no result."""
    columns, failures = dict(head.columns), dict[str, tuple[str, ...]]()
    for name, cells in head.columns.items():
        texts_in = Counter(cell for cell in cells if cell and not NUMBER.fullmatch(cell))
        named = Counter({text: times for text, times in texts_in.items() if text.lower() not in NO_RESULT})
        if name not in head.parts and texts_in and _are_failures(head, name, named):
            columns[name] = ["" if cell in texts_in else cell for cell in cells]
            failures |= {name: tuple(named)} if named else {}
    return replace(head, columns=columns, failures=failures)


def _are_failures(head: Head, column: str, record: Counter[str]) -> bool:
    """Return whether a column is one of numbers but for these texts."""
    numbers = [cell for cell in head.columns[column] if NUMBER.fullmatch(cell)]
    filled = len(numbers) + record.total()
    if (
        not numbers
        or role_of(column)
        or is_example(column)
        or len(record) > MOST_TEXTS
        or any(map(_RESULT.match, record))
    ):
        return False
    if all(map(is_failure, record)):
        return record.total() <= MOST_FAILED * filled
    is_score = better_of(column) or is_cost(column) or any("." in number for number in numbers)
    return bool(is_score) and record.total() <= MOST_OTHER * filled
