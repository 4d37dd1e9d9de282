"""The Jinja environments of the report's templates: one a format, each escaping by default."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from rankpress.faults import Fault, FaultsFound


def html_environment(templates: Path | None = None) -> ImmutableSandboxedEnvironment:
    """Return the environment of the templates of report.html and report.pdf.

    Parameters
    ----------
    templates : Path or None
        The user's folder, whose files come before the built-in ones of the same name.

    Returns
    -------
    ImmutableSandboxedEnvironment
        With names such as ``html/report.html.j2``; a built-in template that the user's own one hides is still there as
        ``rankpress/html/report.html.j2``, to be extended.
    """
    # autoescape is said outright: select_autoescape() would leave names that end in .html.j2 unescaped.
    return ImmutableSandboxedEnvironment(
        loader=template_loader(templates, "html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )


def latex_environment(
    finalize: Callable[[object], Markup], templates: Path | None = None
) -> ImmutableSandboxedEnvironment:
    """Return the environment of the templates of report.tex and of the table fragments.

    Parameters
    ----------
    finalize : callable
        Escapes whatever a template prints.
    templates : Path or None
        The user's folder, whose files come before the built-in ones of the same name.

    Returns
    -------
    ImmutableSandboxedEnvironment
        With names such as ``latex/table.tex.j2``, and ``<% %>``, ``<< >>``, ``<# #>`` for what is not LaTeX.
    """
    return ImmutableSandboxedEnvironment(
        loader=template_loader(templates, "latex"),
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        # Escaped by `finalize`, as autoescape by itself would for HTML; what is escaped is Markup, which passes it.
        autoescape=True,
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=templates is not None,  # a notebook keeps the process while they change
    )


def markdown_environment(
    finalize: Callable[[object], Markup], templates: Path | None = None
) -> ImmutableSandboxedEnvironment:
    """Return the environment of the templates of report.md and of its tables.

    Parameters
    ----------
    finalize : callable
        Escapes whatever a template prints.
    templates : Path or None
        The user's folder, whose files come before the built-in ones of the same name.

    Returns
    -------
    ImmutableSandboxedEnvironment
        With names such as ``markdown/table.md.j2``.
    """
    return ImmutableSandboxedEnvironment(
        loader=template_loader(templates, "markdown"),
        autoescape=True,  # by `finalize`, as in LaTeX
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=templates is not None,
    )


def template_loader(templates: Path | None, form: str) -> BaseLoader:
    """Return the loader that looks into the user's folder, flat or with a sub-folder a form, and then into ours."""
    built_in = PackageLoader("rankpress.templates", ".")
    loaders: list[BaseLoader] = [PrefixLoader({"rankpress": built_in}), built_in]
    if templates is not None:
        own = FileSystemLoader(templates)
        loaders = [own, PrefixLoader({form: own}), *loaders]
    return ChoiceLoader(loaders)


def source(environment: Environment, name: str) -> str:
    """Return a file as it stands, such as a style sheet, which must not be read for comments and variables."""
    assert environment.loader is not None
    text, _, _ = environment.loader.get_source(environment, name)
    return text.replace("\r\n", "\n")


@contextmanager
def faults_of_templates(templates: Path | None) -> Iterator[None]:
    """Tell an error that comes from the user's own templates as their fault; any other is ours and passes.

    Parameters
    ----------
    templates : Path or None
        The user's folder.

    Raises
    ------
    FaultsFound
        Naming file and line.
    """
    try:
        yield
    except (TemplateError, ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError) as error:
        place = None if templates is None else _place(error, templates)
        if place is None:
            raise
        reason = f"there is no template {error}" if isinstance(error, TemplateNotFound) else str(error)
        remedy = "the first lines of the built-in template of that name list what it may use"
        raise FaultsFound([Fault(place, f"this template cannot be rendered: {reason}", remedy=remedy)]) from error


def _place(error: Exception, templates: Path) -> str | None:
    """Return file and line of the innermost place in a folder that an error passed through, if there is one."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, TemplateSyntaxError) and error.filename:
        places.append((error.filename, error.lineno))
    folder = templates.resolve()
    inside = [f"{name}:{line}" for name, line in places if Path(name).resolve().is_relative_to(folder)]
    return inside[-1] if inside else None
