"""Strings on one line, between quotes, in lists, and with numbers of things."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable

_LONGEST = 80


def counted(count: int, name: str) -> str:
    """Say a number of things."""
    return f"{count:,} {name if count == 1 else name + 's'}"


def counted_between(counts: Iterable[int], name: str) -> str:
    """Say numbers of things by the least and the greatest: 5 to 10 folds."""
    numbers = [*counts]
    least, most = min(numbers), max(numbers)
    return counted(most, name) if least == most else f"{least} to {counted(most, name)}"


def without_controls(text: str) -> str:
    """Return the text on one line, without characters that steer a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shown(text: str) -> str:
    """Return the text without controls, cut to a bearable length."""
    return without_controls(text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "...")


def quoted(text: str) -> str:
    """Return the text as `shown`, between quotes."""
    return f"'{shown(text)}'"


# Of a sentence no more characters are printed.
_LONGEST_SENTENCE = 240


def quoted_sentence(sentence: str) -> str:
    """Return what somebody wrote next to the numbers between quotes, cut only where it is very long."""
    return f"'{without_controls(textwrap.shorten(sentence, _LONGEST_SENTENCE, placeholder=' ...'))}'"


def listed(names: Iterable[str], most: int = 12) -> str:
    """Names as `shown`, with commas; beyond the most that are reported, their number."""
    names = list(names)
    joined = ", ".join(shown(name) for name in names[:most])
    return joined if len(names) <= most else f"{joined} and {len(names) - most} more"


# What stays on a line with what is next to it: "p ≤ 0.05", "*: significant".
_RELATION = re.compile(r" ([=<>\N{LESS-THAN OR EQUAL TO}\N{GREATER-THAN OR EQUAL TO}]) (?=[\N{MINUS SIGN}+-]?\.?\d)")
_MARK = re.compile(r"(?<![^ ])([*\N{DAGGER}\N{DOUBLE DAGGER}\N{SECTION SIGN}=]: )(?=\S)")


def unbroken(text: str) -> str:
    r"""Return a text in which no line ends within a relation, or between a mark and what it means.

    Examples
    --------
    >>> unbroken("five have p < 0.05").split(" ")
    ['five', 'have', 'p\xa0<\xa00.05']
    """
    between = _RELATION.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", text)
    return _MARK.sub(lambda mark: mark[1].replace(" ", "\N{NO-BREAK SPACE}"), between)
