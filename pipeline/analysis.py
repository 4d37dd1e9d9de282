"""All stages of one metric in order, from its scores to its conclusions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from rankpress.cache.store import OfMetric, Store, section
from rankpress.cache.work import Unmade
from rankpress.core.scores import Costs, MetricScores, Scores
from rankpress.core.table import Displayed
from rankpress.robustness.protocol import with_protocol
from rankpress.robustness.protocol_record import Protocol
from rankpress.stages.adjust import Adjusted, adjust
from rankpress.stages.bayes import Bayesian, compare_bayesian
from rankpress.stages.conclude import (
    Best,
    Contradictions,
    CostFront,
    SignificantWins,
    find_best,
    find_contradictions,
    find_fronts,
    find_significant_wins,
)
from rankpress.stages.effects import Estimated, estimate
from rankpress.stages.order import Ordered, order
from rankpress.stages.order_groups import GroupOrder, ValidationOrder, order_groups, order_validation
from rankpress.stages.rank import Ranking, rank
from rankpress.stages.test import Multiplicity, Tested, compare, count_attempts

if TYPE_CHECKING:
    from rankpress.robustness.power import Powered
    from rankpress.robustness.replicability import Replicated
    from rankpress.robustness.variations import Sensitivity
    from rankpress.spec.model import Study


@dataclass(frozen=True)
class Found:
    """What the stages found of which trust is asked.

    Parameters
    ----------
    ranking, tested, adjusted, ordered
        What the stages rank, test, adjust and order found.
    """

    ranking: Ranking
    tested: Tested
    adjusted: Adjusted
    ordered: Ordered


@dataclass(frozen=True)
class Trust:
    """How far results can be trusted, as the fields of `Analysis` of these names.

    Parameters
    ----------
    sensitivity : Sensitivity or None
        Which conclusions hang on choices of the study, where that was asked for.
    replicated : Replicated or None
        The tests made anew on draws of data sets, where that was asked for.
    powered : Powered or None
        The simulated power of the study's procedures, where that was asked for.
    """

    sensitivity: Sensitivity | None
    replicated: Replicated | None
    powered: Powered | None


def find_trust(study: Study, scores: MetricScores, costs: Mapping[str, Costs], keep: OfMetric, found: Found) -> Trust:
    """Vary the choices of a study, draw its data sets anew, and simulate its power, as far as it asks for these."""
    return Trust(
        sensitivity=_sensitive(study, scores, costs, keep, found),
        replicated=_replicated(study, scores, keep, found),
        powered=_powered(study, scores, keep, found),
    )


def _sensitive(
    study: Study, scores: MetricScores, costs: Mapping[str, Costs], keep: OfMetric, found: Found
) -> Sensitivity | None:
    options = study.sensitivity
    if options is None:
        return None
    from rankpress.robustness.sensitivity import Varying, vary

    parts = {
        **section("sensitivity", options),
        **section("rank", study.rank),
        **section("test", study.test),
        **section("order", study.order),
        "adjust": study.adjust,
        "scores.groups": study.scores.groups,
        "scores before any were left out": scores.unreduced,
        "the costs": costs,
        "the tests": found.tested,
        "the adjusted p-values": found.adjusted,
        "the order": found.ordered,
    }
    varying = Varying(study.rank, study.test, study.adjust, study.order, study.scores.groups)
    of_stages = found.tested, found.adjusted, found.ordered
    return keep.recall("sensitivity", parts, partial(vary, scores, costs, varying, options, *of_stages, keep))


def _replicated(study: Study, scores: MetricScores, keep: OfMetric, found: Found) -> Replicated | None:
    options = study.replicability
    if options is None:
        return None
    from rankpress.robustness.replicability import replicate

    parts = {
        **section("replicability", options),
        **{f"test.{name}": getattr(study.test, name) for name in ("alpha", "pairwise", "control")},
        "adjust": study.adjust,
        "the ranks": found.ranking,
    }
    of_study = study.test, study.adjust, options
    made = partial(replicate, scores, found.ranking, found.tested, *of_study, keep)
    return keep.recall("replicability", parts, made)


def _powered(study: Study, scores: MetricScores, keep: OfMetric, found: Found) -> Powered | None:
    options = study.power
    if options is None:
        return None
    from rankpress.robustness.power import simulate_power

    parts = {
        **section("power", options),
        **section("rank", study.rank),
        **{f"test.{name}": getattr(study.test, name) for name in ("alpha", "pairwise", "control")},
        "adjust": study.adjust,
        "the ranks": found.ranking,
        "the tests over data sets": found.tested.over,
        "tests that are left out": found.tested.left_out,
        "the adjusted p-values": found.adjusted,
    }
    of_study = options, study.rank, study.test, study.adjust
    made = partial(simulate_power, scores, found.ranking, found.tested, found.adjusted, *of_study, keep)
    return keep.recall("power", parts, made)


@dataclass(frozen=True)
class Analysis(Displayed):
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
    sensitivity : Sensitivity or None
        Which conclusions hang on choices of the study, where that was asked for.
    replicated : Replicated or None
        The tests made anew on draws of data sets, where that was asked for.
    powered : Powered or None
        The simulated power of the study's procedures, where that was asked for.
    protocol : Protocol or None
        How the study came about, the same for all its metrics; None where it has no such section.
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
    sensitivity: Sensitivity | None = None
    replicated: Replicated | None = None
    powered: Powered | None = None
    protocol: Protocol | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The algorithms, in the order that all arrays use."""
        return self.scores.algorithms


class Analyses(tuple[Analysis, ...], Displayed):
    """Analyses of one study, one a metric, which a notebook shows one after the other."""

    __slots__ = ()


def analyse(study: Study, scores: Scores, store: Store | None = None) -> Analyses:
    """Rank, test, adjust and order, one metric at a time.

    Parameters
    ----------
    study : Study
        The study.
    scores : Scores
        Its scores; in a dry run that has none `Unmade`.
    store : Store or None
        Results of earlier builds; what was made from the same is taken from there.

    Returns
    -------
    Analyses
        A tuple of `Analysis`.
    """
    store = store or Store(None)
    if isinstance(scores, Unmade):
        unmade: Any = scores
        metrics = [(metric.name, unmade) for metric in study.scores.metrics]
    else:
        metrics = [(metric.name, metric) for metric in scores.metrics]
    analyses = Analyses(
        _Stages(study, metric, scores.costs, OfMetric(store, metric, name)).analysis() for name, metric in metrics
    )
    # which tells of what a dry run may lack
    return analyses if store.dry else Analyses(with_protocol(study, analyses))


@dataclass(frozen=True)
class _Concluded:
    """What follows from the results of the stages, as the fields of `Analysis` of these names."""

    wins: SignificantWins | None
    best: Best | None
    contradictions: tuple[Contradictions, ...]
    fronts: tuple[CostFront, ...]
    multiplicity: Multiplicity


class _Stages:
    """The stages of one metric; each is told what it depends on, and is given just that."""

    def __init__(self, study: Study, scores: MetricScores, costs: Mapping[str, Costs], keep: OfMetric) -> None:
        self._study, self._scores, self._costs, self._keep = study, scores, costs, keep
        self._alpha = {"test.alpha": study.test.alpha}
        self._to_order = {**section("order", study.order), **self._alpha, "the costs": costs}

    def analysis(self) -> Analysis:
        study, scores, keep = self._study, self._scores, self._keep
        ranking = keep.recall("rank", section("rank", study.rank), lambda: rank(scores, study.rank))
        tested = self._tested(ranking)
        estimated = self._estimated(ranking, tested)
        adjusted = self._adjusted(ranking, tested)
        bayesian = self._bayesian(ranking, tested)
        ordered = self._ordered(ranking)
        groups, validation = self._ordered_again(ordered)
        trust = find_trust(study, scores, self._costs, keep, Found(ranking, tested, adjusted, ordered))
        parts = {
            **section("test", study.test),
            "the ranks": ranking,
            "the tests": tested,
            "the adjusted p-values": adjusted,
            "the order": ordered,
            "the costs": self._costs,
        }
        concluded = keep.recall(
            "conclude",
            parts,
            lambda: _Concluded(
                find_significant_wins(scores, tested, study.test.alpha),
                find_best(ranking, tested, adjusted, ordered),
                find_contradictions(tested, adjusted, ordered),
                find_fronts(scores, ranking, self._costs),
                count_attempts(tested, study.test),
            ),
        )
        return Analysis(
            scores=scores,
            ranking=ranking,
            tested=tested,
            adjusted=adjusted,
            ordered=ordered,
            estimated=estimated,
            bayesian=bayesian,
            wins=concluded.wins,
            best=concluded.best,
            contradictions=concluded.contradictions,
            groups=groups,
            validation=validation,
            fronts=concluded.fronts,
            multiplicity=concluded.multiplicity,
            sensitivity=trust.sensitivity,
            replicated=trust.replicated,
            powered=trust.powered,
        )

    def _tested(self, ranking: Ranking) -> Tested:
        study = self._study
        # at which level they are read, the tests do not know
        parts = {**section("test", study.test, ("alpha", "tuning_runs")), **section("curves", study.curves)}
        return self._keep.recall(
            "test",
            {**parts, "the ranks": ranking},
            lambda: compare(self._scores, ranking, study.test, study.curves, self._keep),
        )

    def _estimated(self, ranking: Ranking, tested: Tested) -> Estimated | None:
        options = self._study.effects
        parts = {**section("effects", options), "the ranks": ranking, "the tests over data sets": tested.over}
        return self._keep.recall("effects", parts, lambda: estimate(self._scores, ranking, tested, options))

    def _adjusted(self, ranking: Ranking, tested: Tested) -> Adjusted:
        methods, alpha = self._study.adjust, self._study.test.alpha
        parts = {
            **self._alpha,
            "adjust": methods,
            "the ranks": ranking,
            "test.control": self._study.test.control,
            "the tests over data sets": tested.over,
            "tests that are left out": tested.left_out,
        }
        return self._keep.recall("adjust", parts, lambda: adjust(ranking, tested, methods, alpha))

    def _bayesian(self, ranking: Ranking, tested: Tested) -> Bayesian | None:
        options = self._study.bayes
        if options is None:
            return None
        parts = {**section("bayes", options), "the ranks": ranking, "test.control": self._study.test.control}
        return self._keep.recall(
            "bayes", parts, lambda: compare_bayesian(self._scores, ranking, tested, options, self._keep)
        )

    def _ordered(self, ranking: Ranking) -> Ordered:
        options, alpha = self._study.order, self._study.test.alpha
        return self._keep.recall(
            "order",
            {**self._to_order, "the ranks": ranking},
            lambda: order(self._scores, ranking, self._costs, options, alpha, self._keep),
        )

    def _ordered_again(self, ordered: Ordered) -> tuple[tuple[GroupOrder, ...], ValidationOrder | None]:
        """On groups of data sets, and from validation scores, where there are such."""
        study, scores = self._study, self._scores
        again = (self._costs, study.rank, study.order, study.test.alpha, ordered, self._keep)
        parts: dict[str, object] = {**self._to_order, **section("rank", study.rank), "the order": ordered}
        groups: tuple[GroupOrder, ...] = ()
        if study.scores.groups:
            asked = study.scores.groups
            groups = self._keep.recall(
                "order groups", {**parts, "scores.groups": asked}, lambda: order_groups(scores, asked, *again)
            )
        asked_for = not isinstance(scores, Unmade) or any(metric.validation for metric in study.scores.metrics)
        if not asked_for or scores.validation is None:
            return groups, None
        parts["the validation scores"] = scores.validation
        return groups, self._keep.recall("order validation", parts, lambda: order_validation(scores, *again))
