"""Whether draws of data sets can be made, and how long robustness analyses take."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.core.faults import counted
from rankpress.core.scores import FloatArray, IntArray, MetricScores
from rankpress.core.text import plain

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.spec.model import AdjustMethod, PowerOptions, SensitivityOptions, Study, TestOptions
    from rankpress.spec.model import ReplicabilityOptions as durations_ReplicabilityOptions
    from rankpress.spec.robustness_sections import ReplicabilityOptions


_FEWEST = 2


def complete_datasets(scores: FloatArray) -> IntArray:
    """The data sets that can be drawn: those with all results.

    Parameters
    ----------
    scores : (n_datasets, n_algorithms) float array
        nan where there is none.

    Returns
    -------
    (n_complete,) int array
    """
    return np.flatnonzero(np.isfinite(scores).all(axis=1))


def undrawable(complete: int, options: ReplicabilityOptions) -> str:
    """Why draws of so many data sets cannot be made, and what to do about it, in sentences.

    Parameters
    ----------
    complete : int
        Data sets with all results.
    options : ReplicabilityOptions

    Returns
    -------
    str
        Empty where they can be made.

    Examples
    --------
    >>> from rankpress.spec.robustness_sections import ReplicabilityOptions
    >>> undrawable(10, ReplicabilityOptions()).partition(". ")[0]
    'A draw of 10 of the 10 data sets with all results, without replacement, would be the whole study each time'
    """
    why = impossible(complete, options)
    return f"{_capital(why)}. {_capital(remedy(complete))}." if why else ""


def impossible(complete: int, options: ReplicabilityOptions) -> str:
    """The same in a clause, without what to do."""
    if complete < _FEWEST:
        has = "has" if complete == 1 else "have"
        return (
            f"draws need at least {_FEWEST} data sets with all results, and {counted(complete, 'data set')} {has} them"
        )
    if options.replacement or options.size < complete:
        return ""
    if options.size == complete:
        return (
            f"a draw of {complete:,} of the {complete:,} data sets with all results, without replacement, would be the"
            " whole study each time"
        )
    return f"{options.size:,} data sets cannot be drawn without replacement from {complete:,} with all results"


def remedy(complete: int) -> str:
    """What to write instead."""
    if complete < _FEWEST:
        return "add data sets, or remove the section"
    again = f"write replicability: {{size: {complete}, replacement: true}}"
    return again if complete == _FEWEST else f"{again}, or a size {'of' if complete == 3 else 'from'} {sizes(complete)}"


def sizes(complete: int) -> str:
    """Which sizes a draw from more than two data sets may have."""
    return "2" if complete == 3 else f"2 to {complete - 1}"


def unmade_draws(metrics: tuple[MetricScores, ...], options: ReplicabilityOptions) -> Iterator[tuple[str, int]]:
    """The metrics in which no draws can be made for their number of data sets, each with that number."""
    for metric in metrics:
        if metric.oriented is not None:
            complete = len(complete_datasets(metric.oriented))
            if impossible(complete, options):
                yield metric.name, complete


def warnings_of_draws(analyses: tuple[Analysis, ...]) -> Iterator[str]:
    """What to tell whoever asked for draws that a build did not make."""
    for analysis in analyses:
        found = analysis.replicated
        if found is not None and not found.each:
            yield f"{plain(analysis.scores.name)}: no draws for replicability. {plain(found.left_out['all'])}"


def _capital(clause: str) -> str:
    return clause[:1].upper() + clause[1:]


WORTH_TELLING = 60.0
"""Seconds."""

MOST_IN_POWER = 5
"""Algorithms; with seven, simulated studies of a default section take two minutes, and ten of default draws four."""

MOST_IN_DRAWS = 7
"""Algorithms; with seven, draws of a default section take half a minute, with ten up to four."""

# Seconds on a processor of 2020; a figure that is off by a factor of three still tells minutes from hours.
_STUDY, _OF_PAIR, _OF_RANK, _OF_PERMUTATION = 2e-4, 2e-6, 5e-7, 1e-3
_CONCLUSIONS, _OF_CONCLUSION = 2e-3, 1e-5
_OMNIBUS, _OF_DATASET = 3e-4, 8e-8
_ADJUSTMENT, _OF_ALGORITHMS = 4e-5, {"hommel": 3.6e-6, "rom": 1.4e-4}
_CLOSED = {"bergmann-hommel": 2.5e-5, "shaffer-dynamic": 2e-6}
_OF_SUBSET = 1.2e-5
_FURTHER_SIZES, _DIFFERENCES = 6, 20
_UNDECIDED = 0.2  # of drawn studies, whose families are adjusted
_OTHER_VARIATIONS = 40
_MOST_PAIRS_OF_POWER = 10


def long_work(study: Study, scores: MetricScores) -> Iterator[tuple[str, str]]:
    """Which stages that ask how far a study can be trusted may take more than a minute in one metric.

    Parameters
    ----------
    study : Study
    scores : MetricScores

    Returns
    -------
    iterator of (str, str)
        The stage, and a clause on how long it takes and what to write for less.
    """
    if study.sensitivity is not None:
        yield from _told("sensitivity", *sensitivity_told(scores, study.test, study.adjust, study.sensitivity))
    if study.replicability is not None:
        yield from _told("replicability", *replicability_told(scores, study.test, study.adjust, study.replicability))
    if study.power is not None:
        yield from _told("power", *power_told(scores, study.test, study.adjust, study.power))


def _told(stage: str, seconds: float, instead: str) -> Iterator[tuple[str, str]]:
    if seconds > WORTH_TELLING:
        yield stage, f"may take about {in_words(seconds)} on one processor, guessed from the sizes; {instead}"


def in_words(seconds: float) -> str:
    """A duration to one digit, in minutes, hours or days.

    Examples
    --------
    >>> [in_words(seconds) for seconds in (70, 610, 5000, 26_000, 400_000)]
    ['1 minute', '10 minutes', '1 hour', '7 hours', '5 days']
    """
    for unit, length, most in (("minute", 60, 3600), ("hour", 3600, 86_400), ("day", 86_400, float("inf"))):
        if seconds < most * 0.95:
            return counted(int(float(f"{max(seconds / length, 1.0):.0e}")), unit)
    raise ValueError(f"seconds: got {seconds}; a finite number is needed")


def seconds_of_study(n: int, k: int, pairs: int, test: str, adjustments: Collection[str]) -> float:
    """Seconds to test pairs of k algorithms on n data sets once, and to adjust them; roughly, by the sizes alone.

    Examples
    --------
    >>> fast, slow = (seconds_of_study(30, 12, 66, "wilcoxon", [name]) for name in ("holm", "bergmann-hommel"))
    >>> slow > 10 * fast
    True
    """
    own = {"wilcoxon": _OF_RANK * min(n, 50), "permutation": _OF_PERMUTATION}.get(test, 0.0)
    return _STUDY + pairs * (_OF_PAIR + own) + sum(_of_adjustment(name, k, test) for name in adjustments)


def _of_adjustment(name: str, k: int, test: str) -> float:
    if name in _CLOSED:
        return 5e-4 + (_CLOSED[name] * k**2 if test == "rank-z" else _OF_SUBSET * 2.0 ** min(k, 16))
    return _ADJUSTMENT + _OF_ALGORITHMS.get(name, 0.0) * k**2


def sensitivity_told(
    scores: MetricScores, test: TestOptions, adjust: tuple[AdjustMethod, ...], options: SensitivityOptions
) -> tuple[float, str]:
    """Seconds that the variations take, but not the search after them, which has its own bound; and what takes less."""
    n, k, pairs = _sizes(scores, test)
    once = seconds_of_study(n, k, pairs, test.pairwise.name, [one.name for one in adjust[:1]])
    number = _OTHER_VARIATIONS + n * ("datasets" in options.leave_out) + k * ("algorithms" in options.leave_out)
    if once > 2 * seconds_of_study(n, k, pairs, test.pairwise.name, ()):
        instead = "most of it is the adjustment, and another one first in adjust is quicker"
    elif n > k and "datasets" in options.leave_out:
        instead = "sensitivity: {leave_out: [algorithms, groups]} leaves no data sets out"
    else:
        instead = "scores.where with fewer algorithms is quicker"
    return number * (_CONCLUSIONS + pairs * _OF_CONCLUSION + once), instead


def replicability_told(
    scores: MetricScores, test: TestOptions, adjust: tuple[AdjustMethod, ...], options: durations_ReplicabilityOptions
) -> tuple[float, str]:
    """Seconds that the draws take, and what takes less."""
    n, k, pairs = _sizes(scores, test)
    asked = None if options.adjust is None else [one.name for one in options.adjust]
    methods = _quick(adjust, k, MOST_IN_DRAWS) if asked is None else asked
    alone = sum(seconds_of_study(options.size, 2, 1, name, ()) - _STUDY for name in options.tests)
    drawn = _OF_DATASET * n * (pairs if isinstance(options.by, str) else 1)
    family = seconds_of_study(options.size, k, pairs, test.pairwise.name, methods)
    each = pairs * alone + drawn + _OMNIBUS * len(options.omnibus) + family
    instead = "replicability with fewer draws or fewer biases takes as much less"
    return each * options.draws * len(options.biases), instead


def power_told(
    scores: MetricScores, test: TestOptions, adjust: tuple[AdjustMethod, ...], options: PowerOptions
) -> tuple[float, str]:
    """Seconds that the simulated studies take, and what takes less."""
    n, k, pairs = _sizes(scores, test)
    sizes = options.sizes_with(n)
    methods = _quick(adjust, k, MOST_IN_POWER) if options.adjust is None else list[str](options.adjust)
    several = len(options.effects_of(scores.name))
    asked = min(_MOST_PAIRS_OF_POWER, k - 1) if options.pairs is None else len(options.pairs)
    of_sizes = sum(_of_drawn(size, k, pairs, test, methods) for size in sizes) * several
    further = (_FURTHER_SIZES * several + _DIFFERENCES) * _of_drawn(n, k, pairs, test, methods)
    instead = "power with fewer draws takes as much less, and power.pairs with fewer pairs"
    return asked * options.draws * (of_sizes + further), instead


def _quick(adjust: Iterable[AdjustMethod], k: int, most: int) -> list[str]:
    """The adjustments of a study that are made where none is named: the slow ones for few algorithms."""
    return [one.name for one in adjust if not ADJUSTMENTS[one.name].slow or k <= most]


def _of_drawn(n: int, k: int, pairs: int, test: TestOptions, methods: list[str]) -> float:
    return _UNDECIDED * seconds_of_study(n, k, pairs, test.pairwise.name, methods)


def _sizes(scores: MetricScores, test: TestOptions) -> tuple[int, int, int]:
    k = len(scores.algorithms)
    return scores.n_datasets, k, k * (k - 1) // 2 if test.control is None else k - 1
