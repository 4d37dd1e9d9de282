"""What DuckDB reads: Parquet files, and its own databases. Nothing is downloaded, and no other file is opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from glob import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from rankpress.core.faults import Fault, Findings, counted, plain
from rankpress.sources.cells import MOST_WHOLE, Cells, Coded, Sheet, Stretch, find_no_rows, find_same_names
from rankpress.sources.database import limited
from rankpress.sources.files import Origin, Unreadable, imported, too_large
from rankpress.sources.formats import Format

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Batches of DuckDB's 2,048 rows that make a stretch.
BATCHES = 500
# Names that are handed on by codes; where there are more, a column is handed on as text.
MOST_NAMES = 1 << 16
SETTINGS = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
}
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

    def _read(self, columns: Sequence[int], origin: Origin, findings: Findings) -> Iterator[Stretch]:
        row = 0
        with _connected(origin) as connection:
            with self._limited(connection, origin):
                n_rows = _first(connection, f"SELECT count(*) FROM {self.relation}")
                if n_rows * max(len(columns), 1) > origin.limit.cells:
                    text = f"the {n_rows:,} rows by {counted(len(columns), 'column')} that are read are"
                    raise Unreadable(too_large(self.place, text, "cells", origin.limit.cells))
                taken = {column: _Column(connection, self, column) for column in columns}
                selected = ", ".join(f"{item.expression} AS c{column}" for column, item in taken.items()) or "1 AS c"
                connection.execute(f"SELECT {selected} FROM {self.relation}")
            while len(frame := self._chunk(connection, origin)):
                rows = range(row + 1, row + 1 + len(frame))
                cells = {column: item.cells(frame[f"c{column}"]) for column, item in taken.items()}
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
            self.numeric = (_first(connection, largest) or 0) <= MOST_WHOLE
        text = f"{name}::VARCHAR"
        self.names: list[str] | None = None
        if self.numeric:
            self.expression = f"{name}::DOUBLE"
            return
        self.expression = text
        distinct = f"SELECT DISTINCT {text} AS n FROM {sheet.relation} WHERE {name} IS NOT NULL LIMIT {MOST_NAMES + 1}"
        names = sorted(result for (result,) in connection.execute(distinct).fetchall())
        if 0 < len(names) <= MOST_NAMES:
            # what is handed over is then a code a row, not a text a row
            connection.execute(f"CREATE TEMP TYPE names{column} AS ENUM (SELECT unnest(?::VARCHAR[]))", [names])
            self.expression, self.names = f"{text}::names{column}", [name.strip() for name in names]

    def cells(self, series: Any) -> Cells:
        """Return the cells of some rows."""
        if self.numeric:
            return np.asarray(series, dtype=np.float64)
        if self.names is None:
            return ["" if text is None or text != text else text.strip() for text in series.tolist()]
        codes = series.cat.codes.to_numpy().astype(np.int32)
        return Coded((*self.names, ""), np.where(codes < 0, np.int32(len(self.names)), codes))


@contextmanager
def _connected(origin: Origin) -> Iterator[DuckDBPyConnection]:
    """A database in memory, with that of the file next to it if it is one, that opens nothing else."""
    duckdb = imported("duckdb", "parquet", origin.place)
    try:
        with duckdb.connect(":memory:", config=SETTINGS) as connection:
            if not _is_parquet(origin):
                connection.execute(f"ATTACH {_literal(str(origin.full))} AS scores (TYPE duckdb, READ_ONLY)")
                connection.execute("SET enable_external_access = false")
            connection.execute("SET enable_progress_bar = false")
            yield connection
    except duckdb.Error as error:
        text = plain(str(error).splitlines()[0].replace(str(origin.full), origin.path))
        raise Unreadable(Fault(origin.place, f"DuckDB cannot read it: {text}")) from error


def _is_parquet(origin: Origin) -> bool:
    return origin.beginning.startswith((b"PAR1", b"PARE"))


def _is_database(origin: Origin) -> bool:
    return origin.beginning[8:12] == b"DUCK"


def _open(origin: Origin, findings: Findings) -> list[Sheet]:
    with _connected(origin) as connection:
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
        sheets = [sheet for table in tables.items() if (sheet := _sheet(connection, origin, *table, table[1] in views))]
    if not sheets:
        raise Unreadable(Fault(origin.place, "the database has no table", "a table of scores"))
    for sheet in sheets:
        find_same_names(sheet, findings)
    return sheets


def _sheet(connection: DuckDBPyConnection, origin: Origin, table: str, relation: str, view: bool) -> Sheet | None:
    """Return a table; None for a view of what is not in the database."""
    try:
        described = connection.execute(f"DESCRIBE SELECT * FROM {relation}").fetchall()
    except imported("duckdb", "parquet", origin.place).Error:
        if table:
            return None
        raise
    return DuckSheet(
        f"{origin.place} table {plain(table)}" if table else origin.place,
        tuple(str(column[0]) for column in described),
        (origin.file,),
        table=table,
        origin=origin,
        relation=relation,
        types=tuple(str(column[1]) for column in described),
        view=view,
    )


def _first(connection: DuckDBPyConnection, query: str) -> Any:
    result = connection.execute(query).fetchone()
    return result[0] if result else None


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


PARQUET = Format("parquet", "a Parquet file", _is_parquet, _open, libraries=("duckdb", "pandas"))
DATABASE = Format("duckdb", "a DuckDB database", _is_database, _open, libraries=("duckdb", "pandas"))
