"""All that the stages found out about one metric, as figures and reports take it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.adjust import Adjusted, adjust
from rankpress.order import Ordered, order
from rankpress.rank import Ranking, rank
from rankpress.scores import MetricScores, Scores
from rankpress.test import Tested, compare

if TYPE_CHECKING:
    from rankpress.spec.model import Study

Reporter = Callable[[str], None]


@dataclass(frozen=True)
class Analysis:
    """One metric from its scores to its ordering; each part is what a stage returned."""

    scores: MetricScores
    ranking: Ranking
    tested: Tested
    adjusted: Adjusted
    ordered: Ordered

    @property
    def names(self) -> tuple[str, ...]:
        """The algorithms, in the order that all arrays use."""
        return self.scores.algorithms


def analyse(study: Study, scores: Scores, reporter: Reporter = lambda stage: None) -> tuple[Analysis, ...]:
    """Rank, test, adjust and order, one metric at a time.

    Parameters
    ----------
    study : Study
        The study.
    scores : Scores
        Its scores.
    reporter : callable
        Told the name of each stage as it begins.

    Returns
    -------
    tuple of Analysis
    """
    found = []
    for metric in scores.metrics:
        reporter(f"rank {metric.name}")
        ranking = rank(metric, study.rank)
        reporter(f"test {metric.name}")
        tested = compare(metric, ranking, study.test, study.curves)
        reporter(f"adjust {metric.name}")
        adjusted = adjust(ranking, tested, study.adjust, study.test.alpha)
        reporter(f"order {metric.name}")
        ordered = order(metric, ranking, scores.costs, study.order, study.test.alpha)
        found.append(Analysis(metric, ranking, tested, adjusted, ordered))
    return tuple(found)
