"""Folders and files taken by what they are and not by what a link leads to, for what comes from elsewhere."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath

POSIX = os.open in os.supports_dir_fd
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _NO_LINK
_FILE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | _NO_LINK


@contextmanager
def within(out: Path, path: PurePath, *, make: bool = False) -> Iterator[tuple[str, int | None]]:
    """Open the folder of a path below `out` through no link, whoever puts one there meanwhile.

    Parameters
    ----------
    out : Path
        A folder that is no link.
    path : PurePath
        Relative to it.
    make : bool
        Whether folders that are missing are created.

    Yields
    ------
    str, int or None
        What the functions of `os` take as a path and as ``dir_fd``.

    Raises
    ------
    OSError
        Where a part of the path is a link, a file, or missing.
    """
    if not POSIX:
        folder = out / path.parent
        if make:
            folder.mkdir(parents=True, exist_ok=True)
        if os.path.realpath(folder) != os.path.join(os.path.realpath(out), path.parent):  # noqa: PTH118 - of texts
            raise NotADirectoryError(20, "a link leads out of the folder", str(folder))
        yield str(out / path), None
        return
    number = os.open(out, _FOLDER)
    try:
        for part in path.parent.parts:
            if make:
                with suppress(FileExistsError):
                    os.mkdir(part, dir_fd=number)
            inner = os.open(part, _FOLDER, dir_fd=number)
            os.close(number)
            number = inner
        yield path.name, number
    finally:
        os.close(number)


def holds(name: str, folder: int | None, digests: Collection[str]) -> bool:
    """Whether this is a regular file whose content has one of these sha256."""
    try:
        number = os.open(name, _FILE, dir_fd=folder)
    except OSError:
        return False
    with os.fdopen(number, "rb") if stat.S_ISREG(os.fstat(number).st_mode) else _closed(number) as file:
        return file is not None and hashlib.file_digest(file, "sha256").hexdigest() in digests


@contextmanager
def _closed(number: int) -> Iterator[None]:
    os.close(number)
    yield None


def make_like(out: Path, staged: Path, below: PurePath) -> None:
    """Create a folder in the staged report, each on the way like the one that it will take the place of."""
    for folder in (*reversed(below.parents), below):
        target, model = staged / folder, out / folder
        if folder.parts:
            if target.is_dir():
                continue
            target.mkdir()
        if model.is_dir() and not (folder.parts and model.is_symlink()):
            own, its = target.stat(), model.stat()
            if (own.st_uid, own.st_gid) != (its.st_uid, its.st_gid):
                with suppress(OSError):  # then the folders are not exchanged
                    os.chown(target, its.st_uid, its.st_gid)
            shutil.copystat(model, target)


def write_durably(path: Path, content: bytes) -> None:
    """Write a file, and have it on the disk."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync(folder: Path) -> None:
    """Have the entries of a folder on the disk, where the system can."""
    if POSIX:
        number = os.open(folder, _FOLDER)
        try:
            os.fsync(number)
        finally:
            os.close(number)
