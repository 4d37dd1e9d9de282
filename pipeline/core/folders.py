"""Paths below an output folder, through no link; what killed builds left; one build at a time."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from rankpress.core import manifest

if TYPE_CHECKING:
    from filelock import BaseFileLock


POSIX = os.open in os.supports_dir_fd
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _NO_LINK
_FILE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | _NO_LINK


@contextmanager
def within(out: Path, path: PurePath, *, make: bool = False) -> Iterator[tuple[str, int | None]]:
    """Open the folder of a path below `out` through no link, not even one placed there meanwhile."""
    if not POSIX:
        folder = out / path.parent
        if make:
            folder.mkdir(parents=True, exist_ok=True)
        expected = os.path.normpath(os.path.join(os.path.realpath(out), path.parent))  # noqa: PTH118 - of texts
        if os.path.realpath(folder) != expected:
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
    """Return whether this is a regular file whose content has one of these sha256."""
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
            stat, its = target.stat(), model.stat()
            if (stat.st_uid, stat.st_gid) != (its.st_uid, its.st_gid):
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


def staging_name(out: Path) -> str:
    """Return a new name for a folder in which the report of a folder is staged."""
    return f".{out.name}.rankpress-{out.stat().st_ino if out.exists() else 0}-{secrets.token_hex(4)}"


def standing(out: Path) -> Path:
    """Return where the report of a folder is: the folder, or what a build that was killed had moved away from it."""
    # That can only be where the system exchanges no folders; the next build moves it back.
    if not out.exists():
        real = Path(os.path.realpath(out))
        return next((folder for folder in _leftovers(real) if _is_earlier(folder)), out)
    return out


def has_leftovers(out: Path) -> bool:
    """Return whether a build that was killed, or one that is running, left a staged report or a lock."""
    real = Path(os.path.realpath(out))
    return bool(_leftovers(real)) or any(lock.is_file() and not lock.is_symlink() for lock in _locks(real))


def clear_leftovers(out: Path) -> None:
    """Clear away what builds left that were killed; no one else may be building."""
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
    listed = manifest.paths(manifest.read(earlier)) | manifest.paths(manifest.read(out)) | {manifest.NAME}
    for root, folders, names, number in os.fwalk(earlier, topdown=False):
        below = PurePath(root).relative_to(earlier)
        # the manifest last: the build after a kill learns from it which files are not the user's
        for name in sorted((*folders, *names), key=lambda name: name == manifest.NAME):
            if stat.S_ISDIR(os.stat(name, dir_fd=number, follow_symlinks=False).st_mode):
                os.rmdir(name, dir_fd=number)
            elif (below / name).as_posix() in listed or not _rescued(name, number, out, below / name):
                os.unlink(name, dir_fd=number)
    earlier.rmdir()


def _rescued(name: str, number: int, out: Path, path: PurePath) -> bool:
    """Move a user's file into the report that took the place of this one, unless that has it, as new or newer."""
    with suppress(FileNotFoundError), within(out, path) as (target, folder):
        earlier, there = (os.stat(name, dir_fd=descriptor, follow_symlinks=False) for descriptor in (number, folder))
        if earlier.st_ino == there.st_ino or there.st_mtime_ns >= earlier.st_mtime_ns:
            return False
    with within(out, path, make=True) as (target, folder):
        os.replace(name, target, src_dir_fd=number, dst_dir_fd=folder)
    return True


# next to the folder, which is exchanged for another meanwhile; in it where nothing can be written next to it
_NAME = ".rankpress-lock"
_LOOK_AGAIN = 0.05  # seconds


@contextmanager
def report_lock(out: Path, waiting: Callable[[str], None] = lambda who: None) -> Iterator[bool]:
    """Hold the report in a folder, once its present holder has released it."""
    # A process that holds it already may take it again. Of its file nothing is left behind; what a process that was
    # killed left of it stops nobody.
    out = Path(os.path.realpath(out))
    created = _create_folders(out.parent)
    lock = next(filter(None, (_taken(path, waiting, created) for path in _locks(out))), None)
    try:
        yield lock is not None
    finally:
        if lock is not None:
            if lock.lock_counter == 1:
                # while it is locked: a process that waits finds a file without a name, and begins again
                with suppress(OSError):
                    Path(lock.lock_file).unlink()
            lock.release()
        with suppress(OSError):  # the first that is not empty, or that another process removed
            for folder in sorted(created, key=lambda folder: -len(folder.parts)):
                folder.rmdir()


def _locks(out: Path) -> tuple[Path, Path]:
    """Return where the lock of a report is: next to it, or within where the folder above cannot be written to."""
    return out.with_name(f".{out.name}{_NAME}"), out / _NAME


def missing_folders(folder: Path) -> list[Path]:
    """Return which of a folder and the folders above it do not exist, the deepest first."""
    return [path for path in (folder, *folder.parents) if not path.exists()]


def _create_folders(out: Path) -> list[Path]:
    """Make a folder; those that had to be made, the deepest first."""
    missing = missing_folders(out)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError:
        return []  # writing the report will say what is wrong
    return missing


def _taken(path: Path, waiting: Callable[[str], None], created: list[Path]) -> BaseFileLock | None:
    """Return the lock, taken; None where the folder cannot hold one. Folders that it takes are added to `created`."""
    from filelock import FileLock, Timeout  # loaded late: a build with nothing to do takes no lock

    # a lock that is nothing but a file would outlive a process that is killed
    lock: BaseFileLock = FileLock(path, is_singleton=True, fallback_to_soft=False, on_acquired=_sign)
    was_there, has_waited = os.path.lexists(path), False
    while True:
        created += [folder for folder in _create_folders(path.parent) if folder not in created]
        try:
            lock.acquire(timeout=0)
            return lock
        except Timeout:
            if not has_waited and not _takes_locks(path):
                break
            if not has_waited:
                waiting(_holder(path))
                has_waited = True
            time.sleep(_LOOK_AGAIN)
        except FileNotFoundError:  # the process that created the folder, and wrote nothing, has just removed it
            if not path.parent.exists() and not _create_folders(path.parent):
                return None
        except OSError:
            break
    if not was_there:
        with suppress(OSError):
            path.unlink()
    return None


def _takes_locks(path: Path) -> bool:
    """Return whether a new file next to this one can be locked: some file systems refuse, as if it was locked."""
    from filelock import FileLock, Timeout

    probe = path.with_name(f"{_NAME}-{secrets.token_hex(4)}")
    try:
        FileLock(probe, fallback_to_soft=False).acquire(timeout=0).lock.release()
    except (OSError, Timeout):
        return False
    finally:
        with suppress(OSError):
            probe.unlink()
    return True


def _sign(number: int) -> None:
    """Write into the file of a lock who holds it; by its descriptor, since a link may be put in its place."""
    with suppress(OSError):
        os.ftruncate(number, 0)
        os.write(number, str(os.getpid()).encode())


def _holder(path: Path) -> str:
    """Return the holder of a lock, if its file names it."""
    with suppress(OSError, ValueError):
        if not path.is_file():
            return "another process"
        return f"process {int(path.read_text(encoding='ascii'))}"
    return "another process"
