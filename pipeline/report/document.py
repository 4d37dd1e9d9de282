"""One model of the report's text, set as report.tex, report.html and report.pdf."""

from __future__ import annotations

from dataclasses import dataclass

from rankpress.plot import Drawing
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
        What the reader must bear in mind; set off from the paragraphs.
    tables, drawings : tuples
        In the order they are printed.
    sections : tuple of Section
        One level below.
    """

    identifier: str
    title: str
    paragraphs: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    drawings: tuple[Drawing, ...] = ()
    sections: tuple[Section, ...] = ()


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
    provenance : tuple of (str, str)
        Label and value of what the report was made from: files with sha256, versions, the spec's hash.
    references : tuple of Reference
        The sources that sentences cite; the section ``references`` prints them as paragraphs.
    """

    title: str
    summary: tuple[str, ...]
    sections: tuple[Section, ...]
    provenance: tuple[tuple[str, str], ...] = ()
    references: tuple[Reference, ...] = ()
