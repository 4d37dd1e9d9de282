"""Of which files that a study names the words may stand in messages: those that lie where its author works."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from os import path as paths
from pathlib import Path

# A study may lie in one of these folders; what else is there is of the system or of other people.
_OF_THE_SYSTEM = frozenset(
    "bin boot dev etc home lib lib64 proc root run sbin sys usr var Applications Library System Users Windows".split()
)
_NEVER = ("boot", "dev", "etc", "proc", "sys")
_MAGIC = re.compile(r"[*?\[{]")


@dataclass(frozen=True)
class Quotable:
    """Where the files lie whose words may be shown.

    Parameters
    ----------
    folder : Path
        The folder of the study, which paths are relative to.
    named : Path or None
        The folder of what the user named on the command line, where there is no study yet: then this is the own one.

    Examples
    --------
    >>> Quotable(Path("study")).refusal("/dev/null")
    'it is no regular file'
    """

    folder: Path
    named: Path | None = None

    def refusal(self, path: str) -> str:
        """Return why no word of a file or folder is shown; nothing where it may be, or where nothing is there."""
        # os.path takes names that no system does
        full = paths.join(paths.realpath(self.folder), path)  # noqa: PTH118
        try:
            kind = os.stat(full).st_mode  # noqa: PTH116
        except (OSError, ValueError):
            return ""
        if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
            return "it is no regular file"
        if any(step in _NEVER for step in Path(paths.realpath(full)).parts[1:2]):
            return "it belongs to the system"
        own = self.folder if self.named is None else self.named
        if self.named is not None and (reason := _refusal_to_name(self.named)):
            return reason
        if (within := _below(full, own)) is not None:
            return _refusal_within(full, within, own, is_own=True)
        reasons = [
            _refusal_within(full, within, base, is_own=False)
            for base in self._around()
            if (within := _below(full, base)) is not None
        ]
        return "" if "" in reasons else next(iter(reasons), "it lies elsewhere than the study")

    def _around(self) -> Iterator[Path]:
        """Yield the folders around: the current one, those that it and the study lie in, and the study's work tree."""
        here, own = Path.cwd(), Path(paths.realpath(self.folder))
        yield from (folder for folder in (here, own.parent, here.parent) if not _is_of_system(folder))
        tree = next((folder for folder in own.parents if (folder / ".git").exists()), None)
        if tree is not None and not Path(paths.realpath(paths.expanduser("~"))).is_relative_to(tree):  # noqa: PTH111
            yield tree


def folder_named(path: str) -> Path:
    """Return the folder of what a user names on the command line: a folder, a file, or files by a pattern."""
    if paths.isdir(path):  # noqa: PTH112
        return Path(path)
    steps = Path(path).parts[:-1]
    return Path(*steps[: next((at for at, step in enumerate(steps) if _MAGIC.search(step)), len(steps))])


def _refusal_to_name(path: Path) -> str:
    """Return why even a file that the user names is not quoted: its path may lead through a link of somebody else."""
    if _is_hidden(paths.relpath(path)):
        return "a part of its path is hidden"
    here = Path.cwd()
    leads_out = _below(paths.abspath(path), here) is not None and _below(paths.realpath(path), here) is None  # noqa: PTH100
    return "a link leads to it" if leads_out else ""


def _is_hidden(path: str) -> bool:
    return any(step.startswith(".") and step != os.pardir for step in Path(path).parts)


def _is_of_system(folder: Path) -> bool:
    return len(folder.parts) == 1 or (len(folder.parts) == 2 and folder.name in _OF_THE_SYSTEM)


def _below(full: str, base: Path) -> str | None:
    """Return the path of a file from a folder that it lies in, as its path is written; None of another."""
    written = paths.normpath(full)
    for folder in (paths.abspath(base), paths.realpath(base)):  # noqa: PTH100
        within = paths.relpath(written, folder) if paths.splitdrive(written)[0] == paths.splitdrive(folder)[0] else ".."
        if Path(within).parts[:1] != (os.pardir,):
            return within
    return None


def _refusal_within(full: str, within: str, base: Path, *, is_own: bool) -> str:
    real, folder = paths.realpath(full), paths.realpath(base)
    inside = _below(real, Path(folder))
    if inside is None or not (is_own or real == paths.normpath(paths.join(folder, within))):  # noqa: PTH118
        return "a link leads to it"
    if any(_is_hidden(path) for path in (within, inside)):
        return "a part of its path is hidden"
    names = (Path(place, name) for place, folders, files in os.walk(full) for name in (*folders, *files))
    if any(name.is_symlink() and _below(paths.realpath(name), Path(folder)) is None for name in names):
        return "a link leads out of it"
    return ""
