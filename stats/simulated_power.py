"""Simulated power, and the number of data sets from which a study has enough."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, TypeVar

import numpy as np
import scipy
from numpy.typing import ArrayLike

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray, as_matrix, as_pairs, check_count, check_level
from rankpress.stats.families import Adjustment, Family, family_of
from rankpress.stats.pairs import PairTests
from rankpress.stats.procedures import PairwiseProcedure
from rankpress.stats.proportions import wilson_interval
from rankpress.stats.ranks import Ties, rank_scores
from rankpress.stats.shaffer import shaffer_static
from rankpress.stats.synthetic import compare_in_studies, compare_in_study, families_of_studies

DataModel = Literal["resampled", "normal"]

UNADJUSTED = "unadjusted"
"""Stands for the pairwise test by itself, among the adjustments."""

_NUMBERS_AT_ONCE = 2_000_000


@dataclass(frozen=True)
class SimulatedStudy:
    """A study whose data sets are drawn, and the tests that are made in it.

    Raises
    ------
    ValueError
        If there are fewer than two data sets, or scores, pairs or level are no such thing.
    """

    scores: FloatArray  # (n_datasets, n_algorithms): what was observed, higher being better, without gaps
    # (n_pairs, 2): the comparisons that are adjusted together: in the order of `all_pairs`, or of `pairs_with` a
    # control; either algorithm may come first
    pairs: IntArray
    which: int  # the pair whose difference is looked for
    test: PairwiseProcedure
    alpha: float = 0.05  # the level
    options: Mapping[str, Any] = field(default_factory=dict)  # of the test
    adjustments: Sequence[tuple[Adjustment, Mapping[str, Any]]] = ()  # that suit the test, with their options
    control: bool = False  # whether the pairs are those with a control
    ties: Ties = "average"
    tolerance: float = 0.0  # how scores become ranks
    # data sets are those observed, drawn with replacement, or have normal scores with the observed covariance
    model: DataModel = "resampled"

    def __post_init__(self) -> None:
        as_pairs(self.pairs, as_matrix("scores", self.scores, rows=2, columns=2).shape[1])
        check_level("alpha", self.alpha)
        if self.model not in ("resampled", "normal"):
            raise ValueError(f"model: got {self.model!r}; 'resampled' or 'normal' is needed")

    @property
    def procedures(self) -> tuple[str, ...]:
        """The test by itself, then the adjustments."""
        return (UNADJUSTED, *(adjustment.name for adjustment, _ in self.adjustments))


@dataclass(frozen=True)
class Detections:
    """In how many of the drawn studies a pair was distinguished."""

    procedures: tuple[str, ...]  # `UNADJUSTED`, then the adjustments
    # right, wrong: (n_procedures,): studies that found the first algorithm the better one, as it is, and the second
    right: IntArray
    wrong: IntArray


def find_in_draws(
    study: SimulatedStudy,
    difference: float,
    n_datasets: int,
    draws: int,
    generator: np.random.Generator,
    at_rest: FloatArray | None = None,
) -> Detections:
    """Draw studies in which two algorithms differ by so much on average, and count those that find it."""
    # The scores of the second algorithm are moved by a constant, so that the mean difference is the one requested; all
    # else, such as how far the others are from the first, is as observed. Data sets that are resampled have their
    # deviations (of a score from the means of its data set and its algorithm) enlarged by the root of n / (n - 1), for
    # the variance of n resampled values is less by this factor than that of what they stand for (Davison and Hinkley
    # 1997, section 2.3). Normal scores have the observed covariance of the algorithms, which need not have full rank.
    # No adjusted p-value is below the p-value itself, and those of most methods are not above Bonferroni's, so that
    # only studies in which neither decides are adjusted.
    check_count("n_datasets", n_datasets, 2)
    check_count("draws", draws, 1)
    right = np.zeros(len(study.procedures), dtype=np.int64)
    wrong = np.zeros_like(right)
    start = 0
    for values in _drawn(study, difference, n_datasets, draws, generator):
        kept = None if at_rest is None else at_rest[start : start + len(values)]
        start += len(values)
        for index, signs in enumerate(_verdicts(study, values, kept)):
            right[index] += np.count_nonzero(signs > 0)
            wrong[index] += np.count_nonzero(signs < 0)
    return Detections(study.procedures, right, wrong)


def _drawn(
    study: SimulatedStudy, difference: float, n_datasets: int, draws: int, generator: np.random.Generator
) -> Iterator[FloatArray]:
    """Scores, or ranks where the test uses these: (studies, data sets, algorithms), as many studies as have room."""
    a, b = study.pairs[study.which]
    by_ranks = study.test.uses != "scores"
    resampled = study.model == "resampled"
    scores = _enlarged(study.scores) if resampled else study.scores.copy()
    observed, k = scores.shape
    # after all else, so that the scores of all others are the same to the last bit
    deviations = (scores - scores.mean(axis=0)) / np.sqrt(observed - 1)
    scores[:, b] += (study.scores[:, a] - study.scores[:, b]).mean() - difference
    means = scores.mean(axis=0)
    if resampled and by_ranks:
        scores = _ranked(study, scores)
    at_once = max(1, _NUMBERS_AT_ONCE // (n_datasets * max(k, observed)))
    for start in range(0, draws, at_once):
        size = min(at_once, draws - start), n_datasets
        if resampled:
            yield scores[generator.integers(observed, size=size)]
            continue
        normal = means + generator.standard_normal((*size, observed)) @ deviations
        yield _ranked(study, normal.reshape(-1, k)).reshape(normal.shape) if by_ranks else normal


def _enlarged(scores: FloatArray) -> FloatArray:
    # Drawn with replacement, n data sets have a variance too small by (n - 1) / n, which would promise too much power.
    # Only what an additive model of data set and algorithm leaves is enlarged by the root of n / (n - 1): the levels of
    # the data sets and the means of the algorithms stay as observed.
    n_datasets = len(scores)
    levels = scores.mean(axis=1, keepdims=True) + scores.mean(axis=0) - scores.mean()
    return np.asarray(levels + (scores - levels) * np.sqrt(n_datasets / (n_datasets - 1)), dtype=np.float64)


def _ranked(study: SimulatedStudy, scores: FloatArray) -> FloatArray:
    return rank_scores(scores, ties=study.ties, tolerance=study.tolerance)


def _verdicts(study: SimulatedStudy, scores: FloatArray, at_rest: FloatArray | None) -> Iterator[IntArray]:
    """By procedure, whom each study finds better: 1 the first of the pair, -1 the second, 0 neither."""
    if study.test.pair_alone:
        alone = compare_in_studies(study.test, scores, study.pairs[[study.which]], study.options)
        favored, p = _favored(alone, study.alpha), alone.p
    else:
        tested = [compare_in_study(study.test, drawn, study.pairs, study.options) for drawn in scores]
        favored = np.array([_favored(tests, study.alpha)[study.which] for tests in tested])
        p = np.array([tests.p[study.which] for tests in tested])
    yield favored
    if not study.adjustments:
        return
    # An adjustment is needed only where the raw test rejects, and not where Bonferroni's rejects already, if every
    # adjustment shares those rejections; the factor 1e-12 leaves what rounding could decide to the adjustment itself.
    # Most studies are decided by this, so that adjusting costs little even for Bergmann and Hommel's procedure.
    undecided = favored != 0
    if all(adjustment.rejects_with for adjustment, _ in study.adjustments):
        undecided &= p * len(study.pairs) * (1 + 1e-12) > study.alpha
    index = np.flatnonzero(undecided)
    if study.test.pair_alone:
        families = _families(study, scores, index, at_rest)
    else:
        families = [_family(study, tested[number], scores[number]) for number in index]
    for adjustment, options in study.adjustments:
        retained = ~undecided
        retained[index] = _rejected(adjustment, options, families, study.which, study.alpha)
        yield np.where(retained, favored, 0)


def _families(study: SimulatedStudy, scores: FloatArray, rows: IntArray, at_rest: FloatArray | None) -> list[Family]:
    """Return the families of p-values of some studies, by a test that rests on two algorithms alone."""
    k, moved = scores.shape[2], (study.pairs == study.pairs[study.which][1]).any(axis=1)
    # A difference moves one algorithm only. With scores, the p-values of pairs without it are the same for every
    # difference, as the same numbers are drawn: they are computed once and kept in `at_rest`, nan where not yet known.
    # Ranks have no such pairs, because the moved algorithm changes the ranks of all others.
    if at_rest is None or study.test.uses != "scores":
        return list(families_of_studies(study.test, scores[rows], study.pairs, study.options, control=study.control))
    p = at_rest[rows]
    unknown = np.isnan(p).any(axis=1, where=~moved)
    for studies, pairs in ((slice(None), moved), (unknown, ~moved)):
        if pairs.any() and len(rows[studies]):
            tests = compare_in_studies(study.test, scores[rows[studies]], study.pairs[pairs], study.options)
            p[np.ix_(np.arange(len(rows))[studies], pairs)] = np.nan_to_num(tests.p, nan=1.0).reshape(-1, pairs.sum())
    at_rest[np.ix_(rows, ~moved)] = p[:, ~moved]
    return [Family(row, k, study.control) for row in p]


def _rejected(
    adjustment: Adjustment, options: Mapping[str, Any], families: Sequence[Family], which: int, alpha: float
) -> BoolArray:
    """In which families a pair is distinguished by an adjustment, adjusting no more of them than it takes to know."""

    def is_kept(index: int) -> bool:
        return bool(adjustment.adjust(families[index], **options)[which] <= alpha)

    # A single-step adjusted p rises with the pair's own p, so that a bisection over the studies in the order of p finds
    # the last that is kept. Where Shaffer's static procedure shares all rejections, it is asked first: it takes no
    # time, and the closed procedures are computed only for the studies that it leaves.
    p = np.array([family.p[which] for family in families])
    retained = np.zeros(len(families), dtype=np.bool_)
    if adjustment.single_step:
        order = np.argsort(p, kind="stable")
        retained[order[: bisect_left(order, True, key=lambda index: not is_kept(index))]] = True
        return retained
    for index, family in enumerate(families):
        if adjustment.rejects_with == "shaffer":
            if family.p.min() * len(family.p) > alpha:  # the first step of both, which nothing passes
                continue
            retained[index] = shaffer_static(family.p, family.n_algorithms)[which] <= alpha
        retained[index] = retained[index] or is_kept(index)
    return retained


def _favored(tests: PairTests, alpha: float) -> IntArray:
    """Whom each test favors where it rejects, else 0."""
    small: BoolArray = tests.p <= alpha  # not where p is nan
    return (small & (tests.leaning > 0)).astype(np.int64) - (small & (tests.leaning < 0))


def _family(study: SimulatedStudy, tests: PairTests, drawn: FloatArray) -> Family:
    return family_of(tests, drawn.shape[1], control=study.control, average_ranks=drawn.mean(axis=0))


LEVEL = 0.95
"""Of the bands about simulated shares."""

_PARTS = 8
_DOUBLINGS = 12
_PRECISION = 0.01
_LEAST = 1e-6  # of a typical difference; where scores are tied, any difference above 0 may be enough
_PRECISION_OF_SIZES = 0.05


_Place = TypeVar("_Place", int, float)


@dataclass(frozen=True)
class Reached:
    """Where a curve of shares reaches a target, and stays."""

    # on the straight line between the last place where it is below and the next; infinite where it is below at the last
    # place, the first place where it is never below
    place: float
    low: float  # low, high: the same of the upper and of the lower ends of the bands
    high: float
    first: float  # the first place simulated from which on the share is never below; infinite where there is none


def share_bands(counts: ArrayLike, draws: int) -> tuple[FloatArray, FloatArray]:
    """Wilson's intervals, at 95%, of chances that were simulated."""
    check_count("draws", draws, 1)
    number = np.asarray(counts, dtype=np.float64)
    share = number.ravel() / draws
    z = float(scipy.special.ndtri(0.5 + LEVEL / 2))
    low, high = wilson_interval(share, np.full(share.shape, float(draws)), np.zeros(share.shape), z)
    return low.reshape(number.shape), high.reshape(number.shape)


def reached(places: Sequence[float], counts: ArrayLike, draws: int, target: float) -> Reached:
    """Find from where on simulated shares are at least a target."""
    # Power need not rise everywhere: tests of few possible p-values have saws of power. So it counts from where on it
    # is never below the target again.
    check_level("target", target)
    shares = np.asarray(counts, dtype=np.float64) / draws
    if len(places) != len(shares) or not len(places):
        raise ValueError(f"counts: got {len(shares)}; one for each of {len(places)} places is needed")
    low, high = share_bands(counts, draws)
    below = np.flatnonzero(shares < target)
    after = int(below[-1]) + 1 if below.size else 0
    return Reached(
        place=_crossing(places, shares, target),
        low=_crossing(places, high, target),
        high=_crossing(places, low, target),
        first=places[after] if after < len(places) else math.inf,
    )


def _crossing(places: Sequence[float], shares: FloatArray, target: float) -> float:
    below = np.flatnonzero(shares < target)
    if not below.size:
        return float(places[0])
    last = int(below[-1])
    if last + 1 == len(places):
        return math.inf
    share = (target - shares[last]) / (shares[last + 1] - shares[last])
    return float(places[last] + share * (places[last + 1] - places[last]))


def search_sizes(
    counts_at: Callable[[int], IntArray], sizes: Sequence[int], draws: int, target: float
) -> tuple[tuple[int, ...], IntArray]:
    """Simulate numbers of data sets, and between two of them further ones where the power reaches a target."""
    counts = {size: counts_at(size) for size in sizes}
    for procedure in range(len(counts[sizes[0]])):
        _bisect(counts, counts_at, procedure, draws * target, _number_between)
    simulated = tuple(sorted(counts))
    return simulated, np.array([counts[size] for size in simulated])


@dataclass(frozen=True)
class Searched:
    """Power at differences of several sizes, the more of them the nearer to where it reaches a target."""

    differences: FloatArray  # (n_differences,): ascending from 0
    counts: IntArray  # (n_differences, n_procedures): in how many draws the difference was found
    smallest: tuple[Reached, ...]  # by procedure, the smallest difference that is found with the target's power


def search_smallest(counts_at: Callable[[float], IntArray], draws: int, target: float, typical: float) -> Searched:
    """Find the smallest difference that is found with a power, by bisection on common random numbers."""
    if not 0 < typical < math.inf:
        raise ValueError(f"typical: got {typical}; a number above 0 is needed")
    counts: dict[float, IntArray] = {0.0: counts_at(0.0)}
    largest = typical
    for _ in range(_DOUBLINGS):
        counts[largest] = counts_at(largest)
        if (share_bands(counts[largest], draws)[0] >= target).all() or (counts[largest] == draws).all():
            break
        largest *= 2

    # those that no difference is large enough for would otherwise stretch the curves of all others
    def reaching(difference: float) -> tuple[int, int]:
        """By how many procedures it is found with the power: beyond doubt, which few draws never are, and as it is."""
        detections = counts[difference]
        return int((share_bands(detections, draws)[0] >= target).sum()), int((detections >= draws * target).sum())

    last = max(counts, key=lambda size: (*reaching(size), -size))
    for part in range(1, _PARTS):
        counts.setdefault(last * part / _PARTS, counts_at(last * part / _PARTS))
    for procedure in range(len(counts[0.0])):
        _bisect(counts, counts_at, procedure, draws * target, partial(_halfway, least=_LEAST * typical))
    differences = sorted(element for element in counts if element <= last)
    detections = np.array([counts[element] for element in differences])
    return Searched(
        np.array(differences), detections, tuple(reached(differences, column, draws, target) for column in detections.T)
    )


def _number_between(low: int, high: int) -> int | None:
    return None if high - low <= max(1, _PRECISION_OF_SIZES * high) else (low + high) // 2


def _halfway(low: float, high: float, least: float) -> float | None:
    return None if high - low <= max(_PRECISION * high, least) else (low + high) / 2


def _bisect(
    counts: dict[_Place, IntArray],
    counts_at: Callable[[_Place], IntArray],
    procedure: int,
    least: float,
    between: Callable[[_Place, _Place], _Place | None],
) -> None:
    """Divide the step in which a procedure reaches what is wanted until it is short; what is found out is kept."""
    while True:
        places = sorted(counts)
        below = [index for index, place in enumerate(places) if counts[place][procedure] < least]
        if not below or below[-1] + 1 == len(places):
            return
        next_one = between(places[below[-1]], places[below[-1] + 1])
        if next_one is None:
            return
        counts[next_one] = counts_at(next_one)


def spread_interval(n_datasets: int, level: float = LEVEL) -> tuple[float, float]:
    """Return how far a standard deviation that was estimated may be from the true one, if differences are normal."""
    check_count("n_datasets", n_datasets, 2)
    check_level("level", level)
    df, tail = n_datasets - 1, (1 - level) / 2
    low, high = (math.sqrt(df / float(scipy.special.chdtri(df, p))) for p in (tail, 1 - tail))
    return low, high
