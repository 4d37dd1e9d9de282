"""The test stage: omnibus tests, comparisons over the data sets, tests and curves within each data set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from rankpress.folds import as_five_by_two, complete_pairs, ratio_tested_to_trained
from rankpress.rank import Ranking
from rankpress.scores import FloatArray, Folds, IntArray, MetricScores
from rankpress.stats.curves import ConfidenceCurve
from rankpress.stats.curves import from_folds as curve_from_folds
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairs import PairTests, all_pairs, pairs_with
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.resampled import WithinTests
from rankpress.stats.sign import wins_ties_losses
from rankpress.stats.within import WITHIN

if TYPE_CHECKING:
    from rankpress.spec.model import CurvesOptions, TestOptions


@dataclass(frozen=True)
class OverDatasets:
    """Comparisons of pairs of algorithms over all data sets, unadjusted.

    Parameters
    ----------
    procedure : str
        The pairwise test, by its name in the spec.
    pairs : (n_pairs, 2) int array
        Algorithms a and b of each comparison, a the better ranked (the earlier one where they tie).
    difference : (n_pairs,) float array
        Average rank of a less that of b.
    statistic, p : (n_pairs,) float arrays
        Of the pairwise test; p is two-sided.
    wins : (n_pairs, 3) int array or None
        Data sets on which a wins, ties, loses; None where only average ranks are known.
    details : mapping of str to (n_pairs,) array
        What else the test gives, such as the sums of ranks of Wilcoxon's test.
    """

    procedure: str
    pairs: IntArray
    difference: FloatArray
    statistic: FloatArray
    p: FloatArray
    wins: IntArray | None
    details: Mapping[str, FloatArray]


@dataclass(frozen=True)
class WithinDataset:
    """Comparisons over the folds of one data set; differences are scores of a less those of b."""

    dataset: str
    pairs: IntArray
    tests: WithinTests


@dataclass(frozen=True)
class PairCurve:
    """The confidence curve of the score of a less that of b on one data set."""

    dataset: str
    a: int
    b: int
    curve: ConfidenceCurve


@dataclass(frozen=True)
class Tested:
    """What the tests found in one metric; what was left out says why.

    Parameters
    ----------
    omnibus : mapping of str to OmnibusTest
        By name in the spec; empty where there are fewer than two data sets.
    over : OverDatasets or None
        Comparisons over the data sets; None where there are fewer than two.
    within_procedure : str
        Test used within data sets, or "none".
    within : tuple of WithinDataset
        One a data set that has folds.
    curves : tuple of PairCurve
        By data set, then pair.
    control : int or None
        The algorithm that all others are compared with.
    left_out : mapping of str to str
        Part ("over", "within", "curves", ...) to the reason in a sentence.
    notes : tuple of str
        Sentences the report must print, such as how a test-train ratio was inferred.
    """

    omnibus: Mapping[str, OmnibusTest]
    over: OverDatasets | None
    within_procedure: str
    within: tuple[WithinDataset, ...]
    curves: tuple[PairCurve, ...]
    control: int | None
    left_out: Mapping[str, str]
    notes: tuple[str, ...]


def compare(scores: MetricScores, ranking: Ranking, options: TestOptions, curves: CurvesOptions | None) -> Tested:
    """Test the algorithms of one metric over the data sets and within each.

    Parameters
    ----------
    scores : MetricScores
        Scores of the metric.
    ranking : Ranking
        Their ranks.
    options : TestOptions
        Which tests, at which level, and the control if there is one.
    curves : CurvesOptions or None
        Which confidence curves; None draws none.

    Returns
    -------
    Tested
    """
    control = None if options.control is None else scores.algorithms.index(options.control)
    pairs = _better_first(_pairs(len(scores.algorithms), control), ranking.average)
    left_out: dict[str, str] = {}
    notes: list[str] = []
    enough = scores.n_datasets >= 2
    if not enough:
        left_out["over"] = "Tests over data sets need at least two data sets; there is one."
    within = tuple(_within(scores, pairs, options.within, left_out, notes))
    drawn = tuple(_curves(scores, curves, left_out))
    if not drawn:
        left_out.setdefault("curves", "No data set has folds that confidence curves could use.")
    if within or drawn:
        notes += _ratio_notes(scores)
    return Tested(
        omnibus={name: omnibus_test(ranking, name) for name in options.omnibus} if enough else {},
        over=_over_datasets(scores, ranking, pairs, options.pairwise) if enough else None,
        within_procedure=options.within,
        within=within,
        curves=drawn,
        control=control,
        left_out=left_out,
        notes=tuple(notes),
    )


def _pairs(n_algorithms: int, control: int | None) -> IntArray:
    return all_pairs(n_algorithms) if control is None else pairs_with(control, n_algorithms)


def _better_first(pairs: IntArray, average: FloatArray) -> IntArray:
    swap = average[pairs[:, 1]] < average[pairs[:, 0]]
    return np.where(swap[:, None], pairs[:, ::-1], pairs)


def omnibus_test(ranking: Ranking, name: str) -> OmnibusTest:
    """Test whether the algorithms differ at all, from their ranks or, where these are not known, from the averages.

    Parameters
    ----------
    ranking : Ranking
        Ranks of the algorithms.
    name : str
        A procedure of `rankpress.stats.friedman.OMNIBUS`.

    Returns
    -------
    OmnibusTest
    """
    procedure = OMNIBUS[name]
    if ranking.ranks is not None:
        return procedure.function(ranking.ranks)
    if procedure.from_average_ranks is None:
        raise ValueError(f"{name} needs ranks; there are average ranks only")
    return procedure.from_average_ranks(ranking.average, ranking.n_datasets)


def _over_datasets(scores: MetricScores, ranking: Ranking, pairs: IntArray, name: str) -> OverDatasets:
    tests = _pair_tests(scores, ranking, pairs, name)
    return OverDatasets(
        procedure=name,
        pairs=pairs,
        difference=ranking.average[pairs[:, 0]] - ranking.average[pairs[:, 1]],
        statistic=tests.statistic,
        p=tests.p,
        # ranks carry the tolerance and the missing policy, so wins are counted on them
        wins=None if ranking.ranks is None else wins_ties_losses(-ranking.ranks, pairs),
        details=tests.details,
    )


def _pair_tests(scores: MetricScores, ranking: Ranking, pairs: IntArray, name: str) -> PairTests:
    procedure = PAIRWISE[name]
    if procedure.uses == "average-ranks":
        return procedure.function(ranking.average, ranking.n_datasets, pairs)
    if scores.oriented is None:
        raise ValueError(f"{name} needs scores; metric {scores.name} has average ranks only")
    return procedure.function(scores.oriented, pairs)


def _within(
    scores: MetricScores, pairs: IntArray, name: str, left_out: dict[str, str], notes: list[str]
) -> Iterator[WithinDataset]:
    if name == "none":
        left_out["within"] = "Tests within data sets were switched off."
        return
    if not scores.has_folds:
        left_out["within"] = "Tests within data sets need the scores of repeats or folds; there are none."
        return
    for dataset, folds in zip(scores.datasets, scores.folds, strict=True):
        tested = None if folds is None else within_tests(folds, pairs, name)
        if tested is None:
            notes.append(f"Data set {dataset} has no folds that {WITHIN[name].title} could use.")
        else:
            yield WithinDataset(dataset, *tested)


def within_tests(folds: Folds, pairs: IntArray, name: str) -> tuple[IntArray, WithinTests] | None:
    """Test pairs of algorithms over the folds of one data set.

    Parameters
    ----------
    folds : Folds
        Scores of all algorithms on the folds.
    pairs : (n_pairs, 2) int array
        Pairs a and b; those with a missing cell are passed over.
    name : str
        A procedure of `rankpress.stats.within.WITHIN`.

    Returns
    -------
    (pairs, tests) or None
        The pairs that could be tested, and their tests; None where the folds do not suit the test.
    """
    pairs = complete_pairs(folds, pairs)
    if not len(pairs):
        return None
    differences = folds.scores[:, pairs[:, 0]] - folds.scores[:, pairs[:, 1]]
    procedure = WITHIN[name]
    if procedure.design == "5x2":
        arranged = as_five_by_two(folds, differences)
        return None if arranged is None else (pairs, procedure.function(arranged))
    ratio = ratio_tested_to_trained(folds)
    if ratio is None or len(differences) < 2:
        return None
    return pairs, procedure.function(differences, ratio)


def _curves(scores: MetricScores, options: CurvesOptions | None, left_out: dict[str, str]) -> Iterator[PairCurve]:
    if options is None:
        left_out["curves"] = "No confidence curves were asked for."
        return
    if not scores.has_folds:
        left_out["curves"] = "Confidence curves need the scores of repeats or folds; there are none."
        return
    pairs = np.array(_curve_pairs(scores.algorithms, options), dtype=np.int64).reshape(-1, 2)
    for dataset, folds in zip(scores.datasets, scores.folds, strict=True):
        ratio = None if folds is None else ratio_tested_to_trained(folds)
        if folds is None or ratio is None or len(folds.scores) < 2:
            continue
        for a, b in complete_pairs(folds, pairs):
            curve = curve_from_folds(folds.scores[:, a] - folds.scores[:, b], ratio)
            yield PairCurve(dataset, int(a), int(b), curve)


def _curve_pairs(algorithms: tuple[str, ...], options: CurvesOptions) -> list[tuple[int, int]]:
    if options.baseline is not None:
        baseline = algorithms.index(options.baseline)
        return [(other, baseline) for other in range(len(algorithms)) if other != baseline]
    if options.pairs == "all":
        return list(combinations(range(len(algorithms)), 2))
    return [(algorithms.index(a), algorithms.index(b)) for a, b in options.pairs or ()]


def _ratio_notes(scores: MetricScores) -> list[str]:
    inferred = [
        dataset
        for dataset, folds in zip(scores.datasets, scores.folds, strict=True)
        if folds is not None and folds.n_train is None
    ]
    if not inferred:
        return []
    which = "all data sets" if len(inferred) == len(scores.datasets) else ", ".join(inferred)
    told = (
        f"Of {which} the files do not tell how many cases were trained and tested on; the ratio of the two was taken"
        " from the number of folds, as in cross-validation."
    )
    return [told]
