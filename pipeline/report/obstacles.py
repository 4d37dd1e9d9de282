"""What would keep the files of a report from their places, looked for before any of them is moved."""

from __future__ import annotations

import os
import stat
import struct
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path, PurePosixPath

from rankpress.faults import Fault

# FS_IMMUTABLE_FL and FS_APPEND_FL, as FS_IOC_GETFLAGS gives them
_FIXED, _GET_FLAGS = 0x10 | 0x20, 2 << 30 | struct.calcsize("l") << 16 | ord("f") << 8 | 1
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


def may_change(folder: Path) -> bool:
    """Whether files in a folder may be replaced or removed, as far as the folder says."""
    return os.access(folder, os.W_OK | os.X_OK) and not _is_fixed(folder)


def is_anothers(file: Path) -> bool:
    """Whether the sticky bit of its folder leaves a file to its owner."""
    folder = file.parent.stat()
    return bool(folder.st_mode & stat.S_ISVTX) and os.geteuid() not in (0, folder.st_uid, file.lstat().st_uid)


def _closed(folder: Path, out: Path) -> Iterator[Fault]:
    if not os.path.lexists(folder):
        return
    if folder.is_symlink() and folder != out:
        message = "this is a link; a build writes files below this and follows no links"
        yield Fault(str(folder), message, "a folder, or nothing", _ELSEWHERE)
    elif not folder.is_dir():
        message = "a build writes files below this, which is no folder"
        yield Fault(str(folder), message, "a folder, or nothing", _ELSEWHERE)
    elif not may_change(folder):
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
    elif os.path.lexists(path) and (is_anothers(path) or _is_held(path) or _is_fixed(path)):
        message = "a build cannot replace this file: it is immutable, append-only, held open or another user's"
        remedy = "close the program that holds it, or allow changes (chattr -ia, chflags nouchg, chown)"
        yield Fault(str(path), message, "a file that can be replaced", remedy)


def _is_held(path: Path) -> bool:
    """Whether another program keeps a file from being moved, as Windows lets it."""
    try:
        path.replace(path)  # which changes nothing
    except OSError:
        return True
    return False


def _is_fixed(path: Path) -> bool:
    """Whether a file or folder bears a flag that keeps even its owner from moving it."""
    try:
        flags = getattr(path.lstat(), "st_flags", 0)  # of BSD and macOS
        if flags & (stat.UF_IMMUTABLE | stat.UF_APPEND | stat.SF_IMMUTABLE | stat.SF_APPEND):
            return True
        return sys.platform == "linux" and bool(_linux_flags(path) & _FIXED)
    except OSError:
        return False


def _linux_flags(path: Path) -> int:
    import fcntl

    number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        return int(struct.unpack_from("i", fcntl.ioctl(number, _GET_FLAGS, bytes(struct.calcsize("l"))))[0])
    finally:
        os.close(number)
