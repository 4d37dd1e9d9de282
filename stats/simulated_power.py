"""Simulated power: how often a study on other data sets would find a difference that is there."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from rankpress.stats.arrays import BoolArray, FloatArray, IntArray, as_matrix, as_pairs, check_count, check_level
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.family import Family, family_of
from rankpress.stats.pairs import PairTests
from rankpress.stats.pairwise import PAIRWISE, PairwiseProcedure
from rankpress.stats.ranks import Ties, rank_scores
from rankpress.stats.studies import compare_in_studies, compare_in_study, families_of_studies

DataModel = Literal["resampled", "normal"]

UNADJUSTED = "unadjusted"
"""Stands for the pairwise test by itself, among the adjustments."""

_NUMBERS_AT_ONCE = 2_000_000

# The adjusted p of a pair follows from its own p, and rises with it.
_SINGLE_STEP = frozenset({"nemenyi", "bonferroni", "bonferroni-dunn", "sidak", "tukey", "dunnett"})
# They reject whatever Bonferroni's does, so that a pair which that tells apart needs no others to be tested.
_BEYOND_BONFERRONI = _SINGLE_STEP | {
    *("holm", "holland", "hochberg", "hommel", "rom", "shaffer", "shaffer-dynamic", "bergmann-hommel", "finner"),
    "benjamini-hochberg",
}
# They reject whatever Shaffer's static procedure does, and take far longer.
_BEYOND_SHAFFER = frozenset({"shaffer-dynamic", "bergmann-hommel"})


@dataclass(frozen=True)
class SimulatedStudy:
    """A study whose data sets are drawn, and the tests that are made in it.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) float array
        What was observed, higher being better, without gaps.
    pairs : (n_pairs, 2) int array
        The comparisons that are adjusted together: in the order of `all_pairs`, or of `pairs_with` a control; either
        algorithm may come first.
    which : int
        The pair whose difference is looked for.
    test : str
        A procedure of `PAIRWISE`.
    alpha : float
        The level.
    options : mapping
        Of the test.
    adjustments : mapping of str to mapping
        Methods of `ADJUSTMENTS` that suit the test, with their options.
    control : bool
        Whether the pairs are those with a control.
    ties : {"average", "min", "max"}
    tolerance : float
        How scores become ranks.
    model : {"resampled", "normal"}
        Data sets are those observed, drawn with replacement, or have normal scores with the observed covariance.

    Raises
    ------
    ValueError
        If there are fewer than two data sets, or scores, pairs or level are no such thing.
    """

    scores: FloatArray
    pairs: IntArray
    which: int
    test: str
    alpha: float = 0.05
    options: Mapping[str, Any] = field(default_factory=dict)
    adjustments: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    control: bool = False
    ties: Ties = "average"
    tolerance: float = 0.0
    model: DataModel = "resampled"

    def __post_init__(self) -> None:
        as_pairs(self.pairs, as_matrix("scores", self.scores, rows=2, columns=2).shape[1])
        check_level("alpha", self.alpha)
        if self.model not in ("resampled", "normal"):
            raise ValueError(f"model: got {self.model!r}; 'resampled' or 'normal' is needed")

    @property
    def procedures(self) -> tuple[str, ...]:
        """The test by itself, then the adjustments."""
        return (UNADJUSTED, *self.adjustments)


@dataclass(frozen=True)
class Findings:
    """In how many of the drawn studies a pair was told apart.

    Parameters
    ----------
    procedures : tuple of str
        `UNADJUSTED`, then the adjustments.
    right, wrong : (n_procedures,) int arrays
        Studies that found the first algorithm the better one, as it is, and the second.
    """

    procedures: tuple[str, ...]
    right: IntArray
    wrong: IntArray


def find_in_draws(
    study: SimulatedStudy,
    difference: float,
    n_datasets: int,
    draws: int,
    generator: np.random.Generator,
    at_rest: FloatArray | None = None,
) -> Findings:
    """Draw studies in which two algorithms differ by so much on average, and count those that find it.

    Parameters
    ----------
    study : SimulatedStudy
        What is drawn from, and how it is tested.
    difference : float
        By how much the first of the pair is better than the second, in the unit of the scores.
    n_datasets : int
        Data sets of a drawn study, at least 2.
    draws : int
        Studies.
    generator : Generator
        Of the random numbers; equal ones draw the same data sets, whatever the difference.
    at_rest : (draws, n_pairs) float array, optional
        p-values of the pairs that the second algorithm is not in, which no difference changes, nan where they have not
        been needed yet: filled in, for other differences on the same data sets. Left out, nothing is kept.

    Returns
    -------
    Findings

    Raises
    ------
    ValueError
        If there are too few data sets or draws.

    Notes
    -----
    The scores of the second algorithm are moved by a constant, so that the mean difference is the one asked for; all
    else, such as how far the others are from the first, is as observed. Data sets that are resampled have their
    deviations (of a score from the means of its data set and its algorithm) enlarged by the root of n / (n - 1), for
    the variance of n resampled values is less by this factor than that of what they stand for [1]_. Normal scores have
    the observed covariance of the algorithms, which need not have full rank.

    No adjusted p-value is below the p-value itself, and those of most methods are not above Bonferroni's, so that only
    studies in which neither decides are adjusted.

    References
    ----------
    .. [1] Davison, A. C. and Hinkley, D. V. (1997). Bootstrap Methods and their Application. Cambridge University
       Press, sections 2.3 and 3.3. doi:10.1017/CBO9780511802843

    Examples
    --------
    >>> scores = np.random.default_rng(0).normal(size=(30, 2))
    >>> study = SimulatedStudy(scores, np.array([[0, 1]]), 0, "t")
    >>> found = [find_in_draws(study, 1.0, n, 200, np.random.default_rng(1)) for n in (5, 10, 40)]
    >>> bool(found[0].right[0] < found[1].right[0] < found[2].right[0])
    True
    """
    check_count("n_datasets", n_datasets, 2)
    check_count("draws", draws, 1)
    right = np.zeros(len(study.procedures), dtype=np.int64)
    wrong = np.zeros_like(right)
    start = 0
    for values in _drawn(study, difference, n_datasets, draws, generator):
        known = None if at_rest is None else at_rest[start : start + len(values)]
        start += len(values)
        for at, favoured in enumerate(_favoured(study, values, known)):
            right[at] += np.count_nonzero(favoured > 0)
            wrong[at] += np.count_nonzero(favoured < 0)
    return Findings(study.procedures, right, wrong)


def _drawn(
    study: SimulatedStudy, difference: float, n_datasets: int, draws: int, generator: np.random.Generator
) -> Iterator[FloatArray]:
    """Scores, or ranks where the test uses these: (studies, data sets, algorithms), as many studies as have room."""
    a, b = study.pairs[study.which]
    by_ranks = PAIRWISE[study.test].uses != "scores"
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
    n_datasets = len(scores)
    levels = scores.mean(axis=1, keepdims=True) + scores.mean(axis=0) - scores.mean()
    return np.asarray(levels + (scores - levels) * np.sqrt(n_datasets / (n_datasets - 1)), dtype=np.float64)


def _ranked(study: SimulatedStudy, scores: FloatArray) -> FloatArray:
    return rank_scores(scores, ties=study.ties, tolerance=study.tolerance)


def _favoured(study: SimulatedStudy, values: FloatArray, at_rest: FloatArray | None) -> Iterator[IntArray]:
    """By procedure, whom each study finds better: 1 the first of the pair, -1 the second, 0 neither."""
    procedure = PAIRWISE[study.test]
    if procedure.pair_alone:
        alone = compare_in_studies(study.test, values, study.pairs[[study.which]], study.options)
        found, p = _told(procedure, alone, study.alpha), alone.p
    else:
        tested = [compare_in_study(study.test, drawn, study.pairs, study.options) for drawn in values]
        found = np.array([_told(procedure, tests, study.alpha)[study.which] for tests in tested])
        p = np.array([tests.p[study.which] for tests in tested])
    yield found
    if not study.adjustments:
        return
    undecided = found != 0
    if study.adjustments.keys() <= _BEYOND_BONFERRONI:
        undecided &= p * len(study.pairs) * (1 + 1e-12) > study.alpha
    at = np.flatnonzero(undecided)
    if procedure.pair_alone:
        families = _families(study, values, at, at_rest)
    else:
        families = [_family(study, tested[one], values[one]) for one in at]
    for name, options in study.adjustments.items():
        kept = ~undecided
        kept[at] = _kept(name, options, families, study.which, study.alpha)
        yield np.where(kept, found, 0)


def _families(study: SimulatedStudy, values: FloatArray, at: IntArray, at_rest: FloatArray | None) -> list[Family]:
    """The families of p-values of some studies, by a test that rests on two algorithms alone."""
    k, moved = values.shape[2], (study.pairs == study.pairs[study.which][1]).any(axis=1)
    if at_rest is None or PAIRWISE[study.test].uses != "scores":
        return list(families_of_studies(study.test, values[at], study.pairs, study.options, control=study.control))
    p = at_rest[at]
    unknown = np.isnan(p).any(axis=1, where=~moved)
    for those, pairs in ((slice(None), moved), (unknown, ~moved)):
        if pairs.any() and len(at[those]):
            tests = compare_in_studies(study.test, values[at[those]], study.pairs[pairs], study.options)
            p[np.ix_(np.arange(len(at))[those], pairs)] = np.nan_to_num(tests.p, nan=1.0).reshape(-1, pairs.sum())
    at_rest[np.ix_(at, ~moved)] = p[:, ~moved]
    return [Family(row, k, study.control) for row in p]


def _kept(name: str, options: Mapping[str, Any], families: Sequence[Family], which: int, alpha: float) -> BoolArray:
    """In which families a pair is told apart by an adjustment, adjusting no more of them than it takes to know."""

    def is_kept(at: int) -> bool:
        return bool(ADJUSTMENTS[name].function(families[at], **options)[which] <= alpha)

    p = np.array([family.p[which] for family in families])
    kept = np.zeros(len(families), dtype=np.bool_)
    if name in _SINGLE_STEP:
        order = np.argsort(p, kind="stable")
        kept[order[: bisect_left(order, True, key=lambda at: not is_kept(at))]] = True
        return kept
    for at, family in enumerate(families):
        if name in _BEYOND_SHAFFER:
            if family.p.min() * len(family.p) > alpha:  # the first step of both, which nothing passes
                continue
            kept[at] = ADJUSTMENTS["shaffer"].function(family)[which] <= alpha
        kept[at] = kept[at] or is_kept(at)
    return kept


def _told(procedure: PairwiseProcedure, tests: PairTests, alpha: float) -> IntArray:
    """Whom each test favours where it rejects, else 0."""
    small: BoolArray = tests.p <= alpha  # not where p is nan
    return np.where(small, np.sign(np.nan_to_num(procedure.favours(tests))), 0).astype(np.int64)


def _family(study: SimulatedStudy, tests: PairTests, drawn: FloatArray) -> Family:
    return family_of(tests, drawn.shape[1], control=study.control, average_ranks=drawn.mean(axis=0))
