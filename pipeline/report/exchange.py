"""Exchange a folder for another that was prepared to take its place, with all that users keep in it."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Collection, Mapping
from pathlib import Path, PurePath

from rankpress.report.folders import POSIX, holds, make_like
from rankpress.report.obstacles import is_anothers, may_change

MOST_CARRIED = 1000  # of a folder that holds more than its report, the report alone is replaced
_HERE, _EXCHANGE = -100, 2  # AT_FDCWD; RENAME_EXCHANGE, which is RENAME_SWAP on macOS


def carry_over(out: Path, staged: Path, new: Collection[str], gone: Mapping[str, Collection[str]]) -> bool:
    """Have a staged report hold what else lies in the folder whose place it will take, as further links to the same.

    Parameters
    ----------
    out, staged : Path
        The folder, and the one that is prepared.
    new : collection of str
        The files of the staged report.
    gone : mapping of str to collection of str
        Files of the earlier report that are no longer wanted, and the sha256 that they had: what was edited since is
        carried over too.

    Returns
    -------
    bool
        False where the folder has to stay where it is: a working directory, or one of another file system, owner or
        kind, or with too much of the user's in it.
    """
    if not POSIX or staged.parent == out:
        return False
    carried = 0
    try:
        if Path.cwd().is_relative_to(out):
            return False
        for root, folders, names, number in os.fwalk(out):
            below = PurePath(root).relative_to(out)
            if any(part.startswith(".") for part in below.parts) or not may_change(Path(root)):
                return False
            if any(is_anothers(Path(root) / name) for name in (*folders, *names)):
                return False
            links = [name for name in folders if (Path(root) / name).is_symlink()]
            if not folders and not names:
                make_like(out, staged, below)
            for name in (*names, *links):
                path = (below / name).as_posix()
                if path not in new and not (path in gone and holds(name, number, gone[path])):
                    make_like(out, staged, below)
                    os.link(name, staged / path, src_dir_fd=number, follow_symlinks=False)
                    carried += 1
            if carried > MOST_CARRIED:
                return False
        return all(_owners_match(Path(root), out / Path(root).relative_to(staged)) for root, _, _ in os.walk(staged))
    except OSError:
        return False


def _owners_match(folder: Path, earlier: Path) -> bool:
    if not earlier.is_dir():
        return True
    own, its = folder.stat(), earlier.stat()
    return (own.st_uid, own.st_gid) == (its.st_uid, its.st_gid)


def exchange(staged: Path, out: Path) -> bool:
    """Exchange two folders next to each other, in one call where the system has one, and by renaming else.

    Returns
    -------
    bool
        False where the folder cannot be moved, such as a mount point.
    """
    if _exchanged(os.fsencode(staged), os.fsencode(out)):
        return True
    aside = staged.with_name(f"{staged.name}~")
    try:
        out.rename(aside)
    except OSError:
        return False
    try:
        staged.rename(out)
    except BaseException:
        aside.rename(out)
        raise
    aside.rename(staged)
    return True


def _exchanged(one: bytes, other: bytes) -> bool:
    libc = ctypes.CDLL(None)
    if hasattr(libc, "renameat2"):
        return bool(libc.renameat2(_HERE, one, _HERE, other, _EXCHANGE) == 0)
    return hasattr(libc, "renamex_np") and bool(libc.renamex_np(one, other, _EXCHANGE) == 0)
