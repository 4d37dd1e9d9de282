"""Draws of data sets that a spec asks for, and whether the scores have as many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rankpress.draws import impossible, remedy, sizes, unmade_draws
from rankpress.faults import Fault
from rankpress.scores import Scores

if TYPE_CHECKING:
    from rankpress.spec.document import Path
    from rankpress.spec.model import Study
    from rankpress.spec.source import SpecSource


def find_too_large_draws(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find a size of draws, written by the user, that can be drawn in no metric.

    Parameters
    ----------
    study, scores, source : Study, Scores, SpecSource
        As for `rankpress.agreement.disagreements`.

    Yields
    ------
    (path, Fault)
        The path of the spec that the fault is about. Where some metrics have enough data sets, or the size is the
        default, `rankpress check` and a build tell of the others.
    """
    options = study.replicability
    if options is None or "size" not in options.model_fields_set:
        return
    unmade = list(unmade_draws(scores.metrics, options))
    if unmade and len(unmade) == len(scores.metrics):
        path: Path = ("replicability", "size")
        complete = max(number for _, number in unmade)
        told = impossible(complete, options)
        expected = "" if complete <= 2 else f"{sizes(complete)}, or replacement: true"
        yield path, source.fault(path, told, expected, remedy(complete))
