"""`rankpress watch`."""

from __future__ import annotations

import argparse
import sys

from rankpress.cli.build import build_if_stale
from rankpress.cli.entry import fault_of_the_disk
from rankpress.cli.telling import printable, tell, tell_faults, tell_own_fault, tell_result
from rankpress.faults import FaultsFound
from rankpress.spec.reading import ReadStudy


def run(arguments: argparse.Namespace) -> None:
    """Build the report of a study now and after each change, until an interrupt."""
    from rankpress.watching.rebuilding import Rebuilding
    from rankpress.watching.watcher import require_watchfiles

    require_watchfiles()
    watching = Watching(arguments)
    try:
        Rebuilding(arguments.study, arguments.overrides, watching.build, watching.tell).run()
    finally:
        watching.close()


class Watching:
    """What the command does for each attempt to build, and the server where one is asked for."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        from rankpress.watching.server import Builds, ReportServer

        self._arguments = arguments
        self._builds = Builds()
        self._server: ReportServer | None = None
        if arguments.serve is not None:
            out = arguments.study.parent / "report" if arguments.out is None else arguments.out
            self._server = ReportServer(out, self._builds, arguments.serve)
            if not arguments.quiet:
                tell_result(self._server.address)
                sys.stdout.flush()

    def build(self, read: ReadStudy) -> None:
        """Build, if there is anything to do; a fault of our own is told, and the next change is waited for."""
        try:
            build_if_stale(self._arguments, read)
            sys.stdout.flush()
        except FaultsFound:
            raise
        except Exception as error:  # whoever watches wants to go on
            fault = fault_of_the_disk(error) if isinstance(error, OSError) else None
            if fault is None:
                tell_own_fault(error, self._arguments.verbose)
            raise FaultsFound([] if fault is None else [fault]) from error

    def tell(self, found: FaultsFound | None) -> None:
        """Tell what is wrong, on the terminal and on the page."""
        if found is not None and found.faults:
            tell_faults(found.faults)
        told = "" if found is None else str(found) or "a fault of rankpress; see the terminal"
        self._builds.note(printable(told))
        if not self._arguments.quiet:
            what = "the report is as it was" if found is not None else "up to date"
            tell(f"{what}; waiting for changes (Ctrl-C ends it)")

    def close(self) -> None:
        """End the server."""
        if self._server is not None:
            self._server.close()
