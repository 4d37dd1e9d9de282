"""Building a study again and again: after each change once, and never for what the build itself writes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
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
    report : Path
        A file that each build that succeeds leaves; where it goes away the report is built again.
    others : sequence of Path
        Files that the report is made from beside those that the study names.
    """

    def __init__(
        self,
        spec: Path,
        overrides: list[str],
        build: Callable[[ReadStudy], None],
        tell: Callable[[FaultsFound | None], None],
        report: Path,
        others: Sequence[Path] = (),
    ) -> None:
        self._spec, self._overrides = spec, overrides
        self._build, self._tell = build, tell
        self._report, self._had_report = report, False
        self._inputs = Inputs(spec, others=tuple(others))
        self._changed = threading.Event()

    def run(self) -> None:
        """Build now and after each change, until an interrupt."""
        watcher = self._watcher()
        built: State | None = None
        try:
            while True:
                self._changed.clear()
                state = self._inputs.state() if built is None else self._settled()
                if state != built or (self._had_report and not self._report.exists()):
                    built = self._attempt(state)
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

    def _attempt(self, state: State) -> State:
        """Build once, where the inputs are in this state; that of those which were built from."""
        try:
            before = self._inputs.read
            read = read_study(self._spec, self._overrides)
            if before is None or read.study != before.study or read.theme_files != before.theme_files:
                self._inputs = replace(self._inputs, read=read)
                # the spec as it was before it was read: it may have changed since
                state = {**self._inputs.state(), **{path: state[path] for path in (self._spec,) if path in state}}
            self._build(read)
        except FaultsFound as found:
            self._tell(found)
        else:
            self._tell(None)
        self._had_report = self._report.exists()
        return state
