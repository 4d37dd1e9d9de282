"""Bayesian comparisons that a spec asks for, and whether there are scores and folds for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rankpress.agreement.within import no_folds
from rankpress.faults import Fault
from rankpress.scores import Scores
from rankpress.wording import counted

if TYPE_CHECKING:
    from rankpress.spec.document import Path
    from rankpress.spec.model import Study
    from rankpress.spec.source import SpecSource


def find_wrong_bayes(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find Bayesian comparisons that need scores or folds that are not there.

    Parameters
    ----------
    study, scores, source : Study, Scores, SpecSource
        As for `rankpress.agreement.disagreements`.

    Yields
    ------
    (path, Fault)
        The path of the spec that the fault is about.
    """
    bayes = study.bayes
    if bayes is None:
        return
    if study.scores.layout == "ranks":
        path: Path = ("bayes",)
        told = "Bayesian comparisons are of scores, and with layout: ranks there are average ranks only"
        yield path, source.fault(path, told, "bayes only with scores", "write null, or give the scores")
        return
    path = ("bayes", "over")
    for metric in scores.metrics:
        if bayes.over != "none" and metric.missing.worst_ranked:
            gaps = counted(len(metric.missing.worst_ranked), "result")
            told = (
                f"{bayes.over} compares the scores on each data set, and missing: worst-rank ranks {gaps} of"
                f" {metric.name} without a score"
            )
            remedy = "or set scores.missing to drop-datasets, drop-algorithms or incomplete-blocks"
            yield path, source.fault(path, told, "none", remedy)
    path = ("bayes", "within")
    # Left out, it is made where there are folds.
    if source.is_written(path) and bayes.within != "none" and not any(metric.has_folds for metric in scores.metrics):
        told = f"{bayes.within} compares scores fold by fold, and {no_folds(study)}"
        yield path, source.fault(path, told, "none")
