"""Tables in text, read a stretch at a time: CSV and TSV in any dialect, bare numbers, ARFF."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import compress, count, islice
from operator import itemgetter
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from rankpress.core.faults import Fault, Findings
from rankpress.sources.blank_lines import CHUNK, numbered_lines, read_parts
from rankpress.sources.cells import NUMBER, STRETCH, Cells, HeldSheet, Sheet, Stretch, find_no_rows
from rankpress.sources.encodings import no_text
from rankpress.sources.files import BEGINNING, Origin, Unreadable, count_lines, refuse_lines
from rankpress.sources.formats import Format
from rankpress.sources.headers import LOOKED_AT, joined_header
from rankpress.sources.markups import fault_of_markup
from rankpress.sources.numerals import NumberColumn, NumeralKind, read_texts
from rankpress.sources.row_tables import COMMENT, decimal_of, sheets_of, whole_rows
from rankpress.sources.stacked import stacked_tables
from rankpress.sources.titles import title_of
from rankpress.wording.strings import counted, quoted

if TYPE_CHECKING:
    from rankpress.spec.scores_section import CsvOptions


BLANKS = "blanks"
NAMED = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", BLANKS: "blanks"}
# By suffix, in the order in which those are taken that fit a file equally well.
USUAL = {".csv": ",;\t|", ".tsv": "\t;,|", ".txt": "\t;,|"}
_LOOKED_INTO = 100
_BLANK = re.compile(r'("(?:[^"]|"")*")|[ \t]+')


@dataclass(frozen=True)
class Dialect:
    """What parts cells."""

    delimiter: str  # a character, or `BLANKS` for any number of them
    has_row_names: bool = False  # whether rows have a cell more than the header, a name in front, as R writes them
    comments: int = 0  # how many lines before the header are comments

    def records(self, lines: Iterable[str]) -> Iterator[list[str]]:
        """Part lines into cells; raises csv.Error."""
        if self.delimiter == BLANKS:
            tabbed = (_BLANK.sub(lambda match: match[1] or "\t", line.strip()) for line in lines)
            return csv.reader(tabbed, delimiter="\t", strict=True)
        return csv.reader(lines, delimiter=self.delimiter, strict=True, skipinitialspace=True)


def detect(lines: Sequence[str], suffix: str, given: CsvOptions | None = None) -> Dialect:
    """Return what parts the cells of a table, by its first lines and by what the spec says."""
    delimiter = given.delimiter if given is not None else None
    comments = _leading_comments(lines)
    lines, last = lines[comments:], lines[:comments][-1:]
    dialect = Dialect(_SPELT.get(delimiter, delimiter)) if delimiter else _parted(lines, suffix)
    if last and _is_header(dialect, last[0], lines):
        comments, lines = comments - 1, [*last, *lines]
    dialect = replace(dialect, comments=comments)
    header, *rows = _split(dialect, lines) or [[]]  # where that fails, reading it reports what is wrong
    names = len(rows) > 0 and dialect.delimiter == BLANKS and {len(row) for row in rows} == {len(header) + 1}
    return replace(dialect, has_row_names=names)


def _leading_comments(lines: Sequence[str]) -> int:
    """Count the lines before a table that seem to be comments, blank ones between them included; 0 if all do."""
    first = next((index for index, line in enumerate(lines) if line.strip() and not COMMENT.match(line)), 0)
    return first if any(line.strip() for line in lines[:first]) else 0


def _is_header(dialect: Dialect, comment: str, lines: Sequence[str]) -> bool:
    """Return whether a line that begins as a comment names the columns: of as many cells, over a row with numbers."""
    names, first = (rows[0] if (rows := _split(dialect, [line])) else [] for line in (comment, lines[0]))
    kinds = [
        reading.kind for reading in read_texts([cell.strip() for cell in first], NumberColumn("", "", decimal="."))
    ]
    return NumeralKind.NUMBER in kinds and len(_without_sign(names, first)) == len(first)


def _without_sign(header: list[str], first: Sequence[str]) -> list[str]:
    """Return a header without the sign of a comment in a cell of its own, which the rows have not."""
    signed = len(header) == len(first) + 1 and COMMENT.fullmatch(header[0]) is not None
    return header[1:] if signed else header


_SPELT = {" ": BLANKS, "tab": "\t"}


def _parted(lines: Sequence[str], suffix: str) -> Dialect:
    """Return the delimiter by which all lines have as many cells, the usual one of several; blanks are the last."""
    usual = USUAL.get(suffix, USUAL[".csv"])
    even = {sign: rows for sign in usual if len({*map(len, rows := _split(Dialect(sign), lines))}) == 1 < len(rows[0])}
    if len(even) == 1:
        return Dialect(next(iter(even)))
    if even:
        most = max(len(rows[0]) for rows in even.values())
        # of a header "a, b;c" with rows of two cells by both signs, the one that makes numbers of them
        return Dialect(max(even, key=lambda sign: (_count_numbers(even[sign]), len(even[sign][0]) == most)))
    if lines and not any(sign in lines[0] for sign in usual):
        blank = Dialect(BLANKS)
        rows = _split(blank, lines)
        widths = [len(row) for row in _with_index_names(rows)]
        if widths and widths[0] > 1 and set(widths[1:]) <= {widths[0], widths[0] + 1} and len(set(widths[1:])) == 1:
            return blank
    first = lines[0] if lines else ""
    return Dialect(next((sign for sign in usual if sign in first), usual[0]))


def _with_index_names(rows: list[list[str]]) -> list[list[str]]:
    """Return rows with the names of an index, which pandas prints below the others, in front of the header."""
    if len(rows) < 3 or not 0 < (n := len(rows[1])) < (width := len(rows[2])):
        return rows
    if len(rows[0]) not in (width - n, width - n + 1):  # the names of the columns may have one themselves
        return rows
    return [[*rows[1], *rows[0][len(rows[0]) - width + n :]], *rows[2:]]


def _split(dialect: Dialect, lines: Sequence[str]) -> list[list[str]]:
    try:
        return list(dialect.records(lines))
    except csv.Error:
        return []


def _count_numbers(rows: Sequence[Sequence[str]]) -> int:
    """Count the cells under the header that are numbers, however they are written."""
    cells = [cell.strip() for row in rows[1:] for cell in row]
    return sum(reading.kind is NumeralKind.NUMBER for reading in read_texts(cells, NumberColumn("", "", decimal=".")))


# Names of a hundred thousand columns fit; a file without line ends does not fill the memory.
LONGEST_LINE = 1 << 24
# Names that programs give to text of any kind, and how many lines are looked at there.
_UNTOLD = frozenset({"", ".out", ".dat", ".data", ".res", ".results", ".log", ".tab", ".asc"})
_LINES_OF_UNKNOWN = 50

# Files that are no text, by how they begin.
FOREIGN = {b"PK\x03\x04": "a spreadsheet or a zip archive"}


@dataclass(frozen=True, kw_only=True)
class DelimitedSheet(Sheet):
    """A file of text whose header has been read."""

    origin: Origin = field(repr=False)
    dialect: Dialect
    header_rows: int = 1  # rows that the names of the columns stand in

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Read these columns of all rows under the header; rows with nothing in any cell are passed over."""
        with self.origin.open() as stream:
            yield from self._read(_Records(stream, self.dialect), columns, findings)

    def _read(self, records: _Records, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        body, some, most = self.header_row + self.header_rows, False, STRETCH + self.header_rows
        while together := records.read(most):
            row, most = max(records.row - len(together), body), STRETCH
            read = together[max(0, len(together) - max(0, records.row - row)) :]
            if not read:
                continue  # all of it stands above the first row
            rows, complete = self._whole_rows(row, read, findings)
            some = some or any(map(any, read))
            cells = [list(map(str.strip, map(itemgetter(column), complete))) for column in columns]
            yield Stretch(rows, [*cells])
        if records.error is not None:
            findings.add_unread("broken rows", _broken(self.place, records.row, records.error))
        elif not some:
            find_no_rows(self.place, findings)

    def _whole_rows(
        self, first: int, records: list[list[str]], findings: Findings
    ) -> tuple[Sequence[int], list[list[str]]]:
        """Return the rows that have as many cells as the header, and their numbers; the others are faults or blank."""
        width, numbers = len(self.header), range(first, first + len(records))
        if set(map(len, records)) == {width} and all(map(any, records)):
            return numbers, records
        numbered = compress(zip(numbers, records, strict=True), map(any, records))  # a packed file may hold billions
        remedy = f"put a cell with a {NAMED[self.dialect.delimiter]} between double quotes, and give each column a name"
        return whole_rows(self.place, numbered, width, findings, remedy)


def _delimited_recognizes(origin: Origin) -> bool:
    """Return whether the name says so, or where it says nothing known, the lines: nearly any text could be a table."""
    if origin.is_folder or origin.suffix in USUAL:
        return not origin.is_folder
    return _has_even_rows(origin, with_numbers=origin.suffix not in _UNTOLD)


def _has_even_rows(origin: Origin, *, with_numbers: bool) -> bool:
    """Return whether the first lines have the same number of cells each, two at least, and where requested numbers."""
    if b"\0" in origin.beginning:
        return False
    lines = _beginning(origin)[:_LINES_OF_UNKNOWN]
    if len(lines) < 2:
        return False
    dialect = detect(lines, origin.suffix, origin.csv)
    rows = _split(dialect, lines[dialect.comments :])
    rows[:1] = [_without_sign(rows[0], rows[1])] if len(rows) > 1 else rows[:1]
    widths = {len(row) for row in rows}
    return len(widths) == 1 and widths.pop() > 1 and (not with_numbers or _count_numbers(rows) >= len(rows) - 1)


def _beginning(origin: Origin) -> list[str]:
    """Return the first lines."""
    return [*_lines_of(origin.beginning)]


# The beginning of a file is looked at for several questions, one after the other.
@lru_cache(maxsize=2)
def _lines_of(beginning: bytes) -> tuple[str, ...]:
    part = beginning.removeprefix(codecs.BOM_UTF8)
    if len(beginning) == BEGINNING:
        part = part[: part.rfind(b"\n") + 1] or part
    return tuple([line.rstrip("\r\n") for line in io.StringIO(part.decode("utf-8", "ignore"), newline="")])


def _delimited_open(origin: Origin, findings: Findings) -> list[Sheet]:
    _refuse_foreign(origin)
    lines = _beginning(origin)
    comments = _leading_comments(lines)
    title = title_of(lines[comments:], _signs(origin))
    if title.lines:
        lines, comments = (
            [_NO_TABLE] * (comments + title.lines) + lines[comments + title.lines :],
            comments + title.lines,
        )
    # blank lines between comments count, those within the table do not
    lines = [*lines[:comments], *(line for line in lines[comments:] if line.strip())][: comments + _LOOKED_INTO]
    if cut := next(filter(_CUT.fullmatch, map(str.strip, lines)), ""):
        message, remedy = (
            f"it is a frame as pandas prints it, not all of it: {cut}",
            "write it by frame.to_csv('scores.csv')",
        )
        raise Unreadable(Fault(origin.place, message, "all rows and columns", remedy))
    dialect = detect(lines, origin.suffix, origin.csv)
    if stacked := _stacked(origin, dialect, comments - title.lines):
        return stacked
    said = tuple(filter(None, (line.lstrip(" \t#%/").rstrip(" \t#") for line in lines[: dialect.comments])))
    findings.comments.update(dict.fromkeys(said))
    header, row, header_rows = _delimited_header(origin, dialect)
    if not any(header):
        expected = "a header with the names of the columns, and rows under it"
        raise Unreadable(Fault(origin.place, "the file is empty", expected))
    rows = [[cell.strip() for cell in row] for row in _split(dialect, lines[dialect.comments :])[1:]]
    decimal = decimal_of(rows, dialect.delimiter)
    sheet = DelimitedSheet(
        origin.place,
        header,
        (origin.file,),
        row,
        title=title.text,
        comments=said,
        decimal=decimal,
        origin=origin,
        dialect=dialect,
        header_rows=header_rows,
    )
    return [sheet]


# Of longer files no tables are looked for that stand one below the other: all of it would be held in memory.
_LONGEST_STACKED = 1 << 24


def _stacked(origin: Origin, dialect: Dialect, comments: int) -> list[Sheet]:
    """Return the tables that stand one below the other in a file."""
    if len(origin.beginning) < BEGINNING:
        numbered = list(enumerate(_beginning(origin), 1))
    elif _may_be_stacked(origin, dialect, comments):
        numbered = list(numbered_lines(origin.text))
    else:
        return []
    numbered = [(number, line) for number, line in numbered if number > comments]
    records = _split(dialect, [line for _, line in numbered])
    tables = stacked_tables([(number, record) for (number, _), record in zip(numbered, records, strict=False)])
    return sheets_of(origin, tables, cut=False, fill=False) if tables else []


def _may_be_stacked(origin: Origin, dialect: Dialect, comments: int) -> bool:
    """Return whether a long file has a blank line, a row of empty cells, or the first name of its header once more."""
    first = [line for line in _beginning(origin)[comments:] if line.strip()][:LOOKED_AT]
    header = next((record for record in _split(dialect, first) if len(record) > 1), [""])
    sign = b" " if dialect.delimiter == BLANKS else dialect.delimiter.encode()
    signs = [b"\n\n", b"\n\r\n", b"\n" + sign + sign]
    signs += [b"\n" + header[0].encode() + sign] if header[0].strip() else []
    longest, read, rest, is_found = max(map(len, signs)), 0, b"", False
    with origin.open() as stream:
        while chunk := stream.read(CHUNK):
            read += len(chunk)
            if read > _LONGEST_STACKED:
                return False
            is_found = is_found or any(each in rest + chunk for each in signs)
            rest = chunk[-longest:]
    return is_found


_CUT = re.compile(r"\[\d+ rows x \d+ columns\]")  # below a frame that is printed in part
# A line before a table that is none of its rows, as `detect` takes it.
_NO_TABLE = "#"


def _signs(origin: Origin) -> str:
    """Return the characters that may part the cells of a file: one that is stated, or the usual ones."""
    delimiter = origin.csv.delimiter if origin.csv is not None else None
    sign = _SPELT.get(delimiter, delimiter) if delimiter else USUAL.get(origin.suffix, USUAL[".csv"])
    return "" if sign == BLANKS else sign


def _refuse_foreign(origin: Origin) -> None:
    """Raise Unreadable unless the content is text in UTF-8, in lines that fit memory."""
    remedy = "save it as CSV in UTF-8"
    for start, form in FOREIGN.items():
        if origin.beginning.startswith(start):
            raise Unreadable(Fault(origin.place, f"the file is {form}", "text in UTF-8", remedy))
    if fault := fault_of_markup(origin):
        raise Unreadable(fault)
    with origin.open() as stream:
        _refuse_lines(origin, stream)
    with origin.open() as stream:
        wrong = _first_wrong_byte(stream)
    if wrong is not None:
        raise Unreadable(no_text(origin.place, *wrong, origin.beginning, remedy))


def _first_wrong_byte(stream: BinaryIO) -> tuple[int, int, int] | None:
    """Return where text ceases to be UTF-8, or has a zero: the byte's position, the byte, and its line."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    start, line, last = 0, 1, False
    while not last:
        chunk = stream.read(CHUNK)
        last = not chunk
        pending = decoder.getstate()[0] + chunk
        try:
            decoder.decode(chunk, last)
            wrong = pending.find(b"\0")
        except UnicodeDecodeError as error:
            wrong = error.start
        if wrong >= 0:
            return start + wrong, pending[wrong], line + pending.count(b"\n", 0, wrong)
        left = len(decoder.getstate()[0])
        start, line = start + len(pending) - left, line + pending.count(b"\n")
    return None


def _refuse_lines(origin: Origin, stream: BinaryIO) -> None:
    """Raise Unreadable of a line without an end in reach, and of more lines than may be read."""
    line, length = 1, 0
    while chunk := stream.read(CHUNK):
        lines = chunk.replace(b"\r", b"\n").split(b"\n", 1)
        if length + len(lines[0]) > LONGEST_LINE:
            message = f"line {line:,} has more than {LONGEST_LINE:,} bytes"
            raise Unreadable(Fault(origin.place, message, "one row per line"))
        length = length + len(chunk) if len(lines) == 1 else len(chunk) - 1 - max(map(chunk.rfind, (b"\n", b"\r")))
        line += count_lines(chunk)
        refuse_lines(origin, line)


class _Records:
    """The records of a text, some at a time; of a long run of blank lines a few are read, and all count as rows.

    Attributes
    ----------
    row : int
        The number of the record that is read next.
    error : csv.Error or None
        Why no further record can be read: what comes after an unclosed quote cannot be distinguished from text.
    """

    def __init__(self, stream: BinaryIO, dialect: Dialect) -> None:
        lines = io.TextIOWrapper(stream, encoding="utf-8-sig", newline="")
        self.row = 1 + sum(1 for _ in islice(lines, dialect.comments))
        self.error: csv.Error | None = None
        self._dialect, self._parts = dialect, read_parts(lines)
        self._blank, self._has_ended = 0, False
        self._part: Iterator[list[str]] = dialect.records(self._lines())

    def read(self, most: int) -> list[list[str]]:
        """Return the next records, at most so many; none at the end, or where the next is broken."""
        records: list[list[str]] = []
        while self.error is None:
            try:
                records.extend(islice(self._part, most))
            except csv.Error as error:
                self.error = error
            if records or self._has_ended:
                break
            self.row, self._blank = self.row + self._blank, 0
            self._part = self._dialect.records(self._lines())
        self.row += len(records)
        return records

    def _lines(self) -> Iterator[str]:
        for text, blank in self._parts:
            yield from io.StringIO(text, newline="")
            if blank:
                self._blank = blank
                return
        self._has_ended = True


def _delimited_header(origin: Origin, dialect: Dialect) -> tuple[tuple[str, ...], int, int]:
    """Names of the columns, the row that they stand in, and how many rows they take."""
    try:
        with origin.open() as stream:
            row, first = _first_records(_Records(stream, dialect))
    except csv.Error as error:
        raise Unreadable(_broken(origin.place, 1, error)) from error
    first = [list(map(str.strip, record)) for record in first]
    if len(first) > 1:
        first[0] = _without_sign(first[0], first[1])
    if dialect.delimiter == BLANKS and len(printed := _with_index_names(first)) < len(first):
        return tuple(printed[0]), row, 2
    names, header_rows = joined_header(first, origin.header)
    return ("", *names) if dialect.has_row_names else names, row, header_rows


def _first_records(records: _Records) -> tuple[int, list[list[str]]]:
    """Return the row of the first record with anything in it, the header, and the header with some records under it.

    These are not there where one of them cannot be split, which reading them reports. Raises csv.Error.
    """
    few = 16
    while read := records.read(few):
        place = next(compress(count(), map(any, read)), None)
        if place is not None:
            row, first = records.row - len(read) + place, read[place : place + LOOKED_AT]
            while len(first) < LOOKED_AT and (more := records.read(LOOKED_AT - len(first))):
                first += more
            return row, first if records.error is None or len(first) == LOOKED_AT else first[:1]
        few = min(2 * few, STRETCH)
    if records.error is not None:
        raise records.error
    return 0, [[]]


def _broken(place: str, row: int, error: csv.Error) -> Fault:
    return Fault(
        f"{place} row {row}",
        f"the row cannot be split into cells: {error}",
        "each double quote closed in its cell, and written twice where it is part of the text",
    )


DELIMITED_FORMAT = Format("csv", "a table in text", _delimited_recognizes, _delimited_open)


_LINES = re.compile(rb"\s*((" + NUMBER.pattern.encode() + rb")[ \t]*+(\r?\n\s*+|$))++")


def _bare_numbers_recognizes(origin: Origin) -> bool:
    beginning = origin.beginning.removeprefix(codecs.BOM_UTF8)
    if len(origin.beginning) == BEGINNING:
        beginning = beginning[: beginning.rfind(b"\n") + 1]
    return _LINES.fullmatch(beginning) is not None


def _bare_numbers_open(origin: Origin, findings: Findings) -> list[Sheet]:
    """A column called as the only metric of the study, or `score`, whose rows are repeats where there are several."""
    lines = origin.content.decode("utf-8-sig", "replace").split("\n")
    numbered = [(row, line.strip()) for row, line in enumerate(lines, 1) if line.strip()]
    name = origin.metrics[0] if len(origin.metrics) == 1 else "score"
    cells: dict[str, Cells] = {name: [line for _, line in numbered]}
    if len(numbered) > 1:  # one that the name of the file has goes before
        cells["repeat"] = np.arange(1.0, len(numbered) + 1)
    rows = [row for row, _ in numbered]
    return [HeldSheet(origin.place, tuple(cells), (origin.file,), cells=tuple(cells.values()), rows=rows)]


BARE_NUMBERS_FORMAT = Format("numbers", "numbers alone", _bare_numbers_recognizes, _bare_numbers_open)


_RELATION = re.compile(rb"(?:\s|%[^\n]*\n)*+@relation\b", re.IGNORECASE)  # without a way back, which takes for ever
_ATTRIBUTE = re.compile(r"""@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s'"{]+)\s+(\S.*)""", re.IGNORECASE)
_NUMERIC = frozenset({"numeric", "real", "integer"})


def _arff_recognizes(origin: Origin) -> bool:
    return not origin.is_folder and (origin.suffix == ".arff" or _RELATION.match(origin.beginning) is not None)


def _arff_open(origin: Origin, findings: Findings) -> list[Sheet]:
    attributes, rows, columns = read_arff(origin, findings)
    header = tuple(name for name, _ in attributes)
    sheet = HeldSheet(origin.place, header, (origin.file,), cells=columns, rows=rows)
    return [sheet]


Attributes = Sequence[tuple[str, str]]
"""Names and types."""


def read_arff(origin: Origin, findings: Findings) -> tuple[Attributes, list[int], tuple[list[str], ...]]:
    """Return the attributes, the lines of rows, and their cells by column; raises Unreadable."""
    lines = numbered_lines(origin.text)
    attributes: list[tuple[str, str]] = []
    for first, line in lines:
        stripped = line.strip()
        if stripped.lower() == "@data":
            break
        if stripped.lower().startswith("@attribute"):
            attribute = _ATTRIBUTE.fullmatch(stripped)
            if attribute is None:
                fault = Fault(
                    f"{origin.place} line {first}", f"{quoted(stripped)} names no attribute", "@ATTRIBUTE name type"
                )
                raise Unreadable(fault)
            attributes.append((_unquoted(attribute[1]), attribute[2].strip()))
    else:
        raise Unreadable(Fault(origin.place, "the file has no @data", "a whole ARFF file", "is the file cut off?"))
    if not attributes:
        raise Unreadable(Fault(origin.place, "there is no attribute", "a line @ATTRIBUTE for each column"))
    return attributes, *read_rows(lines, attributes, origin.place, findings)


def read_rows(
    lines: Iterable[tuple[int, str]], attributes: Attributes, place: str, findings: Findings
) -> tuple[list[int], tuple[list[str], ...]]:
    """Return the numbers of the lines that are rows, and their cells by column."""
    rows, records = list[int](), list[list[str]]()
    left_out = [_left_out(kind) for _, kind in attributes]  # once: a row of two characters stands for all of them
    for number, record in _arff_records(lines, place, findings):
        cells = _arff_cells(record, left_out)
        if cells is None:
            message = f"the row has {counted(len(record), 'cell')}, the header {counted(len(attributes), 'cell')}"
            fault = Fault(f"{place} row {number}", message, "whole rows", "is the file cut off?")
            findings.add_unread("rows of another length than the header", fault)
            continue
        rows.append(number)
        records.append(cells)
    return rows, tuple(map(list, zip(*records, strict=True))) if records else ([],) * len(attributes)


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text


def _arff_records(lines: Iterable[tuple[int, str]], place: str, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row with the number of its line; those of a sparse row are its pairs."""
    for number, line in lines:
        stripped = line.strip()
        if not stripped or stripped.startswith("%"):
            continue
        sparse = stripped.startswith("{") and stripped.endswith("}")
        quote = "'" if stripped.count("'") > stripped.count('"') else '"'
        reader = csv.reader(
            [stripped[1:-1] if sparse else stripped],
            quotechar=quote,
            escapechar="\\",
            skipinitialspace=True,
            strict=True,
        )
        try:
            cells = [cell.strip() for cell in next(reader, [])]
        except csv.Error as error:
            fault = Fault(f"{place} row {number}", f"the row cannot be split into cells: {error}", "closed quotes")
            findings.add_unread("broken rows", fault)
            continue
        yield number, ["{", *cells] if sparse else cells


def _arff_cells(record: list[str], left_out: Sequence[str]) -> list[str] | None:
    """Return the cells of a row, those that a sparse one leaves out included; None where they are not as many."""
    if record[:1] != ["{"]:
        return record if len(record) == len(left_out) else None
    given: dict[int, str] = {}
    for pair in filter(None, record[1:]):
        index, _, value = pair.partition(" ")
        if not index.isdecimal() or int(index) >= len(left_out) or int(index) in given:
            return None
        given[int(index)] = _unquoted(value.strip())
    return [given.get(place, cell) for place, cell in enumerate(left_out)]


def _left_out(kind: str) -> str:
    """Return what a sparse row means by leaving a cell out: 0, or of a nominal attribute its first value."""
    if kind.startswith("{"):
        return _unquoted(kind.strip("{} ").split(",")[0].strip())
    return "0" if kind.lower() in _NUMERIC else ""


ARFF_FORMAT = Format("arff", "a table of Weka or OpenML", _arff_recognizes, _arff_open)
