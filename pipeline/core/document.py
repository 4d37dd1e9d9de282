"""A document as every format sets it: sections, paragraphs, tables and figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeVar

from rankpress.core.bibliography import Reference
from rankpress.core.table import Table
from rankpress.core.text import Prose

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rankpress.catalog.kinds import Plot
    from rankpress.figures.cd_diagram import Diagram
    from rankpress.figures.style import Style
    from rankpress.spec.plot_sections import PlottedFigure


_Page = TypeVar("_Page")


@dataclass(frozen=True)
class Restylable:
    """A critical difference diagram that a paper can restyle: laid out, with its names as they are set by TeX.

    Parameters
    ----------
    labels : sequence of str or Text
        The names, which may hold mathematics.
    diagram : Diagram
        Where everything goes.
    style : Style
        That it was laid out in.
    """

    labels: Sequence[Prose]
    diagram: Diagram
    style: Style


@dataclass(frozen=True)
class Drawing:
    """A figure as the report takes it.

    Parameters
    ----------
    name : str
        File name without suffix, such as ``accuracy-cd``.
    metric, kind : str
        The metric it shows, empty where it shows several, and the kind as the spec names it, such as ``cd``.
    title, caption, alt : str or Text
        Heading, caption and description for those who cannot see it.
    pdf, svg : bytes
        The drawing, fonts embedded as TrueType (PDF) and text as paths (SVG).
    others : mapping of str to bytes
        Further forms of it by the suffix of their files, such as ``png``.
    restylable : Restylable or None
        What its TikZ is written from, where that was asked for.
    figure : PlottedFigure or None
        How the spec asks for it; None is without options.
    calling : str
        A sentence on its p-values or tests, such as that they are exploratory, for files that have no caption.
    algorithms : tuple of str or Text
        Those whose shapes have a `gid` that ends with a number, such as ``name-0``, in the order of these numbers.
    """

    name: str
    metric: str
    kind: str
    title: Prose
    caption: Prose
    alt: Prose
    pdf: bytes
    svg: bytes
    others: Mapping[str, bytes] = field(default_factory=dict)
    restylable: Restylable | None = None
    figure: PlottedFigure | None = None
    calling: str = ""
    algorithms: tuple[Prose, ...] = ()


@dataclass(frozen=True)
class Plan:
    """A figure that is still to be drawn.

    Parameters
    ----------
    metrics : sequence of str
        Which it shows; the name of its file begins with them.
    kind : str
        As the spec names it, where it does.
    title, caption, alt : str or Text
        As for `Drawing`.
    draw : callable
        Draws it, in another process where that is faster: a `functools.partial`, for it is sent there.
    part : str
        What its file's name ends with, where a figure comes in several parts, such as ``-2``.
    file : str
        What stands for the kind in the file's name; the plot stage fills it in, and `figure`.
    lay_out : callable or None
        Lays it out for TikZ, where it can be restyled.
    calling, algorithms
        As for `Drawing`.
    """

    metrics: Sequence[str]
    kind: str
    title: Prose
    caption: Prose
    alt: Prose
    draw: Callable[[], Figure]
    part: str = ""
    file: str = ""
    lay_out: Callable[[], Restylable] | None = None
    figure: PlottedFigure | None = None
    calling: str = ""
    algorithms: tuple[Prose, ...] = ()


@dataclass(frozen=True)
class Missing:
    """A figure that cannot be drawn from what a study has; `why` is a clause, such as "no test was made"."""

    kind: Plot
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
    """A section: its paragraphs, tables and figures, then what is below it.

    Parameters
    ----------
    identifier : str
        Letters, digits and hyphens, unique in the document; the anchor in HTML.
    title : str or Text
        Heading.
    paragraphs : tuple of str or Text
        Plain sentences, unescaped.
    caveats : tuple of str or Text
        What must be said next to these results; set off from the paragraphs.
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
    title: Prose
    paragraphs: tuple[Prose, ...] = ()
    caveats: tuple[Prose, ...] = ()
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
    title : str or Text
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
    title: Prose
    choices: Mapping[str, tuple[Prose, ...]] = field(default_factory=dict)
    data: Mapping[str, object] = field(default_factory=dict)
    why: Prose = ""


@dataclass(frozen=True)
class Document:
    """A report: title, a summary in a few sentences, sections.

    Parameters
    ----------
    title : str or Text
        The study's.
    summary : tuple of str or Text
        For each metric who leads, and which differences are significant.
    sections : tuple of Section
        In reading order.
    account : tuple of str or Text
        The results in the few paragraphs that a paper has room for; no part of the report itself.
    methods : tuple of str or Text
        What was done and how the study came about, for a paper's section on methods; no part of the report itself.
    provenance : tuple of (str, str)
        Label and value of what the report was made from: files with sha256, versions, the spec's hash.
    live : tuple of Live
        The figures that report.html draws again as its reader chooses; other formats have their drawings alone.
    files : tuple of (str or Text, str)
        Titles and CSV files of tables that report.html does not show.
    """

    title: Prose
    summary: tuple[Prose, ...]
    sections: tuple[Section, ...]
    account: tuple[Prose, ...] = ()
    methods: tuple[Prose, ...] = ()
    provenance: tuple[tuple[str, str], ...] = ()
    live: tuple[Live, ...] = ()
    files: tuple[tuple[Prose, str], ...] = ()

    @property
    def texts(self) -> Iterator[Prose]:
        """Every sentence and paragraph, captions and notes included."""
        yield from (*self.summary, *self.account, *self.methods)
        for section in all_sections(self.sections):
            yield from (*section.paragraphs, *section.caveats)
            for table in section.tables:
                yield from (table.called_caption, *table.notes)
            yield from (drawing.caption for drawing in section.drawings)

    @property
    def references(self) -> tuple[Reference, ...]:
        """The sources that sentences cite."""
        return next((section.references for section in self.sections if section.references), ())
