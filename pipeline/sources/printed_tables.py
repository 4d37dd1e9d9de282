"""Tables as programs print them: columns aligned by blanks, with blanks in names, rules, and further columns below."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rankpress.core.faults import Findings
from rankpress.sources.cells import FAILED, NO_RESULT, Sheet
from rankpress.sources.files import BEGINNING, Origin
from rankpress.sources.formats import Format
from rankpress.sources.numerals import NumberColumn, NumeralKind, read_texts
from rankpress.sources.row_tables import Rows, sheets_of
from rankpress.sources.titles import CAPTION

# Numbered lines of text.
Lines = list[tuple[int, str]]

_SUFFIXES = frozenset({"", ".txt", ".text", ".out", ".rout", ".log", ".dat", ".res", ".rst", ".lst"})
_PARTED = re.compile(r"[,;\t|]")
_RULE = re.compile(r"\s*(?:[=\-\u2500\u2501\u2550_]{2,}\s*)+")
_PROMPT = re.compile(r"\s*(?:>|\+ |In \[\d+\]:|Out\[\d+\]:)")
_FEWEST_ROWS = 2
_MOST_ABOVE = 4  # lines at which a rule below a header is looked for


def printed_tables(lines: Lines) -> list[Rows]:
    r"""Return the tables that are printed in lines of text, each with its header first.

    >>> text = "  d   A\n1 x 0.5\n2 y 0.6\n    B\n1 0.7\n2 0.8"
    >>> [[cells for _, cells in rows] for rows in printed_tables(list(enumerate(text.split("\n"))))]
    [[['', 'd', 'A', 'B'], ['1', 'x', '0.5', '0.7'], ['2', 'y', '0.6', '0.8']]]
    """
    return [rows for part in _parts(lines) if (rows := _wrapped(part) or _named_in_front(part))]


def _parts(lines: Lines) -> Iterator[Lines]:
    """Yield the lines between prompts, or between rules above and below, without rules and blank lines."""
    part = Lines()
    for number, line in [*lines, (0, ">")]:
        if not _PROMPT.match(line):
            part.append((number, line.rstrip().removesuffix("\\").rstrip()))
            continue
        rules = [place for place, (_, text) in enumerate(part) if text.strip() and _RULE.fullmatch(text)]
        # titles are underlined, tables have rules of several parts
        several = [place for place in rules if len(part[place][1].split()) > 1]
        if len(several) > 1:
            part = part[several[0] : several[-1]]
        elif len(several) == 1 and several[0] > 1 and not part[several[0] - 2][1].strip():
            part = part[several[0] - 1 :]  # below a caption
        kept = [(n, text) for n, text in part if text.strip() and not _RULE.fullmatch(text)]
        if len(kept) > _FEWEST_ROWS:
            yield kept
        part = Lines()


def _wrapped(part: Lines) -> Rows:
    """Return the table of lines in blocks, each of the same rows with other columns; none where they are none."""
    starts = [place for place in range(len(part) - 1) if _is_head(part[place][1], part[place + 1][1])]
    if not starts or starts[0]:
        return []
    blocks = [_aligned(part[start:end]) for start, end in zip(starts, [*starts[1:], len(part)], strict=True)]
    first, *others = blocks
    names = [cells[0] for _, cells in first]
    for block in others:
        if [cells[0] for _, cells in block] != names or names[:1] != [""]:
            return []
    rows = [
        (number, [*cells, *(cell for block in others for cell in block[place][1][1:])])
        for place, (number, cells) in enumerate(first)
    ]
    return rows if _has_scores(rows) else []


def _is_head(line: str, below: str) -> bool:
    """Return whether a line has names alone, over one with numbers."""
    kinds = _kinds(line.split())
    is_named = NumeralKind.NUMBER not in kinds and not {word.casefold() for word in line.split()} & (FAILED | NO_RESULT)
    return is_named and NumeralKind.NUMBER in _kinds(below.split())


def _aligned(block: Lines) -> Rows:
    """Return the cells of lines that stand one below the other: columns are parted where all lines have a blank."""
    width = max(len(line) for _, line in block)
    padded = [line.ljust(width) for _, line in block]
    filled = [any(line[at] != " " for line in padded) for at in range(width)]
    ends = [at for at in range(1, width + 1) if filled[at - 1] and (at == width or not filled[at])]
    starts = [at for at in range(width) if filled[at] and (at == 0 or not filled[at - 1])]
    places = list(zip(starts, ends, strict=True))
    places = _merged(places, padded)
    return [
        (number, [line[start:end].strip() for start, end in places])
        for (number, _), line in zip(block, padded, strict=True)
    ]


def _merged(places: list[tuple[int, int]], padded: Sequence[str]) -> list[tuple[int, int]]:
    """Return where columns stand, with those as one that a blank in a name or in a header parts."""
    merged: list[tuple[int, int]] = []
    ahead: int | None = None  # where a part of the header begins that no cells stand below
    for start, end in places:
        head, *cells = (line[start:end].strip() for line in padded)
        if not any(cells) and merged and _is_near(padded[0], merged[-1][1], start):
            merged[-1] = merged[-1][0], end
        elif not any(cells):
            ahead = start if ahead is None else ahead
        elif not head and merged and ahead is None and NumeralKind.NUMBER not in _kinds(cells):
            merged[-1] = merged[-1][0], end  # the second word of names
        else:
            merged.append((start if ahead is None else ahead, end))
            ahead = None
    if ahead is not None and merged:
        merged[-1] = merged[-1][0], places[-1][1]
    return merged


def _is_near(header: str, end: int, start: int) -> bool:
    """Return whether a word of a header is parted from the one before it by a blank, and from the next by more."""
    before, behind = header[:end].rstrip(), header[start:].strip()
    gap = re.search(r"  +", behind)
    return start - len(before) == 1 and (gap is not None or " " not in behind)


def _named_in_front(part: Lines) -> Rows:
    """Return the table of lines that end in as many numbers, whose names in front hold blanks; none otherwise."""
    (first, header), *rest = [(number, line.split()) for number, line in part]
    n = len(header) - 1
    if n < 1 or any(len(words) <= n for _, words in rest):
        return []
    rows = [(first, header), *((number, [" ".join(words[:-n]), *words[-n:]]) for number, words in rest)]
    return (
        rows if _has_scores(rows) and all(map(_is_score, (cell for _, cells in rows[1:] for cell in cells[1:]))) else []
    )


def _is_score(cell: str) -> bool:
    return cell.casefold() in FAILED | NO_RESULT or _kinds([cell]) == [NumeralKind.NUMBER]


def _has_scores(rows: Rows) -> bool:
    """Return whether rows are a table: names over and in front of columns, one of which at least holds numbers."""
    (_, header), *body = rows
    if len(body) < _FEWEST_ROWS or len(header) < 2 or not all(header[1:]) or len({*header}) < len(header):
        return False
    if any("  " in cell for _, cells in rows for cell in cells):  # columns that are not aligned
        return False
    columns = list(zip(*(cells for _, cells in body), strict=True))
    return all(columns[0]) and any(all(map(_is_score, column)) for column in columns[1:])


def _kinds(cells: Sequence[str]) -> list[NumeralKind]:
    return [reading.kind for reading in read_texts(list(cells), NumberColumn("", "", decimal="."))]


def _numbered(origin: Origin) -> Lines:
    return list(enumerate(origin.text.splitlines(), 1))


def _recognizes(origin: Origin) -> bool:
    """Return whether a short text holds a printed table, and blanks do not part all its lines into as many cells."""
    if origin.is_folder or origin.suffix not in _SUFFIXES or len(origin.beginning) == BEGINNING:
        return False
    if b"\0" in origin.beginning or (origin.csv is not None and origin.csv.delimiter):
        return False
    text = origin.beginning.decode("utf-8", "replace")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    widths = {len(line.split()) for _, line in lines[1:]}
    first = next((line for _, line in lines if not CAPTION.fullmatch(line)), "")
    has_rule = any(_RULE.fullmatch(line) and len(line.split()) > 1 for _, line in lines[:_MOST_ABOVE])
    if (len(widths) < 2 and not has_rule) or _PARTED.search(first):
        return False
    return bool(printed_tables(list(enumerate(text.splitlines(), 1))))


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    lines = _numbered(origin)
    captions = [caption[1] for _, line in lines if (caption := CAPTION.fullmatch(line))]
    tables = [("", rows) for rows in printed_tables(lines)]
    return sheets_of(origin, tables, cut=False, fill=False, captions=captions)


PRINTED_FORMAT = Format("printed", "a table as a program prints it", _recognizes, _open)
