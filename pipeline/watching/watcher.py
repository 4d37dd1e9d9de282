"""Hearing of changes in some folders as they happen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from rankpress.faults import Fault, FaultsFound

# Milliseconds of quiet after which changes are told together, and the longest that they are gathered.
SETTLED, LONGEST = 50, 1000


def require_watchfiles() -> None:
    """Raise a fault that tells what to install, where watchfiles is missing."""
    try:
        import watchfiles  # noqa: F401
    except ImportError as error:
        message = "watching needs watchfiles, which is not installed"
        raise FaultsFound([Fault("rankpress watch", message, remedy="pip install rankpress[watch]")]) from error


class Watcher:
    """Watches folders from a thread of its own, so that nothing is missed while a report is built.

    Parameters
    ----------
    folders : sequence of Path
        The folders; what is in folders below them is not watched.
    on_change : callable
        Called from the thread after changes.
    """

    def __init__(self, folders: Sequence[Path], on_change: Callable[[], None]) -> None:
        self.folders = tuple(folders)
        self._on_change = on_change
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Watch no longer."""
        self._stopped.set()
        self._thread.join(4 * SETTLED / 1000)  # a thread that outlives the interpreter would end it badly

    def _watch(self) -> None:
        from watchfiles import watch

        try:
            # the filter of watchfiles leaves out names that scores may have; what counts is decided by their state
            for _ in watch(
                *self.folders,
                watch_filter=None,
                debounce=LONGEST,
                step=SETTLED,
                stop_event=self._stopped,
                rust_timeout=500,
                recursive=False,
                raise_interrupt=False,
                ignore_permission_denied=True,
            ):
                self._on_change()
        except OSError:
            self._on_change()  # a folder is gone: whoever watches looks again which there are
