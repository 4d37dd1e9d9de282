"""Sources as rows and columns with a header, and their cells."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rankpress.core.faults import Fault, Findings, one_of
from rankpress.core.scores import BoolArray, FloatArray, IntArray, SourceFile
from rankpress.wording.strings import counted, quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better


# Half the memory of IntArray, of which there are six to a measurement.
CodeArray = NDArray[np.int32]

# The largest whole number up to which floats represent each exactly.
MOST_WHOLE = 1 << 53
_MOST_SPREAD = 1 << 20


@dataclass(frozen=True)
class Coded:
    """Names that repeat: each once, and which of them stands in each cell.

    Examples
    --------
    >>> texts(Coded(("iris", "wine"), np.array([0, 0, 1], dtype=np.int32)))
    ['iris', 'iris', 'wine']
    """

    categories: tuple[str, ...]  # the names, without blanks around them; "" is an empty cell
    codes: CodeArray  # (n_cells,): indices into the categories

    def __len__(self) -> int:
        return len(self.codes)


# Text is without blanks around it. An empty cell is "" or nan.
Cells = list[str] | FloatArray | Coded


class Codes(dict[str, int]):
    """Numbers names, or those given in their place, as they first appear; `unmet` are the renamed that did not yet."""

    def __init__(self, renamed: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.renamed = dict(renamed or {})
        self.unmet = set(self.renamed)

    def __missing__(self, name: str) -> int:
        self[name] = code = len(self)
        return code

    def code(self, name: str) -> int:
        """Return the number of a name as the source has it."""
        self.unmet.discard(name)
        return self[self.renamed.get(name, name)]

    def encode(self, cells: Cells) -> CodeArray:
        """Return the numbers of the names in cells of a source."""
        if isinstance(cells, list):
            return np.fromiter(map(self.code if self.renamed else self.__getitem__, cells), np.int32, len(cells))
        names = coded(cells)
        return np.array([self.code(name) for name in names.categories], dtype=np.int32)[names.codes]


def coded(cells: Cells) -> Coded:
    """Return the cells by their names, which stand in the order of their first appearance."""
    if isinstance(cells, list):
        codes_of_texts = Codes()
        codes = codes_of_texts.encode(cells)
        return Coded(tuple(codes_of_texts), codes)
    if isinstance(cells, Coded):
        return _in_order(cells.categories, cells.codes)
    distinct, codes = _distinct(cells)
    return _in_order(tuple(map(number_text, distinct.tolist())), codes)


def texts(cells: Cells) -> list[str]:
    """Return the cells as text."""
    if isinstance(cells, list):
        return cells
    names = cells if isinstance(cells, Coded) else coded(cells)
    return [names.categories[code] for code in names.codes.tolist()]


def empty(cells: Cells) -> list[int]:
    """Indices of the cells with nothing in them."""
    if isinstance(cells, list):
        return [index for index, cell in enumerate(cells) if not cell] if "" in cells else []
    if isinstance(cells, Coded):
        return np.flatnonzero(np.array([not name for name in cells.categories], dtype=bool)[cells.codes]).tolist()
    return np.flatnonzero(np.isnan(cells)).tolist()


def taken(cells: Cells, keep: BoolArray | IntArray) -> Cells:
    """Return those of the cells that are to be kept, or those of these places in their order."""
    if isinstance(cells, list):
        return [cells[index] for index in np.arange(len(cells))[keep].tolist()]
    return Coded(cells.categories, cells.codes[keep]) if isinstance(cells, Coded) else cells[keep]


def filled_with(text: str, n: int) -> Coded:
    """Return the same text in each cell."""
    return Coded((text,), np.zeros(n, dtype=np.int32))


def typed(values: Iterable[object]) -> Cells:
    """Values of Python as cells: numbers where all of them are numbers or missing, else names.

    Examples
    --------
    >>> typed([1, None, 0.5]).tolist()
    [1.0, nan, 0.5]
    >>> texts(typed(["a", 1, None, 2.0, 10**20]))
    ['a', '1', '', '2', '100000000000000000000']
    """
    listed = list(values)
    if all(map(_is_number, listed)):
        return np.array([np.nan if value is None else float(value) for value in listed], dtype=np.float64)  # type: ignore[arg-type]
    return coded(list(map(text_of, listed)))


def text_of(value: object) -> str:
    """Return a value of Python as the text of a cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace").strip()
    return str(value).strip()


def number_text(value: float) -> str:
    """Return a number as text: whole numbers without a point, so that 3 and 3.0 are one name; "" for nan."""
    if value != value:
        return ""
    return str(int(value)) if abs(value) < MOST_WHOLE and value == int(value) else repr(value)


def _is_number(value: object) -> bool:
    """Return whether a float holds all of a value; a whole number of many digits is a name."""
    if isinstance(value, int):
        return abs(value) <= MOST_WHOLE
    if isinstance(value, Decimal):
        return value != value.to_integral_value() or abs(value) <= MOST_WHOLE if value.is_finite() else value.is_nan()
    return value is None or isinstance(value, float)


def _distinct(values: FloatArray) -> tuple[FloatArray, CodeArray]:
    """Return the different numbers, and which of them each is."""
    finite = ~np.isnan(values)
    least, most = values.min(initial=0.0, where=finite), values.max(initial=0.0, where=finite)
    if least > -_MOST_SPREAD and most < _MOST_SPREAD and finite.all():
        integers = values.astype(np.int64)
        if np.array_equal(integers, values):
            # sorting all of them takes ten times as long
            there = np.bincount(integers - int(least), minlength=1) > 0
            distinct = np.flatnonzero(there) + int(least)
            return distinct.astype(np.float64), (np.cumsum(there) - 1)[integers - int(least)].astype(np.int32)
    different, codes = np.unique(values, return_inverse=True)
    return different, codes.astype(np.int32)


def _in_order(categories: Sequence[str], codes: CodeArray) -> Coded:
    """Return the same cells with those names alone that occur, each once, in the order of their first appearance."""
    n = len(codes)
    first: IntArray = np.full(len(categories), n, dtype=np.int64)
    first[codes[::-1]] = np.arange(n - 1, -1, -1)  # of several the last that is put in stays
    order = np.argsort(first, kind="stable")[: np.count_nonzero(first < n)]
    codes_of_texts = Codes()
    place = np.zeros(len(categories), dtype=np.int32)
    place[order] = codes_of_texts.encode([categories[index] for index in order.tolist()])
    return Coded(tuple(codes_of_texts), place[codes])


STRETCH = 20_000


@dataclass(frozen=True)
class Stretch:
    """Some rows of a sheet, by column."""

    # their numbers, as the author of the file would count them; in a spreadsheet the header is row 1
    rows: Sequence[int]
    columns: list[Cells]  # the cells of the columns that were asked for: text, numbers, or names that repeat


@dataclass(frozen=True)
class Sheet(ABC):
    """A table of a source, of which the names of the columns are known and the rows are yet to be read."""

    # the file, and where it holds several tables the table, as faults name them: without line ends and the like
    place: str
    header: tuple[str, ...]  # names of the columns, without blanks around them; a column may have none
    files: tuple[SourceFile, ...]  # the files that it is read from, which are the inputs of the report
    header_row: int = 0  # the row that the names stand in; 0 where they stand in no row
    table: str = ""  # its name, where the file holds several tables
    title: str = ""  # what stands above its header in the file
    comments: tuple[str, ...] = ()  # the lines of comments above it, without their signs
    # the columns that the source itself says are scores, and which direction of each is the better one
    better: Mapping[str, Better] = field(default_factory=dict)
    reason: str = ""  # the column that says why a row has no score, where there is one
    decimal: str = ""  # the decimal sign of its texts, for columns that do not show it themselves

    @abstractmethod
    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Read these columns of all rows, some at a time; rows with nothing in any cell are passed over.

        Parameters
        ----------
        columns : sequence of int
            Which columns, by their places in the header.
        findings : Findings
            Takes what is wrong with the rows; `findings.add_unread` where they cannot be read.
        """

    def only(self, column: str, names: Sequence[str]) -> Sheet | None:
        """Return the rows with one of these names in a column; None where all rows would have to be read for them."""
        return None

    def records(self, findings: Findings) -> Iterator[tuple[int, list[str]]]:
        """Read all rows as text: the number of each, and its cells."""
        for stretch in self.stretches(range(len(self.header)), findings):
            yield from zip(stretch.rows, map(list, zip(*map(texts, stretch.columns), strict=True)), strict=True)

    @property
    def head(self) -> str:
        """The place of the header, as faults name it."""
        return f"{self.place} row {self.header_row}" if self.header_row else self.place

    def read_files(self, rows: int) -> tuple[SourceFile, ...]:
        """Its files, once so many rows were read from it; of several, the first counts as theirs."""
        return tuple(replace(file, rows=0 if index else rows) for index, file in enumerate(self.files))


def described(sheet: Sheet) -> dict[str, Any]:
    """Return what is known of a table before its rows are read, for one that is made from it."""
    return {field.name: getattr(sheet, field.name) for field in fields(Sheet)}


@dataclass(frozen=True)
class HeldSheet(Sheet):
    """A table that is held in memory."""

    cells: tuple[Cells, ...] = ()  # by column
    rows: Sequence[int] = ()  # the numbers of the rows

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Yield all rows at once."""
        if not len(self.rows):
            find_no_rows(self.place, findings)
            return
        yield Stretch(self.rows, [self.cells[column] for column in columns])


def find_no_rows(place: str, findings: Findings) -> None:
    """Report that a table has no rows."""
    fault = Fault(place, "the file has a header but no rows", "at least one data row")
    findings.add_unread("files without rows", fault)


def find_no_column(sheet: Sheet, name: str, findings: Findings, why: str = "", remedy: str = "") -> None:
    """Report that a table has no column of a name."""
    message, expected = f"there is no column {quoted(name)}{why}", one_of(name, filter(None, sheet.header))
    findings.add_unread("columns that are not there", Fault(sheet.head, message, expected, remedy))


def find_same_names(sheet: Sheet, findings: Findings) -> None:
    """Report of names that stand over more than one column."""
    for name, times in Counter(filter(None, sheet.header)).items():
        if times > 1:
            columns = ", ".join(str(index) for index, other in enumerate(sheet.header, 1) if other == name)
            message = f"{quoted(name)} stands over {counted(times, 'column')}: {columns}"
            fault = Fault(sheet.head, message, "a name of its own for each column")
            findings.add_unread("names that stand over several columns", fault)


NUMBER = re.compile(r"[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
# What sets a number off in a paper, in mathematics or not.
_MARKUP = re.compile(r"[$*]{1,3}|__|</?[a-z]+>")
# Commands of LaTeX: those that color what follows, or set it over several cells; those around one text; those that
# change the letters. What an unknown command does with two texts, nobody knows.
_COLOR = re.compile(
    r"\\(?:textcolor|(?:cell|row)?color)\s*(?:\[[^\]]*\])?\{[^{}]*\}|\\multi(?:row|column)\s*\{[^{}]*\}\s*\{[^{}]*\}"
)
_FONTS = r"(?:text|math)(?:bf|it|sc|rm|tt|sf|sl|up|md|normal|color)|emph|underline|uline|bm|boldsymbol|num|mbox|text"
_AROUND = re.compile(
    rf"\\(?:(?:{_FONTS})\s*(?:\[[^\]]*\])?\{{([^{{}}]*)\}}"
    r"|(?!pm\b|SI\b|qty\b|frac\b)[A-Za-z]+\*?\s*(?:\[[^\]]*\])?\{([^{}]*)\}(?!\s*\{))"
)
_LETTERS = re.compile(
    r"\\(?:tiny|scriptsize|footnotesize|small|normalsize|large|bf|it|em|rm|tt|sf|boldmath|(?:bf|it|md|up|sl)(?:series|shape)"
    r"|displaystyle|(?:script|text)style|left|right|quad|hfill|centering)(?![A-Za-z])|\\[,;:!\s]|~"
)
_RAISED = re.compile(r"([_^])\{([^{}]*)\}")  # a spread is often set so
_SIGNED = re.compile(r"\s*(?:\\pm|\+/?-|±|\(.*\)\s*$)")
_BRACED = re.compile(r"\{([^{}]*)\}")
_POWER = re.compile(r"\s*(?:\\times|\\cdot|×|·)\s*10\s*\^\s*\{?\s*([+-]?\d+)\s*\}?")
# A number with another behind it, in parentheses or behind a sign: its spread, or its rank.
_SIGN_OF_SPREAD = r"(?:±|\+/-|\+-|\\pm)"
_ACCOMPANIED = re.compile(
    rf"({NUMBER.pattern})\s*(?:{_SIGN_OF_SPREAD}\s*({NUMBER.pattern})"
    rf"|[(\[]\s*{_SIGN_OF_SPREAD}?\s*({NUMBER.pattern})\s*[)\]])"
)


def without_markup(cell: str) -> str:
    r"""Return a cell without what sets its text off.

    >>> without_markup(r"$\mathbf{0.687}_{\pm 0.008}$"), without_markup(r"\cellcolor{gray!25}{\bf 0.9}")
    ('0.687  \\pm 0.008', '0.9')
    """
    if "D" in cell or "d" in cell:
        cell = _FORTRAN.sub(r"\1e\2", cell)
    if "10^" in cell or "10 ^" in cell:
        cell = _POWER.sub(r"e\1", cell)
    if "\\" in cell or "{" in cell:
        cell = _without_commands(cell)
    return _MARKUP.sub("", cell).strip()


def _without_commands(cell: str) -> str:
    """Return a cell with what stands in commands and braces of LaTeX in place of them, the innermost first."""
    cell, former = _LETTERS.sub(" ", _COLOR.sub("", cell.replace("{,}", ","))), ""
    while cell != former:
        former = cell
        cell = _RAISED.sub(_next_to_it, _AROUND.sub(lambda around: f" {around[1] or around[2] or ''} ", cell))
        cell = cell if cell != former else _BRACED.sub(r" \1 ", cell)
    return cell


def _next_to_it(raised: re.Match[str]) -> str:
    """Return what is set below a number, or as a spread above it, as if it stood behind it; a power stays one."""
    sign, content = raised[1], raised[2].strip()
    if _SIGNED.match(content):
        return f" {content}"
    return f" ({content})" if sign == "_" else f"^{content}"


# 9.55D-02, as Fortran writes it
_FORTRAN = re.compile(r"(?<![\w.])([+-]?[0-9]*\.[0-9]*)[dD]([+-][0-9]{1,3}|[0-9]{2,3})(?![\w.])")
_ONE = r"([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
# a number and the interval around it
_INTERVAL = re.compile(
    rf"{_ONE}\s*[(\[]\s*{_ONE}\s*(?:[,;\N{{EN DASH}}-]|to|\.\.)\s*{_ONE}\s*[)\]]",
    re.IGNORECASE,
)


def numbers_in(cell: str) -> tuple[str, str, bool] | None:
    r"""Return the number of a cell that is set off, or has its spread or rank behind it, that one, and its parentheses.

    >>> numbers_in("**0.91** ± 0.02"), numbers_in("0.5 (2)"), numbers_in("0.9 ± 0.1 / 0.8 ± 0.1")
    (('0.91', '0.02', False), ('0.5', '2', True), None)
    >>> numbers_in("0.90 [0.88, 0.92]"), numbers_in("0.90 (0.88 to 0.92)"), numbers_in("0.90 [0.1, 0.2]")
    (('0.90', '', False), ('0.90', '', False), None)
    """
    plain = without_markup(cell)
    if (around := _INTERVAL.fullmatch(plain)) and float(around[2]) <= float(around[1]) <= float(around[3]):
        plain = around[1]
    if NUMBER.fullmatch(plain):
        return plain, "", False
    accompanied = _ACCOMPANIED.fullmatch(plain)
    if accompanied is None:
        return None
    first, behind, enclosed = accompanied[1], accompanied[4], accompanied[7]
    return first, behind or enclosed, behind is None


# What a cell without a result says, in small letters: the words of R, pandas, SQL, Excel and Weka.
NO_RESULT = frozenset("na n/a #n/a <na> nan -nan null none nil ? - -- \N{EN DASH}".split())
FAILED = frozenset("missing failed fail error timeout memout oom".split())
