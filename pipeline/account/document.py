"""The sections of a report, and its account of methods and results for a paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from rankpress.account.paper import (
    cautions,
    compared,
    methods_for_paper,
    methods_paragraphs,
    results_for_paper,
    results_paragraphs,
)
from rankpress.account.sentences_of_metrics import merged
from rankpress.account.summary import summary_lines
from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FIGURES, TABLES, Kind
from rankpress.core.bibliography import cited_sources
from rankpress.core.document import Document, Drawing, Section
from rankpress.core.labels import slug
from rankpress.core.table import Table
from rankpress.spec.report_sections import ProseOptions
from rankpress.topics.data.data import data_caveats, data_paragraphs, left_out
from rankpress.topics.data.protocol import exploratory_sentence, protocol_methods, protocol_section
from rankpress.topics.effects.effects import measures_methods
from rankpress.topics.topic import Topic, topics
from rankpress.wording.text import Prose, join, say

Shown = TypeVar("Shown", Table, Drawing)
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
