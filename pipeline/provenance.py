"""How scores were read: what a reader of the report must know of their source to tell what is not among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Reading:
    """How scores were read from their source: what else stands there, and what of it was taken for something else.

    Parameters
    ----------
    formats : mapping of str to int
        What was opened, by its format: numbers of files, or of folders; nothing for a database.
    database, query : str
        Which database was asked, without its password, and what; empty where there is none.
    rows, passed_over : int
        Rows that there are, and those of them that do not meet `where`.
    where : tuple of (str, str)
        Columns, and in words the condition on each.
    renamed : tuple of (str, str)
        Names in the source, and those in their place.
    joined : mapping of str to tuple of str
        Columns made of several, by name.
    ignored : tuple of str
        Columns that were taken as if they were not there.
    empty : mapping of str to int
        Texts of cells that say there is no result, and numbers of such cells.
    libraries : tuple of str
        Packages that read it, by their names on PyPI.
    """

    formats: Mapping[str, int] = field(default_factory=dict)
    database: str = ""
    query: str = ""
    rows: int = 0
    passed_over: int = 0
    where: tuple[tuple[str, str], ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    joined: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    empty: Mapping[str, int] = field(default_factory=dict)
    libraries: tuple[str, ...] = ()
