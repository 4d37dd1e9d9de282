"""The sections of a report, with the kinds of tables and figures that belong to each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from rankpress.analysis import Analysis
from rankpress.core.bibliography import references
from rankpress.core.document import Document, Drawing, Section
from rankpress.core.labels import slug
from rankpress.core.plugins import BUILT_IN, Registry
from rankpress.core.table import Table
from rankpress.core.text import Prose, join, say
from rankpress.spec.report_sections import ProseOptions
from rankpress.topics import (
    bayes,
    comparisons,
    data,
    effects,
    ordering,
    power,
    protocol,
    replicability,
    sensitivity,
    within,
)
from rankpress.topics.data import data_caveats, data_paragraphs, left_out
from rankpress.topics.paper import (
    cautions,
    compared,
    merged,
    methods_for_paper,
    methods_paragraphs,
    results_for_paper,
    results_paragraphs,
)
from rankpress.topics.protocol import exploratory_sentence, protocol_methods, protocol_section
from rankpress.topics.summary import summary
from rankpress.topics.topic import FigureKind, TableKind, Topic

FINDINGS = Registry[Topic](by="identifier")
TABLES = Registry[TableKind]()
FIGURES = Registry[FigureKind]()


def add_topic(topic: Topic, of: str = BUILT_IN) -> None:
    """Add a section to reports, with its kinds of tables and figures; built in or of a plug-in."""
    FINDINGS.add(topic, of=of)
    TABLES.add(*topic.tables, of=of)
    FIGURES.add(*topic.figures, of=of)


for _topic in (
    comparisons.SCORES_TOPIC,
    comparisons.RANKS_TOPIC,
    comparisons.TOPIC,
    effects.TOPIC,
    within.TOPIC,
    bayes.TOPIC,
    ordering.TOPIC,
    within.CURVES_TOPIC,
    sensitivity.TOPIC,
    replicability.TOPIC,
    power.TOPIC,
):
    add_topic(_topic)
TABLES.add(*protocol.TABLES, *data.TABLES)
Shown = TypeVar("Shown", Table, Drawing)
_REMINDERS = "keep-in-mind"


_IN_FULL = ProseOptions(length="full")


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
    findings = [section for topic in FINDINGS.values() if (section := _section(topic, analyses, tables, drawings))]
    reminders = _reminders(analyses, {section.identifier for section in findings})
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
        summary=(*summary(analyses), *exploratory_sentence(analyses)),
        sections=tuple(
            section
            for section in (
                *_reminded(findings, reminders),
                reminders,
                protocol_section(analyses, tables),
                Section("methods", "Methods", methods_paragraphs(analyses)),
                _data(analyses, tables),
            )
            if section
        ),
        account=(join([*exploratory_sentence(analyses), account[0]]), *account[1:]),
        methods=done,
        provenance=provenance,
    )
    sources = references(written.texts)
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
        tables=_of(topic.tables, "", tables),
        drawings=_of(topic.figures, "", drawings),
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
        tables=_of(topic.tables, metric, tables),
        drawings=_of(topic.figures, metric, drawings),
    )
    return section if section.paragraphs or section.tables or section.drawings else None


def _of(kinds: Iterable[TableKind | FigureKind], metric: str, shown: Sequence[Shown]) -> tuple[Shown, ...]:
    """Return those of some kinds, of a metric."""
    names = {kind.name for kind in kinds}
    return tuple(item for item in shown if item.metric == metric and item.kind in names)


def _reminders(analyses: Sequence[Analysis], there: Iterable[str]) -> Section | None:
    """Return what to keep in mind of the sections that are there, each sentence once."""
    record: dict[Prose, str] = {}  # by the sentence, the first topic that it is of
    for topic in FINDINGS.values():
        if topic.identifier in there:
            for sentence in merged({analysis.metric: topic.reminders(analysis) for analysis in analyses}):
                record.setdefault(sentence, topic.identifier)
    parts = tuple(
        Section(
            f"{_REMINDERS}-{topic.identifier}",
            topic.title,
            tuple(sentence for sentence, first in record.items() if first == topic.identifier),
            in_contents=False,  # its title is that of the section it is about, which leads to it
        )
        for topic in FINDINGS.values()
        if topic.identifier in record.values()
    )
    return Section(_REMINDERS, "Limitations", sections=parts) if parts else None


def _reminded(findings: Iterable[Section], reminders: Section | None) -> Iterator[Section]:
    """Yield the sections, each with a way to what to keep in mind of it."""
    there = set() if reminders is None else {part.identifier for part in reminders.sections}
    for section in findings:
        identifier = f"{_REMINDERS}-{section.identifier}"
        yield replace(section, reminders=identifier) if identifier in there else section


def _data(analyses: Sequence[Analysis], tables: Sequence[Table]) -> Section:
    """Return what there was to compare, and why parts of the report are missing; what metrics share once."""
    reasons = dict.fromkeys(why for analysis in analyses for why in left_out(analysis))
    absent = (say("Not in this report: {}", join(reasons, " ")),) if reasons else ()
    return Section(
        "data",
        "Data",
        paragraphs=merged({analysis.metric: data_paragraphs(analysis) for analysis in analyses}) + absent,
        caveats=merged({analysis.metric: data_caveats(analysis) for analysis in analyses}),
        tables=tuple(table for table in tables if table.kind in {kind.name for kind in data.TABLES}),
    )
