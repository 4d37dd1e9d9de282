"""Tables whose rows are at hand, such as those of a page, and what is wrong with rows of other lengths."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from rankpress.catalog.metrics import way_of
from rankpress.core.faults import Fault, Findings
from rankpress.sources.cells import HeldSheet, Sheet, Stretch
from rankpress.sources.files import Origin, Unreadable
from rankpress.sources.headers import LOOKED_AT, joined_header, with_index_names
from rankpress.sources.notation import decimal_in
from rankpress.sources.numerals import is_of_numbers
from rankpress.sources.titles import count_titles
from rankpress.wording.strings import counted, quoted

# The rows of a table with their numbers, the header first.
Rows = list[tuple[int, list[str]]]
# What lines begin with that programs write before a table.
COMMENT = re.compile(r"\s*(#|%|//)")
_DIGIT = re.compile(r"\d")


def sheets_of(
    origin: Origin,
    tables: Sequence[tuple[str, Rows]],
    *,
    cut: bool,
    fill: bool = True,
    captions: Sequence[str] = (),
) -> list[Sheet]:
    """Return each table with a header and rows, by its name or number. Raises Unreadable where there is none.

    `captions` are those of a page that names its tables otherwise: a single one is the title of its only table.
    """
    tables_by_name = [(name, [row for row in rows if any(row[1])]) for name, rows in tables]
    tables_by_name = [(name, rows) for name, rows in tables_by_name if len(rows) > 1 and len(rows[0][1]) > 1]
    if not tables_by_name:
        raise Unreadable(Fault(origin.place, "there is no table", "a table with a header and rows under it"))
    if len(tables_by_name) == 1:
        [(name, rows)] = tables_by_name
        return [_sheet(origin, "", rows, cut=cut, fill=fill, title=captions[0] if len(captions) == 1 else name)]
    # without a name, the metric in the corner of its header is one
    tables_by_name = [
        (name or (corner if way_of(corner := rows[0][1][0]) else ""), rows) for name, rows in tables_by_name
    ]
    times = Counter(name for name, _ in tables_by_name)
    return [
        _sheet(origin, name if name and times[name] == 1 else f"{name or 'table'} {place}", rows, cut=cut, fill=fill)
        for place, (name, rows) in enumerate(tables_by_name, 1)
    ]


def _sheet(origin: Origin, name: str, rows: Rows, *, cut: bool, fill: bool, title: str = "") -> Sheet:
    """Fill the rows of a table that are too short, as browsers do, and cut those that are too long, where requested.

    `title` is what names the only table of a page.
    """
    usual = Counter(len(cells) for _, cells in rows).most_common(1)[0][0]
    n = 0 if cut else count_titles([cells for _, cells in rows], usual)
    above = dict.fromkeys(filter(None, chain.from_iterable(cells for _, cells in rows[:n])))
    title, rows = " ".join(filter(None, (title, *above))), with_index_names(rows[n:])
    header, header_rows = joined_header([cells for _, cells in rows[:LOOKED_AT]], origin.header)
    first, body = rows[0][0], rows[header_rows:]
    place, width = f"{origin.place} table {name}" if name else origin.place, len(header)
    filled = [(row, cells + [""] * (width - len(cells)) if fill else cells) for row, cells in body]
    if cut:
        filled = [(row, cells[:width]) for row, cells in filled]
    whole = [(row, cells) for row, cells in filled if len(cells) == width]
    columns = tuple(map(list, zip(*(cells for _, cells in whole), strict=True))) if whole else ([],) * width
    return MarkedSheet(
        place,
        header,
        (origin.file,),
        first,
        name,
        title=title,
        decimal=decimal_of([cells for _, cells in whole]),
        cells=columns,
        rows=[row for row, _ in whole],
        uneven=[(row, cells) for row, cells in filled if len(cells) != width],
    )


@dataclass(frozen=True, kw_only=True)
class MarkedSheet(HeldSheet):
    """A table of a page, of which some rows perhaps have other lengths than the header."""

    uneven: Rows

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Yield all rows at once, with a fault for each that is of another length than the header."""
        whole_rows(self.place, self.uneven, len(self.header), findings)
        yield from super().stretches(columns, findings)


def decimal_of(rows: Sequence[Sequence[str]], delimiter: str = "") -> str:
    """Return the decimal sign that all columns of numbers show alike; "" where they show none, or two."""
    signs: set[str] = set()
    for column in map(list, zip(*rows, strict=False)):
        sign = decimal_in(column)
        if sign and sign not in signs and is_of_numbers(column):  # last, since it reads every cell
            signs.add(sign)
    if len(signs) == 1:
        return signs.pop()
    return "." if delimiter == "," and not signs else ""


def whole_rows(
    place: str, numbered: Iterable[tuple[int, list[str]]], width: int, findings: Findings, remedy: str = ""
) -> tuple[list[int], list[list[str]]]:
    """Return the rows that have as many cells as the header, and their numbers; the others are faults."""
    rows, records = list[int](), list[list[str]]()
    for row, record in numbered:
        if len(record) == width:
            rows.append(row)
            records.append(record)
            continue
        message = f"the row has {counted(len(record), 'cell')}, the header {counted(width, 'cell')}"
        lacking = width - len(record)
        of_end = (
            "" if lacking < 0 else f": {counted(lacking, 'cell')} {'is' if lacking == 1 else 'are'} missing at its end"
        )
        advice = remedy if lacking < 0 else "complete the row, or remove it; is the file cut off?"
        if len(record) < 2 or not any(map(_DIGIT.search, record)):
            advice = (
                "complete the row, or remove it if it is a title or a note; if another table begins here, save each in "
                "a file of its own; is the file cut off?"
            )
        if COMMENT.match(record[0]):
            message, of_end = f"the line begins as a comment does, {quoted(record[0])}, and stands between rows", ""
            advice = (
                "remove such lines: rows that are commented out are neither read nor passed over unseen; "
                "grep -v '^#' scores.csv > read.csv"
            )
        expected = f"{counted(width, 'cell')} in each row, empty ones included"
        fault = Fault(f"{place} row {row}", message + of_end, expected, advice)
        findings.add_unread("rows of another length than the header", fault)
    return rows, records


def find_passed_rows(lines: Iterable[str], sign: str, findings: Findings) -> None:
    """Note the lines of comments that are rows with numbers, so that they are quoted and not lost in silence."""
    rows = (" ".join(line.split()) for line in lines if sign in line and any(map(str.isdecimal, line)))
    findings.comments.update(dict.fromkeys(rows))
