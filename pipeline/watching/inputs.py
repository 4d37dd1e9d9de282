"""What a report is made from, as the disk has it now: told apart by size and time, which costs no reading."""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from rankpress.freshness import template_files
from rankpress.sources.files import present_files
from rankpress.sources.findings import Findings
from rankpress.sources.pattern import Captures, WrongPattern
from rankpress.spec.reading import ReadStudy

# Beyond it a pattern looks into a whole disk.
MOST_FOLDERS = 20_000
_MAGIC = frozenset("*?[")

State = Mapping[Path, tuple[int, int, int]]


@dataclass(frozen=True)
class Inputs:
    """What a study is made from.

    Parameters
    ----------
    spec : Path
        The study.yaml.
    read : ReadStudy or None
        What it said when it could last be read.
    others : tuple of Path
        Files beside those that it names.
    """

    spec: Path
    read: ReadStudy | None = None
    others: tuple[Path, ...] = ()

    def state(self) -> State:
        """Size and times of every file, by path; a file that is not there is left out."""
        found = {}
        try:
            files = tuple(self._files())
        except OSError:  # a folder went while it was looked through: a change, after which this is asked again
            files = ()
        for path in (self.spec, *self.others, *files):
            try:
                told = path.stat()
            except OSError:
                continue
            found[path] = (told.st_mtime_ns, told.st_size, told.st_ino)
        return found

    def folders(self) -> tuple[Path, ...]:
        """The folders in which a change can be one of these files, or a new one."""
        found = dict.fromkeys(_there(path.parent) for path in (self.spec, *self.others))
        if self.read is not None:
            for pattern in (*(self.read.study.scores.files or ()), *self._database(), *self.read.theme_files):
                found |= dict.fromkeys(_folders_of(self.read.folder, pattern))
            if self.read.templates is not None:
                found |= dict.fromkeys(_folders_of(self.read.folder, f"{self.read.study.report.templates}/**"))
        return tuple(found)[:MOST_FOLDERS]

    def _files(self) -> Iterator[Path]:
        if self.read is None:
            return
        scores = present_files(self.read.folder, self.read.study.scores.files or (), Findings())
        for path in (*scores, *self._database(), *template_files(self.read), *self.read.theme_files):
            yield self.read.folder / path

    def _database(self) -> tuple[str, ...]:
        """The files of a SQLite database, its journal among them; of other databases no disk tells."""
        scores = None if self.read is None else self.read.study.scores
        if self.read is None or scores is None or scores.database is None:
            return ()
        from rankpress.sources.database import Query

        path = Query(scores.database, str(scores.query), self.read.folder).sqlite
        return () if path is None else (path, f"{path}-wal")


def _folders_of(folder: Path, pattern: str) -> Iterator[Path]:
    """The folders that files of a pattern can lie in: as deep as it goes, which with ** is all the way."""
    try:
        captures = Captures.of(pattern)
    except WrongPattern:
        captures = None
    inside = "/**" if os.path.isdir(folder / pattern) else ""  # noqa: PTH112 - false of a name that is too long as well
    parts = PurePath((captures.glob if captures else pattern) + inside).parts
    plain = next((at for at, part in enumerate(parts[:-1]) if _MAGIC & set(part)), len(parts) - 1)
    base = folder.joinpath(*parts[:plain])
    depth = MOST_FOLDERS if "**" in parts else len(parts) - 1 - plain
    yield from _below(base, depth) if os.path.isdir(base) else (_there(base),)  # noqa: PTH112


def _below(folder: Path, depth: int) -> Iterator[Path]:
    yield folder
    if not depth:
        return
    try:
        inside = sorted(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())
    except OSError:
        return
    for path in inside:
        yield from _below(path, depth - 1)


def _there(folder: Path) -> Path:
    """The folder, or the nearest above it that is there, in which it would appear."""
    return next((one for one in (folder, *folder.parents) if os.path.isdir(one)), Path())  # noqa: PTH112
