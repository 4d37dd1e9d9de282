"""Tables in HTML and Markdown, as leaderboards and README files have them."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from xml.etree.ElementTree import Element

from rankpress.core.faults import Fault, Findings
from rankpress.sources.blank_lines import numbered_lines
from rankpress.sources.cells import Sheet
from rankpress.sources.files import Origin, Unreadable, too_large
from rankpress.sources.formats import Format
from rankpress.sources.headers import with_index_names
from rankpress.sources.notation import raised_digits
from rankpress.sources.row_tables import Rows, find_passed_rows, sheets_of
from rankpress.sources.titles import CAPTION
from rankpress.wording.strings import counted

_NOT_SHOWN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_PAGE = re.compile(rb"\s*(<!doctype html|<html|<table)\b", re.IGNORECASE)
# under a header, one hyphen or more for each column, as GitHub reads it
_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*([|+]\s*:?-+:?\s*)*\|?\s*")  # parted by + in org-mode
# a line of a table that is drawn with + and -, as that under the header of what psql prints
_GRID = re.compile(r"\s*(?:\+[-=+:]+\+|\|?-+(?:\+-+)+\|?)\s*")
# Lines of boxes, as terminals show them, and what stands for them in Markdown.
_CORNERS = "┌┬┐├┼┤└┴┘╭╮╰╯┏┳┓┣╋┫┗┻┛╔╦╗╠╬╣╚╩╝┡╇┩╞╪╡╒╤╕╘╧╛"
_BOXES = str.maketrans("│┃║┆┊╎─━═" + _CORNERS, "||||||---" + "+" * len(_CORNERS))
_UNDER_HEADER = re.compile(
    rb"^[^\n|]+(?:\|[^\n|]*)+\r?\n-+(?:\+-+)+\r?\n|^\|[^\n]*\r?\n\|(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*\r?\n",
    re.MULTILINE,
)
_BAR = re.compile(r"(?<!\\)\|")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_LINE = re.compile("[-=]")
_FIRST = 400  # bytes in which a box begins, perhaps below a query
_BOX = re.compile(r"^[ \t]*\+-[-+]*\+[ \t]*\r?\n[ \t]*\|", re.MULTILINE)
_MOST_ABOVE = 4000  # bytes that a header ends in which stands over a rule, perhaps below a query
# what programs print below the names of columns, and how they end a table
_TYPE = re.compile(
    r"-{2,}|<\w+>|(?:u?(?:tiny|small|big|huge)?int(?:eger)?|[iuf])\d*|varchar|text|str(?:ing)?|char|double|float\d*|real"
    r"|decimal(?:\([\d, ]+\))?|numeric|bool(?:ean)?|date|time|timestamp|cat|enum|blob",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\(?[\d,. ]+ rows?\b.*", re.IGNORECASE)
_ORG_HEADING = re.compile(r"\*+ \w")
_ORG_TITLE = re.compile(r"#\+(?:caption|title):(.*)", re.IGNORECASE)
_LARGEST_SPAN = 1000
MOST_OF_PAGE = 1 << 25  # bytes, which take a minute or two
_AS_CSV = "save its table as CSV"


def _html_tables(page: Element, origin: Origin) -> Iterator[tuple[str, Rows]]:
    """Yield each table by its `id` or caption, cells that span several filled in. Raises Unreadable."""
    n_cells = 0
    for table in page.iter("table"):
        caption = table.find("caption")
        rows, spanned = Rows(), dict[int, tuple[int, str]]()  # by column, down to which row a cell reaches
        for row, element in enumerate(table.iter("tr"), 1):
            cells: list[str] = []
            for cell in (cell for cell in element if cell.tag in ("td", "th")):
                _fill(cells, row, spanned)
                across, down = (_span(cell.get(name, "")) for name in ("colspan", "rowspan"))
                content = _marked(cell)
                spanned |= dict.fromkeys(range(len(cells), len(cells) + across), (row + down - 1, content))
                cells += [content] * across
            _fill(cells, row, spanned)
            rows.append((row, cells))
            n_cells += len(cells)
            if n_cells > origin.limit.cells:
                what = "with each cell in all rows and columns that it spans, the page has"
                raise Unreadable(too_large(origin.place, what, "cells", origin.limit.cells))
        head = len(list(table.iterfind("thead/tr")))
        yield table.get("id") or ("" if caption is None else _shown(caption)), with_index_names(rows, head)


def _fill(cells: list[str], row: int, spanned: Mapping[int, tuple[int, str]]) -> None:
    """Put what cells of rows above reach down to at the end of a row."""
    while spanned.get(len(cells), (0, ""))[0] >= row:
        cells.append(spanned[len(cells)][1])


def _span(span: str) -> int:
    return min(max(int(span), 1), _LARGEST_SPAN) if span.strip().isdecimal() else 1


def _shown(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _marked(cell: Element) -> str:
    """Return the text of a cell, a number in bold as Markdown writes it: it says which is the best."""
    content = _shown(cell)
    bold = "".join(_shown(part) for part in cell.iter() if part.tag in ("b", "strong"))
    return f"**{content}**" if cell.tag == "td" and bold and bold == content and _BEGINS.match(content) else content


_BEGINS = re.compile(r"[-+.\u2212]?\d")


def _html_recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        return False
    return origin.suffix in (".html", ".htm") or _PAGE.match(origin.beginning.removeprefix(b"\xef\xbb\xbf")) is not None


def _html_open(origin: Origin, findings: Findings) -> list[Sheet]:
    import tinyhtml5  # WeasyPrint's parser, loaded late: few studies read pages

    size = origin.full.stat().st_size if origin.packing is None else len(origin.content)
    if size > MOST_OF_PAGE:
        message, expected = (
            f"the page has {counted(size, 'byte')}",
            f"at most {MOST_OF_PAGE:,}, as pages are slow to parse",
        )
        raise Unreadable(Fault(origin.place, message, expected, _AS_CSV))
    page: Element = tinyhtml5.parse(_TimedText(origin), namespace_html_elements=False)
    for raised in page.iter("sup"):
        if not len(raised) and (raised.text or "").strip().isdecimal():  # next to a number it would be digits of it
            raised.text = raised_digits((raised.text or "").strip())
    for line_break in page.iter("br"):
        line_break.tail = f" {line_break.tail or ''}"
    for part in list(page.iter()):
        if not isinstance(part.tag, str):  # a comment
            find_passed_rows([part.text or ""], "<td", findings)
        if not isinstance(part.tag, str) or part.tag in _NO_TEXT:
            _empty(part)
    for cell in (*page.iter("td"), *page.iter("th")):
        for part in [part for part in cell.iter() if part is not cell and _is_hidden(part)]:
            _empty(part)  # such as the key that a page sorts its rows by
        for part in filter(_is_struck, list(cell.iter())):
            content = _shown(part)
            for inner in list(part):
                part.remove(inner)
            part.text = f"~~{content}~~"
    if page.find(".//table//table") is not None:
        raise Unreadable(Fault(origin.place, "a table stands inside a table", "tables of plain cells"))
    sheets = sheets_of(origin, list(_html_tables(page, origin)), cut=False)
    return [replace(sheet, comments=tuple(_paragraphs(page))) for sheet in sheets] if len(sheets) == 1 else sheets


def _paragraphs(page: Element) -> Iterator[str]:
    """Yield the first paragraphs of a page that are in no table."""
    texts = (_shown(element) for element in page.iter() if element.tag in ("p", "figcaption", "small", "footer"))
    yield from (paragraph for paragraph in islice(texts, _MOST_LINES) if paragraph and len(paragraph) <= _LONGEST)


_NO_TEXT = frozenset({"script", "style", "template"})


def _empty(element: Element) -> None:
    """Leave of an element what stands behind it."""
    tail = element.tail
    element.clear()
    element.tail = tail


def _is_hidden(element: Element) -> bool:
    """Return whether a page does not show an element, by its own word; style sheets are not read."""
    return "hidden" in element.attrib or _NOT_SHOWN.search(element.get("style", "")) is not None


def _is_struck(element: Element) -> bool:
    """Return whether a page shows a number or a part of it struck through."""
    is_struck = element.tag in ("s", "strike", "del") or "line-through" in element.get("style", "")
    return is_struck and _BEGINS.match(_shown(element)) is not None


class _TimedText(io.StringIO):
    """The text of a page, which a parser reads in parts for as long as it may take: of deep ones a part takes long."""

    def __init__(self, origin: Origin) -> None:
        super().__init__(origin.text)
        self._place, self._seconds, self._begun = origin.place, origin.limit.seconds, time.thread_time()

    def read(self, size: int | None = -1, /) -> str:
        if time.thread_time() - self._begun > self._seconds:
            message = f"parsing the page takes more than {self._seconds:g} s of processor time"
            raise Unreadable(Fault(self._place, message, "a page that is short and not deeply nested", _AS_CSV))
        return super().read(size)


def _markdown_recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        return False
    boxes = origin.beginning[:_FIRST].decode("utf-8", "ignore").translate(_BOXES)
    if _BOX.search(boxes) or (origin.suffix in (".org", ".rst") and b"|" in origin.beginning):
        return True
    return origin.suffix in (".md", ".markdown") or (
        origin.beginning.lstrip().startswith(b"+=") or _UNDER_HEADER.search(origin.beginning[:_MOST_ABOVE]) is not None
    )


def _markdown_open(origin: Origin, findings: Findings) -> list[Sheet]:
    whole = origin.text.translate(_BOXES)
    source = _COMMENT.sub(lambda comment: "\n".join([_PASSED] * (1 + comment[0].count("\n"))), whole)
    comments = [line.strip() for comment in _COMMENT.finditer(whole) for line in comment[1].splitlines()]
    find_passed_rows(comments, "|", findings)
    captions = [caption[1] for line in source.splitlines() if (caption := CAPTION.fullmatch(line))]
    sheets = sheets_of(origin, list(_markdown_tables(source)), cut=True, captions=captions)
    if len(sheets) != 1:
        return sheets
    return [replace(sheet, comments=(*_prose(source), *comments[:_MOST_LINES])) for sheet in sheets]


# What a page does not show, and what stands for it, so that lines keep their numbers and a table goes on below it.
_COMMENT = re.compile(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_PASSED = "\ufdd0"  # no character


# Of a page no more lines of prose are looked at, and none that are longer.
_MOST_LINES, _LONGEST = 100, 300


def _prose(source: str) -> Iterator[str]:
    """Yield the first lines of a page that are no part of a table, no heading and no picture."""
    lines = (line.strip() for line in source.splitlines()[:_MOST_LINES])
    yield from (line for line in lines if line and len(line) <= _LONGEST and line[0] not in f"#|!<`[-=:+{_PASSED}")


def _markdown_tables(source: str) -> Iterator[tuple[str, Rows]]:
    """Yield each table by the heading that it stands under."""
    shown = ((number, line.replace(_PASSED, ""), line) for number, line in numbered_lines(source))
    numbered = [(number, line) for number, line, whole in shown if line.strip() or _PASSED not in whole]
    numbers, lines = [number for number, _ in numbered], [line for _, line in numbered]
    heading, place = "", 0
    while place < len(lines):
        line = lines[place]
        if line.startswith("#+"):  # a keyword of org-mode
            named = _ORG_TITLE.match(line)
            heading = named[1].strip() if named else heading
        elif line.startswith("#") or _ORG_HEADING.match(line):
            heading = line.lstrip("#* ").strip()
        is_rule = bool(_LINE.search(line)) and bool(_RULE.fullmatch(line) or _GRID.fullmatch(line))
        if place and "|" in lines[place - 1] and is_rule:
            first = _first_of_head(lines, place - 1)
            rows = [(numbers[first], _bars(lines[first]))]
            place += 1
            while place < len(lines) and ("|" in lines[place] or _GRID.fullmatch(lines[place])):
                cells = [] if _GRID.fullmatch(lines[place]) else _bars(lines[place])
                are_types = len(rows) == 1 and _are_types(cells)
                if any(cells) and not are_types and not (len(cells) == 1 and _COUNT.fullmatch(cells[0])):
                    rows.append((numbers[place], cells))
                place += 1
            yield heading, rows
        else:
            place += 1


def _first_of_head(lines: Sequence[str], last: int) -> int:
    """Return the line with the names of columns: the last one above a rule, or the one above the types of columns."""
    while last and "|" in lines[last - 1] and _are_types(_bars(lines[last])):
        last -= 1
    return last


def _are_types(cells: Sequence[str]) -> bool:
    """Return whether cells name the types of columns, or stand for a rule."""
    return all(map(_TYPE.fullmatch, cells))


def _bars(line: str) -> list[str]:
    row = line.strip().removeprefix("|")
    row = row[:-1] if row.endswith("|") and not row.endswith("\\|") else row
    return [_plain_name(_LINK.sub(r"\1", cell).replace("\\|", "|").strip()) for cell in _BAR.split(row)]


_EMPHASIZED = re.compile(r"(\*{1,3}|`+)(?=\S)((?:(?!\1).)+)(?<=\S)\1")


def _plain_name(cell: str) -> str:
    """Return a cell without what sets a name in bold, italics or as code; of a number that says which is the best.

    >>> _plain_name("**Orders**"), _plain_name("**SVM** (ours)"), _plain_name("**0.91** ± 0.02"), _plain_name("A*")
    ('Orders', 'SVM (ours)', '**0.91** ± 0.02', 'A*')
    """
    if not cell or _BEGINS.match(cell.lstrip("*`_ ")):
        return cell
    whole = _EMPHASIZED.fullmatch(cell)
    return whole[2] if whole else _BOLD.sub(r"\1", cell)


_BOLD = re.compile(r"\*\*(?=\S)((?:(?!\*\*).)+)(?<=\S)\*\*")


HTML_FORMAT = Format("html", "a page with tables", _html_recognizes, _html_open, libraries=("tinyhtml5",))
MARKDOWN_FORMAT = Format("markdown", "text in Markdown with tables", _markdown_recognizes, _markdown_open)
