"""`rankpress doctor`: what is installed, and what each missing part costs."""

from __future__ import annotations

import argparse
import platform
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from itertools import groupby
from shutil import which
from typing import NamedTuple

from rankpress.app.terminal import print_result
from rankpress.core.extras import EXTRAS, install_command
from rankpress.core.plugins import packages

# Programs, and what cannot be done without them.
_PROGRAMS = {
    "pdflatex": "a paper with the tables and figures of a report is typeset elsewhere; rankpress itself needs no TeX",
}
# Since which version a package does what rankpress otherwise does without.
_SINCE = {"matplotlib": ("3.11", "names in Arabic and Hebrew are drawn from left to right")}


class _DoctorPart(NamedTuple):
    """A program or library that may be missing: its version, and what cannot be done without it."""

    name: str
    state: str
    cost: str = ""


def run(arguments: argparse.Namespace) -> None:
    """Print each part and its state, and below it what is lacking without it."""
    parts = list(find_parts())
    width = max(len(part.name) for part in parts)
    for part in parts:
        print_result(f"{part.name:<{width}}  {part.state}{f': {part.cost}' if part.cost else ''}")


def find_parts() -> Iterator[_DoctorPart]:
    """Yield what rankpress uses."""
    yield _DoctorPart("rankpress", version("rankpress"))
    yield _DoctorPart("Python", f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    declared = list(_requirements())
    for name, extra in declared:
        if not extra:
            yield _DoctorPart(name, _version(name) or "missing", _cost(name))
    yield _pango()
    yield from (
        _DoctorPart(name, which(name) or "missing", "" if which(name) else cost) for name, cost in _PROGRAMS.items()
    )
    for extra, use in EXTRAS.items():
        missing = [name for name, of in declared if of == extra and not _version(name)]
        cost = f"{use}; {install_command(extra)}" if missing else ""
        yield _DoctorPart(f"[{extra}]", "missing" if missing else "installed", cost)
    for (name, release), entries in groupby(packages(), key=lambda entry: entry[:2]):
        yield _DoctorPart(f"plug-in {name}", release, f"adds {', '.join(entry for *_, entry in entries)}")


def _requirements() -> Iterator[tuple[str, str]]:
    """Yield the packages that rankpress declares, with the extra that each belongs to."""
    for requirement in requires("rankpress") or ():
        name, extra = re.match(r"[\w.-]+", requirement), re.search(r"extra == ['\"]([\w.-]+)", requirement)
        yield name[0] if name else requirement, extra[1] if extra else ""


def _cost(name: str) -> str:
    """Return what the version of a package that rankpress needs costs, or its absence."""
    if not _version(name):
        return "rankpress does not work"
    since, cost = _SINCE.get(name, ("0", ""))
    return f"{cost} before {since}" if _release(_version(name)) < _release(since) else ""


def _release(number: str) -> tuple[int, ...]:
    """Return the first two numbers of a version, by which releases that matter here are distinguished."""
    return tuple(map(int, re.findall(r"\d+", number)[:2]))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def pango_release(number: int) -> str:
    """Return the version that Pango gives as one number.

    >>> pango_release(15012)
    '1.50.12'
    """
    return f"{number // 10_000}.{number // 100 % 100}.{number % 100}"


def _pango() -> _DoctorPart:
    from rankpress.report.fonts import only_own_fonts

    try:
        with only_own_fonts():
            from weasyprint.text.ffi import pango

            return _DoctorPart("Pango", pango_release(pango.pango_version()))
    except OSError:
        return _DoctorPart("Pango", "missing", "report.pdf is not written; HTML and LaTeX are")
