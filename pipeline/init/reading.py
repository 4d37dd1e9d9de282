"""What `init --from` names, read as a table, and how a spec names it."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from glob import has_magic
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import numpy as np

from rankpress.catalog.metrics import way_of
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import Fault, FaultsFound, Findings, one_of
from rankpress.core.scores import IntArray
from rankpress.init.descriptions import descriptions_in
from rankpress.init.filling import columns_to_fill, doubts_on_filling
from rankpress.init.folders import FileNames, are_side_by_side, pattern_of
from rankpress.init.numerals import decimal_of, with_plain_numbers
from rankpress.init.remarks import Remark, remarks_in
from rankpress.init.sentences import says_way
from rankpress.init.shapes import find_unreadable_shapes
from rankpress.init.spreads import without_spreads
from rankpress.init.stated import Stated
from rankpress.init.summaries import without_summaries
from rankpress.init.table import Column, Table, Unread
from rankpress.init.vocabulary import is_example, is_failure, numbered_role, role_of
from rankpress.sources.cells import (
    NO_RESULT,
    NUMBER,
    STRETCH,
    CodeArray,
    Coded,
    Codes,
    HeldSheet,
    Sheet,
    coded,
    filled_with,
    find_same_names,
    taken,
    texts,
)
from rankpress.sources.databases import Query, read_query, tables_of
from rankpress.sources.files import Matched, Origin, Unreadable, match_files, with_slashes
from rankpress.sources.filled import with_filled
from rankpress.sources.formats import recognized
from rankpress.sources.notation import Notation
from rankpress.sources.numerals import Censoring, is_of_numbers
from rankpress.sources.opening import (
    EVERY_TABLE,
    OF_TABLE,
    Shaping,
    format_of,
    with_captured,
    with_names_of_tables,
)
from rankpress.sources.side_by_side import joined_side_by_side
from rankpress.spec.column_names import NOT_BY_DEFAULT
from rankpress.spec.variables import SQLITE
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.spec.scores_section import CsvOptions


@dataclass(frozen=True)
class Chosen:
    """The tables that are looked at, and the names of those next to them that can hold no scores."""

    sheets: Sequence[Sheet] = ()
    passed_over: tuple[str, ...] = ()


def open_table(origin: Origin, table: str | None, findings: Findings, form_name: str | None = None) -> Chosen:
    """Open the table of a name, the only one that can hold scores, or all where they bear no names of their own."""
    try:
        form = format_of(origin, form_name, findings)
        sheets = () if form is None else form.open(origin, findings)
    except Unreadable as unreadable:
        findings.add_unread("files that cannot be read", unreadable.fault)
        return Chosen()
    if form is None:
        return Chosen()
    chosen = _chosen(sheets, table)
    if sheets and not chosen.sheets:
        findings.add_unread("tables that are not read", _unreported(origin, table, sheets))
    for sheet in chosen.sheets:
        find_same_names(sheet, findings)
    return chosen


def _chosen(sheets: Sequence[Sheet], table: str | None) -> Chosen:
    with_tables = [sheet for sheet in sheets if sheet.table]
    if table == EVERY_TABLE:
        return Chosen(with_names_of_tables([sheet for sheet in with_tables if _has_rows(sheet)]))
    if table is not None:
        return Chosen([sheet for sheet in with_tables if sheet.table == table])
    if len(with_tables) < 2:
        return Chosen(sheets)
    with_scores = [sheet for sheet in with_tables if _has_rows(sheet)]
    if len(with_scores) != 1:
        return Chosen()
    return Chosen(with_scores, tuple(sheet.table for sheet in with_tables if sheet is not with_scores[0]))


_LEAST_COLUMNS = 2
# Of many tables, so many have the command that compares them.
_MOST_NAMED = 4


def _unreported(origin: Origin, table: str | None, sheets: Sequence[Sheet]) -> Fault:
    names = [sheet.table for sheet in sheets if sheet.table]
    if table is None:
        likely = [sheet.table for sheet in sheets if sheet.table and holds_scores(sheet)]
        text, commands = _of_several("the file", str(origin.path), names, likely)
        command = "\n".join(commands)
        headers = {sheet.header for sheet in sheets if sheet.table and (sheet.table in likely or not likely)}
        if len(likely) > 1 and len(headers) == 1 and not any(map(way_of, likely)):
            every = shlex.quote(f"{origin.path}#{EVERY_TABLE}")
            every = f"rankpress run {every}   # all, named by a column {OF_TABLE}"
            # a name and a number in each row are of one data set or algorithm alone, with nothing to compare
            command = every if len(headers.pop()) == _LEAST_COLUMNS else f"{commands[0]}   # one of them\n{every}"
        return Fault(origin.place, text, "one table", command, for_files=True)
    remedy = "" if names else f"omit {quoted(f'#{table}')}"
    expected = one_of(table, names) if names else origin.place
    return Fault(origin.place, f"the file has no table {quoted(table)}", expected, remedy)


def _of_several(what: str, address: str, names: Sequence[str], likely: Sequence[str]) -> tuple[str, list[str]]:
    """Return that something holds several tables, which look like scores, and the command for each of these."""
    text = f"{what} holds {counted(len(names), 'table')}: {listed(names)}"
    if likely and len(likely) < len(names):
        text += f"; {listed(likely)} {'looks' if len(likely) == 1 else 'look'} like scores"
    return text, [f"rankpress run {shlex.quote(f'{address}#{name}')}" for name in (likely or names)[:_MOST_NAMED]]


def _has_rows(sheet: Sheet) -> bool:
    """Return whether a table has two columns and a row; a sheet of notes has not."""
    return len(sheet.header) > 1 and not (isinstance(sheet, HeldSheet) and not len(sheet.rows))


def holds_scores(sheet: Sheet) -> bool:
    """Return whether a table has two rows at least, and a column of numbers with another column next to it."""
    stretch = next(iter(sheet.stretches(range(len(sheet.header)), Findings())), None)
    if not _has_rows(sheet) or stretch is None or len(stretch.rows) < 2:
        return False
    return any(is_of_numbers(cells) for cells in stretch.columns)


_PLAIN = re.compile(r"\*|\[[*?\[]\]")  # a star, or what stands for itself
_BRACES = re.compile(r"\{(part\d+)(?:\}|(?=:))")  # an expression may follow


def with_parts(pattern: str, *, are_numbers: bool = True) -> str:
    """Return the pattern with a part in braces for each * that is the only one between two slashes.

    Where they stand for numbers, what these count is called so.

    >>> with_parts("out/*/seed_*.csv")
    'out/{part1}/seed_{seed}.csv'
    """
    if "{" in pattern:
        return pattern
    steps = pattern.split("/")
    alone = [
        position for position, step in enumerate(steps) if step.count("*") == 1 and not has_magic(_PLAIN.sub("", step))
    ]
    for number, index in enumerate(alone, 1):
        role = _counted_by(steps[index].partition("*")[0]) if are_numbers else ""
        is_free = role and f"{{{role}}}" not in "/".join(steps)
        steps[index] = steps[index].replace("*", f"{{{role}}}" if is_free else part(number))
    return "/".join(steps)


def _counted_by(text: str) -> str:
    """Return what numbers behind a text count by its last words: fold, repeat or seed; "" where nothing says so."""
    words = re.search(r"(?:([A-Za-z]+)[-_ ])?([A-Za-z]+)[-_=]?$", text)
    return (numbered_role(words[2]) or numbered_role(f"{words[1]}_{words[2]}")) if words else ""


def _counts(matched: Matched) -> bool:
    """Return whether the parts of a path that are called after what they count are numbers."""
    return all(text.isdecimal() for name, text in matched.captured.items() if not _BRACES.match(f"{{{name}}}"))


def part(number: int) -> str:
    """Return a part in braces that nothing is known of yet."""
    return f"{{part{number}}}"


def _counted_parts(pattern: str) -> dict[str, str]:
    """Return what parts of a path count by the words before them.

    >>> _counted_parts("{algorithm}_fold{fold}/seed_{part2}.csv"), _counted_parts("runs/{dataset}/{fold}.csv")
    ({'fold': 'fold', 'part2': 'seed'}, {})
    """
    words = re.findall(r"([A-Za-z]+)[^A-Za-z{}]*\{(\w+)[:}]", pattern)
    return {name: role for word, name in words if (role := numbered_role(word))}


def parts_of(pattern: str) -> frozenset[str]:
    """Return the columns that such parts give."""
    return frozenset(_BRACES.findall(pattern))


def settled(keys: Mapping[str, str], guess: Guess) -> tuple[dict[str, str], Guess]:
    """Return what names the scores, and the guess, with parts of paths called what they were taken for."""
    pattern = keys.get("files", "")
    parts = parts_of(pattern)
    joined = {column for columns in guess.join.values() for column in columns}
    taken = {*guess.unused, *guess.columns.values(), *guess.where, *joined}
    called = {column: column for column in (*joined, *guess.where, *guess.excluded) if column in parts}
    for role, column in guess.columns.items():
        if column in parts:
            called.setdefault(column, column if role in taken else role)
    files = {"files": _BRACES.sub(lambda brace: _renamed(brace, called), pattern)}
    columns = {role: called.get(column, column) for role, column in guess.columns.items()}
    # column names that a spec takes by default
    of_paths = {role for role, column in guess.columns.items() if column in parts and role not in NOT_BY_DEFAULT}
    columns = {role: column for role, column in columns.items() if role != column or role not in of_paths}
    columns, files = _called_as_taken(columns, files) if pattern and "{" in pattern else (columns, files)
    renamed = {column: columns.get(role, role) for role, column in guess.columns.items() if column in parts}
    doubts = tuple(_with_settled_names(doubt, renamed) for doubt in guess.doubts) if renamed else guess.doubts
    unused = [column for column in guess.unused if column not in parts]
    ignored = [column for column in guess.ignored if column not in parts]
    return {**keys, **(files if pattern else {})}, replace(
        guess, columns=columns, unused=unused, ignored=ignored, doubts=doubts
    )


def _with_settled_names(doubt: Doubt, renamed: Mapping[str, str]) -> Doubt:
    """Return a doubt on rows, whose ways select them by columns as they are called in the study."""

    def value_of(value: str) -> str:
        key, _, where = value.partition("=")
        if key != "scores.where":
            return value
        rows = {renamed.get(column, column): values for column, values in json.loads(where).items()}
        return f"{key}={json.dumps(rows, ensure_ascii=False)}"

    column = renamed.get(doubt.column, doubt.column) if doubt.key == "where" else doubt.column
    return replace(doubt, column=column, ways=tuple(way.with_values(value_of) for way in doubt.ways))


def _renamed(brace: re.Match[str], called: Mapping[str, str]) -> str:
    """Return the beginning of a part by what it is called, or a star; what is limited to some texts stays."""
    is_whole = brace[0].endswith("}")
    if brace[1] not in called:
        return "*" if is_whole else brace[0]
    return f"{{{called[brace[1]]}{'}' * is_whole}"


def _called_as_taken(columns: dict[str, str], files: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the columns and the pattern, with parts of the paths called after what they were taken for."""
    for role, other in (("dataset", "algorithm"), ("algorithm", "dataset")):
        if columns.get(role) == other and columns.get(other, role) == role:
            parts = re.split(r"\{(dataset|algorithm)(?=[:}])", files["files"])
            swapped = {role: other, other: role}
            files = {"files": "".join(f"{{{swapped[part]}" if index % 2 else part for index, part in enumerate(parts))}
            columns = {key: key if key in swapped else column for key, column in columns.items()}
    return columns, files


# Of the texts among the numbers of a column, as many are reported one by one.
MOST_UNREAD = 20
# Of many files, as many are looked into.
MOST_FILES = 300


def read_table(given: str, csv: CsvOptions | None = None, form_name: str | None = None) -> Table:
    """Read what a study is guessed from: a file, files that a pattern or a folder names, or a table of a database.

    `csv` is what the user says of how tables in text are written, `form_name` the format where the user names it.
    """
    # Columns that may hold names are read of all rows, those that may hold scores of the first rows alone.
    given = given if "://" in given else with_slashes(given)
    is_path = Path(given).exists() or "#" not in given
    path, table = (given, None) if is_path else given.rsplit("#", 1)
    findings = Findings()
    if _is_sqlite(path, findings):
        path = SQLITE + quote(path)
    if "://" in path:
        tables = _of_database(path, table, findings)
    else:
        tables = _of_files(path, table, findings, csv, form_name)
    return _table_of(tables, given, findings, csv)


def read_settled(
    folder: Path,
    name: str,
    settled: Mapping[str, tuple[str, ...]],
    shaping: Shaping,
    csv: CsvOptions | None = None,
) -> Table:
    """Read what a study is guessed from: a file in a folder, of which the user names some columns and joins others."""
    findings = Findings()
    opened = open_table(Origin(folder, name), None, findings).sheets
    sheets = [shaped for sheet in opened for shaped in shaping.of(sheet, findings)]
    findings.raise_any()
    named_columns = frozenset(column for role in settled if role not in ("score", "cost") for column in settled[role])
    return replace(
        _table_of(_Tables({"files": name}, (), sheets, stated=named_columns), name, findings, csv), settled=settled
    )


_MOST_REMARKS = 20


def _table_of(tables: _Tables, given: str, findings: Findings, csv: CsvOptions | None) -> Table:
    keys, sheets = tables.named, tables.sheets
    filled = columns_to_fill(sheets[0]) if len(sheets) == 1 else []
    sheets = [with_filled(sheet, filled, findings) for sheet in sheets]
    doubts = [*tables.doubts, *doubts_on_filling(filled)]
    read = [_read_columns(sheet, len(sheets) == 1, findings) for sheet in sheets]
    columns, rows = _joined([(cells, n) for cells, n, _ in read])
    better = {column: way for sheet in sheets for column, way in sheet.better.items()}
    pattern = keys.get("files", "")
    braces = frozenset(re.findall(r"\{(\w+)[:}]", pattern))
    parts = braces & parts_of(pattern)
    own_braces = braces - parts if "{" in given else frozenset()
    guessed = frozenset() if own_braces else braces & {"dataset", "algorithm"}
    counted_by_words = _counted_parts(pattern)
    numbered = frozenset() if own_braces else braces & {"fold"} - {*counted_by_words.values()}
    own_braces |= tables.stated
    partial = frozenset(name for name in columns if any(name not in sheet.header for sheet in sheets))
    whole_table = Table(columns, rows, keys, better, parts=parts, stated=own_braces, guessed=guessed)
    # of a workbook with one sheet its name may say what the numbers are
    titles = {sheet.title or (sheet.table if way_of(sheet.table) else "") for sheet in sheets}
    comments = {(*sheet.comments, *tables.notes) for sheet in sheets}
    within = (each for sheet in sheets for each in remarks_in(sheet.place, (sheet.title, *sheet.comments)))
    whole_table = replace(
        whole_table,
        doubts=tuple(doubts),
        numbered=numbered,
        counted={name: role for name, role in counted_by_words.items() if name in parts},
        filled=tuple(filled),
        partial=partial,
        described=tables.described,
        is_whole=tables.is_whole,
        title=titles.pop() if len(titles) == 1 else "",
        comments=comments.pop() if len(comments) == 1 else (),
        remarks=(*islice(within, _MOST_REMARKS), *tables.remarks),
        places=tuple(sheet.place for sheet in sheets),
        file_of=np.repeat(np.arange(len(read), dtype=np.int32), [len(each) for *_, each in read]),
        row_of=np.concatenate([each for *_, each in read]) if read else None,
    )
    scored = without_spreads(whole_table)
    scored = without_summaries(scored, decimal_of(scored, sheets, csv)[0], csv)
    table = without_failures(with_plain_numbers(scored, sheets, csv))
    if not findings:
        find_unreadable_shapes(table, sheets, given, findings)
    if findings or not table.rows:
        raise FaultsFound(findings.faults() or [Fault(given, "there are no rows in it", "scores")])
    return table


def _is_sqlite(path: str, findings: Findings) -> bool:
    """Return whether a file is to be asked by a query: it is a database, and not one that a certain program writes."""
    if not Path(path).is_file():
        return False
    with suppress(Unreadable):  # opening it will say why
        form = recognized(Origin(Path(), path), findings)
        return form is not None and form.name == "sqlite"
    return False


@dataclass(frozen=True)
class _Tables:
    """The keys of the spec that name the scores, why they are in doubt, the tables, and whether these are all."""

    named: dict[str, str] = field(default_factory=dict)
    doubts: Sequence[Doubt] = ()
    sheets: Sequence[Sheet] = ()
    is_whole: bool = True
    stated: frozenset[str] = frozenset()  # columns of names that the user names
    notes: tuple[str, ...] = ()  # lines next to the files that say which direction is better
    remarks: tuple[Remark, ...] = ()  # sentences next to the files that say something of their numbers
    described: Mapping[str, Stated] = field(default_factory=dict)  # what files of descriptions say of it, by metric


def _likely_tables(url: str, tables: Mapping[str, str]) -> list[str]:
    """Return the tables of a database that look like scores, those first in whose columns the most is told apart."""
    widths = {}
    for name, written in tables.items():
        with suppress(Unreadable):
            sheet = read_query(Query(url, f"SELECT * FROM {written} LIMIT {_MOST_LOOKED_AT}", Path()))
            if holds_scores(sheet):
                widths[name] = len(sheet.header)
    return sorted(widths, key=lambda name: -widths[name])


_MOST_LOOKED_AT = 100


def _of_database(url: str, table: str | None, findings: Findings) -> _Tables:
    try:
        tables = tables_of(Query(url, "", Path()))
        if table is None and len(tables) == 1:
            [table] = tables
        if table not in tables:
            fault = Fault(url, "the database holds no table", "one table")
            if tables and table is None:
                text, commands = _of_several("the database", url, list(tables), _likely_tables(url, tables))
                fault = Fault(url, text, "one table", "\n".join(commands))
            elif tables and table is not None:
                fault = Fault(url, f"the database has no table {quoted(table)}", one_of(table, tables))
            findings.add_unread("tables that are not read", fault)
            return _Tables()
        query = Query(url, f"SELECT * FROM {tables[table]}", Path())
        sheet = replace(read_query(query), title=table if way_of(table) else "")
        return _Tables({"database": url, "query": query.text}, (), [sheet])
    except Unreadable as unreadable:
        findings.add_unread("databases that cannot be asked", unreadable.fault)
        return _Tables()


def _named_by(path: str) -> FileNames:
    """Return how a spec names a file, or the files that a glob finds."""
    if not has_magic(path) or "{" in path or Path(path).exists():
        return FileNames(path)
    matched = match_files(Path(), [path], Findings())
    return FileNames(path, is_joined=are_side_by_side(Path(), [file.path for file in matched]))


def _of_files(
    path: str, table: str | None, findings: Findings, csv: CsvOptions | None, form_name: str | None
) -> _Tables:
    of_folder = pattern_of(Path(path), findings) if Path(path).is_dir() else _named_by(path)
    if findings:
        return _Tables()
    pattern = of_folder.pattern
    doubts = [Doubt(of_folder.doubt, "files")] if of_folder.doubt else []
    if of_folder.left:
        files = json.dumps(pattern, ensure_ascii=False)
        way = Way("files without a number are left over", "set", f"scores.files={files}")
        doubts.append(Doubt(of_folder.left, "files", is_open=True, ways=(way,)))
    has_stars = has_magic(pattern) and not Path(pattern).exists() and not of_folder.is_joined
    given, pattern = pattern, with_parts(pattern) if has_stars else pattern
    several = has_magic(pattern) or "{" in pattern
    matched = match_files(Path(), [pattern], findings) if several else [Matched(pattern)]
    if has_stars and not all(map(_counts, matched)):
        pattern = with_parts(given, are_numbers=False)
        matched = match_files(Path(), [pattern], findings)
    keys, sheets = {"files": pattern}, list[Sheet]()
    # some of many files, from all parts of their list; neighbours too, lest each one read be the first fold of its kind
    step = -(-len(matched) // MOST_FILES) or 1
    some = [file for index, file in enumerate(matched) if index % step == 0 or index < MOST_FILES // 2]
    for file in some:
        origin = Origin(Path(), file.path, file.captured, csv=csv)
        chosen = open_table(origin, table, findings, form_name)
        sheets += [with_captured(sheet, origin) for sheet in chosen.sheets]
        if chosen.passed_over:
            text = f"the only one with rows and columns; the others are {listed(chosen.passed_over)}"
            doubts.append(Doubt(text, "table", file=origin.place))
            keys["table"] = chosen.sheets[0].table
    if of_folder.is_joined and (joined := joined_side_by_side(sheets)):
        sheets = [joined]
    chosen_table = {} if table is None else {"table": table}
    read = {file.path for file in matched}
    place = Path(path) if Path(path).is_dir() else Path(matched[0].path).parent if matched else Path()
    tables = _Tables(keys | chosen_table, doubts, sheets, len(some) == len(matched))
    return replace(_with_notes(tables, place, read), described=descriptions_in(place, read))


_LARGEST_NOTES = 100_000
_OF_NOTES = ("readme", "note", "about", "legend", "codebook", "description", "errat", "caveat", "known")


def _with_notes(tables: _Tables, folder: Path, read: Collection[str]) -> _Tables:
    """Return what was found with what files such as README.md say of it.

    Where there are other files too, these notes may be about them: then they count if they name what is compared.
    """
    files = [file for file in sorted(folder.iterdir()) if file.is_file()] if folder.is_dir() else []
    notes = [file for file in files if _is_note(file) and file.as_posix() not in read]
    are_of_others = any(
        file not in notes and file.as_posix() not in read and file.suffix not in (".yaml", ".yml", "") for file in files
    )
    lines = dict[str, list[str]]()
    for file in notes:
        with suppress(OSError, UnicodeDecodeError):
            lines[file.name] = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    said = () if are_of_others else tuple(line for each in lines.values() for line in each if says_way(line))
    remarks = (each for name, own in lines.items() for each in remarks_in(name, own, is_near=are_of_others))
    return replace(tables, notes=said, remarks=tuple(islice(remarks, _MOST_REMARKS)))


def _is_note(file: Path) -> bool:
    is_called = file.name.casefold().startswith(_OF_NOTES) and file.suffix in (".md", ".txt", ".rst", "")
    return is_called and file.stat().st_size <= _LARGEST_NOTES


def _read_columns(sheet: Sheet, in_full: bool, findings: Findings) -> tuple[dict[str, Coded], int, IntArray]:
    """Return the columns of a sheet, all of those of names if requested, how many rows, and the first ones' numbers."""
    names = list(dict.fromkeys(sheet.header))
    places = [sheet.header.index(name) for name in names]
    first = next(iter(sheet.stretches(places, findings)), None)
    if first is None:
        return {name: Coded((), np.empty(0, np.int32)) for name in names}, 0, np.empty(0, np.int64)
    numbers = np.asarray(first.rows[:STRETCH], dtype=np.int64)
    if len(first.rows) == 1:
        return (
            {name: filled_with(texts(cells)[0], 1) for name, cells in zip(names, first.columns, strict=True)},
            1,
            numbers,
        )
    n = min(len(first.rows), STRETCH)
    head = {
        name: coded(taken(cells, np.arange(len(first.rows)) < n))
        for name, cells in zip(names, first.columns, strict=True)
    }
    if n < STRETCH or not in_full:
        return head, n, numbers
    keys = [name for name in names if _may_name(head[name])]
    codes = {name: Codes() for name in keys}
    read: dict[str, list[CodeArray]] = {name: [] for name in keys}
    rows = 0
    for stretch in sheet.stretches([sheet.header.index(name) for name in keys], findings):
        rows += len(stretch.rows)
        for name, cells in zip(keys, stretch.columns, strict=True):
            read[name].append(codes[name].encode(cells))
    return head | {name: Coded(tuple(codes[name]), np.concatenate(read[name])) for name in keys}, rows, numbers


def _may_name(cells: Coded) -> bool:
    """Return whether a column of a long file may hold names, which repeat; scores and times hardly do."""
    return len(cells.categories) < len(cells) / 10 and not any(
        "." in label and NUMBER.fullmatch(label) for label in cells.categories
    )


def _joined(sheets: Sequence[tuple[dict[str, Coded], int]]) -> tuple[dict[str, Column], int]:
    """Put the rows of several sheets together; cells of columns that a sheet lacks are empty."""
    rows = sum(n for _, n in sheets)
    names = dict.fromkeys(name for cells, _ in sheets for name in cells)
    if len(sheets) == 1:
        return {name: Column(name, cells.categories, cells.codes) for name, cells in sheets[0][0].items()}, rows
    codes_of = {name: Codes() for name in names}
    codes = {name: np.full(rows, -1, dtype=np.int32) for name in names}
    start = 0
    for cells, n in sheets:
        for name, column in cells.items():
            codes[name][start : start + n] = codes_of[name].encode(column)
        start += n
    for name, each in codes.items():
        if np.any(each < 0):
            each[each < 0] = codes_of[name][""]
    return {name: Column(name, tuple(codes_of[name]), each) for name, each in codes.items()}, rows


def without_failures(table: Table) -> Table:
    """Return the table with nothing in those cells of columns of numbers that hold no number."""
    columns, failures, unread = dict(table.columns), dict[str, Mapping[str, int]](), dict[str, tuple[Unread, ...]]()
    for name, column in table.columns.items():
        times = dict(zip(column.labels, np.bincount(column.codes, minlength=len(column.labels)).tolist(), strict=True))
        texts = {label: n for label, n in times.items() if label and not NUMBER.fullmatch(label)}
        names = Counter({label: n for label, n in texts.items() if label.lower() not in NO_RESULT})
        if name in table.parts | table.stated or not texts or not _is_of_numbers(column, times, names):
            continue
        codes_of = Codes()
        codes = np.array([codes_of["" if label in texts else label] for label in column.labels], dtype=np.int32)
        columns[name] = Column(name, tuple(codes_of), codes[column.codes])
        failures |= {name: names} if names else {}
        if others := [label for label in names if not is_failure(label)]:
            firsts = {label: int(np.argmax(column.where([label]))) for label in others[:MOST_UNREAD]}
            unread[name] = tuple(Unread(label, *table.place_of(at), names[label]) for label, at in firsts.items())
    return replace(table, columns=columns, failures=failures, unread=unread)


def _is_of_numbers(column: Column, times: Mapping[str, int], texts: Counter[str]) -> bool:
    """Return whether a column is one of numbers but for these texts: there are more numbers than texts of other kinds.

    What says that a run came to nothing does not count, DNF or 900+: what most runs did not reach has numbers too.
    """
    numbers = sum(n for label, n in times.items() if NUMBER.fullmatch(label))
    if not numbers or role_of(column.name) or is_example(column.name):
        return False
    censoring, notation = Censoring(), Notation(".")
    ended = {label for label in texts if is_failure(label) or censoring.is_unsolved(label, notation)}
    return numbers > sum(n for label, n in texts.items() if label not in ended)
