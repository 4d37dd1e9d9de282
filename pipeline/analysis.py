"""All stages of one metric in order, from its scores to its conclusions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from rankpress.cache.store import Store, restricted
from rankpress.cache.work import Unmade
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.core.labels import Labels, Names
from rankpress.core.scores import (
    Costs,
    FloatArray,
    MetricRanks,
    MetricResults,
    MetricScores,
    MetricVotes,
    Reading,
    Scores,
)
from rankpress.core.table import Displayed
from rankpress.robustness.protocol import Protocol, with_protocol
from rankpress.spec.statistics_sections import TestMethods
from rankpress.stages.adjust import Adjusted, adjust, p_values_of, signed_by_dataset
from rankpress.stages.bayes import Bayesian, compare_bayesian
from rankpress.stages.conclude import (
    Best,
    Contradictions,
    CostFront,
    Dispute,
    SignificantWins,
    find_best,
    find_contradictions,
    find_dispute,
    find_fronts,
    find_significant_wins,
)
from rankpress.stages.effects import Estimated, estimate
from rankpress.stages.equivalence import Equivalence, find_equivalence
from rankpress.stages.order import (
    GroupOrder,
    Ordered,
    Similarity,
    ValidationOrder,
    compare_datasets,
    compare_orders,
    order,
    order_groups,
    order_validation,
)
from rankpress.stages.proportions import cut_estimated, cut_tested
from rankpress.stages.rank import Ranking, rank, rank_intervals, without_intervals
from rankpress.stages.test import Multiplicity, Tested, count_attempts, run_tests
from rankpress.stats.concordance import RankAgreement
from rankpress.stats.rank_intervals import RankIntervals
from rankpress.wording.numbers import Scale
from rankpress.wording.text import Kind, Text, in_unit, metric_named, references

if TYPE_CHECKING:
    from rankpress.robustness.power import Powered
    from rankpress.robustness.replicability import Replicated
    from rankpress.robustness.variations import Sensitivity
    from rankpress.spec.model import Study, TestOptions
    from rankpress.spec.table_options import Rounded
    from rankpress.spec.topic_steps import Input
    from rankpress.stages.stratified import Stratified
    from rankpress.stages.within import WithinDataset


@dataclass(frozen=True)
class Conclusions:
    """What follows from the results of the stages."""

    wins: SignificantWins | None = None  # significant wins over the data sets, with the sign test over them
    best: Best | None = None  # whether the first adjustment lets a best be named
    # where the order contradicts a significant difference, or the differences one another
    contradictions: tuple[Contradictions, ...] = ()
    fronts: tuple[CostFront, ...] = ()  # the algorithms that no other is as good and as cheap as, by each cost
    # how many tests were made, and what that does to the chance of an error
    multiplicity: Multiplicity = field(default_factory=Multiplicity)
    # the data sets of each group, as far as the missing policy keeps them
    dataset_groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dispute: Dispute | None = None  # where the test that decides and one of the other kind part, where one was made
    similarity: Similarity | None = None  # how similar the orders on the data sets are


@dataclass(frozen=True)
class Robustness:
    """How far the conclusions depend on choices of the study and on its data sets, as far as that was requested."""

    sensitivity: Sensitivity | None = None  # which conclusions depend on choices of the study
    replicated: Replicated | None = None  # the tests made again on draws of data sets
    powered: Powered | None = None  # the simulated power of the study's procedures


@dataclass(frozen=True)
class FurtherOrders:
    """Orders other than that of all data sets by the first cost."""

    by_other_costs: tuple[Ordered, ...] = ()  # by the other costs of a study that lists several
    on_groups: tuple[GroupOrder, ...] = ()  # on groups of data sets
    by_validation: ValidationOrder | None = None  # from validation scores


@dataclass(frozen=True)
class Analysis(Displayed):
    """One metric from its scores to its ordering; each part is what a stage returned."""

    # scores, ranking, tested, adjusted, ordered: what the stages load, rank, test, adjust and order found
    scores: MetricResults
    ranking: Ranking
    tested: Tested
    adjusted: Adjusted
    ordered: Ordered
    estimated: Estimated | None = None  # effect sizes with their intervals, where they were requested
    equivalence: Equivalence | None = None  # which pairs differ by less than a margin, where the study states one
    bayesian: Bayesian | None = None  # bayesian comparisons, where they were requested
    conclusions: Conclusions = field(default_factory=Conclusions)  # what follows from these results
    further_orders: FurtherOrders = field(default_factory=FurtherOrders)
    robustness: Robustness = field(default_factory=Robustness)  # how far the conclusions depend on the study
    # how the study came about, the same for all its metrics; None where it has no such section
    protocol: Protocol | None = None
    rank_intervals: RankIntervals | None = None  # between which ranks each algorithm lies, where that was requested
    no_rank_intervals: str = ""  # why there are none, where they were requested
    computed: Mapping[str, Any] = field(default_factory=dict)  # what the steps of topics returned, by their names
    # the tables of which the study sets decimals, with nothing else that it says of them: p-values of sentences have
    # the decimals of their columns
    table_digits: Mapping[str, Rounded] = field(default_factory=dict)
    test_settled_by: str = ""  # the correction because of which the test that decides is not the default

    @property
    def parts(self) -> tuple[Any, ...]:
        """What each stage returned, and each step of a topic, also of stages whose results stand together."""
        groups = (self.conclusions, self.further_orders, self.robustness)
        return tuple(getattr(of, part.name) for of in (self, *groups) for part in fields(of)) + tuple(
            self.computed.values()
        )

    @property
    def is_one_benchmark(self) -> bool:
        """Whether it compares algorithms over the test examples of a single data set, where ranks say nothing."""
        return self.scores.n_datasets == 1 and bool(self.tested.within_means)

    @property
    def is_benchmark(self) -> bool:
        """Whether the comparisons that decide are over the test examples of few data sets, and none over data sets."""
        return self.tested.stratified is not None

    @property
    def averages_ranks(self) -> bool:
        """Whether average ranks over the data sets say who leads."""
        return self.scores.n_datasets > 1 and not self.is_benchmark

    @cached_property
    def standing(self) -> FloatArray:
        """(n_algorithms,): what decides who leads, the lower the better: means over test examples, or average ranks."""
        stratified = self.tested.stratified
        return self.ranking.average if stratified is None else -self.scores.sign * stratified.means.mean

    @cached_property
    def best_first(self) -> tuple[int, ...]:
        """The algorithms by what decides who leads."""
        if not self.is_benchmark:
            return self.ranking.best_first
        return tuple(np.argsort(self.standing, kind="stable").tolist())

    @property
    def best(self) -> tuple[int, ...]:
        """The algorithms that lead: one, or those that share the first place."""
        if not self.is_benchmark:
            return self.ranking.best
        leads = np.isclose(self.standing, self.standing.min(), rtol=1e-12, atol=0)
        return tuple(i for i in self.best_first if leads[i])

    @property
    def is_weighted(self) -> bool:
        """Whether means over the data sets are weighted; the differences that tests and intervals are of never are."""
        return isinstance(self.scores, MetricScores) and self.scores.weights is not None

    @property
    def adjusts_within(self) -> bool:
        """Whether p-values within data sets are adjusted: where one has several pairs, and the study adjusts any."""
        return self.adjusted.within != UNADJUSTED and any(
            len(of_dataset.pairs) > 1 for of_dataset in self.tested.within
        )

    def p_within(self, tested: WithinDataset | Stratified) -> FloatArray:
        """Return the p-values of pairs within a data set, or over test examples of several, that decide."""
        return tested.adjusted_p(self.adjusted.within)

    @property
    def has_one_leader(self) -> bool:
        """Whether one algorithm leads, and no control is compared with the others."""
        return self.tested.control is None and len(self.best) == 1

    @property
    def leading_pair(self) -> tuple[int, int]:
        """The two best ranked; or the best other one and the control."""
        order, control = self.best_first, self.tested.control
        if control is None:
            return order[0], order[1]
        return next(i for i in order if i != control), control

    @property
    def names(self) -> tuple[str, ...]:
        """The algorithms, in the order that all arrays use."""
        return self.scores.algorithms

    @property
    def costs_of_orders(self) -> tuple[str, ...]:
        """The costs that its orders go by, once each."""
        orders = (self.ordered, *self.further_orders.by_other_costs)
        return tuple(dict.fromkeys(cost for order in orders for cost in order.costs.weights))

    @property
    def other_orders(self) -> tuple[tuple[Ordered, RankAgreement | None], ...]:
        """The orders by other costs, each with how far it agrees with that by the first."""
        return tuple((order, compare_orders(order, self.ordered)) for order in self.further_orders.by_other_costs)

    @cached_property
    def algorithms(self) -> tuple[Text, ...]:
        """The names of the algorithms as texts refer to them."""
        return references("algorithms", self.scores.algorithms)

    @cached_property
    def metric(self) -> Text:
        """The metric as texts refer to it."""
        return metric_named(self.scores.name)

    @cached_property
    def measured(self) -> Text:
        """The metric with its unit, as stands over its scores and at an axis: latency (ms), accuracy (%)."""
        return self.measured_in(self.scores.scale)

    def measured_in(self, scale: Scale) -> Text:
        """Return the metric with the unit of a table that prints it on a scale of its own."""
        return Text((*self.metric.parts, f" ({scale.sign})")) if scale.sign else in_unit(self.metric)


class Analyses(tuple[Analysis, ...], Displayed):
    """Analyses of one study, one per metric, which a notebook shows one after the other."""

    __slots__ = ()


def analyse(study: Study, scores: Scores, store: Store | None = None) -> Analyses:
    """Rank, test, adjust and order, one metric at a time."""
    store = store or Store(None)
    unread: Any = scores if isinstance(scores, Unmade) else None
    metrics: Sequence[Any] = study.scores.metrics if unread else scores.metrics
    others = _p_of_other_metrics(study, [(unread or metric, store.of(metric.name)) for metric in metrics])

    def ranked() -> Sequence[tuple[MetricResults, Ranking]] | Unmade:
        if unread:
            return unread  # type: ignore[no-any-return]
        bare = [(_bare(metric), store.of(metric.name)) for metric in metrics]
        return tuple((scores, of_metric.call("rank", rank, scores, study.rank)) for scores, of_metric in bare)

    analyses = Analyses(
        _analysis(study, unread or metric, scores.costs, store.of(metric.name), of_others, ranked)
        for metric, of_others in zip(metrics, others, strict=True)
    )
    # which tells of what a dry run may lack
    return analyses if store.dry else Analyses(with_protocol(study, analyses))


def labels_of(analyses: Sequence[Analysis], labels: Names = MappingProxyType({})) -> Labels:
    """Return what reports on some analyses show in place of the names of the files."""
    return Labels(labels, chain.from_iterable(map(names_of, analyses)))


def names_of(analysis: Analysis) -> Iterator[tuple[Kind, str]]:
    """Yield the names of the files that a report on an analysis may show, with what has each."""
    scores, missing = analysis.scores, analysis.scores.missing
    read = missing.coverage or scores
    yield "metrics", scores.name
    if analysis.further_orders.by_validation is not None:
        yield "metrics", analysis.further_orders.by_validation.column
    names: Mapping[Kind, Iterable[str]] = {
        "costs": (*analysis.costs_of_orders, *(front.cost for front in analysis.conclusions.fronts)),
        "algorithms": (*scores.algorithms, *read.algorithms, *missing.dropped_algorithms),
        "datasets": (*scores.datasets, *read.datasets, *missing.dropped_datasets),
        "groups": analysis.conclusions.dataset_groups,
    }
    yield from ((kind, name) for kind, of_kind in names.items() for name in of_kind)


def _p_of_other_metrics(study: Study, metrics: Sequence[tuple[MetricResults, Store]]) -> list[FloatArray | None]:
    """Return for each metric the p-values of the others, where a family is of all; the store spares the tests again."""
    if len(metrics) == 1 or all(method.over == "pairs" for method in study.adjust):
        return [None] * len(metrics)
    tested = [_tests(study, _bare(scores), store)[1].over_datasets for scores, store in metrics]
    return [
        store.call("other metrics", p_values_of, tested[:place] + tested[place + 1 :])
        for place, (_, store) in enumerate(metrics)
    ]


def _bare(scores: MetricResults) -> MetricResults:
    """Return scores without what no stage reads, or only the one that it is given to."""
    if isinstance(scores, Unmade):
        return scores
    if not isinstance(scores, MetricScores):
        return replace(scores, reading=Reading(), scale=Scale())
    return replace(
        scores,
        validation=None,
        unreduced=None,
        trajectories=(),
        schemes=(),
        instances=(),
        weights=None,
        reading=Reading(),
        scale=Scale(),
    )


def with_weights(scores: MetricResults, study: Study) -> MetricResults:
    """Return scores with the weights of their data sets, where the study states some."""
    weights, groups = study.scores.weights, study.scores.groups
    if weights is None or not isinstance(scores, MetricScores):
        return scores
    weight_of = dict.fromkeys(groups, 1.0) if weights == "groups" else weights
    of_each = dict.fromkeys(scores.datasets, 1.0)
    for name, weight in weight_of.items():
        members = [dataset for dataset in groups.get(name, (name,)) if dataset in of_each]
        of_each.update(dict.fromkeys(members, weight / max(len(members), 1)))
    return replace(scores, weights=np.array(list(of_each.values())))


def _tests(study: Study, scores: MetricResults, store: Store) -> tuple[Ranking, Tested]:
    """Rank and test."""
    ranking = store.call("rank", rank, scores, study.rank, study.tie_model)
    options = restricted(study.test, TestMethods)
    return ranking, store.call("test", run_tests, scores, ranking, options, study.curves, store, absent="curves")


def _analysis(
    study: Study,
    read: MetricResults,
    costs: Mapping[str, Costs],
    store: Store,
    others: FloatArray | None,
    metrics: Callable[[], Sequence[tuple[MetricResults, Ranking]] | Unmade],
) -> Analysis:
    """Compute all stages of one metric, each from its arguments and nothing else, so that it can be kept by them."""
    read = with_weights(read, study)
    scores, alpha = _bare(read), study.test.alpha
    ranking, tested = _tests(study, scores, store)
    sure = None
    if study.rank.intervals != "none":
        sure = store.call("rank intervals", rank_intervals, ranking, study.rank.intervals, 1 - alpha)
    over = tested.over_datasets
    estimated = store.call("effects", estimate, scores, ranking, over, study.effects, absent="effects")
    equivalence = None
    if study.effects is not None and study.effects.margin is not None:
        equivalence = store.call("equivalence", find_equivalence, scores, over, study.effects, alpha)
    signed = None
    if any(ADJUSTMENTS[method.name].by_signs for method in study.adjust):
        signed = store.call("signs", signed_by_dataset, scores, over, study.adjust)
    adjusted = store.call("adjust", adjust, ranking, over, study.adjust, alpha, signed, others)
    bayesian = None
    if study.bayes is not None:
        bayesian = store.call("bayes", compare_bayesian, scores, ranking, study.test.control, study.bayes, store)
    ordered = store.call("order", order, scores, ranking, costs, study.order, alpha, store, absent="order")
    analysis = Analysis(
        scores, ranking, tested, adjusted, ordered, estimated, equivalence, bayesian, rank_intervals=sure
    )
    return replace(
        analysis,
        scores=read,
        no_rank_intervals=_without_intervals(ranking, study.rank.intervals),
        further_orders=_further_orders(study, analysis, costs, read, store),
        robustness=_robustness(study, analysis, costs, read, store),
        conclusions=_conclusions(study, analysis, costs, read, store),
        **_cut_to_proportions(analysis, read),
        computed=_computed(study, analysis, costs, read, metrics, store),
        table_digits=study.report.table_digits,
        test_settled_by=study.test_settled_by,
    )


def _cut_to_proportions(analysis: Analysis, read: MetricResults) -> dict[str, Any]:
    """Cut the intervals of a metric that the study declares a proportion to what it can be."""
    if isinstance(read, Unmade) or not (read.scale.is_proportion or read.scale.percent):
        return {}
    return {"tested": cut_tested(analysis.tested), "estimated": cut_estimated(analysis.estimated)}


def _further_orders(
    study: Study, analysis: Analysis, costs: Mapping[str, Costs], read: MetricResults, store: Store
) -> FurtherOrders:
    """Order by the other costs, on the groups of data sets and by validation scores."""
    scores, alpha = analysis.scores, study.test.alpha
    by_other_costs = tuple(
        store.call("order", order, scores, analysis.ranking, costs, options, alpha, store)
        for options in (() if study.order is None else study.order.by_other_costs)
    )
    again = (costs, study.rank, study.order, alpha, analysis.ordered, store)
    groups: tuple[GroupOrder, ...] = ()
    if study.scores.groups:
        groups = store.call("order groups", order_groups, scores, study.scores.groups, *again, absent="order")
    validation = None
    has_validation = not isinstance(scores, Unmade) or any(metric.validation for metric in study.scores.metrics)
    if has_validation and not isinstance(read, MetricRanks | MetricVotes) and read.validation is not None:
        validation = store.call("order validation", order_validation, read.validation, *again, absent="order")
    return FurtherOrders(by_other_costs, groups, validation)


def _robustness(
    study: Study, analysis: Analysis, costs: Mapping[str, Costs], read: MetricResults, store: Store
) -> Robustness:
    """Vary the study, draw from its data sets and simulate its power, as far as it says so."""
    scores, ranking, methods = analysis.scores, analysis.ranking, study.adjust
    over = analysis.tested.over_datasets
    sensitivity = replicated = powered = None
    if study.sensitivity is not None:
        from rankpress.robustness.sensitivity import vary

        unreduced = (
            replace(scores, unreduced=read.unreduced, weights=read.weights)
            if isinstance(scores, MetricScores) and isinstance(read, MetricScores)
            else scores
        )
        varied = (study.rank, study.test, methods, study.order, study.scores.groups)
        stages = (analysis.tested, analysis.adjusted, analysis.ordered)
        arguments = (unreduced, costs, *varied, study.sensitivity, *stages, store)
        sensitivity = store.call("sensitivity", vary, *arguments, absent="order")
    deciding = (study.test.alpha, study.test.pairwise)
    if study.replicability is not None:
        from rankpress.robustness.replicability import replicate

        drawn = (*deciding, methods, study.replicability)
        replicated = store.call("replicability", replicate, scores, ranking, over, *drawn, store)
    if study.power is not None:
        from rankpress.robustness.power import simulate_power

        simulated = (study.power, study.rank, *deciding, methods)
        powered = store.call("power", simulate_power, scores, ranking, over, analysis.adjusted, *simulated, store)
    return Robustness(sensitivity, replicated, powered)


def _computed(
    study: Study,
    analysis: Analysis,
    costs: Mapping[str, Costs],
    read: MetricResults,
    metrics: Callable[[], Sequence[tuple[MetricResults, Ranking]] | Unmade],
    store: Store,
) -> dict[str, Any]:
    """Compute the steps of topics, as far as the study asks for them."""
    steps = list(study.steps())
    inputs: dict[Input, Any] = {
        "metrics": metrics() if any("metrics" in step.takes for step, _ in steps) else (),
        "weights": read.weights if isinstance(read, MetricScores) else None,
        "scores": analysis.scores,
        "read": read,
        "groups": study.scores.groups,
        "costs": costs,
        "ranking": analysis.ranking,
        "tested": analysis.tested,
        "adjusted": analysis.adjusted,
        "ordered": analysis.ordered,
        "alpha": study.test.alpha,
        "store": store,
    }
    return {
        step.name: store.call(step.name, step.compute, *(inputs[name] for name in step.takes), *section)
        for step, section in steps
    }


def _conclusions(
    study: Study, analysis: Analysis, costs: Mapping[str, Costs], read: MetricResults, store: Store
) -> Conclusions:
    """Conclude from the results of the stages."""
    scores: Any = analysis.scores
    if isinstance(scores, MetricScores) and isinstance(read, MetricScores):
        scores = replace(scores, weights=read.weights)  # of mean scores and costs
    outcome = (analysis.tested, analysis.adjusted, analysis.ordered)
    options = (costs, study.test, study.scores.groups)
    return store.call("conclude", _conclude, scores, analysis.ranking, *outcome, *options)


def _without_intervals(ranking: Ranking, method: str) -> str:
    return "" if method == "none" or isinstance(ranking, Unmade) else without_intervals(ranking)


def _conclude(
    scores: MetricResults,
    ranking: Ranking,
    tested: Tested,
    adjusted: Adjusted,
    ordered: Ordered,
    costs: Mapping[str, Costs],
    options: TestOptions,
    groups: Mapping[str, Sequence[str]],
) -> Conclusions:
    return Conclusions(
        find_significant_wins(scores, tested, options.alpha, adjusted.within),
        find_best(ranking, tested, adjusted, ordered),
        find_contradictions(tested, adjusted, ordered),
        find_fronts(scores, ranking, costs),
        count_attempts(tested, options),
        {
            name: remaining
            for name, members in groups.items()
            if (remaining := tuple(dataset for dataset in members if dataset in scores.datasets))
        },
        find_dispute(ranking, tested, adjusted),
        compare_datasets(ordered),
    )
