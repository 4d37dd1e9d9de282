"""Tests within data sets that a spec asks for, and whether the scores have the folds or the examples for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rankpress.faults import Fault
from rankpress.folds import is_five_by_two
from rankpress.scores import Folds, MetricScores, Scores
from rankpress.sources.findings import listed, quoted
from rankpress.spec.methods import FIVE_BY_TWO, OF_OUTCOMES
from rankpress.wording import counted

if TYPE_CHECKING:
    from rankpress.spec.document import Path
    from rankpress.spec.model import Study
    from rankpress.spec.source import SpecSource

# What a study gets that does not name a test.
DEFAULT = "corrected-t"
TEST, ORDER = ("test", "within"), ("order", "within")


def find_wrong_within(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find tests within data sets that need folds, or test examples, that are not there.

    Parameters
    ----------
    study, scores, source : Study, Scores, SpecSource
        As for `rankpress.agreement.disagreements`.

    Yields
    ------
    (path, Fault)
        The path of the spec that the fault is about.
    """
    asked = [(TEST, study.test.within), *([] if study.order is None else [(ORDER, study.order.within)])]
    # Left out, test.within is what suits the scores, and order.within the same.
    written = [(path, name) for path, name in asked if name != "none" and source.is_written(path)]
    of_outcomes = [(path, name) for path, name in written if name in OF_OUTCOMES]
    if of_outcomes and study.scores.of_examples:
        path, _ = of_outcomes[0]
        yield from ((path, fault) for metric in scores.metrics for fault in metric.not_outcomes)
    for path, name in written:
        if name in OF_OUTCOMES:
            yield from _outcomes(path, name, study, scores, source)
        else:
            for message, expected, remedy in _folds(path, name, study, scores):
                yield path, source.fault(path, message, expected, remedy)


def _outcomes(path: Path, name: str, study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    if study.scores.of_examples:
        return
    fault = source.fault(
        path,
        f"{name} compares outcomes on test examples, and the scores tell of none",
        "a test over folds" if any(metric.has_folds for metric in scores.metrics) else "none",
        "or give the outcomes: a row an example, named by scores.columns.example, or their numbers with layout: counts",
    )
    yield path, fault


def _folds(path: Path, name: str, study: Study, scores: Scores) -> Iterator[tuple[str, str, str]]:
    if study.scores.of_examples:
        message = f"{name} compares scores fold by fold, and the scores are outcomes on test examples"
        yield message, "mcnemar, or another test of outcomes", "remove the key to get mcnemar"
    elif not any(metric.has_folds for metric in scores.metrics):
        # A spec may name the default for scores without folds too; then there are no tests within.
        if path == ORDER or name != DEFAULT:
            yield f"{name} compares scores fold by fold, and {no_folds(study)}", _EXPECTED.get(name, "none"), ""
    elif name in _EXPECTED:
        wrong = {dataset: folds for metric in scores.metrics for dataset, folds in _unsuited(name, metric)}
        if wrong:
            dataset, folds = next(iter(wrong.items()))
            others = f", nor {counted(len(wrong) - 1, 'other data set')}" if len(wrong) > 1 else ""
            yield f"{name} does not suit {quoted(dataset)}, which has {_design(folds)}{others}", _EXPECTED[name], ""


_EXPECTED = {
    **dict.fromkeys(FIVE_BY_TWO, "5 repeats of 2 folds on each data set, or another test"),
    "kfold-t": "one repeat of several folds on each data set, or another test such as corrected-t",
}


def _unsuited(name: str, metric: MetricScores) -> Iterator[tuple[str, Folds | None]]:
    for dataset, folds in zip(metric.datasets, metric.folds, strict=True):
        if folds is None or (len(folds.per_repeat) > 1 if name == "kfold-t" else not is_five_by_two(folds)):
            yield dataset, folds


def _design(folds: Folds | None) -> str:
    if folds is None:
        return "one score for each algorithm"
    repeats = folds.per_repeat.tolist()
    if len(set(repeats)) > 1:
        return f"repeats of {listed(map(str, repeats))} folds"
    return f"{counted(len(repeats), 'repeat')} of {counted(repeats[0], 'fold')}"


def no_folds(study: Study) -> str:
    """That the scores of a study have no folds, in a clause."""
    if study.scores.layout == "long":
        return "there is one score for each algorithm and data set"
    return f"with layout: {study.scores.layout} there are no folds"
