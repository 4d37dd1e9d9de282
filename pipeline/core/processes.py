"""Further processes, and scratch folders that the next process clears away."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, cast

from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.plugins import Plugin, activate, active

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


Submit = Callable[..., "Future[Any]"]

_ENDED = "a process that worked for this build was ended from outside, as it happens where memory is short"
_MOMENT = 0.5  # seconds
_EXPECTED = 'fewer of them, or one; in a script of your own, builds below `if __name__ == "__main__":`'


@contextmanager
def processes(jobs: int) -> Iterator[Submit]:
    """Give a function that has another one called, in one of so many processes."""
    heard, held = get_context("spawn").Pipe(duplex=False)
    with heard, held:
        pool = _pool(jobs, heard) if jobs > 1 else None
        if pool is None:
            yield _call_here
            return
        try:
            with pool:
                try:
                    yield lambda *task: _submitted(pool, *task)
                except BaseException:
                    held.close()  # ends them in the midst of their work, which nobody waits for now
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise
        except BrokenProcessPool as error:
            # What interrupts all processes at once may end these before this one hears of it.
            time.sleep(_MOMENT)
            raise FaultsFound([Fault(f"--jobs {jobs}", _ENDED, _EXPECTED)]) from error


def _pool(jobs: int, heard: Connection) -> ProcessPoolExecutor | None:
    try:
        # spawned, not forked: libraries have threads by now
        return ProcessPoolExecutor(jobs, get_context("spawn"), begin_process, (heard, _resort().level, active()))
    except OSError:  # a machine that grants no shared memory has no further processes
        return None


def _resort() -> logging.Handler:
    """Return where libraries log to nobody, this writes to stderr."""
    return cast("logging.Handler", logging.lastResort)


def _submitted(pool: ProcessPoolExecutor, *task: Any) -> Future[Any]:
    """Submit a task; an interrupt waits until a process that it may begin can end in silence."""
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(*task)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(*task)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_process(held: Connection, level: int, plugins: Sequence[Plugin] = ()) -> None:
    """Let an interrupt end this process at once and in silence, and so the process at the other end of a pipe.

    An interrupt that the caller ignores stays ignored. What libraries log or warn of is written to
    stderr from this level on, as it is where the processes were begun. The plug-ins of the study are loaded.
    """
    _resort().setLevel(level)
    logging.captureWarnings(level > logging.WARNING)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    activate(plugins)
    Thread(target=_outlive_nobody, args=(held,), daemon=True).start()


def _outlive_nobody(held: Connection) -> None:
    with suppress(EOFError, OSError):
        held.recv_bytes()  # nothing is ever sent: this waits for the end
    os._exit(1)


def _call_here(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    done: Future[Any] = Future()
    done.set_result(function(*arguments))
    return done


_LOCK = "held"


@contextmanager
def scratch_folder(prefix: str, parent: Path | None = None) -> Iterator[Path]:
    """Make a folder, and remove it and those of the same prefix whose makers are dead."""
    from filelock import FileLock, Timeout  # loaded late, with what needs a folder

    parent = Path(tempfile.gettempdir()) if parent is None else parent
    _clear(prefix, parent)
    while True:
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
        lock = FileLock(folder / _LOCK, fallback_to_soft=False)
        try:
            lock.acquire(timeout=0)
        except (Timeout, FileNotFoundError):
            continue  # another process cleared the folder away before it had its lock
        except OSError:  # no locks here: nobody can clear it away either
            break
        if (folder / _LOCK).exists():
            break
        lock.release()
    try:
        yield folder
    finally:
        lock.release()
        # Windows cannot remove what a library still holds open
        shutil.rmtree(folder, ignore_errors=True)


def _clear(prefix: str, parent: Path) -> None:
    """Remove folders that nobody holds."""
    from filelock import FileLock, Timeout

    for folder in sorted(parent.glob(f"{prefix}*")):
        with suppress(OSError, Timeout):
            if not (folder / _LOCK).exists():
                folder.rmdir()  # which it was killed before it could put anything into
                continue
            with FileLock(folder / _LOCK, timeout=0, fallback_to_soft=False):
                shutil.rmtree(folder, ignore_errors=True)
