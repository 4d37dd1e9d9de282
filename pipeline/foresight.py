"""What a build would do, told from what earlier ones left, without doing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from rankpress.faults import FaultsFound
from rankpress.store.work import Unmade, Work

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.spec.model import Study
    from rankpress.spec.reading import ReadStudy


def foreseen(read: ReadStudy, reasons: Sequence[str]) -> tuple[Work, ...]:
    """The stages of a build in their order, and why each would be done.

    Parameters
    ----------
    read : ReadStudy
        The study.
    reasons : sequence of str
        Why its report has to be built, as `rankpress.freshness.stale_reasons` tells; none where it need not be.

    Returns
    -------
    tuple of Work
        A stage depends on another where that would be done, and its result may turn out to be the same. Of a report
        that is up to date no result is looked at, so that numpy is not loaded.
    """
    if not reasons:
        return tuple(Work(stage, unit) for stage, unit in stages_of(read.study))
    rendering = Work("render", "", tuple(reasons))
    try:
        return (*_without_doing(read, "--force" in reasons), rendering)
    except FaultsFound as found:
        return (Work("load", "", tuple(fault.message for fault in found.faults)), rendering)


def stages_of(study: Study) -> tuple[tuple[str, str], ...]:
    """The stages that a study has, and the metric of each that has one."""
    again = [
        *(["order groups"] if study.scores.groups else []),
        *(["order validation"] if any(metric.validation for metric in study.scores.metrics) else []),
    ]
    bayes = ["bayes"] if study.bayes is not None else []
    trust = [name for name in ("sensitivity", "replicability", "power") if getattr(study, name) is not None]
    of_metric = ["rank", "test", "effects", "adjust", *bayes, "order", *again, *trust, "conclude"]
    named = [(stage, metric.name) for metric in study.scores.metrics for stage in of_metric]
    return (("load", ""), *named, ("draw", ""), ("render", ""))


def _without_doing(read: ReadStudy, anew: bool) -> list[Work]:
    # all that needs numpy
    from rankpress.analysis import analyse
    from rankpress.examination import agreeing_scores
    from rankpress.plot import plot
    from rankpress.protocol.recording import with_protocol
    from rankpress.relabelling import relabelled
    from rankpress.store.of_study import open_store

    study, store = read.study, open_store(read, dry=True, anew=anew)
    analyses = analyse(study, agreeing_scores(read, store), store)
    awaited = dict.fromkeys(stage for one in analyses for stage in _unmade(one))
    if awaited:
        store.work.append(Work("draw", "", (f"depends on {', '.join(awaited)}",)))
    else:
        # which calls figures exploratory
        told = tuple(with_protocol(study, analyses))
        plot(relabelled(told, study.labels.names), study.plot, study.report.figures, store=store)
    return store.work


def _unmade(analysis: Analysis) -> list[str]:
    parts = [getattr(analysis, field.name) for field in fields(analysis)]
    return [part.stage for part in parts if isinstance(part, Unmade)]
