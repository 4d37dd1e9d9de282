"""Tests within each data set, and confidence curves of differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Literal

import numpy as np

from rankpress.cache.store import Store
from rankpress.catalog.methods import ADJUSTMENTS, WITHIN
from rankpress.core.scores import (
    BoolArray,
    Examples,
    FloatArray,
    Folds,
    IntArray,
    MetricResults,
    MetricScores,
    PairedOutcomes,
    as_five_by_two,
    complete_pairs,
    ratio_tested_to_trained,
)
from rankpress.stats.clustered import ClusteredMeans, clustered_means
from rankpress.stats.curves import AveragedCurve, ConfidenceCurve, Curve, quesenberry_hurst
from rankpress.stats.curves import from_folds as curve_from_folds
from rankpress.stats.mcnemar import cochran_q_from_both_right
from rankpress.stats.procedures import OmnibusTest
from rankpress.stats.resampled import WithinTests
from rankpress.stats.superiority import a12
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, reference, say

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.spec.method_sections import CurveForm
    from rankpress.spec.model import CurvesOptions


OF_RUNS = ("runs", "paired-runs")
OVER_EXAMPLES = "clustered-t"
"""The test of means over test examples, in clusters or each one of its own."""


@dataclass(frozen=True)
class WithinDataset:
    """Comparisons within one data set; differences are scores of a minus those of b."""

    dataset: str
    pairs: IntArray
    tests: WithinTests

    def adjusted_p(self, method: str) -> FloatArray:
        """Return the p-values adjusted for the pairs of the data set by a method; nan where there was no test."""
        adjusted = ADJUSTMENTS[method].run(np.nan_to_num(self.tests.p, nan=1.0))
        return np.where(np.isnan(self.tests.p), np.nan, adjusted)


@dataclass(frozen=True)
class Within:
    """What the tests within data sets found in one metric."""

    tests: tuple[WithinDataset, ...] = ()  # one a data set that could be tested
    # by data set, Cochran's Q of all algorithms over its test examples, where there are such
    omnibus: Mapping[str, OmnibusTest] = field(default_factory=dict)
    # by data set, the mean of each algorithm over its test examples, where the tests allow for clusters of them
    means: Mapping[str, ClusteredMeans] = field(default_factory=dict)
    why: str = ""  # why there are no tests of pairs at all; empty otherwise
    notes: tuple[Prose, ...] = ()  # what could not be tested


_NEEDS = {
    "outcomes": "outcomes on test examples",
    "examples": "test examples in two clusters",
    "runs": "two runs of two algorithms",
    "paired-runs": "two seeds that two algorithms share",
}


def suited(name: str, scores: MetricResults) -> str:
    """Return the test within data sets that is made, where the scores do not allow the default of their study.

    Where seeds were averaged within folds, it is over the folds; of graded scores on test examples over their means.
    """
    is_graded = isinstance(scores, MetricScores) and scores.examples and not scores.has_outcomes
    if is_graded and name != "none" and WITHIN[name].design == "outcomes":
        return OVER_EXAMPLES
    if name != "none" and WITHIN[name].design in OF_RUNS and scores.has_folds and not scores.has_runs:
        return "corrected-t"
    return name


def compare_within(scores: MetricResults, pairs: IntArray, name: str, store: Store | None = None) -> Within:
    """Test pairs of algorithms, and all of them together, within each data set."""
    omnibus = dict(_cochran(scores)) if isinstance(scores, MetricScores) else {}
    why = _why_not(scores, name)
    if why or not isinstance(scores, MetricScores):
        return Within(omnibus=omnibus, why=why)
    of_datasets: list[WithinDataset] = []
    notes: list[Prose] = []
    needs = _NEEDS.get(WITHIN[name].design, "folds")
    # the better ranked of a pair depends on all data sets: pairs are tested in a fixed order and turned afterwards
    ordered = np.sort(pairs, axis=1)
    each = (store or Store(None)).on_datasets("tests within", within_tests, ordered, name, scores=scores)
    for dataset, tested in zip(scores.datasets, each, strict=True):
        if tested is None:
            sentence = "Data set {} has no {} that the {} could use."
            notes.append(say(sentence, reference("datasets", dataset), needs, WITHIN[name].title))
        else:
            turned = which_turned(tested[0], pairs)
            turned_tests = tested[1].turn(turned)
            of_datasets.append(WithinDataset(dataset, turn_pairs(tested[0], turned), turned_tests))
    n_omitted = sum(len(pairs) - len(of_dataset.pairs) for of_dataset in of_datasets)
    if n_omitted and WITHIN[name].design in ("outcomes", "examples", *OF_RUNS):
        what = "runs" if WITHIN[name].design in OF_RUNS else "outcomes"
        notes.append(f"Omitted for want of {what} of both: {counted(n_omitted, 'comparison')} of a pair on a data set.")
    means = dict(_means(scores)) if WITHIN[name].design == "examples" else {}
    return Within(tuple(of_datasets), omnibus, means, notes=tuple(notes))


def which_turned(ordered: IntArray, pairs: IntArray) -> BoolArray:
    """Return which of some pairs (i < j) stand the other way round among all pairs."""
    k = int(pairs.max(initial=-1)) + 1
    turned = np.zeros((k, k), dtype=bool)
    turned[pairs[:, 1], pairs[:, 0]] = True
    return turned[ordered[:, 0], ordered[:, 1]]


def turn_pairs(pairs: IntArray, turned: BoolArray) -> IntArray:
    """Return the pairs, those that are marked the other way round."""
    return np.where(turned[:, None], pairs[:, ::-1], pairs)


NO_CURVES_REQUESTED = "No confidence curves were requested."
TESTS_SWITCHED_OFF = "Tests within data sets were switched off."
TESTS_NEED_FOLDS = "Tests within data sets need the scores of repeats or folds; there are none."


def _why_not(scores: MetricResults, name: str) -> str:
    """Why no data set can be tested within at all."""
    if name == "none":
        return TESTS_SWITCHED_OFF
    if WITHIN[name].design in OF_RUNS:
        return "" if scores.has_runs else "Tests within data sets need several runs of an algorithm; there are none."
    if WITHIN[name].design == "examples":
        has_examples = isinstance(scores, MetricScores) and scores.of_examples
        return "" if has_examples else "Tests within data sets need scores on test examples; there are none."
    if WITHIN[name].design == "outcomes":
        if isinstance(scores, MetricScores) and scores.not_outcomes and not scores.has_outcomes:
            first = scores.not_outcomes[0]
            return f"Tests within data sets need outcomes of 0 or 1; there are others: {first.place}, {first.message}."
        return "" if scores.has_outcomes else "Tests within data sets need outcomes on test examples; there are none."
    return "" if scores.has_folds else TESTS_NEED_FOLDS


def _means(scores: MetricScores) -> Iterator[tuple[str, ClusteredMeans]]:
    """Return the mean of each algorithm on the data sets on which all have scores, in two clusters at least."""
    for dataset, outcomes in zip(scores.datasets, () if scores.examples else scores.outcomes, strict=False):
        if outcomes is not None and outcomes.n > 1 and np.isfinite(outcomes.both).all():
            right = np.diag(outcomes.both)
            yield (
                dataset,
                clustered_means(_laid_out(right if scores.better == "higher" else outcomes.n - right, outcomes.n)),
            )
    for dataset, examples in zip(scores.datasets, scores.examples, strict=False):
        if examples is not None and examples.n_clusters > 1 and np.isfinite(examples.scores).all():
            variance = examples.answer_variance
            yield dataset, clustered_means(examples.scores, examples.clusters, answer_variance=variance)


def _cochran(scores: MetricScores) -> Iterator[tuple[str, OmnibusTest]]:
    """Cochran's Q on each data set on which at least three algorithms have outcomes, all in pairs.

    It takes test examples to be independent, so that it is not for those in clusters.
    """
    clustered = {
        dataset
        for dataset, examples in zip(scores.datasets, scores.examples, strict=False)
        if examples is not None and examples.clusters is not None
    }
    for dataset, outcomes in zip(scores.datasets, scores.outcomes, strict=False):
        if outcomes is None or dataset in clustered:
            continue
        there = np.isfinite(np.diag(outcomes.both))
        both = outcomes.both[np.ix_(there, there)]
        if len(both) > 2 and np.isfinite(both).all():
            yield dataset, cochran_q_from_both_right(both)


def within_tests(pairs: IntArray, name: str, scores: MetricScores) -> tuple[IntArray, WithinTests] | None:
    """Test pairs of algorithms within the only data set; None where it could not be tested."""
    if WITHIN[name].design == "outcomes":
        outcomes = scores.outcomes[0] if scores.outcomes else None
        return None if outcomes is None else _over_examples(outcomes, pairs, name, scores.better)
    if WITHIN[name].design == "examples":
        if not scores.examples and scores.outcomes:
            return None if scores.outcomes[0] is None else _over_counts(scores.outcomes[0], pairs, name, scores.better)
        examples = scores.examples[0] if scores.examples else None
        return None if examples is None else _over_clusters(examples, pairs, name)
    if WITHIN[name].design in OF_RUNS:
        runs = scores.by_seed[0] if scores.by_seed else None
        return None if runs is None else _over_runs(runs, pairs, name, scores.sign)
    folds = scores.folds[0] if scores.folds else None
    return None if folds is None else _over_folds(folds, pairs, name)


def _over_runs(
    runs: FloatArray, pairs: IntArray, name: str, sign: Literal[1, -1]
) -> tuple[IntArray, WithinTests] | None:
    """Test pairs over the runs that both have; those with too few are omitted."""
    there = np.isfinite(runs)
    if WITHIN[name].design == "runs":
        enough = (there.sum(axis=0)[pairs] > 1).all(axis=1)
    else:
        enough = (there[:, pairs[:, 0]] & there[:, pairs[:, 1]]).sum(axis=0) > 1
    pairs = pairs[enough]
    if not len(pairs):
        return None
    tests, chance = WITHIN[name].run(runs, pairs), a12(sign * runs, pairs)
    details = {"a12": chance.estimate, "a12_low": chance.low, "a12_high": chance.high}
    return pairs, replace(tests, details={**tests.details, **details})


def _over_clusters(examples: Examples, pairs: IntArray, name: str) -> tuple[IntArray, WithinTests] | None:
    scores, variance = examples.scores, examples.answer_variance
    complete: BoolArray = np.all(np.isfinite(scores), axis=0)
    pairs = pairs[complete[pairs].all(axis=1)]
    if not len(pairs) or examples.n_clusters < 2:
        return None
    a, b = pairs.T
    both = None if variance is None else variance[:, a] + variance[:, b]
    return pairs, WITHIN[name].run(scores[:, a] - scores[:, b], examples.clusters, answer_variance=both)


def _over_counts(
    outcomes: PairedOutcomes, pairs: IntArray, name: str, better: Better
) -> tuple[IntArray, WithinTests] | None:
    """Test pairs over test examples that are counted, each one of its own: which they are makes no difference."""
    if outcomes.n < 2 or not np.isfinite(outcomes.both).all():
        return None
    right, together = np.diag(outcomes.both), outcomes.both[pairs[:, 0], pairs[:, 1]]
    only_a, only_b = right[pairs[:, 0]] - together, right[pairs[:, 1]] - together
    sign = 1 if better == "higher" else -1
    differences = _laid_out(only_a, outcomes.n) - _laid_out(only_b, outcomes.n)[::-1]
    return pairs, WITHIN[name].run(sign * differences, None)


def _laid_out(counts: FloatArray, n: int) -> FloatArray:
    """Return outcomes of n test examples, one column for each count of those that are 1."""
    return (np.arange(n)[:, None] < counts).astype(np.float64)


def _over_examples(
    outcomes: PairedOutcomes, pairs: IntArray, name: str, better: Better
) -> tuple[IntArray, WithinTests] | None:
    right = np.diag(outcomes.both)
    pairs = pairs[np.isfinite(outcomes.both[pairs[:, 0], pairs[:, 1]])]
    if not len(pairs):
        return None
    a, b = pairs.T
    together = outcomes.both[a, b]
    tests = WITHIN[name].run(right[a] - together, right[b] - together, outcomes.n)
    # where lower is better, the score is the share that is wrong
    return pairs, tests if better == "higher" else replace(tests, difference=-tests.difference)


def _over_folds(folds: Folds, pairs: IntArray, name: str) -> tuple[IntArray, WithinTests] | None:
    pairs = complete_pairs(folds, pairs)
    if not len(pairs):
        return None
    differences = folds.scores[:, pairs[:, 0]] - folds.scores[:, pairs[:, 1]]
    procedure = WITHIN[name]
    if procedure.design == "5x2":
        arranged = as_five_by_two(folds, differences)
        return None if arranged is None else (pairs, procedure.run(arranged))
    if len(differences) < 2 or (procedure.design == "kfold" and len(folds.per_repeat) > 1):
        return None
    if procedure.design != "folds-ratio":
        return pairs, procedure.run(differences)
    ratio = ratio_tested_to_trained(folds)
    return None if ratio is None else (pairs, procedure.run(differences, ratio))


@dataclass(frozen=True)
class PairCurve:
    """The confidence curve of the score of a minus that of b on one data set; what a form lacks is nan."""

    dataset: str
    a: int
    b: int
    form: CurveForm
    curve: Curve

    @property
    def standard_error(self) -> float:
        """The standard error of the mean difference, of Student's t."""
        return self.curve.standard_error if isinstance(self.curve, ConfidenceCurve) else np.nan

    @property
    def df(self) -> float:
        """Degrees of freedom of Student's t."""
        return self.curve.df if isinstance(self.curve, ConfidenceCurve) else np.nan

    @property
    def aucc_normal(self) -> float:
        """Normal limit of the area under the curve."""
        return self.curve.aucc_normal if isinstance(self.curve, ConfidenceCurve) else np.nan


@dataclass(frozen=True)
class AveragedPair:
    """The average of a pair's curves over the data sets that it has curves on."""

    a: int
    b: int
    datasets: tuple[str, ...]
    curve: AveragedCurve


@dataclass(frozen=True)
class DatasetCurves:
    """The confidence curves of one metric."""

    curves: tuple[PairCurve, ...] = ()  # by data set, then pair
    # one a pair that has curves on two or more data sets, where averages were requested
    averaged: tuple[AveragedPair, ...] = ()
    why: str = ""  # why there are no curves; empty otherwise


def find_curves(
    scores: MetricResults, options: CurvesOptions | None, store: Store | None = None, best_first: Sequence[int] = ()
) -> DatasetCurves:
    """Find the confidence curves that were requested, else those of the first of `best_first`."""
    if options is None:
        return DatasetCurves(why=NO_CURVES_REQUESTED)
    if not isinstance(scores, MetricScores) or not (scores.has_folds or scores.has_outcomes):
        return DatasetCurves(why="Confidence curves need the scores of folds, or of test examples; there are none.")
    pairs = np.array(_curve_pairs(scores.algorithms, options, best_first), dtype=np.int64).reshape(-1, 2)
    each = (store or Store(None)).on_datasets("curves", _on_one, pairs, options.form, scores=scores)
    curves = tuple(curve for of_dataset in each for curve in of_dataset)
    if not curves:
        return DatasetCurves(why="No data set has folds or test examples that the confidence curves could use.")
    return DatasetCurves(curves, tuple(average_pairs(curves)) if options.average else ())


def _curve_pairs(
    algorithms: tuple[str, ...], options: CurvesOptions, best_first: Sequence[int]
) -> list[tuple[int, int]]:
    if options.baseline is not None:
        baseline = algorithms.index(options.baseline)
        return [(other, baseline) for other in range(len(algorithms)) if other != baseline]
    if options.pairs == "all":
        return list(combinations(range(len(algorithms)), 2))
    if options.pairs is None:
        return [(best_first[0], other) for other in best_first[1:]]
    return [(algorithms.index(a), algorithms.index(b)) for a, b in options.pairs]


def _on_one(pairs: IntArray, form: CurveForm | None, scores: MetricScores) -> tuple[PairCurve, ...]:
    """Return the curves on the only data set; with no form stated, test examples come before folds."""
    outcomes = scores.outcomes[0] if scores.outcomes else None
    folds = scores.folds[0] if scores.folds else None
    if outcomes is not None and form != "t":
        return tuple(_of_examples(scores, outcomes, pairs))
    return () if folds is None or form == "quesenberry-hurst" else tuple(_of_folds(scores.datasets[0], folds, pairs))


def _of_examples(scores: MetricScores, outcomes: PairedOutcomes, pairs: IntArray) -> Iterator[PairCurve]:
    both = outcomes.both
    for a, b in pairs.tolist():
        if np.isfinite([both[a, b], both[a, a], both[b, b]]).all():
            alone = (round(both[a, a] - both[a, b]), round(both[b, b] - both[a, b]))
            # A score that is better lower counts errors: what the one alone has wrong, the other alone has right.
            curve = quesenberry_hurst(outcomes.n, *alone[:: scores.sign])
            yield PairCurve(scores.datasets[0], a, b, "quesenberry-hurst", curve)


def _of_folds(dataset: str, folds: Folds, pairs: IntArray) -> Iterator[PairCurve]:
    ratio = ratio_tested_to_trained(folds)
    if ratio is None or len(folds.scores) < 2:
        return
    for a, b in complete_pairs(folds, pairs):
        curve = curve_from_folds(folds.scores[:, a] - folds.scores[:, b], ratio)
        yield PairCurve(dataset, int(a), int(b), "t", curve)


def average_pairs(curves: Sequence[PairCurve]) -> Iterator[AveragedPair]:
    """Yield the average of the curves of each pair that has several."""
    for a, b in dict.fromkeys((curve.a, curve.b) for curve in curves):
        of_pair = [curve for curve in curves if (curve.a, curve.b) == (a, b)]
        if len(of_pair) > 1:
            yield AveragedPair(
                a, b, tuple(curve.dataset for curve in of_pair), AveragedCurve([curve.curve for curve in of_pair])
            )
