"""Rows below a table of scores: what sums the scores up, and what compares the algorithms with one of them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import EFFECTS
from rankpress.core.scores import BoolArray, FloatArray, IntArray, MetricScores
from rankpress.core.table import Cell, Mark
from rankpress.stages.effects import Estimated
from rankpress.stages.rank import counted_by
from rankpress.stats.ranks import scaled_average_ranks
from rankpress.topics.effects.cells import effect_cells
from rankpress.topics.effects.effects import reported_measures
from rankpress.topics.imputation import Basis, basis_of, stand_ins
from rankpress.topics.phrases import (
    PLUS_MINUS,
    UNMARKED,
    average_rank,
    count,
    mean_over_datasets,
    named,
    number,
    p_decimals,
    p_value,
    reference_role,
    without_detail,
)
from rankpress.topics.scores.cells import ScoreCells, scale_in
from rankpress.topics.scores.marks import Marking, mark_average_ranks, marks_by_rank, ranks_of_shown
from rankpress.topics.scores.options import Choice, ScoresTableOptions, with_algorithm
from rankpress.wording.numbers import MINUS, MISSING, Rounding, counted_in_words
from rankpress.wording.text import Prose, algorithm_named, joined, mathematics, plain, say

_Row = tuple[Cell, ...]
_Values = TypeVar("_Values", FloatArray, BoolArray)
DIFFERENCES = ("difference", "relative-difference")
SUMMARIES = {"mean": "Mean", "mean-spread": "Mean ± SD", "median": "Median", "geometric-mean": "Geometric mean"}


def summarized(means: FloatArray, name: str, weights: FloatArray | None = None) -> FloatArray:
    """Summarize the scores of each algorithm over the data sets that have them; nan where that is undefined.

    Weights of data sets count in means, geometric ones included, and not in medians.
    """
    there = np.ma.masked_invalid(means)
    if name == "geometric-mean":
        positive: FloatArray = np.where((there > 0).all(axis=0), np.exp(_average(np.ma.log(there), weights)), np.nan)
        return positive
    if name in ("mean", "mean-spread"):
        return _average(there, weights)
    columns = [column[np.isfinite(column)] for column in means.T]
    return np.array([np.median(column) if column.size else np.nan for column in columns])


def _average(values: np.ma.MaskedArray[Any, Any], weights: FloatArray | None) -> FloatArray:
    average: FloatArray = np.ma.filled(np.ma.average(values, axis=0, weights=weights), np.nan)
    return average


def deviations(means: FloatArray, weights: FloatArray | None = None) -> FloatArray:
    """Compute the standard deviation of each algorithm's scores over the data sets, with the weights of their mean.

    The sum of weighted squares is divided by V1 − V2 / V1, where V1 sums the weights and V2 their squares: n − 1 where
    all are 1.
    """
    there = np.ma.masked_invalid(means)
    if weights is None:
        return np.asarray(there.std(axis=0, ddof=1).filled(np.nan))
    of_each = np.ma.masked_array(np.broadcast_to(weights[:, None], there.shape), there.mask)
    squares = (of_each * (there - np.ma.average(there, axis=0, weights=weights)) ** 2).sum(axis=0)
    total = of_each.sum(axis=0)
    return np.asarray(np.ma.sqrt(squares / (total - (of_each**2).sum(axis=0) / total)).filled(np.nan))


def reference_algorithm(analysis: Analysis) -> int:
    """Return the algorithm that the others are compared with: the control, or else the best ranked."""
    control = analysis.tested.control
    return analysis.best_first[0] if control is None else control


def p_against_reference(analysis: Analysis) -> list[Cell]:
    """Return the adjusted p of each algorithm against the control or the best ranked; none without comparisons."""
    over, deciding = analysis.tested.over, analysis.adjusted.deciding
    if over is None or deciding is None:
        return []
    cells, other = [Cell(MISSING, "")] * len(analysis.algorithms), reference_algorithm(analysis)
    for (a, b), p in zip(over.pairs.tolist(), analysis.adjusted.p[deciding], strict=True):
        if other in (a, b):
            cells[b if a == other else a] = p_value(p, analysis.adjusted.alpha, decimals=p_decimals(analysis, deciding))
    return cells


def comparison_row(analysis: Analysis, name: str) -> tuple[Cell, ...] | None:
    """Return the adjusted p, or the effect size, of each algorithm against the control or the best ranked."""
    other = reference_role(analysis)
    if name == "p":
        cells = p_against_reference(analysis)
        return (named(say("{} vs. {}", mathematics("p", "p"), other)), *cells) if cells else None
    estimated = analysis.estimated
    if estimated is None or not estimated.effects:
        return None
    measure = reported_measures(estimated)[-1]
    return (named(say("{} vs. {}", EFFECTS[measure].heading, other)), *_effects(analysis, estimated, measure))


def _effects(analysis: Analysis, estimated: Estimated, measure: str) -> list[Cell]:
    cells, other = [Cell(MISSING, "")] * len(analysis.algorithms), reference_algorithm(analysis)
    cell = effect_cells(estimated, measure, analysis.scores.scale)
    for place, (a, b) in enumerate(estimated.pairs.tolist()):
        if other in (a, b):
            cells[a if b == other else b] = without_detail(cell(place, b != other))
    return cells


class Compared(NamedTuple):
    """What scores are compared with, and whether in relation to its scores."""

    other: int  # the algorithm
    relative: bool


def compared_with(analysis: Analysis, choice: Choice) -> Compared | None:
    """Return what a study's choice of differences compares with; None where the scores of that algorithm are absent."""
    name, algorithm = with_algorithm(choice)
    if algorithm is not None and algorithm not in analysis.names:
        return None
    other = reference_algorithm(analysis) if algorithm is None else analysis.names.index(algorithm)
    return Compared(other, name.startswith("relative"))


def differences(analysis: Analysis, compared: Compared) -> FloatArray:
    """Compute scores minus those of an algorithm on the same data set, or that in percent of the latter."""
    if not isinstance(analysis.scores, MetricScores):
        raise ValueError(f"metric {analysis.scores.name}: average ranks alone have no scores")
    means = analysis.scores.means
    of_other = means[:, [compared.other]]
    if not compared.relative:
        return np.asarray(means - of_other)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(of_other == 0, np.nan, 100 * (means - of_other) / np.abs(of_other))


def rounding_of_differences(cells: ScoreCells, options: ScoresTableOptions, *, relative: bool) -> Rounding:
    """Return how differences are printed: in the decimals of the scores, or in percent."""
    if not relative:
        return replace(cells.of_scores, signed=True)
    digits = options.digits if isinstance(options.digits, int) else None
    return Rounding(1 if digits is None else digits, signed=True)


def difference_phrase(analysis: Analysis, compared: Compared, *, several: bool = False) -> Prose:
    """Return what differences are called: "Relative difference from forest (%)"."""
    word, unit = ("Relative difference", " (%)") if compared.relative else ("Difference", "")
    return say("{}{} from {}{}", word, "s" if several else "", analysis.algorithms[compared.other], unit)


def scores_phrase(analyses: Sequence[Analysis], options: ScoresTableOptions) -> Prose:
    """Return what the cells of a table of scores are called: "Scores", or "Differences from forest"."""
    name, _ = with_algorithm(options.cells)
    if name not in DIFFERENCES:
        return "Scores"
    compared = [(analysis, of) for analysis in analyses if (of := compared_with(analysis, options.cells))]
    phrases = {difference_phrase(analysis, of, several=True): None for analysis, of in compared}
    if len(phrases) == 1:
        return next(iter(phrases))
    return f"{'Relative differences' if name.startswith('relative') else 'Differences'} from the best ranked"


def measured_scores(analysis: Analysis, options: ScoresTableOptions) -> Prose:
    """Return the metric of a table of scores with the unit of its cells; relative differences have none."""
    is_relative = with_algorithm(options.cells)[0] == "relative-difference"
    return analysis.metric if is_relative else analysis.measured_in(scale_in(analysis.scores, options))


class SummaryRows:
    """Builds the rows that sum up the scores of a table, over all its data sets or over those of a group."""

    def __init__(
        self, analysis: Analysis, cells: ScoreCells | None, options: ScoresTableOptions, among: Collection[int] | None
    ) -> None:
        self._analysis, self._cells, self._options = analysis, cells, options
        scores = analysis.scores
        self._weights_of_all = scores.weights if isinstance(scores, MetricScores) else None
        self._censored = scores.censored if isinstance(scores, MetricScores) else None
        self._among = among  # the algorithms among which the best is marked; None for all
        self._stand_ins = stand_ins(analysis)

    def footer(self, averages: Marking) -> Iterator[_Row]:
        """Yield the rows below the scores; none for what the study has no numbers of."""
        for choice in self._options.summary if self._cells is not None else ("average-rank",):
            name, algorithm = with_algorithm(choice)
            if name == "average-rank":
                if self._analysis.averages_ranks:
                    yield self._average_row(self._analysis.ranking.average, averages.rows[0])
            elif name in ("p", "effect"):
                yield from map(self.signed, filter(None, [comparison_row(self._analysis, name)]))
            elif name == "wins-ties-losses" and algorithm is not None:
                yield from map(self.signed, _record_row(self._analysis, algorithm))
            elif name in ("wins", "wins-ties-losses"):
                yield self.signed(_wins_row(self._analysis, name))
            else:
                yield from filter(None, [self._score_row(choice)])

    def signed(self, row: _Row) -> _Row:
        """Return a row over all data sets with a sign where missing results were ranked last or replaced."""
        lacking = np.asarray(self._stand_ins.any(axis=0))
        return Basis(np.zeros_like(lacking), lacking).signed(row)

    def of_group(self, members: Sequence[int]) -> _Row:
        """Sum up a group of data sets as the first row below the scores sums up all, if that is of scores; or by ranks.

        A group that stands for its data sets is summed up by its mean.
        """
        first = next(iter(self._options.summary), "average-rank")
        if self._cells is not None:
            of_scores = (*SUMMARIES, *DIFFERENCES)
            choice = first if with_algorithm(first)[0] in of_scores else "mean" if self._stand_alone else None
            if choice is not None and (row := self._score_row(choice, members)):
                return row
        ranks = self._analysis.ranking.ranks
        if ranks is None:
            raise ValueError(f"metric {self._analysis.scores.name}: average ranks alone have no groups")
        has_gaps = self._analysis.ranking.has_gaps
        average = scaled_average_ranks(ranks[members]) if has_gaps else ranks[members].mean(axis=0)
        return self._average_row(average, self._marks(average), members)

    def _average_row(
        self, average: FloatArray, marks: Sequence[frozenset[Mark]], members: Sequence[int] | None = None
    ) -> _Row:
        """Return a row of average ranks, which may be compared over different data sets: they are scaled."""
        ranks = self._analysis.ranking.ranks
        basis = None if ranks is None else replace(self._basis(_of(ranks, members), average, members), is_same=True)
        marks = marks if basis is None else basis.marks(marks)
        row = (named("Average rank"), *(average_rank(rank, mark) for rank, mark in zip(average, marks, strict=True)))
        return row if basis is None else basis.signed(row)

    def _basis(self, values: FloatArray, averages: FloatArray, members: Sequence[int] | None) -> Basis:
        return basis_of(values, averages, _of(self._stand_ins, members), self._among)

    @property
    def _stand_alone(self) -> bool:
        return self._options.rows == "groups"

    def _score_row(self, choice: Choice, members: Sequence[int] | None = None) -> _Row | None:
        """Sum up what the cells show, or differences."""
        analysis, cells = self._analysis, self._cells
        if cells is None:
            return None
        name, _ = with_algorithm(choice)
        if name in DIFFERENCES:
            return self._difference_row(cells, choice, members)
        values = _of(cells.values, members)
        tolerance = 0.0 if cells.relative else self._options.tolerance_in(analysis.scores.name)
        sums = self._known(summarized(values, name, self._weights(members)), members)
        basis = self._basis(values, sums, members)
        marks = basis.marks(self._marks(-analysis.scores.sign * sums, tolerance))
        row = self._row(named(SUMMARIES[name]), sums, cells.rounding, marks)
        if name == "mean-spread":
            before = () if self._stand_alone else parts_with_deviations(cells)
            row = _with_deviations(row, deviations(values, self._weights(members)), cells.rounding, before)
        return basis.signed(row)

    def _difference_row(self, cells: ScoreCells, choice: Choice, members: Sequence[int] | None) -> _Row | None:
        compared = compared_with(self._analysis, choice)
        if compared is None:
            return None
        values = _of(differences(self._analysis, compared), members)
        sums = self._known(summarized(values, "mean", self._weights(members)), members, compared.other)
        title = named(difference_phrase(self._analysis, compared))
        rounding = rounding_of_differences(cells, self._options, relative=compared.relative)
        row = list(self._row(title, sums, rounding, (UNMARKED,) * len(sums)))
        row[1 + compared.other] = Cell(MISSING, "")
        return self._basis(values, sums, members).signed(row)

    def _weights(self, members: Sequence[int] | None) -> FloatArray | None:
        weights = self._weights_of_all
        return weights if weights is None or members is None else weights[list(members)]

    def _known(self, values: FloatArray, members: Sequence[int] | None, other: int | None = None) -> FloatArray:
        """Return what sums up times, nan where some run was not solved: the mean of the others favors who fails."""
        censored = self._censored
        if censored is None:
            return values
        unsolved: BoolArray = np.any(censored if members is None else censored[members], axis=0)
        unknown = unsolved if other is None else unsolved | unsolved[other]
        return np.where(unknown, np.nan, values)

    def _row(self, title: Cell, values: FloatArray, rounding: Rounding, marks: Sequence[frozenset[Mark]]) -> _Row:
        return (
            title,
            *(number(value, rounding, mark) for value, mark in zip(values.tolist(), marks, strict=True)),
        )

    def _marks(self, places: FloatArray, tolerance: float = 0.0) -> tuple[frozenset[Mark], ...]:
        if self._options.marks in ("tests", "none"):
            return (UNMARKED,) * len(places)
        return marks_by_rank(
            ranks_of_shown(places, self._among), tolerance, second=self._options.marks in ("best", "gray")
        )


def marked_averages(analysis: Analysis, options: ScoresTableOptions, among: Collection[int] | None) -> Marking:
    """Mark the average ranks, so that bold has one meaning in a table."""
    tested = mark_average_ranks(analysis, among)
    if options.marks == "tests" and tested.shows:
        return tested
    if options.marks in ("tests", "none"):
        return Marking(((UNMARKED,) * len(analysis.algorithms),), lambda _: "")
    marks = marks_by_rank(ranks_of_shown(analysis.ranking.average, among), second=options.marks in ("best", "gray"))
    return Marking((marks,), lambda _: "")


def _of(values: _Values, members: Sequence[int] | None) -> _Values:
    return values if members is None else values[list(members)]


def parts_with_deviations(cells: ScoreCells) -> tuple[str, ...]:
    """Return what stands behind scores, with the standard deviation over the data sets that a row below them has."""
    parts = tuple(cells.behind)
    return parts if _DEVIATION in parts else (*parts, _DEVIATION)


_DEVIATION = "sd"


def _with_deviations(row: _Row, spreads: FloatArray, rounding: Rounding, parts: Sequence[str]) -> _Row:
    """Put the standard deviation over the data sets behind each mean, in CSV among the parts behind the scores."""
    title, *cells = row
    unsigned, before = replace(rounding, signed=False), parts.index(_DEVIATION) if parts else 0
    texts = [PLUS_MINUS.format(unsigned.text(spread)) for spread in spreads.tolist()]
    return (
        title,
        *(
            replace(cell, text=f"{plain(cell.text)} {text}", detail=text, detail_value=(*(math.nan,) * before, spread))
            for cell, text, spread in zip(cells, texts, spreads.tolist(), strict=True)
        ),
    )


def _wins_row(analysis: Analysis, name: str) -> _Row:
    """Return a row of how often each algorithm is best, or of its wins, ties and losses against all others."""
    ranks = _ranks_of(analysis)
    if name == "wins":
        best = ranks == np.nanmin(ranks, axis=1, keepdims=True)
        return (named("Wins"), *map(count, best.sum(axis=0).tolist()))
    won, tied = _counts_of(analysis)
    records = zip(won.sum(axis=1), tied.sum(axis=1), won.sum(axis=0), strict=True)
    return (named("Wins/ties/losses"), *(win_record(*map(int, counts)) for counts in records))


def _record_row(analysis: Analysis, algorithm: str) -> Iterator[_Row]:
    """Yield a row of the wins, ties and losses of one algorithm against each other one, if there are scores of it."""
    if algorithm not in analysis.names:
        return
    own = analysis.names.index(algorithm)
    won, tied = _counts_of(analysis)
    cells = (
        Cell(MISSING, "")
        if other == own
        else win_record(*map(int, (won[own, other], tied[own, other], won[other, own])))
        for other in range(len(analysis.names))
    )
    yield (named(say("W/T/L of {}", analysis.algorithms[own])), *cells)


def _ranks_of(analysis: Analysis) -> FloatArray:
    ranks = analysis.ranking.ranks
    if ranks is None:
        raise ValueError(f"metric {analysis.scores.name}: average ranks alone have no wins")
    return ranks


def _counts_of(analysis: Analysis) -> tuple[IntArray, IntArray]:
    counts = won_and_tied(analysis)
    if counts is None:
        raise ValueError(f"metric {analysis.scores.name}: average ranks alone have no wins")
    return counts


PLUS_MINUS_RECORD = f"+/=/{MINUS}"


def against_row(signs: FloatArray, options: ScoresTableOptions) -> _Row:
    """Count the data sets on which each algorithm is significantly better, neither, and worse than another."""
    records = [tuple(int(np.count_nonzero(column == sign)) for sign in (1, 0, -1)) for column in signs.T]
    cells = (win_record(*counts) if any(counts) else Cell("") for counts in records)
    title = PLUS_MINUS_RECORD if options.signs else "Significant W/T/L"
    return (named(say("{} against {}", title, algorithm_named(options.marked_against[0] or ""))), *cells)


def summary_notes(analysis: Analysis, options: ScoresTableOptions) -> Iterator[Prose]:
    """Define the rows below the scores that their names do not explain."""
    choices = [with_algorithm(choice) for choice in options.summary]
    if ("wins", None) in choices:
        yield "Wins: data sets on which the algorithm is best, alone or with others."
    if ("wins-ties-losses", None) in choices:
        yield "Wins/ties/losses: against each other algorithm on each data set."
    for name, algorithm in choices:
        if name == "wins-ties-losses" and algorithm in analysis.names:
            yield say("{}.", record_phrase(algorithm))
    if any(name == "difference" for name, _ in choices):
        yield f"Differences {options.side_of_sums} the scores: {mean_over_datasets(analysis)}s over the data sets."
    yield from relative_note(analysis, options)
    if analysis.is_weighted and any(name in (*DIFFERENCES, *SUMMARIES) for name, _ in choices):
        spread = " and standard deviations" if ("mean-spread", None) in choices else ""
        others = "medians, ranks" if ("median", None) in choices else "ranks"
        yield (
            f"Means{spread} {options.side_of_sums} the scores are weighted; {others}, tests and effect sizes count all"
            " data sets alike."
        )
    compared = [name for row, name in (("p", "p"), ("effect", "effect size")) if (row, None) in choices]
    if compared:
        which = say("{}, the {}", analysis.algorithms[reference_algorithm(analysis)], reference_role(analysis))
        adjusted = "; p is adjusted" if ("p", None) in choices and not analysis.ranking.is_of_two else ""
        yield say("{}: over the data sets, against {}{}.", joined(compared), which, adjusted)


def relative_note(analysis: Analysis, options: ScoresTableOptions) -> Iterator[str]:
    """Say of what relative differences below the scores are means: the ratio of two means is another number."""
    if compared := _relative(analysis, options.summary):
        where = f"{options.side_of_sums} the scores"
        is_absolute = any(_scores_of(analysis, other).min(initial=0.0) < 0 for other in compared)
        ratio = "difference divided by an absolute score" if is_absolute else "ratio"
        means = f"{mean_over_datasets(analysis)}s over the data sets"
        yield f"Relative differences {where}: {means} of each data set's {ratio}."


def divisor(analysis: Analysis, compared: Compared) -> str:
    """Return by what a relative difference from the score of an algorithm is divided, whose sign it keeps."""
    is_absolute = _scores_of(analysis, compared.other).min(initial=0.0) < 0
    return "the absolute value of the latter" if is_absolute else "the latter"


def undefined_notes(analysis: Analysis, options: ScoresTableOptions) -> Iterator[Prose]:
    """Say where there is no relative difference, in cells or rows: from a score of zero."""
    for other in _relative(analysis, (options.cells, *options.summary)):
        if n_zero := int(np.count_nonzero(_scores_of(analysis, other) == 0)):
            name, on = analysis.algorithms[other], counted_in_words(n_zero, "data set")
            yield say("No relative differences from {} on {}, where its score is 0.", name, on)


def _relative(analysis: Analysis, choices: Sequence[Choice]) -> list[int]:
    """Return the algorithms that relative differences are from."""
    compared = (compared_with(analysis, choice) for choice in choices if with_algorithm(choice)[0] in DIFFERENCES)
    return [*dict.fromkeys(each.other for each in compared if each is not None and each.relative)]


def _scores_of(analysis: Analysis, algorithm: int) -> FloatArray:
    """Return the scores of an algorithm on the data sets that it has."""
    scores = analysis.scores
    column = scores.means[:, algorithm] if isinstance(scores, MetricScores) else np.empty(0)
    return np.asarray(column[np.isfinite(column)])


def record_phrase(algorithm: str) -> Prose:
    """Say what the wins, ties and losses of one algorithm against each other one count."""
    name = algorithm_named(algorithm)
    return say("W/T/L of {}: data sets on which {} is better than, equal to and worse than each algorithm", name, name)


def won_and_tied(analysis: Analysis) -> tuple[IntArray, IntArray] | None:
    """Count the data sets on which each algorithm (row) beats and ties each other one (column); None without ranks."""
    counted = counted_by(analysis.scores, analysis.ranking)
    if counted is None:
        return None
    values, tolerance = counted
    won, tied = np.empty((2, values.shape[1], values.shape[1]), dtype=np.int64)
    for row, own in enumerate(values.T):
        ahead = own[:, None] - values
        near = (ahead == 0) | (np.abs(ahead) < tolerance)
        won[row], tied[row] = np.count_nonzero((ahead > 0) & ~near, axis=0), np.count_nonzero(near, axis=0)
    np.fill_diagonal(tied, 0)
    return won, tied


def win_record(won: int, tied: int, lost: int) -> Cell:
    """Return a cell with wins, ties and losses."""
    # a spreadsheet would take 9/1/4 for a date
    return Cell(f"{won}/{tied}/{lost}", f"{won} won, {tied} tied, {lost} lost", record=(won, tied, lost))
