"""Data sets whose scores order the algorithms the other way round than those of all others, as errors would."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from math import erfc, sqrt
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import way_of
from rankpress.core.doubts import Doubt
from rankpress.init.opposite_columns import opposite_ways
from rankpress.init.turned_datasets import ask_about_turned, ask_whether_compared
from rankpress.wording.numbers import fixed
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.core.scores import BoolArray, FloatArray
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table

# Of fewer there is no rule to be an exception from; of more none are looked at.
_FEWEST_DATASETS, _MOST_DATASETS, _FEWEST_ALGORITHMS = 4, 500, 3
# The others agree by so much on average; one is against them by so much, or it may be chance.
_AGREE, _AGAINST, _AGAINST_WITH_SIGNS = 0.5, -0.7, -0.4
# So often chance would reverse one of the data sets; of more of them none is an exception.
_LEAST_CHANCE, _MOST_REVERSED = 0.1, 0.45
# Of so few algorithms all orders are counted.
_MOST_COUNTED = 6
# So many of its numbers lie outside those of the others, and inside when they are subtracted from the end of the scale.
_MOSTLY = 0.8
# A data set may be somewhat harder or easier than all others.
_MARGIN = 0.25


@dataclass(frozen=True)
class _Agreement:
    """How data sets order the algorithms: most of them alike, the others against these."""

    ranks: FloatArray  # of each algorithm on each data set
    is_most: BoolArray  # by data set
    average: float  # the mean rank correlation of two of these

    def correlation(self, dataset: int) -> float:
        """Return the rank correlation of a data set with the mean ranks of the others."""
        return float(np.corrcoef(self.ranks[dataset], self.ranks[self.is_most].mean(axis=0))[0, 1])


def doubts_on_reversed_datasets(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that data sets order the algorithms the other way round; open where another is first if they are turned."""
    ways = opposite_ways(scores.datasets)
    if by_name := [name for name, way in ways.items() if way != scores.better]:
        whose, other = ("its name" if len(by_name) == 1 else "their names", ways[by_name[0]])
        text = f"by {whose} {other} is better on {listed(map(quoted, by_name), 3)}, and {scores.better} on the others"
        yield ask_whether_compared(table, guess, by_name, text)
        return
    means = scores.means()
    if not (_FEWEST_DATASETS <= len(means) <= _MOST_DATASETS) or means.shape[1] < _FEWEST_ALGORITHMS:
        return
    agreement = _agreement_of(means)
    if agreement is None:
        return
    signs = {at: _signs(scores, means, agreement, at) for at in np.flatnonzero(~agreement.is_most).tolist()}
    signs = {at: said for at, said in signs.items() if said or _is_reversed(means, agreement, at)}
    if not signs:
        return
    # next to one that is reversed beyond doubt others are of the same kind, though chance could reverse each alone
    against = {at: agreement.correlation(at) for at in np.flatnonzero(~agreement.is_most).tolist()}
    meant = [at for at in against if at in signs or against[at] <= _AGAINST_WITH_SIGNS]
    if len(meant) > _MOST_REVERSED * len(means):
        return
    names = [scores.datasets[at] for at in meant]
    correlations = (np.mean([against[at] for at in meant]), agreement.average)
    own, of_others = (fixed(float(each), 2) for each in correlations)
    as_errors = "errors would among accuracies" if scores.better == "higher" else "accuracies would among errors"
    said = "; ".join(("", *max(signs.values(), key=len)))
    text = (
        f"{listed(map(quoted, names), 3)} order{'s' if len(names) == 1 else ''} the algorithms the other way round "
        f"than {counted(int(agreement.is_most.sum()), 'other data set')}, as {as_errors} (rank correlation {own}; "
        f"that of the others {of_others}){said}"
    )
    yield ask_about_turned(table, guess, scores, names, text)


def _agreement_of(means: FloatArray) -> _Agreement | None:
    """Return how the data sets order the algorithms; None where most of them do not agree."""
    there = np.isfinite(means)
    ranks = np.where(there, _ranks(np.where(there, means, np.inf)), np.nan)
    ranks = np.where(there, ranks, np.nanmean(ranks, axis=1, keepdims=True)) if there.any(axis=1).all() else ranks
    if not np.isfinite(ranks).all() or np.any(np.ptp(ranks, axis=1) == 0):
        return None
    correlations = np.corrcoef(ranks)
    side = np.linalg.eigh(correlations)[1][:, -1]
    is_most = (side > 0) == (2 * np.count_nonzero(side > 0) > len(side))
    n = np.count_nonzero(is_most)
    if n in (len(side), 1):
        return None
    among = correlations[np.ix_(is_most, is_most)]
    average = float((among.sum() - n) / (n * (n - 1)))
    return _Agreement(ranks, is_most, average) if average >= _AGREE else None


def _ranks(means: FloatArray) -> FloatArray:
    """Return the ranks of each row, those of equal numbers averaged."""
    below = (means[:, :, None] > means[:, None, :]).sum(axis=2)
    equal = (means[:, :, None] == means[:, None, :]).sum(axis=2)
    ranks: FloatArray = below + (equal + 1) / 2
    return ranks


def _signs(scores: Measured, means: FloatArray, agreement: _Agreement, dataset: int) -> list[str]:
    """Return what speaks for a data set of reversed scores, where its order does not speak against it."""
    if agreement.correlation(dataset) > _AGAINST_WITH_SIGNS:
        return []
    is_named = way_of(scores.datasets[dataset]) not in (None, scores.better)
    is_mirrored = _is_mirrored(means[dataset], means[agreement.is_most])
    return [
        *(["by its name the other direction is better"] if is_named else []),
        *(["subtracted from the end of the scale its numbers lie among those of the others"] if is_mirrored else []),
    ]


def _is_reversed(means: FloatArray, agreement: _Agreement, dataset: int) -> bool:
    """Return whether chance would hardly reverse any data set so far."""
    correlation = agreement.correlation(dataset)
    return correlation <= _AGAINST and len(means) * _chance(correlation, means.shape[1]) <= _LEAST_CHANCE


def _is_mirrored(own: FloatArray, others: FloatArray) -> bool:
    """Return whether the numbers of a data set are among those of the others only when subtracted from 1 or 100."""
    own, others = own[np.isfinite(own)], others[np.isfinite(others)]
    end = 1.0 if max(own.max(), others.max()) <= 1 else 100.0
    low, high = others.min(), others.max()
    if min(low, own.min()) < 0 or max(high, own.max()) > end:
        return False
    margin = _MARGIN * (high - low)
    inside, mirrored = (np.mean((low - margin <= each) & (each <= high + margin)) for each in (own, end - own))
    return bool(inside <= 1 - _MOSTLY and mirrored >= _MOSTLY)


def _chance(correlation: float, n: int) -> float:
    """Return how probable a rank correlation of n numbers is, or a lower one, where their order is chance."""
    if n > _MOST_COUNTED:
        return erfc(-correlation * sqrt((n - 1) / 2)) / 2
    order = np.arange(n)
    squares = np.array([np.sum((order - np.array(other)) ** 2) for other in permutations(range(n))])
    return float(np.mean(1 - 6 * squares / (n * (n * n - 1)) <= correlation + 1e-9))
