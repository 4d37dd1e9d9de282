"""What cells say: a number, however it is written, that there is no result, or neither.

All formats and layouts ask here, in one order: nothing, a text for no result, a number, a number for no result.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import compress
from math import inf, nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rankpress.core.faults import Fault, Findings
from rankpress.core.scores import BoolArray, FloatArray, IntArray
from rankpress.sources.cells import FAILED, NO_RESULT, NUMBER, Cells, Coded, coded, numbers_in, taken
from rankpress.sources.conventions import Convention, convention_of
from rankpress.sources.notation import PER_CENT, PLAIN, Notation, bare, decimal_in, letters_are_marks, with_digits
from rankpress.spec.strict import LARGEST
from rankpress.wording.strings import counted, listed, quoted, shown, without_controls

if TYPE_CHECKING:
    from rankpress.spec.scores_section import CsvOptions


_INFINITE = re.compile(r"([+-]?)(?:inf|infinity|∞)", re.IGNORECASE)
# <0.01, ~1, 900+, 0.99 (est.): numbers with something at them that is not read
_ALMOST = re.compile(r"(?:\\[A-Za-z]+|[<>≤≥≈~=±+\-\s{])*\.?[0-9].*", re.DOTALL)
# what names an interval around a number: 0.9 (95% CI 0.8 to 1.0)
_CONFIDENCE = re.compile(r"(?<=[(\[])\s*(?:[0-9.]+\s*\\?%\s*)?(?:CrI|CI|HDI)\s*[:=,]?\s*", re.IGNORECASE)


@dataclass(frozen=True)
class NoResult:
    """What a cell without a result holds: a text, whatever its capitals, or a number, however it is written."""

    texts: frozenset[str] = NO_RESULT  # in small letters
    numbers: tuple[float, ...] = ()

    @classmethod
    def of(cls, further: Iterable[str]) -> NoResult:
        """Return what is known to say so, and what a spec names.

        >>> NoResult.of(["-1", "oom", "inf"]).numbers
        (-1.0, inf)
        """
        texts = [cell.strip().lower() for cell in further]
        values = map(_value_of, texts)
        return cls(NO_RESULT | {*texts}, tuple(value for value in values if value is not None))


def _value_of(cell: str) -> float | None:
    """Return the number that a text is, an infinite one too; else None."""
    if NUMBER.fullmatch(cell):
        return float(cell)
    infinite = _INFINITE.fullmatch(cell)
    return None if infinite is None else -inf if infinite[1] == "-" else inf


class ShareUnit:
    """Whether the scores of a metric are written in percent or another unit, which all of them are or none is."""

    def __init__(self, metric: str = "") -> None:
        self.metric = metric
        self.is_per_cent: bool | None = None
        self.first = ""  # the place of the first cell that shows it
        self.behind: str | None = None  # what the numbers of the first column are in, "" without a unit
        self.of_first = ""  # the place of that one


# t/o, T.O., time-out, mem out: what stands in the place of the time of a run that did not solve
_UNSOLVED = re.compile(
    r"t[./]?\s?o\.?|m[./]?\s?o\.?|tle|mle|(?:time|mem(?:ory)?)(?:d?[\s_-]*(?:out|limit))(?:[\s_-]*exceeded)?|oom"
    r"|out[\s_-]of[\s_-](?:time|memory)|unsolved|not[\s_-]solved|unknown|error|fail(?:ed|ure)?|crash(?:ed)?"
    r"|abort(?:ed)?|killed|segfault|dnf",
    re.IGNORECASE,
)
# those of them that speak of time
_OF_TIME = re.compile(r"t[./]?\s?o\.?|tle|time.*|out[\s_-]of[\s_-]time|unsolved|not[\s_-]solved|dnf", re.IGNORECASE)
_BEYOND = re.compile(r"(?:(?:>|≥|&gt;|\\geq?|\\gt)\s*=?\s*(.+?)|(.+?)\s*\+)\s*(?:s|sec|seconds)?")


class Censoring:
    """What says in cells of times that a run was not solved, and the largest time read or requested."""

    def __init__(self, further: Iterable[str] = ()) -> None:
        self.texts = frozenset(cell.strip().lower() for cell in further)
        self.largest = 0.0

    def take(self, values: FloatArray) -> None:
        """Take note of times, with those of runs that failed."""
        self.largest = max(self.largest, float(values.max(initial=0.0, where=np.isfinite(values))))

    def is_unsolved(self, cell: str, notation: Notation) -> bool:
        """Return whether a cell says so; a limit in it is taken note of."""
        alone = bare(cell)
        if alone.lower() in self.texts or _UNSOLVED.fullmatch(alone) or _value_of(alone) == inf:
            return True
        beyond = _BEYOND.fullmatch(alone)
        limit = _value_of(notation.number((beyond[1] or beyond[2]).strip())) if beyond else None
        if limit is not None:
            self.take(np.array([limit]))
        return limit is not None


def speaks_of_time(cell: str) -> bool:
    """Return whether a text in place of a number says that time ran out, and not only that a run failed.

    >>> speaks_of_time("timeout"), speaks_of_time(">3600"), speaks_of_time("OOM")
    (True, True, False)
    """
    alone = bare(cell)
    return any(pattern.fullmatch(alone) is not None for pattern in (_OF_TIME, _BEYOND)) or _value_of(alone) == inf


@dataclass(frozen=True)
class NumberColumn:
    """A column of a file that is read as numbers, and what is said of its cells."""

    path: str
    name: str
    advice: str = ""  # what to do where none of its cells is a number
    none: NoResult = NoResult()
    decimal: str = ""  # the decimal sign of the table that it stands in, for where its own cells do not show it
    stated: CsvOptions | None = None  # how numbers are written, as far as the spec says it
    unit: ShareUnit = field(default_factory=ShareUnit, compare=False)
    # of times, where a study has it that runs may be unsolved: these are read as infinite
    censoring: Censoring | None = field(default=None, compare=False)

    def place(self, row: int) -> str:
        """Return where a cell is, as faults name it."""
        return f"{without_controls(self.path)} row {row} column {shown(self.name)}"

    def notation(self, texts: Sequence[str]) -> Notation:
        """Return how the numbers among these texts are written, by what the spec says, by themselves, by the table."""
        decimal: str | None = self.stated.decimal_sign if self.stated else None
        thousands = self.stated.thousands if self.stated else None
        if decimal is None:
            decimal = decimal_in(texts) or self.decimal
        if not decimal and not any("," in with_digits(cell) for cell in texts):
            decimal = "."
        return Notation(decimal, thousands != "", letters_are_marks(texts))


class NumeralKind(Enum):
    """What the text of a cell is."""

    NUMBER = "a number"
    NO_RESULT = "no result"
    UNREAD = "like a number, and not read as one"
    OTHER = "another text"


class CellReading(NamedTuple):
    """What one text of a column is taken for: a tuple, which is made in a quarter of the time, one for each cell."""

    kind: NumeralKind
    value: float = nan  # of a number
    behind: float | None = None  # the second number of a cell: a spread, or a rank
    is_enclosed: bool = False  # whether that one stands in parentheses
    is_per_cent: bool = False
    number: str = ""  # of a number: as Python writes it, alone
    mark: str = ""  # of a number: what stands at it and refers to a note
    unit: str = ""  # of a number with a unit: what it is in once it is read


def read_texts(texts: Sequence[str], column: NumberColumn) -> list[CellReading]:
    """Say of each text of a column what it is.

    >>> [reading.kind.name for reading in read_texts(["0.5", "", "OOM", ">0.99", "63 %"], NumberColumn("a.csv", "A"))]
    ['NUMBER', 'NO_RESULT', 'OTHER', 'UNREAD', 'NUMBER']
    """
    notation = column.notation(texts)
    return _censored(texts, [_read(cell, notation, column.none) for cell in texts], notation, column)


def read_scores(texts: Sequence[str], column: NumberColumn) -> list[CellReading]:
    """Say of each text of a column of scores what it is, where all may write numbers in a way of their own.

    >>> [reading.value for reading in read_scores(["12 ms", "1.3 s"], NumberColumn("a.csv", "A"))]
    [0.012, 1.3]
    """
    notation = column.notation(texts)
    readings = [_read(cell, notation, column.none) for cell in texts]
    if any(reading.kind in (NumeralKind.OTHER, NumeralKind.UNREAD) for reading in readings):
        readings = _by_convention(texts, readings, notation, column)
    return _censored(texts, readings, notation, column)


def _censored(
    texts: Sequence[str], readings: list[CellReading], notation: Notation, column: NumberColumn
) -> list[CellReading]:
    """Return what texts are taken for, with those of runs that did not end for infinite times."""
    censoring = column.censoring
    if censoring is None:
        return readings
    return [
        CellReading(NumeralKind.NUMBER, inf)
        if reading.kind in (NumeralKind.OTHER, NumeralKind.UNREAD) and censoring.is_unsolved(cell, notation)
        else reading
        for cell, reading in zip(texts, readings, strict=True)
    ]


def shared_convention(texts: Sequence[str], column: NumberColumn) -> Convention | None:
    """Return how the texts of a column write numbers, where all do so in a way of their own.

    >>> shared_convention(["12 ms", "1.3 s"], NumberColumn("a.csv", "A")).numbers
    {'12 ms': '0.012', '1.3 s': '1.3'}
    """
    notation = column.notation(texts)
    return convention_of(map(bare, texts), notation.number, column.name, column.stated)


def _by_convention(
    texts: Sequence[str], readings: Sequence[CellReading], notation: Notation, column: NumberColumn
) -> list[CellReading]:
    """Return what texts are taken for where the column has a way of its own to write numbers."""
    convention = convention_of(map(bare, texts), notation.number, column.name, column.stated)
    if convention is None:
        return list(readings)
    result = []
    for cell, reading in zip(texts, readings, strict=True):
        number = convention.numbers.get(bare(cell))
        if number is None and convention.is_whole and reading.kind is NumeralKind.NUMBER:
            reading = CellReading(NumeralKind.UNREAD)
        elif number is not None:
            written = notation if convention.kind == "pairs" else Notation(".")
            reading = _read(number, written, column.none)._replace(unit=convention.unit)
        result.append(reading)
    return result


def _read(cell: str, notation: Notation, none: NoResult) -> CellReading:
    if not cell or cell.lower() in none.texts:
        return CellReading(NumeralKind.NO_RESULT)
    if notation.decimal != "," and PLAIN.fullmatch(cell):  # as most are; what follows would come to the same
        number = float(cell)
        if number not in none.numbers and abs(number) <= LARGEST:
            return CellReading(NumeralKind.NUMBER, number, number=cell)
    alone = _CONFIDENCE.sub("", notation.without_marks(cell))
    without = PER_CENT.sub("", alone)
    both = numbers_in(notation.with_numbers(without))
    value = _value_of(alone) if both is None else float(both[0])
    if value in none.numbers:
        return CellReading(NumeralKind.NO_RESULT)
    if both is None or value is None or not abs(value) <= LARGEST:
        is_almost = value is not None or _ALMOST.fullmatch(alone) is not None
        return CellReading(NumeralKind.UNREAD if is_almost else NumeralKind.OTHER)
    behind = float(both[1]) if both[1] else None
    return CellReading(NumeralKind.NUMBER, value, behind, both[2], without != alone, both[0], notation.mark_at(cell))


def are_numbers(readings: Mapping[str, CellReading]) -> bool:
    """Return whether a column with these texts is one of numbers, a few of which are perhaps not read."""
    times = Counter(reading.kind for reading in readings.values())
    return (
        times[NumeralKind.NUMBER] > 0
        and not times[NumeralKind.OTHER]
        and times[NumeralKind.UNREAD] <= times[NumeralKind.NUMBER]
    )


def are_per_cent(readings: Iterable[CellReading]) -> bool:
    """Return whether more numbers of a column are written in percent than are not."""
    signs = [reading.is_per_cent for reading in readings if reading.kind is NumeralKind.NUMBER]
    return 2 * sum(signs) > len(signs)


def is_of_numbers(cells: Cells) -> bool:
    """Return whether a column is one of numbers, a few of which are perhaps not read."""
    if isinstance(cells, np.ndarray):
        return bool(np.isfinite(cells).any())
    labels = coded(cells).categories
    return are_numbers(dict(zip(labels, read_texts(labels, NumberColumn("", "", decimal=".")), strict=True)))


def plain_cells(cells: Cells, column: NumberColumn) -> Cells:
    """Return the cells with numbers written as Python writes them, where the column is one of numbers.

    >>> plain_cells(coded(["1,014", "", "987.5"]), NumberColumn("a.csv", "A")).categories
    ('1014', '', '987.5')
    """
    if isinstance(cells, np.ndarray) or _plain_values(cells, column) is not None:
        return cells
    names = coded(cells)
    readings = dict(zip(names.categories, read_texts(names.categories, column), strict=True))
    if not are_numbers(readings):
        return cells
    per_cent = are_per_cent(readings.values())
    numbers_as_written = [
        reading.number if reading.number and reading.behind is None and reading.is_per_cent == per_cent else cell
        for cell, reading in readings.items()
    ]
    return Coded(tuple(numbers_as_written), names.codes)


@dataclass(frozen=True)
class Numbers:
    """The cells of a column as numbers."""

    values: FloatArray  # nan where there is no result, and where the cell is at fault
    wrong: BoolArray  # the cells that are at fault, which are not missing too


def numbers(cells: Cells, rows: Sequence[int], column: NumberColumn, findings: Findings) -> Numbers:
    """Read cells of one column as numbers, with a fault for each that is none."""
    values = _plain_values(cells, column)
    unit = ""
    if values is None:
        unit = _unit_in(coded(cells).categories, column)
        values, wrong, per_cent = _by_text(cells, rows, column, findings, has_others=False)
    else:
        wrong = per_cent = np.zeros(len(values), dtype=bool)
        there = ~np.isnan(values)
        odd: BoolArray = there & ~(np.abs(values) <= LARGEST)
        for number in column.none.numbers:
            odd |= values == number
        if odd.any():
            values, wrong = values.copy(), wrong.copy()
            of_odd, has_others = np.asarray(rows)[odd].tolist(), bool((there & ~odd).any())
            values[odd], wrong[odd], _ = _by_text(taken(cells, odd), of_odd, column, findings, has_others=has_others)
    if column.censoring is not None:
        column.censoring.take(values)
    if np.isfinite(values).any():
        _refuse_another_unit(unit, rows, column, findings)
    of_other_unit = _of_other_unit(values, per_cent, cells, rows, column, findings)
    if of_other_unit.any():
        values, wrong = np.where(of_other_unit, nan, values), wrong | of_other_unit
    return Numbers(values, wrong)


def _unit_in(texts: Sequence[str], column: NumberColumn) -> str:
    """Return what the numbers of a column are in once they are read, where its cells have units."""
    return next((reading.unit for reading in read_scores(texts, column) if reading.unit), "")


def _refuse_another_unit(unit: str, rows: Sequence[int], column: NumberColumn, findings: Findings) -> None:
    """Report that the numbers of a column have a unit and those of an earlier one of its metric none, or another."""
    of_metric = column.unit
    if of_metric.behind is None:
        of_metric.behind, of_metric.of_first = unit, column.place(rows[0])
    elif of_metric.behind != unit:
        here, there = (f"in {each}" if each else "without a unit" for each in (unit, of_metric.behind))
        message = f"its numbers are {here}, and those from {of_metric.of_first} on {there}"
        remedy = "write the unit in all cells or in none"
        fault = Fault(column.place(rows[0]), message, "all scores of a metric in one unit", remedy)
        findings.add_unread("columns of another unit", fault)


def _plain_values(cells: Cells, column: NumberColumn) -> FloatArray | None:
    """Return the cells as numbers where all of them are written as Python writes them, or are numbers already."""
    if isinstance(cells, np.ndarray):
        return cells
    stated = column.stated
    if column.decimal == "," or (stated is not None and stated.decimal_sign == ","):
        return None  # 1.014 may be a thousand
    if isinstance(cells, Coded):
        each = _floats(cells.categories)
        return None if each is None else each[cells.codes]
    return _floats(cells)


def _floats(texts: Sequence[str]) -> FloatArray | None:
    joined = "".join(texts)
    # Python's float also takes 1_000, nan, inf and digits of other scripts.
    if not joined.isascii() or "_" in joined:
        return None
    try:
        values = np.fromiter(map(float, texts), np.float64, len(texts))
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None


def _by_text(
    cells: Cells, rows: Sequence[int], column: NumberColumn, findings: Findings, *, has_others: bool
) -> tuple[FloatArray, BoolArray, BoolArray]:
    """Read cells by their texts, each different one once: numbers, which are wrong, which are in percent.

    `has_others` says whether the column has further numbers.
    """
    names = coded(cells)
    readings = read_scores(names.categories, column)
    counts = np.bincount(names.codes, minlength=len(readings)).tolist()
    for cell, reading, count in zip(names.categories, readings, counts, strict=True):
        if cell and reading.kind is NumeralKind.NO_RESULT:
            findings.empty[cell] += count
        if reading.mark:
            findings.marked[reading.mark] += count
    for index in np.flatnonzero(np.array([reading.behind is not None for reading in readings])[names.codes]).tolist():
        reading = readings[names.codes[index]]
        findings.accompanied[column.path, rows[index], column.name] = reading.behind or 0.0, reading.is_enclosed
    values = np.array([reading.value for reading in readings], dtype=np.float64)[names.codes]
    wrong = np.array([reading.kind in (NumeralKind.UNREAD, NumeralKind.OTHER) for reading in readings], dtype=bool)[
        names.codes
    ]
    per_cent = np.array([reading.is_per_cent for reading in readings], dtype=bool)[names.codes]
    if wrong.any():
        has_numbers = has_others or bool(np.isfinite(values).any())
        _find_wrong(names, np.flatnonzero(wrong), rows, column, findings, has_numbers)
    return values, wrong, per_cent


def _find_wrong(
    names: Coded, wrong: IntArray, rows: Sequence[int], column: NumberColumn, findings: Findings, has_numbers: bool
) -> None:
    """Report of cells that are no numbers; of a column that has none, once."""
    texts = [names.categories[code] for code in names.codes[wrong].tolist()]
    if len(texts) > 1 and not has_numbers and not any(map(NUMBER.fullmatch, texts)):
        findings.add_unread("columns without a number", _no_number(column, texts))
        return
    others = column.notation(names.categories)
    are_large = [NUMBER.fullmatch(numeral) is not None for numeral in texts]
    for is_large in (False, True):
        findings.add_each(
            "numbers that are too large" if is_large else "cells that are not numbers",
            compress(zip(wrong.tolist(), texts, strict=True), (large is is_large for large in are_large)),
            lambda cell: _not_a_number(column.place(rows[cell[0]]), cell[1], others),
        )


def _of_other_unit(
    values: FloatArray, per_cent: BoolArray, cells: Cells, rows: Sequence[int], column: NumberColumn, findings: Findings
) -> BoolArray:
    """Return which numbers are in percent where those of the metric are not, or the other way round, with faults."""
    unit, there = column.unit, ~np.isnan(values)
    if not there.any():
        return there
    if unit.is_per_cent is None:
        unit.is_per_cent = bool(2 * np.count_nonzero(per_cent) > np.count_nonzero(there))
        unit.first = column.place(rows[int(np.flatnonzero(there & (per_cent == unit.is_per_cent))[0])])
    if unit.is_per_cent:
        findings.per_cent[unit.metric or column.name] = None
    wrong: BoolArray = there & (per_cent != unit.is_per_cent)
    if not wrong.any():
        return wrong
    sign, others = ("has no percent sign", "has one") if unit.is_per_cent else ("is percent", "is not")
    texts = coded(taken(cells, wrong))
    findings.add_each(
        "cells in percent among others",
        zip(np.flatnonzero(wrong).tolist(), texts.codes.tolist(), strict=True),
        lambda cell: Fault(
            column.place(rows[cell[0]]),
            f"{quoted(texts.categories[cell[1]])} {sign}, and {unit.first} {others}",
            "all scores of a metric in percent, or none of them",
            "write them alike, with the sign in all cells or in none",
        ),
    )
    return wrong


def _no_number(column: NumberColumn, cells: Sequence[str]) -> Fault:
    return Fault(
        f"{without_controls(column.path)} column {shown(column.name)}",
        f"no number in {counted(len(cells), 'cell')}: {listed(dict.fromkeys(cells), most=3)}",
        "a number in each cell",
        _advice(cells[0], column.notation(cells)) or column.advice,
    )


_TOO_LARGE = "is it a placeholder for a failed run? leave the cell empty; else give the scores in a larger unit"


def _not_a_number(place: str, cell: str, others: Notation) -> Fault:
    if NUMBER.fullmatch(cell):
        return Fault(place, f"{quoted(cell)} is too large", f"a number from -{LARGEST:g} to {LARGEST:g}", _TOO_LARGE)
    return Fault(
        place, f"{quoted(cell)} is not a finite number", "a number such as 0.95 or 1e-3", _advice(cell, others)
    )


def _advice(cell: str, others: Notation) -> str:
    """Return what to do about a cell that is no number, by its text and by how the others of the column are written."""
    if cell.lower().strip("+-") in FAILED:
        return (
            f"leave the cell empty where there is no result, or write na: [{cell}] under scores; scores.missing says"
            " what is done about it"
        )
    if _value_of(cell) is not None:
        return f"leave the cell empty where there is no result, or write na: [{cell}] under scores"
    if re.fullmatch(r"[+-]?[0-9.]*,[0-9.,]*|[+-]?[0-9.]+", cell):
        if not others.decimal:
            return 'may be thousands or decimals: write under scores csv: {thousands: ","}, or csv: {decimal: ","}'
        sign = "comma" if others.decimal == "," else "point"
        return f"the others have a decimal {sign}: write all numbers alike, and nothing between the thousands"
    if "±" in cell or "+-" in cell or "/" in cell:
        return "write one number a cell, or a mean with its spread as 0.91 ± 0.02; two values take two columns"
    if _ALMOST.fullmatch(cell):
        written = json.dumps(cell, ensure_ascii=False)
        return f"write the number alone; where there is no result, write na: [{written}] under scores"
    return ""


MOST_CASES = 1e12  # products of two such numbers of cases, and sums over folds, are exact or nearly so in a float


def whole_numbers(
    values: FloatArray, rows: Sequence[int], column: NumberColumn, least: int, findings: Findings
) -> BoolArray:
    """Find numbers of cases that are not whole, below the least or absurdly large; return which they are."""
    wrong: BoolArray = ~np.isnan(values) & ~((values >= least) & (values <= MOST_CASES) & (values == np.floor(values)))
    findings.add_each(
        "numbers of cases that are not whole or out of range",
        np.flatnonzero(wrong).tolist(),
        lambda row: Fault(
            column.place(rows[row]),
            f"{values[row]:.10g} is not a number of cases",
            f"a whole number from {least} to {MOST_CASES:,.0f}",
        ),
    )
    findings.unread |= bool(wrong.any())
    return wrong
