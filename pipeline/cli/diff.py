"""`rankpress diff`."""

from __future__ import annotations

import argparse

from rankpress.cli.telling import tell_result
from rankpress.faults import FaultsFound

CONCLUSION_CHANGED = 3


def run(arguments: argparse.Namespace) -> int:
    """Print what changed between two reports, and return the exit code."""
    from rankpress.comparing.comparison import compare_reports
    from rankpress.comparing.kept import Kept, read_kept

    kept: list[Kept] = []
    faults: list[FaultsFound] = []
    for path in (arguments.old, arguments.new):
        try:
            kept.append(read_kept(path))
        except FaultsFound as found:
            faults.append(found)
    if faults:
        raise FaultsFound(fault for found in faults for fault in found.faults)
    changes = compare_reports(*kept)
    if arguments.format == "json":
        from rankpress.comparing.plain import changes_json as told
    elif arguments.format == "markdown":
        from rankpress.comparing.markdown import changes_markdown as told
    else:
        from rankpress.comparing.text import changes_text as told
    if not arguments.quiet:
        tell_result(told(changes))
    return CONCLUSION_CHANGED if arguments.exit_code and changes.flips else 0
