"""`rankpress calibrate`."""

from __future__ import annotations

import argparse
from pathlib import Path

from rankpress.cli.build import processors, tell_paths
from rankpress.cli.telling import LOGGER
from rankpress.cli.waiting import shown
from rankpress.store.work import is_kept

FOLDER = Path("calibration")


def run(arguments: argparse.Namespace) -> None:
    """Try the methods on synthetic results whose truth is known, and print the paths of the report on it."""
    from rankpress.calibration.calibration import calibrate
    from rankpress.calibration.rendering import described, render_calibration
    from rankpress.calibration.settings import settings_of
    from rankpress.engines.local import Local
    from rankpress.faults import Fault, FaultsFound
    from rankpress.report.files import refuse_place, write_report
    from rankpress.report.pdf import PangoMissing
    from rankpress.store.entries import FOLDER as STORE
    from rankpress.store.entries import Store

    out = arguments.out or FOLDER
    refuse_place(out)
    formats = tuple(dict.fromkeys(arguments.only)) or ("html",)
    settings = settings_of(arguments.draws, arguments.seed, quick=arguments.quick)
    jobs = arguments.jobs or processors()
    store = Store(
        out.parent / STORE,
        study="calibrate",
        told=lambda line: None if is_kept(line) and not arguments.verbose else LOGGER.info(line),
    )
    if not arguments.quiet:
        store.awaited = shown
    with Local(jobs) as here:
        store.spread = here.map
        calibration = calibrate(settings, store)
    try:
        files = render_calibration(calibration, formats, jobs, store)
    except PangoMissing as missing:
        raise FaultsFound([Fault("--only pdf", f"report.pdf was not made: {missing}")]) from missing
    write_report(files, described(calibration, formats, files), out)
    store.prune()
    if not arguments.quiet:
        tell_paths(out)
