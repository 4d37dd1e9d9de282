"""`rankpress build`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from rankpress.app.freshness import Receipt, stale_reasons
from rankpress.app.terminal import (
    LOGGER,
    for_terminal,
    print_answer,
    print_result,
    print_warning,
    tell,
    with_progress_bar,
)
from rankpress.cache.work import is_kept, work_lines
from rankpress.catalog.formats import REPORT_FORMATS, checked_formats
from rankpress.core import manifest
from rankpress.core.folders import clear_leftovers, has_leftovers, report_lock, standing
from rankpress.report.place import ReportPlace

if TYPE_CHECKING:
    from rankpress.app.run import Built
    from rankpress.spec.reading import ReadStudy

# What a reader opens, before and after what other formats have for that; the rest is not printed.
FIRST, LAST = ("report.html", "report.pdf"), ("tables/", "figures/", "results.json")
# A folder of runs gives a reason a file.
MOST_REASONS = 10


def run(arguments: argparse.Namespace) -> None:
    """Build the report of a study if it is stale, and print the paths of its documents."""
    receipt = Receipt(Path(arguments.study), arguments.overrides, arguments.out)
    decides = not (arguments.dry_run or arguments.force or arguments.baseline)
    if decides and (vouched := receipt.vouched(tuple(dict.fromkeys(arguments.only)))) is not None:
        _print_report(arguments, vouched, None)
        return
    from rankpress.spec.reading import read_study

    read = read_study(arguments.study, arguments.overrides, allow_plugins=arguments.allow_plugins)
    place = report_place(arguments, read)
    out = place.folder
    place.refuse()
    if arguments.dry_run:
        formats = _formats(arguments, read)
        _print_plan(read, out, formats, _reasons(arguments, read, place, formats, standing(out)))
        return

    def report(line: str) -> None:
        if arguments.verbose or not is_kept(line):
            LOGGER.info(line)

    built = build_if_stale(arguments, read, report)
    if arguments.baseline is None:
        receipt.leave(read, out)
    _print_report(arguments, out, built, read)


def _print_report(arguments: argparse.Namespace, out: Path, built: Built | None, read: ReadStudy | None = None) -> None:
    """Print what there is, after the answer of a report that was built, and show it on request."""
    if not arguments.quiet:
        if built is None or read is None:
            tell(f"{out} is up to date")
        else:
            print_answer(built.analyses, read.study.labels.names, built.account, built.doubts)
            print_changes(built)
        print_paths(out)
    if arguments.open:
        show_in_browser(out)


def print_changes(built: Built) -> None:
    """Print what changed since the baseline, if there is one."""
    if built.changes:
        print_result(f"{built.changes}\n")


def show_in_browser(out: Path) -> None:
    """Show the page of a report."""
    import webbrowser

    webbrowser.open((out / "report.html").resolve().as_uri())


def report_place(arguments: argparse.Namespace, read: ReadStudy) -> ReportPlace:
    """Return where the report of a study goes, or went: the folder that is named, or the study's own."""
    is_named = arguments.out is not None
    return ReportPlace(Path(arguments.out) if is_named else read.out, Path(arguments.study), is_named=is_named)


def build_if_stale(
    arguments: argparse.Namespace,
    read: ReadStudy,
    report: Callable[[str], None],
    begin: Callable[[Path, Sequence[str]], None] = lambda out, reasons: None,
) -> Built | None:
    """Build the report of a study if it is stale, after any build under way; return what was built."""
    place, formats = report_place(arguments, read), _formats(arguments, read)
    out = place.folder
    place.refuse()
    reasons = _reasons(arguments, read, place, formats)
    if not reasons and not has_leftovers(out):
        return None
    waited, built = [], None

    def wait(who: str) -> None:
        waited.append(who)
        tell(f"{who} is building {out}; waiting for it to end")

    with report_lock(out, wait):
        if waited:  # which may be what was wanted
            reasons = _reasons(arguments, read, place, formats)
        if reasons:
            begin(out, reasons)
            built = build_report(arguments, read, place, formats, report)
        else:
            clear_leftovers(Path(os.path.realpath(out)))
    return built


def print_paths(out: Path) -> None:
    """Print what there is to open of a report."""
    built = manifest.read(out)
    parts = [PurePosixPath(str(output["path"])).parts for output in built["outputs"]] if built else []
    tops = {first + "/" * bool(below) for first, *below in parts}
    of_formats = (path for format_ in REPORT_FORMATS.values() for path in format_.opens)
    for name in dict.fromkeys((*FIRST, *of_formats, *LAST)):
        if name in tops:
            print_result(os.path.join(out, name))  # noqa: PTH118 - a Path would lose the slash that marks a folder


def _formats(arguments: argparse.Namespace, read: ReadStudy) -> tuple[str, ...]:
    return checked_formats(arguments.only, "--only") or read.study.report.formats


def _reasons(
    arguments: argparse.Namespace,
    read: ReadStudy,
    place: ReportPlace,
    formats: tuple[str, ...],
    there: Path | None = None,
) -> tuple[str, ...]:
    if arguments.force:
        return ("--force",)
    out = there or place.folder
    if other := place.others_study:
        return (f"the report there is that of another study, {other}",)
    earlier = manifest.read(out)
    baseline = _fingerprint(arguments.baseline, out, earlier)
    return stale_reasons(earlier, read, out, manifest.library_versions(), formats, baseline)


def _fingerprint(baseline: Path | None, out: Path, earlier: manifest.Manifest | None) -> str:
    """Return the baseline that the manifest records; its own report lists the changes of its last build."""
    if baseline is None:
        return ""
    from rankpress.diff.comparison import fingerprint, read_stored

    recorded = str((earlier or {}).get("baseline", ""))
    return (
        recorded
        if recorded and out.exists() and baseline.resolve() == out.resolve()
        else fingerprint(read_stored(baseline))
    )


def build_report(
    arguments: argparse.Namespace,
    read: ReadStudy,
    place: ReportPlace,
    formats: tuple[str, ...],
    report: Callable[[str], None],
) -> Built:
    """Build the report of a study as the options of a command ask, and print its warnings."""
    from rankpress.app.run import build

    if other := place.others_study if place.is_named else "":
        tell(for_terminal(f"{place.folder} had the report of another study, {other}; it is replaced"))
    requested: dict[str, Any] = {"force": True} if arguments.force else {}
    if arguments.baseline is not None:
        requested["baseline"] = arguments.baseline
    if not arguments.quiet:
        requested["awaited"] = with_progress_bar
    built = build(
        read,
        place,
        formats=formats,
        jobs=arguments.jobs or processors(),
        reporter=report,
        required=arguments.only,
        **requested,
    )
    for warning in built.warnings:
        print_warning(warning)
    return built


def _print_plan(read: ReadStudy, out: Path, formats: tuple[str, ...], reasons: tuple[str, ...]) -> None:
    if not reasons:
        print_result(f"nothing would run: {out} is up to date")
        return
    from rankpress.app.freshness import foreseen

    print_result(f"would build {', '.join(formats)} into {out}, because")
    for reason in reasons[:MOST_REASONS]:
        print_result(f"  {reason}")
    if len(reasons) > MOST_REASONS:
        print_result(f"  and {len(reasons) - MOST_REASONS:,} more")
    print_result("would run")
    for line in work_lines([work for work in foreseen(read, reasons, formats) if work.why]):
        print_result(f"  {line}")


def processors() -> int:
    """Processors that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1
