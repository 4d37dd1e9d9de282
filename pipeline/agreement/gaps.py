"""Tests that a spec asks for, and whether they take results of which some are missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rankpress.faults import Fault
from rankpress.priors import OF_GAPS
from rankpress.scores import MetricScores, Scores
from rankpress.spec.methods import OF_A_PAIR, OF_INCOMPLETE_BLOCKS
from rankpress.wording import counted

if TYPE_CHECKING:
    from rankpress.spec.document import Path
    from rankpress.spec.model import Study
    from rankpress.spec.source import SpecSource

Found = Iterator[tuple["Path", str, str, str]]

_POLICIES = "or set scores.missing to drop-datasets, drop-algorithms or worst-rank"


def find_tests_without_gaps(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find tests that need a result of each algorithm on each data set where some are missing and left so.

    Parameters
    ----------
    study, scores, source : Study, Scores, SpecSource
        As for `rankpress.agreement.disagreements`.

    Yields
    ------
    (path, Fault)
        The path of the spec that the fault is about.
    """
    for metric in scores.metrics:
        if metric.missing.left_open:
            for path, message, expected, remedy in _of_metric(study, metric, source):
                yield path, source.fault(path, message, expected, remedy)


def _of_metric(study: Study, metric: MetricScores, source: SpecSource) -> Found:
    gaps = f"missing: incomplete-blocks leaves {counted(len(metric.missing.left_open), 'result')} of {metric.name} open"
    for index, name in enumerate(study.test.omnibus):
        path: Path = ("test", "omnibus", index)
        if name not in OF_INCOMPLETE_BLOCKS:
            expected = "skillings-mack, or durbin where the results are balanced"
            yield path, f"{name} needs a result of each algorithm on each data set, and {gaps}", expected, _POLICIES
        elif name == "durbin":
            yield from _unbalanced(path, metric)
    path, pairwise = ("test", "pairwise"), study.test.pairwise.name
    if pairwise not in OF_INCOMPLETE_BLOCKS | OF_A_PAIR:
        expected = f"skillings-mack, or over the data sets that two algorithms share {', '.join(sorted(OF_A_PAIR))}"
        yield path, f"{pairwise} needs a result of each algorithm on each data set, and {gaps}", expected, _POLICIES
    elif pairwise == "durbin":
        yield from _unbalanced(path, metric)
    # The order that follows from scores.costs is left out; one that was written is a fault.
    if study.order is not None and source.is_written(("order",)):
        yield ("order",), f"{OF_GAPS}, and {gaps}", "order: null", _POLICIES


def _unbalanced(path: Path, metric: MetricScores) -> Found:
    # stats brings all of scipy with it, which a check without this test can do without.
    from rankpress.stats.incidence import incidence

    if metric.means is not None and not incidence(metric.means).balanced:
        yield (
            path,
            f"durbin needs a balanced design, and the results of {metric.name} are not balanced",
            "equally many algorithms on each data set, data sets of each algorithm, and data sets that any two share",
            "use skillings-mack, which needs no balance",
        )
