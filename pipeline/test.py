"""The test stage: omnibus tests, comparisons over the data sets, tests and curves within each data set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.curves import AveragedPair, PairCurve, find_curves
from rankpress.naming import Sentence, mentioned
from rankpress.over import OverDatasets, compare_over
from rankpress.rank import Ranking
from rankpress.scores import IntArray, MetricScores
from rankpress.stats.incidence import incidence
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.within import WITHIN
from rankpress.store.of_metric import OfMetric
from rankpress.within import WithinDataset, compare_within, turn_pairs

if TYPE_CHECKING:
    from rankpress.spec.model import CurvesOptions, TestOptions


@dataclass(frozen=True)
class Tested:
    """What the tests found in one metric; what was left out says why.

    Parameters
    ----------
    omnibus : mapping of str to OmnibusTest
        By name in the spec; empty where there are fewer than two data sets.
    over : OverDatasets or None
        Comparisons over the data sets; None where there are fewer than two, or where the algorithms fall into parts
        that share none.
    within_procedure : str
        Test used within data sets, or "none".
    within : tuple of WithinDataset
        One a data set that could be tested.
    within_omnibus : mapping of str to OmnibusTest
        By data set, Cochran's Q over its test examples, where there are such and three algorithms.
    curves : tuple of PairCurve
        By data set, then pair.
    averaged_curves : tuple of AveragedPair
        One a pair, where averages over the data sets were asked for.
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
    within_omnibus: Mapping[str, OmnibusTest]
    curves: tuple[PairCurve, ...]
    averaged_curves: tuple[AveragedPair, ...]
    control: int | None
    left_out: Mapping[str, str]
    notes: tuple[str, ...]


def compare(
    scores: MetricScores,
    ranking: Ranking,
    options: TestOptions,
    curves: CurvesOptions | None,
    keep: OfMetric | None = None,
    *,
    exact: bool = True,
) -> Tested:
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
    keep : OfMetric or None
        Earlier results on each data set, where these are kept.
    exact : bool
        Whether omnibus tests have their exact p-values, on which no verdict rests.

    Returns
    -------
    Tested
    """
    control = None if options.control is None else scores.algorithms.index(options.control)
    pairs = compared_pairs(ranking, control)
    left_out: dict[str, str] = {}
    notes: list[str] = []
    enough, incomparable = scores.n_datasets >= 2, _incomparable(scores, ranking)
    if incomparable:
        left_out["over"] = incomparable
    within = compare_within(scores, pairs, options.within, keep)
    if within.why:
        left_out["within"] = within.why
    notes += within.notes
    drawn = find_curves(scores, curves, keep)
    if drawn.why:
        left_out["curves"] = drawn.why
    by_ratio = within.tests and WITHIN[options.within].design == "folds-ratio"
    if by_ratio or any(one.form == "t" for one in drawn.curves):
        notes += ratio_notes(scores)
    return Tested(
        omnibus={name: omnibus_test(scores, ranking, name, exact=exact) for name in options.omnibus} if enough else {},
        over=None if incomparable else compare_over(scores, ranking, pairs, options.pairwise),
        within_procedure=options.within,
        within=within.tests,
        within_omnibus=within.omnibus,
        curves=drawn.curves,
        averaged_curves=drawn.averaged,
        control=control,
        left_out=left_out,
        notes=tuple(notes),
    )


def _incomparable(scores: MetricScores, ranking: Ranking) -> str:
    """Why algorithms cannot be compared over the data sets; empty where they can."""
    if scores.n_datasets < 2:
        return "Tests over data sets need at least two data sets; there is one."
    parts = () if ranking.ranks is None else incidence(ranking.ranks).components
    if len(parts) < 2:
        return ""
    told = [mentioned("algorithms", (scores.algorithms[i] for i in part), " and ") for part in parts]
    return Sentence.of(
        "Pairs were not compared over the data sets: the algorithms fall into parts that share none (",
        *(piece for part in told[:-1] for piece in (part, "; ")),
        told[-1],
        ").",
    )


def compared_pairs(ranking: Ranking, control: int | None) -> IntArray:
    """The pairs of algorithms that are compared: all, or those with a control.

    Parameters
    ----------
    ranking : Ranking
        Ranks of the algorithms.
    control : int or None
        The control, if there is one.

    Returns
    -------
    (n_pairs, 2) int array
        The better ranked of each pair first.
    """
    average = ranking.average
    pairs = all_pairs(len(average)) if control is None else pairs_with(control, len(average))
    swap = average[pairs[:, 1]] < average[pairs[:, 0]]
    return turn_pairs(pairs, swap)


def omnibus_test(scores: MetricScores, ranking: Ranking, name: str, *, exact: bool = True) -> OmnibusTest:
    """Test whether the algorithms differ at all: from scores, ranks or, where nothing else is known, average ranks.

    Parameters
    ----------
    scores : MetricScores
        Scores of the metric.
    ranking : Ranking
        Their ranks.
    name : str
        A procedure of `rankpress.stats.omnibus_table.OMNIBUS`.
    exact : bool
        Whether there is to be an exact p beside the approximate one, where there can be.

    Returns
    -------
    OmnibusTest
    """
    procedure = OMNIBUS[name]
    if procedure.uses == "scores":
        if scores.oriented is None:
            raise ValueError(f"{name} needs scores; metric {scores.name} has average ranks only")
        return procedure.test(scores.oriented, exact=exact)
    if ranking.ranks is not None:
        return procedure.test(ranking.ranks, exact=exact)
    if procedure.from_average_ranks is None:
        raise ValueError(f"{name} needs ranks; there are average ranks only")
    return procedure.from_average_ranks(ranking.average, ranking.n_datasets)


def ratio_notes(scores: MetricScores) -> list[str]:
    """Say of which data sets the ratio of cases tested to trained on was taken from the number of folds."""
    inferred = [
        dataset
        for dataset, folds in zip(scores.datasets, scores.folds, strict=True)
        if folds is not None and folds.n_train is None
    ]
    if not inferred:
        return []
    which = "all data sets" if len(inferred) == len(scores.datasets) else mentioned("datasets", inferred)
    told = (
        " the files do not tell how many cases were trained and tested on; the ratio of the two was taken from the"
        " number of folds, as in cross-validation."
    )
    return [Sentence.of("Of ", which, told)]
