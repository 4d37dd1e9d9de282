"""Tests of the algorithms within each data set: over its folds, or over its test examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.folds import as_five_by_two, complete_pairs, ratio_tested_to_trained
from rankpress.naming import Mention, Sentence
from rankpress.scores import BoolArray, Folds, IntArray, MetricScores, PairedOutcomes
from rankpress.stats.cochran import cochran_q_from_both_right
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.resampled import WithinTests
from rankpress.stats.within import WITHIN
from rankpress.store.of_metric import OfMetric, unkept
from rankpress.wording import counted

if TYPE_CHECKING:
    from rankpress.spec.measures_section import Better


@dataclass(frozen=True)
class WithinDataset:
    """Comparisons within one data set; differences are scores of a less those of b."""

    dataset: str
    pairs: IntArray
    tests: WithinTests


@dataclass(frozen=True)
class Within:
    """What the tests within data sets found in one metric.

    Parameters
    ----------
    tests : tuple of WithinDataset
        One a data set that could be tested.
    omnibus : mapping of str to OmnibusTest
        By data set, Cochran's Q of all algorithms over its test examples, where there are such.
    why : str
        Why there are no tests of pairs at all; empty otherwise.
    notes : tuple of str
        What could not be tested.
    """

    tests: tuple[WithinDataset, ...] = ()
    omnibus: Mapping[str, OmnibusTest] = field(default_factory=dict)
    why: str = ""
    notes: tuple[str, ...] = ()


def compare_within(scores: MetricScores, pairs: IntArray, name: str, keep: OfMetric | None = None) -> Within:
    """Test pairs of algorithms, and all of them together, within each data set.

    Parameters
    ----------
    scores : MetricScores
        Scores of the metric.
    pairs : (n_pairs, 2) int array
        Pairs a and b; those with a missing cell are passed over.
    name : str
        A procedure of `rankpress.stats.within.WITHIN`, or "none" for pairs.
    keep : OfMetric or None
        Earlier results on each data set, where these are kept.

    Returns
    -------
    Within
    """
    omnibus = dict(_cochran(scores))
    why = _why_not(scores, name)
    if why:
        return Within(omnibus=omnibus, why=why)
    found: list[WithinDataset] = []
    notes: list[str] = []
    # who of a pair is ranked better hangs on all data sets: tested are pairs that do not, and turned then
    ordered = np.sort(pairs, axis=1)
    parts = {"test.within": name, "which pairs are compared": ordered}
    on_one = partial(_tested_on_one, pairs=ordered, name=name)
    each = (keep or unkept(scores)).recall_each("tests within", parts, on_one)
    for dataset, tested in zip(scores.datasets, each, strict=True):
        if tested is None:
            lacks = f" has no {_needs(name)} that the {WITHIN[name].title} could use."
            notes.append(Sentence.of("Data set ", Mention("datasets", dataset), lacks))
        else:
            turned = which_turned(tested[0], pairs)
            turned_tests = WITHIN[name].turn(tested[1], turned)
            found.append(WithinDataset(dataset, turn_pairs(tested[0], turned), turned_tests))
    untold = sum(len(pairs) - len(one.pairs) for one in found)
    if untold and WITHIN[name].design == "outcomes":
        notes.append(f"Left out for want of outcomes of both: {counted(untold, 'comparison')} of a pair on a data set.")
    return Within(tuple(found), omnibus, notes=tuple(notes))


def which_turned(ordered: IntArray, pairs: IntArray) -> BoolArray:
    """Which of some pairs (i < j) stand the other way round among all pairs.

    Examples
    --------
    >>> which_turned(np.array([[0, 1], [1, 2]]), np.array([[1, 0], [0, 2], [1, 2]])).tolist()
    [True, False]
    """
    k = int(pairs.max(initial=-1)) + 1
    turned = np.zeros((k, k), dtype=bool)
    turned[pairs[:, 1], pairs[:, 0]] = True
    return turned[ordered[:, 0], ordered[:, 1]]


def turn_pairs(pairs: IntArray, turned: BoolArray) -> IntArray:
    """Some of the pairs the other way round."""
    return np.where(turned[:, None], pairs[:, ::-1], pairs)


def _tested_on_one(scores: MetricScores, pairs: IntArray, name: str) -> tuple[IntArray, WithinTests] | None:
    return within_tests(scores, 0, pairs, name)


def _why_not(scores: MetricScores, name: str) -> str:
    """Why no data set can be tested within at all."""
    if name == "none":
        return "Tests within data sets were switched off."
    if WITHIN[name].design == "outcomes":
        if scores.not_outcomes and not scores.has_outcomes:
            first = scores.not_outcomes[0]
            return f"Tests within data sets need outcomes of 0 or 1; there are others: {first.place}, {first.message}."
        return "" if scores.has_outcomes else "Tests within data sets need outcomes on test examples; there are none."
    return "" if scores.has_folds else "Tests within data sets need the scores of repeats or folds; there are none."


def _needs(name: str) -> str:
    return "outcomes on test examples" if WITHIN[name].design == "outcomes" else "folds"


def _cochran(scores: MetricScores) -> Iterator[tuple[str, OmnibusTest]]:
    """Cochran's Q on each data set on which at least three algorithms have outcomes, all in pairs."""
    for dataset, outcomes in zip(scores.datasets, scores.outcomes, strict=False):
        if outcomes is None:
            continue
        there = np.isfinite(np.diag(outcomes.both))
        both = outcomes.both[np.ix_(there, there)]
        if len(both) > 2 and np.isfinite(both).all():
            yield dataset, cochran_q_from_both_right(both)


def within_tests(scores: MetricScores, row: int, pairs: IntArray, name: str) -> tuple[IntArray, WithinTests] | None:
    """Test pairs of algorithms within one data set.

    Parameters
    ----------
    scores : MetricScores
        Scores of the metric.
    row : int
        Which of its data sets.
    pairs : (n_pairs, 2) int array
        Pairs a and b; those with a missing cell are passed over.
    name : str
        A procedure of `rankpress.stats.within.WITHIN`.

    Returns
    -------
    (pairs, tests) or None
        The pairs that could be tested, and their tests; None where the data set does not suit the test.
    """
    if WITHIN[name].design == "outcomes":
        outcomes = scores.outcomes[row] if scores.outcomes else None
        return None if outcomes is None else _over_examples(outcomes, pairs, name, scores.better)
    folds = scores.folds[row] if scores.folds else None
    return None if folds is None else _over_folds(folds, pairs, name)


def _over_examples(
    outcomes: PairedOutcomes, pairs: IntArray, name: str, better: Better
) -> tuple[IntArray, WithinTests] | None:
    right = np.diag(outcomes.both)
    pairs = pairs[np.isfinite(outcomes.both[pairs[:, 0], pairs[:, 1]])]
    if not len(pairs):
        return None
    a, b = pairs.T
    together = outcomes.both[a, b]
    tests = WITHIN[name].function(right[a] - together, right[b] - together, outcomes.n)
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
        return None if arranged is None else (pairs, procedure.function(arranged))
    if len(differences) < 2 or (procedure.design == "kfold" and len(folds.per_repeat) > 1):
        return None
    if procedure.design != "folds-ratio":
        return pairs, procedure.function(differences)
    ratio = ratio_tested_to_trained(folds)
    return None if ratio is None else (pairs, procedure.function(differences, ratio))
