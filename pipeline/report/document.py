"""One model of the report's text, set as report.tex, report.html and report.pdf."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from rankpress.drawings.plan import Drawing
from rankpress.report.bibliography import Reference
from rankpress.report.table import Table


@dataclass(frozen=True)
class Section:
    """A section: its paragraphs, tables and figures, then what is below it.

    Parameters
    ----------
    identifier : str
        Letters, digits and hyphens, unique in the document; the anchor in HTML.
    title : str
        Heading.
    paragraphs : tuple of str
        Plain sentences, unescaped.
    caveats : tuple of str
        What must be said beside these results; set off from the paragraphs.
    reminders : str
        Identifier of the section that tells what to keep in mind of all such results; empty where there is none.
    tables, drawings : tuples
        In the order they are printed.
    sections : tuple of Section
        One level below.
    references : tuple of Reference
        The sources that sentences of the report cite, in a list to which citations lead.
    folded : bool
        Whether report.html shows its heading alone until the reader asks for the rest.
    in_contents : bool
        Whether the contents of report.html and report.pdf list it; of those below it, none is listed where it is not.
    """

    identifier: str
    title: str
    paragraphs: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    reminders: str = ""
    tables: tuple[Table, ...] = ()
    drawings: tuple[Drawing, ...] = ()
    sections: tuple[Section, ...] = ()
    references: tuple[Reference, ...] = ()
    folded: bool = False
    in_contents: bool = True


def all_sections(sections: Iterable[Section]) -> Iterator[Section]:
    """Yield sections in reading order, each before those below it."""
    for section in sections:
        yield section
        yield from all_sections(section.sections)


@dataclass(frozen=True)
class Live:
    """A figure that the reader of report.html can work: what the page's script draws it from.

    Parameters
    ----------
    kind : {"cd", "curves"}
        Which figure.
    drawing : str
        Name of the drawing that shows the same in print.
    title : str
        Heading.
    choices : mapping of str to tuple of str
        What a reader may choose from, by the name of the choice.
    data : mapping of str to object
        Plain data, ready for JSON; empty where there is no live figure.
    why : str
        Why there is none.
    """

    kind: Literal["cd", "curves"]
    drawing: str
    title: str
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    data: Mapping[str, object] = field(default_factory=dict)
    why: str = ""


@dataclass(frozen=True)
class Document:
    """A report: title, a summary in a few sentences, sections.

    Parameters
    ----------
    title : str
        The study's.
    summary : tuple of str
        What was compared, who leads, what is and is not separated.
    sections : tuple of Section
        In reading order.
    account : tuple of str
        The results in the few paragraphs that a paper has room for; no part of the report itself.
    protocol : tuple of str
        How the study came about, for a paper's section on methods; in the report a table tells it.
    provenance : tuple of (str, str)
        Label and value of what the report was made from: files with sha256, versions, the spec's hash.
    live : tuple of Live
        The figures that report.html draws anew as its reader chooses; other formats have their drawings alone.
    """

    title: str
    summary: tuple[str, ...]
    sections: tuple[Section, ...]
    account: tuple[str, ...] = ()
    protocol: tuple[str, ...] = ()
    provenance: tuple[tuple[str, str], ...] = ()
    live: tuple[Live, ...] = ()

    @property
    def texts(self) -> Iterator[str]:
        """Every sentence and paragraph with its marks, captions and notes included."""
        yield from (*self.summary, *self.account, *self.protocol)
        for section in all_sections(self.sections):
            yield from (*section.paragraphs, *section.caveats)
            for table in section.tables:
                yield from (table.called_caption, *table.notes)
            yield from (drawing.caption for drawing in section.drawings)

    @property
    def methods(self) -> tuple[str, ...]:
        """What was done, as the section on it tells, and how the study came about."""
        done = next((section.paragraphs for section in self.sections if section.identifier == "methods"), ())
        return (*done, *self.protocol)

    @property
    def references(self) -> tuple[Reference, ...]:
        """The sources that sentences cite."""
        return next((section.references for section in self.sections if section.references), ())
