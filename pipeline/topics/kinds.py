"""The sections of a report, with the kinds of tables and figures that belong to each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rankpress.analysis import Analysis
from rankpress.core.bibliography import references
from rankpress.core.document import Document, Drawing, Section
from rankpress.core.labels import slug
from rankpress.core.table import Table
from rankpress.topics.bayes import bayes_caveats, bayes_paragraphs, bayes_reminders
from rankpress.topics.comparisons import (
    ranks_caveats,
    ranks_paragraphs,
    ranks_reminders,
    scores_paragraphs,
    scores_reminders,
    tests_caveats,
    tests_paragraphs,
    tests_reminders,
)
from rankpress.topics.data import data_caveats, data_paragraphs, left_out
from rankpress.topics.effects import effects_paragraphs, effects_reminders
from rankpress.topics.methods_text import merged, methods_paragraphs, results_paragraphs
from rankpress.topics.ordering import ordering_caveats, ordering_paragraphs, ordering_reminders
from rankpress.topics.power import power_caveats, power_paragraphs, power_reminders
from rankpress.topics.protocol import exploratory_sentence, protocol_methods, protocol_section, protocol_summary
from rankpress.topics.replicability import replicability_caveats, replicability_paragraphs, replicability_reminders
from rankpress.topics.sensitivity import sensitivity_caveats, sensitivity_paragraphs, sensitivity_reminders
from rankpress.topics.summary import summary
from rankpress.topics.within import (
    curves_caveats,
    curves_paragraphs,
    curves_reminders,
    within_caveats,
    within_paragraphs,
    within_reminders,
)

Sentences = Callable[[Analysis], list[str]]


def _nothing(_analysis: Analysis) -> list[str]:
    return []


@dataclass(frozen=True)
class Topic:
    """What a section is about.

    Parameters
    ----------
    identifier, title : str
        Of the section.
    paragraphs : callable
        What was found.
    caveats : callable
        What must be said beside it, for it is of these results.
    reminders : callable
        What holds of such results whatever they are; told once, in a section of its own.
    tables, drawings : tuple of str
        The kinds that belong to it, in their order.
    """

    identifier: str
    title: str
    paragraphs: Sentences
    caveats: Sentences = _nothing
    reminders: Sentences = _nothing
    tables: tuple[str, ...] = ()
    drawings: tuple[str, ...] = ()


FINDINGS = (
    Topic("scores", "Scores", scores_paragraphs, _nothing, scores_reminders, ("scores", "ranks"), ("score-map",)),
    Topic(
        "ranks",
        "Ranks",
        ranks_paragraphs,
        ranks_caveats,
        ranks_reminders,
        ("average-ranks", "wins-ties-losses"),
        ("cd", "two-metrics", "rank-distribution"),
    ),
    Topic(
        "tests",
        "Tests over the data sets",
        tests_paragraphs,
        tests_caveats,
        tests_reminders,
        ("omnibus", "adjusted-p"),
        ("p-values", "comparison-matrix", "scatter"),
    ),
    Topic("effects", "Effect sizes", effects_paragraphs, _nothing, effects_reminders, ("effects",)),
    Topic(
        "within",
        "Tests within the data sets",
        within_paragraphs,
        within_caveats,
        within_reminders,
        ("within-omnibus", "within-wins", "within-sign", "within"),
    ),
    Topic(
        "bayes",
        "Bayesian comparisons",
        bayes_paragraphs,
        bayes_caveats,
        bayes_reminders,
        ("bayes-over", "bayes-within"),
        ("simplex",),
    ),
    Topic(
        "ordering",
        "Ordering",
        ordering_paragraphs,
        ordering_caveats,
        ordering_reminders,
        ("ordering", "ordering-groups", "ordering-validation", "ordering-datasets"),
        ("order", "cost-front"),
    ),
    Topic(
        "curves",
        "Confidence curves",
        curves_paragraphs,
        curves_caveats,
        curves_reminders,
        ("aucc", "curves", "averaged-curves"),
        ("curves", "average-curves", "curve"),
    ),
    Topic(
        "sensitivity",
        "Sensitivity",
        sensitivity_paragraphs,
        sensitivity_caveats,
        sensitivity_reminders,
        ("sensitivity-leader", "sensitivity-flips", "sensitivity"),
        ("sensitivity",),
    ),
    Topic(
        "replicability",
        "Replicability",
        replicability_paragraphs,
        replicability_caveats,
        replicability_reminders,
        ("replicability", "replicability-multiple"),
        ("replicability",),
    ),
    Topic(
        "power",
        "Power",
        power_paragraphs,
        power_caveats,
        power_reminders,
        ("power", "smallest-difference"),
        ("power",),
    ),
)
DATA_TABLES = ("datasets", "coverage", "shared", "pattern", "missing")


_REMINDERS = "keep-in-mind"


def build_document(
    title: str,
    analyses: Sequence[Analysis],
    tables: Sequence[Table],
    drawings: Sequence[Drawing],
    provenance: tuple[tuple[str, str], ...] = (),
) -> Document:
    """Write the report.

    Parameters
    ----------
    title : str
        The study's.
    analyses : sequence of Analysis
        One a metric.
    tables : sequence of Table
        All tables; each comes into the section of its kind.
    drawings : sequence of Drawing
        All figures; each comes into the section of its kind.
    provenance : tuple of (str, str)
        Label and value of what the report was made from.

    Returns
    -------
    Document
    """
    findings = [section for topic in FINDINGS if (section := _section(topic, analyses, tables, drawings))]
    reminders = _reminders(analyses, {section.identifier for section in findings})
    written = Document(
        title=title,
        summary=(*summary(analyses), *protocol_summary(analyses)),
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
        account=(*exploratory_sentence(analyses), *results_paragraphs(analyses)),
        protocol=tuple(protocol_methods(analyses)),
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
        tables=tuple(table for table in tables if not table.metric and table.kind in topic.tables),
        drawings=tuple(drawing for drawing in drawings if not drawing.metric and drawing.kind in topic.drawings),
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
        title=metric,
        paragraphs=tuple(topic.paragraphs(analysis)),
        caveats=tuple(topic.caveats(analysis)),
        tables=tuple(table for table in tables if table.metric == metric and table.kind in topic.tables),
        drawings=tuple(drawing for drawing in drawings if drawing.metric == metric and drawing.kind in topic.drawings),
    )
    return section if section.paragraphs or section.tables or section.drawings else None


def _reminders(analyses: Sequence[Analysis], there: Iterable[str]) -> Section | None:
    """What to keep in mind of the sections that are there, each sentence once."""
    told: dict[str, str] = {}  # by the sentence, the first topic that it is of
    for topic in FINDINGS:
        if topic.identifier in there:
            for sentence in merged({analysis.scores.name: topic.reminders(analysis) for analysis in analyses}):
                told.setdefault(sentence, topic.identifier)
    parts = tuple(
        Section(
            f"{_REMINDERS}-{topic.identifier}",
            topic.title,
            tuple(sentence for sentence, first in told.items() if first == topic.identifier),
            in_contents=False,  # its title is that of the section it is about, which leads to it
        )
        for topic in FINDINGS
        if topic.identifier in told.values()
    )
    return Section(_REMINDERS, "What to keep in mind", sections=parts) if parts else None


def _reminded(findings: Iterable[Section], reminders: Section | None) -> Iterator[Section]:
    """The sections, each with a way to what to keep in mind of it."""
    there = set() if reminders is None else {part.identifier for part in reminders.sections}
    for section in findings:
        identifier = f"{_REMINDERS}-{section.identifier}"
        yield replace(section, reminders=identifier) if identifier in there else section


def _data(analyses: Sequence[Analysis], tables: Sequence[Table]) -> Section:
    """What there was to compare, and why parts of the report are not there; what metrics share is told once."""
    reasons = dict.fromkeys(why for analysis in analyses for why in left_out(analysis))
    absent = (f"Not in this report: {' '.join(reasons)}",) if reasons else ()
    return Section(
        "data",
        "Data",
        paragraphs=merged({analysis.scores.name: data_paragraphs(analysis) for analysis in analyses}) + absent,
        caveats=merged({analysis.scores.name: data_caveats(analysis) for analysis in analyses}),
        tables=tuple(table for table in tables if table.kind in DATA_TABLES),
    )
