"""A document as every format sets it: sections, paragraphs, tables and figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from rankpress.core.bibliography import Source
from rankpress.core.table import Table
from rankpress.wording.text import Prose

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rankpress.figures.cd_diagram import Diagram
    from rankpress.figures.style import Style
    from rankpress.spec.plot_sections import PlottedFigure


_Page = TypeVar("_Page")


@dataclass(frozen=True)
class Restylable:
    """A critical difference diagram that a paper can restyle: laid out, with its names as they are set by TeX."""

    labels: Sequence[Prose]  # the names, which may hold mathematics
    diagram: Diagram  # where everything goes
    style: Style  # that it was laid out in


@dataclass(frozen=True)
class DrawnForms:
    """What a figure is written as."""

    pdf: bytes = b""  # with fonts embedded as TrueType; empty where no format of the report needs it
    svg: bytes = b""  # with text as paths
    others: Mapping[str, bytes] = field(default_factory=dict)  # further ones by the suffix of their files: ``png``
    restylable: Restylable | None = None  # what its TikZ is written from, where that was requested


@dataclass(frozen=True)
class Drawing:
    """A figure as the report takes it."""

    name: str  # file name without suffix, such as ``accuracy-cd``
    # metric, kind: the metric it shows, empty where it shows several, and the kind as the spec names it, such as ``cd``
    metric: str
    kind: str
    title: Prose  # title, caption, alt: heading, caption and description for those who cannot see it
    caption: Prose
    alt: Prose
    forms: DrawnForms
    figure: PlottedFigure | None = None  # how the spec asks for it; None is without options
    # a sentence on its p-values or tests, such as that they are exploratory, for files that have no caption
    calling: str = ""
    # those whose shapes have a `gid` that ends with a number, such as ``name-0``, in the order of these numbers
    algorithms: tuple[Prose, ...] = ()


PANELS = "it is a page of panels"
"""Why most figures that no axes hold are figures of their own."""


@dataclass(frozen=True)
class Plan:
    """A figure that is still to be drawn."""

    metrics: Sequence[str]  # which it shows; the name of its file begins with them
    kind: str  # as the spec names it, where it does
    title: Prose  # title, caption, alt: as for `Drawing`
    caption: Prose
    alt: Prose
    draw: partial[Figure]  # draws it, in another process where that is faster, in the style that it holds
    part: str = ""  # what its file's name ends with, where a figure comes in several parts, such as ``-2``
    file: str = ""  # what stands for the kind in the file's name; the plot stage fills it in, and `figure`
    lay_out: Callable[[], Restylable] | None = None  # lays it out for TikZ, where it can be restyled
    figure: PlottedFigure | None = None
    calling: str = ""  # calling, algorithms: as for `Drawing`
    algorithms: tuple[Prose, ...] = ()
    whole: str = ""  # why no axes of another figure hold it, a clause
    fonts: tuple[str, ...] = ()  # of the machine, that set names whose characters our own lack


@dataclass(frozen=True)
class Missing:
    """A figure that cannot be drawn from what a study has; `why` is a clause, such as "no test was made"."""

    kind: str
    metric: Prose
    why: Prose


def numbered(pages: Sequence[_Page]) -> Iterator[tuple[str, str, _Page]]:
    """Number the pages of a figure: what ends the name of its file, what ends its title, and the page."""
    if len(pages) == 1:
        yield "", "", pages[0]
        return
    for number, page in enumerate(pages, start=1):
        yield f"-{number}", f" ({number} of {len(pages)})", page


@dataclass(frozen=True)
class Section:
    """A section: its paragraphs, tables and figures, then what is below it."""

    identifier: str  # letters, digits and hyphens, unique in the document; the anchor in HTML
    title: Prose  # heading
    paragraphs: tuple[Prose, ...] = ()  # plain sentences, unescaped
    caveats: tuple[Prose, ...] = ()  # what must be said next to these results; set off from the paragraphs
    tables: tuple[Table, ...] = ()  # tables, drawings: in the order they are printed
    drawings: tuple[Drawing, ...] = ()
    sections: tuple[Section, ...] = ()  # one level below
    # the sources that sentences of the report cite, in a list to which citations lead
    references: tuple[Source, ...] = ()
    folded: bool = False  # whether report.html shows its heading alone until the reader asks for the rest
    # whether the contents of report.html and report.pdf list it; of those below it, none is listed where it is not
    in_contents: bool = True


def all_sections(sections: Iterable[Section]) -> Iterator[Section]:
    """Yield sections in reading order, each before those below it."""
    for section in sections:
        yield section
        yield from all_sections(section.sections)


@dataclass(frozen=True)
class Live:
    """A figure that the reader of report.html can work: what the page's script draws it from."""

    drawing: str  # name of the drawing that shows the same in print
    title: Prose  # heading
    # what a reader may choose from, by the name of the choice
    choices: Mapping[str, tuple[Prose, ...]] = field(default_factory=dict)
    # plain data, ready for JSON
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Extras:
    """What report.html alone has; apart from the document, which is then hashed once for all formats."""

    live: tuple[Live, ...] = ()  # as those of `Document`
    files: tuple[tuple[Prose, str, str], ...] = ()
    sections: tuple[Section, ...] = ()  # after all others


@dataclass(frozen=True)
class Document:
    """A report: title, a summary in a few sentences, sections."""

    title: Prose  # the study's
    summary: tuple[Prose, ...]  # for each metric who leads, and which differences are significant
    sections: tuple[Section, ...]  # in reading order
    doubts: tuple[Prose, ...] = ()  # what is not certain of the scores, until it is confirmed
    reading: tuple[Prose, ...] = ()  # what was read, and how much of what was expected, in a few lines
    # the results in the few paragraphs that a paper has room for; no part of the report itself
    account: tuple[Prose, ...] = ()
    # what was done and how the study came about, for a paper's section on methods; no part of the report itself
    methods: tuple[Prose, ...] = ()
    # label and value of what the report was made from: files with sha256, versions, the spec's hash
    provenance: tuple[tuple[str, str], ...] = ()
    # the figures that report.html draws again as its reader chooses; other formats have their drawings alone
    live: tuple[Live, ...] = ()
    # titles of tables that report.html does not show, paths of their CSV files, and links that hold these, or ""
    files: tuple[tuple[Prose, str, str], ...] = ()

    @property
    def texts(self) -> Iterator[Prose]:
        """Every sentence and paragraph, captions and notes included."""
        yield from (*self.doubts, *self.summary, *self.reading, *self.account, *self.methods)
        for section in all_sections(self.sections):
            yield from (*section.paragraphs, *section.caveats)
            for table in section.tables:
                yield from table.texts
            yield from (drawing.caption for drawing in section.drawings)

    @property
    def references(self) -> tuple[Source, ...]:
        """The sources that sentences cite."""
        return next((section.references for section in self.sections if section.references), ())
