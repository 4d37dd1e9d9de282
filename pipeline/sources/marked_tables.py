"""Tables in HTML and Markdown, as leaderboards and README files have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser

from rankpress.core.faults import Fault, Findings, counted
from rankpress.sources.cells import HeldSheet, Sheet, find_no_rows, find_same_names
from rankpress.sources.files import Origin, Unreadable
from rankpress.sources.formats import Format

_PAGE = re.compile(rb"\s*(<!doctype html|<html|<table)\b", re.IGNORECASE)
_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*")
_BAR = re.compile(r"(?<!\\)\|")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_LARGEST_SPAN = 1000


def _text(origin: Origin) -> str:
    try:
        return origin.content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1:,} of the file is no text in UTF-8"
        raise Unreadable(Fault(origin.place, message, "text in UTF-8")) from error


class _Tables(HTMLParser):
    """Collects the tables of a page: of each its caption or `id`, and its rows of cells, spans filled."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[tuple[str, list[list[str]]]] = []
        self.nested = False
        self._depth = 0
        self._name: list[str] | None = None
        self._cell: list[str] | None = None
        self._spans: dict[tuple[int, int], str] = {}
        self._across = self._down = 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "table":
            self._depth += 1
            self.nested |= self._depth > 1
            self.tables.append((given.get("id") or "", []))
            self._spans = {}
        elif not self.tables or not self._depth:
            return
        elif tag == "caption":
            self._name = []
        elif tag == "tr":
            self._end_cell()
            self.tables[-1][1].append([])
        elif tag in ("td", "th"):
            self._end_cell()
            self._cell = []
            self._across, self._down = (_span(given.get(name)) for name in ("colspan", "rowspan"))
        elif tag == "br" and self._cell is not None:
            self._cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "table" and self._depth:
            self._end_cell()
            self._depth -= 1
        elif tag in ("td", "th", "tr"):
            self._end_cell()
        elif tag == "caption" and self._name is not None:
            name, rows = self.tables[-1]
            self.tables[-1] = (name or " ".join("".join(self._name).split()), rows)
            self._name = None

    def handle_data(self, data: str) -> None:
        target = self._cell if self._cell is not None else self._name
        if target is not None:
            target.append(data)

    def _end_cell(self) -> None:
        if self._cell is None:
            return
        rows = self.tables[-1][1]
        if not rows:
            rows.append([])
        text, self._cell = " ".join("".join(self._cell).split()), None
        row = len(rows) - 1
        self._fill(row)
        column = len(rows[row])
        rows[row] += [text] * self._across
        for below in range(row + 1, row + self._down):
            self._spans |= {(below, column + step): text for step in range(self._across)}
        self._fill(row)

    def _fill(self, row: int) -> None:
        """Put what cells of rows above reach down to at the end of a row."""
        cells = self.tables[-1][1][row]
        while (row, len(cells)) in self._spans:
            cells.append(self._spans.pop((row, len(cells))))


def _span(text: str | None) -> int:
    return min(max(int(text), 1), _LARGEST_SPAN) if text is not None and text.strip().isdecimal() else 1


def _html_recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        return False
    return origin.suffix in (".html", ".htm") or _PAGE.match(origin.beginning.removeprefix(b"\xef\xbb\xbf")) is not None


def _html_open(origin: Origin, findings: Findings) -> list[Sheet]:
    parser = _Tables()
    parser.feed(_text(origin))
    parser.close()
    if parser.nested:
        raise Unreadable(Fault(origin.place, "a table stands inside a table", "tables of plain cells"))
    return _sheets(origin, [(name, list(enumerate(rows, 1))) for name, rows in parser.tables], findings)


def _markdown_recognizes(origin: Origin) -> bool:
    return not origin.is_folder and origin.suffix in (".md", ".markdown")


def _markdown_open(origin: Origin, findings: Findings) -> list[Sheet]:
    return _sheets(origin, list(_markdown_tables(_text(origin).splitlines())), findings)


def _markdown_tables(lines: Sequence[str]) -> Iterator[tuple[str, list[tuple[int, list[str]]]]]:
    """Yield each table under the heading that it stands under."""
    heading, place = "", 0
    while place < len(lines):
        line = lines[place]
        if line.startswith("#"):
            heading = line.lstrip("# ").strip()
        if place and "|" in lines[place - 1] and "-" in line and _RULE.fullmatch(line):
            rows = [(place, _bars(lines[place - 1]))]
            place += 1
            while place < len(lines) and "|" in lines[place]:
                rows.append((place + 1, _bars(lines[place])))
                place += 1
            yield heading, rows
        else:
            place += 1


def _bars(line: str) -> list[str]:
    text = line.strip().removeprefix("|")
    text = text[:-1] if text.endswith("|") and not text.endswith("\\|") else text
    return [_LINK.sub(r"\1", cell).replace("\\|", "|").strip() for cell in _BAR.split(text)]


Rows = list[tuple[int, list[str]]]


def _sheets(origin: Origin, tables: Sequence[tuple[str, Rows]], findings: Findings) -> list[Sheet]:
    named = [(name, [row for row in rows if any(row[1])]) for name, rows in tables]
    named = [(name, rows) for name, rows in named if len(rows) > 1 and len(rows[0][1]) > 1]
    if not named:
        raise Unreadable(Fault(origin.place, "there is no table", "a table with a header and rows under it"))
    names = _distinct([name for name, _ in named])
    return [_sheet(origin, name, rows, findings) for name, (_, rows) in zip(names, named, strict=True)]


def _distinct(names: Sequence[str]) -> list[str]:
    """Return a name for each table; none where there is one alone."""
    if len(names) == 1:
        return [""]
    return [
        name if name and names.count(name) == 1 else f"{name or 'table'} {place}" for place, name in enumerate(names, 1)
    ]


def _sheet(origin: Origin, name: str, rows: Rows, findings: Findings) -> Sheet:
    (first, header), *body = rows
    place = f"{origin.place} table {name}" if name else origin.place
    complete = [(row, cells) for row, cells in body if len(cells) == len(header)]
    for row, cells in body:
        if len(cells) != len(header):
            text = f"the row has {counted(len(cells), 'cell')}, the header {counted(len(header), 'cell')}"
            fault = Fault(f"{place} row {row}", text, f"{len(header)} cells in each row, empty ones included")
            findings.add_unread("rows of another length than the header", fault)
    if not complete:
        find_no_rows(place, findings)
    columns = tuple(map(list, zip(*(cells for _, cells in complete), strict=True))) if complete else ([],) * len(header)
    numbers = [row for row, _ in complete]
    sheet = HeldSheet(place, tuple(header), (origin.file,), first, name, cells=columns, rows=numbers)
    find_same_names(sheet, findings)
    return sheet


HTML_FORMAT = Format("html", "a page with tables", _html_recognizes, _html_open)
MARKDOWN_FORMAT = Format("markdown", "a text in Markdown with tables", _markdown_recognizes, _markdown_open)
