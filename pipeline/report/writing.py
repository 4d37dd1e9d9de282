"""Writing a report so that a build that is killed leaves the earlier one whole."""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath, PurePosixPath
from typing import NamedTuple

from rankpress.core import manifest
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.folders import (
    POSIX,
    clear,
    clear_leftovers,
    holds,
    make_like,
    report_lock,
    staging_name,
    sync,
    within,
    write_durably,
)

# FS_IMMUTABLE_FL and FS_APPEND_FL, as FS_IOC_GETFLAGS gives them
_FIXED, _GET_FLAGS = 0x10 | 0x20, 2 << 30 | struct.calcsize("l") << 16 | ord("f") << 8 | 1
# what systems take, less what the names of staged reports have besides: the number of a folder, eight digits
MOST_OF_NAME = 255 - len(f"..rankpress-{2**64 - 1}-00000000~")
_ELSEWHERE = "move it away, or choose another folder with --out"


def obstacles(paths: Iterable[str], owned: Collection[str], out: Path) -> tuple[Fault, ...]:
    """Report what would have to go, or to change, before a report can be moved into a folder."""
    paths = tuple(paths)
    folders = dict.fromkeys(out / parent for path in paths for parent in reversed(PurePosixPath(path).parents))
    of_folders = tuple(fault for folder in folders for fault in _closed(folder, out))
    return of_folders or tuple(fault for path in paths for fault in _in_the_way(out / path, ours=path in owned))


def may_change(folder: Path) -> bool:
    """Return whether files in a folder may be replaced or removed, as far as the folder says."""
    return os.access(folder, os.W_OK | os.X_OK) and not _is_fixed(folder)


def is_anothers(file: Path) -> bool:
    """Return whether the sticky bit of its folder leaves a file to its owner."""
    folder = file.parent.stat()
    return bool(folder.st_mode & stat.S_ISVTX) and os.geteuid() not in (0, folder.st_uid, file.lstat().st_uid)


def _closed(folder: Path, out: Path) -> Iterator[Fault]:
    if not os.path.lexists(folder):
        return
    if folder.is_symlink() and folder != out:
        message = "this is a link; a build needs a folder here and follows no links"
        yield Fault(str(folder), message, "a folder, or nothing", _ELSEWHERE)
    elif not folder.is_dir():
        message = "this is a file; a build needs a folder here"
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
    """Return whether another program keeps a file from being moved, as Windows lets it."""
    try:
        path.replace(path)  # which changes nothing
    except OSError:
        return True
    return False


def _is_fixed(path: Path) -> bool:
    """Return whether a file or folder bears a flag that keeps even its owner from moving it."""
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


MOST_CARRIED = 1000  # of a folder that holds more than its report, the report alone is replaced
_HERE, _EXCHANGE = -100, 2  # AT_FDCWD; RENAME_EXCHANGE, which is RENAME_SWAP on macOS


def carry_over(out: Path, staged: Path, new: Collection[str], gone: Mapping[str, Collection[str]]) -> bool:
    """Have a staged report hold what else lies in the folder whose place it will take, as further links to the same."""
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
    ours, its = folder.stat(), earlier.stat()
    return (ours.st_uid, ours.st_gid) == (its.st_uid, its.st_gid)


def exchange(staged: Path, out: Path) -> bool:
    """Exchange two folders next to each other, in one call where the system has one, and by renaming else."""
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


def _exchanged(first: bytes, second: bytes) -> bool:
    libc = ctypes.CDLL(None)
    if hasattr(libc, "renameat2"):
        return bool(libc.renameat2(_HERE, first, _HERE, second, _EXCHANGE) == 0)
    return hasattr(libc, "renamex_np") and bool(libc.renamex_np(first, second, _EXCHANGE) == 0)


_NOT_THERE = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP}  # or through a link alone


def replace_in_place(
    staged: Path,
    out: Path,
    new: Collection[str],
    gone: Mapping[str, Collection[str]],
    unfinished: manifest.Manifest,
) -> None:
    """Move a staged report over the earlier one, through no link."""
    meanwhile = f".{manifest.NAME}"
    write_durably(staged / meanwhile, manifest.manifest_json(unfinished).encode())
    try:
        for path in new:  # what needs room on the disk first
            with within(out, PurePosixPath(path), make=True):
                pass
    except OSError:
        for path in new:
            _remove_emptied(out, PurePosixPath(path))
        raise
    _move(staged / meanwhile, out, manifest.NAME)
    for path in sorted(set(new) - {manifest.NAME}):
        _move(staged / path, out, path)
    for path, digests in sorted(gone.items()):
        try:
            _remove(out, PurePosixPath(path), digests)
        except OSError as error:
            if error.errno not in _NOT_THERE:
                raise
    sync(out)
    _move(staged / manifest.NAME, out, manifest.NAME)  # the last: it vouches for all the others


def _move(file: Path, out: Path, path: str) -> None:
    with within(out, PurePosixPath(path)) as (name, folder):
        os.replace(file, name, dst_dir_fd=folder)


def _remove(out: Path, path: PurePosixPath, digests: Collection[str]) -> None:
    with within(out, path) as (name, folder):
        if holds(name, folder, digests):
            os.unlink(name, dir_fd=folder)
    _remove_emptied(out, path)


def _remove_emptied(out: Path, path: PurePosixPath) -> None:
    for emptied in path.parents[:-1]:
        with suppress(OSError), within(out, emptied) as (name, folder):  # which is not empty
            os.rmdir(name, dir_fd=folder)


class WriteOutcome(NamedTuple):
    """What was written of a report: its manifest.json, and whether the folder could be locked meanwhile."""

    manifest: bytes
    was_locked: bool


def write_report(
    files: Mapping[str, bytes],
    described: manifest.Manifest,
    out: Path,
    is_own: Callable[[Path], bool] = lambda out: False,  # whether the report that is there is the user's own
) -> WriteOutcome:
    """Replace the report in a folder, all of it or nothing.

    Formats of the earlier report that still hold stay, if it is the user's own: of another it is unknown that they do.
    """
    real = Path(os.path.realpath(out))
    with report_lock(real) as is_locked, _disk_faults(out):
        if is_locked:  # nobody else writes here: whoever did was killed
            clear_leftovers(real)
        earlier = manifest.read(real)
        if is_own(real):
            described = manifest.merge(described, earlier)
        files = {**files, manifest.NAME: manifest.manifest_json(described).encode()}
        _refuse_obstacles(files, earlier, out)
        with _staged(files, real) as staged:
            _refuse_obstacles(files, earlier, out)  # that came meanwhile
            _replace(staged, real, set(files), earlier, described)
    return WriteOutcome(files[manifest.NAME], was_locked=is_locked)


def refuse_place(out: Path) -> None:
    """Raise faults where a report could not replace the one that is there, before time is spent on it."""
    if len(os.fsencode(out.name)) > MOST_OF_NAME:
        message = "the name of this folder is too long for the hidden folder next to it, in which a report is staged"
        raise FaultsFound([Fault(str(out), message, f"a name of at most {MOST_OF_NAME} bytes", "another --out")])
    earlier = manifest.read(out)
    _refuse_obstacles((manifest.NAME, *manifest.paths(earlier)), earlier, out)


def _refuse_obstacles(paths: Iterable[str], earlier: manifest.Manifest | None, out: Path) -> None:
    found_there = obstacles(paths, {manifest.NAME, *manifest.paths(earlier)} if earlier else (), out)
    if found_there:
        raise FaultsFound(found_there)


def _replace(
    staged: Path, out: Path, new: Collection[str], earlier: manifest.Manifest | None, described: manifest.Manifest
) -> None:
    stays = manifest.paths(described)
    gone = {path: digests for path, digests in manifest.digests(earlier).items() if path not in stays}
    if not out.exists():
        staged.rename(out)
    elif not (carry_over(out, staged, {manifest.NAME, *new}, gone) and exchange(staged, out)):
        replace_in_place(staged, out, new, gone, manifest.unfinished(earlier, described))
    sync(out.parent)


@contextmanager
def _staged(files: Mapping[str, bytes], out: Path) -> Iterator[Path]:
    """Write a report into a folder of its own, with all that needs room on the disk."""
    staged = _staging_folder(out)
    try:
        for path, content in files.items():
            make_like(out, staged, Path(path).parent)
            write_durably(staged / path, content)
        for root, _, _ in os.walk(staged):
            sync(Path(root))
        yield staged
    finally:
        clear(staged, out)  # by now the earlier report, where the two were exchanged


def _staging_folder(out: Path) -> Path:
    name = staging_name(out)
    if not out.is_dir():
        out.parent.mkdir(parents=True, exist_ok=True)
        (out.parent / name).mkdir()
        return out.parent / name
    # what others may not read must not be read here either, before the folder is like the one it replaces
    (out / name).mkdir(0o700)
    try:
        (out / name).rename(out.parent / name)
    except OSError:  # on another file system, or without a right: all is replaced in place
        return out / name
    make_like(out, out.parent / name, Path())
    return out.parent / name


@contextmanager
def _disk_faults(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = f"the report cannot be written here: {error.strerror}"
        expected = "a folder that can be created and written to and has room for it, such as --out DIR"
        raise FaultsFound([Fault(str(out), message, expected)]) from error
