"""Half matrices of pairs, one quantity in each: p-values, and differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.catalog.methods import PAIRWISE
from rankpress.core.labels import slug
from rankpress.core.table import Cell, Mark, Table
from rankpress.spec.table_options import Halved, Sortable
from rankpress.stages.test import OverDatasets
from rankpress.topics.phrases import (
    ASTERISK,
    UNMARKED,
    adjusted_by,
    named,
    of_asterisks,
    over_metrics,
    right,
    scope_of_metric,
    without_detail,
)
from rankpress.topics.ranks.ranking import MUTED
from rankpress.topics.topic import Axes, TableRequest
from rankpress.wording.numbers import level_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Text, plain, say

if TYPE_CHECKING:
    pass

from rankpress.topics.comparisons.pairs import (
    Quantity,
    differences_of_pairs,
    note_on_marks,
    notes_on_p,
    quantities_of_pairs,
    where_all_pairs,
)

SHORT_NAME, MOST_CHARACTERS = 9, 120  # of a name above a column; of all of them, on a page
MOST_IN_MATRIX = 25  # algorithms that a matrix shows


class MatrixOptions(Halved, Sortable):
    """Options of a half matrix of pairs."""


@Axes(of_algorithms=True).by_request
def pairwise_p_table(request: TableRequest[MatrixOptions]) -> Table | None:
    """Build the half matrix of the p-values that decide, which report.html shows with all other quantities."""
    analysis = request.analysis
    over = where_all_pairs(analysis)
    if over is None:
        return None
    first, *others = quantities_of_pairs(analysis, over)
    deciding = analysis.adjusted.deciding
    by = say("p-values of the {}", PAIRWISE[over.procedure].title)
    if deciding is not None:
        by = say(
            "{}{}{} at level {}",
            by,
            adjusted_by(deciding),
            over_metrics(analysis, deciding),
            level_text(analysis.adjusted.alpha),
        )
    table = _matrix(request, over, [first, *others])
    return replace(
        table,
        title=say("Pairwise comparisons by {}", analysis.metric),
        caption=say("{}: {}.", by, scope_of_metric(analysis)),
        notes=(*note_on_marks(analysis), *table.notes, *notes_on_p(analysis)),
        short_note=(*note_on_marks(analysis), *table.notes),
        mark_notes=of_asterisks(*note_on_marks(analysis)),
        quantities=tuple(quantity.title for quantity in (first, *others)),
    )


@Axes(of_algorithms=True).by_request
def pairwise_differences_table(request: TableRequest[MatrixOptions]) -> Table | None:
    """Build the half matrix of differences by the first effect size that the study has."""
    analysis = request.analysis
    over = where_all_pairs(analysis)
    if over is None:
        return None
    quantity = differences_of_pairs(analysis, over)[0]
    table = _matrix(request, over, [quantity])
    rows = tuple(tuple(map(without_detail, row)) for row in table.rows)
    form = "{}{}: the algorithm of the row against that of the column ({})."
    return replace(
        table,
        title=say("Pairwise differences in {}", analysis.metric),
        caption=say(form, quantity.name, ", unweighted" if analysis.is_weighted else "", scope_of_metric(analysis)),
        rows=rows,
        notes=(*note_on_marks(analysis), *table.notes),
        short_note=(*note_on_marks(analysis), *table.notes),
        mark_notes=of_asterisks(*note_on_marks(analysis)),
        in_page=False,
    )


def _matrix(request: TableRequest[MatrixOptions], over: OverDatasets, quantities: Sequence[Quantity]) -> Table:
    """Set the first quantity above the diagonal, below it or on both sides, the others behind it."""
    analysis, places, most = request.analysis, request.places, request.most(MOST_IN_MATRIX)
    names, best, half = analysis.algorithms, analysis.best_first, request.options.triangle or "upper"
    order = sorted(best[:most], key=lambda i: places[analysis.names[i]]) if places else best[:most]
    places_of_pairs = {(a, b): index for index, (a, b) in enumerate(over.pairs.tolist())}
    marks, position = _marks(analysis), {algorithm: place for place, algorithm in enumerate(order)}
    first_row, first_column = int(half == "lower"), int(half == "upper")
    last_row, last_column = len(order) - first_column, len(order) - first_row

    def cell(row: int, column: int) -> Cell:
        index = places_of_pairs.get((row, column), places_of_pairs.get((column, row)))
        apart = position[column] - position[row]
        if index is None or (half != "both" and (apart > 0) != (half == "upper")):
            return Cell("", "")
        first, *others = (quantity.cell(index, (row, column) not in places_of_pairs) for quantity in quantities)
        return replace(first, marks=marks[index], others=tuple(str(other.text) for other in others))

    stubs, heads = _names_or_numbers([names[i] for i in order])
    rows = tuple(
        (stubs[position[row]], *(cell(row, column) for column in order[first_column:last_column]))
        for row in order[first_row:last_row]
    )
    n_shown, size = len(order), len(best)
    form = "The matrix shows the {} best of {}; tables/{}-pairs.csv has all pairs."
    return Table(
        head=((named("Algorithm"), *heads[first_column:last_column]),),
        columns=("Algorithm", *(names[column] for column in order[first_column:last_column])),
        rows=rows,
        align=("left", *right(last_column - first_column)),
        notes=(say(form, n_shown, counted(size, "algorithm"), slug(analysis.scores.name)),) if n_shown < size else (),
    )


def _names_or_numbers(names: Sequence[Text]) -> tuple[list[Cell], list[Cell]]:
    """Return the heads of rows and of columns; numbers above the columns where names would make them too wide."""
    lengths = [len(plain(name)) for name in names]
    if max(lengths) <= SHORT_NAME or sum(max(length, SHORT_NAME) for length in lengths) <= MOST_CHARACTERS:
        return [Cell(name, name) for name in names], [Cell(name, name) for name in names]
    numbered = list(enumerate(names, start=1))
    return [Cell(say("{} {}", number, name), name) for number, name in numbered], [
        Cell(str(number), name) for number, name in numbered
    ]


def _marks(analysis: Analysis) -> list[frozenset[Mark]]:
    """Mark each comparison by the test that decides; none where nothing was adjusted."""
    deciding, over = analysis.adjusted.deciding, analysis.tested.over
    if deciding is None or over is None:
        return [UNMARKED] * (0 if over is None else len(over.p))
    significant = analysis.adjusted.p[deciding] <= analysis.adjusted.alpha
    return [ASTERISK if rejects else MUTED for rejects in significant.tolist()]
