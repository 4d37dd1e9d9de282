"""`rankpress watch`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from rankpress.app.cli import users_fault
from rankpress.app.commands.build import build_if_stale, print_changes, print_paths, report_place
from rankpress.app.terminal import LOGGER, flush, for_terminal, print_faults, print_own_fault, print_result, tell
from rankpress.cache.work import in_few, is_kept
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.manifest import NAME
from rankpress.spec.reading import ReadStudy, read_study
from rankpress.wording.strings import counted

# Seconds after which a build reports progress; a shorter one is over before that is read.
_LONG = 2.0
# Faults that are reported of one attempt; `rankpress check` lists all.
MOST_FAULTS = 5


def run(arguments: argparse.Namespace) -> None:
    """Build the report of a study now and after each change, until an interrupt."""
    from rankpress.app.watching import Rebuilding, require_watchfiles

    require_watchfiles()
    watching = Watching(arguments)
    try:
        Rebuilding(
            arguments.study,
            arguments.overrides,
            watching.build,
            watching.tell,
            watching.out / NAME,
            _files_of(arguments.baseline, watching.out),
            arguments.allow_plugins,
        ).run()
    finally:
        watching.close()


class Watching:
    """What the command does for each attempt to build, and the server where one is requested."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        from rankpress.app.server import Builds, ReportServer

        self.out = _first_place(arguments)
        self._arguments, self._quiet, self._verbose = arguments, arguments.quiet, arguments.verbose
        self._began = 0.0
        self._built = self._has_printed_paths = self._has_printed_database = False
        self._faults = ""
        self._builds = Builds()
        self._server: ReportServer | None = None
        if arguments.serve is not None:
            self._server = ReportServer(self.out, self._builds, arguments.serve)
            if not self._quiet:
                print_result(self._server.address)
                flush()

    def build(self, read: ReadStudy) -> None:
        """Build, if there is anything to do; a fault of our own is reported, and the next change is waited for."""
        self._warn_of_database(read)
        if report_place(self._arguments, read).folder != self.out:
            message = f"it names another folder than {self.out}, which is watched and shown"
            remedy = "end rankpress watch, and begin again"
            raise FaultsFound([read.source.fault(("report", "out"), message, remedy=remedy)])
        try:
            built = build_if_stale(self._arguments, read, self.report, self.begin)
            self._built = built is not None
            if built is not None and not self._quiet:
                print_changes(built)
                flush()
            if not self._quiet and not self._has_printed_paths:
                print_paths(self.out)
                flush()
                self._has_printed_paths = True
        except FaultsFound:
            raise
        except FileNotFoundError as error:  # what a build is made from may well change under it here
            message = "gone while the report was built"
            raise FaultsFound([Fault(str(error.filename), message, remedy="none, if it comes back")]) from error
        except Exception as error:  # watching continues
            fault = users_fault(error)
            if fault is None:
                print_own_fault(error, self._verbose)
            raise FaultsFound([] if fault is None else [fault]) from error

    def begin(self, out: Path, reasons: Sequence[str]) -> None:
        """A build begins."""
        self._began = time.monotonic()
        if not self._quiet:
            tell(for_terminal(f"{in_few(reasons, 1)}; building {out}"))

    def report(self, line: str) -> None:
        """Report of a piece of work, where the build takes long or all is to be reported."""
        if self._verbose or (not is_kept(line) and time.monotonic() - self._began > _LONG):
            LOGGER.info(line, extra={"began": self._began})

    def tell(self, error: FaultsFound | None) -> None:
        """Report what is wrong, on the terminal and on the page."""
        faults = "" if error is None else str(error) or "internal error; see the terminal"
        self._builds.note(for_terminal(faults))
        if error is not None:
            self._report_faults(error)
        self._faults = faults
        if not self._quiet:
            took = time.monotonic() - self._began
            good = f"built in {took:.1f} s" if self._built else "the report is up to date"
            bad = "the report is as it was" if (self.out / NAME).exists() else "there is no report yet"
            tell(f"{good if error is None else bad}; waiting for changes (Ctrl-C ends it)")
        self._built = False

    def close(self) -> None:
        """End the server."""
        if self._server is not None:
            self._server.close()

    def _report_faults(self, error: FaultsFound) -> None:
        if error.faults and str(error) == self._faults:
            tell(f"{for_terminal(error.faults[0].place)}: as before")
            return
        print_faults(error.faults[:MOST_FAULTS])
        if len(error.faults) > MOST_FAULTS:
            tell(f"of {counted(len(error.faults), 'error')}; rankpress check lists all")

    def _warn_of_database(self, read: ReadStudy) -> None:
        """Warn once of a database whose changes no file shows."""
        from rankpress.core.faults import without_passwords

        database = read.study.scores.database
        if database is None or database.startswith("sqlite") or self._has_printed_database or self._quiet:
            return
        self._has_printed_database = True
        tell(
            f"changes in {for_terminal(without_passwords(database))} are not seen: "
            f"save {self._arguments.study} to have it queried again"
        )


def _first_place(arguments: argparse.Namespace) -> Path:
    """Return the folder of the report; the default one while the study cannot be read."""
    if arguments.out is not None:
        return Path(arguments.out)
    try:
        return read_study(arguments.study, arguments.overrides, allow_plugins=arguments.allow_plugins).out
    except FaultsFound:
        return Path(arguments.study).parent / "report"


def _files_of(baseline: Path | None, out: Path) -> tuple[Path, ...]:
    """Return the files of an earlier report that changes are compared with; none of the report that is built itself."""
    if baseline is None or baseline.resolve().is_relative_to(out.resolve()):
        return ()
    return (baseline,) if baseline.is_file() else (baseline / "results.json", baseline / NAME)
