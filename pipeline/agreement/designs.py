"""Tests that a spec asks for, and whether the scores are of a design that allows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.agreement.within import find_wrong_within, no_folds
from rankpress.faults import Fault
from rankpress.scores import FloatArray, MetricScores, Scores
from rankpress.sources.findings import quoted
from rankpress.spec.methods import FROM_AVERAGE_RANKS, OF_RANKS_ON_DATASETS, OF_SCORES
from rankpress.wording import counted

if TYPE_CHECKING:
    from rankpress.spec.document import Path
    from rankpress.spec.model import Study
    from rankpress.spec.source import SpecSource


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
    for path, message, expected, remedy in (*_omnibus(study, scores), *_pairwise(study, scores)):
        yield path, source.fault(path, message, expected, remedy)
    yield from find_wrong_within(study, scores, source)
    for path, message, expected, remedy in _curves(study, scores):
        yield path, source.fault(path, message, expected, remedy)


Found = Iterator[tuple["Path", str, str, str]]
_NO_GAPS = "or set scores.missing to drop-datasets or drop-algorithms"


def _pairwise(study: Study, scores: Scores) -> Found:
    name = study.test.pairwise.name
    if name == "rank-z":
        return
    of_ranks = name in OF_RANKS_ON_DATASETS
    path, compares = ("test", "pairwise"), f"{name} compares the {'ranks' if of_ranks else 'scores'} on each data set"
    if study.scores.layout == "ranks":
        yield path, f"{compares}, and with layout: ranks there are average ranks only", "rank-z", ""
    for metric in scores.metrics:
        if metric.missing.worst_ranked and not of_ranks:
            yield path, f"{compares}, and {_worst_ranked(metric)}", "rank-z", _NO_GAPS
        if name == "relative-t" and metric.means is not None:
            yield from _different_signs(metric, metric.means)


def _different_signs(metric: MetricScores, means: FloatArray) -> Found:
    """Scores that have no relative difference; the first such data set is named."""
    found = np.flatnonzero((means < 0).any(axis=1) & (means > 0).any(axis=1))
    if not found.size:
        return
    dataset, row = metric.datasets[found[0]], means[found[0]]
    others = f", and so on {counted(found.size - 1, 'other data set')}" if found.size > 1 else ""
    yield (
        ("test", "pairwise"),
        (
            f"relative-t divides by the average of two scores, and {metric.name} on {quoted(dataset)} goes from"
            f" {np.nanmin(row):g} to {np.nanmax(row):g}{others}"
        ),
        "scores of which none is negative or none positive, or another test: t, wilcoxon",
        "",
    )


def _worst_ranked(metric: MetricScores) -> str:
    gaps = counted(len(metric.missing.worst_ranked), "result")
    return f"missing: worst-rank ranks {gaps} of {metric.name} without a score"


def _omnibus(study: Study, scores: Scores) -> Found:
    gaps = [metric for metric in scores.metrics if metric.missing.worst_ranked]
    for index, name in enumerate(study.test.omnibus):
        if gaps and name in OF_SCORES:
            message = f"{name} compares the scores on each data set, and {_worst_ranked(gaps[0])}"
            yield ("test", "omnibus", index), message, " or ".join(sorted(FROM_AVERAGE_RANKS)), _NO_GAPS
        if study.scores.layout == "ranks" and name not in FROM_AVERAGE_RANKS:
            message = f"{name} needs the results on each data set, and with layout: ranks there are average ranks only"
            yield ("test", "omnibus", index), message, " or ".join(sorted(FROM_AVERAGE_RANKS)), ""


def _curves(study: Study, scores: Scores) -> Found:
    if study.curves is None:
        return
    form, has_outcomes = study.curves.form, any(metric.has_outcomes for metric in scores.metrics)
    if form == "quesenberry-hurst" and not has_outcomes:
        yield (
            ("curves", "form"),
            "Quesenberry-Hurst curves count test examples, and there are neither examples nor counts of them",
            "t, which is made of folds" if _has_folds(scores) else "a file with a row for each test example, or counts",
            "",
        )
    elif form == "t" and has_outcomes and not _has_folds(scores):
        yield (
            ("curves", "form"),
            "curves of the form t are made of folds, and there are test examples without any",
            "quesenberry-hurst",
            "",
        )
    elif not has_outcomes and not _has_folds(scores):
        yield (
            ("curves",),
            f"confidence curves need the scores of folds, and {no_folds(study)}",
            "curves only with layout: long and several repeats or folds",
            "remove curves, or name the columns of repeats and folds in scores.columns",
        )


def _has_folds(scores: Scores) -> bool:
    return any(metric.has_folds for metric in scores.metrics)
