"""The order of algorithms by cost: whether the costs give one, and whether the corrections can be made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rankpress.faults import Fault
from rankpress.priors import infeasible_corrections, wrong_costs
from rankpress.scores import Scores

if TYPE_CHECKING:
    from rankpress.spec.document import Path
    from rankpress.spec.model import Study
    from rankpress.spec.source import SpecSource


def find_wrong_priors(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find costs that do not order the algorithms (empty, negative, tied), and corrections that would run too long.

    Ties on a data set matter only where algorithms are tested within data sets.

    Parameters
    ----------
    study, scores, source : Study, Scores, SpecSource
        As for `rankpress.agreement.disagreements`.

    Yields
    ------
    (path, Fault)
        The path of the spec that the fault is about.
    """
    order = study.order
    # The order that follows from scores.costs is left out where it cannot be made; one that was written is a fault.
    # Where gaps are left open, there is none at all, which is told with the tests that need all results.
    metrics = [metric for metric in scores.metrics if not metric.missing.left_open]
    if order is None or not metrics or not source.is_written(("order",)):
        return
    for message, expected, remedy in dict.fromkeys(
        found for metric in metrics for found in wrong_costs(scores.costs, metric, order)
    ):
        yield ("order", "cost"), source.fault(("order", "cost"), message, expected, remedy)
    for key, message in infeasible_corrections(order, max(len(metric.algorithms) for metric in metrics)):
        path: Path = ("order", key)
        yield path, source.fault(path, message, "shaffer, which takes any number of algorithms")
