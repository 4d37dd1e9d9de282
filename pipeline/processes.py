"""Further processes for what takes long."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
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
        # Spawned, not forked: libraries have threads by now. An interrupt ends a process at once and in silence.
        return ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_DFL))
    except OSError:  # a machine that grants no shared memory has no further processes
        return None


def _call_here(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    done: Future[Any] = Future()
    done.set_result(function(*arguments))
    return done
