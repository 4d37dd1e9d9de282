"""`rankpress status`."""

from __future__ import annotations

import argparse
import json

from rankpress.app.freshness import foreseen, stale_reasons
from rankpress.app.terminal import print_result
from rankpress.cache.work import work_lines
from rankpress.core import manifest
from rankpress.core.folders import standing
from rankpress.spec.reading import read_study

SCHEMA = "rankpress.status/1"


def run(arguments: argparse.Namespace) -> None:
    """Report of each stage whether it is fresh, and why not."""
    read = read_study(arguments.study, arguments.overrides, allow_plugins=arguments.allow_plugins)
    out = read.out if arguments.out is None else arguments.out
    there = standing(out)
    result = manifest.read(there)
    # the changes that a report lists are its own; which report it was compared with is stated when it is built
    baseline = str((result or {}).get("baseline", ""))
    reasons = stale_reasons(result, read, there, manifest.library_versions(), baseline=baseline)
    works = foreseen(read, reasons)
    if arguments.format == "json":
        listed = [
            {"stage": work.stage, "of": work.unit, "fresh": not work.why, "why": list(work.why)} for work in works
        ]
        record = {
            "schema": SCHEMA,
            "report": out.as_posix(),
            "fresh": not reasons,
            "why": list(reasons),
            "stages": listed,
        }
        print_result(json.dumps(record, indent=1, ensure_ascii=False))
        return
    if not arguments.quiet:
        print_result(f"{out} is {'out of date' if reasons else 'up to date'}")
        for line in work_lines(works):
            print_result(f"  {line}")
