"""report.tex and paragraphs in LaTeX; inline text, escaping."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from unicodedata import combining

from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from rankpress.core.document import Document, Drawing, Section, all_sections
from rankpress.core.environment import faults_of_templates, latex_environment
from rankpress.core.latex import COMBINING, KNOWN, accented, comment_text, decomposed, latex_escape, set_pieces
from rankpress.core.table import is_shortened
from rankpress.spec.report_sections import ReportOptions
from rankpress.spec.theme import DEFAULT_THEME, Theme
from rankpress.wording.text import Prose, Text, plain, without_citations

# Widths in ems of Computer Modern, a little generous; what is not listed is as wide as a small letter.
_NARROW = dict.fromkeys("iljI.,:;'!|[] ", 0.33) | dict.fromkeys("ftr()", 0.4)
_SIGNS = dict.fromkeys("−+=<>±×÷≤≥≠≈", 0.78)
_WIDE = dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZw&", 0.76) | dict.fromkeys("mMW%@", 0.95)
_EM = _NARROW | _SIGNS | _WIDE
_SMALL_LETTER = 0.5

# A word may end a line after a hyphen and the like.
_PIECES = re.compile(r"[^-–_/.+]*[-–_/.+]+|[^-–_/.+]+")


@lru_cache(maxsize=65536)
def latex_width(text: Prose) -> float:
    """Return how wide a text is, in ems; mathematics is taken to be about as wide as the same in Unicode."""
    return sum(_character_width(character) for character in plain(text))


def _character_width(character: str) -> float:
    if character in _EM:
        return _EM[character]
    if character.isascii() or character in KNOWN or accented(decomposed(character)):
        return _SMALL_LETTER
    return 0.0 if character in COMBINING else 4.5  # shown as its code point


def fits_one_line(text: Prose, width: float) -> bool:
    """Return whether a text fits into so many ems, or nearly so."""
    return latex_width(text) <= width * 1.02


def word_parts(word: str, longest: float, part: float) -> list[str]:
    """Divide a word that is longer than so many ems into parts, at hyphens and the like if possible."""
    if latex_width(word) <= longest:
        return [word]
    return [cut for piece in latex_pieces(word) for cut in _cut(piece, part)]


def latex_pieces(word: str) -> list[str]:
    """Divide a word after its hyphens and the like."""
    return _PIECES.findall(word)


def _cut(piece: str, width: float) -> list[str]:
    """Cut into parts of at most so many ems, accents kept with their letters."""
    if latex_width(piece) <= width:
        return [piece]
    parts, used = [""], 0.0
    for character in piece:
        size = 0.0 if combining(character) else _character_width(character)
        if parts[-1] and size and used + size > 0.92 * width:
            parts.append("")
            used = 0.0
        parts[-1] += character
        used += size
    return parts


_SPACES = re.compile(r"\s+")
LONGEST_WORD, PART_OF_WORD = 13.0, 4.0  # ems


def latex_report(
    document: Document,
    *,
    stamp: str,
    templates: Path | None = None,
    report: ReportOptions | None = None,
    theme: Theme = DEFAULT_THEME,
    own_macros: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Set the whole report as a document that compiles next to the folders tables/ and figures/ and macros.tex.

    Macros of the paper's own, by which names are written, are there what they show.
    """
    report = report or ReportOptions.unchecked()
    # a fragment has all rows, so that the report names the file of a table of which paper has the first alone
    document = replace(document, sections=tuple(map(_without_shortened, document.sections)))
    context = {
        "options": theme.latex_class,
        "geometry": theme.latex_geometry,
        "stamp": Markup(comment_text(stamp)),
        "document": document,
        "siunitx": report.latex.siunitx,
        "notes": report.latex.notes,
        "captioned": report.latex.caption,
        "prefix": Markup(report.prefix),
        "own_macros": own_macros,
        "shaded": any(table.is_shaded for section in all_sections(document.sections) for table in section.tables),
        "landscape": any(
            table.layout.landscape and table.in_pdf
            for section in all_sections(document.sections)
            for table in section.tables
        ),
    }
    return render_latex(templates, context, "latex/report.tex.j2")


def _without_shortened(section: Section) -> Section:
    tables = tuple(replace(table, in_pdf=False) if is_shortened(table) else table for table in section.tables)
    return replace(section, tables=tables, sections=tuple(map(_without_shortened, section.sections)))


def latex_paragraphs(paragraphs: Sequence[Prose], *, title: str, stamp: str, templates: Path | None = None) -> str:
    r"""Set paragraphs to \input into a paper, with citations of what is in references.bib."""
    context = {"stamp": Markup(comment_text(stamp)), "title": Markup(comment_text(title)), "paragraphs": paragraphs}
    return render_latex(templates, context, "latex/paragraphs.tex.j2")


def caption_files(
    drawings: Iterable[Drawing], *, stamp: str, templates: Path | None = None, prefix: str
) -> Iterator[tuple[str, str]]:
    """Yield path and text of the captions of figures, with their labels."""
    for drawing in drawings:
        context = {
            "stamp": Markup(comment_text(stamp)),
            "title": Markup(comment_text(plain(drawing.title))),
            "entry": without_citations(drawing.title),
            "caption": without_citations(drawing.caption),
            "label": Markup(f"fig:{prefix}-{drawing.name}"),
        }
        yield f"figures/{drawing.name}-caption.tex", render_latex(templates, context, "latex/caption.tex.j2")


def latex_text(value: object) -> Markup:
    """Escape what a template prints; LaTeX that we made ourselves passes."""
    if isinstance(value, Markup):
        return value
    return Markup(set_pieces(value if isinstance(value, Text) else str(value), latex_escape))


def breakable(value: object, longest: float = LONGEST_WORD, part: float = PART_OF_WORD) -> Markup:
    """Escape a text, and let words longer than so many ems break at the end of a line; a filter of the templates."""
    if isinstance(value, Markup):
        return value
    prose = value if isinstance(value, Text) else str(value).strip()
    return Markup(set_pieces(prose, lambda run: _broken(run, longest, part)))


def _broken(text: str, longest: float, part: float) -> str:
    return " ".join(
        r"\hspace{0pt}".join(latex_escape(word_part) for word_part in word_parts(word, longest, part))
        for word in _SPACES.split(text)
    )


def render_latex(templates: Path | None, context: Mapping[str, object], *names: str) -> str:
    """Render a template such as ``latex/report.tex.j2``, or the first of several that is there, a user's own first."""
    with faults_of_templates(templates):
        return _environment(templates).select_template(names).render(context)


def _environment(templates: Path | None) -> ImmutableSandboxedEnvironment:
    environment = latex_environment(latex_text, templates)
    environment.filters["breakable"] = breakable
    return environment
