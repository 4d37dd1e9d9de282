"""Places in a text, and how a place or a value is shown to a reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rankpress.spec.secrets import without_passwords

WIDTH = 96
VALUE_WIDTH = 60
NEAR = 4096


class Mark(NamedTuple):
    """A place in a text; both numbers count from 1, as editors do."""

    line: int
    column: int


def excerpt(lines: Sequence[str], mark: Mark) -> str:
    """The line of a mark, clipped around it, with a caret beneath; empty if the text has no such line."""
    if not 1 <= mark.line <= len(lines):
        return ""
    start = max(0, mark.column - NEAR)  # all of a long line would take seconds, and may be asked for many times
    mark = Mark(mark.line, mark.column - start)
    written = printable(lines[mark.line - 1][start : start + 2 * NEAR])
    line = without_passwords(written)
    # of what stands behind a hidden password, the place in the line is another
    same = next((at for at, (one, other) in enumerate(zip(written, line, strict=False)) if one != other), len(line))
    behind = mark.column - 1 > same
    column = min(max(mark.column - 1 - (len(written) - len(line) if behind else 0), 0), len(line))
    if len(line) > WIDTH:
        start = max(0, min(column - WIDTH // 2, len(line) - WIDTH))
        line = ("..." if start else "") + line[start : start + WIDTH] + ("..." if start + WIDTH < len(line) else "")
        column += (3 if start else 0) - start
    label = f"{mark.line} | "
    return f"{label}{line}\n{' ' * (len(label) - 2)}| {' ' * column}^"


def printable(text: str) -> str:
    """The text with a blank for each tab, and U+FFFD for what would move or colour a terminal's cursor."""
    return "".join(c if c.isprintable() else " " if c == "\t" else "\N{REPLACEMENT CHARACTER}" for c in text)


def shown(value: object) -> str:
    """A value of a spec, with its kind where that is not plain: ``the list [1, 2]``."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {clipped(_number(value))}"
    if isinstance(value, str):
        return quoted(value)
    kind = "the mapping" if isinstance(value, dict) else "the list"
    return f"{kind} {clipped(inline(value))}" if value else f"an empty {kind.removeprefix('the ')}"


def quoted(text: str) -> str:
    """The text in quotes, clipped, with escapes for what cannot be printed."""
    return clipped(repr(text))


def clipped(text: str) -> str:
    """The text, cut where it would run over a line."""
    return text if len(text) <= VALUE_WIDTH else f"{text[: VALUE_WIDTH - 4]}...{text[-1]}"


def inline(value: object) -> str:
    """A value as YAML's flow style writes it, cut short early if it is large."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {inline(item)}" for key, item in list(value.items())[:VALUE_WIDTH]) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(inline(item) for item in value[:VALUE_WIDTH]) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return printable(value) if isinstance(value, str) else _number(value)


def _number(value: object) -> str:
    try:
        return repr(value)
    except ValueError:  # more digits than Python converts
        return "of thousands of digits"
