"""Scores that a query gets from a database, which is only read: SQLite by Python itself, any other by SQLAlchemy."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from rankpress.faults import Fault
from rankpress.scores import FloatArray, IntArray, SourceFile
from rankpress.sources.cells import Cells, Coded, coded, texts, typed
from rankpress.sources.extras import imported
from rankpress.sources.findings import Findings, listed, one_of, plain, quoted
from rankpress.sources.formats import Format
from rankpress.sources.origin import Origin, Unreadable
from rankpress.sources.sheet import HeldSheet, Sheet
from rankpress.spec.secrets import HIDDEN, without_passwords
from rankpress.wording import counted

SQLITE = "sqlite:///"
# Packages whose modules bear other names.
DRIVERS = {"MySQLdb": "mysqlclient", "psycopg2": "psycopg2-binary"}
_READ_ONLY = {
    "mysql": "SET SESSION TRANSACTION READ ONLY",
    "mariadb": "SET SESSION TRANSACTION READ ONLY",
    "oracle": "SET TRANSACTION READ ONLY",
    "sqlite": "PRAGMA query_only = ON",
}
_ALLOWED = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE)
_TOKEN = re.compile(
    r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\n]*|/\*.*?\*/|(?P<token>[();]|\border\s+by\b)", re.DOTALL | re.IGNORECASE
)


@dataclass(frozen=True)
class Query:
    """What a spec asks of a database.

    Parameters
    ----------
    url : str
        The database, as SQLAlchemy writes it; the path of a SQLite file is relative to the folder.
    text : str
        One query in SQL.
    folder : Path
        Folder of the spec.

    Examples
    --------
    >>> Query("postgresql://me:secret@host/runs", "SELECT 1", Path()).place
    'postgresql://me:***@host/runs'
    """

    url: str
    text: str
    folder: Path

    @property
    def place(self) -> str:
        """The database as faults and outputs name it, without its password."""
        return plain(without_passwords(self.url))

    @property
    def sqlite(self) -> str | None:
        """The path of a SQLite file; None of any other database."""
        plain_url = self.url.replace("sqlite+pysqlite:", "sqlite:", 1)
        return unquote(plain_url.removeprefix(SQLITE).partition("?")[0]) if plain_url.startswith(SQLITE) else None

    @property
    def is_ordered(self) -> bool:
        """Whether the query itself says in which order its rows come."""
        return "order" in _outside_brackets(self.text)


def read_query(query: Query) -> HeldSheet:
    """Ask a database, and hold what it answers.

    Rows come in the order that the query asks for, and without one in an order that follows from what stands in them:
    a database may give them in another each time.

    Raises
    ------
    Unreadable
        The database cannot be reached, or does not take the query.
    """
    if ";" in _outside_brackets(query.text.rstrip().rstrip(";")):
        told = "the query holds several statements"
        raise Unreadable(Fault("scores.query", told, "a single one, that reads", "remove what follows the semicolon"))
    names, rows = _sqlite(query) if query.sqlite is not None else _others(query)
    if not names:
        raise Unreadable(Fault("scores.query", "the query gives no rows and columns", "one that reads"))
    cells: list[Cells] = [typed(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in names]
    order = _order(cells, len(rows))
    ordered = [_at(column, order) for column in cells]
    digest, size = _digest(names, ordered)
    file = SourceFile(query.place, size, digest, len(rows))
    held = tuple(cells if query.is_ordered else ordered)
    return HeldSheet(query.place, tuple(names), (file,), cells=held, rows=range(1, len(rows) + 1))


def tables_of(query: Query) -> dict[str, str]:
    """The tables and views of a database by name, as a query names them."""
    if query.sqlite is not None:
        listing = (
            "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        )
        _, rows = _sqlite(replace(query, text=f"{listing} ORDER BY name"))
        return {name: '"' + name.replace('"', '""') + '"' for (name,) in rows}
    with _engine(query) as engine, _refusals(engine.url.password):
        from sqlalchemy import inspect

        inspector = inspect(engine)
        names = sorted({*inspector.get_table_names(), *inspector.get_view_names()})
        return {name: engine.dialect.identifier_preparer.quote(name) for name in names}


def _outside_brackets(text: str) -> set[str]:
    """Which of `;` and `order` (by) stand in a query outside of brackets, quotes and comments."""
    depth, found = 0, set[str]()
    for match in _TOKEN.finditer(text):
        token = (match["token"] or "").lower()
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth <= 0 and token and token not in "()":
            found.add(token.split()[0])
    return found


def _sqlite(query: Query) -> tuple[list[str], list[Any]]:
    path = query.folder / str(query.sqlite)
    if not path.is_file():
        told = f"there is no file {quoted(str(query.sqlite))}"
        raise Unreadable(Fault("scores.database", told, "sqlite:///PATH, relative to the folder of study.yaml"))
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)) as connection:
            # even a connection that only reads may be told to write a copy, or to attach another file
            connection.set_authorizer(_authorize)
            connection.text_factory = lambda content: content.decode("utf-8", "backslashreplace")
            cursor = connection.execute(query.text)
            return [column[0] for column in cursor.description or ()], cursor.fetchall()
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise Unreadable(_refused(str(error))) from error


def _authorize(action: int, first: str | None, second: str | None, *_: object) -> int:
    allowed = action in _ALLOWED and second != "load_extension"
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _others(query: Query) -> tuple[list[str], list[Any]]:
    """Ask a database through SQLAlchemy, in a transaction that only reads where the database has such."""
    with _engine(query) as engine, _refusals(engine.url.password):
        options = {"postgresql_readonly": True} if engine.dialect.name == "postgresql" else {}
        with engine.connect().execution_options(**options) as connection:
            if engine.dialect.name in _READ_ONLY:
                connection.exec_driver_sql(_READ_ONLY[engine.dialect.name])
            # without parameters a percent sign or a colon in the query is just that
            result = connection.execution_options(no_parameters=True).exec_driver_sql(query.text)
            if not result.returns_rows:
                return [], []
            return list(result.keys()), [tuple(row) for row in result.fetchall()]


@contextmanager
def _refusals(password: object) -> Iterator[None]:
    """Tells what SQLAlchemy raises as a fault."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except SQLAlchemyError as error:
        raise Unreadable(_refused(_hidden(str(getattr(error, "orig", None) or error), password))) from error


@contextmanager
def _engine(query: Query) -> Iterator[Any]:
    if query.url.count("@") > 1:
        told = f"{query.place} has an @ in its password, or behind it"
        raise Unreadable(Fault("scores.database", told, "%40 for each @ but that before the host"))
    sqlalchemy = imported("sqlalchemy", "sql", query.place)
    from sqlalchemy.exc import ArgumentError, NoSuchModuleError

    try:
        engine = sqlalchemy.create_engine(query.url, poolclass=sqlalchemy.pool.NullPool)
    except ModuleNotFoundError as error:
        told = f"asking {query.place} needs {error.name}, which is not installed"
        package = DRIVERS.get(str(error.name), error.name)
        raise Unreadable(Fault("scores.database", told, remedy=f"pip install {package}")) from error
    except NoSuchModuleError as error:
        known = ["sqlite", "postgresql", "mysql", "mariadb", "oracle", "mssql"]
        kind = query.url.partition("://")[0]
        told = f"{quoted(kind)} is no kind of database that is known here"
        raise Unreadable(Fault("scores.database", told, one_of(kind, known), "or install its dialect")) from error
    except (ArgumentError, ValueError) as error:
        raise Unreadable(Fault("scores.database", f"{query.place} is no URL of a database", _EXPECTED)) from error
    try:
        yield engine
    finally:
        engine.dispose()


_EXPECTED = "a URL such as sqlite:///runs.db or postgresql+psycopg://user@host/database"


def _hidden(told: str, password: object) -> str:
    told = without_passwords(told)
    return re.sub(rf"(?<!\w){re.escape(str(password))}(?!\w)", HIDDEN, told) if password else told


def _refused(told: str) -> Fault:
    first = next((line.strip() for line in told.splitlines() if line.strip()), "no reason given")
    return Fault(
        "scores.query", f"the database refuses: {plain(first)}", "a query that reads, in the database's own SQL"
    )


def _order(cells: Sequence[Cells], n: int) -> IntArray:
    """The rows in an order that follows from what stands in them."""
    if not cells:
        return np.arange(n)
    order: IntArray = np.lexsort([_key(column) for column in reversed(cells)])
    return order


def _key(cells: Cells) -> FloatArray | IntArray:
    if isinstance(cells, np.ndarray):
        return cells
    names = coded(cells)
    rank = np.empty(len(names.categories), dtype=np.int64)
    rank[sorted(range(len(rank)), key=names.categories.__getitem__)] = np.arange(len(rank))
    return rank[names.codes]


def _at(cells: Cells, order: IntArray) -> Cells:
    if isinstance(cells, Coded):
        return Coded(cells.categories, cells.codes[order])
    return cells[order] if isinstance(cells, np.ndarray) else [cells[index] for index in order.tolist()]


def _digest(names: Sequence[str], cells: Sequence[Cells]) -> tuple[str, int]:
    """A hash of what a query gave, and how many bytes it is made from."""
    digest, size = hashlib.sha256(), 0
    for part in (list(names), *cells):
        content = part.astype("<f8").tobytes() if isinstance(part, np.ndarray) else json.dumps(texts(part)).encode()
        digest.update(content + b"\n")
        size += len(content) + 1
    return digest.hexdigest(), size


def _is_sqlite(origin: Origin) -> bool:
    return origin.beginning.startswith(b"SQLite format 3\0")


def _refuse_file(origin: Origin, findings: Findings) -> list[Sheet]:
    """A file of SQLite is asked by a query, which says what of it is wanted; tells which tables there are."""
    tables = tables_of(Query(SQLITE + quote(origin.path), "", origin.folder))
    told = f"this is a SQLite database with {counted(len(tables), 'table')}: {listed(tables)}"
    remedy = f"in place of files write database: {SQLITE}{plain(quote(origin.path))}, and query: SELECT ... FROM ..."
    raise Unreadable(Fault(origin.place, told, "a query beside it", remedy))


FORMAT = Format("sqlite", "a SQLite database", _is_sqlite, _refuse_file)
