"""Which figures are bold or underlined: the best and what no test finds worse, or the best and the second."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rankpress.analysis import Analysis
from rankpress.report.error_rates import at_level_of
from rankpress.report.numbers import level_text
from rankpress.report.table import Mark
from rankpress.report.tables.cells import UNMARKED
from rankpress.scores import BoolArray, FloatArray
from rankpress.stats.adjustments import holm
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.multitest import more_accurate
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.within import WITHIN
from rankpress.within import WithinDataset

_BEST = frozenset[Mark]({"bold"})
_SECOND = frozenset[Mark]({"underline"})
_OF_RANKS = "the best is bold and, unless several share the first place, the next underlined"
_WITHOUT_TEST = "no test is behind these marks"


@dataclass(frozen=True)
class Marking:
    """The marks of rows of figures, and what the notes say of them.

    Parameters
    ----------
    rows : tuple of rows of marks
        In the order of the rows and columns they are for.
    note : str
        A sentence; empty where nothing is marked.
    """

    rows: tuple[tuple[frozenset[Mark], ...], ...]
    note: str


def mark_average_ranks(analysis: Analysis) -> Marking:
    """Mark average ranks by the tests over the data sets, adjusted by the first method.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Marking
        One row, in the order of the algorithms. Without tests of the best against the others, the best and the second
        are marked.
    """
    average, over, adjusted = analysis.ranking.average, analysis.tested.over, analysis.adjusted
    control, best = analysis.tested.control, analysis.ranking.best
    if over is None or adjusted.deciding is None or not (control is None or control in best):
        why = _WITHOUT_TEST
        if over is not None and control is not None:
            why = f"{why}, for only comparisons with {analysis.names[control]} were made"
        return Marking((_by_rank(average),), f"Of the average ranks {_OF_RANKS}; {why}.")
    p = adjusted.p[adjusted.deciding]
    better = more_accurate(p, over.favours, over.pairs, len(average), adjusted.alpha)
    test, adjustment = PAIRWISE[over.procedure].title, ADJUSTMENTS[adjusted.deciding].title
    level = at_level_of(adjusted.deciding, adjusted.alpha)
    return Marking(
        (_by_test(average, better),),
        f"Of the average ranks the best is bold, and so is each that is not significantly worse {level} ({test},"
        f" adjusted by {adjustment}); where all others are worse, the next is underlined.",
    )


def mark_datasets(analysis: Analysis, marks: str) -> Marking:
    """Mark the scores or ranks on each data set.

    Parameters
    ----------
    analysis : Analysis
        One metric, of which ranks on each data set are known.
    marks : {"best", "tests", "none"}
        By ranks, by the tests within data sets, or not at all.

    Returns
    -------
    Marking
        A row a data set. Data sets that were not tested within are marked by ranks.
    """
    ranks = np.empty((0, 0)) if analysis.ranking.ranks is None else analysis.ranking.ranks
    if marks == "none":
        return Marking(tuple((UNMARKED,) * len(row) for row in ranks), "")
    by_rank = f"On each data set {_OF_RANKS}"
    if marks == "best":
        return Marking(tuple(map(_by_rank, ranks)), f"{by_rank}.")
    better, test = _within(analysis)
    if not better:
        return Marking(tuple(map(_by_rank, ranks)), f"{by_rank}; {_WITHOUT_TEST}, for there are none within data sets.")
    datasets = analysis.scores.datasets
    rows = tuple(
        _by_test(row, better[dataset]) if dataset in better else _by_rank(row)
        for dataset, row in zip(datasets, ranks, strict=True)
    )
    note = (
        "On each data set the best is bold, and so is each that is not significantly worse at level"
        f" {level_text(analysis.adjusted.alpha)} ({test}, over the pairs of algorithms on the data set); where all"
        " others are worse, the next is underlined."
    )
    untested = [dataset for dataset in datasets if dataset not in better]
    return Marking(rows, note + _of_untested(untested, len(datasets)))


def _of_untested(untested: Sequence[str], n: int) -> str:
    if not untested:
        return ""
    return f" On {len(untested)} of {n} data sets the best was not tested against the others, and {_OF_RANKS}."


def _by_rank(ranks: FloatArray) -> tuple[frozenset[Mark], ...]:
    """Bold for the least rank, underlined for the next, unless several share the first place; none where all tie."""
    listed = ranks.tolist()  # sets of few numbers are quicker than arrays
    distinct = {rank for rank in listed if not math.isnan(rank)}
    if len(distinct) < 2:
        return (UNMARKED,) * len(listed)
    best = min(distinct)
    return _marked(listed, [at for at, rank in enumerate(listed) if rank == best])


def _by_test(ranks: FloatArray, better: BoolArray) -> tuple[frozenset[Mark], ...]:
    """Bold for the least rank and all that none of the best is significantly better than."""
    there = ~np.isnan(ranks)
    best = there & (ranks == np.nanmin(ranks))
    worse = better[best].any(axis=0) & ~best
    return _marked(ranks.tolist(), np.flatnonzero(there & ~worse).tolist())


def _marked(ranks: Sequence[float], bold: Collection[int]) -> tuple[frozenset[Mark], ...]:
    others = [rank for at, rank in enumerate(ranks) if at not in bold and not math.isnan(rank)]
    second = min(others) if others and len(bold) == 1 else None
    return tuple(_BEST if at in bold else _SECOND if rank == second else UNMARKED for at, rank in enumerate(ranks))


def _within(analysis: Analysis) -> tuple[Mapping[str, BoolArray], str]:
    """Who is significantly better than whom on each data set that was tested, and by which test and adjustment."""
    ordered, tested = analysis.ordered, analysis.tested
    if ordered.better_within:
        return ordered.better_within, _adjusted(ordered.within, ordered.within_adjust)
    ranks = analysis.ranking.ranks
    if ranks is None:
        return {}, ""
    row_of = dict(zip(analysis.scores.datasets, ranks, strict=True))
    found = {
        one.dataset: _better(analysis, one)
        for one in tested.within
        if _best_is_tested(one, row_of[one.dataset], tested.control)
    }
    return found, _adjusted(tested.within_procedure, "holm") if found else ""


def _adjusted(test: str, adjustment: str) -> str:
    return f"{WITHIN[test].title}, adjusted by {ADJUSTMENTS[adjustment].title}"


def _best_is_tested(one: WithinDataset, ranks: FloatArray, control: int | None) -> bool:
    """Whether the best on the data set was tested against all others that are there."""
    return control is None or bool(ranks[control] == np.nanmin(ranks))


def _better(analysis: Analysis, one: WithinDataset) -> BoolArray:
    sign = 1.0 if analysis.scores.better == "higher" else -1.0
    p = holm(np.nan_to_num(one.tests.p, nan=1.0))
    difference = sign * np.nan_to_num(one.tests.tested_difference)
    return more_accurate(p, difference, one.pairs, len(analysis.names), analysis.adjusted.alpha)
