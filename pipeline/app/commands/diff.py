"""`rankpress diff`."""

from __future__ import annotations

import argparse
import shutil
import sys
from typing import TYPE_CHECKING

from rankpress.app.terminal import print_result
from rankpress.core.faults import FaultsFound

if TYPE_CHECKING:
    from rankpress.diff.changes import Changes


CONCLUSION_CHANGED = 3


def run(arguments: argparse.Namespace) -> int:
    """Print what changed between two reports, and return the exit code."""
    from rankpress.diff.comparison import compare_reports
    from rankpress.diff.stored_report import StoredReport, read_stored

    reports: list[StoredReport] = []
    faults: list[FaultsFound] = []
    for path in (arguments.old, arguments.new):
        try:
            reports.append(read_stored(path))
        except FaultsFound as result:
            faults.append(result)
    if faults:
        raise FaultsFound(fault for match in faults for fault in match.faults)
    changes = compare_reports(*reports)
    if not arguments.quiet:
        print_result(_written(changes, arguments.format))
    return CONCLUSION_CHANGED if arguments.exit_code and changes.flips else 0


def _written(changes: Changes, form: str) -> str:
    """Return the changes in a format, lines broken for a terminal."""
    if form == "json":
        from rankpress.diff.formats import changes_json

        return changes_json(changes)
    if form == "markdown":
        from rankpress.diff.formats import changes_markdown

        return changes_markdown(changes)
    from rankpress.diff.formats import changes_text

    return changes_text(changes, shutil.get_terminal_size().columns if sys.stdout.isatty() else None)
