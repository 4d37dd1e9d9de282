"""The Jinja environments that templates are rendered in."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

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
    UndefinedError,
)
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from rankpress.core.faults import Fault, FaultsFound
from rankpress.wording.strings import counted


def html_environment(templates: Path | None = None) -> ImmutableSandboxedEnvironment:
    """Return the environment of the templates of report.html and report.pdf."""
    return _environment("html", templates, _contents(templates))


def latex_environment(
    finalize: Callable[[object], Markup], templates: Path | None = None
) -> ImmutableSandboxedEnvironment:
    """Return the environment of the templates of report.tex and of the table fragments."""
    return _environment(
        "latex",
        templates,
        _contents(templates),
        finalize=finalize,
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
    )


def markdown_environment(
    finalize: Callable[[object], Markup], templates: Path | None = None
) -> ImmutableSandboxedEnvironment:
    """Return the environment of the templates of report.md and of its tables."""
    return _environment("markdown", templates, _contents(templates), finalize=finalize)


def _contents(templates: Path | None) -> tuple[tuple[Path, bytes | None], ...]:
    """Return the user's files with what they hold, None where one cannot be read."""

    def content(path: Path) -> bytes | None:
        try:
            return path.read_bytes()
        except OSError:
            return None

    files = sorted(path for path in templates.rglob("*") if path.is_file()) if templates is not None else ()
    return tuple((path, content(path)) for path in files)


@lru_cache(maxsize=8)  # with the compiled templates; under `watch` and in a notebook the user's may change
def _environment(
    form: str, templates: Path | None, files: tuple[object, ...], **options: Any
) -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        loader=template_loader(templates, form),
        # Said outright: select_autoescape() would leave names that end in .html.j2 unescaped. What `finalize` has
        # escaped for a format other than HTML is Markup, which passes.
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        **options,
    )
    environment.filters["counted"] = counted
    return environment


class _OwnTemplates(FileSystemLoader):
    """The user's folder; a file that cannot be read is reported as one that cannot be parsed."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        try:
            return super().get_source(environment, template)
        except (UnicodeDecodeError, PermissionError) as error:
            path = next(path for root in self.searchpath if (path := Path(root, template)).is_file())
            raise TemplateSyntaxError(f"it cannot be read: {error}", 1, template, str(path)) from error


def template_loader(templates: Path | None, form: str) -> BaseLoader:
    """Return the loader that looks into the user's folder, flat or with a sub-folder a form, and then into ours."""
    built_in = PackageLoader("rankpress.templates", ".")
    loaders: list[BaseLoader] = [PrefixLoader({"rankpress": built_in}), built_in]
    if templates is not None:
        users = _OwnTemplates(templates)
        loaders = [users, PrefixLoader({form: users}), *loaders]
    return ChoiceLoader(loaders)


def template_text(environment: Environment, name: str) -> str:
    """Return a file as it stands, such as a style sheet, which must not be read for comments and variables."""
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, name)
    return source.replace("\r\n", "\n")


# What a template can bring about, whatever it says.
_OF_TEMPLATES = (
    *(TemplateError, ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError),
    *(MemoryError, RecursionError),
)


@contextmanager
def faults_of_templates(templates: Path | None) -> Iterator[None]:
    """Report an error that comes from the user's own templates as their fault; any other is ours and passes."""
    try:
        yield
    except _OF_TEMPLATES as error:
        place = None if templates is None else _place(error, templates)
        if place is None:
            raise
        message = "this template cannot be rendered"
        remedy = "the first lines of the built-in template of that name list what it may use"
        fault = Fault(place, f"{message}: {_reason(error)}", remedy=remedy, unquoted=f"{message}: {_kind(error)}")
        raise FaultsFound([fault]) from error


def _reason(error: Exception) -> str:
    """Say what an error of a template is."""
    match error:
        case TemplateNotFound():
            return f"there is no template {error}"
        case TemplateSyntaxError():
            return error.message or "it is no template"
        case RecursionError():
            return "it extends, includes or calls itself without end"
        case MemoryError():
            return "it needs more memory than there is"
    return str(error)


def _kind(error: Exception) -> str:
    """Say of what kind an error of a template is, without a word of the template."""
    match error:
        case TemplateNotFound():
            return "it names a template that is not there"
        case TemplateSyntaxError():
            return "its syntax is wrong"
        case UndefinedError():
            return "it uses what is not defined"
        case RecursionError() | MemoryError():
            return _reason(error)
    return "what it computes fails"


def _place(error: Exception, templates: Path) -> str | None:
    """Return file and line of the innermost place in a folder that an error passed through, if there is one."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, TemplateSyntaxError) and error.filename:
        places.append((error.filename, error.lineno))
    folder = templates.resolve()
    inside = [f"{name}:{line}" for name, line in places if Path(name).resolve().is_relative_to(folder)]
    return inside[-1] if inside else None
