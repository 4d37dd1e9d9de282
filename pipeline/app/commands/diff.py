"""`rankpress diff`."""

from __future__ import annotations

import argparse
import json

from rankpress.app.terminal import print_result
from rankpress.core.faults import FaultsFound

CHANGED = 3  # exit code of `--fail-on`


def run(arguments: argparse.Namespace) -> int:
    """Print what changed between two reports, and return the exit code."""
    from rankpress.diff.changes import changes_results, fails
    from rankpress.diff.comparison import StoredReport, compare_reports, labels_of_reports, read_stored
    from rankpress.diff.formats import changes_markdown, changes_text

    reports: list[StoredReport] = []
    faults: list[FaultsFound] = []
    for path in (arguments.old, arguments.new):
        try:
            reports.append(read_stored(path))
        except FaultsFound as error:
            faults.append(error)
    if faults:
        raise FaultsFound(fault for error in faults for fault in error.faults)
    changes = compare_reports(*reports)
    if not arguments.quiet:
        if arguments.format == "json":
            print_result(json.dumps(changes_results(changes), indent=1, ensure_ascii=False, allow_nan=False))
        else:
            written = changes_markdown if arguments.format == "markdown" else changes_text
            print_result(written(changes, labels_of_reports(*reports)))
    return CHANGED if fails(changes, arguments.fail_on) else 0
