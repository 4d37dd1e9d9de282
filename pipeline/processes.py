"""Further processes for what takes long."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

Submit = Callable[..., "Future[Any]"]


@contextmanager
def processes(jobs: int) -> Iterator[Submit]:
    """Give a function that has another one called, in one of so many processes.

    Parameters
    ----------
    jobs : int
        Processes; with fewer than two, or on a machine that grants none, what is called is called here and at once.

    Yields
    ------
    callable
        ``submit(function, argument, ...)`` returns a future. What is called, its arguments and its result can be
        pickled.

    Examples
    --------
    >>> with processes(1) as submit:
    ...     submit(sum, [1, 2]).result()
    3
    """
    pool = _pool(jobs) if jobs > 1 else None
    if pool is None:
        yield _call_here
        return
    with pool:
        try:
            yield pool.submit
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _pool(jobs: int) -> ProcessPoolExecutor | None:
    try:
        # spawned, not forked: libraries have threads by now
        return ProcessPoolExecutor(jobs, get_context("spawn"), begin_process)
    except OSError:  # a machine that grants no shared memory has no further processes
        return None


def begin_process() -> None:
    """Let an interrupt end this process at once and in silence, and the death of the one that began it too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _call_here(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    done: Future[Any] = Future()
    done.set_result(function(*arguments))
    return done
