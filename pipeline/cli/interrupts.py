"""What asks a command to end: it is heard once, so that what the command began is cleared away before it goes."""

from __future__ import annotations

import atexit
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# SIGTERM is what job schedulers and containers send; SIGHUP comes when a terminal is closed.
_ASKING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
_UNTOUCHED = (signal.SIG_DFL, signal.default_int_handler)
# A second one ends the process at once, but not where it comes so soon (in seconds) that both are one to whoever
# sends them: a key that is pressed twice, a signal to the process and to its group.
TWICE = 1.0


class Interrupted(KeyboardInterrupt):
    """A signal that asks to end, by its number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def code(self) -> int:
        """What shells call a process that such a signal ended."""
        return 128 + self.number


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise `Interrupted` where a signal asks to end, unless whoever runs the command has seen to it.

    Examples
    --------
    >>> try:
    ...     with interruptible():
    ...         signal.raise_signal(signal.SIGTERM)
    ... except Interrupted as ended:
    ...     print(ended.code)
    143
    """
    heard: list[float] = []

    def hear(number: int, frame: FrameType | None) -> None:
        heard.append(time.monotonic())
        if len(heard) == 1:
            raise Interrupted(number)
        if heard[-1] - heard[0] > TWICE:
            os._exit(128 + number)

    # only the main thread may; an ignored one, as under nohup, stays ignored
    in_main = threading.current_thread() is threading.main_thread()
    ours = [number for number in _ASKING if in_main and signal.getsignal(number) in _UNTOUCHED]
    before = {number: signal.signal(number, hear) for number in ours}
    try:
        yield
    finally:
        if heard:  # whoever asks twice must not change how the process ends
            atexit.register(lambda: [signal.signal(number, signal.SIG_IGN) for number in ours])
        for number, handler in before.items():
            signal.signal(number, handler)
