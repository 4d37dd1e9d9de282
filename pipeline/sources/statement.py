"""The text of a query in SQL, as far as it is looked at before a database is asked."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\n]*|/\*.*?\*/|(?P<token>[();]|\border\s+by\b)", re.DOTALL | re.IGNORECASE
)


def holds_several(text: str) -> bool:
    """Whether a semicolon parts statements, or may.

    Backslashes, dollars and backticks quote in one database and not in another, so that beside them any semicolon may.

    Examples
    --------
    >>> holds_several("SELECT ';'"), holds_several("SELECT 1; DROP TABLE runs"), holds_several("SELECT $$'$$; COMMIT")
    (False, True, True)
    """
    return ";" in text and (bool(set("\\$`") & set(text)) or ";" in _outside_brackets(text))


def is_ordered(text: str) -> bool:
    """Whether a query itself says in which order its rows come.

    Examples
    --------
    >>> is_ordered("SELECT a FROM t ORDER BY a"), is_ordered("SELECT rank() OVER (ORDER BY a) FROM t")
    (True, False)
    """
    return "order" in _outside_brackets(text)


def _outside_brackets(text: str) -> set[str]:
    """Which of `;` and `order` (by) stand in a query outside of brackets, quotes and comments."""
    depth, found = 0, set[str]()
    for match in _TOKEN.finditer(text):
        token = (match["token"] or "").lower()
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth <= 0 and token and token not in "()":
            found.add(token.split()[0])
    return found
