"""How many comparisons of one metric there are: those that were made, or those that a build would make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankpress.adjust import family_by
from rankpress.scores import MetricScores
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.incidence import incidence
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.within import compare_within

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.spec.model import Study


@dataclass(frozen=True)
class Compared:
    """The comparisons of one metric, as far as a pitfall may lie in their number.

    Parameters
    ----------
    scores : MetricScores
    over, within : int
        Comparisons over the data sets, and within them.
    within_procedure : str
        The test within data sets.
    adjustments : tuple of str
        Of the comparisons over the data sets.
    """

    scores: MetricScores
    over: int
    within: int
    within_procedure: str
    adjustments: tuple[str, ...]


def compared_in(analysis: Analysis) -> Compared:
    """The comparisons that were made."""
    made = analysis.multiplicity
    return Compared(
        analysis.scores,
        0 if made.over is None else made.over.tests,
        0 if made.within is None else made.within.tests,
        analysis.tested.within_procedure,
        tuple(analysis.adjusted.p),
    )


def foreseen(study: Study, scores: MetricScores) -> Compared:
    """The comparisons that a build would make of a metric.

    Those within data sets are made to be counted, as on which of them a test can be made only it can tell; whatever
    takes long is not.
    """
    test, k = study.test, len(scores.algorithms)
    pairs = all_pairs(k) if test.control is None else pairs_with(scores.algorithms.index(test.control), k)
    apart = scores.n_datasets < 2 or (scores.means is not None and _fall_apart(scores))
    return Compared(
        scores,
        0 if apart else len(pairs),
        sum(len(one.pairs) for one in compare_within(scores, pairs, test.within).tests),
        test.within,
        () if apart else tuple(_adjustments(study, k)),
    )


def _adjustments(study: Study, n_algorithms: int) -> Iterator[str]:
    family = family_by(study.test.pairwise.name, n_algorithms, control=study.test.control is not None)
    for method in study.adjust:
        if not ADJUSTMENTS[method.name].inapplicable(family):
            yield method.name


def _fall_apart(scores: MetricScores) -> bool:
    """Whether some algorithms share no data set with others, however indirectly."""
    return len(incidence(np.asarray(scores.means)).components) > 1
