"""`rankpress build`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any

from rankpress.cli.telling import LOGGER, tell, tell_result, tell_warning
from rankpress.cli.waiting import shown
from rankpress.freshness import stale_reasons
from rankpress.report import manifest
from rankpress.spec.reading import ReadStudy, read_study
from rankpress.store.work import is_kept, told_of

# What a reader opens; the rest of what is written stands beside it.
PRINTED = ("report.html", "report.pdf", "report.tex", "report.md", "tables/", "figures/", "results.json")


def run(arguments: argparse.Namespace) -> None:
    """Build the report of a study if it is stale, and print the paths of what there is."""
    build_if_stale(arguments, read_study(arguments.study, arguments.overrides))


def build_if_stale(arguments: argparse.Namespace, read: ReadStudy) -> None:
    """As `run`, of a study that has been read."""
    out = read.folder / "report" if arguments.out is None else arguments.out
    formats = tuple(dict.fromkeys(arguments.only)) or read.study.report.formats
    reasons = _reasons(arguments, read, out, formats)
    if arguments.dry_run:
        _tell_plan(read, out, formats, reasons)
        return
    built = bool(reasons) and _built(arguments, read, out, formats)
    if not built and not arguments.quiet:
        tell(f"{out} is up to date")
        tell_paths(out, (output["path"] for output in _listed(out)))


def _reasons(arguments: argparse.Namespace, read: ReadStudy, out: Path, formats: tuple[str, ...]) -> tuple[str, ...]:
    if arguments.force:
        return ("--force",)
    baseline = _fingerprint(arguments.baseline)
    return stale_reasons(manifest.read(out), read, out, manifest.library_versions(), formats, baseline)


def _built(arguments: argparse.Namespace, read: ReadStudy, out: Path, formats: tuple[str, ...]) -> bool:
    """Build, after whoever is building this report, who may have made what was wanted: False then."""
    from rankpress.report.files import finish_report
    from rankpress.report.lock import report_lock

    waited = []

    def wait(who: str) -> None:
        waited.append(who)
        tell(f"{who} is building {out}; waiting for it to end")

    with report_lock(out, wait):
        if (finish_report(out) or waited) and not _reasons(arguments, read, out, formats):
            return False
        _build(arguments, read, out, formats)
    return True


def _fingerprint(baseline: Path | None) -> str:
    if baseline is None:
        return ""
    from rankpress.comparing.kept import fingerprint, read_kept

    return fingerprint(read_kept(baseline))


def _build(arguments: argparse.Namespace, read: ReadStudy, out: Path, formats: tuple[str, ...]) -> None:
    from rankpress.run import build

    asked: dict[str, Any] = {"anew": True} if arguments.force else {}
    if arguments.baseline is not None:
        asked["baseline"] = arguments.baseline
    if not arguments.quiet:
        asked["awaited"] = shown
    built = build(
        read,
        out,
        formats=formats,
        jobs=arguments.jobs or processors(),
        reporter=lambda line: None if is_kept(line) and not arguments.verbose else LOGGER.info(line),
        pdf_required="pdf" in arguments.only,
        **asked,
    )
    for warning in built.warnings:
        tell_warning(warning)
    if not arguments.quiet:
        tell_paths(out, (path.relative_to(out).as_posix() for path in built.paths))


def _tell_plan(read: ReadStudy, out: Path, formats: tuple[str, ...], reasons: tuple[str, ...]) -> None:
    if not reasons:
        tell_result(f"nothing would run: {out} is up to date")
        return
    from rankpress.foresight import foreseen

    tell_result(f"would build {', '.join(formats)} into {out}, because")
    for reason in reasons:
        tell_result(f"  {reason}")
    tell_result("would run")
    for line in told_of([work for work in foreseen(read, reasons) if work.why]):
        tell_result(f"  {line}")


def tell_paths(out: Path, written: Iterable[str]) -> None:
    """Print where the parts of a report are that were written."""
    tops = {PurePosixPath(path).parts[0] + "/" * (len(PurePosixPath(path).parts) > 1) for path in written}
    for name in PRINTED:
        if name in tops:
            tell_result(os.path.join(out, name))  # noqa: PTH118 - a Path would lose the slash that tells a folder


def _listed(out: Path) -> list[dict[str, Any]]:
    found = manifest.read(out)
    return list(found["outputs"]) if found else []


def processors() -> int:
    """Processors that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1
