"""The whole way from a study to its report: the stages, in order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankpress.analysis import analyse, labels_of
from rankpress.app.freshness import template_sources, write_own_report
from rankpress.cache.store import open_store
from rankpress.catalog.formats import REPORT_FORMATS, checked_formats
from rankpress.checks.agreement import agreeing_scores
from rankpress.checks.doubts import doubts_of
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.manifest import describe, library_versions
from rankpress.core.processes import process_apart
from rankpress.executors.engine import opened_engine
from rankpress.report.place import ReportPlace
from rankpress.report.plot import plot
from rankpress.report.render import render
from rankpress.report.writing import refuse_place
from rankpress.robustness.draws import warnings_of_draws
from rankpress.topics.data.reading import reading_account

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.cache.store import Store
    from rankpress.core.doubts import Doubt
    from rankpress.core.labels import Labels
    from rankpress.core.scores import Scores
    from rankpress.diff.changes import Change
    from rankpress.diff.comparison import StoredReport
    from rankpress.spec.reading import ReadStudy
    from rankpress.wording.text import Prose


@dataclass(frozen=True)
class Built:
    """What a build wrote, below `out`, what it could not make, and the analyses that it reports."""

    out: Path
    paths: tuple[Path, ...]
    warnings: tuple[str, ...]
    analyses: tuple[Analysis, ...] = ()
    account: tuple[Prose, ...] = ()  # what was read, in a few lines
    doubts: tuple[Doubt, ...] = ()  # what is not certain of the scores
    changes: str = ""  # how many there were since the baseline, and the conclusions among them; empty without one

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from rankpress.app.notebook import built_html

        return built_html(self)


def build(
    read: ReadStudy,  # a study, as `rankpress.spec.reading.read_study` returns it
    out: Path | ReportPlace,  # the output folder
    formats: Sequence[str] = (),  # names in `report.formats`; the study's own where empty
    jobs: int = 1,  # processes for the work on each data set, and to draw figures in
    # called as each piece of work begins, with the reason for it or that its result was cached
    reporter: Callable[[str], None] = lambda line: None,
    required: Collection[str] = (),  # formats of which it is a fault that they cannot be made
    baseline: Path | None = None,  # an earlier report, folder or results.json; the new one lists what changed since
    force: bool = False,  # whether all is made, whatever earlier builds left in the store
    # given the results of pieces of work as they come, their number and what they are of, yields them; it may show
    # how far the work is
    awaited: Callable[[Iterable[Any], int, str], Iterable[Any]] = lambda results, number, label: results,
) -> Built:
    """Build the reports of a study; where spec or scores are invalid, FaultsFound is raised and nothing written."""
    study, requested = read.study, checked_formats(formats or read.study.report.formats, "formats")
    place = out if isinstance(out, ReportPlace) else ReportPlace(out)
    out = place.folder
    place.refuse()
    refuse_place(out)
    retained, compared_with = _earlier(baseline)
    store = open_store(read, reporter, force=force)
    store.awaited = awaited
    losses: list[str] = []
    scores = agreeing_scores(read, store)  # before a process begins, which those that are refused do not need
    with process_apart(jobs) as begin:
        for name in requested:
            if prepare := REPORT_FORMATS[name].prepare:
                begin(prepare)
        analyses = _analysed(read, scores, store, jobs, losses.append)
        versions = library_versions(scores.metrics[0].reading.libraries)
        shared = tuple(analyses)  # the same object wherever it is a part of a key, so that it is hashed once
        by_default = "plot" not in study.model_fields_set
        draws = shared, study.figures, study.report.drawing, jobs, store, study.names, requested
        drawn = plot(*draws, by_default=by_default)
        sources = (*scores.sources, *template_sources(read))
        made_from = (study, sources, shared, drawn.drawings, requested, versions, read.templates, read.theme, retained)
        doubts = doubts_of(read, scores)
        with _unquoted_templates(read):
            report = render(*made_from, store, begin, doubts)
    if lacking := [Fault(f"--only {name}", why) for name, why in report.not_made.items() if name in required]:
        raise FaultsFound(lacking)
    made = (study.model_dump(mode="json"), report.formats, sources, versions, report.files)
    described = describe(*made, compared_with, place.study)
    place.refuse()  # another build may have come first
    if not write_own_report(report.files, described, out, read.folder):
        losses.append(f"{out} cannot be locked on this file system: let no two builds write to it at the same time")
    store.prune()
    undrawn = () if by_default else drawn.warnings
    warnings = (*losses, *report.warnings, *warnings_of_draws(analyses), *undrawn)
    return Built(
        out,
        tuple(out / path for path in sorted(report.files)),
        warnings,
        analyses,
        reading_account(study.scores, scores.metrics),
        doubts,
        "" if report.changes is None else _news(report.changes, labels_of(analyses, study.names)),
    )


def _news(changes: Sequence[Change], labels: Labels) -> str:
    """Return what changed since the baseline, for a terminal; few builds have one."""
    from rankpress.diff.formats import conclusions_text

    return conclusions_text(changes, labels)


@contextmanager
def _unquoted_templates(read: ReadStudy) -> Iterator[None]:
    """Leave words of templates and style sheets out of faults where the study may not be quoted from their place."""
    try:
        yield
    except FaultsFound as error:
        paths = (read.study.report.templates, *read.own_files)
        if not any(path is not None and read.quotable.refusal(path) for path in paths):
            raise
        faults = [replace(fault, message=fault.unquoted or fault.message) for fault in error.faults]
        raise FaultsFound(faults) from None


def _analysed(
    read: ReadStudy, scores: Scores, store: Store, jobs: int, warn: Callable[[str], None]
) -> tuple[Analysis, ...]:
    """Return the analyses of a study, done where it wants that done."""
    compute = read.study.compute
    with opened_engine(compute, jobs, warn) as engine:
        store.spread = engine.map
        if compute.scores == "read" and engine.map_pieces is not None:
            from rankpress.app.shared_files import SharedFiles  # which few studies need

            engines = (engine.map, engine.map_pieces)
            store.spread_datasets = SharedFiles(read.study.scores, read.folder, scores, engines, warn)
        return analyse(read.study, scores, store)


def _earlier(baseline: Path | None) -> tuple[StoredReport | None, str]:
    """Return the report that the new one is compared with, and its fingerprint; few builds have one."""
    if baseline is None:
        return None, ""
    from rankpress.diff.comparison import fingerprint, read_stored  # builds the types of all results

    stored = read_stored(baseline)
    return stored, fingerprint(stored)
