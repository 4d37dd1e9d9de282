"""Building a study again whenever its inputs change."""

from __future__ import annotations

import os.path
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from rankpress.app.cli import raise_what_was_heard
from rankpress.app.freshness import template_files
from rankpress.core.extras import lacking
from rankpress.core.faults import FaultsFound, Findings
from rankpress.sources.files import Captures, WrongPattern, present_files
from rankpress.spec.reading import ReadStudy, read_study

# Beyond it a pattern looks into a whole disk.
MOST_FOLDERS = 20_000
_MAGIC = frozenset("*?[")

State = Mapping[Path, tuple[int, int, int]]


@dataclass(frozen=True)
class Inputs:
    """What a study is made from."""

    spec: Path  # the study.yaml
    read: ReadStudy | None = None  # what it said when it could last be read
    others: tuple[Path, ...] = ()  # files next to those that it names

    def state(self) -> State:
        """Size and times of every file, by path; a file that is not there is omitted."""
        state = {}
        try:
            files = tuple(self._files())
        except OSError:  # a folder went while it was read: a change, after which this is called again
            files = ()
        for path in (self.spec, *self.others, *files):
            try:
                stat = path.stat()
            except OSError:
                continue
            state[path] = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        return state

    def folders(self) -> tuple[Path, ...]:
        """Return the folders in which a change can be one of these files, or a new one."""
        folders = dict.fromkeys(_there(path.parent) for path in (self.spec, *self.others))
        if self.read is not None:
            for pattern in (*(self.read.study.scores.files or ()), *self._database(), *self.read.own_files):
                folders |= dict.fromkeys(_folders_of(self.read.folder, pattern))
            if self.read.templates is not None:
                folders |= dict.fromkeys(_folders_of(self.read.folder, f"{self.read.study.report.templates}/**"))
        return tuple(folders)[:MOST_FOLDERS]

    def _files(self) -> Iterator[Path]:
        if self.read is None:
            return
        scores = present_files(self.read.folder, self.read.study.scores.files or (), Findings())
        for path in (*scores, *self._database(), *template_files(self.read), *self.read.own_files):
            yield self.read.folder / path

    def _database(self) -> tuple[str, ...]:
        """Return the files of a SQLite database, its journal included; other databases have no files to watch."""
        scores = None if self.read is None else self.read.study.scores
        if self.read is None or scores is None or scores.database is None:
            return ()
        from rankpress.sources.databases import Query

        path = Query(scores.database, str(scores.query), self.read.folder).sqlite
        return () if path is None else (path, f"{path}-wal")


def _folders_of(folder: Path, pattern: str) -> Iterator[Path]:
    """Yield the folders that files of a pattern can lie in: as deep as it goes, which with ** is all the way."""
    try:
        captures = Captures.of(pattern)
    except WrongPattern:
        captures = None
    inside = "/**" if os.path.isdir(folder / pattern) else ""  # noqa: PTH112 - false of a name that is too long as well
    parts = PurePath((captures.glob if captures else pattern) + inside).parts
    plain = next((index for index, part in enumerate(parts[:-1]) if _MAGIC & set(part)), len(parts) - 1)
    base = folder.joinpath(*parts[:plain])
    depth = MOST_FOLDERS if "**" in parts else len(parts) - 1 - plain
    yield from _below(base, depth) if os.path.isdir(base) else (_there(base),)  # noqa: PTH112


def _below(folder: Path, depth: int) -> Iterator[Path]:
    yield folder
    if not depth:
        return
    try:
        inside = sorted(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())
    except OSError:
        return
    for path in inside:
        yield from _below(path, depth - 1)


def _there(folder: Path) -> Path:
    """Return the folder, or the nearest above it that is there, in which it would appear."""
    return next((existing for existing in (folder, *folder.parents) if os.path.isdir(existing)), Path())  # noqa: PTH112


# Milliseconds of quiet after which changes are reported together, and the longest that they are gathered.
SETTLED, WATCHER_LONGEST = 50, 1000


def require_watchfiles() -> None:
    """Raise a fault that names what to install, where watchfiles is missing."""
    try:
        import watchfiles  # noqa: F401
    except ImportError as error:
        raise FaultsFound([lacking("rankpress watch", "watching", "watchfiles", "watch")]) from error


class Watcher:
    """Watches folders, but none below them, from a thread of its own, so that nothing is missed during a build."""

    def __init__(self, folders: Sequence[Path], on_change: Callable[[], None]) -> None:
        self.folders = tuple(folders)
        self._on_change = on_change
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._stopped.set()
        self._thread.join(4 * SETTLED / 1000)  # a thread that outlives the interpreter would end it badly

    def _watch(self) -> None:
        from watchfiles import watch

        try:
            # the filter of watchfiles leaves out names that scores may have; what counts is decided by their state
            for _ in watch(
                *self.folders,
                watch_filter=None,
                debounce=WATCHER_LONGEST,
                step=SETTLED,
                stop_event=self._stopped,
                rust_timeout=500,
                recursive=False,
                raise_interrupt=False,
                ignore_permission_denied=True,
            ):
                self._on_change()
        except OSError:
            self._on_change()  # a folder is gone: list the folders again


# Seconds after which the disk is looked at without a sign of change, since some disks give none; and where a look takes
# long, how many times as long.
LOOK_AGAIN, AT_REST = 2.0, 50
# Seconds without a change after which the inputs are taken to be whole, and the longest that is waited for them.
QUIET, REBUILDING_LONGEST = 0.1, 1.0


class Rebuilding:
    """Builds whenever what a study is made from has changed, or the report that a build left is gone.

    `build` builds the report of a study that could be read; its faults are reported and survived. `tell` is given the
    faults of each attempt, None after a build that succeeded. `others` are files next to those that the study names.
    """

    def __init__(
        self,
        spec: Path,
        overrides: list[str],
        build: Callable[[ReadStudy], None],
        tell: Callable[[FaultsFound | None], None],
        report: Path,
        others: Sequence[Path] = (),
        allow_plugins: bool = False,
    ) -> None:
        self._spec, self._overrides = spec, overrides
        self._build, self._tell = build, tell
        self._report, self._had_report = report, False
        self._inputs, self._allow = Inputs(spec, others=tuple(others)), allow_plugins
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
                raise_what_was_heard()  # during the build
                self._changed.wait(max(LOOK_AGAIN, AT_REST * (time.monotonic() - began)))
        finally:
            watcher.stop()

    def _watcher(self) -> Watcher:
        return Watcher(self._inputs.folders(), self._changed.set)

    def _settled(self) -> State:
        """Return what the inputs are when they have not changed for a moment."""
        began, state = time.monotonic(), self._inputs.state()
        while time.monotonic() - began < REBUILDING_LONGEST:
            time.sleep(QUIET)
            before, state = state, self._inputs.state()
            if state == before:
                break
        return state

    def _attempt(self, state: State) -> State:
        """Build once, where the inputs are in this state; that of those which were built from."""
        try:
            before = self._inputs.read
            read = read_study(self._spec, self._overrides, allow_plugins=self._allow)
            if before is None or read.study != before.study or read.own_files != before.own_files:
                self._inputs = replace(self._inputs, read=read)
                # the spec as it was before it was read: it may have changed since
                state = {**self._inputs.state(), **{path: state[path] for path in (self._spec,) if path in state}}
            self._build(read)
        except FaultsFound as error:
            self._tell(error)
        else:
            self._tell(None)
        self._had_report = self._report.exists()
        return state
