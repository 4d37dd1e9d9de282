"""`rankpress calibrate`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankpress.app.commands.build import print_paths, processors
from rankpress.app.freshness import write_own_report
from rankpress.app.terminal import LOGGER, print_warning, shown
from rankpress.cache.work import is_kept

if TYPE_CHECKING:
    from rankpress.calibration.experiments import Settings
    from rankpress.executors.engine import Map


FOLDER = Path("calibration")


def run(arguments: argparse.Namespace) -> None:
    """Try the methods on synthetic results whose truth is known, and print the paths of the report on it."""
    from rankpress.cache.shelf import FOLDER as STORE
    from rankpress.cache.store import Store
    from rankpress.calibration.experiments import calibrate
    from rankpress.calibration.report import described, render_calibration
    from rankpress.core.faults import Fault, FaultsFound
    from rankpress.report.typesetting import PangoMissing
    from rankpress.report.writing import refuse_place

    out = arguments.out or FOLDER
    refuse_place(out)
    formats = tuple(dict.fromkeys(arguments.only)) or ("html",)
    jobs = arguments.jobs or processors()
    store = Store(
        out.parent / STORE,
        study="calibrate",
        log=lambda line: None if is_kept(line) and not arguments.verbose else LOGGER.info(line),
    )
    store.report_refusal()
    if not arguments.quiet:
        store.awaited = shown
    with _case(arguments, jobs) as (settings, spread):
        store.spread = spread
        calibration = calibrate(settings, store)
    try:
        files = render_calibration(calibration, formats, jobs, store)
    except PangoMissing as missing:
        raise FaultsFound([Fault("--only pdf", f"report.pdf was not made: {missing}")]) from missing
    write_own_report(files, described(calibration, formats, files), out, out.parent)
    store.prune()
    if not arguments.quiet:
        print_paths(out)


@contextmanager
def _case(arguments: argparse.Namespace, jobs: int) -> Iterator[tuple[Settings, Map]]:
    """What is to be tried, and where: of a study, where its section `compute` says."""
    from rankpress.calibration.experiments import settings_of, settings_of_study
    from rankpress.checks.agreement import agreeing_scores
    from rankpress.executors.engine import opened_engine
    from rankpress.executors.local import Local
    from rankpress.spec.reading import read_study

    requested: dict[str, Any] = {"quick": arguments.quick}
    if arguments.study is None:
        of_call = {"size": _size(arguments), **({} if arguments.alpha is None else {"alpha": arguments.alpha})}
        settings = settings_of(arguments.draws, arguments.seed, **requested, **of_call)
        with Local(jobs) as here:
            yield settings, here.map
        return
    read = read_study(arguments.study, arguments.overrides, allow_plugins=arguments.allow_plugins)
    scores = agreeing_scores(read)
    settings = settings_of_study(
        read.study,
        scores,
        settings_of(arguments.draws, arguments.seed, **requested),
        alpha=arguments.alpha,
        algorithms=arguments.algorithms,
        datasets=arguments.datasets,
    )
    with opened_engine(read.study.compute, jobs, print_warning) as engine:
        yield settings, engine.map


def _size(arguments: argparse.Namespace) -> tuple[int, int] | None:
    """Return the size that is asked for without a study."""
    from rankpress.core.faults import Fault, FaultsFound

    k, n = arguments.algorithms, arguments.datasets
    faults = []
    if arguments.overrides:
        faults.append(Fault("--set", "there is no study whose values it could change", "a STUDY"))
    if (k is None) != (n is None):
        given, missing = ("--algorithms", "--datasets") if n is None else ("--datasets", "--algorithms")
        faults.append(Fault(given, f"a size needs {missing} too", f"{missing}, or a STUDY that has the other"))
    if faults:
        raise FaultsFound(faults)
    return None if k is None else (k, n)
