"""What tables show of missing results: signs at averages, notes on them, a column of CSV, and no mark of the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rankpress.analysis import Analysis
from rankpress.core.scores import BoolArray, FloatArray
from rankpress.core.table import Cell, Mark, Table
from rankpress.topics.phrases import IMPUTED, IMPUTED_SIGN, RANK, UNMARKED, count
from rankpress.wording.numbers import counted_in_words, in_words
from rankpress.wording.text import Prose, joined, plain, say

_OF_BEST = frozenset[Mark]({"bold", "underline"})
_FEWER_SIGN = "§"  # an average over fewer data sets than others in its row
_SIGNS: dict[Mark, str] = {"incomplete": IMPUTED_SIGN, "fewer": _FEWER_SIGN}
_COLUMN = "Missing results"
_SIGNED = {"Average rank", "Mean"}

_Marks = tuple[frozenset[Mark], ...]


@dataclass(frozen=True)
class Basis:
    """What the averages of a row are over, of each algorithm."""

    fewer: BoolArray  # whether that is fewer data sets than the row is of
    stand_in: BoolArray  # whether these include missing results that were ranked last or replaced
    is_same: bool = True  # whether it is the same data sets for all that are shown

    def marks(self, marks: Sequence[frozenset[Mark]]) -> _Marks:
        """Return the marks of averages that may be compared."""
        return unless_lacking(marks, self.stand_in) if self.is_same else (UNMARKED,) * len(marks)

    def signed(self, row: Sequence[Cell]) -> tuple[Cell, ...]:
        """Return a row, its title first, with signs at the averages that differ from others in what they are over."""
        title, *cells = row
        signs: tuple[tuple[Mark, BoolArray], ...] = (("fewer", self.fewer), ("incomplete", self.stand_in))
        for mark, places in signs:
            cells = [_with_sign(cell, mark) if there else cell for cell, there in zip(cells, places, strict=True)]
        return (title, *cells)


def basis_of(
    values: FloatArray, averages: FloatArray, stand_in: BoolArray, among: Collection[int] | None = None
) -> Basis:
    """Return what averages of values are over, (n_datasets, n_algorithms), nan where there is none.

    `stand_in` is where a result is missing; `among` are the algorithms that are shown, by default all.
    """
    there = np.isfinite(values)
    compared = [place for place in np.flatnonzero(np.isfinite(averages)).tolist() if among is None or place in among]
    fewer, stands_in = (np.asarray(each.any(axis=0)) for each in (~there, stand_in & there))
    return Basis(fewer, stands_in, have_one_basis(values[:, compared]))


def have_one_basis(values: FloatArray) -> bool:
    """Return whether all algorithms have a number on the same data sets, so that averages of these may be compared."""
    there = np.isfinite(values)
    return bool((there == there[:, :1]).all())


def stand_ins(analysis: Analysis) -> BoolArray:
    """Return where a missing result was ranked last or replaced, (n_datasets, n_algorithms)."""
    missing = analysis.scores.missing
    gaps = {(gap.dataset, gap.algorithm) for gap in (*missing.imputed, *missing.worst_ranked)}
    there = np.zeros((len(analysis.scores.datasets), len(analysis.names)), dtype=np.bool_)
    if gaps:
        for row, dataset in enumerate(analysis.scores.datasets):
            there[row] = [(dataset, name) in gaps for name in analysis.names]
    return there


_MOST_LACKING = 3  # algorithms that a sentence names


def lacking_results(analysis: Analysis) -> Prose:
    """Say in a clause whose results were missing, how many, and what took their place; empty where none was."""
    missing = analysis.scores.missing
    stand_in = IMPUTED.get(missing.policy) if missing.imputed else None
    gaps = missing.worst_ranked or missing.imputed or missing.left_open
    lacking = Counter(gap.algorithm for gap in gaps)
    labels = [(analysis.algorithms[i], lacking[name]) for i, name in enumerate(analysis.names) if lacking[name]]
    if not labels:
        return ""
    labels.sort(key=lambda label: -label[1])
    total = sum(lacking.values())
    are = "is" if total == 1 else "are"
    results, became = counted_in_words(total, "result"), f"{are} missing"
    if stand_in is not None or missing.worst_ranked:
        results = counted_in_words(total, "missing result")
        became = f"{are} ranked last" if stand_in is None else f"{are} replaced by {stand_in}"
    if len(labels) == 1:
        return say("{} of {} {}", results, labels[0][0], became)
    most = len(labels) if len(labels) <= _MOST_LACKING + 1 else _MOST_LACKING
    of = [say("{} of {}", in_words(number), name) for name, number in labels[:most]]
    if rest := labels[most:]:
        of.append(f"{in_words(sum(number for _, number in rest))} of others")
    return say("{} ({}) {}", results, joined(of), became)


def unless_lacking(marks: Sequence[frozenset[Mark]], lacking: Sequence[bool] | BoolArray) -> _Marks:
    """Return marks without those of algorithms that lack results, and without a second where none is the best."""
    left = tuple(UNMARKED if lacks else mark for mark, lacks in zip(marks, lacking, strict=True))
    return left if any("bold" in mark for mark in left) else (UNMARKED,) * len(left)


def notes_on_averages(
    analysis: Analysis, rows: Sequence[Sequence[Cell]], *, below_scores: bool, are_marked: bool
) -> Iterator[tuple[Mark, str]]:
    """Yield what the signs at averages in rows mean, each with its mark."""
    there = {mark for row in rows for cell in row for mark in cell.marks}
    if "incomplete" in there:
        of_scores = below_scores and analysis.scores.missing.imputed
        below = f"{IMPUTED_SIGN} below the scores: includes such scores."
        yield "incomplete", below if of_scores else _includes(analysis)
    if "fewer" in there:
        # where all are over the same fewer data sets they are marked
        has_best = any(map(_has_best_score, rows))
        others = "; scores averaged over different data sets are not marked" if are_marked and not has_best else ""
        yield "fewer", f"{_FEWER_SIGN}: over fewer data sets{others}."


def _has_best_score(row: Sequence[Cell]) -> bool:
    """Return whether a row of scores averaged over fewer data sets than it is of has a best."""
    is_marked = any(cell.marks & {"bold", "gray"} and cell.form != RANK for cell in row)
    return is_marked and any("fewer" in cell.marks for cell in row)


def _includes(analysis: Analysis) -> str:
    policy = analysis.scores.missing.policy
    fate = f"{IMPUTED[policy]} in their place" if policy in IMPUTED else "ranked last"
    return f"{IMPUTED_SIGN}: includes missing results, {fate}; not marked as best."


def signed(analysis: Analysis, table: Table) -> Table:
    """Return a ranking with a sign at each average of an algorithm that lacks results; other tables as they are.

    Such an average is not set off as the best: it rests on scores or ranks that no one measured.
    """
    missing = analysis.scores.missing
    lacking = Counter(gap.algorithm for gap in (*missing.imputed, *missing.worst_ranked))
    if not lacking or table.kind != "average-ranks":
        return table
    ranking, sentence = _ranking(analysis, table, lacking), _includes(analysis)
    short = (*(ranking.short_note or ranking.notes[:1]), sentence)
    return replace(ranking, notes=(*ranking.notes, sentence), short_note=short)


def _ranking(analysis: Analysis, table: Table, lacking: Counter[str]) -> Table:
    """Return the ranking, in whose CSV file each algorithm has the number of its results that are missing."""
    names = {plain(label): name for label, name in zip(analysis.algorithms, analysis.names, strict=True)}
    titles = [plain(title) for title in table.columns]
    rows = []
    for row in table.rows:
        number = lacking[names[row[0].name]]
        cells = zip(titles, row, strict=True)
        with_signs = (_with_sign(cell) if number and title in _SIGNED else cell for title, cell in cells)
        rows.append((*with_signs, count(number)))
    return replace(
        table,
        head=(*table.head[:-1], (*table.head[-1], Cell(_COLUMN))),
        rows=tuple(rows),
        align=(*table.align, "right"),
        columns=(*table.columns, _COLUMN),
        unprinted=(*table.unprinted, _COLUMN),
    )


def _with_sign(cell: Cell, mark: Mark = "incomplete") -> Cell:
    """Return the cell of an average with a sign behind its number; results that stand in are no best."""
    if not isinstance(cell.text, str) or not isinstance(cell.value, int | float | str) or cell.value == "" or cell.is_p:
        return cell
    sign = _SIGNS[mark]
    frame = f"{cell.detail_frame} {sign}" if cell.detail_frame else ""
    detail = f"{cell.detail} {sign}".strip()
    marks = cell.marks - _OF_BEST if mark == "incomplete" else cell.marks
    return replace(cell, text=f"{cell.text} {sign}", detail=detail, detail_frame=frame, marks=marks | {mark})
