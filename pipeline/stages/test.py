"""The test stage: omnibus tests, comparisons over the data sets, tests and curves within each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.cache.store import Store
from rankpress.catalog.entries import PairwiseMethod as Procedure
from rankpress.catalog.methods import ALSO_OF_SEVERAL, ALSO_OF_TWO, OMNIBUS, PAIRWISE, WITHIN
from rankpress.core.scores import FloatArray, IntArray, MetricResults, MetricScores, MetricVotes, by_shared_datasets
from rankpress.stages.rank import Ranking, counted_by
from rankpress.stages.stratified import Stratified, find_strata, stratify
from rankpress.stages.suitability import lack_of
from rankpress.stages.within import (
    AveragedPair,
    PairCurve,
    WithinDataset,
    compare_within,
    find_curves,
    suited,
    turn_pairs,
)
from rankpress.stats.clustered import ClusteredMeans
from rankpress.stats.incomplete_blocks import incidence
from rankpress.stats.multiplicity import chance_of_any_error, expected_errors, level_for_family
from rankpress.stats.pairs import PairTests, all_pairs, pairs_with
from rankpress.stats.procedures import OmnibusTest
from rankpress.stats.sign import wins_ties_losses
from rankpress.wording.numbers import counted_in_words
from rankpress.wording.text import Prose, capitalized, join, joined, references, say

if TYPE_CHECKING:
    from rankpress.spec.model import CurvesOptions, PairwiseMethod, TestOptions
    from rankpress.spec.statistics_sections import TestMethods


_DIFFERENCES = ("mean_difference", "mean_relative_difference")

TOO_FEW_SHARED = "the two share fewer than two data sets, too few for a test"


@dataclass(frozen=True)
class OverDatasets:
    """Comparisons of pairs of algorithms over all data sets, unadjusted."""

    procedure: str  # the pairwise test, by its name in the spec
    # (n_pairs, 2): algorithms a and b of each comparison, a the better ranked (the earlier one where they tie)
    pairs: IntArray
    difference: FloatArray  # (n_pairs,): average rank of a less that of b
    statistic: FloatArray  # statistic, p: (n_pairs,): of the pairwise test; p is two-sided
    p: FloatArray
    exchanged: FloatArray  # (n_pairs,): the statistics of b against a
    # (n_pairs,): 1 where the test favours a, -1 where it favours b, which may be the worse ranked, 0 where neither
    favours: IntArray
    # (n_pairs, 3): data sets on which a wins, ties, loses, of those that both have; None where only average ranks are
    # known
    wins: IntArray | None
    # what else the test gives, such as the sums of ranks of Wilcoxon's test. Differences of scores are those of the
    # metric itself, a less b: below 0 where a is better and lower is. Statistics are above 0 there all the same.
    details: Mapping[str, FloatArray]
    options: Mapping[str, object]  # the options that the test was made with
    # by pair, why its statistic is undefined; "" where it is not. Empty where all are defined.
    why: tuple[str, ...] = ()
    tolerance: float | None = None  # differences nearer to 0 were taken for none; None: but for rounding


def compare_over(scores: MetricResults, ranking: Ranking, pairs: IntArray, method: PairwiseMethod) -> OverDatasets:
    """Compare pairs of algorithms over the data sets."""
    tests, counted = _pair_tests(scores, ranking, pairs, method), counted_by(scores, ranking)
    difference = ranking.average[pairs[:, 0]] - ranking.average[pairs[:, 1]]
    # where a test has no statistic, data sets are all alike, and average ranks tell
    favours = np.sign(np.where(np.isnan(tests.leaning), -difference, tests.leaning)).astype(np.int64)
    details = dict(tests.details)
    if scores.better == "lower":  # differences of scores in the metric's own direction, and not -0.0
        details |= {name: 0.0 - details[name] for name in _DIFFERENCES if name in details}
    return OverDatasets(
        procedure=method.name,
        pairs=pairs,
        difference=difference,
        statistic=tests.statistic,
        p=tests.p,
        exchanged=tests.exchanged,
        favours=favours,
        wins=None if counted is None else wins_ties_losses(counted[0], pairs, counted[1]),
        details=details,
        options=method.options,
        why=tests.why,
        tolerance=ranking.tolerance if PAIRWISE[method.name].has_ties else None,
    )


def _pair_tests(scores: MetricResults, ranking: Ranking, pairs: IntArray, method: PairwiseMethod) -> PairTests:
    procedure, options = PAIRWISE[method.name], dict(method.options)
    if procedure.has_ties:  # ranks and this test share one tolerance
        options["tolerance"] = ranking.tolerance
    if procedure.uses == "average-ranks":
        return procedure.run(ranking.average, ranking.n_datasets, pairs, **options)
    oriented = scores.oriented if isinstance(scores, MetricScores) else None
    values = ranking.ranks if procedure.uses == "ranks" else oriented
    if procedure.has_ties and procedure.uses == "ranks" and (counted := counted_by(scores, ranking)) is not None:
        values, options["tolerance"] = -counted[0], counted[1]  # as ranks have it, the lower is better
    if values is None:
        raise ValueError(f"{method.name} needs {procedure.uses}; metric {scores.name} has average ranks only")
    if procedure.of_folds and isinstance(scores, MetricScores) and scores.has_folds:
        folds = [None if scored is None else scores.sign * scored.scores for scored in scores.folds]
        return procedure.run(values, pairs, folds=folds, **options)
    if procedure.pair_alone and not procedure.incomplete and np.isnan(values).any():
        return _over_shared_datasets(procedure, values, pairs, options)
    return procedure.run(values, pairs, **options)


def _over_shared_datasets(
    procedure: Procedure, values: FloatArray, pairs: IntArray, options: Mapping[str, object]
) -> PairTests:
    """Test each pair over the data sets that both of it have; pairs that share the same ones are tested together."""
    results: dict[int, tuple[PairTests, int]] = {}
    for sharing in by_shared_datasets(values, pairs):
        if len(sharing.values) < 2:
            continue
        tests = procedure.run(sharing.values, sharing.pairs, **options)
        results |= {int(pair): (tests, index) for index, pair in enumerate(sharing.members)}
    # where no pair can be tested, the test of two that are equal has the details that pairs have
    tested = [tests for tests, _ in results.values()]
    first = tested[0] if tested else procedure.run(np.zeros((2, 2)), np.array([[0, 1]]), **options)
    # nothing speaks against its being alike that a pair shares too few data sets for any test
    nothing = np.full(1, np.nan)
    details = dict.fromkeys(first.details, nothing)
    untested = replace(first, statistic=nothing, p=np.ones(1), details=details, why=(TOO_FEW_SHARED,))
    in_order = [results.get(pair, (untested, 0)) for pair in range(len(pairs))]
    return replace(
        first,
        statistic=np.array([tests.statistic[index] for tests, index in in_order]),
        p=np.array([tests.p[index] for tests, index in in_order]),
        details={name: np.array([tests.details[name][index] for tests, index in in_order]) for name in first.details},
        why=tuple(tests.why[index] if tests.why else "" for tests, index in in_order),
    )


@dataclass(frozen=True)
class Tested:
    """What the tests found in one metric; what was omitted says why."""

    omnibus: Mapping[str, OmnibusTest]  # by name in the spec; empty of two algorithms or one data set
    # comparisons over the data sets, which decide; None where there are fewer than two, where the algorithms fall into
    # parts that share none, and where they are compared over the test examples of few data sets: see `stratified`
    over: OverDatasets | None
    within_procedure: str  # test used within data sets, or "none"
    within: tuple[WithinDataset, ...]  # one a data set that could be tested
    # by data set, Cochran's Q over its test examples, where there are such and three algorithms
    within_omnibus: Mapping[str, OmnibusTest]
    curves: tuple[PairCurve, ...]  # by data set, then pair
    averaged_curves: tuple[AveragedPair, ...]  # one a pair, where averages over the data sets were requested
    control: int | None  # the algorithm that all others are compared with
    left_out: Mapping[str, Prose]  # part ("over", "within", "curves", ...) to the reason in a sentence
    notes: tuple[Prose, ...]  # sentences the report must print, such as how a test-train ratio was inferred
    # by data set, the mean of each algorithm over its test examples, where these, in clusters or not, are compared
    within_means: Mapping[str, ClusteredMeans] = field(default_factory=dict)
    # the same of a benchmark of few data sets together, with the differences of pairs: these decide, and there are no
    # tests over the data sets
    stratified: Stratified | None = None
    # comparisons of the same pairs by other tests, which are reported and decide nothing
    also: tuple[OverDatasets, ...] = ()

    @property
    def over_datasets(self) -> Tested:
        """What was compared over the data sets alone, on which alone other stages rest."""
        return Tested({}, self.over, "", (), {}, (), (), self.control, self.left_out, (), also=self.also)


def run_tests(
    scores: MetricResults,
    ranking: Ranking,
    options: TestMethods,
    curves: CurvesOptions | None,
    store: Store | None = None,
) -> Tested:
    """Test the algorithms of one metric over the data sets and within each."""
    control = None if options.control is None else scores.algorithms.index(options.control)
    pairs = compared_pairs(ranking, control)
    left_out: dict[str, Prose] = {}
    notes: list[Prose] = []
    of_within = suited(options.within, scores)
    within = compare_within(scores, pairs, of_within, store)
    stratified, strata = None, within
    if options.over == "auto" or scores.n_datasets < 2:
        strata = find_strata(scores, pairs, within, of_within, store)
        stratified = stratify(strata, scores.datasets)
    incomparable = _incomparable(scores, ranking, stratified)
    # of two algorithms the test of the pair is the test of all, and Friedman's is the sign test
    omnibus = options.omnibus if scores.n_datasets >= 2 and stratified is None and not ranking.is_of_two else ()
    if incomparable:
        left_out["over"] = incomparable
    if within.why and not isinstance(scores, MetricVotes):  # which have no data sets to test within
        left_out["within"] = within.why
    notes += within.notes
    best_first = sorted(ranking.best_first, key=lambda algorithm: algorithm != control)
    drawn = find_curves(scores, curves, store, best_first)
    if drawn.why:
        left_out["curves"] = drawn.why
    by_ratio = within.tests and WITHIN[of_within].design == "folds-ratio"
    if by_ratio or any(curve.form == "t" for curve in drawn.curves):
        notes += ratio_notes(scores) if isinstance(scores, MetricScores) else []
    return Tested(
        omnibus={name: omnibus_test(scores, ranking, name) for name in omnibus},
        over=None if incomparable else compare_over(scores, ranking, pairs, options.pairwise),
        within_procedure=of_within,
        within=within.tests,
        within_omnibus=within.omnibus,
        within_means=within.means if stratified is None else strata.means,
        stratified=stratified,
        curves=drawn.curves,
        averaged_curves=drawn.averaged,
        control=control,
        left_out=left_out,
        notes=tuple(notes),
        also=() if incomparable else _compare_also(scores, ranking, pairs, options),
    )


def _compare_also(
    scores: MetricResults, ranking: Ranking, pairs: IntArray, options: TestMethods
) -> tuple[OverDatasets, ...]:
    """Compare the pairs by the tests that are reported too: those of the spec, or those that the scores allow."""
    from rankpress.spec.model import PairwiseMethod

    methods = options.also
    if methods is None:
        names = ALSO_OF_TWO if len(ranking.average) == 2 else ALSO_OF_SEVERAL
        methods = tuple(PairwiseMethod.unchecked(name=name) for name in names if not lack_of(PAIRWISE[name], scores))
    return tuple(
        compare_over(scores, ranking, pairs, method) for method in methods if method.name != options.pairwise.name
    )


def _incomparable(scores: MetricResults, ranking: Ranking, stratified: Stratified | None) -> Prose:
    """Why algorithms are not compared over the data sets; empty where they are."""
    if isinstance(scores, MetricVotes):
        return "Whether strengths in votes differ by more than chance was not tested."
    if scores.n_datasets < 2:
        return "Tests over data sets need at least two data sets; there is one."
    if stratified is not None:
        return (
            f"{capitalized(counted_in_words(scores.n_datasets, 'data set'))} are too few for a test over them; the"
            " algorithms were compared over the test examples, with the same weight for each data set."
        )
    parts = () if ranking.ranks is None else incidence(ranking.ranks).components
    if len(parts) < 2:
        return ""
    texts = [joined(references("algorithms", (scores.algorithms[i] for i in part))) for part in parts]
    return say(
        "Pairs were not compared over the data sets: the algorithms fall into parts that share none ({}).",
        join(texts, "; "),
    )


def compared_pairs(ranking: Ranking, control: int | None) -> IntArray:
    """Return the pairs of algorithms that are compared: all, or those with a control."""
    average = ranking.average
    pairs = all_pairs(len(average)) if control is None else pairs_with(control, len(average))
    swap = average[pairs[:, 1]] < average[pairs[:, 0]]
    return turn_pairs(pairs, swap)


def omnibus_test(scores: MetricResults, ranking: Ranking, name: str) -> OmnibusTest:
    """Test whether the algorithms differ at all: from scores, ranks or, where nothing else is known, average ranks."""
    procedure = OMNIBUS[name]
    if procedure.uses == "scores":
        if not isinstance(scores, MetricScores):
            raise ValueError(f"{name} needs scores; metric {scores.name} has average ranks only")
        return procedure.test(scores.oriented)
    if ranking.ranks is not None:
        return procedure.test(ranking.ranks)
    tested = procedure.test_average_ranks(ranking.average, ranking.n_datasets)
    if tested is None:
        raise ValueError(f"{name} needs ranks; there are average ranks only")
    return tested


def ratio_notes(scores: MetricScores) -> list[Prose]:
    """Say of which data sets the ratio of cases tested to trained on was taken from the number of folds."""
    inferred = [
        dataset
        for dataset, folds in zip(scores.datasets, scores.folds, strict=True)
        if folds is not None and folds.n_train is None
    ]
    if not inferred:
        return []
    sentence = (
        "The files do not show the numbers of training and test cases{}; their ratio was taken from the number of"
        " folds, as in cross-validation."
    )
    names = join(references("datasets", inferred), ", ")
    return [say(sentence, "" if len(inferred) == len(scores.datasets) else say(" of {}", names))]


@dataclass(frozen=True)
class Attempts:
    """Tests of one kind and what would come of them if no algorithm differed from another and they were independent."""

    tests: int  # comparisons that were made
    tuning_runs: int  # times that the user tuned an algorithm and tried it, which count as comparisons
    alpha: float  # level of each

    @property
    def number(self) -> int:
        """Tests and tuning runs together."""
        return self.tests + self.tuning_runs

    @property
    def expected_errors(self) -> float:
        """How many would be significant on average."""
        return expected_errors(self.number, self.alpha)

    @property
    def chance_of_any_error(self) -> float:
        """How likely at least one would be."""
        return chance_of_any_error(self.number, self.alpha)

    @property
    def level_for_family(self) -> float:
        """The level of each that would keep that chance at alpha."""
        return level_for_family(self.number, self.alpha)


@dataclass(frozen=True)
class Multiplicity:
    """The tests that were made over the data sets and within them; None where none were."""

    over: Attempts | None = None
    within: Attempts | None = None


def count_attempts(tested: Tested, options: TestOptions) -> Multiplicity:
    """Count the tests of one metric, and the tuning that the user tells of."""
    within = sum(len(of_dataset.pairs) for of_dataset in tested.within)
    return Multiplicity(
        None if tested.over is None else Attempts(len(tested.over.p), options.tuning_runs, options.alpha),
        Attempts(within, options.tuning_runs, options.alpha) if within else None,
    )
