"""What would keep the files of a report from their places, looked for before any of them is moved."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path, PurePosixPath

from rankpress.faults import Fault

_ELSEWHERE = "move it away, or choose another folder with --out"


def obstacles(paths: Iterable[str], owned: Collection[str], out: Path) -> tuple[Fault, ...]:
    """Tell what would have to go, or to change, before a report can be moved into a folder.

    Parameters
    ----------
    paths : iterable of str
        The files of the report, as posix paths below `out`.
    owned : collection of str
        Those of the earlier report there.
    out : Path
        The output folder.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     (Path(folder) / "tables").touch()
    ...     [one.message for one in obstacles(["report.html", "tables/a.tex"], (), Path(folder))]
    ['a build writes files below this, which is no folder']
    """
    paths = tuple(paths)
    folders = dict.fromkeys(out / parent for path in paths for parent in reversed(PurePosixPath(path).parents))
    of_folders = tuple(fault for folder in folders for fault in _closed(folder, out))
    return of_folders or tuple(fault for path in paths for fault in _in_the_way(out / path, ours=path in owned))


def _closed(folder: Path, out: Path) -> Iterator[Fault]:
    if not os.path.lexists(folder):
        return
    if not folder.is_dir():
        message = "a build writes files below this, which is no folder"
        yield Fault(str(folder), message, "a folder, or nothing", _ELSEWHERE)
    elif not os.access(folder, os.W_OK | os.X_OK):
        yield Fault(str(folder), "the report cannot be written here: no right to", "a folder that can be written to")
    elif folder.stat().st_dev != out.stat().st_dev:
        message = "this folder is on another disk than the rest of the report, which could not be replaced all at once"
        yield Fault(str(folder), message, "all of a report on one disk", "choose another folder with --out")


def _in_the_way(path: Path, *, ours: bool) -> Iterator[Fault]:
    if path.is_dir():
        yield Fault(str(path), "a build writes a file here, and this is a folder", "a file, or nothing", _ELSEWHERE)
    elif not ours and os.path.lexists(path):
        message = "a build would replace this file, which no earlier build of rankpress wrote"
        yield Fault(str(path), message, "a file that manifest.json lists, or no file", _ELSEWHERE)
