"""Confidence curves of the differences between pairs of algorithms on each data set, and averaged over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from rankpress.folds import complete_pairs, ratio_tested_to_trained
from rankpress.scores import Folds, IntArray, MetricScores, PairedOutcomes
from rankpress.stats.averaged_curve import AveragedCurve
from rankpress.stats.curves import ConfidenceCurve, Curve
from rankpress.stats.curves import from_folds as curve_from_folds
from rankpress.stats.quesenberry_hurst import quesenberry_hurst
from rankpress.store.of_metric import OfMetric, unkept

if TYPE_CHECKING:
    from rankpress.spec.methods import CurveForm
    from rankpress.spec.model import CurvesOptions


@dataclass(frozen=True)
class PairCurve:
    """The confidence curve of the score of a less that of b on one data set; what a form lacks is nan."""

    dataset: str
    a: int
    b: int
    form: CurveForm
    curve: Curve

    @property
    def standard_error(self) -> float:
        """That of Student's t."""
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
    """The confidence curves of one metric.

    Parameters
    ----------
    curves : tuple of PairCurve
        By data set, then pair.
    averaged : tuple of AveragedPair
        One a pair that has curves on two or more data sets, where averages were asked for.
    why : str
        Why there are no curves; empty otherwise.
    """

    curves: tuple[PairCurve, ...] = ()
    averaged: tuple[AveragedPair, ...] = ()
    why: str = ""


def find_curves(scores: MetricScores, options: CurvesOptions | None, keep: OfMetric | None = None) -> DatasetCurves:
    """Find the confidence curves that were asked for.

    Parameters
    ----------
    scores : MetricScores
        Scores of the metric.
    options : CurvesOptions or None
        Which pairs, in which form, averaged or not; None for no curves.
    keep : OfMetric or None
        Earlier results on each data set, where these are kept.

    Returns
    -------
    DatasetCurves
    """
    if options is None:
        return DatasetCurves(why="No confidence curves were asked for.")
    if not scores.has_folds and not scores.has_outcomes:
        return DatasetCurves(why="Confidence curves need the scores of folds, or of test examples; there are none.")
    pairs = np.array(_curve_pairs(scores.algorithms, options), dtype=np.int64).reshape(-1, 2)
    parts = {"the pairs of curves": pairs, "curves.form": options.form}
    each = (keep or unkept(scores)).recall_each("curves", parts, partial(_on_one, pairs=pairs, form=options.form))
    curves = tuple(curve for found in each for curve in found)
    if not curves:
        return DatasetCurves(why="No data set has folds or test examples that the confidence curves could use.")
    return DatasetCurves(curves, tuple(average_pairs(curves)) if options.average else ())


def _curve_pairs(algorithms: tuple[str, ...], options: CurvesOptions) -> list[tuple[int, int]]:
    if options.baseline is not None:
        baseline = algorithms.index(options.baseline)
        return [(other, baseline) for other in range(len(algorithms)) if other != baseline]
    if options.pairs == "all":
        return list(combinations(range(len(algorithms)), 2))
    return [(algorithms.index(a), algorithms.index(b)) for a, b in options.pairs or ()]


def _on_one(scores: MetricScores, pairs: IntArray, form: CurveForm | None) -> tuple[PairCurve, ...]:
    """The curves on the only data set; with no form stated, test examples come before folds."""
    return tuple(_on(scores, pairs, form))


def _on(scores: MetricScores, pairs: IntArray, form: CurveForm | None) -> Iterator[PairCurve]:
    [dataset] = scores.datasets
    outcomes = scores.outcomes[0] if scores.outcomes else None
    folds = scores.folds[0] if scores.folds else None
    if outcomes is not None and form != "t":
        for a, b in _known_pairs(outcomes, pairs):
            # A score that is better lower counts errors: what the one alone has wrong, the other alone has right.
            first, second = (a, b) if scores.better == "higher" else (b, a)
            yield PairCurve(dataset, a, b, "quesenberry-hurst", _of_examples(outcomes, first, second))
    elif folds is not None and form != "quesenberry-hurst":
        yield from _of_folds(dataset, folds, pairs)


def _known_pairs(outcomes: PairedOutcomes, pairs: IntArray) -> list[tuple[int, int]]:
    both = outcomes.both
    known = [np.isfinite([both[a, b], both[a, a], both[b, b]]).all() for a, b in pairs]
    return [(int(a), int(b)) for (a, b), whole in zip(pairs, known, strict=True) if whole]


def _of_examples(outcomes: PairedOutcomes, a: int, b: int) -> Curve:
    both = outcomes.both
    return quesenberry_hurst(outcomes.n, round(both[a, a] - both[a, b]), round(both[b, b] - both[a, b]))


def _of_folds(dataset: str, folds: Folds, pairs: IntArray) -> Iterator[PairCurve]:
    ratio = ratio_tested_to_trained(folds)
    if ratio is None or len(folds.scores) < 2:
        return
    for a, b in complete_pairs(folds, pairs):
        curve = curve_from_folds(folds.scores[:, a] - folds.scores[:, b], ratio)
        yield PairCurve(dataset, int(a), int(b), "t", curve)


def average_pairs(curves: Sequence[PairCurve]) -> Iterator[AveragedPair]:
    """The average of the curves of each pair that has several."""
    for a, b in dict.fromkeys((one.a, one.b) for one in curves):
        own = [one for one in curves if (one.a, one.b) == (a, b)]
        if len(own) > 1:
            yield AveragedPair(a, b, tuple(one.dataset for one in own), AveragedCurve([one.curve for one in own]))
