"""One build of a report at a time: a lock in its folder, which the system gives back when a process dies."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock

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
        The output folder; made where it is missing, and removed again if nothing is written into it.
    waiting : callable
        Told once who is waited for, where somebody is.

    Yields
    ------
    bool
        Whether it is held; where the folder cannot hold a lock, as on some network disks, the work goes on without.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, report_lock(Path(folder)) as held:
    ...     held
    True
    """
    made = _made(out)
    lock = _taken(out, waiting)
    try:
        yield lock is not None
    finally:
        if lock is not None:
            if lock.lock_counter == 1:
                # while it is held: whoever waits finds a file without a name, and begins anew
                with suppress(OSError):
                    (out / NAME).unlink()
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


def _taken(out: Path, waiting: Callable[[str], None]) -> BaseFileLock | None:
    """The lock, taken; None where the folder cannot hold one."""
    from filelock import FileLock, Timeout  # loaded late: a build with nothing to do takes no lock

    path = Path(os.path.realpath(out)) / NAME
    # a lock that is nothing but a file would outlive a process that is killed
    lock: BaseFileLock = FileLock(path, is_singleton=True, fallback_to_soft=False)
    told = False
    while True:
        try:
            lock.acquire(timeout=0)
            break
        except Timeout:
            if not told:
                waiting(_holder(path))
                told = True
            time.sleep(_LOOK_AGAIN)
        except FileNotFoundError:  # whoever made the folder, and wrote nothing, has just removed it
            if not out.exists() and not _made(out):
                return None
        except OSError:
            return None
    with suppress(OSError):
        path.write_text(str(os.getpid()), encoding="ascii")
    return lock


def _holder(path: Path) -> str:
    """Who holds a lock, as far as its file tells."""
    with suppress(OSError, ValueError):
        return f"process {int(path.read_text(encoding='ascii'))}"
    return "another process"
