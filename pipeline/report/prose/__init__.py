"""The report's text: plain sentences that say what was done and found, and what may not be concluded from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from rankpress.analysis import Analysis
from rankpress.plot import Drawing
from rankpress.report.bibliography import references
from rankpress.report.document import Document, Section
from rankpress.report.prose.bayes import bayes_caveats, bayes_paragraphs
from rankpress.report.prose.data import data_caveats, data_paragraphs, left_out
from rankpress.report.prose.effects import effects_caveats, effects_paragraphs
from rankpress.report.prose.methods import methods_paragraphs
from rankpress.report.prose.ordering import ordering_caveats, ordering_paragraphs
from rankpress.report.prose.over import (
    ranks_caveats,
    ranks_paragraphs,
    scores_caveats,
    scores_paragraphs,
    tests_caveats,
    tests_paragraphs,
)
from rankpress.report.prose.summary import summary
from rankpress.report.prose.within import curves_caveats, curves_paragraphs, within_caveats, within_paragraphs
from rankpress.report.table import Table
from rankpress.slugs import slug

Sentences = Callable[[Analysis], list[str]]


@dataclass(frozen=True)
class _Topic:
    """A section that each metric has: its sentences, and the kinds of tables and figures that belong to it."""

    identifier: str
    title: str
    paragraphs: Sentences
    caveats: Sentences
    tables: tuple[str, ...] = ()
    drawings: tuple[str, ...] = ()


_FINDINGS = (
    _Topic("scores", "Scores", scores_paragraphs, scores_caveats, ("scores", "ranks")),
    _Topic("ranks", "Ranks", ranks_paragraphs, ranks_caveats, ("average-ranks", "wins-ties-losses"), ("cd",)),
    _Topic("tests", "Tests over the data sets", tests_paragraphs, tests_caveats, ("omnibus", "adjusted-p")),
    _Topic("effects", "Effect sizes", effects_paragraphs, effects_caveats, ("effects",)),
    _Topic(
        "within",
        "Tests within the data sets",
        within_paragraphs,
        within_caveats,
        ("within-omnibus", "within-wins", "within-sign", "within"),
    ),
    _Topic("bayes", "Bayesian comparisons", bayes_paragraphs, bayes_caveats, ("bayes-over", "bayes-within")),
    _Topic(
        "ordering",
        "Ordering",
        ordering_paragraphs,
        ordering_caveats,
        ("ordering", "ordering-groups", "ordering-validation", "ordering-datasets"),
        ("order",),
    ),
    _Topic(
        "curves",
        "Confidence curves",
        curves_paragraphs,
        curves_caveats,
        ("aucc", "curves", "averaged-curves"),
        ("curves",),
    ),
)
_DATA = _Topic("data", "Data", data_paragraphs, data_caveats, ("coverage", "shared", "pattern", "missing"))


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
    findings = (_section(topic, analyses, tables, drawings) for topic in _FINDINGS)
    data = _section(_DATA, analyses, tables, drawings)
    sources = references(analyses)
    return Document(
        title=title,
        summary=summary(analyses),
        sections=tuple(
            section
            for section in (
                *findings,
                Section("methods", "Methods", methods_paragraphs(analyses)),
                data and _with_left_out(data, analyses),
                sources and Section("references", "References", tuple(source.text for source in sources)),
            )
            if section
        ),
        provenance=provenance,
        references=sources,
    )


def _section(
    topic: _Topic, analyses: Sequence[Analysis], tables: Sequence[Table], drawings: Sequence[Drawing]
) -> Section | None:
    """One topic: of the only metric, or with a section below for each; None where no metric has anything on it."""
    written = [_of_metric(topic, analysis, tables, drawings) for analysis in analyses]
    there = [section for section in written if section is not None]
    if len(analyses) == 1 or not there:
        return replace(there[0], identifier=topic.identifier, title=topic.title) if there else None
    first, *others = there
    shared = tuple(caveat for caveat in first.caveats if others and all(caveat in other.caveats for other in others))
    return Section(
        topic.identifier,
        topic.title,
        caveats=shared,
        sections=tuple(
            replace(section, caveats=tuple(caveat for caveat in section.caveats if caveat not in shared))
            for section in there
        ),
    )


def _of_metric(
    topic: _Topic, analysis: Analysis, tables: Sequence[Table], drawings: Sequence[Drawing]
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


def _with_left_out(section: Section, analyses: Iterable[Analysis]) -> Section:
    """The section on the data, with the reasons why parts of the report are not there."""
    reasons = dict.fromkeys(why for analysis in analyses for why in left_out(analysis))
    if not reasons:
        return section
    return replace(section, paragraphs=(*section.paragraphs, f"Not in this report: {' '.join(reasons)}"))
