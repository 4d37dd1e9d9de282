"""`rankpress diff`."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from rankpress.app.terminal import print_result
from rankpress.core.faults import FaultsFound

if TYPE_CHECKING:
    from rankpress.diff.changes import Change

CHANGED = 3  # exit code of `--fail-on`


def run(arguments: argparse.Namespace) -> int:
    """Print what changed between two reports, and return the exit code."""
    from rankpress.diff.changes import fails
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
    return CHANGED if fails(changes, arguments.fail_on) else 0


def _written(changes: tuple[Change, ...], form: str) -> str:
    from rankpress.diff.changes import changes_results
    from rankpress.diff.formats import changes_markdown, changes_text

    if form == "json":
        return json.dumps(changes_results(changes), indent=1, ensure_ascii=False, allow_nan=False)
    if form == "markdown":
        return changes_markdown(changes)
    return changes_text(changes)
