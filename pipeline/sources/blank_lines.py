"""Long runs of blank lines, which are counted and not read one by one: a packed file may hold billions of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TextIO

CHUNK = 1 << 20
# The first lines of a run are read, for what stands around a blank line may depend on it.
_READ = re.compile(r"(?:[ \t]*(?:\r\n?|\n)){3}")
_RUN = re.compile(r"[\r\n][ \t\r\n]{30,}+")


def _runs_of_blanks(text: str, end: int | None = None) -> Iterator[tuple[int, int, int]]:
    """Yield where the blank lines of each run begin and end that need not be read, and how many they are.

    >>> list(_runs_of_blanks("a" + 100 * chr(10) + "b"))
    [(4, 101, 97)]
    """
    for run in _RUN.finditer(text, 0, len(text) if end is None else end):
        first = _READ.match(text, *run.span())
        stop = 1 + max(text.rfind(sign, *run.span()) for sign in "\r\n")
        if first is not None and first.end() < stop:
            yield first.end(), stop, _count(text, first.end(), stop)


def _count(text: str, start: int, stop: int) -> int:
    returns = text.count("\r", start, stop)
    return text.count("\n", start, stop) + (returns and returns - text.count("\r\n", start, stop))


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers, of a long run of blank lines only the first.

    >>> list(numbered_lines("a" + 100 * chr(10) + "b"))
    [(1, 'a'), (2, ''), (3, ''), (101, 'b')]
    """
    number, start = 1, 0
    for begin, stop, blank in _runs_of_blanks(text):
        lines = text[start:begin].splitlines()
        yield from enumerate(lines, number)
        number, start = number + len(lines) + blank, stop
    yield from enumerate(text[start:].splitlines(), number)


def read_parts(file: TextIO) -> Iterator[tuple[str, int]]:
    """Yield whole lines of a file, and how many blank lines are passed over behind them; none between double quotes."""
    rest, quotes = "", 0
    while chunk := file.read(CHUNK):
        chunk = rest + chunk
        # a carriage return at the end may be the first half of a line end
        end = 1 + max(chunk.rfind("\n"), chunk.rfind("\r", 0, len(chunk) - 1))
        start = counted = 0
        for begin, stop, blank in _runs_of_blanks(chunk, end):
            quotes, counted = quotes + chunk.count('"', counted, begin), begin
            if quotes % 2 == 0:
                yield chunk[start:begin], blank
                start = stop
        quotes, rest = quotes + chunk.count('"', counted, end), chunk[end:]
        yield chunk[start:end], 0
    yield rest, 0
