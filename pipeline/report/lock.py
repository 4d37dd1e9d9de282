"""One build of a report at a time: a lock next to its folder, which the system gives back when a process dies."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock

# next to the folder, which is exchanged for another meanwhile; in it where nothing can be written next to it
NAME = ".rankpress-lock"
_LOOK_AGAIN = 0.05  # seconds


@contextmanager
def report_lock(out: Path, waiting: Callable[[str], None] = lambda who: None) -> Iterator[bool]:
    """Hold the report in a folder, once whoever holds it has done with it.

    A process that holds it already may take it again. Of its file nothing is left behind; what a process that was
    killed left of it stops nobody.

    Parameters
    ----------
    out : Path
        The output folder. The folders above it are created if missing, and removed again if nothing is written there.
    waiting : callable
        Told once who is waited for, where somebody is.

    Yields
    ------
    bool
        Whether it is held; where no lock can be, as on some network disks, the work goes on without.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, report_lock(Path(folder)) as held:
    ...     held
    True
    """
    out = Path(os.path.realpath(out))
    made = _made(out.parent)
    lock = _taken(out.with_name(f".{out.name}{NAME}"), waiting) or _taken(out / NAME, waiting)
    try:
        yield lock is not None
    finally:
        if lock is not None:
            if lock.lock_counter == 1:
                # while it is held: whoever waits finds a file without a name, and begins anew
                with suppress(OSError):
                    Path(lock.lock_file).unlink()
            lock.release()
        with suppress(OSError):  # the first that is not empty, or that another process removed
            for folder in made:
                folder.rmdir()


def missing_folders(folder: Path) -> list[Path]:
    """Those of a folder and the folders above it that are not there, the deepest first."""
    return [one for one in (folder, *folder.parents) if not one.exists()]


def _made(out: Path) -> list[Path]:
    """Make a folder; those that had to be made, the deepest first."""
    missing = missing_folders(out)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError:
        return []  # writing the report will say what is wrong
    return missing


def _taken(path: Path, waiting: Callable[[str], None]) -> BaseFileLock | None:
    """The lock, taken; None where the folder cannot hold one."""
    from filelock import FileLock, Timeout  # loaded late: a build with nothing to do takes no lock

    # a lock that is nothing but a file would outlive a process that is killed
    lock: BaseFileLock = FileLock(path, is_singleton=True, fallback_to_soft=False, on_acquired=_sign)
    told = False
    while True:
        try:
            lock.acquire(timeout=0)
            return lock
        except Timeout:
            if not told:
                waiting(_holder(path))
                told = True
            time.sleep(_LOOK_AGAIN)
        except FileNotFoundError:  # whoever made the folder, and wrote nothing, has just removed it
            if not path.parent.exists() and not _made(path.parent):
                return None
        except OSError:
            return None


def _sign(number: int) -> None:
    """Write into the file of a lock who holds it; by its descriptor, since a link may be put in its place."""
    with suppress(OSError):
        os.ftruncate(number, 0)
        os.write(number, str(os.getpid()).encode())


def _holder(path: Path) -> str:
    """Who holds a lock, as far as its file tells."""
    with suppress(OSError, ValueError):
        if not path.is_file():
            return "another process"
        return f"process {int(path.read_text(encoding='ascii'))}"
    return "another process"
