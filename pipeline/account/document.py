"""The sections of a report, and its account of methods and results for a paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from rankpress.account.paper import (
    cautions,
    methods_for_paper,
    methods_paragraphs,
    opening,
    results_for_paper,
    results_paragraphs,
)
from rankpress.account.summary import summary_lines
from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FIGURES, TABLES, Kind
from rankpress.core.bibliography import cited_sources
from rankpress.core.document import Document, Drawing, Section
from rankpress.core.labels import slug
from rankpress.core.table import Table
from rankpress.spec.report_sections import ProseOptions
from rankpress.topics.phrases import exploratory_sentence
from rankpress.topics.sentences_of_metrics import merged
from rankpress.topics.topic import Topic, topics, topics_of_study
from rankpress.wording.text import Prose, join

_Shown = TypeVar("_Shown", Table, Drawing)
_LIMITATIONS = "limitations"
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
    findings = [
        section
        for topic in topics()
        if not _has_appendix(topic) and (section := _section(topic, analyses, tables, drawings))
    ]
    before_methods = _appendices(analyses, tables, before_methods=True)
    at_end = _appendices(analyses, tables, before_methods=False)
    limitations = _limitations(analyses, findings, [*before_methods, *at_end])
    methods, account = _in_a_paper(analyses, prose)
    written = Document(
        title=title,
        summary=(*chain.from_iterable(summary_lines(analyses)), *exploratory_sentence(analyses)),
        sections=tuple(
            section
            for section in (
                *findings,
                limitations,
                *(replace(section, caveats=()) for section in before_methods),
                _methods(analyses, tables),
                *(replace(section, caveats=()) for section in at_end),
            )
            if section
        ),
        account=(join([*exploratory_sentence(analyses), account[0]]), *account[1:]),
        methods=methods,
        provenance=provenance,
    )
    sources = cited_sources(written.texts)
    listed = Section("references", "References", references=sources)
    return replace(written, sections=(*written.sections, listed)) if sources else written


def _in_a_paper(analyses: Sequence[Analysis], prose: ProseOptions) -> tuple[tuple[Prose, ...], tuple[Prose, ...]]:
    """Return the paragraphs on methods and on results for a paper, in full or short."""
    if prose.length == "short":
        *before, last = results_for_paper(analyses)
        return (methods_for_paper(analyses, prose.voice),), (*before, join([last, *cautions(analyses)]))
    setup = (paragraph for of_study in topics_of_study() for paragraph in of_study.setup(analyses))
    methods = (opening(analyses, prose.voice), *methods_paragraphs(analyses, prose.voice), *setup)
    return methods, tuple(filter(None, (*results_paragraphs(analyses), join(cautions(analyses)))))


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


def _of(kinds: Mapping[str, Kind], topic: str, metric: str, all_shown: Sequence[_Shown]) -> tuple[_Shown, ...]:
    """Return the tables or drawings of a topic and a metric."""
    names = _names(kinds, topic)
    return tuple(each for each in all_shown if each.metric == metric and each.kind in names)


def _names(kinds: Mapping[str, Kind], topic: str) -> set[str]:
    return {name for name, kind in kinds.items() if kind.topic == topic}


def _has_appendix(topic: Topic) -> bool:
    return topic.of_study is not None and topic.of_study.section is not None


def _appendices(analyses: Sequence[Analysis], tables: Sequence[Table], *, before_methods: bool) -> list[Section]:
    """Return the sections of topics that have one for all metrics, with their tables."""
    sections = []
    for topic in topics():
        of_study = topic.of_study
        if of_study is None or of_study.section is None or of_study.is_before_methods != before_methods:
            continue
        if (section := of_study.section(analyses)) is not None:
            names = _names(TABLES, topic.identifier)
            sections.append(replace(section, tables=tuple(table for table in tables if table.kind in names)))
    return sections


def _limitations(
    analyses: Sequence[Analysis], findings: Iterable[Section], appendices: Iterable[Section]
) -> Section | None:
    """Return what limits the results in parts, a paragraph for each section that is there, no sentence twice."""
    there, of_appendices = (
        {section.identifier for section in findings},
        {section.identifier: section for section in appendices},
    )
    in_order = sorted(topics(), key=lambda topic: not _has_appendix(topic))  # first what data and protocol limit
    part = next(topic for topic in in_order if topic.limitations)
    limits: list[tuple[Topic, Sequence[Prose]]] = []
    for topic in in_order:
        part = topic if topic.limitations else part
        if topic.identifier in of_appendices:
            limits.append((part, of_appendices[topic.identifier].caveats))
        elif topic.identifier in there:
            limits.append((part, merged({analysis.metric: [*topic.reminders(analysis)] for analysis in analyses})))
    earlier: set[Prose] = set()
    paragraphs: dict[str, list[Prose]] = {}
    titles = {part.identifier: part.limitations for part, _ in limits}
    for part, sentences in limits:
        new = [sentence for sentence in sentences if sentence not in earlier]
        earlier.update(new)
        if new:
            paragraphs.setdefault(part.identifier, []).append(join(new))
    parts = (
        Section(f"{_LIMITATIONS}-{part}", titles[part], tuple(texts), in_contents=False)
        for part, texts in paragraphs.items()
    )
    return Section(_LIMITATIONS, "Limitations", sections=tuple(parts)) if paragraphs else None


def _methods(analyses: Sequence[Analysis], tables: Sequence[Table]) -> Section:
    """Return the section Methods; a table replaces what would be a long sentence."""
    names = _names(TABLES, "methods")
    of_methods = tuple(table for table in tables if table.kind in names)
    are_of_all = len(of_methods) == len(analyses) or any(not table.metric for table in of_methods)
    tabled = {table.kind for table in of_methods} if are_of_all else ()
    return Section("methods", "Methods", methods_paragraphs(analyses, tabled=tabled), tables=of_methods)
