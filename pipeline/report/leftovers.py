"""What builds that were killed left next to a report: recognized, and cleared away without loss of a user's files.

The name of a staged report includes the inode of the folder that it is to replace. A folder whose own inode is the one
in its name was therefore that folder: it is the earlier report, after an exchange. All others never took their place.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePath

from rankpress.report import manifest
from rankpress.report.folders import within


def staging_name(out: Path) -> str:
    """Return a new name for a folder in which the report of a folder is staged."""
    return f".{out.name}.rankpress-{out.stat().st_ino if out.exists() else 0}-{secrets.token_hex(4)}"


def standing(out: Path) -> Path:
    """Return where the report of a folder is: the folder, or what a build that was killed had moved away from it.

    That can only be where the system exchanges no folders; the next build moves it back.
    """
    if not out.exists():
        real = Path(os.path.realpath(out))
        return next((folder for folder in _leftovers(real) if _is_earlier(folder)), out)
    return out


def clear_leftovers(out: Path) -> None:
    """Clear away what builds left that were killed; nobody else may be building.

    Parameters
    ----------
    out : Path
        The output folder, which is no link.
    """
    for folder in _leftovers(out):
        clear(folder, out)


def clear(folder: Path, out: Path) -> None:
    """Remove a staged report, or the earlier one; what a user laid into that meanwhile goes where it belongs."""
    if not _is_earlier(folder):
        shutil.rmtree(folder, ignore_errors=True)
    elif os.path.lexists(out):
        with suppress(OSError):  # the next build goes on
            _discard(folder, out)
    else:
        folder.rename(out)


def _leftovers(out: Path) -> list[Path]:
    name = re.compile(rf"\.{re.escape(out.name)}\.rankpress-\d+-[0-9a-f]{{8}}~?")
    return [path for folder in (out.parent, out) for path in _folders(folder) if name.fullmatch(path.name)]


def _folders(folder: Path) -> Iterator[Path]:
    with suppress(OSError), os.scandir(folder) as entries:
        yield from sorted(Path(entry) for entry in entries if entry.is_dir(follow_symlinks=False))


def _is_earlier(folder: Path) -> bool:
    try:
        return folder.name.rpartition("-")[0].endswith(f"-{folder.lstat().st_ino}")
    except OSError:
        return False


def _discard(earlier: Path, out: Path) -> None:
    known = manifest.paths(manifest.read(earlier)) | manifest.paths(manifest.read(out)) | {manifest.NAME}
    for root, folders, names, number in os.fwalk(earlier, topdown=False):
        below = PurePath(root).relative_to(earlier)
        # the manifest last: whoever goes on after a kill learns from it what is no user's
        for name in sorted((*folders, *names), key=lambda name: name == manifest.NAME):
            if stat.S_ISDIR(os.stat(name, dir_fd=number, follow_symlinks=False).st_mode):
                os.rmdir(name, dir_fd=number)
            elif (below / name).as_posix() in known or not _rescued(name, number, out, below / name):
                os.unlink(name, dir_fd=number)
    earlier.rmdir()


def _rescued(name: str, number: int, out: Path, path: PurePath) -> bool:
    """Move a user's file into the report that took the place of this one, unless that has it, as new or newer."""
    with suppress(FileNotFoundError), within(out, path) as (target, folder):
        own, there = (os.stat(name, dir_fd=one, follow_symlinks=False) for one in (number, folder))
        if own.st_ino == there.st_ino or there.st_mtime_ns >= own.st_mtime_ns:
            return False
    with within(out, path, make=True) as (target, folder):
        os.replace(name, target, src_dir_fd=number, dst_dir_fd=folder)
    return True
