"""Columns of numbers that are written otherwise, with their numbers alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from rankpress.catalog.metrics import better_of, is_cost, words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.init.table import Column, Table
from rankpress.init.vocabulary import is_example, is_failure, is_reference, is_step, role_of, role_of_part
from rankpress.sources import numerals
from rankpress.sources.cells import Coded, Sheet, coded
from rankpress.sources.conventions import Convention
from rankpress.sources.notation import Notation, bare, decimal_in, may_be_thousands
from rankpress.sources.numerals import (
    CellReading,
    Censoring,
    NumeralKind,
    are_numbers,
    are_per_cent,
    read_scores,
    shared_convention,
    speaks_of_time,
)
from rankpress.spec.scores_section import CsvOptions
from rankpress.wording.strings import counted, listed, quoted


def with_plain_numbers(table: Table, sheets: Sequence[Sheet], csv: CsvOptions | None = None) -> Table:
    """Return the table with the number alone in cells of columns of numbers; cells that are not read stay texts.

    `csv` is what the user says of how numbers are written. Where nothing says whether a comma stands between thousands,
    it is taken to, and a point is not; `grouped` has the columns with the first such cell.
    """
    decimal, grouped = decimal_of(table, sheets, csv)
    has_commas = decimal == "," or (csv is not None and csv.decimal_sign == ",")
    columns, written, conventions = dict(table.columns), dict[str, Column](), dict[str, Convention]()
    for name, column in table.columns.items():
        if column.is_numeric and not (has_commas and any(may_be_thousands(cell, ".") for cell in column.labels)):
            continue
        of_column = numerals.NumberColumn("", name, decimal=decimal, stated=_with_brackets(csv))
        convention = shared_convention(column.labels, of_column)
        if convention and convention.kind in ("units", "letters") and _may_name(name, table):
            continue
        readings = dict(zip(column.labels, read_scores(column.labels, of_column), strict=True))
        others = [label for label, each in readings.items() if each.kind is NumeralKind.OTHER and not is_failure(label)]
        if not are_numbers({label: each for label, each in readings.items() if each.kind is not NumeralKind.OTHER}):
            continue
        unread = [*_unread(readings), *others]
        if _FEW * len(others) > len(readings) or (
            unread and not _may_hold_scores(name, table, len(unread), readings.values())
        ):
            continue
        labels = [label if label in unread else reading.number or label for label, reading in readings.items()]
        plain = coded(Coded(tuple(labels), column.codes))
        columns[name], written[name] = Column(name, plain.categories, plain.codes), column
        if convention:
            conventions[name] = convention
    is_stated = csv is not None and csv.brackets is not None
    doubts = (*table.doubts, *_doubts_of_conventions(conventions, written, is_stated=is_stated))
    return replace(
        table,
        columns=columns,
        written=written,
        doubts=doubts,
        conventions=conventions,
        grouped={name: cell for name, cell in grouped.items() if columns[name].is_numeric},
    )


def _with_brackets(csv: CsvOptions | None) -> CsvOptions:
    """Return how numbers are written, with those in brackets negative where nobody says what they are."""
    csv = csv or CsvOptions()
    return csv if csv.brackets else csv.model_copy(update={"brackets": "negative"})


def _may_name(name: str, table: Table) -> bool:
    """Return whether a column with units or letters at its numbers rather names something: 7B, 24 hours."""
    is_of_names = role_of(name) or role_of_part(name) or is_example(name) or is_step(name)
    return bool(is_of_names) or name in table.parts | table.stated


_MEANINGS = {
    "shares": "the share of trials that succeeded",
    "units": "as numbers with a unit are read in {unit}",
    "letters": "as k, M and G stand for thousands, millions and billions",
    "pairs": "as one of the two numbers counts",
}


def _doubts_of_conventions(
    conventions: Mapping[str, Convention], written: Mapping[str, Column], *, is_stated: bool
) -> Iterator[Doubt]:
    """Yield what cells are taken for that are written in a way of their own, once for each way.

    `is_stated` is whether the user says what numbers in brackets are; else they may be several things.
    """
    for kind in dict.fromkeys(convention.kind for convention in conventions.values()):
        names = [name for name, convention in conventions.items() if convention.kind == kind]
        numbers = conventions[names[0]].numbers
        labels = [label for label in written[names[0]].labels if bare(label) in numbers]
        cell = next((label for label in labels if float(numbers[bare(label)])), labels[0])
        more = f", and so in {counted(len(names) - 1, 'more column')}" if len(names) > 1 else ""
        number = f"{float(numbers[bare(cell)]):.4g}"
        if kind == "brackets" and not is_stated:
            yield _doubt_of_brackets(cell, names[0], number, more)
            continue
        meaning = _MEANINGS.get(kind, "as numbers in brackets are read so").format(unit=conventions[names[0]].unit)
        yield Doubt(f"{quoted(cell)} is taken for {number}, {meaning}{more}", "csv", names[0], value=cell)


def _doubt_of_brackets(cell: str, name: str, number: str, more: str) -> Doubt:
    """Return that a number in brackets may be negative, or set apart; open."""
    ways = (
        Way(f"{quoted(cell)} is {number}", "set", 'scores.csv.brackets="negative"'),
        Way(f"{quoted(cell)} is {number.removeprefix('-')}", "set", 'scores.csv.brackets="plain"'),
    )
    text = (
        f"{quoted(cell)} stands in brackets, as negative numbers do in accounts, and numbers that are set apart{more}"
    )
    return Doubt(text, "csv", name, value=cell, is_open=True, ways=ways)


def doubts_on_mixed_units(table: Table, read: Sequence[str], left: Sequence[str]) -> Iterator[Doubt]:
    """Yield that columns have units or letters at their numbers and others have none, or other ones; open.

    `left` are the columns that are not read though they may hold scores.
    """
    units = {name: table.unit_of([name]) for name in read if name in table.numeric}
    first = next((name for name in (*left, *units) if name in table.conventions), None)
    others = [name for name in units if first and name != first and (first in left or units[name] != units[first])]
    if first is None or not others or (first in units and len({*units.values()}) < 2):
        return
    cell = next(iter(table.conventions[first].numbers))
    text = f"{quoted(cell)} is written otherwise than the numbers of {quoted(others[0])}: write all alike"
    way = Way(f"{quoted(first)} is not compared", "set", f"scores.ignore={json.dumps([first], ensure_ascii=False)}")
    yield Doubt(text, "csv", first, is_open=True, ways=(way,))


# Of so many different texts in a column of numbers, one may be of another kind.
_FEW = 4


def decimal_of(table: Table, sheets: Sequence[Sheet], csv: CsvOptions | None) -> tuple[str, dict[str, str]]:
    """Return the decimal sign of a table, "" where each column shows its own, and the columns of 5,820 or 5.820."""
    is_stated = csv is not None and (csv.decimal is not None or csv.thousands is not None)
    grouped = {} if is_stated else _grouped(table.columns)
    decimals = {sheet.decimal for sheet in sheets}
    return "." if grouped else decimals.pop() if len(decimals) == 1 else "", grouped


def _grouped(columns: Mapping[str, Column]) -> dict[str, str]:
    """Return the columns with cells such as 5,820 or 5.820, and the first one, where no column shows the decimal sign.

    Of both signs next to each other one would be the decimal sign.
    """
    cells = {name: first for name, column in columns.items() if (first := _first_grouped(column.labels))}
    signs = {decimal_in(columns[name].labels) for name in columns if columns[name].is_numeric or name in cells}
    return cells if signs <= {""} and len({sign_in(cell) for cell in cells.values()}) < 2 else {}


def _first_grouped(labels: Sequence[str]) -> str:
    return next((cell for cell in labels if any(may_be_thousands(cell, sign) for sign in ",.")), "")


def sign_in(cell: str) -> str:
    """Return which sign may stand between the thousands of a number."""
    return "," if "," in cell else "."


def _unread(readings: Mapping[str, CellReading]) -> list[str]:
    """Return the cells of a column of numbers that are not read as such, or are in percent while others are not."""
    per_cent = are_per_cent(readings.values())
    return [
        label
        for label, reading in readings.items()
        if (reading.kind is NumeralKind.UNREAD and not is_failure(label))
        or (reading.kind is NumeralKind.NUMBER and reading.is_per_cent != per_cent)
    ]


def _may_hold_scores(name: str, table: Table, unread: int, readings: Collection[CellReading]) -> bool:
    """Return whether a column of numbers with cells that are not read holds scores, and not names of things."""
    if name in table.parts | table.stated or role_of(name) or is_example(name):
        return False
    numbers = [reading.number for reading in readings if reading.number]
    is_score = better_of(name) or is_cost(name) or any("." in number for number in numbers)
    return bool(is_score) or 4 * unread <= len(numbers)


def doubts_of_thousands(table: Table, read: Sequence[str], scales: Iterable[Sequence[str]]) -> Iterator[Doubt]:
    """Yield that commas are taken to stand between thousands, or points for decimal ones, as nothing shows which.

    Open where a number without the sign is smaller than others in one of the two readings and larger in the other.
    Points are decimal ones but where there are such numbers, since few numbers have exactly three decimals or none.

    Parameters
    ----------
    table : Table
        What `grouped` is of.
    read : sequence of str
        The columns of scores and those that may be such.
    scales : iterable of sequence of str
        Those of `read` whose scores are compared with each other.
    """
    name = next((name for name in read if name in table.grouped), None)
    if name is None:
        return
    cell = table.grouped[name]
    sign = sign_in(cell)
    is_open = any(_decide(table, columns, sign) for columns in scales)
    if sign == "." and not is_open:
        return
    whole, fraction = cell.replace(sign, ""), f"{float(cell.replace(',', '.')):g}"
    ways = (
        Way(f"{quoted(cell)} is {whole}", "set", f'scores.csv.thousands="{sign}"'),
        Way(f"{quoted(cell)} is {fraction}", "set", f'scores.csv.decimal="{sign}"'),
    )
    ways, (first, second) = (ways, (whole, fraction)) if sign == "," else (ways[::-1], (fraction, whole))
    text = f"{quoted(cell)} is taken for {first}, as nothing shows whether it is {second}"
    yield Doubt(text, "csv", name, value=cell, is_open=is_open, ways=ways)


def _decide(table: Table, columns: Sequence[str], sign: str) -> bool:
    """Return whether it decides which numbers of columns are larger that a sign in some stands between thousands."""
    cells = Counter[str]()
    for column in (table.written.get(name, table.columns[name]) for name in columns if name in table.columns):
        times = np.bincount(column.codes, minlength=len(column.labels)).tolist()
        cells.update(dict(zip(map(bare, column.labels), times, strict=True)))
    fractions = [float(cell.replace(",", ".")) for cell in cells if may_be_thousands(cell, sign)]
    whole = {cell: int(cell) for cell in cells if cell.isdecimal() and int(cell)}
    if not fractions or not whole or max(whole.values()) <= min(fractions) or not _are_mixed(table, columns, sign):
        return False
    if sign == ",":
        return min(whole.values()) < _THOUSAND
    # 2345 shows that nothing stands between thousands; of times, one whole number that recurs is a limit
    is_limit = len(whole) == 1 and cells[next(iter(whole))] > 1
    return max(whole.values()) < _THOUSAND and not is_limit


def _are_mixed(table: Table, columns: Sequence[str], sign: str) -> bool:
    """Return whether numbers with the sign and whole ones are compared: of several columns those in one row are."""
    scored = [table.written.get(name, table.columns[name]) for name in columns if name in table.columns]
    if len(scored) < 2 or any(len(column.codes) != table.rows for column in scored):
        return True
    has_whole, has_sign = np.zeros((2, table.rows), dtype=bool)
    for column in scored:
        cells = list(map(bare, column.labels))
        has_whole |= np.array([cell.isdecimal() for cell in cells], dtype=bool)[column.codes]
        has_sign |= np.array([may_be_thousands(cell, sign) for cell in cells], dtype=bool)[column.codes]
    return bool((has_whole & has_sign).any())


_THOUSAND = 1000


def doubts_on_unsolved(table: Table, read: Sequence[str], metric: str) -> Iterator[Doubt]:
    """Yield that cells of times say unsolved within a limit, where all that hold no number do.

    `metric` is "" where no name says that the numbers are times: then a cell has to, or all are whole, and none may be
    in percent.
    """
    times: Counter[str] = Counter()
    for column in read:
        times.update(table.failures.get(column, {}))
    of_texts, of_numbers, notation = Censoring(), Censoring(), Notation(".")
    if not times or not all(of_texts.is_unsolved(value, notation) for value in times):
        return
    for column in read:
        of_numbers.take(table.columns[column].numbers)
    may_be_times = any(map(speaks_of_time, times)) or _are_whole(table, read)
    if not metric and (_has_per_cent(table, read) or not may_be_times):
        return
    metric = metric or "time"
    if max(of_numbers.largest, of_texts.largest) <= 1:  # shares rather than times
        return
    name = json.dumps(metric, ensure_ascii=False)
    further = ("scores.na=[]", "scores.missing=error", f"scores.metrics=[{{name: {name}, better: lower}}]")
    stated, longest = f"{of_texts.largest:.10g}", f"{of_numbers.largest:.10g}"
    if of_texts.largest >= of_numbers.largest:
        meaning, value = f"they are runs not solved within a limit of {stated}", f"{{limit: {stated}}}"
    else:  # a limit of the longest time would make that run unsolved
        limit = f"of {stated}, though" if of_texts.largest else "that no cell states;"
        meaning, value = f"they are runs not solved within a limit {limit} {longest} is the longest time", "{}"
    ways = (
        Way(meaning, "set", f"scores.censored={value}", tuple(("set", key) for key in further)),
        Way("they hold no result", "set", f"scores.na={json.dumps([*times], ensure_ascii=False)}"),
    )
    several = f"{counted(times.total(), 'cell')} {'hold' if times.total() > 1 else 'holds'}"
    several = several if table.is_whole else f"at least {several}"
    what = "say how runs ended" if times.total() > 1 else "says how one ended"
    often = [quoted(value) + (f" {counted(n, 'time')}" if n != 1 else "") for value, n in times.most_common()]
    text = f"{several} no time of a run, but {what}: {listed(often, 4)}"
    at = next(((column, cell) for column in read for cell in table.unread.get(column, ()) if cell.value in times), None)
    if at is None:
        yield Doubt(text, "censored", is_open=True, ways=ways)
    else:
        column, first = at
        yield Doubt(text, "censored", column, first.file, first.row, first.value, is_open=True, ways=ways)


def _are_whole(table: Table, read: Sequence[str]) -> bool:
    numbers = np.concatenate([table.columns[column].numbers for column in read])
    return bool((numbers[np.isfinite(numbers)] % 1 == 0).all())


def _has_per_cent(table: Table, read: Sequence[str]) -> bool:
    """Return whether cells of columns are written in percent."""
    return any("%" in label for column in read if column in table.written for label in table.written[column].labels)


def are_in_per_cent(table: Table, columns: Sequence[str], name: str) -> bool:
    """Return whether scores are in percent: each of their columns is written so, or their name says it.

    The cells of a column are all in percent, or a doubt says so. Fractions of 1 are not, whatever the name.
    """
    if names_per_cent(name) and any((np.abs(table.columns[column].numbers) > 1).any() for column in columns):
        return not are_beyond_per_cent(table, columns) or all(is_in_per_cent(table, column) for column in columns)
    return bool(columns) and all(is_in_per_cent(table, column) for column in columns)


def names_per_cent(name: str) -> bool:
    """Return whether a name says that numbers are in percent.

    >>> names_per_cent("gap_pct"), names_per_cent("Gap [%]"), names_per_cent("percentile")
    (True, True, False)
    """
    return "%" in name or not _PER_CENT.isdisjoint(words_of(name))


# Percentages that algorithms are measured by are smaller.
_LARGE = 200


def are_beyond_per_cent(table: Table, columns: Sequence[str]) -> bool:
    """Return whether numbers are larger than percentages, or about as large as a reference that is no percentage."""
    numbers = [np.abs(table.columns[column].numbers) for column in columns]
    finite = np.concatenate([each[np.isfinite(each)] for each in numbers])
    if len(finite) and np.median(finite) > _THOUSAND:
        return True
    references = (np.abs(table.columns[name].numbers) for name in table.numeric if is_reference(name))
    large = [each for each in references if np.nanmedian(each) > _LARGE]
    pairs = ((own[: len(other)], other[: len(own)]) for other in large for own in numbers)
    return any(np.nanmedian(np.abs(own - other)) < np.nanmedian(other) / 2 for own, other in pairs)


def is_in_per_cent(table: Table, column: str) -> bool:
    """Return whether most of the different cells of a column are written in percent."""
    labels = [label for label in table.written[column].labels if label] if column in table.written else []
    return 2 * sum("%" in label for label in labels) > len(labels)


_PER_CENT = frozenset("percent percentage pct perc".split())


def doubts_on_unread(table: Table, read: Sequence[str]) -> Iterator[Doubt]:
    """Yield the cells of columns of scores that hold no number and do not say that there is no result."""
    cells = {column: table.unread[column] for column in read if column in table.unread}
    values = ", ".join(
        json.dumps(value, ensure_ascii=False)
        for value in dict.fromkeys(cell.value for some in cells.values() for cell in some)
    )
    ways = (Way("such cells hold no result", "set", f"scores.na=[{values}]"),)
    for column, some in cells.items():
        for first, more in ((some[0], some[1:]),) if len(some) > _MOST_UNREAD else ((cell, ()) for cell in some):
            further = first.times - 1 + sum(cell.times for cell in more)
            yield Doubt(
                _sentence_on_unread(first.value, more[0].value if more else "", further),
                "na",
                column,
                first.file,
                first.row,
                first.value,
                is_open=True,
                ways=ways,
            )


# Up to as many texts of a column are named one by one.
_MOST_UNREAD = 2


def _sentence_on_unread(value: str, second: str, further: int) -> str:
    """Return what is said of a cell in a column of numbers that is none, as a second one is, and further ones."""
    more = f", and {further} more{f' such as {quoted(second)}' if second else ''}" if further else ""
    if value.rstrip().endswith("%"):
        return f"{quoted(value)} is in percent, and the others of the column are not{more}; write all alike"
    return f"{quoted(value)} is no number{more}; correct it, or take it for no result"
