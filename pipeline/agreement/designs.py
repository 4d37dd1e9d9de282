"""Tests that a spec asks for, and whether the scores are of a design that allows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rankpress.faults import Fault
from rankpress.folds import is_five_by_two
from rankpress.scores import Folds, MetricScores, Scores
from rankpress.sources.findings import listed, quoted
from rankpress.wording import counted

if TYPE_CHECKING:
    from rankpress.spec.document import Path
    from rankpress.spec.model import Study
    from rankpress.spec.source import SpecSource

FIVE_BY_TWO = "5x2cv-f"


def find_wrong_designs(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find tests that need scores or folds that are not there.

    What a spec leaves to its defaults is no fault: where there are no folds, the tests within data sets are left out.

    Parameters
    ----------
    study, scores, source : Study, Scores, SpecSource
        As for `rankpress.agreement.disagreements`.

    Yields
    ------
    (path, Fault)
        The path of the spec that the fault is about.
    """
    found = [*_pairwise(study, scores), *_within(study, scores, source), *_curves(study, scores)]
    for path, message, expected, remedy in found:
        yield path, source.fault(path, message, expected, remedy)


Found = Iterator[tuple["Path", str, str, str]]


def _pairwise(study: Study, scores: Scores) -> Found:
    name = study.test.pairwise
    if name == "rank-z":
        return
    path, compares = ("test", "pairwise"), f"{name} compares the scores on each data set"
    if study.scores.layout == "ranks":
        yield path, f"{compares}, and with layout: ranks there are average ranks only", "rank-z", ""
    for metric in scores.metrics:
        if metric.missing.worst_ranked:
            gaps = counted(len(metric.missing.worst_ranked), "result")
            yield (
                path,
                f"{compares}, and missing: worst-rank ranks {gaps} of {metric.name} without a score",
                "rank-z",
                "or set scores.missing to drop-datasets or drop-algorithms",
            )


def _within(study: Study, scores: Scores, source: SpecSource) -> Found:
    if study.test.within == FIVE_BY_TWO:
        yield from _five_by_two(("test", "within"), study, scores)
    order, path = study.order, ("order", "within")
    # Left out, it is the same as test.within, which has been looked at.
    if order is None or not source.is_written(path):
        return
    if order.within == FIVE_BY_TWO:
        yield from _five_by_two(path, study, scores)
    elif order.within != "none" and not _has_folds(scores):
        yield path, f"{order.within} compares scores fold by fold, and {_no_folds(study)}", "none", ""


def _five_by_two(path: Path, study: Study, scores: Scores) -> Found:
    expected = "5 repeats of 2 folds on each data set, or another test"
    if not _has_folds(scores):
        yield path, f"{FIVE_BY_TWO} compares scores fold by fold, and {_no_folds(study)}", expected, ""
        return
    wrong = {dataset: folds for metric in scores.metrics for dataset, folds in _not_five_by_two(metric)}
    if wrong:
        dataset, folds = next(iter(wrong.items()))
        others = f", nor {counted(len(wrong) - 1, 'other data set')}" if len(wrong) > 1 else ""
        yield path, f"{FIVE_BY_TWO} does not suit {quoted(dataset)}, which has {_design(folds)}{others}", expected, ""


def _curves(study: Study, scores: Scores) -> Found:
    if study.curves is not None and not _has_folds(scores):
        yield (
            ("curves",),
            f"confidence curves need the scores of folds, and {_no_folds(study)}",
            "curves only with layout: long and several repeats or folds",
            "remove curves, or name the columns of repeats and folds in scores.columns",
        )


def _not_five_by_two(metric: MetricScores) -> Iterator[tuple[str, Folds | None]]:
    for dataset, folds in zip(metric.datasets, metric.folds, strict=True):
        if folds is None or not is_five_by_two(folds):
            yield dataset, folds


def _design(folds: Folds | None) -> str:
    if folds is None:
        return "one score for each algorithm"
    repeats = folds.per_repeat.tolist()
    if len(set(repeats)) > 1:
        return f"repeats of {listed(map(str, repeats))} folds"
    return f"{counted(len(repeats), 'repeat')} of {counted(repeats[0], 'fold')}"


def _has_folds(scores: Scores) -> bool:
    return any(metric.has_folds for metric in scores.metrics)


def _no_folds(study: Study) -> str:
    if study.scores.layout == "long":
        return "there is one score for each algorithm and data set"
    return f"with layout: {study.scores.layout} there are no folds"
