"""All that the stages found out about one metric, as figures and reports take it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rankpress.adjust import Adjusted, adjust
from rankpress.bayes import Bayesian, compare_bayesian
from rankpress.best import Best, find_best
from rankpress.contradictions import Contradictions, find_contradictions
from rankpress.effects import Estimated, estimate
from rankpress.fronts import CostFront, find_fronts
from rankpress.multiplicity import Multiplicity, count_attempts
from rankpress.order import Ordered, order
from rankpress.order_again import GroupOrder, ValidationOrder, order_groups, order_validation
from rankpress.rank import Ranking, rank
from rankpress.scores import MetricScores, Scores
from rankpress.significant_wins import SignificantWins, find_significant_wins
from rankpress.test import Tested, compare

if TYPE_CHECKING:
    from rankpress.spec.model import Study

Reporter = Callable[[str], None]


@dataclass(frozen=True)
class Analysis:
    """One metric from its scores to its ordering; each part is what a stage returned.

    Parameters
    ----------
    scores, ranking, tested, adjusted, ordered
        What the stages load, rank, test, adjust and order found.
    estimated : Estimated or None
        Effect sizes with their intervals, where they were asked for.
    bayesian : Bayesian or None
        Bayesian comparisons, where they were asked for.
    wins : SignificantWins or None
        Significant wins over the data sets, with the sign test over them.
    best : Best or None
        Whether the first adjustment lets a best be named.
    contradictions : tuple of Contradictions
        Where the order contradicts a significant difference, or the differences one another.
    groups : tuple of GroupOrder
        The orders on groups of data sets.
    validation : ValidationOrder or None
        The order from validation scores.
    fronts : tuple of CostFront
        The algorithms that no other is as good and as cheap as, by each cost.
    multiplicity : Multiplicity
        How many tests were made, and what that does to the chance of an error.
    """

    scores: MetricScores
    ranking: Ranking
    tested: Tested
    adjusted: Adjusted
    ordered: Ordered
    estimated: Estimated | None = None
    bayesian: Bayesian | None = None
    wins: SignificantWins | None = None
    best: Best | None = None
    contradictions: tuple[Contradictions, ...] = ()
    groups: tuple[GroupOrder, ...] = ()
    validation: ValidationOrder | None = None
    fronts: tuple[CostFront, ...] = ()
    multiplicity: Multiplicity = field(default_factory=Multiplicity)

    @property
    def names(self) -> tuple[str, ...]:
        """The algorithms, in the order that all arrays use."""
        return self.scores.algorithms

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from rankpress.notebook import analyses_html

        return analyses_html([self])

    def _repr_markdown_(self) -> str:
        """What a notebook shows that shows Markdown."""
        from rankpress.notebook import analyses_markdown

        return analyses_markdown([self])


class Analyses(tuple[Analysis, ...]):
    """Analyses of one study, one a metric, which a notebook shows one after the other."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from rankpress.notebook import analyses_html

        return analyses_html(self)

    def _repr_markdown_(self) -> str:
        """What a notebook shows that shows Markdown."""
        from rankpress.notebook import analyses_markdown

        return analyses_markdown(self)


def analyse(study: Study, scores: Scores, reporter: Reporter = lambda stage: None) -> Analyses:
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
    Analyses
        A tuple of `Analysis`.
    """
    found = []
    for metric in scores.metrics:
        reporter(f"rank {metric.name}")
        ranking = rank(metric, study.rank)
        reporter(f"test {metric.name}")
        tested = compare(metric, ranking, study.test, study.curves)
        estimated = estimate(metric, ranking, tested, study.effects)
        reporter(f"adjust {metric.name}")
        adjusted = adjust(ranking, tested, study.adjust, study.test.alpha)
        if study.bayes is not None:
            reporter(f"bayes {metric.name}")
        bayesian = compare_bayesian(metric, ranking, tested, study.bayes)
        reporter(f"order {metric.name}")
        ordered = order(metric, ranking, scores.costs, study.order, study.test.alpha)
        again = (scores.costs, study.rank, study.order, study.test.alpha, ordered)
        found.append(
            Analysis(
                scores=metric,
                ranking=ranking,
                tested=tested,
                adjusted=adjusted,
                ordered=ordered,
                estimated=estimated,
                bayesian=bayesian,
                wins=find_significant_wins(metric, tested, study.test.alpha),
                best=find_best(ranking, tested, adjusted, ordered),
                contradictions=find_contradictions(tested, adjusted, ordered),
                groups=order_groups(metric, study.scores.groups, *again),
                validation=order_validation(metric, *again),
                fronts=find_fronts(metric, ranking, scores.costs),
                multiplicity=count_attempts(tested, study.test),
            )
        )
    return Analyses(found)
