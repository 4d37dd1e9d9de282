"""Marks of scores, ranks and average ranks: which are bold and underlined, and what notes say of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import WITHIN
from rankpress.core.scores import BoolArray, FloatArray, MetricScores
from rankpress.core.table import CALLED, SECOND, UNSHADED, Mark
from rankpress.stages.within import WithinDataset
from rankpress.stats.multitest import more_accurate
from rankpress.topics.imputation import unless_lacking
from rankpress.topics.phrases import UNMARKED, adjusted_by, at_level_of, deciding_test
from rankpress.topics.scores.cells import medians_of, scale_in
from rankpress.topics.scores.options import ScoresTableOptions
from rankpress.wording.numbers import level_text, tolerance_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, dataset_named, join, joined, say

_BEST = frozenset[Mark]({"bold"})
_SECOND = frozenset[Mark]({"underline"})


@dataclass(frozen=True)
class Words:
    """How notes call the marks of the best and the second."""

    best: str = CALLED["bold"]
    second: str = CALLED["underline"]


_BY_FONT, _BY_SHADE = Words(), Words(CALLED["gray"], CALLED["light-gray"])
SHADES: Mapping[Mark, Mark] = {mark: shade for shade, mark in UNSHADED.items()}


def words_for_marks(options: ScoresTableOptions) -> Words:
    """Return how notes call the marks of a table."""
    return _BY_SHADE if options.marks == "gray" else _BY_FONT


def best_and_second(*, underlined: bool, near: str = "", words: Words = _BY_FONT) -> str:
    """Return the legend of marks by rank.

    >>> best_and_second(underlined=True), best_and_second(underlined=False, near="0.001")
    ('Bold: best; underlined: second.', 'Bold: within 0.001 of the best.')
    """
    best = f"within {near} of the best" if near else "best"
    return f"{capitalized(words.best)}: {best}{SECOND.format(words.second) if underlined else ''}."


Note = Callable[[bool], Prose]
"""What notes say of marks: a sentence, given whether anything is underlined; empty where nothing is marked."""


@dataclass(frozen=True)
class Marking:
    """The marks of rows of numbers, and what the notes say of them."""

    rows: tuple[tuple[frozenset[Mark], ...], ...]  # in the order of the rows and columns they are for
    note: Note
    shows: Literal["", "marks"] = ""  # whether tests are behind the marks
    reserve: Prose = ""  # a clause on what these tests did not compare; empty where they compared all with the best

    @property
    def underlines(self) -> bool:
        """Whether any is underlined."""
        return any("underline" in marks for row in self.rows for marks in row)


def mark_average_ranks(analysis: Analysis, among: Collection[int] | None = None) -> Marking:
    """Mark average ranks by the tests over the data sets, adjusted by the first method."""
    average, over, adjusted = ranks_of_shown(analysis.ranking.average, among), analysis.tested.over, analysis.adjusted
    control, best = analysis.tested.control, np.flatnonzero(average == np.nanmin(average)).tolist()
    if over is None or adjusted.deciding is None or not (control is None or control in best):
        marks = _of_whole(analysis, marks_by_rank(average))
        return Marking((marks,), lambda underlined: best_and_second(underlined=underlined))
    p = adjusted.p[adjusted.deciding]
    better = more_accurate(p, over.favours, over.pairs, len(average), adjusted.alpha)
    test = deciding_test(analysis, adjusted.deciding)
    level = at_level_of(adjusted.deciding, adjusted.alpha)
    note = f"Bold: best average rank, or not significantly worse {level} ({test})"
    marks = _of_whole(analysis, _by_test(average, better))
    return Marking((marks,), lambda underlined: f"{note}{_second(underlined)}.", "marks")


def _of_whole(analysis: Analysis, marks: Sequence[frozenset[Mark]]) -> tuple[frozenset[Mark], ...]:
    """Return marks of averages, none where an algorithm lacks results for which others stand in."""
    missing = analysis.scores.missing
    lacking = {gap.algorithm for gap in (*missing.imputed, *missing.worst_ranked)}
    return unless_lacking(marks, [name in lacking for name in analysis.names])


def _second(underlined: bool) -> str:
    return SECOND.format(CALLED["underline"]) if underlined else ""


def mark_datasets(
    analysis: Analysis, options: ScoresTableOptions, among: Collection[int] | None = None, *, printed: bool = True
) -> Marking:
    """Mark the scores or ranks on each data set, among the algorithms that are shown; no rows if none is printed."""
    ranks = analysis.ranking.ranks
    if options.center == "median" and ranks is not None:  # what is shown is marked
        ranks = np.where(np.isnan(ranks), np.nan, -analysis.scores.sign * medians_of(analysis.scores))
    ranks = np.empty((0, 0)) if ranks is None or not printed else _measured(analysis, ranks_of_shown(ranks, among))
    if options.marks == "none":
        return Marking(tuple((UNMARKED,) * len(row) for row in ranks), lambda _: "")
    better, test = _within(analysis, among)
    if options.marks != "tests" or not better:
        return _mark_by_rank(analysis, marked_by(analysis, options, among), ranks)
    control = None if _of_order(analysis) else analysis.tested.control
    rows = tuple(
        _by_test(row, better[dataset], control) if dataset in better else marks_by_rank(row)
        for dataset, row in zip(analysis.scores.datasets, ranks, strict=printed)
    )
    reserve = join(_reserves(analysis, better, control, among), "; ")
    tested = join(filter(None, (test, reserve)), "; ")
    level = level_text(analysis.adjusted.alpha)
    note = say("Bold: best on the data set, or not significantly worse at level {} ({})", level, tested)
    return Marking(rows, lambda underlined: say("{}{}.", note, _second(underlined)), "marks", reserve)


_MOST_NAMED = 5  # data sets without tests that a note names


def _reserves(
    analysis: Analysis, tested: Collection[str], control: int | None, among: Collection[int] | None
) -> Iterator[Prose]:
    """Yield on which data sets not all were compared with the best."""
    ranks, datasets = analysis.ranking.ranks, analysis.scores.datasets
    if control is not None and ranks is not None:
        of_shown = ranks_of_shown(ranks, among)[[dataset in tested for dataset in datasets]]
        if (of_shown[:, control] != np.fmin.reduce(of_shown, axis=1)).any():
            name = analysis.algorithms[control]
            yield say("where {} is not the best, it alone was compared with the best", name)
    if untested := [dataset_named(dataset) for dataset in datasets if dataset not in tested]:
        is_listed = len(untested) <= _MOST_NAMED
        where = joined(untested) if is_listed else f"{len(untested)} of {counted(len(datasets), 'data set')}"
        yield say("no tests on {}", where)


def marked_by(
    analysis: Analysis, options: ScoresTableOptions, among: Collection[int] | None = None
) -> ScoresTableOptions:
    """Return the options with marks by rank where no data set has the tests that are to mark its scores."""
    if options.marks != "tests" or _within(analysis, among)[0]:
        return options
    return options.model_copy(update={"marks": "best"})


def _mark_by_rank(analysis: Analysis, options: ScoresTableOptions, ranks: FloatArray) -> Marking:
    """Mark the best of each data set, those within the tolerance of it, and the second."""
    scores, places = analysis.scores, ranks
    tolerance = options.tolerance_in(scores.name)
    if tolerance and options.center == "mean" and isinstance(scores, MetricScores) and ranks.size:
        places = np.where(np.isnan(ranks), np.nan, -scores.oriented)
    rows = tuple(marks_by_rank(row, tolerance, second=options.marks in ("best", "gray")) for row in places)
    near, words = tolerance_phrase(analysis, options), words_for_marks(options)
    return Marking(rows, lambda underlined: best_and_second(underlined=underlined, near=near, words=words))


def tolerance_phrase(analysis: Analysis, options: ScoresTableOptions) -> str:
    """Return by how much scores may be worse than the best and are bold, as the table prints them; empty without."""
    scale, tolerance = scale_in(analysis.scores, options), options.tolerance_in(analysis.scores.name)
    return scale.difference_phrase(tolerance_text(round(scale.factor * tolerance, 12))) if tolerance else ""


def _measured(analysis: Analysis, ranks: FloatArray) -> FloatArray:
    """Return the ranks on each data set, nan for those of scores that stand in for missing ones: these get no mark."""
    imputed = analysis.scores.missing.is_imputed(analysis.scores.datasets, analysis.names)
    return np.where(imputed, np.nan, ranks) if imputed.any() else ranks


def ranks_of_shown(ranks: FloatArray, among: Collection[int] | None) -> FloatArray:
    """Return ranks, nan for the algorithms that are not shown."""
    if among is None:
        return ranks
    hidden = [index for index in range(ranks.shape[-1]) if index not in among]
    of_shown = ranks.copy()
    of_shown[..., hidden] = np.nan
    return of_shown


def marks_by_rank(places: FloatArray, tolerance: float = 0.0, *, second: bool = True) -> tuple[frozenset[Mark], ...]:
    """Mark the least place and those within a tolerance of it, and the next unless several share the first.

    Nothing is marked where all would be bold, and of two none is underlined.
    """
    listed = places.tolist()  # sets of few numbers are quicker than arrays
    there = [place for place in listed if not math.isnan(place)]
    best = min(there, default=0.0)
    most = best + tolerance * (1 + 1e-9)  # a difference of decimals may be a hair more than it reads
    bold = [index for index, place in enumerate(listed) if place <= most]
    if len(bold) == len(there):
        return (UNMARKED,) * len(listed)
    return _marked(listed, bold, second=second)


def _by_test(ranks: FloatArray, better: BoolArray, control: int | None = None) -> tuple[frozenset[Mark], ...]:
    """Mark the least rank and all that none of the best is significantly better than; tests may be with a control."""
    there = ~np.isnan(ranks)
    best = there & (ranks == np.nanmin(ranks))
    worse = better[best].any(axis=0) & ~best
    if control is not None and not best[control]:  # the best was compared with the control alone
        worse |= ~best & (np.arange(len(ranks)) != control)
    return _marked(ranks.tolist(), np.flatnonzero(there & ~worse).tolist())


def _marked(places: Sequence[float], bold: Collection[int], *, second: bool = True) -> tuple[frozenset[Mark], ...]:
    others = [place for index, place in enumerate(places) if index not in bold and not math.isnan(place)]
    # the other of two is no second
    next_place = min(others) if second and len(bold) == 1 and len(others) > 1 else None
    return tuple(
        _BEST if index in bold else _SECOND if place == next_place else UNMARKED for index, place in enumerate(places)
    )


def _of_order(analysis: Analysis) -> Mapping[str, BoolArray]:
    """Who is better by the tests that the order rests on, where these decide; empty where those of the section do.

    An order takes all pairs. Where a control is compared with the others, the family is of these comparisons alone.
    """
    tested = analysis.tested
    return {} if tested.control is not None and tested.within else analysis.ordered.two_sided_within


def _within(analysis: Analysis, among: Collection[int] | None = None) -> tuple[Mapping[str, BoolArray], Prose]:
    """Who is significantly better than whom on each data set that was tested, and by which test and adjustment."""
    tested, by_order = analysis.tested, _of_order(analysis)
    if by_order:
        return by_order, test_within(analysis)
    # where a control is not shown, nothing that is was compared
    if analysis.ranking.ranks is None or not (among is None or tested.control is None or tested.control in among):
        return {}, ""
    results = {within.dataset: _better(analysis, within) for within in tested.within}
    return results, test_within(analysis) if results else ""


def test_within(analysis: Analysis) -> Prose:
    """Return which test within the data sets is behind marks, its adjustment and the family of this."""
    by_order, tested, of_order = _of_order(analysis), analysis.tested, analysis.ordered.within
    by_section = (tested.within_procedure, analysis.adjusted.within)
    test, adjustment = (of_order.test, of_order.adjust) if by_order else by_section
    if adjustment == UNADJUSTED:
        return f"{WITHIN[test].title}{adjusted_by(adjustment)}"
    control = None if by_order else tested.control
    family: Prose = "the pairs" if control is None else say("the comparisons with {}", analysis.algorithms[control])
    return say("{}{} for {} on each data set", WITHIN[test].title, adjusted_by(adjustment), family)


def _better(analysis: Analysis, dataset: WithinDataset) -> BoolArray:
    p = np.nan_to_num(analysis.p_within(dataset), nan=1.0)
    difference = analysis.scores.sign * np.nan_to_num(dataset.tests.tested_difference)
    return more_accurate(p, difference, dataset.pairs, len(analysis.algorithms), analysis.adjusted.alpha)


def significant_against(analysis: Analysis, options: ScoresTableOptions) -> FloatArray | None:
    """Return on each data set who is significantly better (1) or worse (-1) than an algorithm; None without tests."""
    name, _ = options.marked_against
    tested, better = analysis.tested, _of_order(analysis)
    by_section = not better
    better = better or {within.dataset: _better(analysis, within) for within in tested.within}
    if name not in analysis.names or not better:
        return None
    other, k = analysis.names.index(name), len(analysis.names)
    if by_section and tested.control not in (None, other):
        return None
    signs = np.full((len(analysis.scores.datasets), k), np.nan)
    for place, dataset in enumerate(analysis.scores.datasets):
        if dataset in better:
            signs[place] = better[dataset][:, other].astype(float) - better[dataset][other, :]
    signs[:, other] = np.nan
    return signs
