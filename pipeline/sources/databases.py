"""Tables of databases, which are only read: what a query gets, and what DuckDB reads."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from glob import escape
from math import ceil
from pathlib import Path
from threading import Event, Timer
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import numpy as np

from rankpress.core.faults import HIDDEN, Fault, Findings, StudyPlace, one_of, without_passwords
from rankpress.core.scores import FloatArray, IntArray, SourceFile
from rankpress.sources.cells import (
    MOST_WHOLE,
    Cells,
    Coded,
    HeldSheet,
    Sheet,
    Stretch,
    coded,
    find_no_rows,
    taken,
    texts,
    typed,
)
from rankpress.sources.files import Origin, Unreadable, import_optional, too_large
from rankpress.sources.formats import Format
from rankpress.spec.scores_section import LimitOptions
from rankpress.spec.variables import SQLITE
from rankpress.wording.strings import counted, listed, quoted, without_controls

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_TOKEN = re.compile(
    r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\n]*|/\*.*?\*/|(?P<token>[();]|\border\s+by\b)", re.DOTALL | re.IGNORECASE
)


def _outside_brackets(statement: str) -> set[str]:
    """Return which of `;` and `order` (by) stand in a query outside of brackets, quotes and comments."""
    depth, outside = 0, set[str]()
    for matched in _TOKEN.finditer(statement):
        token = (matched["token"] or "").lower()
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth <= 0 and token and token not in "()":
            outside.add(token.split()[0])
    return outside


MOST_ROWS = 10_000_000
# Rows that are fetched at once, before their bytes are counted: of a file, and where each batch goes over a network.
_BATCH, _BATCH_OF_SERVER = 256, 10_000
MOST_OF_CELL = 131_072  # bytes that SQLite makes a value of, as many as a cell of a CSV file has characters


@contextmanager
def limited(connection: Any, seconds: float, place: str = StudyPlace("scores", "query")) -> Iterator[Event]:
    """Stop what a connection does once the time is over, where its driver takes that from another thread."""
    over = Event()
    timer = Timer(seconds, _stop, (connection, over))
    timer.daemon = True
    timer.start()
    try:
        yield over
    except Exception as error:
        if over.is_set():
            remedy = "ask for less, or raise scores.limit.seconds"
            fault = Fault(place, f"the database does not answer within {seconds:g} s", "a query with an end", remedy)
            raise Unreadable(fault) from error
        raise
    finally:
        timer.cancel()


def _stop(connection: Any, over: Event) -> None:
    over.set()
    stop = getattr(connection, "interrupt", None) or getattr(connection, "cancel", None)
    with suppress(Exception):  # a connection that is closed by now; what it was asked for has ended
        if stop is not None:
            stop()


def fetched(fetch: Callable[[int], Sequence[Any]], over: Event, batch_size: int, max_bytes: float) -> list[Any]:
    """Fetch all rows of an answer, in batches."""
    rows, size = list[Any](), 0
    while batch := fetch(batch_size):
        rows += batch
        size += sum(len(cell) for row in batch for cell in row if isinstance(cell, str | bytes))
        if len(rows) > MOST_ROWS:
            message, remedy = f"there are more than {MOST_ROWS:,} rows", "ask for averages, or for fewer rows"
            raise Unreadable(Fault(StudyPlace("scores", "query"), message, "a query with an end", remedy))
        if size > max_bytes:
            raise Unreadable(too_large(StudyPlace("scores", "query"), "the rows hold", "bytes", max_bytes))
        if over.is_set():
            raise TimeoutError
    return rows


# Packages whose modules bear other names.
DRIVERS = {"MySQLdb": "mysqlclient", "psycopg2": "psycopg2-binary"}
# PostgreSQL's second one holds for transactions after this one, should a query get so far.
_READ_ONLY = {
    "postgresql": ("SET TRANSACTION READ ONLY", "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"),
    "mysql": ("SET SESSION TRANSACTION READ ONLY",),
    "mariadb": ("SET SESSION TRANSACTION READ ONLY",),
    "oracle": ("SET TRANSACTION READ ONLY",),
    "sqlite": ("PRAGMA query_only = ON",),
}
_TIME_LIMITS = {  # of a statement, as the server holds it
    "postgresql": "SET LOCAL statement_timeout = {milliseconds}",
    "mysql": "SET SESSION max_execution_time = {milliseconds}",
    "mariadb": "SET SESSION max_statement_time = {seconds}",
}
_ALLOWED = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE)


@dataclass(frozen=True)
class Query:
    """One query in SQL to a database, by its URL as SQLAlchemy writes it, from the folder of a spec.

    >>> Query("postgresql://me:secret@host/runs", "SELECT 1", Path()).place
    'postgresql://me:***@host/runs'
    """

    url: str
    text: str
    folder: Path
    seconds: float = LimitOptions.unchecked().seconds
    max_bytes: float = LimitOptions.unchecked().bytes

    @property
    def place(self) -> str:
        """The database as faults and outputs name it, without its password."""
        return without_controls(without_passwords(self.url))

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
    """Ask a database, and hold what it answers."""
    # Rows come in the order that the query asks for, and without one in an order that follows from what stands in them:
    # a database may give them in another each time.
    statement = query.text.rstrip().rstrip(";")
    # A semicolon parts statements. Backslashes, dollars and backticks quote in one database and not in another, so that
    # next to them any semicolon may.
    if ";" in statement and (bool(set("\\$`") & set(statement)) or ";" in _outside_brackets(statement)):
        message = "the query holds several statements"
        remedy = "remove what follows the semicolon, or write chr(59) for one that is part of a string"
        raise Unreadable(Fault(StudyPlace("scores", "query"), message, "a single one, that reads", remedy))
    names, rows = _sqlite(query) if query.sqlite is not None else _others(query)
    if not names:
        raise Unreadable(Fault(StudyPlace("scores", "query"), "the query gives no rows and columns", "one that reads"))
    cells: list[Cells] = [typed(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in names]
    order = np.lexsort([_key(column) for column in reversed(cells)])
    ordered = [taken(column, order) for column in cells]
    digest, size = hashlib.sha256(), 0
    for part in (names, *ordered):
        content = part.astype("<f8").tobytes() if isinstance(part, np.ndarray) else json.dumps(texts(part)).encode()
        digest.update(content + b"\n")
        size += len(content) + 1
    file = SourceFile(query.place, size, digest.hexdigest(), len(rows))
    columns_read = tuple(cells if query.is_ordered else ordered)
    return HeldSheet(query.place, tuple(names), (file,), cells=columns_read, rows=range(1, len(rows) + 1))


def libraries_of(query: Query) -> tuple[str, ...]:
    """Return the packages that ask a database, by their names on PyPI; none for SQLite, which comes with Python."""
    if query.sqlite is not None:
        return ()
    with _engine(query) as engine:
        module = str(engine.dialect.dbapi.__name__).partition(".")[0]
        return ("sqlalchemy", DRIVERS.get(module, module))


def tables_of(query: Query) -> dict[str, str]:
    """Return the tables and views of a database by name, as a query names them."""
    if query.sqlite is not None:
        listing = (
            "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        )
        _, rows = _sqlite(replace(query, text=f"{listing} ORDER BY name"))
        return {name: '"' + name.replace('"', '""') + '"' for (name,) in rows}
    with _connected(query) as connection:
        from sqlalchemy import inspect

        inspector = inspect(connection)
        names = sorted({*inspector.get_table_names(), *inspector.get_view_names()})
        return {name: connection.dialect.identifier_preparer.quote(name) for name in names}


def _sqlite(query: Query) -> tuple[list[str], list[Any]]:
    path = query.folder / str(query.sqlite)
    if not os.path.isfile(path):  # noqa: PTH113 - false of a name that is too long as well
        message = f"there is no file {quoted(str(query.sqlite))}"
        raise Unreadable(
            Fault(StudyPlace("scores", "database"), message, "sqlite:///PATH, relative to the folder of study.yaml")
        )
    try:
        with closing(opened_to_read(path)) as connection:
            # even a connection that only reads may be reported to write a copy, or to attach another file
            connection.set_authorizer(_authorize)
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(MOST_OF_CELL, len(query.text.encode())))
            connection.text_factory = lambda content: content.decode("utf-8", "backslashreplace")
            with limited(connection, query.seconds) as over:
                cursor = connection.execute(query.text)
                rows = fetched(cursor.fetchmany, over, _BATCH, query.max_bytes)
                return [column[0] for column in cursor.description or ()], rows
    except (sqlite3.Error, sqlite3.Warning) as error:
        message = f"the database refuses: {_first_line(str(error))}"
        raise Unreadable(
            Fault(StudyPlace("scores", "query"), message, "a query that reads, in SQLite's SQL")
        ) from error


def opened_to_read(path: Path) -> sqlite3.Connection:
    """Connect to a SQLite file that is only read."""
    return sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)


def _authorize(action: int, first: str | None, second: str | None, *_: object) -> int:
    allowed = action in _ALLOWED and second != "load_extension"
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _others(query: Query) -> tuple[list[str], list[Any]]:
    """Ask a database through SQLAlchemy, in a transaction that only reads where the database has such."""
    with _connected(query) as connection, limited(connection.connection.driver_connection, query.seconds) as over:
        dialect = connection.dialect.name
        seconds = ceil(query.seconds) + 2  # later than the timer here, which says what to do
        limit = _TIME_LIMITS.get(dialect, "").format(seconds=seconds, milliseconds=1000 * seconds)
        for statement in filter(None, (*_READ_ONLY.get(dialect, ()), limit)):
            connection.exec_driver_sql(statement)
        if dialect == "postgresql":
            # a cursor takes what selects, and no COPY TO PROGRAM, which a transaction that only reads would run
            connection.exec_driver_sql(f"DECLARE scores NO SCROLL CURSOR FOR {query.text.rstrip().rstrip(';')}")
            names = list(connection.exec_driver_sql("FETCH 0 FROM scores").keys())

            def fetch(rows: int) -> Sequence[Any]:
                batch: Sequence[Any] = connection.exec_driver_sql(f"FETCH {rows} FROM scores").fetchall()
                return batch

        else:
            cursor = connection.execution_options(stream_results=True).exec_driver_sql(query.text)
            if not cursor.returns_rows:
                return [], []
            names, fetch = list(cursor.keys()), cursor.fetchmany
        rows = fetched(fetch, over, _BATCH_OF_SERVER, query.max_bytes)
        return names, [tuple(row) for row in rows]


@contextmanager
def _connected(query: Query) -> Iterator[Any]:
    """A connection to a database, whose refusals are reported as faults."""
    with _engine(query) as engine:
        password = engine.url.password
        with _refusals(password, StudyPlace("scores", "database"), "cannot be reached", "a database that answers"):
            opened = engine.connect()
        # without parameters a percent sign or a colon in the query is just that
        with (
            opened,
            _refusals(
                password, StudyPlace("scores", "query"), "refuses", "a query that reads, in the database's own SQL"
            ),
        ):
            yield opened.execution_options(no_parameters=True)


@contextmanager
def _refusals(password: object, place: str, what: str, expected: str) -> Iterator[None]:
    """Reports what SQLAlchemy raises as a fault."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except SQLAlchemyError as error:
        reason = _hidden(str(getattr(error, "orig", None) or error), password)
        raise Unreadable(Fault(place, f"the database {what}: {_first_line(reason)}", expected)) from error


@contextmanager
def _engine(query: Query) -> Iterator[Any]:
    if query.url.count("@") > 1:
        message = f"{query.place} has an @ in its password, or behind it"
        raise Unreadable(Fault(StudyPlace("scores", "database"), message, "%40 for each @ but that before the host"))
    sqlalchemy = import_optional("sqlalchemy", "sql", query.place)
    from sqlalchemy.exc import ArgumentError, NoSuchModuleError

    try:
        engine = sqlalchemy.create_engine(query.url, poolclass=sqlalchemy.pool.NullPool)
    except ModuleNotFoundError as error:
        message = f"asking {query.place} needs {error.name}, which is not installed"
        package = DRIVERS.get(str(error.name), error.name)
        raise Unreadable(Fault(StudyPlace("scores", "database"), message, remedy=f"pip install {package}")) from error
    except NoSuchModuleError as error:
        engines = ["sqlite", "postgresql", "mysql", "mariadb", "oracle", "mssql"]
        kind = query.url.partition("://")[0]
        message = f"{quoted(kind)} is no kind of database that is known here"
        raise Unreadable(
            Fault(StudyPlace("scores", "database"), message, one_of(kind, engines), "or install its dialect")
        ) from error
    except (ArgumentError, ValueError) as error:
        raise Unreadable(
            Fault(StudyPlace("scores", "database"), f"{query.place} is no URL of a database", _EXPECTED)
        ) from error
    try:
        yield engine
    finally:
        engine.dispose()


_EXPECTED = "a URL such as sqlite:///runs.db or postgresql+psycopg://user@host/database"


def _hidden(message: str, password: object) -> str:
    message = without_passwords(message)
    return re.sub(rf"(?<!\w){re.escape(str(password))}(?!\w)", HIDDEN, message) if password else message


def _first_line(message: str) -> str:
    return without_controls(next((line.strip() for line in message.splitlines() if line.strip()), "no reason given"))


def _key(cells: Cells) -> FloatArray | IntArray:
    """Return numbers that put rows in an order which follows from what stands in them."""
    if isinstance(cells, np.ndarray):
        return cells
    names = coded(cells)
    rank = np.argsort(sorted(range(len(names.categories)), key=names.categories.__getitem__))
    return rank.astype(np.int64)[names.codes]


def is_sqlite(origin: Origin) -> bool:
    """Return whether a file is a database of SQLite."""
    return origin.beginning.startswith(b"SQLite format 3\0")


def _refuse_file(origin: Origin, findings: Findings) -> list[Sheet]:
    """Refuse a file of SQLite with a list of its tables: a query has to say which of them is to be read."""
    try:
        tables = tables_of(Query(SQLITE + quote(origin.path), "", origin.folder))
    except Unreadable as unreadable:
        raise Unreadable(replace(unreadable.fault, place=origin.place, expected="a whole SQLite database")) from None
    message = f"this is a SQLite database with {counted(len(tables), 'table')}: {listed(tables)}"
    url = SQLITE + without_controls(quote(origin.path))
    remedy = f"in place of files write database: {url}, and query: SELECT ... FROM ..."
    raise Unreadable(Fault(origin.place, message, "a query as well", remedy))


SQLITE_FORMAT = Format("sqlite", "a SQLite database", is_sqlite, _refuse_file)


# Batches of DuckDB's 2,048 rows that make a stretch.
BATCHES = 500
# Names that are handed on by codes; where there are more, a column is handed on as text.
MOST_NAMES = 1 << 16
SMALL = frozenset("BOOLEAN TINYINT SMALLINT INTEGER UTINYINT USMALLINT UINTEGER FLOAT DOUBLE".split())
LARGE = ("BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT", "DECIMAL")


@dataclass(frozen=True, kw_only=True)
class DuckSheet(Sheet):
    """A table that DuckDB reads."""

    origin: Origin = field(repr=False)
    relation: str
    types: tuple[str, ...]
    view: bool

    def stretches(self, columns: Sequence[int], findings: Findings) -> Iterator[Stretch]:
        """Read these columns of all rows; the first row is row 1."""
        try:
            yield from self._read(columns, self.origin, findings)
        except Unreadable as unreadable:
            findings.add_unread("files that cannot be read", unreadable.fault)

    def only(self, column: str, names: Sequence[str]) -> Sheet | None:
        """Return the rows with one of these names; of a Parquet file DuckDB reads the row groups that may have them."""
        if column not in self.header:
            return None
        kind = self.types[self.header.index(column)]
        values = ", ".join(f"CAST({_literal(name)} AS {kind})" for name in names)
        return replace(self, relation=f"(SELECT * FROM {self.relation} WHERE {_identifier(column)} IN ({values}))")

    def _read(self, columns: Sequence[int], origin: Origin, findings: Findings) -> Iterator[Stretch]:
        row = 0
        with _duck_connected(origin) as connection:
            with self._limited(connection, origin):
                n_rows = _first_value(connection, f"SELECT count(*) FROM {self.relation}")
                if n_rows * max(len(columns), 1) > origin.limit.cells:
                    what = f"the {counted(n_rows, 'row')} by {counted(len(columns), 'column')} that are read are"
                    raise Unreadable(too_large(self.place, what, "cells", origin.limit.cells))
                taken = {column: _Column(connection, self, column) for column in columns}
                selected = (
                    ", ".join(f"{selection.expression} AS c{column}" for column, selection in taken.items()) or "1 AS c"
                )
                connection.execute(f"SELECT {selected} FROM {self.relation}")
            while len(frame := self._chunk(connection, origin)):
                rows = range(row + 1, row + 1 + len(frame))
                cells = {column: selection.cells(frame[f"c{column}"]) for column, selection in taken.items()}
                yield Stretch(rows, [cells[column] for column in columns])
                row += len(frame)
        if not row:
            find_no_rows(self.place, findings)

    def _chunk(self, connection: DuckDBPyConnection, origin: Origin) -> Any:
        with self._limited(connection, origin):
            return connection.fetch_df_chunk(BATCHES)

    def _limited(self, connection: DuckDBPyConnection, origin: Origin) -> AbstractContextManager[object]:
        """Limit the time of a view, which is a query and can be without end."""
        return limited(connection, origin.limit.seconds, self.place) if self.view else nullcontext()


class _Column:
    """How a column is asked for, and what comes of it."""

    def __init__(self, connection: DuckDBPyConnection, sheet: DuckSheet, column: int) -> None:
        name, kind = _identifier(sheet.header[column]), sheet.types[column].partition("(")[0]
        self.numeric = kind in SMALL
        if kind in LARGE:
            largest = f"SELECT max(abs({name}::DOUBLE)) FROM {sheet.relation}"
            self.numeric = (_first_value(connection, largest) or 0) <= MOST_WHOLE
        cast = f"{name}::VARCHAR"
        self.names: list[str] | None = None
        if self.numeric:
            self.expression = f"{name}::DOUBLE"
            return
        self.expression = cast
        _refuse_long_cells(connection, sheet, cast)
        distinct = f"SELECT DISTINCT {cast} AS n FROM {sheet.relation} WHERE {name} IS NOT NULL LIMIT {MOST_NAMES + 1}"
        names = sorted(cell for (cell,) in connection.execute(distinct).fetchall())
        if 0 < len(names) <= MOST_NAMES:
            # what is handed over is then a code a row, not one text per row
            connection.execute(f"CREATE TEMP TYPE names{column} AS ENUM (SELECT unnest(?::VARCHAR[]))", [names])
            self.expression, self.names = f"{cast}::names{column}", [name.strip() for name in names]

    def cells(self, series: Any) -> Cells:
        """Return the cells of some rows."""
        if self.numeric:
            return np.asarray(series, dtype=np.float64)
        if self.names is None:
            return ["" if value is None or value != value else value.strip() for value in series.tolist()]
        codes = series.cat.codes.to_numpy().astype(np.int32)
        return Coded((*self.names, ""), np.where(codes < 0, np.int32(len(self.names)), codes))


def _refuse_long_cells(connection: DuckDBPyConnection, sheet: DuckSheet, cast: str) -> None:
    """Raise Unreadable where the different names of a column, or some rows of it, would take too much memory."""
    most, limit = _first_value(connection, f"SELECT max(strlen({cast})) FROM {sheet.relation}") or 0, sheet.origin.limit
    if most * BATCHES * 2048 <= limit.bytes:  # as is nearly always so
        return
    total = _first_value(connection, f"SELECT sum(strlen(n)) FROM (SELECT DISTINCT {cast} AS n FROM {sheet.relation})")
    many = _first_value(connection, f"SELECT count(DISTINCT {cast}) FROM {sheet.relation}") > MOST_NAMES
    if many:  # then they are handed on as they stand
        total = _first_value(connection, f"SELECT sum(strlen({cast})) FROM {sheet.relation}")
    if total > limit.bytes:
        raise Unreadable(too_large(sheet.place, "the cells of a column hold", "bytes", limit.bytes))


@contextmanager
def _duck_connected(origin: Origin) -> Iterator[DuckDBPyConnection]:
    """A database in memory; of a database of DuckDB one of its own, that opens this file and nothing else."""
    duckdb = import_optional("duckdb", "parquet", origin.place)
    try:
        with _duck_of_process().cursor() if _is_parquet(origin) else _duck() as connection:
            if not _is_parquet(origin):
                connection.execute(f"ATTACH {_literal(str(origin.full))} AS scores (TYPE duckdb, READ_ONLY)")
                connection.execute("SET enable_external_access = false")
            connection.execute("SET enable_progress_bar = false")
            yield connection
    except duckdb.Error as error:
        _duck_of_process.cache_clear()  # some errors are fatal, and the next file would meet them again
        reason = without_controls(str(error).splitlines()[0].replace(str(origin.full), origin.path))
        raise Unreadable(Fault(origin.place, f"DuckDB cannot read it: {reason}")) from error


def _duck() -> DuckDBPyConnection:
    import duckdb

    settings: dict[str, Any] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "enable_external_file_cache": False,  # a file is read once, and may be another one under its name later
        "python_enable_replacements": False,
    }
    return duckdb.connect(":memory:", config=settings)


@cache
def _duck_of_process() -> DuckDBPyConnection:
    """The database through which a process reads Parquet: to make one takes 30 ms, a connection to it none."""
    return _duck()


if hasattr(os, "register_at_fork"):
    # a fork would copy it without its threads, for which the end of that process then waits for ever
    os.register_at_fork(before=_duck_of_process.cache_clear)


def _is_parquet(origin: Origin) -> bool:
    return origin.beginning.startswith((b"PAR1", b"PARE"))


def _is_database(origin: Origin) -> bool:
    return origin.beginning[8:12] == b"DUCK"


def _duck_open(origin: Origin, findings: Findings) -> list[Sheet]:
    with _duck_connected(origin) as connection:
        if _is_parquet(origin):
            # a file's name is no glob, and gives no columns unless the spec says so
            path = _literal(escape(str(origin.full)))
            views = set[str]()
            tables = {"": f"read_parquet({path}, hive_partitioning = false, binary_as_string = true)"}
        else:
            listed = connection.execute(
                "SELECT schema_name, table_name, false FROM duckdb_tables() WHERE database_name = 'scores'"
                " UNION ALL SELECT schema_name, view_name, true FROM duckdb_views()"
                " WHERE database_name = 'scores' AND NOT internal ORDER BY ALL"
            ).fetchall()
            tables = {
                name if schema == "main" else f"{schema}.{name}": ".".join(map(_identifier, ("scores", schema, name)))
                for schema, name, _ in listed
            }
            views = {relation for relation, (*_, is_view) in zip(tables.values(), listed, strict=True) if is_view}
        sheets = [
            sheet for table in tables.items() if (sheet := _duck_sheet(connection, origin, *table, table[1] in views))
        ]
    if not sheets:
        raise Unreadable(Fault(origin.place, "the database has no table", "a table of scores"))
    return sheets


def _duck_sheet(connection: DuckDBPyConnection, origin: Origin, table: str, relation: str, view: bool) -> Sheet | None:
    """Return a table; None for a view of what is not in the database."""
    try:
        described = connection.execute(f"DESCRIBE SELECT * FROM {relation}").fetchall()
    except import_optional("duckdb", "parquet", origin.place).Error:
        if table:
            return None
        raise
    return DuckSheet(
        f"{origin.place} table {without_controls(table)}" if table else origin.place,
        tuple(str(column[0]) for column in described),
        (origin.file,),
        table=table,
        origin=origin,
        relation=relation,
        types=tuple(str(column[1]) for column in described),
        view=view,
    )


def _first_value(connection: DuckDBPyConnection, query: str) -> Any:
    row = connection.execute(query).fetchone()
    return row[0] if row else None


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


PARQUET_FORMAT = Format("parquet", "a Parquet file", _is_parquet, _duck_open, libraries=("duckdb", "pandas"))
DUCKDB_FORMAT = Format("duckdb", "a DuckDB database", _is_database, _duck_open, libraries=("duckdb", "pandas"))
