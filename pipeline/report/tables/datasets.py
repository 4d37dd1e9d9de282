"""Which algorithms have results on which data sets, and how many measurements each: data sets alike in one row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from rankpress.analysis import Analysis
from rankpress.naming import composed, enumerated
from rankpress.report.numbers import MISSING
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import count, head_row, named
from rankpress.scores import Coverage, Folds, MetricScores
from rankpress.slugs import slug
from rankpress.wording import counted

# Names in a cell; the table is for a printed page.
_MOST_NAMES = 4
_MOST_PRINTED = 40


def datasets_table(analysis: Analysis) -> Table | None:
    """Build the table of which algorithms have a whole result on which data sets.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        A row for all data sets that have the same algorithms; None where only average ranks were given.
    """
    scores, coverage = analysis.scores, analysis.scores.missing.coverage
    if coverage is None:
        return None
    rows = tuple(_row(scores, coverage, members) for members in _alike(coverage))
    n, k = coverage.present.shape
    return Table(
        name=f"{slug(scores.name)}-datasets",
        metric=scores.name,
        kind="datasets",
        title=f"Data sets and their results in {scores.name}",
        caption=(
            f"Which of {counted(k, 'algorithm')} have a whole result on which of {counted(n, 'data set')}, before"
            " anything was left out."
        ),
        head=(head_row("Data sets", "Number", "Algorithms", "Without", "Measurements"),),
        rows=rows,
        align=("left", "right", "right", "left", "left"),
        in_pdf=len(rows) <= _MOST_PRINTED,
    )


def _alike(coverage: Coverage) -> list[list[int]]:
    """Data sets that have the same algorithms, those with most algorithms first, then the most data sets."""
    groups = defaultdict[bytes, list[int]](list)
    for at, row in enumerate(coverage.present):
        groups[row.tobytes()].append(at)
    return sorted(groups.values(), key=lambda members: (-int(coverage.present[members[0]].sum()), -len(members)))


def _row(scores: MetricScores, coverage: Coverage, members: Sequence[int]) -> tuple[Cell, ...]:
    there = coverage.present[members[0]]
    without = [coverage.algorithms[at] for at in np.flatnonzero(~there).tolist()]
    return (
        named(_some([coverage.datasets[at] for at in members])),
        count(len(members)),
        count(int(there.sum())),
        named(_some(without)) if without else Cell(MISSING, ""),
        named(_measurements(scores, coverage, members)),
    )


def _some(names: Sequence[str]) -> str:
    """The first of the names, and how many more there are."""
    if len(names) <= _MOST_NAMES + 1:
        return enumerated(names)
    return composed(f"{{}} and {len(names) - _MOST_NAMES} more", enumerated(names[:_MOST_NAMES]))


def _measurements(scores: MetricScores, coverage: Coverage, members: Sequence[int]) -> str:
    """How often each algorithm was measured on each of the data sets."""
    kept = {name: at for at, name in enumerate(scores.datasets)}
    places = [kept.get(coverage.datasets[at]) for at in members]
    folds = [scores.folds[place] if place is not None and scores.folds else None for place in places]
    designs = {None if one is None else design_of(one) for one in folds}
    if len(designs) == 1 and (design := designs.pop()) is not None:
        return design
    outcomes = [scores.outcomes[place] for place in places if place is not None and scores.outcomes]
    examples = [one.n for one in outcomes if one is not None]
    numbers, noun = examples, "test example"
    if not examples:
        numbers, noun = [coverage.measurements[at] for at in members], "measurement"
    least, most = min(numbers), max(numbers)
    return counted(most, noun) if least == most else f"{least} to {counted(most, noun)}"


def design_of(folds: Folds) -> str:
    """The folds of a data set in words."""
    per_repeat = folds.per_repeat.tolist()
    repeats = counted(len(per_repeat), "repeat")
    if len(set(per_repeat)) == 1:
        return f"{repeats} of {counted(per_repeat[0], 'fold')}"
    return f"{counted(len(folds.repeat), 'measurement')} in {repeats}"
