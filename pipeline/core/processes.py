"""Further processes, and scratch folders that the next process clears away."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, cast

from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.garbage import look_rarely
from rankpress.core.plugins import Plugin, activate, active
from rankpress.core.signals import ASKING_TO_END
from rankpress.core.store_key import take_key

# A build that begins no process does not load multiprocessing.
if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.connection import Connection


Submit = Callable[..., "Future[Any]"]
Begin = Callable[..., Callable[[], Any]]  # begins a call, and returns what waits for its result

_ENDED = "a process that worked for this build was ended from outside, as it happens where memory is short"
_MOMENT = 0.5  # seconds
_SPAWNING = Lock()
_EXPECTED = 'fewer of them, or one; in a script of your own, builds below `if __name__ == "__main__":`'


def deferred(function: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    """Begin nothing, and return what calls a function when its result is requested."""
    return partial(function, *arguments)


@contextmanager
def process_apart(jobs: int) -> Iterator[Begin]:
    """Give what has a function called in a process of its own, next to all else, where there may be more than one.

    Where that process ends early, as where memory is short, the function is called here.
    """
    with ExitStack() as opened:
        submit = cache(lambda: opened.enter_context(processes(jobs, 1, ())))

        def begin(*task: Any) -> Callable[[], Any]:
            from concurrent.futures.process import BrokenProcessPool

            try:
                future = submit()(*task)
            except BrokenProcessPool:
                return deferred(*task)

            def awaited() -> Any:
                try:
                    return future.result()
                except BrokenProcessPool:
                    return deferred(*task)()

            return awaited

        yield deferred if jobs == 1 else begin


@contextmanager
def processes(jobs: int, number: int = 0, plugins: Sequence[Plugin] | None = None) -> Iterator[Submit]:
    """Yield a function that calls another one in one of at most so many processes."""
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    heard, alive = get_context("spawn").Pipe(duplex=False)
    unfinished: set[Future[Any]] = set()
    with heard, alive:
        pool = _pool(number or jobs, heard, active() if plugins is None else plugins) if jobs > 1 else None
        if pool is None:
            yield _call_here
            return
        try:
            with pool:
                try:
                    yield lambda *task: _submitted(pool, unfinished, *task)
                finally:
                    if unfinished:
                        alive.close()  # ends them in the midst of their work, which nobody waits for now
                        pool.shutdown(wait=False, cancel_futures=True)
        except BrokenProcessPool as error:
            # What interrupts all processes at once may end these before this one hears of it.
            time.sleep(_MOMENT)
            raise FaultsFound([Fault(f"--jobs {jobs}", _ENDED, _EXPECTED)]) from error


@contextmanager
def environment_variables(values: Mapping[str, str]) -> Iterator[None]:
    """Set environment variables, and put back what they were."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextmanager
def _spawning() -> Iterator[None]:
    """Let processes of Python that begin meanwhile import nothing from the current folder, and be given no key.

    Whatever begins one, `multiprocessing`'s own helper included, does so within this: they are begun by
    `python -c`, for which Python looks into the current folder first, and that may be someone else's. The variable is
    set no longer than that, for a program that calls us has an environment of its own. Threads wait for each other, or
    the first to end would unset it for the second.
    """
    take_key()
    with _SPAWNING, environment_variables({"PYTHONSAFEPATH": "1"}):
        yield


def _pool(number: int, heard: Connection, plugins: Sequence[Plugin]) -> ProcessPoolExecutor | None:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    if sys.flags.ignore_environment and not sys.flags.safe_path:  # as further processes would: `python -E`
        return None
    try:
        # spawned, not forked: libraries have threads by now
        with _spawning():
            return ProcessPoolExecutor(number, get_context("spawn"), begin_process, (heard, _resort().level, plugins))
    except OSError:  # a machine that grants no shared memory has no further processes
        return None


def _resort() -> logging.Handler:
    """Return where libraries log to no one, this writes to stderr."""
    return cast("logging.Handler", logging.lastResort)


def _submitted(pool: ProcessPoolExecutor, unfinished: set[Future[Any]], *task: Any) -> Future[Any]:
    """Submit a task; an interrupt waits until the task is known, and a process that it may begin can end in silence."""
    masked = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ASKING_TO_END) if masked else set()
    try:
        with _spawning():
            future = pool.submit(*task)
        unfinished.add(future)
        future.add_done_callback(unfinished.discard)
        return future
    finally:
        if masked:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_process(lifeline: Connection, level: int, plugins: Sequence[Plugin] = ()) -> None:
    """Let an interrupt end this process at once and in silence, and so the process at the other end of a pipe.

    An interrupt that the caller ignores stays ignored. What libraries log or warn of is written to
    stderr from this level on, as it is where the processes were begun. The plug-ins of the study are loaded.
    """
    look_rarely()
    _resort().setLevel(level)
    logging.captureWarnings(level > logging.WARNING)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKING_TO_END)
    activate(plugins)
    Thread(target=_outlive_nobody, args=(lifeline,), daemon=True).start()


def _outlive_nobody(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()  # nothing is ever sent: this waits for the end
    os._exit(1)


def _call_here(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    from concurrent.futures import Future

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
        except OSError:
            if folder.is_dir():  # no locks here: nobody can clear it away either
                break
            continue  # cleared away while the lock looked for it, which that says in several ways
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
    """Remove folders that no one holds."""
    from filelock import FileLock, Timeout

    for folder in sorted(parent.glob(f"{prefix}*")):
        with suppress(OSError, Timeout):
            if not (folder / _LOCK).exists():
                folder.rmdir()  # which it was killed before it could put anything into
                continue
            with FileLock(folder / _LOCK, timeout=0, fallback_to_soft=False):
                shutil.rmtree(folder, ignore_errors=True)
