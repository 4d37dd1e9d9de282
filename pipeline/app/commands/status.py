"""`rankpress status`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from rankpress.app.freshness import foreseen, last_report, stale_reasons, stale_reasons_of_run
from rankpress.app.parser import DEFAULT_STUDY
from rankpress.app.terminal import print_result
from rankpress.cache.work import Work, work_lines
from rankpress.core import manifest
from rankpress.core.folders import standing
from rankpress.spec.reading import read_study

_SCHEMA = "rankpress.status/1"


def run(arguments: argparse.Namespace) -> None:
    """Report of each stage whether it is fresh, and why not; of a report without a study, whether it is."""
    of_run = arguments.out or last_report(Path())
    if of_run is not None and arguments.study == DEFAULT_STUDY and not arguments.study.exists():
        _print(arguments, of_run, stale_reasons_of_run(of_run))
        return
    read = read_study(arguments.study, arguments.overrides, allow_plugins=arguments.allow_plugins)
    out = arguments.out or last_report(read.folder, arguments.study.name) or read.out
    there = standing(out)
    earlier = manifest.read(there)
    # the changes that a report lists are its own; which report it was compared with is stated when it is built
    baseline = str((earlier or {}).get("baseline", ""))
    reasons = stale_reasons(earlier, read, there, manifest.library_versions(), baseline=baseline)
    works = foreseen(read, reasons)
    _print(arguments, out, reasons, works)


def _print(arguments: argparse.Namespace, out: Path, reasons: Sequence[str], works: Sequence[Work] = ()) -> None:
    """Print whether a report is up to date, and the stages that a build of it has."""
    if arguments.format == "json":
        listed = [
            {"stage": work.stage, "of": work.unit, "fresh": not work.why, "why": list(work.why)} for work in works
        ]
        status = {
            "schema": _SCHEMA,
            "report": out.as_posix(),
            "fresh": not reasons,
            "why": list(reasons),
            "stages": listed,
        }
        print_result(json.dumps(status, indent=1, ensure_ascii=False))
        return
    if not arguments.quiet:
        print_result(f"{out} is {'out of date' if reasons else 'up to date'}")
        for line in work_lines(works) if works else reasons:
            print_result(f"  {line}")
