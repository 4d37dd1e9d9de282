r"""Tables in LaTeX, as papers have them: each tabular, or its rows alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from rankpress.core.faults import Findings
from rankpress.sources.cells import Sheet, without_markup
from rankpress.sources.files import Origin
from rankpress.sources.formats import Format
from rankpress.sources.headers import with_index_names
from rankpress.sources.notation import raised_digits
from rankpress.sources.row_tables import Rows, find_passed_rows, sheets_of

_BEGIN = re.compile(r"\\begin\s*\{(tabular[*xy]?|tabu|longtable\*?|longtabu|xltabular|array|NiceTabular[*X]?)\}")
_ROW = re.compile(rb"[^\n&]*(?:[^\\\n]&[^\n&]*)+\\\\[ \t]*(?:\[[^\]\n]*\]|\\\w+|[ \t])*(?:\r?\n|$)")
# What LaTeX passes over: the rest of a line, a part that is never true, an environment of comments.
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_UNSET = re.compile(
    r"\\begin\s*\{comment\}.*?(?:\\end\s*\{comment\}|\Z)"
    r"|\\(?:iffalse(?![A-Za-z])|if\s*0(?!\d)).*?(?:\\(?:fi|else)(?![A-Za-z])|\Z)",
    re.DOTALL,
)
_RULE = re.compile(
    r"\\(?:toprule|midrule|bottomrule|hline|hdashline|cmidrule|cline|addlinespace|specialrule|rowcolor|noalign"
    r"|end(?:first)?(?:head|foot)|endlast(?:head|foot))(?![A-Za-z])(?:\s*(?:\[[^\]]*\]|\([^)]*\)|\{[^{}]*\}))*"
)
_BEFORE = re.compile(rf"(?:\s|{_RULE.pattern})*")
_NOTES = re.compile(r"[~\s]*\\(?:cite[a-z]*|footnote(?:mark|text)?|label|ref)\*?(?:\[[^\]]*\])*(?:\{[^{}]*\})?")
_ESCAPED = re.compile(r"\\([%&_#$])")
_STRUCK = re.compile(r"\\(?:sout|st|xout|cancel|bcancel|xcancel)\s*\{\s*([-+.\d][^{}]*)\}")
_ACROSS = re.compile(r"\s*\\multicolumn\s*\{\s*(\d+)\s*\}\s*\{[^{}]*\}\s*\{(.*)\}\s*", re.DOTALL)
_DOWN = re.compile(
    r"\s*\\multirow\s*(?:\[[^\]]*\])?\{\s*(\d+)\s*\}(?:\[[^\]]*\])?\s*\{[^{}]*\}\s*\{(.*)\}\s*", re.DOTALL
)
_CAPTION = re.compile(r"\\caption\s*(?:\[[^\]]*\])?\{((?:[^{}]|\{[^{}]*\})*)\}")
_LIKE_NUMBER = re.compile(r"[<>≤≥≈~=+\-\s]*\.?\d")
_MOST_ACROSS = 1000
_TOKEN = re.compile(r"\\\\(?:\s*\*)?(?:\s*\[[^\]]*\])?|\\.|[{}&\n]", re.DOTALL)


def _recognizes(origin: Origin) -> bool:
    if origin.is_folder:
        return False
    return origin.suffix == ".tex" or _ROW.match(origin.beginning.removeprefix(b"\xef\xbb\xbf").lstrip()) is not None


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    set_lines = _COMMENT.sub("", origin.text)
    source = _blanked(_UNSET, set_lines)
    comments = [comment[0].strip(" %\t\r") for comment in _COMMENT.finditer(origin.text)]
    unset = [line for part in _UNSET.finditer(set_lines) for line in part[0].splitlines()]
    find_passed_rows([*unset, *comments], "&", findings)
    sheets = sheets_of(origin, list(_tables(source)), cut=False)
    if len(sheets) != 1:
        return sheets
    return [replace(sheet, comments=(*_prose(source), *filter(None, comments[:_MOST_LINES]))) for sheet in sheets]


def _blanked(pattern: re.Pattern[str], source: str) -> str:
    """Return a text without what a pattern matches, but for the ends of its lines, so that lines keep their numbers."""
    return pattern.sub(lambda match: "\n" * match[0].count("\n"), source)


# Of a text no more lines are looked at, and none that are longer.
_MOST_LINES, _LONGEST = 100, 400
_COMMAND = re.compile(r"\\(?:[A-Za-z]+\*?|.)(?:\[[^\]]*\])*|[{}]")


# Marks that refer to notes, by their commands, raised or not; and raised digits.
_MARKS = {"dag": "†", "ddag": "‡", "S": "§", "P": "¶"}  # of all others an asterisk, which is no markup
_SIGN = r"\\(?:text)?(d?dag|asteriskcentered|ast|star|[SP])(?:ger)?(?![A-Za-z])"
_MARK = re.compile(rf"(?:\^|\\textsuperscript\s*)\s*\{{\s*{_SIGN}\s*\}}|\^?\s*{_SIGN}|\^\s*(?:\{{\s*\*\s*\}}|\*)")
_RAISED = re.compile(r"\$\s*\^\s*\{?\s*(\d)\s*\}?\s*\$|\\(?:textsuperscript|tnote)\s*\{\s*(\d)\s*\}")


def _with_raised(content: str) -> str:
    return _RAISED.sub(lambda raised: raised_digits(raised[1] or raised[2]), content)


def _with_marks(content: str) -> str:
    r"""Return a text with the characters of marks in place of their commands.

    >>> _with_marks(r"Ours$^\dagger$"), _with_marks(r"Ours\textsuperscript{\ddag}"), _with_marks(r"kNN$^{1}$")
    ('Ours$†$', 'Ours‡', 'kNN¹')
    """
    return _MARK.sub(lambda mark: _MARKS.get(mark[1] or mark[2], "\N{ASTERISK OPERATOR}"), _with_raised(content))


def _prose(source: str) -> Iterator[str]:
    """Yield the lines next to a table in its environment, such as notes below it, without its caption."""
    begin = _BEGIN.search(source)
    end = source.find(f"\\end{{{begin[1]}}}") if begin else -1
    if begin is None or end < 0:
        return
    first, last = max(source.rfind("\\begin{table", 0, begin.start()), 0), source.find("\\end{table", end)
    around = (source[first : begin.start()], source[end : last if last >= 0 else end + _LONGEST])
    lines = (
        _COMMAND.sub(" ", _with_marks(line).replace("$", ""))
        for part in around
        for line in _CAPTION.sub("", part).splitlines()
    )
    yield from (" ".join(line.split()) for line in islice(lines, _MOST_LINES) if len(line.split()) > 1)


def _tables(source: str) -> Iterator[tuple[str, Rows]]:
    """Yield each tabular by the caption next to it, or a text of rows alone."""
    begins = list(_BEGIN.finditer(source))
    if not begins:
        yield "", _rows(source, 1)
    for begin in begins:
        end = source.find(f"\\end{{{begin[1]}}}", begin.end())
        start = _behind_arguments(source, begin.end())
        content, first_line = _once(source[start : end if end >= 0 else None]), 1 + source.count("\n", 0, start)
        head = len(_rows(content[: max(content.find("\\midrule"), 0)], first_line))
        yield _caption_at(source, begin.start(), end), with_index_names(_rows(content, first_line), head)


# Where a head or a foot of the pages of a long table ends, and what names the table in its first row.
_PART = re.compile(r"\\end(firsthead|head|foot|lastfoot)(?![A-Za-z])")
_CAPTION_ROW = re.compile(_CAPTION.pattern + r"\s*(?:\\label\s*\{[^{}]*\})?\s*(?:\\\\)?")


def _once(content: str) -> str:
    """Return the rows of an environment without its caption, and without what a long table repeats on each page."""
    ends = list(_PART.finditer(content))
    head = "firsthead" if any(end[1] == "firsthead" for end in ends) else "head"
    rows, begin = "", 0
    for end in ends:
        part = content[begin : end.start()]
        rows += part if end[1] == head else "\n" * part.count("\n")
        begin = end.end()
    return _blanked(_CAPTION_ROW, rows + content[begin:])


def _behind_arguments(source: str, start: int) -> int:
    """Return where the arguments of an environment end: its width, its position, its columns."""
    place = start
    while (stripped := len(source) - len(source[place:].lstrip())) < len(source) and source[stripped] in "[{":
        close, depth = {"[": "]", "{": "}"}[source[stripped]], 0
        for index in range(stripped, len(source)):
            depth += (source[index] == source[stripped]) - (source[index] == close)
            if not depth:
                break
        place = index + 1
    return place


def _caption_at(source: str, start: int, end: int) -> str:
    """Return the caption of the table that a tabular stands in, or of a long table in itself; "" for none."""
    first, last = source.rfind("\\begin{table", 0, start), source.find("\\end{table", max(end, 0))
    around = source[first:last] if first >= 0 and last >= 0 and source.find("\\end{table", first, start) < 0 else ""
    around = around or source[start : max(end, start)]
    caption = _CAPTION.search(around)
    return _words(caption[1]) if caption else ""


def _rows(source: str, first_line: int) -> Rows:
    """Part a text into rows at each double backslash and into cells at each &, but for those in braces."""
    rows, cells, cell, depth, line, start, place = Rows(), list[str](), "", 0, first_line, first_line, 0
    for token in _TOKEN.finditer(source):
        cell, place = cell + source[place : token.start()], token.end()
        line += token[0].count("\n")
        if token[0].startswith("\\\\") and not depth:
            rows.append((start, [*cells, cell]))
            cells, cell, start = [], "", line
        elif token[0] == "&" and not depth:
            cells, cell = [*cells, cell], ""
        else:
            depth += (token[0] == "{") - (token[0] == "}")
            cell += token[0]
    rows.append((start, [*cells, cell + source[place:]]))
    return list(_whole(rows))


def _whole(rows: Rows) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows with cells that reach over several filled in, without rules and empty rows."""
    down: dict[int, tuple[int, str]] = {}  # by column, how many rows a cell still reaches down, and its text
    for line, cells in rows:
        filled, before = list[str](), _BEFORE.match(cells[0])
        line += before[0].count("\n") if before else 0
        for cell in (_RULE.sub("", cell) for cell in cells):
            across, content = (
                (min(int(spanning[1]), _MOST_ACROSS), spanning[2])
                if (spanning := _ACROSS.fullmatch(cell))
                else (1, cell)
            )
            if spanning := _DOWN.fullmatch(content):
                content = spanning[2]
                down[len(filled)] = int(spanning[1]), _text(content)
            left, above = down.pop(len(filled), (0, ""))
            if left > 1:
                down[len(filled)] = left - 1, above
            filled += [_text(content) or (above if left else "")] * across
        if any(filled):
            yield line, filled


def _text(cell: str) -> str:
    """Return a cell: a number with what sets it off, which is read elsewhere, or words without."""
    cell = _STRUCK.sub(r"~~\1~~", _ESCAPED.sub(r"\1", _NOTES.sub("", _with_raised(cell)))).strip()
    return cell if _LIKE_NUMBER.match(without_markup(cell)) else _words(_with_marks(cell))


def _words(cell: str) -> str:
    words = _ARROW.sub(lambda arrow: f" {_ARROWS[arrow[1].casefold()]} ", without_markup(_NOTES.sub("", cell)))
    return " ".join(_ESCAPED.sub(r"\1", words.replace("~", " ")).split())


# Which direction of a metric is better.
_ARROW = re.compile(r"\\(up|down)arrow(?![A-Za-z])", re.IGNORECASE)
_ARROWS = {"up": "\N{UPWARDS ARROW}", "down": "\N{DOWNWARDS ARROW}"}


LATEX_FORMAT = Format("latex", "text in LaTeX with tables", _recognizes, _open)
