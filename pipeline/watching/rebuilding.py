"""Building a study again and again: after each change once, and never for what the build itself writes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from rankpress.faults import FaultsFound
from rankpress.spec.reading import ReadStudy, read_study
from rankpress.watching.inputs import Inputs, State
from rankpress.watching.watcher import Watcher

# Seconds after which the disk is looked at without a sign of change, since some disks give none; and where a look takes
# long, how many times as long.
LOOK_AGAIN, AT_REST = 2.0, 50
# Seconds without a change after which the inputs are taken to be whole, and the longest that is waited for them.
QUIET, LONGEST = 0.1, 1.0


class Rebuilding:
    """Builds whenever what a study is made from has changed.

    Parameters
    ----------
    spec : Path
        The study.yaml.
    overrides : sequence of str
        As `read_study` takes them.
    build : callable
        Builds the report of a study that could be read; its faults are told and survived.
    tell : callable
        Is given the faults of each attempt, none after a build that succeeded.
    """

    def __init__(
        self,
        spec: Path,
        overrides: list[str],
        build: Callable[[ReadStudy], None],
        tell: Callable[[FaultsFound | None], None],
    ) -> None:
        self._spec, self._overrides = spec, overrides
        self._build, self._tell = build, tell
        self._inputs = Inputs(spec)
        self._changed = threading.Event()

    def run(self) -> None:
        """Build now and after each change, until an interrupt."""
        watcher = self._watcher()
        built: State | None = None
        try:
            while True:
                self._changed.clear()
                if built is None or self._settled() != built:
                    built = self._attempt()
                began = time.monotonic()
                if self._inputs.folders() != watcher.folders:
                    watcher.stop()
                    watcher = self._watcher()
                    continue  # something may have changed before the new folders were watched
                self._changed.wait(max(LOOK_AGAIN, AT_REST * (time.monotonic() - began)))
        finally:
            watcher.stop()

    def _watcher(self) -> Watcher:
        return Watcher(self._inputs.folders(), self._changed.set)

    def _settled(self) -> State:
        """What the inputs are when they have not changed for a moment."""
        began, state = time.monotonic(), self._inputs.state()
        while time.monotonic() - began < LONGEST:
            time.sleep(QUIET)
            before, state = state, self._inputs.state()
            if state == before:
                break
        return state

    def _attempt(self) -> State:
        """Build once; what the inputs were when it began."""
        state = dict(self._inputs.state())
        try:
            read = read_study(self._spec, self._overrides)
            self._inputs = Inputs(self._spec, read)
            # the spec as it was before it was read: it may have changed since
            state = {**self._inputs.state(), **{path: state[path] for path in (self._spec,) if path in state}}
            self._build(read)
        except FaultsFound as found:
            self._tell(found)
        else:
            self._tell(None)
        return state
