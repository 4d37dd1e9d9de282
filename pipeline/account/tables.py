"""The tables of a metric, as a study asks for them, and what exploratory studies say under tables and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FIGURES, TABLES, Kind
from rankpress.core.labels import slug
from rankpress.core.table import Table, without_absent_marks
from rankpress.spec.table_options import Joinable, table_options
from rankpress.topics.imputation import signed
from rankpress.topics.phrases import OF_MARKS, OF_P, OF_TESTS, WORD, with_key
from rankpress.topics.topic import Axes, Builder, TableRequest, topics
from rankpress.wording.text import say

if TYPE_CHECKING:
    from rankpress.core.document import Plan
    from rankpress.core.plugins import Registry
    from rankpress.spec.model import Study
    from rankpress.spec.table_options import TableOptions

AnyKind = TypeVar("AnyKind", bound=Kind)


def build_tables(
    analysis: Analysis,
    options: Mapping[str, TableOptions] = MappingProxyType({}),
    places: Callable[[str], Mapping[str, int]] | None = None,
    analyses: Sequence[Analysis] = (),
) -> tuple[Table, ...]:
    """Build the tables of one metric.

    `places` orders the algorithms of half matrices of a kind, otherwise ranked best first; `analyses` are those of all
    metrics, which a table of one may show too.
    """
    built = (
        (name, built_table(name, analysis, options.get(name), None if places is None else places(name), analyses))
        for name in (kind.name for kind in kinds_in_order(TABLES) if kind.name in options or not kind.on_request)
    )
    metric = analysis.scores.name
    return tuple(
        # a table of the whole study has a name already
        table
        if table.name
        else _finished(analysis, replace(table, name=f"{slug(metric)}-{kind}", metric=metric, kind=kind))
        for kind, table in built
        if table is not None
    )


def _finished(analysis: Analysis, table: Table) -> Table:
    """Sign the averages of algorithms that lack results, and omit notes on marks that are not there."""
    return without_absent_marks(signed(analysis, table))


def kinds_in_order(kinds: Registry[AnyKind]) -> list[AnyKind]:
    """Return the kinds of tables, or of figures, that a study may have, in reading order: as topics declare them.

    Those of a topic that it does not declare itself follow; last are those of what is no topic.
    """
    in_order = topics()
    places = {topic.identifier: place for place, topic in enumerate(in_order)}
    declared = [kind.name for topic in in_order for kind in (topic.tables if kinds is TABLES else topic.figures)]
    positions = {name: place for place, name in enumerate(declared)}
    return sorted(
        kinds.in_use(),
        key=lambda kind: (places.get(kind.topic, len(places)), positions.get(kind.name, len(positions))),
    )


def axes_of(kind: str) -> Axes:
    """Return what the rows and columns of a kind of table may be called."""
    axes: Axes = TABLES[kind].function.axes
    return axes


def built_table(
    kind: str,
    analysis: Analysis,
    options: TableOptions | None = None,
    places: Mapping[str, int] | None = None,
    analyses: Sequence[Analysis] = (),
) -> Table | None:
    """Build a table as a study asks, or by the defaults of its kind."""
    builder: Builder[Any] = TABLES[kind].function
    return builder.build(TableRequest(analysis, options or table_options(kind).unchecked(), analyses, places))


def has_pairs(kind: str, axis: str) -> bool:
    """Return whether a pair of algorithms names a row, or a column, of a kind of table."""
    axes = axes_of(kind)
    return axes.rows.are_pairs if axis == "rows" else axes.of_pairs


def column_names(kind: str, study: Study, algorithms: Sequence[str]) -> list[str]:
    """Return what the columns of a kind of table may be called, or what stands over several of them."""
    axes = axes_of(kind)
    names = [*(algorithms if axes.of_algorithms else ()), *axes.columns, *axes.more_columns(study)]
    table = study.report.tables.get(kind)
    if isinstance(table, Joinable) and table.metrics == "together":
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
    caption = with_key(plan.caption, [calling[0].lower() + calling[1:].removesuffix(".")])
    return replace(plan, caption=caption, alt=say("{} {}", plan.alt, calling), calling=calling)
