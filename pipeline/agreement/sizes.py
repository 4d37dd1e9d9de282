"""Studies of more algorithms than can be compared each with each other one."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING

from rankpress.faults import Fault
from rankpress.scores import Scores

if TYPE_CHECKING:
    from rankpress.spec.document import Path
    from rankpress.spec.model import Study
    from rankpress.spec.source import SpecSource

# The pairs of 200 algorithms take half a minute and 40 MB a metric, and either grows faster than their number.
MOST_ALGORITHMS = 300


def find_too_many_pairs(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find that a study without a control has more algorithms than a report can compare in pairs.

    Parameters
    ----------
    study, scores, source : Study, Scores, SpecSource
        As for `rankpress.agreement.disagreements`.

    Yields
    ------
    (path, Fault)
        The path of the spec that the fault is about.
    """
    k = max(len(metric.algorithms) for metric in scores.metrics)
    if study.test.control is not None or k <= MOST_ALGORITHMS:
        return
    path = ("test", "control")
    column = study.scores.columns.algorithm
    yield (
        path,
        source.fault(
            path,
            f"{k:,} algorithms make {comb(k, 2):,} pairs, more than a report can hold",
            f"at most {MOST_ALGORITHMS} algorithms that are compared with each other, or a control",
            "write as test.control the name of an algorithm to compare the others with it alone; or choose, not by "
            f"their scores, those that the study is about: scores.where: {{{column}: [NAME, NAME, ...]}}",
        ),
    )
