"""The sections of a report, and the tables of a metric."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FIGURES, TABLES, Kind
from rankpress.core.bibliography import cited_sources
from rankpress.core.document import Document, Drawing, Section
from rankpress.core.labels import slug
from rankpress.core.table import Table, without_absent_marks
from rankpress.spec.report_sections import ProseOptions
from rankpress.spec.table_options import table_options
from rankpress.topics.data import data_caveats, data_paragraphs, left_out
from rankpress.topics.effects import measures_methods
from rankpress.topics.imputation import signed
from rankpress.topics.paper import (
    cautions,
    compared,
    methods_for_paper,
    methods_paragraphs,
    results_for_paper,
    results_paragraphs,
)
from rankpress.topics.phrases import OF_MARKS, OF_P, OF_TESTS, WORD, with_key
from rankpress.topics.protocol import exploratory_sentence, protocol_methods, protocol_section
from rankpress.topics.sentences_of_metrics import merged
from rankpress.topics.summary import summary_lines
from rankpress.topics.topic import Axes, Builder, TableRequest, Topic, topics
from rankpress.wording.text import Prose, join, say

if TYPE_CHECKING:
    from rankpress.core.document import Plan
    from rankpress.core.plugins import Registry
    from rankpress.spec.model import Study
    from rankpress.spec.table_options import TableOptions

Shown = TypeVar("Shown", Table, Drawing)
AnyKind = TypeVar("AnyKind", bound=Kind)
_LIMITATIONS = "limitations"
# Titles of the groups of limitations, by the topic with which they begin.
_LIMITATIONS_FROM = {"data": "Data and scores", "tests": "Comparisons", "ordering": "Further analyses"}


_IN_FULL = ProseOptions.unchecked(length="full")


def build_document(
    title: str,
    analyses: Sequence[Analysis],
    tables: Sequence[Table],
    drawings: Sequence[Drawing],
    provenance: tuple[tuple[str, str], ...] = (),
    *,
    prose: ProseOptions = _IN_FULL,
) -> Document:
    """Write the report, and the account of methods and results for a paper."""
    tables = [table for table in tables if table.in_pdf or table.in_page]
    findings = [section for topic in topics() if (section := _section(topic, analyses, tables, drawings))]
    protocol, data = protocol_section(analyses, tables), _data(analyses, tables)
    limitations = _limitations(analyses, findings, [section for section in (protocol, data) if section])
    if prose.length == "short":
        done: tuple[Prose, ...] = (methods_for_paper(analyses, prose.voice),)
        *before, last = results_for_paper(analyses)
        account = (*before, join([last, *cautions(analyses)]))
    else:
        done = (
            compared(analyses, prose.voice),
            *methods_paragraphs(analyses, prose.voice),
            *protocol_methods(analyses),
        )
        account = tuple(text for text in (*results_paragraphs(analyses), join(cautions(analyses))) if text)
    written = Document(
        title=title,
        summary=(*chain.from_iterable(summary_lines(analyses)), *exploratory_sentence(analyses)),
        sections=tuple(
            section
            for section in (
                *findings,
                limitations,
                protocol and replace(protocol, caveats=()),
                _methods(analyses, tables),
                replace(data, caveats=()),
            )
            if section
        ),
        account=(join([*exploratory_sentence(analyses), account[0]]), *account[1:]),
        methods=done,
        provenance=provenance,
    )
    sources = cited_sources(written.texts)
    listed = Section("references", "References", references=sources)
    return replace(written, sections=(*written.sections, listed)) if sources else written


def _section(
    topic: Topic, analyses: Sequence[Analysis], tables: Sequence[Table], drawings: Sequence[Drawing]
) -> Section | None:
    """One topic: of the only metric, or with a section below for each; None where no metric has anything on it."""
    written = [_of_metric(topic, analysis, tables, drawings) for analysis in analyses]
    there = [section for section in written if section is not None]
    if not there:
        return None
    if len(analyses) == 1:
        return replace(there[0], identifier=topic.identifier, title=topic.title)
    first, *others = there
    shared = tuple(caveat for caveat in first.caveats if others and all(caveat in other.caveats for other in others))
    return Section(
        topic.identifier,
        topic.title,
        caveats=shared,
        tables=_of(TABLES, topic.identifier, "", tables),
        drawings=_of(FIGURES, topic.identifier, "", drawings),
        sections=tuple(
            replace(section, caveats=tuple(caveat for caveat in section.caveats if caveat not in shared))
            for section in there
        ),
    )


def _of_metric(
    topic: Topic, analysis: Analysis, tables: Sequence[Table], drawings: Sequence[Drawing]
) -> Section | None:
    metric = analysis.scores.name
    section = Section(
        identifier=f"{topic.identifier}-{slug(metric)}",
        title=analysis.metric,
        paragraphs=tuple(topic.paragraphs(analysis)),
        caveats=tuple(topic.caveats(analysis)),
        tables=_of(TABLES, topic.identifier, metric, tables),
        drawings=_of(FIGURES, topic.identifier, metric, drawings),
    )
    return section if section.paragraphs or section.tables or section.drawings else None


def _of(kinds: Mapping[str, Kind], topic: str, metric: str, shown: Sequence[Shown]) -> tuple[Shown, ...]:
    """Return those of a topic and a metric."""
    names = _names(kinds, topic)
    return tuple(item for item in shown if item.metric == metric and item.kind in names)


def _names(kinds: Mapping[str, Kind], topic: str) -> set[str]:
    return {name for name, kind in kinds.items() if kind.topic == topic}


def _limitations(
    analyses: Sequence[Analysis], findings: Iterable[Section], appendices: Iterable[Section]
) -> Section | None:
    """Return what limits the results in three groups, a paragraph for each section that is there, no sentence twice."""
    there = {section.identifier for section in findings}
    group = "data"
    limits: list[tuple[str, Sequence[Prose]]] = [(group, section.caveats) for section in appendices]
    for topic in topics():
        group = topic.identifier if topic.identifier in _LIMITATIONS_FROM else group
        if topic.identifier in there:
            limits.append((group, merged({analysis.metric: [*topic.reminders(analysis)] for analysis in analyses})))
    stated: set[Prose] = set()
    paragraphs: dict[str, list[Prose]] = {}
    for group, sentences in limits:
        new = [sentence for sentence in sentences if sentence not in stated]
        stated.update(new)
        if new:
            paragraphs.setdefault(group, []).append(join(new))
    parts = (
        Section(f"{_LIMITATIONS}-{group}", _LIMITATIONS_FROM[group], tuple(texts), in_contents=False)
        for group, texts in paragraphs.items()
    )
    return Section(_LIMITATIONS, "Limitations", sections=tuple(parts)) if paragraphs else None


def _methods(analyses: Sequence[Analysis], tables: Sequence[Table]) -> Section:
    """Return what was done; a table has what would be a long sentence."""
    names = _names(TABLES, "methods")
    of_methods = tuple(table for table in tables if table.kind in names)
    are_of_all = len(of_methods) == len(analyses) or any(not table.metric for table in of_methods)
    tabled = [measures_methods] if are_of_all else []
    return Section("methods", "Methods", methods_paragraphs(analyses, tabled=tabled), tables=of_methods)


def _data(analyses: Sequence[Analysis], tables: Sequence[Table]) -> Section:
    """Return what there was to compare, and why parts of the report are missing; what metrics share once."""
    reasons, names = dict.fromkeys(why for analysis in analyses for why in left_out(analysis)), _names(TABLES, "data")
    absent = (say("Not in this report: {}", join(reasons, " ")),) if reasons else ()
    return Section(
        "data",
        "Data",
        paragraphs=merged({analysis.metric: data_paragraphs(analysis) for analysis in analyses}) + absent,
        caveats=merged({analysis.metric: data_caveats(analysis) for analysis in analyses}),
        tables=tuple(table for table in tables if table.kind in names),
    )


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
    """Return the kinds of tables, or of figures, that a study may have, in reading order: topic by topic."""
    places = {topic.identifier: place for place, topic in enumerate(topics())}
    return sorted(kinds.in_use(), key=lambda kind: places.get(kind.topic, len(places)))


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
    if table is not None and table.is_together:
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
