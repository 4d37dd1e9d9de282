"""The tables of a report as a study asks for them: built, put together, and each arranged."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.report.abbreviation import abbreviated
from rankpress.report.arrangement import arranged
from rankpress.report.exploratory import is_exploratory, table_called
from rankpress.report.table import Table
from rankpress.report.tables import build_tables
from rankpress.report.tables.cells import MOST_CELLS
from rankpress.spec.tables_section import TableOptions

if TYPE_CHECKING:
    from rankpress.spec.tables_section import TableKind

_AS_BUILT = TableOptions()


@dataclass(frozen=True)
class Chosen:
    """The tables of a report in reading order, and a warning of each that has nothing of what the study asks for."""

    tables: tuple[Table, ...]
    warnings: tuple[str, ...] = ()


def choose_tables(analyses: Sequence[Analysis], options: Mapping[TableKind, TableOptions]) -> Chosen:
    """Build the tables of all metrics and arrange them.

    Parameters
    ----------
    analyses : sequence of Analysis
        One a metric.
    options : mapping of str to TableOptions
        By kind, what the study asks; a kind that is not there is as it was built.

    Returns
    -------
    Chosen
    """
    by_kind: dict[str, TableOptions] = dict(options.items())
    built = [
        table
        for place, analysis in enumerate(analyses)
        for table in build_tables(analysis, by_kind)
        if table.metric or not place  # what is of the study is the same from each metric
    ]
    exploratory = is_exploratory(analyses)
    together = {kind: asked.columns for kind, asked in by_kind.items() if asked.metrics == "together"}
    found, warnings = [], []
    for table in _put_together(analyses, built, together):
        asked = by_kind.get(table.kind, _AS_BUILT)
        made = arranged(table, asked)
        why = _why_not(made, asked)
        if made is not None and not why:
            told = table_called(made) if exploratory else made
            found.append(abbreviated(told))
        elif why:
            warnings.append(f"the table {table.name} was left out: {why}")
    return Chosen(tuple(found), tuple(warnings))


def _why_not(made: Table | None, asked: TableOptions) -> str:
    """Why a table that was asked for is not there; empty if it is, or was not asked for."""
    if made is None:
        return "" if asked.omit else "it has none of the rows, or of the columns, asked for"
    # a choice of what is too large to be shown may be too large itself
    if (asked.rows or asked.columns) and len(made.rows) * len(made.align) > MOST_CELLS:
        return f"{len(made.rows):,} rows are too many"
    return ""


def _put_together(
    analyses: Sequence[Analysis], tables: Sequence[Table], kinds: Mapping[str, Collection[object] | None]
) -> Iterator[Table]:
    """The tables, those of several metrics in the place of the first of them; by kind, the columns asked for."""
    if not kinds:
        yield from tables
        return
    # tables of several metrics are asked for seldom
    from rankpress.report.together import table_together

    done = set()
    for table in tables:
        if table.kind not in kinds:
            yield table
        elif table.kind not in done:
            done.add(table.kind)
            alike = [one for one in tables if one.kind == table.kind]
            yield table_together(table.kind, analyses, alike, kinds[table.kind])
