"""The tables of a metric, what their rows and columns may be called, and what is called exploratory."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from inspect import signature
from types import MappingProxyType
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.core.labels import slug
from rankpress.core.table import Table
from rankpress.core.text import say
from rankpress.topics.kinds import FIGURES, TABLES
from rankpress.topics.topic import TableKind, pairs, pairs_on_datasets
from rankpress.topics.variants import OF_MARKS, OF_P, OF_TESTS, WORD

if TYPE_CHECKING:
    from rankpress.core.document import Plan
    from rankpress.spec.model import Study
    from rankpress.spec.report_sections import TableOptions


def build_tables(
    analysis: Analysis,
    options: Mapping[str, TableOptions] = MappingProxyType({}),
    places: Mapping[str, int] | None = None,
) -> tuple[Table, ...]:
    """Build the tables of one metric; `places` orders the algorithms of half matrices, otherwise ranked best first."""
    built = (
        (name, kind.build(analysis, **_keywords(kind, options.get(name), places)))
        for name, kind in TABLES.items()
        if name in options or not kind.on_request
    )
    return tuple(_named(table, name, analysis.scores.name) for name, table in built if table is not None)


def _named(table: Table, kind: str, metric: str) -> Table:
    """Name a table by its metric and kind; a table of the whole study has a name already."""
    return table if table.name else replace(table, name=f"{slug(metric)}-{kind}", metric=metric, kind=kind)


def _keywords(kind: TableKind, options: TableOptions | None, places: Mapping[str, int] | None) -> dict[str, object]:
    """Return what the builder of a kind is reported, of what it can be reported."""
    record: dict[str, object] = {"places": places}
    if options is not None:
        record |= {"options": options, "requested": options.columns}
        if options.rows or options.columns:
            record["most"] = sys.maxsize
    return {name: record[name] for name in signature(kind.build).parameters if name in record}


def has_pairs(kind: str, axis: str) -> bool:
    """Return whether a pair of algorithms names a row, or a column, of a kind of table."""
    return TABLES[kind].row_names in (pairs, pairs_on_datasets) if axis == "rows" else TABLES[kind].of_pairs


def row_names(kind: str, study: Study, algorithms: Sequence[str], datasets: Sequence[str]) -> list[str]:
    """Return what the rows of a kind of table may be called."""
    return list(TABLES[kind].row_names(study, algorithms, datasets))


def column_names(kind: str, study: Study, algorithms: Sequence[str]) -> list[str]:
    """Return what the columns of a kind of table may be called, or what stands over several of them."""
    declared = TABLES[kind]
    names = [*(algorithms if declared.of_algorithms else ()), *declared.columns, *declared.more_columns(study)]
    table = study.report.tables.get(kind)
    if table is not None and table.metrics == "together":
        names += (metric.name for metric in study.scores.metrics)
    return list(dict.fromkeys(names))


def table_called(table: Table) -> Table:
    """Return a table of an exploratory study, which says so."""
    shows = {TABLES[table.kind].shows, table.shows}
    if "p" in shows:
        return replace(table, calling=OF_P, p_values=WORD)
    calling = OF_TESTS if "tests" in shows else OF_MARKS if "marks" in shows else ""
    return replace(table, calling=calling) if calling else table


def figure_called(plan: Plan) -> Plan:
    """A figure of an exploratory study, which says so in caption, description and files, and not in the drawing."""
    calling = {"p": OF_P, "tests": OF_TESTS, "": ""}[FIGURES[plan.kind].shows]
    if not calling:
        return plan
    return replace(
        plan, caption=say("{} {}", plan.caption, calling), alt=say("{} {}", plan.alt, calling), calling=calling
    )
