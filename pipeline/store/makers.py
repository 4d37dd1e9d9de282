"""What makes a result beside what it is made from: our code, and the libraries whose versions can change it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

from rankpress.report.manifest import LIBRARIES, PACKAGES, code_hash
from rankpress.store.entries import Parts


@cache
def makers(packages: Sequence[str], libraries: Sequence[str]) -> Parts:
    """Parts of a result: the code of packages of ours, and the versions of libraries.

    Parameters
    ----------
    packages : tuple of str
        Such as ``rankpress.stats``; `rankpress` itself, where the stages are, is always one.
    libraries : tuple of str
        By their names on PyPI.

    Returns
    -------
    mapping of str to str
        By what a user calls them. Looked up once: what was imported stays what it is while a process lives.
    """
    code = {f"the code of {package}": code_hash((package,)) for package in ("rankpress", *packages)}
    return {**code, **{library: version(library) for library in libraries}}


def of_statistics() -> Parts:
    """What makes the results of tests."""
    return makers(("rankpress.stats",), ("numpy", "scipy"))


def of_figures() -> Parts:
    """What draws."""
    return makers(("rankpress.stats", "rankpress.figures"), ("numpy", "scipy", "matplotlib", "fonttools"))


def of_pages(templates: Path | None = None) -> Parts:
    """What sets text, on paper or a screen, the user's own templates among it."""
    own = sorted(path for path in templates.rglob("*") if path.is_file()) if templates is not None else ()
    contents = {f"the template {path.relative_to(str(templates)).as_posix()}": path.read_bytes() for path in own}
    return {**contents, **makers(PACKAGES[1:], LIBRARIES)}
