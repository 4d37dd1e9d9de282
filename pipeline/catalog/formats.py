"""The formats of a report: their names, the files that each consists of, and what writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from rankpress.core.faults import Fault, FaultsFound, one_of
from rankpress.core.plugins import Registry, imported

FigureForm = Literal["png", "pgf", "tikz", "pdf", "dark"]
"""Forms of a figure besides SVG, which each has."""

# A function, one that is built in by its path, as entry points have it.
_Function = str | Callable[..., Any]


def _function(function: _Function) -> Callable[..., Any]:
    """Return a function, imported when it is used."""
    called: Callable[..., Any] = imported(function) if isinstance(function, str) else function
    return called


@dataclass(frozen=True)
class Written:
    """What a format consists of."""

    files: Mapping[str, bytes] = field(default_factory=dict)  # by path below the output folder
    warnings: tuple[str, ...] = ()  # of what could not be set as the study asks
    why_not: str = ""  # why it could not be made at all


@dataclass(frozen=True)
class ReportFormat:
    """A format of a report."""

    name: str  # in `report.formats` and of `--only`
    what: str  # it consists of, for the reference
    writer: _Function  # takes a `rankpress.report.rendering.Rendering` and returns a `Written`
    opens: tuple[str, ...] = ()  # which of its files a reader opens, by their paths
    figures: tuple[FigureForm, ...] = ()  # the forms of figures that it takes besides SVG
    has_macros: bool = False  # whether it has the macros of the report, which report.html then lists
    # whether a reader can ask for the whole of a long name; other formats leave its middle out
    has_whole_names: bool = False
    # whether it takes long: `writer` then begins it, in another process, and returns what waits for a `Written`
    is_begun: bool = False
    preparation: _Function | None = None  # what another process may do for it before there are results
    title: str = ""  # what warnings of names call it
    # yields the characters of a name that it has no sign for; a number then stands for the name
    unknown: _Function = "rankpress.report.missing_glyphs:unknown_anywhere"

    def begin(self, rendering: Any) -> Callable[[], Any]:
        """Begin to write a report in this format, where that takes long, and return what waits for it."""
        write = _function(self.writer)
        waiting: Callable[[], Any] = write(rendering) if self.is_begun else partial(write, rendering)
        return waiting

    @property
    def prepare(self) -> Callable[[], object] | None:
        """What another process may do for it before there are results."""
        return None if self.preparation is None else _function(self.preparation)

    @property
    def unknown_to_it(self) -> Callable[[Any], Iterable[str]]:
        """What yields the characters of a name that it has no sign for."""
        return _function(self.unknown)


REPORT_FORMATS = Registry[ReportFormat]("rankpress.formats")
REPORT_FORMATS.add(
    ReportFormat(
        "latex",
        "tables, macros, methods.tex, results.tex and report.tex",
        "rankpress.report.latex_files:write_latex",
        opens=("report.tex",),
        figures=("pdf",),
        has_macros=True,
        title="LaTeX",
        unknown="rankpress.core.latex:unknown_to_latex_fonts",
    ),
    ReportFormat(
        "html", "report.html", "rankpress.report.page:write_page", opens=("report.html",), has_whole_names=True
    ),
    ReportFormat(
        "pdf",
        "report.pdf",
        "rankpress.report.pdf:begin_report",
        opens=("report.pdf",),
        figures=("pdf",),
        is_begun=True,
        preparation="rankpress.report.typesetting:load_typesetting",
        title="report.pdf",
        unknown="rankpress.report.pdf:unknown_to_pdf",
    ),
    ReportFormat("markdown", "tables and report.md", "rankpress.report.markdown:write_markdown", opens=("report.md",)),
    ReportFormat(
        "typst",
        "tables, figures, numbers, methods.typ, results.typ and report.typ",
        "rankpress.report.typst:write_typst",
        opens=("report.typ",),
        has_macros=True,
    ),
    ReportFormat(
        "docx",
        "report.docx, for Word",
        "rankpress.report.word:write_word",
        opens=("report.docx",),
        figures=("png",),
        has_macros=True,
    ),
)
DEFAULT_FORMATS = ("latex", "html", "pdf")


def checked_formats(names: Iterable[str], place: str) -> tuple[str, ...]:
    """Return formats, each once; one that there is not is a fault of the place that names it."""
    formats = tuple(dict.fromkeys(names))
    registered = REPORT_FORMATS.names()
    faults = [
        Fault(place, f"there is no format '{name}'", one_of(name, registered))
        for name in formats
        if not REPORT_FORMATS.finds(name)
    ]
    if faults:
        raise FaultsFound(faults)
    return formats


def forms_of_figures(formats: Iterable[str], also: Iterable[FigureForm] = ()) -> tuple[FigureForm, ...]:
    """Return the forms of figures that formats of a report take, and those that are requested as well."""
    taken = (form for name in formats for form in REPORT_FORMATS[name].figures)
    return tuple(sorted({*also, *taken}))
