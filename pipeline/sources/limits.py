"""How long a database may take to answer, and how many rows it may give: a query can be without end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Timer
from typing import Any

from rankpress.faults import Fault
from rankpress.sources.origin import Unreadable

MOST_ROWS = 10_000_000
_BATCH = 100_000  # rows


@contextmanager
def limited(connection: Any, seconds: float, place: str = "scores.query") -> Iterator[Event]:
    """Stop what a connection does once the time is over, where its driver takes that from another thread.

    Parameters
    ----------
    connection : object
        Of a driver; its method `interrupt` or `cancel` is called.
    seconds : float
        How long it may take.
    place : str
        Of the fault.

    Yields
    ------
    Event
        Set once the time is over.

    Raises
    ------
    Unreadable
        The time is over.
    """
    over = Event()
    timer = Timer(seconds, _stop, (connection, over))
    timer.daemon = True
    timer.start()
    try:
        yield over
    except Exception as error:
        if over.is_set():
            remedy = "ask for less, or raise scores.limit.seconds"
            fault = Fault(place, f"the database does not answer within {seconds:g} s", "a query with an end", remedy)
            raise Unreadable(fault) from error
        raise
    finally:
        timer.cancel()


def _stop(connection: Any, over: Event) -> None:
    over.set()
    stop = getattr(connection, "interrupt", None) or getattr(connection, "cancel", None)
    with suppress(Exception):  # a connection that is closed by now; what it was asked for has ended
        if stop is not None:
            stop()


def fetched(fetch: Callable[[int], Sequence[Any]], over: Event) -> list[Any]:
    """Fetch all rows of an answer, in batches.

    Parameters
    ----------
    fetch : function
        Returns as many rows as it is asked for, or those that are left.
    over : Event
        As `limited` yields it.

    Raises
    ------
    TimeoutError
        The time is over.
    Unreadable
        There are more than `MOST_ROWS`.
    """
    rows: list[Any] = []
    while batch := fetch(_BATCH):
        rows += batch
        if len(rows) > MOST_ROWS:
            told, remedy = f"there are more than {MOST_ROWS:,} rows", "ask for averages, or for fewer rows"
            raise Unreadable(Fault("scores.query", told, "a query with an end", remedy))
        if over.is_set():
            raise TimeoutError
    return rows
