"""Tables in HTML and Markdown, as leaderboards and README files have them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser

from rankpress.core.faults import Fault, Findings
from rankpress.sources.cells import HeldSheet, Sheet, find_no_rows, find_same_names
from rankpress.sources.files import Origin, Unreadable
from rankpress.sources.formats import Format
from rankpress.sources.text_tables import whole_rows

_PAGE = re.compile(rb"\s*(<!doctype html|<html|<table)\b", re.IGNORECASE)
_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*")
_BAR = re.compile(r"(?<!\\)\|")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_LARGEST_SPAN = 1000

Rows = list[tuple[int, list[str]]]


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
            spans = (given.get(name) or "" for name in ("colspan", "rowspan"))
            self._across, self._down = (
                min(max(int(span), 1), _LARGEST_SPAN) if span.strip().isdecimal() else 1 for span in spans
            )
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


def _html_recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        return False
    return origin.suffix in (".html", ".htm") or _PAGE.match(origin.beginning.removeprefix(b"\xef\xbb\xbf")) is not None


def _html_open(origin: Origin, findings: Findings) -> list[Sheet]:
    parser = _Tables()
    parser.feed(origin.text)
    parser.close()
    if parser.nested:
        raise Unreadable(Fault(origin.place, "a table stands inside a table", "tables of plain cells"))
    return _sheets(origin, [(name, list(enumerate(rows, 1))) for name, rows in parser.tables], findings)


def _markdown_recognizes(origin: Origin) -> bool:
    return not origin.is_folder and origin.suffix in (".md", ".markdown")


def _markdown_open(origin: Origin, findings: Findings) -> list[Sheet]:
    return _sheets(origin, list(_markdown_tables(origin.text.splitlines())), findings)


def _markdown_tables(lines: Sequence[str]) -> Iterator[tuple[str, Rows]]:
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


def _sheets(origin: Origin, tables: Sequence[tuple[str, Rows]], findings: Findings) -> list[Sheet]:
    named = [(name, [row for row in rows if any(row[1])]) for name, rows in tables]
    named = [(name, rows) for name, rows in named if len(rows) > 1 and len(rows[0][1]) > 1]
    if not named:
        raise Unreadable(Fault(origin.place, "there is no table", "a table with a header and rows under it"))
    if len(named) == 1:
        return [_sheet(origin, "", named[0][1], findings)]
    times = Counter(name for name, _ in named)
    return [
        _sheet(origin, name if name and times[name] == 1 else f"{name or 'table'} {place}", rows, findings)
        for place, (name, rows) in enumerate(named, 1)
    ]


def _sheet(origin: Origin, name: str, rows: Rows, findings: Findings) -> Sheet:
    (first, header), *body = rows
    place = f"{origin.place} table {name}" if name else origin.place
    numbers, complete = whole_rows(place, body, len(header), findings)
    if not complete:
        find_no_rows(place, findings)
    columns = tuple(map(list, zip(*complete, strict=True))) if complete else ([],) * len(header)
    sheet = HeldSheet(place, tuple(header), (origin.file,), first, name, cells=columns, rows=numbers)
    find_same_names(sheet, findings)
    return sheet


HTML_FORMAT = Format("html", "a page with tables", _html_recognizes, _html_open)
MARKDOWN_FORMAT = Format("markdown", "a text in Markdown with tables", _markdown_recognizes, _markdown_open)
