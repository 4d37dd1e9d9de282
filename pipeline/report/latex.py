"""The report as LaTeX, and how any text is set in it; `latex_table` sets tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from rankpress.report.document import Document, Section
from rankpress.report.environment import faults_of_templates, latex_environment
from rankpress.report.escaping import comment_text, latex_escape
from rankpress.report.latex_inline import set_marks
from rankpress.report.table import Table
from rankpress.report.widths import word_parts
from rankpress.spec.theme import Theme

_SPACES = re.compile(r"\s+")
LONGEST_WORD, PART_OF_WORD = 13.0, 4.0  # ems


def latex_report(
    document: Document,
    *,
    stamp: str,
    templates: Path | None = None,
    siunitx: bool = False,
    theme: Theme | None = None,
) -> str:
    """Set the whole report as a document that compiles beside the folders tables/ and figures/ and macros.tex.

    Parameters
    ----------
    document : Document
        The report.
    stamp : str
        What the first line, a comment, says of where it comes from.
    templates : Path or None
        A folder whose templates override the built-in ones of the same name.
    siunitx : bool
        Whether the tables need that package.
    theme : Theme or None
        Whose paper, margins and size of text it has.

    Returns
    -------
    str
        ASCII.
    """
    context = {
        "options": _class_options(theme),
        "geometry": _geometry(theme),
        "stamp": Markup(comment_text(stamp)),
        "document": document,
        "siunitx": siunitx,
        "landscape": any(table.landscape and table.in_pdf for table in _tables(document.sections)),
    }
    return render_latex("latex/report.tex.j2", templates, context)


def _class_options(theme: Theme | None) -> str:
    """Return the options of the document's class; of sizes it knows but three."""
    return "a4paper" if theme is None else f"{min((10, 11, 12), key=lambda size: abs(size - theme.sizes.text))}pt"


def _geometry(theme: Theme | None) -> str:
    """Return paper and margins, as options of the package geometry."""
    if theme is None:
        return "margin=22mm"
    width, height = theme.page
    lengths = {"paperwidth": width, "paperheight": height, **theme.margins.model_dump()}
    return ",".join(f"{name}={length:g}mm" for name, length in lengths.items())


def latex_paragraphs(paragraphs: Sequence[str], *, title: str, stamp: str, templates: Path | None = None) -> str:
    r"""Set paragraphs to \input into a paper, with citations of what is in references.bib.

    Parameters
    ----------
    paragraphs : sequence of str
        Plain sentences.
    title : str
        What they tell, for a comment.
    stamp : str
        What the first line, a comment, says of where they come from.
    templates : Path or None
        A folder whose templates override the built-in ones of the same name.

    Returns
    -------
    str
        ASCII.
    """
    context = {"stamp": Markup(comment_text(stamp)), "title": Markup(comment_text(title)), "paragraphs": paragraphs}
    return render_latex("latex/paragraphs.tex.j2", templates, context)


def _tables(sections: Iterable[Section]) -> Iterator[Table]:
    for section in sections:
        yield from section.tables
        yield from _tables(section.sections)


def latex_text(value: object) -> Markup:
    """Escape what a template prints; LaTeX that we made ourselves passes."""
    return value if isinstance(value, Markup) else Markup(set_marks(str(value), latex_escape))


def breakable(value: object, longest: float = LONGEST_WORD, part: float = PART_OF_WORD) -> Markup:
    """Escape a text, and let words longer than so many ems break at the end of a line; a filter of the templates."""
    if isinstance(value, Markup):
        return value
    return Markup(set_marks(str(value).strip(), lambda text: _broken(text, longest, part)))


def _broken(text: str, longest: float, part: float) -> str:
    return " ".join(
        r"\hspace{0pt}".join(latex_escape(one) for one in word_parts(word, longest, part))
        for word in _SPACES.split(text)
    )


def render_latex(name: str, templates: Path | None, context: Mapping[str, object]) -> str:
    """Render a template such as ``latex/report.tex.j2``; the user's own folder comes before the built-in ones."""
    with faults_of_templates(templates):
        return _environment(templates).get_template(name).render(context)


@lru_cache(maxsize=4)
def _environment(templates: Path | None) -> ImmutableSandboxedEnvironment:
    environment = latex_environment(latex_text, templates)
    environment.filters["breakable"] = breakable
    return environment
