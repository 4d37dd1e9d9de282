"""Panels of a wide table in LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from typing import NamedTuple

from rankpress.core.numbers import MINUS
from rankpress.core.table import Cell, Table
from rankpress.core.text import plain
from rankpress.report.latex import fits_one_line, pieces, text_width

_NUMBER = re.compile(rf"([<>]?)({MINUS}?)([0-9]+)(?:\.([0-9]+))?(?:e({MINUS}?)([0-9]+))?")


class Number(NamedTuple):
    """The parts of a printed number; those that it lacks are empty."""

    comparator: str
    sign: str
    whole: str
    decimals: str
    exponent_sign: str
    exponent: str


@dataclass(frozen=True)
class Digits:
    """How much room the numbers of a column take.

    Parameters
    ----------
    comparator, sign, exponent_sign : str
        That some number has, or empty.
    whole, decimals, exponent : int
        Digits, the most of any.
    """

    comparator: str
    sign: str
    whole: int
    decimals: int
    exponent_sign: str
    exponent: int

    @property
    def specification(self) -> str:
        r"""The column of a tabular."""
        decimals = f".{self.decimals}" if self.decimals else ""
        exponent = f"e{'-' if self.exponent_sign else ''}{self.exponent}" if self.exponent else ""
        room = rf"{self.comparator}{'-' if self.sign else ''}{self.whole}{decimals}{exponent}"
        return rf"S[table-format={room}]"

    @property
    def widest(self) -> str:
        """A text as wide as the column's numbers are together."""
        point = "." if self.decimals else ""
        exponent = f"e{self.exponent_sign}{'0' * self.exponent}" if self.exponent else ""
        return f"{self.comparator}{self.sign}{'0' * self.whole}{point}{'0' * self.decimals}{exponent}"

    def around(self, number: Number) -> tuple[str, str]:
        """What a number lacks before and behind it to be as wide as the column's numbers, for what is set by hand."""
        before = "".join(
            (
                self.comparator if not number.comparator else "",
                "-" if self.sign and not number.sign else "",
                "0" * (self.whole - len(number.whole)),
            )
        )
        point = "." if self.decimals and not number.decimals else ""
        return before, point + "0" * (self.decimals - len(number.decimals))


def number_in(text: str) -> Number | None:
    """Read a printed number."""
    found = _NUMBER.fullmatch(text)
    return None if found is None else Number(*found.groups(""))


def digits_of(table: Table, column: int) -> Digits | None:
    """How much room the numbers of a column take, aligned at the decimal point."""
    body = table.rows[: len(table.rows) - table.footer]  # what sums it up is of another kind, and centred below
    cells = [row[column] for row in body if row[column].body]
    numbers = {cell.body: number_in(cell.body) for cell in cells}
    found = [number for number in numbers.values() if number is not None]
    if table.align[column] != "right" or 2 * sum(numbers[cell.body] is not None for cell in cells) <= len(cells):
        return None
    return Digits(
        comparator=max(number.comparator for number in found),
        sign=max(number.sign for number in found),
        whole=max(len(number.whole) for number in found),
        decimals=max(len(number.decimals) for number in found),
        exponent_sign=max(number.exponent_sign for number in found),
        exponent=max(len(number.exponent) for number in found),
    )


def divide(sizes: Sequence[float], room: float) -> list[range]:
    """Divide items into runs of neighbours that fit the room, as even in number as they can be."""
    greedy = list(_fill(sizes, room))
    even = list(_evenly(len(sizes), len(greedy)))
    fits = all(sum(sizes[run.start : run.stop]) <= room for run in even)
    return even if fits else greedy


def column_units(n_columns: int, stub: int, unit: int) -> list[range]:
    """The columns behind the stub that stay together: `unit` at a time, fewer in the last."""
    return [range(first, min(first + unit, n_columns)) for first in range(stub, n_columns, unit)]


def _fill(sizes: Sequence[float], room: float) -> Iterator[range]:
    start, used = 0, 0.0
    for at, size in enumerate(sizes):
        if at > start and used + size > room:
            yield range(start, at)
            start, used = at, 0.0
        used += size
    yield range(start, len(sizes))


def _evenly(n_items: int, n_runs: int) -> Iterator[range]:
    counts = [n_items // n_runs + (run < n_items % n_runs) for run in range(n_runs)]
    return (range(end - count, end) for count, end in zip(counts, accumulate(counts), strict=True))


@dataclass(frozen=True)
class Type:
    """A size of type: LaTeX's name for it and for a smaller one; in points an em, room between columns, a row."""

    name: str
    smaller: str
    em: float
    column_gap: float
    row: float


SIZES = (
    Type("small", "scriptsize", 9.25, 9.0, 11.0),
    Type("footnotesize", "scriptsize", 8.5, 5.0, 9.5),
    Type("scriptsize", "tiny", 7.95, 5.0, 8.0),
)
TIGHT = replace(SIZES[-1], column_gap=3.0)  # where a table then has fewer panels

# In points: what panels one above the other may take of a page, with room for a caption and notes.
PAGE = 510.0
_RULES = 14.0
_NOTES = 30.0  # that room; what longer notes need beyond it is the loss of a table that would fill a page

# In ems: where names and heads are broken into lines.
_STUB = 14.0
_STUB_OF_SEVERAL = 9.0
_TEXT = 14.0
_HEAD = 4.6
_LONG_HEAD = 9.0
_TIGHT_HEAD = 2.4  # or the longest word
_LINES = 4

_BOLD = 1.14  # how much wider bold digits are
DETAIL_GAP = 2.0  # points between a cell and its detail
STAR = 3.0  # points for an asterisk, beyond half of the room between columns


@dataclass(frozen=True)
class Column:
    """A column: how wide it and its details are, whether some body needs several lines, and some cell an asterisk.

    Its digits are those of its numbers, where they are aligned at the decimal point.
    """

    align: str
    width: float
    detail: float
    is_broken: bool
    is_starred: bool = False
    digits: Digits | None = None

    @property
    def total(self) -> float:
        """Its width with the details and the room for asterisks."""
        return self.width + (self.detail + DETAIL_GAP if self.detail else 0) + (STAR if self.is_starred else 0)


@dataclass(frozen=True)
class Panel:
    """A part of a table: which columns of it, and which rows."""

    columns: tuple[int, ...]
    rows: range


@dataclass(frozen=True)
class Layout:
    """A table's size of type, its columns, and its panels in reading order."""

    type: Type
    columns: tuple[Column, ...]
    panels: tuple[Panel, ...]

    @property
    def across(self) -> int:
        """How many panels the columns are divided into."""
        return sum(panel.rows.start == 0 for panel in self.panels)


@dataclass(frozen=True)
class Frame:
    """Where a table is laid out: points of width, and of height; None where it goes on over as many pages as needed."""

    width: float
    height: float | None = PAGE


@dataclass(frozen=True)
class Measured:
    """A table with its columns in ems: with heads that may be long, in narrow lines, and in lines of a word."""

    table: Table
    columns: tuple[tuple[Column, ...], ...]
    tight: tuple[Column, ...]


def measure(table: Table, *, decimal: bool = False) -> Measured:
    """Measure the columns of a table."""
    digits = [digits_of(table, at) if decimal else None for at in range(len(table.align))]
    columns = [tuple(_columns(table, digits, head)) for head in (_LONG_HEAD, _HEAD, _TIGHT_HEAD)]
    return Measured(table, tuple(columns[:-1]), columns[-1])


def lay_out(measured: Measured, frame: Frame) -> Layout:
    """Lay a table out for a column of text."""
    layouts = [_in(measured.table, one, type_, frame) for type_ in SIZES for one in measured.columns]
    fewest = min(layout.across for layout in layouts)
    if fewest > 1:
        tight = _in(measured.table, measured.tight, TIGHT, frame)
        if tight.across < fewest:
            return tight
    # a table that is split in any case is not set in the largest type
    suitable = [
        layout for layout in layouts if layout.across == fewest and (fewest == 1 or layout.type is not SIZES[0])
    ]
    height = frame.height
    on_a_page = (layout for layout in suitable if height is None or _height(layout, height) <= height)
    return next(on_a_page, suitable[0 if fewest == 1 else -1])


def _height(layout: Layout, page: float) -> float:
    return sum(len(panel.rows) * layout.type.row + page * 0.1 for panel in layout.panels)


def _in(table: Table, in_ems: Sequence[Column], type_: Type, frame: Frame) -> Layout:
    columns = tuple(replace(one, width=one.width * type_.em, detail=one.detail * type_.em) for one in in_ems)
    # widths are estimated generously, but not of digits, which are most of what is set tight
    width = frame.width * (1.0 if type_ is TIGHT else 1.02)
    groups = _column_groups(table, columns, width, type_.column_gap)
    widest = max(sum(columns[at].total + type_.column_gap for at in group) for group in groups) - type_.column_gap
    columns = tuple(_with_wider_stub(table, columns, type_, frame.width - widest))
    rows = [range(len(table.rows))] if frame.height is None else _row_groups(table, columns, type_, frame, frame.height)
    return Layout(type_, columns, tuple(Panel(group, part) for part in rows for group in groups))


def _with_wider_stub(table: Table, columns: Sequence[Column], type_: Type, room: float) -> Iterator[Column]:
    """Give names that are broken into lines what room the widest panel leaves."""
    for at, column in enumerate(columns):
        if at >= table.stub or not column.is_broken or room <= 0:
            yield column
            continue
        natural = [_body_width(row[at]) * type_.em for row in table.rows]
        # a name that has no room in any case is no reason for a wider column
        most = column.width + room / (table.stub - at)
        wider = max((one for one in natural if column.width < one <= most), default=column.width)
        room -= wider - column.width
        yield replace(column, width=wider, is_broken=max(natural) > wider * 1.02)


def _lines(text: str, width: float) -> int:
    """How many lines a text takes in so many ems, at most about."""
    return 1 if fits_one_line(text, width) else 1 + int(text_width(text) / width * 1.2)


def _columns(table: Table, digits: Sequence[Digits | None], longest_head: float) -> Iterator[Column]:
    """The columns, their widths in ems; heads longer than that are broken into lines."""
    heads = _heads(table)
    for at, (align, aligned) in enumerate(zip(table.align, digits, strict=True)):
        cells = [row[at] for row in table.rows]
        body = widest = max(map(_body_width, cells), default=0.0)
        if aligned is not None:
            body = widest = max(body, text_width(aligned.widest))
        # details are set smaller
        detail = max((text_width(cell.detail) * 0.85 for cell in cells), default=0.0)
        if at < table.stub:
            body = max(
                min(body, _STUB if table.stub == 1 else _STUB_OF_SEVERAL),
                _head_width(heads[at], longest_head),
            )
        else:
            body = max(min(body, _TEXT), _head_width(heads[at], longest_head) - detail)
        is_starred = any("significant" in cell.marks for cell in cells)
        yield Column(align, body, detail, widest > body * 1.02, is_starred, aligned)


def _body_width(cell: Cell) -> float:
    return text_width(cell.body) * (_BOLD if "bold" in cell.marks else 1)


def _heads(table: Table) -> list[str]:
    """The head right above each column."""
    return [cell.text for cell in table.head[-1] for _ in range(cell.span)]


def _head_width(head: str, limit: float) -> float:
    natural = text_width(head)
    longest = max((text_width(piece) for word in plain(head).split() for piece in pieces(word)), default=0.0)
    if natural <= limit:
        return natural
    if limit == _TIGHT_HEAD:
        return max(longest, natural / _LINES)
    return min(max(limit, min(longest, limit * 1.3), natural / _LINES), _LONG_HEAD)


def _column_groups(table: Table, columns: Sequence[Column], width: float, gap: float) -> list[tuple[int, ...]]:
    """Which columns stand in each panel, the stub in all of them, evenly divided."""
    stub = tuple(range(table.stub))
    room = width - sum(columns[at].total + gap for at in stub)
    units = column_units(len(columns), table.stub, table.unit)
    widths = [sum(columns[at].total + gap for at in unit) for unit in units]
    return [stub + tuple(chain(*units[run.start : run.stop])) for run in divide(widths, room)]


def _row_groups(table: Table, columns: Sequence[Column], type_: Type, frame: Frame, height: float) -> list[range]:
    """Rows of each panel: all of them where they fit on a page, else about as many in each."""
    broken = [at for at, column in enumerate(columns) if column.is_broken]
    heights = [
        max((_lines(row[at].body, columns[at].width / type_.em) for at in broken), default=1) for row in table.rows
    ]
    heads = sum(_head_lines(row, columns, type_) for row in table.head)
    of_notes = SIZES[1].row * _lines(" ".join((table.calling, *table.notes)), frame.width / SIZES[1].em)
    rooms = (height - _RULES - max(of_notes - _NOTES, 0.0), height - _RULES)
    # notes go on over pages, so what has no room beside them is divided as if there were none
    with_notes, without = (divide(heights, max(int(room / type_.row) - heads, 20)) for room in rooms)
    return without if len(without) > 1 else with_notes


def _head_lines(row: Sequence[Cell], columns: Sequence[Column], type_: Type) -> int:
    covered = head_cells(row, range(len(columns)))
    return max(_lines(cell.text, sum(columns[at].total for at in at_) / type_.em) for cell, at_ in covered)


def head_cells(row: Sequence[Cell], columns: Sequence[int]) -> Iterator[tuple[Cell, tuple[int, ...]]]:
    """The cells of a row of the head that a panel shows, each with those of its columns that the panel has."""
    start, shown = 0, set(columns)
    for cell in row:
        covered = tuple(at for at in range(start, start + cell.span) if at in shown)
        if covered:
            yield cell, covered
        start += cell.span
